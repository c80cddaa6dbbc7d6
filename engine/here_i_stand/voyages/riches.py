"""20.4 The riches of the New World, in the Card Draw phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.board.new_world import COLONY, POTOSI, Riches
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power, PrizeId
from engine.here_i_stand.voyages.raiders import thief_of

_RULE: Final = "20.4"
_MOST: Final = 12
"""A higher total counts as this."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A colony or conquest that yields riches: its column of the table, and what it is called."""

    power: Power
    column: str
    name: str


def holdings(s: HisState, power: Power) -> list[Holding]:
    """20.4: the colonies of a power, Potosi, and its conquests that are not depleted."""
    world, columns = s.new_world, s.board.new_world.riches
    found = [Holding(power, COLONY, name) for name in world.colonies.get(power, [])]
    if world.potosi is power:
        found.append(Holding(power, POTOSI, POTOSI))
    rich = [one.prize for one in world.conquests if one.power is power and not one.depleted and one.prize in columns]
    return [*found, *(Holding(power, prize, prize) for prize in rich)]


def roll_riches(s: HisState) -> Flow[dict[Power, int]]:
    """20.4, R82: the cards that the powers get more in this deal, those that raiders steal with the thieves."""
    cards = dict.fromkeys(MAJORS, 0)
    used: list[Power] = []
    for holding in list(_all(s)):
        receiver = yield from _yield_of(s, holding, used)
        if receiver is not None:
            cards[receiver] += 1
    _put_away_marker(s, used)
    return {power: count for power, count in cards.items() if count}


def _all(s: HisState) -> Iterator[Holding]:
    for power in MAJORS:
        yield from holdings(s, power)


def _yield_of(s: HisState, holding: Holding, used: list[Power]) -> Flow[Power | None]:
    """Who gets a card for a holding, or None; the holding may be lost."""
    power, tables = holding.power, s.board.new_world
    bonus = tables.plantations if holding.column in tables.planted and power in s.new_world.plantations else 0
    dice = yield from roll("riches", 2, rule=_RULE)
    total = sum(dice) + bonus
    printed = tables.riches[holding.column][min(total, _MOST)]
    result = _governed(s, holding, printed)
    if result is not printed:
        used.append(power)
    rich = result in (Riches.CARD, Riches.DEPLETE) or (result is Riches.GALLEON and power in s.new_world.galleons)
    facts: dict[str, Json] = {
        "power": power, "prize": holding.name, "dice": list(dice), "bonus": bonus, "total": total,
        "result": result, "count": int(rich),
    }  # fmt: skip
    tell(s, Event("riches", _RULE, facts))
    thief = None
    if rich and power is Power.HAPSBURG:
        thief = yield from thief_of(s)
    if result in (Riches.DEPLETE, Riches.ELIMINATE):
        _lose(s, holding)
    return (thief or power) if rich else None


def _governed(s: HisState, holding: Holding, result: Riches) -> Riches:
    """111: what has no effect for a colony or Potosi is a card under the Colonial Governor, the end of it in the Native
    Uprising."""
    if result is not Riches.NONE or holding.column not in (COLONY, POTOSI):
        return result
    if s.new_world.governor is holding.power:
        return Riches.CARD
    return Riches.ELIMINATE if s.new_world.uprising is holding.power else result


def _put_away_marker(s: HisState, used: list[Power]) -> None:
    """111: the marker leaves at the end of the phase in which it changed a result."""
    if used:
        s.new_world.governor = s.new_world.uprising = None
        tell(s, Event("colonial_marker_leaves", _RULE, {"power": used[0], "card": 111}))


def _lose(s: HisState, holding: Holding) -> None:
    """20.4: a conquest is depleted, and keeps its VP; a colony may be founded again, Potosi may not."""
    world, facts = s.new_world, {"power": holding.power, "prize": holding.name}
    if holding.column not in (COLONY, POTOSI):
        next(one for one in world.conquests if one.prize == PrizeId(holding.name)).depleted = True
        tell(s, Event("conquest_depleted", _RULE, facts))
        return
    if holding.column == POTOSI:
        world.potosi = None
    else:
        world.colonies[holding.power].remove(holding.name)
    tell(s, Event("colony_lost", _RULE, facts))
