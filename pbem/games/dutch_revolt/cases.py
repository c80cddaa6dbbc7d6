"""Cases of the Dutch Revolt: phases played one by one on a position of the case's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.core.chance import LoadedDice
from engine.core.decision import IllegalOrder, Json
from engine.core.events import Event
from engine.core.options import Many, Order, OrderAnswer
from engine.core.table import BrokenInvariant, Checkpoint, Table
from engine.dutch_revolt import (
    armies,
    arrange,
    beggars,
    crowding,
    income,
    loyalty,
    movement,
    ownership,
    scoring,
    sequence,
    setup,
    sieges,
    units,
)
from engine.dutch_revolt.lists import OrderKind, carry_out, decision
from engine.dutch_revolt.rules import DutchRevolt
from engine.dutch_revolt.state import DutchRevoltState
from engine.dutch_revolt.terms import HABSBURGS, PHASES, PHASES_OF_TURN_0, Faction
from orders.dutch_revolt import LANGUAGE
from orders.dutch_revolt.words import DutchLexicon
from orders.grammar import read_order
from orders.typography import fold
from orders.words import OrderFault
from pbem.case_text import Case, CaseFault, Line
from pbem.games.dutch_revolt.cases_board import board_of
from pbem.games.dutch_revolt.cases_position import NOBODY, Position

State = DutchRevoltState
Answers = Mapping[Faction, OrderAnswer]
Given = Mapping[str, Answers]
"""Kind of decision -> faction -> its orders."""

KINDS: Final[tuple[OrderKind, ...]] = (
    setup.ORANGE_SQUARES,
    income.CITY_TAX,
    income.MOVE_SUPPORT,
    income.ROB,
    armies.UPKEEP,
    armies.RECRUIT,
    armies.BEGIN_SIEGE,
    beggars.SEA_BEGGARS,
    movement.MOVE_ARMY,
    movement.INFLUENCE,
    units.NEW_UNITS,
    crowding.NEUTRALS,
    crowding.OVERFLOW,
    arrange.ARRANGE,
    sieges.SIEGE_END,
    loyalty.LOYALTY,
    scoring.TURN_ORDER,
)
_REFUSALS: Final = {"order_skipped": "skipped", "order_cut": "cut"}

# ------------------------------------------------------------------ the phases


def _in_turn(kind: OrderKind) -> Callable[[State, Given], None]:
    def play(state: State, given: Given) -> None:
        for faction in state.order:
            if faction in given[kind.kind]:
                carry_out(state, kind, faction, given[kind.kind][faction])

    return play


def _new_units(state: State, given: Given) -> None:
    _in_turn(units.NEW_UNITS)(state, given)


def _neutrals(state: State, given: Given) -> None:
    crowding.fill_with_neutrals(state, given["neutrals"].get(state.order[0], "default"))


def _overflow(state: State, given: Given) -> None:
    """A faction that orders nothing sends nothing."""
    crowding.overflow(state, {f: given["overflow"].get(f, []) for f in state.order})


def _inside(state: State, given: Given) -> None:
    arrange.carry_out_given(state, {f: given["arrange"].get(f, []) for f in state.order})
    arrange.refill(state)


def _loyalty(state: State, given: Given) -> None:
    _in_turn(loyalty.LOYALTY)(state, given)
    loyalty.resolve(state)


def _ownership_of_turn_0(state: State, given: Given) -> None:
    ownership.turn_0(state)


def _without_orders(play: Callable[[State], None]) -> Callable[[State, Given], None]:
    return lambda state, given: play(state)


def _armies_set_up(state: State, given: Given) -> None:
    if HABSBURGS in state.holdings:
        carry_out(state, setup.ORANGE_SQUARES, HABSBURGS, given["orange_squares"].get(HABSBURGS, "default"))


def _support(state: State, given: Given) -> None:
    income.support_moves(state, given["move_support"], given["rob"])


def _end_of_turn(state: State, given: Given) -> None:
    scoring.end_of_turn(state, given["turn_order"])


_PLAYS: Final[Mapping[int, Callable[[State, Given], None]]] = {
    0: _armies_set_up,
    1: lambda state, given: income.taxes(state, given["city_tax"]),
    2: _support,
    3: _in_turn(armies.UPKEEP),
    4: _in_turn(armies.RECRUIT),
    5: _without_orders(armies.battles),
    6: _in_turn(armies.BEGIN_SIEGE),
    7: lambda state, given: beggars.water_beggars(state, given["sea_beggars"]),
    8: _in_turn(movement.MOVE_ARMY),
    9: _in_turn(movement.INFLUENCE),
    10: _new_units,
    11: _without_orders(crowding.conflicts),
    12: _neutrals,
    13: _overflow,
    14: _inside,
    15: lambda state, given: sieges.end_sieges(state, given["siege_end"]),
    16: _loyalty,
    17: _without_orders(ownership.take_cards),
    18: _without_orders(ownership.move_bishoprics),
    19: _without_orders(ownership.change_universities),
    20: _end_of_turn,
}


class DutchRevoltCase:
    """A game set up for one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._switches = _switches(case)
        self._orders: dict[str, dict[Faction, list[Order] | None]] = {}
        self._dice: list[int] = []
        self._told: list[Event] = []
        self._asked: list[str] = []
        self._open_refusals: list[tuple[str, str]] = []

    def _new_state(self) -> State:
        options: dict[str, Json] = {"players": self._players()}
        for word in ("mode", "loyalty"):
            if value := self.case.setting(word.upper()):
                options[word] = value.lower()
        if names := self.case.setting("FACTIONS"):
            options["factions"] = [fold(name) for name in names.split(",")]
        try:
            return self.rules.setup(options)
        except ValueError as fault:
            raise CaseFault(str(fault)) from fault

    def _players(self) -> int:
        text = self.case.setting("PLAYERS") or "5"
        if text not in ("2", "3", "4", "5"):
            raise CaseFault(f"PLAYERS {text}: the game is for 2 to 5")
        return int(text)

    def _set_up(self, state: State) -> None:
        self.state = state
        self.position = Position(state, self.lexicon)

    # ------------------------------------------------------------------ blocks

    def board(self, argument: str, lines: Sequence[Line]) -> None:
        """The board of the case, which comes first; on a small one nothing lies anywhere."""
        board = board_of(argument, lines, self._switches)
        self.rules, self.lexicon = DutchRevolt(board), DutchLexicon(board)
        self._set_up(self._new_state())
        if argument:
            _clear(self.state)
            self.position.finish()

    def situation(self, argument: str, lines: Sequence[Line]) -> None:
        """Changes of the set-up, or of an empty board."""
        if fold(argument) == "empty":
            _clear(self.state)
        elif argument:
            raise CaseFault(f"SITUATION {argument}: write SITUATION EMPTY, or SITUATION alone to start from the set-up")
        for line in lines:
            try:
                self.position.make(line.text)
            except CaseFault as fault:
                raise fault.at(line.number) from fault
        self.position.finish()
        self.position.given_stock, self.position.given_armies = {}, {}

    def orders(self, argument: str, lines: Sequence[Line]) -> None:
        """Order lines of one faction. What can never be right is refused as it would be in a letter."""
        faction = self.position.faction(argument)
        for line in lines:
            try:
                ordered = read_order(line.text, LANGUAGE, self.lexicon)
            except (OrderFault, IllegalOrder) as fault:
                self._refuse("refused", faction, fault.reason.key)
                continue
            lists = self._orders.setdefault(ordered.kind, {})
            if ordered.given == "default":
                lists[faction] = None
            elif isinstance(kept := lists.setdefault(faction, []), list):
                kept.extend(ordered.given)

    def dice(self, numbers: Sequence[int]) -> None:
        """Dice to come."""
        self._dice = list(numbers)

    def play(self, argument: str) -> None:
        """PLAY 9.8, 9.11-9.13: phases by their rules; PLAY STEP sieges: a step with its questions."""
        self._told, self._asked = [], []
        self.before = self.rules.to_json(self.state)
        words = argument.split()
        try:
            if words and words[0] == "STEP" and len(words) == 2:
                self._play_step(words[1])
            else:
                for phase in self._phases(argument):
                    self._play_phase(phase)
            self.rules.check(self.state)
        except BrokenInvariant as fault:
            raise CaseFault(f"the rules are broken: {fault}") from fault
        self._orders = {}

    def _phases(self, argument: str) -> list[int]:
        turn_0 = argument.startswith(("8.", "6."))
        rules = {rule: phase for phase, rule in (PHASES_OF_TURN_0 if turn_0 else PHASES).items()}
        if not self.position.turn_given:
            self.state.turn = 0 if turn_0 else max(1, self.state.turn)
        phases: list[int] = []
        for part in re.split(r"\s*,\s*", argument):
            first, _, last = (rule.strip() for rule in part.partition("-"))
            if first not in rules or (last or first) not in rules:
                raise CaseFault(f"PLAY {argument}: name phases by their rules: {', '.join(rules)}; or STEP and a step")
            phases += [phase for phase in rules.values() if rules[first] <= phase <= rules[last or first]]
        return phases

    def _play_phase(self, phase: int) -> None:
        self.state.phase = phase
        given = {kind.kind: self._answers(kind) for kind in KINDS}
        play = _ownership_of_turn_0 if phase == 17 and self.state.turn == 0 else _PLAYS[phase]
        play(self.state, given)
        self._take_events(self.state.events)
        self.state.events.clear()

    def _answers(self, kind: OrderKind) -> dict[Faction, OrderAnswer]:
        """The orders of this phase; lists that can never be right are refused."""
        if kind.phase != self.state.phase:
            return {}
        answers: dict[Faction, OrderAnswer] = {}
        for faction, orders in self._orders.get(kind.kind, {}).items():
            answers[faction] = "default" if orders is None else self._legal(kind, faction, orders)
        return answers

    def _legal(self, kind: OrderKind, faction: Faction, orders: list[Order]) -> list[Order]:
        options = decision(self.state, kind, faction).options
        legal: list[Order] = []
        for order in orders:
            whole = [order] if kind.many is Many.ONE else [*legal, order]
            if (reason := options.why_not(whole)) is not None:
                self._refuse("refused", faction, reason.key)
            else:
                legal = [order] if kind.many is Many.ONE else [*legal, order]
        return legal

    def _take_events(self, events: Sequence[Event]) -> None:
        for event in events:
            self._told.append(event)
            if event.kind in _REFUSALS:
                self._refuse(_REFUSALS[event.kind], str(event.facts["faction"]), str(event.facts["reason"]))

    def _refuse(self, how: str, faction: Faction, reason: str) -> None:
        self._open_refusals.append((f"{how} {faction}", fold(reason)))

    def _play_step(self, name: str) -> None:
        """One step of the table, from its questions to its end; who has no orders answers with none, or the default."""
        if not self.position.turn_given:
            self.state.turn = max(1, self.state.turn)
        names = [row.name for row in sequence.rows(self.state)]
        if name.split("/")[0] not in names:
            raise CaseFault(f"there is no step {name} in turn {self.state.turn}; there are {', '.join(names)}")
        self.state.cursor = f"{self.state.turn}/{name}"
        step = self.rules.step(self.state)
        assert step is not None
        checkpoint = Checkpoint(0, step.name, self.rules.schema, self.rules.edition, self.rules.to_json(self.state))
        table = Table.resume(self.rules, checkpoint, (), LoadedDice(self._dice))
        while table.checkpoint.number == 0 and not table.over:
            for asked in table.open:
                self._asked.append(f"{asked.kind} {asked.seat}")
                orders = self._orders.get(asked.kind, {}).get(asked.seat, [])
                answer: Any = "default" if orders is None else orders
                if asked.options.why_not(answer) is not None:
                    if orders:
                        self._refuse("refused", asked.seat, getattr(asked.options.why_not(answer), "key", ""))
                    answer = "default"
                table.answer(asked.key, asked.options.to_json(answer), "order")
            self._take_events(table.take_events())
        self._set_up(self.rules.from_json(table.checkpoint.state, self.rules.schema))
        self.position.turn_given = True

    # ------------------------------------------------------------------ expectations

    def expect(self, text: str) -> str | None:
        """None when it is so; else what is found."""
        head, _, value = text.partition(":")
        words = head.split()
        match words[0].lower():
            case "skipped" | "cut" | "refused" as how:
                return self._expect_refusal(f"{how} {self.position.faction(' '.join(words[1:]))}", fold(value))
            case "told":
                return self._expect_event(fold(" ".join(words[1:])).replace(" ", "_"), value)
            case "untold":
                kind = fold(" ".join(words[1:])).replace(" ", "_")
                return "it was told" if any(event.kind == kind for event in self._told) else None
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

    def _expect_event(self, kind: str, value: str) -> str | None:
        wanted = [self._fact(part) for part in re.split(r"\s*,\s*", value.strip()) if part]
        same = [event for event in self._told if event.kind == kind]
        if any(all(fold(str(event.facts.get(name, ""))) == fact for name, fact in wanted) for event in same):
            return None
        told = [", ".join(f"{name} {fact}" for name, fact in event.facts.items()) for event in same]
        return f"it was told: {'; '.join(told)}" if told else f"told were: {', '.join(e.kind for e in self._told)}"

    @staticmethod
    def _fact(part: str) -> tuple[str, str]:
        name, _, value = part.partition(" ")
        return name, fold(value)

    def _expect_asked(self, value: str) -> str | None:
        """All questions of a STEP: "recruit Catholics, recruit Habsburgs"; "nobody"."""
        wanted: list[str] = []
        for part in [] if fold(value) in NOBODY else value.split(","):
            kind, _, name = part.strip().partition(" ")
            wanted.append(f"{kind} {self.position.faction(name.strip())}")
        if sorted(wanted) == sorted(self._asked):
            return None
        return f"asked were: {', '.join(self._asked) or 'nobody'}"

    def unexpected(self) -> list[str]:
        """Orders that were refused, skipped or cut, and of which EXPECT does not speak."""
        found = [f"{who}: {reason}" for who, reason in self._open_refusals]
        self._open_refusals = []
        return found


def _switches(case: Case) -> dict[str, bool | str]:
    found: dict[str, bool | str] = {}
    for block in case.settings:
        if block.word == "SWITCH":
            name, _, value = block.argument.partition(" ")
            values: dict[str, bool | str] = {"true": True, "false": False, "up": "up", "down": "down"}
            if value.strip() not in values:
                raise CaseFault(f"SWITCH {block.argument}: write true, false, up or down behind the name", block.number)
            found[name] = values[value.strip()]
    return found


def _clear(state: State) -> None:
    """Nothing on the board, no money, no card with anybody; charts as at the start of the game."""
    for spots in (state.countryside, state.places):
        for spot in spots:
            spots[spot] = {}
    for region in state.tracks:
        state.tracks[region] = []
    for box, squares in state.boxes.items():
        state.boxes[box] = [None] * len(squares)
    for holdings in state.holdings.values():
        holdings.treasury, holdings.stock, holdings.armies = 0, holdings.supply, holdings.army_supply
    state.neutral_stock = state.board.neutral_tokens


CASE = DutchRevoltCase
