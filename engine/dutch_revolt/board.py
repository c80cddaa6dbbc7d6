"""The board as data: loaded once from the text that is pinned into the record of a game, never changed.

Every fact comes from `board.toml`; halves (tax, VP) are kept doubled, in fields that end in 2.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

from engine.dutch_revolt.terms import BoxId, Faction, PlaceId, ProvinceId, RegionId


class BadBoard(ValueError):
    """The data file can't be used; str() says which fact is at fault. `pbem data check` lists all faults."""


@dataclass(frozen=True, slots=True)
class FactionData:
    """A faction: prices (section 9), place in the row of sympathies (3.1)."""

    id: Faction
    code: str
    name: str
    aliases: Mapping[str, tuple[str, ...]]
    position: int
    loyalty_push: str
    upkeep_keep: int
    upkeep_disband: int
    army_cost: tuple[int, ...]
    turn0_new_units: int
    may_hire_beggars: bool
    beggars_may_attack: bool


@dataclass(frozen=True, slots=True)
class Region:
    """A region with one command track (4.1)."""

    id: RegionId
    code: str
    name: str
    aliases: Mapping[str, tuple[str, ...]]
    provinces: tuple[ProvinceId, ...]
    squares: int
    orange: tuple[int, ...]
    arrows: tuple[RegionId, ...]


