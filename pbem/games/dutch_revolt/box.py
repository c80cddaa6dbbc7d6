"""The Dutch Revolt as the judge uses it: rules, order language, form and report joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from engine import games
from engine.core.decision import AnyDecision, Json, Reason, Seat
from engine.core.events import Event
from engine.core.options import Order, OrderList
from engine.core.table import Rules
from engine.dutch_revolt.board import Board
from engine.dutch_revolt.sequence import settled, upcoming
from orders import form, grammar, letter_body, matching
from orders.dutch_revolt import LANGUAGE
from orders.words import Lexicon
from pbem.game_box import Command, LineResult, Position, Sentence, Sheet, Verdict, Waiting
from pbem.reports.facts import Asked, Coming, Rendered, ReportFacts
from pbem.reports.pdf import render
from pbem.reports.words import Catalogue

NAME = "dutch_revolt"
MOST_POSSIBLE = 200
ASIDES_SHOWN = 40
"""A letter with a long quoted tail need not be listed line by line."""


class DutchRevoltBox:
    """See pbem.game_box.GameBox."""

    name = NAME

    def data(self) -> tuple[str, str] | None:
        return "board.toml", games.data_text(NAME)

    def rules(self, data_text: str | None) -> Rules[Any]:
        return _rules(data_text)

    def turn_and_phase(self, state: Any) -> tuple[int, int]:
        return int(state.turn), int(state.phase)

    def settled(self, state: Any) -> Sequence[str]:
        return settled(state)

    def seat_name(self, seat: str, language: str, data_text: str | None) -> str:
        return self.catalogue(language, data_text).faction(seat)

    def catalogue(self, language: str, data_text: str | None) -> Catalogue:
        return _catalogue(language, data_text)

    # ------------------------------------------------------------------ orders

    def read(self, lines: Sequence[str], position: Position, waiting: Sequence[Waiting]) -> Sheet:
        lexicon = _lexicon(position.data_text)
        letter = grammar.parse(letter_body.read(lines), LANGUAGE, lexicon)
        assembly = matching.assemble(
            letter, position.asked, [_kept(w) for w in waiting], position.turn, position.phase, language=LANGUAGE,
            seats=_seats(position), game=position.game, settled=position.settled,
        )  # fmt: skip
        sheet = _sheet(assembly)
        asides = tuple(
            LineResult(
                number=aside.number, text=aside.text, verdict=Verdict.IGNORED,
                sentences=(Sentence(f"letter.why.{aside.why.value}"),),
            )
            for aside in letter.asides[:ASIDES_SHOWN]
        )  # fmt: skip
        return Sheet(
            lines=(*sheet.lines, *asides), answers=sheet.answers, cleared=sheet.cleared, waiting=sheet.waiting,
            commands=sheet.commands, only_quoted=sheet.only_quoted, lapsed=sheet.lapsed,
        )  # fmt: skip

    def use_waiting(self, position: Position, waiting: Sequence[Waiting]) -> Sheet:
        return _sheet(
            matching.use_kept(
                position.asked, [_kept(w) for w in waiting], position.turn, position.phase, language=LANGUAGE,
                seats=_seats(position),
            )
        )  # fmt: skip

    def form(self, position: Position, language: str) -> str:
        return form.form(
            position.game, position.turn, _seats(position), position.asked, _lexicon(position.data_text),
            language=LANGUAGE, say=_say(self.catalogue(language, position.data_text)),
        )  # fmt: skip

    def ask_line(self, decision: AnyDecision, language: str, data_text: str | None) -> str:
        words = self.catalogue(language, data_text)
        facts = {**decision.facts, "faction": str(decision.seat)}
        return f"{words.say(f'ask.{decision.kind}', **facts)} ({words.say('letter.rule', rule=decision.rule)})"

    def left_open(self, decision: AnyDecision, answer: Json) -> Sentence | None:
        options = decision.options
        orders = options.from_json(answer)
        if not isinstance(options, OrderList) or orders == "default":
            return None
        reason = options.shortfall(orders)
        if reason is None:
            return None
        return Sentence("letter.with_rule", {"sentence": _why(reason), "rule": reason.rule})

    def help(self, topic: str, language: str, data_text: str | None) -> Sequence[str]:
        words = self.catalogue(language, data_text)
        return [words.say(said.key, **said.facts) for said in grammar.help_on(LANGUAGE, topic)]

    def possible(self, topic: str, position: Position, language: str) -> Sequence[str]:
        kind = next((verb.kind for verb in LANGUAGE.verbs if verb.name == topic), None)
        say = _say(self.catalogue(language, position.data_text))
        lines: list[str] = []
        for decision in _own(position):
            if decision.kind == kind:
                part = form.question_lines(
                    decision, position.asked, position.turn, _lexicon(position.data_text), language=LANGUAGE, say=say,
                    others=MOST_POSSIBLE,
                )  # fmt: skip
                lines += ["", *form.fold_comments(part)]
        return lines

    def answer_lines(self, decision: AnyDecision, answer: Json, data_text: str | None) -> Sequence[str]:
        return form.answer_lines(decision, answer, _lexicon(data_text), LANGUAGE)

    # ------------------------------------------------------------------ reports

    def report_facts(
        self, rules: Rules[Any], state: Any, position: Position, events: Sequence[Event], known: Mapping[str, Any]
    ) -> ReportFacts:
        asked = [self._asked(decision, position, str(known["language"])) for decision in _own(position)]
        view = rules.view(state, Seat(position.seats[0]))
        return ReportFacts(
            board=_board(position.data_text), view=view, events=events, asked=asked, coming=_coming(state, position),
            **known,
        )  # fmt: skip

    def _asked(self, decision: AnyDecision, position: Position, language: str) -> Asked:
        lexicon = _lexicon(position.data_text)
        options = decision.options
        orders = options.concrete() if isinstance(options, OrderList) else []
        lines = form.question_lines(
            decision, position.asked, position.turn, lexicon, language=LANGUAGE,
            say=_say(self.catalogue(language, position.data_text)),
        )  # fmt: skip
        if not form.is_settled(decision, position.asked, position.turn, LANGUAGE):
            orders = []  # the report says the rule, not what it would give today
        return Asked(
            kind=decision.kind, seat=str(decision.seat), rule=decision.rule, facts=decision.facts,
            default_lines=[form.order_text(decision.kind, order, lexicon, LANGUAGE) for order in orders],
            form=lines,
        )  # fmt: skip

    def render(self, facts: ReportFacts) -> Rendered:
        return render(facts)


# ---------------------------------------------------------------------- made once for each data file


@lru_cache(maxsize=16)
def _rules(data_text: str | None) -> Rules[Any]:
    return games.load(NAME, data_text)


@lru_cache(maxsize=16)
def _board(data_text: str | None) -> Board:
    return Board.load(games.data_text(NAME) if data_text is None else data_text)


@lru_cache(maxsize=16)
def _lexicon(data_text: str | None) -> Lexicon:
    return Lexicon(_board(data_text))


@lru_cache(maxsize=32)
def _catalogue(language: str, data_text: str | None) -> Catalogue:
    return Catalogue(language, _board(data_text))


# ---------------------------------------------------------------------- the order language's terms and ours


def _seats(position: Position) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in position.seats)


def _own(position: Position) -> tuple[AnyDecision, ...]:
    return tuple(d for d in position.asked if d.seat in position.seats)


def _coming(state: Any, position: Position) -> list[Coming]:
    """The questions still to come in this turn for the position's seats, each phase once."""
    found: dict[int, int] = {}
    for seat in position.seats:
        for one in upcoming(state, seat):
            found[one.phase] = min(one.after, found.get(one.phase, one.after))
    return [Coming(phase=phase, after=after) for phase, after in sorted(found.items())]


