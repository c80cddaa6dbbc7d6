"""Pages: the frame of a page (head, foot), paragraphs of mixed type, tables with three rules."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pbem.reports.ink import (
    CAPS,
    CAPS_SEMI,
    FACES,
    GREY,
    HAIR,
    INK,
    ITALIC,
    TEXT,
    Align,
    Pen,
    face,
    printable,
    width,
)  # fmt: skip
from pbem.reports.tags import Structure, artifact, finish

rl_config.useA85 = 0  # binary streams: a fifth smaller, and the text coding costs 10 ms a page

PAGE_W, PAGE_H = 595.28, 841.89
LEFT, RIGHT, TOP, BOTTOM = 42.0, 42.0, 40.0, 40.0
MEASURE = 511.0
COLUMN, GAP = 246.0, 18.0
BODY_TOP = PAGE_H - 62.0  # below the running head
BODY_LOW = 52.0  # above the foot


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one face."""

    text: str
    face: str = TEXT
    size: float = 9.0
    colour: str = INK


def break_runs(runs: Sequence[Run], measure: float) -> list[list[tuple[float, Run]]]:
    """Lines of (x, run) that fit the measure. Spaces at the ends of runs are kept between them."""
    lines: list[list[tuple[float, Run]]] = [[]]
    x = 0.0
    for run in runs:
        pieces = run.text.split(" ")
        gap = width(run.face, run.size, " ")
        for n, word in enumerate(pieces):
            lead = gap if n else 0.0
            for part in _parts(run, word, measure):
                wide = width(run.face, run.size, part)
                if x + lead + wide > measure and x > 0 and part:
                    lines.append([])
                    x = lead = 0.0
                if x == 0:
                    lead = 0.0
                last = lines[-1][-1] if lines[-1] else None
                if part or lead:
                    if last is not None and (last[1].face, last[1].size, last[1].colour) == (
                        run.face,
                        run.size,
                        run.colour,
                    ):
                        joined = f"{last[1].text}{' ' if lead else ''}{part}"
                        lines[-1][-1] = (last[0], Run(joined, run.face, run.size, run.colour))
                    else:
                        lines[-1].append((x + lead, Run(part, run.face, run.size, run.colour)))
                    x += lead + wide
                lead = 0.0
    return [line for line in lines if line]


def _parts(run: Run, word: str, measure: float) -> list[str]:
    if width(run.face, run.size, word) <= measure:
        return [word]
    parts: list[str] = []
    while word:
        cut = len(word)
        while cut > 1 and width(run.face, run.size, word[:cut]) > measure:
            cut -= 1
        parts.append(word[:cut])
        word = word[cut:]
    return parts


@dataclass(slots=True)
class Column:
    """A column of a table: where it stands and how it is aligned."""

    x: float
    align: Align = "left"
    head: str = ""


