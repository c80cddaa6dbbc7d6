"""The map of Heads of State: nobles in their boxes, dead nobles, hexes, and a card with the markers of each country.

The drawing is cut below and above to leave room for the head of the page; all coordinates are those of the map file.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from pbem.games.heads_of_state.signs import (
    BOX_H,
    BOX_W,
    LANDS,
    chip,
    hexagon,
    livery,
    noble_box,
    round_marker,
    skull,
    square_marker,
)  # fmt: skip
from pbem.games.heads_of_state.words import NAME, HeadsWords
from pbem.reports.geometry import geometry, sea_and_land
from pbem.reports.ink import (
    CAPS_SEMI,
    GREY,
    INK,
    ITALIC,
    LAND,
    LAND_OUT,
    PAPER,
    RIVER,
    SEMI,
    TEXT,
    Pen,
    area_path,
    fine,
    line_path,
    rgb,
    shrunk,
    width,
)  # fmt: skip
from pbem.reports.symbols import token
from pbem.reports.words import capital

LOW, HIGH = 28.0, 661.0
"""What of the drawing is shown, from below."""
CARD_W, CARD_H = 110.0, 61.0
CARDS: Mapping[str, tuple[float, float]] = {"gb": (234, 594), "fr": (7, 381), "es": (221, 33), "de": (396, 594)}
"""Where the card of a country stands: its lower left corner."""
KEY = (406.0, 345.0, 101.0)
"""Left, top and width of the key; below it the markers for nobles of all ranks."""
LARGE_H = 31.0
SIGNS = ("box", "noble", "new", "hex", "taken", "dead", "square", "round")
SLACK = 14.0
SIGNS_W = 29.0
"""What a hex and the token of its taker need behind the name."""
NARROW: Mapping[str, tuple[float, float]] = {
    "hanover": (SLACK, 2), "saxony": (2, 26), "aquitaine": (SLACK, 1), "provence": (1, 26),
}  # fmt: skip
"""How far the line of an area's name may reach beyond its box, left and right, where neighbours are near."""


@cache
def _forms(lands: tuple[tuple[str, str], ...]) -> tuple[bytes, bytes] | None:
    """Sea, land, the areas in the tints of their countries; then borders and coast. `lands`: area, country."""
    shape = geometry(NAME)
    if shape is None:
        return None
    w = shape["size"][0]
    clip = f"q 0 0 {fine(w)} {fine(HIGH - LOW)} re W n 1 0 0 1 0 {fine(-LOW)} cm"
    low = [clip, *sea_and_land({**shape, "outside": []})]
    low.append(f"{rgb(LAND_OUT)} rg {area_path(shape['land'])} f*")
    for area, country in lands:
        if area in shape["areas"]:
            low.append(f"{rgb(LANDS.get(country, LAND))} rg {area_path(shape['areas'][area]['rings'])} f*")
    low.append("Q")
    borders = " ".join(line_path(border["line"]) for border in shape["borders"])
    areas = " ".join(area_path(record["rings"]) for record in shape["areas"].values())
    high = [
        clip,
        f"1 j 1 J {rgb(INK)} RG 0.4 w {area_path(shape['land'])} S",
        f"0.9 w {areas} S",
        f"1.1 w {borders} S",
        "Q",
    ]
    return zlib.compress("\n".join(low).encode("ascii"), 9), zlib.compress("\n".join(high).encode("ascii"), 9)


