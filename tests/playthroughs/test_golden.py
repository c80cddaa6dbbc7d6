"""The golden games are played as they were kept."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import games
from engine.dutch_revolt.board import Board
from engine.dutch_revolt.rules import DutchRevolt
from tests.playthroughs import golden
from tests.playthroughs.golden import GAMES, MOST_OPTIONS, Golden, differences, write

MOST_BYTES = 400_000


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.path.stem)
def test_golden_game(game: Golden) -> None:
    assert game.path.exists(), f"{game.path.name} is missing; {golden.REGENERATE}"
    found = differences(game.path.read_text(encoding="utf-8"), write(game), game.path.name)
    assert not found, "\n" + found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.path.stem)
def test_a_golden_game_can_be_read(game: Golden) -> None:
    text = game.path.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    assert max(map(len, text.splitlines())) < 250
    assert text.count("SCORES after turn") == 6
    assert text.rstrip().endswith("won.")
    assert "[event." not in text
    assert "[ask." not in text
    assert "[why." not in text
    runs = re.findall(r"(?:^    possible: .*\n)+", text, re.MULTILINE)
    assert max(run.count("\n") for run in runs) <= MOST_OPTIONS
    asked = {match.group(1) for match in re.finditer(r"^\S.* \(([0-9.]+)\)\? ", text, re.MULTILINE)}
    assert {"9.1", "9.4", "9.8", "9.10", "9.14", "9.16", "9.20"} <= asked


def test_all_numbers_of_players_and_modes_are_there() -> None:
    assert {game.players for game in GAMES} == {2, 3, 4, 5}
    assert {game.mode for game in GAMES} == {"standard", "strict", "quick"}
    assert {path.name for path in golden.FOLDER.glob("*.txt")} == {game.path.name for game in GAMES}


def test_a_changed_rule_shows() -> None:
    """The comparison itself: another reading of one ruling (R-22) is another game, and the diff says where."""
    game = next(game for game in GAMES if game.players == 5)
    board: Any = Board.load(games.data_text(golden.GAME)).with_switches({"nobility_rounding": "down"})
    found = differences(write(game), write(game, DutchRevolt(board)), game.path.name)
    assert re.search(r"^-AT .*: view [0-9a-f]{16}", found, re.MULTILINE)
    assert re.search(r"^\+AT .*: view [0-9a-f]{16}", found, re.MULTILINE)
    assert found.endswith("--write")
    assert len(found.splitlines()) <= golden.MOST_DIFFERENCES + 2
