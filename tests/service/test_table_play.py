"""Play at the terminal from typed lines."""

from __future__ import annotations

import io

import pytest

from pbem.table_play import play_at_terminal


def _play(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    play_at_terminal("dutch_revolt", {"players": 2, "mode": "quick"}, 1)


def test_a_whole_game_by_defaults(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _play(monkeypatch, "DEFAULT\n" * 400)
    shown = capsys.readouterr().out
    assert "turn 5, phase 20" in shown
    assert "victory points" in shown
    assert "[event." not in shown


def test_lines_are_restated_and_missing_ones_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _play(monkeypatch, "GARRISON Flanders\nGARRISON Nowhere\n\nSCORE\nQUIT\n")
    shown = capsys.readouterr().out
    assert "1 accepted: An army on the orange square of Flanders" in shown
    assert "2 refused:" in shown
    assert "Still missing: " in shown
    assert "Ended in" in shown


def test_ends_with_its_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _play(monkeypatch, "")
    assert "Ended in" in capsys.readouterr().out
