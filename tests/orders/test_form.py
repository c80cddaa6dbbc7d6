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
from orders.form import MOST_DEFAULT_LINES, form, order_text
from orders.grammar import parse, read_order
from orders.letter_body import read
from orders.matching import Verdict, assemble
from orders.words import Lexicon
from tests.orders.boards import LEXICON, question

RULES = games.load("dutch_revolt")
WORDS = Lexicon(RULES.board)  # type: ignore[attr-defined]


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
        "## other orders possible now; take away the # to give one:",
        "# RECRUIT Holland",
        "# RECRUIT Utrecht",
        "## and 1 more; see the report, or send HELP RECRUIT",
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
