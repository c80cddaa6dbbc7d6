"""The measurements run and print what they promise; their figures are not tested."""

from __future__ import annotations

import json

import pytest

from pbem.bench import measures, run_bench


def test_json_of_some_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bench(as_json=True, quick=True, only="R6,M7,S4") == 0
    printed = json.loads(capsys.readouterr().out)
    rows = {row["row"]: row for row in printed["rows"]}
    assert set(rows) == {"R6", "M7", "S4"}
    for row in rows.values():
        assert list(row) == ["row", "what", "value", "unit", "goal", "ratio", "met", "note", "game"]
        assert row["value"] > 0
    assert rows["R6"]["ratio"] > 0


def test_a_first_report_is_measured_in_a_process_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bench(as_json=True, quick=True, only="D1") == 0
    rows = {row["row"]: row["value"] for row in json.loads(capsys.readouterr().out)["rows"]}
    assert rows["D1b"] > rows["D1"] > 0


def test_unknown_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bench(as_json=False, quick=True, only="R99") == 2
    assert "no such row: R99" in capsys.readouterr().out


def test_rows_that_are_promised() -> None:
    rows = ",".join(measures())
    for row in ("R1", "R3", "R4", "R5", "R6", "R7", "M1", "M2", "M5", "M7", "M8", "D1", "D2", "D3", "S1", "S4"):
        assert row in rows.split(",")
