"""Chapter 10: Spring Deployment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from typing import Final

from engine.core.decision import Decision, Draw, IllegalOrder, Json, Reason, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask, ask_first
from engine.core.options import OneOf
from engine.here_i_stand.deck import Use, lay_out, note_played, put_away
from engine.here_i_stand.forces import Formation, can_add, can_change, formation_limit, less, why_no_formation
from engine.here_i_stand.hands import may_hold
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
from engine.here_i_stand.terms import MAJORS, CardNumber, LeaderId, Power, SeaId, SpaceId

SPRING_PREPARATIONS, VENETIAN_INFORMANT = CardNumber(102), CardNumber(109)
NOBODY: Final = "nobody"
"""The answer of a power that doesn't play the Venetian Informant."""


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


@dataclass(frozen=True, slots=True)
class DeploymentOptions:
    """All deployments of a power."""

    s: HisState
    power: Power

    def why_not(self, choice: Deployment, /) -> Reason | None:
        return why_no_deployment(self.s, self.power, choice)

    def sample(self, draw: Draw, /) -> Deployment:
        """Some legal deployment of own units."""
        s, means = self.s, Means.USUAL
        if SPRING_PREPARATIONS in s.powers[self.power].hand and _capitals(s, self.power):
            means = list(Means)[draw(2)]
        if not (at := starts(s, self.power)):
            return Deployment(means=means)
        start = at[draw(len(at))]
        places = list(reach(s, self.power, start, means))
        if not places:
            return Deployment(means=means)
        leaders = [one for one in army_leaders_of(s, self.power, start) if draw(2)]
        here = s.land(self.power, start)
        count = draw(1 + min(here.strength, formation_limit(s.board, leaders)))
        second = min(count, here.strength - here.regulars)
        units = Land(count - second, min(second, here.mercenaries), min(second, here.cavalry))
        plan = Deployment(
            Formation(start, {self.power: units} if count else {}, tuple(leaders)), places[draw(len(places))], means
        )
        return plan if self.why_not(plan) is None else Deployment(means=means)

    def forced(self) -> tuple[Deployment] | None:
        """Nothing, for a power without the card that can't go anywhere."""
        held = SPRING_PREPARATIONS in self.s.powers[self.power].hand and bool(_capitals(self.s, self.power))
        return None if held or _may_go(self.s, self.power) else (STAY,)

    def examples(self, limit: int, /) -> Sequence[Deployment]:
        return [STAY][:limit]

    def to_json(self, choice: Deployment, /) -> Json:
        plan: dict[str, Json] = {"means": choice.means}
        if choice.formation is not None and choice.to is not None:
            units: dict[str, Json] = {
                owner: [land.regulars, land.mercenaries, land.cavalry] for owner, land in choice.formation.units.items()
            }
            leaders: list[Json] = list(choice.formation.leaders)
            plan |= {"from": choice.formation.at, "to": choice.to, "units": units, "leaders": leaders}
        return plan

    def from_json(self, raw: Json, /) -> Deployment:
        """Raises IllegalOrder when `raw` has not the shape of an answer."""
        if not isinstance(raw, dict) or raw.get("means") not in list(Means):
            raise _shape(raw)
        means = Means(str(raw["means"]))
        if set(raw) == {"means"}:
            return Deployment(means=means)
        if set(raw) != {"means", "from", "to", "units", "leaders"}:
            raise _shape(raw)
        at, to, leaders = raw["from"], raw["to"], raw["leaders"]
        known = at in self.s.spaces and to in self.s.spaces
        if not known or not isinstance(leaders, list) or not all(isinstance(one, str) for one in leaders):
            raise _shape(raw)
        formation = Formation(SpaceId(str(at)), _units(raw["units"]), tuple(LeaderId(str(one)) for one in leaders))
        return Deployment(formation, SpaceId(str(to)), means)


def _units(raw: Json) -> Mapping[Power, Land]:
    if not isinstance(raw, dict):
        raise _shape(raw)
    units: dict[Power, Land] = {}
    for owner, counts in raw.items():
        if owner not in list(Power) or not isinstance(counts, list) or len(counts) != 3:
            raise _shape(raw)
        numbers = [count for count in counts if isinstance(count, int) and not isinstance(count, bool)]
        if len(numbers) != len(counts):
            raise _shape(raw)
        units[Power(owner)] = Land(*numbers)
    return units


def _shape(raw: Json) -> IllegalOrder:
    return IllegalOrder(Reason("wrong_shape", "", {"expected": "a deployment", "given": str(raw)}))


# ------------------------------------------------------------------ the phase


def spring_deployment(s: HisState) -> Flow[None]:
    """10 Spring Deployment: the Venetian Informant, then each power in impulse order."""
    yield from _informant(s)
    for power in MAJORS:
        if _is_asked(s, power):
            yield from deploy(s, power)


def deploy(s: HisState, power: Power) -> Flow[None]:
    """10: one power's deployment. D23, D24"""
    capitals: list[Json] = list(starts(s, power))
    decision: Decision[Deployment] = Decision(
        kind="spring_deployment",
        seat=Seat(power),
        rule="10",
        options=DeploymentOptions(s, power),
        default=STAY,
        facts={"from": capitals},
    )
    plan = yield from ask(decision)
    if plan.means is Means.PREPARED:
        _prepare(s, power)
    if plan.formation is not None and plan.to is not None:
        _move(s, power, plan.formation, plan.to)


def _informant(s: HisState) -> Flow[None]:
    """6.1, card 109, before anybody deploys: somebody sees a hand. D22"""
    asked = [power for power in MAJORS if may_hold(s, power, VENETIAN_INFORMANT)]
    played = yield from ask_first([_informant_of(s, power) for power in asked], NOBODY)
    if played is None:
        return
    power = Power(played[0])
    target, viewer = (Power(name) for name in played[1].split(" to "))
    lay_out(s, power, VENETIAN_INFORMANT)
    note_played(s, power, VENETIAN_INFORMANT)
    put_away(s, VENETIAN_INFORMANT, Use.EVENT)
    facts: dict[str, Json] = {"power": power, "target": target, "viewer": viewer}
    hand: list[Json] = [*s.powers[target].hand, *s.powers[target].home_cards]
    tell(s, Event("hand_seen", "6.1", {**facts, "cards": hand}, only=(Seat(viewer),), others_see=facts))


def _informant_of(s: HisState, power: Power) -> Decision[str]:
    """Whose hand, and who looks: "england to papacy"."""
    ways = [f"{target} to {viewer}" for target, viewer in permutations(MAJORS, 2)]
    held = VENETIAN_INFORMANT in s.powers[power].hand
    options = OneOf((NOBODY, *ways) if held else (NOBODY,))
    return Decision(kind="spring_start", seat=Seat(power), rule="6.1", options=options, default=NOBODY)


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
        tell(s, Event("units_added", "10", {"power": power, "space": space, "count": 1}))


def _move(s: HisState, power: Power, formation: Formation, to: SpaceId) -> None:
    for owner, units in formation.units.items():
        s.take_land(owner, formation.at, units)
        s.add_land(owner, to, units)
    for leader in formation.leaders:
        s.place_leader(leader, to)
    facts: dict[str, Json] = {"power": power, "from_space": formation.at, "to_space": to, "count": formation.strength}
    tell(s, Event("deployed", "10", {**facts, "leaders": list(formation.leaders)}))
