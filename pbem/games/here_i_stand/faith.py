"""The tables of the Reformation, of the New World and of Henry's marriages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.games.here_i_stand.signs import chip, disc, livery, track
from pbem.games.here_i_stand.words import HisWords
from pbem.reports.facts import ReportFacts
from pbem.reports.ink import GREY, HAIR, INK, ITALIC, SEMI, TAB, TEXT, WHITE, fitted, shrunk, width, wrap
from pbem.reports.sheets import LEFT, MEASURE, Book, Column
from pbem.reports.words import capital

ZONES: Final = ("german", "french", "english")
VOYAGERS: Final = ("hapsburg", "england", "france")
READY, COMMITTED, AWAY = "ready", "committed", "away"
SHOWN: Final = (READY, COMMITTED, AWAY)
"""Debaters who are in play."""
LOST: Final = ("burnt", "disgraced")
NAMES: Final = LEFT + 78
"""Where the debaters stand."""
TRACKS: Final = LEFT + 372
"""Where the tracks of the translations stand."""
NAME: Final = 8.4
LINE: Final = 11.6
NEW_WORLD_ROW: Final = 16.6
SMALL: Final = 6.8
STATUS_H: Final = 24.0


@dataclass(frozen=True, slots=True)
class Row:
    """A side of the debates: its debaters in play."""

    zone: str
    """Empty for the Papal side."""
    debaters: tuple[str, ...]


def rows_of(board: Any, view: Mapping[str, Any]) -> list[Row]:
    """The Protestant debaters by zone, then the Papal ones; best first."""
    found = []
    for zone in (*ZONES, ""):
        own = [
            debater
            for debater, record in board.debaters.items()
            if (record.zone or "") == zone and view["debaters"][debater] in SHOWN
        ]
        found.append(Row(zone, tuple(sorted(own, key=lambda one: -board.debaters[one].value))))
    return found


def conquests(view: Mapping[str, Any], power: str) -> list[str]:
    """The prizes of a power, discoveries and conquests."""
    return [one["prize"] for one in view["new_world"]["conquests"] if one["power"] == power]


def free_prizes(board: Any, view: Mapping[str, Any]) -> list[str]:
    """What nobody has claimed yet."""
    claimed = {one["prize"] for one in view["new_world"]["conquests"]}
    return [prize for prize in board.tables.prizes if prize not in claimed]


def at_sea(words: HisWords, view: Mapping[str, Any], power: str) -> list[str]:
    """The voyages of a power that are under way."""
    return [
        words.term("voyage", one["voyage"]) + (f" ({words.piece('explorers', one['by'])})" if one["by"] else "")
        for one in view["new_world"]["crossing"]
        if one["power"] == power
    ]


def markers(words: HisWords, view: Mapping[str, Any], power: str) -> list[str]:
    """What helps or threatens the New World of a power; the raiders of others are its own."""
    world = view["new_world"]
    found = [name for name in ("galleons", "plantations", "raiders") if power in world[name]]
    found += [name for name in ("potosi", "governor", "uprising") if world[name] == power]
    return [words.term("marker", name) for name in found]


class Faith:
    """Draws the three tables, each with the height that it takes."""

    def __init__(self, book: Book | None, words: HisWords, facts: ReportFacts) -> None:
        self.words, self.board, self.view = words, facts.board, facts.view
        if book is not None:
            self.book = book

    # the Reformation ------------------------------------------------------------------------

    def reformation_height(self) -> float:
        lines = sum(max(1, len(self._lines(row))) for row in rows_of(self.board, self.view))
        notes = len(self.notes())
        return 46 + LINE * lines + 5.4 * 4 + 10.6 * notes - (3 if notes else 0)

    def reformation(self, y: float) -> float:
        """Debaters by side and zone, the translations, St Peter's; the Protestant spaces as a bar."""
        book, words = self.book, self.words
        book.heading(words.say("report.reformation"), LEFT, y, words.say("report.reformation_note"))
        self._spaces(y)
        book.rule(LEFT, y - 7.4, MEASURE)
        y -= 17
        with book.group("Table"):
            heads = (
                (LEFT, "side"), (NAMES, "debaters"), (TRACKS, "new_testament"), (TRACKS + 54, "full_bible"),
            )  # fmt: skip
            book.heads([Column(x, head=words.say(f"report.reformation.{head}")) for x, head in heads], y, 7.4)
            book.rule(LEFT, y - 4, MEASURE, 0.3)
            y -= 15
            for row in rows_of(self.board, self.view):
                y = self._side(row, y)
        book.rule(LEFT, y + LINE - 1.2, MEASURE)
        y -= 2
        for note in self.notes():
            size = shrunk(TEXT, 8.6, note, MEASURE, 7.0)
            with book.tag("P"):
                book.pen.text(TEXT, size, LEFT, y, fitted(TEXT, size, note, MEASURE))
            y -= 10.6
        return y - (9 if self.notes() else 12)

    def _spaces(self, y: float) -> None:
        """18 of 50 spaces: a bar at the right end of the heading."""
        book, words = self.book, self.words
        most = self.board.tables.tracks.religious_victory
        count = protestant_spaces(self.view)
        said = words.say("report.reformation.spaces", count=count, most=str(most))
        right = LEFT + MEASURE
        with book.tag("Figure", said):
            wide = book.pen.text(TAB, 8.0, right, y + 0.6, said, align="right")
            x = right - wide - 88
            book.pen.rect(x, y, 82, 6.0, fill=WHITE, stroke=INK, weight=0.4)
            book.pen.rect(
                x, y, 82 * min(1.0, count / most), 6.0, fill=livery("protestant").colour, stroke=INK, weight=0.4
            )

    def _side(self, row: Row, y: float) -> float:
        book, words = self.book, self.words
        power = "protestant" if row.zone else "papacy"
        name = capital(words.term("zone", row.zone)) if row.zone else words.faction("papacy")
        lines = self._lines(row) or [[]]
        with book.group("TR"):
            with book.tag("TH"):
                chip(book.pen, power, LEFT + 0.5, y - 1.6)
                book.pen.text(SEMI, shrunk(SEMI, 8.8, name, 60), LEFT + 15, y, name)
            with book.tag("TD"):
                for n, line in enumerate(lines):
                    for x, debater in line:
                        self._debater(debater, x, y - LINE * n, power)
            with book.tag("TD", self._told_track(row)):
                self._tracks(row, y)
        y -= LINE * len(lines) + 5.4
        if row.zone:
            book.rule(LEFT, y + LINE - 1.2, MEASURE, 0.25, HAIR)
        return y

    def _lines(self, row: Row) -> list[list[tuple[float, str]]]:
        """The debaters of a row, broken into lines."""
        lines: list[list[tuple[float, str]]] = []
        x = TRACKS
        for debater in row.debaters:
            wide = 11 + width(TEXT, NAME, self.words.piece("debaters", debater)) + 9
            if x + wide > TRACKS - 4:
                lines.append([])
                x = NAMES
            lines[-1].append((x, debater))
            x += wide
        return lines

    def _debater(self, debater: str, x: float, y: float, power: str) -> None:
        standing, pen = self.view["debaters"][debater], self.book.pen
        name = self.words.piece("debaters", debater)
        disc(pen, power, str(self.board.debaters[debater].value), x + 4.2, y + 2.7, full=standing == READY)
        if standing == READY:
            pen.text(TEXT, NAME, x + 11, y, name)
            return
        wide = pen.text(ITALIC, NAME, x + 11, y, name, colour=GREY)
        if standing == AWAY:
            pen.line(x + 10, y + 2.4, x + 12 + wide, y + 2.4, 0.5, GREY)

    def _tracks(self, row: Row, y: float) -> None:
        tracks, tables, pen = self.view["tracks"], self.board.tables, self.book.pen
        if row.zone:
            colour = livery("protestant").colour
            sizes = (("new_testament", TRACKS), ("full_bible", TRACKS + 54))
            for name, x in sizes:
                size = getattr(tables.translation, name)
                track(pen, x, y - 0.6, size, tracks[name].get(row.zone, 0), colour)
            return
        colour, limits = livery("papacy").colour, tables.tracks
        track(pen, TRACKS, y - 0.6, limits.saint_peters_cp, tracks["saint_peters_cp"], colour)
        end = track(pen, TRACKS + 54, y - 0.6, limits.saint_peters_vp, tracks["saint_peters_vp"], colour)
        said = self.words.say("report.reformation.saint_peters")
        pen.text(ITALIC, shrunk(ITALIC, 7.4, said, LEFT + MEASURE - end - 4), end + 5, y, said, colour=GREY)

    def _told_track(self, row: Row) -> str:
        return (
            translation_line(self.words, self.view, row.zone) if row.zone else saint_peters_line(self.words, self.view)
        )

    def notes(self) -> list[str]:
        """Reformers, universities, those who are lost or excommunicated: a line each."""
        return church_lines(self.words, self.board, self.view)

    # the New World --------------------------------------------------------------------------

    def new_world_height(self) -> float:
        return 52.6 + NEW_WORLD_ROW * len(VOYAGERS)

    def new_world(self, y: float) -> float:
        """Voyages, colonies, discoveries and conquests of the three powers; what is still free."""
        book, words, view = self.book, self.words, self.view
        book.heading(words.say("report.new_world"), LEFT, y, words.say("report.new_world_note"))
        book.rule(LEFT, y - 7.4, MEASURE)
        heads = ((0, "power"), (78, "crossing"), (196, "prizes"), (322, "colonies"), (424, "markers"))
        columns = [Column(LEFT + x, head=words.say(f"report.new_world.{head}")) for x, head in heads]
        ends = [column.x for column in columns[1:]] + [LEFT + MEASURE]
        y -= 17
        with book.group("Table"):
            book.heads(columns, y, 7.4)
            book.rule(LEFT, y - 4, MEASURE, 0.3)
            y -= 14.6
            for power in VOYAGERS:
                with book.group("TR"):
                    with book.tag("TH"):
                        chip(book.pen, power, LEFT + 0.5, y - 1.6)
                        name = words.faction(power)
                        book.pen.text(SEMI, shrunk(SEMI, 8.8, name, 60), LEFT + 15, y, name)
                    texts = self._voyager(power)
                    for column, end, text in zip(columns[1:], ends[1:], texts, strict=True):
                        self._cell(column, y, text or "·", end - column.x - 7)
                y -= NEW_WORLD_ROW
        book.rule(LEFT, y + NEW_WORLD_ROW - 5, MEASURE)
        said = free_line(words, self.board, view)
        with book.tag("P"):
            size = shrunk(TEXT, 8.6, said, MEASURE, 7.0)
            book.pen.text(TEXT, size, LEFT, y, fitted(TEXT, size, said, MEASURE))
        return y - 21

    def _voyager(self, power: str) -> tuple[str, ...]:
        words, view = self.words, self.view
        return (
            ", ".join(at_sea(words, view, power)),
            ", ".join(prize_of(words, self.board, view, one, power) for one in conquests(view, power)),
            ", ".join(view["new_world"]["colonies"].get(power, ())),
            ", ".join(markers(words, view, power)),
        )

    def _cell(self, column: Column, y: float, text: str, room: float) -> None:
        """One line, or two small ones."""
        size = shrunk(TEXT, 8.4, text, room, 7.2)
        lines = [text] if width(TEXT, size, text) <= room else wrap(TEXT, SMALL, text, room)
        if len(lines) > 1:
            size, lines = SMALL, [lines[0], fitted(TEXT, SMALL, " ".join(lines[1:]), room)]
        with self.book.tag("TD"):
            for n, line in enumerate(lines):
                self.book.pen.text(TEXT, size, column.x, y + (3.4 - 7.2 * n if len(lines) > 1 else 0), line)

    # Henry ----------------------------------------------------------------------------------

    def marriages_height(self) -> float:
        return 54 + 10.6 * len(tudor_lines(self.words, self.view)) if self.henry else 0.0

    @property
    def henry(self) -> bool:
        """Whether Henry still rules; then his marriages are told."""
        return bool(self.view["powers"]["england"]["ruler"] == "henry_viii")

    def marriages(self, y: float) -> float:
        """The boxes of the marital status, the marker on one of them."""
        book, words = self.book, self.words
        boxes = self.board.tables.marital_track
        at = boxes.index(self.view["tudors"]["marital"])
        book.heading(words.say("report.marriages"), LEFT, y, words.say("report.marriages_note"))
        pitch, look = (MEASURE + 4) / len(boxes), livery("england")
        low = y - 9 - STATUS_H
        with book.tag("Figure", words.say("report.fact.marriage", wife=boxes[at])):
            for n, box in enumerate(boxes):
                x, here = LEFT + pitch * n, n == at
                fill = look.colour if here else look.tint if n < at else WHITE
                book.pen.rect(x, low, pitch - 4, STATUS_H, fill=fill, stroke=INK, weight=0.8 if here else 0.4)
                lines = wrap(SEMI if here else TEXT, 7.4, words.term("wife", box), pitch - 10)[:2]
                for m, line in enumerate(lines):
                    base = low + STATUS_H / 2 + (-2.4 if len(lines) == 1 else 1.4 - 8.4 * m)
                    colour = look.on_it if here else GREY if n < at else INK
                    book.pen.text(
                        SEMI if here else TEXT, 7.4, x + pitch / 2 - 2, base, line, colour=colour, align="middle"
                    )
        y = low - 12
        for line in tudor_lines(words, self.view):
            with book.tag("P"):
                book.pen.text(TEXT, 8.6, LEFT, y, fitted(TEXT, 8.6, line, MEASURE))
            y -= 10.6
        return y - 9


