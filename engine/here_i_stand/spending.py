"""D26 What is done with CP for which there are no orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.options import Order
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards.limits import why_not_spent
from engine.here_i_stand.construction import build_cost, one_of, why_not_build
from engine.here_i_stand.forces import can_change
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId, UnitType

_UNITS: Final = (UnitType.REGULAR, UnitType.MERCENARY)


def default_spending(s: HisState, power: Power, cp: int) -> list[Order]:
    """D26: a regular, else a mercenary, in a capital that the power controls, as often as so many CP and the counters
    allow."""
    costs = {unit: cost for unit in _UNITS if (cost := build_cost(s, power, unit)) is not None}
    capitals = [space for space in s.board.powers[power].capitals if s.spaces[space].controller is power]
    planned = {space: Land() for space in capitals}
    orders: list[Order] = []
    while builds := [
        (unit, space) for unit in costs for space in capitals
        if costs[unit] <= cp and _is_possible(s, power, unit, space, planned)
    ]:  # fmt: skip
        orders.append([blank("impulse", do="build", unit=unit, space=space) for unit, space in builds])
        unit, space = builds[0]
        planned[space].add(one_of(unit))
        cp -= costs[unit]
    return orders


def _is_possible(s: HisState, power: Power, unit: UnitType, space: SpaceId, planned: Mapping[SpaceId, Land]) -> bool:
    """Whether one unit more can be built when all that is planned has been."""
    wish = blank("impulse", do="build", unit=unit, space=space)
    if why_not_build(s, power, power, unit, space) is not None or why_not_spent(s, wish) is not None:
        return False
    with_it = {place: Land(units.regulars, units.mercenaries) for place, units in planned.items()}
    with_it[space].add(one_of(unit))
    return can_change(s, power, with_it)
