"""Whatever a letter holds, reading it raises nothing, and one order raises only our own errors."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.decision import IllegalOrder
from engine.core.options import Many
from orders.dutch_revolt import LANGUAGE
from orders.dutch_revolt.words import Sort
from orders.grammar import read_order
from orders.letter_body import read
from orders.words import NotUnderstood, OrderFault
from tests.orders.boards import LEXICON, judged, letter, question

WORDS = st.sampled_from(
    [
        *(verb.name for verb in LANGUAGE.verbs), "ELSE", "TO", "IN", "PLUNDER", "SPARE", "TOWN", "ALL", "NONE",
        "DEFAULT",
        "BESIEGING", "FREE", "BEFORE", "Holland", "Groningen", "Haarlem", "Liège, Limburg and Maastricht", "Nobility",
        "2", "0",
        "99999", ":", ",", ";", "#", "->", "-", "countryside", "NEUTRAL", "FACTION", "TURN", "GAME", "REPORT",
        "CLEAR", "HELP",
        "Huguenots", "MAP", "\n", "\n> ", "END", "--", "the", "of", "city", "half", "²", "½", "٣",
    ]
)  # fmt: skip
LINES = st.lists(WORDS, max_size=14).map(" ".join)
ASKED = [
    question("recruit"), question("city_tax", many=Many.ONE), question("new_units"), question("turn_order",
    many=Many.ONE),
    question("arrange", facts={"provinces": ["holland"]}),
]  # fmt: skip


def _says_something(line: str) -> bool:
    return any(c.isalnum() and c.isascii() for c in line) and not line.lstrip().startswith("##")


@settings(max_examples=300, deadline=None)
@given(st.one_of(LINES, st.text(max_size=200), st.lists(LINES, max_size=8).map("\n".join)))
def test_a_letter_raises_nothing_and_loses_no_line(text: str) -> None:
    body = read(text)
    done = judged(text, ASKED)
    told = {int("".join(c for c in line.number if c.isdigit())) for line in [*done.lines, *body.asides]}
    spoken = {n for n, line in enumerate(text.splitlines(), 1) if _says_something(line)}
    parsed = letter(text)
    joined = len(body.orders) - len(parsed.lines)
    assert len(spoken - told) <= joined + 1  # END itself is no line to tell of; wrapped lines are told with their first
    for key, answer in done.answers.items():
        options = next(d.options for d in ASKED if d.key == key)
        assert options.why_not(options.from_json(answer)) is None


@settings(max_examples=300, deadline=None)
@given(st.one_of(LINES, st.text(max_size=80)))
def test_one_order_raises_only_our_errors(text: str) -> None:
    with contextlib.suppress(OrderFault, IllegalOrder):
        kinds = {"chance_words", *LANGUAGE.phases, *LANGUAGE.phases_of_turn_0}
        assert read_order(text, LANGUAGE, LEXICON).kind in kinds


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_a_name_is_found_or_our_error_raised(text: str) -> None:
    with contextlib.suppress(OrderFault):
        assert LEXICON.find(text, (Sort.REGION, Sort.CITY, Sort.TOWN, Sort.BOX))


def test_empty_names_are_not_understood() -> None:
    for text in ("", " ", "#", "..."):
        with pytest.raises(NotUnderstood):
            LEXICON.find(text, (Sort.REGION,))
