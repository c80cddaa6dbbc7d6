"""Lines that are no orders, lists that go on without their verb, numbers that go over to alternatives."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import Reason
from orders.dutch_revolt import LANGUAGE
from orders.dutch_revolt.words import Sort
from orders.grammar import Failed, NoOrder, Ordered, read_order
from orders.matching import Verdict
from tests.orders.boards import LEXICON, judged, letter, question


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("DANCE", "no_verb"),
        ("???", "says_nothing"),
        ("REPORT x", "command_with_more"),
        ("status, please", "command_with_more"),
        ("ELSE Brabant", "else_without_order"),
        ("else Brabant", "else_without_order"),
        ("Holland 3", "verb_missing"),
        ("3 Holland", "verb_missing"),
        ("Brabant", "verb_missing"),
        ("Antwerpen", "verb_missing"),
        ("TURN two", "heading_unclear"),
    ],
)
def test_a_line_that_may_be_an_order_is_told_with_a_hint(text: str, why: str) -> None:
    (line,) = judged(text, []).lines
    assert (line.number, line.verdict) == ("1", Verdict.UNCLEAR)
    assert line.why is not None
    assert line.why.key == why


@pytest.mark.parametrize(
    "text", ["Hi judge, mine:", "Regards, Anna", "I hope that Holland falls in turn 3, don't you?", "OK"]
)
def test_talk_is_just_ignored(text: str) -> None:
    (line,) = judged(text, []).lines
    assert line.verdict is Verdict.IGNORED


@pytest.mark.parametrize("text", ["-----", "* * *", "____", "..."])
def test_rulers_are_nothing(text: str) -> None:
    assert letter(text).lines == ()


def test_a_list_goes_on_behind_a_semicolon_with_a_number() -> None:
    found = [line.statement for line in letter("lerak 3 Hollandia; 1 Zeeland; Brabant\n2 Utrecht").lines]
    assert [one.given for one in found if isinstance(one, Ordered)] == [
        ([{"to": "holland", "count": 3, "square": None}],),
        ([{"to": "zeeland", "count": 1, "square": None}],),
    ]
    assert [type(one) for one in found[2:]] == [NoOrder, NoOrder]


def test_a_list_that_goes_on_wrongly_is_refused_with_its_verb() -> None:
    failed = letter("PLACE 3 Holland; 1 Nowhere").lines[1].statement
    assert isinstance(failed, Failed)
    assert (failed.verb, failed.reason.key) == ("PLACE", "not_understood")
    assert isinstance(letter("TAX 2; 3").lines[1].statement, NoOrder)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("PLACE 2 Artois ELSE Brabant", [2, 2]),
        ("PLACE 2 Artois ELSE 1 Brabant ELSE Holland", [2, 1, 1]),
        ("RECRUIT 2 Holland ELSE Utrecht", [2, 2]),
        ("RECRUIT 2 Holland ELSE RECRUIT Utrecht", [2, 1]),
        ("SUPPORT 2 French Support TO Artois ELSE London Merchants TO Zeeland", [2, 2]),
        ("OVERFLOW 2 Holland TO Utrecht ELSE Holland TO Gelderland", [2, 2]),
        ("OVERFLOW Holland TO Utrecht ELSE Holland TO Gelderland", [None, None]),
        ("PAY 2 Köln ELSE Aachen", [2, 2]),
        ("KEEP 2 Holland ELSE Utrecht", [2, 2]),
        ("ROB ALL Catholics ELSE Habsburgs", ["all", "all"]),
    ],
)
def test_an_alternative_takes_the_number_over(text: str, counts: list[Any]) -> None:
    (order,) = read_order(text, LANGUAGE, LEXICON).given
    assert [alternative["count"] for alternative in order] == counts  # type: ignore[index]


@pytest.mark.parametrize("text", ["PLACE 2 Artois ELSE", "PLACE ELSE Brabant", "PLACE 2 Artois ELSE ELSE Brabant"])
def test_a_dangling_else_is_refused(text: str) -> None:
    (line,) = letter(text).lines
    assert isinstance(line.statement, Failed)
    assert line.statement.reason.key == "else_dangling"


def test_a_dangling_else_does_not_swallow_a_heading() -> None:
    found = letter("PLACE 2 Artois ELSE\nFACTION Habsburgs\n").lines
    assert [line.number for line in found] == ["1", "2"]


@pytest.mark.parametrize("text", ["Nowhere", "everywhere", "Atlantis", "Berlin", "Moon", "Dancing"])
def test_unlike_words_give_no_candidates(text: str) -> None:
    for sorts in ((Sort.PROVINCE, Sort.BOX), (Sort.REGION,), (Sort.CITY,)):
        assert LEXICON.nearest(text.lower(), sorts) == []


def test_refusals_that_are_no_rules_of_play_cite_none() -> None:
    done = judged(
        "GAME other\nGAME gouda TURN 7\nTURN 2\nFACTION Catholics\nFACTION Reformers\nRECRUIT 0 Holland",
        [question("recruit")],
    )
    reasons = [line.why for line in done.lines if line.verdict is Verdict.REFUSED and line.why]
    assert [reason.key for reason in reasons] == ["other_game", "other_turn", "not_your_faction", "count_too_small"]
    assert [reason.rule for reason in reasons] == ["", "", "", ""]
    assert str(Reason("count_below_one", "")) == "count below one"
