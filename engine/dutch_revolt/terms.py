"""The words of the game."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Faction: TypeAlias = str
"""Id of a faction: catholics, habsburgs, nobility, burghers, reformers."""
Kind: TypeAlias = str
"""A kind of token: a faction or neutral."""
RegionId: TypeAlias = str
ProvinceId: TypeAlias = str
PlaceId: TypeAlias = str
BoxId: TypeAlias = str
Spot: TypeAlias = str
"""Where a token stands inside a province: "countryside" or the id of a place."""

CATHOLICS: Final = "catholics"
HABSBURGS: Final = "habsburgs"
NOBILITY: Final = "nobility"
BURGHERS: Final = "burghers"
REFORMERS: Final = "reformers"
NEUTRAL: Final = "neutral"
BEGGARS: Final = "beggars"
COUNTRYSIDE: Final = "countryside"
TREASURY: Final = "treasury"

PHASES: Final = {
    1: "9.1", 2: "9.2", 3: "9.3", 4: "9.4", 5: "9.5", 6: "9.6", 7: "9.7", 8: "9.8", 9: "9.9", 10: "9.10",
    11: "9.11", 12: "9.12", 13: "9.13", 14: "9.14", 15: "9.15", 16: "9.16", 17: "9.17", 18: "9.18", 19: "9.19",
    20: "9.20",
}  # fmt: skip
"""Phase of turns 1-5 -> its rule. Turn 0 uses the same numbers for the like phases: 2 moves from support boxes, 10 new
units, 11 conflicts, 12 neutrals, 13 overflow, 14 moves inside provinces, 17 ownership, 20 VP and turn order."""

PHASES_OF_TURN_0: Final = {
    0: "6.2",
    2: "8.1",
    10: "8.2",
    11: "8.3",
    12: "8.4",
    13: "8.5",
    14: "8.6",
    17: "8.7",
    20: "8.8",
}

Mode: TypeAlias = Literal["strict", "standard", "quick"]
MODES: Final[tuple[Mode, ...]] = ("strict", "standard", "quick")

ArmyState: TypeAlias = Literal["free", "besieging", "released"]
University: TypeAlias = Literal["none", "catholic", "reformed"]
