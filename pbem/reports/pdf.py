"""The frame of a report: its pages in order, from equal facts equal bytes. Pure: no clock, no store.

A game's own class says what stands on the pages before the questions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from pbem.reports.columns import LEADING, Line
from pbem.reports.facts import Rendered, ReportFacts
from pbem.reports.front import FrontPage
from pbem.reports.last_page import LastPage, needs_own_page
from pbem.reports.questions import Asking, Questions
from pbem.reports.sheets import COLUMN, GAP, LEFT, PAGE_H, Book, plain
from pbem.reports.text import one_line
from pbem.reports.words import Catalogue

MOST_PAGES = 5
OTHER_PAGES = 2
"""The map and the last page."""


class Report(ABC):
    """Draws all pages. A game's class sets `asking`, `title` and `subtitle` before the frame is made."""

    asking: Asking
    title: str
    subtitle: str
    table_pages = 1
    """Pages of the game's tables; more than one add to the most that a report may have."""

    def __init__(self, words: Catalogue, facts: ReportFacts) -> None:
        self.words, self.facts = words, facts
        self.apart = needs_own_page(words, facts, self.asking)
        self.question_pages = Questions(None, words, facts, self.asking).pages(2) if self.apart else 0
        self.own_pages = min(self.wanted_pages(), MOST_PAGES - OTHER_PAGES - 1 - self.question_pages)
        self.book = Book(
            language=words.language,
            head_left=words.say("report.head"),
            head_right=words.say("report.head_right", game=facts.game, number=str(facts.number)),
            foot=self.foot(),
            of_pages=words.say("report.page", page="{page}", pages="{pages}"),
            pages=OTHER_PAGES + self.table_pages + self.own_pages + self.question_pages,
        )

    # each game ------------------------------------------------------------------------------

    @abstractmethod
    def wanted_pages(self) -> int:
        """How many pages the events want beside the one that they share with the tables."""

    @abstractmethod
    def foot(self) -> str:
        """The foot of all pages: the state, for whom, the deadline."""

    @abstractmethod
    def front(self) -> FrontPage:
        """The first page."""

    @abstractmethod
    def middle(self, front: FrontPage) -> None:
        """Draws the `own_pages` and the page of the tables."""

    @abstractmethod
    def last(self) -> LastPage:
        """The last page."""

    @abstractmethod
    def filename(self) -> str:
        """Safe on every file system."""

    @abstractmethod
    def text(self) -> str:
        """The plain-text twin."""

    # all games ------------------------------------------------------------------------------

    def render(self) -> Rendered:
        """PDF and text. Raises MissingFont."""
        return Rendered(pdf=self.draw(), text=self.text(), filename=self.filename(), title=one_line(self.title))

    def draw(self) -> bytes:
        """The bytes of the PDF."""
        words, facts = self.words, self.facts
        front = self.front()
        front.prepare_map()
        front.first_page(self.title, self.subtitle)
        self.middle(front)
        if self.apart:
            Questions(self.book, words, facts, self.asking).own_pages(self.question_pages)
        self.last().draw()
        title = f"{words.say('report.head')}, {facts.game}: {self.title}"
        return self.book.close(
            title=plain(title),
            author=words.say("report.author"),
            subject=plain(f"{self.subtitle} {self.foot()}"),
        )

    def draw_columns(
        self, columns: Sequence[Sequence[list[Line]]], top: float = PAGE_H - 94.0, leading: float = LEADING
    ) -> float:
        """Blocks in columns, the first line at `top`; returns the lowest point."""
        lowest = PAGE_H
        for number, column in enumerate(columns):
            y = top
            for block in column:
                with self.book.tag("P"):
                    y = self.book.runs(block, LEFT + number * (COLUMN + GAP), y, leading) - 5
            lowest = min(lowest, y)
        return lowest


def due_foot(words: Catalogue, facts: ReportFacts, state: str, observers: str = "report.observers") -> str:
    """The foot of a page: the state, for whom the report is, the deadline in both zones."""
    who = words.say("report.the_seats", seats=list(facts.seats)) if facts.seats else words.say(observers)
    values = {"state": state, "who": who}
    if facts.deadline is None or not facts.asked:
        return words.say("report.foot_undue", **values)
    return words.in_both_zones("foot", facts.deadline, facts.zone, **values)
