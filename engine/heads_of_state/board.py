"""The board as data: loaded once from the text that is pinned into the record of a game, never changed.

Every number of the rules that could differ on a real copy comes from `board.toml`, so that an owner can correct it.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, TypeAlias

from engine.heads_of_state.terms import (
    ASSASSIN,
    DOUBLE,
    REVOLUTION,
    SINGLE,
    AreaId,
    AttributeId,
    CountryId,
    RankId,
    TreasonId,
)

SwitchValue: TypeAlias = "bool | int | str"
_Aliases: TypeAlias = "Mapping[str, tuple[str, ...]]"


class BadBoard(ValueError):
    """The data file can't be used; str() says which fact is at fault. `pbem data check` lists all faults."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank of noble (1.1): its price (10.2), its tiles and cards, its value in the final scoring (14.5)."""

    id: RankId
    order: int
    cost: tuple[AttributeId, ...]
    courtesan_allowed: bool
    tiles: int
    noble_cards: int
    final_bonus: int
    aliases: _Aliases


@dataclass(frozen=True, slots=True)
class Attribute:
    """A kind of attribute card (1.7). `needed` is the number of ranks that need it; of the wild card, that take it."""

    id: AttributeId
    index: int
    wild: bool
    marks: Mapping[int, int]
    """Least number of players -> cards; 0 for the unmarked ones (4.2)."""
    needed: int
    aliases: _Aliases

    def in_use(self, players: int) -> int:
        """How many are used (4.2)."""
        return sum(count for least, count in self.marks.items() if least <= players)


@dataclass(frozen=True, slots=True)
class Treason:
    """A kind of treason card (1.8): assassin, single or double."""

    id: TreasonId
    index: int
    kind: str
    countries: tuple[CountryId, ...]
    count: int
    aliases: _Aliases


@dataclass(frozen=True, slots=True)
class Country:
    """A country (1.2): its areas in file order, its markers (14.2, 14.4)."""

    id: CountryId
    name: str
    areas: tuple[AreaId, ...]
    capital: AreaId
    round_first: int
    round_second: int
    square: tuple[int, ...]
    aliases: _Aliases


