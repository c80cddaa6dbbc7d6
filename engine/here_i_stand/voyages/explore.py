"""20.2 Exploration: the action, and what becomes of the voyages in the New World phase."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, draw_at_random, roll
from engine.here_i_stand.asking import choose
from engine.here_i_stand.cards.choosing import picked
from engine.here_i_stand.deck import draw
from engine.here_i_stand.records import Crossing
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import ExplorerId, PrizeId, Voyage
from engine.here_i_stand.voyages.launching import (
    SAILORS,
    action_for,
    crossing_of,
    explorers_of,
    is_cabot,
    settle_cabot,
)
from engine.here_i_stand.voyages.prizes import (
    AMAZON,
    CIRCUMNAVIGATION,
    STRAIT,
    free_of,
    is_free,
    is_lost_without_prize,
    next_free,
    take_prize,
)

EXPLORE: Final = action_for("explore", Voyage.EXPLORATION)
_BOLD: Final = 3
"""D78: the value from which an explorer is sent around the world by default."""
_RULE: Final = "20.2"


def explore_new_world(s: HisState) -> Flow[None]:
    """20.2: an explorer is drawn for each voyage; then the voyages, best explorer first; of equals England's, France's,
    the Hapsburgs', and Cabot behind another one of his power."""
    for crossing in crossing_of(s, Voyage.EXPLORATION):
        if not crossing.by:
            yield from _draw_explorer(s, crossing)
    ready = sorted(crossing_of(s, Voyage.EXPLORATION), key=lambda one: _rank(s, one))
    for crossing in ready:
        yield from _voyage(s, crossing)


def _draw_explorer(s: HisState, crossing: Crossing) -> Flow[None]:
    """Without anybody left in the pool (77) the marker comes back."""
    pool = explorers_of(s, crossing.power)
    if not pool:
        s.new_world.crossing.remove(crossing)
        tell(s, Event("no_discovery", _RULE, {"power": crossing.power, "explorer": None}))
        return
    explorer = yield from draw_at_random(f"explorer of {crossing.power}", pool, rule=_RULE)
    s.new_world.explorers.remove(explorer)
    crossing.by = explorer
    tell(s, Event("explorer_drawn", _RULE, {"power": crossing.power, "explorer": explorer}))


def _rank(s: HisState, crossing: Crossing) -> tuple[int, int, bool]:
    value = s.board.explorers[ExplorerId(crossing.by)].value
    return -value, SAILORS.index(crossing.power), is_cabot(s, crossing)


def _voyage(s: HisState, crossing: Crossing) -> Flow[None]:
    """20.2: one voyage, to its end."""
    world, table, power = s.new_world, s.board.new_world.exploration, crossing.power
    explorer, cabot = ExplorerId(crossing.by), is_cabot(s, crossing)
    value, mercator = s.board.explorers[explorer].value, table.mercator if crossing.bonus else 0
    uncharted = table.uncharted if power in world.uncharted and not cabot else 0
    dice = yield from roll("exploration", 2, rule=_RULE)
    total = sum(dice) + value + mercator + uncharted
    facts: dict[str, Json] = {
        "power": power, "explorer": explorer, "dice": list(dice), "value": value, "bonus": mercator,
        "uncharted": uncharted, "total": total,
    }  # fmt: skip
    tell(s, Event("exploration", _RULE, facts))
    if not cabot and power in world.uncharted:
        world.uncharted.remove(power)
    prize: PrizeId | None
    if total >= table.choice_from:
        prize = yield from _choice(s, crossing, total)
    else:
        prize = next_free(s, table.discoveries, total)
    if total <= table.lost_up_to:
        _lost(s, crossing)
    elif prize == STRAIT:
        yield from _around_the_world(s, crossing)
    elif prize is not None:
        _arrive(s, crossing, prize)
    elif total >= min(table.discoveries) and is_lost_without_prize(s):
        _lost(s, crossing)
    else:
        _return_home(s, crossing)


# ------------------------------------------------------------------ the ends of a voyage


