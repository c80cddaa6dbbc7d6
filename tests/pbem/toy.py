"""A tiny game for tests of the judge: red and blue bid in secret, the higher bid throws a die, then takes a stance.

Two rounds. `BID n` of both is asked together; `STANCE bold|meek` of the winner alone. So it has packages, a question in
turn, orders for later, chance, turns and an end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core import codec
from engine.core.decision import AnyDecision, Decision, Json, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask, ask_all, roll
from engine.core.options import Amount, OneOf
from engine.core.table import BrokenInvariant, Rules, Step
from orders import letter_body
from pbem.game_box import FRESH, Command, LineResult, Pace, Position, Sentence, Sheet, Verdict, Waiting
from pbem.reports.facts import Asked, Rendered, ReportFacts
from pbem.reports.words import Catalogue

SEATS = (Seat("red"), Seat("blue"))
ROUNDS = 2


@dataclass
class ToyState:
    cursor: str = "1/bid"
    turn: int = 1
    points: dict[str, int] = field(default_factory=lambda: {"red": 0, "blue": 0})
    stances: list[str] = field(default_factory=list)
    winner: str = ""
    events: list[Event] = field(default_factory=list, metadata=codec.TRANSIENT)


def bid(state: ToyState) -> Flow[str]:
    tell(state, Event("phase_begins", "1", {"turn": state.turn, "phase": 1}))
    bids = yield from ask_all(
        Decision(kind="bid", seat=seat, rule="1", options=Amount(0, 3), default=0) for seat in SEATS
    )
    red, blue = bids["bid@red"], bids["bid@blue"]
    state.winner = "red" if red >= blue else "blue"
    dice = yield from roll("points", 1, rule="1")
    state.points[state.winner] += dice[0]
    tell(state, Event("toy_won", "1", {"seat": state.winner, "points": dice[0]}))
    return f"{state.turn}/stance"


def stance(state: ToyState) -> Flow[str]:
    tell(state, Event("phase_begins", "2", {"turn": state.turn, "phase": 2}))
    options = OneOf(("bold", "meek"))
    taken = yield from ask(Decision(kind="stance", seat=Seat(state.winner), rule="2", options=options, default="meek"))
    state.stances.append(taken)
    tell(state, Event("toy_stance", "2", {"seat": state.winner, "stance": taken}))
    state.turn += 1
    return f"{state.turn}/bid" if state.turn <= ROUNDS else "over"


class ToyRules:
    name = "toy"
    edition = 1
    schema = 1

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        return SEATS

    def setup(self, options: Mapping[str, Json]) -> ToyState:
        if set(options) - {"note"}:
            raise ValueError(f"the toy game does not know {sorted(options)}")
        return ToyState()

    def step(self, state: ToyState) -> Step[ToyState] | None:
        if state.cursor == "over":
            return None
        return Step(state.cursor, "1", bid if state.cursor.endswith("bid") else stance)

    def view(self, state: ToyState, seat: Seat | None) -> dict[str, Json]:
        return {"turn": state.turn, "points": dict(state.points), "over": state.cursor == "over"}

    def check(self, state: ToyState) -> None:
        if min(state.points.values()) < 0:
            raise BrokenInvariant("points below nothing")

    def to_json(self, state: ToyState) -> bytes:
        return codec.to_json(state)

    def from_json(self, text: bytes, schema: int) -> ToyState:
        return codec.from_json(ToyState, text)


KINDS = {"BID": ("bid", 1), "STANCE": ("stance", 2)}


class ToyBox:
    """The toy as the judge sees it; every word of its language is in capitals."""

    name = "toy"

    def data(self) -> tuple[str, str] | None:
        return "toy.toml", "rounds = 2\n"

    def rules(self, data_text: str | None) -> Rules[Any]:
        return ToyRules()

    def turn_and_phase(self, state: ToyState) -> tuple[int, int]:
        return state.turn, 2 if state.cursor.endswith("stance") else 1

    def moment(self, state: Any) -> str:
        return f"turn {state.turn}"

    def settled(self, state: ToyState) -> Sequence[str]:
        return ()

    def pace(self, state: ToyState) -> Pace:
        return FRESH

    def next_turns(self, state: ToyState) -> Mapping[str, int]:
        return {}

    def left_open(self, decision: AnyDecision, answer: Json) -> Sentence | None:
        return None

    def seat_name(self, seat: str, language: str, data_text: str | None) -> str:
        return seat.capitalize()

    def catalogue(self, language: str, data_text: str | None) -> Catalogue:
        return Catalogue(language)

    def read(self, lines: Sequence[str], position: Position, waiting: Sequence[Waiting]) -> Sheet:
        if lines and lines[0] == "EXPLODE":
            raise RuntimeError("a fault in the reader")
        body = letter_body.read(lines)
        reading = _Reading(position, {w.kind + w.seat: w for w in waiting})
        for line in body.orders:
            reading.line(line.number, line.text)
        for aside in body.asides:
            why = Sentence(f"letter.why.{aside.why.value}")
            reading.lines.append(
                LineResult(number=aside.number, text=aside.text, verdict=Verdict.IGNORED, sentences=(why,))
            )
        return reading.sheet(only_quoted=not body.orders and any(a.why.value == "quoted" for a in body.asides))

    def use_waiting(self, position: Position, waiting: Sequence[Waiting]) -> Sheet:
        reading = _Reading(position, {})
        for w in waiting:
            if w.turn == position.turn:
                reading.give(w.number, w.text, w.seat, w.kind, w.order)
        return reading.sheet()

    def form(self, position: Position, language: str) -> str:
        lines = [f"FACTION {d.seat}\n{d.kind.upper()} {d.default}" for d in position.asked if d.seat in position.seats]
        return "\n".join([*lines, "END"])

    def ask_line(self, decision: AnyDecision, language: str, data_text: str | None) -> str:
        return f"{decision.kind} of {decision.seat}"

    def help(self, topic: str, language: str, data_text: str | None) -> Sequence[str]:
        return ["BID number", "STANCE bold or meek"]

    def possible(self, topic: str, position: Position, language: str) -> Sequence[str]:
        return [f"possible: {topic} 0 to 3"] if any(d.kind.upper() == topic for d in position.asked) else []

    def answer_lines(self, decision: AnyDecision, answer: Json, data_text: str | None) -> Sequence[str]:
        return [f"{decision.kind.upper()} {answer}"]

    def report_facts(
        self, rules: Rules[Any], state: Any, position: Position, events: Sequence[Event], known: Mapping[str, Any]
    ) -> ReportFacts:
        asked = [
            Asked(kind=d.kind, seat=d.seat, rule=d.rule, form=(f"{d.kind.upper()} {d.default}",))
            for d in position.asked if d.seat in position.seats
        ]  # fmt: skip
        return ReportFacts(board=None, view=rules.view(state, None), events=events, asked=asked, **known)

    def render(self, facts: ReportFacts) -> Rendered:
        lines = [*facts.notices, *facts.standing]
        lines += [f"{event.kind} {dict(event.facts)}" for event in facts.events]
        lines += ["ASKED:", *(line for one in facts.asked for line in one.form)]
        return Rendered(b"%PDF-toy", "\n".join(lines), f"{facts.game}-{facts.number}.pdf", f"Report {facts.number}")


class _Reading:
    def __init__(self, position: Position, waiting: dict[str, Waiting]) -> None:
        self.position, self.waiting = position, dict(waiting)
        self.lines: list[LineResult] = []
        self.answers: dict[str, Json] = {}
        self.cleared: list[str] = []
        self.commands: list[tuple[Command, str]] = []
        self.seat = position.seats[0] if len(position.seats) == 1 else ""

    def sheet(self, *, only_quoted: bool = False) -> Sheet:
        return Sheet(
            lines=tuple(self.lines), answers=self.answers, cleared=tuple(self.cleared),
            waiting=tuple(self.waiting.values()), commands=tuple(self.commands), only_quoted=only_quoted,
        )  # fmt: skip

    def line(self, number: str, text: str) -> None:
        words = text.split()
        first = words[0].upper()
        if first.lower() in set(Command):
            self.commands.append((Command(first.lower()), " ".join(words[1:])))
            self.say(number, text, Verdict.COMMAND, f"letter.command.{first.lower()}")
        elif first == "CLEAR":
            self.cleared += [d.key for d in self.position.asked if d.seat in self.position.seats]
            self.waiting = {}
            self.say(number, text, Verdict.COMMAND, "letter.command.cleared")
        elif first == "FACTION" and len(words) > 1:
            self.seat = words[1].lower()
            if self.seat not in self.position.seats:
                facts = {"faction": self.seat, "factions": list(self.position.seats)}
                self.say(number, text, Verdict.REFUSED, "letter.why.other_faction", **facts)
        elif first in KINDS and re.fullmatch(r"\w+", " ".join(words[1:])):
            kind, phase = KINDS[first]
            order: Json = int(words[1]) if words[1].isdigit() else words[1].lower()
            if self.seat not in self.position.seats:
                self.say(
                    number, text, Verdict.REFUSED, "letter.why.other_faction", faction=self.seat or "?", factions=[]
                )
            elif phase < self.position.phase:
                self.say(number, text, Verdict.REFUSED, "toy.past_phase", rule="7.2")
            else:
                self.give(number, text, self.seat, kind, order)
        else:
            self.say(number, text, Verdict.REFUSED, "toy.not_understood")

    def give(self, number: str, text: str, seat: str, kind: str, order: Json) -> None:
        decision = next((d for d in self.position.asked if d.seat == seat and d.kind == kind), None)
        if decision is None:
            self.waiting[kind + seat] = Waiting(
                seat=seat, kind=kind, turn=self.position.turn, number=number, text=text, order=order
            )
            self.say(number, text, Verdict.WAITING, "toy.later")
            return
        self.answers[decision.key] = order
        self.say(number, text, Verdict.ACCEPTED, f"toy.{kind}", order=order)

    def say(self, number: str, text: str, verdict: Verdict, key: str, rule: str = "", **facts: Any) -> None:
        sentence = Sentence(key, facts)
        self.lines.append(
            LineResult(number=number, text=text, verdict=verdict, sentences=(sentence,), rule=rule, seat=self.seat)
        )
