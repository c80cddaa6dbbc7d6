"""11 The orders of an impulse: which of them counts, and what became of each.

A script lives only while its impulse is played; a resumed game reads it again from the journal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from engine.core.options import Alternative, Order

if TYPE_CHECKING:
    from engine.here_i_stand.asking import Why

PLAY: Final = "play"
PASS: Final = "pass"
CHOOSE: Final = "choose"
WAIT: Final = "wait"
"""Ask me again before what follows."""
END: Final = "end"
"""What is left of the CP is given up."""
OPENING: Final = (PLAY, PASS)


class Result(Enum):
    """What became of an order."""

    NOT_YET = "not yet"
    DONE = "done"
    FAILED = "failed"
    """Carried out without success: a battle or assault that was lost."""
    SKIPPED = "skipped"
    """Its condition did not hold."""
    REFUSED = "refused"
    """It could not be done."""


@dataclass(slots=True)
class Script:
    """Orders of one letter, in the order written."""

    orders: list[Order]
    by_default: bool = False
    """Nobody is told which of its orders were not possible."""
    results: list[Result] = field(init=False)

    def __post_init__(self) -> None:
        self.results = [Result.NOT_YET] * len(self.orders)

    def next_choice(self, why_not: Why) -> Alternative | None:
        """The next CHOOSE line, used up, if it answers what is asked now; later ones wait."""
        for index, order in enumerate(self.orders):
            if self.results[index] is Result.NOT_YET and order[0]["do"] == CHOOSE:
                for alternative in order:
                    wish: Alternative = {name: alternative.get(name) for name in _CHOICE_FIELDS}
                    if why_not(wish) is None:
                        self.results[index] = Result.DONE
                        return wish
                return None
        return None

    def above(self, index: int) -> Result:
        """What became of the line above; lines whose condition failed count as part of the one before them."""
        above = index - 1
        while above > 0 and (self.results[above] is Result.SKIPPED or self.orders[above][0]["do"] == CHOOSE):
            above -= 1
        return self.results[above] if index else Result.NOT_YET

    def holds(self, index: int, alternative: Alternative, cp: int) -> bool:
        """Whether the conditions of an alternative hold: IF DONE, IF FAILS, IF CP n."""
        after, need = alternative["after"], alternative["cp"]
        if isinstance(need, int) and cp < need:
            return False
        if after is None:
            return True
        went_well = self.above(index) is Result.DONE
        return went_well if after == "done" else not went_well


_CHOICE_FIELDS: Final = ("do", "pick", "count", "unit", "space", "to", "card", "power")
