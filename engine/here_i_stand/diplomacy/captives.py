"""9.1, 9.3, 9.4, R56 Captured army leaders who come home."""

from __future__ import annotations

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.displacement import to_turn_track
from engine.here_i_stand.presence import is_besieged, is_friendly
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, LeaderId, Power, SpaceId, Whereabouts


def captives(s: HisState, power: Power, captor: Power | None = None) -> list[LeaderId]:
    """Army leaders of a power that are captured, by one captor or by any."""
    return [
        leader
        for leader, state in s.leaders.items()
        if state.where is Whereabouts.CAPTURED
        and s.master(state.power) is power
        and (captor is None or state.captor is captor)
    ]


def friendly_keys(s: HisState, power: Power) -> list[SpaceId]:
    """9.1: keys that the power or an ally controls."""
    return [space for space in s.board.map.keys if is_friendly(s, power, space)]


def friendly_home_keys(s: HisState, power: Power) -> list[SpaceId]:
    """9.3-6: home keys that the power or an ally controls."""
    return [space for space in friendly_keys(s, power) if s.home(space) is power]


def release(s: HisState, leader: LeaderId, keys: list[SpaceId], *, rule: str) -> Flow[None]:
    """R56: a captive goes to his capital if it is friendly, else to one of these keys, else, as in R22, to a fortified
    space that his power controls; without any he waits on the turn track. His power chooses."""
    power = s.master(s.leaders[leader].power)
    captor = s.leaders[leader].captor
    spaces = _homes(s, power, keys)
    facts: dict[str, Json] = {"power": power, "rival": captor, "leader": leader}
    if not spaces:
        tell(s, Event("leader_released", rule, facts))
        s.leaders[leader].captor = None
        to_turn_track(s, [leader], rule=rule)
        return
    picks = [blank("choice", do="choose", pick=space) for space in spaces]
    best = max(spaces, key=lambda space: s.stack(power, space)) if power in MAJORS else spaces[0]
    asked: dict[str, Json] = {"what": "released", "leader": leader, "places": list(spaces)}
    wish = yield from choose(
        s, "choice", power, picks, picks[spaces.index(best)], rule=rule, about=f"released/{leader}", facts=asked
    )
    to = SpaceId(str(wish["pick"]))
    s.place_leader(leader, to)
    s.leaders[leader].inside = is_besieged(s, to)
    tell(s, Event("leader_released", rule, {**facts, "space": to}))


def _homes(s: HisState, power: Power, keys: list[SpaceId]) -> list[SpaceId]:
    capitals = [space for space in s.board.powers[power].capitals if is_friendly(s, power, space)]
    if capitals or keys:
        return capitals or keys
    return [space for space in s.controlled(power) if s.is_fortified(space)]
