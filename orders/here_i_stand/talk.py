"""Whether a line that begins like an order is one: "Stop it, please" and "Play well!" are none."""

from __future__ import annotations

from typing import Final

from orders.here_i_stand import keywords as w
from orders.here_i_stand.words import PERSONS, PLACES, Sort
from orders.phrase import ALL, DEFAULT, NONE, Phrase
from orders.words import Lexicon

_TELLING: Final = (*PLACES, *PERSONS, Sort.POWER, Sort.CARD, Sort.UNIT, Sort.ZONE)
_SAYING: Final = ALL | NONE | DEFAULT | w.CP | w.EVENT | w.YES


def is_meant(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """It names something of the game, or nearly, or a number."""
    if any(key == ":" or any(char.isdecimal() for char in key) for key in rest.keys):
        return True
    if len(rest) == 1 and rest.words[0].key in _SAYING:
        return True
    telling = [one for one in rest if len(one.key) > 2 or one.text.isupper()]
    if any(lexicon.knows(one.text, _TELLING) for one in telling) or lexicon.knows(str(rest.names), _TELLING):
        return True
    return any(lexicon.is_nearly(one.key, _TELLING) for one in telling if len(one.key) > 4 and one.text[:1].isupper())


def is_alone(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """PASS stands alone, or before a condition; "Pass the salt" is talk."""
    return not len(rest) or rest.words[0].key in w.IF or rest.is_one_of(DEFAULT | NONE)


def is_answer(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """STOP YES, not "Stop it"."""
    return rest.names.is_one_of(w.YES | NONE | DEFAULT)


def is_back(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """FALL BACK, not "fall is here"."""
    return bool(len(rest)) and rest.words[0].key in w.BACK | DEFAULT


def is_condition(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """IF with a condition behind it, or with a colon."""
    return ":" in rest.keys or any(key in w.DONE | w.FAILS | w.CP for key in rest.keys[:3])


def is_built(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """ST PETER'S 3 CP, not "St Andrew's was lovely"."""
    return any(key in w.PETER for key in rest.keys) or all(
        key in w.CP or any(char.isdecimal() for char in key) for key in rest.keys
    )


def is_targeted(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """CONVERT ANY names no space."""
    return rest.is_one_of(w.BEST) or is_meant(word, rest, lexicon)
