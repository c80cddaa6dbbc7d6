"""What The Dutch Revolt asks of a reader, its order form, the last count and the questions to come."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.dutch_revolt.choices import choices, source_key
from pbem.games.dutch_revolt.signs import livery, token
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.choices import Choices, plain_facts
from pbem.reports.due import note_of
from pbem.reports.facts import Asked, ReportFacts
from pbem.reports.ink import GREY, HAIR, ITALIC, SEMI, TAB, TAB_SEMI, TEXT, shrunk
from pbem.reports.last_page import LastPage
from pbem.reports.sheets import BODY_LOW, LEFT, MEASURE, Column, Run
from pbem.reports.words import capital, halves


class DutchAsking:
    """See pbem.reports.questions.Asking."""

    def __init__(self, words: DutchWords, facts: ReportFacts) -> None:
        self.words, self.facts = words, facts

    def question(self, one: Asked) -> str:
        return one.prompt or self.words.say(f"ask.{one.kind}", **plain_facts(one))

    def source(self, one: Asked) -> str:
        key = source_key(one, self.facts.view["turn"])
        return self.words.say(key, **plain_facts(one)) if self.words.has(key) else ""

    def tables(self, one: Asked) -> Sequence[Choices]:
        return (choices(self.words, one),)

    def form_lines(self) -> list[str]:
        return form_lines(self.words, self.facts)


def form_lines(words: DutchWords, facts: ReportFacts) -> list[str]:
    """The order form: it parses as it stands. Comments begin with #."""
    turn = facts.view.get("turn", 0)
    lines: list[str] = []
    seats = list(dict.fromkeys(one.seat for one in facts.asked))
    lines.append(f"GAME {facts.game}  TURN {turn}" + (f"  FACTION {faction_word(facts, seats[0])}" if seats else ""))
    for number, seat in enumerate(seats):
        if number:
            lines += ["", f"FACTION {faction_word(facts, seat)}"]
        for one in facts.asked:
            if one.seat == seat:
                own = list(one.form or one.default_lines)
                if not own or not own[0].startswith("#"):
                    key = f"ask.{one.kind}.head"
                    own.insert(0, f"# {words.say(key) if words.has(key) else one.kind}")
                lines += ["", *own]
    return [*lines, "", "END"]


def faction_word(facts: ReportFacts, seat: str) -> str:
    """The name of a faction that the order language understands in every language: the one in the data."""
    record = facts.board.factions.get(seat) if facts.board is not None else None
    return str(record.name) if record is not None else seat


class DutchLastPage(LastPage):
    """The last page with the parts that are the game's own."""

    def final(self, y: float) -> float:
        """The last count, the winner first."""
        book, words = self.book, self.words
        book.heading(words.say("report.final"), LEFT, y)
        book.rule(LEFT, y - 7.4, MEASURE)
        parts = ("cities", "provinces", "own", "total")
        columns = [
            Column(LEFT + 200.0 + 90 * n, "right", words.say(f"report.final.{part}")) for n, part in enumerate(parts)
        ]
        y -= 18
        with book.group("Table"):
            with book.group("TR"):
                book.cell("TH", Column(LEFT), y, words.say("report.money.faction"), font=ITALIC, size=7.6, colour=GREY)
                for column in columns:
                    book.cell("TH", column, y, column.head, font=ITALIC, size=7.6, colour=GREY)
            book.rule(LEFT, y - 5, MEASURE, 0.3)
            y -= 17
            scores = {faction: record["vp2"] for faction, record in self.facts.view["factions"].items()}
            for faction, score in sorted(scores.items(), key=lambda item: -item[1]["total"]):
                with book.group("TR"):
                    with book.tag("TH"):
                        token(book.pen, faction, LEFT + 0.5, y - 1.6, livery(faction).letter, w=10.4, h=8.2)
                        book.pen.text(TEXT, 9, LEFT + 16, y, capital(words.faction(faction)))
                    for part, column in zip(parts, columns, strict=True):
                        font = TAB_SEMI if part == "total" else TAB
                        book.cell("TD", column, y, halves(score[part]), font=font, size=9)
                y -= 13
        book.rule(LEFT, y + 7.4, MEASURE)
        return y - 12

    def coming(self, y: float) -> float:
        """The phases to come, with dates where there is a schedule."""
        book, words, facts = self.book, self.words, self.facts
        room = int((y - BODY_LOW - 14) // 12)
        coming = list(facts.coming)
        if not coming or room < 1:
            return y
        if not any(one.when for one in coming):
            book.heading(words.say("report.coming"), LEFT, y, words.say("report.coming_note_undue"))
            names = words.listed(f"{one.phase} {words.say(f'term.phase.{one.phase}')}" for one in coming)
            return book.paragraph([Run(f"{names}.", TEXT, 8.6)], LEFT, y - 15, MEASURE, 11.4) - 12
        coming = coming[:room]
        note = words.say("report.coming_note")
        book.heading(words.say("report.coming"), LEFT, y, note)
        book.rule(LEFT, y - 7, MEASURE)
        y -= 18
        with book.group("Table"):
            for n, one in enumerate(coming):
                with book.group("TR"):
                    name = capital(words.say(f"term.phase.{one.phase}"))
                    with book.tag("TH"):
                        book.pen.text(TAB, 8.6, LEFT, y, words.say("report.phase", phase=one.phase))
                    with book.tag("TD"):
                        book.pen.text(SEMI, shrunk(SEMI, 8.6, name, 132), LEFT + 60, y, name)
                    with book.tag("TD"):
                        note = note_of(words, one)
                        if note:
                            book.pen.text(TEXT, shrunk(TEXT, 8.6, note, 196, 6), LEFT + 196, y, note)
                    if one.when:
                        when = words.moment(one.when, facts.zone, "short")
                        with book.tag("TD"):
                            book.pen.text(TAB, 8.6, LEFT + MEASURE, y, when, align="right")
                if n < len(coming) - 1:
                    book.rule(LEFT, y - 3.4, MEASURE, 0.25, HAIR)
                y -= 12
        book.rule(LEFT, y + 8, MEASURE)
        return y - 14
