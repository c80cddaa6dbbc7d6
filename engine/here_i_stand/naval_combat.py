"""16.2 Naval combat: dice, cards, losses, retreat."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, choose, listed, question
from engine.here_i_stand.battle_cards import after_roll, combat_cards
from engine.here_i_stand.battle_dice import HIT, dice_of, open_battle, winner
from engine.here_i_stand.displacement import to_turn_track
from engine.here_i_stand.fleets import (
    HITS_OF_SQUADRON,
    Fleet,
    barred,
    enemies_at,
    fleet_at,
    fleet_facts,
    forget_beaten,
    is_own_port,
    remember_beaten,
    sail,
    sailing_facts,
    sink,
    steps_to_own_port,
)
from engine.here_i_stand.fleets import dice_of as dice_of_fleet
from engine.here_i_stand.presence import ships_of
from engine.here_i_stand.records import Battle, BattleSide, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, BattleKind, PlaceId, Power, Role, SeaId, UnitType

RULE: Final = "16.2"
_OTHER: Final = {Role.ATTACKER: Role.DEFENDER, Role.DEFENDER: Role.ATTACKER}


class Ties(Enum):
    """Who retreats after equal hits."""

    DEFENDER_WINS = "defender wins"
    BOTH_RETREAT = "both retreat"
    """A combat because a war has just begun (9.6)."""


# ------------------------------------------------------------------ the combat


def naval_combat(
    s: HisState, attacker: Power, defender: Power, place: PlaceId, ties: Ties = Ties.DEFENDER_WINS
) -> Flow[Power]:
    """16.2: the fleets of two powers in a zone or port fight; gives the winner. The defender may be an inactive minor.

    Raises ValueError where one of them has no naval units.
    """
    powers = {Role.ATTACKER: attacker, Role.DEFENDER: defender}
    _draw_up(s, powers, place)
    yield from combat_cards(s)
    for role in Role:
        yield from _roll(s, role)
    yield from after_roll(s)
    battle = open_battle(s)
    by_hits = winner(battle)
    tied = battle.attack.hits == battle.defence.hits
    yield from _losses(s, powers, place, by_hits)
    won = _turned(s, powers, place, by_hits)
    _tell_result(s, powers, place, won)
    s.battle = None
    if ties is Ties.BOTH_RETREAT and tied:
        for role in Role:
            yield from _retreat(s, powers[role], place)
    elif place in s.spaces:
        yield from _leave_port(s, attacker, place, won)
    else:
        yield from _retreat(s, powers[_OTHER[won]], place)
    return powers[won]


def _draw_up(s: HisState, powers: Mapping[Role, Power], place: PlaceId) -> None:
    """16.2-1, 16.2-2: the fleets and their dice; in a port the defender has one more."""
    sides = {role: _side(s, fleet_at(s, power, place)) for role, power in powers.items()}
    if not all(side.squadrons + side.corsairs for side in sides.values()):
        raise ValueError(f"{powers[Role.ATTACKER]} and {powers[Role.DEFENDER]} have no fleets to fight in {place}")
    attack, defence = sides[Role.ATTACKER], sides[Role.DEFENDER]
    if place in s.spaces:
        defence.dice += 1
    s.battle = Battle(BattleKind.NAVAL, place, attack, defence)
    facts: dict[str, Json] = {"power": powers[Role.ATTACKER], "rival": powers[Role.DEFENDER], "space": place}
    for side, prefix in ((attack, ""), (defence, "rival_")):
        leaders: list[Json] = list(side.leaders)
        facts |= {
            f"{prefix}squadrons": side.squadrons,
            f"{prefix}corsairs": side.corsairs,
            f"{prefix}leaders": leaders,
            f"{prefix}dice": side.dice,
        }
    tell(s, Event("naval_combat", RULE, facts))


def _side(s: HisState, fleet: Fleet) -> BattleSide:
    return BattleSide(
        powers=[fleet.power] if fleet.power in MAJORS else [],
        others=[] if fleet.power in MAJORS else [fleet.power],
        leaders=list(fleet.leaders),
        squadrons=fleet.squadrons,
        corsairs=fleet.corsairs,
        dice=dice_of_fleet(s, fleet),
    )


def _roll(s: HisState, role: Role) -> Flow[None]:
    """16.2-5."""
    count = dice_of(open_battle(s).side(role))
    dice = (yield from roll(f"naval_combat_{role}", count, rule=RULE)) if count else ()
    side = open_battle(s).side(role)
    side.rolled += dice
    hits = sum(die >= HIT for die in dice)
    side.hits += hits
    thrown: list[Json] = list(dice)
    facts: dict[str, Json] = {
        "space": open_battle(s).at,
        "power": (*side.powers, *side.others)[0],
        "side": role,
        "dice": thrown,
        "lowest": HIT,
        "hits": hits,
        "card": None,
    }
    tell(s, Event("battle_roll", RULE, facts))


def _turned(s: HisState, powers: Mapping[Role, Power], place: PlaceId, by_hits: Role) -> Role:
    """R69: a side without ships left cannot be the winner while the other has some."""
    left = {role: bool(ships_of(s, power, place)) for role, power in powers.items()}
    return _OTHER[by_hits] if left[_OTHER[by_hits]] and not left[by_hits] else by_hits


def _tell_result(s: HisState, powers: Mapping[Role, Power], place: PlaceId, won: Role) -> None:
    battle = open_battle(s)
    facts: dict[str, Json] = {
        "power": powers[Role.ATTACKER],
        "rival": powers[Role.DEFENDER],
        "space": place,
        "hits": battle.attack.hits,
        "rival_hits": battle.defence.hits,
        "winner": powers[won],
    }
    tell(s, Event("naval_combat_won", RULE, facts))


# ------------------------------------------------------------------ 16.2-8 losses


class Outcome(Enum):
    """Of a combat, for one side."""

    WON = "won"
    LOST = "lost"


def lost_ships(squadrons: int, corsairs: int, hits: int, outcome: Outcome) -> tuple[int, int]:
    """16.2-8: the squadrons and corsairs that a side loses by hits; squadrons are hit before corsairs, and an odd hit
    that is left costs only the loser a squadron more."""
    sunk = min(squadrons, hits // HITS_OF_SQUADRON)
    left = hits - HITS_OF_SQUADRON * sunk
    taken = min(corsairs, left)
    if left > taken and sunk < squadrons and outcome is Outcome.LOST:
        sunk += 1
    return sunk, taken


def _losses(s: HisState, powers: Mapping[Role, Power], place: PlaceId, by_hits: Role) -> Flow[None]:
    """16.2-8: both sides lose at the same time. D52"""
    battle = open_battle(s)
    due: dict[Role, tuple[int, int]] = {}
    for role in Role:
        side, hits = battle.side(role), battle.side(_OTHER[role]).hits
        due[role] = lost_ships(side.squadrons, side.corsairs, hits, Outcome.WON if role is by_hits else Outcome.LOST)
    if all(due[role] == (battle.side(role).squadrons, battle.side(role).corsairs) for role in Role):
        more = len(battle.attack.rolled) > len(battle.defence.rolled)
        keeper = Role.ATTACKER if more else Role.DEFENDER
        due[keeper] = yield from _spared(s, powers[keeper], place, due[keeper])
    fleets = {role: fleet_at(s, powers[role], place) for role in Role}
    answers = yield from ask_each(
        [_loss_question(s, fleets[role], due[role][0]) for role in Role if _has_choice(fleets[role], due[role][0])]
    )
    for role in Role:
        orders = listed(answers[powers[role]], list) if powers[role] in answers else []
        squadrons, corsairs = due[role]
        for lost in _named(fleets[role], squadrons, corsairs, orders):
            sink(s, powers[role], place, lost, rule=RULE)


def _spared(s: HisState, power: Power, place: PlaceId, due: tuple[int, int]) -> Flow[tuple[int, int]]:
    """16.2-8: both sides would be wiped out, and this one keeps a unit of its choice."""
    squadrons, corsairs = due
    kinds = [kind for kind, count in ((UnitType.SQUADRON, squadrons), (UnitType.CORSAIR, corsairs)) if count]
    choices = [blank("choice", do="choose", unit=kind) for kind in kinds]
    facts: dict[str, Json] = {"what": "spared_ship", "space": place}
    chosen = yield from choose(
        s, "choice", power, choices, choices[0], rule=RULE, about=f"spared_ship/{place}", facts=facts
    )
    return (squadrons - 1, corsairs) if chosen["unit"] == UnitType.SQUADRON else (squadrons, corsairs - 1)


def _order_of_loss(fleet: Fleet) -> list[Ships]:
    """D52: lent squadrons and those of minors before the power's own."""
    return sorted(fleet.ships, key=lambda ships: (ships.owner is fleet.power, ships.borrower is None))


