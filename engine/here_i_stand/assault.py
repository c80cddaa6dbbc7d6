"""15.1 Assault: what it needs, how it is fought, and the fall of a fortress. D43, D44"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank
from engine.here_i_stand.battle import BattleResult, after_fight
from engine.here_i_stand.battle_cards import after_roll, assault_declared, before_count, combat_cards
from engine.here_i_stand.battle_dice import open_battle, recount, roll_side
from engine.here_i_stand.battle_round import defence_tolls
from engine.here_i_stand.capture import capture_leaders
from engine.here_i_stand.control import set_controller
from engine.here_i_stand.displacement import displace_land, lose_ships, to_turn_track
from engine.here_i_stand.entering import strength_inside
from engine.here_i_stand.forces import Formation, formation_limit
from engine.here_i_stand.forming import formation_facts, formation_of, less_units, outside
from engine.here_i_stand.lines import line_to
from engine.here_i_stand.losses import Toll, Where, pool_of, suffer
from engine.here_i_stand.points import cost_of, pay, why_not_pay
from engine.here_i_stand.presence import chief_of, user_of
from engine.here_i_stand.records import Battle, BattleSide
from engine.here_i_stand.relations import battle_fought
from engine.here_i_stand.siege import besiegers, outnumbers
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, BattleKind, Milestone, Power, Role, SpaceId, Spending

RULE: Final = "15.1"
_NAME: Final = "assault"


class Waiver(Enum):
    """Requirements of 15.1 that a card does away with."""

    DATE = "date"
    """Cards 42, 97: the siege may have begun in this impulse."""
    LINE = "line"
    """Card 105: no line of communication."""
    FLEETS = "fleets"
    """Card 105: whatever squadrons are about."""


# ------------------------------------------------------------------ 15.1 requirements


def why_no_assault(s: HisState, power: Power, space: SpaceId, waived: Collection[Waiver] = ()) -> Reason | None:
    """15.1-1 to 15.1-5: what bars a power from an assault, whatever it costs; None when it may."""
    facts: dict[str, Json] = {"power": power, "space": space}
    if power is Power.PROTESTANT and not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE):
        return Reason("before_the_league", "21.6", facts)
    if power not in besiegers(s, space):
        return Reason("not_besieging", RULE, facts)
    if s.forces[space].sieges[power] >= s.impulses and Waiver.DATE not in waived:
        return Reason("siege_too_young", RULE, facts)
    if s.impulse is not None and space in s.impulse.assaulted:
        return Reason("assaulted_already", RULE, facts)
    if Waiver.LINE not in waived and line_to(s, power, space) is None:
        return Reason("no_line_of_communication", "12.1", facts)
    return None if Waiver.FLEETS in waived else _why_no_blockade(s, power, space)


def _why_no_blockade(s: HisState, power: Power, space: SpaceId) -> Reason | None:
    """15.1-3, 15.1-4, R46: squadrons of the controller; a loaned or minor one counts for the power that uses it."""
    facts: dict[str, Json] = {"power": power, "space": space}
    defender = s.master(s.spaces[space].controller)
    seas = s.board.map.spaces[space].seas
    if sum(_squadrons(s, defender, sea) for sea in seas):
        return Reason("enemy_squadrons_at_sea", RULE, {**facts, "rival": defender})
    in_port = _squadrons(s, defender, space)
    at_sea = sum(_squadrons(s, power, sea) for sea in seas)
    if in_port and at_sea <= in_port:
        return Reason("port_not_blockaded", RULE, {**facts, "rival": defender, "count": in_port, "own": at_sea})
    return None


def _squadrons(s: HisState, power: Power, place: str) -> int:
    return sum(ships.squadrons for ships in s.ships_at(SpaceId(place)) if user_of(s, ships) is power)


# ------------------------------------------------------------------ the action


def _formation(s: HisState, power: Power, space: SpaceId, wish: Alternative) -> Formation | Reason:
    """15.1-1: any units of the siege; by default as many dice as there can be (D43), without leaders laid up (32)."""
    gout = [] if s.impulse is None else s.impulse.gout
    here = outside(s, power, space)
    well = Formation(space, here.units, tuple(leader for leader in here.leaders if leader not in gout))
    found = formation_of(s, power, wish, space, well)
    if isinstance(found, Formation) and not found.strength:
        return Reason("no_units_to_assault", RULE, {"power": power, "space": space})
    return found


def _is_free(s: HisState, formation: Formation) -> bool:
    """Card 42: once in the impulse, a formation with Suleiman."""
    return s.impulse is not None and s.impulse.free_assault in formation.leaders


def _waived(s: HisState, formation: Formation) -> list[Waiver]:
    raid = s.impulse is not None and s.impulse.spending is Spending.RAID
    return [Waiver.DATE] if raid or _is_free(s, formation) else []


def _why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    named = wish["space"]
    if not isinstance(named, str) or named not in s.spaces:
        return Reason("unknown_name", "", {"what": "space", "given": named})
    space = SpaceId(named)
    if power not in besiegers(s, space):
        return Reason("not_besieging", RULE, {"power": power, "space": space})
    if s.impulse is not None and s.impulse.foul_weather:
        return Reason("foul_weather", RULE, {"power": power})
    formation = _formation(s, power, space, wish)
    if isinstance(formation, Reason):
        return formation
    reason = why_no_assault(s, power, space, _waived(s, formation))
    if reason is None and not _is_free(s, formation):
        return why_not_pay(s, power, cost_of(s, power, _NAME), "11.1")
    return reason


def _do(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """15.1-1, 15.1-2: the formation is named and paid for; bad weather or gout may stop it."""
    space = SpaceId(str(wish["space"]))
    formation = _formation(s, power, space, wish)
    if isinstance(formation, Reason):
        return False
    cost = 0 if _is_free(s, formation) else (cost_of(s, power, _NAME) or 0)
    pay(s, cost)
    inside = strength_inside(s, space)
    facts: dict[str, Json] = {"space": space, **formation_facts(formation), "defenders": inside}
    tell(s, Event("assault_declared", RULE, {"power": power, **facts}))
    if (yield from assault_declared(s, cost, formation.leaders, space, facts)):
        return False
    if s.impulse is not None and cost == 0:
        s.impulse.free_assault = None
    result = yield from assault(s, power, space, formation)
    return result.winner is Role.ATTACKER


def _choices(s: HisState, power: Power) -> list[Alternative]:
    wishes = [blank("impulse", do=_NAME, space=space) for space in s.forces if power in besiegers(s, space)]
    return [wish for wish in wishes if _why_not(s, power, wish) is None]


ASSAULT = Action(_NAME, _why_not, _do, _choices)

# ------------------------------------------------------------------ 15.1-2 to 15.1-11


def assault(s: HisState, power: Power, space: SpaceId, formation: Formation) -> Flow[BattleResult]:
    """15.1-2 to 15.1-11: a formation of the besiegers assaults, and what follows. Neither the requirements nor the
    windows of `assault_declared` belong to it: cards (105) begin here."""
    if s.impulse is not None:
        s.impulse.assaulted.append(space)
    s.battle = _drawn_up(s, power, space, formation)
    result = yield from _fight(s, power, space)
    battle_fought(s, power, s.spaces[space].controller)
    s.battle = None
    if result.winner is Role.ATTACKER:
        yield from take_fortress(s, power, space)
    else:
        yield from _failed(s, power, space)
    yield from after_fight(s)
    return result


def _drawn_up(s: HisState, power: Power, space: SpaceId, formation: Formation) -> Battle:
    forces = s.forces[space]
    inside = [s.master(owner) for owner in forces.inside]
    masters = list(dict.fromkeys((s.master(s.spaces[space].controller), *inside)))
    return Battle(
        BattleKind.ASSAULT,
        space,
        BattleSide(powers=[power], leaders=list(formation.leaders), limit=formation_limit(s.board, formation.leaders)),
        BattleSide(
            powers=[one for one in MAJORS if one in masters], others=[one for one in masters if one not in MAJORS]
        ),
        apart=dict(less_units(outside(s, power, space), formation.units).units),
    )


def _fight(s: HisState, power: Power, space: SpaceId) -> Flow[BattleResult]:
    yield from before_count(s)
    recount(s)
    if outnumbers(s, power, space):
        yield from combat_cards(s)
        recount(s)
    if not outnumbers(s, power, space):  # 27, 33
        tell(s, Event("assault_fails", RULE, {"power": power, "space": space, "hits": 0, "rival_hits": 0}))
        return BattleResult(Role.DEFENDER, 0, 0, outside(s, power, space).strength)
    yield from roll_side(s, Role.ATTACKER, "assault_attacker", RULE)
    yield from roll_side(s, Role.DEFENDER, "assault_defender", RULE)
    yield from after_roll(s)
    yield from _casualties(s, power, space)
    battle = open_battle(s)
    left = outside(s, power, space).strength
    won = battle.attack.hits > 0 and not strength_inside(s, space) and left > 0
    hits, rival_hits = battle.attack.hits, battle.defence.hits
    facts: dict[str, Json] = {"power": power, "space": space, "hits": hits, "rival_hits": rival_hits}
    tell(s, Event("assault_succeeds" if won else "assault_fails", RULE, facts))
    return BattleResult(Role.ATTACKER if won else Role.DEFENDER, hits, rival_hits, left)


def _casualties(s: HisState, power: Power, space: SpaceId) -> Flow[None]:
    """15.1-9: the assaulting power loses units of its whole stack, the defenders of those inside."""
    battle = open_battle(s)
    stack = outside(s, power, space)
    count = min(battle.defence.hits, stack.strength)
    tolls = [Toll(power, space, count, pool_of(stack.units), rule=RULE)] if count else []
    tolls += yield from defence_tolls(s, battle.attack.hits, Where.INSIDE, RULE)
    yield from suffer(s, tolls)


def _failed(s: HisState, power: Power, space: SpaceId) -> Flow[None]:
    """15.1-11: leaders of besiegers of whom no unit is left are displaced."""
    if not outside(s, power, space).strength:
        yield from displace_land(s, power, space, rule=RULE)


def take_fortress(s: HisState, power: Power, space: SpaceId) -> Flow[None]:
    """15.1-10: the besieger controls the space; army leaders inside are captured; naval units and leaders in the port
    go to the turn track. All sieges of the space are over."""
    yield from ()
    naval = [leader for leader in s.leaders_at(space) if s.board.leaders[leader].naval]
    captured = [leader for leader in s.leaders_at(space) if s.leaders[leader].inside and leader not in naval]
    capture_leaders(s, captured, power, rule=RULE)
    for ships in list(s.ships_at(space)):
        if not s.allied(power, user_of(s, ships)):
            lose_ships(s, ships, space, rule=RULE)
    to_turn_track(s, [one for one in naval if not s.allied(power, chief_of(s, one))], rule=RULE)
    if space in s.forces:
        s.forces[space].sieges.clear()
    set_controller(s, space, power, rule=RULE)
