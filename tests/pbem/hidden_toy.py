"""A tiny card game for tests of the judge: hidden hands, turns that pause, a question to the others in the middle.

Red, blue and green hold cards of a shuffled pile. Whose turn it is writes `GO` and words, carried out one by one:
`draw` takes a card, `wait` ends the letter and the turn goes on with the next one, `alarm` makes every other seat with
three cards or more throw one away (`THROW n`, the nearest card), `rest` does nothing. `STANDING THROW n` answers alarms
beforehand; with `IF MANY` only when four cards are held. A line of other words is not understood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core import codec
from engine.core.decision import AnyDecision, Decision, IllegalOrder, Json, Reason, Seat, Timing
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask, ask_all, shuffled
from engine.core.options import Amount
from engine.core.table import BrokenInvariant, Rules, Step
from orders import letter_body
from orders.standing import Condition, Standing
from pbem.game_box import FRESH, Command, LineResult, Pace, Position, Sentence, Sheet, Verdict, Waiting
from pbem.reports.facts import Asked, ReportFacts
from tests.pbem.toy import ToyBox

SEATS = (Seat("red"), Seat("blue"), Seat("green"))
CARDS = 30
TURNS = 6
WORDS = ("draw", "wait", "alarm", "rest")


@dataclass
class HiddenState:
    cursor: str = "deal"
    turn: int = 0
    phase: int = 1
    clock: str = "fresh"
    grace: int = 24
    window: int = 48
    salt: str = ""
    pile: list[int] = field(default_factory=lambda: list(range(1, CARDS + 1)))
    hands: dict[str, list[int]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    thrown: int = 0
    events: list[Event] = field(default_factory=list, metadata=codec.TRANSIENT)


class Script:
    """Words of a turn."""

    def why_not(self, choice: str, /) -> Reason | None:
        bad = [word for word in choice.split() if word not in WORDS]
        return Reason("not_among", "", {"given": bad[0], "names": list(WORDS)}) if bad else None

    def sample(self, draw: Any, /) -> str:
        return " ".join(WORDS[draw(len(WORDS))] for _ in range(3))

    def forced(self) -> None:
        return None

    def examples(self, limit: int, /) -> list[str]:
        return list(WORDS[:limit])

    def to_json(self, choice: str, /) -> Json:
        return choice

    def from_json(self, raw: Json, /) -> str:
        if not isinstance(raw, str):
            raise IllegalOrder(Reason("wrong_shape", "", {"expected": "words", "given": str(raw)}))
        return raw


def deal(s: HiddenState) -> Flow[str]:
    s.pile = yield from shuffled("pile", s.pile, rule="1")
    for seat in SEATS:
        s.hands[seat] = sorted(s.pile.pop() for _ in range(3))
    s.turn = 1
    return "turn"


def play_turn(s: HiddenState) -> Flow[str]:
    seat = SEATS[(s.turn - 1) % 3]
    s.phase, s.clock, letters = 1, "fresh", 0
    tell(s, Event("toy_begins", "2", {"turn": s.turn, "seat": seat}))
    going_on = True
    while going_on:
        letters += 1
        about = str(letters) if letters > 1 else ""
        script = yield from ask(Decision(kind="go", seat=seat, rule="2", options=Script(), default="rest", about=about))
        going_on = False
        for word in script.split():
            if word == "wait":
                s.phase, s.clock, going_on = 2, "same", True
                break
            yield from carry_out(s, seat, word)
    s.turn += 1
    return "turn" if s.turn <= TURNS else "over"


def carry_out(s: HiddenState, seat: Seat, word: str) -> Flow[None]:
    if word == "draw":
        card = s.pile.pop()
        s.hands[seat] = sorted([*s.hands[seat], card])
        facts: dict[str, Json] = {"seat": seat, "card": card}
        tell(s, Event("toy_draws", "2", facts, only=(seat,), others_see={"seat": seat}))
    elif word == "alarm":
        s.phase, s.clock = 3, "window"
        asked = [one for one in SEATS if one != seat and len(s.hands[one]) >= 3]
        answers = yield from ask_all(
            Decision(
                kind="throw", seat=one, rule="3", options=Amount(1, CARDS), default=1, timing=Timing.RESPONSE,
                facts={"cards": len(s.hands[one])},
            )
            for one in asked
        )  # fmt: skip
        for one in asked:
            wanted = answers[f"throw@{one}"]
            s.hands[one].remove(min(s.hands[one], key=lambda card: (abs(card - wanted), card)))
            s.thrown += 1
        tell(s, Event("toy_alarm", "3", {"seats": list(asked)}))
        s.phase, s.clock = 2, "same"


class HiddenRules:
    name = "hidden"
    edition = 1
    schema = 1

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        return SEATS

    def setup(self, options: Mapping[str, Json]) -> HiddenState:
        if set(options) - {"grace", "window"}:
            raise ValueError(f"the hidden toy does not know {sorted(options)}")
        return HiddenState(**options)  # type: ignore[arg-type]

    def step(self, state: HiddenState) -> Step[HiddenState] | None:
        flows = {"deal": deal, "turn": play_turn}
        return Step(state.cursor, "1", flows[state.cursor]) if state.cursor != "over" else None

    def view(self, state: HiddenState, seat: Seat | None) -> dict[str, Json]:
        own: list[Json] = list(state.hands[seat]) if seat else []
        hands: dict[str, Json] = {one: len(state.hands[one]) for one in SEATS}
        return {"turn": state.turn, "own": own, "hands": hands, "over": state.cursor == "over"}

    def check(self, state: HiddenState) -> None:
        if len(state.pile) + sum(map(len, state.hands.values())) + state.thrown != CARDS:
            raise BrokenInvariant("cards are lost")

    def to_json(self, state: HiddenState) -> bytes:
        return codec.to_json(state)

    def from_json(self, text: bytes, schema: int) -> HiddenState:
        return codec.from_json(HiddenState, text)


class HiddenBox(ToyBox):
    """The card game as the judge sees it."""

    name = "hidden"

    def rules(self, data_text: str | None) -> Rules[Any]:
        return HiddenRules()

    def turn_and_phase(self, state: Any) -> tuple[int, int]:
        return state.turn, state.phase

    def pace(self, state: Any) -> Pace:
        if state.clock == "same":
            return Pace(kind="same", grace=state.grace, quiet=True)
        if state.clock == "window":
            return Pace(kind="hours", hours=state.window, quiet=True)
        return FRESH

    def next_turns(self, state: Any) -> Mapping[str, int]:
        return {seat: state.turn + 1 + (n - state.turn) % 3 for n, seat in enumerate(SEATS)}

    def read(self, lines: Sequence[str], position: Position, waiting: Sequence[Waiting]) -> Sheet:
        reading = _Letter(position, waiting)
        for line in letter_body.read(lines).orders:
            reading.line(line.number, line.text)
        return reading.sheet()

    def use_waiting(self, position: Position, waiting: Sequence[Waiting]) -> Sheet:
        answers = {
            d.key: w.order for w in waiting for d in position.asked
            if w.turn == position.turn and (d.seat, d.kind) == (w.seat, w.kind)
        }  # fmt: skip
        left = tuple(w for w in waiting if w.turn > position.turn)
        return Sheet(answers=answers, waiting=left)

    def form(self, position: Position, language: str) -> str:
        return "\n".join([f"{_verb(d)} {_plain(d)}" for d in position.asked if d.seat in position.seats] + ["END"])

    def report_facts(
        self, rules: Rules[Any], state: Any, position: Position, events: Sequence[Event], known: Mapping[str, Any]
    ) -> ReportFacts:
        asked = [
            Asked(kind=d.kind, seat=d.seat, rule=d.rule, form=(f"{d.kind.upper()} {_plain(d)}",))
            for d in position.asked if d.seat in position.seats
        ]  # fmt: skip
        view = rules.view(state, Seat(position.seats[0]))
        shown = [*known["notices"], *(f"{one.seat} {one.asked} {one.answered}" for one in known["statuses"]), str(view)]
        return ReportFacts(board=None, view=view, events=events, asked=asked, **{**known, "notices": shown})


def _verb(decision: AnyDecision) -> str:
    return "CHANCE" if decision.kind == "chance_words" else decision.kind.upper()


def _plain(decision: AnyDecision) -> str:
    return "DEFAULT" if decision.kind == "chance_words" else str(decision.default)


class _Letter:
    def __init__(self, position: Position, waiting: Sequence[Waiting]) -> None:
        self.position, self.waiting = position, list(waiting)
        self.lines: list[LineResult] = []
        self.answers: dict[str, Json] = {}
        self.standing: list[Standing] = []
        self.replaced: list[tuple[str, str]] = []
        self.commands: list[tuple[Command, str]] = []
        self.unclear = False
        self.seat = position.seats[0]

    def sheet(self) -> Sheet:
        return Sheet(
            lines=tuple(self.lines), answers=self.answers, waiting=tuple(self.waiting), commands=tuple(self.commands),
            standing=tuple(self.standing), standing_replaced=tuple(self.replaced),
            held=tuple(self.answers) if self.unclear else (),
        )  # fmt: skip

    def line(self, number: str, text: str) -> None:
        first, *words = text.split()
        if first.lower() in set(Command):
            self.commands.append((Command(first.lower()), " ".join(words)))
            self.say(number, text, Verdict.COMMAND, f"letter.command.{first.lower()}")
        elif first == "CHANCE":
            said: Json = "default" if words == ["DEFAULT"] else [[{"words": " ".join(words)}]]
            self.answer(number, text, "chance_words", said)
        elif first == "GO":
            self.answer(number, text, "go", " ".join(words).lower())
        elif first == "LATER":
            turn = self.position.next_turns[self.seat]
            order = " ".join(words).lower()
            self.waiting = [Waiting(seat=self.seat, kind="go", turn=turn, number=number, text=text, order=order)]
            self.say(number, text, Verdict.WAITING, "toy.later")
        elif first == "THROW":
            self.answer(number, text, "throw", int(words[0]))
        elif first == "STANDING":
            when = (Condition("cards", ">=", 4),) if words[-1] == "MANY" else ()
            if not self.standing:
                self.replaced.append((self.seat, "throw"))
            if words[0] == "THROW":
                self.standing.append(Standing(self.seat, "throw", int(words[1]), when, text))
            self.say(number, text, Verdict.WAITING, "toy.standing", order=text)
        else:
            self.unclear = True
            self.say(number, text, Verdict.REFUSED, "toy.not_understood")

    def answer(self, number: str, text: str, kind: str, given: Json) -> None:
        decision = next((d for d in self.position.asked if (d.seat, d.kind) == (self.seat, kind)), None)
        if decision is None:
            self.say(number, text, Verdict.REFUSED, "toy.not_asked")
            return
        self.answers[decision.key] = given
        self.say(number, text, Verdict.ACCEPTED, f"toy.{kind}", given=str(given))

    def say(self, number: str, text: str, verdict: Verdict, key: str, **facts: Any) -> None:
        self.lines.append(
            LineResult(number=number, text=text, verdict=verdict, sentences=(Sentence(key, facts),), seat=self.seat)
        )
