"""16 Naval units that act together: what there is in a place, where it may go, that it goes or is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.core.decision import Json, Reason
from engine.here_i_stand.displacement import lose_ships, to_turn_track
from engine.here_i_stand.presence import naval_leaders_of, ships_of, user_of
from engine.here_i_stand.records import Detachment, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, PlaceId, Power, SpaceId

DICE_OF_SQUADRON: Final = 2
HITS_OF_SQUADRON: Final = 2


@dataclass(frozen=True, slots=True)
class Fleet:
    """Naval units in one place that act for one power, with naval leaders; its records are not those of the state."""

    power: Power
    at: PlaceId
    ships: tuple[Ships, ...] = ()
    leaders: tuple[LeaderId, ...] = ()

    @property
    def squadrons(self) -> int:
        """Squadrons of all owners."""
        return sum(ships.squadrons for ships in self.ships)

    @property
    def corsairs(self) -> int:
        """Corsairs."""
        return sum(ships.corsairs for ships in self.ships)

    @property
    def count(self) -> int:
        """All units."""
        return self.squadrons + self.corsairs

    @property
    def sailors(self) -> tuple[str, ...]:
        """Owners of units, and leaders: those to whom a sea zone may be closed (16.1-5)."""
        return (*(ships.owner for ships in self.ships), *self.leaders)


# ------------------------------------------------------------------ queries


def fleet_at(s: HisState, power: Power, place: PlaceId) -> Fleet:
    """All naval units in a place that act for a power (9.2, 22.3), and its naval leaders there."""
    ships = tuple(replace(ships) for ships in ships_of(s, power, place))
    return Fleet(power, place, ships, tuple(naval_leaders_of(s, power, place)))


def rating(s: HisState, leaders: Iterable[LeaderId]) -> int:
    """5.1: the battle rating of the best of these leaders; 0 without one."""
    return max((s.board.leaders[leader].battle for leader in leaders), default=0)


def dice_of(s: HisState, fleet: Fleet) -> int:
    """16.2-1: 2 for each squadron, 1 for each corsair, and the rating of the best leader."""
    return DICE_OF_SQUADRON * fleet.squadrons + fleet.corsairs + rating(s, fleet.leaders)


def barred(s: HisState, sailors: Iterable[str], place: PlaceId) -> str | None:
    """16.1-5: an owner of ships, or a leader, who never enters a sea zone; None when all may."""
    closed = s.board.map.closed_seas
    return next((sailor for sailor in sailors if place in closed.get(sailor, ())), None)


def users_at(s: HisState, place: PlaceId) -> list[Power]:
    """Powers for which naval units in a place act, in the order of `Power`."""
    users = [user_of(s, ships) for ships in s.ships_at(place)]
    return [power for power in Power if power in users]


def enemies_at(s: HisState, power: Power, place: PlaceId) -> list[Power]:
    """Those of them with whom a power is at war."""
    return [user for user in users_at(s, place) if s.at_war(power, user)]


def is_own_port(s: HisState, power: Power, place: PlaceId) -> bool:
    """A port that the power itself controls (16.1-2, R89)."""
    space = SpaceId(place)
    return space in s.spaces and s.board.map.spaces[space].port and s.spaces[space].controller is power


def steps_to_own_port(s: HisState, power: Power, place: PlaceId) -> int:
    """Steps of ships from a place to the nearest port that a power controls; 0 for such a port."""
    distances = s.board.map.distances(place, s.board.map.by_ship)
    own = [far for onward, far in distances.items() if is_own_port(s, power, onward)]
    return min(own, default=len(s.board.map.places))


def fleet_facts(s: HisState, fleet: Fleet) -> dict[str, Json]:
    """What an event or a question says about a fleet; `strength` is its dice."""
    leaders: list[Json] = list(fleet.leaders)
    return {
        "squadrons": fleet.squadrons,
        "corsairs": fleet.corsairs,
        "leaders": leaders,
        "strength": dice_of(s, fleet),
    }


# ------------------------------------------------------------------ queries: a part of a fleet

NO_LEADER: Final = "none"
"""In an order's field of leaders."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an order takes of a fleet; None where it names nothing."""

    squadrons: int | None = None
    corsairs: int | None = None
    leaders: tuple[LeaderId, ...] | None = None
    owner: Power | None = None
    """The owner of the counters: a minor, or who lent them (9.2)."""


def part_of(s: HisState, here: Fleet, wanted: Wanted, to: PlaceId) -> Fleet | Reason:
    """The part of a fleet that an order names and that may go to a place, or why there is none.

    No numbers named: all units to whom the place is not closed. No leaders named: all of them likewise. Without an
    owner the power's own units go first.
    """
    facts: dict[str, Json] = {"power": here.power, "from_space": here.at, "to_space": to}
    ships = [one for one in here.ships if wanted.owner in (None, one.owner)]
    ships.sort(key=lambda one: one.owner is not here.power)
    able = [one for one in ships if barred(s, (one.owner,), to) is None]
    if ships and not able:
        return Reason("closed_sea", "16.1", {**facts, "who": ships[0].owner})
    taken = able if wanted.squadrons is None and wanted.corsairs is None else _taken(able, wanted)
    if taken is None:
        return Reason("not_so_many_ships", "16.1", facts)
    if not taken:
        return Reason("no_ships", "16.1", facts)
    leaders = wanted.leaders
    if leaders is None:
        leaders = tuple(leader for leader in here.leaders if barred(s, (leader,), to) is None)
    for leader in leaders:
        if leader not in here.leaders:
            return Reason("no_such_leader", "16.1", {**facts, "leader": leader})
        if barred(s, (leader,), to) is not None:
            return Reason("closed_sea", "16.1", {**facts, "who": leader})
    if len(set(leaders)) != len(leaders):
        return Reason("leader_named_twice", "16.1", facts)
    return Fleet(here.power, here.at, tuple(taken), tuple(leaders))


