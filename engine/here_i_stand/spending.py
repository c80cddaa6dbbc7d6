"""D26 What is done with CP for which there are no orders."""

from __future__ import annotations

from typing import Final

from engine.core.options import Order
from engine.here_i_stand.asking import blank
from engine.here_i_stand.construction import build_cost
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, UnitType

_UNITS: Final = (UnitType.REGULAR, UnitType.MERCENARY)


def default_spending(s: HisState, power: Power, cp: int) -> list[Order]:
    """D26: a regular, else a mercenary, in a capital that the power controls, as often as so many CP allow."""
    capitals = [space for space in s.board.powers[power].capitals if s.spaces[space].controller is power]
    costs = {unit: cost for unit in _UNITS if (cost := build_cost(s, power, unit)) is not None}
    if not capitals or not costs:
        return []
    wishes = [blank("impulse", do="build", unit=unit, space=space) for unit in costs for space in capitals]
    dearest, cheapest = max(costs.values()), min(costs.values())
    return [wishes] * (cp // dearest + cp % dearest // cheapest)
