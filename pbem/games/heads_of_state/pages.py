"""Page 1 of a Heads of State report: the map, the scores with what changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.heads_of_state.map import HeadsMap
from pbem.games.heads_of_state.signs import chip, livery
from pbem.games.heads_of_state.words import HeadsWords
from pbem.reports.facts import ReportFacts, event_parts
from pbem.reports.front import FrontPage
from pbem.reports.ink import CAPS, GREY, INK, ITALIC, TAB, TAB_SEMI, fitted, shrunk
from pbem.reports.sheets import LEFT, MEASURE, PAGE_H, Book
from pbem.reports.symbols import Livery
from pbem.reports.text import one_line

SCORES = 7.9
"""Height of a row of scores."""


def earlier(view: Mapping[str, Any], seats: tuple[str, ...]) -> Mapping[str, Any] | None:
    """The standing with which scores are compared: that after the reader's last turn but the one that ended just now;
    for others that before the last turn. None at the beginning."""
    history = view["history"]
    past = [entry for entry in history[:-1] if entry["seat"] in seats] if seats else list(history[:-1])
    return past[-1] if past else None


def change(now: int, before: int) -> str:
    """How a score has changed; points are never lost."""
    return f"+{now - before}" if now != before else "="


def placed(facts: ReportFacts) -> list[tuple[str, str]]:
    """Area and rank of the nobles that came since the last report and still stand."""
    found: list[tuple[str, str]] = []
    for happened in facts.events:
        kind, _, told = event_parts(happened)
        if kind == "noble_placed":
            found.append((str(told["area"]), str(told["rank"])))
    return found


class HeadsFront(FrontPage):
    """Draws the first page."""

    words: HeadsWords
    drawing: HeadsMap
    map_low = 41.0

    def __init__(self, book: Book, words: HeadsWords, facts: ReportFacts) -> None:
        super().__init__(book, words, facts, HeadsMap(book.pen, words, facts.board, facts.view, placed(facts)))

    def livery(self, seat: str) -> Livery:
        return livery(seat)

    def scores(self, x: float) -> None:
        words, book, view = self.words, self.book, self.view
        y = PAGE_H - 118
        right = LEFT + MEASURE
        before = earlier(view, tuple(self.facts.seats))
        now = {seat: record["score"]["total"] for seat, record in view["seats"].items()}
        with book.tag("P"):
            room = right - x
            if before is not None:
                line = words.say("report.change_since", turn=before["turn"])
                room -= book.pen.text(ITALIC, 7.0, right, y, line, colour=GREY, align="right") + 6
            head = words.say("report.points")
            size = shrunk(CAPS, 8.6, head, room / 1.09)
            book.pen.text(CAPS, size, x, y, head, colour=GREY, spacing=0.07 * size)
        ranked = sorted(now.items(), key=lambda item: -item[1])
        names = {one.seat: one_line(one.player) for one in self.facts.statuses if one.player}
        alt = "; ".join(f"{' '.join(filter(None, (words.faction(seat), names.get(seat))))} {n}" for seat, n in ranked)
        with book.tag("Figure", alt[:400]):
            scale = (66 if names else 112) / max(20, *now.values()) if now else 1
            for n, (seat, total) in enumerate(ranked):
                row = y - 12 - SCORES * n
                chip(book.pen, seat, x, row - 1.2, w=10, h=6.8)
                book.pen.rect(x + 16, row - 0.6, total * scale, 5.4, fill=livery(seat).colour, stroke=INK, weight=0.4)
                end = x + 19 + total * scale
                end += book.pen.text(TAB_SEMI, 8.0, end, row - 0.6, str(total))
                if name := names.get(seat):
                    name = fitted(ITALIC, 7.4, name, right - 22 - end - 5)
                    book.pen.text(ITALIC, 7.4, end + 5, row - 0.6, name, colour=GREY)
                if before is not None:
                    said = change(total, before["totals"].get(seat, 0))
                    book.pen.text(TAB, 7.4, right, row - 0.6, said, colour=GREY, align="right")

    def alt_of_map(self) -> str:
        """One sentence on what the map shows, then who stands where, at most 400 characters."""
        words = self.words
        held = dict.fromkeys(self.view["seats"], 0)
        for area in self.view["areas"].values():
            for box in area["boxes"]:
                if box["seat"] in held:
                    held[box["seat"]] += 1
        text = words.say("report.alt.map", round=self.view["round"])
        text += " " + words.say("report.alt.nobles", list=words.tokens(held))
        return f"{text} {words.say('report.alt.where')}"[:400]
