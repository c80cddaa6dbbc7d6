"""14-4, 14-5, 15.1-5, 15.1-6, 16.2-3, 16.2-4: combat cards 24-30, the attacker's, then each defender's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, listed, question
from engine.here_i_stand.battle_dice import open_battle
from engine.here_i_stand.cards.choosing import filled
from engine.here_i_stand.cards.in_window import (
    ARQUEBUSIERS,
    FIELD_ARTILLERY,
    MERCENARIES_BRIBED,
    MERCENARIES_RESTLESS,
    SIEGE_MINING,
    SURPRISE_ATTACK,
    TERCIOS,
    candidates,
    holds,
    is_open,
    not_held,
    use,
)
from engine.here_i_stand.cards.mercenary_cards import arrive, dismiss
from engine.here_i_stand.cards.responses import battle_facts
from engine.here_i_stand.forces import can_add
from engine.here_i_stand.records import Battle, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, BattleKind, CardNumber, Power, Role, SpaceId
from engine.here_i_stand.windows import Wait

ATTACKER: Final = "combat_cards_attacker"
DEFENDER: Final = "combat_cards_defender"
_OTHER: Final = {Role.ATTACKER: Role.DEFENDER, Role.DEFENDER: Role.ATTACKER}
_FIELDS: Final = (BattleKind.FIELD, BattleKind.SACK, BattleKind.FOREIGN_WAR)
_TERCIOS_NEED: Final = 3
"""Hapsburg regulars, for the card against them."""

Ways = list[tuple[CardNumber, str]]

# ------------------------------------------------------------------ queries


def ways(s: HisState, power: Power, role: Role) -> Ways:
    """The cards, with their ways, that a power could use on its side of the open battle, by public facts."""
    battle = open_battle(s)
    if battle.kind is BattleKind.ASSAULT:
        return [(SIEGE_MINING if role is Role.ATTACKER else MERCENARIES_RESTLESS, "a")]
    if battle.kind is BattleKind.NAVAL:
        return [(ARQUEBUSIERS, "a")]
    found = [(ARQUEBUSIERS, "a"), (FIELD_ARTILLERY, "a"), (SURPRISE_ATTACK, "a")]
    if Power.OTTOMAN not in (power, *battle.side(_OTHER[role]).powers) and battle.kind is not BattleKind.FOREIGN_WAR:
        found.append((MERCENARIES_BRIBED, "a"))
    if power is Power.HAPSBURG:
        found.append((TERCIOS, "a"))
    if _faces_tercios(battle, role):
        found.append((TERCIOS, "b"))
    return found


def _faces_tercios(battle: Battle, role: Role) -> bool:
    return battle.side(_OTHER[role]).units.get(Power.HAPSBURG, Land()).regulars >= _TERCIOS_NEED


def sides(s: HisState) -> list[tuple[Power, Role]]:
    """Who is asked for combat cards, in order: the attacker, then each major power that defends; in an assault the
    controller of the space alone."""
    battle = open_battle(s)
    attackers = [(power, Role.ATTACKER) for power in battle.attack.powers]
    if battle.kind is BattleKind.ASSAULT:
        controller = s.master(s.spaces[SpaceId(battle.at)].controller)
        return [*attackers, *((power, Role.DEFENDER) for power in (controller,) if power in MAJORS)]
    return [*attackers, *((power, Role.DEFENDER) for power in MAJORS if power in battle.defence.powers)]


def bribable(battle: Battle, role: Role) -> dict[Power, int]:
    """26, C-08: mercenaries of the other side, by owner."""
    units = battle.side(_OTHER[role]).units
    return {owner: here.mercenaries for owner, here in units.items() if here.mercenaries}


def _plays(s: HisState, power: Power, role: Role) -> list[Alternative]:
    return [
        blank("combat", do="combat", card=card, mode=mode)
        for card, mode in ways(s, power, role)
        if holds(s, power, card)
    ]


def why_not(s: HisState, power: Power, role: Role, wish: Alternative) -> Reason | None:
    """Why a power can't play a combat card so; None when it can. Without a way named: the first possible one."""
    possible = [mode for card, mode in ways(s, power, role) if card == wish["card"] and holds(s, power, card)]
    if not possible or wish["mode"] not in (None, *possible):
        return not_held(power, wish)
    if wish["card"] == MERCENARIES_BRIBED and wish["pick"] is not None:
        return _why_not_bribed(open_battle(s), role, str(wish["pick"]))
    return None


def _why_not_bribed(battle: Battle, role: Role, text: str) -> Reason | None:
    found, parts = bribable(battle, role), _by_owner(text)
    if parts is None or any(count > found.get(owner, 0) for owner, count in parts.items()):
        return Reason("not_so_many_mercenaries", "6.1", {"given": text})
    half = _half(found)
    if sum(parts.values()) != half:
        return Reason("wrong_total", "", {"given": sum(parts.values()), "total": half})
    return None


def _half(found: Mapping[Power, int]) -> int:
    return (sum(found.values()) + 1) // 2


