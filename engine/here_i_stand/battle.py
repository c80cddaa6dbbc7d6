"""14 The field battle, and what follows it: a siege, the defeat of Hungary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.core.decision import Json
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.battle_end import captures, loser_leaves
from engine.here_i_stand.battle_round import casualties, fight
from engine.here_i_stand.entering import hostiles_outside
from engine.here_i_stand.forces import Formation, formation_limit
from engine.here_i_stand.forming import less_units, outside
from engine.here_i_stand.records import Battle, BattleSide
from engine.here_i_stand.relations import battle_fought
from engine.here_i_stand.relief import ask_joiners, is_relief
from engine.here_i_stand.retreat import break_off
from engine.here_i_stand.siege import begin_siege, besiegers, check_sieges, is_foe, outnumbers
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, BattleKind, Power, Role, SpaceId


@dataclass(frozen=True, slots=True)
class BattleResult:
    """How a field battle or assault ended; of several in a row (R66) the last. `attackers_left`: units of the attacker
    that are still in the space."""

    winner: Role
    attacker_hits: int
    defender_hits: int
    attackers_left: int


# ------------------------------------------------------------------ who fights


def defending_powers(s: HisState, attacker: Power, at: SpaceId, treated: Iterable[Power] = ()) -> list[Power]:
    """13.1-8, 9.2-3: who fights a formation of the attacker that stands in a space: powers, inactive minors and
    independents with units outside who are enemies or treated as such, and their allies there. None: no battle.

    `treated`: owners who were treated as enemies when the move began (13.1-3c).
    """
    forces = s.forces.get(at)
    if forces is None:
        return []
    owners = [*hostiles_outside(s, attacker, at), *(owner for owner in treated if owner in forces.outside)]
    foes = {s.master(owner) for owner in owners}
    friends = {
        s.master(owner)
        for owner in forces.outside
        if not s.allied(attacker, owner) and any(s.allied(owner, foe) for foe in foes if foe in MAJORS)
    }
    return [power for power in Power if power in foes | friends and power is not attacker]


def _opponents(s: HisState, attacker: Power, at: SpaceId, treated: Sequence[Power]) -> list[list[Power]]:
    """R66: besiegers are fought one after the other, others together."""
    foes = defending_powers(s, attacker, at, treated)
    stacks = [[power] for power in foes if power in besiegers(s, at)]
    rest = [power for power in foes if [power] not in stacks]
    return [*stacks, rest] if rest else stacks


# ------------------------------------------------------------------ the battle


def field_battle(
    s: HisState,
    attacker: Power,
    at: SpaceId,
    attacking: Formation,
    origin: SpaceId | None,
    by_sea: bool,
    treated: Sequence[Power] = (),
) -> Flow[BattleResult]:
    """14: a formation of the active power that stands in a space fights whom it meets there, and what follows: losses,
    captures, retreats, a siege (14-12), Hungary (22.5). 15.2: with those who join it from inside.

    `origin` is the space from which it came over land; None without `by_sea`: nowhere it could go back to. Raises
    ValueError where nobody stands against it.
    """
    stacks = _opponents(s, attacker, at, treated)
    if not stacks:
        raise ValueError(f"{attacker} meets nobody in {at}")
    battle = yield from _drawn_up(s, attacker, at, attacking, origin, by_sea)
    while True:
        foes = yield from _next(s, attacker, at, stacks)
        stacks.remove(foes)
        battle.defence = _defence(foes)
        result = yield from _one_battle(s, battle)
        if not stacks or result.winner is Role.DEFENDER or not result.attackers_left:
            break
        battle = replace(battle, attack=_again(battle.attack), first=None)
    if result.winner is Role.ATTACKER:
        yield from _siege_check(s, attacker, at, origin)
    yield from after_fight(s)
    return replace(result, attackers_left=s.stack(attacker, at))


def _drawn_up(
    s: HisState, attacker: Power, at: SpaceId, attacking: Formation, origin: SpaceId | None, by_sea: bool
) -> Flow[Battle]:
    """The attacker's side, with those who join it (15.2); the other is still to be named."""
    relief = is_relief(s, attacker, at)
    joined = (yield from ask_joiners(s, attacker, at)) if relief else Formation(at)
    apart = less_units(less_units(outside(s, attacker, at), attacking.units), joined.units)
    attack = BattleSide(
        powers=[attacker],
        joined={owner: replace(units) for owner, units in joined.units.items()},
        leaders=[*attacking.leaders, *joined.leaders],
        joined_leaders=list(joined.leaders),
        limit=formation_limit(s.board, attacking.leaders),
    )
    return Battle(BattleKind.FIELD, at, attack, BattleSide(), origin, by_sea, relief, apart=dict(apart.units))


def _defence(foes: Sequence[Power]) -> BattleSide:
    return BattleSide(
        powers=[power for power in foes if power in MAJORS], others=[power for power in foes if power not in MAJORS]
    )


def _again(side: BattleSide) -> BattleSide:
    """R66: the same troops before their next battle."""
    return BattleSide(
        powers=side.powers,
        joined=side.joined,
        leaders=side.leaders,
        joined_leaders=side.joined_leaders,
        limit=side.limit,
    )


def _next(s: HisState, attacker: Power, at: SpaceId, stacks: Sequence[list[Power]]) -> Flow[list[Power]]:
    """R66: the active power names the besieger it fights next."""
    wishes = [blank("choice", do="choose", pick=",".join(foes)) for foes in stacks]
    facts: dict[str, Json] = {"power": attacker, "space": at, "what": "next_besieger"}
    wish = yield from choose(s, "choice", attacker, wishes, wishes[0], rule="15.2", about="next_besieger", facts=facts)
    return stacks[wishes.index(wish)]


def _one_battle(s: HisState, battle: Battle) -> Flow[BattleResult]:
    s.battle = battle
    lost = yield from fight(s)
    won = yield from casualties(s, lost)
    yield from captures(s, won)
    yield from loser_leaves(s, won)
    attacker = battle.attack.powers[0]
    for foe in (*battle.defence.powers, *battle.defence.others):
        battle_fought(s, attacker, foe)
    s.battle = None
    left = outside(s, attacker, SpaceId(battle.at)).strength
    return BattleResult(won, battle.attack.hits, battle.defence.hits, left)


def _siege_check(s: HisState, attacker: Power, at: SpaceId, origin: SpaceId | None) -> Flow[None]:
    """14-12: who won before an enemy's fortifications besieges them, or retreats like a besieger."""
    if not s.is_fortified(at) or not is_foe(s, attacker, at) or not outside(s, attacker, at).strength:
        return
    if outnumbers(s, attacker, at):
        begin_siege(s, attacker, at)
    elif attacker not in besiegers(s, at):
        yield from break_off(s, attacker, at, hint=origin)


def after_fight(s: HisState) -> Flow[None]:
    """15.3, 22.5: what is looked at after every field battle and assault."""
    from engine.here_i_stand.minors import check_hungary  # it begins wars

    yield from check_sieges(s)
    yield from check_hungary(s)
    yield from check_sieges(s)
