"""Lines whose rest belongs to the player as he wrote it: nothing in it parts orders or begins a comment."""

from __future__ import annotations

import re
from typing import Final

from orders.typography import fold

NAMES: Final = ("CHANCE", "Zufall", "hasard", "azar", "véletlen")
"""The verb of a player's own words for chance, in five languages."""
_FIRST_WORD: Final = re.compile(r"[^\W_]+")
_FOLDED: Final = frozenset(fold(name) for name in NAMES)


def begins_with_chance(text: str) -> bool:
    """Whether a line begins with CHANCE, so that all that follows are words of the player's own."""
    first = _FIRST_WORD.match(text)
    return first is not None and fold(first.group()) in _FOLDED
