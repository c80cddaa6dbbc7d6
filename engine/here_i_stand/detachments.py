"""Units and leaders that are remembered in this impulse: beaten ones, those that moved, those that tried to intercept.

Units of one owner and type are alike. Where some of them go away, those that are remembered are taken to go first;
nobody can be worse off by that than by what he meant.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import LAND_FIELDS, less_units
from engine.here_i_stand.records import Detachment, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Power, SpaceId

# ------------------------------------------------------------------ queries


def remembered(marks: Iterable[Detachment], owner: Power, space: SpaceId) -> Land:
    """Units of an owner in a space that are remembered; there may be fewer of them left."""
    found = Land()
    for mark in marks:
        if mark.owner is owner and mark.at == space:
            found.add(mark.land)
    return found


def is_remembered(marks: Iterable[Detachment], leader: LeaderId) -> bool:
    """Whether a leader is, wherever he is now."""
    return any(leader in mark.leaders for mark in marks)


def fresh(marks: Iterable[Detachment], formation: Formation) -> Formation:
    """The units and leaders that are not remembered."""
    known = list(marks)
    if not known:
        return formation
    gone = {owner: remembered(known, owner, formation.at) for owner in formation.units}
    left = less_units(formation, gone)
    return Formation(left.at, left.units, tuple(one for one in formation.leaders if not is_remembered(known, one)))


def all_remembered(marks: Iterable[Detachment], formation: Formation) -> bool:
    """Whether every unit is; of leaders alone, every leader."""
    known = list(marks)
    if not formation.strength:
        return all(is_remembered(known, leader) for leader in formation.leaders)
    return all(
        units.of(kind) <= remembered(known, owner, formation.at).of(kind)
        for owner, units in formation.units.items()
        for kind in LAND_FIELDS.values()
    )


# ------------------------------------------------------------------ changes


def remember(marks: list[Detachment], power: Power, formation: Formation) -> None:
    """Units and leaders of a power's own force are remembered from now on."""
    for owner, units in formation.units.items():
        own = Land(units.regulars, units.mercenaries, units.cavalry)
        marks.append(Detachment(owner, formation.at, own))
    leaders = [leader for leader in formation.leaders if not is_remembered(marks, leader)]
    if leaders:
        marks.append(Detachment(power, formation.at, leaders=leaders))


def forget(marks: list[Detachment], formation: Formation) -> dict[Power, Land]:
    """Units that are remembered in the formation's space are no more; gives which those were."""
    found: dict[Power, Land] = {}
    for owner, units in formation.units.items():
        left = Land(units.regulars, units.mercenaries, units.cavalry)
        for mark in marks:
            if mark.owner is owner and mark.at == formation.at:
                part = Land(*(min(left.of(kind), mark.land.of(kind)) for kind in LAND_FIELDS.values()))
                mark.land.take(part)
                left.take(part)
                found.setdefault(owner, Land()).add(part)
    marks[:] = [mark for mark in marks if mark.land.strength or mark.leaders or mark.squadrons or mark.corsairs]
    return found


def carry_along(s: HisState, formation: Formation, to: SpaceId) -> None:
    """Units go to another space: what is remembered of them goes with them. Call it before they go."""
    if s.impulse is None:
        return
    for marks in (s.impulse.beaten, s.impulse.moved, s.impulse.tried_interception):
        gone = forget(marks, formation)
        marks += [Detachment(owner, to, units) for owner, units in gone.items() if units.strength]
