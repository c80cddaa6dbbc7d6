"""How the powers of Here I Stand look, and the signs of its map: spaces, land units, ships. Everywhere the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pbem.reports.ink import INK, LINING, WHITE, Pen, circle_path, fine, rgb, width
from pbem.reports.symbols import Livery, token

LIVERIES: Mapping[str, Livery] = {
    "ottoman": Livery("O", "rectangle", "#378256", "#D8EADF", "#8FBFA2", "falling", WHITE),
    "hapsburg": Livery("H", "rectangle", "#F0C132", "#FBF1CF", "#D6AE35", "dots", INK),
    "england": Livery("E", "rectangle", "#9E2B25", "#F1D8D3", "#C98A84", "upright", WHITE),
    "france": Livery("F", "rectangle", "#2B5C9E", "#D5E1F0", "#8FADD3", "level", WHITE),
    "papacy": Livery("P", "rectangle", "#B07CCB", "#EFE4F4", "#CFB0DE", "rising", INK),
    "protestant": Livery("R", "rectangle", "#C08E52", "#F3E6D6", "#DDBB90", "crossed", INK),
    "genoa": Livery("g", "rectangle", WHITE, "#F7F2E4", "#F7F2E4", "none", INK),
    "hungary": Livery("u", "rectangle", WHITE, "#F7F2E4", "#F7F2E4", "none", INK),
    "scotland": Livery("s", "rectangle", WHITE, "#F7F2E4", "#F7F2E4", "none", INK),
    "venice": Livery("v", "rectangle", WHITE, "#F7F2E4", "#F7F2E4", "none", INK),
    "independent": Livery("", "rectangle", WHITE, "#F7F2E4", "#F7F2E4", "none", INK),
}
"""The hatching of the Protestants is the rising and the level one."""
UNKNOWN = LIVERIES["independent"]

KEY, ELECTORATE, FORTRESS, UNFORTIFIED = "key", "electorate", "fortress", "unfortified"
SIZES: Mapping[str, float] = {KEY: 5.6, ELECTORATE: 5.8, FORTRESS: 5.4, UNFORTIFIED: 3.9}
"""Half the width of a space."""
UNIT_W, UNIT_H = 12.6, 7.6


def livery(seat: str | None) -> Livery:
    """How a power looks; white without a letter for nobody."""
    return LIVERIES.get(seat or "", UNKNOWN)


def chip(pen: Pen, seat: str, x: float, y: float, *, w: float = 10.4, h: float = 8.2) -> None:
    """A power's token with its letter, lower left corner at (x, y)."""
    look = livery(seat)
    token(pen, look, x, y, look.letter, w=w, h=h)


@lru_cache(maxsize=64)
def _outline(kind: str, r: float) -> str:
    """The path of a space around the origin."""
    f = fine
    if kind == KEY:
        return f"{f(-r)} {f(-r)} {f(2 * r)} {f(2 * r)} re"
    if kind == ELECTORATE:
        c, h = r / 2, r * 0.87
        corners = ((-r, 0.0), (-c, h), (c, h), (r, 0.0), (c, -h), (-c, -h))
    elif kind == FORTRESS:
        corners = ((-r, 0.0), (0.0, r), (r, 0.0), (0.0, -r))
    else:
        return circle_path(0, 0, r)
    path = " ".join(f"{f(x)} {f(y)} {'l' if n else 'm'}" for n, (x, y) in enumerate(corners))
    return f"{path} h"


@lru_cache(maxsize=256)
def _space(kind: str, colour: str, r: float, capital: str, protestant: str) -> str:
    """The operators of a space around the origin: rim, double rim of a capital, the heavy rim of a Protestant one."""
    out = []
    if capital:
        out.append(f"{rgb(WHITE)} rg {rgb(INK)} RG 0.7 w {_outline(kind, r + 1.9)} B")
    if protestant:
        out.append(f"{rgb(INK)} RG 2.6 w {_outline(kind, r + 0.4)} S {rgb(WHITE)} RG 0.8 w {_outline(kind, r + 0.4)} S")
    out.append(f"{rgb(colour)} rg {rgb(INK)} RG 0.6 w {_outline(kind, r)} B")
    return " ".join(out)


def space_sign(pen: Pen, kind: str, controller: str, x: float, y: float, *, capital: bool, protestant: bool) -> None:
    """A space centred on (x, y): its kind by the shape, its controller by colour and letter."""
    look, r = livery(controller), SIZES.get(kind, SIZES[UNFORTIFIED])
    pen.stamp(_space(kind, look.colour, r, "capital" if capital else "", "protestant" if protestant else ""), x, y)
    size = 6.4 if r > 5 else 5.6
    if look.letter:
        pen.text(LINING, size, x, y - size * 0.335, look.letter, colour=look.on_it, align="middle")


