"""Chapter 10: Spring Deployment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from typing import Final

from engine.core.decision import Draw, Json, Reason, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, OrderAnswer
from engine.here_i_stand.asking import blank, chosen, question
from engine.here_i_stand.deck import Use, lay_out, note_played, put_away
from engine.here_i_stand.forces import Formation, can_add, can_change, formation_limit, less, why_no_formation
from engine.here_i_stand.forming import formation_of
from engine.here_i_stand.hands import may_hold
from engine.here_i_stand.kinds import FORMATION
from engine.here_i_stand.presence import (
    army_leaders_of,
    is_besieged,
    is_closed_electorate,
    is_friendly,
    land_owners,
    user_of,
)
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, Power, SeaId, SpaceId
from engine.here_i_stand.windows import window

SPRING_PREPARATIONS, VENETIAN_INFORMANT = CardNumber(102), CardNumber(109)
DEPLOY: Final = "deploy"
_KIND: Final = "spring_deployment"


class Means(StrEnum):
    """How a power deploys: as everybody may, or with Spring Preparations."""

    USUAL = "usual"
    PREPARED = "prepared"


@dataclass(frozen=True, slots=True)
class Deployment:
    """What a power does: a formation and where it goes, or nothing; with Spring Preparations or without."""

    formation: Formation | None = None
    to: SpaceId | None = None
    means: Means = Means.USUAL


STAY: Final = Deployment()

# ------------------------------------------------------------------ queries


def starts(s: HisState, power: Power) -> list[SpaceId]:
    """10-1, 10-6: capitals from which a power may deploy; it must control them itself."""
    return [space for space in _capitals(s, power) if _is_open(s, power, space)]


def reach(s: HisState, power: Power, start: SpaceId, means: Means) -> dict[SpaceId, bool]:
    """10: spaces where a deployment may end -> whether it must cross a sea zone."""
    by_land = _on_land(s, power, [start], means)
    landed = [
        port
        for left in by_land
        for sea in s.board.map.spaces[left].seas
        if means is Means.PREPARED or not _is_watched(s, power, sea)
        for port in s.board.map.seas[sea].ports
        if port not in by_land and _is_open(s, power, port)
    ]
    by_sea = _on_land(s, power, landed, means)
    found = {space: False for space in by_land if space != start}
    return {**found, **{space: True for space in by_sea if space not in by_land}}


def why_no_deployment(s: HisState, power: Power, plan: Deployment) -> Reason | None:
    """10: why a power may not deploy so; None when it may."""
    if plan.means is Means.PREPARED and SPRING_PREPARATIONS not in s.powers[power].hand:
        return Reason("card_not_held", "6.1", {"power": power, "card": SPRING_PREPARATIONS})
    if plan.means is Means.PREPARED and not _capitals(s, power):
        return Reason("no_capital", "10", {"power": power})
    if plan.formation is None or plan.to is None:
        nothing = plan.formation is None and plan.to is None
        return None if nothing else Reason("name_formation_and_place", "10", {"power": power})
    formation, to = plan.formation, plan.to
    facts: dict[str, Json] = {"power": power, "from_space": formation.at, "to_space": to}
    if formation.at not in starts(s, power):
        return Reason("not_from_there", "10", facts)
    if (reason := why_no_formation(s, power, formation)) is not None:
        return reason
    places = reach(s, power, formation.at, plan.means)
    if to not in places:
        return Reason("no_way_to_deploy", "10", facts)
    most = s.board.tables.limits.transport
    if places[to] and plan.means is Means.USUAL and formation.strength > most:
        return Reason("too_many_over_sea", "10", {**facts, "count": formation.strength, "limit": most})
    for owner, units in formation.units.items():
        if not can_change(s, owner, _changes(s, power, owner, plan, units)):
            return Reason("no_counters_left", "5.2", facts)
    return None


def _changes(s: HisState, power: Power, owner: Power, plan: Deployment, units: Land) -> dict[SpaceId, Land]:
    """What a deployment changes, the regulars of Spring Preparations included."""
    assert plan.formation is not None
    assert plan.to is not None
    changes = {plan.formation.at: less(Land(), units), plan.to: Land(units.regulars, units.mercenaries, units.cavalry)}
    if plan.means is Means.PREPARED and owner is power:
        for space in _grow(s, power):
            changes.setdefault(space, Land()).add(Land(regulars=1))
    return changes


def _capitals(s: HisState, power: Power) -> list[SpaceId]:
    return [space for space in s.board.powers[power].capitals if s.spaces[space].controller is power]


def _grow(s: HisState, power: Power) -> list[SpaceId]:
    """Capitals that get a regular by Spring Preparations: counters, room and quiet are needed (5.2, 12.4-3, 15)."""
    garrison = s.board.tables.limits.garrison
    return [
        space
        for space in _capitals(s, power)
        if not s.spaces[space].unrest
        and can_add(s, power, space, Land(regulars=1))
        and not (is_besieged(s, space) and s.stack(power, space) >= garrison)
    ]


def _is_open(s: HisState, power: Power, space: SpaceId) -> bool:
    """10-2, 10-6, 10-7: friendly, quiet, and without units that are not."""
    if s.spaces[space].unrest or not is_friendly(s, power, space) or is_closed_electorate(s, space):
        return False
    users = [user_of(s, ships) for ships in s.ships_at(space)]
    return all(s.allied(power, other) for other in (*land_owners(s, space), *users))


def _on_land(s: HisState, power: Power, begin: Sequence[SpaceId], means: Means) -> list[SpaceId]:
    """Spaces that can be reached without crossing a sea zone, 10-4."""
    steps = s.board.map.by_land if means is Means.PREPARED else s.board.map.over_connections
    found = list(dict.fromkeys(begin))
    for space in found:
        found += [near for near in steps(space) if near not in found and _is_open(s, power, near)]
    return found


def _is_watched(s: HisState, power: Power, sea: SeaId) -> bool:
    """10-5, R26: another major power has ships in a port of the zone."""
    users = [user_of(s, ships) for port in s.board.map.seas[sea].ports for ships in s.ships_at(port)]
    return any(user in MAJORS and user is not power for user in users)


def _is_asked(s: HisState, power: Power) -> bool:
    """Who could do something, as far as everybody knows."""
    prepared = bool(_capitals(s, power)) and may_hold(s, power, SPRING_PREPARATIONS)
    return prepared or _may_go(s, power)


def _may_go(s: HisState, power: Power) -> bool:
    """Whether a power has pieces that can go somewhere without a card."""
    pieces = [space for space in starts(s, power) if s.stack(power, space) or army_leaders_of(s, power, space)]
    return any(reach(s, power, space, Means.USUAL) for space in pieces)


# ------------------------------------------------------------------ the answer


def plan_of(s: HisState, power: Power, wish: Alternative) -> Deployment | Reason:
    """What an order asks for: "deploy" with a formation and a place, with Spring Preparations, or with the card alone;
    without a start, the only one there is."""
    if wish["do"] != DEPLOY:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    if wish["card"] not in (None, SPRING_PREPARATIONS):
        return Reason("not_possible_now", "10", dict(wish))
    means = Means.USUAL if wish["card"] is None else Means.PREPARED
    if all(wish[name] is None for name in (*FORMATION, "to")):
        if means is Means.PREPARED:
            return Deployment(means=means)
        return Reason("name_formation_and_place", "10", {"power": power})
    to = wish["to"]
    if not isinstance(to, str) or to not in s.spaces:
        return Reason("name_formation_and_place", "10", {"power": power})
    at = starts(s, power)
    if wish["from"] is None and len(at) == 1:
        wish = {**wish, "from": at[0]}
    formation = formation_of(s, power, wish)
    return formation if isinstance(formation, Reason) else Deployment(formation, SpaceId(to), means)


def why_not_order(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """10: why an order is not possible now; None when it is."""
    plan = plan_of(s, power, wish)
    return plan if isinstance(plan, Reason) else why_no_deployment(s, power, plan)


def choices(s: HisState, power: Power) -> list[Alternative]:
    """Orders that are possible now: the largest formation from each capital to each place it can reach, with and
    without the card."""
    cards: list[CardNumber | None] = [None]
    found: list[Alternative] = []
    if SPRING_PREPARATIONS in s.powers[power].hand and _capitals(s, power):
        cards.append(SPRING_PREPARATIONS)
        found.append(blank(_KIND, do=DEPLOY, card=SPRING_PREPARATIONS))
    for card in cards:
        means = Means.USUAL if card is None else Means.PREPARED
        for start in starts(s, power):
            for to, by_sea in reach(s, power, start, means).items():
                found += _largest(s, power, start, to, card, by_sea=by_sea)
    return found


def _largest(
    s: HisState, power: Power, start: SpaceId, to: SpaceId, card: CardNumber | None, *, by_sea: bool
) -> list[Alternative]:
    """The order for as many units as may go, if any may."""
    wish = blank(_KIND, do=DEPLOY, from_=start, to=to, card=card)
    if why_not_order(s, power, wish) is None:
        return [wish]
    own, most = s.land(power, start), s.board.tables.limits.transport
    if not by_sea or own.strength < 1:
        return []
    regulars = min(most, own.regulars)
    second = most - regulars
    wish |= {
        "regulars": regulars,
        "mercenaries": min(second, own.mercenaries),
        "cavalry": min(second, own.cavalry),
    }
    return [wish] if why_not_order(s, power, wish) is None else []


def sample(s: HisState, power: Power, draw: Draw) -> OrderAnswer:
    """Some possible order: nothing, the card alone, or some units and leaders to some place."""
    pool = choices(s, power)
    if not pool or draw(5) == 0:
        return "default"
    wish = dict(pool[draw(len(pool))])
    start = wish["from"]
    if draw(2) == 0 or not isinstance(start, str):
        return [[wish]]
    leaders = [one for one in army_leaders_of(s, power, SpaceId(start)) if draw(2)]
    here = s.land(power, SpaceId(start))
    count = draw(1 + min(here.strength, formation_limit(s.board, leaders)))
    second = min(draw(count + 1), here.strength - here.regulars)
    other = {
        **wish,
        "regulars": min(here.regulars, count - second),
        "mercenaries": min(second, here.mercenaries),
        "cavalry": min(second, here.cavalry),
        "leaders": ",".join(leaders) or "none",
    }
    return [[other if why_not_order(s, power, other) is None else wish]]


# ------------------------------------------------------------------ the phase


def spring_deployment(s: HisState) -> Flow[None]:
    """10 Spring Deployment: the Venetian Informant, then each power in impulse order."""
    yield from _informant(s)
    for power in MAJORS:
        if _is_asked(s, power):
            yield from deploy(s, power)


def deploy(s: HisState, power: Power) -> Flow[None]:
    """10: one power's deployment. D23, D24"""
    facts: dict[str, Json] = {"power": power, "starts": list(starts(s, power)), "hand": list(s.powers[power].hand)}

    def why_not(wish: Alternative) -> Reason | None:
        return why_not_order(s, power, wish)

    decision = question(
        s,
        _KIND,
        power,
        lambda: choices(s, power),
        list,
        why=why_not,
        facts=facts,
        sampler=lambda draw: sample(s, power, draw),
    )
    answer = yield from ask(decision)
    wish = chosen(answer, list, why_not)
    plan = STAY if wish is None else plan_of(s, power, wish)
    if isinstance(plan, Reason):  # an order that is possible has a plan
        return
    if plan.means is Means.PREPARED:
        _prepare(s, power)
    if plan.formation is not None and plan.to is not None:
        _move(s, power, plan.formation, plan.to)


