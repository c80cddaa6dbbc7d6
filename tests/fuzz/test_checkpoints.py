"""Every checkpoint of many games goes through text and back; the codec keeps pace with json (R6)."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.table import Checkpoint
from tests.fuzz.walk import MODES, RULES, Muddled, named, play, start

SLOWEST = 2.0
"""A loose guard: the goal is 1.3 x json, measured by the bench; 7 x is what dataclasses.asdict would take."""

MOST_TRIES = 30
"""Other work on the machine only ever makes a try slower."""


def _checkpoints(options: dict[str, Any], seed: int) -> list[Checkpoint]:
    draw = random.Random(named(options, seed))
    table = start(options, seed)
    play(table, Muddled(draw), draw)
    return [table.first, *(checkpoint for _, checkpoint in table.passed)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_checkpoint_comes_back_from_text(players: int, mode: str) -> None:
    options = {"players": players, "mode": mode, "switches": {"optional_towns": players % 2 == 0}}
    checkpoints = _checkpoints(options, 1)
    assert len(checkpoints) >= 24
    for checkpoint in checkpoints:
        text = json.dumps(checkpoint.state)
        state = RULES.from_json(json.loads(text), checkpoint.schema)
        assert json.dumps(RULES.to_json(state)) == text
        assert RULES.to_json(state) == checkpoint.state
        RULES.check(state)
        step = RULES.step(state)
        assert (step.name if step else "over") == checkpoint.step
        assert ("optional_towns" in state.switches) is (players % 2 == 1)
    assert [checkpoint.number for checkpoint in checkpoints] == list(range(len(checkpoints)))


def test_a_checkpoint_shares_nothing_with_the_game() -> None:
    """A stored position must not change with the table that goes on."""
    options = {"players": 5}
    draw = random.Random(2)
    table = start(options, 2)
    kept: list[tuple[Checkpoint, str]] = []
    while not table.over:
        decision = table.open[0]
        table.answer(decision.key, decision.options.to_json(decision.options.sample(draw.randrange)), "order")
        kept += [(checkpoint, json.dumps(checkpoint.state)) for _, checkpoint in table.take_passed()]
    assert [checkpoint.number for checkpoint, text in kept if json.dumps(checkpoint.state) != text] == []


def test_a_state_with_a_field_too_many_is_not_read() -> None:
    state = json.loads(json.dumps(start({"players": 5}, 3).first.state))
    with pytest.raises(ValueError, match="bribes"):
        RULES.from_json({**state, "bribes": 1}, RULES.schema)
    with pytest.raises(ValueError, match="schema"):
        RULES.from_json(state, RULES.schema + 1)


def test_codec_keeps_pace_with_json() -> None:
    checkpoints = _checkpoints({"players": 5}, 4)
    record: Any = checkpoints[len(checkpoints) * 3 // 4].state
    state = RULES.from_json(record, RULES.schema)

    def ours() -> object:
        return RULES.from_json(json.loads(json.dumps(RULES.to_json(state))), RULES.schema)

    def bare() -> object:
        return json.loads(json.dumps(record))

    ratios: list[float] = []
    while len(ratios) < MOST_TRIES and min(ratios, default=SLOWEST) >= SLOWEST:
        ratios.append(_seconds(ours) / _seconds(bare))
    assert min(ratios) < SLOWEST


def _seconds(what: Callable[[], object]) -> float:
    """The best of some runs."""
    best = 1e9
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(20):
            what()
        best = min(best, time.perf_counter() - began)
    return best
