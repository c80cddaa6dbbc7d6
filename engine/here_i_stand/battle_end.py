"""14-10, 14-11 Captured leaders and the retreat of the loser."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.flow import Flow
from engine.here_i_stand.battle_dice import open_battle
from engine.here_i_stand.battle_round import OTHER
from engine.here_i_stand.capture import captor_among, capture_leaders
from engine.here_i_stand.detachments import remember
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import less_units, outside
from engine.here_i_stand.records import Battle, BattleSide
from engine.here_i_stand.relief import beaten_relief
from engine.here_i_stand.retreat import (
    Retreat,
    break_off,
    leave_field,
    may_go_inside,
    retreats,
    room_inside,
    why_no_retreat,
)
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, LeaderId, Power, Role, SpaceId

# ------------------------------------------------------------------ 14-10


def captures(s: HisState, won: Role) -> Flow[None]:
    """14-10, R16, R69: leaders of a side that is completely eliminated are captured. 15.2: those of a relief force that
    lost and has no unit left, even if others joined it."""
    battle = open_battle(s)
    for role in Role:
        side, other = battle.side(role), battle.side(OTHER[role])
        if not side.strength and (other.strength or role is not won):
            yield from _capture(s, battle, side.leaders, other)
            side.leaders = []
    if won is Role.DEFENDER and _relief_died(battle):
        lost = [leader for leader in battle.attack.leaders if leader not in battle.attack.joined_leaders]
        yield from _capture(s, battle, lost, battle.defence)
        battle.attack.leaders = list(battle.attack.joined_leaders)


def _relief_died(battle: Battle) -> bool:
    """15.2: with fewer hits, and only those who joined have units left."""
    attack = battle.attack
    joined = sum(units.strength for units in attack.joined.values())
    return battle.relief and 0 < attack.strength == joined and attack.hits < battle.defence.hits


def _capture(s: HisState, battle: Battle, leaders: Iterable[LeaderId], side: BattleSide) -> Flow[None]:
    taken = list(leaders)
    if taken:
        captor = yield from captor_among(s, side.powers or side.others, SpaceId(battle.at))
        capture_leaders(s, taken, captor, rule="14")


# ------------------------------------------------------------------ 14-11


def loser_leaves(s: HisState, won: Role) -> Flow[None]:
    """14.1, 15.2, 22.1: what is left of the losing side leaves the field."""
    battle = open_battle(s)
    if won is Role.DEFENDER:
        yield from _attacker_leaves(s, battle)
    else:
        yield from _defenders_leave(s, battle)


def _attacker_leaves(s: HisState, battle: Battle) -> Flow[None]:
    """14.1-2: back to where the formation came from."""
    power, at = battle.attack.powers[0], SpaceId(battle.at)
    if battle.attack.strength:
        yield from _leave(s, beaten_relief(s, battle, power) if battle.relief else _beaten_attack(s, battle, power))
    if battle.apart and outside(s, power, at).strength:
        yield from break_off(s, power, at)


def _beaten_attack(s: HisState, battle: Battle, power: Power) -> Retreat:
    at, back = SpaceId(battle.at), battle.origin
    stack = Formation(at, less_units(outside(s, power, at), battle.apart).units, tuple(battle.attack.leaders))
    open_ = back is not None and not battle.by_sea and why_no_retreat(s, power, back) is None
    targets = [back] if open_ and back is not None else []
    rule = "16.3" if battle.by_sea else "14.1"
    return Retreat(power, stack, targets, captors=battle.defence.powers or battle.defence.others, rule=rule)


def _defenders_leave(s: HisState, battle: Battle) -> Flow[None]:
    """R61: the controller of the space first, then impulse order. 22.1: minors and independents hold the walls or
    die."""
    at, side = SpaceId(battle.at), battle.defence
    controller = s.master(s.spaces[at].controller)
    masters = [*side.powers, *side.others]
    for power in sorted(masters, key=lambda one: one is not controller):
        walls = may_go_inside(s, masters, at) if power in MAJORS else s.spaces[at].controller is power
        retreat = Retreat(
            power,
            outside(s, power, at),
            retreats(s, power, at, (battle.origin,)) if power in MAJORS else [],
            room_inside(s, at) if walls else 0,
            captors=battle.attack.powers,
            rule="14.1" if power in MAJORS else "22.1",
        )
        yield from _leave(s, retreat)


def _leave(s: HisState, retreat: Retreat) -> Flow[None]:
    """13.1-4: the beaten are remembered."""
    if s.impulse is not None:
        remember(s.impulse.beaten, retreat.power, retreat.stack)
    yield from leave_field(s, retreat)
