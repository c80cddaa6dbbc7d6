"""13.1 Which spaces a formation may enter, and who there is treated as its enemy."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Json, Reason
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.presence import (
    army_leaders_of,
    is_besieged,
    is_closed_electorate,
    is_friendly,
    land_owners,
)
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, LeaderId, Power, SpaceId

# ------------------------------------------------------------------ who is there


def others(s: HisState, power: Power, space: SpaceId) -> list[Power]:
    """Owners of land units in a space other than the own force and the independents (13.1-3, R9)."""
    own = (*s.own_force(power), Power.INDEPENDENT)
    return [owner for owner in land_owners(s, space) if owner not in own]


def besieged_owners(s: HisState, space: SpaceId) -> list[Power]:
    """Owners of land units inside the fortifications."""
    forces = s.forces.get(space)
    return [] if forces is None else [owner for owner in Power if owner in forces.inside]


def treated_as_enemies(s: HisState, power: Power, space: SpaceId) -> list[Power]:
    """13.1-3c: owners of units in an enemy's space who are his allies and not at war with the power themselves.

    Where all of them are allied to the power, it joins them and fights nobody (13.1-3a).
    """
    controller, there = s.spaces[space].controller, others(s, power, space)
    if not s.at_war(power, controller) or not all(s.allied(controller, owner) for owner in there):
        return []
    if all(s.allied(power, owner) for owner in there):
        return []
    return [owner for owner in there if not s.at_war(power, owner)]


def hostiles(s: HisState, power: Power, space: SpaceId) -> list[Power]:
    """Owners of land units in a space with whom a power that enters it must deal: enemies, those who are treated as
    such (13.1-3c), and independents (22.1, 22.6)."""
    treated = treated_as_enemies(s, power, space)
    return [
        owner
        for owner in land_owners(s, space)
        if owner is Power.INDEPENDENT or s.at_war(power, owner) or owner in treated
    ]


def hostiles_outside(s: HisState, power: Power, space: SpaceId) -> list[Power]:
    """Those of them who have units outside the fortifications."""
    forces = s.forces.get(space)
    return [] if forces is None else [owner for owner in hostiles(s, power, space) if owner in forces.outside]


def strength_inside(s: HisState, space: SpaceId) -> int:
    """Land units inside the fortifications, cavalry counted (15)."""
    forces = s.forces.get(space)
    return 0 if forces is None else sum(units.strength for units in forces.inside.values())


def lone_leaders(s: HisState, power: Power, space: SpaceId, treated: Iterable[Power] = ()) -> list[LeaderId]:
    """13.1-6: enemy army leaders outside the fortifications of a space without any land unit of their side there; also
    leaders of those who are treated as enemies (13.1-3c)."""
    owners, enemies = land_owners(s, space), [s.master(one) for one in treated]
    return [
        leader
        for enemy in MAJORS
        if (s.at_war(power, enemy) or enemy in enemies) and not any(s.allied(enemy, owner) for owner in owners)
        for leader in army_leaders_of(s, enemy, space)
        if not s.leaders[leader].inside
    ]


# ------------------------------------------------------------------ 13.1-2, 3, 5, 7


def why_not_enter(s: HisState, power: Power, formation: Formation, to: SpaceId) -> Reason | None:
    """13.1-2, 3, 5, 7: why a formation of a power may not enter a space, from wherever; None when it may."""
    facts: dict[str, Json] = {"power": power, "space": to}
    controller = s.spaces[to].controller
    if s.home(to) is None:
        return Reason("out_of_play", "21.1", facts)
    if is_closed_electorate(s, to):
        return Reason("closed_electorate", "21.6", facts)
    ours = controller is Power.INDEPENDENT or is_friendly(s, power, to)
    if not ours and not s.at_war(power, controller):
        return Reason("neutral_space", "13.1", {**facts, "owner": controller})
    if not formation.strength and not _leaders_may(s, power, to):
        return Reason("leaders_alone", "13.1", facts)
    if not _units_let_in(s, power, to):
        return Reason("units_of_others", "13.1", {**facts, "owner": others(s, power, to)[0]})
    return None


def _leaders_may(s: HisState, power: Power, to: SpaceId) -> bool:
    """13.1-5: leaders without units."""
    return not s.at_war(power, s.spaces[to].controller) and not hostiles(s, power, to)


def _units_let_in(s: HisState, power: Power, to: SpaceId) -> bool:
    """13.1-3: the units of others are all allied, all enemies, all an enemy's and his allies', or at both ends of a
    siege in which the power can take a side."""
    there = others(s, power, to)
    if not there:
        return True
    besiegers = [] if to not in s.forces else [one for one in s.forces[to].sieges if one is not power]
    if all(s.allied(power, owner) for owner in there):
        return not (besiegers and any(s.allied(power, owner) for owner in _besieged_side(s, to)))
    if all(s.at_war(power, owner) for owner in there):
        return not (besiegers and any(s.at_war(power, owner) for owner in _besieged_side(s, to)))
    controller = s.spaces[to].controller
    if s.at_war(power, controller) and all(s.allied(controller, owner) for owner in there):
        return True
    return is_besieged(s, to) and _takes_a_side(s, power, to)


def _besieged_side(s: HisState, space: SpaceId) -> list[Power]:
    """Those inside, and the controller even when nobody is."""
    found = [*besieged_owners(s, space), s.spaces[space].controller]
    return [owner for owner in found if owner is not Power.INDEPENDENT]


def _takes_a_side(s: HisState, power: Power, to: SpaceId) -> bool:
    """13.1-3d; besieged units of the power itself are as good as allied ones."""
    inside = [owner for owner in besieged_owners(s, to) if owner is not Power.INDEPENDENT]
    before = [owner for owner in others(s, power, to) if owner not in inside]
    relief = all(s.allied(power, owner) for owner in inside) and all(s.at_war(power, owner) for owner in before)
    help_out = all(s.at_war(power, owner) for owner in inside) and all(s.allied(power, owner) for owner in before)
    return relief or help_out
