"""21.5, 95 Sack of Rome: unpaid mercenaries fall upon the Pope."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank
from engine.here_i_stand.battle_dice import open_battle, recount, roll_side, winner
from engine.here_i_stand.capture import capture_leaders
from engine.here_i_stand.card_moves import discard, take_at_random
from engine.here_i_stand.cards.choosing import pick_card, pick_one, pick_record
from engine.here_i_stand.cards.combat_cards import combat_cards
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.losing import fit_counters, settle, take_units
from engine.here_i_stand.cards.responses import after_roll, before_count
from engine.here_i_stand.deck import Use
from engine.here_i_stand.forces import LAND_TYPES, Formation
from engine.here_i_stand.forming import less_units, outside, shift
from engine.here_i_stand.records import Battle, BattleSide, Land
from engine.here_i_stand.saint_peters import lose_saint_peters
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, BattleKind, CardNumber, Power, Role, SpaceId, UnitType, Zone

SACK: Final = CardNumber(95)
ROME: Final = SpaceId("rome")
_SAINT_PETERS: Final = 5
_LOOT: Final = 2
_OTHER: Final = {Role.ATTACKER: Role.DEFENDER, Role.DEFENDER: Role.ATTACKER}

# ------------------------------------------------------------------ who


def marauders(s: HisState) -> list[tuple[Power, SpaceId]]:
    """95: stacks in the Italian zone with more mercenaries than there are Papal regulars in Rome. Nobody leaves a
    fortress under siege."""
    regulars = s.land(Power.PAPACY, ROME).regulars
    return [
        (power, space)
        for space in s.forces
        if s.board.map.spaces[space].zone is Zone.ITALIAN
        for power in MAJORS
        if power is not Power.PAPACY and outside(s, power, space).units.get(power, Land()).mercenaries > regulars
    ]


def _why_no_sack(s: HisState, power: Power) -> Reason | None:
    return None if marauders(s) else Reason("no_target", "21.5", {"card": SACK})


# ------------------------------------------------------------------ the battle


def _sack(s: HisState, power: Power) -> Flow[Use]:
    """95: neither a war nor a ground for excommunication follows."""
    found = sorted(marauders(s), key=lambda one: (one[0] is power, -s.stack(*one)))
    ways = [blank("choice", do="choose", space=space, power=owner) for owner, space in found]
    wish = yield from pick_record(s, power, ways, SACK, "stack")
    owner, origin = Power(str(wish["power"])), SpaceId(str(wish["space"]))
    stood = dict(outside(s, owner, ROME).units) if origin != ROME else {}
    army = shift(s, outside(s, owner, origin), ROME) if origin != ROME else outside(s, owner, ROME)
    facts: dict[str, Json] = {"power": owner, "from_space": origin, "space": ROME, "strength": army.strength}
    tell(s, Event("sack_of_rome", "21.5", facts))
    s.battle = Battle(
        BattleKind.SACK,
        ROME,
        BattleSide([owner], leaders=list(army.leaders)),
        BattleSide([Power.PAPACY]),
        origin=origin,
        card=SACK,
        apart=stood,
    )
    yield from _fight(s)
    won = winner(open_battle(s)) is Role.ATTACKER
    tell(s, Event("battle_won", "21.5", {"power": owner if won else Power.PAPACY, "space": ROME}))
    yield from _losses(s, owner)
    yield from _go_back(s, owner, origin)
    if not won:
        return Use.SPENT
    lose_saint_peters(s, _SAINT_PETERS, rule="21.5")
    yield from _loot(s, owner)
    return Use.EVENT


def _fight(s: HisState) -> Flow[None]:
    yield from before_count(s)
    recount(s)
    yield from combat_cards(s)
    recount(s)
    first = open_battle(s).first
    for role in (first or Role.ATTACKER, _OTHER[first or Role.ATTACKER]):
        yield from roll_side(s, role, f"Sack of Rome, {role}", "21.5")
        if first is role:
            yield from _suffer(s, _OTHER[role], open_battle(s).side(role).hits)
            recount(s)
    yield from after_roll(s)


def _army(s: HisState, battle: Battle) -> Formation:
    """What is left of the attackers in Rome, without those who stood there before."""
    return less_units(outside(s, battle.attack.powers[0], ROME), battle.apart)


def _losses(s: HisState, owner: Power) -> Flow[None]:
    """14-9, R16: if nobody would be left, the side that rolled more dice keeps one unit. A side that lost its units to
    a surprise attack has had them taken already."""
    battle = open_battle(s)
    to_defender, to_attacker = battle.attack.hits, battle.defence.hits
    attackers, defenders = _army(s, battle).strength, s.land(Power.PAPACY, ROME).strength
    if battle.first is Role.ATTACKER:
        to_defender = 0
    if battle.first is Role.DEFENDER:
        to_attacker = 0
    if battle.first is None and defenders and to_defender >= defenders and to_attacker >= attackers:
        if len(battle.attack.rolled) > len(battle.defence.rolled):
            to_attacker = attackers - 1
        else:
            to_defender = defenders - 1
    yield from _suffer(s, Role.DEFENDER, to_defender)
    yield from _suffer(s, Role.ATTACKER, to_attacker)
    if not _army(s, battle).strength:
        capture_leaders(s, [one for one in battle.attack.leaders if s.leaders[one].at == ROME], Power.PAPACY, rule="14")


def _suffer(s: HisState, role: Role, hits: int) -> Flow[None]:
    if role is Role.DEFENDER:
        here = s.land(Power.PAPACY, ROME)
        regulars = min(hits, here.regulars)
        lost = Land(regulars, min(hits - regulars, here.mercenaries))
        take_units(s, Power.PAPACY, ROME, lost, rule="21.5")
        yield from fit_counters(s, Power.PAPACY, ROME, rule="5.2")
        return
    army = _army(s, open_battle(s))
    regulars, mercenaries = yield from _even(s, army, min(hits, army.strength))
    for owner, units in army.units.items():
        lost = Land(min(regulars, units.regulars), min(mercenaries, units.mercenaries))
        regulars, mercenaries = regulars - lost.regulars, mercenaries - lost.mercenaries
        take_units(s, owner, ROME, lost, rule="21.5")
        yield from fit_counters(s, owner, ROME, rule="5.2")


def _even(s: HisState, army: Formation, hits: int) -> Flow[tuple[int, int]]:
    """Losses as evenly as possible among regulars and mercenaries; an odd one as the owner chooses."""
    total = {kind: sum(units.of(kind) for units in army.units.values()) for kind in LAND_TYPES}
    regulars, mercenaries = hits // 2, hits // 2
    if hits % 2:
        kinds = [UnitType.MERCENARY, UnitType.REGULAR]
        free = [kind for kind in kinds if total[kind] > hits // 2] or kinds
        owner = open_battle(s).attack.powers[0]
        odd = yield from pick_one(s, owner, free, free[0], SACK, "odd_loss")
        regulars, mercenaries = regulars + (odd == UnitType.REGULAR), mercenaries + (odd == UnitType.MERCENARY)
    regulars = min(total[UnitType.REGULAR], max(regulars, hits - total[UnitType.MERCENARY]))
    return regulars, hits - regulars


def _go_back(s: HisState, owner: Power, origin: SpaceId) -> Flow[None]:
    """95: survivors return to where they came from."""
    army = _army(s, open_battle(s))
    leaders = tuple(one for one in open_battle(s).attack.leaders if s.leaders[one].at == ROME)
    s.battle = None
    if origin != ROME and (army.strength or leaders):
        shift(s, Formation(ROME, army.units, leaders), origin)
        tell(s, Event("returned", "21.5", {"power": owner, "from_space": ROME, "to_space": origin}))
    yield from settle(s)


# ------------------------------------------------------------------ the loot


def _loot(s: HisState, owner: Power) -> Flow[None]:
    """95: of two cards of the Pope one is kept and one discarded; mandatory cards are not discarded."""
    taken = []
    for _ in range(_LOOT):
        card = yield from take_at_random(s, owner, Power.PAPACY, rule="21.5")
        if card is not None:
            taken.append(card)
    if len(taken) < _LOOT:
        return
    cards = [card for card in taken if not s.board.cards[card].mandatory]
    gone = yield from pick_card(s, owner, cards, SACK, "discard")
    if gone is not None:
        discard(s, owner, gone, rule="21.5")


EFFECTS: Final = (Effect(SACK, "a", _sack, _why_no_sack),)
