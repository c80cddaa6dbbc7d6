"""Auld Alliance and Venetian Alliance: the units that a natural ally brings to its minor power (69 c, 108 c)."""

from __future__ import annotations

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.cards.new_units import takes_units
from engine.here_i_stand.forces import can_add, ships_left
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId, UnitType

_REGULARS = 3
_SQUADRONS = 2


def reinforce(s: HisState, minor: Power, *, rule: str) -> Flow[None]:
    """The units of the card that goes with a minor: Scotland or Venice. Raises ValueError for another one."""
    if minor is Power.SCOTLAND:
        yield from reinforce_scotland(s, rule=rule)
    elif minor is Power.VENICE:
        yield from launch_venetian_fleet(s, rule=rule)
    else:
        raise ValueError(f"no card brings units to {minor}")


# ------------------------------------------------------------------ 69 c


def scottish_sites(s: HisState) -> list[Alternative]:
    """69 c: spaces for up to 3 new French regulars: Scottish home spaces that France controls, not besieged, without
    unrest (12.4) or enemies (17)."""
    return [
        blank("choice", do="choose", space=space, count=count)
        for space in s.home_spaces(Power.SCOTLAND)
        if s.spaces[space].controller is Power.FRANCE and takes_units(s, Power.FRANCE, space)
        for count in range(_REGULARS, 0, -1)
        if can_add(s, Power.FRANCE, space, Land(regulars=count))
    ]


def reinforce_scotland(s: HisState, *, rule: str) -> Flow[None]:
    """69 c: 1 to 3 French regulars, all in one space."""
    wish = yield from _site(s, Power.FRANCE, 69, scottish_sites(s), rule)
    if wish is None:
        return
    space, count = SpaceId(str(wish["space"])), int(str(wish["count"]))
    s.add_land(Power.FRANCE, space, Land(regulars=count))
    _tell_placed(s, Power.FRANCE, space, UnitType.REGULAR, count, rule)


# ------------------------------------------------------------------ 108 c


def venetian_sites(s: HisState) -> list[Alternative]:
    """108 c: ports that the Papacy controls, not besieged, without unrest or enemies, with the squadrons there are; 0:
    only a regular."""
    most = min(_SQUADRONS, ships_left(s, Power.VENICE))
    ports = [
        port
        for port in s.board.map.ports
        if s.spaces[port].controller is Power.PAPACY and takes_units(s, Power.PAPACY, port)
    ]
    return [
        blank("choice", do="choose", space=port, count=count)
        for port in ports
        for count in (range(most, 0, -1) if most else (0,))
        if count or can_add(s, Power.VENICE, port, Land(regulars=1))
    ]


def launch_venetian_fleet(s: HisState, *, rule: str) -> Flow[None]:
    """108 c: 1 regular and 1 or 2 squadrons of Venice, as counters allow, all in one port."""
    wish = yield from _site(s, Power.PAPACY, 108, venetian_sites(s), rule)
    if wish is None:
        return
    port, count = SpaceId(str(wish["space"])), int(str(wish["count"]))
    if can_add(s, Power.VENICE, port, Land(regulars=1)):
        s.add_land(Power.VENICE, port, Land(regulars=1))
        _tell_placed(s, Power.VENICE, port, UnitType.REGULAR, 1, rule)
    if count:
        s.add_ships(Ships(Power.VENICE, squadrons=count), port)
        _tell_placed(s, Power.VENICE, port, UnitType.SQUADRON, count, rule)


# ------------------------------------------------------------------ both


def _site(s: HisState, power: Power, card: int, sites: list[Alternative], rule: str) -> Flow[Alternative | None]:
    """Where and how many; the default is as many as possible in the first key of them, else space."""
    if not sites:
        return None
    best = next((site for site in sites if site["space"] in s.board.map.keys), sites[0])
    facts: dict[str, Json] = {"power": power, "what": "reinforcements", "card": card}
    wish = yield from choose(s, "choice", power, sites, best, rule=rule, about=f"reinforcements/{card}", facts=facts)
    return wish


def _tell_placed(s: HisState, power: Power, space: SpaceId, unit: UnitType, count: int, rule: str) -> None:
    tell(s, Event("units_placed", rule, {"power": power, "space": space, "unit": unit, "count": count}))
