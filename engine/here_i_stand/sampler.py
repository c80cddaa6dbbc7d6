"""Random orders of an impulse, for fuzzing and automatic players."""

from __future__ import annotations

from engine.core.decision import Draw
from engine.core.options import OrderAnswer
from engine.here_i_stand.asking import blank
from engine.here_i_stand.script import END
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power


def sample(s: HisState, power: Power, draw: Draw) -> OrderAnswer:
    """An opening that is possible; or one of the actions that are, or the end of the impulse."""
    from engine.here_i_stand.impulse import choices

    pool = choices(s, power)
    if not pool or draw(12) == 0:
        return "default"
    if s.impulse is not None and s.impulse.act is not None and draw(8) == 0:
        return [[blank("impulse", do=END)]]
    return [[pool[draw(len(pool))]]]
