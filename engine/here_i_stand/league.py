"""21.6 The Schmalkaldic League is formed (card 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.control import muster_display, transfer_control
from engine.here_i_stand.displacement import displace_land, lose_land, take_all
from engine.here_i_stand.presence import army_leaders_of, is_besieged, land_owners
from engine.here_i_stand.relations import LEAGUE_WARS, end_sieges, open_war
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    LeaderId,
    Milestone,
    PlaceId,
    Power,
    Religion,
    SpaceId,
    Whereabouts,
)

GATHER_AT: Final[Mapping[LeaderId, SpaceId]] = {
    LeaderId("john_frederick"): SpaceId("wittenberg"),
    LeaderId("philip_of_hesse"): SpaceId("kassel"),
}
"""Leaders of the league -> the space from which the nearest Protestant regulars are measured."""

# ------------------------------------------------------------------ queries


def spaces_for_league(s: HisState) -> int:
    """21.6: Protestant spaces that count for the card: those in unrest too."""
    return sum(here.religion is Religion.PROTESTANT for here in s.spaces.values())


def league_is_due(s: HisState) -> bool:
    """21.6: whether card 13 has its effect in the action phase: from turn 2, with 12 Protestant spaces."""
    return s.turn >= _EARLIEST and spaces_for_league(s) >= s.board.tables.league_spaces


_EARLIEST = 2


def league_homes(s: HisState) -> list[SpaceId]:
    """21.6-2: Protestant home spaces of Protestant religion, without those that have a fortress marker."""
    return [
        space
        for space in s.home_spaces(Power.PROTESTANT)
        if s.spaces[space].religion is Religion.PROTESTANT and not s.spaces[space].fortress
    ]


def waiting_leaders(s: HisState) -> list[LeaderId]:
    """C-04: leaders of the league who wait for the first Protestant regulars."""
    if not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE):
        return []
    return [leader for leader in GATHER_AT if s.leaders[leader].where is Whereabouts.WAITING]


# ------------------------------------------------------------------ 21.6


def form_league(s: HisState) -> Flow[None]:
    """21.6-1 to 5. In the winter of turn 4 it is formed whatever the number of spaces.

    Units leave Catholic electorates before the wars begin, so that they don't besiege them for a moment.
    """
    tell(s, Event("league_formed", "21.6", {"power": Power.PROTESTANT}))
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    yield from place_leaders(s)
    for space in league_homes(s):
        yield from transfer_control(s, Power.PROTESTANT, space, rule="21.6")
    yield from _leave_catholic_electorates(s)
    for war in LEAGUE_WARS:
        yield from open_war(s, war.first, war.second, rule="21.6")
    if s.setting("league_foreign_units") == "displaced":
        yield from _foreigners_leave(s)
    muster_display(s)
    yield from place_leaders(s)
    yield from end_sieges(s)


def place_leaders(s: HisState) -> Flow[None]:
    """21.6-1, C-04: each leader joins the Protestant regulars nearest to his space; without any on the map he waits.

    To be called again whenever regulars may have come, until he is there.
    """
    for leader in waiting_leaders(s):
        spaces = _nearest_regulars(s, GATHER_AT[leader])
        if not spaces:
            continue
        to = yield from _pick(s, "league_leader", spaces, leader=leader)
        s.place_leader(leader, to)
        s.leaders[leader].inside = is_besieged(s, to)
        tell(s, Event("leader_enters", "21.6", {"leader": leader, "power": Power.PROTESTANT, "space": to}))


def _nearest_regulars(s: HisState, start: SpaceId) -> list[SpaceId]:
    """R23: spaces with Protestant regulars fewest steps away, the space itself before all others."""

    def has_regulars(place: PlaceId) -> bool:
        space = SpaceId(place)
        return space in s.forces and s.land(Power.PROTESTANT, space).regulars > 0

    if has_regulars(start):
        return [start]
    return [SpaceId(place) for place in s.board.map.nearest(start, s.board.map.by_land_or_sea, has_regulars)]


def _pick(s: HisState, what: str, spaces: Sequence[SpaceId], **facts: Json) -> Flow[SpaceId]:
    """Ties are the Protestants'; the default is the space with most of their units."""
    picks = [blank("choice", do="choose", pick=space) for space in spaces]
    best = max(spaces, key=lambda space: s.stack(Power.PROTESTANT, space))
    known: dict[str, Json] = {"power": Power.PROTESTANT, "what": what, "places": list(spaces), **facts}
    wish = yield from choose(
        s, "choice", Power.PROTESTANT, picks, picks[spaces.index(best)], rule="21.6", about=what, facts=known
    )
    return SpaceId(str(wish["pick"]))


def _foreigners_leave(s: HisState) -> Flow[None]:
    """R33, C-05 by the switch of the game: units of others leave the unfortified spaces that are Protestant now."""
    for space in league_homes(s):
        if s.is_fortified(space):
            continue
        for power in dict.fromkeys(s.master(owner) for owner in _others(s, space)):
            yield from displace_land(s, power, space, rule="R33")


def _others(s: HisState, space: SpaceId) -> list[Power]:
    """Owners of land units and army leaders in a space other than the Protestants."""
    leaders = [s.leaders[leader].power for leader in s.leaders_at(space) if not s.board.leaders[leader].naval]
    return [owner for owner in (*land_owners(s, space), *leaders) if owner is not Power.PROTESTANT]


def _leave_catholic_electorates(s: HisState) -> Flow[None]:
    """21.6-5, R87: Protestant units and leaders there go to the nearest electorate of Protestant religion; without one
    they are lost as in R24."""
    for space in s.board.map.electorates:
        if s.spaces[space].religion is Religion.PROTESTANT:
            continue
        leaders = army_leaders_of(s, Power.PROTESTANT, space)
        if Power.PROTESTANT not in land_owners(s, space) and not leaders:
            continue
        ways = _protestant_electorates(s, space)
        if not ways:
            lose_land(s, Power.PROTESTANT, space, rule="21.6")
            continue
        to = yield from _pick(s, "leave_electorate", ways, from_space=space)
        s.add_land(Power.PROTESTANT, to, take_all(s, Power.PROTESTANT, space))
        for leader in leaders:
            s.place_leader(leader, to)
        facts: dict[str, Json] = {"power": Power.PROTESTANT, "from_space": space, "to_space": to}
        tell(s, Event("displaced", "21.6", facts))


def _protestant_electorates(s: HisState, left: SpaceId) -> list[SpaceId]:
    electorates = s.board.map.electorates

    def wanted(place: PlaceId) -> bool:
        return place in electorates and s.spaces[SpaceId(place)].religion is Religion.PROTESTANT

    return [SpaceId(place) for place in s.board.map.nearest(left, s.board.map.by_land_or_sea, wanted)]
