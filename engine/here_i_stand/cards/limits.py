"""What CP that come with an event may be spent on (76 Foreign Recruits, 97 Scots Raid)."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Reason
from engine.core.options import Alternative
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId, Spending

_BORDER: Final = (SpaceId("berwick"), SpaceId("carlisle"), SpaceId("york"))
_BUILD: Final = "build"
_RAIDS: Final = {
    _BUILD: "space", "move": "to", "transport": "to", "control": "space", "calm": "space", "assault": "space",
}  # fmt: skip
"""97: actions, and the field of their target."""


def raided(s: HisState) -> list[SpaceId]:
    """97: Scottish home spaces and the English border."""
    return [*s.home_spaces(Power.SCOTLAND), *_BORDER]


def why_not_spent(s: HisState, wish: Alternative) -> Reason | None:
    """Why CP of this impulse may not be spent so; None when they may."""
    if s.impulse is None or s.impulse.spending is Spending.FREE:
        return None
    verb = str(wish["do"])
    if s.impulse.spending is Spending.RECRUITS:
        return None if verb == _BUILD else Reason("only_units", "6.1", {"card": 76})
    if verb not in _RAIDS:
        return Reason("not_in_a_raid", "6.1", {"card": 97})
    spaces = str(wish[_RAIDS[verb]] or "").split(",")
    outside = next((space.strip() for space in spaces if space.strip() not in raided(s)), None)
    return None if outside is None else Reason("outside_the_raid", "6.1", {"card": 97, "space": outside})