@dataclass
class Book:
    """A whole report while it is drawn."""

    language: str
    head_left: str
    head_right: str
    foot: str
    of_pages: str  # "{page} of {pages}", filled when the number of pages is known
    pages: int
    structure: Structure = field(default_factory=Structure)

    def __post_init__(self) -> None:
        self._buffer = io.BytesIO()
        self.canvas = Canvas(
            self._buffer, pagesize=(PAGE_W, PAGE_H), pageCompression=1, invariant=1,
            initialFontName=face(TEXT).fontName, lang=self.language, pdfVersion=(1, 7),
        )  # fmt: skip
        self.document = self.canvas._doc
        for name in FACES:  # a fixed order of fonts: ready operators of one document fit the next
            font = face(name)
            font.splitString(" ", self.document)
            font.getSubsetInternalName(0, self.document)
        self.page = -1
        self.pen = Pen(self.document)

    # pages ----------------------------------------------------------------------------------

    def begin(self, bookmark: str = "") -> None:
        self.page += 1
        self.pen = Pen(self.document)
        if bookmark:
            self.canvas.bookmarkPage(f"p{self.page}")
            self.canvas.addOutlineEntry(bookmark, f"p{self.page}", 0)
        with artifact(self.pen):
            y = PAGE_H - 47.0
            self.pen.text(CAPS, 9.2, LEFT, y, self.head_left, spacing=0.35)
            self.pen.text(CAPS, 9.2, LEFT + MEASURE, y, self.head_right, colour=GREY, align="right", spacing=0.35)
            self.pen.line(LEFT, y - 4.6, LEFT + MEASURE, y - 4.6, 0.8)
            self.pen.line(LEFT, 34.5, LEFT + MEASURE, 34.5, 0.3, HAIR)
            self.pen.text(ITALIC, 7.4, LEFT, 24.6, self.foot, colour=GREY)
            numbered = self.of_pages.replace("{page}", str(self.page + 1)).replace("{pages}", str(self.pages))
            self.pen.text(ITALIC, 7.4, LEFT + MEASURE, 24.6, numbered, colour=GREY, align="right")

    def end(self) -> None:
        self.canvas._code.extend(self.pen.ops)
        self.canvas.showPage()

    def form(self, name: str, compressed: bytes, box: Sequence[float]) -> str:
        """Add a ready form; returns the operator that draws it."""
        form = pdfdoc.PDFFormXObject(*box)
        form.Contents = pdfdoc.PDFStream(content=compressed, filters=[])
        form.Contents.dictionary["Filter"] = pdfdoc.PDFName("FlateDecode")
        form.Resources = pdfdoc.PDFResourceDictionary()
        form.Resources.basicFonts()
        self.document.addForm(name, form)
        return f"/{self.document.getXObjectName(name)} Do"

    def use(self, name: str) -> None:
        self.canvas._formsinuse.append(name)

    def characters(self) -> tuple[tuple[str, str], ...]:
        """Which characters each font has a code for, in the order of the codes."""
        return tuple(
            (name, "".join(chr(code) for code in face(name).state[self.document].assignments if code > 32))
            for name in FACES
        )

    def replay(self, characters: Iterable[tuple[str, str]]) -> None:
        """Give the same codes again, so that operators made for another document are right in this one."""
        for name, known in characters:
            face(name).splitString(known, self.document)

    def close(self, *, title: str, author: str, subject: str) -> bytes:
        """The finished bytes."""
        self.canvas.setTitle(title)
        self.canvas.setAuthor(author)
        self.canvas.setSubject(subject)
        self.canvas.setCreator(author)
        self.canvas.setProducer(author)
        self.canvas.showOutline()
        self.canvas.save()
        return finish(
            self._buffer.getvalue(), self.structure, title=title, author=author, subject=subject, language=self.language
        )

    # blocks ---------------------------------------------------------------------------------

    @contextmanager
    def tag(self, kind: str, alt: str = "") -> Iterator[None]:
        with self.structure.block(self.pen, self.page, kind, alt):
            yield

    @contextmanager
    def group(self, kind: str) -> Iterator[None]:
        with self.structure.group(kind):
            yield

    def heading(self, text: str, x: float, y: float, note: str = "", measure: float = MEASURE) -> None:
        """A section heading with its note on the same line."""
        with self.tag("H2"):
            wide = self.pen.text(CAPS_SEMI, 12.5, x, y, text, spacing=0.5)
            if note:
                room = measure - wide - 8
                size = 8.4 if width(ITALIC, 8.4, note) <= room else max(6.4, 8.4 * room / width(ITALIC, 8.4, note))
                self.pen.text(ITALIC, size, x + wide + 8, y, note, colour=GREY)

    def runs(self, lines: Sequence[Sequence[tuple[float, Run]]], x: float, y: float, leading: float) -> float:
        """Draw broken lines, the first with its baseline at y; returns the baseline after the last."""
        for line in lines:
            for offset, run in line:
                self.pen.text(run.face, run.size, x + offset, y, run.text, colour=run.colour)
            y -= leading
        return y

    def paragraph(
        self, runs: Sequence[Run], x: float, y: float, measure: float, leading: float, kind: str = "P"
    ) -> float:
        with self.tag(kind):
            return self.runs(break_runs(runs, measure), x, y, leading)

    def rule(self, x: float, y: float, wide: float, weight: float = 0.8, colour: str = INK) -> None:
        with artifact(self.pen):
            self.pen.line(x, y, x + wide, y, weight, colour)

    def cell(
        self, kind: str, column: Column, y: float, text: str, *, font: str, size: float, colour: str = INK
    ) -> None:
        with self.tag(kind):
            self.pen.text(font, size, column.x, y, text, colour=colour, align=column.align)

    def heads(self, columns: Iterable[Column], y: float, size: float) -> None:
        """The row of a table that says what its columns are."""
        with self.group("TR"):
            for column in columns:
                self.cell("TH", column, y, column.head, font=ITALIC, size=size, colour=GREY)


def plain(value: Any) -> str:
    """Text for metadata: one line, printable in the text face."""
    return " ".join(printable(TEXT, str(value)).split())
