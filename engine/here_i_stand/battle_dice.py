"""14, 15.1, 16.2 The dice of a battle: how many each side has, what they show, and who has won by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.forming import less_units, outside
from engine.here_i_stand.presence import chief_of
from engine.here_i_stand.records import Battle, BattleSide, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BattleKind, CardNumber, LeaderId, Power, Role, SpaceId
from engine.here_i_stand.war_units import leaders_at_war, war_on

HIT: Final = 5
"""The lowest number of a die that hits (0.2)."""
FINE_HIT: Final = 4
"""The same for the dice of the Tercios (card 30)."""


def open_battle(s: HisState) -> Battle:
    """The battle on the table. Raises ValueError when there is none."""
    if s.battle is None:
        raise ValueError("no battle is being fought")
    return s.battle


def first_power(side: BattleSide) -> Power:
    """The power by which reports call a side."""
    return next(iter((*side.powers, *side.others)), Power.INDEPENDENT)


# ------------------------------------------------------------------ how many


def recount(s: HisState) -> None:
    """14-2, 14-3, 15.1-3, 15.1-4: who takes part in a field battle or assault and its dice, as things stand now.

    Raises ValueError when there is no battle.
    """
    battle = open_battle(s)
    if battle.kind is BattleKind.FIELD:
        _muster_attack(s, battle)
        _muster_field(s, battle)
        attack, defence = battle.attack, battle.defence
        attack.dice = _field_dice(s, attack, 0)
        defence.dice = _field_dice(s, defence, 1)
    elif battle.kind is BattleKind.ASSAULT:
        _muster_attack(s, battle)
        _muster_inside(s, battle)
        _count_assault(s, battle)
    elif battle.kind is BattleKind.SACK:
        _muster_attack(s, battle)
        _count_sack(s, battle)
    elif battle.kind is BattleKind.FOREIGN_WAR:
        _count_war(s, battle)


def _muster_attack(s: HisState, battle: Battle) -> None:
    """All that stands outside, but for units that take no part: those placed by cards do."""
    side, space = battle.attack, SpaceId(battle.at)
    here = outside(s, side.powers[0], space)
    side.units = dict(less_units(here, battle.apart).units)
    side.joined = _at_most(side.joined, side.units)
    side.leaders = [leader for leader in side.leaders if leader in here.leaders]
    side.joined_leaders = [leader for leader in side.joined_leaders if leader in side.leaders]


def _muster_field(s: HisState, battle: Battle) -> None:
    side, space = battle.defence, SpaceId(battle.at)
    forces = s.forces.get(space)
    masters = (*side.powers, *side.others)
    there = {} if forces is None else forces.outside
    side.units = {owner: replace(units) for owner, units in there.items() if s.master(owner) in masters}
    side.leaders = [
        leader for leader in _army_leaders(s, space) if chief_of(s, leader) in masters and not s.leaders[leader].inside
    ]


def _muster_inside(s: HisState, battle: Battle) -> None:
    """15.1-4: whoever is inside the fortifications defends them."""
    side, space = battle.defence, SpaceId(battle.at)
    forces = s.forces.get(space)
    there = {} if forces is None else forces.inside
    side.units = {owner: replace(units) for owner, units in there.items()}
    side.leaders = [leader for leader in _army_leaders(s, space) if s.leaders[leader].inside]


def _army_leaders(s: HisState, space: SpaceId) -> list[LeaderId]:
    return [leader for leader in s.leaders_at(space) if not s.board.leaders[leader].naval]


def _at_most(some: Mapping[Power, Land], all_: Mapping[Power, Land]) -> dict[Power, Land]:
    """As many of some units as there are still."""
    found: dict[Power, Land] = {}
    for owner, units in some.items():
        here = all_.get(owner, Land())
        left = Land(
            min(units.regulars, here.regulars),
            min(units.mercenaries, here.mercenaries),
            min(units.cavalry, here.cavalry),
        )
        if left.strength:
            found[owner] = left
    return found


def rating(s: HisState, leaders: Iterable[LeaderId]) -> int:
    """5.1: the battle rating of the best of these leaders; 0 without one."""
    return max((s.board.leaders[leader].battle for leader in leaders), default=0)


def _room(side: BattleSide) -> int:
    """14-2, 15.2: units that may give dice; those that joined from inside do not count against the limit."""
    if side.limit is None:
        return side.strength
    return side.limit + sum(units.strength for units in side.joined.values())


def _field_dice(s: HisState, side: BattleSide, bonus: int) -> int:
    """A side without units has no dice."""
    if not side.strength:
        return 0
    return min(side.strength, _room(side)) + rating(s, side.leaders) + bonus


def _count_assault(s: HisState, battle: Battle) -> None:
    attack, defence = battle.attack, battle.defence
    troops = min(_foot(attack), _room(attack))
    by_units = (troops + 1) // 2 if defence.strength else troops
    attack.dice = by_units + rating(s, attack.leaders)
    defence.dice = _foot(defence) + rating(s, defence.leaders) + 1


def _count_sack(s: HisState, battle: Battle) -> None:
    """21.5: the attacker has no limit; of the defender the Papal regulars count alone."""
    here = s.land(Power.PAPACY, SpaceId(battle.at))
    battle.defence.units = {Power.PAPACY: here} if here.strength else {}
    battle.attack.dice = _field_dice(s, battle.attack, 0)
    battle.defence.dice = here.regulars + 1


def _count_war(s: HisState, battle: Battle) -> None:
    """21.7: all units on the card against its enemies, who have no die for defending."""
    war = war_on(s, foreign_war(battle))
    attack, defence = battle.attack, battle.defence
    attack.units = {attack.powers[0]: replace(war.units)} if war.units.strength else {}
    attack.leaders = leaders_at_war(s, war)
    defence.units = {Power.INDEPENDENT: Land(regulars=war.enemies)} if war.enemies else {}
    attack.dice = _field_dice(s, attack, 0)
    defence.dice = _field_dice(s, defence, 0)


def foreign_war(battle: Battle) -> CardNumber:
    """The card of the foreign war in which a battle is fought. Raises ValueError for another battle."""
    if battle.card is None or battle.kind is not BattleKind.FOREIGN_WAR:
        raise ValueError(f"the battle in {battle.at} is none of a foreign war")
    return battle.card


def _foot(side: BattleSide) -> int:
    """15.1: cavalry gives no dice in an assault."""
    return sum(units.strength - units.cavalry for units in side.units.values())


def dice_of(side: BattleSide) -> int:
    """The ordinary dice a side rolls; cards that take dice away never leave fewer than none."""
    return max(0, side.dice + side.extra)


# ------------------------------------------------------------------ rolling


def roll_side(s: HisState, role: Role, what: str, rule: str) -> Flow[None]:
    """A side rolls all its dice; what they show and the hits are added to it. Raises ValueError without a battle."""
    _tell_dice(s, role, rule)
    yield from _roll(s, role, what, dice_of(open_battle(s).side(role)), HIT, rule, None)
    fine = open_battle(s).side(role).fine
    if fine:
        yield from _roll(s, role, what, fine, FINE_HIT, rule, None)


def roll_more(s: HisState, role: Role, count: int, lowest: int, rule: str, card: CardNumber) -> Flow[None]:
    """14-7, 15.1-8, 16.2-6: a card gives a side further dice after the roll, which hit from `lowest` on.

    Raises ValueError when there is no battle.
    """
    yield from _roll(s, role, f"card_{card}", count, lowest, rule, card)


def _roll(
    s: HisState, role: Role, what: str, count: int, lowest: int, rule: str, card: CardNumber | None
) -> Flow[None]:
    shown: tuple[int, ...] = ()
    if count:
        shown = yield from roll(what, count, rule=rule)
    battle = open_battle(s)
    side = battle.side(role)
    hits = sum(die >= lowest for die in shown)
    side.rolled += shown
    side.hits += hits
    dice: list[Json] = list(shown)
    facts: dict[str, Json] = {
        "space": battle.at,
        "power": first_power(side),
        "side": role,
        "dice": dice,
        "lowest": lowest,
        "hits": hits,
        "card": card,
    }
    tell(s, Event("battle_roll", rule, facts))


def _tell_dice(s: HisState, role: Role, rule: str) -> None:
    """0.4-4: where the dice come from."""
    battle = open_battle(s)
    side = battle.side(role)
    facts: dict[str, Json] = {
        "space": battle.at,
        "power": first_power(side),
        "side": role,
        "strength": side.strength,
        "rating": rating(s, side.leaders),
        "cards": side.extra + side.fine,
        "count": dice_of(side) + side.fine,
    }
    tell(s, Event("battle_dice", rule, facts))


def winner(battle: Battle) -> Role:
    """14-8, 16.2-7: more hits; the defender of as many."""
    return Role.ATTACKER if battle.attack.hits > battle.defence.hits else Role.DEFENDER