def unrest_sign(pen: Pen, x: float, y: float) -> None:
    """A space in unrest: a white flame with a black rim above it, centred on (x, y)."""
    f = fine
    path = f"{f(-2.2)} -2 m -2.6 0.6 -0.6 0.4 -0.4 3 c 1.2 1.6 2.8 0 2.2 -2 c h"
    pen.raw(f"q 1 0 0 1 {f(x)} {f(y)} cm {rgb(WHITE)} rg {rgb(INK)} RG 0.6 w {path} B Q")


def siege_ring(pen: Pen, x: float, y: float, r: float) -> None:
    """A ring with spikes around a besieged space."""
    spikes = " ".join(
        f"{fine(x + dx * r)} {fine(y + dy * r)} m {fine(x + dx * (r + 2.4))} {fine(y + dy * (r + 2.4))} l"
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.71, 0.71), (-0.71, 0.71), (0.71, -0.71), (-0.71, -0.71))
    )
    pen.raw(f"{rgb(INK)} RG 0.7 w {circle_path(x, y, r)} S {spikes} S")


def university_sign(pen: Pen, x: float, y: float) -> None:
    """A small book for a Jesuit university, its middle at (x, y)."""
    pen.rect(x - 2.2, y - 1.5, 4.4, 3.0, fill=WHITE, stroke=INK, weight=0.45)
    pen.line(x, y - 1.5, x, y + 1.5, 0.45)


def land_sign(pen: Pen, owner: str, count: int, x: float, y: float, *, leader: bool) -> None:
    """Land units, lower left corner at (x, y); a flag for a leader."""
    look = livery(owner)
    token(pen, look, x, y, f"{look.letter}{count}" if count else look.letter, w=UNIT_W, h=UNIT_H)
    if leader:
        f, left, top = fine, x + 1, y + UNIT_H
        pole = f"{f(left)} {f(top)} m {f(left)} {f(top + 4)} l S"
        flag = f"{f(left)} {f(top + 4)} m {f(left + 3.6)} {f(top + 2.9)} l {f(left)} {f(top + 1.6)} l f"
        pen.raw(f"{rgb(INK)} RG 0.5 w {pole} {rgb(INK)} rg {flag}")


@lru_cache(maxsize=64)
def _hull(colour: str) -> str:
    w, h = UNIT_W, UNIT_H
    path = f"0 {fine(h)} m {fine(w)} {fine(h)} l {fine(w - 2.4)} 0.4 l 2.4 0.4 l h"
    return f"{rgb(colour)} rg {rgb(INK)} RG 0.45 w {path} B"


def ship_sign(pen: Pen, owner: str, text: str, x: float, y: float, *, leader: bool) -> None:
    """Naval units as a hull, lower left corner at (x, y); a pennant for a leader."""
    look = livery(owner)
    pen.stamp(_hull(look.colour), x, y)
    said = f"{look.letter}{text}"
    size = 6.2 if width(LINING, 6.2, said) <= UNIT_W - 4 else 5.0
    pen.text(LINING, size, x + UNIT_W / 2, y + UNIT_H / 2 - size * 0.3, said, colour=look.on_it, align="middle")
    if leader:
        pen.line(x + UNIT_W / 2, y + UNIT_H, x + UNIT_W / 2, y + UNIT_H + 3.6, 0.5)
        pen.line(x + UNIT_W / 2, y + UNIT_H + 3.4, x + UNIT_W / 2 + 3.2, y + UNIT_H + 2.6, 1.1)


def reformer_sign(pen: Pen, letter: str, x: float, y: float) -> None:
    """A reformer: a small white shield with his initial, its middle at (x, y)."""
    f = fine
    path = (
        f"{f(-3.2)} {f(3.4)} m {f(3.2)} {f(3.4)} l {f(3.2)} {f(-0.6)} l "
        f"{f(3.2)} {f(-2.6)} {f(1.2)} {f(-3.6)} 0 {f(-4.4)} c "
        f"{f(-1.2)} {f(-3.6)} {f(-3.2)} {f(-2.6)} {f(-3.2)} {f(-0.6)} c h"
    )
    pen.stamp(f"{rgb(WHITE)} rg {rgb(INK)} RG 0.6 w {path} B", x, y)
    pen.text(LINING, 5.4, x, y - 1.7, letter, colour=INK, align="middle")


def disc(pen: Pen, power: str, text: str, x: float, y: float, *, full: bool) -> None:
    """A debater: a disc with his value, full while he is uncommitted."""
    look = livery(power)
    pen.circle(x, y, 4.2, fill=look.colour if full else WHITE, stroke=INK, weight=0.45)
    pen.text(LINING, 6.2, x, y - 2.1, text, colour=look.on_it if full else INK, align="middle")


def track(pen: Pen, x: float, y: float, size: int, filled: int, colour: str) -> float:
    """Boxes of a track from left to right, some of them filled; gives where it ends."""
    step, box = 7.4, 6.2
    for n in range(size):
        pen.rect(x + step * n, y, box, box, fill=colour if n < filled else WHITE, stroke=INK, weight=0.4)
    return x + step * size - (step - box)
