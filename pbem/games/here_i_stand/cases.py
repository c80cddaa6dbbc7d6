"""Cases of Here I Stand: an impulse or a phase with its letters and dice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from engine.core.decision import AnyDecision, IllegalOrder, Json, Reason, Seat, Timing
from engine.core.events import Event
from engine.core.options import Order, OrderList
from engine.core.table import BrokenInvariant, Checkpoint, Table
from engine.here_i_stand.board.board import Board
from engine.here_i_stand.rules import HereIStand
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, Whereabouts
from orders.grammar import read_order
from orders.here_i_stand import LANGUAGE
from orders.here_i_stand.words import HisLexicon
from orders.standing import Standing
from orders.statements import Ordered
from orders.typography import fold
from orders.words import OrderFault
from pbem.case_text import Case, CaseFault, Line
from pbem.games.here_i_stand.cases_chance import GivenChance
from pbem.games.here_i_stand.cases_names import NOTHING, parts
from pbem.games.here_i_stand.cases_position import Position

State = HisState
DEFAULT: Final = "DEFAULT"
STEP: Final = "STEP"
EMPTY: Final = "empty"
_DRAWN: Final = re.compile(r"drawn:\s*(.+)", re.IGNORECASE)


@cache
def _rules() -> HereIStand:
    return HereIStand(Board.ours())


@lru_cache(maxsize=4)
def _lexicon(board: Board) -> HisLexicon:
    return HisLexicon(board)


@dataclass(slots=True)
class _Letter:
    """The orders of one power, by the kind of question that they answer; None: the default."""

    power: Power
    orders: dict[str, list[Order] | None] = field(default_factory=dict)


class HereIStandCase:
    """A game set up for one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.rules = _rules()
        self.chance = GivenChance()
        self._letters: list[_Letter] = []
        self._standing: list[Standing] = []
        self._table: Table[State] | None = None
        self._told: list[Event] = []
        self._asked: list[AnyDecision] = []
        self._asked_expected = True
        self._refusals: list[tuple[str, str]] = []

    # ------------------------------------------------------------------ blocks

    def board(self, argument: str, lines: Sequence[Line]) -> None:
        """The set-up of the scenario; BOARD empty: without units, leaders, wars and alliances, with empty hands."""
        if argument not in ("", EMPTY) or lines:
            raise CaseFault(f"BOARD {argument}: write BOARD, or BOARD {EMPTY}")
        options: dict[str, Json] = {
            "scenario": self.case.setting("SCENARIO") or None,
            "players": int(self.case.setting("PLAYERS") or 6),
            "edition": self.case.setting("EDITION") or None,
            "switches": _switches(self.case),
        }
        try:
            state = self.rules.setup(options)
        except ValueError as fault:
            raise CaseFault(str(fault)) from fault
        if argument == EMPTY:
            _clear(state)
        self._take(state)
        self.before = self.rules.to_json(state)

    def _take(self, state: State) -> None:
        self.state = state
        self.position = Position(state)

    def situation(self, argument: str, lines: Sequence[Line]) -> None:
        """Changes of the position as it is now."""
        if argument:
            raise CaseFault(f"SITUATION {argument}: write SITUATION alone; what differs stands below it")
        for line in lines:
            try:
                if (drawn := _DRAWN.fullmatch(line.text)) is not None:
                    self.chance.draws += [int(part) for part in parts(drawn[1])]
                else:
                    self.position.make(line.text)
            except CaseFault as fault:
                raise fault.at(line.number) from fault

    def orders(self, argument: str, lines: Sequence[Line]) -> None:
        """A letter of one power: its lines answer the next questions of their kinds. What can't be read is refused."""
        letter = _Letter(self.position.names.power(argument))
        for line in lines:
            try:
                ordered = read_order(line.text, LANGUAGE, _lexicon(self.state.board))
            except (OrderFault, IllegalOrder) as fault:
                self._refuse("refused", letter.power, fault.reason)
                continue
            if ordered.standing:
                self._stand(letter.power, ordered)
            elif ordered.given == "default":
                letter.orders[ordered.kind] = None
            else:
                known = letter.orders.get(ordered.kind)
                letter.orders[ordered.kind] = [*(known or []), *ordered.given]
        self._letters.append(letter)

    def _stand(self, power: Power, ordered: Ordered) -> None:
        """STANDING, or an answer with IF behind it: for every question that fits, as in a game. Lines of one kind
        under the same conditions are one answer; what has no conditions comes last."""
        orders = () if ordered.given == "default" else ordered.given
        given: list[Json] = [[dict(one) for one in order] for order in orders]
        for known in self._standing:
            same = (known.seat, known.kind, known.when) == (power, ordered.kind, ordered.when)
            if same and isinstance(known.answer, list):
                known.answer.extend(given)
                return
        self._standing.append(Standing(power, ordered.kind, given or "default", ordered.when))
        self._standing.sort(key=lambda one: not one.when)

    def dice(self, numbers: Sequence[int]) -> None:
        self.chance.give(numbers)

    # ------------------------------------------------------------------ PLAY

    def play(self, argument: str) -> None:
        """PLAY: on to the end of the impulse or phase, and over what follows without a question, or to a question
        without orders; windows and choices that may be answered beforehand take their defaults. PLAY DEFAULT: every
        question without orders does. PLAY STEP: the same, and nothing of the steps that follow."""
        if argument not in ("", DEFAULT, STEP):
            raise CaseFault(
                f"PLAY {argument}: write PLAY, PLAY {DEFAULT} or PLAY {STEP}; SITUATION says what is played"
            )
        self._told, self._asked = [], []
        self.before = self.rules.to_json(self.state)
        try:
            self._play(by_default=argument != "", one_step=argument == STEP)
        except BrokenInvariant as fault:
            raise CaseFault(f"the rules are broken: {fault}") from fault

    def _play(self, *, by_default: bool, one_step: bool) -> None:
        table = self._table or self._begin()
        self._take_events(table.take_events())
        while table.checkpoint.number == 0 and not table.over:
            answered = [self._answer(table, asked, by_default) for asked in table.open]
            self._take_events(table.take_events())
            if not any(answered):
                self._table, self._asked = table, list(table.open)
                self._asked_expected = not self._asked
                return
        checkpoint = table.take_passed()[0][1] if one_step else table.checkpoint
        self._take(self.rules.from_json(checkpoint.state, self.rules.schema))
        self._table, self._asked = None, []
        begins = [at for at, event in enumerate(self._told) if event.kind in ("phase_begins", "impulse_begins")]
        if len(begins) > 1 and (one_step or not self.state.over):
            del self._told[begins[1 if one_step else -1] :]

    def _begin(self) -> Table[State]:
        self.rules.check(self.state)
        raw = self.rules.to_json(self.state)
        checkpoint = Checkpoint(0, self.state.cursor, self.rules.schema, self.rules.edition, raw)
        self._table = Table(self.rules, checkpoint, self.chance)
        self._take(self._table.state)
        self._table._run()
        return self._table

    def _answer(self, table: Table[State], asked: AnyDecision, by_default: bool) -> bool:
        """Answer a question with the next letter of its power, or by default; False when there is none."""
        letter = next(
            (one for one in self._letters if one.power == Power(asked.seat) and asked.kind in one.orders), None
        )
        if letter is None and not by_default and asked.timing is not Timing.RESPONSE:
            return False
        if table.find(asked.key) is None:
            return True
        standing = next((one for one in self._standing if one.fits(asked)), None) if letter is None else None
        if standing is not None:
            table.answer(asked.key, standing.answer, "standing")
            return True
        orders = None if letter is None else letter.orders.pop(asked.kind)
        if letter is not None and not letter.orders:
            self._letters.remove(letter)
        table.answer(asked.key, "default" if orders is None else self._legal(asked, orders), "order")
        return True

    def _legal(self, asked: AnyDecision, orders: list[Order]) -> Json:
        """The orders of a letter without those that are refused."""
        options = asked.options
        assert isinstance(options, OrderList)
        wanted: list[Order] = [[{name: one.get(name) for name in options.fields} for one in order] for order in orders]
        if options.why_not(wanted) is None:
            return options.to_json(wanted)
        legal: list[Order] = []
        for fit in wanted:
            reason = options.why_not([*legal, fit])
            if reason is None:
                legal.append(fit)
            else:
                self._refuse("refused", Power(asked.seat), reason)
        return options.to_json(legal) if legal else "default"

    def _take_events(self, events: Sequence[Event]) -> None:
        for event in events:
            self._told.append(event)
            if event.kind == "order_skipped":
                self._refusals.append((f"skipped {event.facts['power']}", fold(str(event.facts["reason"]))))

    def _refuse(self, how: str, power: Power, reason: Reason) -> None:
        self._refusals.append((f"{how} {power}", fold(reason.key)))

    # ------------------------------------------------------------------ EXPECT

    def expect(self, text: str) -> str | None:
        """None when it is so; else what is found."""
        head, _, value = text.partition(":")
        words = head.split()
        match words[0].lower():
            case "skipped" | "refused" as how:
                return self._expect_refusal(f"{how} {self.position.names.power(' '.join(words[1:]))}", fold(value))
            case "told" if words[1:2] == ["to"]:
                return _expect_event(self._seen_by(words[2]), _kind(words[3:]), value)
            case "untold" if words[1:2] == ["to"]:
                return _not_told(self._seen_by(words[2]), _kind(words[3:]), value)
            case "told":
                return _expect_event([(one.kind, one.facts) for one in self._told], _kind(words[1:]), value)
            case "untold":
                return _not_told([(one.kind, one.facts) for one in self._told], _kind(words[1:]), value)
            case "asked":
                return self._expect_asked(value)
            case "unasked":
                return self._expect_unasked(self.position.names.power(" ".join(words[1:])), fold(value))
            case "unchanged":
                return None if self.rules.to_json(self.state) == self.before else "the position has changed"
        return self.position.differs(text)

    def _expect_refusal(self, who: str, reason: str) -> str | None:
        if (who, reason) in self._refusals:
            self._refusals.remove((who, reason))
            return None
        found = [f"{other} ({why})" for other, why in self._refusals]
        return f"there was: {'; '.join(found) or 'nothing of the kind'}"

    def _seen_by(self, name: str) -> list[tuple[str, Mapping[str, Json]]]:
        """0.3 What a power was told."""
        seats = (Seat(self.position.names.power(name)),)
        seen = [(event.kind, event.seen_by(seats)) for event in self._told]
        return [(kind, facts) for kind, facts in seen if facts is not None]

    def _expect_asked(self, value: str) -> str | None:
        """All open questions: "impulse france, ratify england"; "nobody"."""
        self._asked_expected = True
        wanted = []
        for part in [] if fold(value) in NOTHING else parts(value):
            kind, _, name = part.partition(" ")
            wanted.append(f"{kind} {self.position.names.power(name)}")
        asked = [f"{decision.kind} {decision.seat}" for decision in self._asked]
        return None if sorted(wanted) == sorted(asked) else f"asked are: {', '.join(asked) or 'nobody'}"

    def _expect_unasked(self, power: Power, kind: str) -> str | None:
        """The orders of this kind were not asked for: "unasked hapsburg: intercept"."""
        for letter in self._letters:
            known = next((one for one in letter.orders if fold(one) == kind), None)
            if letter.power == power and known is not None:
                del letter.orders[known]
                return None
        return "it was asked, or there are no orders for it"

    def unexpected(self) -> list[str]:
        """What was refused or skipped, asked, or given and never used, and of which EXPECT does not speak."""
        found = [f"{who}: {reason}" for who, reason in self._refusals]
        self._refusals = []
        if not self._asked_expected:
            found += [f"{asked.kind} is asked of {asked.seat}, who has no orders" for asked in self._asked]
            self._asked_expected = True
        if self._table is None:
            found += self.chance.left()
            for letter in self._letters:
                found += [f"{kind} was not asked of {letter.power}, who has orders for it" for kind in letter.orders]
            self._letters = []
        return found


