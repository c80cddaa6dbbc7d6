"""22 Minor powers: activation, deactivation, and the defeat of Hungary.

`minor_activated` (of a power at war with the minor, in impulse order): do="declare" for war with the new ally; else its
pieces leave the minor's spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, choose, chosen, question
from engine.here_i_stand.capture import capture_leaders
from engine.here_i_stand.control import set_controller, transfer_control
from engine.here_i_stand.displacement import (
    displace,
    displace_land,
    displace_ships,
    lose_land,
    lose_ships,
    take_all,
    to_turn_track,
)
from engine.here_i_stand.presence import (
    army_leaders_of,
    is_besieged,
    is_closed_electorate,
    is_friendly,
    land_owners,
    ships_of,
)
from engine.here_i_stand.records import Land, Ships, pair
from engine.here_i_stand.relations import (
    award_war_winner,
    end_loans,
    end_sieges,
    end_wars_of_minor,
    enemies_of,
    open_war,
    part,
)
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    MINORS,
    LeaderId,
    Milestone,
    PlaceId,
    Power,
    SpaceId,
    Whereabouts,
)

# ------------------------------------------------------------------ 22.1 who may


def why_not_activate(s: HisState, minor: Power, major: Power) -> Reason | None:
    """22.1, 22.2: why a power may not make a minor its ally; None when it may. Cards have conditions of their own."""
    facts: dict[str, Json] = {"power": major, "minor": minor}
    if minor not in MINORS or major not in s.board.minors[minor].by:
        return Reason("never_activates", "22.1", facts)
    if (ally := s.minors[minor].ally) is not None:
        return Reason("minor_is_ally", "22.2", {**facts, "ally": ally})
    return None


def why_not_deactivate(s: HisState, minor: Power) -> Reason | None:
    """22.1, 22.4: why a minor can't lose its ally; None when it can."""
    facts: dict[str, Json] = {"minor": minor}
    if minor not in MINORS or s.minors[minor].ally is None:
        return Reason("minor_is_inactive", "22.4", facts)
    if not s.board.minors[minor].can_be_deactivated:
        return Reason("minor_stays_active", "22.1", facts)
    return None


# ------------------------------------------------------------------ 22.2 activation


def activate(s: HisState, minor: Power, major: Power, *, rule: str, foes: Sequence[Power] = ()) -> Flow[None]:
    """22.2: a minor becomes active for a power. `foes` are at war with that power by what brought this about; the
    other enemies of the minor may choose war with it. D72"""
    enemies = [power for power in MAJORS if power is not major and pair(power, minor) in s.wars]
    others = [power for power in enemies_of(s, major) if power not in enemies]
    s.ally(minor, major)
    tell(s, Event("minor_activated", rule, {"minor": minor, "power": major}))
    for power in dict.fromkeys((*enemies, *foes)):
        if s.at_war(power, major):
            continue
        if power in foes:
            yield from open_war(s, major, power, rule=rule, already=(minor,))
        elif (yield from _goes_to_war(s, power, minor, major)):
            from engine.here_i_stand.war import declare_war  # it offers interventions, which activate

            yield from declare_war(s, power, major, rule=rule, already=(minor,))
        else:
            yield from _leave(s, power, minor, rule=rule)
    yield from take_over(s, minor, major, rule=rule)
    for power in others:
        yield from part(s, s.own_force(power), (minor,), rule=rule)


def _goes_to_war(s: HisState, power: Power, minor: Power, major: Power) -> Flow[bool]:
    """22.2-2: an enemy of the minor declares war on its new ally, or leaves. D72"""
    from engine.here_i_stand.war import why_no_war  # it offers interventions, which activate

    if why_no_war(s, power, major) is not None:
        return False
    ways = [blank("minor_activated", do="declare")]

    def why_not(wish: Alternative) -> Reason | None:
        return None if wish in ways else Reason("unknown_name", "", {"what": "do", "given": wish["do"]})

    facts: dict[str, Json] = {"power": major, "minor": minor}
    answer = yield from ask(question(s, "minor_activated", power, lambda: ways, list, why=why_not, facts=facts))
    return chosen(answer, list, why_not) is not None


def _leave(s: HisState, power: Power, minor: Power, *, rule: str) -> Flow[None]:
    """22.2-2: pieces of a former enemy leave the spaces of the minor."""
    for space in s.controlled(minor):
        yield from displace(s, power, space, rule=rule)