@dataclass(frozen=True, slots=True)
class Province:
    """A province (4.1); `places` in file order."""

    id: ProvinceId
    code: str
    name: str
    aliases: Mapping[str, tuple[str, ...]]
    region: RegionId
    maximum: int
    tax2: int
    vp2: int
    vp2_final: int
    small: bool
    bishopric: bool
    beggars: bool
    places: tuple[PlaceId, ...]
    towns: tuple[PlaceId, ...]
    cities: tuple[PlaceId, ...]
    neighbours: tuple[ProvinceId, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A city or a town (4.2, 4.3). `routes` are the places on a city's card (9.10)."""

    id: PlaceId
    code: str
    name: str
    aliases: Mapping[str, tuple[str, ...]]
    is_city: bool
    province: ProvinceId
    region: RegionId
    trade: bool
    university: bool
    setup_faction: Faction | None
    setup_tokens: int
    loyalty_start: int
    routes: tuple[PlaceId, ...]
    card_vp2: int


@dataclass(frozen=True, slots=True)
class Box:
    """A support box (4.7). `squares` are map, treasury or both; `setup_squares` count from 1."""

    id: BoxId
    name: str
    aliases: Mapping[str, tuple[str, ...]]
    factions: tuple[Faction, ...]
    squares: tuple[str, ...]
    provinces: tuple[ProvinceId, ...]
    exclusive: bool
    robs: bool
    setup: Mapping[Faction, int]
    setup_squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Station:
    """A province on a river path and the places that close it (9.13)."""

    province: ProvinceId
    gates: tuple[PlaceId, ...]


@dataclass(frozen=True, slots=True)
class LoyaltyEffect:
    """What a column of the loyalty chart does in its city (9.16)."""

    remove_reformed_side: int
    add_catholic_side: int
    add_reformed_side: int
    convert_all_to_reformers: bool


@dataclass(frozen=True, slots=True)
class Switches:
    """The rulings that can be set to their other reading (13.1)."""

    cities_count_for_province_control: bool = False
    turn0_placement_requires_presence: bool = True
    turn0_placement_count_limit: bool = False
    overflow_displaces_neutrals: bool = True
    partner_blocks_river: bool = True
    relief_test_sequential: bool = False
    hinder_mandatory: bool = True
    nobility_rounding: str = "up"
    turn0_burghers_reform_koln_leuven: bool = True
    optional_towns: bool = True
    city_tax_may_be_zero: bool = False


class Board:
    """The whole board. Dicts keep the order of the file, which the rules call file order."""

    def __init__(self, data: Mapping[str, Any], sha256: str) -> None:
        self.sha256 = sha256
        self._data = data
        self.switches = Switches(**data["switches"])
        self.last_turn: int = data["meta"]["last_turn"]
        self.turn0_order: tuple[Faction, ...] = tuple(data["meta"]["turn0_order"])
        self.factions = {row["id"]: _faction(row) for row in data["faction"]}
        optional = {row["id"] for row in data["place"] if row["optional"] and not self.switches.optional_towns}
        place_rows = [row for row in data["place"] if row["id"] not in optional]
        places_of: dict[str, list[Mapping[str, Any]]] = {row["id"]: [] for row in data["province"]}
        for row in place_rows:
            places_of[row["province"]].append(row)
        neighbours: dict[str, list[str]] = {row["id"]: [] for row in data["province"]}
        for row in data["border"]:
            neighbours[row["a"]].append(row["b"])
            neighbours[row["b"]].append(row["a"])
        self.provinces = {
            row["id"]: _province(row, places_of[row["id"]], neighbours[row["id"]]) for row in data["province"]
        }
        arrows: dict[str, list[str]] = {row["id"]: [] for row in data["region"]}
        for row in data["arrow"]:
            arrows[row["a"]].append(row["b"])
            arrows[row["b"]].append(row["a"])
        self.regions = {row["id"]: _region(row, arrows[row["id"]]) for row in data["region"]}
        cards = {row["city"]: row for row in data["city_card"]}
        self.places = {row["id"]: self._place(row, cards, optional) for row in place_rows}
        self.boxes = {row["id"]: _box(row) for row in data["support_box"]}
        self.rivers = {
            row["id"]: tuple(
                Station(stop["province"], tuple(gate for gate in stop["gates"] if gate not in optional))
                for stop in row["stations"]
            )
            for row in data["river_path"]
        }
        self.effects = {row["column"]: _effect(row) for row in data["loyalty"]["effect"]}
        self.loyalty_columns: int = data["loyalty"]["columns"]
        self.loyalty_centre: int = data["loyalty"]["centre"]
        self.loyalty_rows: tuple[PlaceId, ...] = tuple(data["loyalty"]["resolve_order"])
        self.catholic_substitutes: tuple[str, ...] = tuple(data["loyalty"]["catholic_substitutes"])
        self.reformed_substitutes: tuple[str, ...] = tuple(data["loyalty"]["reformed_substitutes"])
        self.removal_order: tuple[Faction, ...] = tuple(data["loyalty"]["removal_order"])
        self.bishoprics: Mapping[str, Any] = data["bishoprics"]
        self.old_universities: tuple[PlaceId, ...] = tuple(data["universities"]["old"])
        self.new_universities = tuple(place for place in data["universities"]["new"] if place not in optional)
        self.constants: Mapping[str, Any] = data["constants"]
        self.tokens_by_players: Mapping[int, tuple[int, int]] = {
            int(players): (row["resource"], row["armies"]) for players, row in data["tokens_by_players"].items()
        }
        self.players: Mapping[int, Mapping[str, Any]] = {int(players): row for players, row in data["players"].items()}
        self.neutral_tokens: int = data["components"]["neutral_tokens"]
        self.water_beggars: int = data["components"]["water_beggars"]
        self.catholic_money: int = data["setup"]["catholics_money"]
        self.habsburg_armies: int = data["setup"]["habsburg_armies"]

    @classmethod
    def load(cls, text: str) -> Board:
        """Read a data file. Raises BadBoard."""
        try:
            return cls(tomllib.loads(text), hashlib.sha256(text.encode()).hexdigest())
        except tomllib.TOMLDecodeError as fault:
            raise BadBoard(f"the data file is not TOML: {fault}") from fault
        except KeyError as fault:
            raise BadBoard(f"the data file lacks or misnames {fault}; `pbem data check` lists every fault") from fault
        except TypeError as fault:
            raise BadBoard(
                f"the data file holds a fact of a wrong kind: {fault}; `pbem data check` lists every fault"
            ) from fault

    def with_switches(self, changed: Mapping[str, bool | str]) -> Board:
        """The same board under other rulings (13.1)."""
        if not changed:
            return self
        return Board({**self._data, "switches": {**self._data["switches"], **changed}}, self.sha256)

    @classmethod
    def ours(cls) -> Board:
        """The board as it comes with the judge."""
        return cls.load(our_text())

    @cached_property
    def cities(self) -> tuple[PlaceId, ...]:
        """All cities, in file order."""
        return tuple(p.id for p in self.places.values() if p.is_city)

    @cached_property
    def towns(self) -> tuple[PlaceId, ...]:
        """All towns, in file order."""
        return tuple(p.id for p in self.places.values() if not p.is_city)

    @cached_property
    def trade_places(self) -> tuple[PlaceId, ...]:
        """The trade places, in file order."""
        return tuple(p.id for p in self.places.values() if p.trade)

    @cached_property
    def universities(self) -> tuple[PlaceId, ...]:
        """Old universities, then the new ones."""
        return self.old_universities + self.new_universities

    def _place(self, row: Mapping[str, Any], cards: Mapping[str, Mapping[str, Any]], left_out: set[str]) -> Place:
        card = cards.get(row["id"], {"routes": [], "vp": 0})
        return Place(
            id=row["id"],
            code=row["code"],
            name=row["name"],
            aliases=_aliases(row),
            is_city=row["kind"] == "city",
            province=row["province"],
            region=self.provinces[row["province"]].region,
            trade=row["trade"],
            university=row["university"],
            setup_faction=row["setup_faction"] or None,
            setup_tokens=row["setup_tokens"],
            loyalty_start=row.get("loyalty_start", 0),
            routes=tuple(place for place in card["routes"] if place not in left_out),
            card_vp2=_halves(card["vp"]),
        )


def our_text() -> str:
    """The text of our own data file."""
    return files("engine.dutch_revolt").joinpath("data/board.toml").read_text(encoding="utf-8")


def _halves(value: float) -> int:
    doubled = value * 2
    if doubled != int(doubled):
        raise BadBoard(f"{value} is not a multiple of 0.5")
    return int(doubled)


def _aliases(row: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    return {language: tuple(names) for language, names in row.get("aliases", {}).items()}


def _faction(row: Mapping[str, Any]) -> FactionData:
    return FactionData(
        id=row["id"],
        code=row["code"],
        name=row["name"],
        aliases=_aliases(row),
        position=row["sympathy_position"],
        loyalty_push=row["loyalty_push"],
        upkeep_keep=row["upkeep_keep"],
        upkeep_disband=row["upkeep_disband"],
        army_cost=tuple(row["army_cost"]),
        turn0_new_units=row["turn0_new_units"],
        may_hire_beggars=row["beggars_may_hire"],
        beggars_may_attack=row["beggars_may_attack"],
    )


def _region(row: Mapping[str, Any], arrows: list[str]) -> Region:
    return Region(
        id=row["id"],
        code=row["code"],
        name=row["name"],
        aliases=_aliases(row),
        provinces=tuple(row["provinces"]),
        squares=row["track_squares"],
        orange=tuple(row["orange_squares"]),
        arrows=tuple(arrows),
    )


def _province(row: Mapping[str, Any], places: list[Mapping[str, Any]], neighbours: list[str]) -> Province:
    return Province(
        id=row["id"],
        code=row["code"],
        name=row["name"],
        aliases=_aliases(row),
        region=row["region"],
        maximum=row["max"],
        tax2=_halves(row["tax"]),
        vp2=_halves(row["vp"]),
        vp2_final=_halves(row["vp_final"]),
        small=row["small"],
        bishopric=row["bishopric"],
        beggars=row["beggars"],
        places=tuple(place["id"] for place in places),
        towns=tuple(place["id"] for place in places if place["kind"] == "town"),
        cities=tuple(place["id"] for place in places if place["kind"] == "city"),
        neighbours=tuple(neighbours),
    )


def _box(row: Mapping[str, Any]) -> Box:
    return Box(
        id=row["id"],
        name=row["name"],
        aliases=_aliases(row),
        factions=tuple(row["factions"]),
        squares=tuple(row["squares"]),
        provinces=tuple(row["provinces"]),
        exclusive=row["exclusive"],
        robs=row["robs_spanish_treasury"],
        setup=dict(row["setup"]),
        setup_squares=tuple(row["setup_squares"]),
    )


def _effect(row: Mapping[str, Any]) -> LoyaltyEffect:
    return LoyaltyEffect(
        remove_reformed_side=row["remove_reformed_side"],
        add_catholic_side=row["add_catholic_side"],
        add_reformed_side=row["add_reformed_side"],
        convert_all_to_reformers=row["convert_all_to_reformers"],
    )