def _has_choice(fleet: Fleet, squadrons: int) -> bool:
    owners = [ships for ships in fleet.ships if ships.squadrons]
    return fleet.power in MAJORS and len(owners) > 1 and 0 < squadrons < fleet.squadrons


def _loss_question(s: HisState, fleet: Fleet, squadrons: int) -> Decision[OrderAnswer]:
    """Whose squadrons are lost: an order of loss; what it names goes first, as far as the loss goes."""
    choices = [
        blank("losses", do="lose", unit=UnitType.SQUADRON, power=ships.owner)
        for ships in _order_of_loss(fleet)
        if ships.squadrons
    ]
    facts: dict[str, Json] = {
        "power": fleet.power, "space": fleet.at, "count": squadrons, **fleet_facts(s, fleet),
    }  # fmt: skip
    return question(
        s, "losses", fleet.power, lambda: choices, lambda: [[wish] for wish in choices],
        why=lambda wish: _why_not_lose(fleet, wish), rule=RULE, about=fleet.at, facts=facts,
    )  # fmt: skip


def _why_not_lose(fleet: Fleet, wish: Alternative) -> Reason | None:
    if wish["do"] != "lose":
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    owners = [ships.owner for ships in fleet.ships if ships.squadrons]
    if wish["unit"] not in (None, UnitType.SQUADRON) or wish["power"] not in owners:
        return Reason("no_such_units", RULE, {"power": fleet.power, "space": fleet.at, "unit": wish["unit"]})
    return None


