"""Names of places as Hungarian, Finnish and Russian write them behind "from" and "to": Budából, Wieniin, из Вены.

No grammar: a known ending is taken off, and what is left must be a whole name, or in Russian the stem of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from orders.typography import fold

_HUNGARIAN: Final = "ba be ban ben bol ra re rol on en tol ig nal nel hoz hez t at et ot val vel"
_FINNISH: Final = "ssa sta an en in on iin issa ista lle lta lla ille ilta illa hon hin n"
_SUFFIXES: Final = tuple(sorted({*_HUNGARIAN.split(), *_FINNISH.split()}, key=lambda one: (-len(one), one)))
_RUSSIAN: Final = (
    "ами",
    "ями",
    "ах",
    "ях",
    "ам",
    "ям",
    "ом",
    "ем",
    "ой",
    "еи",
    "ью",
    "ов",
    "а",
    "я",
    "у",
    "ю",
    "е",
    "и",
    "ы",
)
"""Folded: й counts as и."""
_ENDINGS_OF_NAMES: Final = re.compile(r"[аяьиоеы]$")
_SHORTEST: Final = 3


def stems(names: Iterable[str]) -> list[str]:
    """The stems of those names that are Russian and one word."""
    folded = map(fold, names)
    return [_ENDINGS_OF_NAMES.sub("", name) for name in folded if name.isalpha() and "а" <= name[0] <= "я"]


def without_suffix(folded: str) -> list[str]:
    """What a Hungarian or Finnish name may be without its ending: "becsbol", "london ba"."""
    return _long(folded, [folded.removesuffix(suffix).rstrip() for suffix in _SUFFIXES])


def russian_stems(folded: str) -> list[str]:
    """What the stem of a Russian name may be, by its ending."""
    if not folded or not "а" <= folded[-1] <= "я":
        return []
    return _long(folded, [folded.removesuffix(ending) for ending in _RUSSIAN])


def _long(folded: str, bare: list[str]) -> list[str]:
    """Those that lost something and are no mere syllable."""
    return [name for name in bare if name != folded and len(name) >= _SHORTEST]
