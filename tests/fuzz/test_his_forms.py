"""The form of Here I Stand, sent back as it is, and answers by chance as order lines: both mean what they say."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.decision import AnyDecision, Json
from engine.core.table import Table
from pbem.boxes import all_boxes
from pbem.game_box import Verdict
from pbem.reports.words import LANGUAGES
from tests.fuzz.digest_of_a_game import position_of
from tests.fuzz.here_i_stand import Restless
from tests.fuzz.walk import HIS, Options, dice, named, start

RULES = HIS.rules
BOX = all_boxes()[HIS.name]
EVERY = 4
"""So many windows pass for one whose form is looked at; all other questions are."""
OF_DEFAULTS = frozenset({"defaults_used"})
"""Tells only that nobody wrote."""
GAMES: tuple[tuple[Options, int], ...] = (({"players": 3}, 73), ({"scenario": "tournament", "players": 4}, 82))
"""In the one a sea battle is chosen, in the other a power loses units in two spaces at once."""


def _is_looked_at(decision: AnyDecision, number: int) -> bool:
    return decision.kind not in ("response", "combat") or number % EVERY == 0


def _comes_to(table: Table[Any], options: Options, seed: int, key: str, given: Json) -> Any:
    """Where the game stands after this answer, and what was told."""
    fork = Table.resume(RULES, table.checkpoint, table.tail, dice(options, seed))
    fork.take_events()
    fork.answer(key, given, "order")
    told = [(e.kind, e.rule, dict(e.facts)) for e in fork.take_events() if e.kind not in OF_DEFAULTS]
    return RULES.to_json(fork.state), told


def _plain(answer: Any) -> Any:
    """Without what is not named: none of a kind of unit, or of a minor's."""
    if not isinstance(answer, list):
        return answer
    return [
        [{name: part for name, value in one.items() if (part := _named(value))} for one in order] for order in answer
    ]


def _named(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return ",".join(part for part in value.split(",") if not part.endswith(" 0"))


@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_a_form_sent_back_as_it_stands(options: Options, seed: int) -> None:
    draw = random.Random(named(options, seed))
    table, choose = start(options, seed, RULES), Restless(draw)
    refused: list[str] = []
    other: list[str] = []
    same: Counter[str] = Counter()
    for number in range(700):
        if table.over:
            break
        decision = table.open[0]
        if _is_looked_at(decision, number):
            position = position_of(BOX, table, (str(decision.seat),))
            sheet = BOX.read(BOX.form(position, LANGUAGES[number % 2]).splitlines(), position, ())
            refused += [
                f"{table.step_name}: {line.text} {line.sentences} {line.warnings}" for line in sheet.lines
                if line.verdict not in (Verdict.ACCEPTED, Verdict.IGNORED) or line.warnings
            ]  # fmt: skip
            assert set(sheet.answers) == {one.key for one in table.asked if one.seat == decision.seat}
            assert not sheet.held
            given = sheet.answers[decision.key]
            if len(table.asked) == 1 and given != "default":
                written, default = (_comes_to(table, options, seed, decision.key, one) for one in (given, "default"))
                if written == default:
                    same[decision.kind] += 1
                else:
                    other.append(f"{table.step_name} {decision.key} {given}")
        table.answer(decision.key, choose(decision), "order")
    assert refused == []
    assert other == [], "the form promises another game than the default"
    assert same["impulse"] > 20


@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_every_answer_survives_being_written_and_read(options: Options, seed: int) -> None:
    draw = random.Random(named(options, seed + 10))
    table, choose = start(options, seed + 10, RULES), Restless(draw)
    differing: list[str] = []
    read: Counter[str] = Counter()
    for number in range(700):
        if table.over:
            break
        decision = table.open[0]
        given = choose(decision)
        if _is_looked_at(decision, number) or given != "default":
            lines = list(BOX.answer_lines(decision, given, None))
            sheet = BOX.read(lines, position_of(BOX, table, (str(decision.seat),)), ())
            read[decision.kind] += 1
            back = sheet.answers.get(decision.key)
            if _plain(back) != _plain(given):
                differing.append(f"{decision.key}: {lines} {given} {back}")
        table.answer(decision.key, given, "order")
    assert differing == []
    assert read.total() > 100
