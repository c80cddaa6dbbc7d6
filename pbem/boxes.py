"""The games that the judge knows: each is a package in pbem/games and a name there.

A package has `BOX` in its module box, `TOOLS` in tools, and in cases `CASE`, the language of its case files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from pbem.case_text import Case, GameCase
from pbem.game_box import GameBox
from pbem.game_tools import GameTools
from pbem.games import FIRST as FIRST
from pbem.games import GAMES as GAMES


@cache
def all_boxes() -> Mapping[str, GameBox]:
    """By the name of the rules."""
    return {name: _part(name, "box").BOX for name in GAMES}


@cache
def all_tools() -> Mapping[str, GameTools]:
    """What the commands need of each game, by the name of its rules."""
    return {name: _part(name, "tools").TOOLS for name in GAMES}


@cache
def case_languages() -> Mapping[str, Callable[[Case], GameCase]]:
    """How the cases of each game are read, by the name of its rules."""
    return {name: _part(name, "cases").CASE for name in GAMES}


def _part(game: str, module: str) -> Any:
    return import_module(f"pbem.games.{game}.{module}")
