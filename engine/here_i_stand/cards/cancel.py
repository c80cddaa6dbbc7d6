"""cards.md 4.1 `event_declared`: an announced event may be cancelled, by The Wartburg."""

from __future__ import annotations

from engine.core.flow import Flow
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power


def is_cancelled(s: HisState, power: Power, card: CardNumber, mode: str) -> Flow[bool]:
    """Whether somebody cancels the event. D64"""
    yield from ()
    return False
