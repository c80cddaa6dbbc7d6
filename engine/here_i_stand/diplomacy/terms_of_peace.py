"""9.3-4 to 9.3-7 What peace costs the power that sued for it: two units, and a price for what it wants back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.core.decision import Draw, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import blank, listed, question
from engine.here_i_stand.card_moves import take_at_random
from engine.here_i_stand.cards.losing import fit_counters, take_units
from engine.here_i_stand.diplomacy.captives import captives, friendly_home_keys, release
from engine.here_i_stand.diplomacy.carrying import give_up_space
from engine.here_i_stand.displacement import lose_ships
from engine.here_i_stand.forces import LAND_TYPES, just
from engine.here_i_stand.records import ForeignWarState, Ships
from engine.here_i_stand.relations import award_war_winner
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Edition, LeaderId, Power, SpaceId, UnitType

DISBAND: Final = "disband"
REGAIN: Final = "regain"
_UNITS: Final = 2
_SET: Final = 2
_REGAIN_VP: Final = 1
_LAST_FIRST: Final = (
    UnitType.MERCENARY, UnitType.CAVALRY, UnitType.REGULAR, UnitType.CORSAIR, UnitType.SQUADRON,
)  # fmt: skip
"""D11: mercenaries first."""


class Price(StrEnum):
    """What a regained space or leader costs."""

    VP = "vp"
    CARD = "card"


class Step(StrEnum):
    """What is regained, in the order of 9.3."""

    KEY = "key"
    LEADER = "leader"
    OTHERS = "others"


@dataclass(slots=True)
class Bargain:
    """What orders have taken so far, while they are judged."""

    units: dict[tuple[str, UnitType], int]
    spaces: list[SpaceId]
    leaders: list[LeaderId]
    cards: int
    disbanded: int = 0


# ------------------------------------------------------------------ queries


def held_homes(s: HisState, power: Power, enemy: Power) -> list[SpaceId]:
    """9.3: home spaces of a power, not of its minors, that an enemy controls."""
    return [space for space in s.home_spaces(power) if s.spaces[space].controller is enemy]


def own_units(s: HisState, power: Power) -> dict[tuple[str, UnitType], int]:
    """9.3-4: a power's own units by place and type, no minor's and none on loan; a foreign war by its number."""
    found: dict[tuple[str, UnitType], int] = {}
    for space in s.forces:
        here = s.land(power, space)
        found |= {(space, kind): here.of(kind) for kind in LAND_TYPES if here.of(kind)}
    for place, fleet in s.fleets.items():
        for ships in fleet:
            if ships.owner is power and ships.borrower is None:
                counts = ((UnitType.SQUADRON, ships.squadrons), (UnitType.CORSAIR, ships.corsairs))
                found |= {(place, unit): count for unit, count in counts if count}
    for war in _foreign_wars(s, power):
        found |= {(str(war.card), kind): war.units.of(kind) for kind in LAND_TYPES if war.units.of(kind)}
    return found


def _foreign_wars(s: HisState, power: Power) -> list[ForeignWarState]:
    return [war for war in s.foreign_wars if s.board.tables.foreign_wars[war.card].power is power]


def usual_losses(s: HisState, power: Power, count: int) -> list[tuple[str, UnitType]]:
    """D11: mercenaries first, farthest from the capital; units at a foreign war last. One entry for each unit."""
    units = own_units(s, power)
    far: dict[str, int] = {}
    for capital in s.board.powers[power].capitals:
        distances = s.board.map.distances(capital, s.board.map.by_land_or_sea)
        far |= {place: min(steps, far.get(place, steps)) for place, steps in distances.items()}

    def order(key: tuple[str, UnitType]) -> tuple[bool, int, int]:
        place, unit = key
        return place not in s.board.map.index, _LAST_FIRST.index(unit), -far.get(place, 0)

    return [key for key in sorted(units, key=order) for _ in range(units[key])][:count]


def step_of(s: HisState, wish: Alternative) -> Step:
    """Which step of 9.3 an order to regain belongs to."""
    if wish["leader"] is not None:
        return Step.LEADER
    return Step.KEY if wish["space"] in s.board.map.keys else Step.OTHERS


# ------------------------------------------------------------------ the question


def ask_terms(s: HisState, loser: Power, winner: Power) -> Flow[list[Order]]:
    """9.3-4 to 7 D11, D12: units and what is wanted back in one answer; without it the usual units, nothing back."""
    orders = yield from _ask(s, loser, winner, _for_units(s, loser) + _for_regaining(s, loser, winner))
    return orders


def ask_for_units(s: HisState, loser: Power, winner: Power) -> Flow[list[Order]]:
    """9.3-4: the same where everything comes back without a price."""
    orders = yield from _ask(s, loser, winner, _for_units(s, loser))
    return orders


def _ask(s: HisState, loser: Power, winner: Power, wishes: list[Alternative]) -> Flow[list[Order]]:
    def why_not(wish: Alternative) -> Reason | None:
        return _why_not(s, wish, _bargain(s, loser, winner))

    def choices() -> list[Alternative]:
        return [wish for wish in wishes if why_not(wish) is None]

    facts: dict[str, Json] = {
        "power": winner, "count": _units_due(s, loser), "cards": len(s.powers[loser].hand),
        "spaces": list(held_homes(s, loser, winner)), "leaders": list(captives(s, loser, winner)),
    }  # fmt: skip
    answer = yield from ask(
        question(
            s, "peace_terms", loser, choices, lambda: _default(s, loser), why=why_not, facts=facts,
            fault=lambda orders: _fault(s, loser, winner, orders),
            trial=lambda orders: _judged(s, loser, winner, orders),
            sampler=lambda draw: _sampled(s, loser, winner, choices(), draw),
        )
    )  # fmt: skip
    return listed(answer, lambda: _default(s, loser))


def _units_due(s: HisState, loser: Power) -> int:
    return min(_UNITS, sum(own_units(s, loser).values()))


def _default(s: HisState, loser: Power) -> list[Order]:
    losses = usual_losses(s, loser, _UNITS)
    return [[blank("peace_terms", do=DISBAND, space=place, unit=unit, count=1)] for place, unit in losses]


def _bargain(s: HisState, loser: Power, winner: Power) -> Bargain:
    return Bargain(
        own_units(s, loser),
        held_homes(s, loser, winner),
        captives(s, loser, winner),
        len(s.powers[loser].hand),
    )


def _for_units(s: HisState, loser: Power) -> list[Alternative]:
    return [blank("peace_terms", do=DISBAND, space=place, unit=unit, count=1) for place, unit in own_units(s, loser)]


def _for_regaining(s: HisState, loser: Power, winner: Power) -> list[Alternative]:
    """Single orders, possible or not."""
    found: list[Alternative] = []
    held = held_homes(s, loser, winner)
    others = [space for space in held if space not in s.board.map.keys]
    wanted = [space for space in held if space in s.board.map.keys]
    sets = [f"{one},{two}" for one, two in zip(others[::2], others[1::2], strict=False)]
    for price in Price:
        found += [blank("peace_terms", do=REGAIN, space=space, price=price) for space in (*wanted, *sets, *others[-1:])]
        leaders = captives(s, loser, winner)
        found += [blank("peace_terms", do=REGAIN, leader=leader, price=price) for leader in leaders]
    return found


def _sampled(s: HisState, loser: Power, winner: Power, pool: list[Alternative], draw: Draw) -> OrderAnswer:
    orders: list[Order] = []
    for _ in range(draw(5)):
        if pool:
            orders.append([pool[draw(len(pool))]])
    return "default" if _fault(s, loser, winner, orders) is not None else orders


# ------------------------------------------------------------------ judging an answer


def _fault(s: HisState, loser: Power, winner: Power, orders: list[Order]) -> Reason | None:
    return next((reason for reason in _judged(s, loser, winner, orders) if reason is not None), None)


def _judged(s: HisState, loser: Power, winner: Power, orders: list[Order]) -> list[Reason | None]:
    """For each order why it can't be, those before it counted in."""
    bargain = _bargain(s, loser, winner)
    found: list[Reason | None] = []
    for order in orders:
        wish = _first(s, order, bargain)
        reason = _why_not(s, wish, bargain)
        found.append(reason)
        if reason is None:
            _note(s, wish, bargain)
    return found


