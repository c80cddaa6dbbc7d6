"""20.1 Colonies: the action, and their landing in the New World phase."""

from __future__ import annotations

from typing import Final

from engine.core.events import Event, tell
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Voyage
from engine.here_i_stand.voyages.launching import action_for, crossing_of

COLONIZE: Final = action_for("colonize", Voyage.COLONY)


def land_colonies(s: HisState) -> None:
    """20.1: colonies at sea reach the boxes of their powers; they yield riches from the next Card Draw phase on."""
    for crossing in crossing_of(s, Voyage.COLONY):
        s.new_world.crossing.remove(crossing)
        s.new_world.colonies.setdefault(crossing.power, []).append(crossing.by)
        tell(s, Event("colony_founded", "20.1", {"power": crossing.power, "colony": crossing.by}))
