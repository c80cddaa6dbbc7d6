"""A report whose middle is one page of tables, with what happened below them, or on pages of its own if it is much."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from pbem.reports.columns import LEADING, Line, balanced, begun, columns_of
from pbem.reports.facts import ReportFacts
from pbem.reports.front import FrontPage
from pbem.reports.ink import CAPS_SEMI, GREY, ITALIC, TEXT
from pbem.reports.pdf import Report
from pbem.reports.sheets import BODY_LOW, COLUMN, LEFT, MEASURE, PAGE_H, Run, break_runs
from pbem.reports.words import Catalogue

TABLES_TOP = PAGE_H - 73.0
SMALL = (8.4, 11.2)
"""Size and leading of the log where it shares the page of the tables only so."""
LEAST_ROOM = 6 * LEADING
"""Less room below the tables is left empty when what happened has a page of its own."""
HEADING = 26.0
"""Room for the heading above the columns."""


class Story(Protocol):
    """What happened in one turn, phase or impulse."""

    @property
    def sentences(self) -> Sequence[tuple[bool, str]]:
        """Each with whether it tells of an order that was not carried out."""

    def head(self, words: Catalogue, /) -> str:
        """When it was; empty where that was said before."""


def story_lines(words: Catalogue, told: Sequence[Story], size: float = 9.0) -> list[list[Line]]:
    """Each story as broken lines of a column."""
    blocks: list[list[Line]] = []
    for story in told:
        head = story.head(words)
        runs = [Run(f"{head} ", CAPS_SEMI, size)] if head else []
        for skipped, sentence in story.sentences:
            runs.append(Run(sentence + " ", ITALIC, size, GREY) if skipped else Run(sentence + " ", TEXT, size))
        blocks.append(break_runs(runs, COLUMN))
    return blocks


class StoryReport(Report):
    """Draws the tables and the log. A game's class sets `told` before the frame is made."""

    told: Sequence[Story]

    def __init__(self, words: Catalogue, facts: ReportFacts) -> None:
        self.blocks = story_lines(words, self.told)
        self.leading = LEADING
        self.room = TABLES_TOP - self.tables_height(words, facts) - HEADING - BODY_LOW
        self.height = balanced(self.blocks, self.room)
        if self.height > self.room:
            smaller = story_lines(words, self.told, SMALL[0])
            if (height := balanced(smaller, self.room, SMALL[1])) <= self.room:
                self.blocks, self.height, self.leading = smaller, height, SMALL[1]
        self.first: list[list[list[Line]]] = []
        """Columns on the page of the tables, where what happened goes on behind it."""
        self.columns: list[list[list[Line]]] = []
        super().__init__(words, facts)

    # each game ------------------------------------------------------------------------------

    @abstractmethod
    def tables_height(self, words: Catalogue, facts: ReportFacts) -> float:
        """How much of the page the tables take, from TABLES_TOP down."""

    @abstractmethod
    def draw_tables(self, front: FrontPage) -> float:
        """Draws the tables; returns where the page goes on."""

    @abstractmethod
    def tables_bookmark(self) -> str:
        """The outline entry of the page."""

    # the pages ------------------------------------------------------------------------------

    def wanted_pages(self) -> int:
        if self.height <= self.room:
            return 0
        full, left = PAGE_H - 92 - BODY_LOW, list(self.blocks)
        if self.room >= LEAST_ROOM:
            self.first, left = begun(self.blocks, self.room)
        if not left:
            self.height = self.room
            return 0
        self.columns = columns_of(left, min(full, balanced(left, full)))
        return (len(self.columns) + 1) // 2

    def middle(self, front: FrontPage) -> None:
        """The tables, and below them what happened; on pages of its own if it is much."""
        book, words = self.book, self.words
        book.begin(self.tables_bookmark())
        y = self.draw_tables(front)
        missing = front.drawing.unplaced()
        if missing:
            text = words.say("report.map.unplaced", list=words.listed(missing))
            y = book.paragraph([Run(text, ITALIC, 7.4, GREY)], LEFT, y + 6, MEASURE, 9.2) - 10
        if self.height <= self.room:
            self._events_head(y)
            if self.blocks:
                columns = columns_of(self.blocks, self.height, self.leading)
                self.draw_columns(columns, y - 19, self.leading)
            else:
                book.paragraph([Run(words.say("report.nothing_happened"))], LEFT, y - 19, MEASURE, LEADING)
        elif self.first:
            self._events_head(y)
            self.draw_columns(self.first, y - 19)
            if not self.own_pages:
                self._goes_on_in_text()
        book.end()
        for number in range(self.own_pages):
            book.begin(words.say("report.happened") if number == 0 else "")
            self._events_head(PAGE_H - 73.0)
            self.draw_columns(self.columns[2 * number : 2 * number + 2])
            if number == self.own_pages - 1 and len(self.columns) > 2 * self.own_pages:
                self._goes_on_in_text()
            book.end()

    def _goes_on_in_text(self) -> None:
        with self.book.tag("P"):
            said = self.words.say("report.events_go_on")
            self.book.pen.text(ITALIC, 8.4, LEFT, BODY_LOW - 6, said, colour=GREY)

    def _events_head(self, y: float) -> None:
        self.book.heading(self.words.say("report.happened"), LEFT, y, self.words.say("report.happened_note"))
