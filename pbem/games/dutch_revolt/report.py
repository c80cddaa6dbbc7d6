"""A report of The Dutch Revolt from its facts: PDF and text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.games.dutch_revolt.last_page import DutchAsking, DutchLastPage
from pbem.games.dutch_revolt.pages import DutchPages
from pbem.games.dutch_revolt.restate import PhaseStory, stories
from pbem.games.dutch_revolt.text import twin
from pbem.games.dutch_revolt.words import DutchWords, catalogue
from pbem.reports.columns import LEADING, Line, balanced, columns_of
from pbem.reports.facts import Rendered, ReportFacts
from pbem.reports.front import FrontPage
from pbem.reports.ink import CAPS_SEMI, GREY, ITALIC, TEXT
from pbem.reports.pdf import Report, due_foot
from pbem.reports.sheets import BODY_LOW, COLUMN, LEFT, MEASURE, PAGE_H, Run, break_runs

# What the scores, money and charts need below the events.
CHARTS = 462.0
FIRST_OF_TURN_0 = 2
"""7.1 Turn 0 begins with the support boxes: no taxes."""


def title_of(words: DutchWords, facts: ReportFacts) -> tuple[str, str]:
    """The title says what has just ended, the line under it what is open."""
    view = facts.view
    turn, phase = view["turn"], view["phase"]
    if view.get("over"):
        result = view.get("result") or {}
        return words.say("report.title.over"), words.say("report.winners", factions=list(result.get("winners", ())))
    begun = phase > FIRST_OF_TURN_0 if turn == 0 else phase > 1
    key = f"report.title.{phase if turn or begun else 0}"
    title = words.say(key if words.has(key) else "report.title.other", turn=turn, phase=phase)
    name = words.say(f"term.phase.{phase}")
    yours = "yours" if facts.asked else "others"
    done = "later" if begun else "first"
    return title, words.say(f"report.subtitle.{done}.{yours}", before=phase - 1, phase=phase, name=name)


def filename_of(facts: ReportFacts) -> str:
    """gouda-T2-phase09-burghers.pdf: safe on every file system."""
    view = facts.view
    seats = "-".join(facts.seats) or "observer"
    stage = "end" if view.get("over") else f"phase{max(0, int(view['phase']) - 1):02d}"
    game = re.sub(r"[^A-Za-z0-9_]+", "-", facts.game).strip("-").lower() or "game"
    return f"{game}-T{view['turn']}-{stage}-{seats}.pdf"


def foot_of(words: DutchWords, facts: ReportFacts) -> str:
    view = facts.view
    phase = int(view["phase"]) - 1
    begun = phase > 0 if view["turn"] else phase >= FIRST_OF_TURN_0
    key = "report.state.over" if view.get("over") else "report.state.after" if begun else "report.state.start"
    return due_foot(words, facts, words.say(key, turn=view["turn"], phase=phase))


def story_lines(words: DutchWords, told: Sequence[PhaseStory]) -> list[list[Line]]:
    """Each phase as broken lines of a column."""
    blocks: list[list[Line]] = []
    for story in told:
        runs: list[Run] = []
        if story.phase is not None:
            head = words.say("report.phase_head", phase=story.phase, name=words.say(f"term.phase.{story.phase}"))
            runs += [Run(head + " ", CAPS_SEMI, 9), Run(f"({story.rule}) ", TEXT, 8.2, GREY)]
        for skipped, sentence in story.sentences:
            runs.append(Run(sentence + " ", ITALIC, 9, GREY) if skipped else Run(sentence + " ", TEXT, 9))
        blocks.append(break_runs(runs, COLUMN))
    return blocks


class DutchReport(Report):
    """Draws all pages."""

    words: DutchWords

    def __init__(self, facts: ReportFacts) -> None:
        words = catalogue(facts.language, facts.board)
        self.asking = DutchAsking(words, facts)
        self.title, self.subtitle = title_of(words, facts)
        self.told = stories(words, facts.events, facts.seats)
        self.blocks = story_lines(words, self.told)
        self.room = PAGE_H - 92 - BODY_LOW - CHARTS
        self.height = balanced(self.blocks, self.room)
        self.columns: list[list[list[Line]]] = []
        super().__init__(words, facts)

    def wanted_pages(self) -> int:
        if self.height <= self.room:
            return 0
        full = PAGE_H - 92 - BODY_LOW
        self.columns = columns_of(self.blocks, min(full, balanced(self.blocks, full)))
        return (len(self.columns) + 1) // 2

    def foot(self) -> str:
        return foot_of(self.words, self.facts)

    def front(self) -> DutchPages:
        return DutchPages(self.book, self.words, self.facts)

    def last(self) -> DutchLastPage:
        return DutchLastPage(self.book, self.words, self.facts, self.asking, apart=self.apart)

    def filename(self) -> str:
        return filename_of(self.facts)

    def text(self) -> str:
        return twin(self.words, self.facts, self.told)

    def middle(self, front: FrontPage) -> None:
        assert isinstance(front, DutchPages)
        pages = front
        book, words = self.book, self.words
        for number in range(self.own_pages):
            book.begin(words.say("report.bookmark.happened") if number == 0 else "")
            self._events_head()
            pair = self.columns[2 * number : 2 * number + 2]
            self.draw_columns(pair)
            if number == self.own_pages - 1 and len(self.columns) > 2 * self.own_pages:
                with book.tag("P"):
                    book.pen.text(ITALIC, 8.4, LEFT, BODY_LOW - 6, words.say("report.events_go_on"), colour=GREY)
            book.end()
        book.begin("" if self.own_pages else words.say("report.bookmark.happened"))
        y = PAGE_H - 73.0
        if not self.own_pages:
            self._events_head()
            if self.blocks:
                y = self.draw_columns(columns_of(self.blocks, self.height)) - 12
            else:
                book.paragraph([Run(words.say("report.nothing_happened"))], LEFT, y - 21, MEASURE, LEADING)
                y -= 52
        spare = max(0.0, min(24.0, (y - BODY_LOW - CHARTS) / 4))
        y = pages.victory_points(y - spare)
        y = pages.money(y - spare)
        y -= spare
        low = pages.loyalty(y)
        after = pages.bishoprics(y)
        low = min(low, pages.universities(after))
        pages.unplaced(low - 14)
        book.end()

    def _events_head(self) -> None:
        self.book.heading(
            self.words.say("report.happened"), LEFT, PAGE_H - 73.0, self.words.say("report.happened_note")
        )


def render(facts: ReportFacts) -> Rendered:
    """PDF and text of a report. Raises MissingFont."""
    return DutchReport(facts).render()
