"""The position: what lies on the board, and the changes to it. Changes neither ask nor decide; queries change nothing.

Tokens are counted by kind in dicts without zeros. Every change keeps the supply of 3.4.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Any

from engine.core.codec import TRANSIENT
from engine.core.events import Event
from engine.dutch_revolt.board import Board
from engine.dutch_revolt.terms import (
    BEGGARS,
    COUNTRYSIDE,
    NEUTRAL,
    ArmyState,
    BoxId,
    Faction,
    Kind,
    Mode,
    PlaceId,
    ProvinceId,
    RegionId,
    Spot,
    University,
)


@dataclass(slots=True)
class Army:
    """An army on a command track. `moved` and `influenced` say what it has used up this turn (a spent army: both)."""

    faction: Faction
    state: ArmyState = "free"
    city: PlaceId | None = None
    moved: bool = False
    influenced: bool = False
    kept: bool = False
    """Its upkeep is paid this turn (9.3)."""


@dataclass(slots=True)
class Holdings:
    """What a faction owns beside the map: tokens in stock and as money, armies in stock."""

    supply: int
    army_supply: int
    stock: int
    treasury: int = 0
    armies: int = 0
    recruited: int = 0
    """New armies of this turn (9.4)."""
    money: dict[str, int] = field(default_factory=dict)
    """Money in and out this turn: start, provinces, cities, fleet, boxes, upkeep, armies, beggars, units, loyalty."""


@dataclass(slots=True)
class WaterBeggars:
    """The Beggars hired this turn (9.7); the rest is in the box."""

    hirer: Faction | None = None
    staying: dict[RegionId, int] = field(default_factory=dict)
    besieging: list[PlaceId] = field(default_factory=list)
    spared: list[Faction] = field(default_factory=list)
    before: dict[RegionId, list[int]] = field(default_factory=dict)
    """Regions where an action was ordered: Beggars and armies there before the first one, B0 and A0."""


@dataclass(slots=True)
class Score:
    """VP of one faction, doubled: cities, provinces and its own source (section 10)."""

    cities: int = 0
    provinces: int = 0
    own: int = 0

    @property
    def total(self) -> int:
        """All VP, doubled."""
        return self.cities + self.provinces + self.own


@dataclass(slots=True)
class TurnScore:
    """The count at the end of a turn, and the order in which that turn was played."""

    turn: int
    order: list[Faction]
    scores: dict[Faction, Score]


@dataclass(slots=True)
class Placing:
    """New units being placed by one faction (9.10): what is left, the first limits, what each province got."""

    left: int
    limits: dict[ProvinceId, int]
    placed: dict[ProvinceId, int] = field(default_factory=dict)

    def more(self, province: ProvinceId) -> int:
        """How many more a province takes."""
        return self.limits.get(province, 0) - self.placed.get(province, 0)


@dataclass(slots=True)
class DutchRevoltState:
    """The whole position. See rules.md sections 2-5 for the words."""

    cursor: str
    mode: Mode
    players: int
    turn: int
    phase: int
    order: list[Faction]
    partners: dict[Faction, Faction]
    holdings: dict[Faction, Holdings]
    neutral_stock: int
    countryside: dict[ProvinceId, dict[Kind, int]]
    places: dict[PlaceId, dict[Kind, int]]
    tracks: dict[RegionId, list[Army]]
    boxes: dict[BoxId, list[Faction | None]]
    city_cards: dict[PlaceId, Faction | None]
    province_cards: dict[ProvinceId, Faction | None]
    loyalty: dict[PlaceId, int]
    bishoprics: dict[ProvinceId, str]
    universities: dict[PlaceId, University]
    beggars: WaterBeggars
    history: list[TurnScore] = field(default_factory=list)
    instructions: dict[str, Any] = field(default_factory=dict)
    """Answers given for later phases of the package: Decision.key -> answer."""
    bids: dict[PlaceId, dict[Faction, int]] = field(default_factory=dict)
    """Money on the loyalty chart (9.16)."""
    loyalty_in_order: bool = False
    """Whether money on loyalty (9.16) is asked for one faction at a time."""
    switches: dict[str, bool | str] = field(default_factory=dict)
    """Switches (13.1) in which this game differs from its data file."""
    placing: Placing | None = field(default=None, metadata=TRANSIENT, repr=False, compare=False)
    """Only while one list of 9.10 is carried out."""
    neutrals_due: list[ProvinceId] = field(default_factory=list, metadata=TRANSIENT, repr=False, compare=False)
    """Only while a shortage of 9.12 is shared out: provinces that may still get one."""
    board: Board = field(default=None, metadata=TRANSIENT, repr=False, compare=False)  # type: ignore[assignment]
    events: list[Event] = field(default_factory=list, metadata=TRANSIENT, repr=False, compare=False)

    # ------------------------------------------------------------------ copies

    def trial_copy(self) -> DutchRevoltState:
        """A copy on which orders can be tried; only the board is shared."""
        other = copy(self)
        other.order = list(self.order)
        other.holdings = {f: copy(h) for f, h in self.holdings.items()}
        for holdings in other.holdings.values():
            holdings.money = dict(holdings.money)
        other.countryside = {p: dict(t) for p, t in self.countryside.items()}
        other.places = {p: dict(t) for p, t in self.places.items()}
        other.tracks = {r: [copy(a) for a in armies] for r, armies in self.tracks.items()}
        other.boxes = {b: list(squares) for b, squares in self.boxes.items()}
        other.city_cards = dict(self.city_cards)
        other.province_cards = dict(self.province_cards)
        other.loyalty = dict(self.loyalty)
        other.bishoprics = dict(self.bishoprics)
        other.universities = dict(self.universities)
        b = self.beggars
        other.beggars = WaterBeggars(b.hirer, dict(b.staying), list(b.besieging), list(b.spared), dict(b.before))
        other.instructions = dict(self.instructions)
        other.bids = {city: dict(by) for city, by in self.bids.items()}
        other.history = list(self.history)
        other.placing = None
        other.neutrals_due = list(self.neutrals_due)
        other.events = []
        return other

    # ------------------------------------------------------------------ queries

    @property
    def factions(self) -> tuple[Faction, ...]:
        """The factions in play, in the row of sympathies (3.1)."""
        return tuple(self.holdings)

    def tokens_at(self, province: ProvinceId, spot: Spot) -> dict[Kind, int]:
        """The live tokens of a spot."""
        return self.countryside[province] if spot == COUNTRYSIDE else self.places[spot]

    def holder_of(self, town: PlaceId) -> Kind | None:
        """The kind of token that stands in a town."""
        return next(iter(self.places[town]), None)

    def controls(self, faction: Faction, place: PlaceId) -> bool:
        """City: holds its card; town: has its token there (section 2)."""
        if self.board.places[place].is_city:
            return self.city_cards[place] == faction
        return faction in self.places[place]

    def besieger_of(self, city: PlaceId) -> str | None:
        """The faction that besieges a city, "beggars", or None."""
        if city in self.beggars.besieging:
            return BEGGARS
        for army in self.tracks[self.board.places[city].region]:
            if army.city == city:
                return army.faction
        return None

    def besieged_in(self, region: RegionId) -> list[PlaceId]:
        """The cities under siege in a region, and all that Water Beggars besiege."""
        return [*self.beggars.besieging, *(army.city for army in self.tracks[region] if army.city is not None)]

    def open_spots(self, province: ProvinceId) -> list[Spot]:
        """Countryside, towns, cities not besieged, in file order: the order in which tokens are lost (R-14)."""
        data = self.board.provinces[province]
        if data.cities and (besieged := self.besieged_in(data.region)):
            return [COUNTRYSIDE, *data.towns, *(city for city in data.cities if city not in besieged)]
        return [COUNTRYSIDE, *data.towns, *data.cities]

    def counted(self, province: ProvinceId) -> dict[Kind, int]:
        """Tokens by kind that count toward the maximum: besieged cities excluded (4.6)."""
        total = dict(self.countryside[province])
        data = self.board.provinces[province]
        if not data.places:
            return total
        besieged = self.besieged_in(data.region) if data.cities else ()
        for places in (data.towns, data.cities):
            for place in places:
                if place not in besieged:
                    for kind, n in self.places[place].items():
                        total[kind] = total.get(kind, 0) + n
        return total

    def counted_of(self, province: ProvinceId, kind: Kind) -> int:
        """As `counted`, of one kind."""
        total = self.present(province, kind)
        data = self.board.provinces[province]
        if total and data.cities:
            total -= sum(self.places[c].get(kind, 0) for c in self.besieged_in(data.region) if c in data.cities)
        return total

    def provinces_with(self, kind: Kind) -> list[ProvinceId]:
        """The provinces with a token of a kind anywhere, besieged cities included; file order."""
        places = self.board.places
        within = {places[place].province for place, tokens in self.places.items() if kind in tokens}
        return [p for p in self.board.provinces if p in within or kind in self.countryside[p]]

    def present(self, province: ProvinceId, kind: Kind) -> int:
        """Tokens of a kind anywhere in a province, besieged cities included."""
        total, places = self.countryside[province].get(kind, 0), self.places
        for place in self.board.provinces[province].places:
            if kind in (tokens := places[place]):
                total += tokens[kind]
        return total

    def outside_cities(self, province: ProvinceId, kind: Kind) -> int:
        """Tokens of a kind in countryside and towns."""
        towns = self.board.provinces[province].towns
        return self.countryside[province].get(kind, 0) + sum(self.places[town].get(kind, 0) for town in towns)

    def all_outside_cities(self, kind: Kind) -> int:
        """Tokens of a kind in all countryside and towns."""
        places = self.places
        in_towns = sum([places[town].get(kind, 0) for town in self.board.towns])
        return in_towns + sum([tokens.get(kind, 0) for tokens in self.countryside.values()])

    def in_boxes(self, faction: Faction) -> int:
        """Own tokens in support boxes."""
        return sum([squares.count(faction) for squares in self.boxes.values()])

    def on_map(self, kind: Kind) -> int:
        """Tokens of a kind on the map."""
        return sum(t.get(kind, 0) for t in self.countryside.values()) + sum(
            t.get(kind, 0) for t in self.places.values()
        )

    def stock_of(self, kind: Kind) -> int:
        """Tokens of a kind in stock; none for a faction that is not in play."""
        if kind == NEUTRAL:
            return self.neutral_stock
        return self.holdings[kind].stock if kind in self.holdings else 0

    def armies_of(self, faction: Faction) -> list[tuple[RegionId, Army]]:
        """The armies of a faction, regions in file order, each track from the left."""
        return [(region, army) for region, armies in self.tracks.items() for army in armies if army.faction == faction]

    def is_stand_off(self, region: RegionId) -> bool:
        """Exactly two armies of two different factions (9.5, R-10)."""
        armies = self.tracks[region]
        return len(armies) == 2 and armies[0].faction != armies[1].faction

    def true_majority(self, tokens: dict[Kind, int]) -> Kind | None:
        """The kind with more tokens than all others together (section 2)."""
        total = sum(tokens.values())
        return next((kind for kind, n in tokens.items() if 2 * n > total), None)

    def last_vp2(self, faction: Faction) -> int:
        """VP of the last count, doubled (12.4 "more VP")."""
        return self.history[-1].scores[faction].total if self.history else 0

    def partner_of(self, faction: Faction) -> Faction | None:
        """The other faction of the same player; None but with two players."""
        return self.partners.get(faction)

    # ------------------------------------------------------------------ changes: tokens

    def put(self, province: ProvinceId, spot: Spot, kind: Kind, count: int = 1) -> None:
        """Tokens onto a spot; where they come from is the caller's business."""
        tokens = self.tokens_at(province, spot)
        tokens[kind] = tokens.get(kind, 0) + count

    def take(self, province: ProvinceId, spot: Spot, kind: Kind, count: int = 1) -> None:
        """Tokens off a spot."""
        tokens = self.tokens_at(province, spot)
        left = tokens[kind] - count
        assert left >= 0, (province, spot, kind, count)
        if left:
            tokens[kind] = left
        else:
            del tokens[kind]

    def from_stock(self, kind: Kind, count: int = 1) -> None:
        """Take tokens out of stock."""
        if kind == NEUTRAL:
            assert self.neutral_stock >= count
            self.neutral_stock -= count
        else:
            assert self.holdings[kind].stock >= count, kind
            self.holdings[kind].stock -= count

    def to_stock(self, kind: Kind, count: int = 1) -> None:
        """Put tokens back into stock."""
        if kind == NEUTRAL:
            self.neutral_stock += count
        else:
            self.holdings[kind].stock += count

    def place_from_stock(self, province: ProvinceId, spot: Spot, kind: Kind, count: int = 1) -> None:
        """Stock to map."""
        self.from_stock(kind, count)
        self.put(province, spot, kind, count)

    def return_to_stock(self, province: ProvinceId, spot: Spot, kind: Kind, count: int = 1) -> None:
        """Map to stock."""
        self.take(province, spot, kind, count)
        self.to_stock(kind, count)

    # ------------------------------------------------------------------ changes: money and armies

    def earn(self, faction: Faction, count: int, source: str) -> None:
        """Stock to treasury (5.1)."""
        self.from_stock(faction, count)
        self.gain(faction, count, source)

    def gain(self, faction: Faction, count: int, source: str) -> None:
        """Money from elsewhere than the stock: a support box."""
        holdings = self.holdings[faction]
        holdings.treasury += count
        holdings.money[source] = holdings.money.get(source, 0) + count

    def pay(self, faction: Faction, count: int, source: str) -> None:
        """Treasury to stock (5.1)."""
        holdings = self.holdings[faction]
        assert holdings.treasury >= count, (faction, count, source)
        holdings.treasury -= count
        holdings.stock += count
        holdings.money[source] = holdings.money.get(source, 0) - count

    def add_army(self, region: RegionId, faction: Faction) -> Army:
        """An army from stock to the leftmost free square."""
        assert len(self.tracks[region]) < self.board.regions[region].squares
        assert self.holdings[faction].armies > 0
        self.holdings[faction].armies -= 1
        army = Army(faction)
        self.tracks[region].append(army)
        return army

    def remove_army(self, region: RegionId, army: Army) -> None:
        """An army to stock; its siege ends, gaps close to the left."""
        index = next(i for i, other in enumerate(self.tracks[region]) if other is army)
        del self.tracks[region][index]
        self.holdings[army.faction].armies += 1