def _say(words: Catalogue) -> form.Say:
    return lambda key, facts: words.say(key, **facts)


def _kept(waiting: Waiting) -> matching.Kept:
    orders = cast("list[Order]", waiting.order)
    return matching.Kept(waiting.turn, Seat(waiting.seat), waiting.kind, waiting.number, waiting.text, orders)


def _sheet(assembly: matching.Assembly) -> Sheet:
    return Sheet(
        lines=tuple(_line(line) for line in assembly.lines),
        answers=assembly.answers,
        cleared=assembly.cleared,
        waiting=tuple(
            Waiting(
                seat=str(k.seat), kind=k.kind, turn=k.turn, number=k.number, text=k.text, order=cast("Json", k.orders)
            )
            for k in assembly.kept
        ),
        commands=tuple(
            (Command(c.name), c.argument) for c in assembly.commands if c.name in {command.value for command in Command}
        ),
        only_quoted=assembly.only_quoted,
        lapsed=(
            *(_lapsed(kept, Sentence("letter.why.never_asked", {"turn": kept.turn})) for kept in assembly.expired),
            *(_lapsed(kept, _why(reason), reason.rule) for kept, reason in assembly.spoiled),
        ),
    )


def _lapsed(kept: matching.Kept, why: Sentence, rule: str = "") -> LineResult:
    """An order of an earlier letter that comes to nothing."""
    return LineResult(
        number=kept.number, text=kept.text, verdict=Verdict.REFUSED, sentences=(why,), rule=rule, seat=str(kept.seat)
    )


def _line(line: matching.Judged) -> LineResult:
    verdict = Verdict(line.verdict.value)
    sentences = [_restated(alternatives) for alternatives in line.said]
    if line.why is not None:
        sentences.append(_why(line.why))
    if line.command is not None:
        key = "cleared" if line.command.name == grammar.Commands.CLEAR else line.command.name
        sentences.append(Sentence(f"letter.command.{key}", {"argument": line.command.argument}))
    heading = verdict is Verdict.ACCEPTED and not line.kind
    return LineResult(
        number=line.number, text=line.text, verdict=verdict, sentences=tuple(sentences), heading=heading,
        rule=line.why.rule if line.why else "", warnings=tuple(_why(w) for w in line.warnings),
        seat=str(line.seat or ""),
    )  # fmt: skip


def _restated(alternatives: Sequence[grammar.Said]) -> Sentence:
    """One order with its alternatives."""
    first, *rest = [Sentence(said.key, dict(said.facts)) for said in alternatives]
    return Sentence(first.key, first.facts, tuple(rest))


def _why(reason: Reason) -> Sentence:
    """The sentence of a reason; where it has a reason of its own, that is a sentence in it."""
    facts: dict[str, Any] = dict(reason.facts)
    deeper, why = facts.pop("reason", None), facts.pop("why", None)
    if isinstance(deeper, str):
        facts["because"] = Sentence(f"why.{deeper}", dict(why) if isinstance(why, Mapping) else {})
    return Sentence(f"why.{reason.key}", facts)
