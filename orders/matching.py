"""Order lines matched with what is asked: answers, lines that wait for a later phase, and a verdict on each line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.core.decision import AnyDecision, Json, Reason, Seat
from engine.core.options import Many, Order, OrderList
from engine.core.prelude import WORDS
from orders.entries import Entry, as_json, fault_of, first_spoiler, grouped, orders_of, with_all_fields
from orders.judge_words import Command, Commands
from orders.language import GameLanguage, Said, Stands, Verb
from orders.standing import Condition, Standing
from orders.statements import Failed, Header, NoOrder, Ordered, ParsedLetter, ParsedLine
from orders.verdicts import Assembly, Judged, Kept, Verdict

__all__ = ["NOTHING", "Assembly", "Judged", "Kept", "Verdict", "assemble", "use_kept"]


NOTHING: Final = ParsedLetter(())
MOST_ORDERS: Final = 100
"""Of one question: several times what any has room for. What a game allows may be less."""


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
    next_turns: Mapping[Seat, int] | None = None,
) -> Assembly:
    """Match a letter with the open decisions. Never raises.

    `asked` may hold decisions of other seats too, `seats` are those of the writer. `game` is the name that a GAME line
    must bear. `settled` are the keys of decisions of this turn that are past changing. `next_turns`, in games with
    turns of single seats: the number of each seat's next turn after this one; orders for it are kept.
    """
    place = _Place(turn, phase, language, tuple(seats), game, settled, next_turns or {})
    return _Assembler(letter, asked, kept, place).assembly()


def use_kept(
    asked: Sequence[AnyDecision],
    kept: Sequence[Kept],
    turn: int,
    phase: int,
    *,
    language: GameLanguage,
    seats: Sequence[Seat],
    next_turns: Mapping[Seat, int] | None = None,
) -> Assembly:
    """What the lines that wait answer of the questions that are open now."""
    return assemble(NOTHING, asked, kept, turn, phase, language=language, seats=seats, next_turns=next_turns)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a letter arrives."""

    turn: int
    phase: int
    language: GameLanguage
    seats: tuple[Seat, ...]
    game: str
    settled: Collection[str]
    next_turns: Mapping[Seat, int]


