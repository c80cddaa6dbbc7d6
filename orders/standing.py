"""Standing orders: answers given beforehand to the responses a player may be asked for at any time.

    INTERCEPT YES IF INTO Belgrade AND STRENGTH <= 6

Conditions see `Decision.facts` only, so a standing order never knows more than its owner. The game's own grammar reads
the order before the IF.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast

from engine.core.decision import AnyDecision, IllegalOrder, Json, Timing
from engine.core.table import By
from orders.typography import fold, plain
from orders.words import NotUnderstood

Test = Literal["is", "not", "<=", ">=", "<", ">"]
_NUMBER_TESTS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_IF: Final = re.compile(r"\bIF\b", re.IGNORECASE)
_AND: Final = re.compile(r"\bAND\b", re.IGNORECASE)
_CONDITION: Final = re.compile(
    r"(?P<fact>\w++)\s*(?P<sign><=|>=|<|>|!=|=|\bIS\s+NOT\b|\bIS\b|\bNOT\b)?\s*(?P<value>.+)", re.IGNORECASE
)
_SIGNS: Final[Mapping[str, Test]] = {
    "": "is", "=": "is", "is": "is", "not": "not", "is not": "not", "!=": "not",
    "<=": "<=", ">=": ">=", "<": "<", ">": ">",
}  # fmt: skip
_NUMBER: Final = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Condition:
    """One test of one fact. A fact that the question does not have, or of another kind, fails every test. A list is
    what each of its things is."""

    fact: str
    test: Test
    value: str | int

    def __str__(self) -> str:
        """As it may be written: ROUND 1689, STRENGTH <= 6."""
        sign = "" if self.test == "is" else f"{self.test.upper()} "
        return f"{self.fact.upper()} {sign}{self.value}"

    def holds(self, facts: Mapping[str, Json]) -> bool:
        """Whether the facts of a question meet the condition."""
        fact = facts.get(self.fact)
        if isinstance(fact, list) and self.test in ("is", "not"):
            return (fold(str(self.value)) in [fold(str(one)) for one in fact]) is (self.test == "is")
        if isinstance(fact, bool) or not isinstance(fact, str | int):
            return False
        if self.test in _NUMBER_TESTS:
            if isinstance(fact, int) and isinstance(self.value, int):
                return _NUMBER_TESTS[self.test](fact, self.value)
            return False
        return (fold(str(fact)) == fold(str(self.value))) is (self.test == "is")


@dataclass(frozen=True, slots=True)
class Standing:
    """An answer to every question of a kind to a seat whose facts meet all conditions."""

    seat: str
    kind: str
    answer: Json
    when: tuple[Condition, ...] = ()
    text: str = ""
    """The lines that gave it, as written."""

    def to_json(self) -> Json:
        """As JSON, for the store."""
        when: list[Json] = [{"fact": one.fact, "test": one.test, "value": one.value} for one in self.when]
        return {"seat": self.seat, "kind": self.kind, "answer": self.answer, "when": when, "text": self.text}

    @classmethod
    def from_json(cls, raw: Mapping[str, Json]) -> Standing:
        """Back from its JSON."""
        when = cast("list[dict[str, str | int]]", raw.get("when") or [])
        conditions = (Condition(str(one["fact"]), cast("Test", one["test"]), one["value"]) for one in when)
        return cls(str(raw["seat"]), str(raw["kind"]), raw["answer"], tuple(conditions), str(raw.get("text") or ""))

    def concerns(self, decision: AnyDecision) -> bool:
        """Whether it speaks of such questions at all. Only responses may be answered beforehand."""
        return decision.timing is Timing.RESPONSE and (decision.seat, decision.kind) == (self.seat, self.kind)

    def fits(self, decision: AnyDecision) -> bool:
        """Whether it answers this question: concerned, all conditions met, and the answer legal."""
        return (
            self.concerns(decision)
            and all(condition.holds(decision.facts) for condition in self.when)
            and _is_legal(decision, self.answer)
        )


def read(text: str, facts: Collection[str]) -> tuple[str, tuple[Condition, ...]]:
    """The order before IF, as written, and the conditions behind it; `facts` are those such a question has.

    Raises NotUnderstood for a condition that can't be read, names no fact, or compares the size of a word.
    """
    order, *rest = _IF.split(plain(text), maxsplit=1)
    if not rest:
        return order.strip(), ()
    named = {fact: fact for fact in facts}
    return order.strip(), tuple(_condition(part.strip(), named) for part in _AND.split(rest[0]))


def conditions_of(words: Sequence[str], facts: Mapping[str, str], and_words: Collection[str]) -> tuple[Condition, ...]:
    """The conditions behind IF, in the language of the player: `facts` are words, each with the fact that it names.

    Raises NotUnderstood.
    """
    parts: list[list[str]] = [[]]
    for word in words:
        if fold(word) in and_words:
            parts.append([])
        else:
            parts[-1].append(word)
    return tuple(_condition(" ".join(part), facts) for part in parts)


def _condition(text: str, facts: Mapping[str, str]) -> Condition:
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise NotUnderstood("standing_no_condition", text)
    names = {fold(word): fact for word, fact in facts.items()}
    fact = names.get(fold(found["fact"]))
    if fact is None:
        raise NotUnderstood("standing_no_such_fact", found["fact"], sorted(set(facts.values())))
    test = _SIGNS[" ".join((found["sign"] or "").lower().split())]
    value = found["value"].strip()
    if _NUMBER.fullmatch(value):
        return Condition(fact, test, int(value))
    if test in _NUMBER_TESTS:
        raise NotUnderstood("standing_no_number", value)
    return Condition(fact, test, value)


def _is_legal(decision: AnyDecision, answer: Json) -> bool:
    try:
        return decision.options.why_not(decision.options.from_json(answer)) is None
    except IllegalOrder:
        return False


def next_answer(
    decision: AnyDecision, queued: Sequence[Json], standing: Sequence[Standing], *, due: bool
) -> tuple[Json, By] | None:
    """Who answers a question: the first queued order, else the first standing order that fits, else the only legal
    answer where giving it at once tells nothing, else the default when due; None: wait for the player.

    `queued` are the player's own orders for this question. An only answer to a response is not given before the window
    closes: that a seat passes at once would tell that its hand is empty of answers. Raises IllegalOrder when the queued
    order is not allowed: the rest of the queue stays and the player is told.
    """
    options = decision.options
    if queued:
        choice = options.from_json(queued[0])
        if (reason := options.why_not(choice)) is not None:
            raise IllegalOrder(reason)
        return options.to_json(choice), "order"
    for order in standing:
        if order.fits(decision):
            return options.to_json(options.from_json(order.answer)), "standing"
    forced = options.forced()
    if forced is not None and decision.timing is Timing.IMPULSE:
        return options.to_json(forced[0]), "forced"
    return (options.to_json(decision.default), "default") if due else None


def window_may_close(asked: Sequence[AnyDecision], standing: Sequence[Standing]) -> bool:
    """Whether a response window need not be held open: every seat asked has left standing orders for such questions,
    so that nobody can tell a seat that had to pass from one that chose to."""
    return all(any(order.concerns(decision) for order in standing) for decision in asked)
