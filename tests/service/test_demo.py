"""The demo, end to end: a whole game by SMTP and IMAP on loopback."""

from __future__ import annotations

import re
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest

from pbem.boxes import all_boxes, all_tools
from pbem.demo import BadDemo, DemoPlan, run_demo
from pbem.demo_progress import Standing, who_is_in
from pbem.verify import verify


def test_two_players_play_a_whole_game_by_mail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "demo"
    final = run_demo(DemoPlan(players=2, seed=4, out=out, mode="quick"))
    shown = capsys.readouterr().out
    assert final.over
    assert [row["turn"] for row in final.score["history"]] == [0, 1, 2, 3, 4, 5]
    assert "wins" in shown
    assert "turn 0, phase 0   0/opening                in: · · · ·   letters: 0 in, 2 out" in shown
    assert "\x1b" not in shown
    reports = list((out / "reports").glob("*/*.pdf"))
    assert len(reports) == int(re.findall(r"(\d+) reports:", shown)[0]) > 20
    assert all(report.read_bytes().startswith(b"%PDF") for report in reports)
    letters = sorted((out / "letters").iterdir())
    receipts = [path for path in letters if path.name.endswith("-receipt.eml")]
    answers = [path for path in letters if "-from-" in path.name]
    assert len(answers) == len(receipts) > 15
    assert all(b"Delivered-To: judge+" in path.read_bytes() for path in answers)
    record = verify((out / "record.jsonl").read_bytes(), all_boxes())
    assert record.faults == []
    assert record.orders > 20
    assert record.defaults == 0
    # What a demo has made, the next demo may replace.
    assert (out / "made-by-pbem-demo").exists()


def test_a_long_game_is_held_up_by_no_cap_on_letters(tmp_path: Path) -> None:
    """The standard mode sends a player more letters within an hour than a judge on the open net would."""
    final = run_demo(DemoPlan(players=2, seed=3, out=tmp_path / "demo", mode="standard"))
    assert final.over
    assert final.score["result"] is not None


def test_heads_of_state_is_played_by_mail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Turn by turn, with WAIT, standing lists and treason; nothing that the players write is refused."""
    out = tmp_path / "demo"
    final = run_demo(DemoPlan(rules="heads_of_state", players=2, seed=4, out=out))
    shown = capsys.readouterr().out
    assert final.over
    assert final.score["result"]["winners"]
    assert shown.startswith("Heads of State, 2 players, seed 4.")
    assert re.search(
        r"^turn 1 \(1589\), (Red|Yellow) +(red 0, yellow 0|yellow 0, red 0)   letters: 0 in", shown, re.MULTILINE
    )
    assert "in: " not in shown
    assert re.search(r"^(red|yellow) .* wins$", shown, re.MULTILINE)
    letters = [BytesParser(policy=policy.default).parsebytes(path.read_bytes()) for path in (out / "letters").iterdir()]
    texts = [str(letter.get_body(("plain",)).get_content()).replace("\r", "") for letter in letters]  # type: ignore[union-attr]
    assert any(re.search(r"^WAIT$", text, re.MULTILINE) for text in texts)
    assert any(re.search(r"^STANDING KEEP ", text, re.MULTILINE) for text in texts)
    assert any(re.search(r"^PLACE .* ELSE ", text, re.MULTILINE) for text in texts)
    assert any(re.search(r"^USE ", text, re.MULTILINE) for text in texts)
    assert [text for text in texts if "REFUSED" in text or "ELUTASÍTVA" in text] == []
    assert len(list((out / "reports").glob("*/*.pdf"))) > 60


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (DemoPlan(rules="heads_of_state", mode="quick"), "Heads of State has no modes"),
        (DemoPlan(rules="heads_of_state", players=6), "Heads of State is for 2 to 5 players, not 6."),
        (
            DemoPlan(rules="heads_of_state", keep=True, human="burghers"),
            "with 4 players there are red, yellow, blue, green",
        ),
        (DemoPlan(players=1), "The Dutch Revolt is for 2 to 5 players, not 1."),
    ],
)
def test_a_demo_that_cannot_begin(plan: DemoPlan, said: str) -> None:
    with pytest.raises(BadDemo, match=re.escape(said)):
        run_demo(plan)


def test_who_is_in_is_told_by_letters() -> None:
    now = Standing(
        at=(1, 1, "1/money", False), moment="turn 1, phase 1", where="1/money", over=False, journal=3, letters_in=2,
        letters_out=7, unsent=0,
        seats=("catholics", "habsburgs", "nobility", "burghers", "reformers"),
        answered=("reformers", "catholics", "habsburgs"),
    )  # fmt: skip
    assert who_is_in(now, all_tools()["dutch_revolt"].signs).plain == "C H · · R"
