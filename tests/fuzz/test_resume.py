"""A game stopped and resumed anywhere is the game that was never stopped."""

from __future__ import annotations

import json
import random
from dataclasses import astuple, dataclass
from typing import Any

import pytest

from engine.core.decision import Json
from engine.core.events import Event
from engine.core.table import Checkpoint, Entry, JournalDiverged, Table, replay
from tests.fuzz.walk import DUTCH, HEADS, HIS, SCENES, Muddled, Options, World, dice, named, start, title

STOP_EVERY = {DUTCH.name: 7, HEADS.name: 7, HIS.name: 29}
GAMES = [
    (world, options, 1 if options in (DUTCH.games[9], HEADS.games[0], HEADS.games[-1]) else STOP_EVERY[world.name])
    for world, options in SCENES
]
"""Every scene; some are stopped after every single answer."""


@dataclass(frozen=True)
class Moment:
    """One answer of a game that was never stopped, and what came of it."""

    key: str
    given: Json
    told: tuple[Event, ...]
    position: Any
    open: tuple[str, ...]


def _position(table: Table[Any]) -> Any:
    """All that must be equal where two tables stand at the same place."""
    return (
        table.rules.to_json(table.state), table.step_name, table.where, table.over, table.checkpoint,
        [(d.key, d.rule, d.facts) for d in table.asked],
    )  # fmt: skip


def _open(table: Table[Any]) -> tuple[str, ...]:
    return tuple(d.key for d in table.open)


def _never_stopped(world: World, options: Options, seed: int) -> tuple[list[Moment], Table[Any]]:
    draw = random.Random(named(options, seed))
    choose = Muddled(draw, world)
    table = start(options, seed, world.rules)
    table.take_events()
    moments = []
    while not table.over:
        decision = table.open[draw.randrange(len(table.open))]
        given = choose(decision)
        table.answer(decision.key, given, "order")
        moments.append(Moment(decision.key, given, table.take_events(), _position(table), _open(table)))
    return moments, table


def _stored(table: Table[Any]) -> tuple[Checkpoint, list[Entry]]:
    """Checkpoint and journal as they come back from a store: through text."""
    tail = json.loads(json.dumps([astuple(entry) for entry in table.tail]))
    return table.checkpoint, [Entry(*entry) for entry in tail]


@pytest.mark.parametrize(("world", "options", "stop_every"), GAMES, ids=title)
def test_stopped_and_resumed_is_never_stopped(world: World, options: Options, stop_every: int) -> None:
    moments, _ = _never_stopped(world, options, 1)
    assert len(moments) >= world.fewest_answers
    table = start(options, 1, world.rules)
    table.take_events()
    for number, moment in enumerate(moments):
        if number % stop_every == 0:
            table = Table.resume(world.rules, *_stored(table), dice(options, 1))
            assert table.take_events() == ()
        assert (_position(table), _open(table)) == _before(world, moments, number, options)
        table.answer(moment.key, moment.given, "order")
        assert table.take_events() == moment.told, f"answer {number}: {moment.key}"
    assert _position(table) == moments[-1].position


def _before(world: World, moments: list[Moment], number: int, options: Options) -> Any:
    if number:
        return moments[number - 1].position, moments[number - 1].open
    fresh = start(options, 1, world.rules)
    return _position(fresh), _open(fresh)


@pytest.mark.parametrize(
    ("world", "options"), [(world, options) for world, options in SCENES if options["players"] == 5], ids=title
)
def test_the_whole_journal_from_the_start(world: World, options: Options) -> None:
    """R7: the journal alone, from checkpoint 0, tells the same game once more."""
    moments, table = _never_stopped(world, options, 2)
    journal = [entry for entries, _ in table.passed for entry in entries] + table.tail
    again = replay(world.rules, start(options, 2, world.rules).first, journal, dice(options, 2))
    assert _position(again) == _position(table)
    assert again.passed == table.passed
    told = [event for moment in moments for event in moment.told]
    assert list(again.take_events())[-len(told) :] == told


@pytest.mark.parametrize(
    ("world", "options", "together"),
    [
        (DUTCH, {"players": 5, "mode": "quick"}, 5),
        (DUTCH, {"players": 2}, 5),
        (DUTCH, {"players": 4, "mode": "strict"}, 5),
        (HEADS, {"players": 5}, 2),
        (HIS, {"players": 6, "scenario": "tournament"}, 6),
    ],
    ids=title,
)
def test_a_package_answered_in_any_order(world: World, options: Options, together: int) -> None:
    """Who writes first and who last must not matter: position, questions and events are the same."""
    draw = random.Random(named(options, 3))
    choose = Muddled(draw, world)
    tables = [start(options, 3, world.rules) for _ in range(4)]
    largest = 0
    while not tables[0].over:
        package = list(tables[0].open)
        largest = max(largest, len(package))
        given = {decision.key: choose(decision) for decision in package}
        keys = list(given)
        orders = [keys, keys[::-1], sorted(keys), draw.sample(keys, len(keys))]
        for table, order in zip(tables, orders, strict=True):
            for key in order:
                if table.find(key) is not None:  # not settled by one that comes before it in the rules' order
                    table.answer(key, given[key], "order")
        first, *others = [(_position(table), _open(table), table.take_events()) for table in tables]
        assert all(other == first for other in others), f"{tables[0].step_name}: {keys}"
    assert largest >= together


def test_another_answer_in_the_journal_is_noticed() -> None:
    """The comparison can fail: a journal with one answer changed, or one left out, is not the same game."""
    options: Options = {"players": 5}
    _, table = _never_stopped(DUTCH, options, 4)
    entries = next(entries for entries, _ in table.passed if len(entries) > 2)
    whole = [entry for entries, _ in table.passed for entry in entries]
    place = whole.index(entries[1])
    without = whole[:place] + whole[place + 1 :]
    with pytest.raises(JournalDiverged):
        replay(DUTCH.rules, start(options, 4, DUTCH.rules).first, without, dice(options, 4))
    changed = [Entry(e.key, "default", e.by) if e.key.startswith("new_units") else e for e in whole[: len(whole) // 2]]
    kept = replay(DUTCH.rules, start(options, 4, DUTCH.rules).first, whole[: len(whole) // 2], dice(options, 4))
    try:
        other = replay(DUTCH.rules, start(options, 4, DUTCH.rules).first, changed, dice(options, 4))
    except JournalDiverged:
        return
    assert _position(other) != _position(kept)
