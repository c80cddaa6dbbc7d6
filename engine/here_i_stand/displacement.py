"""12.5 Displacement: pieces that must leave a space go to the nearest place of their power, or are lost (R24)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.board.geography import Steps
from engine.here_i_stand.forces import LAND_TYPES, can_move, just
from engine.here_i_stand.presence import (
    army_leaders_of,
    has_enemy_ships,
    is_besieged,
    is_closed_electorate,
    is_friendly,
    land_owners,
    naval_leaders_of,
    ships_of,
)
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, PlaceId, Power, SeaId, SpaceId, Whereabouts

# ------------------------------------------------------------------ queries


def refuges(s: HisState, power: Power, left: SpaceId) -> list[SpaceId]:
    """12.5: where land units and army leaders may go: the nearest fortified spaces the power controls, and its
    capitals."""

    def wanted(place: PlaceId) -> bool:
        space = SpaceId(place)
        if space not in s.spaces or s.spaces[space].controller is not power:
            return False
        return s.is_fortified(space) and _takes_in(s, space, left)

    near = [SpaceId(place) for place in s.board.map.nearest(left, s.board.map.by_land_or_sea, wanted)]
    capitals = [
        space
        for space in s.board.powers[power].capitals
        if is_friendly(s, power, space) and _takes_in(s, space, left) and space not in near
    ]
    return [*near, *capitals]


def havens(s: HisState, power: Power, left: PlaceId, sailors: Iterable[str]) -> list[SpaceId]:
    """12.5: the nearest ports the power controls, for ships of these owners and these naval leaders (R23)."""

    def wanted(place: PlaceId) -> bool:
        return place in s.spaces and s.spaces[SpaceId(place)].controller is power

    return [SpaceId(place) for place in s.board.map.nearest(left, sailing(s, sailors), wanted)]


def sailing(s: HisState, sailors: Iterable[str]) -> Steps:
    """Steps of ships: ports and sea zones, but none that is closed to one of them (16.1-5)."""
    world = s.board.map
    closed = [sea for sailor in sailors for sea in world.closed_seas.get(sailor, ())]
    return lambda place: [onward for onward in world.by_ship(place) if onward not in closed]


def _takes_in(s: HisState, space: SpaceId, left: SpaceId) -> bool:
    return space != left and not is_besieged(s, space) and not is_closed_electorate(s, space)


# ------------------------------------------------------------------ flows


def displace(s: HisState, power: Power, left: SpaceId, *, rule: str) -> Flow[None]:
    """12.5: all pieces of a power and its active minors leave a space."""
    yield from displace_land(s, power, left, rule=rule)
    yield from displace_ships(s, power, left, rule=rule)


def displace_land(s: HisState, power: Power, left: SpaceId, *, rule: str) -> Flow[None]:
    """12.5: its land units and army leaders, together. D19"""
    if not army_leaders_of(s, power, left) and not _owners(s, power, left):
        return
    ways = refuges(s, power, left)
    if not ways:
        lose_land(s, power, left, rule=rule)
        return
    to = SpaceId((yield from _chosen(s, power, "displaced_land", left, ways)))
    for owner in _owners(s, power, left):
        units = take_all(s, owner, left)
        s.add_land(owner, to, units)
    for leader in army_leaders_of(s, power, left):
        s.place_leader(leader, to)
    tell(s, Event("displaced", rule, {"power": power, "from_space": left, "to_space": to}))


def displace_ships(s: HisState, power: Power, left: PlaceId, *, rule: str) -> Flow[None]:
    """12.5: naval units and naval leaders that act for a power, each owner's with the leaders it has. D19"""
    for ships in list(ships_of(s, power, left)):
        leaders = [one for one in naval_leaders_of(s, power, left) if s.leaders[one].power is ships.owner]
        ways = havens(s, power, left, (ships.owner, *leaders))
        if not ways:
            lose_ships(s, ships, left, rule=rule)
            to_turn_track(s, leaders, rule=rule)
            continue
        to = SpaceId((yield from _chosen(s, power, "displaced_ships", left, ways)))
        _sail(s, ships, leaders, left, to, rule=rule)
    for leader in naval_leaders_of(s, power, left):
        ways = havens(s, power, left, (s.leaders[leader].power, leader))
        if ways:
            s.place_leader(leader, SpaceId((yield from _chosen(s, power, "displaced_leader", left, ways))))
        else:
            to_turn_track(s, [leader], rule=rule)


def leave_port(s: HisState, power: Power, port: SpaceId, *, rule: str) -> Flow[None]:
    """16.2-9: ships go to an adjacent sea zone that is free of enemy ships, all to one, or are eliminated. D51"""
    fleet = list(ships_of(s, power, port))
    if not fleet:
        return
    leaders = naval_leaders_of(s, power, port)
    sailors = (*(ships.owner for ships in fleet), *leaders)
    seas = [SeaId(sea) for sea in sailing(s, sailors)(port) if not has_enemy_ships(s, power, SeaId(sea))]
    if not seas:
        for ships in fleet:
            lose_ships(s, ships, port, rule=rule)
        to_turn_track(s, leaders, rule=rule)
        return
    default = min(seas, key=lambda sea: (_to_own_port(s, power, sea), s.board.map.index[sea]))
    to = SeaId((yield from _asked(s, power, "leave_port", port, seas, default, rule="16.2")))
    for ships in fleet:
        own = [one for one in leaders if s.leaders[one].power is ships.owner]
        _sail(s, ships, own, port, to, rule=rule)
    for leader in naval_leaders_of(s, power, port):
        s.place_leader(leader, to)