def take_over(s: HisState, minor: Power, major: Power, *, rule: str) -> Flow[None]:
    """22.2-3 to 5: the minor's spaces are the major's, its wars end, and so do sieges among friends; leaders that it
    had set aside are captives (R92)."""
    end_wars_of_minor(s, minor, rule=rule)
    for space in s.controlled(minor):
        yield from transfer_control(s, major, space, rule=rule)
    for leader, state in s.leaders.items():
        if state.where is Whereabouts.ASIDE and state.captor is minor:
            capture_leaders(s, [leader], major, rule="22.2")
    yield from end_sieges(s)


# ------------------------------------------------------------------ 22.4 deactivation


def deactivate(s: HisState, minor: Power, *, rule: str) -> Flow[None]:
    """22.4: a minor is nobody's ally any more. Raises ValueError for one that is inactive."""
    major = s.minors[minor].ally
    if major is None:
        raise ValueError(f"{minor} is inactive")
    s.minors[minor].ally = None
    tell(s, Event("minor_deactivated", rule, {"minor": minor, "power": major}))
    end_loans(s, (minor,), None)
    for space in s.home_spaces(minor):
        if s.spaces[space].controller is major:
            set_controller(s, space, minor, rule=rule)
    for space in s.controlled(minor):
        for power in MAJORS:
            yield from _expel(s, power, space, rule=rule)
    _land_goes_home(s, minor, rule=rule)
    _ships_go_home(s, minor, rule=rule)
    yield from end_sieges(s)


def _expel(s: HisState, power: Power, space: SpaceId, *, rule: str) -> Flow[None]:
    """22.4-3: land units to the nearest fortified space that is friendly to them, ships to the nearest own port."""
    yield from displace_ships(s, power, space, rule=rule)
    owners = [owner for owner in land_owners(s, space) if s.master(owner) is power]
    leaders = army_leaders_of(s, power, space)
    if not owners and not leaders:
        return
    ways = _friendly_refuges(s, power, space)
    if not ways:
        lose_land(s, power, space, rule=rule)
        return
    picks = [blank("choice", do="choose", pick=way) for way in ways]
    facts: dict[str, Json] = {"power": power, "what": "displaced_land", "from_space": space, "places": list(ways)}
    wish = yield from choose(s, "choice", power, picks, picks[0], rule="12.5", about=f"expelled/{space}", facts=facts)
    to = SpaceId(str(wish["pick"]))
    for owner in owners:
        s.add_land(owner, to, take_all(s, owner, space))
    for leader in leaders:
        s.place_leader(leader, to)
    tell(s, Event("displaced", rule, {"power": power, "from_space": space, "to_space": to}))


def _friendly_refuges(s: HisState, power: Power, left: SpaceId) -> list[SpaceId]:
    """22.4-3: the nearest fortified spaces that the power or an ally controls."""

    def wanted(place: PlaceId) -> bool:
        space = SpaceId(place)
        if space not in s.spaces or not is_friendly(s, power, space) or not s.is_fortified(space):
            return False
        return not is_besieged(s, space) and not is_closed_electorate(s, space)

    return [SpaceId(place) for place in s.board.map.nearest(left, s.board.map.by_land_or_sea, wanted)]


def _land_goes_home(s: HisState, minor: Power, *, rule: str) -> None:
    """22.4-4: its units elsewhere go to the nearest home space that it controls, a fortified one before others."""
    abroad = [space for space in list(s.forces) if minor in land_owners(s, space)]
    homes = [space for space in s.home_spaces(minor) if s.spaces[space].controller is minor]
    fortified = [space for space in homes if s.is_fortified(space)]
    for space in abroad:
        if s.spaces[space].controller is minor:
            continue
        units = take_all(s, minor, space)
        near = s.board.map.nearest(space, s.board.map.by_land_or_sea, _one_of(fortified or homes))
        if near:
            s.add_land(minor, SpaceId(near[0]), units)
            tell(s, Event("displaced", rule, {"power": minor, "from_space": space, "to_space": near[0]}))
        else:
            tell(s, Event("units_eliminated", rule, {"power": minor, "space": space, "count": units.strength}))


def _one_of(spaces: Sequence[SpaceId]) -> Callable[[PlaceId], bool]:
    return lambda place: place in spaces