class _Assembler:
    def __init__(self, letter: ParsedLetter, asked: Sequence[AnyDecision], kept: Sequence[Kept], place: _Place) -> None:
        self.letter = letter
        self.everything = asked
        self.asked = [d for d in asked if d.seat in place.seats]
        self.turn, self.phase, self.language, self.seats = place.turn, place.phase, place.language, place.seats
        self.game, self.settled, self.next_turns = place.game, place.settled, place.next_turns
        self.expired = tuple(line for line in kept if line.turn < self.turn)
        self.kept = [line for line in kept if line.turn >= self.turn]
        self.lines: list[Judged] = []
        self.entries: list[Entry] = []
        self.cleared: set[str] = set()
        self.answers: dict[str, Json] = {}
        self.waiting: list[Kept] = []
        self.used: list[Kept] = []
        self.spoiled: list[tuple[Kept, Reason]] = []
        self.standing: list[Standing] = []
        self.standing_replaced: list[tuple[Seat, str]] = []
        self.broken = False
        """Whether the order above was not understood."""
        self.faulty: list[str] = []
        """Numbers of the lines that were understood and can never be right."""

    def assembly(self) -> Assembly:
        for line in self.letter.lines:
            self._line(line)
        self._settle_joining()
        self._refuse_idle()
        faults = self._not_understood()
        if faults:
            self._send_back()
        fresh = {(entry.seat, entry.kind, entry.turn) for entry in self.entries}
        old = [
            Entry(line.seat, line.kind, line.orders, None, line, line.turn, not line.orders or line.orders == "default")
            for line in self.kept
            if (line.seat, line.kind, line.turn) not in fresh
        ]
        for group in grouped([*old, *(entry for entry in self.entries if not entry.standing)]):
            self._question(group)
        self._stand([entry for entry in self.entries if entry.standing])
        held = self._held(faults)
        wrong = {*faults, *self.faulty}
        numbers: list[Json] = list(dict.fromkeys(line.number for line in self.lines if line.number in wrong))
        wanting: dict[str, Json] = {"lines": numbers, "count": len(numbers)}
        notes = (Reason("held_for_correction", "", wanting),) if held and numbers else ()
        return Assembly(
            self.answers,
            tuple(self.lines),
            tuple(self.waiting),
            tuple(sorted(self.cleared - self.answers.keys())),
            tuple(self.used),
            self.expired,
            tuple(self.spoiled),
            self.letter.has_only_quoted_orders,
            tuple(self.standing),
            tuple(dict.fromkeys(self.standing_replaced)),
            held,
            notes,
        )

    # ------------------------------------------------------------------ letters that are sent back

    def _not_understood(self) -> list[str]:
        """The numbers of the lines that were not understood and may belong to a question that is sent back then."""
        if not self.language.sent_back:
            return []
        return [line.number for line in self.letter.lines if self._spoils(line)]

    def _spoils(self, line: ParsedLine) -> bool:
        match line.statement:
            case Failed(verb=name):
                verb = self.language.verb(name)
                if verb is None:
                    return True
                kinds = {verb.kind, verb.joins} if self._orders_besides(verb.joins) else {verb.kind}
                return bool(kinds & self.language.sent_back)
            case NoOrder(likely=likely):
                return likely
        return False

    def _send_back(self) -> None:
        """What is for a later turn is not kept: there is time to write it again."""
        for entry in self.entries:
            if entry.turn > self.turn and entry.kind in self.language.sent_back and not entry.standing:
                self._fault_line(entry, Reason("sent_back", "", {"turn": entry.turn}))
        self.entries = [
            e for e in self.entries if e.turn <= self.turn or e.kind not in self.language.sent_back or e.standing
        ]

    def _held(self, faults: Sequence[str]) -> tuple[str, ...]:
        """The questions whose answer must wait until the player has corrected his letter."""
        if not faults and not self.faulty and not self.spoiled:
            return ()
        return tuple(d.key for d in self.asked if d.kind in self.language.sent_back and d.key in self.answers)

    def _refuse_idle(self) -> None:
        """Lines that order nothing by themselves are no answer: nobody's turn is played because he asked for a list."""
        for group in grouped([entry for entry in self.entries if not entry.standing]):
            if all(self._is_idle(entry) for entry in group):
                for entry in group:
                    self._fault_line(entry, Reason("nothing_ordered", "", {"kind": entry.kind}))
                self.entries = [entry for entry in self.entries if entry not in group]

    def _is_idle(self, entry: Entry) -> bool:
        verb = self._verb(entry)
        return verb is not None and verb.idle and entry.kind == (verb.joins or verb.kind)

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
                self.broken = True
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
        elif (fault := self._wrong_letterhead(line, self.seats)) is not None:
            reason = fault
        if reason is None:
            self.lines.append(Judged(line.number, line.text, Verdict.ACCEPTED, line.seat, said=_heading(header)))
        else:
            self._refuse(line, reason)

    def _wrong_letterhead(self, line: ParsedLine, seats: Sequence[Seat]) -> Reason | None:
        if line.game and self.game and line.game.casefold() != self.game.casefold():
            return Reason("other_game", "", {"given": line.game, "game": self.game})
        if line.turn is None or line.turn == self.turn:
            return None
        coming = [self.next_turns[seat] for seat in seats if seat in self.next_turns]
        if line.turn in coming:
            return None
        if line.turn > self.turn and coming:
            return Reason("not_your_next_turn", "", {"given": line.turn, "turn": self.turn, "next_turn": coming[0]})
        return Reason("other_turn", "", {"given": line.turn, "turn": self.turn})

    def _order(self, line: ParsedLine, ordered: Ordered) -> None:
        seat = self._seat(line, ordered)
        whose = self.seats if isinstance(seat, Reason) else (seat,)
        if (reason := self._wrong_letterhead(line, whose)) is not None:
            return self._refuse(line, reason, ordered.verb, ordered.kind)
        if isinstance(seat, Reason):
            return self._refuse(line, seat, ordered.verb, ordered.kind)
        if self.broken and self._depends(ordered):
            return self._refuse(line, Reason("above_not_understood", ""), ordered.verb, ordered.kind)
        self.broken = False
        turn = line.turn or self.turn
        for kind in self._kinds(seat, ordered, turn):
            if not (ordered.standing or ordered.joins) and (
                (reason := self._out_of_time(seat, kind, turn, named=bool(ordered.kind))) is not None
            ):
                return self._refuse(line, reason, ordered.verb, kind)
        first, *more = self._kinds(seat, ordered, turn)
        orders: Literal["default"] | list[Order] = "default" if ordered.given == "default" else list(ordered.given)
        judged = Judged(line.number, line.text, Verdict.ACCEPTED, seat, first, ordered.verb, self._said(ordered))
        self.lines.append(judged)
        for kind in (first, *more):
            self.entries.append(
                Entry(
                    seat, kind, orders, len(self.lines) - 1, None, turn, ordered.whole, ordered.joins, ordered.standing,
                    ordered.when,
                )
            )  # fmt: skip
        return None

    def _depends(self, ordered: Ordered) -> bool:
        """Whether an order depends on how the one directly above went."""
        field = self.language.nesting.follow_field if self.language.nesting else ""
        first = ordered.given[0] if ordered.given and ordered.given != "default" else []
        return bool(field) and any(isinstance(a, dict) and a.get(field) is not None for a in first)

    def _kinds(self, seat: Seat, ordered: Ordered, turn: int) -> list[str]:
        """The questions that a line answers: DEFAULT alone answers all that is asked of the seat."""
        if ordered.kind:
            return [ordered.kind]
        asked = [d.kind for d in self.asked if d.seat == seat] if turn == self.turn else []
        return list(dict.fromkeys(asked)) or sorted(self.language.by_turn)[:1] or [self.language.verbs[0].kind]

    def _said(self, ordered: Ordered) -> tuple[tuple[Said, ...], ...]:
        if ordered.given == "default":
            if ordered.kind == WORDS:
                return ((Said("order.no_chance_words", {}),),)
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
        first = factions[0] if factions else None
        return Reason(
            "say_which_faction", "", {"factions": factions, "faction": first, "head": self.language.seat_word}
        )

    def _out_of_time(self, seat: Seat, kind: str, turn: int, *, named: bool = True) -> Reason | None:
        """Why it is too late or too early for a line; `named`: it says itself what it is for."""
        if turn > self.turn or any(d.kind == kind and d.seat == seat for d in self.asked):
            return None
        if kind == WORDS:
            return Reason("chance_words_not_asked", "")
        phase = self.language.phase(kind, self.turn)
        if kind in self.language.by_turn and not (named and phase is not None and phase > self.phase):
            return self._not_your_turn(seat)
        if kind in self.language.any_time:
            return None
        facts: dict[str, Json] = {"kind": kind, "turn": self.turn, "phase": phase, "now": self.phase}
        if phase is None:
            return Reason("not_in_this_turn", "7.1" if self.turn == 0 else "7.2", facts)
        rule = "7.1" if self.turn == 0 else "7.2"
        if phase < self.phase:
            return Reason("phase_is_past", rule, facts)
        if any(key.split("/")[0].split("@")[0] == kind and key.endswith(f"@{seat}") for key in self.settled):
            return Reason("phase_is_played", rule, {"faction": seat, **facts})
        return None

    def _not_your_turn(self, seat: Seat) -> Reason:
        active = next((d.seat for d in self.everything if d.kind in self.language.by_turn), None)
        facts: dict[str, Json] = {"turn": self.turn, "next_turn": self.next_turns.get(seat)}
        if active is None:
            return Reason("turn_not_asked", "", facts)
        if seat in self.next_turns:
            return Reason("not_your_turn", "", {"seat": active, **facts})
        return Reason("turn_of_another", "", {"seat": active, **facts})

    # ------------------------------------------------------------------ standing orders

    def _orders_besides(self, kind: str) -> bool:
        """Whether the letter has lines for this question that belong to no other."""
        for line in self.letter.lines:
            match line.statement:
                case Ordered(kind=found) if found == kind:
                    return True
                case Failed(verb=name) if name and (verb := self.language.verb(name)) and verb.kind == kind:
                    return True
        return False

    def _settle_joining(self) -> None:
        """KEEP answers its own question when that is asked; else it joins the other orders of its letter, or stands."""
        left = []
        for entry in self.entries:
            if entry.joins and not entry.standing and not self._is_asked(entry):
                if self._orders_besides(entry.joins):
                    reason = self._out_of_time(entry.seat, entry.joins, entry.turn)
                    if reason is not None:
                        self._fault_line(entry, reason)
                        continue
                    entry.kind, entry.whole = entry.joins, False
                    entry.orders = [] if entry.orders == "default" else entry.orders
                else:
                    entry.standing = True
            left.append(entry)
        self.entries = left

    def _is_asked(self, entry: Entry) -> bool:
        return entry.turn == self.turn and any(d.kind == entry.kind and d.seat == entry.seat for d in self.asked)

    def _stand(self, entries: list[Entry]) -> None:
        """The standing orders of the letter: lines of one question under the same conditions are one answer."""
        groups: dict[tuple[Seat, str, tuple[Condition, ...]], list[Entry]] = {}
        for entry in entries:
            groups.setdefault((entry.seat, entry.kind, entry.when), []).append(entry)
        for (seat, kind, when), group in groups.items():
            kept = self._last_word(group)
            answer: Json = "default" if kept[0].orders == "default" else as_json(o for e in kept for o in orders_of(e))
            text = "\n".join(self.lines[e.line].text for e in kept if e.line is not None)
            self.standing.append(Standing(seat, kind, answer, when, text))
            self.standing_replaced.append((seat, kind))
            for entry in kept:
                if entry.line is not None:
                    known: dict[str, Json] = {"kind": kind, "verb": self._clearing_verb(entry, kind)}
                    if when:
                        why = Reason("kept_as_standing_if", "", {**known, "conditions": [str(one) for one in when]})
                    else:
                        why = Reason("kept_as_standing", "", known)
                    self.lines[entry.line] = replace(self.lines[entry.line], verdict=Verdict.WAITING, why=why)
        unconditional_last = sorted(self.standing, key=lambda one: not one.when)
        self.standing = unconditional_last

    def _clearing_verb(self, entry: Entry, kind: str) -> str:
        """The verb that CLEAR takes for a kind: that of the line, or of the order behind STANDING."""
        verb = self._verb(entry)
        own = verb is not None and verb.kind == kind and verb.stands is not Stands.STANDING
        return verb.name if verb is not None and own else self.language.verbs_of(kind)[0].name

    # ------------------------------------------------------------------ taking back

    def _clear(self, line: ParsedLine, kind: str) -> None:
        seats = (line.seat,) if line.seat else self.seats
        cleared = [e for e in self.entries if e.seat in seats and kind in ("", e.kind)]
        for entry in cleared:
            self._override(entry, line.number)
        self.entries = [e for e in self.entries if e not in cleared]
        self.kept = [k for k in self.kept if not (k.seat in seats and kind in ("", k.kind))]
        self.cleared |= {d.key for d in self.asked if d.seat in seats and kind in ("", d.kind)}
        if kind in self.language.standing:
            self.standing_replaced += [(seat, kind) for seat in seats]

    def _override(self, entry: Entry, by: str) -> None:
        if entry.line is not None:
            line = self.lines[entry.line]
            reason = Reason("replaced_by_line", "", {"number": by})
            self.lines[entry.line] = replace(line, verdict=Verdict.IGNORED, why=reason)

    # ------------------------------------------------------------------ questions

    def _question(self, entries: list[Entry]) -> None:
        """All lines of one seat for one kind: answer what is asked, keep what is asked later."""
        entries = self._before_the_end(self._last_word(entries))
        now = entries[0].turn <= self.turn
        decisions = [d for d in self.asked if now and d.seat == entries[0].seat and d.kind == entries[0].kind]
        fitting = False
        used: list[Entry] = []
        for decision in decisions:
            one_line = self._takes_one(decision, decisions)
            mine = [e for e in entries if self._fits(decision, e) and (e not in used or e.whole or not one_line)]
            if one_line:
                mine = mine[:1]
            used += mine
            if mine:
                fitting = True
                self._answer(decision, mine)
        entries = [e for e in entries if e not in used]
        if decisions and not fitting and decisions[0].kind in self.language.any_time:
            fresh = [entry for entry in entries if entry.line is not None]
            entries = [entry for entry in entries if entry.line is None]
            if fresh:
                self._answer(decisions[0], fresh)  # so that it is told why not
        for entry in entries:
            self._wait(entry)

    def _takes_one(self, decision: AnyDecision, asked: Sequence[AnyDecision]) -> bool:
        """Whether each of several questions, or each that comes, is answered by a line of its own."""
        options = decision.options
        if not isinstance(options, OrderList) or options.many is not Many.OPTIONAL:
            return False
        return len(asked) > 1 or decision.kind in self.language.any_time

    def _fits(self, decision: AnyDecision, entry: Entry) -> bool:
        orders = entry.orders
        return orders == "default" or not orders or any(self.language.takes(decision, order) for order in orders)

    def _last_word(self, entries: list[Entry]) -> list[Entry]:
        """DEFAULT and NONE replace what stands above them and are replaced by what stands below."""
        left: list[Entry] = []
        for entry in entries:
            if left and (entry.whole or left[-1].whole):
                for old in left:
                    self._override(old, self._number(entry))
                left = []
            left.append(entry)
        return left

    def _before_the_end(self, entries: list[Entry]) -> list[Entry]:
        """Lines that order nothing by themselves may stand behind the one that ends the list; they are taken before."""
        end = next((n for n, entry in enumerate(entries) if (v := self._verb(entry)) and v.ends), len(entries))
        idle = [entry for entry in entries[end:] if (v := self._verb(entry)) and v.idle]
        return [*entries[:end], *idle, *(entry for entry in entries[end:] if entry not in idle)]

    def _verb(self, entry: Entry) -> Verb | None:
        return self.language.verb(self.lines[entry.line].verb) if entry.line is not None else None

    def _number(self, entry: Entry) -> str:
        return self.lines[entry.line].number if entry.line is not None else (entry.kept.number if entry.kept else "")

    def _wait(self, entry: Entry) -> None:
        if entry.line is None:
            assert entry.kept is not None
            self.waiting.append(entry.kept)
            return
        line = self.lines[entry.line]
        if not entry.orders and not entry.whole:
            self.lines[entry.line] = replace(line, verdict=Verdict.ACCEPTED)
            return
        if entry.turn > self.turn:
            why = Reason("waits_for_turn", "", {"turn": entry.turn})
        elif entry.kind in self.language.any_time:
            why = Reason("waits_for_question", "", {"kind": entry.kind, "verb": line.verb})
        else:
            facts: dict[str, Json] = {"kind": entry.kind, "phase": self.language.phase(entry.kind, self.turn)}
            why = Reason("waits_for_phase", "", facts)
        self.lines[entry.line] = replace(line, verdict=Verdict.WAITING, why=why)
        self.waiting.append(Kept(entry.turn, entry.seat, entry.kind, line.number, line.text, entry.orders))

    def _answer(self, decision: AnyDecision, entries: list[Entry]) -> None:
        options = decision.options
        if not isinstance(options, OrderList):
            return
        if options.many is Many.ONE:
            for entry in entries[:-1]:
                self._override(entry, self._number(entries[-1]))
            entries = entries[-1:]
        for entry in entries:
            entry.orders = with_all_fields(entry.orders, options.fields)
            if options.many is Many.OPTIONAL and not entry.orders:
                entry.orders = "default"  # none is the default
        entries = self._without_faults(options, self._no_more_than_fit(entries))
        if not entries:
            return
        if entries[0].orders == "default":
            self.answers[decision.key] = "default"
        else:
            self.answers[decision.key] = options.to_json([order for e in entries for order in orders_of(e)])
            self._warn(options, entries)
        self.used += [e.kept for e in entries if e.kept]

    def _no_more_than_fit(self, entries: list[Entry]) -> list[Entry]:
        """Refuse the lines behind the most that are read for one question."""
        count, fitting = 0, []
        most = self.language.most_orders.get(entries[0].kind, MOST_ORDERS)
        for entry in entries:
            count += len(orders_of(entry))
            if count <= most:
                fitting.append(entry)
            else:
                self._refuse_entry(entry, Reason("too_many_of_question", "", {"limit": most}))
        return fitting

    def _without_faults(self, options: OrderList, entries: list[Entry]) -> list[Entry]:
        """Refuse the lines that can never be right, and leave the others."""
        while entries and (fault := fault_of(options, entries)) is not None:
            alone = [e for e in entries if fault_of(options, [e]) is not None]
            spoilers = [e for e in entries if fault_of(options, [o for o in entries if o is not e]) is None]
            guilty = spoilers[-1:] or alone[-1:] or first_spoiler(options, entries)
            for entry in guilty:
                self._refuse_entry(entry, fault_of(options, [entry]) or fault)
            entries = [e for e in entries if e not in guilty]
        return entries

    def _refuse_entry(self, entry: Entry, reason: Reason) -> None:
        openings = self.language.openings.get(reason.key)
        if openings is not None and not self._not_read().isdisjoint({*openings, ""}):
            reason = Reason("opening_not_understood", reason.rule)
        self._fault_line(entry, reason)
        if entry.line is not None and entry.kind in self.language.sent_back:
            self.faulty.append(self.lines[entry.line].number)

    def _not_read(self) -> set[str]:
        """The verbs of the lines that were not understood; empty: a verb that nobody knows."""
        return {line.statement.verb for line in self.letter.lines if isinstance(line.statement, Failed)}

    def _fault_line(self, entry: Entry, reason: Reason) -> None:
        if entry.line is not None:
            self.lines[entry.line] = replace(self.lines[entry.line], verdict=Verdict.REFUSED, why=reason)
        elif entry.kept is not None:
            self.spoiled.append((entry.kept, reason))

    def _warn(self, options: OrderList, entries: list[Entry]) -> None:
        orders = [order for e in entries for order in orders_of(e)]
        results = iter(options.trial(orders) if orders else [])
        for entry in entries:
            mine = [reason for _ in orders_of(entry) if (reason := next(results, None)) is not None]
            if mine and entry.line is not None:
                self.lines[entry.line] = replace(self.lines[entry.line], warnings=tuple(mine))


def _heading(header: Header) -> tuple[tuple[Said, ...], ...]:
    """What a header line says, one sentence a word."""
    facts: dict[str, Json] = {
        "game": header.game or None, "turn": header.turn, "faction": header.faction, "report": header.report,
    }  # fmt: skip
    return tuple((Said(f"order.heading.{name}", {name: value}),) for name, value in facts.items() if value is not None)
