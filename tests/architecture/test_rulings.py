"""Every ruling of Here I Stand has a case that names it, in its id, its title or behind RULE."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest

from pbem.case_text import Case, read
from tests.architecture.tree import ROOT

CASES: Final = ROOT / "tests/cases/here_i_stand"
WITHOUT_CASE: Final = {
    "R63": "the diplomatic cards of the two-player variant (Appendix A), which is not played here",
    "R88": "numbers given twice stand in pieces.toml alone: a rule for the data files, not for the game",
}
RULINGS: Final = [
    *(f"R{number}" for number in range(1, 93)),
    *(f"C-{number:02}" for number in range(1, 44)),
]
_NAME: Final = re.compile(r"(?<![\w-])(?:R\d+|C-\d\d)(?!\d)")


@cache
def cases() -> list[Case]:
    return [case for file in sorted(CASES.glob("*.txt")) for case in read(file)]


@cache
def named() -> dict[str, list[str]]:
    """Ruling -> the cases that name it."""
    found: dict[str, list[str]] = {}
    for case in cases():
        for name in _NAME.findall(f"{case.ident} {case.title} {case.setting('RULE')}"):
            found.setdefault(name, []).append(case.ident)
    return found


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_case_names_the_ruling(ruling: str) -> None:
    if ruling in WITHOUT_CASE:
        assert ruling not in named(), f"{ruling} has a case now: take it out of the list"
        return
    assert named().get(ruling), f"no case names {ruling}"


def test_each_case_has_a_name_of_its_own() -> None:
    idents = [case.ident for case in cases()]
    assert sorted({ident for ident in idents if idents.count(ident) > 1}) == []
