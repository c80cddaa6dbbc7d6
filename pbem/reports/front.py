"""The first page of a report: title, deadline, reader, scores, map. Scores and the drawing are each game's own."""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pbem.reports.due import no_date
from pbem.reports.facts import ReportFacts
from pbem.reports.ink import CAPS, GREY, INK, ITALIC, SEMI, TEXT, Pen, fine, shrunk, width, wrap
from pbem.reports.sheets import LEFT, MEASURE, PAGE_H, Book
from pbem.reports.symbols import Livery, token
from pbem.reports.words import Catalogue, capital

MAP_LOW = 45.5


class Drawing(Protocol):
    """The map of a game: what changes is drawn on `pen`, whose origin is the lower left corner of the map."""

    pen: Pen
    drawn: bool
    size: Sequence[float]

    def plate(self) -> tuple[bytes, bytes] | None:
        """What never changes during a game, as two compressed forms: below the tints, and above them."""

    def seen(self) -> str:
        """What of the position the map shows: equal texts have equal maps."""

    def unplaced(self) -> list[str]:
        """Names of what the board has and the drawing cannot show."""

    def tints(self) -> None:
        """Draw what lies between the two forms."""

    def above_plate(self) -> None:
        """Draw everything above the second form."""


@dataclass(frozen=True, slots=True)
class MapSheet:
    """The changing layers of a map as ready forms, and the characters that their codes stand for."""

    tints: bytes
    top: bytes
    characters: tuple[tuple[str, str], ...]


# The maps of the last positions: all seats' reports of a step share one.
_sheets: dict[tuple[str, str, str], MapSheet] = {}


def _packed(operators: Sequence[str]) -> bytes:
    return zlib.compress("\n".join(operators).encode("ascii"), 6)


