"""D26 What is done with CP for which there are no orders."""

from __future__ import annotations

from engine.core.options import Order
from engine.here_i_stand.asking import blank
from engine.here_i_stand.construction import build_cost
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, UnitType

_MOST = 6
"""CP of the best card."""


def default_spending(s: HisState, power: Power) -> list[Order]:
    """D26: a regular, else a mercenary, in a capital that the power controls, again and again."""
    capitals = [space for space in s.board.powers[power].capitals if s.spaces[space].controller is power]
    units = [unit for unit in (UnitType.REGULAR, UnitType.MERCENARY) if build_cost(s, power, unit) is not None]
    wishes = [blank("impulse", do="build", unit=unit, space=space) for unit in units for space in capitals]
    return [wishes] * _MOST if wishes else []
