"""20.2, 20.3 Discoveries and conquests: which are free, and who takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.here_i_stand.records import Conquest
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, PrizeId

STRAIT: Final = PrizeId("pacific_strait")
AMAZON: Final = PrizeId("amazon")
CIRCUMNAVIGATION: Final = PrizeId("circumnavigation")


def is_free(s: HisState, prize: PrizeId) -> bool:
    """Whether nobody has taken it."""
    return all(one.prize != prize for one in s.new_world.conquests)


def free_of(s: HisState, table: Mapping[int, PrizeId]) -> list[PrizeId]:
    """The free prizes of a table, the highest first."""
    return [prize for _, prize in sorted(table.items(), reverse=True) if is_free(s, prize)]


def next_free(s: HisState, table: Mapping[int, PrizeId], total: int) -> PrizeId | None:
    """20.2, 20.3: the prize of a total; if it is taken, the next free one below; None without one (R20)."""
    return next(iter(free_of(s, {need: prize for need, prize in table.items() if need <= total})), None)


def take_prize(s: HisState, power: Power, prize: PrizeId, by: str, *, rule: str) -> None:
    """A prize counts for a power from now on, and its explorer or conquistador stays there."""
    s.new_world.conquests.append(Conquest(prize, power, by))
    facts: dict[str, Json] = {"power": power, "prize": prize, "explorer": by, "vp": s.board.tables.prizes[prize].vp}
    tell(s, Event("prize_taken", rule, facts))


def is_lost_without_prize(s: HisState) -> bool:
    """R20: whether an explorer or conquistador for whom nothing is free leaves the game."""
    return s.setting("new_world_nothing_free") == "lost"
