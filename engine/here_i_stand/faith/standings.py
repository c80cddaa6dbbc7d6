"""18.2, 18.5, 21.5 What must hold of debaters and reformers between any two steps."""

from __future__ import annotations

from typing import Final

from engine.here_i_stand.board.people import Side
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import DebaterId, Standing

_NEVER: Final = {Side.PAPACY: Standing.BURNT, Side.PROTESTANT: Standing.DISGRACED}
"""How the debaters of a side never end."""
_OF_REFORMERS: Final = (Standing.WAITING, Standing.READY, Standing.AWAY, Standing.BURNT, Standing.OUT)


def standing_fault(s: HisState) -> str:
    """What is wrong about them, or nothing."""
    if list(s.debaters) != list(s.board.debaters) or list(s.reformers) != list(s.board.reformers):
        return "the debaters and reformers are not those of the board"
    for debater, standing in s.debaters.items():
        if standing is _NEVER[s.board.debaters[debater].side]:
            return f"{debater} is {standing}"
    for reformer, standing in s.reformers.items():
        burnt = s.debaters[DebaterId(reformer)] is Standing.BURNT
        if standing not in _OF_REFORMERS or (burnt and standing in (Standing.READY, Standing.AWAY)):
            return f"the reformer {reformer} is {standing}"
    boxes = s.board.tables.excommunication
    if len(set(s.excommunicated)) != len(s.excommunicated) or not set(s.excommunicated) <= set(boxes):
        return f"excommunicated are {', '.join(s.excommunicated)}"
    return ""