def _first(s: HisState, order: Order, bargain: Bargain) -> Alternative:
    """The first alternative that is possible, else the first."""
    return next((wish for wish in order if _why_not(s, wish, bargain) is None), order[0])


def _why_not(s: HisState, wish: Alternative, bargain: Bargain) -> Reason | None:
    if wish["do"] == DISBAND:
        return _why_not_disband(wish, bargain)
    if wish["do"] != REGAIN:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    if wish["price"] not in list(Price):
        return Reason("name_a_price", "9.3", {"given": wish["price"]})
    if wish["price"] == Price.CARD and bargain.cards < 1:
        return Reason("no_card_to_draw", "R52", {"left": bargain.cards})
    if wish["leader"] is not None:
        held = wish["leader"] in bargain.leaders
        return None if held else Reason("leader_not_captive", "9.3", {"leader": wish["leader"]})
    return _why_not_regain(s, _spaces(wish), bargain)


def _why_not_disband(wish: Alternative, bargain: Bargain) -> Reason | None:
    facts: dict[str, Json] = {"space": wish["space"], "unit": wish["unit"], "count": wish["count"]}
    if wish["unit"] not in list(UnitType):
        return Reason("unknown_name", "", {"what": "unit", "given": wish["unit"]})
    count = _count(wish)
    if bargain.disbanded + count > _UNITS or count < 1:
        return Reason("two_units_only", "9.3", {**facts, "high": _UNITS})
    if bargain.units.get((str(wish["space"]), UnitType(str(wish["unit"]))), 0) < count:
        return Reason("not_so_many_units", "9.3", facts)
    return None


