"""A short run of tests/mail/fuzz.py, and that it would notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mail import fuzz


async def test_two_thousand_damaged_letters(tmp_path: Path) -> None:
    tally = await fuzz.run(2000, 20_270_104, tmp_path)
    assert tally.escapes == []
    assert (tally.letters, tally.through_judge) == (2000, 40)
    assert tally.slowest < 2.0


async def test_what_escapes_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(raw: bytes) -> None:
        raise LookupError("a planted fault")

    monkeypatch.setattr(fuzz, "read_and_answer", raising)
    tally = await fuzz.run(3, 1, tmp_path)
    assert len(tally.escapes) == 3
    assert "a planted fault" in tally.escapes[0]
    assert len(list(tmp_path.glob("fuzz-*.eml"))) == 3
