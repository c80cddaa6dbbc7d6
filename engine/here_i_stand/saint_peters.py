"""18.1 Saint Peter's: CP are added, and every fifth gives a VP."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank
from engine.here_i_stand.points import cost_of, pay, points, why_not_pay
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power

WORD: Final = "saint_peters"
COST: Final = "build_saint_peters"
RULE: Final = "18.1"


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


# ------------------------------------------------------------------ the action


def room_left(s: HisState) -> int:
    """CP up to the last VP (R65)."""
    tracks, now = s.board.tables.tracks, s.tracks
    return (tracks.saint_peters_vp - now.saint_peters_vp) * tracks.saint_peters_cp - now.saint_peters_cp


def why_no_building(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """18.1, R65: why so many CP can't be spent on Saint Peter's, without a number one; None when they can."""
    if cost_of(s, power, COST) is None:
        return Reason("never_does", "11.1", {"power": power})
    if room_left(s) == 0:
        return Reason("saint_peters_finished", "R65", {"power": power})
    count = wish["count"]
    if isinstance(count, int) and count < 1:
        return Reason("not_between", RULE, {"given": count, "low": 1, "high": points(s)})
    return why_not_pay(s, power, count if isinstance(count, int) else cost_of(s, power, COST), RULE)


def _build(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """18.1 Build Saint Peter's: so many CP, without a number all there are; none beyond the last VP."""
    yield from ()
    count = wish["count"]
    cp = min(count if isinstance(count, int) else points(s), room_left(s))
    pay(s, cp)
    build_saint_peters(s, cp, rule=RULE)
    return True


def _choices(s: HisState, power: Power) -> list[Alternative]:
    """One CP, or all."""
    if why_no_building(s, power, blank("impulse", do=WORD)) is not None:
        return []
    return [blank("impulse", do=WORD, count=count) for count in dict.fromkeys((1, min(points(s), room_left(s))))]


BUILD: Final = Action(WORD, why_no_building, _build, _choices)
