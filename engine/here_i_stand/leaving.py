"""15.3 Besiegers who walk away: whether those who stay can keep the siege up."""

from __future__ import annotations

from engine.core.flow import Flow
from engine.here_i_stand.retreat import break_off
from engine.here_i_stand.siege import besiegers, come_out, end_siege, outnumbers
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId


def leave_siege(s: HisState, power: Power, left: SpaceId) -> Flow[None]:
    """15.3: units of a power left a space. If it besieged it and those who stayed no longer outnumber the inside, they
    retreat and the siege is over.

    Only that space is looked at: elsewhere a formation may just be arriving.
    """
    if power not in besiegers(s, left) or outnumbers(s, power, left):
        return
    end_siege(s, power, left)
    yield from break_off(s, power, left)
    come_out(s, left)
