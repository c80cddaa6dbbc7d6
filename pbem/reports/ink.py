"""Fonts, colours and the pen: everything that ends as PDF operators.

Operators are written directly instead of through reportlab's canvas methods: the same drawing costs a third of the
time, and parts that do not change during a game can be kept as ready strings.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

INK = "#1E1B18"
GREY = "#6B665E"
HAIR = "#B9B2A5"
SEA = "#E3ECEE"
WATERLINE = "#9DB4BC"
RIVER = "#5C8CA6"
LAND = "#F7F2E4"
LAND_OUT = "#E7E3DA"
PAPER = "#F7F4EC"
WHITE = "#FFFFFF"

TEXT, ITALIC, SEMI, BOLD, SEMI_ITALIC = (
    "Text-Regular",
    "Text-Italic",
    "Text-SemiBold",
    "Text-Bold",
    "Text-SemiBoldItalic",
)
CAPS, CAPS_SEMI = "Caps-Regular", "Caps-SemiBold"
TAB, TAB_SEMI, TAB_ITALIC = "Tabular-Regular", "Tabular-SemiBold", "Tabular-Italic"
LINING, LINING_BOLD = "Lining-SemiBold", "Lining-Bold"
MONO, MONO_BOLD = "Mono-Regular", "Mono-Bold"
# Those that reports use, in the order in which a document names them.
FACES = (TEXT, ITALIC, SEMI, CAPS, CAPS_SEMI, TAB, TAB_SEMI, LINING, LINING_BOLD, MONO, MONO_BOLD)

# Stands for a character that the fonts do not have; all of them have this one.
SUBSTITUTE = "□"

Align = Literal["left", "right", "middle"]


class MissingFont(Exception):
    """A font file of the reports is not there or cannot be read; str() says which."""


@cache
def face(name: str) -> TTFont:
    """The font of this name, loaded once in a process. Raises MissingFont."""
    source = resources.files("templates") / "fonts" / f"{name}.ttf"
    try:
        with resources.as_file(source) as path:
            font = TTFont(f"Judge-{name}", str(path), asciiReadable=0, shapable=False)
    except (OSError, ValueError) as error:
        raise MissingFont(f"The font templates/fonts/{name}.ttf can't be read. Run deploy/make_fonts.py.") from error
    pdfmetrics.registerFont(font)
    return font


@lru_cache(maxsize=20_000)
def printable(name: str, text: str) -> str:
    """The text with each character that the font lacks replaced by a visible box; joiners and marks are dropped."""
    known = face(name).face.charToGlyph
    out: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        if ord(char) in known:
            out.append(char)
        elif char.isspace():
            out.append(" ")
        elif unicodedata.category(char) not in ("Mn", "Cf", "Me") and out[-1:] != [SUBSTITUTE]:
            out.append(SUBSTITUTE)
    return "".join(out)


@lru_cache(maxsize=50_000)
def width(name: str, size: float, text: str, spacing: float = 0.0) -> float:
    widths = face(name).face.charWidths
    default = face(name).face.defaultWidth
    shown = printable(name, text)
    return float(sum(widths.get(ord(char), default) for char in shown) * size * 0.001 + spacing * len(shown))


def wrap(name: str, size: float, text: str, measure: float) -> list[str]:
    """Lines that fit the measure; a word that is longer than a line is cut."""
    lines: list[str] = []
    current = ""
    for word in text.split():
        while width(name, size, word) > measure:
            cut = len(word)
            while cut > 1 and width(name, size, word[:cut]) > measure:
                cut -= 1
            if current:
                lines.append(current)
                current = ""
            lines.append(word[:cut])
            word = word[cut:]
        trial = f"{current} {word}" if current else word
        if current and width(name, size, trial) > measure:
            lines.append(current)
            current = word
        else:
            current = trial
    if current:
        lines.append(current)
    return lines


def shrunk(face: str, size: float, text: str, measure: float, least: float = 5.6) -> float:
    """The largest size up to `size` at which the text fits, but not below the least that can be read."""
    wide = width(face, size, text)
    return size if wide <= measure else max(least, size * measure / wide)


def fitted(name: str, size: float, text: str, measure: float) -> str:
    """The text, cut with an ellipsis if it is longer than the measure."""
    if width(name, size, text) <= measure:
        return text
    while text and width(name, size, text + "…") > measure:
        text = text[:-1]
    return text.rstrip() + "…"


@cache
def rgb(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3f}".rstrip("0").rstrip(".") for i in (1, 3, 5))


def num(value: float) -> str:
    shown = f"{value:.1f}"
    return shown[:-2] if shown.endswith(".0") else shown


@lru_cache(maxsize=20_000)
def fine(value: float) -> str:
    """Two decimals: for the small symbols, where a tenth of a point is seen."""
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown in ("-0", "") else shown


def line_path(flat: Sequence[float]) -> str:
    parts = [f"{num(flat[0])} {num(flat[1])} m"]
    parts += [f"{num(flat[i])} {num(flat[i + 1])} l" for i in range(2, len(flat) - 1, 2)]
    return " ".join(parts)


def ring_path(flat: Sequence[float]) -> str:
    return line_path(flat) + " h"


def area_path(polygons: Sequence[Sequence[Sequence[float]]]) -> str:
    return "\n".join(ring_path(ring) for polygon in polygons for ring in polygon)


@lru_cache(maxsize=64)
def circle_path(x: float, y: float, r: float) -> str:
    k = r * 0.5523
    f = fine
    return (
        f"{f(x + r)} {f(y)} m "
        f"{f(x + r)} {f(y + k)} {f(x + k)} {f(y + r)} {f(x)} {f(y + r)} c "
        f"{f(x - k)} {f(y + r)} {f(x - r)} {f(y + k)} {f(x - r)} {f(y)} c "
        f"{f(x - r)} {f(y - k)} {f(x - k)} {f(y - r)} {f(x)} {f(y - r)} c "
        f"{f(x + k)} {f(y - r)} {f(x + r)} {f(y - k)} {f(x + r)} {f(y)} c h"
    )


@dataclass(slots=True)
class Pen:
    """Collects operators for one page or form of one document."""

    document: Any  # reportlab's PDFDocument: it numbers the font subsets
    ops: list[str] = field(default_factory=list)

    def raw(self, operators: str) -> None:
        self.ops.append(operators)

    def show(self, name: str, text: str) -> list[tuple[str, str]]:
        """The text as (font resource, hexadecimal string), cut where the subset changes."""
        font = face(name)
        return [
            (font.getSubsetInternalName(subset, self.document), codes.hex())
            for subset, codes in font.splitString(printable(name, text), self.document)
        ]

    def text(
        self,
        name: str,
        size: float,
        x: float,
        y: float,
        text: str,
        *,
        colour: str = INK,
        align: Align = "left",
        spacing: float = 0.0,
        halo: float = 0.0,
        rotate: tuple[float, float] | None = None,
    ) -> float:
        """Writes one line; returns its width. `rotate` is (cosine, sine)."""
        if not text:
            return 0.0
        wide = width(name, size, text, spacing)
        if align == "right":
            x -= wide
        elif align == "middle":
            x -= (wide - spacing) / 2
        place = f"{fine(x)} {fine(y)} Td" if rotate is None else (
            f"{rotate[0]:.3f} {rotate[1]:.3f} {-rotate[1]:.3f} {rotate[0]:.3f} {fine(x)} {fine(y)} Tm"
        )  # fmt: skip
        body = " ".join(f"{font} {fine(size)} Tf <{codes}> Tj" for font, codes in self.show(name, text))
        spaced = f"{fine(spacing)} Tc " if spacing else ""
        after = " 0 Tc" if spacing else ""
        if halo:
            self.ops.append(f"BT {rgb(WHITE)} RG 1 j {fine(halo)} w 1 Tr {spaced}{place} {body}{after} 0 Tr ET")
        self.ops.append(f"BT {rgb(colour)} rg {spaced}{place} {body}{after} ET")
        return wide

    def line(
        self, x0: float, y0: float, x1: float, y1: float, weight: float, colour: str = INK, dash: str = ""
    ) -> None:
        on, off = (f"[{dash}] 0 d ", " [] 0 d") if dash else ("", "")
        self.ops.append(f"{rgb(colour)} RG {fine(weight)} w {on}{fine(x0)} {fine(y0)} m {fine(x1)} {fine(y1)} l S{off}")

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        fill: str = "",
        stroke: str = "",
        weight: float = 0.5,
        dash: str = "",
    ) -> None:
        paint = "B" if fill and stroke else "f" if fill else "S"
        head = (f"{rgb(fill)} rg " if fill else "") + (f"{rgb(stroke)} RG {fine(weight)} w " if stroke else "")
        on, off = (f"[{dash}] 0 d ", " [] 0 d") if dash else ("", "")
        self.ops.append(f"{head}{on}{fine(x)} {fine(y)} {fine(w)} {fine(h)} re {paint}{off}")

    def circle(self, x: float, y: float, r: float, *, fill: str = "", stroke: str = "", weight: float = 0.5) -> None:
        paint = "B" if fill and stroke else "f" if fill else "S"
        head = (f"{rgb(fill)} rg " if fill else "") + (f"{rgb(stroke)} RG {fine(weight)} w " if stroke else "")
        self.ops.append(f"q 1 0 0 1 {fine(x)} {fine(y)} cm {head}{circle_path(0, 0, r)} {paint} Q")

    def stamp(self, operators: str, x: float, y: float) -> None:
        """Ready operators of a symbol whose origin is moved to (x, y)."""
        self.ops.append(f"q 1 0 0 1 {fine(x)} {fine(y)} cm {operators} Q")