def _ships_go_home(s: HisState, minor: Power, *, rule: str) -> None:
    """22.4-5: its ships and naval leaders go to the nearest home port that it controls."""
    ports = [space for space in s.home_spaces(minor) if s.board.map.spaces[space].port]
    own = [port for port in ports if s.spaces[port].controller is minor]
    for place in [SpaceId(place) for place in s.fleets if place not in own]:
        near = _nearest_port(s, minor, place, own)
        for ships in ships_of(s, minor, place):
            if near is None:
                lose_ships(s, ships, place, rule=rule)
                continue
            moving = Ships(minor, ships.squadrons, ships.corsairs)
            s.take_ships(moving, place)
            s.add_ships(moving, near)
            facts: dict[str, Json] = {"power": minor, "from_space": place, "to_space": near, "count": moving.count}
            tell(s, Event("ships_displaced", rule, facts))
    for leader, state in s.leaders.items():
        if state.power is minor and state.where is Whereabouts.MAP and state.at not in own:
            _leader_goes_home(s, leader, own, rule=rule)


def _leader_goes_home(s: HisState, leader: LeaderId, own: Sequence[SpaceId], *, rule: str) -> None:
    near = _nearest_port(s, leader, s.leaders[leader].at, own)
    if near is None:
        to_turn_track(s, [leader], rule=rule)
    else:
        s.place_leader(leader, near)


def _nearest_port(s: HisState, sailor: str, place: str, own: Sequence[SpaceId]) -> SpaceId | None:
    """R23; `sailor` is a power or naval leader who may be barred from some sea zones (16.1-5)."""
    world = s.board.map
    closed = world.closed_seas.get(sailor, ())
    near = world.nearest(
        SpaceId(place), lambda at: [onward for onward in world.by_ship(at) if onward not in closed], _one_of(own)
    )
    return SpaceId(near[0]) if near else None


# ------------------------------------------------------------------ 22.5 Hungary


def hungary_falls(s: HisState) -> bool:
    """22.5: whether the condition for the defeat of Hungary holds."""
    if s.has_happened(Milestone.HUNGARY_DEFEATED):
        return False
    keys = [space for space in s.home_spaces(Power.HUNGARY) if space in s.board.map.keys]
    lost = sum(s.spaces[key].controller is Power.OTTOMAN for key in keys)
    if s.minors[Power.HUNGARY].ally is Power.HAPSBURG and s.hungary_by_marriage:
        return lost >= _KEYS_OF_AN_ALLY
    regulars = sum(s.land(Power.HUNGARY, space).regulars for space in s.forces)
    return lost >= 1 and regulars <= _REGULARS


_KEYS_OF_AN_ALLY = 2
_REGULARS = 4


def check_hungary(s: HisState) -> Flow[None]:
    """22.5: to be called after every field battle and assault."""
    if hungary_falls(s):
        yield from defeat_hungary(s)


def defeat_hungary(s: HisState) -> Flow[None]:
    """22.5, R62: Hungary is defeated; what is left of it is the Hapsburgs' for good."""
    s.milestones.append(Milestone.HUNGARY_DEFEATED)
    tell(s, Event("hungary_defeated", "22.5", {"power": Power.OTTOMAN}))
    _besieged_die(s)
    taken = [space for space in s.home_spaces(Power.HUNGARY) if Power.OTTOMAN in land_owners(s, space)]
    for space in taken:
        s.forces[space].sieges.clear()
        yield from transfer_control(s, Power.OTTOMAN, space, rule="22.5")
    s.ally(Power.HUNGARY, Power.HAPSBURG)
    tell(s, Event("minor_activated", "22.5", {"minor": Power.HUNGARY, "power": Power.HAPSBURG}))
    yield from open_war(s, Power.HAPSBURG, Power.OTTOMAN, rule="22.5", already=(Power.HUNGARY,))
    for space in taken:
        yield from displace_land(s, Power.HAPSBURG, space, rule="22.5")
    yield from take_over(s, Power.HUNGARY, Power.HAPSBURG, rule="22.5")
    award_war_winner(s, Power.OTTOMAN, s.board.tables.hungary_vp, rule="22.5")


def _besieged_die(s: HisState) -> None:
    """22.5-4: Hungarian units inside fortifications that the Ottoman besieges."""
    for space, forces in list(s.forces.items()):
        inside = forces.inside.get(Power.HUNGARY)
        if inside is not None and Power.OTTOMAN in forces.sieges:
            dead = Land(inside.regulars)
            s.come_out(Power.HUNGARY, space, dead)
            s.take_land(Power.HUNGARY, space, dead)
            facts: dict[str, Json] = {"power": Power.HUNGARY, "space": space, "count": dead.strength}
            tell(s, Event("units_eliminated", "22.5", facts))
