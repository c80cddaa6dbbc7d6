"""The last page: what is asked of the reader, the order form, notes, next questions. Alone, so that it can be printed alone."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.reports.choices import Choices, choices, plain_facts
from pbem.reports.dutch_map import shrunk
from pbem.reports.facts import Asked, ReportFacts
from pbem.reports.ink import (
    BOLD,
    GREY,
    HAIR,
    INK,
    ITALIC,
    MONO,
    MONO_BOLD,
    PAPER,
    SEMI,
    TEXT,
    fitted,
    width,
    wrap,
)  # fmt: skip
from pbem.reports.sheets import BODY_LOW, LEFT, MEASURE, PAGE_H, Book, Run, break_runs
from pbem.reports.words import Catalogue, capital


def form_lines(words: Catalogue, facts: ReportFacts) -> list[str]:
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
                head = words.say(f"ask.{one.kind}.head") if words.has(f"ask.{one.kind}.head") else one.kind
                lines += ["", f"# {head}", *(one.form or one.default_lines)]
    return [*lines, "", "END"]


def faction_word(facts: ReportFacts, seat: str) -> str:
    """The name of a faction that the order language understands in every language: the one in the data."""
    record = facts.board.factions.get(seat) if facts.board is not None else None
    return str(record.name) if record is not None else seat


def question(words: Catalogue, one: Asked) -> str:
    """The question in one sentence."""
    return one.prompt or words.say(f"ask.{one.kind}", **plain_facts(one))


def default_sentence(words: Catalogue, one: Asked, at_deadline: str) -> str:
    """What is used if nothing arrives."""
    if at_deadline == "wait":
        return words.say("report.default.wait")
    if one.default_lines:
        return words.say("report.default.lines", lines="; ".join(one.default_lines))
    key = f"default.{one.kind}"
    return words.say(key) if words.has(key) else words.say("report.default.plain")


def others(words: Catalogue, facts: ReportFacts) -> str:
    """Who else is asked, and who has answered."""
    rest = [s for s in facts.statuses if s.seat not in facts.seats and s.asked]
    done = [s.seat for s in rest if s.answered]
    waiting = [s.seat for s in rest if not s.answered]
    if not rest:
        return words.say("report.others.nobody")
    parts = []
    if done:
        parts.append(words.say("report.others.answered", factions=done))
    if waiting:
        parts.append(words.say("report.others.waiting", factions=waiting))
    return " ".join(parts)


class LastPage:
    """Draws the last page (more than one only if the form is longer than a page)."""

    def __init__(self, book: Book, words: Catalogue, facts: ReportFacts) -> None:
        self.book, self.words, self.facts = book, words, facts

    def draw(self) -> None:
        book, words = self.book, self.words
        book.begin(words.say("report.bookmark.asked"))
        y = PAGE_H - 73.0
        book.heading(words.say("report.asked"), LEFT, y)
        y -= 24
        if not self.facts.asked:
            y = self._nothing(y)
        else:
            spare = self._size_of_rest()
            for number, one in enumerate(self.facts.asked):
                y = self._question(one, y, spare, len(self.facts.asked) - number)
            y = self._form(y - 4)
            y = self._notes(y - 24)
        y = self._coming(y - 12)
        self._small_print(y)
        book.end()

    def _size_of_rest(self) -> float:
        lines = len(form_lines(self.words, self.facts))
        return lines * 12.2 + 30 + 96 + 60 + 70

    def _nothing(self, y: float) -> float:
        words, facts = self.words, self.facts
        view = facts.view
        text = words.say("report.game_over") if view.get("over") else words.say("report.nothing_asked")
        y = self.book.paragraph([Run(text, TEXT, 13)], LEFT, y, MEASURE, 16)
        waiting = [s.seat for s in facts.statuses if s.asked and not s.answered]
        if waiting and not view.get("over"):
            y = self.book.paragraph([Run(words.say("report.others.waiting", factions=waiting))], LEFT, y, MEASURE, 12.2)
        result = view.get("result")
        if result:
            line = words.say("report.winners", factions=list(result["winners"]))
            y = self.book.paragraph([Run(line, SEMI, 11)], LEFT, y - 4, MEASURE, 14)
        if facts.deadline is not None and not view.get("over"):
            line = words.say("report.next_deadline", when=words.moment(facts.deadline, facts.zone))
            y = self.book.paragraph([Run(line)], LEFT, y, MEASURE, 12.2)
        return y - 6

    def _question(self, one: Asked, y: float, spare: float, questions_left: int) -> float:
        book, words = self.book, self.words
        size = 13.0 if len(self.facts.asked) <= 2 else 10.6
        runs = [Run(question(words, one), TEXT, size), Run(f" ({one.rule})", TEXT, size * 0.72, GREY)]
        y = book.paragraph(runs, LEFT, y, MEASURE, size + 3) - 1
        source = f"ask.{one.kind}.source"
        if words.has(source) and len(self.facts.asked) <= 4:
            text = words.say(source, **plain_facts(one))
            y = book.paragraph([Run(text)], LEFT, y, 420, 12.2) - 2
        room = (y - BODY_LOW - spare) / max(1, questions_left)
        table = choices(words, one)
        if table.rows and room > 40:
            y = self._choices(table, y, int(room // 11.8) - 2)
        if one.closed and room > 14:
            text = words.say("report.not_open", list=" ".join(one.closed))
            y = book.paragraph([Run(text, TEXT, 7.8)], LEFT, y, MEASURE, 10.4)
        return y - (10 if table.rows else 5)

    def _choices(self, table: Choices, y: float, most: int) -> float:
        """The table; columns are as wide as their texts want, the last takes the rest."""
        book, words = self.book, self.words
        heads = [words.say(f"choice.head.{head}") for head in table.heads]
        rows = table.rows[: max(1, most)]
        wants = [
            max([width(ITALIC, 7.6, heads[n])] + [width(SEMI if n == 0 else TEXT, 8.6, row[n]) for row in rows]) + 14
            for n in range(len(heads))
        ]
        if sum(wants) < MEASURE:
            spare = min(26.0, (MEASURE - sum(wants)) / len(wants))
            wants = [want + spare for want in wants]
        elif len(wants) > 1:
            first = sum(wants[:-1])
            share = min(1.0, MEASURE * 0.62 / first)
            wants = [want * share for want in wants[:-1]] + [MEASURE - first * share]
        xs = [LEFT + sum(wants[:n]) for n in range(len(wants))]
        book.rule(LEFT, y + 3, MEASURE)
        y -= 8
        with book.group("Table"):
            with book.group("TR"):
                for x, head in zip(xs, heads, strict=True):
                    with book.tag("TH"):
                        book.pen.text(ITALIC, 7.6, x, y, head, colour=GREY)
            book.rule(LEFT, y - 4, MEASURE, 0.3)
            y -= 14
            for n, row in enumerate(rows):
                with book.group("TR"):
                    for column, (x, want, text) in enumerate(zip(xs, wants, row, strict=True)):
                        face = SEMI if column == 0 else TEXT
                        with book.tag("TD"):
                            size = shrunk(face, 8.6, text, want - 6, 6.2)
                            book.pen.text(face, size, x, y, fitted(face, size, text, want - 6))
                if n < len(rows) - 1:
                    book.rule(LEFT, y - 3.4, MEASURE, 0.25, HAIR)
                y -= 11.8
        book.rule(LEFT, y + 7.6, MEASURE, 0.8)
        if len(rows) < len(table.rows):
            with book.tag("P"):
                text = words.say("report.rows_go_on", n=len(table.rows) - len(rows))
                book.pen.text(ITALIC, 7.6, LEFT, y - 2, text, colour=GREY)
            y -= 11
        return y - 7

    # form -----------------------------------------------------------------------------------

    def _form(self, y: float) -> float:
        book, words = self.book, self.words
        book.heading(words.say("report.form"), LEFT, y, words.say("report.form_note"))
        y -= 10
        lines = form_lines(words, self.facts)
        after = 200.0
        two = len(lines) * 12.2 + 16 > y - BODY_LOW - after and len(lines) > 16
        size, leading = 8.6, 12.2
        columns = [lines]
        if two:
            half = (len(lines) + 1) // 2
            while half < len(lines) and lines[half - 1].startswith("#"):
                half += 1
            columns = [lines[:half], lines[half:]]
        longest = max(len(column) for column in columns)
        if longest * leading + 16 > y - BODY_LOW - after:
            leading = max(7.4, (y - BODY_LOW - after - 16) / longest)
            size = min(size, leading * 0.8)
        if longest * leading + 16 > y - BODY_LOW - 4:
            return self._long_form(lines, y)
        high = longest * leading + 14
        with book.tag("P", ""):
            book.pen.rect(LEFT, y - high, MEASURE, high, fill=PAPER, stroke=HAIR, weight=0.5)
            room = (MEASURE - 28) / len(columns) - (8 if len(columns) > 1 else 0)
            for number, column in enumerate(columns):
                self._mono(column, LEFT + 14 + number * (room + 14), y - 6 - leading * 0.68, size, leading, room)
        return y - high

    def _mono(self, lines: Sequence[str], x: float, y: float, size: float, leading: float, room: float) -> None:
        for line in lines:
            comment = line.startswith("#")
            face, colour = (MONO, GREY) if comment else (MONO_BOLD, INK)
            self.book.pen.text(face, shrunk(face, size, line, room, 4.6), x, y, line, colour=colour)
            y -= leading

    def _long_form(self, lines: list[str], y: float) -> float:
        """A form longer than a page goes on in the text of the letter; the page says so."""
        leading, size = 8.6, 6.8
        room = int((y - BODY_LOW - 60) // leading)
        shown = [*lines[: max(4, 2 * room - 2)], f"# {self.words.say('report.form_goes_on')}"]
        half = (len(shown) + 1) // 2
        high = half * leading + 14
        with self.book.tag("P"):
            self.book.pen.rect(LEFT, y - high, MEASURE, high, fill=PAPER, stroke=HAIR, weight=0.5)
            for number, column in enumerate((shown[:half], shown[half:])):
                self._mono(column, LEFT + 12 + number * 250, y - 12, size, leading, 238)
        return y - high

    # notes ----------------------------------------------------------------------------------

    def _notes(self, y: float) -> float:
        book, words, facts = self.book, self.words, self.facts
        if y < BODY_LOW + 60:
            return y
        defaults = " ".join(dict.fromkeys(default_sentence(words, one, facts.at_deadline) for one in facts.asked[:1]))
        if len(facts.asked) > 1 and facts.at_deadline != "wait":
            defaults = words.say("report.default.form")
        told = "" if facts.at_deadline == "wait" else words.say("report.default.told")
        notes = (
            (words.say("report.note.default"), f"{defaults} {told}".strip()),
            (words.say("report.note.open"), words.say("report.note.open_text")),
            (words.say("report.note.others"), others(words, facts)),
        )
        low = y
        for n, (head, text) in enumerate(notes):
            x = LEFT + n * 176.0
            book.rule(x, y + 11, 158, 0.8)
            with book.tag("P"):
                book.pen.text(SEMI, 8.8, x, y, head)
                lines = wrap(TEXT, 8.4, text, 158)
                most = max(1, int((y - BODY_LOW - 20) // 11.2))
                if len(lines) > most:
                    lines = [*lines[: most - 1], lines[most - 1] + " …"]
                row = y - 12
                for line in lines:
                    book.pen.text(TEXT, 8.4, x, row, line)
                    row -= 11.2
            low = min(low, row)
        return low - 10

    def _coming(self, y: float) -> float:
        book, words, facts = self.book, self.words, self.facts
        coming = list(facts.coming)
        if not coming or y < BODY_LOW + 40 + 12 * len(coming):
            return y
        book.heading(words.say("report.coming"), LEFT, y, words.say("report.coming_note"))
        book.rule(LEFT, y - 7, MEASURE)
        y -= 18
        with book.group("Table"):
            for n, one in enumerate(coming):
                with book.group("TR"):
                    name = capital(words.say(f"term.phase.{one.phase}"))
                    with book.tag("TH"):
                        book.pen.text(TEXT, 8.6, LEFT, y, words.say("report.phase", phase=one.phase))
                    with book.tag("TD"):
                        book.pen.text(SEMI, shrunk(SEMI, 8.6, name, 132), LEFT + 60, y, name)
                    with book.tag("TD"):
                        note = one.note or (
                            words.say(f"report.coming.{one.phase}") if words.has(f"report.coming.{one.phase}") else ""
                        )
                        if note:
                            book.pen.text(TEXT, shrunk(TEXT, 8.6, note, 196, 6), LEFT + 196, y, note)
                    when = words.moment(one.when, facts.zone, "short") if one.when else words.say("report.coming_open")
                    with book.tag("TD"):
                        book.pen.text(TEXT, 8.6, LEFT + MEASURE, y, when, align="right")
                if n < len(coming) - 1:
                    book.rule(LEFT, y - 3.4, MEASURE, 0.25, HAIR)
                y -= 12
        book.rule(LEFT, y + 8, MEASURE)
        return y - 14

    def _small_print(self, y: float) -> None:
        book, words = self.book, self.words
        if y < BODY_LOW + 24:
            return
        book.heading(words.say("report.this"), LEFT, y)
        runs = [Run(small_print(words, self.facts), TEXT, 7.8)]
        room = int((y - 14 - BODY_LOW) // 10.4) + 1
        lines = break_runs(runs, MEASURE)[:room]
        with book.tag("P"):
            book.runs(lines, LEFT, y - 14, 10.4)


def small_print(words: Catalogue, facts: ReportFacts) -> str:
    """When the report was made, the hash of the record, the commitment."""
    parts: list[str] = []
    if facts.made is not None:
        parts.append(
            words.say(
                "report.made",
                when=words.moment(facts.made, facts.zone),
                town=words.town(facts.zone),
                utc=words.utc(facts.made),
            )
        )
    if facts.record_hash:
        code = facts.record_hash[:12]
        parts.append(
            words.say("report.record", number=str(facts.record_number), code=" ".join((code[:4], code[4:8], code[8:])))
        )
    if facts.commitment:
        parts.append(words.say("report.commitment", code=facts.commitment))
    parts.append(words.say("report.plain_text"))
    return " ".join(parts)


__all__ = ["BOLD", "LastPage", "default_sentence", "form_lines", "others", "question", "small_print"]
