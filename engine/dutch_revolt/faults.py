"""What can never be right in an order, whatever the position: an unknown name, a count below 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.decision import Reason
from engine.core.options import Alternative, Order
from engine.dutch_revolt.state import DutchRevoltState
from engine.dutch_revolt.terms import COUNTRYSIDE, Spot

State = DutchRevoltState


def known_in_all(state: State, orders: list[Order], *fields: str) -> Reason | None:
    """The first fault of these fields in any alternative of a list."""
    for order in orders:
        for alternative in order:
            if (reason := known(state, alternative, *fields)) is not None:
                return reason
    return None


def known(state: State, order: Alternative, *fields: str) -> Reason | None:
    """Why a record of these fields can never be right: an id that the board does not have, or a count below 1."""
    for name in fields:
        value = order[name]
        if name == "count":
            if value is not None and (not isinstance(value, int) or value < 1):
                return Reason("count_below_one", "", {"count": value})
        elif value not in _ids(state, name):
            return Reason("unknown_name", "", {"what": name, "given": value})
    return None


def _ids(state: State, name: str) -> Sequence[Spot] | Mapping[str, object]:
    board = state.board
    if name in ("region", "from", "to"):
        return board.regions
    if name == "province":
        return board.provinces
    if name == "box":
        return board.boxes
    if name == "city":
        return board.cities
    if name == "spot":
        return (COUNTRYSIDE, *board.places)
    return state.factions


def count_of(order: Alternative) -> int:
    """The count of an order; 1 when none is written."""
    count = order["count"]
    return count if isinstance(count, int) else 1
