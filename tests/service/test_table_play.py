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
    assert "won the game" in shown
    assert "[event." not in shown


def test_lines_are_restated_and_missing_ones_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _play(monkeypatch, "GARRISON Flanders\nGARRISON Nowhere\n\nSCORE\nQUIT\n")
    shown = capsys.readouterr().out
    assert "1 accepted: An army on the orange square of Flanders" in shown
    assert "2 refused:" in shown
    assert "Still missing (DEFAULT takes the form as it stands):\n  Habsburgs: place 6 new units." in shown
    assert "new_units" not in shown
    assert "Ended in turn 0, phase 0." in shown


def test_ends_with_its_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _play(monkeypatch, "")
    shown = capsys.readouterr().out
    assert "The input has ended.\nEnded in turn 0, phase 0." in shown
    assert "Traceback" not in shown


def test_commands_are_answered_at_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _play(monkeypatch, "status\nHELP PLACE\nHELP\nMAP\nREPORT\nFORM\nREADY\n")
    shown = capsys.readouterr().out
    assert "below" not in shown
    answers = dict(zip(("start", "status", "HELP PLACE", "HELP", "MAP", "REPORT", "FORM", "READY"),
                       shown.split("habsburgs> "), strict=False))  # fmt: skip
    assert "Turn 0, phase 0" in answers["status"]
    assert "Burghers is asked." in answers["status"]
    assert "PLACE number province" in answers["HELP PLACE"]
    assert "# PLACE 6 Gelderland" in answers["HELP PLACE"]
    assert "LAY FIRST" in answers["HELP"]
    assert "Amsterdam, city, trade place" in answers["MAP"]
    assert "1. Orders due" in answers["REPORT"]
    assert "GAME table TURN 0 FACTION Habsburgs" in answers["FORM"]
    assert "are for letters" in answers["READY"]


def test_lines_without_sense_get_an_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _play(monkeypatch, "foo\n???\nDANCE 3\nQUIT\n")
    told = capsys.readouterr().out.split("habsburgs> ")[1:4]
    assert [line.splitlines()[0] for line in told] == ["foo", "???", "DANCE 3"]
    for number, answer in enumerate(told, 1):
        assert f"  {number} " in answer


def test_the_position_is_shown_at_each_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _play(monkeypatch, "DEFAULT\n" * 400)
    shown = capsys.readouterr().out
    for turn in range(6):
        assert f"-- The position, turn {turn}" in shown
    assert "Order of play: " in shown
