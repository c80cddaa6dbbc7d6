"""The demo, end to end: a whole game by SMTP and IMAP on loopback."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pbem.demo import DemoPlan, run_demo
from pbem.demo_progress import Standing, who_is_in


def test_two_players_play_a_whole_game_by_mail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "demo"
    final = run_demo(DemoPlan(players=2, seed=4, out=out, mode="quick"))
    shown = capsys.readouterr().out
    assert final.over
    assert [row["turn"] for row in final.score["history"]] == [0, 1, 2, 3, 4, 5]
    assert "wins" in shown
    assert "turn 0  phase  0  0/opening                in: · · · ·   letters: 0 in, 2 out" in shown
    assert "\x1b" not in shown
    reports = list((out / "reports").glob("*/*.pdf"))
    assert len(reports) == int(re.findall(r"(\d+) reports:", shown)[0]) > 20
    assert all(report.read_bytes().startswith(b"%PDF") for report in reports)
    letters = sorted((out / "letters").iterdir())
    receipts = [path for path in letters if path.name.endswith("-receipt.eml")]
    answers = [path for path in letters if "-from-" in path.name]
    assert len(answers) == len(receipts) > 15
    assert all(b"Delivered-To: judge+" in path.read_bytes() for path in answers)
    record = json.loads((out / "record.json").read_text(encoding="utf-8"))
    assert record["journal"]
    assert all(entry["by"] in ("order", "chance") for entry in record["journal"])
    # What a demo has made, the next demo may replace.
    assert (out / "made-by-pbem-demo").exists()


def test_a_long_game_is_held_up_by_no_cap_on_letters(tmp_path: Path) -> None:
    """The standard mode sends a player more letters within an hour than a judge on the open net would."""
    final = run_demo(DemoPlan(players=2, seed=3, out=tmp_path / "demo", mode="standard"))
    assert final.over
    assert final.score["result"] is not None


def test_who_is_in_is_told_by_letters() -> None:
    now = Standing(
        turn=1, phase=1, where="1/money", over=False, journal=3, letters_in=2, letters_out=7, unsent=0,
        seats=("catholics", "habsburgs", "nobility", "burghers", "reformers"),
        answered=("reformers", "catholics", "habsburgs"),
    )  # fmt: skip
    assert who_is_in(now).plain == "C H · · R"
