"""Every case file, one test a case; and what the runner says of cases that differ or can't be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.case_text import Case, CaseFault, read
from pbem.cases import Report, cases_command, run, run_case

CASES = Path(__file__).parent / "cases"
ALL = [case for file in sorted(CASES.rglob("*.txt")) for case in read(file)]
DUTCH_REVOLT = [case for case in ALL if case.file.parent.name == "dutch_revolt"]


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.file.parent.name}-{case.ident}")
def test_case(case: Case) -> None:
    result = run_case(case)
    assert not result.differences, Report((result,))


def test_all_worked_examples_are_there() -> None:
    """E01 to E91 of the worked examples; the numbers between were never used."""
    idents = {case.ident for case in DUTCH_REVOLT}
    examples = (
        "01 03 04 06 07 09 10 12 13 15 16 18 19 21 22 24 25 27 28 30 31 33 34 36 37 39 40 42 43 45 46 48 49 51 52 54 55"
    )
    examples += " 57 58 60 61 63 64 66 67 69 70 72 73 75 76 78 81 82 84 85 87 88 90 91"
    assert [number for number in examples.split() if f"E{number}" not in idents] == []
    assert {"E79a", "E79b", "E79c", "E79d", "E79e"} <= idents


def test_every_ruling_has_a_case() -> None:
    named = {rule for case in DUTCH_REVOLT for block in case.settings for rule in re.findall(r"R-\d\d", block.argument)}
    assert [f"R-{n:02}" for n in range(1, 56) if f"R-{n:02}" not in named] == []


def test_ids_are_unique_and_there_are_many() -> None:
    idents = [(case.file.parent.name, case.ident) for case in ALL]
    assert len(set(idents)) == len(idents)
    assert len(DUTCH_REVOLT) >= 120


# ------------------------------------------------------------------ the runner

GOOD = """
CASE A Two kinds
BOARD SMALL
province P: max 5
SITUATION
P: Catholics 3, 3 Burghers
PLAY 9.11
EXPECT
P: C2 B2
"""


def run_text(folder: Path, text: str) -> Report:
    file = folder / "case.txt"
    file.write_text(text, encoding="utf-8")
    return run([file])


def found(report: Report) -> str:
    return "\n".join(difference.found for result in report.results for difference in result.differences)


def test_a_case_that_is_kept(tmp_path: Path) -> None:
    report = run_text(tmp_path, GOOD)
    assert (len(report.results), report.differing) == (1, ())
    assert str(report) == "1 cases, 0 differ"


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("P: C2 B2", "P: C2 B3", "it is: catholics 2, burghers 2"),
        ("P: C2 B2", "P: C2 B2\nowner P: Catholics", "it is: nobody"),
        ("P: C2 B2", "stock Catholics: 31", "it is: 30"),
        ("P: C2 B2", "told battle", "told were: conflict"),
        ("P: C2 B2", "untold conflict", "it was told"),
        ("P: C2 B2", "unchanged", "the position has changed"),
        ("P: C2 B2", "skipped Burghers: track full", "there was: nothing of the kind"),
        ("P: C2 B2", "Q: C2", "names no city"),
        ("P: C2 B2", "what is this", "write what it is about"),
        ("P: C2 B2", "P: Catholic Church 2", "names no faction"),
        ("P: C2 B2", "score Catholics: 1.3", "no multiple of 0.5"),
        ("P: C2 B2", "money Catholics: much", "no whole number"),
        ("P: C2 B2", "", "expects nothing"),
        ("PLAY 9.11", "PLAY 9.99", "name phases by their rules"),
        ("PLAY 9.11", "PLAY STEP dance", "there is no step dance"),
        ("max 5", "max five", "no whole number"),
        ("max 5", "height 5", "of a province write"),
        ("BOARD SMALL", "BOARD TINY", "write BOARD SMALL"),
        ("BOARD SMALL", "GAME chess\nBOARD SMALL", "there are no cases of a game 'chess'"),
        ("BOARD SMALL", "PLAYERS 9\nBOARD SMALL", "2 to 5"),
        ("BOARD SMALL", "SWITCH humour true\nBOARD SMALL", "humour"),
        ("Catholics 3, 3 Burghers", "Catholics 33", "more on the board than their supply"),
        ("Catholics 3, 3 Burghers", "Catholics 3, Catholics 2", "twice"),
        ("SITUATION", "SITUATION FULL", "SITUATION EMPTY"),
        ("PLAY 9.11", "ORDERS Burghers\nDANCE 3 times\nPLAY 9.11", "refused burghers"),
        ("PLAY 9.11", "ORDERS Burghers\nRECRUIT P\nPLAY 9.4", "skipped burghers: too little money"),
        ("PLAY 9.11", "ORDERS Bakers\nRECRUIT P\nPLAY 9.4", "names no faction"),
    ],
)
def test_what_differs_or_cannot_be_read_is_said(tmp_path: Path, right: str, wrong: str, says: str) -> None:
    assert right in GOOD
    report = run_text(tmp_path, GOOD.replace(right, wrong))
    assert len(report.differing) == 1
    assert says in found(report)


def test_differences_name_file_line_and_case(tmp_path: Path) -> None:
    report = str(run_text(tmp_path, GOOD.replace("P: C2 B2", "P: C1")))
    assert "case.txt:2: CASE A Two kinds" in report
    assert "line 9: P: C1" in report
    assert report.endswith("1 cases, 1 differ")


def test_text_before_the_first_case_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaseFault, match="before the first CASE") as refused:
        run_text(tmp_path, "hello\n" + GOOD)
    assert refused.value.line == 1


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "case.txt"
    file.write_text(GOOD)
    assert cases_command([file]) == 0
    file.write_text(GOOD.replace("C2 B2", "C9"))
    assert cases_command([file]) == 1
    assert "1 differ" in capsys.readouterr().out
    file.write_text("hello")
    assert cases_command([file]) == 2
    file.write_bytes(b"CASE \xff\xfe")
    assert cases_command([file]) == 2
    assert cases_command([tmp_path / "nowhere.txt"]) == 2
    assert "nowhere.txt" in capsys.readouterr().err


def test_the_example_of_the_readme_is_kept(tmp_path: Path) -> None:
    example = (CASES / "README.md").read_text(encoding="utf-8").split("```")[1]
    report = run_text(tmp_path, example)
    assert (len(report.results), report.differing) == (1, ()), str(report)