# ---------------------------------------------------------------------- sentences


def protestant_spaces(view: Mapping[str, Any]) -> int:
    """Those in unrest do not count."""
    return sum(one["religion"] == "protestant" and not one["unrest"] for one in view["spaces"].values())


def prize_of(words: HisWords, board: Any, view: Mapping[str, Any], prize: str, power: str) -> str:
    """A prize with its VP; a depleted one in brackets says so."""
    record = next(one for one in view["new_world"]["conquests"] if one["prize"] == prize and one["power"] == power)
    known = board.tables.prizes.get(prize)
    name = words.term("prize", prize)
    said = f"{name} {known.vp}" if known is not None else name
    return words.say("report.new_world.depleted", name=said) if record["depleted"] else said


def free_line(words: HisWords, board: Any, view: Mapping[str, Any]) -> str:
    """What nobody has claimed yet."""
    free = [f"{words.term('prize', one)} {board.tables.prizes[one].vp}" for one in free_prizes(board, view)]
    return words.say("report.fact.free", list=", ".join(free) or words.say("term.none"))


def translation_line(words: HisWords, view: Mapping[str, Any], zone: str) -> str:
    """How far the translations into a language are."""
    tracks = view["tracks"]
    new, full = (str(tracks[name].get(zone, 0)) for name in ("new_testament", "full_bible"))
    return words.say("report.fact.translation", zone=zone, new=new, full=full)


