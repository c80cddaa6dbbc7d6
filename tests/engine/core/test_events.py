"""Who may read what, and that what was told stays as it was told."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from engine.core.decision import Json, Seat
from engine.core.events import Event, tell

A, B, C = Seat("a"), Seat("b"), Seat("c")


@pytest.mark.parametrize(
    ("event", "readers", "reads"),
    [
        (Event("won", "14", {"n": 1}), (A,), {"n": 1}),
        (Event("won", "14", {"n": 1}), (), {"n": 1}),
        (Event("drew", "8", {"card": 3}, (A,), {"count": 1}), (A, C), {"card": 3}),
        (Event("drew", "8", {"card": 3}, (A,), {"count": 1}), (B, C), {"count": 1}),
        (Event("drew", "8", {"card": 3}, (A,), {"count": 1}), (), {"count": 1}),
        (Event("drew", "8", {"card": 3}, (A, B)), (B,), {"card": 3}),
        (Event("drew", "8", {"card": 3}, (A, B)), (C,), None),
    ],
)
def test_who_reads_what(event: Event, readers: tuple[Seat, ...], reads: dict[str, Json] | None) -> None:
    assert event.seen_by(readers) == reads


@dataclass
class Teller:
    events: list[Event] = field(default_factory=list)


def test_told_facts_do_not_change_with_the_position() -> None:
    teller, order, hand = Teller(), ["a", "b"], {"a": [1]}
    facts: dict[str, Json] = {"order": list(order)}
    tell(teller, Event("order", "20", {"order": order, "hand": hand}, (A,), {"order": order}))  # type: ignore[dict-item]
    order.reverse()
    hand["a"].append(2)
    assert teller.events[0].facts == {**facts, "hand": {"a": [1]}}
    assert teller.events[0].others_see == facts
