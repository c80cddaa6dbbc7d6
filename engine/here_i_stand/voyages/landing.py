"""20 The New World phase: whatever is crossing the Atlantic arrives, or does not."""

from __future__ import annotations

from engine.core.flow import Flow
from engine.here_i_stand.state import HisState
from engine.here_i_stand.voyages.colonize import land_colonies
from engine.here_i_stand.voyages.conquer import conquer_new_world
from engine.here_i_stand.voyages.explore import explore_new_world


def new_world(s: HisState) -> Flow[None]:
    """20: colonies, explorations, then conquests."""
    land_colonies(s)
    yield from explore_new_world(s)
    yield from conquer_new_world(s)
