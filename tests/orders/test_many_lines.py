"""Very long letters: a limit to their order lines and to the orders of one question, in every game, and in no time."""

from __future__ import annotations

import time

import pytest

from engine import games
from engine.core.chance import entropy
from engine.core.decision import Json
from engine.core.table import Table
from orders.grammar import MOST_ORDER_LINES
from orders.letter_body import MAX_LINES
from pbem.boxes import all_boxes
from pbem.game_box import Position, Sheet, Verdict
from pbem.games.here_i_stand.tools import TOOLS, seats_of

QUICK = 2.0
"""Seconds for a thousand lines."""
LINES = {
    "dutch_revolt": ("recruit", "RECRUIT Holland"),
    "heads_of_state": ("orders", "TAKE gold OR BLIND"),
    "here_i_stand": ("impulse", "BUILD regular IN Istanbul"),
}


def at_question(name: str) -> Position:
    """A game at its first question of the kind that the lines are for, or at its first of any."""
    options: dict[str, Json] = {}
    if name == "here_i_stand":
        options = dict(TOOLS.options(seats_of(6), "", {"scenario": "1532"}))
    table = Table.start(games.load(name), options, entropy(b"many", "many"))
    for _ in range(60):
        if any(d.kind == LINES[name][0] for d in table.open):
            break
        table.answer(table.open[0].key, "default", "nobody")
    asked = tuple(table.open)
    turn, phase = all_boxes()[name].turn_and_phase(table.state)
    seat = next((d.seat for d in asked if d.kind == LINES[name][0]), asked[0].seat)
    return Position(game="g", turn=turn, phase=phase, seats=(seat,), all_seats=(seat,), asked=asked)


def read(name: str, lines: list[str]) -> Sheet:
    """What becomes of a letter, in good time."""
    position = at_question(name)
    begun = time.perf_counter()
    sheet = all_boxes()[name].read(lines, position, ())
    assert time.perf_counter() - begun < QUICK
    return sheet


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("count", [MOST_ORDER_LINES + 1, 1000, MAX_LINES + 500])
def test_more_lines_than_a_letter_has(name: str, count: int) -> None:
    """Nothing of it counts, and one line says so."""
    sheet = read(name, [LINES[name][1]] * count)
    refused = [line for line in sheet.lines if line.verdict is not Verdict.IGNORED]
    assert [line.verdict for line in refused] == [Verdict.REFUSED]
    assert refused[0].number == f"1–{min(count, MAX_LINES)}"
    assert refused[0].sentences[0].key == "why.too_many_lines"
    assert not sheet.answers
    assert not sheet.waiting


@pytest.mark.parametrize("name", LINES)
def test_as_many_lines_as_a_letter_has(name: str) -> None:
    """They are all read, one by one."""
    sheet = read(name, [LINES[name][1]] * MOST_ORDER_LINES)
    assert len(sheet.lines) == MOST_ORDER_LINES


@pytest.mark.parametrize("name", LINES)
def test_a_thousand_parts_of_a_few_lines(name: str) -> None:
    """`;` parts orders: they count one by one."""
    sheet = read(name, ["; ".join([LINES[name][1]] * 30)] * 60)
    assert sheet.lines[0].sentences[0].key == "why.too_many_lines"


@pytest.mark.parametrize("name", LINES)
def test_a_thousand_lines_of_talk_hide_no_order(name: str) -> None:
    """Talk does not count as orders."""
    sheet = read(name, [LINES[name][1], *["we have had such weather here, dear friend"] * 1000])
    assert sheet.lines[0].verdict is not Verdict.IGNORED
    assert "why.too_many_lines" not in {sentence.key for line in sheet.lines for sentence in line.sentences}


def test_more_orders_than_an_impulse_has() -> None:
    """The first sixty are taken, the rest refused with the number; the letter waits to be corrected."""
    sheet = read("here_i_stand", ["PLAY Janissaries CP", *["BUILD regular IN Istanbul"] * 99])
    assert [line.verdict for line in sheet.lines] == [Verdict.ACCEPTED] * 60 + [Verdict.REFUSED] * 40
    said = sheet.lines[60].sentences[-1]
    assert (said.key, said.facts["limit"]) == ("why.too_many_of_question", 60)
    assert sheet.held
