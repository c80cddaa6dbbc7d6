"""Section 5: the sequence of play. A step is a turn; the deal is the first one.

A cursor is "deal", "round/turn/seat" or "over".
"""

from __future__ import annotations

from engine.core.flow import Flow
from engine.core.table import Step
from engine.heads_of_state import setup, turn
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import DEAL, OVER

State = HeadsState


def step(s: State) -> Step[State] | None:
    """The step at the cursor; None when the game is over (5.2)."""
    if s.cursor == OVER:
        return None
    if s.cursor == DEAL:
        return Step(DEAL, "4", _deal)
    return Step(s.cursor, "6", _turn)


def _deal(s: State) -> Flow[str]:
    yield from setup.deal(s)
    s.number = 1
    return cursor(s)


def _turn(s: State) -> Flow[str]:
    yield from turn.play(s)
    return cursor(s)


def cursor(s: State) -> str:
    """Where the game stands between two steps."""
    return OVER if s.over else f"{s.board.rounds[s.round]}/{s.number}/{s.active}"
