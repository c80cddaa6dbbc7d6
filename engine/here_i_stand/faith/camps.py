"""18.2 The religious camps: whose land units, spaces, reformers and universities help in an attempt."""

from __future__ import annotations

from collections.abc import Callable

from engine.here_i_stand.board.people import Side, TroopFaith
from engine.here_i_stand.presence import land_owners
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MINORS, Power, ReformerId, Religion, SpaceId, Standing

_CATHOLICS = (Power.PAPACY, Power.HAPSBURG, Power.FRANCE, Power.INDEPENDENT)
_CONTENTS = 2
"""Dice by what is in the target itself."""


def camp_of(s: HisState, owner: Power) -> Side | None:
    """18.2: the camp of a power's land units; None: neutral. Scots allied to England count as English."""
    if owner is Power.SCOTLAND and s.minors[owner].ally is Power.ENGLAND:
        owner = Power.ENGLAND
    if owner is Power.ENGLAND:
        return _ENGLISH[s.board.rulers[s.powers[owner].ruler].english_troops or TroopFaith.UNALIGNED]
    if owner is Power.PROTESTANT:
        return Side.PROTESTANT
    return Side.PAPACY if owner in (*_CATHOLICS, *MINORS) else None


_ENGLISH = {
    TroopFaith.UNALIGNED: None,
    TroopFaith.PROTESTANT: Side.PROTESTANT,
    TroopFaith.CATHOLIC: Side.PAPACY,
}


def has_stack(s: HisState, side: Side, space: SpaceId) -> bool:
    """18.2: whether a space has a stack of a camp; it counts as one at most."""
    return any(camp_of(s, owner) is side for owner in land_owners(s, space))


def reformer_at(s: HisState, space: SpaceId) -> ReformerId | None:
    """The reformer who is in a space."""
    for reformer, standing in s.reformers.items():
        if standing is Standing.READY and s.board.reformers[reformer].space == space:
            return reformer
    return None


def protestant_dice(s: HisState, target: SpaceId) -> int:
    """18.3-2, 18.4-6: the dice of the Protestants by what lies on the map, at least 1."""

    def near(space: SpaceId) -> int:
        religion = s.spaces[space].religion is Religion.PROTESTANT
        return religion + _has_reformer(s, space) + has_stack(s, Side.PROTESTANT, space)

    within = _has_reformer(s, target) + has_stack(s, Side.PROTESTANT, target)
    return max(1, _around(s, target, near) + _CONTENTS * within)


def papal_dice(s: HisState, target: SpaceId) -> int:
    """18.3-6, 18.4-2: the dice of the Papacy by what lies on the map, at least 1."""

    def near(space: SpaceId) -> int:
        here = s.spaces[space]
        return (here.religion is Religion.CATHOLIC) + here.university + has_stack(s, Side.PAPACY, space)

    within = s.spaces[target].university + has_stack(s, Side.PAPACY, target)
    return max(1, _around(s, target, near) + _CONTENTS * within)


def _has_reformer(s: HisState, space: SpaceId) -> bool:
    return reformer_at(s, space) is not None


def _around(s: HisState, target: SpaceId, near: Callable[[SpaceId], int]) -> int:
    """12.4: over connections only, and nothing of spaces in unrest."""
    return sum(near(space) for space in s.board.map.over_connections(target) if not s.spaces[space].unrest)
