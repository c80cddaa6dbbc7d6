"""19.3 Naval units go home: the question to each power, and what comes of it. D74"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import blank, listed, question
from engine.here_i_stand.displacement import havens, lose_ships, sailing, to_turn_track
from engine.here_i_stand.presence import has_enemy_ships, naval_leaders_of, ships_of
from engine.here_i_stand.records import Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, LeaderId, PlaceId, Power, SeaId, SpaceId
from engine.here_i_stand.winter_plan import GO

_KIND: Final = "winter_ships"


@dataclass(slots=True)
class Trip:
    """Ships of one owner that go from one place to one port; to None where there is none."""

    origin: PlaceId
    owner: Power
    to: SpaceId | None
    squadrons: int = 0
    corsairs: int = 0
    leaders: list[LeaderId] = field(default_factory=list)

    @property
    def count(self) -> int:
        """All units."""
        return self.squadrons + self.corsairs


class FleetPlan:
    """What becomes of the ships that act for a power and are not in one of its ports. Changes nothing on the board."""

    def __init__(self, s: HisState, power: Power) -> None:
        self.s = s
        self.power = power
        self.ships: list[Trip] = []
        """Ships that have not been sent anywhere yet."""
        self.leaders: dict[PlaceId, list[LeaderId]] = {}
        self.trips: list[Trip] = []
        occupied = {*s.fleets, *(state.at for state in s.leaders.values())}
        for place in s.board.map.places:
            if place not in occupied or self._is_home(place):
                continue
            self.ships += [
                Trip(place, one.owner, None, one.squadrons, one.corsairs) for one in ships_of(s, power, place)
            ]
            if leaders := naval_leaders_of(s, power, place):
                self.leaders[place] = leaders

    def _is_home(self, place: PlaceId) -> bool:
        return place in self.s.spaces and self.s.master(self.s.spaces[SpaceId(place)].controller) is self.power

    def ports(self, owner: Power, place: PlaceId) -> list[SpaceId]:
        """19.3, R23: the nearest ports of the power; for a minor's ships also its nearest home port that the power
        holds."""
        s = self.s
        near = havens(s, self.power, place, (owner,))
        if owner is self.power:
            return near
        own = [one for one in s.home_spaces(owner) if s.spaces[one].controller is self.power]
        at_home = s.board.map.nearest(place, sailing(s, (owner,)), lambda one: one in own)
        return [*near, *(SpaceId(one) for one in at_home if one not in near)]

    def has_choice(self) -> bool:
        """Whether any ships could go to one of several ports."""
        return any(len(self.ports(one.owner, one.origin)) > 1 for one in self.ships)

    # ------------------------------------------------------------------ orders

    def carry_out(self, orders: Sequence[Order]) -> list[Reason | None]:
        """The whole plan: orders, then the other ships, then the leaders; for each order None or why it failed."""
        reasons = [self._try(order) for order in orders]
        for one in [one for one in self.ships if one.count]:
            ports = self.ports(one.owner, one.origin)
            self._send(one, min(ports, key=self._rank) if ports else None, one.squadrons, one.corsairs)
        for place in list(self.leaders):
            for leader in list(self.leaders[place]):
                self._settle(place, leader)
        return reasons

    def _try(self, order: Order) -> Reason | None:
        reasons = [self.why_not(wish) for wish in order]
        for wish, reason in zip(order, reasons, strict=True):
            if reason is None:
                ships = self._ships(wish)
                assert ships is not None
                squadrons, corsairs = _counts(wish, ships)
                self._send(ships, SpaceId(str(wish["to"])), squadrons, corsairs, _leaders(wish))
                return None
        return reasons[0]

    def why_not(self, wish: Alternative) -> Reason | None:
        """Why an order is not possible as the plan stands; None when it is."""
        if wish["do"] != GO:
            return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
        facts: dict[str, Json] = {"power": self.power, "place": wish["from"], "to_space": wish["to"]}
        ships = self._ships(wish)
        if ships is None:
            return Reason("no_ships_to_winter", "19", facts)
        if wish["to"] not in self.ports(ships.owner, ships.origin):
            return Reason("not_the_nearest_port", "19", facts)
        squadrons, corsairs = _counts(wish, ships)
        if not 0 <= squadrons <= ships.squadrons or not 0 <= corsairs <= ships.corsairs or squadrons + corsairs < 1:
            return Reason(
                "not_so_many_ships", "19", {**facts, "squadrons": ships.squadrons, "corsairs": ships.corsairs}
            )
        for leader in _leaders(wish):
            if leader not in self.leaders.get(ships.origin, ()):
                return Reason("no_such_leader", "19", {**facts, "leader": leader})
            if not self._can_sail(leader, ships.origin, SpaceId(str(wish["to"]))):
                return Reason("closed_sea", "16.1", {**facts, "leader": leader})
        return None

    def _ships(self, wish: Alternative) -> Trip | None:
        """The ships that an order means: the named owner's, else the own ones, else the only ones."""
        here = [one for one in self.ships if one.origin == wish["from"] and one.count]
        if wish["power"] is not None:
            here = [one for one in here if one.owner == wish["power"]]
        own = [one for one in here if one.owner is self.power]
        return next(iter([*own, *here]), None)

    def choices(self) -> list[Alternative]:
        """All ships of an owner in a place to each of several ports."""
        return [
            blank(_KIND, do=GO, from_=one.origin, to=to, power=None if one.owner is self.power else one.owner)
            for one in self.ships
            for to in _several(self.ports(one.owner, one.origin))
        ]

    # ------------------------------------------------------------------ changes of the plan

    def _send(
        self, ships: Trip, to: SpaceId | None, squadrons: int, corsairs: int, leaders: Sequence[LeaderId] = ()
    ) -> None:
        ships.squadrons -= squadrons
        ships.corsairs -= corsairs
        for leader in leaders:
            self.leaders[ships.origin].remove(leader)
        key = (ships.origin, ships.owner, to)
        trip = next((one for one in self.trips if (one.origin, one.owner, one.to) == key), None)
        if trip is None:
            trip = Trip(*key)
            self.trips.append(trip)
        trip.squadrons += squadrons
        trip.corsairs += corsairs
        trip.leaders += leaders

    def _settle(self, place: PlaceId, leader: LeaderId) -> None:
        """19.3, R59: with ships of his power, else with others of its force; a leader without any ships goes alone."""
        power = self.s.leaders[leader].power
        here = [one for one in self.trips if one.origin == place and one.count]
        safe = [one for one in here if one.to is not None and self._can_sail(leader, place, one.to)]
        if safe:
            trip = max(safe, key=lambda one: (one.owner is power, one.count))
        else:
            ways = [] if here else havens(self.s, self.power, place, (power, leader))
            trip = Trip(place, power, min(ways, key=self._rank) if ways else None)
            self.trips.append(trip)
        trip.leaders.append(leader)
        self.leaders[place].remove(leader)

    def _can_sail(self, leader: LeaderId, place: PlaceId, to: SpaceId) -> bool:
        power = self.s.leaders[leader].power
        return to in self.s.board.map.distances(place, sailing(self.s, (power, leader)))

    def _rank(self, port: SpaceId) -> tuple[bool, int]:
        """D74: home ports first, of them the most threatened: by zones and ports around it that hold enemy ships."""
        world = self.s.board.map
        seas = world.spaces[port].seas
        around: list[PlaceId] = [*seas, *(near for sea in seas for near in world.seas[SeaId(sea)].ports)]
        threats = sum(has_enemy_ships(self.s, self.power, place) for place in dict.fromkeys(around))
        return self.s.home(port) not in self.s.own_force(self.power), -threats


