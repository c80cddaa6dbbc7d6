"""Forms and answers of random games: what is listed and written comes back as the same orders."""

from __future__ import annotations

import random
from functools import cache

import pytest

from engine.core.decision import AnyDecision, Seat
from engine.core.options import Alternative
from engine.core.table import Table
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Phase
from orders.form import answer_lines, form, order_text
from orders.grammar import parse, read_order
from orders.here_i_stand import LANGUAGE, phase_number
from orders.here_i_stand.words import HisLexicon
from orders.letter_body import read
from orders.matching import Assembly, Verdict, assemble
from tests.engine.here_i_stand.random_play import begin
from tests.orders.here_i_stand.boards import LEXICON, normal, question, short

GAMES = [("1517", "core110", 3), ("1532", "core110", 4), ("tournament", "core110", 5), ("1532", "anniversary116", 6)]
MOST = 260
"""Answers of each game."""


@cache
def lexicon_of(table_board: object) -> HisLexicon:
    return HisLexicon(table_board)  # type: ignore[arg-type]


def sent(text: str, table: Table[HisState], asked: list[AnyDecision], seat: Seat, words: HisLexicon) -> Assembly:
    letter = parse(read(text), LANGUAGE, words)
    state = table.state
    phase = phase_number(Phase(state.phase))
    return assemble(letter, asked, (), state.turn, phase, language=LANGUAGE, seats=[seat], game="rome")


@pytest.mark.parametrize(("scenario", "edition", "seed"), GAMES)
def test_forms_and_answers_of_a_random_game_come_back(scenario: str, edition: str, seed: int) -> None:
    table, dice = begin(seed, scenario=scenario, edition=edition), random.Random(seed)
    for step in range(MOST):
        if table.over:
            return
        asked = list(table.open)
        words = lexicon_of(table.state.board)
        decision = asked[dice.randrange(len(asked))]
        if step % 3 == 0:
            _form_comes_back(table, asked, decision.seat, words)
        for alternative in dice.sample(choices := decision.options.choices(), min(4, len(choices))):
            _comes_back(decision.kind, alternative, words)
        answer = decision.options.to_json(decision.options.sample(dice.randrange))
        _answer_comes_back(table, decision, answer, words)
        table.answer(decision.key, answer, "order")


def _comes_back(kind: str, alternative: Alternative, words: HisLexicon) -> None:
    line = order_text(kind, [alternative], words, LANGUAGE)
    found = read_order(line, LANGUAGE, words)
    assert found.kind == kind, line
    (order,) = found.given
    assert normal(alternative) in [normal(one) for one in order], line  # type: ignore[union-attr]
    LANGUAGE.restate(kind, alternative)


def _form_comes_back(table: Table[HisState], asked: list[AnyDecision], seat: Seat, words: HisLexicon) -> None:
    text = form("rome", table.state.turn, [seat], asked, words, language=LANGUAGE)
    done = sent(text, table, asked, seat, words)
    assert [(line.text, line.why) for line in done.lines if line.verdict is not Verdict.ACCEPTED] == []
    assert not done.held
    own = [d for d in asked if d.seat == seat]
    assert set(done.answers) == {d.key for d in own}
    for decision in own:
        given = done.answers[decision.key]
        if given not in ("default", []):
            assert short(given) == short(decision.options.concrete())


def _answer_comes_back(table: Table[HisState], decision: AnyDecision, answer: object, words: HisLexicon) -> None:
    """STATUS shows an answer as lines: sent again they give the same answer."""
    lines = answer_lines(decision, answer, words, LANGUAGE)  # type: ignore[arg-type]
    done = sent("\n".join(lines), table, [decision], decision.seat, words)
    again = done.answers.get(decision.key)
    if again is None:  # a list of orders of which none could ever be an answer
        assert all(line.verdict is Verdict.REFUSED for line in done.lines), lines
        return
    if answer in ("default", []):
        assert again in ("default", [])
    else:
        assert _is_same(short(again), short(answer)), lines


def _is_same(again: list[list[Alternative]], answer: list[list[Alternative]]) -> bool:
    """The same orders; a unit that was picked may also be read as a type of unit."""
    return len(again) == len(answer) and all(
        all(alternative in found for alternative in order) for found, order in zip(again, answer, strict=True)
    )


def test_what_a_form_looks_like() -> None:
    concrete = [[{"do": "play", "card": 1, "mode": "cp"}], [{"do": "build", "unit": "regular", "space": "istanbul"}]]
    blank = dict.fromkeys(question().options.fields)  # type: ignore[attr-defined]
    choices: list[Alternative] = [
        {**blank, "do": "move", "from": "istanbul", "to": "edirne"},
        {**blank, "do": "play", "card": 88, "mode": "a"},
    ]
    orders = [[{**blank, **alternative} for alternative in order] for order in concrete]
    asked = [question(concrete=orders, choices=choices)]
    text = form("rome", 3, [Seat("ottoman")], asked, LEXICON, language=LANGUAGE)
    assert [line for line in text.splitlines() if not line.startswith("## ")] == [
        "GAME rome TURN 3 POWER Ottomans",
        "",
        "PLAY Janissaries CP",
        "BUILD regular IN Istanbul",
        "# MOVE ALL FROM Istanbul TO Edirne",
        "# PLAY Peasants' War EVENT",
        "",
        "END",
    ]
    assert max(map(len, text.splitlines())) <= 100


def test_a_form_explains_the_verbs_that_the_power_can_use_now() -> None:
    def explained(seat: str, *, opening: bool) -> set[str]:
        asked = [question(seat=seat, facts={"opening": opening})]
        text = form("rome", 3, [Seat(seat)], asked, LEXICON, language=LANGUAGE)
        return {line.split()[1] for line in text.splitlines() if line.startswith("## ")}

    everybody = {"MOVE", "SAIL", "ASSAULT", "BUILD", "FINISH"}
    assert everybody | {"PLAY", "PASS", "PIRACY"} <= explained("ottoman", opening=True)
    assert not {"PUBLISH", "BURN", "PETERS", "EXPLORE"} & explained("ottoman", opening=True)
    assert everybody | {"BURN", "DEBATE", "PETERS", "FOUND"} <= explained("papacy", opening=False)
    assert not {"PLAY", "PASS", "PUBLISH", "CONQUER"} & explained("papacy", opening=False)
    assert {"PUBLISH", "EXPLORE", "COLONIZE", "CONQUER"} <= explained("england", opening=False)
    assert {"PUBLISH", "TRANSLATE", "DEBATE"} <= explained("protestant", opening=False)
