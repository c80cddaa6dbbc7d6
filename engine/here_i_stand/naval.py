"""16.1 Naval move: every naval unit of the active power may go to an adjacent location, all at once.

The orders of a move: "istanbul>aegean_sea:3/2:barbarossa" is 3 squadrons and 2 corsairs with a leader, several of them
with semicolons between. Without numbers all units go that may; without leaders named the leaders go with the first
stack that leaves their place, "none" keeps them back. Where units of several owners are there, one may be named at the
end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.cards import responses
from engine.here_i_stand.fleets import (
    NO_LEADER,
    Fleet,
    Wanted,
    arrive,
    depart,
    dice_of,
    enemies_at,
    fleet_at,
    fleet_facts,
    is_own_port,
    movable,
    part_of,
    read_leaders,
    sailing_facts,
)
from engine.here_i_stand.naval_checks import Arrivals, avoid_battle, interception
from engine.here_i_stand.naval_combat import Ties, naval_combat
from engine.here_i_stand.points import cost_of, pay, why_not_pay
from engine.here_i_stand.presence import ships_of
from engine.here_i_stand.records import Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, PlaceId, Power, SeaId

SAILING: Final = "sail"
COST: Final = "naval_move"


@dataclass(frozen=True, slots=True)
class Leg:
    """A stack and the adjacent location to which it goes."""

    fleet: Fleet
    to: PlaceId


# ------------------------------------------------------------------ reading the orders


def read_moves(s: HisState, power: Power, text: str | int | None) -> list[Leg] | Reason:
    """16.1: the moves that an order names, or why one of them is not possible."""
    left: dict[str, Fleet] = {}
    legs: list[Leg] = []
    parts = [part.strip() for part in str(text or "").split(";") if part.strip()]
    if not parts:
        return Reason("unknown_name", "", {"what": "moves", "given": text})
    for part in parts:
        leg = _read_leg(s, power, part, left)
        if isinstance(leg, Reason):
            return leg
        legs.append(leg)
        left[leg.fleet.at] = _rest(left[leg.fleet.at], leg.fleet)
    return _lonely_leader(s, power, legs) or legs


def _read_leg(s: HisState, power: Power, part: str, left: dict[str, Fleet]) -> Leg | Reason:
    way, *details = [token.strip() for token in part.split(":")]
    start, _, end = (name.strip() for name in way.partition(">"))
    for place in (start, end):
        if place not in s.board.map.index:
            return Reason("unknown_name", "", {"what": "moves", "given": place})
    at, to = SeaId(start), SeaId(end)
    reason = why_not_go(s, power, at, to)
    if reason is not None:
        return reason
    wanted = _read_details(s, details)
    if isinstance(wanted, Reason):
        return wanted
    here = left.setdefault(at, movable(s, power, at))
    if not here.ships and ships_of(s, power, at):
        return Reason("fleet_was_beaten" if here.count == movable(s, power, at).count else "not_so_many_ships",
                      "16.1", {"power": power, "from_space": at})  # fmt: skip
    fleet = part_of(s, here, wanted, to)
    return fleet if isinstance(fleet, Reason) else Leg(fleet, to)


def _read_details(s: HisState, details: list[str]) -> Wanted | Reason:
    """Numbers, leaders, owner; what is empty names nothing."""
    squadrons: int | None = None
    corsairs: int | None = None
    leaders: tuple[LeaderId, ...] | None = None
    owner: Power | None = None
    for token in details:
        numbers = [number.strip() for number in token.split("/")]
        if not token:
            continue
        if all(number.isdecimal() for number in numbers) and len(numbers) <= 2:
            squadrons, corsairs = int(numbers[0]), int(numbers[1]) if len(numbers) == 2 else 0
        elif token in list(Power):
            owner = Power(token)
        else:
            read = read_leaders(s, token)
            if isinstance(read, Reason):
                return Reason("unknown_name", "", {"what": "moves", "given": token})
            leaders = read
    return Wanted(squadrons, corsairs, leaders, owner)


def _rest(here: Fleet, gone: Fleet) -> Fleet:
    """What is left of a fleet; its leaders stay only where no stack has taken them along."""
    ships: list[Ships] = []
    for one in here.ships:
        taken = [other for other in gone.ships if (other.owner, other.borrower) == (one.owner, one.borrower)]
        squadrons = one.squadrons - sum(other.squadrons for other in taken)
        corsairs = one.corsairs - sum(other.corsairs for other in taken)
        if squadrons or corsairs:
            ships.append(replace(one, squadrons=squadrons, corsairs=corsairs))
    return replace(here, ships=tuple(ships), leaders=tuple(one for one in here.leaders if one not in gone.leaders))


def why_not_go(s: HisState, power: Power, at: PlaceId, to: PlaceId) -> Reason | None:
    """16.1-1, 16.1-2: why no naval unit of a power may go from one location to another; None when one may."""
    facts: dict[str, Json] = {"power": power, "from_space": at, "to_space": to}
    if to not in s.board.map.by_ship(at):
        return Reason("not_adjacent_for_ships", "16.1", facts)
    if not ships_of(s, power, at):
        return Reason("no_ships", "16.1", facts)
    if to in s.spaces and not is_own_port(s, power, to) and not enemies_at(s, power, to):
        return Reason("port_of_others", "16.1", facts)
    return None


def _lonely_leader(s: HisState, power: Power, legs: list[Leg]) -> Reason | None:
    """16.1-3: a naval leader leaves with the last naval unit of his power."""
    for place in dict.fromkeys(leg.fleet.at for leg in legs):
        going = [leg.fleet for leg in legs if leg.fleet.at == place]
        here = fleet_at(s, power, place)
        if here.count > sum(fleet.count for fleet in going) or any(leg.to == place for leg in legs):
            continue
        staying = [leader for leader in here.leaders if not any(leader in fleet.leaders for fleet in going)]
        if staying:
            return Reason("leader_left_alone", "16.1", {"power": power, "from_space": place, "leader": staying[0]})
    return None


# ------------------------------------------------------------------ the action


def why_not_sail(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """16.1: why a naval move is not possible; None when it is."""
    reason = why_not_pay(s, power, cost_of(s, power, COST), "11.1")
    if reason is not None:
        return reason
    if s.impulse is not None and s.impulse.foul_weather:
        return Reason("foul_weather", "16.1", {"power": power})
    legs = read_moves(s, power, wish["moves"])
    return legs if isinstance(legs, Reason) else None


def sailing(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """16.1 Naval move. False: it was called off, or a combat was lost. D45"""
    legs = read_moves(s, power, wish["moves"])
    if isinstance(legs, Reason):
        return False
    pay(s, cost_of(s, power, COST) or 0)
    arrivals = set_sail(s, power, legs)
    called_off = yield from _declared(s, legs)
    if called_off:
        turn_back(s, power, legs)
        return False
    for sea in arrivals.fresh:
        yield from interception(s, arrivals, sea)
    for sea in arrivals.fresh:
        yield from avoid_battle(s, arrivals, sea)
    return (yield from combats(s, power))


def _declared(s: HisState, legs: list[Leg]) -> Flow[bool]:
    """16.1-3 `naval_move_declared`; the moves are carried out already. D28"""
    largest = max(legs, key=lambda leg: dice_of(s, leg.fleet))
    places: list[Json] = list(dict.fromkeys(leg.to for leg in legs))
    facts: dict[str, Json] = {"spaces": places, **fleet_facts(s, largest.fleet)}
    return (yield from responses.declared(s, responses.NAVAL_MOVE, cost=1, space=largest.to, facts=facts))


def set_sail(s: HisState, power: Power, legs: list[Leg]) -> Arrivals:
    """16.1-2: all stacks move at the same time; those that come into a zone without own ships are fresh."""
    for leg in legs:
        depart(s, leg.fleet)
    fresh = [SeaId(leg.to) for leg in legs if leg.to in s.board.map.seas and not ships_of(s, power, leg.to)]
    for leg in legs:
        arrive(s, leg.fleet, leg.to)
        tell(s, Event("fleet_sails", "16.1", sailing_facts(s, leg.fleet, leg.to)))
    return Arrivals(power, list(dict.fromkeys(fresh)))


def turn_back(s: HisState, power: Power, legs: list[Leg]) -> None:
    """16.1-3: the moves are undone."""
    for leg in legs:
        depart(s, replace(leg.fleet, at=leg.to))
    for leg in legs:
        arrive(s, leg.fleet, leg.fleet.at)
    tell(s, Event("fleets_turn_back", "16.1", {"power": power}))


# ------------------------------------------------------------------ 16.1-7 which combats


@dataclass(frozen=True, slots=True)
class Meeting:
    """Ships of the active power and of an enemy in one place."""

    place: PlaceId
    enemy: Power


def meetings(s: HisState, power: Power) -> list[Meeting]:
    """16.1-7: every zone or port that ships of a power share with those of an enemy, and with whom, in data order."""
    places = sorted(s.fleets, key=s.board.map.index.__getitem__)
    return [Meeting(SeaId(place), enemy) for place in places if ships_of(s, power, SeaId(place))
            for enemy in enemies_at(s, power, SeaId(place))]  # fmt: skip


def combats(s: HisState, power: Power) -> Flow[bool]:
    """16.1-7: all combats of a naval move; in each place until the power has lost once there or fought each enemy once.
    Whether none was lost. D49"""
    fought: list[Meeting] = []
    lost: list[PlaceId] = []
    while True:
        open_now = [one for one in meetings(s, power) if one not in fought and one.place not in lost]
        if not open_now:
            return not lost
        meeting = yield from _next(s, power, open_now)
        fought.append(meeting)
        winner = yield from naval_combat(s, power, meeting.enemy, meeting.place)
        if winner is not power:
            lost.append(meeting.place)


def _next(s: HisState, power: Power, open_now: list[Meeting]) -> Flow[Meeting]:
    """D49: the next combat, by default with the best odds."""
    choices = [blank("choice", do="choose", space=one.place, power=one.enemy) for one in open_now]
    best = max(open_now, key=lambda one: _odds(s, power, one))
    default = choices[open_now.index(best)]
    facts: dict[str, Json] = {"what": "next_naval_combat"}
    chosen = yield from choose(
        s, "choice", power, choices, default, rule="16.1", about="next_naval_combat", facts=facts
    )
    return open_now[choices.index(chosen)]


def _odds(s: HisState, power: Power, meeting: Meeting) -> int:
    """Our dice less theirs."""
    return dice_of(s, fleet_at(s, power, meeting.place)) - dice_of(s, fleet_at(s, meeting.enemy, meeting.place))


def fight_at_once(s: HisState, one: Power, other: Power, active: Power | None = None) -> Flow[None]:
    """9.6, R25: a war begins in the action phase; fleets of the two in the same sea zone fight at once.

    The active power attacks if it is one of the two, otherwise `one`, which caused the war. On equal hits both retreat.
    """
    attacker, defender = (other, one) if active is other else (one, other)
    fought: list[Meeting] = []
    while True:
        both = [Meeting(SeaId(sea), defender) for sea in s.board.map.seas
                if ships_of(s, attacker, sea) and ships_of(s, defender, sea)]  # fmt: skip
        open_now = [meeting for meeting in both if meeting not in fought]
        if not open_now:
            return
        meeting = yield from _next(s, attacker, open_now)
        fought.append(meeting)
        yield from naval_combat(s, attacker, defender, meeting.place, Ties.BOTH_RETREAT)


# ------------------------------------------------------------------ some that are possible


def sailings(s: HisState, power: Power) -> list[Alternative]:
    """Naval moves of one stack, whole or a single squadron; and a move of one stack from each place."""
    if why_not_pay(s, power, cost_of(s, power, COST), "11.1") is not None:
        return []
    if s.impulse is not None and s.impulse.foul_weather:
        return []
    places = [SeaId(place) for place in s.fleets if ships_of(s, power, SeaId(place))]
    single = [f"{place}>{to}" for place in places for to in s.board.map.by_ship(place)]
    texts = [text for text in single if not isinstance(read_moves(s, power, text), Reason)]
    first_of_each = {text.partition(">")[0]: text for text in reversed(texts)}
    if len(first_of_each) > 1:
        texts.append(";".join(first_of_each.values()))
    texts += [f"{text}:1/0:{NO_LEADER}" for text in texts if ";" not in text]
    found = [blank("impulse", do=SAILING, moves=text) for text in texts]
    return [wish for wish in found if why_not_sail(s, power, wish) is None]


SAIL = Action(SAILING, why_not_sail, sailing, sailings)
