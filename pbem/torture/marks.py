"""The game that the letters of a torture belong to: two seats, many rounds, and in each round one mark of each seat.

Every letter carries a mark of its own, so its effect can be counted: it must stand in the record once. Marks for later
rounds may come early; they are kept, as orders for later phases are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core import codec
from engine.core.decision import AnyDecision, Decision, Json, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask_all
from engine.core.options import Amount
from engine.core.table import BrokenInvariant, Rules, Step
from orders import letter_body
from pbem.game_box import FRESH, LineResult, Pace, Position, Sentence, Sheet, Verdict, Waiting
from pbem.reports.facts import Asked, Rendered, ReportFacts
from pbem.reports.words import Catalogue

RULES = "marks"
SEATS = (Seat("red"), Seat("blue"))
HIGHEST = 10**9
POISON = "EXPLODE"
"""A letter with this first line makes the reader fail: it must be set aside, and the others go on."""

_ORDER = re.compile(r"MARK (\d{1,9}) IN (\d{1,6})", re.IGNORECASE)


@dataclass
class MarksState:
    """`sums` are there so that a position has something to get wrong."""

    cursor: str = "1"
    rounds: int = 1
    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(map(str, SEATS), 0))
    events: list[Event] = field(default_factory=list, metadata=codec.TRANSIENT)

    @property
    def now(self) -> int:
        return self.rounds if self.cursor == "over" else int(self.cursor)


def one_round(state: MarksState) -> Flow[str]:
    """Both marks are asked at once."""
    number = state.now
    tell(state, Event("phase_begins", "1", {"turn": 1, "phase": number}))
    kind = f"mark{number}"
    marks = yield from ask_all(
        Decision(kind=kind, seat=seat, rule="1", options=Amount(0, HIGHEST), default=0) for seat in SEATS
    )
    for seat in SEATS:
        state.sums[seat] += marks[f"{kind}@{seat}"]
    tell(state, Event("marks_set", "1", {"round": number} | {seat: marks[f"{kind}@{seat}"] for seat in SEATS}))
    return str(number + 1) if number < state.rounds else "over"


class MarksRules:
    """The rules; the option is `rounds`."""

    name = RULES
    edition = 1
    schema = 1

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        return SEATS

    def setup(self, options: Mapping[str, Json]) -> MarksState:
        rounds = options.get("rounds", 1)
        if not isinstance(rounds, int):
            raise ValueError("rounds is a number")  # noqa: TRY004 -- what the protocol promises
        return MarksState(rounds=rounds)

    def step(self, state: MarksState) -> Step[MarksState] | None:
        return None if state.cursor == "over" else Step(state.cursor, "1", one_round)

    def view(self, state: MarksState, seat: Seat | None) -> dict[str, Json]:
        return {"round": state.now, "sums": dict(state.sums), "over": state.cursor == "over"}

    def check(self, state: MarksState) -> None:
        if min(state.sums.values()) < 0:
            raise BrokenInvariant("a sum below nothing")

    def to_json(self, state: MarksState) -> bytes:
        return codec.to_json(state)

    def from_json(self, text: bytes, schema: int) -> MarksState:
        return codec.from_json(MarksState, text)


class MarksBox:
    """The game as the judge sees it."""

    name = RULES

    def data(self) -> tuple[str, str] | None:
        return None

    def rules(self, data_text: str | None) -> Rules[Any]:
        return MarksRules()

    def turn_and_phase(self, state: MarksState) -> tuple[int, int]:
        return 1, state.now

    def moment(self, state: MarksState) -> str:
        return f"mark {state.now}"

    def settled(self, state: MarksState) -> Sequence[str]:
        return ()

    def left_open(self, decision: AnyDecision, answer: Json) -> Sentence | None:
        return None

    def pace(self, state: Any) -> Pace:
        return FRESH

    def next_turns(self, state: Any) -> Mapping[str, int]:
        return {}

    def seat_name(self, seat: str, language: str, data_text: str | None) -> str:
        return seat.capitalize()

    def catalogue(self, language: str, data_text: str | None) -> Catalogue:
        return Catalogue(language)

    def read(self, lines: Sequence[str], position: Position, waiting: Sequence[Waiting]) -> Sheet:
        if lines and lines[0] == POISON:
            raise RuntimeError("a fault in the reader")
        body = letter_body.read(lines)
        results: list[LineResult] = []
        answers: dict[str, Json] = {}
        kept = {w.kind: w for w in waiting}
        for line in body.orders:
            found = _ORDER.fullmatch(line.text)
            if found is None:
                results.append(_result(line.number, line.text, Verdict.REFUSED))
                continue
            kind, mark = f"mark{int(found[2])}", int(found[1])
            decision = next((d for d in position.asked if d.seat in position.seats and d.kind == kind), None)
            if decision is not None:
                answers[decision.key] = mark
                results.append(_result(line.number, line.text, Verdict.ACCEPTED))
            elif int(found[2]) > position.phase:
                kept[kind] = Waiting(
                    seat=position.seats[0], kind=kind, turn=1, number=line.number, text=line.text, order=mark
                )
                results.append(_result(line.number, line.text, Verdict.WAITING))
            else:
                results.append(_result(line.number, line.text, Verdict.REFUSED))
        results += [_result(aside.number, aside.text, Verdict.IGNORED) for aside in body.asides]
        return Sheet(lines=tuple(results), answers=answers, waiting=tuple(kept.values()))

    def use_waiting(self, position: Position, waiting: Sequence[Waiting]) -> Sheet:
        asked = {d.kind: d.key for d in position.asked if d.seat in position.seats}
        return Sheet(
            answers={asked[w.kind]: w.order for w in waiting if w.kind in asked},
            waiting=tuple(w for w in waiting if w.kind not in asked),
        )

    def form(self, position: Position, language: str) -> str:
        asked = [d for d in position.asked if d.seat in position.seats]
        return "\n".join([*(f"MARK {d.default} IN {d.kind.removeprefix('mark')}" for d in asked), "END"])

    def ask_line(self, decision: AnyDecision, language: str, data_text: str | None) -> str:
        return f"{decision.kind} of {decision.seat}"

    def help(self, topic: str, language: str, data_text: str | None) -> Sequence[str]:
        return ["MARK number IN round"]

    def possible(self, topic: str, position: Position, language: str) -> Sequence[str]:
        return []

    def answer_lines(self, decision: AnyDecision, answer: Json, data_text: str | None) -> Sequence[str]:
        return [f"MARK {answer} IN {decision.kind.removeprefix('mark')}"]

    def report_facts(
        self, rules: Rules[Any], state: Any, position: Position, events: Sequence[Event], known: Mapping[str, Any]
    ) -> ReportFacts:
        asked = [
            Asked(kind=d.kind, seat=d.seat, rule=d.rule, form=(f"MARK 0 IN {d.kind.removeprefix('mark')}",))
            for d in position.asked if d.seat in position.seats
        ]  # fmt: skip
        return ReportFacts(board=None, view=rules.view(state, None), events=events, asked=asked, **known)

    def render(self, facts: ReportFacts) -> Rendered:
        lines = [round_line(event.facts) for event in facts.events if event.kind == "marks_set"]
        lines += [line for one in facts.asked for line in one.form]
        return Rendered(b"%PDF-marks", "\n".join(lines), f"{facts.game}-{facts.number}.pdf", f"Report {facts.number}")


def round_line(facts: Mapping[str, Json]) -> str:
    """How a report tells of a round; `ROUND_LINE` finds it again."""
    return f"Round {facts['round']}: red {facts['red']}, blue {facts['blue']}"


ROUND_LINE = re.compile(r"^Round (\d+): red (\d+), blue (\d+)\r?$", re.MULTILINE)


def _result(number: str, text: str, verdict: Verdict) -> LineResult:
    return LineResult(number=number, text=text, verdict=verdict, sentences=(Sentence("letter.why.game_over"),))
