"""All events that can be played in the own impulse, by card and way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.core.flow import Flow
from engine.here_i_stand.cards import (
    alliances,
    comet,
    draws,
    due,
    faith,
    glory,
    homes,
    leaders,
    mercenary_cards,
    places,
    recruits,
    sack,
    scots,
    succession,
    treachery,
    unrest_events,
)
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.later import LATER
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power


def _later(s: HisState, power: Power) -> Flow[None]:
    yield from ()


_LATER: Final = tuple(Effect(CardNumber(card), mode, _later, later=chapter) for (card, mode), chapter in LATER.items())
_GROUPS: Final[tuple[Iterable[Effect], ...]] = (
    _LATER,
    alliances.EFFECTS,
    comet.EFFECTS,
    draws.EFFECTS,
    due.EFFECTS,
    faith.EFFECTS,
    glory.EFFECTS,
    homes.EFFECTS,
    leaders.EFFECTS,
    mercenary_cards.EFFECTS,
    places.EFFECTS,
    recruits.EFFECTS,
    sack.EFFECTS,
    scots.EFFECTS,
    succession.EFFECTS,
    treachery.EFFECTS,
    unrest_events.EFFECTS,
)
"""The effects of the modules beside this one."""

EFFECTS: Final[Mapping[tuple[CardNumber, str], Effect]] = {
    (effect.card, effect.mode): effect for group in _GROUPS for effect in group
}


def effect_of(card: CardNumber, mode: str) -> Effect:
    """The event; one of a chapter that is not built yet where there is none."""
    return EFFECTS.get((card, mode)) or Effect(card, mode, _later, later="18")
