"""14-1 to 14-9, 15.1-2 to 15.1-9: cards, dice and losses of the battle on the table."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.battle_cards import after_roll, before_count, combat_cards
from engine.here_i_stand.battle_dice import (
    first_power,
    foreign_war,
    open_battle,
    recount,
    roll_side,
    winner,
)
from engine.here_i_stand.forces import just
from engine.here_i_stand.losses import JOINED, Group, Toll, Where, pool_of, shares, suffer, units_there
from engine.here_i_stand.records import Battle, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BattleKind, Power, Role, SpaceId
from engine.here_i_stand.war_units import lose_at_war, owner_of, war_on

OTHER: Final = {Role.ATTACKER: Role.DEFENDER, Role.DEFENDER: Role.ATTACKER}
_RULE: Final = "14"

# ------------------------------------------------------------------ 14-1 to 14-7


def fight(s: HisState) -> Flow[dict[Role, int]]:
    """14-1 to 14-7: cards, dice and cards again. Gives what a side has lost already because the other rolled first.

    Raises ValueError when there is no battle.
    """
    _tell_begins(s)
    yield from before_count(s)
    recount(s)
    if _both_stand(s):
        yield from combat_cards(s)
        recount(s)
    lost = {Role.ATTACKER: 0, Role.DEFENDER: 0}
    if _both_stand(s):
        lost = yield from _roll(s)
        yield from after_roll(s)
    return lost


def _both_stand(s: HisState) -> bool:
    """Cards may leave a side without units (26, 33)."""
    battle = open_battle(s)
    return bool(battle.attack.strength and battle.defence.strength)


def _roll(s: HisState) -> Flow[dict[Role, int]]:
    """14-6: both roll; by the Surprise Attack (29) one after the other, and the later one only with what is left."""
    lost = {Role.ATTACKER: 0, Role.DEFENDER: 0}
    first = open_battle(s).first
    early = first or Role.ATTACKER
    late = OTHER[early]
    yield from roll_side(s, early, f"field_battle_{early}", _RULE)
    if first is not None:
        lost[late] = open_battle(s).side(early).hits
        yield from _lose(s, {late: lost[late]})
        recount(s)
    if open_battle(s).side(late).strength:
        yield from roll_side(s, late, f"field_battle_{late}", _RULE)
    return lost


def _tell_begins(s: HisState) -> None:
    battle = open_battle(s)
    recount(s)
    defence: list[Json] = [*battle.defence.powers, *battle.defence.others]
    leaders: list[Json] = list(battle.attack.leaders)
    rival_leaders: list[Json] = list(battle.defence.leaders)
    facts: dict[str, Json] = {
        "space": battle.at,
        "power": first_power(battle.attack),
        "rival": first_power(battle.defence),
        "defenders": defence,
        "strength": battle.attack.strength,
        "rival_strength": battle.defence.strength,
        "leaders": leaders,
        "rival_leaders": rival_leaders,
        "relief": battle.relief,
    }
    if battle.kind is BattleKind.FOREIGN_WAR:
        facts["war"] = battle.card
    tell(s, Event("field_battle", "15.2" if battle.relief else _RULE, facts))


# ------------------------------------------------------------------ 14-8, 14-9


def casualties(s: HisState, lost: dict[Role, int]) -> Flow[Role]:
    """14-8, 14-9: the winner, and the losses that are still due. R69: by a switch a side without units can't win."""
    battle = open_battle(s)
    won = _winner(battle)
    due = _due(battle, lost)
    yield from _lose(s, due)
    recount(s)
    battle = open_battle(s)
    if s.setting("winner_without_units_on_land") == "survivors_win":
        loser = OTHER[won]
        if not battle.side(won).strength and battle.side(loser).strength:
            won = loser
    facts: dict[str, Json] = {
        "space": battle.at,
        "winner": first_power(battle.side(won)),
        "loser": first_power(battle.side(OTHER[won])),
        "side": won,
        "hits": battle.side(won).hits,
        "rival_hits": battle.side(OTHER[won]).hits,
        "strength": battle.side(won).strength,
        "rival_strength": battle.side(OTHER[won]).strength,
    }
    if battle.kind is BattleKind.FOREIGN_WAR:
        facts["war"] = battle.card
    tell(s, Event("battle_won", _RULE, facts))
    return won


