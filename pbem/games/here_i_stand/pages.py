"""Page 1 of a Here I Stand report: the map, and below it the powers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.here_i_stand.map import HisMap
from pbem.games.here_i_stand.signs import chip, livery
from pbem.games.here_i_stand.words import HisWords
from pbem.reports.facts import ReportFacts
from pbem.reports.front import FrontPage
from pbem.reports.ink import CAPS, GREY, INK, ITALIC, SEMI, TAB, TAB_SEMI, TEXT, fitted, shrunk, width, wrap
from pbem.reports.sheets import LEFT, MEASURE, PAGE_H, Align, Book, Column
from pbem.reports.symbols import Livery
from pbem.reports.text import one_line

ROW = 17.0
SMALL = 6.8
"""Size of a cell in two lines."""
SCORES = 7.9
"""Height of a row of scores."""
FULL_BAR = 25
"""VP of the longest bar: a standard victory."""


def enemies(view: Mapping[str, Any], power: str) -> list[str]:
    """With whom a power is at war."""
    return [_other(pair, power) for pair in view["wars"] if power in (pair["first"], pair["second"])]


def friends(view: Mapping[str, Any], power: str) -> list[str]:
    """Allies of a power, its active minors among them."""
    majors = [_other(pair, power) for pair in view["alliances"] if power in (pair["first"], pair["second"])]
    return [*majors, *(minor for minor, state in view["minors"].items() if state["ally"] == power)]


def _other(pair: Mapping[str, str], power: str) -> str:
    return pair["second"] if pair["first"] == power else pair["first"]


class HisFront(FrontPage):
    """Draws the first page."""

    words: HisWords
    map_low = 206.0

    def __init__(self, book: Book, words: HisWords, facts: ReportFacts) -> None:
        super().__init__(book, words, facts, HisMap(book.pen, words, facts.board, facts.view))

    def livery(self, seat: str) -> Livery:
        return livery(seat)

    def scores(self, x: float) -> None:
        """VP of each power, with what changed since the end of the last turn; then the table below the map."""
        words, book, view = self.words, self.book, self.view
        y, right = PAGE_H - 118, LEFT + MEASURE
        before = view["history"][-1]
        with book.tag("P"):
            line = words.say("report.change_since", turn=before["turn"])
            room = right - x - book.pen.text(ITALIC, 7.0, right, y, line, colour=GREY, align="right") - 6
            head = words.say("report.points")
            size = shrunk(CAPS, 8.6, head, room / 1.09)
            book.pen.text(CAPS, size, x, y, head, colour=GREY, spacing=0.07 * size)
        names = {one.seat: one_line(one.player) for one in self.facts.statuses if one.player}
        alt = "; ".join(f"{words.faction(p)} {r['vp']['total']}" for p, r in view["powers"].items())
        with book.tag("Figure", alt):
            scale = 84 / max(FULL_BAR, *(record["vp"]["total"] for record in view["powers"].values()))
            for n, (power, record) in enumerate(view["powers"].items()):
                row, total = y - 11 - SCORES * n, record["vp"]["total"]
                chip(book.pen, power, x, row - 1.2, w=10, h=6.8)
                wide = max(0, total) * scale
                book.pen.rect(x + 16, row - 0.6, wide, 5.4, fill=livery(power).colour, stroke=INK, weight=0.4)
                end = x + 19 + wide
                end += book.pen.text(TAB_SEMI, 8.0, end, row - 0.6, str(total))
                if name := names.get(power):
                    name = fitted(ITALIC, 7.2, name, right - 20 - end - 5)
                    book.pen.text(ITALIC, 7.2, end + 5, row - 0.6, name, colour=GREY)
                gained = total - before["vp"].get(power, 0)
                said = "=" if not gained else f"+{gained}" if gained > 0 else f"−{-gained}"
                book.pen.text(TAB, 7.4, right, row - 0.6, said, colour=GREY, align="right")
        self._powers()

    def _powers(self) -> None:
        """The table below the map: rulers, cards, keys, wars, allies, leaders."""
        book, words, view = self.book, self.words, self.view
        y = self.map_low - 19
        book.heading(words.say("report.powers"), LEFT, y, words.say("report.powers_note"))
        book.rule(LEFT, y - 6.4, MEASURE)
        heads: tuple[tuple[int, Align, str], ...] = (
            (0, "left", "power"), (84, "left", "ruler"), (152, "right", "cards"), (178, "right", "keys"),
            (190, "left", "wars"), (300, "left", "allies"), (398, "left", "leaders"),
        )  # fmt: skip
        columns = [Column(LEFT + x, align, words.say(f"report.powers.{head}")) for x, align, head in heads]
        rights = [column.x for column in columns[4:]] + [LEFT + MEASURE]
        y -= 15
        with book.group("Table"):
            book.heads(columns, y, 7.4)
            book.rule(LEFT, y - 3.6, MEASURE, 0.3)
            y -= 13.4
            for power, record in view["powers"].items():
                with book.group("TR"):
                    with book.tag("TH"):
                        chip(book.pen, power, LEFT + 0.5, y - 1.6)
                        book.pen.text(
                            SEMI, shrunk(SEMI, 8.8, words.faction(power), 64), LEFT + 15, y, words.faction(power)
                        )
                    self._cell(columns[1], y, words.piece("rulers", record["ruler"]), 60)
                    book.cell("TD", columns[2], y, str(record["cards"]), font=TAB, size=8.6)
                    book.cell("TD", columns[3], y, str(len(record["keys"])), font=TAB, size=8.6)
                    texts = (
                        ", ".join(map(words.faction, enemies(view, power))),
                        ", ".join(map(words.faction, friends(view, power))),
                        ", ".join(map(words.leader, self._leaders(power))),
                    )
                    for column, end, text in zip(columns[4:], rights[1:], texts, strict=True):
                        self._cell(column, y, text or "·", end - column.x - 6)
                y -= ROW
        book.rule(LEFT, y + ROW - 3.8, MEASURE, 0.8)

    def _cell(self, column: Column, y: float, text: str, room: float) -> None:
        """One line, or two small ones."""
        size = shrunk(TEXT, 8.4, text, room, 7.2)
        lines = [text] if width(TEXT, size, text) <= room else wrap(TEXT, SMALL, text, room)
        if len(lines) > 1:
            size, lines = SMALL, [lines[0], fitted(TEXT, SMALL, " ".join(lines[1:]), room)]
        with self.book.tag("TD"):
            for n, line in enumerate(lines):
                self.book.pen.text(TEXT, size, column.x, y + (3.4 - 7.2 * n if len(lines) > 1 else 0), line)

    def _leaders(self, power: str) -> list[str]:
        """Leaders of a power on the map."""
        return [
            leader
            for leader, state in self.view["leaders"].items()
            if state["where"] == "map" and (state.get("borrower") or state["power"]) == power
        ]

    def alt_of_map(self) -> str:
        """One sentence on what the map shows, then where the keys are, at most 400 characters."""
        words, view = self.words, self.view
        said = words.say("report.alt.map", turn=view["turn"])
        keys = {power: len(record["keys"]) for power, record in view["powers"].items()}
        listed = ", ".join(f"{words.faction(power)} {n}" for power, n in keys.items() if n)
        return f"{said} {words.say('report.alt.keys', list=listed)} {words.say('report.alt.where')}"[:400]
