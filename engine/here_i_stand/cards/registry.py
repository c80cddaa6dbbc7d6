"""All events that can be played in the own impulse, by card and way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.here_i_stand.cards import (
    alliances,
    bull,
    comet,
    council,
    courts,
    disputations,
    draws,
    due,
    faith,
    foreign_wars,
    glory,
    homes,
    inquisition,
    leaders,
    mercenary_cards,
    places,
    preaching,
    recruits,
    reformation,
    sack,
    scots,
    succession,
    treachery,
    unrest_events,
    voyages,
)
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.terms import CardNumber

_GROUPS: Final[tuple[Iterable[Effect], ...]] = (
    alliances.EFFECTS,
    bull.EFFECTS,
    comet.EFFECTS,
    council.EFFECTS,
    courts.EFFECTS,
    disputations.EFFECTS,
    draws.EFFECTS,
    due.EFFECTS,
    faith.EFFECTS,
    foreign_wars.EFFECTS,
    glory.EFFECTS,
    homes.EFFECTS,
    inquisition.EFFECTS,
    leaders.EFFECTS,
    mercenary_cards.EFFECTS,
    places.EFFECTS,
    preaching.EFFECTS,
    recruits.EFFECTS,
    reformation.EFFECTS,
    sack.EFFECTS,
    scots.EFFECTS,
    succession.EFFECTS,
    treachery.EFFECTS,
    unrest_events.EFFECTS,
    voyages.EFFECTS,
)
"""The effects of the modules beside this one."""

EFFECTS: Final[Mapping[tuple[CardNumber, str], Effect]] = {
    (effect.card, effect.mode): effect for group in _GROUPS for effect in group
}


def effect_of(card: CardNumber, mode: str) -> Effect:
    """The event of a card in one of its ways. Raises KeyError for a way that is none of the own impulse."""
    return EFFECTS[card, mode]
