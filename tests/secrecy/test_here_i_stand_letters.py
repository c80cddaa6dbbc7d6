"""Here I Stand by letters: the hands of others, the deck and sealed answers change no byte of a reader's mail."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.decision import Json
from engine.here_i_stand import windows
from engine.here_i_stand.deck import tell_drawn
from engine.here_i_stand.rules import HereIStand
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, Power
from pbem.boxes import all_boxes
from tests.secrecy import here_i_stand, sealed
from tests.secrecy.here_i_stand import GAME, RULES, Found
from tests.secrecy.test_letters import NOW, OnlyFor
from tests.secrecy.worlds import World
from tests.secrecy.worlds import compare as compare_sealed

MOST = 3
"""Comparisons of each sealed question."""


def _boxes(reader: str = "") -> Any:
    return {RULES: OnlyFor(all_boxes()[RULES], reader)}


async def examine(
    folder: Path, options: Mapping[str, Json], positions: int, spoil: Callable[[World], None] = lambda world: None
) -> Found:
    """Play games and compare two worlds at so many positions, each player in turn the reader, up to a leak."""
    found = Found()
    for seed in range(4):
        rng = random.Random(f"{options}/{seed}")
        world = await World.open(folder / f"{seed}.db", NOW, _boxes())
        try:
            players = await here_i_stand.begin(world, options)
            number = 0
            while not (sitting := await world.sitting(GAME)).over and found.compared < positions and not found.leaks:
                for _ in players.groups:
                    reader = players.names()[number % len(players.groups)]
                    number += 1
                    if rng.random() < 0.6 and (asked := str(sitting.table.open[0].seat)) in MAJORS:  # the next one
                        after = MAJORS[(MAJORS.index(Power(asked)) + 1) % len(MAJORS)]
                        reader = str(players.of_power(after)[0])
                    steps = here_i_stand.plan(sitting, players, reader, rng)
                    if steps is not None:
                        world.judge.desk.boxes = _boxes(reader)
                        await here_i_stand.compare(world, players, reader, steps, rng, found, spoil)
                        world.judge.desk.boxes = _boxes()
                        break
                await here_i_stand.play_on(world, players, await world.sitting(GAME), rng)
        finally:
            await world.close()
        if found.compared >= positions or found.leaks:
            break
    return found


@pytest.mark.parametrize(("players", "hold", "positions"), [(6, 0, 16), (3, 0, 16), (6, 36, 16)])
async def test_hidden_cards_change_no_byte(players: int, hold: int, positions: int, tmp_path: Path) -> None:
    scenario = "1532" if hold else "1517"  # more wars, and so more windows
    found = await examine(tmp_path, {"players": players, "response_hold": hold, "scenario": scenario}, positions)
    assert found.leaks == []
    assert found.compared == positions
    assert found.changed == positions
    assert bool(found.waited) == bool(hold)


# ------------------------------------------------------------------ sealed answers


async def sealed_answers(folder: Path, options: Mapping[str, Json], kinds: Counter[str]) -> list[str]:
    """Compare at questions asked of several powers at once, in Diplomacy and Winter."""
    leaks: list[str] = []
    rng = random.Random("sealed")
    world = await World.open(folder / "0.db", NOW, _boxes())
    emptied = False
    try:
        players = await here_i_stand.begin(world, options)
        for number in range(80):
            sitting = await world.sitting(GAME)
            if sitting.over or kinds["winter_land"] >= MOST:
                break
            state = sitting.table.state
            if state.phase == "action" and not sitting.table.tail and not emptied:
                await world.replace_position(here_i_stand.empty_hands)
                emptied = True
                sitting = await world.sitting(GAME)
            reader = players.names()[number % len(players.groups)]
            play = sealed.plan(sitting, reader, rng)
            kind = sitting.table.open[0].kind
            if play is not None and kinds[kind] < MOST:
                world.judge.desk.boxes = _boxes(reader)
                leaks += [f"{kind}, {reader}: {one}" for one in await compare_sealed(world, GAME, reader, play)]
                world.judge.desk.boxes = _boxes()
                kinds[kind] += 1
            await here_i_stand.play_on(world, players, sitting, rng)
    finally:
        await world.close()
    return leaks


async def test_sealed_answers_change_no_byte(tmp_path: Path) -> None:
    kinds: Counter[str] = Counter()
    leaks = await sealed_answers(tmp_path, {"players": 6, "scenario": "1532"}, kinds)
    assert leaks == []
    assert kinds["propose"]
    assert kinds["winter_land"]


# ------------------------------------------------------------------ planted leaks are found


async def test_a_view_of_another_hand_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = HereIStand.view

    def telling(rules: HereIStand, s: HisState, seat: Any) -> dict[str, Json]:
        hands = [{"power": power, "hand": list(s.powers[power].hand)} for power in MAJORS]
        return {**honest(rules, s, seat), "own": hands}  # type: ignore[dict-item]

    monkeypatch.setattr(HereIStand, "view", telling)
    assert (await examine(tmp_path, {"players": 6}, 6)).leaks


@pytest.mark.parametrize("private", [True, False])
async def test_an_event_without_only_is_found(private: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of each impulse a power is told its hand; once it is told to everybody."""
    ends = windows.any_time

    def telling(s: HisState) -> Any:
        for power in MAJORS:
            tell_drawn(s, power, s.powers[power].hand, rule="0.3")
            s.events[-1] = s.events[-1] if private else replace(s.events[-1], only=None)
        return ends(s)

    monkeypatch.setattr("engine.here_i_stand.impulse.any_time", telling)
    assert bool((await examine(tmp_path, {"players": 6}, 12)).leaks) is not private


async def test_a_window_for_holders_only_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def holds(s: HisState, power: Power, cards: Sequence[CardNumber]) -> bool:
        return any(card in s.powers[power].hand for card in cards)

    monkeypatch.setattr(windows, "is_asked", holds)
    assert (await examine(tmp_path, {"players": 6, "response_hold": 24, "scenario": "1532"}, 20)).leaks


class TellsByTheClock(OnlyFor):
    """The deadline is nearer when the cards of the others are good."""

    def pace(self, state: Any) -> Any:
        found = self._box.pace(state)
        cards = sum(card for power in MAJORS for card in state.powers[power].hand)
        return replace(found, kind="hours", hours=24 + cards % 48)


async def test_a_deadline_that_follows_a_hand_is_found(tmp_path: Path) -> None:
    def spoil(world: World) -> None:
        only: Any = world.judge.desk.boxes[RULES]
        world.judge.desk.boxes = {RULES: TellsByTheClock(only._box, only._reader)}

    assert (await examine(tmp_path, {"players": 3}, 3, spoil)).leaks
