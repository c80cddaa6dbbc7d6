"""15, 15.3 Siege: when one begins, and when it is over."""

from __future__ import annotations

from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.entering import strength_inside
from engine.here_i_stand.forming import outside
from engine.here_i_stand.presence import chief_of
from engine.here_i_stand.records import Forces, Land
from engine.here_i_stand.retreat import break_off
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power, SpaceId

# ------------------------------------------------------------------ queries


def outnumbers(s: HisState, power: Power, space: SpaceId) -> bool:
    """15, R45: whether the power's own force outside is more than all land units inside; cavalry counts."""
    return outside(s, power, space).strength > strength_inside(s, space)


def is_foe(s: HisState, power: Power, space: SpaceId) -> bool:
    """15: whether a power may besiege a space: nobody controls it, or an enemy does, or enemies are inside."""
    controller = s.spaces[space].controller
    if controller is Power.INDEPENDENT or s.at_war(power, controller):
        return True
    forces = s.forces.get(space)
    return forces is not None and any(s.at_war(power, owner) for owner in forces.inside)


def besiegers(s: HisState, space: SpaceId) -> list[Power]:
    """Major powers that lay siege to a space, in impulse order."""
    forces = s.forces.get(space)
    return [] if forces is None else [power for power in MAJORS if power in forces.sieges]


# ------------------------------------------------------------------ 15, R60 it begins


def begin_siege(s: HisState, power: Power, space: SpaceId) -> None:
    """15, R60: a power lays siege to a space; a siege of its own that is on goes on. Army leaders of the other side are
    inside from now on, and so are its units, which the caller has seen to be no more than find room."""
    forces = s.forces.setdefault(space, Forces())
    for owner in _defenders(s, power, space):
        units = forces.outside[owner]
        s.go_inside(owner, space, Land(units.regulars, units.mercenaries, units.cavalry))
    if power not in forces.sieges:
        forces.sieges[power] = s.impulses
        tell(s, Event("siege_begins", "15", {"power": power, "space": space}))
    for leader in s.leaders_at(space):
        if not s.board.leaders[leader].naval and _is_besieged_with(s, chief_of(s, leader), space):
            s.leaders[leader].inside = True


def _defenders(s: HisState, power: Power, space: SpaceId) -> list[Power]:
    """Owners of units in the open whom a besieger shuts in."""
    controller = s.spaces[space].controller
    owners = s.forces[space].outside
    return [
        owner
        for owner in owners
        if owner not in s.own_force(power)
        and (s.at_war(power, owner) or owner is Power.INDEPENDENT or owner is controller)
    ]


def _is_besieged_with(s: HisState, chief: Power, space: SpaceId) -> bool:
    """Whether a leader of this power is on the side of those inside."""
    sieges = s.forces[space].sieges
    if chief in sieges:
        return False
    controller = s.spaces[space].controller
    return s.allied(chief, controller) or any(s.at_war(chief, besieger) for besieger in sieges)


# ------------------------------------------------------------------ 15.3 it is over


def check_sieges(s: HisState) -> Flow[None]:
    """15, 15.3: sieges whose besiegers no longer outnumber those inside are broken; sieges that exist by what stands
    where begin; whoever is besieged no more comes out. Nothing happens while a battle is being fought, and nothing
    should be asked of it while a formation that has entered a space may still go on (13.4)."""
    yield from ()
    if s.battle is not None:
        return
    for space in list(s.forces):
        for power in besiegers(s, space):
            yield from _check(s, power, space)
    for space in list(s.forces):
        _find_siege(s, space)
        yield from _drive_off(s, space)
        come_out(s, space)
    for leader, state in s.leaders.items():
        if state.inside and not besiegers(s, SpaceId(state.at)):
            s.leaders[leader].inside = SpaceId(state.at) in s.forces and strength_inside(s, SpaceId(state.at)) > 0


def _check(s: HisState, power: Power, space: SpaceId) -> Flow[None]:
    if space not in s.forces or power not in s.forces[space].sieges:
        return
    if s.is_fortified(space) and is_foe(s, power, space):
        if outnumbers(s, power, space):
            return
        end_siege(s, power, space)
        yield from break_off(s, power, space)
        return
    end_siege(s, power, space)


def end_siege(s: HisState, power: Power, space: SpaceId) -> None:
    """A power besieges a space no more. Raises KeyError when it did not."""
    forces = s.forces[space]
    del forces.sieges[power]
    if forces.empty:
        del s.forces[space]
    tell(s, Event("siege_ends", "15.3", {"power": power, "space": space}))


def _find_siege(s: HisState, space: SpaceId) -> None:
    """15: units that stand before the fortifications of an enemy and outnumber those inside besiege them."""
    if not s.is_fortified(space) or space not in s.forces:
        return
    for power in MAJORS:
        forces = s.forces[space]
        stands = any(s.master(owner) is power for owner in forces.outside)
        if not stands or power in forces.sieges or not is_foe(s, power, space):
            continue
        shut_in = sum(forces.outside[owner].strength for owner in _defenders(s, power, space))
        inside = strength_inside(s, space) + shut_in
        if inside <= s.board.tables.limits.garrison and outside(s, power, space).strength > inside:
            begin_siege(s, power, space)


def _drive_off(s: HisState, space: SpaceId) -> Flow[None]:
    """15.3: who stands before the fortifications of an enemy without outnumbering those inside can't stay either, as
    when bad weather keeps him from going on (13.4)."""
    for power in MAJORS:
        forces = s.forces.get(space)
        if forces is None or not forces.inside or not is_foe(s, power, space) or power in forces.sieges:
            continue
        if outside(s, power, space).strength and not _defenders(s, power, space):
            yield from break_off(s, power, space)


def come_out(s: HisState, space: SpaceId) -> None:
    """15: where nobody besieges a space and no enemy stands before it, those inside come out."""
    forces = s.forces.get(space)
    if forces is None or forces.sieges:
        return
    for owner, units in list(forces.inside.items()):
        if any(s.at_war(owner, other) or owner is Power.INDEPENDENT for other in forces.outside):
            return
        s.come_out(owner, space, Land(units.regulars, units.mercenaries, units.cavalry))
