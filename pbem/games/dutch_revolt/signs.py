"""The signs of The Dutch Revolt: factions, walls, sieges, anchors. Each is the same on every page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin

from pbem.reports.ink import INK, LINING_BOLD, WHITE, Pen, circle_path, fine, rgb, width
from pbem.reports.symbols import LONE_W, SMALL_H, SMALL_W, TOKEN_H, TOKEN_W, UNKNOWN, Livery, outline
from pbem.reports.symbols import token as worn

LIVERIES: Mapping[str, Livery] = {
    "catholics": Livery("C", "pill", "#F0C132", "#FBF1CF", "#D6AE35", "dots", INK),
    "habsburgs": Livery("H", "rectangle", "#9E2B25", "#F1D8D3", "#C98A84", "upright", WHITE),
    "nobility": Livery("N", "shield", "#378256", "#D8EADF", "#8FBFA2", "falling", WHITE),
    "burghers": Livery("B", "hexagon", "#2B5C9E", "#D5E1F0", "#8FADD3", "level", WHITE),
    "reformers": Livery("R", "slanted", "#E58A33", "#FBE3CC", "#E2AA74", "rising", INK),
    "neutral": Livery("", "dashed", "#DAD6CC", "#F7F2E4", "#F7F2E4", "none", INK),
}


def livery(faction: str | None) -> Livery:
    return LIVERIES.get(faction or "neutral", UNKNOWN)


def token(pen: Pen, faction: str, x: float, y: float, text: str, *, w: float = TOKEN_W, h: float = TOKEN_H) -> None:
    """A token of a faction with its lower left corner at (x, y)."""
    worn(pen, livery(faction), x, y, text, w=w, h=h)


def counted(faction: str, count: int) -> str:
    return f"{livery(faction).letter}{count}"


def in_order(tokens: Mapping[str, int]) -> list[tuple[str, int]]:
    """Most first, neutral last, else the order of outlook."""
    rank = {faction: n for n, faction in enumerate(LIVERIES)}
    return sorted(
        ((faction, n) for faction, n in tokens.items() if n),
        key=lambda item: (item[0] == "neutral", -item[1], rank.get(item[0], 99)),
    )


def token_row(pen: Pen, tokens: Mapping[str, int], x: float, y: float, measure: float, align: str) -> None:
    """Tokens in a row of this measure; too many shrink the gap, then make two rows of small tokens."""
    shown = in_order(tokens)
    pitch, w, h = TOKEN_W + 1.2, TOKEN_W, TOKEN_H
    rows = [shown]
    if len(shown) > 1 and len(shown) * pitch - 1.2 > measure + 1.5:
        pitch = 11.5
        if (len(shown) - 1) * pitch + w > measure + 6:
            half = (len(shown) + 1) // 2
            rows = [shown[:half], shown[half:]]
            pitch, w, h, y = 11.4, SMALL_W, SMALL_H, y + 4.2
    for number, row in enumerate(rows):
        wide = (len(row) - 1) * pitch + w
        left = x if align == "start" else x + measure - wide if align == "end" else x + (measure - wide) / 2
        for n, (faction, count) in enumerate(row):
            token(pen, faction, left + n * pitch, y - number * (h + 0.3), counted(faction, count), w=w, h=h)


def lone(pen: Pen, faction: str | None, x: float, y: float, *, empty: bool = False) -> None:
    """A town and its holder, centred on (x, y)."""
    left, low = x - LONE_W / 2, y - TOKEN_H / 2
    if empty:
        pen.raw(
            f"{rgb(WHITE)} rg {rgb(INK)} RG 0.4 w [1.2 0.9] 0 d {fine(left)} {fine(low)} {LONE_W} {TOKEN_H} re B [] 0 d"
        )
        return
    token(pen, faction or "neutral", left, low, livery(faction).letter or "·", w=LONE_W)


@lru_cache(maxsize=64)
def _walls(owner: str | None, scale: float) -> str:
    w, h, b = 13.0 * scale, 8.6 * scale, 2.3 * scale
    low, t = -(h + b) / 2, w / 5
    high = [h + b, h + b, h, h, h + b, h + b, h, h, h + b, h + b]  # three battlements, from the left
    xs = [0, t, t, 2 * t, 2 * t, 3 * t, 3 * t, 4 * t, 4 * t, w]
    points = [(0.0, 0.0), *zip(xs, high, strict=True), (w, 0.0)]
    path = " ".join(f"{fine(x - w / 2)} {fine(low + y)} {'l' if n else 'm'}" for n, (x, y) in enumerate(points))
    colour = livery(owner).colour if owner else WHITE
    return f"{rgb(colour)} rg {rgb(INK)} RG {fine(0.75 * scale)} w {path} h B"


def walls(pen: Pen, owner: str | None, x: float, y: float, *, scale: float = 1.0) -> None:
    """A city and the owner of its card, centred on (x, y)."""
    pen.stamp(_walls(owner, scale), x, y)
    if owner:
        look, size = livery(owner), 7.0 * scale
        low = y - 1.15 * scale - size * 0.335
        pen.text(LINING_BOLD, size, x, low, look.letter, colour=look.on_it, align="middle")


@lru_cache(maxsize=4)
def _ring(scale: float) -> str:
    inner, outer = 9.6 * scale, 11.3 * scale
    turns = [2 * pi * n / 24 for n in range(24)]
    spikes = " ".join(
        f"{fine(cos(a) * inner)} {fine(sin(a) * inner)} m {fine(cos(a) * outer)} {fine(sin(a) * outer)} l"
        for a in turns
    )
    disc = circle_path(0, 0, inner)
    return f"{rgb(WHITE)} rg {rgb(INK)} RG {fine(scale)} w {disc} B {fine(0.7 * scale)} w {spikes} S"


def siege_ring(pen: Pen, x: float, y: float, *, scale: float = 1.0) -> None:
    """A ring with spikes round a besieged city."""
    pen.stamp(_ring(scale), x, y)


def besieger(pen: Pen, by: str, x: float, y: float, water_beggars: str) -> None:
    """Who besieges the city centred on (x, y): a small token at the upper left."""
    if by == "beggars":
        w = width(LINING_BOLD, 6.0, water_beggars) + 4
        pen.stamp(f"{rgb(WHITE)} rg {rgb(INK)} RG 0.5 w {outline('pill', 0, 0, w, 8)} B", x - 14.5, y + 4.6)
        pen.text(LINING_BOLD, 6.0, x - 14.5 + w / 2, y + 6.6, water_beggars, align="middle")
        return
    token(pen, by, x - 12.6, y + 4.4, livery(by).letter, w=8.2, h=8.0)


def army(pen: Pen, faction: str, state: str, x: float, y: float, side: float) -> None:
    """An army in its square of the command track; battlement: besieging; white: released; bar below: spent."""
    look = livery(faction)
    s = side - 2.0
    fill, on_it = (WHITE, INK) if state == "released" else (look.colour, look.on_it)
    ops = f"{rgb(fill)} rg {rgb(INK)} RG 0.6 w 1 1 {fine(s)} {fine(s)} re B"
    if state == "besieging":
        t = s / 5
        marks = " ".join(f"{fine(1 + t * n)} {fine(1 + s)} {fine(t)} 1.7 re" for n in (0, 2, 4))
        ops += f" {rgb(INK)} rg {marks} f"
    if state == "spent":
        ops += f" 0.9 w 1.6 2.2 m {fine(s + 0.4)} 2.2 l S"
    pen.stamp(ops, x, y)
    pen.text(LINING_BOLD, 6.4, x + side / 2, y + side / 2 - 2.1, look.letter, colour=on_it, align="middle")


@lru_cache(maxsize=1)
def _anchor() -> str:
    return (
        f"{rgb(WHITE)} rg {rgb(INK)} RG 0.5 w {circle_path(0, 0, 3.3)} B "
        "0.6 w 0 1.6 m 0 -1.9 l -1.2 0.8 m 1.2 0.8 l -1.9 -0.5 m -1.6 -2.4 1.6 -2.4 1.9 -0.5 c S"
    )


def anchor(pen: Pen, x: float, y: float) -> None:
    """A trade place: an anchor in a ring, centred."""
    pen.stamp(_anchor(), x, y)


_PAGES = (
    "0 -2.6 m -1.95 -1.6 -3.9 -2.1 -3.9 -2.3 c -3.9 2.6 l -1.95 3.2 0 2 0 2 c "
    "0 2 1.95 3.2 3.9 2.6 c 3.9 -2.3 l 3.9 -2.1 1.95 -1.6 0 -2.6 c h"
)
_BOOKS = {
    "reformed": f"{rgb(INK)} rg {_PAGES} f {rgb(WHITE)} RG 0.35 w 0 -2.2 m 0 1.8 l S",
    "catholic": (
        f"{rgb(WHITE)} rg {rgb(INK)} RG 0.5 w {_PAGES} B 0 -2.6 m 0 2 l S "
        "0.6 w 1.95 -1.5 m 1.95 1.9 l 0.85 0.8 m 3.05 0.8 l S"
    ),
    "none": f"{rgb(WHITE)} rg {rgb(INK)} RG 0.5 w [0.7 0.7] 0 d {_PAGES} B 0 -2.6 m 0 2 l S",
}


def book(pen: Pen, x: float, y: float, state: str) -> None:
    """A university: black reformed, with a cross Catholic, dotted not founded; centred."""
    pen.stamp(_BOOKS.get(state, _BOOKS["none"]), x, y)


_MITRE = (
    f"{rgb(WHITE)} rg {rgb(INK)} RG 0.55 w -2.3 -3 m -3 0.4 l 0 3.8 l 3 0.4 l 2.3 -3 l h B "
    "0 -2.4 m 0 1.8 l -1.3 0.3 m 1.3 0.3 l S"
)


def mitre(pen: Pen, x: float, y: float) -> None:
    """A bishopric, centred."""
    pen.stamp(_MITRE, x, y)
