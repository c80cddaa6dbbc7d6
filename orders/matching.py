"""Order lines matched with what is asked: answers, lines that wait for a later phase, and a verdict on each line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Literal, cast

from engine.core.decision import AnyDecision, Json, Reason, Seat
from engine.core.options import Many, Order, OrderList
from orders.grammar import (
    Command,
    Commands,
    Failed,
    GameLanguage,
    Header,
    NoOrder,
    Ordered,
    ParsedLetter,
    ParsedLine,
    Said,
)


class Verdict(Enum):
    """What became of a line."""

    ACCEPTED = "accepted"
    WAITING = "waiting"
    REFUSED = "refused"
    IGNORED = "ignored"
    UNCLEAR = "unclear"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Kept:
    """A line of an earlier letter that waits for its question."""

    turn: int
    seat: Seat
    kind: str
    number: str
    text: str
    orders: Literal["default"] | list[Order]

    def to_json(self) -> Json:
        """As JSON, for the store."""
        return cast(
            "Json",
            {
                "turn": self.turn, "seat": self.seat, "kind": self.kind, "number": self.number, "text": self.text,
                "orders": self.orders,
            },
        )  # fmt: skip

    @classmethod
    def from_json(cls, raw: Mapping[str, Json]) -> Kept:
        """Back from its JSON."""
        return cls(
            cast("int", raw["turn"]),
            Seat(str(raw["seat"])),
            str(raw["kind"]),
            str(raw["number"]),
            str(raw["text"]),
            cast("Literal['default'] | list[Order]", raw["orders"]),
        )


@dataclass(frozen=True, slots=True)
class Judged:
    """One line and what became of it.

    `said` restates its orders, each with its alternatives; `why` is the reason of a refusal, or of being ignored;
    `warnings` say what would not work on the position as it is.
    """

    number: str
    text: str
    verdict: Verdict
    seat: Seat | None = None
    kind: str = ""
    verb: str = ""
    said: tuple[tuple[Said, ...], ...] = ()
    why: Reason | None = None
    warnings: tuple[Reason, ...] = ()
    command: Command | None = None


@dataclass(frozen=True, slots=True)
class Assembly:
    """What a letter comes to.

    `answers` replace what was given before for their key. `cleared` are keys whose pending answer is taken back.
    `kept` is the whole new list of lines that wait. `used` are those of the old list that answered a question now,
    `expired` those of an earlier turn, `spoiled` those that turned out to be never right when their question came.
    """

    answers: Mapping[str, Json]
    lines: tuple[Judged, ...]
    kept: tuple[Kept, ...]
    cleared: tuple[str, ...] = ()
    used: tuple[Kept, ...] = ()
    expired: tuple[Kept, ...] = ()
    spoiled: tuple[tuple[Kept, Reason], ...] = ()
    only_quoted: bool = False

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(line.command for line in self.lines if line.command)


@dataclass(slots=True)
class _Entry:
    """A line on its way into an answer."""

    seat: Seat
    kind: str
    orders: Literal["default"] | list[Order]
    line: int | None  # index of the verdict; None for a kept line
    kept: Kept | None = None


NOTHING: Final = ParsedLetter(())


def assemble(
    letter: ParsedLetter,
    asked: Sequence[AnyDecision],
    kept: Sequence[Kept],
    turn: int,
    phase: int,
    *,
    language: GameLanguage,
    seats: Sequence[Seat],
    game: str = "",
    settled: Collection[str] = (),
) -> Assembly:
    """Match a letter with the open decisions. Never raises.

    `asked` may hold decisions of other seats too, `seats` are those of the writer. `game` is the name that a GAME line
    must bear. `settled` are the keys of decisions of this turn that are past changing.
    """
    return _Assembler(letter, asked, kept, turn, phase, language, tuple(seats), game, settled).assembly()


def use_kept(
    asked: Sequence[AnyDecision],
    kept: Sequence[Kept],
    turn: int,
    phase: int,
    *,
    language: GameLanguage,
    seats: Sequence[Seat],
) -> Assembly:
    """What the lines that wait answer of the questions that are open now."""
    return assemble(NOTHING, asked, kept, turn, phase, language=language, seats=seats)


class _Assembler:
    def __init__(
        self,
        letter: ParsedLetter,
        asked: Sequence[AnyDecision],
        kept: Sequence[Kept],
        turn: int,
        phase: int,
        language: GameLanguage,
        seats: tuple[Seat, ...],
        game: str,
        settled: Collection[str],
    ) -> None:
        self.letter = letter
        self.asked = [d for d in asked if d.seat in seats]
        self.turn, self.phase, self.language, self.seats, self.game = turn, phase, language, seats, game
        self.settled = settled
        self.expired = tuple(line for line in kept if line.turn != turn)
        self.kept = [line for line in kept if line.turn == turn]
        self.lines: list[Judged] = []
        self.entries: list[_Entry] = []
        self.cleared: set[str] = set()
        self.answers: dict[str, Json] = {}
        self.waiting: list[Kept] = []
        self.used: list[Kept] = []
        self.spoiled: list[tuple[Kept, Reason]] = []

    def assembly(self) -> Assembly:
        for line in self.letter.lines:
            self._line(line)
        fresh = {(entry.seat, entry.kind) for entry in self.entries}
        old = [
            _Entry(line.seat, line.kind, line.orders, None, line)
            for line in self.kept
            if (line.seat, line.kind) not in fresh
        ]
        for group in _grouped([*old, *self.entries]):
            self._question(group)
        return Assembly(
            self.answers,
            tuple(self.lines),
            tuple(self.waiting),
            tuple(sorted(self.cleared - self.answers.keys())),
            tuple(self.used),
            self.expired,
            tuple(self.spoiled),
            self.letter.has_only_quoted_orders,
        )

    # ------------------------------------------------------------------ lines

    def _line(self, line: ParsedLine) -> None:
        match line.statement:
            case Ordered() as ordered:
                self._order(line, ordered)
            case Command() as command:
                self.lines.append(Judged(line.number, line.text, Verdict.COMMAND, line.seat, command=command))
                if command.name == Commands.CLEAR:
                    self._clear(line, command.argument)
            case Header() as header:
                self._header(line, header)
            case Failed() as failed:
                self._refuse(line, failed.reason, failed.verb)
            case NoOrder(unclear):
                verdict = Verdict.UNCLEAR if unclear else Verdict.IGNORED
                reason = unclear or Reason("no_order", "", {"text": line.text})
                self.lines.append(Judged(line.number, line.text, verdict, line.seat, why=reason))

    def _refuse(self, line: ParsedLine, reason: Reason, verb: str = "", kind: str = "") -> None:
        said = self._said(line.statement) if isinstance(line.statement, Ordered) else ()
        self.lines.append(Judged(line.number, line.text, Verdict.REFUSED, line.seat, kind, verb, said, reason))

    def _header(self, line: ParsedLine, header: Header) -> None:
        reason = None
        if header.faction and header.faction not in self.seats:
            reason = Reason("not_your_faction", "", {"faction": header.faction, "factions": list(self.seats)})
        elif (fault := self._wrong_letterhead(line)) is not None:
            reason = fault
        if reason is None:
            self.lines.append(Judged(line.number, line.text, Verdict.ACCEPTED, line.seat, said=_heading(header)))
        else:
            self._refuse(line, reason)

    def _wrong_letterhead(self, line: ParsedLine) -> Reason | None:
        if line.game and self.game and line.game.casefold() != self.game.casefold():
            return Reason("other_game", "", {"given": line.game, "game": self.game})
        if line.turn is not None and line.turn != self.turn:
            return Reason("other_turn", "", {"given": line.turn, "turn": self.turn})
        return None

    def _order(self, line: ParsedLine, ordered: Ordered) -> None:
        if (reason := self._wrong_letterhead(line)) is not None:
            return self._refuse(line, reason, ordered.verb, ordered.kind)
        seat = self._seat(line, ordered)
        if isinstance(seat, Reason):
            return self._refuse(line, seat, ordered.verb, ordered.kind)
        if (reason := self._out_of_time(seat, ordered.kind)) is not None:
            return self._refuse(line, reason, ordered.verb, ordered.kind)
        orders: Literal["default"] | list[Order] = "default" if ordered.given == "default" else list(ordered.given)
        judged = Judged(line.number, line.text, Verdict.ACCEPTED, seat, ordered.kind, ordered.verb, self._said(ordered))
        self.lines.append(judged)
        self.entries.append(_Entry(seat, ordered.kind, orders, len(self.lines) - 1))
        return None

    def _said(self, ordered: Ordered) -> tuple[tuple[Said, ...], ...]:
        if ordered.given == "default":
            return ((Said("order.default", {"kind": ordered.kind}),),)
        if not ordered.given:
            return ((Said("order.none", {"kind": ordered.kind}),),)
        return tuple(tuple(self.language.restate(ordered.kind, a) for a in order) for order in ordered.given)

    def _seat(self, line: ParsedLine, ordered: Ordered) -> Seat | Reason:
        """For whom a line is: FACTION says so; else the only seat, or the only one that is asked this."""
        if line.seat is not None:
            if line.seat in self.seats:
                return line.seat
            return Reason("not_your_faction", "", {"faction": line.seat, "factions": list(self.seats)})
        if len(self.seats) == 1:
            return self.seats[0]
        asked = list(dict.fromkeys(d.seat for d in self.asked if d.kind == ordered.kind))
        if len(asked) == 1:
            return asked[0]
        factions: list[Json] = list(asked or self.seats)
        return Reason("say_which_faction", "", {"factions": factions, "faction": factions[0] if factions else None})

    def _out_of_time(self, seat: Seat, kind: str) -> Reason | None:
        if any(d.kind == kind and d.seat == seat for d in self.asked):
            return None
        phase = self.language.phase(kind, self.turn)
        facts: dict[str, Json] = {"kind": kind, "turn": self.turn, "phase": phase, "now": self.phase}
        if phase is None:
            return Reason("not_in_this_turn", "7.1" if self.turn == 0 else "7.2", facts)
        rule = "7.1" if self.turn == 0 else "7.2"
        if phase < self.phase:
            return Reason("phase_is_past", rule, facts)
        if any(key.split("/")[0].split("@")[0] == kind and key.endswith(f"@{seat}") for key in self.settled):
            return Reason("phase_is_played", rule, {"faction": seat, **facts})
        return None

    def _clear(self, line: ParsedLine, kind: str) -> None:
        seats = (line.seat,) if line.seat else self.seats
        cleared = [e for e in self.entries if e.seat in seats and kind in ("", e.kind)]
        for entry in cleared:
            self._override(entry, line.number)
        self.entries = [e for e in self.entries if e not in cleared]
        self.kept = [k for k in self.kept if not (k.seat in seats and kind in ("", k.kind))]
        self.cleared |= {d.key for d in self.asked if d.seat in seats and kind in ("", d.kind)}

    def _override(self, entry: _Entry, by: str) -> None:
        if entry.line is not None:
            line = self.lines[entry.line]
            reason = Reason("replaced_by_line", "", {"number": by})
            self.lines[entry.line] = replace(line, verdict=Verdict.IGNORED, why=reason)

    # ------------------------------------------------------------------ questions

    def _question(self, entries: list[_Entry]) -> None:
        """All lines of one seat for one kind: answer what is asked, keep what is asked later."""
        entries = self._last_word(entries)
        decisions = [d for d in self.asked if d.seat == entries[0].seat and d.kind == entries[0].kind]
        for decision in decisions:
            mine = [e for e in entries if self._fits(decision, e)]
            entries = [e for e in entries if e not in mine]
            if mine:
                self._answer(decision, mine)
        for entry in entries:
            self._wait(entry)

    def _fits(self, decision: AnyDecision, entry: _Entry) -> bool:
        orders = entry.orders
        return orders == "default" or not orders or any(self.language.takes(decision, order) for order in orders)

    def _last_word(self, entries: list[_Entry]) -> list[_Entry]:
        """DEFAULT and NONE replace what stands above them and are replaced by what stands below."""
        left: list[_Entry] = []
        for entry in entries:
            replaces_all = entry.orders == "default" or not entry.orders
            if left and (replaces_all or left[-1].orders == "default" or not left[-1].orders):
                for old in left:
                    self._override(old, self._number(entry))
                left = []
            left.append(entry)
        return left

    def _number(self, entry: _Entry) -> str:
        return self.lines[entry.line].number if entry.line is not None else (entry.kept.number if entry.kept else "")

    def _wait(self, entry: _Entry) -> None:
        if entry.line is None:
            assert entry.kept is not None
            self.waiting.append(entry.kept)
            return
        line = self.lines[entry.line]
        facts: dict[str, Json] = {"kind": entry.kind, "phase": self.language.phase(entry.kind, self.turn)}
        self.lines[entry.line] = replace(line, verdict=Verdict.WAITING, why=Reason("waits_for_phase", "", facts))
        self.waiting.append(Kept(self.turn, entry.seat, entry.kind, line.number, line.text, entry.orders))

    def _answer(self, decision: AnyDecision, entries: list[_Entry]) -> None:
        options = decision.options
        if not isinstance(options, OrderList):
            return
        if options.many is Many.ONE:
            for entry in entries[:-1]:
                self._override(entry, self._number(entries[-1]))
            entries = entries[-1:]
        entries = self._without_faults(options, entries)
        if not entries:
            return
        if entries[0].orders == "default":
            self.answers[decision.key] = "default"
        else:
            self.answers[decision.key] = options.to_json([order for e in entries for order in _orders(e)])
            self._warn(options, entries)
        self.used += [e.kept for e in entries if e.kept]

    def _without_faults(self, options: OrderList, entries: list[_Entry]) -> list[_Entry]:
        """Refuse the lines that can never be right, and leave the others."""
        while entries and (fault := _fault(options, entries)) is not None:
            alone = [e for e in entries if _fault(options, [e]) is not None]
            spoilers = [e for e in entries if _fault(options, [o for o in entries if o is not e]) is None]
            guilty = spoilers[-1:] or alone[-1:] or entries
            for entry in guilty:
                self._fault_line(entry, _fault(options, [entry]) or fault)
            entries = [e for e in entries if e not in guilty]
        return entries

    def _fault_line(self, entry: _Entry, reason: Reason) -> None:
        if entry.line is not None:
            self.lines[entry.line] = replace(self.lines[entry.line], verdict=Verdict.REFUSED, why=reason)
        elif entry.kept is not None:
            self.spoiled.append((entry.kept, reason))

    def _warn(self, options: OrderList, entries: list[_Entry]) -> None:
        orders = [order for e in entries for order in _orders(e)]
        results = iter(options.trial(orders) if orders else [])
        for entry in entries:
            mine = [reason for _ in _orders(entry) if (reason := next(results, None)) is not None]
            if mine and entry.line is not None:
                self.lines[entry.line] = replace(self.lines[entry.line], warnings=tuple(mine))


def _orders(entry: _Entry) -> list[Order]:
    return [] if entry.orders == "default" else entry.orders


def _fault(options: OrderList, entries: Sequence[_Entry]) -> Reason | None:
    if not entries or entries[0].orders == "default":
        return None
    return options.why_not([order for e in entries for order in _orders(e)])


def _grouped(entries: Sequence[_Entry]) -> list[list[_Entry]]:
    groups: dict[tuple[Seat, str], list[_Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.seat, entry.kind), []).append(entry)
    return list(groups.values())


def _heading(header: Header) -> tuple[tuple[Said, ...], ...]:
    """What a header line says, one sentence a word."""
    facts: dict[str, Json] = {
        "game": header.game or None, "turn": header.turn, "faction": header.faction, "report": header.report,
    }  # fmt: skip
    return tuple((Said(f"order.heading.{name}", {name: value}),) for name, value in facts.items() if value is not None)
