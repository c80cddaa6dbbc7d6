"""19.3 Where land units may winter, and a power's plan for them: who stays, who goes where.

A plan changes nothing on the board, so that orders can be tried beforehand. What a power orders comes first, its units
in fortified spaces of its own before those outside; then all who must still go are sent where they lose least (D75).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.options import Alternative, Order
from engine.here_i_stand.asking import blank
from engine.here_i_stand.forces import Formation, can_change, just, less
from engine.here_i_stand.forming import LAND_FIELDS, group_of
from engine.here_i_stand.presence import army_leaders_of, is_closed_electorate, is_friendly
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, PlaceId, Power, SpaceId, UnitType

GO: Final = "go"
_STAY_FIRST: Final = (UnitType.REGULAR, UnitType.CAVALRY, UnitType.MERCENARY)
"""Who keeps a sure place by default; the others bear the losses."""


@dataclass(slots=True)
class Group:
    """19.3: all that goes from one space to one place; to None where there is no place left."""

    origin: SpaceId
    to: SpaceId | None
    units: dict[Power, Land] = field(default_factory=dict)
    leaders: list[LeaderId] = field(default_factory=list)

    @property
    def strength(self) -> int:
        """All units."""
        return sum(units.strength for units in self.units.values())


class Plan:
    """What becomes of the land units and army leaders of a power's own force."""

    def __init__(self, s: HisState, power: Power) -> None:
        self.s = s
        self.power = power
        self.units: dict[SpaceId, dict[Power, Land]] = {}
        self.leaders: dict[SpaceId, list[LeaderId]] = {}
        self.groups: list[Group] = []
        self._far: dict[SpaceId, Mapping[PlaceId, int]] = {}
        self._reached: dict[SpaceId, Mapping[PlaceId, int]] = {}
        occupied = {*s.forces, *(state.at for state in s.leaders.values())}
        for space in (one for one in s.spaces if one in occupied):
            here = {owner: s.land(owner, space) for owner in s.own_force(power)}
            if units := {owner: land for owner, land in here.items() if land.strength}:
                self.units[space] = units
            if leaders := army_leaders_of(s, power, space):
                self.leaders[space] = leaders
        self.began = {space: sum(land.strength for land in here.values()) for space, here in self.units.items()}
        self.capitals = [one for one in s.board.powers[power].capitals if s.spaces[one].controller is power]
        self.shelters = [
            space for space in s.controlled(power) if s.is_fortified(space) and not is_closed_electorate(s, space)
        ]

    # ------------------------------------------------------------------ places

    def homes(self, owner: Power) -> list[SpaceId]:
        """The capitals, for a minor's units also its home keys (22.3): there is no limit. In the later edition Scots
        have nothing but these."""
        if owner is self.power:
            return self.capitals
        data = self.s.board.powers[owner]
        keys = [space for space in data.winter_spaces if space in self.shelters]
        return keys if data.winter_only_there else [*self.capitals, *(key for key in keys if key not in self.capitals)]

    def may_stay(self, owner: Power, space: SpaceId) -> bool:
        """19.3 b: in a fortified space of its own major power."""
        only_home = owner is not self.power and self.s.board.powers[owner].winter_only_there
        return space in self.shelters and (not only_home or space in self.homes(owner))

    def stands(self, space: SpaceId) -> int:
        """Units that winter in a space as far as is settled: guests, and those who must leave, do not count."""
        here = self.units.get(space, {})
        stay = sum(units.strength for owner, units in here.items() if self.may_stay(owner, space))
        return stay + sum(group.strength for group in self.groups if group.to == space)

    def room(self, owner: Power, space: SpaceId) -> int | None:
        """For how many more units there is room under 4; None: no limit."""
        if space in self.homes(owner):
            return None
        return max(0, self.s.board.tables.limits.garrison - self.stands(space))

    def excess(self, space: SpaceId) -> int:
        """19.3 a: units that must leave a fortified space; those who are at home there need not."""
        here = {owner: units for owner, units in self.units.get(space, {}).items() if self.may_stay(owner, space)}
        over = sum(units.strength for units in here.values()) - self.s.board.tables.limits.garrison
        able = sum(units.strength for owner, units in here.items() if space not in self.homes(owner))
        return max(0, min(over, able))

    def nearest(self, owner: Power, origin: SpaceId) -> list[SpaceId]:
        """19.3 b, R23: the nearest fortified spaces that have room, in data order."""
        if owner is not self.power and self.s.board.powers[owner].winter_only_there:
            return []
        far = self._distances(origin)
        free = [one for one in self.shelters if one != origin and one in far and self.room(owner, one) != 0]
        least = min((far[one] for one in free), default=0)
        return [one for one in free if far[one] == least]

    def places(self, owner: Power, origin: SpaceId) -> list[SpaceId]:
        """Where units of an owner may go from a space."""
        if self._stays_in_capital(owner, origin):
            return []
        homes = [one for one in self.homes(owner) if one != origin]
        if not self.may_stay(owner, origin):
            return list(dict.fromkeys((*homes, *self.nearest(owner, origin))))
        has_capital = bool(self.s.board.powers[self.power].capitals)
        return self.nearest(owner, origin) if not has_capital and self.excess(origin) else homes

    def _stays_in_capital(self, owner: Power, origin: SpaceId) -> bool:
        """19.3: who is in the capital already stays, but for Scots of the later edition."""
        return origin in self.capitals and self.may_stay(owner, origin)

    def is_open(self, origin: SpaceId, to: SpaceId) -> bool:
        """19.3: whether there is a path of friendly spaces without unrest and of sea zones."""
        if origin not in self._reached:
            world = self.s.board.map

            def steps(place: PlaceId) -> Iterable[PlaceId]:
                return [one for one in world.by_land_or_sea(place) if one in world.seas or self._is_free(SpaceId(one))]

            self._reached[origin] = world.distances(origin, steps)
        return to in self._reached[origin]

    def _is_free(self, space: SpaceId) -> bool:
        friendly = is_friendly(self.s, self.power, space) and not self.s.spaces[space].unrest
        return friendly and not is_closed_electorate(self.s, space)

    def _distances(self, origin: SpaceId) -> Mapping[PlaceId, int]:
        if origin not in self._far:
            world = self.s.board.map
            self._far[origin] = world.distances(origin, world.by_land_or_sea)
        return self._far[origin]

    def losses(self, group: Group) -> int:
        """19.3: half, rounded up, where no path is open; all where there is no place."""
        if group.to is None:
            return group.strength
        return 0 if self.is_open(group.origin, group.to) else (group.strength + 1) // 2

    # ------------------------------------------------------------------ orders

    def carry_out(self, orders: Sequence[Order]) -> list[Reason | None]:
        """The whole plan: orders, then what is left open; for each order None or why it was not possible."""
        reasons: list[Reason | None] = [None] * len(orders)
        for first in (True, False):
            for index, order in enumerate(orders):
                if (order[0]["from"] in self.shelters) is first:
                    reasons[index] = self._try(order)
            if first:
                self._settle_excess()
        self._settle_exposed()
        self._settle_leaders()
        return reasons

    def _try(self, order: Order) -> Reason | None:
        reasons: list[Reason] = []
        for wish in order:
            formation = self.formation(wish)
            if isinstance(formation, Formation):
                reason = self._why_not(formation, wish)
                if reason is None:
                    self._add(SpaceId(formation.at), SpaceId(str(wish["to"])), formation.units, formation.leaders)
                    return None
                reasons.append(reason)
            else:
                reasons.append(formation)
        return reasons[0]

    def why_not(self, wish: Alternative) -> Reason | None:
        """Why an order is not possible as the plan stands; None when it is."""
        formation = self.formation(wish)
        return self._why_not(formation, wish) if isinstance(formation, Formation) else formation

    def formation(self, wish: Alternative) -> Formation | Reason:
        """What an order moves; without numbers as many as there is room for."""
        if wish["do"] != GO:
            return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
        if wish["to"] not in self.s.spaces:
            return Reason("unknown_name", "", {"what": "to", "given": wish["to"]})
        origin = SpaceId(str(wish["from"]))
        there = Formation(origin, self.units.get(origin, {}), tuple(self.leaders.get(origin, ())))
        found = group_of(self.s, self.power, wish, among=there)
        if isinstance(found, Reason) or any(wish[name] is not None for name in (*LAND_FIELDS, "minors")):
            return found
        fitting = self._fitting(origin, SpaceId(str(wish["to"])), found.units)
        return replace(found, units=fitting) if fitting else found

    def _fitting(self, origin: SpaceId, to: SpaceId, units: Mapping[Power, Land]) -> dict[Power, Land]:
        """As many of the units as there is room for."""
        found: dict[Power, Land] = {}
        counted = 0
        for owner, land in units.items():
            room = self._free_places(owner, origin, to)
            part = _first(land, land.strength if room is None else room - counted)
            counted += 0 if room is None else part.strength
            if part.strength:
                found[owner] = part
        return found

    def _free_places(self, owner: Power, origin: SpaceId, to: SpaceId) -> int | None:
        """How many units of an owner may go; None: all."""
        if to not in self.places(owner, origin):
            return 0
        room = self.room(owner, to)
        if to in self.homes(owner) or not self.may_stay(owner, origin):
            return room
        return min(room or 0, self.excess(origin))

    def _why_not(self, formation: Formation, wish: Alternative) -> Reason | None:
        origin, to = formation.at, SpaceId(str(wish["to"]))
        facts: dict[str, Json] = {"power": self.power, "from_space": origin, "to_space": to}
        counted = 0
        for owner, units in formation.units.items():
            if self._stays_in_capital(owner, origin):
                return Reason("winters_in_capital", "19", facts)
            if to not in self.places(owner, origin):
                return Reason("no_place_to_winter", "19", {**facts, "owner": owner})
            room = self._free_places(owner, origin, to)
            counted += 0 if room is None else units.strength
            if room is not None and counted > room:
                return Reason("no_room_to_winter", "19", {**facts, "count": counted, "room": room})
        if not formation.strength and origin in self.capitals:
            return Reason("winters_in_capital", "19", facts)
        if not formation.strength and not self._leaders_may(origin, to):
            return Reason("no_place_to_winter", "19", {**facts, "owner": self.power})
        if not self._fits_with(origin, to, formation.units):
            return Reason("no_counters_left", "5.2", facts)
        return None

    def _leaders_may(self, origin: SpaceId, to: SpaceId) -> bool:
        """19.3 c: with one of the groups of their space, or to the capital."""
        return to in self.capitals or any((one.origin, one.to) == (origin, to) for one in self.groups)

    # ------------------------------------------------------------------ changes of the plan

    def _add(
        self, origin: SpaceId, to: SpaceId | None, units: Mapping[Power, Land], leaders: Iterable[LeaderId] = ()
    ) -> None:
        group = next((one for one in self.groups if (one.origin, one.to) == (origin, to)), None)
        if group is None:
            group = Group(origin, to)
            self.groups.append(group)
        for owner, land in units.items():
            group.units.setdefault(owner, Land()).add(land)
            self.units[origin][owner].take(land)
            if not self.units[origin][owner].strength:
                del self.units[origin][owner]
        for leader in leaders:
            group.leaders.append(leader)
            self.leaders[origin].remove(leader)

    def _fits_with(self, origin: SpaceId, to: SpaceId, units: Mapping[Power, Land]) -> bool:
        """5.2: whether all can be laid out if these go too and the others stay."""
        for owner, land in units.items():
            final = self._final(owner)
            final.setdefault(origin, Land()).take(land)
            final.setdefault(to, Land()).add(land)
            now = {space: self.s.land(owner, space) for space in final}
            changes = {space: less(final[space], now[space]) for space in final if final[space] != now[space]}
            if not can_change(self.s, owner, changes):
                return False
        return True

    def _final(self, owner: Power) -> dict[SpaceId, Land]:
        """Where an owner's units stand if nobody else goes."""
        found = {space: replace(here[owner]) for space, here in self.units.items() if owner in here}
        for group in self.groups:
            found.setdefault(group.origin, Land())
            if group.to is not None and owner in group.units:
                found.setdefault(group.to, Land()).add(group.units[owner])
        return found

    # ------------------------------------------------------------------ D75: what is left open

    def _settle_excess(self) -> None:
        """19.3 a"""
        for space in self.shelters:
            while space not in self.capitals and (count := self.excess(space)):
                owner = next(one for one in self._leaving_first(space) if space not in self.homes(one))
                land = self.units[space][owner]
                self._send(owner, space, _last(land, min(count, land.strength)))

    def _leaving_first(self, space: SpaceId) -> list[Power]:
        """Owners who may stay in a space: the major power first."""
        return [one for one in self.s.own_force(self.power) if one in self.units[space] and self.may_stay(one, space)]

    def _settle_exposed(self) -> None:
        """19.3 b"""
        for space in list(self.units):
            for owner in [one for one in self.s.own_force(self.power) if one in self.units[space]]:
                while owner in self.units[space] and not self.may_stay(owner, space):
                    self._send(owner, space, replace(self.units[space][owner]))

    def _send(self, owner: Power, origin: SpaceId, units: Land) -> None:
        """Units, or as many of them as there is room for, go where the fewest are lost."""
        for to in self._best(owner, origin):
            room = self._free_places(owner, origin, to)
            most = units.strength if room is None else min(room, units.strength)
            for count in range(most, 0, -1):
                part = _first(units, count)
                if self._fits_with(origin, to, {owner: part}):
                    self._add(origin, to, {owner: part})
                    return
        homes = [one for one in self.homes(owner) if one in self.places(owner, origin)]
        self._add(origin, homes[0] if homes else None, {owner: units})

    def _best(self, owner: Power, origin: SpaceId) -> list[SpaceId]:
        """Places by what they cost: those to which a path is open, homes before others; then the nearest."""
        far, homes = self._distances(origin), self.homes(owner)
        places = self.places(owner, origin)
        return sorted(places, key=lambda to: (not self.is_open(origin, to), to not in homes, far.get(to, len(far))))

    def _settle_leaders(self) -> None:
        """19.3 c, R22"""
        for space in list(self.leaders):
            while self.leaders[space] and not self._leader_stays(space):
                leader = self.leaders[space][0]
                self._add(space, self._home_of_leader(space), {}, [leader])

    def _leader_stays(self, space: SpaceId) -> bool:
        """In a fortified space of his power that is not vacated."""
        if space in self.capitals:
            return True
        return space in self.shelters and (bool(self.units.get(space)) or not self.began.get(space))

    def _home_of_leader(self, space: SpaceId) -> SpaceId | None:
        """With the largest group; else the nearest capital, else the nearest fortified space, else nowhere."""
        groups = [one for one in self.groups if one.origin == space and one.to is not None and one.units]
        if groups:
            return max(groups, key=lambda one: one.strength - self.losses(one)).to
        far = self._distances(space)
        for places in (self.capitals, [one for one in self.shelters if one != space]):
            if places:
                return min(places, key=lambda one: far.get(one, len(far)))
        return None


