"""Liveries, the tokens that wear them, and patterns: the same on every page. A game brings its own liveries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from pbem.reports.ink import INK, LINING, Pen, fine, rgb, width

Pattern = str  # dots, upright, falling, level, rising, crossed, none


@dataclass(frozen=True, slots=True)
class Livery:
    """How a seat looks everywhere."""

    letter: str
    shape: str
    colour: str
    tint: str
    hatch: str
    pattern: Pattern
    on_it: str


UNKNOWN = Livery("?", "rectangle", "#FFFFFF", "#FFFFFF", "#FFFFFF", "none", INK)

TOKEN_W, TOKEN_H = 12.4, 8.8
LONE_W = 9.4
SMALL_W, SMALL_H = 11.0, 6.4


def outline(shape: str, x: float, y: float, w: float, h: float) -> str:
    """The path of a shape in the rectangle with its lower left corner at (x, y)."""
    f = fine
    x1, y1, cy = x + w, y + h, y + h / 2
    if shape == "pill":
        r = h / 2
        k = r * 0.5523
        return (
            f"{f(x + r)} {f(y)} m {f(x1 - r)} {f(y)} l "
            f"{f(x1 - r + k)} {f(y)} {f(x1)} {f(cy - k)} {f(x1)} {f(cy)} c "
            f"{f(x1)} {f(cy + k)} {f(x1 - r + k)} {f(y1)} {f(x1 - r)} {f(y1)} c "
            f"{f(x + r)} {f(y1)} l {f(x + r - k)} {f(y1)} {f(x)} {f(cy + k)} {f(x)} {f(cy)} c "
            f"{f(x)} {f(cy - k)} {f(x + r - k)} {f(y)} {f(x + r)} {f(y)} c h"
        )
    if shape == "shield":
        m = x + w / 2
        return (
            f"{f(x)} {f(y1)} m {f(x1)} {f(y1)} l {f(x1)} {f(y + h * 0.42)} l "
            f"{f(x1)} {f(y + h * 0.16)} {f(m + w * 0.2)} {f(y + h * 0.05)} {f(m)} {f(y - h * 0.04)} c "
            f"{f(m - w * 0.2)} {f(y + h * 0.05)} {f(x)} {f(y + h * 0.16)} {f(x)} {f(y + h * 0.42)} c h"
        )
    if shape == "hexagon":
        c = h * 0.32
        return (
            f"{f(x - 0.4)} {f(cy)} m {f(x + c)} {f(y1)} l {f(x1 - c)} {f(y1)} l {f(x1 + 0.4)} {f(cy)} l "
            f"{f(x1 - c)} {f(y)} l {f(x + c)} {f(y)} l h"
        )
    if shape == "slanted":
        c = h * 0.3
        return f"{f(x - 0.6)} {f(y)} m {f(x + c - 0.6)} {f(y1)} l {f(x1 + 0.6)} {f(y1)} l {f(x1 - c + 0.6)} {f(y)} l h"
    return f"{f(x)} {f(y)} {f(w)} {f(h)} re"


@lru_cache(maxsize=256)
def _token(look: Livery, w: float, h: float) -> str:
    on, off = ("[1.2 0.9] 0 d ", " [] 0 d") if look.shape == "dashed" else ("", "")
    return f"{rgb(look.colour)} rg {rgb(INK)} RG 0.45 w {on}{outline(look.shape, 0, 0, w, h)} B{off}"


@lru_cache(maxsize=1024)
def _token_size(text: str, w: float, h: float) -> float:
    size = max(5.6, 6.6 * h / TOKEN_H)
    wide = width(LINING, size, text)
    return size if wide <= w - 2.0 else max(5.0, min(5.8, size * (w - 1.4) / wide))


def token(pen: Pen, look: Livery, x: float, y: float, text: str, *, w: float = TOKEN_W, h: float = TOKEN_H) -> None:
    """A token with its lower left corner at (x, y)."""
    pen.stamp(_token(look, w, h), x, y)
    size = _token_size(text, w, h)
    pen.text(LINING, size, x + w / 2, y + h / 2 - size * 0.335, text, colour=look.on_it, align="middle")


def hatching(pattern: Pattern, boxes: Iterable[tuple[float, float, float, float]], colour: str) -> str:
    """Lines of a pattern over some boxes; the caller clips. Lines run through, whatever the box."""
    if pattern == "crossed":
        boxes = list(boxes)
        return f"{hatching('level', boxes, colour)} {hatching('upright', boxes, colour)}"
    out: list[str] = []
    step = {"upright": 3.4, "level": 3.4, "falling": 4.4, "rising": 4.4, "dots": 4.0}.get(pattern, 0.0)
    if not step:
        return ""
    n = fine
    for x0, y0, x1, y1 in boxes:
        if pattern == "upright":
            out += [f"{n(x)} {n(y0)} m {n(x)} {n(y1)} l" for x in _steps(x0, x1, step)]
        elif pattern == "level":
            out += [f"{n(x0)} {n(y)} m {n(x1)} {n(y)} l" for y in _steps(y0, y1, step)]
        elif pattern == "rising":
            out += [f"{n(x0)} {n(x0 + c)} m {n(x1)} {n(x1 + c)} l" for c in _steps(y0 - x1, y1 - x0, step)]
        elif pattern == "falling":
            out += [f"{n(x0)} {n(c - x0)} m {n(x1)} {n(c - x1)} l" for c in _steps(y0 + x0, y1 + x1, step)]
        else:
            for y in _steps(y0, y1, step):
                shift = step / 2 if round(y / step) % 2 else 0.0
                first = _steps(x0, x1, step)[0] + shift - step
                out.append(f"{n(first)} {n(y)} m {n(x1)} {n(y)} l")
    weight = "1 J [0 4] 0 d 0.95 w" if pattern == "dots" else "0.55 w"
    end = " 0 J [] 0 d" if pattern == "dots" else ""
    return f"{rgb(colour)} RG {weight} {' '.join(out)} S{end}"


def _steps(low: float, high: float, step: float) -> list[float]:
    first = int(low // step)
    return [n * step for n in range(first, int(high // step) + 2)]