def _named(fleet: Fleet, squadrons: int, corsairs: int, orders: list[Order]) -> list[Ships]:
    """The ships that are lost, by owner: those first that the orders name."""
    ships = _order_of_loss(fleet)
    first = [next((wish for wish in order if _why_not_lose(fleet, wish) is None), None) for order in orders]
    owners = [wish["power"] for wish in first if wish is not None]
    ships.sort(key=lambda one: owners.index(one.owner) if one.owner in owners else len(owners))
    lost: list[Ships] = []
    for one in ships:
        part = Ships(one.owner, min(squadrons, one.squadrons), min(corsairs, one.corsairs), one.borrower)
        squadrons, corsairs = squadrons - part.squadrons, corsairs - part.corsairs
        if part.count:
            lost.append(part)
    return lost


# ------------------------------------------------------------------ 16.2-9 retreat


def ways_out(s: HisState, fleet: Fleet) -> list[PlaceId]:
    """16.2-9: where a fleet may retreat: from a port to a zone of it, at sea to a neighbouring port of its own or a
    neighbouring zone, free of enemy ships either way. Those come first, and alone, that all of it may enter."""
    free = [
        place
        for place in s.board.map.by_ship(fleet.at)
        if not enemies_at(s, fleet.power, place) and (place in s.board.map.seas or is_own_port(s, fleet.power, place))
    ]
    for_all = [place for place in free if barred(s, fleet.sailors, place) is None]
    return for_all or [
        place for place in free if any(barred(s, (ships.owner,), place) is None for ships in fleet.ships)
    ]


def _leave_port(s: HisState, attacker: Power, place: PlaceId, won: Role) -> Flow[None]:
    """16.2-9: in a port the defender stays, and the attacker retreats even if he won."""
    yield from _retreat(s, attacker, place, Outcome.WON if won is Role.ATTACKER else Outcome.LOST)


def _retreat(s: HisState, power: Power, place: PlaceId, outcome: Outcome = Outcome.LOST) -> Flow[None]:
    """16.2-9: what is left of a fleet goes to one place, or is eliminated. 16.1-4: beaten ships move no more. D51"""
    fleet = fleet_at(s, power, place)
    if not fleet.ships:
        return
    ways = ways_out(s, fleet)
    to = (yield from _chosen_way(s, fleet, ways)) if ways else None
    for ships in fleet.ships:
        if to is None or barred(s, (ships.owner,), to) is not None:
            sink(s, power, place, ships, rule=RULE)
    if to is None:
        return
    to_turn_track(s, [one for one in fleet.leaders if barred(s, (one,), to) is not None], rule=RULE)
    going = fleet_at(s, power, place)
    forget_beaten(s, [ships.owner for ships in going.ships], place)
    tell(s, Event("fleet_retreats", RULE, sailing_facts(s, going, to)))
    sail(s, going, to)
    if outcome is Outcome.LOST:
        remember_beaten(s, Fleet(power, to, going.ships, going.leaders))


def _chosen_way(s: HisState, fleet: Fleet, ways: list[PlaceId]) -> Flow[PlaceId]:
    """D51: by default towards the nearest own port."""
    choices = [blank("retreat", do="retreat", to=place) for place in ways]
    best = min(ways, key=lambda place: (steps_to_own_port(s, fleet.power, place), s.board.map.index[place]))
    named: list[Json] = list(ways)
    facts: dict[str, Json] = {
        "power": fleet.power, "space": fleet.at, "spaces": named, **fleet_facts(s, fleet),
    }  # fmt: skip
    chosen = yield from choose(
        s, "retreat", fleet.power, choices, choices[ways.index(best)], rule=RULE, about=f"{fleet.at}", facts=facts
    )
    return SeaId(str(chosen["to"]))
