"""Lines that are no orders and yet more than talk: what may be wrong with them."""

from __future__ import annotations

from collections.abc import Container
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


def why_unclear(
    word: str, text: str, lexicon: Lexicon, *, command: bool, heading: bool, verbs: Container[str] = ()
) -> str:
    """The key of what may be wrong; empty for mere talk. `word` is the first word; `command` and `heading` say whether
    it could begin one; `verbs` are the folded words that begin orders."""
    phrase = Phrase.of(text, lexicon)
    loud = _is_loud(word)
    if not word:
        return "says_nothing"
    if fold(word) in ELSE and (word.isupper() or len(phrase) <= _MOST_WORDS):
        return "else_without_order"
    if command:
        return "command_with_more"
    if loud:
        return "heading_unclear" if heading else "no_verb"
    names = phrase.names
    if any(_is_loud(one.text) and one.key in verbs for one in names):
        return "verb_missing"
    if len(names) > _MOST_WORDS:
        return ""
    counts = [at for at, one in enumerate(names) if one.text[:1].isdecimal() and number(one)]
    counted = any(at < 2 or (len(key := names.keys[at - 1]) >= _SHORTEST_CAPITALS and key in verbs) for at in counts)
    named = any(is_name(part, lexicon) for part in (str(names), names.words[0].text))
    return "verb_missing" if counted or named or (counts and names_something(text, lexicon)) else ""


def is_likely_order(key: str, word: str, text: str, lexicon: Lexicon) -> bool:
    """Whether a line of which `why_unclear` says this is meant as an order rather than as talk.

    A word in capitals is none if it stands alone (THANKS) or before a comma (SORRY, Anna), unless the line names a
    thing of the game or has a number.
    """
    if key == "no_verb":
        behind = text[text.find(word) + len(word) :].lstrip()
        counted = any(number(one) for one in Phrase.of(behind) if one.text[:1].isdecimal())
        return counted or (bool(fold(behind)) and behind[:1] != ",") or names_something(text, lexicon)
    return key in {"verb_missing", "else_without_order", "heading_unclear"}


def _is_loud(word: str) -> bool:
    return word.isupper() and len(word) >= _SHORTEST_CAPITALS


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