def _informant(s: HisState) -> Flow[None]:
    """6.1, card 109, before anybody deploys: somebody sees a hand. D22"""
    found = yield from window(s, "spring_start", MAJORS, (VENETIAN_INFORMANT,), lambda power: _views(s, power))
    if found is None:
        return
    power, wish = found
    target, viewer = Power(str(wish["power"])), Power(str(wish["pick"]))
    lay_out(s, power, VENETIAN_INFORMANT)
    note_played(s, power, VENETIAN_INFORMANT)
    put_away(s, VENETIAN_INFORMANT, Use.EVENT)
    facts: dict[str, Json] = {"power": power, "target": target, "viewer": viewer}
    hand: list[Json] = [*s.powers[target].hand, *s.powers[target].home_cards]
    tell(s, Event("hand_seen", "6.1", {**facts, "cards": hand}, only=(Seat(viewer),), others_see=facts))


def _views(s: HisState, power: Power) -> list[Alternative]:
    """Whose hand (`power`), and who looks (`pick`)."""
    if VENETIAN_INFORMANT not in s.powers[power].hand:
        return []
    return [
        blank("response", do="respond", card=VENETIAN_INFORMANT, mode="a", power=target, pick=viewer)
        for target, viewer in permutations(MAJORS, 2)
    ]


# ------------------------------------------------------------------ changes


def _prepare(s: HisState, power: Power) -> None:
    """Card 102: a regular in each capital the power controls."""
    lay_out(s, power, SPRING_PREPARATIONS)
    note_played(s, power, SPRING_PREPARATIONS)
    put_away(s, SPRING_PREPARATIONS, Use.EVENT)
    tell(s, Event("spring_preparations", "10", {"power": power}))
    for space in _grow(s, power):
        s.add_land(power, space, Land(regulars=1))
        if is_besieged(s, space):
            s.go_inside(power, space, Land(regulars=1))
        tell(s, Event("units_added", "10", {"power": power, "space": space, "unit": "regular", "count": 1}))


def _move(s: HisState, power: Power, formation: Formation, to: SpaceId) -> None:
    for owner, units in formation.units.items():
        s.take_land(owner, formation.at, units)
        s.add_land(owner, to, units)
    for leader in formation.leaders:
        s.place_leader(leader, to)
    facts: dict[str, Json] = {"power": power, "from_space": formation.at, "to_space": to, "count": formation.strength}
    tell(s, Event("deployed", "10", {**facts, "leaders": list(formation.leaders)}))
