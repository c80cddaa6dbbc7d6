"""97 Scots Raid: France fights in Scotland and on the English border, in the impulse of whoever plays the card."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards.choosing import NONE, pick_record, picked
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.leaders import put_leader
from engine.here_i_stand.control import transfer_control
from engine.here_i_stand.displacement import displace
from engine.here_i_stand.presence import chief_of, is_friendly
from engine.here_i_stand.records import Impulse
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    MINORS,
    Act,
    CardNumber,
    Edition,
    LeaderId,
    Power,
    SpaceId,
    Spending,
    Whereabouts,
)

SCOTS_RAID: Final = CardNumber(97)
STIRLING: Final = SpaceId("stirling")
_CP: Final = 6
_CP_WITH_LEADER: Final = 3


def _why_no_raid(s: HisState, power: Power) -> Reason | None:
    """97, C-33"""
    if s.printing is Edition.CORE110 and s.setting("scots_raid_core110") == "cp_only":
        return Reason("no_event_in_impulse", "C-33", {"card": SCOTS_RAID, "modes": []})
    if s.minors[Power.SCOTLAND].ally is Power.FRANCE:
        return None
    return Reason("minor_is_not_ally", "6.1", {"minor": Power.SCOTLAND, "power": Power.FRANCE})


def _raid(s: HisState, power: Power) -> Flow[None]:
    """97"""
    if s.spaces[STIRLING].controller is not Power.FRANCE:
        yield from transfer_control(s, Power.FRANCE, STIRLING, rule="6.1")
        for other in (*MAJORS, *MINORS):
            if s.master(other) is not Power.FRANCE:
                yield from displace(s, other, STIRLING, rule="12.5")
    cp = yield from _send_leader(s)
    yield from _spend(s, cp)


def _send_leader(s: HisState) -> Flow[int]:
    """97: a French army leader may come to Scotland, for half of the CP."""
    spaces = [space for space in s.home_spaces(Power.SCOTLAND) if is_friendly(s, Power.FRANCE, space)]
    ways = [
        blank("choice", do="choose", pick=leader, space=space)
        for leader in envoys(s)
        for space in spaces
        if s.leaders[leader].at != space
    ]
    wish = yield from pick_record(s, Power.FRANCE, [picked(NONE), *ways], SCOTS_RAID, "leader")
    if wish["space"] is None:
        return _CP
    put_leader(s, LeaderId(str(wish["pick"])), SpaceId(str(wish["space"])), rule="6.1")
    return _CP_WITH_LEADER


def envoys(s: HisState) -> list[LeaderId]:
    """French army leaders on the map."""
    return [
        leader
        for leader, state in s.leaders.items()
        if state.where is Whereabouts.MAP and chief_of(s, leader) is Power.FRANCE and not s.board.leaders[leader].naval
    ]


def _spend(s: HisState, cp: int) -> Flow[None]:
    """97: France's own orders, by the wars in force; what it can't spend is lost."""
    from engine.here_i_stand.impulse import lend_impulse  # impulses need the cards

    facts: dict[str, Json] = {"power": Power.FRANCE, "card": SCOTS_RAID, "count": cp}
    tell(s, Event("event_cp", "6.1", facts))
    yield from lend_impulse(s, Impulse(Power.FRANCE, card=SCOTS_RAID, cp=cp, act=Act.CARD, spending=Spending.RAID))


EFFECTS: Final = (Effect(SCOTS_RAID, "a", _raid, _why_no_raid),)