def _by_owner(text: str) -> dict[Power, int] | None:
    """Units by owner: "france 2,papacy 1"; None where it can't be read so."""
    parts: dict[Power, int] = {}
    for word in text.split(","):
        name, _, number = word.strip().partition(" ")
        if name not in list(Power) or not number.isdecimal() or int(number) == 0:
            return None
        parts[Power(name)] = int(number)
    return parts


# ------------------------------------------------------------------ the windows


def combat_cards(s: HisState) -> Flow[None]:
    """`combat_cards_attacker`, then `combat_cards_defender`, of the open battle; no second round (R77). D35, D36

    Afterwards dice are to be counted again (cards 26 and 27).
    """
    if not is_open(s):
        return
    for power, role in sides(s):
        if s.battle is None:
            return
        cards = [card for card, _ in ways(s, power, role)]
        if candidates(s, [power], lambda one, cards=cards: cards):  # type: ignore[misc]
            yield from _one_side(s, power, role)


def _one_side(s: HisState, power: Power, role: Role) -> Flow[None]:
    """All combat cards of one power, in the order written; those that are not possible are left out."""
    name = ATTACKER if role is Role.ATTACKER else DEFENDER
    battle = open_battle(s)
    shown: list[Json] = [*battle.attack.cards, *battle.defence.cards]
    facts: dict[str, Json] = {
        "window": name,
        "wait": Wait.ALWAYS,
        **battle_facts(battle),
        "cards": shown,
        "asked": power,
    }
    decision = question(
        s, "combat", power, lambda: _plays(s, power, role), list,
        why=lambda wish: why_not(s, power, role, wish), about=name, facts=facts,
    )  # fmt: skip
    answer = yield from ask(decision)
    for order in listed(answer, list):
        wish = next((one for one in order if why_not(s, power, role, one) is None), None)
        if wish is not None:
            yield from _carry_out(s, power, role, wish, name)


def _carry_out(s: HisState, power: Power, role: Role, wish: Alternative, name: str) -> Flow[None]:
    card = CardNumber(int(str(wish["card"])))
    mode = next(way for number, way in ways(s, power, role) if number == card and wish["mode"] in (None, way))
    use(s, power, card, mode, name, side=role, space=open_battle(s).at)
    open_battle(s).side(role).cards.append(card)
    if card == MERCENARIES_BRIBED:
        yield from _bribe(s, power, role, None if wish["pick"] is None else str(wish["pick"]))
    elif card == MERCENARIES_RESTLESS:
        yield from _desert(s)
    else:
        _DICE[card](open_battle(s), power, role, mode)


# ------------------------------------------------------------------ what the cards do


def _arquebusiers(battle: Battle, power: Power, role: Role, mode: str) -> None:
    battle.side(role).extra += 2


def _field_artillery(battle: Battle, power: Power, role: Role, mode: str) -> None:
    battle.side(role).extra += 3 if power in (Power.FRANCE, Power.OTTOMAN) else 2


def _siege_mining(battle: Battle, power: Power, role: Role, mode: str) -> None:
    battle.side(role).extra += 3


def _surprise_attack(battle: Battle, power: Power, role: Role, mode: str) -> None:
    battle.first = role


def _tercios(battle: Battle, power: Power, role: Role, mode: str) -> None:
    if mode == "a":
        battle.side(role).fine += 3
    else:
        battle.side(_OTHER[role]).extra -= 3


_DICE: Final[Mapping[CardNumber, Callable[[Battle, Power, Role, str], None]]] = {
    ARQUEBUSIERS: _arquebusiers,
    FIELD_ARTILLERY: _field_artillery,
    SIEGE_MINING: _siege_mining,
    SURPRISE_ATTACK: _surprise_attack,
    TERCIOS: _tercios,
}


def _bribe(s: HisState, power: Power, role: Role, text: str | None) -> Flow[None]:
    """26: half of the enemy's mercenaries go, as many own ones come, as far as counters allow."""
    battle = open_battle(s)
    found = bribable(battle, role)
    parts = _by_owner(text) if text is not None else None
    if parts is None:
        names = sorted(found, key=lambda owner: -found[owner])
        parts = {Power(name): count for name, count in filled(
            _half(found), names, lambda taken: all(taken[name] <= found[Power(name)] for name in taken)
        ).items()}  # fmt: skip
    space = SpaceId(battle.at)
    for owner, count in parts.items():
        yield from dismiss(s, owner, space, count)
    coming = 0
    while coming < sum(parts.values()) and can_add(s, power, space, Land(mercenaries=1)):
        arrive(s, power, space, 1)
        coming += 1
    facts: dict[str, Json] = {"power": power, "space": space, "count": coming, "lost": sum(parts.values())}
    tell(s, Event("mercenaries_bribed", "14", facts))


def _desert(s: HisState) -> Flow[None]:
    """27: all mercenaries of the formation that assaults go; whether the siege stands is for the assault to see."""
    battle = open_battle(s)
    space = SpaceId(battle.at)
    found = {owner: here.mercenaries for owner, here in battle.attack.units.items() if here.mercenaries}
    for owner, count in found.items():
        yield from dismiss(s, owner, space, count)
    facts: dict[str, Json] = {"space": space, "count": sum(found.values())}
    tell(s, Event("mercenaries_desert", "15.1", facts))
