"""Random play of every game by all seats to the end: nothing breaks, nobody waits for ever, all is told in words."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.decision import IllegalOrder, Json
from engine.core.events import Event
from engine.core.table import Table
from pbem.boxes import GAMES, all_boxes, all_tools
from pbem.reports.words import LANGUAGES
from tests.fuzz.walk import SCENES, WORLDS, Muddled, Options, World, legal, named, play, start, title

NOTHING: tuple[Json, ...] = (
    None, 7, "", {}, [[]], [{}], [[7]], [[{"nothing": 1}]], [[{"region": 1.5}]], [[{"do": 1.5}]], ["default"],
)  # fmt: skip


def test_every_game_of_the_registry_is_played() -> None:
    assert [world.name for world in WORLDS] == list(GAMES)


def _played(world: World, options: Options, seed: int, *, muddled: bool) -> tuple[Table[Any], list[Event]]:
    """A whole game; what it told."""
    draw = random.Random(named(options, seed))
    table = start(options, seed, world.rules)
    choose = Muddled(draw, world) if muddled else legal(draw)
    answers = play(table, choose, draw)
    assert answers >= world.fewest_answers
    assert len(table.passed) >= world.fewest_steps
    if isinstance(choose, Muddled):
        assert choose.impossible > 20
    view: Any = world.rules.view(table.state, None)
    assert view["over"]
    assert view["result"]["winners"]
    return table, list(table.take_events())


@pytest.mark.parametrize(("world", "options"), SCENES, ids=title)
def test_legal_orders(world: World, options: Options) -> None:
    _played(world, options, 21, muddled=False)


@pytest.mark.parametrize(("world", "options"), SCENES, ids=title)
def test_orders_that_cannot_work_now_stop_nothing(world: World, options: Options) -> None:
    _, events = _played(world, options, 22, muddled=True)
    assert sum(event.kind == "order_skipped" for event in events) > 20


@pytest.mark.parametrize("world", WORLDS, ids=title)
def test_all_switches_at_their_other_value(world: World) -> None:
    for options in (world.games[0], world.games[-1]):
        table, _ = _played(world, {**options, "switches": world.switches}, 23, muddled=True)
        assert table.state.switches == world.switches


@pytest.mark.parametrize(("world", "options"), [(world, world.games[-1]) for world in WORLDS], ids=title)
def test_a_game_of_defaults_comes_to_an_end(world: World, options: Options) -> None:
    """Nobody ever writes: the rulebook's defaults decide everything."""
    table = start(options, 24, world.rules)
    play(table, lambda decision: "default", random.Random(24))
    assert not [event for event in table.take_events() if event.kind in {"order_skipped", "order_cut"}]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("world", WORLDS, ids=title)
def test_all_that_is_told_has_its_sentence(world: World, language: str) -> None:
    """Every event and reason of a game full of impossible orders, in words without a gap."""
    words, told = all_boxes()[world.name].catalogue(language, None), all_tools()[world.name].told
    faulty: Counter[str] = Counter()
    for options in (world.games[0], world.games[-1]):
        _, events = _played(world, options, 25, muddled=True)
        for event in events:
            said = told(words, event)
            if "[" in said or "{" in said or "–" in said:
                faulty[f"{event.kind} {event.facts.get('reason', '')}: {said}"] += 1
    assert faulty == {}


@pytest.mark.parametrize("world", WORLDS, ids=title)
def test_static_nonsense_is_refused_and_changes_nothing(world: World) -> None:
    """What is not even an answer leaves the table as it was."""
    rules = world.rules
    table = start(world.games[-1], 26, rules)
    before = (rules.to_json(table.state), [d.key for d in table.open], list(table.tail))
    assert table.open
    for decision in table.open:
        for nonsense in NOTHING:
            with pytest.raises(IllegalOrder):
                table.answer(decision.key, nonsense, "order")
    with pytest.raises(IllegalOrder):
        table.answer("recruit@nobody", "default", "order")
    assert (rules.to_json(table.state), [d.key for d in table.open], list(table.tail)) == before
