"""Dice that come after both sides have rolled: cards 1 Janissaries, 34 Professional Rowers, 35 Siege Artillery."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.battle_dice import HIT, open_battle, roll_more
from engine.here_i_stand.cards.in_window import (
    JANISSARIES,
    PROFESSIONAL_ROWERS,
    SIEGE_ARTILLERY,
    candidates,
    holds,
    is_open,
    response,
    use,
)
from engine.here_i_stand.lines import land_line
from engine.here_i_stand.records import Battle
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BattleKind, CardNumber, Power, Role, SpaceId
from engine.here_i_stand.windows import Wait, in_order, window

EASY_HIT: Final = 3
"""The lowest number that hits by Siege Artillery."""
_WINDOWS: Final = {
    BattleKind.FIELD: "field_battle_after_roll",
    BattleKind.SACK: "field_battle_after_roll",
    BattleKind.FOREIGN_WAR: "field_battle_after_roll",
    BattleKind.NAVAL: "naval_combat_after_roll",
    BattleKind.ASSAULT: "assault_after_roll",
}
_RULES: Final = {BattleKind.NAVAL: "16.2", BattleKind.ASSAULT: "15.1"}
_DICE: Final = {JANISSARIES: 5, PROFESSIONAL_ROWERS: 3, SIEGE_ARTILLERY: 2}
_JANISSARIES_AT_SEA: Final = 4
_FAR: Final = {"four_connections": 4, "four_spaces_between": 5}
"""C-12: connections between the space and the home fortification."""

# ------------------------------------------------------------------ queries


def has_close_line(s: HisState, power: Power, space: SpaceId) -> bool:
    """35, C-12: a line of communication over land, four connections at most, to a home fortification of the power."""
    far = _FAR[str(s.setting("siege_artillery_range"))]
    return land_line(s, power, space, far) is not None


def fitting(s: HisState, battle: Battle, power: Power) -> list[CardNumber]:
    """Which cards a power could use now, by public facts."""
    if battle.kind is BattleKind.ASSAULT:
        attackers = battle.attack.powers
        in_reach = bool(attackers) and has_close_line(s, attackers[0], SpaceId(battle.at))
        return [SIEGE_ARTILLERY] if in_reach else []
    found: list[CardNumber] = []
    if power is Power.OTTOMAN and role_of(battle, power) is not None:
        found.append(JANISSARIES)
    if battle.kind is BattleKind.NAVAL:
        found.append(PROFESSIONAL_ROWERS)
    return found


def role_of(battle: Battle, power: Power) -> Role | None:
    """On which side a power's units fight; None where it has none there."""
    for role in Role:
        if power in battle.side(role).powers:
            return role
    return None


def _dice_of(battle: Battle, card: CardNumber) -> int:
    at_sea = battle.kind is BattleKind.NAVAL and card == JANISSARIES
    return _JANISSARIES_AT_SEA if at_sea else _DICE[card]


def _plays(s: HisState, battle: Battle, power: Power) -> list[Alternative]:
    found: list[Alternative] = []
    for card in fitting(s, battle, power):
        if not holds(s, power, card):
            continue
        if card == PROFESSIONAL_ROWERS:
            found += [response(card, "b", pick=role) for role in Role]
        else:
            found.append(response(card, "a"))
    return found


def _wait(battle: Battle) -> Wait:
    """9.4: it waits only where a card could still change the winner, or what is lost."""
    if battle.kind is BattleKind.ASSAULT:
        fallen = battle.attack.hits >= max(1, battle.defence.strength)
        return Wait.NEVER if fallen else Wait.ALWAYS
    if battle.kind is BattleKind.NAVAL:
        return Wait.ALWAYS
    role = role_of(battle, Power.OTTOMAN)
    if role is None:
        return Wait.NEVER
    own, other = battle.side(role), battle.side(Role.ATTACKER if role is Role.DEFENDER else Role.DEFENDER)
    needed = other.hits + (1 if role is Role.ATTACKER else 0) - own.hits
    turns = 0 < needed <= _DICE[JANISSARIES]
    return Wait.ALWAYS if turns or other.strength > own.hits else Wait.NEVER


def _facts(battle: Battle) -> dict[str, Json]:
    attack, defence = battle.attack, battle.defence
    return {
        "battle": battle.kind,
        "space": battle.at,
        "attackers": list(attack.powers),
        "defenders": list(defence.powers),
        "attacker_hits": attack.hits,
        "defender_hits": defence.hits,
        "difference": attack.hits - defence.hits,
    }


# ------------------------------------------------------------------ flows


def after_roll(s: HisState) -> Flow[None]:
    """`field_battle_after_roll`, `naval_combat_after_roll`, `assault_after_roll` of the open battle: once around, and
    again as long as somebody plays (R15). D37, D44, D50"""
    while is_open(s) and (battle := s.battle) is not None:
        powers = candidates(s, in_order(s), lambda power: fitting(s, open_battle(s), power))
        cards = [card for card in _DICE if any(card in fitting(s, battle, power) for power in powers)]
        name = _WINDOWS[battle.kind]
        found = yield from window(
            s, name, powers, cards, lambda power: _plays(s, open_battle(s), power), _facts(battle), wait=_wait(battle)
        )
        if found is None:
            return
        power, wish = found
        yield from _roll_more(s, power, wish, name)


def _roll_more(s: HisState, power: Power, wish: Alternative, name: str) -> Flow[None]:
    battle, card = open_battle(s), CardNumber(int(str(wish["card"])))
    if card == PROFESSIONAL_ROWERS:
        role = Role(str(wish["pick"]))
    else:
        role = Role.ATTACKER if card == SIEGE_ARTILLERY else (role_of(battle, power) or Role.ATTACKER)
    use(s, power, card, str(wish["mode"]), name, side=role)
    battle.side(role).cards.append(card)
    least = EASY_HIT if card == SIEGE_ARTILLERY else HIT
    yield from roll_more(s, role, _dice_of(battle, card), least, _RULES.get(battle.kind, "14"), card)
