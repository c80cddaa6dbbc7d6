"""20.4 Raiders lie in wait for the riches of the Hapsburgs."""

from __future__ import annotations

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.board.new_world import Raid
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power


def thief_of(s: HisState) -> Flow[Power | None]:
    """20.4, R21: who steals a card that the Hapsburgs would get; each raider rolls, until it is gone."""
    raids = s.board.new_world.raids
    for power in [one for one in s.board.new_world.raiders if one in s.new_world.raiders]:
        (die,) = yield from roll("raider", 1, rule="20.4")
        raid = raids[die]
        galleons = Power.HAPSBURG in s.new_world.galleons
        lost = raid in (Raid.LOST, Raid.STOLEN_AND_LOST) or (raid is Raid.LOST_TO_GALLEONS and galleons)
        stolen = raid in (Raid.STOLEN, Raid.STOLEN_AND_LOST)
        if lost:
            s.new_world.raiders.remove(power)
        facts: dict[str, Json] = {
            "power": power, "rival": Power.HAPSBURG, "dice": [die], "stolen": stolen, "lost": lost,
        }  # fmt: skip
        tell(s, Event("raid", "20.4", facts))
        if stolen:
            return power
    return None
