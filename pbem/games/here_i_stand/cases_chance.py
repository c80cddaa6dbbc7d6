"""Chance in a case: dice are given in the order in which they are rolled, and what is drawn; shuffles leave all as it
lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.flow import Chance

SIX = 6
_DRAWS: Final = ("card of", "captor", "odd loss", "explorer of", "conquistador of")
"""What is drawn of six is no die."""


class GivenChance:
    """The dice and draws of one case."""

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.draws: list[int] = []

    def give(self, dice: Sequence[int]) -> None:
        """Dice to come."""
        self.dice += dice

    def left(self) -> list[str]:
        """What was given and never used."""
        found = [f"the dice {' '.join(map(str, self.dice))} were never rolled"] if self.dice else []
        return [*found, *([f"the draws {' '.join(map(str, self.draws))} were never made"] if self.draws else [])]

    def __call__(self, checkpoint: int, request: int, chance: Chance, salt: str = "", /) -> list[int]:
        """Raises ValueError when dice are rolled and none are given."""
        if set(chance.sizes) == {SIX} and not chance.what.startswith(_DRAWS):
            return self._rolled(chance)
        if len(chance.sizes) == 1:
            return [self.draws.pop(0) if self.draws else 1]
        return [1] * len(chance.sizes)

    def _rolled(self, chance: Chance) -> list[int]:
        count = len(chance.sizes)
        if len(self.dice) < count:
            raise ValueError(f"{chance.what}: {count} dice are rolled, {len(self.dice)} are given; add DICE")
        rolled, self.dice = self.dice[:count], self.dice[count:]
        return rolled
