"""Cases of Heads of State: turns with their orders, cubes and shuffles as they are given, or one scoring alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, TypeAlias

from engine.core.decision import AnyDecision, Json, Seat
from engine.core.events import Event
from engine.core.options import Order, OrderAnswer, OrderList
from engine.core.table import BrokenInvariant, Checkpoint, Table
from engine.heads_of_state import influence, invariants, scoring
from engine.heads_of_state.board import Switches, SwitchValue
from engine.heads_of_state.rules import HeadsOfState
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import DEAL, OVER, REVOLUTION
from orders.typography import fold
from pbem.case_text import Case, CaseFault, Line
from pbem.games.heads_of_state.cases_board import board_of
from pbem.games.heads_of_state.cases_chance import SHUFFLES, GivenChance
from pbem.games.heads_of_state.cases_names import NOTHING, parts
from pbem.games.heads_of_state.cases_orders import Mail, read_mail
from pbem.games.heads_of_state.cases_position import Position

State = HeadsState
DEFAULT: Final = "DEFAULT"
_SCORINGS: Final[Mapping[str, Callable[[State], None]]] = {
    "14.4": influence.score_round,
    "14.5": scoring.final_scoring,
}
_GIVEN: Final = re.compile(r"(bag|shuffled)\b\s*([^:]*):\s*(.+)", re.IGNORECASE)


class HeadsOfStateCase:
    """A game set up for one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.chance = GivenChance(lambda: self.state)
        self._switches = _switches(case)
        self._mails: list[Mail] = []
        self._table: Table[State] | None = None
        self._told: list[Event] = []
        self._asked: list[AnyDecision] = []
        self._asked_expected = True
        self._open_refusals: list[tuple[str, str]] = []

    # ------------------------------------------------------------------ blocks

    def board(self, argument: str, lines: Sequence[Line]) -> None:
        """The board of the case and the position after a deal that nobody has shuffled; no first turns."""
        board = board_of(argument, lines, self._switches)
        self.rules = HeadsOfState(board)
        try:
            state = self.rules.setup({"players": self._players()})
        except ValueError as fault:
            raise CaseFault(str(fault)) from fault
        self._take(state)
        _deal(state)
        self.before = self.rules.to_json(state)

    def _players(self) -> int:
        text = self.case.setting("PLAYERS") or "4"
        if not text.isdecimal():
            raise CaseFault(f"PLAYERS {text}: the game is for 2 to 5")
        return int(text)

    def _take(self, state: State) -> None:
        self.state = state
        self.position = Position(state)

    def situation(self, argument: str, lines: Sequence[Line]) -> None:
        """Changes of the position as it is now."""
        if argument:
            raise CaseFault(f"SITUATION {argument}: write SITUATION alone; what differs stands below it")
        for line in lines:
            try:
                if (given := _GIVEN.fullmatch(line.text)) is not None:
                    self._give(given[1].lower(), given[2].strip(), given[3])
                else:
                    self.position.make(line.text)
            except CaseFault as fault:
                raise fault.at(line.number) from fault
        self.position.finish()

    def _give(self, what: str, about: str, value: str) -> None:
        """ "bag: red, yellow", "shuffled revolution pile: gold, REVOLUTION" with the topmost card first, "shuffled
        seats: blue, red" with the first seat first."""
        names = self.position.names
        if what == "bag":
            self.chance.bag += [names.seat(part) for part in parts(value)]
            return
        if fold(about) not in SHUFFLES:
            raise CaseFault(f"{about!r} is not shuffled; there are {', '.join(SHUFFLES)}")
        read = {"seats": names.seats_in, "treason pile": names.treason_in}.get(fold(about), names.attributes_in)
        top = read(value)
        self.chance.shuffles.setdefault(SHUFFLES[fold(about)], []).append(top[::-1] if read == names.seats_in else top)

    def orders(self, argument: str, lines: Sequence[Line]) -> None:
        """A mail of one seat: its lines answer one question. What can't be read is refused as in a letter."""
        seat = self.position.names.seat(argument)
        mail, refused = read_mail(self.state.board, seat, lines)
        for reason in refused:
            self._refuse("refused", seat, reason.key)
        self._mails.append(mail)

    def dice(self, numbers: Sequence[int]) -> None:
        """Cubes by their numbers: 1 to 3 are those of the active seat, 4 the other."""
        self.chance.bag += numbers

    # ------------------------------------------------------------------ PLAY

    def play(self, argument: str) -> None:
        """PLAY: on to the end of the turn, or to a question without orders; PLAY DEFAULT answers those by 19.6; PLAY
        14.4, 14.5 a scoring alone; PLAY DEAL the set-up."""
        self._told, self._asked = [], []
        self.before = self.rules.to_json(self.state)
        self.position.before = self.state.totals()
        sound = self.position.sound
        try:
            if argument in _SCORINGS:
                _SCORINGS[argument](self.state)
                self._take_events(self.state.events)
                self.state.events.clear()
                return
            if argument == "DEAL":
                self._take(self.rules.setup({"players": self._players()}))
                self.position.before = self.state.totals()
            elif argument not in ("", "TURN", DEFAULT):
                known = ", ".join(["PLAY", "PLAY DEFAULT", "PLAY DEAL", *(f"PLAY {name}" for name in _SCORINGS)])
                raise CaseFault(f"PLAY {argument}: there are {known}")
            self._play_turn(by_default=argument == DEFAULT)
            if sound and self._table is None:
                self.rules.check(self.state)
        except BrokenInvariant as fault:
            raise CaseFault(f"the rules are broken: {fault}") from fault

    def _play_turn(self, *, by_default: bool) -> None:
        table = self._table or self._begin()
        self._take_events(table.take_events())
        while table.checkpoint.number == 0 and not table.over:
            answered = [self._answer(table, asked, by_default) for asked in table.open]
            self._take_events(table.take_events())
            if not any(answered):
                self._table = table
                self._asked = list(table.open)
                self._asked_expected = not self._asked
                return
        self._end(table)

    def _begin(self) -> Table[State]:
        if self.state.cursor == OVER:
            raise CaseFault("the game is over; nothing can be played")
        if self.state.cursor != DEAL and self.position.sound:
            self.rules.check(self.state)
        checkpoint = Checkpoint(
            0, self.state.cursor, self.rules.schema, self.rules.edition, self.rules.to_json(self.state)
        )
        rules: Any = self.rules if self.position.sound else _Unchecked(self.rules.board)
        self._table = Table(rules, checkpoint, self.chance)
        before, sound = self.position.before, self.position.sound
        self._take(self._table.state)
        self.position.before, self.position.sound = before, sound
        self._table._run()
        return self._table

    def _end(self, table: Table[State]) -> None:
        """The turn is over: the position between it and the next one, and what was told until then."""
        before, sound = self.position.before, self.position.sound
        self._take(self.rules.from_json(table.checkpoint.state, self.rules.schema))
        self.position.before, self.position.sound = before, sound
        self._table, self._asked = None, []
        begun = [at for at, event in enumerate(self._told) if event.kind == "turn_begins"]
        if not self.state.over and begun and self._told[begun[-1]].facts["turn"] == self.state.number:
            del self._told[begun[-1] :]

    def _answer(self, table: Table[State], asked: AnyDecision, by_default: bool) -> bool:
        """Answer a question with the next mail of its seat, or by default; False when there is none."""
        mail = next((mail for mail in self._mails if mail.seat == asked.seat), None)
        if mail is not None:
            self._mails.remove(mail)
        elif not by_default:
            return False
        answer = "default" if mail is None else self._legal(asked, mail)
        table.answer(asked.key, asked.options.to_json(answer), "order")
        return True

    def _legal(self, asked: AnyDecision, mail: Mail) -> OrderAnswer:
        """The orders of a mail without those that can never be right."""
        if mail.orders is None:
            return "default"
        options = asked.options
        assert isinstance(options, OrderList)
        legal: list[Order] = []
        for order in mail.orders:
            fit: Order = [{name: one.get(name) for name in options.fields} for one in order]
            reason = options.why_not([*legal, fit])
            if reason is None:
                legal.append(fit)
            else:
                self._refuse("refused", asked.seat, reason.key)
        return legal

    def _take_events(self, events: Sequence[Event]) -> None:
        for event in events:
            self._told.append(event)
            if event.kind == "order_skipped":
                self._refuse("skipped", str(event.facts["seat"]), str(event.facts["reason"]))

    def _refuse(self, how: str, seat: str, reason: str) -> None:
        self._open_refusals.append((f"{how} {seat}", fold(reason)))

    # ------------------------------------------------------------------ EXPECT

    def expect(self, text: str) -> str | None:
        """None when it is so; else what is found."""
        head, _, value = text.partition(":")
        words = head.split()
        match words[0].lower():
            case "skipped" | "refused" as how:
                return self._expect_refusal(f"{how} {self.position.names.seat(' '.join(words[1:]))}", fold(value))
            case "told" if words[1:2] == ["to"]:
                return _expect_event(self._seen_by(words[2]), _kind(words[3:]), value)
            case "untold" if words[1:2] == ["to"]:
                return _not_told(self._seen_by(words[2]), _kind(words[3:]))
            case "told":
                return _expect_event(_whole(self._told), _kind(words[1:]), value)
            case "untold":
                return _not_told(_whole(self._told), _kind(words[1:]))
            case "view":
                return self._expect_in_view(words[1:], value)
            case "asked":
                return self._expect_asked(value)
            case "unchanged":
                return None if self.rules.to_json(self.state) == self.before else "the position has changed"
        return self.position.differs(text)

    def _expect_refusal(self, who: str, reason: str) -> str | None:
        if (who, reason) in self._open_refusals:
            self._open_refusals.remove((who, reason))
            return None
        found = [f"{other} ({why})" for other, why in self._open_refusals]
        return f"there was: {'; '.join(found) or 'nothing of the kind'}"

    def _seen_by(self, name: str) -> list[_Told]:
        """3 What a seat was told; `nobody` is a spectator."""
        seat = self.position.names.seat_or_nobody(name)
        seats = () if seat is None else (Seat(seat),)
        seen = [(event.kind, event.seen_by(seats)) for event in self._told]
        return [(kind, facts) for kind, facts in seen if facts is not None]

    def _expect_in_view(self, words: Sequence[str], value: str) -> str | None:
        """3 "view yellow seats red attributes: 3": what a seat sees, by the names in its view."""
        seat = self.position.names.seat_or_nobody(words[0])
        shown: Any = self.rules.view(self.state, None if seat is None else Seat(seat))
        for word in words[1:]:
            if not isinstance(shown, dict) or word not in shown:
                raise CaseFault(f"there is no {word!r} in what {words[0]} sees")
            shown = shown[word]
        return None if _shown(shown) == _written(value.strip()) else f"it is: {_shown(shown)}"

    def _expect_asked(self, value: str) -> str | None:
        """All open questions: "turn red", "keep blue, keep green"; "nobody"."""
        self._asked_expected = True
        wanted = []
        for part in [] if fold(value) in NOTHING else parts(value):
            kind, _, name = part.partition(" ")
            wanted.append(f"{kind} {self.position.names.seat(name)}")
        asked = [f"{decision.kind} {decision.seat}" for decision in self._asked]
        return None if sorted(wanted) == sorted(asked) else f"asked are: {', '.join(asked) or 'nobody'}"

    def unexpected(self) -> list[str]:
        """What was refused or skipped, asked, or given and never used, and of which EXPECT does not speak."""
        found = [f"{who}: {reason}" for who, reason in self._open_refusals]
        self._open_refusals = []
        if not self._asked_expected:
            found += [f"{asked.kind} is asked of {asked.seat}, who has no orders" for asked in self._asked]
            self._asked_expected = True
        if self._table is None:
            found += self.chance.left()
            found += [f"nothing was asked of {mail.seat} that these orders answer" for mail in self._mails]
            self._mails = []
        return found


