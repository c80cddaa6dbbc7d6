"""18.3, 18.4 A series of attempts: who makes how many, in which zones, with what help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from engine.here_i_stand.terms import CardNumber, DebaterId, Power, SpaceId, Zone

ALL_ZONES: Final = (Zone.GERMAN, Zone.FRENCH, Zone.ENGLISH, Zone.ITALIAN, Zone.SPANISH)
"""Every language zone, for sources that name all of them."""


class Source(StrEnum):
    """What the attempts come from: the fact `source` of their questions and events."""

    THESES = "theses"
    TREATISE = "treatise"
    NEW_TESTAMENT = "new_testament"
    BIBLE = "bible"
    BURN_BOOKS = "burn_books"
    EVENT = "event"


Only: TypeAlias = Callable[[SpaceId], bool]


def anywhere(space: SpaceId) -> bool:
    """No limit to the targets."""
    return True


@dataclass(frozen=True, slots=True)
class Series:
    """Attempts of one action or event."""

    power: Power
    """Who names the targets."""
    source: Source
    zones: tuple[Zone, ...]
    """The target zones (ALL_ZONES for all): they limit nothing, but ties and sixes win there."""
    count: int
    rule: str = "18.3"
    card: CardNumber | None = None
    """The event, where it is one."""
    pip: int = 0
    """Added to each Protestant die against a target in a target zone (Institutes, Bible)."""
    extra_dice: int = 0
    """Of the attacker in each attempt (95 Theses)."""
    only: Only = anywhere
    """Which spaces the source allows as targets."""
    also: tuple[SpaceId, ...] = ()
    """Spaces that count as in the target zone although they are not (Calais, R75)."""
    debater: DebaterId | None = None
    """He was committed for more attempts. A failed attempt of Carlstadt's puts unrest on its target."""
    helper: DebaterId | None = None
    """His bonus die is meant: he is committed before the first attempt that he helps."""
