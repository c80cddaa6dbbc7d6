"""`pbem table`: all seats at one terminal, from the same questions, forms and order lines as by mail."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.chance import entropy
from engine.core.decision import AnyDecision, IllegalOrder, Json
from engine.core.events import Event
from engine.core.table import Table
from pbem.boxes import all_boxes
from pbem.game_box import Command, GameBox, LineResult, Position, Verdict, visible
from pbem.reports import restate

NAME = "table"
LANGUAGE = "en"

HELP = """\
Write order lines as in a letter; an empty line (or END) hands them in. What you leave out can follow.
  FORM      the order form again, filled in with the defaults
  DEFAULT   alone on a line: take the form as it stands
  SCORE     the victory points as if counted now
  QUIT      end the game here"""


class _Quit(Exception):
    """The people at the table have had enough."""


def play_at_terminal(game: str, options: Mapping[str, Json], seed: int) -> None:
    """Play until the game is over, the input ends, or somebody writes QUIT. Raises ValueError on bad options."""
    box = all_boxes()[game]
    data = box.data()
    text = data[1] if data else None
    rules = box.rules(text)
    secret = hashlib.sha256(f"table/{seed}".encode()).digest()
    table: Table[Any] = Table.start(rules, options, entropy(secret, NAME))
    seats = tuple(str(seat) for seat in rules.seats(options))
    print(HELP)
    try:
        while not table.over:
            _AtTable(box, table, seats, text).one_question()
    except _Quit:
        print(f"Ended in {table.step_name}.")
        return
    _tell(box, table.take_events(), seats, text)
    _print_score(table)


class _AtTable:
    def __init__(self, box: GameBox, table: Table[Any], seats: tuple[str, ...], data_text: str | None) -> None:
        self.box, self.table, self.seats, self.data_text = box, table, seats, data_text

    def one_question(self) -> None:
        """Tell what happened, then ask the next seat until it has answered all it is asked now."""
        _tell(self.box, self.table.take_events(), self.seats, self.data_text)
        seat = str(self.table.open[0].seat)
        position = self._position(seat)
        asked = [decision for decision in self.table.open if decision.seat == seat]
        print(
            f"\n=== {self.box.seat_name(seat, LANGUAGE, self.data_text)}: turn {position.turn}, phase {position.phase}"
        )
        for decision in asked:
            print(f"{self.box.ask_line(decision, LANGUAGE, self.data_text)}")
        form = self.box.form(position, LANGUAGE)
        print(form)
        answers: dict[str, Json] = {}
        while missing := [decision for decision in asked if decision.key not in answers]:
            lines = list(self._lines_of(seat, form))
            answers.update(self._understood(lines, position))
            if still := [d for d in missing if d.key not in answers]:
                print("Still missing: " + ", ".join(sorted(d.kind for d in still)))
        for decision in asked:
            self.table.answer(decision.key, answers[decision.key], "order")

    def _lines_of(self, seat: str, form: str) -> Iterator[str]:
        """The lines of one letter, typed in."""
        while True:
            line = _typed(f"{seat}> ")
            word = line.strip().upper()
            if word == "QUIT":
                raise _Quit
            if word == "DEFAULT":
                yield from form.splitlines()
                return
            if word in ("", "END"):
                return
            if word == "FORM":
                print(form)
            elif word == "SCORE":
                _print_score(self.table)
            else:
                yield line

    def _understood(self, lines: Sequence[str], position: Position) -> dict[str, Json]:
        sheet = self.box.read(lines, position, ())
        for result in sheet.lines:
            self._print_verdict(result)
        if any(command is Command.HELP for command, _ in sheet.commands):
            print(HELP)
        taken: dict[str, Json] = {}
        for key, answer in sheet.answers.items():
            decision = self.table.find(key)
            if decision is None:
                continue
            if (fault := _fault(decision, answer)) is None:
                taken[key] = answer
            else:
                print(f"  not allowed: {fault}")
        return taken

    def _print_verdict(self, result: LineResult) -> None:
        if result.verdict is Verdict.IGNORED:
            return
        words = self.box.catalogue(LANGUAGE, self.data_text)
        said = " ".join(words.say(one.key, **one.facts) for one in (*result.sentences, *result.warnings))
        rule = f" (rule {result.rule})" if result.rule and result.verdict is Verdict.REFUSED else ""
        print(f"  {result.number} {result.verdict.value}: {said or result.text}{rule}")

    def _position(self, seat: str) -> Position:
        turn, phase = self.box.turn_and_phase(self.table.state)
        return Position(
            game=NAME, turn=turn, phase=phase, seats=(seat,), all_seats=self.seats,
            asked=tuple(self.table.asked), data_text=self.data_text,
        )  # fmt: skip


def _fault(decision: AnyDecision, answer: Json) -> str | None:
    try:
        reason = decision.options.why_not(decision.options.from_json(answer))
    except IllegalOrder as fault:
        reason = fault.reason
    return None if reason is None else str(reason)


def _typed(prompt: str) -> str:
    try:
        return input(prompt) if sys.stdin.isatty() else next(_piped(), "QUIT")
    except EOFError:
        return "QUIT"


def _piped() -> Iterator[str]:
    line = sys.stdin.readline()
    if line:
        yield line.rstrip("\n")


def _tell(box: GameBox, events: Sequence[Event], seats: tuple[str, ...], data_text: str | None) -> None:
    words = box.catalogue(LANGUAGE, data_text)
    for event in visible(events, seats):
        if event.kind == "phase_begins":
            print(f"\n-- turn {event.facts['turn']}, phase {event.facts['phase']} (rule {event.rule})")
        else:
            print(f"   {restate.event(words, event)} ({event.rule})")


def _print_score(table: Table[Any]) -> None:
    from pbem.reports.words import halves

    factions: Any = table.rules.view(table.state, None).get("factions") or {}
    for name, row in factions.items():
        print(f"   {name:<12} {halves(int(row['vp2']['total']))} victory points")