def _leave_sea(s: HisState, crossing: Crossing, *, dead: bool) -> None:
    """The voyage is over; the marker of Cabot leaves the game with it (99)."""
    s.new_world.crossing.remove(crossing)
    if is_cabot(s, crossing):
        settle_cabot(s, dead=dead)


def _lost(s: HisState, crossing: Crossing) -> None:
    tell(s, Event("explorer_lost", _RULE, {"power": crossing.power, "explorer": crossing.by}))
    _leave_sea(s, crossing, dead=True)


def _return_home(s: HisState, crossing: Crossing) -> None:
    """Back to the pool; Cabot sails once only (99)."""
    tell(s, Event("no_discovery", _RULE, {"power": crossing.power, "explorer": crossing.by}))
    _leave_sea(s, crossing, dead=False)
    if not is_cabot(s, crossing):
        s.new_world.explorers = [one for one in s.board.explorers if one in (*s.new_world.explorers, crossing.by)]


def _arrive(s: HisState, crossing: Crossing, prize: PrizeId) -> None:
    take_prize(s, crossing.power, prize, crossing.by, rule=_RULE)
    _leave_sea(s, crossing, dead=False)


# ------------------------------------------------------------------ 10 and more


def destinations(s: HisState) -> list[PrizeId]:
    """20.2: what an explorer may choose with a total of 10 or more: the Strait while nobody has sailed around the
    world, the Amazon, the other discoveries, as far as they are free."""
    around = [STRAIT] if is_free(s, CIRCUMNAVIGATION) else []
    amazon = [AMAZON] if is_free(s, AMAZON) else []
    return [*around, *amazon, *free_of(s, s.board.new_world.exploration.discoveries)]


def _choice(s: HisState, crossing: Crossing, total: int) -> Flow[PrizeId | None]:
    """D78; None without any (R20)."""
    known = destinations(s)
    if not known:
        return None
    facts: dict[str, Json] = {
        "what": "discovery", "power": crossing.power, "explorer": crossing.by, "total": total,
        "value": s.board.explorers[ExplorerId(crossing.by)].value,
    }  # fmt: skip
    wish = yield from choose(
        s, "choice", crossing.power, [picked(prize) for prize in known], picked(_usual(s, crossing, known)),
        rule=_RULE, about=f"discovery/{crossing.by}", facts=facts,
    )  # fmt: skip
    return PrizeId(str(wish["pick"]))


def _usual(s: HisState, crossing: Crossing, known: list[PrizeId]) -> PrizeId:
    """D78: the Strait if it is free and the explorer good, else the Amazon, else what gives 1 VP, and the Strait that
    is taken last."""
    bold = s.board.explorers[ExplorerId(crossing.by)].value >= _BOLD and is_free(s, STRAIT)
    if STRAIT in known and bold:
        return STRAIT
    return next((prize for prize in known if prize != STRAIT), known[0])


def _around_the_world(s: HisState, crossing: Crossing) -> Flow[None]:
    """20.2: the Strait counts if it was free; then the attempt to sail around the world. Who fails is lost; his marker
    stays on the Strait if he claimed it."""
    table, power, explorer = s.board.new_world.circumnavigation, crossing.power, ExplorerId(crossing.by)
    claims = is_free(s, STRAIT)
    if claims:
        take_prize(s, power, STRAIT, explorer, rule=_RULE)
    value, mercator = s.board.explorers[explorer].value, table.mercator if crossing.bonus else 0
    dice = yield from roll("circumnavigation", 2, rule=_RULE)
    total = sum(dice) + value + mercator
    facts: dict[str, Json] = {
        "power": power, "explorer": explorer, "dice": list(dice), "value": value, "bonus": mercator, "total": total,
    }  # fmt: skip
    tell(s, Event("circumnavigation", _RULE, facts))
    if total <= table.fails_up_to:
        _lost(s, crossing)
        return
    if claims:  # he goes on from there
        next(one for one in s.new_world.conquests if one.prize == STRAIT).by = ""
    _arrive(s, crossing, CIRCUMNAVIGATION)
    if total >= table.card_from:
        yield from draw(s, power, 1, rule=_RULE)
