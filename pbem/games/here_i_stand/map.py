"""The map of Here I Stand: spaces with control and religion, land units, ships, sieges, unrest.

Page 1 has room for the whole drawing; all coordinates are those of the map file.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pbem.games.here_i_stand.signs import (
    LIVERIES,
    SIZES,
    UNIT_H,
    UNIT_W,
    land_sign,
    reformer_sign,
    ship_sign,
    siege_ring,
    space_sign,
    university_sign,
    unrest_sign,
)  # fmt: skip
from pbem.games.here_i_stand.words import NAME, HisWords
from pbem.reports.geometry import geometry, sea_and_land, tint, turned
from pbem.reports.ink import (
    GREY,
    INK,
    ITALIC,
    RIVER,
    SEMI,
    TEXT,
    WHITE,
    Pen,
    area_path,
    fine,
    line_path,
    rgb,
    shrunk,
    wrap,
)  # fmt: skip

STACK = 8.6
"""Between two rows of units in one place."""


@cache
def _forms() -> tuple[bytes, bytes] | None:
    """Sea, land, homes with their patterns; then borders, coast, rivers, connections."""
    shape = geometry(NAME)
    if shape is None:
        return None
    low = ["q", *sea_and_land(shape)]
    for power, rings in shape["realms"].items():
        if power in LIVERIES and LIVERIES[power].pattern != "none":
            low.append(tint(rings, LIVERIES[power]))
    low.append("Q")
    return _packed(low), _packed(["q 1 j 1 J", *_lines(shape), "Q"])


def _lines(shape: Mapping[str, Any]) -> list[str]:
    by = {ident: record["at"] for ident, record in shape["spaces"].items()}
    roads: dict[str, list[str]] = {"road": [], "pass": []}
    for one, other, kind in shape["connections"]:
        (x0, y0), (x1, y1) = by[one], by[other]
        roads[kind].append(f"{fine(x0)} {fine(y0)} m {fine(x1)} {fine(y1)} l")
    rivers = " ".join(line_path(flat) for flat in shape["rivers"])
    borders = " ".join(line_path(border["line"]) for border in shape["sea_borders"])
    zones = " ".join(line_path(flat) for lines in shape["zones"].values() for flat in lines)
    realms = " ".join(area_path(rings) for rings in shape["realms"].values())
    land = area_path(shape["land"])
    return [
        f"{rgb(RIVER)} RG 0.35 w {rivers} S",
        f"[0.6 2] 0 d {rgb(RIVER)} RG 0.6 w {borders} S",
        f"[1 1.6] 0 d {rgb(GREY)} RG 0.8 w {zones} S [] 0 d",
        f"{rgb(GREY)} RG 0.35 w {realms} S",
        f"{rgb(INK)} RG 0.5 w {land} S",
        f"{rgb(WHITE)} RG 2.2 w {' '.join(roads['road'])} {' '.join(roads['pass'])} S",
        f"{rgb(INK)} RG 0.8 w {' '.join(roads['road'])} S",
        f"0 J [3 2] 0 d 1.1 w {' '.join(roads['pass'])} S [] 0 d",
        *[_barrier(one) for one in shape["barriers"]],
    ]


def _barrier(one: Mapping[str, Any]) -> str:
    """Two short bars across a strait that is closed to passage."""
    (x, y), (c, s) = one["at"], turned(one["rotate"])
    bars = []
    for off in (-1.1, 1.1):
        ox, oy = x - s * off, y + c * off
        bars.append(f"{fine(ox - c * 4)} {fine(oy - s * 4)} m {fine(ox + c * 4)} {fine(oy + s * 4)} l")
    return f"{rgb(RIVER)} RG 1.1 w {' '.join(bars)} S"


def _packed(operators: Sequence[str]) -> bytes:
    return zlib.compress("\n".join(operators).encode("ascii"), 9)


class HisMap:
    """Draws one map on a pen whose origin is its lower left corner; see pbem.reports.front.Drawing."""

    def __init__(self, pen: Pen, words: HisWords, board: Any, view: Mapping[str, Any]) -> None:
        self.pen, self.words, self.board, self.view = pen, words, board, view
        found = geometry(NAME)
        self.drawn = found is not None
        self.shape: Mapping[str, Any] = found or {}
        self.size: Sequence[float] = self.shape.get("size", (0.0, 0.0))

    def plate(self) -> tuple[bytes, bytes] | None:
        """The two forms that never change during a game."""
        return _forms()

    def seen(self) -> str:
        """What of the view the map shows."""
        shown = [self.view[part] for part in ("spaces", "forces", "fleets", "leaders", "besieged", "reformers")]
        return json.dumps(shown, sort_keys=True)

    def unplaced(self) -> list[str]:
        """Names of what the board has and the drawing cannot show."""
        missing = [space for space in self.board.map.spaces if space not in self.shape.get("spaces", {})]
        return [self.words.space(space) for space in missing]

    def tints(self) -> None:
        """The homes are part of the plate."""

    def above_plate(self) -> None:
        """Names of the seas, spaces, their names, units."""
        if not self.drawn:
            return
        self._seas()
        places = self.shape["spaces"]
        known = {space: record for space, record in self.view["spaces"].items() if space in places}
        for space in known:
            self._tie(space, places[space])
        for space, record in known.items():
            self._space(space, record, places[space])
        for space in known:
            self._name(space, places[space])
        for space in known:
            self._units(space, places[space]["units"])
        for sea, record in self.shape["sea_zones"].items():
            self._at_sea(sea, record["label"])

    # seas -----------------------------------------------------------------------------------

    def _seas(self) -> None:
        for sea, record in self.shape["sea_zones"].items():
            x0, y0, x1, y1 = record["label"]
            name = self.words.sea(sea)
            lines = wrap(ITALIC, 7.6, name, x1 - x0) if record["lines"] > 1 else [name]
            size = min(shrunk(ITALIC, 7.6, line, (x1 - x0) / 1.04) for line in lines)
            leading = (y1 - y0) / max(1, len(lines))
            for n, line in enumerate(lines):
                y = y1 - leading * (n + 0.75)
                self.pen.text(ITALIC, size, (x0 + x1) / 2, y, line, colour=RIVER, align="middle", spacing=0.3)

    def _at_sea(self, sea: str, label: Sequence[float]) -> None:
        """Ships at sea stand below the name of the zone."""
        fleet = self.view["fleets"].get(sea) or ()
        x0, y0, x1, _ = label
        middle = (x0 + x1) / 2
        wide = (UNIT_W + 1.4) * len(fleet)
        left = max(2.0, min(middle - wide / 2, self.size[0] - wide - 2))
        for n, ships in enumerate(fleet):
            self._ships(sea, ships, left + n * (UNIT_W + 1.4), max(2.0, y0 - UNIT_H - 3))

    def _ships(self, place: str, ships: Mapping[str, Any], x: float, y: float) -> None:
        user = ships.get("borrower") or ships["owner"]
        corsairs = ships["corsairs"]
        text = f"{ships['squadrons'] or ''}{'+' if ships['squadrons'] and corsairs else ''}{corsairs or ''}"
        if corsairs:
            text += "c"
        ship_sign(self.pen, user, text, x, y, leader=bool(self._leaders(place, user, naval=True)))

    def _leaders(self, place: str, power: str, *, naval: bool) -> list[str]:
        """Leaders of a power that stand there."""
        return [
            leader
            for leader, state in self.view["leaders"].items()
            if state["where"] == "map"
            and state["at"] == place
            and (state.get("borrower") or state["power"]) == power
            and bool(self.board.leaders[leader].naval) is naval
        ]

    # spaces ---------------------------------------------------------------------------------

    def _tie(self, space: str, place: Mapping[str, Any]) -> None:
        """A hair line from a space to its units."""
        if not self._rows(space):
            return
        x0, y0, x1, y1 = place["units"]
        x, y = place["at"]
        self.pen.line(x, y, min(max(x, x0 + 4), x1 - 4), (y0 + y1) / 2, 0.4)

    def _space(self, space: str, record: Mapping[str, Any], place: Mapping[str, Any]) -> None:
        x, y = place["at"]
        fact = self.board.map.spaces[space]
        kind = "fortress" if record["fortress"] or record["haven"] else str(fact.kind)
        if str(fact.kind) in ("key", "electorate"):
            kind = str(fact.kind)
        capital = any(space in power.capitals for power in self.board.powers.values())
        protestant = record["religion"] == "protestant"
        space_sign(self.pen, kind, record["controller"], x, y, capital=capital, protestant=protestant)
        reach = SIZES.get(kind, 4.0)
        if space in self.view["besieged"]:
            siege_ring(self.pen, x, y, reach + 2.4)
        if record["university"]:
            university_sign(self.pen, x - reach - 1.4, y - reach)
        if record["unrest"]:
            unrest_sign(self.pen, x + reach, y + reach)
        for reformer, standing in self.view["reformers"].items():
            if standing == "ready" and self.board.reformers[reformer].space == space:
                reformer_sign(self.pen, self.words.piece("reformers", reformer)[:1], x - reach - 1.8, y + reach)

    def _name(self, space: str, place: Mapping[str, Any]) -> None:
        x0, y0, x1, y1 = place["label"]
        fact = self.board.map.spaces[space]
        name = self.words.space(space)
        face = SEMI if str(fact.kind) in ("key", "electorate") else TEXT
        size = shrunk(face, place["size"], name, x1 - x0 + 1.0, 5.0)
        align = {"start": "left", "end": "right"}.get(place["align"], "middle")
        x = {"left": x0, "right": x1}.get(align, (x0 + x1) / 2)
        self.pen.text(face, size, x, y0 + (y1 - y0) * 0.22, name, halo=1.8, align=align)  # type: ignore[arg-type]

    # units ----------------------------------------------------------------------------------

    def _rows(self, space: str) -> list[tuple[str, str, Any]]:
        """What stands in a space: ("land", owner, units) and ("sea", owner, ships); leaders alone as units of none."""
        forces = self.view["forces"].get(space) or {}
        owners: dict[str, int] = {}
        for part in ("inside", "outside"):
            for owner, land in (forces.get(part) or {}).items():
                owners[owner] = owners.get(owner, 0) + land["regulars"] + land["mercenaries"] + land["cavalry"]
        for power in LIVERIES:
            if power not in owners and self._leaders(space, power, naval=False):
                owners[power] = 0
        rows: list[tuple[str, str, Any]] = [("land", owner, count) for owner, count in owners.items()]
        return [*rows, *(("sea", ships["owner"], ships) for ships in self.view["fleets"].get(space) or ())]

    def _units(self, space: str, box: Sequence[float]) -> None:
        rows = self._rows(space)
        x0, _, _, y1 = box
        lands = [row for row in rows if row[0] == "land"]
        ships = [row for row in rows if row[0] == "sea"]
        for column, group in enumerate((lands, ships) if lands else (ships,)):
            for n, (sort, owner, what) in enumerate(group):
                x, y = x0 + column * (UNIT_W + 0.8), y1 - UNIT_H - n * STACK
                if sort == "land":
                    land_sign(self.pen, owner, what, x, y, leader=bool(self._leaders(space, owner, naval=False)))
                else:
                    self._ships(space, what, x, y)


def key_rows(words: HisWords) -> list[tuple[str, str]]:
    """The signs of the map and what they mean."""
    spaces = ("key", "electorate", "fortress", "unfortified", "capital", "protestant", "unrest", "siege")
    kinds = (*spaces, "university", "reformer", "land", "leader", "ship", "pass")
    return [(kind, words.say(f"report.map.key_{kind}")) for kind in kinds]


def draw_key(pen: Pen, kind: str, x: float, y: float) -> None:
    """One sign of the key, centred on (x, y)."""
    if kind in SIZES:
        space_sign(pen, kind, "france", x, y, capital=False, protestant=False)
    elif kind in ("capital", "protestant"):
        space_sign(
            pen, "key" if kind == "capital" else "unfortified", "france" if kind == "capital" else "protestant", x, y,
            capital=kind == "capital", protestant=kind == "protestant",
        )  # fmt: skip
    elif kind == "unrest":
        space_sign(pen, "unfortified", "france", x, y, capital=False, protestant=False)
        unrest_sign(pen, x + 4, y + 3.4)
    elif kind == "siege":
        space_sign(pen, "fortress", "hapsburg", x, y, capital=False, protestant=False)
        siege_ring(pen, x, y, 6.6)
    elif kind == "university":
        university_sign(pen, x, y)
    elif kind == "reformer":
        reformer_sign(pen, "L", x, y)
    elif kind in ("land", "leader"):
        land_sign(pen, "france", 4, x - UNIT_W / 2, y - UNIT_H / 2, leader=kind == "leader")
    elif kind == "ship":
        ship_sign(pen, "france", "2", x - UNIT_W / 2, y - UNIT_H / 2, leader=False)
    else:
        pen.raw(f"[3 2] 0 d {rgb(INK)} RG 1.1 w {fine(x - 8)} {fine(y)} m {fine(x + 8)} {fine(y)} l S [] 0 d")
