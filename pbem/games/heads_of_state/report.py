"""A report of Heads of State from its facts: PDF and text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.games.heads_of_state.last_page import HeadsAsking, HeadsLastPage
from pbem.games.heads_of_state.pages import HeadsFront
from pbem.games.heads_of_state.restate import TurnStory, stories
from pbem.games.heads_of_state.tables import TOP, Tables
from pbem.games.heads_of_state.text import HeadsTwin
from pbem.games.heads_of_state.words import HeadsWords, catalogue
from pbem.reports.columns import LEADING, Line, balanced, begun, columns_of
from pbem.reports.facts import Rendered, ReportFacts
from pbem.reports.front import FrontPage
from pbem.reports.ink import CAPS_SEMI, GREY, ITALIC, TEXT
from pbem.reports.pdf import Report, due_foot
from pbem.reports.sheets import BODY_LOW, COLUMN, LEFT, MEASURE, PAGE_H, Run, break_runs

KEEP_PHASE = 3
GOING_ON = 2
SMALL = (8.4, 11.2)
"""Size and leading of the log where it shares the page of the tables only so."""
LEAST_ROOM = 6 * LEADING
"""Less room below the tables is left empty when what happened has a page of its own."""
HEADING = 26.0
"""Room for the heading above the columns."""


def title_of(words: HeadsWords, facts: ReportFacts) -> tuple[str, str]:
    """The title says whose turn has just ended, the line under it what is open."""
    view = facts.view
    if view.get("over"):
        result = view.get("result") or {}
        return words.say("report.title.over"), words.say("report.winners", factions=list(result.get("winners", ())))
    history, turn, phase = view["history"], view["turn"], view["phase"]
    known = {"turn": turn, "seat": view["active"], "round": view["round"]}
    rounds = list(view["rounds"])
    before = rounds[max(0, rounds.index(view["round"]) - 1)]
    if phase == KEEP_PHASE:
        title = words.say("report.title.revolution", round=before)
    elif phase == GOING_ON and facts.asked:
        title = words.say("report.title.goes_on", turn=turn)
    elif not history:
        title = words.say("report.title.deal", turn=max(1, turn))
    elif history[-1]["round"] != view["round"]:
        title = words.say(
            "report.title.turn_and_round", turn=history[-1]["turn"], seat=history[-1]["seat"], round=before
        )
    else:
        title = words.say("report.title.turn", turn=history[-1]["turn"], seat=history[-1]["seat"])
    state = "keep" if phase == KEEP_PHASE else "goes_on" if phase == GOING_ON else "turn"
    yours = "yours" if facts.asked else "others"
    return title, words.say(f"report.subtitle.{state}.{yours}", **known)


def filename_of(facts: ReportFacts) -> str:
    """gouda-T17-red.pdf: safe on every file system."""
    view = facts.view
    seats = "-".join(facts.seats) or "observer"
    game = re.sub(r"[^A-Za-z0-9_]+", "-", facts.game).strip("-").lower() or "game"
    stage = (view.get("going_on") or {}).get("stage", 1)
    part = "-end" if view.get("over") else "-keep" if view["phase"] == KEEP_PHASE else ""
    if not part and facts.asked and stage > 1:
        part = f"-stage{stage}"
    return f"{game}-T{view['turn']}{part}-{seats}.pdf"


def foot_of(words: HeadsWords, facts: ReportFacts) -> str:
    """The state in the foot of the pages."""
    view = facts.view
    key = "report.state.over" if view.get("over") else "report.state.turn"
    state = words.say(key, turn=view["turn"], seat=view["active"], round=view["round"])
    return due_foot(words, facts, state, "report.observers_in_foot")


def story_lines(words: HeadsWords, told: Sequence[TurnStory], size: float = 9.0) -> list[list[Line]]:
    """Each turn as broken lines of a column."""
    blocks: list[list[Line]] = []
    for story in told:
        head = story.head(words)
        runs = [Run(f"{head} ", CAPS_SEMI, size)] if head else []
        for skipped, sentence in story.sentences:
            runs.append(Run(sentence + " ", ITALIC, size, GREY) if skipped else Run(sentence + " ", TEXT, size))
        blocks.append(break_runs(runs, COLUMN))
    return blocks


class HeadsReport(Report):
    """Draws all pages."""

    words: HeadsWords

    def __init__(self, facts: ReportFacts) -> None:
        words = catalogue(facts.language, facts.board)
        self.asking = HeadsAsking(words, facts)
        self.title, self.subtitle = title_of(words, facts)
        self.told = stories(words, facts.events, facts.seats, facts.view)
        self.blocks = story_lines(words, self.told)
        self.leading = LEADING
        self.room = TOP - Tables(None, words, facts).height() - HEADING - BODY_LOW
        self.height = balanced(self.blocks, self.room)
        if self.height > self.room:
            smaller = story_lines(words, self.told, SMALL[0])
            if (height := balanced(smaller, self.room, SMALL[1])) <= self.room:
                self.blocks, self.height, self.leading = smaller, height, SMALL[1]
        self.first: list[list[list[Line]]] = []
        """Columns on the page of the tables, where what happened goes on behind it."""
        self.columns: list[list[list[Line]]] = []
        super().__init__(words, facts)

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

    def foot(self) -> str:
        return foot_of(self.words, self.facts)

    def front(self) -> HeadsFront:
        return HeadsFront(self.book, self.words, self.facts)

    def last(self) -> HeadsLastPage:
        return HeadsLastPage(self.book, self.words, self.facts, self.asking, apart=self.apart)

    def filename(self) -> str:
        return filename_of(self.facts)

    def text(self) -> str:
        return HeadsTwin(self.words, self.facts, self.told).text()

    def middle(self, front: FrontPage) -> None:
        """The tables, and below them what happened; on pages of its own if it is much."""
        book, words = self.book, self.words
        own = self.facts.view.get("own")
        book.begin(words.say("report.bookmark.hand", seat=own["seat"]) if own else words.say("report.bookmark.tables"))
        y = Tables(book, words, self.facts).draw()
        missing = front.drawing.unplaced() if isinstance(front, HeadsFront) else []
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


def render(facts: ReportFacts) -> Rendered:
    """PDF and text of a report. Raises MissingFont."""
    return HeadsReport(facts).render()