def _taken(able: Sequence[Ships], wanted: Wanted) -> list[Ships] | None:
    """So many of these units, the first ones; None where there are not so many."""
    squadrons, corsairs = wanted.squadrons or 0, wanted.corsairs or 0
    taken: list[Ships] = []
    for ships in able:
        part = replace(ships, squadrons=min(squadrons, ships.squadrons), corsairs=min(corsairs, ships.corsairs))
        squadrons, corsairs = squadrons - part.squadrons, corsairs - part.corsairs
        if part.count:
            taken.append(part)
    return None if squadrons or corsairs else taken


def read_leaders(s: HisState, named: str | int | None) -> tuple[LeaderId, ...] | None | Reason:
    """The leaders that a field names, with commas or plus signs between them."""
    if named is None:
        return None
    if named == NO_LEADER:
        return ()
    found = [LeaderId(name.strip()) for name in str(named).replace("+", ",").split(",")]
    for leader in found:
        if leader not in s.board.leaders:
            return Reason("unknown_name", "", {"what": "leaders", "given": leader})
    return tuple(found)


# ------------------------------------------------------------------ queries: 16.1-4


def beaten_ships(s: HisState, owner: Power, place: PlaceId) -> Ships:
    """Naval units of an owner in a place that lost a naval combat in this impulse."""
    found = Ships(owner)
    for mark in _beaten(s):
        if mark.owner is owner and mark.at == place:
            found.squadrons += mark.squadrons
            found.corsairs += mark.corsairs
    return found


def movable(s: HisState, power: Power, place: PlaceId) -> Fleet:
    """16.1-4: what of a power's fleet in a place lost no naval combat in this impulse."""
    here = fleet_at(s, power, place)
    free = [_less(ships, beaten_ships(s, ships.owner, place)) for ships in here.ships]
    bound = [leader for mark in _beaten(s) for leader in mark.leaders]
    leaders = tuple(leader for leader in here.leaders if leader not in bound)
    return replace(here, ships=tuple(ships for ships in free if ships.count), leaders=leaders)


def _beaten(s: HisState) -> list[Detachment]:
    return [] if s.impulse is None else s.impulse.beaten


def _less(ships: Ships, fewer: Ships) -> Ships:
    squadrons = max(0, ships.squadrons - fewer.squadrons)
    return replace(ships, squadrons=squadrons, corsairs=max(0, ships.corsairs - fewer.corsairs))


# ------------------------------------------------------------------ changes


def sail(s: HisState, fleet: Fleet, to: PlaceId) -> None:
    """A fleet goes to another place. Raises ValueError when its ships are not there."""
    depart(s, fleet)
    arrive(s, fleet, to)


def depart(s: HisState, fleet: Fleet) -> None:
    """The ships of a fleet leave their place; its leaders stay until it arrives. Raises ValueError like `sail`."""
    for ships in fleet.ships:
        s.take_ships(replace(ships), fleet.at)


def arrive(s: HisState, fleet: Fleet, to: PlaceId) -> None:
    """Ships that left their place come to another one, with their leaders."""
    for ships in fleet.ships:
        s.add_ships(replace(ships), to)
    for leader in fleet.leaders:
        s.place_leader(leader, to)


def remember_beaten(s: HisState, fleet: Fleet) -> None:
    """16.1-4: a fleet of the active power lost a naval combat; it moves no more in this impulse."""
    if s.impulse is None or s.impulse.power is not fleet.power:
        return
    for ships in fleet.ships:
        mark = Detachment(ships.owner, fleet.at, squadrons=ships.squadrons, corsairs=ships.corsairs)
        s.impulse.beaten.append(mark)
    if fleet.leaders:
        s.impulse.beaten.append(Detachment(fleet.power, fleet.at, leaders=list(fleet.leaders)))


def forget_beaten(s: HisState, owners: Sequence[Power], place: PlaceId) -> None:
    """All naval units of these owners left a place, so that nothing is remembered of them there."""
    for mark in _beaten(s):
        if mark.owner in owners and mark.at == place:
            mark.squadrons = mark.corsairs = 0


def sink(s: HisState, power: Power, place: PlaceId, lost: Ships, *, rule: str) -> None:
    """16.2-10, R59: units of one owner go to the turn track, and leaders whom no ship of their power is left there."""
    lose_ships(s, lost, place, rule=rule)
    if not ships_of(s, power, place):
        to_turn_track(s, naval_leaders_of(s, power, place), rule=rule)


def sailing_facts(s: HisState, fleet: Fleet, to: PlaceId) -> dict[str, Json]:
    """What an event says of a fleet that goes from its place to another one."""
    return {"power": fleet.power, "from_space": fleet.at, "to_space": to, **fleet_facts(s, fleet)}
