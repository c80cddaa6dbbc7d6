"""Random play as a command; a game that breaks becomes a file that opens it again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine import games
from engine.core.table import BrokenInvariant
from pbem.cli import app
from pbem.simulate import BadReopen, Setup, decisions_of, play, reopen, simulate


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_prints_what_is_promised(tmp_path: Path, players: int) -> None:
    command = ["simulate", "dutch_revolt", "--games", "1", "--seed", "3", "--players", str(players), "--json"]
    done = CliRunner().invoke(app, [*command, "--out", str(tmp_path / "broken")])
    assert done.exit_code == 0, done.output
    printed = json.loads(done.output)
    assert list(printed) == ["game", "games", "decisions", "seconds", "broken"]
    assert printed["game"] == "dutch_revolt"
    assert printed["games"] == 1
    assert printed["decisions"] > 50
    assert printed["broken"] == []
    assert not (tmp_path / "broken").exists()


def test_the_same_setup_is_the_same_game() -> None:
    rules = games.load("dutch_revolt")
    setup = Setup("dutch_revolt", {"players": 2, "mode": "quick"}, 5, 0)
    first, second = play(rules, setup), play(rules, setup)
    assert first.checkpoint == second.checkpoint
    assert decisions_of(first) == decisions_of(second)
    assert play(rules, Setup("dutch_revolt", setup.options, 6, 0)).checkpoint != first.checkpoint


class _Brittle:
    """The rules of a game until turn 2, whose positions it finds broken."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def check(self, state: Any) -> None:
        if state.turn >= 2:
            raise BrokenInvariant("turn 2 is not allowed")


def test_a_broken_game_opens_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = games.load("dutch_revolt")
    monkeypatch.setattr(games, "load", lambda name, data_text=None: _Brittle(whole))
    options = {"players": 5, "mode": "standard"}
    tally = simulate("dutch_revolt", 1, seed=1, options=options, folder=tmp_path)
    (path,) = tally.broken
    again = reopen(Path(path))
    assert "turn 2 is not allowed" in again.error
    assert "turn 2 is not allowed" in again.was
    assert again.table is not None
    assert again.answered == len(json.loads(Path(path).read_text(encoding="utf-8"))["answers"]) - 1
    shown = CliRunner().invoke(app, ["simulate", "--reopen", path])
    assert shown.exit_code == 1
    assert "turn 2 is not allowed" in shown.output
    monkeypatch.setattr(games, "load", lambda name, data_text=None: whole)
    assert reopen(Path(path)).error == ""
    assert CliRunner().invoke(app, ["simulate", "--reopen", path]).exit_code == 0


def test_what_is_no_broken_game(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BadReopen, match="not a file of"):
        reopen(path)