CASE = HereIStandCase


def _clear(s: State) -> None:
    """A map without pieces, powers without wars, hands without cards, nothing at sea and no colonies."""
    s.new_world.crossing, s.new_world.colonies = [], {}
    s.forces, s.fleets, s.wars, s.alliances = {}, {}, [], []
    for minor in s.minors.values():
        minor.ally = None
    for leader in s.leaders.values():
        if leader.where is Whereabouts.MAP:
            leader.where, leader.at = Whereabouts.WAITING, ""
    for state in s.powers.values():
        s.deck[:0] = state.hand
        state.hand = []


def _switches(case: Case) -> dict[str, Json]:
    """SWITCH maya_vp 1"""
    found: dict[str, Json] = {}
    for block in case.settings:
        if block.word == "SWITCH":
            name, _, value = block.argument.partition(" ")
            text = value.strip()
            found[name] = text == "true" if text in ("true", "false") else int(text) if text.isdecimal() else text
    return found


def _expect_event(told: Sequence[tuple[str, Mapping[str, Json]]], kind: str, value: str) -> str | None:
    """ "told units lost: power france, count 2"; of a list all of it, as in "dice 5 + 1 + 1"."""
    wanted = [part.partition(" ") for part in parts(value)]
    same = [facts for known, facts in told if known == kind]
    if any(all(_shown(facts.get(name)) == _written(fact) for name, _, fact in wanted) for facts in same):
        return None
    shown = [", ".join(f"{name} {_shown(fact)}" for name, fact in facts.items()) for facts in same]
    return f"it was told: {'; '.join(shown)}" if shown else f"told were: {', '.join(known for known, _ in told)}"


def _not_told(told: Sequence[tuple[str, Mapping[str, Json]]], kind: str, value: str) -> str | None:
    if not any(known == kind for known, _ in told):
        return None
    return None if value.strip() and _expect_event(told, kind, value) is not None else "it was told"


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