def _winner(battle: Battle) -> Role:
    """14-8; a side that cards have left without units has lost."""
    if battle.attack.rolled or battle.defence.rolled:
        return winner(battle)
    return Role.ATTACKER if battle.attack.strength and not battle.defence.strength else Role.DEFENDER


def _due(battle: Battle, lost: dict[Role, int]) -> dict[Role, int]:
    """14-9, R16: a unit for each hit of the other side; of two sides that would be wiped out, the one that rolled more
    dice keeps a unit, the defender if they rolled as many."""
    due = {role: max(0, battle.side(OTHER[role]).hits - lost[role]) for role in Role}
    there = {role: battle.side(role).strength for role in Role}
    if all(due[role] >= there[role] > 0 for role in Role):
        attackers = len(battle.attack.rolled) > len(battle.defence.rolled)
        spared = Role.ATTACKER if attackers else Role.DEFENDER
        due[spared] = there[spared] - 1
    return {role: min(due[role], there[role]) for role in Role}


def _lose(s: HisState, due: dict[Role, int]) -> Flow[None]:
    battle = open_battle(s)
    if battle.kind is BattleKind.FOREIGN_WAR:
        yield from _lose_at_war(s, battle, due)
        return
    tolls: list[Toll] = []
    for role, count in due.items():
        if count and role is Role.ATTACKER:
            tolls.append(_attack_toll(battle, count))
        elif count:
            tolls += yield from defence_tolls(s, count, Where.OUTSIDE, _RULE)
    for group in (yield from suffer(s, tolls)):
        _came_out(open_battle(s), group)


def _lose_at_war(s: HisState, battle: Battle, due: dict[Role, int]) -> Flow[None]:
    """21.7: on the card; its enemies are no counters of anybody."""
    card = foreign_war(battle)
    war = war_on(s, card)
    killed = min(due.get(Role.DEFENDER, 0), war.enemies)
    if killed:
        war.enemies -= killed
        facts: dict[str, Json] = {"power": owner_of(s, war), "card": card, "count": killed, "left": war.enemies}
        tell(s, Event("war_enemies_lost", "21.7", facts))
    if due.get(Role.ATTACKER, 0):
        yield from lose_at_war(s, card, due[Role.ATTACKER])


def _attack_toll(battle: Battle, count: int) -> Toll:
    power, space = battle.attack.powers[0], SpaceId(battle.at)
    pool = pool_of(battle.attack.units, joined=battle.attack.joined)
    return Toll(power, space, count, pool, rule="15.2" if battle.relief else _RULE)


def defence_tolls(s: HisState, count: int, where: Where, rule: str) -> Flow[list[Toll]]:
    """9.2-3, R58: each defending power's share of the losses; each chooses among its own units."""
    battle = open_battle(s)
    space = SpaceId(battle.at)
    found = [s.master(owner) for owner in battle.defence.units]
    masters = [power for power in Power if power in found]
    units = {master: units_there(s, master, space, where) for master in masters}
    strengths = {master: sum(one.strength for one in units[master].values()) for master in masters}
    parts = yield from shares(s, strengths, count, rule=rule)
    return [Toll(master, space, loss, pool_of(units[master]), where, rule) for master, loss in parts.items()]


def _came_out(battle: Battle, lost: Group) -> None:
    """15.2: which of those who came out of the fortifications are lost."""
    if lost.part == JOINED:
        units: Land = battle.attack.joined[lost.owner]
        units.take(just(lost.kind, lost.count))
