"""The last page: what is asked of the reader, the order form, notes, next questions. It can be printed alone."""

from __future__ import annotations

from collections.abc import Sequence

from orders.form import fold_comments
from pbem.reports.due import awaited, default_sentence, open_text, others, undated, waits
from pbem.reports.facts import ReportFacts
from pbem.reports.ink import (
    GREY,
    HAIR,
    INK,
    MONO,
    MONO_BOLD,
    PAPER,
    SEMI,
    TEXT,
    fitted,
    width,
    wrap,
)  # fmt: skip
from pbem.reports.questions import Asking, Questions
from pbem.reports.sheets import BODY_LOW, LEFT, MEASURE, PAGE_H, Book, Run, break_runs, plain
from pbem.reports.words import Catalogue


def needs_own_page(words: Catalogue, facts: ReportFacts, asking: Asking) -> bool:
    """Whether questions, tables and form are too much for one page."""
    lines = asking.form_lines()
    if len(lines) <= 18:
        form = len(folded(lines, MEASURE - 28, 8.6)) * 12.2 + 34
    else:
        form = max(map(len, halved(folded(lines, FORM_COLUMN, 7.8)))) * SMALL_LEADING + 34
    return bool(facts.asked) and Questions(None, words, facts, asking).height() + form + 96 > PAGE_H - 97 - BODY_LOW


FORM_COLUMN = (MEASURE - 28) / 2 - 7
SMALL_LEADING = 9.0
"""Of a long form that shares the page with the tables."""


def folded(lines: Sequence[str], measure: float, size: float) -> list[str]:
    """The lines of the form with long remarks folded; orders are never folded, commented out or not."""
    return fold_comments(lines, int(measure / width(MONO, size, "0")))


