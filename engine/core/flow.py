"""The verbs of the rules. This is the only module that contains a bare `yield`; rules call these with `yield from`."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias, TypeVar, cast

from engine.core.decision import A, AnyDecision, Decision, Seat

R = TypeVar("R")
T = TypeVar("T")


class Gather(Enum):
    """How the answers of a question put to several seats are collected."""

    ALL = "all"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class Ask:
    """A stop: these decisions wait for answers. `heads_up` are likely follow-ups, for the prompt only."""

    decisions: tuple[AnyDecision, ...]
    gather: Gather = Gather.ALL
    decline: Any = None
    heads_up: tuple[AnyDecision, ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """A draw: one number of 1..size for each entry of `sizes`."""

    what: str
    rule: str
    sizes: tuple[int, ...]

    @property
    def key(self) -> str:
        """Names the draw in the journal."""
        return f"chance:{self.what}:{'+'.join(map(str, self.sizes))}"


Request: TypeAlias = Ask | Chance
Flow: TypeAlias = Generator[Request, Any, R]


def ask(decision: Decision[A], *, heads_up: Sequence[AnyDecision] = ()) -> Flow[A]:
    """Ask one seat."""
    answers = yield Ask((decision,), heads_up=tuple(heads_up))
    return cast("A", answers[decision.key])


def ask_all(decisions: Iterable[Decision[A]]) -> Flow[dict[str, A]]:
    """Ask several decisions together, sealed until the last answer is in. Answers by `Decision.key`, in order."""
    asked = tuple(decisions)
    if not asked:
        return {}
    answers = yield Ask(asked)
    return {d.key: cast("A", answers[d.key]) for d in asked}


def ask_first(decisions: Iterable[Decision[A]], decline: A) -> Flow[tuple[Seat, A] | None]:
    """Ask several seats together; the first in order that does not decline acts."""
    asked = tuple(decisions)
    if not asked:
        return None
    answers = yield Ask(asked, Gather.FIRST, decline)
    for d in asked:
        if answers[d.key] != decline:
            return d.seat, cast("A", answers[d.key])
    return None


def roll(what: str, dice: int, *, rule: str, sides: int = 6) -> Flow[tuple[int, ...]]:
    """Roll dice; results are 1..sides."""
    drawn = yield Chance(what, rule, (sides,) * dice)
    return tuple(cast("list[int]", drawn))


def shuffled(what: str, cards: Sequence[T], *, rule: str) -> Flow[list[T]]:
    """The cards in an order drawn by chance."""
    drawn = yield Chance(what, rule, tuple(range(len(cards), 0, -1)))
    pool = list(cards)
    return [pool.pop(k - 1) for k in cast("list[int]", drawn)]


def draw_at_random(what: str, pool: Sequence[T], *, rule: str) -> Flow[T]:
    """One of the pool, drawn by chance; the pool is left as it is. Raises ValueError when the pool is empty."""
    if not pool:
        raise ValueError(f"{what} (rule {rule}): there is nothing to draw from")
    drawn = yield Chance(what, rule, (len(pool),))
    return pool[cast("list[int]", drawn)[0] - 1]
