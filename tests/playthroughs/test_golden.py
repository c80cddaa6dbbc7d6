"""The golden games are played as they were kept."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import games
from engine.dutch_revolt.board import Board
from engine.dutch_revolt.rules import DutchRevolt
from engine.heads_of_state.board import Board as HeadsBoard
from engine.heads_of_state.rules import HeadsOfState
from engine.here_i_stand.board.board import Board as HereBoard
from engine.here_i_stand.rules import HereIStand
from engine.here_i_stand.terms import Edition
from pbem.boxes import GAMES as REGISTRY
from tests.playthroughs import golden
from tests.playthroughs.golden import DUTCH, GAMES, HEADS, HERE, MOST_OPTIONS, Golden, differences, write

MOST_BYTES = 400_000
COUNTS = {DUTCH: 6, HEADS: 3}
"""How often the points are counted; of a game that is kept in part, once a turn."""
RULES_ASKED = {
    HERE: {"9.1", "10", "11", "19"},
    DUTCH: {"9.1", "9.4", "9.8", "9.10", "9.14", "9.16", "9.20"},
    HEADS: {"6", "13.3"},
}


def _name(game: Golden) -> str:
    return f"{game.rules}-{game.path.stem}"


@pytest.mark.parametrize("game", GAMES, ids=_name)
def test_golden_game(game: Golden) -> None:
    assert game.path.exists(), f"{game.path.name} is missing; {golden.REGENERATE}"
    found = differences(game.path.read_text(encoding="utf-8"), write(game), game.path.name)
    assert not found, "\n" + found


@pytest.mark.parametrize("game", GAMES, ids=_name)
def test_a_golden_game_can_be_read(game: Golden) -> None:
    text = game.path.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    assert max(map(len, text.splitlines())) < 250
    assert text.count("SCORES after turn") == (game.turns or COUNTS[game.rules])
    assert text.rstrip().endswith("won.") or (game.turns and "\nThe game goes on with turn" in text)
    assert "[event." not in text
    assert "[ask." not in text
    assert "[why." not in text
    runs = re.findall(r"(?:^    possible: .*\n)+", text, re.MULTILINE)
    assert max(run.count("\n") for run in runs) <= MOST_OPTIONS[game.rules]
    asked = {match.group(1) for match in re.finditer(r"^\S.* \(([0-9.]+)\)\? ", text, re.MULTILINE)}
    assert asked >= RULES_ASKED[game.rules]


def test_all_games_numbers_of_players_and_modes_are_there() -> None:
    assert {game.rules for game in GAMES} == set(REGISTRY)
    for rules in REGISTRY:
        theirs = [game for game in GAMES if game.rules == rules]
        assert {game.players for game in theirs} == ({3, 4, 5, 6} if rules == HERE else {2, 3, 4, 5})
        assert {path.name for path in (golden.FOLDER / rules).glob("*.txt")} == {game.path.name for game in theirs}
    assert {game.mode for game in GAMES if game.rules == DUTCH} == {"standard", "strict", "quick"}
    assert {game.mode for game in GAMES if game.rules == HERE} == {"1517", "1532", "tournament"}


def _other_rules(rules: str) -> Any:
    """Another reading of one ruling: R-22 of the Dutch Revolt, R2 of Heads of State."""
    if rules == DUTCH:
        board: Any = Board.load(games.data_text(rules)).with_switches({"nobility_rounding": "down"})
        return DutchRevolt(board)
    if rules == HERE:
        here = HereBoard.load(games.data_text(rules))
        return HereIStand(here.under(Edition.ANNIVERSARY116, {}))
    board = HeadsBoard.load(games.data_text(rules)).with_switches({"R2_first_turn_exchange": True})
    return HeadsOfState(board)


@pytest.mark.parametrize("rules", REGISTRY)
def test_a_changed_rule_shows(rules: str) -> None:
    """The comparison itself: another rule is another game, and the diff says where."""
    game = next(game for game in GAMES if game.players == 5 and game.rules == rules)
    found = differences(write(game), write(game, _other_rules(rules)), game.path.name)
    assert re.search(r"^-AT .*: view [0-9a-f]{16}", found, re.MULTILINE)
    assert re.search(r"^\+AT .*: view [0-9a-f]{16}", found, re.MULTILINE)
    assert found.endswith("--write")
    assert len(found.splitlines()) <= golden.MOST_DIFFERENCES + 2
