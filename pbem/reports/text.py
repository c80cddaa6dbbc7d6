"""The plain-text twin of a report: complete, 72 columns, one line for one thing, no table.

What stands between the scores and the questions is each game's own.
"""

from __future__ import annotations

import textwrap
import unicodedata
from abc import ABC, abstractmethod
from typing import Any

from orders.form import fold_comments
from pbem.reports.choices import listed_rows
from pbem.reports.due import default_sentence, no_date, open_text, others, waits
from pbem.reports.facts import ReportFacts
from pbem.reports.last_page import small_print
from pbem.reports.questions import Asking
from pbem.reports.words import Catalogue, capital

COLUMNS = 72


def one_line(text: str) -> str:
    """Foreign text (a name, a subject) without line breaks and control characters."""
    return " ".join("".join(c if unicodedata.category(c)[0] != "C" else " " for c in text).split())


def ended(note: str) -> str:
    """A note as a sentence."""
    return f"{capital(note)}." if note else ""


class Twin(ABC):
    """Collects the lines of the text."""

    def __init__(self, words: Catalogue, facts: ReportFacts, asking: Asking) -> None:
        self.words, self.facts, self.view, self.asking = words, facts, facts.view, asking
        self.lines: list[str] = []
        self.number = 0

    def add(self, text: str, indent: str = "", hanging: str = "") -> None:
        """One thing, folded at 72 columns; further lines are two columns deeper, or start with `hanging`."""
        if len(indent) + len(text) <= COLUMNS and "\n" not in text:
            self.lines.append(indent + text)
            return
        self.lines += textwrap.wrap(
            text, COLUMNS, initial_indent=indent, subsequent_indent=hanging or indent + "  ",
            break_long_words=False, break_on_hyphens=False,
        ) or [""]  # fmt: skip

    def section(self, key: str, **facts: Any) -> None:
        self.number += 1
        title = f"{self.number}. {self.words.say(key, **facts)}"
        self.lines += ["", title, "-" * min(COLUMNS, len(title))]

    def text(self) -> str:
        """The whole text."""
        self.head()
        self._due()
        self.body()
        self._asked()
        self._notes()
        self._form()
        return "\n".join(line.rstrip() for line in self.lines) + "\n"

    # each game ------------------------------------------------------------------------------

    @abstractmethod
    def head(self) -> None:
        """Title, what has ended, for whom; ends with the notices."""

    @abstractmethod
    def body(self) -> None:
        """Scores, events, the position: all sections between the deadline and the questions."""

    @abstractmethod
    def coming(self) -> None:
        """The questions to come."""

    # sections -------------------------------------------------------------------------------

    def reader(self) -> None:
        """For whom the report is, and the judge's notices."""
        words, facts = self.words, self.facts
        if facts.seats:
            self.add(words.say("text.for", factions=list(facts.seats), player=one_line(facts.player) or "–"))
        else:
            self.add(words.say("report.observers"))
        for notice in facts.notices:
            self.add(one_line(notice))

    def press(self) -> None:
        """Letters of the players."""
        if self.facts.press:
            self.section("report.press")
            for piece in self.facts.press:
                self.add(one_line(piece))

    def _due(self) -> None:
        words, facts = self.words, self.facts
        self.section("text.due")
        if facts.deadline is None or not facts.asked:
            head, state = no_date(words, facts)
            self.add(f"{head.rstrip('.')}.")
            if state:
                self.add(state)
            for one in facts.asked:
                self.add(self.asking.question(one) + f" ({one.rule})")
            if facts.deadline is not None and not self.view["over"]:
                self.add(words.say("report.next_deadline", when=words.moment(facts.deadline, facts.zone)))
            return
        self.add(words.in_both_zones("deadline", facts.deadline, facts.zone))
        if facts.made is not None:
            span = words.span((facts.deadline - facts.made).total_seconds())
            self.add(words.say("text.after_this", span=span))
        for one in facts.asked:
            self.add(self.asking.question(one) + f" ({one.rule})")

    def _asked(self) -> None:
        words, facts = self.words, self.facts
        self.section("report.end" if self.view["over"] else "report.asked")
        if not facts.asked:
            self.add(words.say("report.game_over" if self.view["over"] else "report.nothing_asked"))
        for one in facts.asked:
            self.add(self.asking.question(one) + f" ({one.rule})")
            if source := self.asking.source(one):
                self.add(source, "  ")
            for table in self.asking.tables(one):
                if table.title and table.rows:
                    self.add(table.title, "  ")
                for line in listed_rows(words, table):
                    self.add(line, "  - ", "    ")
            if one.closed:
                self.add(words.say("report.not_open", list=" ".join(one.closed)), "  ")
            if not waits(facts):
                self.add(default_sentence(words, facts, one), "  ")
        if facts.asked and waits(facts):
            self.add(words.say("report.default.wait"))

    def _notes(self) -> None:
        words, facts = self.words, self.facts
        self.section("text.notes")
        if not self.view["over"]:
            self.add(open_text(words, facts))
            self.add(others(words, facts))
        self.coming()
        if facts.standing:
            self.add(words.say("letter.head.standing"))
            for line in facts.standing:
                self.add(one_line(line), "  ", "    ")
        for paragraph in small_print(words, facts):
            self.add(paragraph)

    def _form(self) -> None:
        if not self.facts.asked:
            return
        self.section("text.form")
        self.lines += fold_comments(self.asking.form_lines(), COLUMNS)
