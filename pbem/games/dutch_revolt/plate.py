"""The plate of the map of The Dutch Revolt: what of it never changes during a game, as ready operators.

The borders that are drawn are those of the board: where a corrected data file has others than the geometry, an added
border becomes a line between the two names, a removed one gets a mark.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pbem.games.dutch_revolt.signs import livery
from pbem.reports.geometry import centre, geometry, sea_and_land, tint
from pbem.reports.ink import INK, RIVER, WHITE, area_path, circle_path, fine, line_path, rgb

GAME = "dutch_revolt"


@dataclass(frozen=True, slots=True)
class Plate:
    """The unchanging part of a map for one board: two forms, and what the board has that the geometry lacks."""

    low: bytes  # sea, waterlines, land: below the tints
    high: bytes  # rivers, borders, coast: above the tints
    added: tuple[tuple[str, str], ...]
    removed: tuple[tuple[str, str], ...]
    unplaced: tuple[str, ...]  # ids of provinces, places and regions without geometry


def pairs_of_board(board: Any) -> set[frozenset[str]]:
    return {frozenset((a, b)) for a, province in board.provinces.items() for b in province.neighbours}


def pairs_of_map(shape: Mapping[str, Any]) -> set[frozenset[str]]:
    return {frozenset((border["a"], border["b"])) for border in shape["borders"] if border["b"]}


_plates: dict[str, Plate] = {}


def plate(board: Any) -> Plate | None:
    """The plate of this board, made once in a process; None without geometry."""
    shape = geometry(GAME)
    if shape is None:
        return None
    key = board.sha256
    if key not in _plates:
        if len(_plates) > 16:
            _plates.clear()
        _plates[key] = _engrave(shape, board)
    return _plates[key]


def _engrave(shape: Mapping[str, Any], board: Any) -> Plate:
    known = set(shape["provinces"])
    of_board, of_map = pairs_of_board(board), pairs_of_map(shape)
    both = {pair for pair in of_board | of_map if pair <= known and pair <= set(board.provinces)}
    added = sorted(tuple(sorted(pair)) for pair in (of_board - of_map) & both)
    removed = sorted(tuple(sorted(pair)) for pair in (of_map - of_board) & both)
    unplaced = [
        ident
        for group, drawn in (
            (board.provinces, shape["provinces"]),
            (board.places, shape["places"]),
            (board.regions, shape["tracks"]),
        )
        for ident in group
        if ident not in drawn
    ]
    return Plate(
        low=zlib.compress(_low(shape, board).encode("ascii"), 9),
        high=zlib.compress(_high(shape, board, added, removed).encode("ascii"), 9),
        added=tuple((a, b) for a, b in added),
        removed=tuple((a, b) for a, b in removed),
        unplaced=tuple(unplaced),
    )


def _low(shape: Mapping[str, Any], board: Any) -> str:
    out = sea_and_land(shape)
    gone = [area["rings"] for ident, area in shape["provinces"].items() if ident not in board.provinces]
    out += [f"{area_path(rings)} f*" for rings in gone]
    return "\n".join(out)


def _high(
    shape: Mapping[str, Any], board: Any, added: Sequence[Sequence[str]], removed: Sequence[Sequence[str]]
) -> str:
    w, h = shape["size"]
    out = [f"0 0 {fine(w)} {fine(h)} re W n 1 j 1 J"]
    rivers = list(shape["rivers"].values())
    out += [f"{rgb(WHITE)} RG {'2.7' if r['game'] else '1.6'} w {line_path(r['line'])} S" for r in rivers]
    out += [f"{rgb(RIVER)} RG {'1.35' if r['game'] else '0.5'} w {line_path(r['line'])} S" for r in rivers]
    out.append(f"{rgb(INK)} RG")
    lost = {frozenset(pair) for pair in removed}
    for kind, style in (("province", "0 J 0.6 w [2.2 1.6] 0 d"), ("region", "1 J [] 0 d 1.3 w"), ("outer", "1 w")):
        lines = [b["line"] for b in shape["borders"] if _kind(b, board) == kind]
        if lines:
            out.append(f"{style} {' '.join(line_path(line) for line in lines)} S")
    out.append(f"0.55 w {area_path(shape['land'])} S")
    for a, b in added:
        (x0, y0), (x1, y1) = centre(shape["provinces"][a]["box"]), centre(shape["provinces"][b]["box"])
        out.append(added_border(x0, y0, x1, y1))
    for border in shape["borders"]:
        if frozenset((border["a"], border["b"])) in lost:
            out.append(_no_border(border["line"]))
    return "\n".join(out)


def _kind(border: Mapping[str, Any], board: Any) -> str:
    sides = [board.provinces.get(border[side]) for side in ("a", "b")]
    if not border["b"] or None in sides:
        return "outer"
    return "province" if sides[0].region == sides[1].region else "region"


def added_border(x0: float, y0: float, x1: float, y1: float) -> str:
    """A dashed line in a white casing: these two are neighbours."""
    path = f"{fine(x0)} {fine(y0)} m {fine(x1)} {fine(y1)} l S"
    return f"{rgb(WHITE)} RG 3 w {path} {rgb(INK)} RG 1.2 w [4 2] 0 d {path} [] 0 d"


def _no_border(line: Sequence[float]) -> str:
    at = (len(line) // 4) * 2
    return removed_border(line[at], line[at + 1])


def removed_border(x: float, y: float) -> str:
    """A ring with a bar, in the middle of an arc: here is no border."""
    ring = circle_path(x, y, 3.4)
    bar = f"{fine(x - 2.4)} {fine(y - 2.4)} m {fine(x + 2.4)} {fine(y + 2.4)} l S"
    return f"{rgb(WHITE)} rg {rgb(INK)} RG 0.8 w {ring} B {bar}"


@lru_cache(maxsize=256)
def tinted(province: str, owner: str) -> str:
    """The operators that give a province the tint and the pattern of its owner."""
    shape = geometry(GAME)
    if shape is None or province not in shape["provinces"]:
        return ""
    return tint(shape["provinces"][province]["rings"], livery(owner))
