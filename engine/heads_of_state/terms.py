"""The words of the game (section 1)."""

from __future__ import annotations

from typing import Final, TypeAlias

SeatId: TypeAlias = str
"""A colour: red, yellow, blue, green, black."""
RankId: TypeAlias = str
"""baron, count, earl, marquis, duke, prince, king (1.1)."""
CountryId: TypeAlias = str
AreaId: TypeAlias = str
AttributeId: TypeAlias = str
"""A kind of attribute card (1.7)."""
TreasonId: TypeAlias = str
"""A kind of treason card (1.8)."""

REVOLUTION: Final = "revolution"
"""The revolution card, among the ids of attribute cards in the revolution pile."""
BLIND: Final = "blind"
"""A wish: the top card of the pile (1.12)."""
ANY: Final = "any"
"""A wish: the default take (19.6)."""
NONE: Final = "none"
"""No courtesan."""
ASSASSIN: Final = "assassin"
"""A kind of treason card: it needs the bag (9.5)."""
SINGLE: Final = "single"
DOUBLE: Final = "double"

OPTION_1: Final = "1"
EXCHANGE: Final = "1x"
OPTION_2: Final = "2"

DEAL: Final = "deal"
"""The cursor of the set-up (section 4)."""
OVER: Final = "over"

FIRST_PHASE: Final = 1
"""The start of a turn."""
GOING_ON: Final = 2
"""A turn that goes on after a WAIT."""
ROUND_CHANGE: Final = 3
"""A change of round asks for cards to keep."""

FRESH: Final = "fresh"
SAME: Final = "same"
KEEP: Final = "keep"
