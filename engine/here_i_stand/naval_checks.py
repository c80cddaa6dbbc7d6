"""16.1-4, 16.1-5 Naval interception of fresh stacks, and avoiding battle with them. D46-D48"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask, roll
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, chosen, listed, question
from engine.here_i_stand.cards import responses
from engine.here_i_stand.fleets import (
    Fleet,
    Wanted,
    barred,
    dice_of,
    enemies_at,
    fleet_at,
    fleet_facts,
    is_own_port,
    part_of,
    rating,
    read_leaders,
    sail,
)
from engine.here_i_stand.presence import has_enemy_ships, ships_of
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, PlaceId, Power, SeaId

NEEDED: Final = 9
"""What 2d6 with the rating and cards must reach."""
INTERCEPT: Final = "intercept"
AVOID: Final = "avoid"


@dataclass(slots=True)
class Arrivals:
    """Stacks of the active power that came into sea zones in this action, and what was tried against them."""

    power: Power
    fresh: list[SeaId] = field(default_factory=list)
    """Zones in which its ships are fresh (16.1-2), in the order of the moves."""
    intercepted: list[SeaId] = field(default_factory=list)
    tried: list[tuple[Power, PlaceId]] = field(default_factory=list)
    """From each location a power tries once."""


# ------------------------------------------------------------------ 16.1-4 interception


def bases(s: HisState, power: Power, arrivals: Arrivals, sea: SeaId) -> list[PlaceId]:
    """16.1-4: locations next to a zone from which a power may still try, in data order of ports and zones."""
    return [
        place
        for place in s.board.map.by_ship(sea)
        if (power, place) not in arrivals.tried
        and not ships_of(s, arrivals.power, place)
        and any(barred(s, (ships.owner,), sea) is None for ships in ships_of(s, power, place))
    ]


def interceptors(s: HisState, arrivals: Arrivals, sea: SeaId) -> list[Power]:
    """16.1-4: enemies who may try, in impulse order; ships of inactive minors stay in port (22.1)."""
    return [power for power in MAJORS if s.at_war(power, arrivals.power) and bases(s, power, arrivals, sea)]


def intercepting(s: HisState, power: Power, arrivals: Arrivals, sea: SeaId, wish: Alternative) -> Fleet | Reason:
    """16.1-4: the stack that an order names for an attempt, or why it may not try."""
    facts: dict[str, Json] = {"power": power, "sea": sea}
    if wish["do"] != INTERCEPT:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    base = wish["from"]
    if base not in s.board.map.index:
        return Reason("unknown_name", "", {"what": "from", "given": base})
    place = SeaId(str(base))
    if place not in bases(s, power, arrivals, sea):
        return Reason("no_naval_interception_from", "16.1", {**facts, "from_space": place})
    leaders = read_leaders(s, wish["leaders"])
    if isinstance(leaders, Reason):
        return leaders
    here = fleet_at(s, power, place)
    fleet = part_of(s, here, Wanted(_number(wish["squadrons"]), _number(wish["corsairs"]), leaders), sea)
    if isinstance(fleet, Reason):
        return fleet
    if fleet.count == here.count and len(fleet.leaders) < len(here.leaders):
        return Reason("leader_left_alone", "16.1", {**facts, "from_space": place})
    return fleet


def _number(given: str | int | None) -> int | None:
    return given if isinstance(given, int) and given >= 0 else None


def interception(s: HisState, arrivals: Arrivals, sea: SeaId) -> Flow[None]:
    """16.1-4: all attempts against the fresh stack in a zone. The powers are asked together, sealed, and tried in
    impulse order until one has succeeded; that one goes on with what it ordered."""
    able = interceptors(s, arrivals, sea)
    if not able:
        return
    answers = yield from ask_each([_intercept_question(s, power, arrivals, sea) for power in able])
    for power in able:
        succeeded = yield from _attempts(s, power, arrivals, sea, listed(answers[power], list))
        if succeeded:
            arrivals.intercepted.append(sea)
            return


def _attempts(s: HisState, power: Power, arrivals: Arrivals, sea: SeaId, orders: Sequence[Order]) -> Flow[bool]:
    """One power's attempts in the order written, one from each location."""
    succeeded = False
    for order in orders:
        fleet = _first_possible(s, power, arrivals, sea, order, "done" if succeeded else "failed")
        if fleet is None:
            continue
        arrivals.tried.append((power, fleet.at))
        if (yield from _check(s, INTERCEPT, "16.1", fleet, arrivals.power, sea)):
            sail(s, fleet, sea)
            succeeded = True
    return succeeded


def _first_possible(
    s: HisState, power: Power, arrivals: Arrivals, sea: SeaId, order: Order, so_far: str
) -> Fleet | None:
    """The first stack of an order that may try now. "failed": only while no attempt succeeded; "done": only after."""
    for wish in order:
        fleet = intercepting(s, power, arrivals, sea, wish)
        if wish["after"] in (None, so_far) and isinstance(fleet, Fleet):
            return fleet
    return None