@dataclass(frozen=True, slots=True)
class Area:
    """An area (1.3) with its boxes, the upper one first (1.4), and its hex value (1.5)."""

    id: AreaId
    code: str
    name: str
    country: CountryId
    capital: bool
    boxes: tuple[RankId, ...]
    hex: int
    city: str
    lat: float
    lon: float
    aliases: _Aliases


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules that belong to no card and no place."""

    row: int
    treason_row: int
    revolution_cards: int
    """Attribute cards in the revolution pile (4.3)."""
    take: int
    exchange_take: int
    exchange_needs: int
    option_2_treason: int
    option_2_attributes: int
    unreplaced: int
    """8.5"""
    targets_per_noble: int
    """9.2"""
    turn_end_attributes: int
    turn_end_treason: int
    round_end_attributes: int
    round_end_treason: int
    own_cubes: int
    target_cubes: int
    province_top: int
    province_lower: int
    capital_top: int
    capital_lower: int


@dataclass(frozen=True, slots=True)
class Switches:
    """The rulings that can be set to their other reading (section 18)."""

    R2_first_turn_exchange: bool = False
    R16_return_dead_when_useless: bool = True
    R23_minimum_cards: int = 1
    R25_winner_tie_counts: str = "noble_cards"


WINNER_TIES = ("noble_cards", "nobles_on_map")
"""The readings of R25."""
MARKS = {0: "unmarked", 3: "mark3", 4: "mark4", 5: "mark5"}
"""Least number of players -> its column in the data file (2.3)."""


class Board:
    """The whole board. Dicts keep the order of the file, which the rules call data order."""

    def __init__(self, data: Mapping[str, Any], sha256: str, switches: Switches | None = None) -> None:
        self.sha256 = sha256
        self._data = data
        self.switches = _switches(data) if switches is None else switches
        self.name: str = data["game"]["name"]
        self.min_players: int = data["game"]["min_players"]
        self.max_players: int = data["game"]["max_players"]
        self.colours: tuple[str, ...] = tuple(data["players"]["colours"])
        self.rounds: tuple[str, ...] = tuple(data["rounds"]["names"])
        self.ranks: dict[RankId, Rank] = {row["id"]: _rank(row) for row in _low_to_high(data["rank"])}
        self.attributes: dict[AttributeId, Attribute] = {
            row["id"]: _attribute(row, index, self.ranks.values()) for index, row in enumerate(data["attribute"])
        }
        self.treason: dict[TreasonId, Treason] = {
            row["id"]: _treason(row, index) for index, row in enumerate(data["treason"])
        }
        self.areas: dict[AreaId, Area] = {row["id"]: self._area(row) for row in data["area"]}
        self.countries: dict[CountryId, Country] = {row["id"]: self._country(row) for row in data["country"]}
        self.numbers = _numbers(data)
        self.first_turn: dict[int, tuple[int, ...]] = {
            int(players): tuple(draws) for players, draws in data["first_turn"]["draws"].items()
        }
        self.full_set: dict[int, tuple[int, ...]] = {
            players: tuple(data["full_set"]["markers_2_players" if players == 2 else "markers_3_to_5_players"])
            for players in range(self.min_players, self.max_players + 1)
        }
        self.winner_tie: tuple[RankId, ...] = tuple(data["final_tie"]["compare"])
        """Ranks in the order in which ties are broken (15.2)."""
        self._require_sound()

    @classmethod
    def load(cls, text: str) -> Board:
        """Read a data file. Raises BadBoard."""
        try:
            return cls(tomllib.loads(text), hashlib.sha256(text.encode()).hexdigest())
        except tomllib.TOMLDecodeError as fault:
            raise BadBoard(f"the data file is not TOML: {fault}") from fault
        except KeyError as fault:
            raise BadBoard(f"the data file lacks or misnames {fault}; `pbem data check` lists every fault") from fault
        except (TypeError, AttributeError) as fault:
            raise BadBoard(
                f"the data file holds a fact of a wrong kind: {fault}; `pbem data check` lists every fault"
            ) from fault

    @classmethod
    def ours(cls) -> Board:
        """The board as it comes with the judge."""
        return cls.load(our_text())

    def with_switches(self, changed: Mapping[str, SwitchValue]) -> Board:
        """The same board under other rulings (section 18)."""
        if not changed:
            return self
        return Board(self._data, self.sha256, Switches(**{**asdict(self.switches), **changed}))

    # ------------------------------------------------------------------ what is asked often

    @cached_property
    def wild(self) -> AttributeId:
        """The courtesan (1.7)."""
        return next(a.id for a in self.attributes.values() if a.wild)

    @cached_property
    def assassins(self) -> tuple[TreasonId, ...]:
        """The kinds that need the bag (9.5)."""
        return tuple(t.id for t in self.treason.values() if t.kind == ASSASSIN)

    @cached_property
    def attribute_index(self) -> dict[AttributeId, int]:
        """Kind -> its place in data order."""
        return {a.id: a.index for a in self.attributes.values()}

    @cached_property
    def treason_index(self) -> dict[TreasonId, int]:
        """Kind -> its place in data order."""
        return {t.id: t.index for t in self.treason.values()}

    @cached_property
    def boxes(self) -> tuple[tuple[AreaId, RankId], ...]:
        """Every box: areas in data order, the upper box first."""
        return tuple((area.id, rank) for area in self.areas.values() for rank in area.boxes)

    @cached_property
    def boxes_of(self) -> dict[RankId, tuple[AreaId, ...]]:
        """Rank -> the areas with a box for it, in data order."""
        return {rank: tuple(a.id for a in self.areas.values() if rank in a.boxes) for rank in self.ranks}

    @cached_property
    def treason_cards(self) -> list[TreasonId]:
        """All treason cards (4.4), one entry a card."""
        return [t.id for t in self.treason.values() for _ in range(t.count)]

    @cached_property
    def payments(self) -> dict[RankId, tuple[tuple[AttributeId, ...], ...]]:
        """Rank -> what may be paid (10.2, 10.3): the listed cards, then a courtesan for each of them in their order."""
        wild = self.wild
        return {
            rank.id: (
                rank.cost,
                *(
                    tuple(wild if card == kind else card for card in rank.cost)
                    for kind in rank.cost
                    if rank.courtesan_allowed
                ),
            )
            for rank in self.ranks.values()
        }

    @cached_property
    def tiles(self) -> dict[RankId, int]:
        """Rank -> tiles of a family (2.1)."""
        return {rank.id: rank.tiles for rank in self.ranks.values()}

    @cached_property
    def attribute_counts(self) -> dict[int, dict[AttributeId, int]]:
        """Players -> kind -> cards in use (4.2)."""
        return {
            players: {a.id: a.in_use(players) for a in self.attributes.values() if a.in_use(players)}
            for players in range(self.min_players, self.max_players + 1)
        }

    @cached_property
    def treason_counts(self) -> dict[TreasonId, int]:
        """Kind -> treason cards (4.4)."""
        return {t.id: t.count for t in self.treason.values() if t.count}

    def attribute_cards(self, players: int) -> list[AttributeId]:
        """The attribute cards in use (4.2), one entry a card."""
        return [a.id for a in self.attributes.values() for _ in range(a.in_use(players))]

    def box_index(self, area: AreaId, rank: RankId) -> int | None:
        """Which box of an area takes a rank, the upper one being 0; None when none does."""
        boxes = self.areas[area].boxes
        return boxes.index(rank) if rank in boxes else None

    # ------------------------------------------------------------------ reading

    def _area(self, row: Mapping[str, Any]) -> Area:
        boxes = tuple(row["boxes"])
        for rank in boxes:
            if rank not in self.ranks:
                raise BadBoard(f"area {row['id']} has a box for {rank!r}, which is no rank")
        orders = [self.ranks[rank].order for rank in boxes]
        if not 1 <= len(boxes) <= 2 or orders != sorted(set(orders), reverse=True):
            raise BadBoard(f"area {row['id']} must have one or two boxes of different ranks, the higher one first")
        if row["kind"] not in ("capital", "province"):
            raise BadBoard(f"area {row['id']} must be a capital or a province, not {row['kind']!r}")
        return Area(
            id=row["id"],
            code=row["code"],
            name=row["name"],
            country=row["country"],
            capital=row["kind"] == "capital",
            boxes=boxes,
            hex=row["hex"],
            city=row["city"],
            lat=row["lat"],
            lon=row["lon"],
            aliases=_aliases(row),
        )

    def _country(self, row: Mapping[str, Any]) -> Country:
        areas = [area for area in self.areas.values() if area.country == row["id"]]
        capitals = [area.id for area in areas if area.capital]
        if len(capitals) != 1:
            raise BadBoard(f"country {row['id']} must have exactly one capital, not {len(capitals)}")
        return Country(
            id=row["id"],
            name=row["name"],
            areas=tuple(area.id for area in areas),
            capital=capitals[0],
            round_first=row["round_first"],
            round_second=row["round_second"],
            square=tuple(row["square"]),
            aliases=_aliases(row),
        )

    def _require_sound(self) -> None:
        """Raises BadBoard where facts do not fit each other and a game could not be played."""
        for rank in self.ranks.values():
            for card in rank.cost:
                if card not in self.attributes or self.attributes[card].wild:
                    raise BadBoard(f"rank {rank.id} costs {card!r}, which is no ordinary attribute card")
            if len(set(rank.cost)) != len(rank.cost):
                raise BadBoard(f"rank {rank.id} must cost one card of each kind named (10.2)")
        if sum(a.wild for a in self.attributes.values()) != 1 or REVOLUTION in self.attributes:
            raise BadBoard(f"one attribute card must be wild, and none may be called {REVOLUTION}")
        for area in self.areas.values():
            if area.country not in self.countries:
                raise BadBoard(f"area {area.id} lies in {area.country!r}, which is no country")
        for kind in self.treason.values():
            if kind.kind not in _NAMES_COUNTRIES or len(kind.countries) != _NAMES_COUNTRIES[kind.kind]:
                raise BadBoard(f"treason card {kind.id}: an assassin names 0 countries, a single 1, a double 2")
            for country in kind.countries:
                if country not in self.countries:
                    raise BadBoard(f"treason card {kind.id} names {country!r}, which is no country")
        if set(self.winner_tie) != set(self.ranks):
            raise BadBoard("final_tie.compare must name each rank once")
        for players in range(self.min_players, self.max_players + 1):
            self._require_sound_for(players)

    def _require_sound_for(self, players: int) -> None:
        if len(self.first_turn.get(players, ())) != players:
            raise BadBoard(f"first_turn.draws must have {players} numbers for {players} players")
        if players > len(self.colours):
            raise BadBoard(f"players.colours must name {players} colours at least")
        n = self.numbers
        if n.exchange_needs < n.row:
            raise BadBoard("an exchange turns up a whole row; option1.exchange_needs_in_draw_pile must not be less")
        held = players * n.round_end_attributes
        if len(self.attribute_cards(players)) < n.revolution_cards + n.row + held + 1:
            raise BadBoard(
                f"there are too few attribute cards for {players} players: a change of round needs more (13.3)"
            )
        if len(self.treason_cards) <= players * n.turn_end_treason + n.treason_row + n.option_2_treason:
            raise BadBoard(f"there are too few treason cards for {players} players (16.2)")


_NAMES_COUNTRIES = {ASSASSIN: 0, SINGLE: 1, DOUBLE: 2}


def our_text() -> str:
    """The text of our own data file."""
    return files("engine.heads_of_state").joinpath("data/board.toml").read_text(encoding="utf-8")


def _aliases(row: Mapping[str, Any]) -> _Aliases:
    return {language: tuple(names) for language, names in row.get("aliases", {}).items()}


def _low_to_high(rows: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(rows, key=lambda row: int(row["order"]))


def _rank(row: Mapping[str, Any]) -> Rank:
    return Rank(
        id=row["id"],
        order=row["order"],
        cost=tuple(row["cost"]),
        courtesan_allowed=row["courtesan_allowed"],
        tiles=row["tiles_per_player"],
        noble_cards=row["noble_cards"],
        final_bonus=row["final_bonus"],
        aliases=_aliases(row),
    )


def _attribute(row: Mapping[str, Any], index: int, ranks: Iterable[Rank]) -> Attribute:
    wild = bool(row["wild"])
    return Attribute(
        id=row["id"],
        index=index,
        wild=wild,
        marks={least: int(row[column]) for least, column in MARKS.items()},
        needed=sum(rank.courtesan_allowed if wild else row["id"] in rank.cost for rank in ranks),
        aliases=_aliases(row),
    )


def _treason(row: Mapping[str, Any], index: int) -> Treason:
    return Treason(
        id=row["id"],
        index=index,
        kind=row["kind"],
        countries=tuple(row["countries"]),
        count=row["count"],
        aliases=_aliases(row),
    )


def _switches(data: Mapping[str, Any]) -> Switches:
    winner_tie = data["rulings"]["R25_winner_tie_counts"]
    if winner_tie not in WINNER_TIES:
        raise BadBoard(f"rulings.R25_winner_tie_counts must be {' or '.join(WINNER_TIES)}, not {winner_tie!r}")
    return Switches(
        R2_first_turn_exchange=data["first_turn"]["exchange_allowed"],
        R16_return_dead_when_useless=data["rulings"]["R16_return_dead_when_useless"],
        R23_minimum_cards=data["final_scoring"]["minimum_cards"],
        R25_winner_tie_counts=winner_tie,
    )


def _numbers(data: Mapping[str, Any]) -> Numbers:
    setup, limits, influence = data["setup"], data["limits"], data["influence"]
    option_1, option_2, bag = data["option1"], data["option2"], data["assassination"]
    return Numbers(
        row=setup["attribute_face_up"],
        treason_row=setup["treason_face_up"],
        revolution_cards=setup["revolution_attribute_cards"],
        take=option_1["take"],
        exchange_take=option_1["exchange_take"],
        exchange_needs=option_1["exchange_needs_in_draw_pile"],
        option_2_treason=option_2["take_treason"],
        option_2_attributes=option_2["take_attribute"],
        unreplaced=option_2["max_unreplaced_kills"],
        targets_per_noble=option_2["targets_per_noble_per_turn"],
        turn_end_attributes=limits["turn_end_attribute"],
        turn_end_treason=limits["turn_end_treason"],
        round_end_attributes=limits["round_end_attribute"],
        round_end_treason=limits["round_end_treason"],
        own_cubes=bag["own_cubes"],
        target_cubes=bag["target_cubes"],
        province_top=influence["province_top"],
        province_lower=influence["province_lower"],
        capital_top=influence["capital_top"],
        capital_lower=influence["capital_lower"],
    )
