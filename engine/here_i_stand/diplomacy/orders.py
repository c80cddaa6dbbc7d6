"""What becomes of an order of a list when its turn comes."""

from __future__ import annotations

from engine.core.options import Alternative, Order
from engine.here_i_stand.asking import Why, tell_skipped
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power


def first_possible(s: HisState, kind: str, power: Power, order: Order, why_not: Why) -> Alternative | None:
    """The first alternative that is possible now; where none is, its power alone is told why, and nothing is done."""
    reasons = []
    for wish in order:
        if (reason := why_not(wish)) is None:
            return wish
        reasons.append(reason)
    tell_skipped(s, kind, power, order, reasons[0])
    return None
