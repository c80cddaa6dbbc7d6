"""Lines that were not read as orders, told shortly and completely."""

from __future__ import annotations

from pbem.game_box import LineResult, Sentence, Verdict
from pbem.receipts import _ignored
from tests.pbem.toy import ToyBox

WORDS = ToyBox().catalogue("en", None)


def line(number: str, why: str = "letter.why.quoted") -> LineResult:
    return LineResult(number=number, text=f"line {number}", verdict=Verdict.IGNORED, sentences=(Sentence(why),))


def test_a_long_quote_is_one_range_whatever_empty_lines_stand_in_it() -> None:
    told = _ignored(WORDS, [line(n) for n in ("3", "4", "6", "7", "9", "12")])
    assert told == ["3–12: A quoted line."]


def test_an_order_inside_a_quote_parts_the_range() -> None:
    ordered = [LineResult(number=n, text="BID 3", verdict=Verdict.ACCEPTED) for n in ("5", "8a", "8b")]
    told = _ignored(WORDS, [line(n) for n in ("3", "4", "6", "7", "9", "12")], ordered)
    assert told == ["3–4, 6–7, 9–12: A quoted line."]


def test_a_few_lines_are_told_one_by_one() -> None:
    told = _ignored(WORDS, [line("3"), line("5")])
    assert told == ["3: line 3 – A quoted line.", "5: line 5 – A quoted line."]