CASE = HeadsOfStateCase


class _Unchecked(HeadsOfState):
    """The rules on a position whose scores a case has given: section 21 says nothing of those."""

    def check(self, state: State) -> None:
        """Everything but the scores."""
        invariants.check_all_but_scores(state)


def _deal(s: State) -> None:
    """4.3, 4.4 Rows and piles from cards that lie in data order; everybody has had a first turn."""
    numbers, cards = s.board.numbers, s.draw_pile
    s.revolution_pile = [REVOLUTION, *(cards.pop() for _ in range(numbers.revolution_cards))]
    s.row = [cards.pop() for _ in range(numbers.row)]
    s.treason_row = [s.treason_pile.pop() for _ in range(numbers.treason_row)]
    s.number = s.players + 1
    for family in s.families.values():
        family.turns = 1
    s.cursor = f"{s.board.rounds[s.round]}/{s.number}/{s.active}"


def _switches(case: Case) -> dict[str, SwitchValue]:
    """SWITCH R16_return_dead_when_useless false; the number of the ruling is enough."""
    found: dict[str, SwitchValue] = {}
    known = asdict(Switches())
    for block in case.settings:
        if block.word == "SWITCH":
            name, _, value = block.argument.partition(" ")
            full = next((each for each in known if each == name or each.split("_")[0] == name), None)
            if full is None:
                raise CaseFault(f"SWITCH {name}: there are {', '.join(known)}", block.number)
            found[full] = _switch_value(known[full], value.strip(), block.number)
    return found


