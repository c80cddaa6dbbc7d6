"""Every question of the game: its kind, the rule it comes from, and what its answers hold.

An answer is an order list (engine.core.options): orders with alternatives, each a record of the fields of its kind;
unused fields are None. Ids of several things stand in one field with commas between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.core.decision import Timing
from engine.core.options import Many

FORMATION: Final = ("from", "regulars", "mercenaries", "cavalry", "minors", "leaders")
"""Land units in a space: how many of each kind, those of minors as "venice 2, genoa 1", and the leaders. With all of
them None: as much as one formation can hold."""

AFTER: Final = (None, "done", "failed")
"""What the line above must have come to, in the field `after`."""
_NUMBERS: Final = ("regulars", "mercenaries", "cavalry", "squadrons", "corsairs", "count", "cp")
_NO_NUMBER: Final = ("propose", "squadrons")
"""A loan says whose squadrons they are."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A question. `timing` RESPONSE: it may be answered by a standing order, and waits `response_hold` hours."""

    name: str
    rule: str
    fields: tuple[str, ...]
    timing: Timing = Timing.RESPONSE
    many: Many = Many.OPTIONAL
    numbers: tuple[str, ...] = ()
    """Fields that hold a number."""


def _kind(name: str, rule: str, fields: str, many: Many = Many.OPTIONAL, timing: Timing = Timing.RESPONSE) -> Kind:
    parts = [part for field in fields.split() for part in (FORMATION if field == "FORMATION" else (field,))]
    numbers = tuple(part for part in parts if part in _NUMBERS and (name, part) != _NO_NUMBER)
    return Kind(name, rule, tuple(parts), timing, many, numbers)


_ASKED: Final = Timing.IMPULSE

_ALL: Final = (
    # 8-10
    _kind("leader_enters", "8.2", "do space", timing=_ASKED),
    _kind("propose", "9.1", "do package to item power space leader count squadrons", Many.ANY, _ASKED),
    _kind("ratify", "9.1", "do package", Many.ANY, _ASKED),
    _kind("give_units", "9.1", "do space count", Many.ANY, _ASKED),
    _kind("peace", "9.3", "do power card", Many.ANY, _ASKED),
    _kind("peace_terms", "9.3", "do space unit leader price count", Many.ANY, _ASKED),
    _kind("ransom", "9.4", "do leader", Many.ANY, _ASKED),
    _kind("absolution", "9.5", "do", timing=_ASKED),
    _kind("war", "9.6", "do power", Many.ANY, _ASKED),
    _kind("intervene", "9.6", "do card"),
    _kind("payment", "9.6", "do card", Many.ANY, _ASKED),
    _kind("diet", "18.1", "do card", timing=_ASKED),
    _kind("spring_deployment", "10", "do FORMATION to card", timing=_ASKED),
    # 11
    _kind(
        "impulse", "11", "do card mode power FORMATION to via space sea unit count moves pick after cp", Many.ANY,
        _ASKED,
    ),
    # 13-15
    _kind("intercept", "13.2", "do FORMATION after", Many.ANY),
    _kind("avoid_battle", "13.3", "do regulars mercenaries cavalry minors leaders to"),
    _kind("withdraw", "13.4", "do"),
    _kind("not_outnumbered", "13.4", "do to via", timing=_ASKED),
    _kind("relief", "15.2", "do regulars mercenaries cavalry minors leaders"),
    _kind("losses", "14", "do unit power pick", Many.ANY),
    _kind("retreat", "14.1", "do to count regulars mercenaries cavalry minors leaders"),
    # 16
    _kind("naval_intercept", "16.1", "do from squadrons corsairs leaders after", Many.ANY),
    _kind("naval_avoid", "16.1", "do to"),
    _kind("piracy_award", "16.4", "do award count", Many.ANY),
    # cards
    _kind("response", "6.1", "do card mode space leader power placing pick"),
    _kind("combat", "6.1", "do card mode power pick", Many.ANY),
    _kind("choice", "6.1", "do pick count unit space to card power"),
    _kind("discard", "6.1", "do card", Many.ANY),
    # 18
    _kind("convert", "18.3", "do space pick", Many.ANY),
    _kind("debater_bonus", "18.2", "do pick"),
    # 19-23
    _kind("winter_land", "19", "do FORMATION to", Many.ANY, _ASKED),
    _kind("winter_ships", "19", "do from to power squadrons corsairs leaders", Many.ANY, _ASKED),
    _kind("minor_activated", "22.2", "do"),
    _kind("stop", "1.5", "do", timing=_ASKED),
)  # fmt: skip

KINDS: Final[Mapping[str, Kind]] = {kind.name: kind for kind in _ALL}
