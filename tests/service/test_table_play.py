"""Play at the terminal from typed lines."""

from __future__ import annotations

import io
import re

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


# ------------------------------------------------------------------ a game with hidden hands


def _heads(monkeypatch: pytest.MonkeyPatch, typed: str, players: int = 2) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    play_at_terminal("heads_of_state", {"players": players}, 1)


def test_heads_of_state_by_defaults(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _heads(monkeypatch, "DEFAULT\n" * 400, 4)
    shown = capsys.readouterr().out
    assert "Victory: " in shown
    assert "which cards do you keep?" in shown
    assert "[" not in re.sub(r"\[(number|OR|COURTESAN|ELSE|\+ card|REPLACE|IF)|line\]|card\]", "", shown)
    assert "keyboard" not in shown  # input from a pipe


def test_a_hand_is_shown_to_its_seat_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _heads(monkeypatch, "OPTION 1; TAKE 2 BLIND\n\n" * 2 + "SCORE\nREPORT\nQUIT\n")
    told = capsys.readouterr().out.split("\n=== ")
    first, second = told[1].split(":")[0], told[2].split(":")[0]
    # What is told before a seat is asked stands at the end of the part before.
    for_second, for_first = told[1], told[2]
    assert re.search(rf"{first} drew an attribute card blind", for_second)
    assert re.search(rf"{second} drew an attribute card blind", for_first)
    drawn = re.findall(rf"{first} drew (\w+) blind", for_first)
    assert len(drawn) == 2
    assert not any(f"{first} drew {card} blind" in for_second for card in drawn)
    assert "Your hand: none" in for_second
    assert all(card in re.findall(r"Your hand: (.*);", for_first)[0] for card in drawn)
    assert f"For {first}." in told[3]
    assert f"{second} drew" not in told[3]  # nothing new, and the report tells it without its name


def test_the_keyboard_changes_hands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = iter(["", "DEFAULT", "", "OPTION 1; WAIT", "", "QUIT"])
    asked: list[str] = []

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def typed(prompt: str) -> str:
        asked.append(prompt)
        return next(lines)

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("builtins.input", typed)
    play_at_terminal("heads_of_state", {"players": 2}, 1)
    shown = capsys.readouterr().out
    handing = [prompt for prompt in asked if "keyboard" in prompt]
    assert len(handing) == 2  # not again for the rest of a turn
    assert shown.count("\x1b[2J") == 2
    assert re.fullmatch(r"(\w+) is asked next. Give \1 the keyboard, then press Enter: ", handing[0])


def test_a_standing_list_answers_at_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _heads(monkeypatch, "STANDING KEEP courtesan, jewels\n\n" + "DEFAULT\n" * 200)
    shown = capsys.readouterr().out
    asked = re.findall(r"=== (\w+): turn \d+ \(\d+ begins\), ", shown)
    assert asked
    assert len(set(asked)) == 1  # the other one has left a list
