"""Units that events bring: as counters allow (5.2, 5.3), never into unrest (12.4), onto foreign wars where they must
(21.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.events import Event, tell
from engine.here_i_stand.forces import can_add, can_change, just, ships_left
from engine.here_i_stand.presence import has_enemy_units, is_besieged
from engine.here_i_stand.records import Ships
from engine.here_i_stand.state import ALGIERS, HisState
from engine.here_i_stand.terms import Milestone, Power, SpaceId, UnitType
from engine.here_i_stand.war_units import add_to_war, war_in_need

# ------------------------------------------------------------------ queries


def receives_no_units(s: HisState, power: Power) -> bool:
    """21.6: the Protestants get no units by their own events before the league."""
    return power is Power.PROTESTANT and not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)


def takes_units(s: HisState, power: Power, space: SpaceId) -> bool:
    """Whether new units of a power may come to a space: no siege, no unrest, no enemy units."""
    return not (is_besieged(s, space) or s.spaces[space].unrest or has_enemy_units(s, power, space))


def own_spaces(s: HisState, power: Power) -> list[SpaceId]:
    """Spaces that a power controls where new units may come."""
    return [space for space in s.controlled(power) if takes_units(s, power, space)]


def own_homes(s: HisState, power: Power) -> list[SpaceId]:
    """Of them those of its home where it can build any unit: not Algiers, no pirate haven (17.2)."""
    return [
        space
        for space in own_spaces(s, power)
        if s.home(space) is power and space != ALGIERS and not s.spaces[space].haven
    ]


def hired(s: HisState, power: Power) -> UnitType:
    """Mercenaries, or cavalry for the Ottoman."""
    return s.board.powers[power].second_type or UnitType.REGULAR


def fits_in(s: HisState, owner: Power, kind: UnitType, parts: Mapping[str, int]) -> bool:
    """5.2: whether new units in several spaces can all be laid out."""
    changes = {SpaceId(space): just(kind, count) for space, count in parts.items() if space in s.spaces}
    return can_change(s, owner, changes) and all(can_add(s, owner, space, units) for space, units in changes.items())


# ------------------------------------------------------------------ changes


def add_units(s: HisState, owner: Power, space: SpaceId, kind: UnitType, count: int, *, rule: str) -> int:
    """New land units in a space, or on a foreign war that needs them; as many as can be laid out. Gives how many.

    In a space under siege they are inside, as far as there is room.
    """
    for_war = 0
    while for_war < count and (war := war_in_need(s, owner)) is not None and add_to_war(s, war, owner, kind, rule=rule):
        for_war += 1
    new = 0
    while new < count - for_war and can_add(s, owner, space, just(kind, 1)) and _has_room(s, space):
        s.add_land(owner, space, just(kind, 1))
        if is_besieged(s, space):
            s.go_inside(owner, space, just(kind, 1))
        new += 1
    if new:
        _tell_placed(s, owner, space, kind, new, rule)
    return for_war + new


def _has_room(s: HisState, space: SpaceId) -> bool:
    if not is_besieged(s, space):
        return True
    inside = sum(units.strength for units in s.forces[space].inside.values())
    return inside < s.board.tables.limits.garrison


def add_ships(s: HisState, owner: Power, port: SpaceId, kind: UnitType, count: int, *, rule: str) -> int:
    """New naval units in a port, as counters that do not wait on the turn track allow (5.3). Gives how many."""
    new = max(0, min(count, ships_left(s, owner)))
    if new:
        s.add_ships(Ships(owner, squadrons=new) if kind is UnitType.SQUADRON else Ships(owner, corsairs=new), port)
        _tell_placed(s, owner, port, kind, new, rule)
    return new


def _tell_placed(s: HisState, owner: Power, space: SpaceId, kind: UnitType, count: int, rule: str) -> None:
    tell(s, Event("units_placed", rule, {"power": owner, "space": space, "unit": kind, "count": count}))


def by_strength(s: HisState, power: Power, spaces: Sequence[SpaceId]) -> list[SpaceId]:
    """Spaces for a default: capitals first, then where most own units stand, then data order."""
    capitals = s.board.powers[power].capitals
    return sorted(spaces, key=lambda space: (space not in capitals, -s.stack(power, space), spaces.index(space)))
