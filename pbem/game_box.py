"""What the judge needs of a game: its rules, its order language, its forms and its reports.

The judge knows no game; each comes in a box that joins engine, orders and reports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from engine.core.decision import AnyDecision, Json, Seat
from engine.core.events import Event
from engine.core.table import Rules
from orders.standing import Standing
from pbem.reports.facts import Rendered, ReportFacts
from pbem.reports.words import Catalogue


class Verdict(StrEnum):
    """What becomes of a line."""

    ACCEPTED = "accepted"
    WAITING = "waiting"
    REFUSED = "refused"
    IGNORED = "ignored"
    UNCLEAR = "unclear"
    COMMAND = "command"


class Command(StrEnum):
    """Lines to the judge rather than to the game."""

    STATUS = "status"
    HELP = "help"
    REPORT = "report"
    FORM = "form"
    READY = "ready"
    WAIT = "wait"
    ABSENT = "absent"
    BACK = "back"
    RECORD = "record"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long the present question may wait.

    fresh: a new deadline by the schedule. same: the deadline of the question before goes on; the first of a row of
    such questions adds `grace` hours. hours: a deadline of its own, `hours` from now; the one before goes on
    afterwards. With 0 hours it never waits: standing orders and defaults answer it at once.

    `quiet`: only those who are asked may notice that there is a question; everybody else sees what he saw before. Who
    of them has answered is known to nobody where several are asked for some hours: that would tell of a hand.
    """

    kind: Literal["fresh", "same", "hours"] = "fresh"
    grace: int = 0
    hours: int = 0
    quiet: bool = False

    @property
    def never_waits(self) -> bool:
        return self.kind == "hours" and self.hours == 0

    @property
    def hides_who_answered(self) -> bool:
        """Whether nobody hears who has answered, and who has not."""
        return self.quiet and self.kind == "hours"


FRESH = Pace()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A key of the catalogue with its facts, which may be sentences; `otherwise` are alternatives, in order."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    otherwise: tuple[Sentence, ...] = ()


def in_words(words: Catalogue, sentence: Sentence) -> str:
    """A sentence without its alternatives, with the sentences in it."""
    facts = {
        name: in_words(words, fact) if isinstance(fact, Sentence) else fact for name, fact in sentence.facts.items()
    }
    return words.say(sentence.key, **facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineResult:
    """A line of a letter and what became of it. `sentences` restate it or say why not; `warning` what may go wrong."""

    number: str
    text: str
    verdict: Verdict
    sentences: tuple[Sentence, ...] = ()
    rule: str = ""
    warnings: tuple[Sentence, ...] = ()
    seat: str = ""
    heading: bool = False
    """An accepted line that orders nothing: FACTION, GAME, TURN."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """An order for a question that is not asked yet."""

    seat: str
    kind: str
    turn: int
    number: str
    text: str
    order: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What the order language may know of a game: what is asked, of whom, and who writes."""

    game: str
    turn: int
    phase: int
    seats: tuple[str, ...]
    """The writer's."""
    all_seats: tuple[str, ...]
    asked: tuple[AnyDecision, ...]
    """Every decision that is open, of all seats."""
    settled: tuple[str, ...] = ()
    """The keys of decisions whose answers can't be changed any more though their phase is not over."""
    next_turns: Mapping[str, int] = field(default_factory=dict)
    """For each of the writer's seats its next turn, where seats take turns: orders for it may be sent now."""
    data_text: str | None = None
    writer: str = ""
    """The writer's own name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A letter as the order language understood it.

    `answers` replace what was pending for their key; `cleared` takes pending answers back. `waiting` are the orders
    kept for later, old and new: it replaces all that were kept for the writer. `standing_replaced` are (seat, kind) of
    standing orders to be thrown away before `standing` are added. `held` are keys of answers that do not count before
    the player has corrected or confirmed his letter, or the deadline comes. `notes` are told of the letter as a whole.
    """

    lines: tuple[LineResult, ...] = ()
    answers: Mapping[str, Json] = field(default_factory=dict)
    cleared: tuple[str, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    commands: tuple[tuple[Command, str], ...] = ()
    lapsed: tuple[LineResult, ...] = ()
    """Orders kept from earlier letters that come to nothing: never asked for, or never right."""
    only_quoted: bool = False
    """Orders stood only in quoted lines, which are never executed."""
    standing: tuple[Standing, ...] = ()
    standing_replaced: tuple[tuple[str, str], ...] = ()
    held: tuple[str, ...] = ()
    notes: tuple[Sentence, ...] = ()


class GameBox(Protocol):
    """A game as the judge uses it."""

    name: str

    def data(self) -> tuple[str, str] | None:
        """File name and text of the data that a new game starts with; None for a game without data."""
        ...

    def rules(self, data_text: str | None) -> Rules[Any]:
        """The rules with that data. Raises ValueError with a sentence when it can't be used."""
        ...

    def turn_and_phase(self, state: Any) -> tuple[int, int]: ...

    def moment(self, state: Any) -> str:
        """Where a game stands, as the host reads it: "turn 3, phase 9"."""
        ...

    def settled(self, state: Any) -> Sequence[str]:
        """The keys for `Position.settled`."""
        ...

    def pace(self, state: Any) -> Pace:
        """How long the question may wait at which the game stands."""
        ...

    def next_turns(self, state: Any) -> Mapping[str, int]:
        """For `Position.next_turns`, of all seats; nothing where seats do not take turns."""
        ...

    def seat_name(self, seat: str, language: str, data_text: str | None) -> str: ...

    def catalogue(self, language: str, data_text: str | None) -> Catalogue: ...

    def read(self, lines: Sequence[str], position: Position, waiting: Sequence[Waiting]) -> Sheet:
        """Understand a letter; nothing is executed."""
        ...

    def use_waiting(self, position: Position, waiting: Sequence[Waiting]) -> Sheet:
        """What the kept orders answer of what is asked now; `Sheet.waiting` are those that still wait."""
        ...

    def form(self, position: Position, language: str) -> str:
        """The order form of the position's seats, filled in with the defaults."""
        ...

    def ask_line(self, decision: AnyDecision, language: str, data_text: str | None) -> str:
        """One decision as a question in words, for receipts and reminders."""
        ...

    def left_open(self, decision: AnyDecision, answer: Json) -> Sentence | None:
        """What an answer leaves open as things stand, with what becomes of it; None when it is complete."""
        ...

    def help(self, topic: str, language: str, data_text: str | None) -> Sequence[str]:
        """A sentence on each order of that topic (a verb), or on all when it is empty."""
        ...

    def possible(self, topic: str, position: Position, language: str) -> Sequence[str]:
        """What the writer is asked that this verb answers, with all orders possible now, as lines of a form."""
        ...

    def answer_lines(self, decision: AnyDecision, answer: Json, data_text: str | None) -> Sequence[str]:
        """An answer that was given, as order lines."""
        ...

    def report_facts(
        self, rules: Rules[Any], state: Any, position: Position, events: Sequence[Event], known: Mapping[str, Any]
    ) -> ReportFacts:
        """The facts of a report; `known` are the fields that the judge knows (names, times, numbers)."""
        ...

    def render(self, facts: ReportFacts) -> Rendered: ...


def visible(events: Sequence[Event], seats: tuple[str, ...]) -> list[Event]:
    """The events that a reader with these seats may know of, with what he may know of them."""
    seen = []
    for event in events:
        facts = event.seen_by(tuple(Seat(seat) for seat in seats))
        if facts is not None:
            seen.append(Event(event.kind, event.rule, facts))
    return seen