class HeadsMap:
    """Draws one map on a pen whose origin is the lower left corner of the shown part; see reports.front.Drawing."""

    def __init__(
        self, pen: Pen, words: HeadsWords, board: Any, view: Mapping[str, Any], new: Collection[tuple[str, str]] = ()
    ) -> None:
        self.pen, self.words, self.board, self.view = pen, words, board, view
        self.new = frozenset(new)
        found = geometry(NAME)
        self.drawn = found is not None
        self.shape: Mapping[str, Any] = found or {}
        self.size: Sequence[float] = (self.shape["size"][0], HIGH - LOW) if found else (0.0, 0.0)

    def plate(self) -> tuple[bytes, bytes] | None:
        """The two forms that never change during a game."""
        return _forms(tuple((area, record.country) for area, record in self.board.areas.items()))

    def seen(self) -> str:
        """What of the view the map shows."""
        view = self.view
        shown = [view[part] for part in ("areas", "countries", "large", "order", "rounds")]
        return json.dumps([*shown, sorted(self.new)], sort_keys=True)

    def unplaced(self) -> list[str]:
        """Names of what the board has and the drawing cannot show."""
        missing = [area for area in self.board.areas if area not in self.shape.get("areas", {})]
        lands = [country for country in self.board.countries if country not in CARDS]
        return [*map(self.words.area, missing), *map(self.words.country, lands)]

    def tints(self) -> None:
        """The countries' tints are part of the plate."""

    def above_plate(self) -> None:
        """Names, hexes, boxes, dead nobles, cards of the countries, key."""
        if not self.drawn:
            return
        self.pen.raw(f"q 1 0 0 1 0 {fine(-LOW)} cm")
        self._seas()
        for area, record in self.view["areas"].items():
            if area in self.shape["areas"] and area in self.board.areas:
                self._area(area, record, self.shape["areas"][area]["box"])
        for country, record in self.view["countries"].items():
            if country in CARDS and country in self.board.countries:
                self._card(country, record, *CARDS[country])
        self._key(*KEY)
        self.pen.raw("Q")

    def _seas(self) -> None:
        for sea in self.shape["seas"]:
            key = f"term.sea.{sea['name'].lower().replace(' ', '_')}"
            name = self.words.say(key) if self.words.has(key) else sea["name"]
            half = width(ITALIC, sea["size"], name, sea["spacing"]) / 2
            self.pen.text(
                ITALIC, sea["size"], max(half + 5, sea["at"][0]), sea["at"][1], name,
                colour=RIVER, align="middle", spacing=sea["spacing"],
            )  # fmt: skip

    # areas ----------------------------------------------------------------------------------

    def label(self, area: str, measure: float) -> tuple[str, float]:
        """The name of an area and its size: local if it fits, else the one in the data, else the local one smaller."""
        local, given = self.words.area(area), self.board.areas[area].name
        for name, least in ((local, 7.4), (given, 9.0)):
            size = shrunk(CAPS_SEMI, 9, name, measure / 1.14, least)
            if width(CAPS_SEMI, size, name, 0.078 * size) <= measure + 1:
                return name, size
        return local, shrunk(CAPS_SEMI, 9, local, measure / 1.14, 6.0)

    def room(self, area: str) -> tuple[float, float]:
        """Between which x the line of an area's name may stand."""
        x0, _, x1, _ = self.shape["areas"][area]["box"]
        left, right = NARROW.get(area, (SLACK, SLACK))
        return x0 - left, x1 + right

    def _area(self, area: str, record: Mapping[str, Any], box: Sequence[float]) -> None:
        x0, _, x1, y1 = box
        pen, middle = self.pen, (x0 + x1) / 2
        taker = record.get("hex")
        low, high = self.room(area)
        name, size = self.label(area, high - low - SIGNS_W)
        spacing = 0.078 * size
        wide = width(CAPS_SEMI, size, name, spacing) - spacing
        whole = wide + (SIGNS_W if taker else 19)
        left = max(low, min(middle - whole / 2, high - whole))
        pen.text(CAPS_SEMI, size, left, y1 - 10.4, name, halo=2.2, spacing=spacing)
        hexagon(pen, left + wide + 11, y1 - 7.4, record["hex_value"], taker)
        if taker:
            chip(pen, taker, left + wide + 19.4, y1 - 10.8, w=8.6, h=6.8)
        y = y1 - 15.5
        for one in record["boxes"]:
            y -= BOX_H + 0.6
            rank = self.words.rank(one["rank"])
            noble_box(pen, middle - BOX_W / 2, y, rank, one.get("seat"), new=(area, one["rank"]) in self.new)
        self._dead(record.get("dead") or (), middle - BOX_W / 2, y - 7.9)

    def _dead(self, dead: Sequence[Mapping[str, Any]], x: float, y: float) -> None:
        """Dead nobles on the hex, by their owners."""
        if not dead:
            return
        by_seat = Counter(noble["seat"] for noble in dead)
        order = [seat for seat in self.view["order"] if seat in by_seat]
        plain = [*order, *(seat for seat in by_seat if seat not in order)]
        pitch = min(12.6, (BOX_W - 4) / max(1, len(plain)))
        self.pen.raw(f"{rgb(PAPER)} rg {fine(x - 1)} {fine(y - 0.6)} {fine(6 + pitch * len(plain))} 7.8 re f")
        skull(self.pen, x + 0.4, y + 0.3)
        for n, seat in enumerate(plain):
            count = by_seat[seat]
            text = livery(seat).letter + (str(count) if count > 1 else "")
            token_w = min(11.4, pitch - 0.8)
            self._small(seat, text, x + 4.8 + n * pitch, y, token_w)

    def _small(self, seat: str, text: str, x: float, y: float, w: float) -> None:
        token(self.pen, livery(seat), x, y, text, w=w, h=6.6)

    # countries ------------------------------------------------------------------------------

    def _paper(self, x: float, y: float, w: float, h: float) -> None:
        self.pen.rect(x, y, w, h, fill=PAPER, stroke=INK, weight=0.4)

    def _card(self, country: str, record: Mapping[str, Any], x: float, y: float) -> None:
        """Square markers, round markers of the three rounds, influence as of now."""
        pen, words, view = self.pen, self.words, self.view
        self._paper(x, y, CARD_W, CARD_H)
        pen.rect(x, y + CARD_H - 12.4, CARD_W, 12.4, fill=LANDS.get(country, LAND), stroke=INK, weight=0.4)
        name = words.country(country)
        pen.text(CAPS_SEMI, shrunk(CAPS_SEMI, 8.6, name, CARD_W - 10), x + 5, y + CARD_H - 9.3, name, spacing=0.5)
        top = y + CARD_H - 20.6
        for n, square in enumerate(record["squares"]):
            at = top - 12.2 * n
            square_marker(pen, x + 11.5, at, square["value"], square.get("seat"))
            if square.get("seat"):
                chip(pen, square["seat"], x + 20, at - 3.6, w=9.4, h=7.4)
        for n, name in enumerate(view["rounds"]):
            at = top - 11.4 * n
            now = name == view["round"] and not view["over"]
            pen.text(SEMI if now else TEXT, 6.6, x + 36, at - 2.3, name, colour=INK if now else GREY)
            for m, marker in enumerate(record["small"].get(name) or ()):
                round_marker(
                    pen, x + 59 + 27 * m, at, marker["value"], marker.get("seat"), used=bool(marker.get("used"))
                )
        self._influence(record.get("influence") or {}, x + 5, y + 3.6)

    def _influence(self, influence: Mapping[str, int], x: float, y: float) -> None:
        """Influence as if the round ended now, most first."""
        pen, words = self.pen, self.words
        label = words.say("report.map.influence")
        size = shrunk(ITALIC, 6.4, label, 34)
        at = x + pen.text(ITALIC, size, x, y + 1.8, label, colour=GREY) + 3
        shown = sorted(((s, n) for s, n in influence.items() if n), key=lambda item: -item[1])
        room = (CARD_W - 8 - (at - x)) / max(5, len(shown))
        for n, (seat, count) in enumerate(shown):
            self._small(seat, f"{livery(seat).letter}{count}", at + n * room, y, min(13.6, room - 0.8))
        if not shown:
            pen.text(TEXT, 6.6, at, y + 1.8, words.say("term.nobody"), colour=GREY)

    def _large(self, x: float, y: float, w: float) -> None:
        """The large round markers of a full set of ranks."""
        self._paper(x, y, w, LARGE_H)
        label = self.words.say("report.map.full_set")
        self.pen.text(ITALIC, shrunk(ITALIC, 7.2, label, w - 10), x + 5, y + LARGE_H - 9.4, label)
        for n, marker in enumerate(self.view["large"]):
            taker = marker.get("seat")
            round_marker(self.pen, x + 12 + n * 32, y + 11, marker["value"], taker, used=taker is not None, r=7)

    # key ------------------------------------------------------------------------------------

    def _key(self, x: float, top: float, w: float) -> None:
        say, pen, seats = self.words.say, self.pen, list(self.view["order"])
        lines = (len(seats) + 1) // 2
        h = 30 + 11 * lines + 10.9 * len(SIGNS)
        self._paper(x, top - h, w, h)
        pen.text(CAPS_SEMI, 9.4, x + 6, top - 12, say("report.map.key"), spacing=0.6)
        pen.line(x + 6, top - 16, x + w - 6, top - 16, 0.5)
        row = top - 27
        for n, seat in enumerate(seats):
            self._swatch(seat, x + 6 + (n % 2) * 47, row - 11 * (n // 2))
        row -= 11 * lines + 1
        for kind in SIGNS:
            self._sign(kind, x + 17, row)
            label = say(f"report.map.key_{kind}")
            pen.text(TEXT, shrunk(TEXT, 6.8, label, w - 40), x + 36, row - 0.2, label)
            row -= 10.9
        self._large(x, top - h - 4 - LARGE_H, w)

    def _swatch(self, seat: str, x: float, y: float) -> None:
        chip(self.pen, seat, x, y - 1.6)
        name = capital(self.words.faction(seat))
        self.pen.text(TEXT, shrunk(TEXT, 7.2, name, 32), x + 13, y + 0.2, name)

    def _sign(self, kind: str, x: float, y: float) -> None:
        pen, first = self.pen, next(iter(self.view["order"]), "red")
        if kind in ("box", "noble", "new"):
            pen.raw(f"q 0.6 0 0 0.6 {fine(x - 12)} {fine(y - 2)} cm")
            noble_box(pen, 0, 0, "", None if kind == "box" else first, w=42, new=kind == "new")
            pen.raw("Q")
        elif kind in ("hex", "taken"):
            pen.raw(f"q 0.75 0 0 0.75 {fine(x - 5)} {fine(y + 2)} cm")
            hexagon(pen, 0, 0, 7, first if kind == "taken" else None)
            if kind == "taken":
                chip(pen, first, 8.6, -3.4, w=8.6, h=6.8)
            pen.raw("Q")
        elif kind == "dead":
            skull(pen, x - 8, y - 0.8)
            self._small(first, f"{livery(first).letter}2", x - 3, y - 1.2, 11.4)
        elif kind == "square":
            pen.raw(f"q 0.8 0 0 0.8 {fine(x)} {fine(y + 2.2)} cm")
            square_marker(pen, 0, 0, 12, None)
            pen.raw("Q")
        else:
            pen.raw(f"q 0.9 0 0 0.9 {fine(x)} {fine(y + 2.2)} cm")
            round_marker(pen, 0, 0, 10, None, used=False)
            pen.raw("Q")