def saint_peters_line(words: HisWords, view: Mapping[str, Any]) -> str:
    """How far St Peter's is."""
    tracks = view["tracks"]
    return words.say("report.fact.saint_peters", points=tracks["saint_peters_cp"], vp=tracks["saint_peters_vp"])


def church_lines(words: HisWords, board: Any, view: Mapping[str, Any]) -> list[str]:
    """Reformers, universities, those who are lost or excommunicated."""
    lines = []
    reformers = [
        words.say("report.fact.reformer", reformer=reformer, space=board.reformers[reformer].space)
        for reformer, standing in view["reformers"].items()
        if standing == READY
    ]
    if reformers:
        lines.append(words.say("report.fact.reformers", list=", ".join(reformers)))
    universities = [space for space, one in view["spaces"].items() if one["university"]]
    if universities:
        lines.append(words.say("report.fact.universities", spaces=universities))
    for standing in LOST:
        lost = [debater for debater, one in view["debaters"].items() if one == standing]
        if lost:
            lines.append(words.say(f"report.fact.{standing}", debaters=lost))
    if view["excommunicated"]:
        names = words.listed(words.term("box", box) for box in view["excommunicated"])
        lines.append(words.say("report.fact.excommunicated", list=names))
    return lines


def tudor_lines(words: HisWords, view: Mapping[str, Any]) -> list[str]:
    """Heirs; while Henry rules, results of the chart and a wedding to come too."""
    tudors, lines = view["tudors"], list[str]()
    heirs = [words.term("heir", tudors["edward"])] if tudors["edward"] != "none" else []
    heirs += [words.term("heir", "elizabeth")] if tudors["elizabeth_born"] else []
    parts = []
    henry = view["powers"]["england"]["ruler"] == "henry_viii"
    if tudors["results"] and henry:
        parts.append(words.say("report.fact.chart", list=", ".join(map(str, sorted(tudors["results"])))))
    if heirs:
        parts.append(words.say("report.fact.heirs", list=words.listed(heirs)))
    if view["this_turn"].get("wedding_pending") and henry:
        parts.append(words.say("report.fact.wedding_pending"))
    if parts:
        lines.append(" ".join(parts))
    return lines


