"""A game stopped and resumed anywhere is the game that was never stopped, under every hash seed."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import entropy
from engine.core.decision import Json
from engine.core.table import Checkpoint, Entry, Table, replay
from engine.here_i_stand.state import HisState
from tests.engine.here_i_stand.random_play import begin, rules

ROOT = Path(__file__).parents[3]
GAMES: tuple[tuple[int, dict[str, Json]], ...] = (
    (1, {"scenario": "1517", "players": 6}),
    (2, {"scenario": "1532", "players": 4}),
    (3, {"scenario": "tournament", "players": 3, "edition": "anniversary116"}),
)
STOP_EVERY = 11


def position(table: Table[HisState]) -> Any:
    """All that must be equal where two tables stand at the same place."""
    return (
        table.rules.to_json(table.state),
        table.step_name,
        table.where,
        table.over,
        table.checkpoint,
        [(one.key, one.rule, dict(one.facts)) for one in table.asked],
        [one.key for one in table.open],
    )


def stored(table: Table[HisState]) -> tuple[Checkpoint, list[Entry]]:
    """Checkpoint and journal as they come back from a store: through text."""
    tail = json.loads(json.dumps([astuple(entry) for entry in table.tail]))
    return table.checkpoint, [Entry(*entry) for entry in tail]


def chance(seed: int) -> Any:
    return entropy(f"here i stand {seed}".encode(), "random")


def a_turn(table: Table[HisState], seed: int) -> list[tuple[str, Json]]:
    """Random answers through one turn and into the next."""
    dice, first, given = random.Random(seed), table.state.turn, []
    while not table.over and table.state.turn == first:
        decision = table.open[dice.randrange(len(table.open))]
        answer = decision.options.to_json(decision.options.sample(dice.randrange))
        table.answer(decision.key, answer, "order")
        given.append((decision.key, answer))
    return given


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_stopped_and_resumed_is_never_stopped(seed: int, options: Mapping[str, Json]) -> None:
    whole = begin(seed, **options)
    given = a_turn(whole, seed)
    assert len(given) > 25
    table, other = begin(seed, **options), begin(seed, **options)
    other.take_events()
    for number, (key, answer) in enumerate(given):
        if number % STOP_EVERY == 0:
            table = Table.resume(rules(), *stored(table), chance(seed))
            assert position(table) == position(other), f"answer {number}"
        table.answer(key, answer, "order")
        other.answer(key, answer, "order")
        if number % STOP_EVERY == 0:
            assert table.take_events() == other.take_events(), f"answer {number}: {key}"
        else:
            other.take_events()
    assert position(table) == position(other)
    assert rules().to_json(other.state) == rules().to_json(whole.state)


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_the_whole_journal_from_the_start(seed: int, options: Mapping[str, Json]) -> None:
    table = begin(seed, **options)
    a_turn(table, seed)
    journal = [entry for entries, _ in table.passed for entry in entries] + table.tail
    again = replay(rules(), begin(seed, **options).first, journal, chance(seed))
    assert position(again) == position(table)
    assert again.passed == table.passed


def digest() -> str:
    """A turn of each game, with all that is asked and told."""
    running = hashlib.sha256()
    for seed, options in GAMES:
        table = begin(seed, **options)
        given = a_turn(table, seed)
        told = [[one.kind, one.rule, dict(one.facts)] for one in table.take_events()]
        running.update(json.dumps([given, told]).encode() + table.rules.to_json(table.state))
    return running.hexdigest()


def test_the_same_under_every_hash_seed() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import digest; print(digest())"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1")
    ]
    found = [process.communicate(timeout=300)[0].strip() for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert found[0]
    assert found[0] == found[1]
