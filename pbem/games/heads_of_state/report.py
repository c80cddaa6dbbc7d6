"""A report of Heads of State from its facts: PDF and text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.games.heads_of_state.last_page import HeadsAsking, HeadsLastPage
from pbem.games.heads_of_state.pages import HeadsFront
from pbem.games.heads_of_state.restate import TurnStory, stories
from pbem.games.heads_of_state.tables import Tables
from pbem.games.heads_of_state.text import HeadsTwin
from pbem.games.heads_of_state.words import HeadsWords, catalogue
from pbem.reports.facts import Rendered, ReportFacts
from pbem.reports.front import FrontPage
from pbem.reports.pdf import due_foot
from pbem.reports.story import StoryReport
from pbem.reports.words import Catalogue

KEEP_PHASE = 3
GOING_ON = 2


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


class HeadsReport(StoryReport):
    """Draws all pages."""

    words: HeadsWords
    told: Sequence[TurnStory]

    def __init__(self, facts: ReportFacts) -> None:
        words = catalogue(facts.language, facts.board)
        self.asking = HeadsAsking(words, facts)
        self.title, self.subtitle = title_of(words, facts)
        self.told = stories(words, facts.events, facts.seats, facts.view)
        super().__init__(words, facts)

    def tables_height(self, words: Catalogue, facts: ReportFacts) -> float:
        assert isinstance(words, HeadsWords)
        return Tables(None, words, facts).height()

    def draw_tables(self, front: FrontPage) -> float:
        return Tables(self.book, self.words, self.facts).draw()

    def tables_bookmark(self) -> str:
        own, words = self.facts.view.get("own"), self.words
        return words.say("report.bookmark.hand", seat=own["seat"]) if own else words.say("report.bookmark.tables")

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


def render(facts: ReportFacts) -> Rendered:
    """PDF and text of a report. Raises MissingFont."""
    return HeadsReport(facts).render()
