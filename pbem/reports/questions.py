"""What is asked, with tables of what is possible: on the last page, or on pages of their own when there is much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from pbem.reports.choices import Choices
from pbem.reports.facts import Asked, ReportFacts
from pbem.reports.ink import GREY, HAIR, ITALIC, SEMI, TAB, TAB_SEMI, TEXT, Align, fitted, shrunk, width, wrap
from pbem.reports.sheets import BODY_LOW, LEFT, MEASURE, PAGE_H, Book, Column, Run, break_runs
from pbem.reports.words import Catalogue

TOP = PAGE_H - 97.0
CELL = 8.6
CELL_LINES = 3


TITLE = 16.0


class Asking(Protocol):
    """What a game says of the questions to one reader."""

    def question(self, one: Asked) -> str:
        """The question in one sentence."""

    def source(self, one: Asked) -> str:
        """Where its numbers come from; may be empty."""

    def tables(self, one: Asked) -> Sequence[Choices]:
        """What is possible."""

    def form_lines(self) -> list[str]:
        """The order form: it parses as it stands. Comments begin with #."""


class Questions:
    """Draws the questions of a reader one below the other."""

    def __init__(self, book: Book | None, words: Catalogue, facts: ReportFacts, asking: Asking) -> None:
        self.words, self.facts, self.asking = words, facts, asking
        self.tables = [[table for table in asking.tables(one) if table.rows] for one in facts.asked]
        if book is not None:
            self.book = book

    def size(self, one: Asked, tables: Sequence[Choices]) -> float:
        """The height of a question with its tables."""
        source = self.asking.source(one)
        lines = len(break_runs([Run(source)], 420)) if source else 0
        closed = len(wrap(TEXT, 7.8, " ".join(one.closed), MEASURE)) * 10.4 if one.closed else 0
        return 27 + 12.2 * lines + sum(map(self._table_size, tables)) + closed

    def _table_size(self, table: Choices) -> float:
        widths = self._widths(table)
        return 30 + (TITLE if table.title else 0) + sum(self._row_size(row, widths) for row in table.rows)

    def height(self) -> float:
        return sum(self.size(one, tables) for one, tables in zip(self.facts.asked, self.tables, strict=True))

    # drawing --------------------------------------------------------------------------------

    def whole(self, y: float) -> float:
        """All questions with their tables, from y down; there must be room."""
        for one, tables in zip(self.facts.asked, self.tables, strict=True):
            y = self._question(one, y)
            for table in tables:
                y = self._choices(table, y)
            y = self._closed(one, y) - 8
        return y

    def short(self, y: float) -> float:
        """The questions alone, close together."""
        for one in self.facts.asked:
            runs = [Run(self.asking.question(one), TEXT, 9.4), Run(f" ({one.rule})", TEXT, 7.6, GREY)]
            y = self.book.paragraph(runs, LEFT, y, MEASURE, 12.4)
        with self.book.tag("P"):
            self.book.pen.text(ITALIC, 8.2, LEFT, y - 1, self.words.say("report.possible_before"), colour=GREY)
        return y - 18

    def pages(self, limit: int) -> int:
        """How many pages of their own the questions take, at most `limit`."""
        y, used = TOP, 1
        for one, tables in zip(self.facts.asked, self.tables, strict=True):
            size = self.size(one, tables)
            if y - min(size, 200) < BODY_LOW and y < TOP:
                used, y = used + 1, TOP
            y -= size
        return min(limit, used)

    def own_pages(self, limit: int) -> None:
        """Pages with the questions and tables; what does not fit stands in the text."""
        book, words = self.book, self.words
        left = self.pages(limit)
        y = self._begin()
        for one, tables in zip(self.facts.asked, self.tables, strict=True):
            size = self.size(one, tables)
            if y - min(size, 200) < BODY_LOW and y < TOP:
                left -= 1
                if left <= 0:
                    with book.tag("P"):
                        text = words.say("report.questions_go_on")
                        book.pen.text(ITALIC, 8.2, LEFT, max(y, BODY_LOW - 8), text, colour=GREY)
                    break
                book.end()
                y = self._begin()
            y = self._question(one, y)
            for table in tables:
                y = self._choices(table, y)
            y = self._closed(one, y) - 8
        book.end()

    def _begin(self) -> float:
        self.book.begin()
        self.book.heading(
            self.words.say("report.possible"), LEFT, PAGE_H - 73.0, self.words.say("report.possible_note")
        )
        return TOP

    def _question(self, one: Asked, y: float) -> float:
        book = self.book
        size = 13.0 if len(self.facts.asked) <= 2 else 11.0
        runs = [Run(self.asking.question(one), TEXT, size), Run(f" ({one.rule})", TEXT, size * 0.72, GREY)]
        y = book.paragraph(runs, LEFT, y, MEASURE, size + 3) - 1
        source = self.asking.source(one)
        return book.paragraph([Run(source)], LEFT, y, 420, 12.2) - 2 if source else y

    def _closed(self, one: Asked, y: float) -> float:
        if not one.closed or y < BODY_LOW + 12:
            return y
        text = self.words.say("report.not_open", list=" ".join(one.closed))
        return self.book.paragraph([Run(text, TEXT, 7.8)], LEFT, y, MEASURE, 10.4)

    # tables ---------------------------------------------------------------------------------

    def _widths(self, table: Choices) -> list[float]:
        """Columns are as wide as their texts want; the last takes the rest."""
        heads = [self.words.say(f"choice.head.{head}") for head in table.heads]
        wants = [
            max(
                width(ITALIC, 7.6, heads[n]),
                *(width(TAB_SEMI if n == 0 else TAB, CELL, row[n]) for row in table.rows),
            )
            + 14
            for n in range(len(heads))
        ]
        if sum(wants) < MEASURE:
            spare = min(26.0, (MEASURE - sum(wants)) / len(wants))
            return [want + spare for want in wants]
        if len(wants) == 1:
            return [MEASURE]
        first = sum(wants[:-1])
        share = min(1.0, MEASURE * 0.62 / first)
        return [want * share for want in wants[:-1]] + [MEASURE - first * share]

    def _columns(self, table: Choices, widths: list[float]) -> list[Column]:
        """Where the columns stand; one of numbers alone, behind the first, is aligned at the right of its head."""
        columns: list[Column] = []
        for n, key in enumerate(table.heads):
            head, x, align = self.words.say(f"choice.head.{key}"), LEFT + sum(widths[:n]), "left"
            if n and all(row[n].isdigit() for row in table.rows):
                x, align = x + min(widths[n] - 10, width(ITALIC, 7.6, head)), "right"
            columns.append(Column(x, cast("Align", align), head))
        return columns

    def _lines(self, text: str, room: float) -> list[str]:
        lines = wrap(TAB, CELL, text, room) or [""]
        if len(lines) > CELL_LINES:
            lines = [*lines[: CELL_LINES - 1], fitted(TAB, CELL, " ".join(lines[CELL_LINES - 1 :]), room)]
        return lines

    def _row_size(self, row: tuple[str, ...], widths: list[float]) -> float:
        return 1.6 + 10.2 * len(self._lines(row[-1], widths[-1] - 4))

    def _choices(self, table: Choices, y: float) -> float:
        book, words = self.book, self.words
        widths = self._widths(table)
        columns = self._columns(table, widths)
        if table.title:
            book.paragraph([Run(table.title, SEMI, 9)], LEFT, y - 6, MEASURE, 11)
            y -= TITLE
        book.rule(LEFT, y + 3, MEASURE)
        y -= 8
        shown = 0
        with book.group("Table"):
            book.heads(columns, y, 7.6)
            book.rule(LEFT, y - 4, MEASURE, 0.3)
            y -= 14
            for row in table.rows:
                size = self._row_size(row, widths)
                if y - size < BODY_LOW:
                    break
                if shown:
                    book.rule(LEFT, y + 8.4, MEASURE, 0.25, HAIR)
                self._row(row, columns, widths, y)
                y -= size
                shown += 1
        book.rule(LEFT, y + 7.6, MEASURE, 0.8)
        if shown < len(table.rows):
            with book.tag("P"):
                text = words.say("report.rows_go_on", n=len(table.rows) - shown)
                book.pen.text(ITALIC, 7.6, LEFT, y - 2, text, colour=GREY)
            y -= 11
        return y - 7

    def _row(self, row: tuple[str, ...], columns: list[Column], widths: list[float], y: float) -> None:
        book = self.book
        with book.group("TR"):
            for number, (column, wide, text) in enumerate(zip(columns, widths, row, strict=True)):
                face = TAB_SEMI if number == 0 else TAB
                with book.tag("TD"):
                    if number and number == len(row) - 1:
                        for n, line in enumerate(self._lines(text, wide - 4)):
                            book.pen.text(TAB, CELL, column.x, y - 10.2 * n, line, align=column.align)
                    else:
                        size = shrunk(face, CELL, text, wide - 6, 6.2)
                        book.pen.text(face, size, column.x, y, fitted(face, size, text, wide - 6), align=column.align)
