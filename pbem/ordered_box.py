"""A box for every game whose answers are order lists in the order language: letters, forms, help and report facts.

A game adds its rules, its board, its words and what its position says (pbem/games/<game>/box.py).
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from engine import games
from engine.core.decision import AnyDecision, Json, Reason, Seat
from engine.core.events import Event
from engine.core.options import Order, OrderList
from engine.core.table import Rules
from orders import form, grammar, letter_body, matching
from orders.form import Say
from orders.judge_words import Commands
from orders.language import GameLanguage, Said
from orders.words import Lexicon
from pbem.game_box import FRESH, Command, LineResult, Pace, Position, Sentence, Sheet, Verdict, Waiting
from pbem.reports.facts import Asked, Coming, Rendered, ReportFacts
from pbem.reports.words import Catalogue

MOST_POSSIBLE = 200
ASIDES_SHOWN = 40
"""A letter with a long quoted tail need not be listed line by line."""

T = TypeVar("T")


class OrderedBox(ABC):
    """All of pbem.game_box.GameBox that is the same for every game; the methods under "each game" are its own."""

    name: str
    language: GameLanguage
    data_file = "board.toml"

    # ------------------------------------------------------------------ each game

    def turn_and_phase(self, state: Any) -> tuple[int, int]:
        return int(state.turn), int(state.phase)

    def moment(self, state: Any) -> str:
        """Where a game stands, for the host; a game whose phases have no numbers says it in its own words."""
        turn, phase = self.turn_and_phase(state)
        return f"turn {turn}, phase {phase}"

    def settled(self, state: Any) -> Sequence[str]:
        """The keys of decisions that are past changing; none where a game asks one thing at a time."""
        return ()

    def pace(self, state: Any) -> Pace:
        """How long the question may wait; by the schedule unless a game knows better."""
        return FRESH

    def next_turns(self, state: Any) -> Mapping[str, int]:
        """The next turn of each seat; nothing where seats do not take turns."""
        return {}

    def coming(self, state: Any, seats: Sequence[str]) -> Sequence[Coming]:
        """The questions still to come in this turn for these seats, for the report."""
        return ()

    @abstractmethod
    def make_board(self, text: str) -> Any:
        """The board of this data; raises ValueError."""

    @abstractmethod
    def make_lexicon(self, board: Any) -> Lexicon:
        """The names of this board."""

    def make_catalogue(self, language: str, board: Any) -> Catalogue:
        return Catalogue(language, board, self.name)

    def seat_name(self, seat: str, language: str, data_text: str | None) -> str:
        return self.catalogue(language, data_text).value(self.language.seat_fact, seat)

    @abstractmethod
    def render(self, facts: ReportFacts) -> Rendered:
        """PDF and text of a report."""

    # ------------------------------------------------------------------ made once for each data file

    def data(self) -> tuple[str, str] | None:
        return self.data_file, sys.intern(games.data_text(self.name))  # see pbem.store.games.data_text

    def rules(self, data_text: str | None) -> Rules[Any]:
        return cast("Rules[Any]", _once(_load, self.name, data_text))

    def board(self, data_text: str | None) -> Any:
        return _once(self._board, data_text)

    def _board(self, data_text: str | None) -> Any:
        return self.make_board(games.data_text(self.name) if data_text is None else data_text)

    def lexicon(self, data_text: str | None) -> Lexicon:
        return cast("Lexicon", _once(self._lexicon, data_text))

    def _lexicon(self, data_text: str | None) -> Lexicon:
        return self.make_lexicon(self.board(data_text))

    def catalogue(self, language: str, data_text: str | None) -> Catalogue:
        return cast("Catalogue", _once(self._catalogue, language, data_text))

    def _catalogue(self, language: str, data_text: str | None) -> Catalogue:
        return self.make_catalogue(language, self.board(data_text))

    # ------------------------------------------------------------------ letters

    def read(self, lines: Sequence[str], position: Position, waiting: Sequence[Waiting]) -> Sheet:
        lexicon = self.lexicon(position.data_text)
        letter = grammar.parse(letter_body.read(lines), self.language, lexicon, position.writer)
        assembly = matching.assemble(
            letter, position.asked, [_kept(w) for w in waiting], position.turn, position.phase, language=self.language,
            seats=_seats(position), game=position.game, settled=position.settled, next_turns=_next_turns(position),
        )  # fmt: skip
        asides = tuple(
            LineResult(
                number=aside.number, text=aside.text, verdict=Verdict.IGNORED,
                sentences=(Sentence(f"letter.why.{aside.why.value}"),),
            )
            for aside in letter.asides[:ASIDES_SHOWN]
        )  # fmt: skip
        sheet = _sheet(assembly)
        return replace(sheet, lines=(*sheet.lines, *asides))

    def use_waiting(self, position: Position, waiting: Sequence[Waiting]) -> Sheet:
        return _sheet(
            matching.use_kept(
                position.asked, [_kept(w) for w in waiting], position.turn, position.phase, language=self.language,
                seats=_seats(position), next_turns=_next_turns(position),
            )
        )  # fmt: skip

    def form(self, position: Position, language: str) -> str:
        return form.form(
            position.game, position.turn, _seats(position), position.asked, self.lexicon(position.data_text),
            language=self.language, say=self._say(language, position.data_text),
        )  # fmt: skip

    def ask_line(self, decision: AnyDecision, language: str, data_text: str | None) -> str:
        words = self.catalogue(language, data_text)
        facts = {**decision.facts, self.language.seat_fact: str(decision.seat)}
        question = words.say(f"ask.{decision.kind}", **facts)
        return f"{question} ({words.say('letter.rule', rule=decision.rule)})" if decision.rule else question

    def left_open(self, decision: AnyDecision, answer: Json) -> Sentence | None:
        options = decision.options
        orders = options.from_json(answer)
        if not isinstance(options, OrderList) or orders == "default":
            return None
        reason = options.shortfall(orders)
        if reason is None:
            return None
        return Sentence("letter.with_rule", {"sentence": why(reason), "rule": reason.rule})

    def help(self, topic: str, language: str, data_text: str | None) -> Sequence[str]:
        words = self.catalogue(language, data_text)
        return [words.say(said.key, **said.facts) for said in grammar.help_on(self.language, topic)]

    def possible(self, topic: str, position: Position, language: str) -> Sequence[str]:
        kind = next((verb.kind for verb in self.language.verbs if verb.name == topic), None)
        say = self._say(language, position.data_text)
        lines: list[str] = []
        for decision in own(position):
            if decision.kind == kind:
                part = form.question_lines(
                    decision, position.asked, position.turn, self.lexicon(position.data_text), language=self.language,
                    say=say, others=MOST_POSSIBLE,
                )  # fmt: skip
                lines += ["", *form.fold_comments(part)]
        return lines

    def answer_lines(self, decision: AnyDecision, answer: Json, data_text: str | None) -> Sequence[str]:
        return form.answer_lines(decision, answer, self.lexicon(data_text), self.language)

    def _say(self, language: str, data_text: str | None) -> Say:
        words = self.catalogue(language, data_text)
        return lambda key, facts: words.say(key, **facts)

    # ------------------------------------------------------------------ reports

    def report_facts(
        self, rules: Rules[Any], state: Any, position: Position, events: Sequence[Event], known: Mapping[str, Any]
    ) -> ReportFacts:
        asked = [self._asked(decision, position, str(known["language"])) for decision in own(position)]
        view = rules.view(state, Seat(position.seats[0]))
        return ReportFacts(
            board=self.board(position.data_text), view=view, events=events, asked=asked,
            coming=self.coming(state, position.seats), **known,
        )  # fmt: skip

    def _asked(self, decision: AnyDecision, position: Position, language: str) -> Asked:
        lexicon = self.lexicon(position.data_text)
        options = decision.options
        orders = options.concrete() if isinstance(options, OrderList) else []
        lines = form.question_lines(
            decision, position.asked, position.turn, lexicon, language=self.language,
            say=self._say(language, position.data_text),
        )  # fmt: skip
        if not form.is_settled(decision, position.asked, position.turn, self.language):
            orders = []  # the report says the rule, not what it would give today
        return Asked(
            kind=decision.kind, seat=str(decision.seat), rule=decision.rule, facts=decision.facts,
            default_lines=[form.order_text(decision.kind, order, lexicon, self.language) for order in orders],
            form=lines,
        )  # fmt: skip


@lru_cache(maxsize=128)
def _once(make: Callable[..., T], *about: str | None) -> T:
    """What `make` gives, made once."""
    return make(*about)


def _load(name: str, data_text: str | None) -> Rules[Any]:
    return games.load(name, data_text)


# ---------------------------------------------------------------------- the order language's terms and ours


def own(position: Position) -> tuple[AnyDecision, ...]:
    """What the position's seats are asked."""
    return tuple(d for d in position.asked if d.seat in position.seats)


