"""The games that the judge knows: each is a package in pbem/games and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from pbem.case_text import Case, GameCase
from pbem.game_box import GameBox


@cache
def all_boxes() -> Mapping[str, GameBox]:
    """By the name of the rules."""
    from pbem.games.dutch_revolt.box import DutchRevoltBox

    return {box.name: box for box in (DutchRevoltBox(),)}


@cache
def case_languages() -> Mapping[str, Callable[[Case], GameCase]]:
    """How the cases of each game are read, by the name of its rules."""
    from pbem.games.dutch_revolt.cases import DutchRevoltCase

    return {"dutch_revolt": DutchRevoltCase}
