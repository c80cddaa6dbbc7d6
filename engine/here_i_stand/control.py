"""12.2-12.4 Control and unrest: who may take a space or calm it, and what follows when control changes."""

from __future__ import annotations

from engine.core.decision import Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.displacement import displace_ships, leave_port
from engine.here_i_stand.lines import line_to
from engine.here_i_stand.presence import has_enemy_land, has_land, is_besieged, land_owners, user_of
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Edition, Milestone, Power, Religion, SpaceId

ACTION = "control_unfortified"
"""The action of 11.1 that takes a space or calms it."""

# ------------------------------------------------------------------ 12.2 control


def why_not_control(s: HisState, power: Power, space: SpaceId) -> Reason | None:
    """12.2: what bars a power from taking an unfortified space; None when it may."""
    if power is Power.PROTESTANT and not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE):
        return Reason("before_the_league", "21.6", {"power": power})
    if s.home(space) is None:
        return Reason("out_of_play", "21.1", {"space": space})
    holder = s.spaces[space].controller
    if holder is not Power.INDEPENDENT and not s.at_war(power, holder):
        return Reason("not_enemy_or_independent", "12.2", {"space": space, "power": holder})
    if s.is_fortified(space):
        return Reason("fortified", "12.2", {"space": space})
    for owner in land_owners(s, space):
        if not s.allied(power, owner):
            return Reason("units_in_space", "12.2", {"space": space, "power": owner})
    if not has_land(s, power, space):
        if not _has_neighbour(s, power, space):
            return Reason("no_own_units_near", "12.2", {"space": space})
        if _has_enemy_neighbour(s, power, space):
            return Reason("enemy_units_near", "12.2", {"space": space})
    if line_to(s, power, space) is None:
        return Reason("no_line_of_communication", "12.1", {"space": space})
    return None


def controllable(s: HisState, power: Power) -> list[SpaceId]:
    """Spaces a power may take by the action, in data order."""
    return [space for space in s.spaces if why_not_control(s, power, space) is None]


def control_space(s: HisState, power: Power, space: SpaceId) -> Flow[None]:
    """12.2: the controller changes; naval units of others in the port go to sea."""
    set_controller(s, space, power, rule="12.2")
    for user in _foreign_users(s, space):
        yield from leave_port(s, user, space, rule="12.2")


def transfer_control(s: HisState, power: Power, space: SpaceId, *, rule: str) -> Flow[None]:
    """R90: control changes otherwise than by 12.2 or an assault; naval units of others in the port are displaced."""
    set_controller(s, space, power, rule=rule)
    for user in _foreign_users(s, space):
        yield from displace_ships(s, user, space, rule="12.5")


def set_controller(s: HisState, space: SpaceId, power: Power, *, rule: str) -> None:
    """The controller changes, religion and unrest stay; regulars of the Electorate display appear (21.6)."""
    before = s.spaces[space].controller
    if before is power:
        return
    s.take_control(space, power)
    tell(s, Event("control_changed", rule, {"space": space, "from_power": before, "power": power}))
    muster_display(s)


def _foreign_users(s: HisState, space: SpaceId) -> list[Power]:
    """Powers, other than the controller, for which naval units in a port act, in the order of `Power`."""
    users = [user_of(s, ships) for ships in s.ships_at(space)]
    return [power for power in Power if power in users and power is not s.master(s.spaces[space].controller)]


def _has_neighbour(s: HisState, power: Power, space: SpaceId) -> bool:
    """12.2-4 b: over connections; a pass does not count."""
    return any(has_land(s, power, near) for near in s.board.map.over_connections(space))


def _has_enemy_neighbour(s: HisState, power: Power, space: SpaceId) -> bool:
    return any(has_enemy_land(s, power, near) for near in s.board.map.over_connections(space))


# ------------------------------------------------------------------ 12.4 unrest


def why_no_unrest(s: HisState, space: SpaceId) -> Reason | None:
    """12.4, R78: why a marker may not be put onto a space; None when it may."""
    if s.is_occupied(space):
        return Reason("occupied", "12.4", {"space": space})
    return why_no_marker(s, space)


def why_no_marker(s: HisState, space: SpaceId) -> Reason | None:
    """12.4: the same, occupied or not, for the Book of Common Prayer."""
    if s.home(space) is None:
        return Reason("out_of_play", "21.1", {"space": space})
    if s.spaces[space].unrest:
        return Reason("already_in_unrest", "12.4", {"space": space})
    return None


def why_no_carlstadt_unrest(s: HisState, space: SpaceId) -> Reason | None:
    """12.4, 18.3, R2: the same for the target of a failed attempt with Carlstadt's bonus, by the switch of the game."""
    return why_no_marker(s, space) if s.setting("carlstadt_unrest") == "any" else why_no_unrest(s, space)


def mark_unrest(s: HisState, space: SpaceId, *, rule: str) -> None:
    """A space falls into unrest."""
    s.spaces[space].unrest = True
    tell(s, Event("unrest", rule, {"space": space}))


def why_not_calm(s: HisState, power: Power, space: SpaceId) -> Reason | None:
    """12.4: what bars a power from removing unrest; None when it may. Neither control nor a line is needed."""
    if not s.spaces[space].unrest:
        return Reason("not_in_unrest", "12.4", {"space": space})
    if has_land(s, power, space) or _calms_by_faith(s, power, space):
        return None
    if not _has_neighbour(s, power, space):
        return Reason("no_own_units_near", "12.4", {"space": space})
    if has_enemy_land(s, power, space) or _has_enemy_neighbour(s, power, space):
        return Reason("enemy_units_near", "12.4", {"space": space})
    return None


def calmable(s: HisState, power: Power) -> list[SpaceId]:
    """Spaces from which a power may remove unrest, in data order."""
    return [space for space in s.spaces if why_not_calm(s, power, space) is None]


def calm(s: HisState, space: SpaceId, power: Power) -> None:
    """12.4: the marker goes."""
    s.spaces[space].unrest = False
    tell(s, Event("unrest_removed", "12.4", {"space": space, "power": power}))


def _calms_by_faith(s: HisState, power: Power, space: SpaceId) -> bool:
    """12.4 b: the Protestant in its home spaces, before the league."""
    league = s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)
    return power is Power.PROTESTANT and s.home(space) is Power.PROTESTANT and not league


# ------------------------------------------------------------------ 21.6 the Electorate display


def muster_display(s: HisState) -> None:
    """21.6: regulars of the Electorate display appear where the condition has come true."""
    for space in [space for space in s.display if _is_due(s, space)]:
        regulars = s.display.pop(space)
        s.add_land(Power.PROTESTANT, space, Land(regulars=regulars))
        if is_besieged(s, space):
            s.go_inside(Power.PROTESTANT, space, Land(regulars=regulars))
        tell(s, Event("electorate_regulars", "21.6", {"space": space, "count": regulars}))


def _is_due(s: HisState, space: SpaceId) -> bool:
    """Before the league the religion is enough; after it the Protestants must control the electorate too."""
    here = s.spaces[space]
    if here.religion is not Religion.PROTESTANT:
        return False
    if not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE):
        return True
    free = s.printing is Edition.CORE110 or not is_besieged(s, space)
    return here.controller is Power.PROTESTANT and free
