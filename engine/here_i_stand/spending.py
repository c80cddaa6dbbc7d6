"""D26 What is done with CP for which there are no orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.options import Order
from engine.here_i_stand import saint_peters
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards.limits import why_not_spent
from engine.here_i_stand.construction import build_cost, one_of, why_not_build
from engine.here_i_stand.faith.translating import usual_translation
from engine.here_i_stand.forces import can_change
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId, UnitType
from engine.here_i_stand.war_units import war_in_need, wars_of

_UNITS: Final = (UnitType.REGULAR, UnitType.MERCENARY)


def default_spending(s: HisState, power: Power, cp: int) -> list[Order]:
    """D26: the Papacy builds Saint Peter's and the Protestants translate while they can. Others, and they too then: a
    regular, else a mercenary, in a capital that the power controls, as often as so many CP and the counters allow."""
    faithful = _works_of_faith(s, power, cp)
    cp -= sum(int(str(order[0]["count"])) for order in faithful)
    at_war = _units_at_war(s, power, cp)
    cp -= sum(build_cost(s, power, UnitType(str(order[0]["unit"]))) or 0 for order in at_war)
    return [*faithful, *at_war, *_units(s, power, cp)]


def _works_of_faith(s: HisState, power: Power, cp: int) -> list[Order]:
    """18.1: what the Papacy gives to Saint Peter's, and the Protestants to their translations."""
    if power is Power.PROTESTANT:
        return [order for order in usual_translation(s, power, cp) if why_not_spent(s, order[0]) is None]
    count = min(cp, saint_peters.room_left(s)) if power is Power.PAPACY else 0
    wish = blank("impulse", do=saint_peters.WORD, count=count)
    return [[wish]] if count and why_not_spent(s, wish) is None else []


def _units_at_war(s: HisState, power: Power, cp: int) -> list[Order]:
    """21.7, R76: units for a foreign war that must have them first."""
    orders: list[Order] = []
    if war_in_need(s, power) is None:
        return orders
    for war in wars_of(s, power):
        for _ in range(war.required - war.units.strength):
            unit = next((unit for unit in _UNITS if 0 < (build_cost(s, power, unit) or 0) <= cp), None)
            wish = blank("impulse", do="build", unit=unit, card=war.card)
            if unit is None or why_not_spent(s, wish) is not None:
                return orders
            orders.append([wish])
            cp -= build_cost(s, power, unit) or 0
    return orders


def _units(s: HisState, power: Power, cp: int) -> list[Order]:
    """Units for so many CP."""
    costs = {unit: cost for unit in _UNITS if (cost := build_cost(s, power, unit)) is not None}
    capitals = [space for space in s.board.powers[power].capitals if s.spaces[space].controller is power]
    planned = {space: Land() for space in capitals}
    orders: list[Order] = []
    while builds := [
        (unit, space) for unit in costs for space in capitals
        if costs[unit] <= cp and _is_possible(s, power, unit, space, planned)
    ]:  # fmt: skip
        orders.append([blank("impulse", do="build", unit=unit, space=space) for unit, space in builds])
        unit, space = builds[0]
        planned[space].add(one_of(unit))
        cp -= costs[unit]
    return orders


def _is_possible(s: HisState, power: Power, unit: UnitType, space: SpaceId, planned: Mapping[SpaceId, Land]) -> bool:
    """Whether one unit more can be built when all that is planned has been."""
    wish = blank("impulse", do="build", unit=unit, space=space)
    bar = why_not_build(s, power, power, unit, space)
    if (bar is not None and bar.key != "units_must_go_to_war") or why_not_spent(s, wish) is not None:
        return False
    with_it = {place: Land(units.regulars, units.mercenaries) for place, units in planned.items()}
    with_it[space].add(one_of(unit))
    return can_change(s, power, with_it)