def _counts(wish: Alternative, ships: Trip) -> tuple[int, int]:
    """Squadrons and corsairs that an order names; without numbers all."""
    squadrons, corsairs = wish["squadrons"], wish["corsairs"]
    if squadrons is None and corsairs is None:
        return ships.squadrons, ships.corsairs
    return _number(squadrons), _number(corsairs)


def _number(given: str | int | None) -> int:
    return given if isinstance(given, int) else 0


def _leaders(wish: Alternative) -> list[LeaderId]:
    named = str(wish["leaders"] or "none")
    return [] if named == "none" else [LeaderId(one.strip()) for one in named.split(",")]


def _several(ports: list[SpaceId]) -> list[SpaceId]:
    return ports if len(ports) > 1 else []


# ------------------------------------------------------------------ the question


def ships_question(s: HisState, power: Power) -> Decision[OrderAnswer] | None:
    """D74: ports among ties, and how stacks split; None where there is nothing to choose."""
    fleet = FleetPlan(s, power)
    if not fleet.has_choice():
        return None
    places: list[Json] = [one.origin for one in fleet.ships]
    return question(
        s,
        _KIND,
        power,
        lambda: FleetPlan(s, power).choices(),
        lambda: _usual(s, power),
        why=lambda wish: FleetPlan(s, power).why_not(wish),
        trial=lambda orders: FleetPlan(s, power).carry_out(orders),
        facts={"power": power, "turn": s.turn, "places": places},
    )


def _usual(s: HisState, power: Power) -> list[Order]:
    """The orders that say what is done without any."""
    fleet = FleetPlan(s, power)
    fleet.carry_out([])
    return [[_order(power, trip)] for trip in fleet.trips if trip.to is not None and trip.count]


def _order(power: Power, trip: Trip) -> Alternative:
    return blank(
        _KIND,
        do=GO,
        from_=trip.origin,
        to=trip.to,
        power=None if trip.owner is power else trip.owner,
        squadrons=trip.squadrons,
        corsairs=trip.corsairs,
        leaders=",".join(trip.leaders) or "none",
    )


# ------------------------------------------------------------------ what comes of it


def sail_home(s: HisState, answers: Mapping[Power, OrderAnswer]) -> None:
    """19.3: all powers together; inactive minors too."""
    users = [power for power in Power if power in MAJORS or s.master(power) is power]
    fleets = [FleetPlan(s, power) for power in users]
    for fleet in fleets:
        fleet.carry_out(listed(answers.get(fleet.power, "default"), list))
    for fleet in fleets:
        for trip in fleet.trips:
            _sail(s, trip)


def _sail(s: HisState, trip: Trip) -> None:
    ships = Ships(trip.owner, trip.squadrons, trip.corsairs)
    if trip.to is None:
        if trip.count:
            lose_ships(s, ships, trip.origin, rule="19")
        to_turn_track(s, trip.leaders, rule="19")
        return
    if trip.count:
        s.take_ships(ships, trip.origin)
        s.add_ships(ships, trip.to)
    for leader in trip.leaders:
        s.place_leader(leader, trip.to)
    leaders: list[Json] = list(trip.leaders)
    facts: dict[str, Json] = {"power": trip.owner, "place": trip.origin, "to_space": trip.to, "leaders": leaders}
    tell(s, Event("ships_winter", "19", {**facts, "squadrons": trip.squadrons, "corsairs": trip.corsairs}))