def faith_lines(words: HisWords, board: Any, view: Mapping[str, Any]) -> list[str]:
    """All that the three tables show, as sentences for the text."""
    most = board.tables.tracks.religious_victory
    lines = [words.say("report.fact.religion", count=protestant_spaces(view), most=str(most))]
    for row in rows_of(board, view):
        names = ", ".join(_named(words, board, view, debater) for debater in row.debaters) or words.say("term.none")
        key = "protestant" if row.zone else "papal"
        lines.append(words.say(f"report.fact.debaters.{key}", zone=row.zone, list=names))
        lines.append(translation_line(words, view, row.zone) if row.zone else saint_peters_line(words, view))
    lines += church_lines(words, board, view)
    for power in VOYAGERS:
        parts: Sequence[tuple[str, str]] = (
            ("crossing", ", ".join(at_sea(words, view, power))),
            ("prizes", ", ".join(prize_of(words, board, view, one, power) for one in conquests(view, power))),
            ("colonies", ", ".join(view["new_world"]["colonies"].get(power, ()))),
            ("markers", ", ".join(markers(words, view, power))),
        )
        told = [f"{words.say(f'report.new_world.{name}')}: {text}" for name, text in parts if text]
        if told:
            lines.append(words.say("report.fact.new_world", power=power, list="; ".join(told)))
    lines.append(free_line(words, board, view))
    if view["powers"]["england"]["ruler"] == "henry_viii":
        lines.append(words.say("report.fact.marriage", wife=view["tudors"]["marital"]))
    return [*lines, *tudor_lines(words, view)]


def _named(words: HisWords, board: Any, view: Mapping[str, Any], debater: str) -> str:
    """Luther 4; with what is to be said of his standing."""
    standing = view["debaters"][debater]
    said = f"{words.piece('debaters', debater)} {board.debaters[debater].value}"
    return said if standing == READY else f"{said} ({words.term('standing', standing)})"
