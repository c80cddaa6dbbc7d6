"""The geometry of a map: what all games have of it, as ready operators."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from math import cos, radians, sin
from typing import Any

from pbem.reports.ink import LAND, LAND_OUT, SEA, WATERLINE, area_path, fine, rgb
from pbem.reports.symbols import Livery, hatching

Box = tuple[float, float, float, float]


@cache
def geometry(game: str) -> Mapping[str, Any] | None:
    """The map file of a game; None if there is none that can be read."""
    source = resources.files("templates") / "maps" / f"{game}.json"
    try:
        found = json.loads(source.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("format") == 1 else None


def centre(box: Sequence[float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def sea_and_land(shape: Mapping[str, Any]) -> list[str]:
    """Operators for the sea, the waterlines, the land and what of it is out of play."""
    w, h = shape["size"]
    land = area_path(shape["land"])
    out = [f"0 0 {fine(w)} {fine(h)} re W n", f"{rgb(SEA)} rg 0 0 {fine(w)} {fine(h)} re f", "1 j"]
    for offset, weight in ((9.4, 0.25), (6.2, 0.32), (3.6, 0.4), (1.6, 0.5)):
        out.append(f"{rgb(WATERLINE)} RG {fine(2 * offset + weight)} w {land} S")
        out.append(f"{rgb(SEA)} RG {fine(2 * offset - weight)} w {land} S")
    out.append(f"{rgb(LAND)} rg {land} f*")
    out.append(f"{rgb(LAND_OUT)} rg {area_path(shape['outside'])} f*")
    return out


def tint(rings: Sequence[Sequence[Sequence[float]]], look: Livery) -> str:
    """The operators that give an area the tint and the pattern of a livery."""
    boxes = [bounds(polygon[0]) for polygon in rings]
    return f"q {rgb(look.tint)} rg {area_path(rings)} W* f* {hatching(look.pattern, boxes, look.hatch)} Q"


def bounds(flat: Sequence[float]) -> Box:
    xs, ys = flat[0::2], flat[1::2]
    return min(xs), min(ys), max(xs), max(ys)


def turned(degrees: float) -> tuple[float, float]:
    return cos(radians(degrees)), sin(radians(degrees))
