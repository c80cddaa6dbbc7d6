"""Chance of one's own: before the first step of a game every seat may give words, which go into all later draws.

The host publishes the hash of his secret before any words are known, and the players give their words before anything
is drawn. So nobody who knows only one of the two can choose what is drawn. The words are sealed until all are in; then
their hash, the salt, is told to everybody.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast

from engine.core import codec
from engine.core.decision import Decision, Draw, Json, Reason, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask_all
from engine.core.options import Alternative, Many, Order, OrderAnswer, OrderList
from engine.core.table import Rules, State, Step, dated

OPTION: Final = "own_chance"
"""The option of a game that asks for words: true or false. Also the key of what is stored beside its position."""
WORDS: Final = "chance_words"
LONGEST: Final = 200
"""Letters of the words of one seat; more help nobody."""

S = TypeVar("S", bound=State)


@dataclass(slots=True)
class Salted(Generic[S]):
    """A game's position with the salt beside it. `begun`: the words are in, and the game itself plays."""

    inner: S
    seats: tuple[Seat, ...]
    salt: str = ""
    begun: bool = False

    @property
    def cursor(self) -> str:
        return self.inner.cursor if self.begun else WORDS

    @cursor.setter
    def cursor(self, cursor: str) -> None:
        self.inner.cursor = cursor

    @property
    def events(self) -> list[Event]:
        return self.inner.events

    @events.setter
    def events(self, events: list[Event]) -> None:
        self.inner.events = events

    @property
    def edition(self) -> int:
        inner = dated(self.inner)
        return 0 if inner is None else inner.edition

    @edition.setter
    def edition(self, edition: int) -> None:
        if (inner := dated(self.inner)) is not None:
            inner.edition = edition


class OwnChance(Generic[S]):
    """The rules of a game with a step before its first one, which asks all seats together for words.

    Its JSON is that of the game with the key `own_chance` added.
    """

    def __init__(self, rules: Rules[S]) -> None:
        self.inner = rules
        self.name, self.edition, self.schema = rules.name, rules.edition, rules.schema

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        return self.inner.seats(_others(options))

    def setup(self, options: Mapping[str, Json]) -> Salted[S]:
        return Salted(self.inner.setup(_others(options)), self.seats(options))

    def step(self, state: Salted[S]) -> Step[Salted[S]] | None:
        if not state.begun:
            return Step(WORDS, "", _ask_for_words)
        step = self.inner.step(state.inner)
        if step is None:
            return None
        flow = step.flow
        return Step(step.name, step.rule, lambda salted: flow(salted.inner))

    def view(self, state: Salted[S], seat: Seat | None) -> dict[str, Json]:
        return self.inner.view(state.inner, seat)

    def check(self, state: Salted[S]) -> None:
        self.inner.check(state.inner)

    def to_json(self, state: Salted[S]) -> bytes:
        beside: dict[str, Json] = {"seats": list(state.seats), "salt": state.salt, "begun": state.begun}
        return codec.with_part(self.inner.to_json(state.inner), OPTION, beside)

    def from_json(self, text: bytes, schema: int) -> Salted[S]:
        position, beside = codec.without_part(text, OPTION)
        inner = self.inner.from_json(position, schema)
        seats = tuple(Seat(str(seat)) for seat in cast("list[Json]", beside["seats"]))
        return Salted(inner, seats, str(beside["salt"]), bool(beside["begun"]))


def with_own_chance(rules: Rules[Any], options: Mapping[str, Json]) -> Rules[Any]:
    """The rules as a game with these options is played: with the question for words where they ask for it.

    Raises ValueError when `own_chance` is neither true nor false.
    """
    wanted = options.get(OPTION, False)
    if not isinstance(wanted, bool):
        raise ValueError(f"{OPTION} is true or false, not {wanted!r}")  # noqa: TRY004 (bad text, not a bad call)
    return OwnChance(rules) if wanted else rules


def is_open(state: State) -> bool:
    """Whether the words are still to be given: the game itself has not begun."""
    return isinstance(state, Salted) and not state.begun


def beyond(state: Any) -> Any:
    """The position as the game itself knows it."""
    return state.inner if isinstance(state, Salted) else state


def salt_of(words: Sequence[tuple[str, str]]) -> str:
    """The salt of these words, in the order of the seats: SHA-256 of the JSON [["red","words"],["blue",""]], without
    spaces, in UTF-8."""
    text = json.dumps([list(pair) for pair in words], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def question(seat: Seat) -> Decision[OrderAnswer]:
    """The question for a seat's words; by default it gives none."""
    options = OrderList(
        fields=("words",), many=Many.ONE, fault=_fault, trial=lambda orders: [None] * len(orders), concrete=list,
        choices=list, sampler=_some_words,
    )  # fmt: skip
    return Decision(kind=WORDS, seat=seat, rule="", options=options, default=cast("OrderAnswer", "default"))


def _ask_for_words(state: Salted[S]) -> Flow[str]:
    questions = [question(seat) for seat in state.seats]
    answers = yield from ask_all(questions)
    words = [(str(asked.seat), words_in(answers[asked.key])) for asked in questions]
    state.salt, state.begun = salt_of(words), True
    tell(state, Event("chance_words_given", "", {"salt": state.salt}))
    return state.inner.cursor


def words_in(answer: OrderAnswer) -> str:
    """The words of an answer; empty when none were given."""
    return "" if answer == "default" or not answer else str(answer[0][0]["words"])


def _fault(orders: list[Order]) -> Reason | None:
    words: Sequence[Alternative] = [alternative for order in orders for alternative in order]
    if len(words) != 1 or not isinstance(words[0]["words"], str):
        return Reason("wrong_shape", "", {"expected": "words", "given": str(orders)})
    text = words[0]["words"]
    if len(text) > LONGEST:
        return Reason("chance_words_too_long", "", {"given": len(text), "high": LONGEST})
    return None


def _some_words(draw: Draw) -> OrderAnswer:
    return [[{"words": f"heron {draw(1000)}"}]] if draw(3) else "default"


def _others(options: Mapping[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in options.items() if key != OPTION}
