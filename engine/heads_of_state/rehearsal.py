"""Running a flow on a copy of the position, with chance that is told what to give."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from engine.core.flow import Chance, Flow

R = TypeVar("R")


def best(chance: Chance) -> list[int]:
    """The first of each: an own cube from the bag (9.5)."""
    return [1] * len(chance.sizes)


def worst(chance: Chance) -> list[int]:
    """The last of each: the owner's cube from the bag (9.5)."""
    return list(chance.sizes)


def run_with(flow: Flow[R], pick: Callable[[Chance], list[int]]) -> R:
    """Run a flow that asks nobody to its end. Raises RuntimeError when it asks."""
    reply: list[int] | None = None
    while True:
        try:
            request = flow.send(reply)
        except StopIteration as end:
            return cast("R", end.value)
        if not isinstance(request, Chance):
            raise RuntimeError("a rehearsal can't ask anybody")  # noqa: TRY004 (a fault of the rules, not of a type)
        reply = pick(request)
