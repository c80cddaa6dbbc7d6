"""The order form of a letter: what is asked, the defaults as order lines, and other orders behind `#`.

The form is itself an order letter: sent back as it is, every line is accepted.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from engine.core.decision import AnyDecision, Json, Seat
from engine.core.options import Alternative, Many, Order, OrderList
from orders.language import GameLanguage
from orders.words import Lexicon

Say: TypeAlias = Callable[[str, Mapping[str, Any]], str]
"""A sentence of the reader's catalogue from its key and facts."""

WIDTH: Final = 72
_REMARK: Final = "## "
MOST_DEFAULT_LINES: Final = 40
_PLAIN: Final = {
    "form.other": "also possible; take away the # to order it:",
    "form.other_one": "or one of these; take away the #:",
    "form.more": "and {count} more; see the report or HELP {verb}",
    "form.default_long": "the default is {count} orders now; DEFAULT stands for all of them",
    "form.title_plain": "{question} ({rule})",
    "form.title": "Phase {phase} ({rule}): {question}",
    "form.title_of_set_up": "Set-up ({rule}): {question}",
}


def form(
    game: str,
    turn: int,
    seats: Sequence[Seat],
    asked: Sequence[AnyDecision],
    lexicon: Lexicon,
    *,
    language: GameLanguage,
    say: Say | None = None,
    others: int | None = None,
) -> str:
    """The form of these seats, as a text of lines for a letter, ending in END.

    `asked` is every decision that is open, those of other seats too: they tell which defaults may change until their
    moment comes.
    """
    mine = [seat for seat in seats if any(d.seat == seat for d in asked)]
    head = f"GAME {game} TURN {turn}"
    lines = [head]
    for seat in mine or list(seats[:1]):
        if len(seats) > 1 or not mine:
            lines += ["", f"{language.seat_word} {lexicon.write(seat, lexicon.seats)}"]
        else:
            lines[0] = f"{head} {language.seat_word} {lexicon.write(seat, lexicon.seats)}"
        for decision in asked:
            if decision.seat == seat and isinstance(decision.options, OrderList):
                part = question_lines(decision, asked, turn, lexicon, language=language, say=say, others=others)
                lines += ["", *fold_comments(part)]
    return "\n".join([*lines, "", "END", ""])


def question_lines(
    decision: AnyDecision,
    asked: Sequence[AnyDecision],
    turn: int,
    lexicon: Lexicon,
    *,
    language: GameLanguage,
    say: Say | None = None,
    others: int | None = None,
) -> list[str]:
    """The part of one question, its comments not folded: what is asked, the default as order lines, other orders as
    comments. A default that may be another one when its moment comes is written DEFAULT."""
    options = decision.options
    if not isinstance(options, OrderList):
        return []
    kind = decision.kind
    verb = language.verbs_of(kind)[0].name
    lines = [*_comment(_title(decision, turn, language, say)), *_usage(decision, language)]
    if say is not None:
        lines += [line for said in language.remarks(decision, lexicon) for line in _comment(said.told(say))]
    orders = options.concrete()
    settled = is_settled(decision, asked, turn, language)
    if settled and len(orders) > MOST_DEFAULT_LINES:
        lines += [*_comment(_say(say, "form.default_long", {"count": len(orders)})), language.default_line(kind)]
    elif settled and orders:
        lines += [line for order in orders for line in _order_lines(kind, order, lexicon, language)]
    else:
        by_default = not settled or options.many is Many.ONE
        lines.append(language.default_line(kind) if by_default else language.nothing_line(kind))
    given = {_line(kind, order[0], lexicon, language) for order in orders if len(order) == 1} if settled else set()
    listed = [choice for choice in options.choices() if others is not None or language.listed(kind, choice)]
    others = language.most_listed if others is None else others
    possible = _varied(listed, kind, lexicon, language)
    fresh = [line for line in possible if line not in given]
    if fresh and others:
        lines += _comment(_say(say, "form.other_one" if options.many is Many.ONE else "form.other", {"verb": verb}))
        lines += [f"# {line}" for line in fresh[:others]]
        if len(fresh) > others:
            lines += _comment(_say(say, "form.more", {"count": len(fresh) - others, "verb": verb}))
    return lines


