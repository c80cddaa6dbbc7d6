"""Boards of cases: ours with other numbers, or a small one with provinces of the case's own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from functools import cache
from typing import Any, Final

from engine.dutch_revolt.board import BadBoard, Board, our_text
from orders.typography import fold
from pbem.case_text import CaseFault, Line

_HEAD: Final = re.compile(r"(region|province|city|town|box)\s+(.+?)(?:\s+in\s+(.+?))?\s*(?::\s*(.*))?", re.IGNORECASE)
_ONE_REGION: Final = "R"
_SQUARES: Final = 4


def board_of(argument: str, lines: Sequence[Line], switches: dict[str, bool | str]) -> Board:
    """The board of a case. `argument` is SMALL for a board that holds only what the lines say. Raises CaseFault."""
    data = deepcopy(_our_data())
    for name, value in switches.items():
        if name not in data["switches"]:
            raise CaseFault(f"there is no switch {name}; there are {', '.join(data['switches'])}")
        data["switches"][name] = value
    if argument.upper() == "SMALL":
        _empty(data)
    elif argument:
        raise CaseFault(f"BOARD {argument}: write BOARD SMALL, or BOARD alone to change numbers of the real board")
    maker = _Maker(data)
    for line in lines:
        try:
            maker.read(line.text)
        except CaseFault as fault:
            raise fault.at(line.number) from fault
    maker.finish()
    try:
        return Board(data, "0" * 64)
    except (BadBoard, KeyError) as fault:
        raise CaseFault(f"the board of the case can't be used: {fault}") from fault


@cache
def _our_data() -> dict[str, Any]:
    """Without the words about sources, which take longest to copy."""
    data = tomllib.loads(our_text())
    for table in data.values():
        for row in table if isinstance(table, list) else [table]:
            row.pop("source", None)
            row.pop("reason", None)
    return data


def _empty(data: dict[str, Any]) -> None:
    """No map at all; factions, boxes and constants stay."""
    for table in ("region", "province", "place", "border", "arrow", "river_path", "city_card"):
        data[table] = []
    for box in data["support_box"]:
        box["provinces"] = []
    data["loyalty"]["resolve_order"] = []
    data["bishoprics"]["provinces"] = []
    data["universities"] |= {"old": [], "new": []}


class _Maker:
    """Reads the lines of a BOARD block into the tables of a data file."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self._borders: list[tuple[str, str]] = []
        self._arrows: list[tuple[str, str]] = []
        self._routes: list[tuple[dict[str, Any], str]] = []

    def read(self, text: str) -> None:
        found = _HEAD.fullmatch(text)
        if found is None:
            raise CaseFault(f"{text!r}: a line of BOARD begins with province, city, town, region or box and a name")
        kind, name, inside = found[1].lower(), found[2].strip(), found[3]
        facts = [fact.split() for fact in (found[4] or "").split(",") if fact.strip()]
        getattr(self, f"_{kind}")(name, inside, facts)

    def finish(self) -> None:
        """Names are looked up when all are known; regions get their provinces."""
        for table, pairs in (("border", self._borders), ("arrow", self._arrows)):
            for a, b in pairs:
                self.data[table].append({"a": a, "b": self._id("province" if table == "border" else "region", b)})
        for card, name in self._routes:
            card["routes"].append(self._id("place", name))
        for region in self.data["region"]:
            region["provinces"] = [row["id"] for row in self.data["province"] if row["region"] == region["id"]]

    # ------------------------------------------------------------------ records

    def _province(self, name: str, inside: str | None, facts: list[list[str]]) -> None:
        row = self._find("province", name)
        if row is None:
            row = {
                "id": _ident(name), "code": "", "name": name, "region": "", "max": 4, "tax": 0, "vp": 0, "vp_final": 0,
                "small": False, "bishopric": False, "beggars": False,
            }  # fmt: skip
            self.data["province"].append(row)
        for word, *rest in facts:
            match word.lower():
                case "max":
                    row["max"] = _whole(rest)
                case "tax" | "vp" as number:
                    row[number] = _half(rest)
                    if number == "vp":
                        row["vp_final"] = row["vp"]
                case "final":
                    row["vp_final"] = _half(rest)
                case "small":
                    row["small"] = True
                case "beggars":
                    row["beggars"] = True
                case "bishopric":
                    row["bishopric"] = True
                    self.data["bishoprics"]["provinces"].append(row["id"])
                case "region":
                    row["region"] = self._region_id(" ".join(rest))
                case "borders":
                    self._borders += [(row["id"], name) for name in rest]
                case _:
                    raise CaseFault(
                        f"{word!r}: of a province write max, tax, vp, final, small, beggars, bishopric, region, borders"
                    )
        row["region"] = row["region"] or self._region_id(_ONE_REGION)

    def _region(self, name: str, inside: str | None, facts: list[list[str]]) -> None:
        row = self._find("region", name) or self._new_region(name)
        for word, *rest in facts:
            match word.lower():
                case "squares":
                    row["track_squares"] = _whole(rest)
                case "orange":
                    row["orange_squares"] = list(range(1, _whole(rest) + 1))
                case "arrows":
                    self._arrows += [(row["id"], name) for name in rest]
                case _:
                    raise CaseFault(f"{word!r}: of a region write squares, orange, arrows")

    def _city(self, name: str, inside: str | None, facts: list[list[str]]) -> None:
        self._place("city", name, inside, facts)

    def _town(self, name: str, inside: str | None, facts: list[list[str]]) -> None:
        self._place("town", name, inside, facts)

    def _place(self, kind: str, name: str, inside: str | None, facts: list[list[str]]) -> None:
        row = self._find("place", name)
        if row is None:
            if inside is None:
                raise CaseFault(f"say in which province {name} lies: {kind} {name} in P")
            row = {
                "id": _ident(name), "code": "", "name": name, "kind": kind, "province": self._id("province", inside),
                "trade": False, "university": False, "optional": False, "setup_faction": "", "setup_tokens": 0,
                "loyalty_start": 4,
            }  # fmt: skip
            self.data["place"].append(row)
            if kind == "city":
                self.data["city_card"].append({"city": row["id"], "routes": [], "vp": 1})
                self.data["loyalty"]["resolve_order"].append(row["id"])
        for word, *rest in facts:
            match word.lower():
                case "trade":
                    row["trade"] = True
                case "university":
                    row["university"] = True
                    self.data["universities"]["new"].append(row["id"])
                case "loyalty":
                    row["loyalty_start"] = _whole(rest)
                case "routes":
                    card = next((card for card in self.data["city_card"] if card["city"] == row["id"]), None)
                    if card is None:
                        raise CaseFault(f"{name} is no city and has no card")
                    card["routes"] = []
                    self._routes += [(card, route) for route in rest]
                case _:
                    raise CaseFault(f"{word!r}: of a place write trade, university, loyalty, routes")

    def _box(self, name: str, inside: str | None, facts: list[list[str]]) -> None:
        row = self._find("support_box", name)
        if row is None:
            raise CaseFault(f"there is no box {name}")
        for word, *rest in facts:
            if word.lower() != "provinces":
                raise CaseFault(f"{word!r}: of a box write provinces")
            row["provinces"] = [self._id("province", province) for province in rest]

    # ------------------------------------------------------------------ names

    def _find(self, table: str, name: str) -> Any:
        """A row by its name or id. A region has the names of its provinces too, when it is no name itself."""
        wanted = fold(name)
        for row in self.data[table]:
            if wanted in (fold(row["name"]), fold(row["id"])):
                return row
        if table == "region" and (province := self._find("province", name)):
            return next(row for row in self.data["region"] if row["id"] == province["region"])
        return None

    def _id(self, table: str, name: str) -> str:
        row = self._find(table, name)
        if row is None:
            raise CaseFault(f"there is no {table} {name} on the board of this case")
        return str(row["id"])

    def _region_id(self, name: str) -> str:
        row = next((row for row in self.data["region"] if fold(name) in (fold(row["name"]), fold(row["id"]))), None)
        return str((row or self._new_region(name))["id"])

    def _new_region(self, name: str) -> dict[str, Any]:
        row: dict[str, Any] = {
            "id": f"r_{_ident(name)}", "code": "", "name": name, "provinces": [], "track_squares": _SQUARES,
            "orange_squares": [],
        }  # fmt: skip
        self.data["region"].append(row)
        return row


def _ident(name: str) -> str:
    return fold(name).replace(" ", "_")


def _whole(words: list[str]) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise CaseFault(f"{' '.join(words)!r} is no whole number")
    return int(words[0])


def _half(words: list[str]) -> float:
    try:
        value = Fraction(words[0]) if len(words) == 1 else None
    except ValueError:
        value = None
    if value is None or (value * 2).denominator != 1:
        raise CaseFault(f"{' '.join(words)!r} is no multiple of 0.5")
    return float(value)
