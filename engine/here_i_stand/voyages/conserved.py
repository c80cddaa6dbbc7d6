"""20 What must hold of the pieces of the New World between any two steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from engine.here_i_stand.deck import CABOT
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Voyage
from engine.here_i_stand.voyages.launching import SAILORS, is_cabot


def new_world_fault(s: HisState) -> str:
    """What is wrong in the New World, or nothing."""
    return next((fault for found in _CHECKS if (fault := found(s))), "")


def _prizes(s: HisState) -> str:
    """20.2, 20.3: each is taken once, and only a conquest can be depleted."""
    prizes = [one.prize for one in s.new_world.conquests]
    if len(set(prizes)) != len(prizes):
        return "a prize of the New World is taken twice"
    depleted = [one.prize for one in s.new_world.conquests if one.depleted]
    rich = s.board.new_world.conquest.conquests.values()
    return next((f"{prize} is depleted" for prize in depleted if prize not in rich), "")


def _people(s: HisState) -> str:
    """20.2, 20.3: each explorer and conquistador is in one place, and of a Cabot there is nothing in a pool."""
    world, board = s.new_world, s.board
    sailing = [one.by for one in world.crossing if one.voyage is not Voyage.COLONY]
    there = [one.by for one in world.conquests]
    found = Counter(who for who in (*world.explorers, *world.conquistadors, *sailing, *there) if who)
    for who, count in found.items():
        if count > 1 or not (who in board.explorers or who in board.conquistadors):
            return f"{who} is in {count} places of the New World"
    strangers = [one for one in world.explorers if not board.explorers[one].in_pool]
    return f"{strangers[0]} is in a pool" if strangers else ""


def _cabots(s: HisState) -> str:
    """99: a Cabot who sails is used, and the card lies beside the map only while he does."""
    at_sea = [one.power for one in s.new_world.crossing if is_cabot(s, one)]
    if any(power in s.new_world.cabots for power in at_sea):
        return f"the Cabot of {at_sea[0]} is at sea and at home"
    stray = CABOT in s.beside_map and s.impulse is None and not at_sea
    return f"card {CABOT} lies beside the map, and Cabot does not sail" if stray else ""


def _voyages(s: HisState) -> str:
    """20: each kind once for a power, Cabot apart."""
    kinds = Counter((one.power, one.voyage, is_cabot(s, one)) for one in s.new_world.crossing)
    for (power, voyage, _), count in kinds.items():
        if count > 1 or power not in SAILORS:
            return f"{count} voyages of {power} are under way: {voyage}"
    return ""


def _markers(s: HisState) -> str:
    """20.1, 20.3, 54: no more conquest markers and colonies than there are; one is given up for Potosi."""
    world, tables = s.new_world, s.board.tables
    for power, left in world.conquest_markers.items():
        sailing = sum(one.power is power and one.voyage is Voyage.CONQUEST for one in world.crossing)
        if left < 0 or left + sailing > tables.conquest_markers[power]:
            return f"{power} has {left} conquest markers, and {sailing} at sea"
    names = Counter(name for power in SAILORS for name in tables.colonies[power])
    there = [name for colonies in world.colonies.values() for name in colonies]
    at_sea = [one.by for one in world.crossing if one.voyage is Voyage.COLONY]
    twice = Counter([*there, *at_sea, *world.colonies_out]) - names
    if twice:
        return f"the colony {next(iter(twice))} is there too often"
    return "Potosi is held, and no colony was given up" if world.potosi and len(world.colonies_out) != 1 else ""


_CHECKS: Final[tuple[Callable[[HisState], str], ...]] = (_prizes, _people, _cabots, _voyages, _markers)
