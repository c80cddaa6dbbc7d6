"""11.1 Actions without a fight: control of a space, removal of unrest (12), construction (17)."""

from __future__ import annotations

from engine.core.decision import Json, Reason
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank
from engine.here_i_stand.construction import (
    ACTIONS,
    build,
    build_cost,
    build_sites,
    why_not_build,
    why_not_build_for_war,
)
from engine.here_i_stand.control import calm, calmable, control_space, controllable, why_not_calm, why_not_control
from engine.here_i_stand.points import cost_of, pay, points, why_not_pay
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, SpaceId, UnitType
from engine.here_i_stand.war_units import add_to_war, war_on, wars_of

_CONTROL = "control_unfortified"


def _space_of(s: HisState, wish: Alternative) -> SpaceId | None:
    space = wish["space"]
    return SpaceId(space) if isinstance(space, str) and space in s.spaces else None


def _unnamed(wish: Alternative, what: str) -> Reason:
    facts: dict[str, Json] = {"what": what, "given": wish.get(what)}
    return Reason("unknown_name", "", facts)


# ------------------------------------------------------------------ 12


def _why_not_take(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    if (space := _space_of(s, wish)) is None:
        return _unnamed(wish, "space")
    return why_not_control(s, power, space) or why_not_pay(s, power, cost_of(s, power, _CONTROL), "11.1")


def _take(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    pay(s, cost_of(s, power, _CONTROL) or 0)
    yield from control_space(s, power, SpaceId(str(wish["space"])))
    return True


def _why_not_remove(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    if (space := _space_of(s, wish)) is None:
        return _unnamed(wish, "space")
    return why_not_calm(s, power, space) or why_not_pay(s, power, cost_of(s, power, _CONTROL), "11.1")


def _remove(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    pay(s, cost_of(s, power, _CONTROL) or 0)
    calm(s, SpaceId(str(wish["space"])), power)
    yield from ()
    return True


def _can_pay_control(s: HisState, power: Power) -> bool:
    return why_not_pay(s, power, cost_of(s, power, _CONTROL), "11.1") is None


CONTROL = Action(
    "control",
    _why_not_take,
    _take,
    lambda s, power: [
        blank("impulse", do="control", space=space)
        for space in (controllable(s, power) if _can_pay_control(s, power) else ())
    ],
)
CALM = Action(
    "calm",
    _why_not_remove,
    _remove,
    lambda s, power: [
        blank("impulse", do="calm", space=space) for space in (calmable(s, power) if _can_pay_control(s, power) else ())
    ],
)

# ------------------------------------------------------------------ 17


def _unit_of(wish: Alternative) -> UnitType | None:
    unit = wish["unit"]
    return UnitType(unit) if isinstance(unit, str) and unit in list(UnitType) else None


def _owner_of(s: HisState, power: Power, space: SpaceId, wish: Alternative) -> Power:
    """The owner named, else the own power or the active minor whose home the space is."""
    if isinstance(wish["power"], str) and wish["power"] in list(Power):
        return Power(wish["power"])
    home = s.home(space)
    return home if home is not None and home in s.own_force(power) else power


def _why_not_raise(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    if wish["card"] is not None:
        return _why_not_send(s, power, wish)
    if (space := _space_of(s, wish)) is None:
        return _unnamed(wish, "space")
    if (unit := _unit_of(wish)) is None:
        return _unnamed(wish, "unit")
    reason = why_not_build(s, power, _owner_of(s, power, space, wish), unit, space)
    return reason or why_not_pay(s, power, build_cost(s, power, unit), "11.1")


def _why_not_send(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """21.7: onto the card of a foreign war."""
    card = wish["card"]
    if (unit := _unit_of(wish)) is None:
        return _unnamed(wish, "unit")
    if not isinstance(card, int) or wish["space"] is not None or wish["power"] not in (None, power):
        return _unnamed(wish, "card")
    reason = why_not_build_for_war(s, power, unit, CardNumber(card))
    return reason or why_not_pay(s, power, build_cost(s, power, unit), "11.1")


def _raise(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """As many as are named, one after the other, as far as CP and counters go."""
    yield from ()
    if wish["card"] is not None:
        return _send(s, power, wish)
    space, unit = SpaceId(str(wish["space"])), UnitType(str(wish["unit"]))
    owner, count = _owner_of(s, power, space, wish), wish["count"]
    for _ in range(count if isinstance(count, int) else 1):
        if _why_not_raise(s, power, wish) is not None:
            return False
        pay(s, build_cost(s, power, unit) or 0)
        build(s, owner, unit, space)
    return True


def _send(s: HisState, power: Power, wish: Alternative) -> bool:
    card, unit, count = CardNumber(int(str(wish["card"]))), UnitType(str(wish["unit"])), wish["count"]
    for _ in range(count if isinstance(count, int) else 1):
        if _why_not_send(s, power, wish) is not None:
            return False
        pay(s, build_cost(s, power, unit) or 0)
        add_to_war(s, war_on(s, card), power, unit, rule="21.7")
    return True


def _sites(s: HisState, power: Power) -> list[Alternative]:
    found = [
        wish
        for war in wars_of(s, power)
        for unit in ACTIONS
        if _why_not_send(s, power, wish := blank("impulse", do="build", unit=unit, card=war.card)) is None
    ]
    for owner in s.own_force(power):
        for unit in ACTIONS:
            cost = build_cost(s, power, unit)
            if cost is None or cost > points(s):
                continue
            found += [
                blank("impulse", do="build", unit=unit, space=space, power=None if owner is power else owner)
                for space in build_sites(s, power, owner, unit)
            ]
    return found


BUILD = Action("build", _why_not_raise, _raise, _sites)
