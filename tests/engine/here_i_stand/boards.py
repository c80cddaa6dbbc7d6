"""Boards and set-ups for tests; each board is made once."""

from __future__ import annotations

from functools import cache

from engine.core.decision import Json
from engine.here_i_stand.board.board import Board, our_text
from engine.here_i_stand.setup import read_options, set_up
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Edition

SCENARIOS = ("1517", "1532", "tournament")
BOTH = tuple(Edition)


@cache
def text() -> str:
    return our_text()


@cache
def our_board() -> Board:
    return Board.load(text())


@cache
def board_in(edition: Edition) -> Board:
    return our_board().under(edition, {})


def start(scenario: str = "1517", **options: Json) -> HisState:
    """The position of a new game."""
    chosen = read_options(our_board(), {"scenario": scenario, **options})
    under = board_in(chosen.edition) if not chosen.switches else our_board().under(chosen.edition, chosen.switches)
    return set_up(under, chosen)


def changed(before: str, after: str) -> str:
    """Our data with something corrected wherever it stands; it must stand somewhere."""
    assert before in text(), before
    return text().replace(before, after)