def answer_lines(decision: AnyDecision, answer: Json, lexicon: Lexicon, language: GameLanguage) -> list[str]:
    """An answer that was given, as order lines."""
    options = decision.options
    if not isinstance(options, OrderList):
        return [language.default_line(decision.kind)]
    orders = options.from_json(answer)
    if orders == "default":
        return [language.default_line(decision.kind)]
    lines = [line for o in orders for line in _order_lines(decision.kind, o, lexicon, language)]
    return lines or [language.nothing_line(decision.kind)]


def is_settled(decision: AnyDecision, asked: Sequence[AnyDecision], turn: int, language: GameLanguage) -> bool:
    """Whether the default, as it is now, is what the default will be when its moment comes: nothing that is asked
    together with it happens before it, or what happens does not touch it."""
    kind = decision.kind
    if kind in language.fixed_defaults:
        return True
    phases = [phase for d in asked if (phase := language.phase(d.kind, turn)) is not None]
    if language.phase(kind, turn) != min(phases, default=None):
        return False
    first = next((d.key for d in asked if language.phase(d.kind, turn) == min(phases)), decision.key)
    return kind in language.apart or decision.key == first


def fold_comments(lines: Sequence[str], columns: int = WIDTH) -> list[str]:
    """Remarks (`##`) folded at their spaces to that width; orders, commented out or not, are never folded."""
    folded: list[str] = []
    for line in lines:
        if line.startswith(_REMARK) and len(line) > columns:
            folded += textwrap.wrap(
                line, max(columns, 12), subsequent_indent=_REMARK, break_long_words=False, break_on_hyphens=False
            )
        else:
            folded.append(line)
    return folded


def _title(decision: AnyDecision, turn: int, language: GameLanguage, say: Say | None) -> str:
    phase = language.phase(decision.kind, turn)
    question = decision.kind.replace("_", " ")
    if say is not None:
        question = say(f"ask.{decision.kind}", {**decision.facts, language.seat_fact: decision.seat})
    if not decision.rule:
        return question
    set_up = phase is not None or (language.phases and decision.kind not in language.any_time)
    key = "form.title" if phase else "form.title_of_set_up" if set_up else "form.title_plain"
    return _say(say, key, {"phase": phase, "rule": decision.rule, "question": question})


def _say(say: Say | None, key: str, facts: Mapping[str, Any]) -> str:
    return say(key, facts) if say else _PLAIN[key].format(**facts)


def _usage(decision: AnyDecision, language: GameLanguage) -> list[str]:
    offered = [verb for verb in language.verbs_of(decision.kind) if language.offers(decision, verb.name)]
    return [line for verb in offered for line in _comment(verb.usage)]


def _comment(text: str) -> list[str]:
    """A remark that nobody can take for an order: two signs."""
    return [_REMARK + " ".join(text.split())]


def _line(kind: str, alternative: Alternative, lexicon: Lexicon, language: GameLanguage) -> str:
    return language.write(kind, alternative, lexicon)


def order_text(kind: str, order: Order, lexicon: Lexicon, language: GameLanguage) -> str:
    """The order line of an order with its alternatives."""
    return " ELSE ".join(_clauses(kind, order, lexicon, language))


def _clauses(kind: str, order: Order, lexicon: Lexicon, language: GameLanguage) -> list[str]:
    if language.write_order is not None:
        return language.write_order(kind, order, lexicon)
    return [_line(kind, alternative, lexicon, language) for alternative in order]


def _order_lines(kind: str, order: Order, lexicon: Lexicon, language: GameLanguage) -> list[str]:
    first, *rest = _clauses(kind, order, lexicon, language)
    text = " ELSE ".join((first, *rest))
    return [text] if len(text) <= WIDTH else [first, *(f"ELSE {line}" for line in rest)]


def _varied(choices: Sequence[Alternative], kind: str, lexicon: Lexicon, language: GameLanguage) -> list[str]:
    """The choices as lines, taken in turn from those of each sort: verb, then first name."""
    groups: dict[str, dict[str, list[str]]] = {}
    for alternative in choices:
        line = _line(kind, alternative, lexicon, language)
        place = next((str(v) for k, v in alternative.items() if k not in {"do", "action", "count"} and v), "")
        groups.setdefault(line.split(" ")[0] + str(alternative.get("plunder")), {}).setdefault(place, []).append(line)
    rows = [_in_turn(list(places.values())) for places in groups.values()]
    return list(dict.fromkeys(_in_turn(rows)))


def _in_turn(rows: Sequence[Sequence[str]]) -> list[str]:
    return [line for column in zip_longest(*rows) for line in column if line is not None]
