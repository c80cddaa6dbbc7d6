"""18.1 Saint Peter's: CP are added, and every fifth gives a VP."""

from __future__ import annotations

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power


def build_saint_peters(s: HisState, cp: int, *, rule: str) -> None:
    """18.1, R65: CP come to the track; what would go beyond the last VP is lost."""
    tracks, now = s.board.tables.tracks, s.tracks
    total = now.saint_peters_cp + cp
    finished = min(total // tracks.saint_peters_cp, tracks.saint_peters_vp - now.saint_peters_vp)
    now.saint_peters_vp += finished
    full = now.saint_peters_vp == tracks.saint_peters_vp
    now.saint_peters_cp = 0 if full else total - finished * tracks.saint_peters_cp
    facts: dict[str, Json] = {"power": Power.PAPACY, "count": cp, "cp": now.saint_peters_cp, "vp": now.saint_peters_vp}
    tell(s, Event("saint_peters", rule, facts))


def lose_saint_peters(s: HisState, cp: int, *, rule: str) -> None:
    """21.5: CP that wait for the next VP are lost; VP stay."""
    lost = min(cp, s.tracks.saint_peters_cp)
    s.tracks.saint_peters_cp -= lost
    cp, vp = s.tracks.saint_peters_cp, s.tracks.saint_peters_vp
    facts: dict[str, Json] = {"power": Power.PAPACY, "count": -lost, "cp": cp, "vp": vp}
    tell(s, Event("saint_peters", rule, facts))
