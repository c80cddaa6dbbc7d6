"""What a player wrote himself in a letter: numbered lines, without quotes, signatures and footers.

Nothing is dropped in silence: every line that is not offered as an order is an aside with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from orders import quote_marks
from orders.free_words import begins_with_chance
from orders.typography import fold, plain

CUT_MARK: Final = "=-=-= pbem cut here =-=-="
"""Stands above everything of the judge's letter that could be taken for orders; nothing below it is read."""

_CUT: Final = re.sub(r"\s", "", CUT_MARK)
_CUT_LIKE: Final = re.compile(r"=\s*-\s*=|p\s*b\s*e\s*m\s*c\s*u\s*t", re.IGNORECASE)
"""Stands in every line that has a part of the cut mark, as far as it matters."""
_QUOTED: Final = re.compile(r"\s{0,3}(?:[A-Za-z]{1,3})?(?:>|\|\s)")
_LIST_MARK: Final = re.compile(r"^\s*(?:[-*+•·‣▪◦o]\s+|[-*•](?=[^\W\d])|\(?\d{1,3}[.)]\s*(?=[^\W\d])|\(?[a-z]\)\s+)")
_EMPHASIS: Final = re.compile(r"^([*_]{1,2})(\S.*\S)\1$")
_SAYS: Final = re.compile(r"[^\W_]|[?!]")
"""A letter, a digit, or a sign of wonder: a line without any is empty or a ruler."""
_END: Final = frozenset({"end", "ende", "vege", "fin", "einde", "end of orders"})
_REPLY_MARK: Final = re.compile(r"^\s*(?:[^\W\d_]{1,5}\.?(?:\[\d+\]|\(\d+\))?\s*[::]\s*)+")
MAX_LINES: Final = 2000
MAX_LENGTH: Final = 1000
_SEEN: Final = 400
"""Characters of a line that marks of quotes and footers are looked for in."""


class Aside(Enum):
    """Why a line was not read as an order."""

    QUOTED = "quoted"
    ATTRIBUTION = "attribution"
    QUOTED_LETTER = "quoted_letter"
    REPORT = "report"
    BELOW_CUT = "below_cut"
    SIGNATURE = "signature"
    FOOTER = "footer"
    COMMENT = "comment"
    AFTER_END = "after_end"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line that may be an order. `number` is that of the line in the letter, "3a" and "3b" when `;` parts it."""

    number: str
    text: str
    comment: str = ""


class AsideLine(NamedTuple):
    """A line that is not read; `text` without its quote marks."""

    number: str
    text: str
    why: Aside


@dataclass(frozen=True, slots=True)
class Body:
    """A letter taken apart."""

    orders: tuple[OrderLine, ...]
    asides: tuple[AsideLine, ...]
    ended: bool = False

    def of(self, *kinds: Aside) -> tuple[AsideLine, ...]:
        """The asides of these kinds."""
        return tuple(line for line in self.asides if line.why in kinds)


def read(lines: str | Iterable[str]) -> Body:
    """Take the text of a letter apart. Never raises."""
    raw = lines.splitlines() if isinstance(lines, str) else list(lines)
    texts = [plain(line[: 4 * MAX_LENGTH]) for line in raw[:MAX_LINES]]
    asides = _marked([text[:_SEEN] for text in texts])
    orders: list[OrderLine] = []
    told: list[AsideLine] = []
    ended = False
    for index, text in enumerate(texts):
        number = index + 1
        why = asides.get(index)
        if not (text[-1:].isalnum() or _SAYS.search(text)) or (why is None and _of_the_form(text)):
            continue  # an empty line, a ruler, or the judge's own words say nothing of the player's
        if why is None and ended:
            why = Aside.AFTER_END
        if why is None and len(text) > MAX_LENGTH:
            why = Aside.TOO_LONG
        if why is not None:
            told.append(AsideLine(str(number), _unquoted(text)[:MAX_LENGTH], why))
        elif fold(_without_mark(text)) in _END:
            ended = True
        elif len(orders) >= MAX_LINES:
            told.append(AsideLine(str(number), text, Aside.TOO_LONG))
        else:
            parts, comment = _parts(number, text)
            orders += parts[: MAX_LINES - len(orders)]
            if comment and not parts:
                told.append(AsideLine(str(number), comment, Aside.COMMENT))
    if len(raw) > MAX_LINES:
        told.append(AsideLine(str(MAX_LINES + 1), "", Aside.TOO_LONG))
    return Body(tuple(orders), tuple(told), ended)


def _of_the_form(text: str) -> bool:
    """Comments of the order form begin with two signs."""
    return text.lstrip().startswith("##")


def subject_without_marks(subject: str) -> str:
    """A subject without RE:, AW:, Vá:, VS:, Отв: and the like in front."""
    return _REPLY_MARK.sub("", plain(subject)).strip()


def _parts(number: int, text: str) -> tuple[list[OrderLine], str]:
    """The orders of one line and its comment; a player's own words are taken as they are, with `;` and `#`."""
    if begins_with_chance(whole := _without_mark(text)):
        return [OrderLine(str(number), whole)], ""
    text, _, comment = text.partition("#")
    comment = comment.lstrip("# ").strip()
    pieces = [_without_mark(piece) for piece in text.split(";")]
    pieces = [piece for piece in pieces if _SAYS.search(piece)]
    if len(pieces) == 1:
        return [OrderLine(str(number), pieces[0], comment)], comment
    return [OrderLine(f"{number}{_letter(n)}", piece, comment) for n, piece in enumerate(pieces)], comment


