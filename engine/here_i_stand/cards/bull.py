"""5 Papal Bull (21.5): a reformer or a ruler is excommunicated. D71"""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.choosing import NONE, pick_one, pick_some
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.control import mark_unrest, why_no_unrest
from engine.here_i_stand.faith.calling import debate_in
from engine.here_i_stand.faith.debate_pool import why_no_debate
from engine.here_i_stand.records import MinusCard
from engine.here_i_stand.relations import PAPAL_BULL
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    DebaterId,
    Power,
    ReformerId,
    Religion,
    RulerId,
    SpaceId,
    Standing,
)

RULE: Final = "21.5"
HENRY: Final = RulerId("henry_viii")
_UNREST: Final = 2
_DEBATE: Final = "debate"
_OR: Final = "_or_"
"""Between the names of those who share a box of the Papal power card."""

# ------------------------------------------------------------------ queries


def excommunicable_reformers(s: HisState) -> list[ReformerId]:
    """21.5: reformers on the map who were never excommunicated; no grounds are needed."""
    return [one for one, standing in s.reformers.items() if standing is Standing.READY and one not in s.excommunicated]


def box_of(s: HisState, ruler: RulerId) -> str | None:
    """The box of a ruler on the Papal power card; Francis I and Henry II share one. None for one who has no box."""
    return next((box for box in s.board.tables.excommunication if ruler in box.split(_OR)), None)


def has_ground(s: HisState, power: Power) -> bool:
    """21.5: at war with the Papacy, allied to the Ottoman, or Henry VIII with a Protestant English home space. To be
    allied to an enemy of the Papacy is none."""
    if s.at_war(Power.PAPACY, power) or s.allied(power, Power.OTTOMAN):
        return True
    if s.powers[power].ruler != HENRY:
        return False
    return any(s.spaces[space].religion is Religion.PROTESTANT for space in s.home_spaces(Power.ENGLAND))


def excommunicable_powers(s: HisState) -> list[Power]:
    """21.5: powers whose ruler can be excommunicated now, in impulse order."""
    found: list[Power] = []
    for power in MAJORS:
        box = box_of(s, s.powers[power].ruler)
        if box is not None and box not in s.excommunicated and power is not Power.PROTESTANT and has_ground(s, power):
            found.append(power)
    return found


def unrest_sites(s: HisState, power: Power) -> list[SpaceId]:
    """21.5: unoccupied Catholic home spaces of a power; D71: keys first."""
    spaces = [
        space
        for space in s.home_spaces(power)
        if s.spaces[space].religion is Religion.CATHOLIC and why_no_unrest(s, space) is None
    ]
    return sorted(spaces, key=lambda space: space not in s.board.map.keys)


# ------------------------------------------------------------------ 5 a


def _why_no_heretic(s: HisState, power: Power) -> Reason | None:
    return None if excommunicable_reformers(s) else Reason("no_reformer_to_excommunicate", RULE, {"card": PAPAL_BULL})


def _name_heretic(s: HisState, power: Power) -> Flow[str]:
    reformers = excommunicable_reformers(s)
    name = yield from pick_one(s, power, reformers, reformers[0], PAPAL_BULL, "reformer")
    return name


def _heretic(s: HisState, power: Power) -> Flow[None]:
    """5 a: the reformer and his debater are away until the next Card Draw phase; the debater counts as committed. Then
    the Papacy may call a debate in his zone."""
    assert s.impulse is not None
    reformer, debater = ReformerId(s.impulse.target), DebaterId(s.impulse.target)
    s.excommunicated.append(reformer)
    s.reformers[reformer] = Standing.AWAY
    if s.debaters[debater] in (Standing.READY, Standing.COMMITTED):
        s.debaters[debater] = Standing.AWAY
    tell(s, Event("reformer_excommunicated", RULE, {"power": power, "reformer": reformer}))
    zone = s.board.debaters[debater].zone
    if zone is None or why_no_debate(s, Side.PAPACY, zone) is not None:
        return
    way = yield from pick_one(s, power, [NONE, _DEBATE], NONE, PAPAL_BULL, _DEBATE, {"zone": zone})
    if way == _DEBATE:
        yield from debate_in(s, power, zone, PAPAL_BULL)


# ------------------------------------------------------------------ 5 b


def _why_no_ruler(s: HisState, power: Power) -> Reason | None:
    return None if excommunicable_powers(s) else Reason("no_ruler_to_excommunicate", RULE, {"card": PAPAL_BULL})


def _name_ruler(s: HisState, power: Power) -> Flow[str]:
    powers = excommunicable_powers(s)
    name = yield from pick_one(s, power, powers, powers[0], PAPAL_BULL, "ruler")
    return name


def _ruler(s: HisState, power: Power) -> Flow[None]:
    """5 b, R80: a "-1 Card" marker, and unrest on up to two spaces, by the switch `excommunication_unrest` on two."""
    assert s.impulse is not None
    target = Power(s.impulse.target)
    ruler = s.powers[target].ruler
    s.excommunicated.append(box_of(s, ruler) or ruler)
    s.powers[target].minus_cards.append(MinusCard(PAPAL_BULL, s.turn))
    facts: dict[str, Json] = {"power": power, "rival": target, "ruler": ruler}
    tell(s, Event("ruler_excommunicated", RULE, facts))
    least = _UNREST if s.setting("excommunication_unrest") == "exactly_2" else 0
    sites = unrest_sites(s, target)
    names = yield from pick_some(s, power, sites, least, _UNREST, sites, PAPAL_BULL, "unrest")
    for name in names:
        mark_unrest(s, SpaceId(name), rule=RULE)


EFFECTS: Final = (
    Effect(PAPAL_BULL, "a", _heretic, _why_no_heretic, announce=_name_heretic),
    Effect(PAPAL_BULL, "b", _ruler, _why_no_ruler, announce=_name_ruler),
)
