"""The form of a letter: sent back as it is, every line is accepted, on real positions too."""

from __future__ import annotations

import random

import pytest

from engine import games
from engine.core.chance import entropy
from engine.core.decision import AnyDecision, Seat
from engine.core.options import Many, Order
from engine.core.table import Table
from orders.dutch_revolt import LANGUAGE
from orders.dutch_revolt.words import DutchLexicon
from orders.form import MOST_DEFAULT_LINES, fold_comments, form, order_text
from orders.grammar import parse, read_order
from orders.letter_body import read
from orders.matching import Verdict, assemble
from tests.orders.boards import LEXICON, question

RULES = games.load("dutch_revolt")
WORDS = DutchLexicon(RULES.board)  # type: ignore[attr-defined]


def _same(orders: object) -> list[list[dict[str, object]]]:
    """Orders without what says nothing: a count of 1, an empty field."""
    assert isinstance(orders, list | tuple)
    return [
        [{k: v for k, v in a.items() if v is not None and (k, v) != ("count", 1)} for a in order] for order in orders
    ]


@pytest.mark.parametrize(
    ("players", "mode", "seed"),
    [(2, "standard", 1), (3, "strict", 2), (4, "quick", 3), (5, "standard", 4), (5, "quick", 5)],
)
def test_forms_of_a_random_game_come_back_accepted(players: int, mode: str, seed: int) -> None:
    rng = random.Random(seed)
    table = Table.start(RULES, {"players": players, "mode": mode}, entropy(b"x" * 32, "gouda"))
    while not table.over and table.state.turn < 4:
        asked = list(table.open)
        seats = list(dict.fromkeys(d.seat for d in asked))
        _comes_back(table, asked, seats)
        for decision in asked:
            _choices_come_back(decision, rng)
            table.answer(decision.key, decision.options.to_json(decision.options.sample(rng.randrange)), "order")


def _comes_back(table: Table, asked: list[AnyDecision], seats: list[Seat]) -> None:
    text = form("gouda", table.state.turn, seats, asked, WORDS, language=LANGUAGE)
    assert max(map(len, text.splitlines())) <= 78
    letter = parse(read(text), LANGUAGE, WORDS)
    done = assemble(
        letter, asked, (), table.state.turn, table.state.phase, language=LANGUAGE, seats=seats, game="gouda"
    )
    assert [line.text for line in done.lines if line.verdict is not Verdict.ACCEPTED or line.warnings] == []
    assert set(done.answers) == {d.key for d in asked}
    for decision in asked:
        given = done.answers[decision.key]
        if given != "default":
            assert _same(given) == _same(decision.options.concrete())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("players", "mode", "seed"),
    [(2, "standard", 11), (3, "strict", 12), (4, "quick", 13), (5, "standard", 14), (5, "quick", 15)],
)
def test_a_form_sent_back_plays_like_the_default(players: int, mode: str, seed: int) -> None:
    """Two tables of one game: what one answers by the default, the other answers by the form as it is."""
    rng = random.Random(seed)
    options = {"players": players, "mode": mode}
    by_default, by_form = (Table.start(RULES, options, entropy(b"x" * 32, "gouda")) for _ in range(2))
    while not by_default.over:
        asked = list(by_form.open)
        assert [d.key for d in by_default.open] == [d.key for d in asked]
        seats = list(dict.fromkeys(d.seat for d in asked))
        turn, phase = by_form.state.turn, by_form.state.phase
        text = form("gouda", turn, seats, asked, WORDS, language=LANGUAGE)
        letter = parse(read(text), LANGUAGE, WORDS)
        done = assemble(letter, asked, (), turn, phase, language=LANGUAGE, seats=seats, game="gouda")
        for decision in asked:
            same = decision.options.to_json(decision.options.sample(rng.randrange))
            free = rng.random() < 0.5
            by_default.answer(decision.key, same if free else "default", "order")
            by_form.answer(decision.key, same if free else done.answers[decision.key], "order")
        assert by_form.state == by_default.state


