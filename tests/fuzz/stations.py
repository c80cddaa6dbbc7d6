"""Here I Stand: what must hold of where pieces stand between two steps: sieges, ports, loans, leaders, winter quarters.

The rules look at less (engine.here_i_stand.invariants): a position made by hand for a case may be odd in these points.
"""

from __future__ import annotations

from engine.here_i_stand.presence import (
    chief_of,
    has_enemy_land,
    has_land,
    is_closed_electorate,
    land_owners,
    ships_of,
    user_of,
)
from engine.here_i_stand.records import Forces
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    MINORS,
    LeaderId,
    Power,
    SeaId,
    SpaceId,
    Whereabouts,
)
from tests.fuzz.watch import Breach


def broken(sentence: str, rule: str) -> Breach:
    """The breach of a rule, in words."""
    return Breach(f"{sentence} (rule {rule})")


def look(s: HisState) -> None:
    """All of it. Raises Breach with what is wrong and the rule."""
    for space, forces in s.forces.items():
        if forces.sieges:
            _siege(s, space, forces)
        _at_home(s, space)
    _ports(s)
    _loans(s)
    for leader, state in s.leaders.items():
        if state.where is Whereabouts.MAP:
            _leader(s, leader)
    if s.cursor == f"{s.turn}/victory_determination":
        _wintered(s)
        _hands_played(s)


def _siege(s: HisState, space: SpaceId, forces: Forces) -> None:
    """15: besiegers stand before the walls, at war with who holds them; inside are friends of that one."""
    controller = s.spaces[space].controller
    for besieger in forces.sieges:
        if not any(owner in forces.outside for owner in s.own_force(besieger)):
            raise broken(f"{besieger} besieges {space} without units", "15")
        if controller is not Power.INDEPENDENT and not s.at_war(besieger, controller):
            raise broken(f"{besieger} besieges {space} and is not at war with {controller}", "15")
    for owner in forces.inside:
        if owner is not controller and not s.allied(owner, controller):
            raise broken(f"{owner} is besieged in {space}, which {controller} controls", "15")
    for owner in forces.outside:
        if s.master(owner) not in forces.sieges:
            raise broken(f"{owner} stands before {space} and is none of its besiegers", "15")


def _at_home(s: HisState, space: SpaceId) -> None:
    """21.6, 22.1: who never leaves home, and where nobody goes."""
    for owner in land_owners(s, space):
        if owner in MINORS and s.minors[owner].ally is None and s.home(space) is not owner:
            raise broken(f"{owner} is inactive and has units in {space}", "22.1")
        built_there = s.master(owner) is s.spaces[space].controller  # 17
        if owner is not Power.PROTESTANT and not built_there and is_closed_electorate(s, space):
            raise broken(f"{owner} is in {space} before the Schmalkaldic League", "21.6")


def _ports(s: HisState) -> None:
    """16.1-2, 16.2-9, 17: naval units and leaders stay in friendly ports."""
    for place, fleet in s.fleets.items():
        if place in s.board.map.seas:
            continue
        controller = s.spaces[SpaceId(place)].controller
        for ships in fleet:
            if not s.allied(user_of(s, ships), controller):
                raise broken(f"naval units of {user_of(s, ships)} are in {place}, a port of {controller}", "16.1")


def _loans(s: HisState) -> None:
    """9.2: between allies only."""
    for place, fleet in s.fleets.items():
        for ships in fleet:
            if ships.borrower is not None and not s.allied(ships.borrower, ships.owner):
                raise broken(f"{ships.borrower} has naval units of {ships.owner} in {place}", "9.2")
    for leader, state in s.leaders.items():
        if state.borrower is not None and not s.allied(state.borrower, state.power):
            raise broken(f"{state.borrower} has borrowed {leader}", "9.2")


def _leader(s: HisState, leader: LeaderId) -> None:
    """13.1-6, 15, 16.1-3: leaders stand among their own, or at least not among enemies."""
    state, power = s.leaders[leader], chief_of(s, leader)
    if state.at not in s.spaces:
        if not ships_of(s, power, SeaId(state.at)):
            raise broken(f"{leader} is alone in {state.at}", "16.1")
        return
    space = SpaceId(state.at)
    controller = s.spaces[space].controller
    if s.board.leaders[leader].naval:
        if not s.allied(power, controller):
            raise broken(f"{leader} is in {space}, a port of {controller}", "16.1")
        return
    forces = s.forces.get(space)
    sieges = forces.sieges if forces is not None else {}
    if state.inside and not sieges:
        raise broken(f"{leader} is inside the fortifications of {space}, which nobody besieges", "15")
    if sieges and not state.inside and power not in sieges:
        raise broken(f"{leader} stands before {space} and is with none of its besiegers", "15")
    if not s.is_fortified(space) and has_enemy_land(s, power, space):
        raise broken(f"{leader} is in {space} among enemies", "13.1")


# ---------------------------------------------------------------------- the end of a turn


def _wintered(s: HisState) -> None:
    """19: no siege, no fleet at sea, no loan and no alliance outlasts the winter; land units are in their quarters."""
    for space in s.forces:
        _quarters(s, space)
    for place, fleet in s.fleets.items():
        if place in s.board.map.seas or any(ships.borrower is not None for ships in fleet):
            raise broken(f"naval units are in {place} after the winter: {fleet}", "19")
    if s.alliances:
        raise broken(f"{s.alliances} have outlasted the winter", "19")


def _quarters(s: HisState, space: SpaceId) -> None:
    forces, limit = s.forces[space], s.board.tables.limits.garrison
    if forces.sieges or forces.inside:
        raise broken(f"{space} is besieged after the winter", "19")
    controller = s.master(s.spaces[space].controller)
    for power in MAJORS:
        guests_before_the_league = power is Power.PROTESTANT and is_closed_electorate(s, space)
        if not has_land(s, power, space) or guests_before_the_league:
            continue
        if not s.is_fortified(space) or controller is not power:
            raise broken(f"{power} has land units in {space} after the winter", "19")
        own = s.land(power, space).strength
        if own > limit and space not in s.board.powers[power].capitals:
            raise broken(f"{power} has {own} land units in {space} after the winter", "19")


def _hands_played(s: HisState) -> None:
    """6.1, 11: no action phase ends with a mandatory card or a home card in a hand."""
    for power, state in s.powers.items():
        kept = [card for card in state.hand if s.board.cards[card].mandatory]
        if kept or state.home_cards:
            raise broken(f"{power} still has the cards {kept} {state.home_cards}", "6.1")
