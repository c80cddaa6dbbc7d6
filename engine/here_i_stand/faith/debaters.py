"""18.2 Debaters: where they stand, whose bonus may be used, and what it is worth against a target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Reason
from engine.here_i_stand.board.people import DebaterBonus, Side, Talent
from engine.here_i_stand.cards.faith import commit
from engine.here_i_stand.faith.nearness import within
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    DebaterId,
    PlaceId,
    Power,
    SpaceId,
    SpaceKind,
    Standing,
    Whereabouts,
    Zone,
)

RULE: Final = "18.2"
POWER_OF: Final[Mapping[Side, Power]] = {Side.PROTESTANT: Power.PROTESTANT, Side.PAPACY: Power.PAPACY}
HELP: Final[Mapping[Side, tuple[Talent, ...]]] = {
    Side.PROTESTANT: (Talent.REFORM_NEAR, Talent.REFORM_HOMES),
    Side.PAPACY: (Talent.COUNTER_NEAR, Talent.COUNTER_ELECTORATE),
}
"""Bonuses that give dice in attempts of a side."""

# ------------------------------------------------------------------ queries


def side_of(s: HisState, debater: DebaterId) -> Side:
    """Protestant or Papal."""
    return s.board.debaters[debater].side


def zone_of(s: HisState, debater: DebaterId) -> Zone | None:
    """The language zone of a Protestant debater; None for a Papal one."""
    return s.board.debaters[debater].zone


def bonus_of(s: HisState, debater: DebaterId) -> DebaterBonus:
    """What his bonus does."""
    return s.board.debaters[debater].bonus


def ready(s: HisState, side: Side, zone: Zone | None = None) -> list[DebaterId]:
    """Uncommitted debaters of a side, in a zone or all, in data order."""
    return _standing(s, side, zone, Standing.READY)


def _standing(s: HisState, side: Side, zone: Zone | None, standing: Standing) -> list[DebaterId]:
    debaters = s.board.debaters
    return [
        debater
        for debater, here in s.debaters.items()
        if here is standing and debaters[debater].side is side and zone in (None, debaters[debater].zone)
    ]


def may_use_bonus(s: HisState, side: Side) -> bool:
    """18.2-3: whether a side may still use a bonus that helps attempts or translation in this impulse."""
    return why_no_bonus(s, POWER_OF[side]) is None


def why_no_bonus(s: HisState, user: Power) -> Reason | None:
    """18.2-3: why a power may use no such bonus any more; None when it may."""
    if s.impulse is not None and user in s.impulse.debater_bonus:
        return Reason("one_bonus_an_impulse", RULE, {"power": user})
    return None


def why_not_ready(s: HisState, debater: str | int | None, *talents: Talent) -> Reason | None:
    """18.2-1: why a debater's bonus can't be used, or not for this; None when it can."""
    if not isinstance(debater, str) or debater not in s.debaters:
        return Reason("unknown_name", "", {"what": "debater", "given": debater})
    name = DebaterId(debater)
    if bonus_of(s, name).talent not in talents:
        return Reason("bonus_of_another_kind", RULE, {"debater": name})
    if s.debaters[name] is not Standing.READY:
        return Reason("debater_not_uncommitted", RULE, {"debater": name})
    return None


def dice_of(s: HisState, debater: DebaterId, target: SpaceId) -> int:
    """18.2: the dice that a debater's bonus adds against a target."""
    bonus = bonus_of(s, debater)
    if bonus.talent in (Talent.REFORM_NEAR, Talent.COUNTER_NEAR):
        helps = target in _nearby(s, bonus)
    elif bonus.talent is Talent.REFORM_HOMES:
        helps = s.home(target) in bonus.homes
    else:
        electorate = s.board.map.spaces[target].kind is SpaceKind.ELECTORATE
        helps = bonus.talent is Talent.COUNTER_ELECTORATE and electorate
    return bonus.dice if helps else 0


def _nearby(s: HisState, bonus: DebaterBonus) -> dict[PlaceId, int]:
    """Places near enough to the space, or to where the leader is."""
    if bonus.leader is None:
        return {} if bonus.near is None else within(s, bonus.near, bonus.radius)
    leader = s.leaders[bonus.leader]
    return within(s, SpaceId(leader.at), bonus.radius) if leader.where is Whereabouts.MAP else {}


def helpers(s: HisState, side: Side) -> list[DebaterId]:
    """Uncommitted debaters of a side whose bonus gives dice in its attempts."""
    return [debater for debater in ready(s, side) if bonus_of(s, debater).talent in HELP[side]]


def english_treatise_is_englands(s: HisState) -> bool:
    """18.2-4: whether England decides about the debaters of its own treatises."""
    return s.board.english_treatise.decides is Power.ENGLAND


def helps_england(s: HisState, debater: DebaterId) -> bool:
    """18.2-4: whether England may commit a debater for its own treatises."""
    return debater in s.board.english_treatise.among


# ------------------------------------------------------------------ changes


def use_bonus(s: HisState, user: Power, debater: DebaterId) -> None:
    """18.2-3: a debater is committed for a bonus that helps attempts or translation."""
    commit(s, debater, rule=RULE)
    if s.impulse is not None and user not in s.impulse.debater_bonus:
        s.impulse.debater_bonus.append(user)