def _why_not_regain(s: HisState, spaces: Sequence[str], bargain: Bargain) -> Reason | None:
    """Steps 5 and 7: a key alone, others by twos; the later edition sells an odd one at the price of a set."""
    facts: dict[str, Json] = {"spaces": list(spaces)}
    if not spaces or len(set(spaces)) != len(spaces) or any(space not in bargain.spaces for space in spaces):
        return Reason("space_not_held", "9.3", facts)
    keys = [space for space in spaces if space in s.board.map.keys]
    if keys and len(spaces) > 1:
        return Reason("keys_singly", "9.3", facts)
    others = [space for space in bargain.spaces if space not in s.board.map.keys]
    odd = s.printing is Edition.ANNIVERSARY116 and len(others) % _SET == 1 and len(spaces) == 1
    if not keys and not odd and len(spaces) != _SET:
        return Reason("spaces_by_twos", "9.3", facts)
    return None


def _note(s: HisState, wish: Alternative, bargain: Bargain) -> None:
    if wish["do"] == DISBAND:
        bargain.units[str(wish["space"]), UnitType(str(wish["unit"]))] -= _count(wish)
        bargain.disbanded += _count(wish)
        return
    bargain.cards -= wish["price"] == Price.CARD
    bargain.leaders = [leader for leader in bargain.leaders if leader != wish["leader"]]
    if wish["leader"] is None:
        bargain.spaces = [space for space in bargain.spaces if space not in _spaces(wish)]


def _spaces(wish: Alternative) -> list[str]:
    return [part.strip() for part in str(wish["space"] or "").split(",") if part.strip()]


def _count(wish: Alternative) -> int:
    return wish["count"] if isinstance(wish["count"], int) else 1


# ------------------------------------------------------------------ carrying out


def disband(s: HisState, loser: Power, orders: Sequence[Order]) -> Flow[None]:
    """9.3-4: the units named; what is lacking goes as usual (D11)."""
    gone = 0
    due = _units_due(s, loser)
    for order in orders:
        wish = order[0]
        if wish["do"] == DISBAND and wish["unit"] in list(UnitType):
            key = (str(wish["space"]), UnitType(str(wish["unit"])))
            count = min(_count(wish), own_units(s, loser).get(key, 0), due - gone)
            if count > 0:
                gone += count
                yield from _remove(s, loser, key, count)
    while gone < due and (left := usual_losses(s, loser, 1)):
        gone += 1
        yield from _remove(s, loser, left[0], 1)


def _remove(s: HisState, power: Power, key: tuple[str, UnitType], count: int) -> Flow[None]:
    place, unit = key
    if unit in (UnitType.SQUADRON, UnitType.CORSAIR):
        lost = Ships(power, squadrons=count) if unit is UnitType.SQUADRON else Ships(power, corsairs=count)
        lose_ships(s, lost, SpaceId(place), rule="9.3")
    elif place in s.spaces:
        take_units(s, power, SpaceId(place), just(unit, count), rule="9.3")
        yield from fit_counters(s, power, SpaceId(place), rule="9.3")
    else:
        war = next(war for war in _foreign_wars(s, power) if str(war.card) == place)
        war.units.take(just(unit, count))
        facts: dict[str, Json] = {"power": power, "card": war.card, "unit": unit, "count": count}
        tell(s, Event("units_leave_war", "9.3", facts))


def regain_as_ordered(s: HisState, loser: Power, winner: Power, orders: Sequence[Order]) -> Flow[None]:
    """9.3-5 to 7: keys, then leaders, then the other spaces, each for its price, whatever the order of the letter."""
    for step in Step:
        for order in orders:
            bargain = _bargain(s, loser, winner)
            wish = next((one for one in order if one["do"] == REGAIN and _why_not(s, one, bargain) is None), None)
            if wish is not None and step_of(s, wish) is step:
                yield from _pay(s, loser, winner, Price(str(wish["price"])))
                yield from _take_back(s, loser, wish)


def _pay(s: HisState, loser: Power, winner: Power, price: Price) -> Flow[None]:
    if price is Price.VP:
        award_war_winner(s, winner, _REGAIN_VP, rule="9.3")
    else:
        yield from take_at_random(s, winner, loser, rule="9.3")


def _take_back(s: HisState, loser: Power, wish: Alternative) -> Flow[None]:
    if wish["leader"] is not None:
        yield from release(s, LeaderId(str(wish["leader"])), friendly_home_keys(s, loser), rule="9.3")
    else:
        for space in _spaces(wish):
            yield from give_up_space(s, SpaceId(space), loser, rule="9.3")


def regain_all(s: HisState, loser: Power, winner: Power) -> Flow[None]:
    """9.3: with Diplomatic Marriage all comes back free: keys, then leaders, then the other spaces, odd or not."""
    held = held_homes(s, loser, winner)
    for space in [one for one in held if one in s.board.map.keys]:
        yield from give_up_space(s, space, loser, rule="9.3")
    for leader in captives(s, loser, winner):
        yield from release(s, leader, friendly_home_keys(s, loser), rule="9.3")
    for space in [one for one in held if one not in s.board.map.keys]:
        yield from give_up_space(s, space, loser, rule="9.3")