def _switch_value(usual: SwitchValue, text: str, line: int) -> SwitchValue:
    if isinstance(usual, bool):
        if text not in ("true", "false"):
            raise CaseFault(f"SWITCH: write true or false, not {text!r}", line)
        return text == "true"
    return int(text) if isinstance(usual, int) and text.isdecimal() else text


_Told: TypeAlias = "tuple[str, Mapping[str, Json]]"
"""Kind of an event and the facts of it that somebody may read."""


def _whole(events: Sequence[Event]) -> list[_Told]:
    return [(event.kind, event.facts) for event in events]


def _expect_event(told: Sequence[_Told], kind: str, value: str) -> str | None:
    """ "told card taken: card gold, seat red"; of a list all of it, as in "cards gold + title"."""
    wanted = [part.partition(" ") for part in parts(value)]
    same = [facts for known, facts in told if known == kind]
    if any(all(_shown(facts.get(name)) == _written(fact) for name, _, fact in wanted) for facts in same):
        return None
    shown = [", ".join(f"{name} {_shown(fact)}" for name, fact in facts.items()) for facts in same]
    return f"it was told: {'; '.join(shown)}" if shown else f"told were: {', '.join(known for known, _ in told)}"


def _not_told(told: Sequence[_Told], kind: str) -> str | None:
    return "it was told" if any(known == kind for known, _ in told) else None


def _kind(words: Sequence[str]) -> str:
    return fold(" ".join(words)).replace(" ", "_")


def _shown(fact: Json) -> str:
    """A fact as it is written in a case."""
    if isinstance(fact, list):
        return " + ".join(fold(str(item)) for item in fact)
    if isinstance(fact, dict):
        return " + ".join(f"{fold(name)} {fold(str(value))}" for name, value in fact.items())
    return fold(str(fact))


def _written(text: str) -> str:
    return " + ".join(fold(part) for part in text.split("+"))
