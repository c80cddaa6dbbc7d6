"""Leaders who are captured: by whom, and where their pieces go (13.1-6, R29, R92)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, draw_at_random
from engine.here_i_stand.entering import lone_leaders
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, MINORS, LeaderId, Power, SpaceId, Whereabouts


def captor_among(s: HisState, powers: Iterable[Power], space: SpaceId) -> Flow[Power | None]:
    """R29: who of those that fight together captures: the controller of the space, else the power with most units
    there, else one drawn by chance. Active minors stand for their majors; without any major an inactive minor, else
    None (R92). A switch leaves out the controller, or draws at once."""
    masters = [s.master(one) for one in powers]
    side = [power for power in MAJORS if power in masters]
    preference = s.setting("captor_of_allied_victory")
    if preference == "controller_then_larger" and s.spaces[space].controller in side:
        return s.spaces[space].controller
    if preference != "random":
        most = max((s.stack(power, space) for power in side), default=0)
        side = [power for power in side if s.stack(power, space) == most]
    if len(side) > 1:
        return (yield from draw_at_random("captor of leaders", side, rule="R29"))
    return side[0] if side else next((minor for minor in MINORS if minor in masters), None)


def capture_leaders(s: HisState, leaders: Sequence[LeaderId], captor: Power | None, *, rule: str = "13.1") -> None:
    """Captured leaders go to the power card of the captor, for an active minor's to that of its major.

    R92: one taken by somebody without power card is set aside without captor: by an inactive minor, which is kept in
    mind until it is activated, or by nobody who could be.
    """
    master = None if captor is None else s.master(captor)
    for leader in leaders:
        state = s.leaders[leader]
        if master in MAJORS:
            state.where, state.captor = Whereabouts.CAPTURED, master
        else:
            state.where, state.captor = Whereabouts.ASIDE, (master if master in MINORS else None)
        state.at, state.inside, state.borrower, state.card, state.returns = "", False, None, None, 0
    if leaders:
        named: list[Json] = list(leaders)
        tell(s, Event("leaders_captured", rule, {"power": master, "leaders": named}))


def capture_lone_leaders(s: HisState, power: Power, space: SpaceId, treated: Iterable[Power] = ()) -> None:
    """13.1-6: land units of a power came into a space: enemy army leaders who are alone there in the open are captured.

    For moves, retreats and interceptions, where nobody of their side stands by them. R47: control that changes
    from next door captures nobody.
    """
    if s.is_fortified(space) or not s.stack(power, space):
        return
    capture_leaders(s, lone_leaders(s, power, space, treated), power)
