"""A report from its facts: PDF and text. Pure: no clock, no store; equal facts give equal bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.reports.dutch_pages import DutchPages
from pbem.reports.facts import Rendered, ReportFacts
from pbem.reports.ink import CAPS_SEMI, GREY, ITALIC, TEXT
from pbem.reports.last_page import LastPage, needs_own_page
from pbem.reports.questions import Questions
from pbem.reports.restate import PhaseStory, stories
from pbem.reports.sheets import BODY_LOW, COLUMN, GAP, LEFT, MEASURE, PAGE_H, Book, Run, break_runs, plain
from pbem.reports.text import one_line, twin
from pbem.reports.words import Catalogue, catalogue

Line = list[tuple[float, Run]]
LEADING = 12.2
# What the scores, money and charts need below the events.
CHARTS = 462.0
MOST_PAGES = 5
FIRST_OF_TURN_0 = 2
"""7.1 Turn 0 begins with the support boxes: no taxes."""


def title_of(words: Catalogue, facts: ReportFacts) -> tuple[str, str]:
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


def foot_of(words: Catalogue, facts: ReportFacts) -> str:
    view = facts.view
    who = words.say("report.the_seats", seats=list(facts.seats)) if facts.seats else words.say("report.observers")
    phase = int(view["phase"]) - 1
    begun = phase > 0 if view["turn"] else phase >= FIRST_OF_TURN_0
    key = "report.state.over" if view.get("over") else "report.state.after" if begun else "report.state.start"
    values = {"state": words.say(key, turn=view["turn"], phase=phase), "who": who}
    if facts.deadline is None or not facts.asked:
        return words.say("report.foot_undue", **values)
    return words.say(
        "report.foot", **values, when=words.moment(facts.deadline, facts.zone), town=words.town(facts.zone),
        utc=words.utc(facts.deadline),
    )  # fmt: skip


def story_lines(words: Catalogue, told: Sequence[PhaseStory]) -> list[list[Line]]:
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


def columns_of(blocks: Sequence[list[Line]], height: float) -> list[list[list[Line]]]:
    """Blocks in columns of this height; a block longer than the rest of a column is cut."""
    columns: list[list[list[Line]]] = [[]]
    left = height
    for block in blocks:
        rest = list(block)
        while rest:
            fit = int(left // LEADING)
            if fit < min(2, len(rest)):
                columns.append([])
                left = height
                continue
            columns[-1].append(rest[:fit])
            left -= min(fit, len(rest)) * LEADING + 5
            rest = rest[fit:]
    return columns


def balanced(blocks: Sequence[list[Line]], most: float) -> float:
    """The least height at which the blocks fill two columns; more than `most` if they don't fit."""
    height = 36.0
    lines = sum(len(block) for block in blocks)
    while height <= most:
        if 2 * int(height // LEADING) >= lines and len(columns_of(blocks, height)) <= 2:
            return height
        height += LEADING / 2
    return most + 1


class Report:
    """Draws all pages."""

    def __init__(self, facts: ReportFacts) -> None:
        self.facts = facts
        self.words = catalogue(facts.language, facts.board)
        self.title, self.subtitle = title_of(self.words, facts)
        self.told = stories(self.words, facts.events, facts.seats)
        self.blocks = story_lines(self.words, self.told)
        self.room = PAGE_H - 92 - BODY_LOW - CHARTS
        self.height = balanced(self.blocks, self.room)
        full = PAGE_H - 92 - BODY_LOW
        own_pages = 0
        self.columns: list[list[list[Line]]] = []
        if self.height > self.room:
            self.columns = columns_of(self.blocks, min(full, balanced(self.blocks, full)))
            own_pages = min((len(self.columns) + 1) // 2, MOST_PAGES - 3)
        self.apart = needs_own_page(self.words, facts)
        self.question_pages = Questions(None, self.words, facts).pages(2) if self.apart else 0
        own_pages = min(own_pages, MOST_PAGES - 3 - self.question_pages)
        self.own_pages = own_pages
        self.book = Book(
            language=self.words.language,
            head_left=self.words.say("report.head"),
            head_right=self.words.say("report.head_right", game=facts.game, number=str(facts.number)),
            foot=foot_of(self.words, facts),
            of_pages=self.words.say("report.page", page="{page}", pages="{pages}"),
            pages=3 + own_pages + self.question_pages,
        )

    def draw(self) -> bytes:
        pages = DutchPages(self.book, self.words, self.facts)
        pages.prepare_map()
        pages.first_page(self.title, self.subtitle)
        self._second(pages)
        if self.apart:
            Questions(self.book, self.words, self.facts).own_pages(self.question_pages)
        LastPage(self.book, self.words, self.facts, apart=self.apart).draw()
        title = f"{self.words.say('report.head')}, {self.facts.game}: {self.title}"
        return self.book.close(
            title=plain(title),
            author=self.words.say("report.author"),
            subject=plain(f"{self.subtitle} {foot_of(self.words, self.facts)}"),
        )

    def _second(self, pages: DutchPages) -> None:
        book, words = self.book, self.words
        for number in range(self.own_pages):
            book.begin(words.say("report.bookmark.happened") if number == 0 else "")
            self._events_head()
            pair = self.columns[2 * number : 2 * number + 2]
            self._draw_columns(pair)
            if number == self.own_pages - 1 and len(self.columns) > 2 * self.own_pages:
                with book.tag("P"):
                    book.pen.text(ITALIC, 8.4, LEFT, BODY_LOW - 6, words.say("report.events_go_on"), colour=GREY)
            book.end()
        book.begin("" if self.own_pages else words.say("report.bookmark.happened"))
        y = PAGE_H - 73.0
        if not self.own_pages:
            self._events_head()
            if self.blocks:
                y = self._draw_columns(columns_of(self.blocks, self.height)) - 12
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

    def _draw_columns(self, columns: Sequence[Sequence[list[Line]]]) -> float:
        lowest = PAGE_H
        for number, column in enumerate(columns):
            y = PAGE_H - 94.0
            for block in column:
                with self.book.tag("P"):
                    y = self.book.runs(block, LEFT + number * (COLUMN + GAP), y, LEADING) - 5
            lowest = min(lowest, y)
        return lowest


def render(facts: ReportFacts) -> Rendered:
    """PDF and text of a report. Raises MissingFont."""
    report = Report(facts)
    return Rendered(
        pdf=report.draw(),
        text=twin(report.words, facts, report.told),
        filename=filename_of(facts),
        title=one_line(report.title),
    )
