"""11 The orders of an impulse: which of them counts, and what became of each.

A script lives only while its impulse is played; a resumed game reads it again from the journal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from engine.core.options import Alternative, Order

if TYPE_CHECKING:
    from engine.core.decision import Reason
    from engine.here_i_stand.asking import Why

PLAY: Final = "play"
PASS: Final = "pass"
CHOOSE: Final = "choose"
CONVERT: Final = "convert"
WAIT: Final = "wait"
"""Ask me again before what follows."""
END: Final = "end"
"""What is left of the CP is given up."""
OPENING: Final = (PLAY, PASS)
ANSWERS: Final = (CHOOSE, CONVERT)
"""Lines that do nothing of their own: they answer questions of the line above them."""


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
    at: int = 0
    """The order that is being carried out."""
    results: list[Result] = field(init=False)
    risks: dict[int, Reason] = field(default_factory=dict)
    """Of orders that were carried out: what their power is warned of beforehand (R17)."""

    def __post_init__(self) -> None:
        self.results = [Result.NOT_YET] * len(self.orders)

    def next_choice(self, why_not: Why) -> Alternative | None:
        """The next CHOOSE line, used up, if it answers what is asked now; later ones wait."""
        for index, order in enumerate(self.orders):
            if self.results[index] is Result.NOT_YET and order[0]["do"] == CHOOSE:
                return self._used(index, _CHOICE_FIELDS, why_not)
        return None

    def next_target(self, why_not: Why) -> Alternative | None:
        """18.3: the next CONVERT line that is possible now, used up; those that are not yet possible wait.

        Only the first lines of this kind below the order that is carried out count: they end where another order
        begins. A line without a space means whatever is best, and serves as often as it is needed.
        """
        for index in self.targets():
            if self.results[index] is Result.NOT_YET:
                wish = self._used(index, _TARGET_FIELDS, why_not)
                if wish is not None and wish["space"] is None:
                    self.results[index] = Result.NOT_YET
                if wish is not None:
                    return wish
        return None

    def targets(self) -> list[int]:
        """18.3: the CONVERT lines that belong to the order that is carried out."""
        found: list[int] = []
        for index in range(self.at + 1, len(self.orders)):
            verb = self.orders[index][0]["do"]
            if verb == CONVERT:
                found.append(index)
            elif found and verb != CHOOSE:
                break
        return found

    def _used(self, index: int, fields: tuple[str, ...], why_not: Why) -> Alternative | None:
        """The first possible alternative of a line, which is used up by it."""
        for alternative in self.orders[index]:
            wish: Alternative = {name: alternative.get(name) for name in fields}
            if why_not(wish) is None:
                self.results[index] = Result.DONE
                return wish
        return None

    def above(self, index: int) -> Result:
        """What became of the line above; lines whose condition failed count as part of the one before them."""
        above = index - 1
        while above > 0 and (self.results[above] is Result.SKIPPED or self.orders[above][0]["do"] in ANSWERS):
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
_TARGET_FIELDS: Final = ("do", "space", "pick")
