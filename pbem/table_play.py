"""`pbem table`: all seats at one terminal, from the same questions, forms and order lines as by mail."""

from __future__ import annotations

import hashlib
import re
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.chance import entropy
from engine.core.decision import AnyDecision, IllegalOrder, Json
from engine.core.events import Event
from engine.core.table import Table
from pbem.boxes import all_boxes
from pbem.game_box import Command, GameBox, LineResult, Position, Verdict, visible
from pbem.receipts import in_full
from pbem.reports import restate
from pbem.reports.dutch_pages import score_lines
from pbem.reports.facts import ReportFacts, SeatStatus
from pbem.reports.text import map_lines, twin
from pbem.reports.words import capital

NAME = "table"
LANGUAGE = "en"

HELP = """\
Write order lines as in a letter; an empty line (or END) hands them in. What you leave out can follow.
  FORM        the order form again, filled in with the defaults
  DEFAULT     alone on a line: take the form as it stands
  HELP        this, and every order in a line; HELP PLACE: about one, with all that is possible now
  STATUS      how far the game is, and whom it waits for
  SCORE       the position in a few lines
  MAP         all provinces and places, armies, boxes
  REPORT      the whole report of this turn so far, as it goes out by mail
  QUIT        end the game here"""
HINT = "HELP tells how to write orders, FORM shows the form again."


class _Quit(Exception):
    """The people at the table have had enough, or their input has ended."""


def play_at_terminal(game: str, options: Mapping[str, Json], seed: int) -> None:
    """Play until the game is over, the input ends, or somebody writes QUIT. Raises ValueError on bad options."""
    box = all_boxes()[game]
    data = box.data()
    text = data[1] if data else None
    rules = box.rules(text)
    secret = hashlib.sha256(f"table/{seed}".encode()).digest()
    table: Table[Any] = Table.start(rules, options, entropy(secret, NAME))
    at_table = _AtTable(box, table, tuple(str(seat) for seat in rules.seats(options)), text)
    print(HELP)
    try:
        while not table.over:
            at_table.one_question()
    except (_Quit, KeyboardInterrupt) as stop:
        turn, phase = box.turn_and_phase(table.state)
        print(f"{stop}\nEnded in turn {turn}, phase {phase}. The same --seed deals the same game again.".lstrip())
        return
    at_table.tell()
    at_table.standing()


