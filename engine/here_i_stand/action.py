"""11.1 What an action is: the pattern that every chapter with actions fills in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.decision import Reason
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power


@dataclass(frozen=True, slots=True)
class Action:
    """An action of 11.1.

    `why_not` says all that bars it now, want of CP included. `do` pays for it (engine.here_i_stand.points) and plays
    it; it gives False where it was carried out without success (a battle lost, an assault that failed, called off).
    `choices` lists some that are possible, for forms and random play.
    """

    name: str
    why_not: Callable[[HisState, Power, Alternative], Reason | None]
    do: Callable[[HisState, Power, Alternative], Flow[bool]]
    choices: Callable[[HisState, Power], list[Alternative]]
