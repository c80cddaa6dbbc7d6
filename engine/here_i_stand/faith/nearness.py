"""18.2, R30 What "within so many spaces" means for debaters and cards."""

from __future__ import annotations

from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import PlaceId


def within(s: HisState, start: PlaceId, radius: int) -> dict[PlaceId, int]:
    """R30: places at most so many steps away -> the steps; by the switch `within_two_spaces` over the sea too."""
    world = s.board.map
    steps = world.by_land_or_sea if s.setting("within_two_spaces") == "with_sea" else world.by_land
    found, edge = {start: 0}, [start]
    for far in range(1, radius + 1):
        edge = [place for last in edge for place in steps(last) if found.setdefault(place, far) == far]
    return found
