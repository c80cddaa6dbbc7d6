"""11 Command points: what an action costs, what is left, and what is paid."""

from __future__ import annotations

from engine.core.decision import Reason
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power


def cost_of(s: HisState, power: Power, action: str) -> int | None:
    """11.1: the CP of an action for a power; None where the power never takes it."""
    return s.board.action_costs[action].get(power)


def points(s: HisState) -> int:
    """CP that are left in this impulse."""
    return 0 if s.impulse is None else s.impulse.cp


def why_not_pay(s: HisState, power: Power, cp: int | None, rule: str) -> Reason | None:
    """Why a power can't pay for an action; None when it can."""
    if cp is None:
        return Reason("never_does", "11.1", {"power": power})
    if points(s) < cp:
        return Reason("not_enough_cp", rule, {"power": power, "count": cp, "left": points(s)})
    return None


def pay(s: HisState, cp: int) -> None:
    """CP are spent. Raises ValueError when there are not so many."""
    if s.impulse is None or s.impulse.cp < cp:
        raise ValueError(f"{cp} CP can't be paid of {points(s)}")
    s.impulse.cp -= cp


def give_back(s: HisState, cp: int) -> None:
    """C-09, C-11: what a called-off action would have cost beyond the first CP."""
    if s.impulse is not None:
        s.impulse.cp += cp