class FrontPage(ABC):
    """Draws the first page."""

    map_low = MAP_LOW
    """How high the map stands."""

    def __init__(self, book: Book, words: Catalogue, facts: ReportFacts, drawing: Drawing) -> None:
        self.book, self.words, self.facts, self.view = book, words, facts, facts.view
        self.drawing = drawing
        self.map_operators = ""
        self.map_forms: list[str] = []

    # each game ------------------------------------------------------------------------------

    @abstractmethod
    def livery(self, seat: str) -> Livery:
        """How a seat looks."""

    @abstractmethod
    def scores(self, x: float) -> None:
        """The scores, from x to the right margin."""

    @abstractmethod
    def alt_of_map(self) -> str:
        """One sentence on what the map shows, then what stands out, at most 400 characters."""

    # the page -------------------------------------------------------------------------------

    def first_page(self, title: str, subtitle: str) -> None:
        book = self.book
        book.begin(self.words.say("report.bookmark.map"))
        with book.tag("H1"):
            size = shrunk(TEXT, 25, title, MEASURE, 16)
            book.pen.text(TEXT, size, LEFT, PAGE_H - 81, title)
        with book.tag("P"):
            size = shrunk(ITALIC, 10.6, subtitle, MEASURE, 7.4)
            book.pen.text(ITALIC, size, LEFT, PAGE_H - 99, subtitle)
        self._due(LEFT)
        self._reader(LEFT + 196)
        self.scores(LEFT + 322)
        self._map()
        book.end()

    def _due(self, x: float) -> None:
        words, facts, book = self.words, self.facts, self.book
        y = PAGE_H - 118
        with book.tag("P"):
            book.pen.text(CAPS, 8.6, x, y, words.say("report.due"), colour=GREY, spacing=0.6)
        with book.tag("P"):
            if facts.deadline is None or not facts.asked:
                self._no_date(x, y)
                return
            line = words.moment(facts.deadline, facts.zone)
            book.pen.text(SEMI, shrunk(SEMI, 11.4, line, 188), x, y - 13.2, line)
            line = words.in_both_zones("your_time", facts.deadline, facts.zone)
            book.pen.text(TEXT, shrunk(TEXT, 8.8, line, 188), x, y - 26, line)
            if facts.made is not None:
                span = words.span((facts.deadline - facts.made).total_seconds())
                line = words.say("report.after_this", span=span)
                book.pen.text(ITALIC, 8.2, x, y - 37, line, colour=GREY)

    def _no_date(self, x: float, y: float) -> None:
        """Nothing is asked, or there is no deadline: who is awaited stands in its place."""
        words, facts, pen = self.words, self.facts, self.book.pen
        head, state = no_date(words, facts)
        pen.text(SEMI, shrunk(SEMI, 11.4, head, 188), x, y - 13.2, head)
        if facts.deadline is not None and not self.view.get("over"):
            later = words.say("report.next_deadline", when=words.moment(facts.deadline, facts.zone))
            state = f"{state} {later}"
        sizes = (8.8, 8.2, 7.6, 7.0, 6.4)
        size = next((size for size in sizes if len(wrap(TEXT, size, state, 188)) <= 2), sizes[-1])
        for n, line in enumerate(wrap(TEXT, size, state, 188)[:2]):
            pen.text(TEXT, size, x, y - 26 - 10.6 * n, line)

    def _reader(self, x: float) -> None:
        words, facts, book = self.words, self.facts, self.book
        y = PAGE_H - 118
        with book.tag("P"):
            book.pen.text(CAPS, 8.6, x, y, words.say("report.for"), colour=GREY, spacing=0.6)
        with book.tag("P"):
            if len(facts.seats) > 1:
                at = x
                for seat in facts.seats:
                    token(book.pen, self.livery(seat), at, y - 12.8, self.livery(seat).letter, w=10.4, h=8.4)
                    name = capital(words.faction(seat))
                    size = shrunk(SEMI, 9, name, 122 / len(facts.seats) - 18)
                    at += 18 + book.pen.text(SEMI, size, at + 13, y - 11.6, name)
            else:
                for seat in facts.seats:
                    token(book.pen, self.livery(seat), x, y - 13.6, self.livery(seat).letter, w=13, h=10)
                seats = list(facts.seats)
                name = capital(words.say("report.the_seats", seats=seats) if seats else words.say("report.observers"))
                left = x + 18 if seats else x
                book.pen.text(SEMI, shrunk(SEMI, 11.4, name, x + 120 - left, 6.5), left, y - 13.2, name)
            if facts.player:
                line = words.say("report.played_by", player=facts.player)
                while width(TEXT, 6.4, line) > 120 and len(line) > 8:
                    line = line[:-2].rstrip("…") + "…"
                book.pen.text(TEXT, shrunk(TEXT, 8.8, line, 120, 6.4), x, y - 26, line)
            letters = " ".join(self.livery(seat).letter for seat in self.view["order"])
            line = words.say("report.order_of_play", letters=letters)
            book.pen.text(ITALIC, shrunk(ITALIC, 8.2, line, 120), x, y - 37, line, colour=GREY)

    def prepare_map(self) -> None:
        """Add the forms of the map. The first thing in a document, since the forms rely on the codes of its fonts."""
        engraved = self.drawing.plate()
        if engraved is None or not self.drawing.drawn:
            return
        wide, high = self.drawing.size
        key = (self.words.language, self.facts.board.sha256, self.drawing.seen())
        sheet = _sheets.get(key)
        if sheet is None:
            sheet = self._print_map()
            while len(_sheets) > 7:
                del _sheets[next(iter(_sheets))]
            _sheets[key] = sheet
        else:
            self.book.replay(sheet.characters)
        parts = (("low", engraved[0]), ("tints", sheet.tints), ("high", engraved[1]), ("top", sheet.top))
        box = (-3, -3, wide + 3, high + 3)
        self.map_operators = " ".join(self.book.form(name, form, box) for name, form in parts)
        self.map_forms = [name for name, _ in parts]

    def _print_map(self) -> MapSheet:
        wide, high = self.drawing.size
        tints = self.drawing.pen = Pen(self.book.document)
        self.drawing.tints()
        top = self.drawing.pen = Pen(self.book.document)
        self.drawing.above_plate()
        top.rect(0, 0, wide, high, stroke=INK, weight=0.8)
        top.rect(-2.2, -2.2, wide + 4.4, high + 4.4, stroke=INK, weight=0.3)
        return MapSheet(_packed(tints.ops), _packed(["1 j", *top.ops]), self.book.characters())

    def _map(self) -> None:
        book = self.book
        if not self.map_operators:
            with book.tag("P"):
                book.pen.text(TEXT, 9, LEFT, PAGE_H - 190, self.words.say("report.map.missing"))
            return
        with book.tag("Figure", self.alt_of_map()):
            book.pen.raw(f"q 1 0 0 1 {fine(LEFT)} {fine(self.map_low)} cm {self.map_operators} Q")
        for name in self.map_forms:
            book.use(name)
