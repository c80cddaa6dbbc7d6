"""20.3 Conquest: the action, and what becomes of the voyages in the New World phase."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, draw_at_random, roll
from engine.here_i_stand.records import Crossing
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import ConquistadorId, Voyage
from engine.here_i_stand.voyages.launching import action_for, conquistadors_of
from engine.here_i_stand.voyages.prizes import is_lost_without_prize, next_free, take_prize

CONQUER: Final = action_for("conquer", Voyage.CONQUEST)
_RULE: Final = "20.3"


def conquer_new_world(s: HisState) -> Flow[None]:
    """20.3: the conquests under way: the Hapsburgs', for which a conquistador is drawn, England's, France's."""
    order = s.board.new_world.conquest.order
    under_way = [one for one in s.new_world.crossing if one.voyage is Voyage.CONQUEST]
    for crossing in sorted(under_way, key=lambda one: order.index(one.power)):
        yield from _draw_conquistador(s, crossing)
        yield from _conquest(s, crossing)
        s.new_world.crossing.remove(crossing)


def _draw_conquistador(s: HisState, crossing: Crossing) -> Flow[None]:
    pool = conquistadors_of(s, crossing.power)
    if not pool:
        return
    conquistador = yield from draw_at_random(f"conquistador of {crossing.power}", pool, rule=_RULE)
    s.new_world.conquistadors.remove(conquistador)
    crossing.by = conquistador
    tell(s, Event("explorer_drawn", _RULE, {"power": crossing.power, "explorer": conquistador}))


def _conquest(s: HisState, crossing: Crossing) -> Flow[None]:
    table, power = s.board.new_world.conquest, crossing.power
    leader = s.board.conquistadors.get(ConquistadorId(crossing.by))
    value = table.marker_values[power] if leader is None else leader.value
    smallpox = table.smallpox if crossing.bonus else 0
    dice = yield from roll("conquest", 2, rule=_RULE)
    total = sum(dice) + value + smallpox
    who: dict[str, Json] = {"power": power, "explorer": crossing.by or None}
    facts: dict[str, Json] = {**who, "dice": list(dice), "value": value, "bonus": smallpox, "total": total}
    tell(s, Event("conquest", _RULE, facts))
    prize = next_free(s, table.conquests, total)
    near = total >= min(table.conquests)
    if total <= table.lost_up_to or (prize is None and near and is_lost_without_prize(s)):
        tell(s, Event("conquest_lost", _RULE, who))
    elif prize is None:
        tell(s, Event("no_conquest", _RULE, who))
        _return_home(s, crossing)
    else:
        take_prize(s, power, prize, crossing.by, rule=_RULE)


def _return_home(s: HisState, crossing: Crossing) -> None:
    """Back to the pool."""
    world = s.new_world
    if crossing.by:
        world.conquistadors = [one for one in s.board.conquistadors if one in (*world.conquistadors, crossing.by)]
    else:
        world.conquest_markers[crossing.power] += 1
