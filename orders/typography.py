"""Text made plain: the same words give the same letters, whatever keyboard, mail program or phone wrote them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
_QUOTES: Final = {
    **dict.fromkeys(map(ord, "‘’‚‛′`´ʼ"), "'"),
    **dict.fromkeys(map(ord, "“”„‟″«»"), '"'),
}
_ARROWS: Final = dict.fromkeys(map(ord, "→⇒➔➜➡➙⟶"), " -> ")
_TABLE: Final = {**_DASHES, **_QUOTES, **_ARROWS}
_GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_NOT_A_WORD: Final = re.compile(r"[\W_]+")


def plain(text: str) -> str:
    """Typography made plain: spaces, dashes, quotes, digits of any script; invisible characters go."""
    if text.isascii() and "`" not in text and (text.isprintable() or text.replace("\t", "").isprintable()):
        return text.rstrip()  # as most lines are
    return unicodedata.normalize("NFKC", text).translate(_PLAIN).rstrip()


def _plain_character(c: str) -> str:
    if c.isascii() and (c.isprintable() or c == "\t"):
        return c
    category = unicodedata.category(c)
    if category in {"Cf", "Cc", "Cs", "Co", "Cn"}:
        return " " if c in "\t\n\v\f\r" else ""
    if category.startswith("Z"):
        return " "
    if category == "Nd":
        return str(unicodedata.digit(c))
    return c


class _Plain(dict[int, str]):
    """What becomes of each character; worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        made = _TABLE.get(code)
        if made is None:
            made = _plain_character(chr(code))
        else:
            made = "".join(_plain_character(c) for c in made)
        if len(self) < _REMEMBERED:  # a letter can hold any character there is
            self[code] = made
        return made


_REMEMBERED: Final = 5_000
_PLAIN: Final = _Plain()


def fold(text: str) -> str:
    """The letters that count when names are compared: no case, no accents, no punctuation, single spaces."""
    letters = plain(text)
    if letters.isascii():
        return _NOT_A_WORD.sub(" ", letters.lower()).strip()
    letters = unicodedata.normalize("NFKD", letters)
    bare = "".join(c for c in letters if not unicodedata.combining(c))
    return _NOT_A_WORD.sub(" ", bare.casefold()).strip()


def fold_german(text: str) -> str:
    """As `fold`, with ae, oe, ue for the German umlauts."""
    return fold(unicodedata.normalize("NFC", text).casefold().translate(_GERMAN))
