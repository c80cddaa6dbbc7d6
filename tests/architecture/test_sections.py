"""Every numbered paragraph of the rules names its functions and its cases, and they exist."""

from __future__ import annotations

import tomllib
from functools import cache
from pkgutil import resolve_name
from typing import Any

import pytest

from pbem.boxes import GAMES
from pbem.case_text import read
from tests.architecture.tree import ROOT

LAST = {
    "dutch_revolt": {1: 4, 3: 6, 4: 7, 5: 2, 6: 4, 7: 3, 8: 8, 9: 20, 12: 5, 13: 1, 14: 7},
    "heads_of_state": {
        1: 12, 2: 3, 3: 3, 4: 7, 5: 4, 6: 3, 7: 5, 8: 6, 9: 6, 10: 7, 11: 4, 12: 5, 13: 5, 14: 5, 15: 2, 16: 5, 19: 7,
    },
    "here_i_stand": {2: 5, 5: 3, 6: 2, 9: 6, 12: 5, 13: 4, 15: 3, 16: 4, 18: 5, 20: 4, 21: 7, 22: 6, 23: 3},
}  # fmt: skip
"""Last numbered paragraph of each section of the rules; what is missing are tables without paragraphs, or words."""
RULINGS = [f"R{number}" for number in range(1, 40)]
TABLES = {
    "dutch_revolt": ["10", "11"],
    "heads_of_state": ["17", "20", "21", *RULINGS],
    "here_i_stand": ["1.1", "1.5", "1.6", "3", "4", "7", "8.2", "10", "11", "11.1", "14", "14.1", "15", "17", "19"],
}
"""Sections without paragraphs, and rulings that have numbers of their own."""
EXPECTED = {
    game: [f"{section}.{n}" for section, last in sections.items() for n in range(1, last + 1)] + TABLES[game]
    for game, sections in LAST.items()
}
PARAGRAPHS = [(game, number) for game, numbers in EXPECTED.items() for number in numbers]


def sections(game: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((ROOT / f"engine/{game}/sections.toml").read_text(encoding="utf-8"))


@cache
def rules_of_cases(game: str) -> dict[str, list[str]]:
    return {
        case.ident: [rule.strip() for rule in case.setting("RULE").split(",")]
        for file in sorted((ROOT / "tests/cases" / game).rglob("*.txt"))
        for case in read(file)
    }


def test_every_game_of_the_registry_is_held_to_its_rules() -> None:
    assert tuple(LAST) == GAMES


@pytest.mark.parametrize("game", LAST)
def test_every_section_is_listed(game: str) -> None:
    assert sorted(sections(game)) == sorted(EXPECTED[game])


@pytest.mark.parametrize(("game", "number"), PARAGRAPHS)
def test_functions_and_cases_exist(game: str, number: str) -> None:
    """A paragraph without code says why in `words`."""
    record = sections(game)[number]
    if "words" in record:
        assert "functions" not in record
        return
    assert record["functions"]
    assert record["cases"]
    for name in record["functions"]:
        assert resolve_name(f"engine.{game}.{name}") is not None
    for case in record["cases"]:
        assert any(rule == number or rule.startswith(f"{number}-") for rule in rules_of_cases(game)[case]), case


@pytest.mark.parametrize("game", LAST)
def test_every_case_says_which_section_it_is_about(game: str) -> None:
    assert [ident for ident, rules in rules_of_cases(game).items() if not any(rules)] == []
