"""Positions in Winter, and orders for it."""

from __future__ import annotations

from engine.core.decision import AnyDecision
from engine.core.options import Alternative, OrderAnswer
from engine.here_i_stand.asking import blank
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    Edition,
    Phase,
    Power,
    SpaceId,
    Whereabouts,
)
from engine.here_i_stand.winter_land import go_home
from engine.here_i_stand.winter_plan import Plan
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive


def emptied(scenario: str = "1517", edition: Edition = Edition.CORE110) -> HisState:
    """A position in Winter with leaders and units off the board."""
    s = start(scenario, edition=edition)
    s.phase = Phase.WINTER
    s.forces.clear()
    for state in s.leaders.values():
        if state.where is Whereabouts.MAP:
            state.where, state.at = Whereabouts.OUT, ""
    return s


def go(at: SpaceId, to: SpaceId, **parts: str | int) -> Alternative:
    return blank("winter_land", do="go", from_=at, to=to, **parts)


def home(
    s: HisState, power: Power = Power.PAPACY, *orders: Alternative, asked: list[AnyDecision] | None = None
) -> list[AnyDecision]:
    """Land units go home, one power by these orders."""
    answer: OrderAnswer = [[order] for order in orders] if orders else "default"
    kept: list[AnyDecision] = [] if asked is None else asked
    drive(go_home(s, {power: answer}), asked=kept)
    check(s)
    return kept


def plan(s: HisState, power: Power) -> Plan:
    return Plan(s, power)


def why(s: HisState, power: Power, wish: Alternative) -> str:
    reason = Plan(s, power).why_not(wish)
    return "" if reason is None else reason.key


def cut_off(s: HisState, *spaces: SpaceId) -> None:
    for space in spaces:
        s.spaces[space].unrest = True


def emptied_copy(s: HisState) -> HisState:
    other = emptied()
    for space, here in s.spaces.items():
        other.take_control(space, here.controller)
        other.spaces[space].unrest = here.unrest
    for space, forces in s.forces.items():
        for owner, units in forces.outside.items():
            other.add_land(owner, space, Land(units.regulars, units.mercenaries, units.cavalry))
    return other
