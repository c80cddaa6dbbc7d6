"""Lines that are no orders and yet more than talk: what may be wrong with them."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from orders.phrase import ELSE, Phrase, number
from orders.typography import fold
from orders.words import Lexicon

_SHORTEST_CAPITALS: Final = 3
_SHORTEST_NAME: Final = 3
_MOST_LOOKED_AT: Final = 30
_MOST_WORDS: Final = 6
"""Longer lines with a number in them are talk."""


def why_unclear(word: str, text: str, lexicon: Lexicon, *, command: bool, heading: bool) -> str:
    """The key of what may be wrong; empty for mere talk. `word` is the first word; `command` and `heading` say whether
    it could begin one."""
    phrase = Phrase.of(text, lexicon)
    loud = word.isupper() and len(word) >= _SHORTEST_CAPITALS
    if not word:
        return "says_nothing"
    if fold(word) in ELSE and (word.isupper() or len(phrase) <= _MOST_WORDS):
        return "else_without_order"
    if command:
        return "command_with_more"
    if loud:
        return "heading_unclear" if heading else "no_verb"
    names = phrase.names
    counted = len(names) <= _MOST_WORDS and any(word.text[:1].isdecimal() and number(word) for word in names)
    named = len(names) <= _MOST_WORDS and any(is_name(part, lexicon) for part in (str(names), names.words[0].text))
    return "verb_missing" if counted or named else ""


def is_name(text: str, lexicon: Lexicon) -> bool:
    """Whether a text is the full name of a place on the board."""
    return lexicon.knows(text, lexicon.places)


def names_something(text: str, lexicon: Lexicon) -> bool:
    """Whether words of a text, alone or two together, are full names of things of the game, or nearly so."""
    words = fold(text).split()[:_MOST_LOOKED_AT]
    single = [word for word in words if len(word) >= _SHORTEST_NAME]
    pairs = [" ".join(pair) for pair in pairwise(words)]
    sorts = (*lexicon.known, lexicon.seats)
    if any(lexicon.knows(name, sorts) for name in (*single, *pairs)):
        return True
    return any(lexicon.is_nearly(word, sorts) for word in single if len(word) > _SHORTEST_NAME)