def _seats(position: Position) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in position.seats)


def _next_turns(position: Position) -> Mapping[Seat, int]:
    return {Seat(seat): turn for seat, turn in position.next_turns.items()}


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
            *(_lapsed(kept, why(reason), reason.rule) for kept, reason in assembly.spoiled),
        ),
        standing=assembly.standing,
        standing_replaced=tuple((str(seat), kind) for seat, kind in assembly.standing_replaced),
        held=assembly.held,
        notes=tuple(why(note) for note in assembly.notes),
    )


def _lapsed(kept: matching.Kept, because: Sentence, rule: str = "") -> LineResult:
    """An order of an earlier letter that comes to nothing."""
    return LineResult(
        number=kept.number, text=kept.text, verdict=Verdict.REFUSED, sentences=(because,), rule=rule,
        seat=str(kept.seat),
    )  # fmt: skip


def _line(line: matching.Judged) -> LineResult:
    verdict = Verdict(line.verdict.value)
    sentences = [_restated(alternatives) for alternatives in line.said]
    if line.why is not None:
        sentences.append(why(line.why))
    if line.command is not None:
        key = "cleared" if line.command.name == Commands.CLEAR else line.command.name
        sentences.append(Sentence(f"letter.command.{key}", {"argument": line.command.argument}))
    heading = verdict is Verdict.ACCEPTED and not line.kind
    return LineResult(
        number=line.number, text=line.text, verdict=verdict, sentences=tuple(sentences), heading=heading,
        rule=line.why.rule if line.why else "", warnings=tuple(why(w) for w in line.warnings),
        seat=str(line.seat or ""),
    )  # fmt: skip


def _restated(alternatives: Sequence[Said]) -> Sentence:
    """One order with its alternatives."""
    first, *rest = [_sentence(said) for said in alternatives]
    return Sentence(first.key, first.facts, tuple(rest))


def _sentence(said: Said) -> Sentence:
    facts = {name: _sentence(fact) if isinstance(fact, Said) else fact for name, fact in said.facts.items()}
    return Sentence(said.key, facts)


def why(reason: Reason) -> Sentence:
    """The sentence of a reason; where it has a reason of its own, that is a sentence in it."""
    facts: dict[str, Any] = dict(reason.facts)
    deeper, deeper_facts = facts.pop("reason", None), facts.pop("why", None)
    if isinstance(deeper, str):
        facts["because"] = Sentence(f"why.{deeper}", dict(deeper_facts) if isinstance(deeper_facts, Mapping) else {})
    return Sentence(f"why.{reason.key}", facts)