def halved(lines: Sequence[str]) -> list[list[str]]:
    """Two columns, the second of which begins a question where that is near the middle; a remark is never parted from
    the line after it."""
    half = (len(lines) + 1) // 2
    gaps = [n for n, line in enumerate(lines) if not line and abs(n - half) <= max(3, len(lines) // 5)]
    if gaps:
        half = min(gaps, key=lambda n: abs(n - half))
        return [list(lines[:half]), list(lines[half + 1 :])]
    places = [n for n in range(1, len(lines)) if lines[n - 1] and not lines[n - 1].startswith("##")]
    half = min(places, key=lambda n: abs(n - half), default=half)
    return [list(lines[:half]), list(lines[half:])]


class LastPage:
    """Draws the last page. `apart`: the tables of what is possible stand on a page before it."""

    def __init__(self, book: Book, words: Catalogue, facts: ReportFacts, asking: Asking, *, apart: bool) -> None:
        self.book, self.words, self.facts, self.asking = book, words, facts, asking
        self.apart = apart

    def draw(self) -> None:
        book, words = self.book, self.words
        book.begin(words.say("report.bookmark.asked"))
        y = PAGE_H - 73.0
        book.heading(words.say("report.end" if self.facts.view.get("over") else "report.asked"), LEFT, y)
        y -= 24
        if not self.facts.asked:
            y = self._nothing(y)
        else:
            questions = Questions(book, words, self.facts, self.asking)
            y = questions.short(y) if self.apart else questions.whole(y)
            y = self._form(y - 4)
            y = self._notes(y - 24)
        y = self.coming(y - 12)
        y = self._standing(y)
        self._small_print(y)
        book.end()

    def _nothing(self, y: float) -> float:
        words, facts = self.words, self.facts
        view = facts.view
        text = words.say("report.game_over") if view.get("over") else words.say("report.nothing_asked")
        y = self.book.paragraph([Run(text, TEXT, 13)], LEFT, y, MEASURE, 16)
        if not view.get("over") and (line := awaited(words, facts)):
            y = self.book.paragraph([Run(line)], LEFT, y, MEASURE, 12.2)
        result = view.get("result")
        if result:
            line = words.say("report.winners", factions=list(result["winners"]))
            y = self.book.paragraph([Run(line, SEMI, 11)], LEFT, y - 4, MEASURE, 14)
        if view.get("over"):
            y = self.final(y - 18)
        if facts.deadline is not None and not view.get("over"):
            line = words.say("report.next_deadline", when=words.moment(facts.deadline, facts.zone))
            y = self.book.paragraph([Run(line)], LEFT, y, MEASURE, 12.2)
        return y - 6

    # form -----------------------------------------------------------------------------------

    def _form(self, y: float) -> float:
        book, words = self.book, self.words
        note = words.say("report.form_note_undue" if undated(self.facts) else "report.form_note")
        book.heading(words.say("report.form"), LEFT, y, note)
        y -= 10
        lines = self.asking.form_lines()
        leading, after = 12.2, 200.0
        columns = [folded(lines, MEASURE - 28, 8.6)]
        if len(columns[0]) * leading + 16 > y - BODY_LOW - after and len(lines) > 16:
            columns = halved(folded(lines, FORM_COLUMN, 7.8))
        longest = max(len(column) for column in columns)
        if longest * leading + 14 > y - BODY_LOW - after:
            leading = max(8.2, (y - BODY_LOW - after - 14) / longest)
        high = longest * leading + 14
        if high > y - BODY_LOW - 4:
            return self._long_form(lines, y)
        room = MEASURE - 28 if len(columns) == 1 else FORM_COLUMN
        wanted = max(width(MONO_BOLD, 1, line) for column in columns for line in column)
        size = max(4.6, min(8.6 if len(columns) == 1 else 7.8, leading * 0.82, room / wanted))
        with book.tag("P"):
            book.pen.rect(LEFT, y - high, MEASURE, high, fill=PAPER, stroke=HAIR, weight=0.5)
            for number, column in enumerate(columns):
                self._mono(column, LEFT + 14 + number * (FORM_COLUMN + 14), y - 6 - leading * 0.68, size, leading)
        return y - high

    def _mono(self, lines: Sequence[str], x: float, y: float, size: float, leading: float) -> None:
        for line in lines:
            comment = line.startswith("#")
            face, colour = (MONO, GREY) if comment else (MONO_BOLD, INK)
            self.book.pen.text(face, size, x, y, line, colour=colour)
            y -= leading

    def _long_form(self, lines: list[str], y: float) -> float:
        """A form longer than a page goes on in the text of the letter; the page says so."""
        leading, size = 8.6, 6.4
        room = int((y - BODY_LOW - 60) // leading)
        whole = folded(lines, FORM_COLUMN, size)
        shown = whole
        if len(whole) > max(4, 2 * room - 4):
            shown = [*whole[: max(4, 2 * room - 4)], f"# {self.words.say('report.form_goes_on')}"]
        columns = halved(shown)
        high = max(len(column) for column in columns) * leading + 14
        with self.book.tag("P"):
            self.book.pen.rect(LEFT, y - high, MEASURE, high, fill=PAPER, stroke=HAIR, weight=0.5)
            for number, column in enumerate(columns):
                cut = [fitted(MONO_BOLD, size, line, FORM_COLUMN) for line in column]
                self._mono(cut, LEFT + 14 + number * (FORM_COLUMN + 14), y - 12, size, leading)
        return y - high

    # notes ----------------------------------------------------------------------------------

    def _notes(self, y: float) -> float:
        book, words, facts = self.book, self.words, self.facts
        if y < BODY_LOW + 60:
            return y
        defaults = " ".join(dict.fromkeys(default_sentence(words, facts, one) for one in facts.asked[:1]))
        if len(facts.asked) > 1 and not waits(facts):
            defaults = words.say("report.default.form")
        told = "" if waits(facts) else words.say("report.default.told")
        notes = (
            (words.say("report.note.default"), f"{defaults} {told}".strip()),
            (words.say("report.note.open"), open_text(words, facts)),
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

    def _standing(self, y: float) -> float:
        """The reader's standing orders; where there is no room they stand in the text."""
        book = self.book
        lines = [part for line in self.facts.standing for part in wrap(MONO_BOLD, 7.8, line, MEASURE)]
        if not lines or y - 16 - 10.4 * len(lines) < BODY_LOW:
            return y
        book.heading(self.words.say("letter.head.standing").rstrip(":"), LEFT, y)
        with book.tag("P"):
            self._mono(lines, LEFT, y - 14, 7.8, 10.4)
        return y - 24 - 10.4 * len(lines)

    def coming(self, y: float) -> float:
        """What is asked next, from y down; each game says it in its own way."""
        return y

    def final(self, y: float) -> float:
        """The last count, from y down."""
        return y

    def _small_print(self, y: float) -> None:
        book, words = self.book, self.words
        if y < BODY_LOW + 24:
            return
        book.heading(words.say("report.this"), LEFT, y)
        y -= 14
        for text in (*map(plain, self.facts.notices), *small_print(words, self.facts)):
            lines = break_runs([Run(text, TEXT, 7.8)], MEASURE)
            if y - 10.4 * (len(lines) - 1) >= BODY_LOW:
                with book.tag("P"):
                    y = book.runs(lines, LEFT, y, 10.4) - 2


def small_print(words: Catalogue, facts: ReportFacts) -> list[str]:
    """When the report was made, the hash of the record, the commitment: paragraphs."""
    parts: list[str] = []
    if facts.made is not None:
        parts.append(words.in_both_zones("made", facts.made, facts.zone))
    if facts.record_hash:
        code = facts.record_hash[:12]
        parts.append(
            words.say("report.record", number=str(facts.record_number), code=" ".join((code[:4], code[4:8], code[8:])))
        )
    parts.append(words.say("report.plain_text_over" if facts.view.get("over") else "report.plain_text"))
    commitment = [words.say("report.commitment", code=facts.commitment)] if facts.commitment else []
    return [" ".join(parts), *commitment]
