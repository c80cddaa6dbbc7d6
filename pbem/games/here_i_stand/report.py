"""A report of Here I Stand from its facts: PDF and text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.here_i_stand.last_page import HisAsking, HisLastPage, impulse_of
from pbem.games.here_i_stand.pages import HisFront
from pbem.games.here_i_stand.restate import Chapter, stories
from pbem.games.here_i_stand.tables import Tables, own_hands
from pbem.games.here_i_stand.text import HisTwin
from pbem.games.here_i_stand.words import HisWords, catalogue
from pbem.reports.facts import Rendered, ReportFacts
from pbem.reports.front import FrontPage
from pbem.reports.pdf import due_foot
from pbem.reports.story import StoryReport
from pbem.reports.words import Catalogue


def title_of(words: HisWords, facts: ReportFacts) -> tuple[str, str]:
    """The title says where the game stands, the line under it what is open."""
    view = facts.view
    if view["over"]:
        winners = list((view.get("result") or {}).get("winners", ()))
        return words.say("report.title.over"), words.say("report.winners", factions=winners)
    power = impulse_of(view)
    known = {"turn": view["turn"], "phase": view["phase"], "power": power}
    title = words.say("report.title.impulse" if power else "report.title.phase", **known)
    if facts.asked:
        return title, words.say("report.subtitle.yours", count=len(facts.asked), **known)
    return title, words.say("report.subtitle.others", **known)


def filename_of(facts: ReportFacts) -> str:
    """worms-T3-I17-france.pdf: safe on every file system."""
    view = facts.view
    seats = "-".join(facts.seats) or "observer"
    game = re.sub(r"[^A-Za-z0-9_]+", "-", facts.game).strip("-").lower() or "game"
    part = "-end" if view["over"] else f"-I{view['impulses']}" if impulse_of(view) else f"-{_phase(view)}"
    return f"{game}-T{view['turn']}{part}-{seats}.pdf"


def _phase(view: Mapping[str, Any]) -> str:
    return str(view["step"]).split("/")[1]


class HisReport(StoryReport):
    """Draws all pages."""

    words: HisWords
    told: Sequence[Chapter]

    def __init__(self, facts: ReportFacts) -> None:
        words = catalogue(facts.language, facts.board)
        self.asking = HisAsking(words, facts)
        self.title, self.subtitle = title_of(words, facts)
        self.told = stories(words, facts.events, facts.seats)
        self.tables = Tables(None, words, facts).pages()
        self.table_pages = len(self.tables)
        super().__init__(words, facts)

    def tables_height(self, words: Catalogue, facts: ReportFacts) -> float:
        return sum(part.height for part in self.tables[-1])

    def draw_tables(self, front: FrontPage) -> float:
        return Tables(self.book, self.words, self.facts).draw()

    def tables_bookmark(self) -> str:
        powers = [own["power"] for own in own_hands(self.facts.view)]
        words = self.words
        return words.say("report.bookmark.hand", powers=powers) if powers else words.say("report.bookmark.tables")

    def foot(self) -> str:
        view, words = self.facts.view, self.words
        state = words.say("report.state.over_in" if view["over"] else "report.state.turn", turn=view["turn"])
        return due_foot(words, self.facts, state, "report.observers_in_foot")

    def front(self) -> HisFront:
        return HisFront(self.book, self.words, self.facts)

    def last(self) -> HisLastPage:
        return HisLastPage(self.book, self.words, self.facts, self.asking, apart=self.apart)

    def filename(self) -> str:
        return filename_of(self.facts)

    def text(self) -> str:
        return HisTwin(self.words, self.facts, self.told).text()


def render(facts: ReportFacts) -> Rendered:
    """PDF and text of a report. Raises MissingFont."""
    return HisReport(facts).render()
