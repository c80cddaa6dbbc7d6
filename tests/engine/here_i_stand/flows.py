"""Running a flow of the rules without a table."""

from __future__ import annotations

import re
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
    """What a flow returns when questions are answered by key, else by default; the questions are kept in `asked`.

    A key may leave out the number of the question: "choice/displacement@france". An answer is JSON as a player's letter
    gives it; one record stands for an order of its own.
    """
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
            choice = _given(decision, left)
            assert decision.options.why_not(choice) is None, (decision.key, choice)
            reply[decision.key] = choice
            if asked is not None:
                asked.append(decision)


def _given(decision: AnyDecision, left: dict[str, Any]) -> Any:
    """The next answer to a question, used up; its default where there is none."""
    for key in (decision.key, plain(decision)):
        if key in left:
            given = left.pop(key)
            return decision.options.from_json([[given]] if isinstance(given, dict) else given)
    return decision.default


def plain(decision: AnyDecision) -> str:
    """The key of a question without its number."""
    return re.sub(r"[./]\d+@", "@", decision.key)
