"""18.3-1, 18.4-1 Which spaces can be the target of an attempt, whatever its source."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Reason
from engine.here_i_stand.faith.camps import reformer_at
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Religion, SpaceId

REFORM, COUNTER = "18.3", "18.4"


def why_not_reform(s: HisState, space: SpaceId) -> Reason | None:
    """18.3-1: why a space can't be the target of a Reformation attempt; None when it can."""
    if s.spaces[space].religion is not Religion.CATHOLIC:
        return Reason("not_catholic", REFORM, {"space": space})
    if reformer_at(s, space) is not None or _is_reached(s, space, Religion.PROTESTANT):
        return None
    return Reason("out_of_reach", REFORM, {"space": space, "religion": Religion.PROTESTANT})


def why_not_counter(s: HisState, space: SpaceId) -> Reason | None:
    """18.4-1: why a space can't be the target of a counter-Reformation attempt; None when it can."""
    here = s.spaces[space]
    if here.religion is not Religion.PROTESTANT:
        return Reason("not_protestant", COUNTER, {"space": space})
    if here.university or _is_reached(s, space, Religion.CATHOLIC):
        return None
    return Reason("out_of_reach", COUNTER, {"space": space, "religion": Religion.CATHOLIC})


def may_reform(s: HisState, space: SpaceId) -> bool:
    """18.3-1: whether a space can be the target of a Reformation attempt."""
    return why_not_reform(s, space) is None


def may_counter(s: HisState, space: SpaceId) -> bool:
    """18.4-1: whether a space can be the target of a counter-Reformation attempt."""
    return why_not_counter(s, space) is None


def _is_reached(s: HisState, space: SpaceId, religion: Religion) -> bool:
    """Next to a space of a religion, pass included, or a port with another such port on one of its sea zones; spaces in
    unrest don't count (12.4, R54)."""
    world = s.board.map
    if _any_of(s, world.by_land(space), religion):
        return True
    ports = (port for sea in world.spaces[space].seas for port in world.seas[sea].ports if port != space)
    return _any_of(s, ports, religion)


def _any_of(s: HisState, spaces: Iterable[SpaceId], religion: Religion) -> bool:
    return any(s.spaces[space].religion is religion and not s.spaces[space].unrest for space in spaces)
