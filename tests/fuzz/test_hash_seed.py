"""Whole games, with events, forms, reports and PDF bytes, are the same under every hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SEEDS = ("0", "1", "2")
ROOT = Path(__file__).parents[2]


def test_whole_games_under_three_hash_seeds() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.digest_of_a_game"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in SEEDS
    ]
    results = [json.loads(process.communicate(timeout=300)[0]) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    first, *others = results
    assert set(first) == {"forms", "facts", "views", "texts", "pdfs", "events", "journal", "checkpoints"}
    for seed, other in zip(SEEDS[1:], others, strict=True):
        assert [sort for sort in first if other[sort] != first[sort]] == [], f"PYTHONHASHSEED={seed}"
