"""Every numbered paragraph of the rules names its functions and its cases, and they exist."""

from __future__ import annotations

import importlib
import tomllib
from functools import cache
from typing import Any

import pytest

from pbem.case_text import read
from tests.architecture.tree import ROOT

LAST = {1: 4, 3: 6, 4: 7, 5: 2, 6: 4, 7: 3, 8: 8, 9: 20, 12: 5, 13: 1, 14: 7}
"""Last numbered paragraph of each section of the rules; 10 and 11 are tables without paragraphs, 2 and 15 words."""
EXPECTED = [f"{section}.{n}" for section, last in LAST.items() for n in range(1, last + 1)] + ["10", "11"]


def sections() -> dict[str, dict[str, Any]]:
    return tomllib.loads((ROOT / "engine/dutch_revolt/sections.toml").read_text(encoding="utf-8"))


@cache
def rules_of_cases() -> dict[str, list[str]]:
    return {
        case.ident: [rule.strip() for rule in case.setting("RULE").split(",")]
        for file in sorted((ROOT / "tests/cases/dutch_revolt").rglob("*.txt"))
        for case in read(file)
    }


def test_every_section_is_listed() -> None:
    assert sorted(sections()) == sorted(EXPECTED)


@pytest.mark.parametrize("number", EXPECTED)
def test_functions_and_cases_exist(number: str) -> None:
    """A paragraph without code says why in `words`."""
    record = sections()[number]
    if "words" in record:
        assert "functions" not in record
        return
    assert record["functions"]
    assert record["cases"]
    for name in record["functions"]:
        module, *path = name.split(".")
        thing: Any = importlib.import_module(f"engine.dutch_revolt.{module}")
        for part in path:
            thing = getattr(thing, part)
    for case in record["cases"]:
        assert number in rules_of_cases()[case], case


def test_every_case_says_which_section_it_is_about() -> None:
    assert [ident for ident, rules in rules_of_cases().items() if not any(rules)] == []