def _intercept_question(s: HisState, power: Power, arrivals: Arrivals, sea: SeaId) -> Decision[OrderAnswer]:
    def why(wish: Alternative) -> Reason | None:
        fleet = intercepting(s, power, arrivals, sea, wish)
        return fleet if isinstance(fleet, Reason) else None

    places = bases(s, power, arrivals, sea)
    named: list[Json] = list(places)
    best = max((fleet_at(s, power, place) for place in places), key=lambda fleet: dice_of(s, fleet))
    return question(
        s,
        "naval_intercept",
        power,
        lambda: _intercept_choices(s, power, arrivals, sea),
        list,
        why=why,
        facts={**_facts(s, arrivals.power, sea, best), "asked": power, "spaces": named},
        about=f"{sea}",
    )


def _intercept_choices(s: HisState, power: Power, arrivals: Arrivals, sea: SeaId) -> list[Alternative]:
    """From each location: all that may go."""
    found = [blank("naval_intercept", do=INTERCEPT, from_=place) for place in bases(s, power, arrivals, sea)]
    return [wish for wish in found if isinstance(intercepting(s, power, arrivals, sea, wish), Fleet)]


# ------------------------------------------------------------------ 16.1-5 avoid battle


def avoiders(s: HisState, arrivals: Arrivals, sea: SeaId) -> list[Power]:
    """16.1-5: enemies in a zone where the active power's ships are fresh and nobody intercepted, in impulse order."""
    if sea not in arrivals.fresh or sea in arrivals.intercepted or not ships_of(s, arrivals.power, sea):
        return []
    return [power for power in enemies_at(s, arrivals.power, sea) if power in MAJORS]


def refuges_at_sea(s: HisState, power: Power, sea: SeaId) -> list[PlaceId]:
    """16.1-5: where all naval units of a power in a zone may go: adjacent ports of its own, adjacent zones without
    naval units of its enemies."""
    sailors = fleet_at(s, power, sea).sailors
    return [
        place
        for place in s.board.map.by_ship(sea)
        if barred(s, sailors, place) is None
        and (is_own_port(s, power, place) or (place in s.board.map.seas and not has_enemy_ships(s, power, place)))
    ]


def avoid_battle(s: HisState, arrivals: Arrivals, sea: SeaId) -> Flow[None]:
    """16.1-5: each enemy in the zone may try once, one after the other."""
    for power in avoiders(s, arrivals, sea):
        if refuges_at_sea(s, power, sea):
            yield from _avoid(s, power, arrivals, sea)


def _avoid(s: HisState, power: Power, arrivals: Arrivals, sea: SeaId) -> Flow[None]:
    def why(wish: Alternative) -> Reason | None:
        if wish["do"] != AVOID:
            return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
        if wish["to"] not in refuges_at_sea(s, power, sea):
            return Reason("no_refuge_at_sea", "16.1", {"power": power, "sea": sea, "to_space": wish["to"]})
        return None

    fleet = fleet_at(s, power, sea)
    places = refuges_at_sea(s, power, sea)
    named: list[Json] = list(places)
    asked = question(
        s,
        "naval_avoid",
        power,
        lambda: [blank("naval_avoid", do=AVOID, to=place) for place in places],
        list,
        why=why,
        facts={**_facts(s, arrivals.power, sea, fleet), "asked": power, "spaces": named},
        about=f"{sea}",
    )
    wish = chosen((yield from ask(asked)), list, why)
    if wish is None:
        return
    to = SeaId(str(wish["to"]))
    if (yield from _check(s, AVOID, "16.1", fleet, arrivals.power, to)):
        sail(s, fleet, to)


# ------------------------------------------------------------------ both


def _facts(s: HisState, mover: Power, sea: SeaId, ours: Fleet) -> dict[str, Json]:
    """What a power must know of a fresh stack. `own` and `strength` are dice of a naval combat without cards; `odds` is
    ours for each hundred of the mover's."""
    theirs = fleet_at(s, mover, sea)
    own = dice_of(s, ours)
    odds = 100 * own // max(1, dice_of(s, theirs))
    return {"power": mover, "sea": sea, **fleet_facts(s, theirs), "own": own, "odds": odds}


def _check(s: HisState, attempt: str, rule: str, fleet: Fleet, rival: Power, to: PlaceId) -> Flow[bool]:
    """2d6 with the rating of the best leader who goes along; `naval_check_rolled`. D47"""
    dice = yield from roll(f"naval_{attempt}", 2, rule=rule)
    bonus = rating(s, fleet.leaders)
    total = sum(dice) + bonus
    thrown: list[Json] = list(dice)
    facts: dict[str, Json] = {
        "attempt": attempt, "power": fleet.power, "rival": rival, "from_space": fleet.at, "to_space": to,
        **fleet_facts(s, fleet),
    }  # fmt: skip
    rolled: dict[str, Json] = {**facts, "dice": thrown, "rating": bonus, "total": total, "needed": NEEDED}
    tell(s, Event("naval_check_rolled", rule, rolled))
    added = yield from responses.naval_check(s, attempt, fleet.power, to, total, NEEDED, {"rival": rival})
    success = total + added >= NEEDED
    tell(s, Event("naval_check", rule, {**facts, "cards": added, "total": total + added, "success": success}))
    return success
