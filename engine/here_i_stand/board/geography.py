"""The map (2): spaces, connections, passes, sea zones, ports; and what is nearest on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from engine.here_i_stand.terms import PassRegion, PlaceId, Power, SeaId, SpaceId, SpaceKind, Zone

Aliases: TypeAlias = "Mapping[str, tuple[str, ...]]"
Steps: TypeAlias = Callable[[PlaceId], Iterable[PlaceId]]
"""Where one can go from a place in one step."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space (2.1). `home` is its home power when the game begins; None while it is out of play (21.1)."""

    id: SpaceId
    name: str
    kind: SpaceKind
    home: Power | None
    zone: Zone
    adjacent: tuple[SpaceId, ...]
    """Over ordinary connections."""
    passes: tuple[SpaceId, ...]
    """Over passes (2.5)."""
    seas: tuple[SeaId, ...]
    capital_of: Power | None
    haven_site: bool
    """Can become a pirate haven (21.1)."""
    lat: float
    lon: float
    aliases: Aliases

    @property
    def port(self) -> bool:
        """Whether it has an anchor."""
        return bool(self.seas)

    @property
    def fortified(self) -> bool:
        """Whether its printed symbol is fortified (2.1)."""
        return self.kind is not SpaceKind.UNFORTIFIED


@dataclass(frozen=True, slots=True)
class SeaZone:
    """A sea zone (2.5)."""

    id: SeaId
    name: str
    adjacent: tuple[SeaId, ...]
    ports: tuple[SpaceId, ...]
    lat: float
    lon: float
    aliases: Aliases


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass: a connection that costs 2 CP and counts as none for many rules (2.5)."""

    region: PassRegion
    between: tuple[SpaceId, SpaceId]


@dataclass(frozen=True, slots=True)
class Straits:
    """Two sea zones that are not adjacent although they touch; ships pass through the port between them (2.5)."""

    zones: tuple[SeaId, SeaId]
    port: SpaceId


class Geography:
    """The whole map. Dicts keep the order of the file, which is called data order."""

    def __init__(
        self,
        spaces: Mapping[SpaceId, Space],
        seas: Mapping[SeaId, SeaZone],
        passes: tuple[Pass, ...],
        straits: tuple[Straits, ...],
        closed_seas: Mapping[str, tuple[SeaId, ...]],
    ) -> None:
        self.spaces = spaces
        self.seas = seas
        self.passes = passes
        self.straits = straits
        self.closed_seas = closed_seas
        """Power or naval leader -> sea zones that its ships never enter (16.1-5)."""

    # ------------------------------------------------------------------ what is asked often

    @cached_property
    def places(self) -> tuple[PlaceId, ...]:
        """Spaces, then sea zones, in data order."""
        return (*self.spaces, *self.seas)

    @cached_property
    def index(self) -> dict[str, int]:
        """Place -> its number in data order."""
        return {place: index for index, place in enumerate(self.places)}

    @cached_property
    def keys(self) -> tuple[SpaceId, ...]:
        """2.1"""
        return self._of_kind(SpaceKind.KEY)

    @cached_property
    def electorates(self) -> tuple[SpaceId, ...]:
        """2.1"""
        return self._of_kind(SpaceKind.ELECTORATE)

    @cached_property
    def ports(self) -> tuple[SpaceId, ...]:
        """Spaces with one or two anchors."""
        return tuple(space.id for space in self.spaces.values() if space.port)

    @cached_property
    def home_spaces(self) -> dict[Power, tuple[SpaceId, ...]]:
        """Power -> its home spaces when the game begins; Algiers is nobody's."""
        return {power: tuple(one.id for one in self.spaces.values() if one.home is power) for power in Power}

    def _of_kind(self, kind: SpaceKind) -> tuple[SpaceId, ...]:
        return tuple(space.id for space in self.spaces.values() if space.kind is kind)

    # ------------------------------------------------------------------ steps

    def over_connections(self, at: PlaceId) -> tuple[SpaceId, ...]:
        """Adjacent spaces, passes left out; none from a sea zone."""
        space = self.spaces.get(SpaceId(at))
        return space.adjacent if space else ()

    def by_land(self, at: PlaceId) -> tuple[SpaceId, ...]:
        """Adjacent spaces over connections and passes; none from a sea zone."""
        space = self.spaces.get(SpaceId(at))
        return space.adjacent + space.passes if space else ()

    def by_ship(self, at: PlaceId) -> tuple[PlaceId, ...]:
        """From a port its sea zones; from a sea zone adjacent ones and its ports."""
        sea = self.seas.get(SeaId(at))
        return (*sea.adjacent, *sea.ports) if sea else self.spaces[SpaceId(at)].seas

    def by_land_or_sea(self, at: PlaceId) -> tuple[PlaceId, ...]:
        """Over connections, passes, port to sea zone and sea zone to sea zone (R23)."""
        return (*self.by_land(at), *self.by_ship(at))

    # ------------------------------------------------------------------ searches

    def distances(self, start: PlaceId, steps: Steps) -> dict[PlaceId, int]:
        """Every place that can be reached -> the fewest steps to it, nearest first; each place entered is 1 (R23)."""
        found: dict[PlaceId, int] = {start: 0}
        reached = [start]
        for place in reached:
            for onward in steps(place):
                if onward not in found:
                    found[onward] = found[place] + 1
                    reached.append(onward)
        return found

    def nearest(self, start: PlaceId, steps: Steps, wanted: Callable[[PlaceId], bool]) -> list[PlaceId]:
        """The wanted places fewest steps away, in data order; the start itself does not count (12.5)."""
        away = {place: far for place, far in self.distances(start, steps).items() if place != start and wanted(place)}
        least = min(away.values(), default=0)
        return [place for place in self.places if away.get(place) == least]

    def path(self, start: PlaceId, steps: Steps, wanted: Callable[[PlaceId], bool]) -> list[PlaceId] | None:
        """A shortest way from the start to a wanted place, both ends included; None where there is none."""
        came_from: dict[PlaceId, PlaceId | None] = {start: None}
        reached = [start]
        for place in reached:
            if wanted(place):
                return _traced(came_from, place)
            for onward in steps(place):
                if onward not in came_from:
                    came_from[onward] = place
                    reached.append(onward)
        return None


def _traced(came_from: Mapping[PlaceId, PlaceId | None], end: PlaceId) -> list[PlaceId]:
    way: list[PlaceId] = []
    place: PlaceId | None = end
    while place is not None:
        way.append(place)
        place = came_from[place]
    return way[::-1]
