"""What the rules may ask of a seat, and how an answer is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, NewType, Protocol, TypeAlias, TypeVar, overload

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"
Seat = NewType("Seat", str)
"""Who answers: a faction, power or family of the game."""

A = TypeVar("A")
Draw: TypeAlias = Callable[[int], int]
"""`draw(n)` gives 0..n-1; for fuzzing and rehearsal, never for the rules."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed: a catalogue key, the rule, and the facts of the sentence.

    `rule` is empty where no rule of play forbids it: a slip of the pen, another player's faction, another game.
    """

    key: str
    rule: str
    facts: Mapping[str, Json] = field(default_factory=dict)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        said = f"{self.key.replace('_', ' ')}{facts and ' (' + facts + ')'}"
        return f"{said} (rule {self.rule})" if self.rule else said


class Options(Protocol[A]):
    """The legal answers of one decision: listed when few, described when many."""

    def why_not(self, choice: A, /) -> Reason | None:
        """None when the choice is legal, else why it is not."""
        ...

    def sample(self, draw: Draw, /) -> A:
        """Some legal answer, for fuzzing."""
        ...

    def forced(self) -> tuple[A] | None:
        """The one legal answer, if there is just one."""
        ...

    def examples(self, limit: int, /) -> Sequence[A]:
        """A few legal answers, for prompts and forms."""
        ...

    def to_json(self, choice: A, /) -> Json: ...

    def from_json(self, raw: Json, /) -> A:
        """Raises IllegalOrder when `raw` has not the shape of an answer."""
        ...


class IllegalOrder(Exception):
    """An order that was understood and is not allowed; `reason` is mailed back."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class _Facts:
    """A field of facts, given as they are or as a function that is called when somebody reads them first: most
    decisions are answered without a prompt. Whoever reads them while the decision is open has them for good.
    """

    @overload
    def __get__(self, decision: None, owner: type) -> Callable[[], Mapping[str, Json]]: ...
    @overload
    def __get__(self, decision: object, owner: type) -> Mapping[str, Json]: ...
    def __get__(self, decision: object | None, owner: type) -> Mapping[str, Json] | Callable[[], Mapping[str, Json]]:
        if decision is None:
            return dict  # the default of the field: no facts
        facts: Mapping[str, Json] | Callable[[], Mapping[str, Json]] = vars(decision)["facts"]
        if callable(facts):
            facts = vars(decision)["facts"] = facts()
        return facts

    def __set__(self, decision: object, facts: Mapping[str, Json] | Callable[[], Mapping[str, Json]]) -> None:
        vars(decision)["facts"] = facts


class Timing(Enum):
    """Whether a decision may be answered beforehand by a standing order."""

    IMPULSE = "impulse"
    RESPONSE = "response"


@dataclass(frozen=True, kw_only=True)
class Decision(Generic[A]):
    """One question to one seat.

    `kind` is the key of verb, prompt and default in every table; `default` is taken at the deadline; `facts` are what
    the prompt may say, fit for this seat's eyes; `about` tells apart like questions put to one seat together.
    """

    kind: str
    seat: Seat
    rule: str
    options: Options[A]
    default: A
    facts: _Facts = _Facts()
    timing: Timing = Timing.IMPULSE
    about: str = ""

    @property
    def key(self) -> str:
        """Names the decision in the journal: "intercept/Szegedin@hapsburg"."""
        return f"{self.kind}{self.about and '/' + self.about}@{self.seat}"


AnyDecision: TypeAlias = Decision[Any]
