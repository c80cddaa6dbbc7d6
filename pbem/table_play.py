"""`pbem table`: all seats at one terminal, from the same questions, forms and order lines as by mail."""

from __future__ import annotations

import hashlib
import re
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.chance import entropy
from engine.core.decision import AnyDecision, IllegalOrder, Json, Seat
from engine.core.events import Event
from engine.core.table import Table
from orders.standing import Standing
from pbem.boxes import all_boxes, all_tools
from pbem.game_box import Command, GameBox, LineResult, Position, Verdict, visible
from pbem.game_tools import GameTools
from pbem.receipts import in_full
from pbem.reports.facts import ReportFacts, SeatStatus
from pbem.reports.words import capital

NAME = "table"
LANGUAGE = "en"
EVERYBODY = ""
"""The reader of a game in which nothing is hidden at the table."""

HELP = """\
Write order lines as in a letter; an empty line (or END) hands them in. What you leave out can follow.
  FORM        the order form again, filled in with the defaults
  DEFAULT     alone on a line: take the form as it stands
  HELP        this, and every order in a line; HELP {verb}: about one, with all that is possible now
  STATUS      how far the game is, and whom it waits for
  SCORE       the position in a few lines
  MAP         everything that lies on the map
  REPORT      the whole report of this turn so far, as it goes out by mail
  QUIT        end the game here"""
CLEAR_SCREEN = "\x1b[2J\x1b[3J\x1b[H"
"""With the lines that have left it upwards."""
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
    at_table = _AtTable(box, all_tools()[game], table, tuple(str(seat) for seat in rules.seats(options)), text)
    print(at_table.help_text)
    try:
        while not table.over:
            at_table.one_question()
    except (_Quit, KeyboardInterrupt) as stop:
        print(f"{stop}\nEnded in {box.moment(table.state)}. The same --seed deals the same game again.".lstrip())
        return
    at_table.end()


class _AtTable:
    def __init__(
        self, box: GameBox, tools: GameTools, table: Table[Any], seats: tuple[str, ...], data_text: str | None
    ) -> None:
        self.box, self.tools, self.table, self.seats, self.data_text = box, tools, table, seats, data_text
        self.words = box.catalogue(LANGUAGE, data_text)
        verbs = [line.split()[0] for line in box.help("", LANGUAGE, data_text)]
        self.help_text = HELP.format(verb=verbs[0] if verbs else "PLACE")
        self.turn_shown: dict[str, int] = {}
        """Reader -> the turn whose position he has seen."""
        self.at_keyboard = ""
        self.told: dict[str, list[Event]] = {}
        """Reader -> what happened since he was told, and in this turn so far."""
        self.untold: dict[str, list[Event]] = {}
        self.orders: list[Standing] = []
        """Standing orders."""

    def one_question(self) -> None:
        """Tell what happened, then ask the next seat until it has answered all it is asked now."""
        if self._answered_beforehand():
            return
        seat = str(self.table.open[0].seat)
        reader = self._hand_over(seat)
        self.tell(reader)
        position = self._position(seat)
        if position.turn != self.turn_shown.get(reader):
            self.turn_shown[reader] = position.turn
            self.standing(reader)
        asked = [decision for decision in self.table.open if decision.seat == seat]
        print(f"\n=== {capital(self._name(seat))}: {self.box.moment(self.table.state)}")
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
                self.standing(self._reader(position.seats[0]))
            elif word == "MAP":
                print("\n".join(self.tools.whole_map(self.words, self._facts(position))))
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
            print(self.box.render(self._facts(position)).text)
        else:
            print("  READY and WAIT are for letters; here an empty line hands your orders in.")

    def _help(self, topic: str, position: Position) -> None:
        if not topic:
            print(self.help_text)
        for sentence in self.box.help(topic, LANGUAGE, self.data_text):
            print(textwrap.fill(sentence, 100, initial_indent="  ", subsequent_indent="    "))
        if topic:
            for line in self.box.possible(topic, position, LANGUAGE):
                print(line)

    def _status(self, position: Position) -> None:
        print(f"  {capital(self.box.moment(self.table.state))} ({self.table.step_name}).")
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

    def _answered_beforehand(self) -> bool:
        """Whether a standing order has answered a question."""
        for decision in self.table.open:
            for order in self.orders:
                if order.fits(decision):
                    answer = decision.options.to_json(decision.options.from_json(order.answer))
                    self.table.answer(decision.key, answer, "standing")
                    return True
        return False

    def _understood(self, lines: Sequence[str], position: Position) -> dict[str, Json]:
        taken: dict[str, Json] = {}
        sheet = self.box.read(lines, position, ())
        kept = [order for order in self.orders if (order.seat, order.kind) not in sheet.standing_replaced]
        self.orders = [*kept, *sheet.standing]
        for key, answer in sheet.answers.items():
            decision = self.table.find(key)
            if decision is None:
                continue
            if (fault := _fault(decision, answer)) is None:
                taken[key] = answer
            else:
                print(f"  not allowed: {fault}")
        return taken

    # ------------------------------------------------------------------ what is shown

    def _reader(self, seat: str) -> str:
        """Who reads along: everybody, or where hands are hidden the seat that is asked."""
        return seat if self.tools.hidden_hands else EVERYBODY

    def _hand_over(self, seat: str) -> str:
        """Give the keyboard to the seat that is asked, where hands are hidden; the reader of what follows."""
        if self.tools.hidden_hands and seat != self.at_keyboard:
            self.at_keyboard = seat
            if sys.stdin.isatty():
                print(CLEAR_SCREEN, end="")
                name = self._name(seat)
                _typed(f"{capital(name)} is asked next. Give {name} the keyboard, then press Enter: ")
        return self._reader(seat)

    def _collect(self) -> None:
        """What has happened since, for each reader as he may know it."""
        events = self.table.take_events()
        for reader in self.seats if self.tools.hidden_hands else (EVERYBODY,):
            seen = visible(events, self.seats if reader == EVERYBODY else (reader,))
            self.untold.setdefault(reader, []).extend(seen)

    def tell(self, reader: str) -> None:
        """What has happened since this reader was last told."""
        self._collect()
        turn = self.box.turn_and_phase(self.table.state)[0]
        if turn != self.turn_shown.get(reader):
            self.told[reader] = []
        events = self.untold.pop(reader, [])
        self.told.setdefault(reader, []).extend(events)
        for event in events:
            print(self.tools.told(self.words, event))

    def end(self) -> None:
        """The game is over: everybody reads what happened."""
        self._collect()
        for event in self.untold.get(self.seats[0] if self.tools.hidden_hands else EVERYBODY, []):
            print(self.tools.told(self.words, event))
        self.standing(EVERYBODY)

    def standing(self, reader: str) -> None:
        """The position in a few lines."""
        view = self.table.rules.view(self.table.state, None if reader == EVERYBODY else Seat(reader))
        print(f"\n-- The position, turn {view['turn']} (MAP shows all of it)")
        for line in self.tools.standing(self.words, view):
            print(f"   {line}")

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
        return self.box.report_facts(
            self.table.rules, self.table.state, position, self.told.get(self._reader(position.seats[0]), ()), known
        )

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
