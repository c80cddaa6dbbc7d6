"""How the players of Heads of State look, and the signs of its map: boxes, hexes, markers. Everywhere the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pbem.reports.ink import (
    CAPS,
    CAPS_SEMI,
    GREY,
    HAIR,
    INK,
    LINING_BOLD,
    TAB_SEMI,
    WHITE,
    Pen,
    fine,
    rgb,
    shrunk,
    width,
)  # fmt: skip
from pbem.reports.symbols import UNKNOWN, Livery, hatching, token

LIVERIES: Mapping[str, Livery] = {
    "red": Livery("R", "rectangle", "#9E2B25", "#F1D8D3", "#C98A84", "upright", WHITE),
    "yellow": Livery("Y", "pill", "#F0C132", "#FBF1CF", "#D6AE35", "dots", INK),
    "blue": Livery("B", "hexagon", "#2B5C9E", "#D5E1F0", "#8FADD3", "level", WHITE),
    "green": Livery("G", "shield", "#378256", "#D8EADF", "#8FBFA2", "falling", WHITE),
    "black": Livery("K", "slanted", "#2A2A2A", "#DBDAD8", "#9A9893", "crossed", WHITE),
}
LANDS: Mapping[str, str] = {"gb": "#F6E4E0", "fr": "#DFE7F1", "es": "#FAF3DA", "de": "#E0EBE3"}
"""Tints of the countries; they mean no player, so that they have no pattern."""

BOX_W, BOX_H = 60.0, 14.0


def livery(seat: str | None) -> Livery:
    return LIVERIES.get(seat or "", UNKNOWN)


def chip(pen: Pen, seat: str, x: float, y: float, *, w: float = 10.4, h: float = 8.2) -> None:
    """A seat's token with its letter, lower left corner at (x, y)."""
    look = livery(seat)
    token(pen, look, x, y, look.letter, w=w, h=h)


@lru_cache(maxsize=64)
def _coat(seat: str, w: float, h: float) -> str:
    """The tint and pattern of a seat in a rectangle at the origin."""
    look = livery(seat)
    lines = hatching(look.pattern, [(0, 0, w, h)], look.hatch)
    area = f"0 0 {fine(w)} {fine(h)} re"
    return f"q {area} W n {rgb(look.tint)} rg {area} f {lines} Q {rgb(INK)} RG 0.9 w {area} S"


def noble_box(
    pen: Pen, x: float, y: float, rank: str, seat: str | None, *, w: float = BOX_W, new: bool = False
) -> None:
    """A box for a noble with its lower left corner at (x, y): its rank, and the shape and letter of its owner."""
    h = BOX_H
    if seat is None:
        pen.rect(x, y, w, h, fill=WHITE, stroke=INK, weight=0.5)
        pen.text(CAPS, shrunk(CAPS, 8.2, rank, w - 8), x + 5, y + 4.3, rank, colour=GREY, spacing=0.2)
        return
    pen.stamp(_coat(seat, w, h), x, y)
    room = w - 22.5
    size = shrunk(CAPS_SEMI, 8.2, rank, room)
    pen.text(CAPS_SEMI, size, x + 4, y + 4.3, rank, halo=2.4)
    chip(pen, seat, x + w - 16, y + 2, w=13, h=10)
    if new:
        corner = f"{fine(x)} {fine(y + h - 4.6)} m {fine(x)} {fine(y + h)} l {fine(x + 4.6)} {fine(y + h)} l h f"
        pen.raw(f"{rgb(INK)} rg {corner}")


def hexagon(pen: Pen, x: float, y: float, value: int, taker: str | None) -> None:
    """The hex of an area, centred on (x, y): points for the first noble; faint and struck when they are taken."""
    rx, ry = 7.2, 6.2
    points = ((-rx, 0), (-rx / 2, ry), (rx / 2, ry), (rx, 0), (rx / 2, -ry), (-rx / 2, -ry))
    path = " ".join(f"{fine(x + dx)} {fine(y + dy)} {'l' if n else 'm'}" for n, (dx, dy) in enumerate(points))
    pen.raw(f"{rgb(WHITE)} rg {rgb(HAIR if taker else INK)} RG {0.6 if taker else 0.9} w {path} h B")
    struck(pen, x, y, str(value), gone=bool(taker))


def struck(pen: Pen, x: float, y: float, text: str, *, gone: bool, size: float = 8.0) -> None:
    """A value centred on (x, y); grey with a line through it when it is gone."""
    face = TAB_SEMI if gone else LINING_BOLD
    pen.text(face, size, x, y - size * 0.335, text, colour=GREY if gone else INK, align="middle")
    if gone:
        half = width(face, size, text) / 2 + 1
        pen.line(x - half, y - 1.4, x + half, y + 1.4, 0.5, GREY)


def square_marker(pen: Pen, x: float, y: float, value: int, taker: str | None) -> None:
    """A square marker, centred on (x, y)."""
    pen.rect(x - 6, y - 5.4, 12, 10.8, fill=WHITE, stroke=HAIR if taker else INK, weight=0.5 if taker else 0.8)
    struck(pen, x, y, str(value), gone=bool(taker), size=7.4)


def round_marker(pen: Pen, x: float, y: float, value: int, taker: str | None, *, used: bool, r: float = 5.2) -> None:
    """A round marker, centred on (x, y): open, or used with the taker beside it, or lost."""
    pen.circle(x, y, r, fill=WHITE, stroke=HAIR if used else INK, weight=0.5 if used else 0.7)
    struck(pen, x, y, str(value), gone=used, size=6.6 if r < 6 else 7.4)
    if taker is not None:
        chip(pen, taker, x + r + 1.2, y - 3.4, w=8.6, h=6.8)


def skull(pen: Pen, x: float, y: float) -> None:
    """A cross before dead nobles, its foot at (x, y)."""
    pen.line(x + 1.6, y, x + 1.6, y + 6, 0.9)
    pen.line(x, y + 4.1, x + 3.2, y + 4.1, 0.9)
