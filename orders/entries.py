"""Order lines on their way into answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.core.decision import Json, Reason, Seat
from engine.core.options import Order, OrderList
from orders.standing import Condition
from orders.verdicts import Kept


@dataclass(slots=True)
class Entry:
    """A line on its way into an answer."""

    seat: Seat
    kind: str
    orders: Literal["default"] | list[Order]
    line: int | None  # index of the verdict; None for a kept line
    kept: Kept | None = None
    turn: int = 0
    whole: bool = False
    joins: str = ""
    standing: bool = False
    when: tuple[Condition, ...] = ()


def orders_of(entry: Entry) -> list[Order]:
    """The orders of a line; DEFAULT has none."""
    return [] if entry.orders == "default" else entry.orders


def fault_of(options: OrderList, entries: Sequence[Entry]) -> Reason | None:
    """What can never be right in these lines together."""
    if not entries or entries[0].orders == "default":
        return None
    return options.why_not([order for e in entries for order in orders_of(e)])


def first_spoiler(options: OrderList, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Of several faults the first: the entry with which the list, grown line by line, is no longer right."""
    for end in range(1, len(entries)):
        if fault_of(options, entries[:end]) is not None:
            return entries[end - 1 : end]
    return entries


def grouped(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The lines of each seat for each kind and turn."""
    groups: dict[tuple[Seat, str, int], list[Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.seat, entry.kind, entry.turn), []).append(entry)
    return list(groups.values())


def with_all_fields(
    orders: Literal["default"] | list[Order], fields: Sequence[str]
) -> Literal["default"] | list[Order]:
    """Orders of a verb that answers several questions have only the fields that all of these know."""
    if orders == "default":
        return orders
    return [[dict.fromkeys(fields) | a if len(a) < len(fields) else a for a in order] for order in orders]


def as_json(orders: Iterable[Order]) -> Json:
    """The answer that orders are."""
    return [[dict(alternative) for alternative in order] for order in orders]
