"""Chapter 17: where new units may appear, what they cost, and that they do."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.here_i_stand.forces import can_add, ships_left
from engine.here_i_stand.presence import has_enemy_units, is_friendly
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import ALGIERS, HisState
from engine.here_i_stand.terms import MINORS, CardNumber, Milestone, Power, SpaceId, Spending, UnitType
from engine.here_i_stand.war_units import forced_war, has_counter, wars_of

ACTIONS: Final = {
    UnitType.REGULAR: "raise_regular",
    UnitType.MERCENARY: "buy_mercenary",
    UnitType.CAVALRY: "raise_cavalry",
    UnitType.SQUADRON: "build_squadron",
    UnitType.CORSAIR: "build_corsair",
}
"""Type of unit -> the action of 11.1 that builds one."""
NAVAL: Final = (UnitType.SQUADRON, UnitType.CORSAIR)
_OF_MINORS: Final = (UnitType.REGULAR, UnitType.SQUADRON)

# ------------------------------------------------------------------ queries


def build_cost(s: HisState, power: Power, kind: UnitType) -> int | None:
    """11.1: CP for one unit; None where the power never builds such units."""
    return s.board.action_costs[ACTIONS[kind]].get(power)


def why_not_build(s: HisState, power: Power, owner: Power, kind: UnitType, space: SpaceId) -> Reason | None:
    """17: why a power may not build one unit, its own or an active minor's, in a space; None when it may."""
    return why_no_units(s, power, owner, kind) or _why_not_here(s, power, owner, kind, space)


def why_no_units(s: HisState, power: Power, owner: Power, kind: UnitType) -> Reason | None:
    """17: why a power may build no units of a type and owner anywhere now; None when nothing but the space decides."""
    facts = {"power": power, "owner": owner, "unit": kind}
    if owner not in s.own_force(power):
        return Reason("not_own_force", "17", facts)
    if power is Power.PROTESTANT and not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE):
        return Reason("before_the_league", "21.6", facts)
    if build_cost(s, power, kind) is None or (owner in MINORS and kind not in _OF_MINORS):
        return Reason("never_builds", "17", facts)
    if kind is UnitType.CORSAIR and not s.has_happened(Milestone.BARBARY_PIRATES):
        return Reason("before_barbary_pirates", "17", facts)
    if kind in NAVAL and ships_left(s, owner) < 1:
        return Reason("no_counters_left", "17", facts)
    if owner is power and kind not in NAVAL and (war := forced_war(s, owner, kind)) is not None:
        return Reason("units_must_go_to_war", "21.7", {"power": power, "card": war.card, "unit": kind})
    return None


def why_not_build_for_war(s: HisState, power: Power, kind: UnitType, card: CardNumber) -> Reason | None:
    """21.7: why a power may not put one new unit of its own onto the card of a foreign war; None when it may."""
    facts: dict[str, Json] = {"power": power, "unit": kind, "card": card}
    war = next((war for war in wars_of(s, power) if war.card == card), None)
    if war is None:
        return Reason("not_your_foreign_war", "21.7", facts)
    if kind in NAVAL or build_cost(s, power, kind) is None:
        return Reason("never_builds", "17", {"power": power, "owner": power, "unit": kind})
    if war.units.strength >= war.required:
        return Reason("war_has_its_units", "21.7", {**facts, "count": war.required})
    return None if has_counter(s, war, kind) else Reason("no_counters_left", "5.2", facts)


def build_sites(s: HisState, power: Power, owner: Power, kind: UnitType) -> list[SpaceId]:
    """17: spaces where a power may build one unit, in data order."""
    if why_no_units(s, power, owner, kind) is not None:
        return []
    spaces = list(s.spaces) if _recruits_abroad(s, power) else s.home_spaces(owner)
    return [space for space in spaces if _why_not_here(s, power, owner, kind, space) is None]


def _recruits_abroad(s: HisState, power: Power) -> bool:
    """Foreign Recruits (76): in any space that the power controls, not under siege; in Algiers and havens too."""
    return s.impulse is not None and s.impulse.power is power and s.impulse.spending is Spending.RECRUITS


def _why_not_here(s: HisState, power: Power, owner: Power, kind: UnitType, space: SpaceId) -> Reason | None:
    facts = {"power": power, "space": space, "unit": kind}
    abroad = _recruits_abroad(s, power)
    if abroad and s.spaces[space].controller is not power:
        return Reason("not_controlled", "6.1", facts)
    if not abroad and s.home(space) is not owner:
        return Reason("not_home_space", "17", {**facts, "owner": owner})
    if not is_friendly(s, power, space):
        return Reason("not_friendly", "17", facts)
    if s.spaces[space].unrest:
        return Reason("in_unrest", "12.4", facts)
    if has_enemy_units(s, power, space):
        return Reason("enemy_units_in_space", "17", facts)
    if kind in NAVAL and not s.board.map.spaces[space].port:
        return Reason("no_port", "17", facts)
    if kind is not UnitType.CORSAIR and not abroad and (space == ALGIERS or s.spaces[space].haven):
        return Reason("only_corsairs", "17", facts)
    if kind not in NAVAL and not can_add(s, owner, space, one_of(kind)):
        return Reason("no_counters_left", "5.2", facts)
    return None


def one_of(kind: UnitType) -> Land:
    """One land unit of a type. Raises ValueError for a naval one."""
    if kind is UnitType.REGULAR:
        return Land(regulars=1)
    if kind is UnitType.MERCENARY:
        return Land(mercenaries=1)
    if kind is UnitType.CAVALRY:
        return Land(cavalry=1)
    raise ValueError(f"{kind} is no land unit")


# ------------------------------------------------------------------ changes


def build(s: HisState, owner: Power, kind: UnitType, space: SpaceId) -> None:
    """17: one new unit appears in a space."""
    if kind in NAVAL:
        new = Ships(owner, squadrons=1) if kind is UnitType.SQUADRON else Ships(owner, corsairs=1)
        s.add_ships(new, space)
    else:
        s.add_land(owner, space, one_of(kind))
    tell(s, Event("unit_built", "17", {"power": owner, "space": space, "unit": kind}))


def ships_return(s: HisState) -> None:
    """8.2-1, 17: naval units lost last turn can be built again."""
    for power, card in s.powers.items():
        _return_of(s, power, card.ships_lost)
        card.ships_lost = 0
    for minor, state in s.minors.items():
        _return_of(s, minor, state.ships_lost)
        state.ships_lost = 0


def _return_of(s: HisState, owner: Power, count: int) -> None:
    if count:
        tell(s, Event("ships_return", "8.2", {"power": owner, "count": count}))
