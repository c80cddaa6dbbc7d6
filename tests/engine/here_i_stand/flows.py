"""Running a flow of the rules without a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from engine.core.decision import AnyDecision
from engine.core.flow import Ask, Chance, Flow

R = TypeVar("R")


def unrolled(sizes: tuple[int, ...]) -> list[int]:
    """Chance that leaves everything as it is: the lowest number each time."""
    return [1 for _ in sizes]


def drive(
    flow: Flow[R],
    answers: Mapping[str, Any] | None = None,
    chance: Callable[[tuple[int, ...]], list[int]] = unrolled,
    asked: list[AnyDecision] | None = None,
) -> R:
    """What a flow returns when questions are answered by key, else by default; the questions are kept in `asked`."""
    left = dict(answers or {})
    reply: Any = None
    while True:
        try:
            request = flow.send(reply)
        except StopIteration as end:
            assert not left, f"never asked: {left}"
            return end.value  # type: ignore[no-any-return]
        if isinstance(request, Chance):
            reply = chance(request.sizes)
            continue
        assert isinstance(request, Ask)
        reply = {}
        for decision in request.decisions:
            choice = left.pop(decision.key, decision.default)
            assert decision.options.why_not(choice) is None, (decision.key, choice)
            reply[decision.key] = choice
            if asked is not None:
                asked.append(decision)