def _to_own_port(s: HisState, power: Power, start: PlaceId) -> int:
    """Steps to the nearest port the power controls."""
    distances = s.board.map.distances(start, s.board.map.by_ship)
    own = [distances[port] for port in s.controlled(power) if port in distances]
    return min(own, default=len(distances))


def _chosen(s: HisState, power: Power, what: str, left: PlaceId, ways: list[SpaceId]) -> Flow[str]:
    """D19: ties are the owner's; the default is nearest to its capital."""
    capitals = s.board.powers[power].capitals

    def far(space: SpaceId) -> tuple[int, int]:
        distances = s.board.map.distances(space, s.board.map.by_land_or_sea)
        return min((distances[capital] for capital in capitals if capital in distances), default=0), ways.index(space)

    choice = yield from _asked(s, power, what, left, ways, min(ways, key=far), rule="12.5")
    return choice


def _asked(
    s: HisState, power: Power, what: str, left: PlaceId, ways: Iterable[str], default: str, *, rule: str
) -> Flow[str]:
    """Where pieces go of the places that are possible."""
    choices = [blank("choice", do="choose", pick=way) for way in ways]
    places: list[Json] = list(ways)
    facts: dict[str, Json] = {"power": power, "what": what, "from_space": left, "places": places}
    chosen = yield from choose(
        s, "choice", power, choices, blank("choice", do="choose", pick=default),
        rule=rule, about=f"{what}/{left}", facts=facts,
    )  # fmt: skip
    return str(chosen["pick"])


# ------------------------------------------------------------------ changes


def take_all(s: HisState, owner: Power, space: SpaceId) -> Land:
    """All land units of one owner leave a space; gives what they were."""
    _bring_out(s, owner, space)
    units = s.land(owner, space)
    s.take_land(owner, space, units)
    return units


def _bring_out(s: HisState, owner: Power, space: SpaceId) -> None:
    """Units of an owner leave the fortifications of a space."""
    if (forces := s.forces.get(space)) is not None and owner in forces.inside:
        inside = forces.inside[owner]
        s.come_out(owner, space, Land(inside.regulars, inside.mercenaries, inside.cavalry))


def lose_land(s: HisState, power: Power, space: SpaceId, *, rule: str) -> None:
    """R24: land units without a refuge are eliminated; army leaders wait in a besieged capital of theirs, else on the
    turn track (R22). By the switch `no_refuge` units go into a capital that their power controls, as many as may stand
    there."""
    leaders = army_leaders_of(s, power, space)
    capitals = [one for one in s.board.powers[power].capitals if one != space and is_friendly(s, power, one)]
    own = [one for one in capitals if s.spaces[one].controller is power]
    if own and s.setting("no_refuge") == "to_capital":
        _into_capital(s, power, space, own[0], rule=rule)
    for owner in _owners(s, power, space):
        strength = take_all(s, owner, space).strength
        tell(s, Event("units_eliminated", rule, {"power": owner, "space": space, "count": strength}))
    if not capitals:
        to_turn_track(s, leaders, rule=rule)
        return
    for leader in leaders:
        s.place_leader(leader, capitals[0])
        s.leaders[leader].inside = is_besieged(s, capitals[0])


def _into_capital(s: HisState, power: Power, left: SpaceId, capital: SpaceId, *, rule: str) -> None:
    """Units of a power enter its capital; a besieged one has room for a garrison only."""
    besieged = is_besieged(s, capital)
    room = s.board.tables.limits.garrison - s.stack(power, capital) if besieged else s.stack(power, left)
    for owner in _owners(s, power, left):
        moved = 0
        for kind in LAND_TYPES:
            count = min(s.land(owner, left).of(kind), max(0, room - moved))
            if count and can_move(s, owner, left, capital, units := just(kind, count)):
                _bring_out(s, owner, left)
                s.take_land(owner, left, units)
                s.add_land(owner, capital, units)
                if besieged:
                    s.go_inside(owner, capital, units)
                moved += count
        room -= moved
        if moved:
            facts: dict[str, Json] = {"power": owner, "from_space": left, "to_space": capital, "count": moved}
            tell(s, Event("displaced", rule, facts))


def lose_ships(s: HisState, ships: Ships, place: PlaceId, *, rule: str) -> None:
    """16.2-10: naval units go to the next turn's box of the turn track."""
    lost = Ships(ships.owner, ships.squadrons, ships.corsairs, ships.borrower)
    s.take_ships(lost, place)
    if lost.owner in s.powers:
        s.powers[lost.owner].ships_lost += lost.count
    else:
        s.minors[lost.owner].ships_lost += lost.count
    tell(s, Event("ships_lost", rule, {"power": lost.owner, "place": place, "count": lost.count}))


def to_turn_track(s: HisState, leaders: Iterable[LeaderId], *, rule: str) -> None:
    """R22, R24: leaders without a place wait on the turn track for the next Card Draw phase."""
    for leader in leaders:
        state = s.leaders[leader]
        state.where, state.at, state.inside, state.borrower = Whereabouts.TURN_TRACK, "", False, None
        state.returns = s.turn + 1
        tell(s, Event("leader_to_turn_track", rule, {"leader": leader}))


def _sail(s: HisState, ships: Ships, leaders: Iterable[LeaderId], left: PlaceId, to: PlaceId, *, rule: str) -> None:
    going = Ships(ships.owner, ships.squadrons, ships.corsairs, ships.borrower)
    s.take_ships(going, left)
    s.add_ships(going, to)
    for leader in leaders:
        s.place_leader(leader, to)
    facts: dict[str, Json] = {"power": going.owner, "from_space": left, "to_space": to, "count": going.count}
    tell(s, Event("ships_displaced", rule, facts))


def _owners(s: HisState, power: Power, space: SpaceId) -> list[Power]:
    return [owner for owner in land_owners(s, space) if s.master(owner) is power]