def test_what_comes_later_in_a_package_is_written_default() -> None:
    place = question("new_units", "burghers", concrete=[[{"to": "holland", "count": 3, "square": None}]])
    flow = question("overflow", "burghers", concrete=[[{"from": "holland", "to": "utrecht", "count": 1}]])
    text = form("gouda", 2, [Seat("burghers")], [place, flow], LEXICON, language=LANGUAGE)
    assert [line for line in text.splitlines() if line.startswith(("PLACE", "OVERFLOW"))] == [
        "PLACE 3 Holland",
        "OVERFLOW DEFAULT",
    ]
    alone = form("gouda", 2, [Seat("burghers")], [flow], LEXICON, language=LANGUAGE)
    assert "OVERFLOW 1 Holland TO Utrecht" in alone.splitlines()


def test_who_acts_second_gets_a_default_that_the_first_may_change() -> None:
    orders: list[Order] = [[{"province": "holland", "spot": "delft", "faction": None}]]
    asked = [question("influence", seat, concrete=orders) for seat in ("nobility", "burghers")]
    lines = form("gouda", 2, [Seat("burghers")], asked, LEXICON, language=LANGUAGE).splitlines()
    assert "INFLUENCE DEFAULT" in lines
    assert "INFLUENCE Delft" not in lines
    loyalty = [question("loyalty", seat) for seat in ("nobility", "burghers")]
    assert "PAY NONE" in form("gouda", 2, [Seat("burghers")], loyalty, LEXICON, language=LANGUAGE).splitlines()


def test_remarks_are_folded_and_orders_never() -> None:
    long = "# ARRANGE " + "Holland " * 20
    folded = fold_comments(["## " + "word " * 30, long, "PLACE 1 Holland"], 40)
    assert max(len(line) for line in folded if line != long) <= 40
    assert all(line.startswith("## ") for line in folded[:-2])
    assert folded[-2:] == [long, "PLACE 1 Holland"]
    assert " ".join(line.removeprefix("## ") for line in folded[:-2]).split() == ["word"] * 30


def _choices_come_back(decision: AnyDecision, rng: random.Random) -> None:
    choices = decision.options.choices()  # type: ignore[attr-defined]
    for alternative in rng.sample(choices, min(8, len(choices))):
        line = order_text(decision.kind, [alternative], WORDS, LANGUAGE)
        assert _same(read_order(line, LANGUAGE, WORDS).given) == _same([[alternative]])


def test_what_a_form_looks_like() -> None:
    regions = ["r_holland", "r_utrecht", "r_north"]
    choices = [{"region": region, "count": 1} for region in regions]
    text = form(
        "gouda", 2, [Seat("reformers")], [question("recruit", choices=choices)], LEXICON, language=LANGUAGE, others=2
    )
    assert text.splitlines() == [
        "GAME gouda TURN 2 FACTION Reformers",
        "",
        "## Phase 4 (9): recruit",
        "## RECRUIT [number] region",
        "RECRUIT NONE",
        "## also possible; take away the # to order it:",
        "# RECRUIT Holland",
        "# RECRUIT Utrecht",
        "## and 1 more; see the report or HELP RECRUIT",
        "",
        "END",
    ]


def test_two_seats_have_their_headings() -> None:
    asked = [question("city_tax", "burghers", many=Many.ONE), question("city_tax", "reformers", many=Many.ONE)]
    text = form("gouda", 2, [Seat("burghers"), Seat("reformers")], asked, LEXICON, language=LANGUAGE)
    assert [line for line in text.splitlines() if line.startswith(("FACTION", "TAX"))] == [
        "FACTION Burghers",
        "TAX DEFAULT",
        "FACTION Reformers",
        "TAX DEFAULT",
    ]


def test_a_very_long_default_is_one_line() -> None:
    orders: list[Order] = [[{"region": "r_holland", "count": 1}]] * (MOST_DEFAULT_LINES + 1)
    text = form("gouda", 2, [Seat("reformers")], [question("recruit", concrete=orders)], LEXICON, language=LANGUAGE)
    assert "RECRUIT DEFAULT" in text.splitlines()


def test_long_alternatives_go_on_in_the_next_line() -> None:
    regions = ["r_liege", "r_brabant", "r_ijssel"]
    order: Order = [{"region": region, "count": 1} for region in regions]
    text = form("gouda", 2, [Seat("reformers")], [question("recruit", concrete=[order])], LEXICON, language=LANGUAGE)
    (line,) = parse(read(text), LANGUAGE, LEXICON).orders
    assert line.statement.given == (order,)  # type: ignore[union-attr]