def _letter(n: int) -> str:
    """a, b ... z, aa, ab ..."""
    head, last = divmod(n, 26)
    return (_letter(head - 1) if head else "") + chr(ord("a") + last)


def _without_mark(text: str) -> str:
    """Without list mark and emphasis."""
    text = text.strip()
    for _ in range(2):  # "- *MOVE ...*" has both
        if found := _EMPHASIS.match(text):
            text = found.group(2)
        text = _LIST_MARK.sub("", text, count=1).strip()
    return text


def _unquoted(text: str) -> str:
    if text.startswith(">") and ">" not in (rest := text[1:]) and "|" not in rest:
        return rest.strip()  # as most quoted lines are
    begin = 0
    while found := _QUOTED.match(text, begin):
        begin = found.end()
    return text[begin:].strip()


def _marked(texts: Sequence[str]) -> dict[int, Aside]:
    """Which lines are not the player's own orders."""
    quoted, cut = Aside.QUOTED, _CUT[0]
    marks: dict[int, Aside] = {i: quoted for i, text in enumerate(texts) if text[:1] == ">" or _QUOTED.match(text)}
    for index, text in enumerate(texts):
        if index in marks:
            if cut in text and marks[index] is quoted and _cut_at(texts, index):
                marks[index] = Aside.BELOW_CUT
            continue
        if _cut_at(texts, index):
            return marks | _rest(texts, index, Aside.BELOW_CUT, marks)
        if quote_marks.is_footer(text) or quote_marks.is_armour(text):
            marks[index] = Aside.FOOTER
        elif _is_signature_mark(texts, index):
            return marks | _rest(texts, index, Aside.SIGNATURE, marks)
        elif quote_marks.opens_quoted_letter(texts, index):
            return marks | _rest(texts, index, Aside.QUOTED_LETTER, marks)
        elif quote_marks.opens_report(texts, index):
            return marks | _rest(texts, index, Aside.REPORT, marks)
        elif length := quote_marks.attribution(texts, index):
            marks |= dict.fromkeys(range(index, index + length), Aside.ATTRIBUTION)
            below = next((i for i in range(index + length, len(texts)) if texts[i].strip()), None)
            if below is not None and below not in marks:
                return marks | _rest(texts, below, Aside.QUOTED_LETTER, marks)
    return marks


def _is_signature_mark(texts: Sequence[str], index: int) -> bool:
    """A lone "-" is what a phone makes of "--"; it counts only when little follows. Or an OpenPGP signature."""
    text = texts[index].strip()
    return text in {"--", quote_marks.SIGNATURE_BLOCK} or (text == "-" and len(texts) - index <= 8)


def _rest(texts: Sequence[str], start: int, why: Aside, marks: dict[int, Aside]) -> dict[int, Aside]:
    """From `start` to the end; what is marked already keeps its mark, footers are seen as such."""
    return {
        i: Aside.FOOTER if quote_marks.is_footer(texts[i]) else why for i in range(start, len(texts)) if i not in marks
    }


def _cut_at(texts: Sequence[str], index: int) -> bool:
    """Whether the cut mark stands on this line, be it wrapped over two or three."""
    if _CUT[0] not in texts[index] or _CUT_LIKE.search(texts[index]) is None:
        return False
    line = _squeezed(texts[index])
    if _CUT in line:
        return True
    if not line:
        return False
    joined = line + "".join(_squeezed(text) for text in texts[index + 1 : index + 3])
    return joined.find(_CUT) in range(len(line))


def _squeezed(text: str) -> str:
    return "".join(_unquoted(text).split()).casefold()
