"""The form of a turn: sent back as it is, every line is accepted and plays like the default, on real positions too."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import games
from engine.core.chance import entropy
from engine.core.decision import AnyDecision, Seat
from engine.core.table import Table
from orders.form import answer_lines, form, order_text
from orders.grammar import parse, read_order
from orders.heads_of_state import LANGUAGE
from orders.heads_of_state.words import HeadsLexicon
from orders.letter_body import read
from orders.matching import Assembly, Verdict, assemble
from tests.orders.heads_of_state.boards import LEXICON, question, short

RULES = games.load("heads_of_state")
WORDS = HeadsLexicon(RULES.board)  # type: ignore[attr-defined]
GAMES = [(2, 1), (3, 2), (4, 3), (5, 4)]


def start(players: int) -> Table[Any]:
    return Table.start(RULES, {"players": players}, entropy(b"x" * 32, "gouda"))


def sent(text: str, table: Table[Any], asked: list[AnyDecision], seats: list[Seat]) -> Assembly:
    letter = parse(read(text), LANGUAGE, WORDS)
    state = table.state
    return assemble(letter, asked, (), state.number, state.phase, language=LANGUAGE, seats=seats, game="gouda")


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_forms_and_answers_of_a_random_game_come_back(players: int, seed: int) -> None:
    rng = random.Random(seed)
    table = start(players)
    while not table.over and table.state.number < 60:
        asked = list(table.open)
        for seat in dict.fromkeys(d.seat for d in asked):
            _comes_back(table, asked, seat)
        for decision in asked:
            answer = decision.options.to_json(decision.options.sample(rng.randrange))
            _written_and_read(table, decision, answer)
            _choices_come_back(decision, rng)
            table.answer(decision.key, answer, "order")
    assert table.state.number >= 60 or table.over


def _comes_back(table: Table[Any], asked: list[AnyDecision], seat: Seat) -> None:
    text = form("gouda", table.state.number, [seat], asked, WORDS, language=LANGUAGE)
    assert max(map(len, text.splitlines())) <= 100
    done = sent(text, table, asked, [seat])
    assert [line.text for line in done.lines if line.verdict is not Verdict.ACCEPTED or line.warnings] == []
    assert not done.held
    own = [d for d in asked if d.seat == seat]
    assert set(done.answers) == {d.key for d in own}
    for decision in own:
        given = done.answers[decision.key]
        if given != "default":
            assert short(given) == short(decision.options.concrete())


def _written_and_read(table: Table[Any], decision: AnyDecision, answer: Any) -> None:
    """STATUS shows an answer as lines: sent again they give the same answer."""
    lines = answer_lines(decision, answer, WORDS, LANGUAGE)
    done = sent("\n".join(lines), table, [decision], [decision.seat])
    again = done.answers.get(decision.key)
    if again is None:  # a letter of LIST, KEEP and the like alone plays nothing
        assert done.standing or {line.why.key for line in done.lines if line.why} <= {"nothing_ordered"}
        return
    assert short(again) == (short(answer) if answer else "default")


def _choices_come_back(decision: AnyDecision, rng: random.Random) -> None:
    choices = decision.options.choices()
    for alternative in rng.sample(choices, min(8, len(choices))):
        line = order_text(decision.kind, [alternative], WORDS, LANGUAGE)
        assert short(read_order(line, LANGUAGE, WORDS).given) == short([[alternative]])


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_form_sent_back_plays_like_the_default(players: int, seed: int) -> None:
    """Two tables of one game: what one answers by the default, the other answers by the form as it is."""
    rng = random.Random(seed)
    by_default, by_form = (start(players) for _ in range(2))
    while not by_default.over and by_default.state.number < 60:
        asked = list(by_form.open)
        assert [d.key for d in by_default.open] == [d.key for d in asked]
        for decision in asked:
            text = form("gouda", by_form.state.number, [decision.seat], asked, WORDS, language=LANGUAGE)
            done = sent(text, by_form, asked, [decision.seat])
            same = decision.options.to_json(decision.options.sample(rng.randrange))
            free = rng.random() < 0.5
            by_default.answer(decision.key, same if free else "default", "order")
            by_form.answer(decision.key, same if free else done.answers[decision.key], "order")
        assert RULES.to_json(by_form.state) == RULES.to_json(by_default.state)


def test_what_a_form_looks_like() -> None:
    concrete: list[Any] = [[{"do": "option", "card": "1"}], [{"do": "take", "card": "gold"}]]
    choices: list[Any] = [
        {"do": "place", "rank": "king", "area": "london"},
        {"do": "use", "card": "guillotine", "seat": "yellow", "rank": "marquis", "area": "burgundy"},
        {"do": "wait"},
    ]
    text = form("gouda", 17, [Seat("red")], [question(concrete=concrete, choices=choices)], LEXICON, language=LANGUAGE)
    assert [line for line in text.splitlines() if not line.startswith("## ")] == [
        "GAME gouda TURN 17 SEAT red",
        "",
        "OPTION 1",
        "TAKE gold",
        "# PLACE king AT London",
        "# USE guillotine ON yellow marquis AT Burgundy",
        "",
        "END",
    ]
    bare = form("gouda", 17, [Seat("red")], [question()], LEXICON, language=LANGUAGE)
    assert "DEFAULT" in bare.splitlines()
