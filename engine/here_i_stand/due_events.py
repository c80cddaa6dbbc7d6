"""19.8, cards.md 6: events that are overdue happen at the end of Winter (`winter_forced`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.cards import due
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.deck import Use, put_away
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Milestone, Power

_ORDER: Final[Mapping[Milestone, CardNumber]] = {
    Milestone.CLEMENT_VII: due.CLEMENT_VII,
    Milestone.BARBARY_PIRATES: due.BARBARY_PIRATES,
    Milestone.SCHMALKALDIC_LEAGUE: due.SCHMALKALDIC_LEAGUE,
    Milestone.PAUL_III: due.PAUL_III,
    Milestone.SOCIETY_OF_JESUS: due.SOCIETY_OF_JESUS,
}
"""The order of several at once."""
_EFFECTS: Final[Mapping[CardNumber, Effect]] = {effect.card: effect for effect in due.EFFECTS}


def overdue(s: HisState) -> list[CardNumber]:
    """19.8: cards whose event should have happened by the end of this turn, in order."""
    table = s.board.tables.mandatory_due
    return [card for event, card in _ORDER.items() if not s.has_happened(event) and s.turn >= table[event]]


def force_due_events(s: HisState) -> Flow[None]:
    """19.8: whatever their conditions, and without CP; the card is taken from wherever it lies. D77"""
    for card in overdue(s):
        if not _fetch(s, card):
            continue
        tell(s, Event("forced_event", "19.8", {"card": card}))
        yield from _EFFECTS[card].play(s, _DECIDES.get(card, Power.OTTOMAN))
        put_away(s, card, Use.EVENT)


_DECIDES: Final[Mapping[CardNumber, Power]] = {
    due.CLEMENT_VII: Power.PAPACY,
    due.SCHMALKALDIC_LEAGUE: Power.PROTESTANT,
    due.PAUL_III: Power.PAPACY,
    due.SOCIETY_OF_JESUS: Power.PAPACY,
}
"""Whom an event concerns; nobody has played it."""


def _fetch(s: HisState, card: CardNumber) -> bool:
    """The card lies beside the map. Never taken from a hand: its holder must play it (6.1), so that it can be in one
    only if it was drawn after the last impulse; False then."""
    for pile in (s.deck, s.discard, s.waiting, s.set_aside):
        if card in pile:
            pile.remove(card)
            s.beside_map.append(card)
            return True
    return False