class _AtTable:
    def __init__(self, box: GameBox, table: Table[Any], seats: tuple[str, ...], data_text: str | None) -> None:
        self.box, self.table, self.seats, self.data_text = box, table, seats, data_text
        self.words = box.catalogue(LANGUAGE, data_text)
        self.turn_shown = -1
        self.told: list[Event] = []
        """What happened in this turn so far."""

    def one_question(self) -> None:
        """Tell what happened, then ask the next seat until it has answered all it is asked now."""
        self.tell()
        seat = str(self.table.open[0].seat)
        position = self._position(seat)
        if position.turn != self.turn_shown:
            self.turn_shown, self.told = position.turn, []
            self.standing()
        asked = [decision for decision in self.table.open if decision.seat == seat]
        print(f"\n=== {capital(self._name(seat))}: turn {position.turn}, phase {position.phase}")
        for decision in asked:
            print(self._question(decision))
        print(self.box.form(position, LANGUAGE))
        answers: dict[str, Json] = {}
        while missing := [decision for decision in asked if decision.key not in answers]:
            answers.update(self._understood(self._lines_of(position), position))
            if still := [d for d in missing if d.key not in answers]:
                print("Still missing (DEFAULT takes the form as it stands):")
                for decision in still:
                    print(f"  {self._question(decision)}")
        for decision in asked:
            self.table.answer(decision.key, answers[decision.key], "order")

    # ------------------------------------------------------------------ what is typed

    def _lines_of(self, position: Position) -> list[str]:
        """The order lines of one letter, each answered as it is typed; commands are carried out at once."""
        lines: list[str] = []
        while True:
            line = _typed(f"{position.seats[0]}> ")
            word = " ".join(line.upper().split())
            if word == "QUIT":
                raise _Quit
            if word == "DEFAULT":
                return self.box.form(position, LANGUAGE).splitlines()
            if word in ("", "END"):
                return lines
            if word == "SCORE":
                self.standing()
            elif word == "MAP":
                print("\n".join(map_lines(self.words, self._facts(position))))
            elif commands := self.box.read([line], position, ()).commands:
                for command, argument in commands:
                    self._carry_out(command, argument, position)
            else:
                lines.append(line)
                self._print_verdicts(lines, position)

    def _carry_out(self, command: Command, argument: str, position: Position) -> None:
        if command is Command.HELP:
            self._help(argument, position)
        elif command is Command.STATUS:
            self._status(position)
        elif command is Command.FORM:
            print(self.box.form(position, LANGUAGE))
        elif command is Command.REPORT:
            print(twin(self.words, self._facts(position)))
        else:
            print("  READY and WAIT are for letters; here an empty line hands your orders in.")

    def _help(self, topic: str, position: Position) -> None:
        if not topic:
            print(HELP)
        for sentence in self.box.help(topic, LANGUAGE, self.data_text):
            print(textwrap.fill(sentence, 100, initial_indent="  ", subsequent_indent="    "))
        if topic:
            for line in self.box.possible(topic, position, LANGUAGE):
                print(line)

    def _status(self, position: Position) -> None:
        print(f"  Turn {position.turn}, phase {position.phase}, {self.table.step_name}.")
        for seat in self.seats:
            waits = [decision.kind for decision in self.table.open if decision.seat == seat]
            asked = any(decision.seat == seat for decision in self.table.asked)
            state = "is asked" if waits else "has answered" if asked else "is not asked now"
            print(f"  {capital(self._name(seat))} {state}.")

    def _print_verdicts(self, lines: Sequence[str], position: Position) -> None:
        """What becomes of the newest line, read with those before it."""
        mine = re.compile(rf"{len(lines)}[a-z]*")
        found = [line for line in self.box.read(lines, position, ()).lines if mine.fullmatch(line.number)]
        for result in found:
            self._print_verdict(result)
        if not found and not lines[-1].lstrip().startswith("#"):
            print(f"  {len(lines)} not understood. {HINT}")

    def _print_verdict(self, result: LineResult) -> None:
        said = " ".join(in_full(self.words, one) for one in (*result.sentences, *result.warnings))
        if result.verdict in (Verdict.IGNORED, Verdict.UNCLEAR):
            print(f"  {result.number} not read. {f'{said} ' if said else ''}{HINT}")
            return
        rule = f" (rule {result.rule})" if result.rule and result.verdict is Verdict.REFUSED else ""
        print(f"  {result.number} {result.verdict.value}: {said or result.text}{rule}")

    def _understood(self, lines: Sequence[str], position: Position) -> dict[str, Json]:
        taken: dict[str, Json] = {}
        for key, answer in self.box.read(lines, position, ()).answers.items():
            decision = self.table.find(key)
            if decision is None:
                continue
            if (fault := _fault(decision, answer)) is None:
                taken[key] = answer
            else:
                print(f"  not allowed: {fault}")
        return taken

    # ------------------------------------------------------------------ what is shown

    def tell(self) -> None:
        """What has happened since the last question."""
        events = visible(self.table.take_events(), self.seats)
        self.told += events
        for event in events:
            if event.kind == "phase_begins":
                print(f"\n-- turn {event.facts['turn']}, phase {event.facts['phase']} (rule {event.rule})")
            else:
                print(f"   {restate.event(self.words, event)} ({event.rule})")

    def standing(self) -> None:
        """The position in a few lines."""
        view = self.table.rules.view(self.table.state, None)
        print(f"\n-- The position, turn {view['turn']} (MAP shows all of it)")
        for line in score_lines(self.words, view):
            print(f"   {line}")
        for faction, row in view["factions"].items():
            print(
                f"   {capital(self._name(faction))}: treasury {row['treasury']}; tokens in stock {row['stock']}, "
                f"on the map {row['on_map']}, in boxes {row['in_boxes']}; armies {row['armies_out']}"
            )
        for place, row in view["places"].items():
            if row.get("siege"):
                print(
                    f"   {self.words.say('report.alt.siege', place=place, by_name=self._besieger(row['siege']['by']))}"
                )
        print(f"   {self.words.say('text.order', list=self.words.listed(map(self._name, view['order'])))}")

    def _besieger(self, by: str) -> str:
        return self.words.say("term.beggars") if by == "beggars" else self._name(by)

    def _name(self, seat: str) -> str:
        return self.box.seat_name(seat, LANGUAGE, self.data_text)

    def _question(self, decision: AnyDecision) -> str:
        return self.box.ask_line(decision, LANGUAGE, self.data_text)

    def _facts(self, position: Position) -> ReportFacts:
        asked, waited = ({str(d.seat) for d in some} for some in (self.table.asked, self.table.open))
        statuses = [SeatStatus(seat=seat, asked=seat in asked, answered=seat not in waited) for seat in self.seats]
        known = {
            "game": NAME, "number": position.turn + 1, "language": LANGUAGE, "zone": "UTC", "player": "",
            "seats": position.seats, "statuses": statuses, "at_deadline": "wait",
        }  # fmt: skip
        return self.box.report_facts(self.table.rules, self.table.state, position, self.told, known)

    def _position(self, seat: str) -> Position:
        turn, phase = self.box.turn_and_phase(self.table.state)
        return Position(
            game=NAME, turn=turn, phase=phase, seats=(seat,), all_seats=self.seats,
            asked=tuple(self.table.asked), settled=tuple(self.box.settled(self.table.state)), data_text=self.data_text,
        )  # fmt: skip


def _fault(decision: AnyDecision, answer: Json) -> str | None:
    try:
        reason = decision.options.why_not(decision.options.from_json(answer))
    except IllegalOrder as fault:
        reason = fault.reason
    return None if reason is None else str(reason)


def _typed(prompt: str) -> str:
    """One line; from a pipe it is shown behind the prompt, as if it had been typed. Raises _Quit at the end."""
    try:
        if sys.stdin.isatty():
            return input(prompt)
    except EOFError:
        print()
        raise _Quit("The input has ended.") from None
    line = sys.stdin.readline()
    if not line:
        raise _Quit("The input has ended.")
    print(prompt + line.rstrip("\r\n"))
    return line.rstrip("\r\n")
