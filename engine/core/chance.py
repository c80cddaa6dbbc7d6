"""Chance from a secret of the game, keyed by position, so that it can be proven afterwards and never be re-rolled."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol

from engine.core.flow import Chance


class Entropy(Protocol):
    """`entropy(checkpoint number, number of the request in the step, chance)` gives one number of 1..size for each
    size. `salt` is what the players have given of their own; it is left out where there is none."""

    def __call__(self, checkpoint: int, request: int, chance: Chance, salt: str = "", /) -> list[int]: ...


def entropy(secret: bytes, game: str) -> Entropy:
    """Draws by HMAC-SHA256 of the position: HMAC(secret, game/checkpoint/request/i/what), taken modulo the size.

    With a salt: HMAC(secret, game/salt/checkpoint/request/i/what). An undone and repeated order meets the same dice.
    The bias of the modulus is below 2**-240.
    """

    def draw(checkpoint: int, request: int, chance: Chance, salt: str = "", /) -> list[int]:
        begin = f"{game}/{salt}" if salt else game
        drawn, key = [], chance.key
        for i, size in enumerate(chance.sizes):
            place = f"{begin}/{checkpoint}/{request}/{i}/{key}".encode()
            drawn.append(int.from_bytes(hmac.digest(secret, place, "sha256"), "big") % size + 1)
        return drawn

    return draw


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret, in hex: published before the first move."""
    return hashlib.sha256(secret).hexdigest()


class LoadedDice:
    """Dice that are given, for cases: each draw takes the next numbers; `left` must be empty at the end."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.left = list(numbers)

    def __call__(self, checkpoint: int, request: int, chance: Chance, salt: str = "", /) -> list[int]:
        """Raises ValueError when too few dice are given or one does not fit."""
        if len(self.left) < len(chance.sizes):
            raise ValueError(
                f"{chance.what} (rule {chance.rule}) needs {len(chance.sizes)} dice, {len(self.left)} are given"
            )
        taken, self.left = self.left[: len(chance.sizes)], self.left[len(chance.sizes) :]
        for number, size in zip(taken, chance.sizes, strict=True):
            if not 1 <= number <= size:
                raise ValueError(f"{chance.what} (rule {chance.rule}): {number} is not on a die of {size}")
        return taken
