"""The form of Heads of State, sent back as it is: every line accepted, and the default of the rules played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.decision import AnyDecision, Json
from engine.core.table import Table
from pbem.boxes import all_boxes
from pbem.game_box import Sheet, Verdict
from pbem.reports.words import LANGUAGES
from tests.fuzz.digest_of_a_game import position_of
from tests.fuzz.walk import HEADS, Muddled, Options, dice, legal, named, start

RULES = HEADS.rules
BOX = all_boxes()[HEADS.name]
OF_DEFAULTS = frozenset({"defaults_used"})
"""Tells only that nobody wrote."""


def _sent_back(table: Table[Any], decision: AnyDecision, language: str) -> Sheet:
    position = position_of(BOX, table, (str(decision.seat),))
    return BOX.read(BOX.form(position, language).splitlines(), position, ())


def _comes_to(table: Table[Any], options: Options, seed: int, key: str, given: Json) -> Any:
    """Where the game stands after this answer, and what was told; nothing when a revolution broke in: the default take
    looks at the new row, written takes do not."""
    fork = Table.resume(RULES, table.checkpoint, table.tail, dice(options, seed))
    fork.take_events()
    fork.answer(key, given, "order")
    told = [(e.kind, e.rule, dict(e.facts)) for e in fork.take_events() if e.kind not in OF_DEFAULTS]
    return None if any(kind == "revolution" for kind, *_ in told) else (RULES.to_json(fork.state), told)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_form_sent_back_as_it_stands(players: int) -> None:
    options: Options = {"players": players}
    draw = random.Random(named(options, 5))
    choose = Muddled(draw, HEADS) if players == 3 else legal(draw)
    table = start(options, 5, RULES)
    refused: list[str] = []
    other: list[str] = []
    same: Counter[str] = Counter()
    number = 0
    while not table.over:
        number += 1
        decision = table.open[0]
        sheet = _sent_back(table, decision, LANGUAGES[number % 2])
        refused += [
            f"{table.step_name}: {line.text} {line.sentences} {line.warnings}" for line in sheet.lines
            if line.verdict not in (Verdict.ACCEPTED, Verdict.IGNORED) or line.warnings
        ]  # fmt: skip
        assert set(sheet.answers) == {decision.key}
        assert not sheet.held
        if len(table.asked) == 1:
            written, default = (
                _comes_to(table, options, 5, decision.key, given) for given in (sheet.answers[decision.key], "default")
            )
            if written == default:
                same[decision.kind] += 1
            elif written is not None and default is not None:
                other.append(f"{table.step_name} {decision.key} {sheet.answers[decision.key]}")
        table.answer(decision.key, choose(decision), "order")
    assert refused == []
    assert other == [], "the form promises another turn than the default"
    assert same["turn"] > 30


def test_every_answer_survives_being_written_and_read() -> None:
    """Scripts by chance as order lines, read back: the same script."""
    options: Options = {"players": 4}
    draw = random.Random(named(options, 6))
    table = start(options, 6, RULES)
    differing: list[str] = []
    read = 0
    while not table.over:
        decision = table.open[0]
        given = legal(draw)(decision)
        position = position_of(BOX, table, (str(decision.seat),))
        lines = list(BOX.answer_lines(decision, given, None))
        sheet = BOX.read(lines, position, ())
        read += 1
        if decision.options.from_json(sheet.answers.get(decision.key)) != decision.options.from_json(given):
            differing.append(f"{lines}: {sheet.answers.get(decision.key)}")
        table.answer(decision.key, given, "order")
    assert differing == []
    assert read > 60
