"""Chance in a case: the cubes are given, and the top cards of a shuffled pile; what is not given stays as it lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.flow import Chance
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import REVOLUTION
from engine.heads_of_state.treason import BAG

SHUFFLES = {
    "seats": "seats",
    "attribute cards": "attribute cards",
    "revolution pile": "revolution pile",
    "treason pile": "treason cards",
    "draw pile": "draw pile",
}
"""What is shuffled, as a case calls it -> as the rules call it."""


class GivenChance:
    """The draws of one case. `left` tells what was given and never drawn."""

    def __init__(self, state: Callable[[], HeadsState]) -> None:
        self._state = state
        self.bag: list[str | int] = []
        """Cubes to come: a seat, or the number of a cube."""
        self.shuffles: dict[str, list[list[str]]] = {}
        """What is shuffled -> for each shuffle to come its top cards, the topmost first."""
        self._last: list[str] = []

    def left(self) -> list[str]:
        """What was given and never drawn."""
        cubes = [f"bag: {cube} was never drawn" for cube in self.bag]
        names = {key: name for name, key in SHUFFLES.items()}
        return cubes + [f"shuffled {names[key]} was never shuffled" for key, tops in self.shuffles.items() if tops]

    def __call__(self, checkpoint: int, request: int, chance: Chance, salt: str = "", /) -> list[int]:
        """Raises ValueError when the bag is drawn from and nothing is given."""
        if chance.what == BAG:
            return [self._cube(chance.sizes[0])]
        pool = self._pool(chance)
        given = self.shuffles.get(chance.what)
        top = given.pop(0) if given else []
        numbers, self._last = _arranged(pool, top)
        return numbers

    def _cube(self, size: int) -> int:
        if not self.bag:
            raise ValueError("a cube is drawn from the bag: give it in the SITUATION, as in bag: red")
        cube = self.bag.pop(0)
        if isinstance(cube, int):
            return cube
        return 1 if cube == self._state().active else size

    def _pool(self, chance: Chance) -> list[str]:
        """The cards that are shuffled, as the rules hand them to chance."""
        s = self._state()
        size = len(chance.sizes)
        lying = [*s.draw_pile, *s.revolution_pile, *s.row, *s.aside, *s.discard]
        ordinary = [card for card in lying if card != REVOLUTION]
        pools: dict[str, Sequence[str]] = {
            "seats": s.order,
            "treason cards": s.treason_pile or s.treason_discard,
            "draw pile": [*s.draw_pile, *s.aside],
            "attribute cards": s.draw_pile
            if chance.rule == "4.3"
            else sorted(ordinary, key=s.board.attribute_index.__getitem__),
            "revolution pile": [REVOLUTION, *self._last[1 - size :]],
        }
        pool = list(pools[chance.what])
        if len(pool) != size:
            raise ValueError(f"{chance.what}: {size} cards are shuffled, {len(pool)} lie there")
        return pool


def _arranged(pool: list[str], top: list[str]) -> tuple[list[int], list[str]]:
    """The draws that lay these cards on top and leave the rest as it lies; and the pile. Its top is its last card."""
    rest = list(pool)
    for card in top:
        if card not in rest:
            raise ValueError(f"no {card} is among the cards that are shuffled")
        rest.remove(card)
    pile = [*rest, *reversed(top)]
    left, numbers = list(pool), []
    for card in pile:
        at = left.index(card)
        numbers.append(at + 1)
        del left[at]
    return numbers, pile