def _first(units: Land, count: int) -> Land:
    """So many of the units, regulars first."""
    return _some(units, count, _STAY_FIRST)


def _last(units: Land, count: int) -> Land:
    """So many of the units, mercenaries first."""
    return _some(units, count, _STAY_FIRST[::-1])


def _some(units: Land, count: int, order: Iterable[UnitType]) -> Land:
    found = Land()
    for kind in order:
        part = max(0, min(count - found.strength, units.of(kind)))
        found.add(just(kind, part))
    return found


def single_orders(plan: Plan) -> list[Alternative]:
    """Orders that are possible at first: all units of each space to each place, as many as there is room for."""
    return [wish for space in _camps(plan) for wish in _orders_from(plan, space)]


def _camps(plan: Plan) -> list[SpaceId]:
    return list(dict.fromkeys((*plan.units, *plan.leaders)))


def _orders_from(plan: Plan, space: SpaceId) -> list[Alternative]:
    owners = [*plan.units.get(space, ())] or [plan.power]
    places = dict.fromkeys(one for owner in owners for one in plan.places(owner, space))
    wishes = [blank("winter_land", do=GO, from_=space, to=to) for to in places]
    return [wish for wish in wishes if plan.why_not(wish) is None]


def has_choice(plan: Plan) -> bool:
    """Whether a power decides anything: somebody may stay or go, or go to several places, or not all find room."""
    orders: list[Alternative] = []
    for space in _camps(plan):
        found = _orders_from(plan, space)
        if len(found) > 1 or (found and space in plan.shelters):
            return True
        orders += found
    going: dict[SpaceId, int] = {}
    for wish in orders:
        origin, to = SpaceId(str(wish["from"])), SpaceId(str(wish["to"]))
        here = plan.units.get(origin, {})
        limited = [units.strength for owner, units in here.items() if plan.room(owner, to) is not None]
        going[to] = going.get(to, 0) + sum(limited)
    return any(count > (plan.room(plan.power, to) or 0) for to, count in going.items() if count)
