"""The map of The Dutch Revolt: what changes from report to report, drawn over the plate of the board."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dutch_revolt.plate import Plate, added_border, plate, removed_border, tinted
from pbem.games.dutch_revolt.signs import (
    LIVERIES,
    anchor,
    army,
    besieger,
    book,
    counted,
    livery,
    lone,
    mitre,
    siege_ring,
    token,
    token_row,
    walls,
)  # fmt: skip
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.geometry import geometry, turned
from pbem.reports.ink import (
    CAPS_SEMI,
    GREY,
    INK,
    ITALIC,
    LAND,
    RIVER,
    SEMI,
    TAB,
    TAB_SEMI,
    TEXT,
    WHITE,
    Pen,
    fine,
    rgb,
    shrunk,
    width,
)  # fmt: skip
from pbem.reports.symbols import TOKEN_H, hatching
from pbem.reports.words import halves

GAME = "dutch_revolt"
SQUARE = 10.4

# Where a support box stands: left, top. A box that a corrected data file adds is listed below the map instead.
BOX_PLACES: Mapping[str, tuple[float, float]] = {
    "calvinists": (216, 614),
    "london_merchants": (14, 363),
    "huguenots": (90, 363),
    "french_support": (14, 38),
    "spanish_treasury": (88, 38),
    "imperial_support": (445, 36),
}
BOX_PER_ROW = 12


class DutchMap:
    """Draws one map on a pen whose origin is the lower left corner of the map."""

    def __init__(self, pen: Pen, words: DutchWords, board: Any, view: Mapping[str, Any]) -> None:
        self.pen, self.words, self.board, self.view = pen, words, board, view
        found = geometry(GAME)
        self.drawn = found is not None
        self.shape: Mapping[str, Any] = found or {}
        self.size: Sequence[float] = self.shape.get("size", (0.0, 0.0))
        self.engraved: Plate | None = plate(board)

    def unplaced(self) -> list[str]:
        """Names of what the board has and the drawing cannot show."""
        missing = list(self.engraved.unplaced) if self.engraved else []
        missing += [box for box in self.board.boxes if box not in BOX_PLACES]
        return [self.words.anything(ident) for ident in missing]

    def plate(self) -> tuple[bytes, bytes] | None:
        """The two forms of the plate."""
        return (self.engraved.low, self.engraved.high) if self.engraved else None

    def seen(self) -> str:
        """What of the view the map shows."""
        view = self.view
        shown = [list(view["factions"])]
        shown += [
            view[part] for part in ("provinces", "places", "tracks", "boxes", "beggars", "bishoprics", "universities")
        ]
        return json.dumps(shown, sort_keys=True)

    def above_plate(self) -> None:
        """Everything above the second form: names, symbols, tokens, boxes, key."""
        if not self.drawn:
            return
        self._water_names()
        self._symbols()
        self._names()
        self._tokens()
        self._tracks()
        self._boxes()
        self._key()

    def tints(self) -> None:
        for province, record in self.view["provinces"].items():
            if record.get("owner"):
                self.pen.raw(tinted(province, record["owner"]))

    # names of waters and remarks ------------------------------------------------------------

    def _water_names(self) -> None:
        for sea in self.shape["seas"]:
            name = self._local("water", sea["name"])
            self.pen.text(
                ITALIC, sea["size"], sea["at"][0], sea["at"][1], name,
                colour=RIVER, align="middle", spacing=sea["spacing"],
            )  # fmt: skip
        for river in self.shape["rivers"].values():
            if "label" in river:
                x, y, degrees = river["label"]
                along = turned(degrees)
                name = self._local("water", river["name"])
                half = width(ITALIC, 6.4, name) / 2
                self.pen.text(
                    ITALIC, 6.4, x - half * along[0], y - half * along[1], name,
                    colour="#2F6480", halo=1.6, rotate=along,
                )  # fmt: skip
        for note in self.shape["notes"]:
            if note["text"] == "to Liège":
                target = note.get("of", "")
                if target in self.board.provinces:
                    lines = self.words.say("report.map.belongs_to", province=target).split()
                    for n, line in enumerate(lines):
                        self.pen.text(
                            ITALIC, 6, note["at"][0], note["at"][1] - 6.6 * n + 3, line, align="middle", halo=1.4
                        )
            else:
                text = self.words.say("report.map.not_in_play")
                size = shrunk(ITALIC, 6.2, text, 27)
                self.pen.text(ITALIC, size, note["at"][0], note["at"][1], text, colour=GREY, align="middle")

    def _local(self, group: str, name: str) -> str:
        key = f"term.{group}.{name.lower().replace(' ', '_')}"
        return self.words.say(key) if self.words.has(key) else name

    # cities and towns -----------------------------------------------------------------------

    def _places(self) -> list[tuple[str, Any, Mapping[str, Any], Mapping[str, Any]]]:
        return [
            (ident, place, self.shape["places"][ident], self.view["places"].get(ident) or {})
            for ident, place in self.board.places.items()
            if ident in self.shape["places"]
        ]

    def _symbols(self) -> None:
        beggars = self.words.say("term.beggars_short")
        for _, place, at, now in self._places():
            x, y = at["at"]
            if place.is_city:
                if now.get("siege"):
                    siege_ring(self.pen, x, y)
                walls(self.pen, now.get("owner"), x, y)
                if now.get("siege"):
                    besieger(self.pen, now["siege"]["by"], x, y, beggars)
            elif not now.get("tokens"):
                lone(self.pen, None, x, y, empty=True)
            else:
                lone(self.pen, next(iter(now["tokens"])), x, y)

    def _icons(self, ident: str, place: Any) -> list[tuple[str, str]]:
        found = [("anchor", "")] if place.trade else []
        state = self.view.get("universities", {}).get(ident)
        return [*found, ("book", state)] if state else found

    def _icon(self, icon: tuple[str, str], x: float, y: float) -> None:
        if icon[0] == "anchor":
            anchor(self.pen, x, y)
        elif icon[0] == "book":
            book(self.pen, x, y, icon[1])
        else:
            mitre(self.pen, x, y)

    def _names(self) -> None:
        for ident, area in self.shape["provinces"].items():
            if ident in self.board.provinces:
                self._province_name(ident, area)
        for ident, place, at, _ in self._places():
            x0, y0, x1, y1 = at["box"]
            icons = self._icons(ident, place)
            tall = y1 - y0 > 12
            face, size = (SEMI, 7.6) if place.is_city else (TEXT, 6.9)
            name, size = self.label(self.words.place(ident), place.name, face, size, x1 - x0 - 7.6 * len(icons))
            wide = width(face, size, name) + 7.6 * len(icons)
            left = x0 if at["align"] == "start" else x1 - wide if at["align"] == "end" else (x0 + x1 - wide) / 2
            low = y1 - 6.7 if tall else y0 + 1.8
            self.pen.text(face, size, left, low, name, halo=1.9)
            for n, icon in enumerate(icons):
                self._icon(icon, left + width(face, size, name) + 5.2 + 7.6 * n, low + 2.2)

    def label(self, local: str, given: str, face: str, size: float, measure: float) -> tuple[str, float]:
        """The local name if it fits its box, else the name in the data, else that name smaller."""
        for name in (local, given):
            if width(face, size, name) <= measure + 0.6:
                return name, size
        for name in (local, given):
            smaller = shrunk(face, size, name, measure, 6.2)
            if width(face, smaller, name) <= measure + 0.6:
                return name, smaller
        return given, shrunk(face, size, given, measure)

    def _province_name(self, ident: str, area: Mapping[str, Any]) -> None:
        x0, _, x1, y1 = area["box"]
        record = self.view["provinces"].get(ident) or {}
        see = ident in self.view.get("bishoprics", {})
        size = float(area["label_size"])
        room = x1 - x0 + 6 - (8 if see else 0)
        name, size = self.label(
            self.words.province(ident), self.board.provinces[ident].name, CAPS_SEMI, size, room / 1.09
        )
        spacing = 0.09 * size
        wide = width(CAPS_SEMI, size, name, spacing) - spacing + (9 if see else 0)
        left = (x0 + x1 - wide) / 2
        self.pen.text(CAPS_SEMI, size, left, y1 - 7.2, name, halo=2.2, spacing=spacing)
        if see:
            self._icon(("mitre", ""), left + wide - 3, y1 - 4.6)
        owner = record.get("owner")
        letter = livery(owner).letter if owner else ""
        small = 6.9
        line = " · ".join((
            str(record.get("max", 0)), halves(record.get("tax2", 0)), halves(record.get("vp2", 0)),
        ))  # fmt: skip
        wide = width(TAB, small, line) + (width(TAB_SEMI, small, letter) + 2.6 if letter else 0)
        left = (x0 + x1 - wide) / 2
        if letter:
            left += self.pen.text(TAB_SEMI, small, left, y1 - 14.4, letter, halo=1.9) + 2.6
        self.pen.text(TAB, small, left, y1 - 14.4, line, halo=1.9)

    def _tokens(self) -> None:
        for ident, area in self.shape["provinces"].items():
            record = self.view["provinces"].get(ident)
            if record and ident in self.board.provinces:
                x0, y0, x1, _ = area["box"]
                token_row(self.pen, record.get("countryside") or {}, x0, y0 + 0.4, x1 - x0, "middle")
        for _, place, at, now in self._places():
            if place.is_city:
                x0, y0, x1, y1 = at["box"]
                low = y0 + 0.2 if y1 - y0 > 12 else y0 - TOKEN_H - 0.4
                token_row(self.pen, now.get("tokens") or {}, x0, low, x1 - x0, at["align"])

    # command tracks -------------------------------------------------------------------------

    def _tracks(self) -> None:
        for region, track in self.view["tracks"].items():
            at = self.shape["tracks"].get(region)
            if at is None or region not in self.board.regions:
                continue
            if "leader" in at:
                x0, y0, x1, y1 = at["leader"]
                self.pen.line(x0, y0, x1, y1, 0.5)
            self._track(region, track, at["box"])

    def track_caption(self, region: str, measure: float) -> tuple[str, float]:
        """The code and the shortest true name: the name of a region whole, or of its main province."""
        record = self.board.regions[region]
        short = f"term.track.{region}"
        local = self.words.say(short) if self.words.has(short) else self.words.region(region)
        fallback = self.words.province(record.provinces[0]) if record.provinces else ""
        for text in (f"{record.code} {local}", f"{record.code} {fallback}", record.code):
            size = shrunk(TEXT, 6.2, text, measure + 8, 5.6)
            if width(TEXT, size, text) <= measure + 8.5:
                return text, size
        return record.code, 5.6

    def _track(self, region: str, track: Mapping[str, Any], box: Sequence[float]) -> None:
        x0, y0, x1, _ = box
        squares = max(int(track["squares"]), len(track["armies"]))
        side = min(SQUARE, (x1 - x0) / max(squares, 1)) if squares * 10.2 > x1 - x0 + 8 else 10.3
        staying = (self.view["beggars"].get("regions", {}).get(region) or {}).get("staying", 0)
        beggars = f"{self.words.say('term.beggars_short')}{staying}" if staying else ""
        text, size = self.track_caption(region, x1 - x0 - (25 if staying else 0))
        wide = self.pen.text(TEXT, size, x0, y0 + 12.2, text, halo=1.7)
        if beggars:
            token(self.pen, "none", x0 + wide + 2.5, y0 + 11.2, beggars, w=16, h=7.4)
        for n in range(squares):
            self.pen.rect(x0 + n * side, y0, side, 10.2, fill=WHITE, stroke=INK, weight=0.6)
        for n, one in enumerate(track["armies"]):
            army(self.pen, one["faction"], one["state"], x0 + n * side, y0 + 5.1 - side / 2, side)

    # support boxes --------------------------------------------------------------------------

    def _boxes(self) -> None:
        for ident, squares in self.view["boxes"].items():
            if ident in BOX_PLACES and ident in self.board.boxes:
                self._box(ident, squares, *BOX_PLACES[ident])

    def _box(self, ident: str, squares: Sequence[Mapping[str, Any]], x: float, top: float) -> None:
        room = 72.0 if ident in ("london_merchants", "french_support") else 120.0 if x < 400 else 62.0
        name = self.words.box(ident)
        name = name[:1].upper() + name[1:]
        size = shrunk(SEMI, 7.4, name, room)
        self.pen.text(SEMI, size, x, top - 6, name, halo=1.9)
        side = 10.4
        row_top = top - 9.4
        for n, square in enumerate(squares):
            row, column = divmod(n, BOX_PER_ROW)
            sx, sy = x + column * side, row_top - side * (row + 1)
            dark = "#DED7C3"
            if square["square"] == "both":
                self.pen.rect(sx, sy, side, side, fill=WHITE)
                self.pen.raw(
                    f"{rgb(dark)} rg {fine(sx)} {fine(sy)} m {fine(sx + side)} {fine(sy)} l "
                    f"{fine(sx + side)} {fine(sy + side)} l h f"
                )
                self.pen.line(sx, sy, sx + side, sy + side, 0.35, GREY)
                self.pen.rect(sx, sy, side, side, stroke=INK, weight=0.5)
            else:
                fill = WHITE if square["square"] == "map" else dark
                self.pen.rect(sx, sy, side, side, fill=fill, stroke=INK, weight=0.5)
            if square.get("token"):
                faction = square["token"]
                token(self.pen, faction, sx + 1, sy + 1.1, livery(faction).letter, w=8.4, h=8.2)
        low = row_top - side * ((len(squares) - 1) // BOX_PER_ROW + 1)
        codes = [self.board.provinces[p].code for p in self.board.boxes[ident].provinces if p in self.board.provinces]
        if codes:
            per_line = 3 if x > 400 else 6
            for n in range(0, len(codes), per_line):
                lead = "→ " if n == 0 else "    "
                line = lead + " ".join(codes[n : n + per_line])
                self.pen.text(ITALIC, 6.2, x, low - 7 - 7 * (n // per_line), line, halo=1.6)

    # key ------------------------------------------------------------------------------------

    def _key(self) -> None:
        say, pen = self.words.say, self.pen
        x, y, w, h = self.shape["free"]["key"]
        left, right, top = x + 4, x + 96, y + h - 6
        pen.text(CAPS_SEMI, 10, left, top - 7, say("report.map.key"), spacing=0.6)
        pen.line(left, top - 12.5, x + w + 24, top - 12.5, 0.5)
        row = top - 26
        for faction in [*self.view["factions"], "neutral"]:
            self._swatch(faction, left, row)
            token(pen, faction, left + 20.5, row, counted(faction, 2))
            name = self.words.faction(faction)
            name = name if faction == "neutral" else name[:1].upper() + name[1:]
            pen.text(TEXT, shrunk(TEXT, 7.4, name, 50), left + 37, row + 2.2, name)
            row -= 14.2
        for n, line in enumerate((say("report.map.key_pattern"), say("report.map.key_token"))):
            pen.text(ITALIC, shrunk(ITALIC, 6.2, line, 86), left, row + 1 - 7 * n, line, colour=GREY)
        self._key_right(right, top - 22)

    def _swatch(self, faction: str, x: float, y: float) -> None:
        look = LIVERIES.get(faction)
        self.pen.rect(x, y - 0.4, 17.5, 9.6, fill=look.tint if look else LAND)
        if look and look.pattern != "none":
            box = (x, y - 0.4, x + 17.5, y + 9.2)
            self.pen.raw(f"q {fine(x)} {fine(y - 0.4)} 17.5 9.6 re W n {hatching(look.pattern, [box], look.hatch)} Q")
        self.pen.rect(x, y - 0.4, 17.5, 9.6, stroke=INK, weight=0.4)

    def _key_right(self, x: float, y: float) -> None:
        say, pen = self.words.say, self.pen
        at = x + 6
        room = 78.0
        rows = [
            ("city", 15.0), ("town", 17.5), ("siege", 19.0), ("trade", 13.0), ("reformed", 12.2), ("catholic", 12.2),
            ("unfounded", 12.2), ("bishopric", 12.4),
        ]  # fmt: skip
        for kind, step in rows:
            if kind == "city":
                walls(pen, "burghers", at, y)
            elif kind == "town":
                lone(pen, "nobility", at, y)
            elif kind == "siege":
                siege_ring(pen, at, y, scale=0.8)
                walls(pen, None, at, y, scale=0.8)
            elif kind == "trade":
                anchor(pen, at, y)
            elif kind == "bishopric":
                mitre(pen, at, y)
            else:
                book(pen, at, y, {"reformed": "reformed", "catholic": "catholic"}.get(kind, "none"))
            label = say(f"report.map.key_{kind}")
            pen.text(TEXT, shrunk(TEXT, 7.2, label, room), x + 17, y - 2.3, label)
            y -= step
        y -= 0.5
        pen.text(TAB, 7, x - 1, y - 2.3, "5 · 1 · ½")
        label = say("report.map.key_numbers")
        pen.text(TEXT, shrunk(TEXT, 6.8, label, 62), x + 32, y - 2.3, label)
        y -= 15
        for n in range(3):
            pen.rect(x - 1 + n * 10.3, y - 5, 10.3, 10.2, fill=WHITE, stroke=INK, weight=0.6)
        army(pen, "habsburgs", "besieging", x - 1, y - 5, 10.3)
        army(pen, "reformers", "free", x + 9.3, y - 5, 10.3)
        for n, line in enumerate((say("report.map.key_track"), say("report.map.key_track2"))):
            pen.text(TEXT, shrunk(TEXT, 6.8, line, 66), x + 34, y + 1.2 - 7 * n, line)
        y -= 14.5
        pen.line(x - 1, y, x + 20, y, 1.3)
        pen.text(TEXT, 6.8, x + 25, y - 2.2, say("report.map.key_region"))
        y -= 11
        pen.line(x - 1, y, x + 20, y, 0.6, dash="2.2 1.6")
        pen.text(TEXT, 6.8, x + 25, y - 2.2, say("report.map.key_province"))
        for kind, drawn in (
            (("added", self.engraved.added), ("removed", self.engraved.removed)) if self.engraved else ()
        ):
            if drawn:
                y -= 11
                if kind == "added":
                    pen.raw(added_border(x - 1, y, x + 20, y))
                else:
                    pen.raw(removed_border(x + 9.5, y))
                label = say(f"report.map.key_{kind}")
                pen.text(TEXT, shrunk(TEXT, 6.8, label, 76), x + 25, y - 2.2, label)
