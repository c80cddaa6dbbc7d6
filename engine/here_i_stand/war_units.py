"""21.7 The units on the cards of foreign wars: who fights there, which wars need more units, and losses.

Where others name a space, a foreign war is named by the number of its card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.forces import LAND_TYPES, fewest, is_representable, just, less
from engine.here_i_stand.losses import Toll, lost_by, pool_of
from engine.here_i_stand.records import ForeignWarState, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, Power, SpaceId, UnitType

_RULE: Final = "21.7"

# ------------------------------------------------------------------ queries


def wars_of(s: HisState, owner: Power) -> list[ForeignWarState]:
    """Foreign wars that a power fights."""
    return [war for war in s.foreign_wars if owner_of(s, war) is owner]


def owner_of(s: HisState, war: ForeignWarState) -> Power:
    """Whose war it is."""
    return s.board.tables.foreign_wars[war.card].power


def war_on(s: HisState, card: CardNumber) -> ForeignWarState:
    """The war of a card. Raises ValueError when it is not on."""
    for war in s.foreign_wars:
        if war.card == card:
            return war
    raise ValueError(f"the war of card {card} is not on")


def leaders_at_war(s: HisState, war: ForeignWarState) -> list[LeaderId]:
    """Leaders on the card."""
    return [leader for leader, state in s.leaders.items() if state.card == war.card]


def war_in_need(s: HisState, owner: Power) -> ForeignWarState | None:
    """R76: the foreign war onto which new land units of a power must go; None where they are free."""
    if s.setting("foreign_war_building") != "forced":
        return None
    return next((war for war in wars_of(s, owner) if war.units.strength < war.required), None)


def forced_war(s: HisState, owner: Power, kind: UnitType) -> ForeignWarState | None:
    """R76: the same, where a unit of a type can be laid out on the card."""
    war = war_in_need(s, owner)
    return war if war is not None and has_counter(s, war, kind) else None


def has_counter(s: HisState, war: ForeignWarState, kind: UnitType) -> bool:
    """5.2: whether one unit more can be laid out on the card."""
    war.units.add(just(kind, 1))
    fits = is_representable(s, owner_of(s, war))
    war.units.take(just(kind, 1))
    return fits


# ------------------------------------------------------------------ changes


def add_to_war(s: HisState, war: ForeignWarState, owner: Power, kind: UnitType, *, rule: str) -> bool:
    """21.7: one new unit on the card of a foreign war, if it can be laid out."""
    if not has_counter(s, war, kind):
        return False
    war.units.add(just(kind, 1))
    facts: dict[str, Json] = {"power": owner, "card": war.card, "unit": kind, "count": 1}
    tell(s, Event("units_to_war", rule, facts))
    return True


def lose_at_war(s: HisState, card: CardNumber, count: int) -> Flow[None]:
    """14-9: so many units on a card die, which of them as their power chooses; then what the counters demand (5.2)."""
    yield from _lose(s, card, count, _RULE)
    ways = _further(s, war_on(s, card))
    if not ways[0].strength:
        return
    if len(ways) == 1:
        _remove(s, war_on(s, card), ways[0], "5.2")
        return
    wish = yield from _chosen(s, card, ways[0].strength, "5.2")
    _remove(s, war_on(s, card), max(ways, key=lambda way: _shared(way, wish)), "5.2")


def _lose(s: HisState, card: CardNumber, count: int, rule: str) -> Flow[None]:
    lost = yield from _chosen(s, card, count, rule)
    _remove(s, war_on(s, card), lost, rule)


def _chosen(s: HisState, card: CardNumber, count: int, rule: str) -> Flow[Land]:
    """D38: the units that a power gives up first."""
    war = war_on(s, card)
    owner = owner_of(s, war)
    count = min(count, war.units.strength)
    toll = Toll(owner, SpaceId(str(card)), count, pool_of({owner: replace(war.units)}), rule=rule)
    (lost,) = yield from lost_by(s, [toll])
    return lost.get(owner, Land())


def _shared(one: Land, other: Land) -> int:
    return sum(min(one.of(kind), other.of(kind)) for kind in LAND_TYPES)


def _further(s: HisState, war: ForeignWarState) -> list[Land]:
    """5.2: the ways to take the fewest units more so that the rest can be laid out."""
    return fewest(replace(war.units), lambda loss: _fits_without(s, war, loss))


def _fits_without(s: HisState, war: ForeignWarState, loss: Land) -> bool:
    before = war.units
    war.units = less(before, loss)
    fits = is_representable(s, owner_of(s, war))
    war.units = before
    return fits


def _remove(s: HisState, war: ForeignWarState, units: Land, rule: str) -> None:
    """The same event as for losses in a space."""
    if not units.strength:
        return
    war.units.take(units)
    facts: dict[str, Json] = {
        "power": owner_of(s, war), "space": str(war.card), "count": units.strength, "regulars": units.regulars,
        "mercenaries": units.mercenaries, "cavalry": units.cavalry,
    }  # fmt: skip
    tell(s, Event("losses", rule, facts))


# ------------------------------------------------------------------ what must hold


def war_fault(s: HisState) -> str:
    """What is wrong about the foreign wars between two steps, or nothing: each is on once and has enemies, no more
    units than its card wants, and one leader of its power at most."""
    cards = [war.card for war in s.foreign_wars]
    if len(set(cards)) != len(cards):
        return f"a foreign war is on twice: {cards}"
    for war in s.foreign_wars:
        leaders = leaders_at_war(s, war)
        if war.enemies < 1 or not 0 <= war.units.strength <= war.required:
            return f"the foreign war {war.card} has {war.units} against {war.enemies}"
        if len(leaders) > 1 or any(s.master(s.leaders[leader].power) is not owner_of(s, war) for leader in leaders):
            return f"the leaders of the foreign war {war.card} are {leaders}"
    lost = [leader for leader, state in s.leaders.items() if state.card is not None and state.card not in cards]
    return f"{lost} fight in a foreign war that is not on" if lost else ""
