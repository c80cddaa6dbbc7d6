"""cards.md 4.1 `event_declared`: an announced event may be cancelled, by cards 37 The Wartburg, 115 Thomas Cromwell."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.cards.faith import commit
from engine.here_i_stand.cards.in_window import (
    THE_WARTBURG,
    THOMAS_CROMWELL,
    candidates,
    holds,
    is_open,
    response,
    use,
)
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, CardType, DebaterId, Power, Standing, TurnMarker
from engine.here_i_stand.windows import in_order, window

PAPAL_BULL: Final = CardNumber(5)
LEIPZIG_DEBATE: Final = CardNumber(6)
LUTHER: Final = DebaterId("luther")
CRANMER: Final = "cranmer"
_NAME: Final = "event_declared"
_REFORMER: Final = "a"
"""The way of card 5 that excommunicates a reformer."""

# ------------------------------------------------------------------ queries


def is_alive(s: HisState) -> bool:
    """37: whether Luther lives, committed or excommunicated too."""
    return s.debaters[LUTHER] in (Standing.READY, Standing.COMMITTED, Standing.AWAY)


def can_be_cancelled(s: HisState, card: CardNumber) -> bool:
    """37: events, and of the home cards 5 and 6; no mandatory, response or combat card."""
    return s.board.cards[card].type is CardType.EVENT or card in (PAPAL_BULL, LEIPZIG_DEBATE)


def _against(s: HisState, power: Power, card: CardNumber, mode: str, asked: Power) -> list[CardNumber]:
    """The cards with which a power could cancel the event, by public facts."""
    found: list[CardNumber] = []
    if asked is Power.PROTESTANT and power is not asked and is_alive(s) and can_be_cancelled(s, card):
        found.append(THE_WARTBURG)
    if THOMAS_CROMWELL in s.board.cards and asked is not Power.PAPACY and _is_against_cranmer(s, card, mode):
        found.append(THOMAS_CROMWELL)
    return found


def _is_against_cranmer(s: HisState, card: CardNumber, mode: str) -> bool:
    target = "" if s.impulse is None else s.impulse.target
    return card == PAPAL_BULL and mode == _REFORMER and target == CRANMER


# ------------------------------------------------------------------ the window


def is_cancelled(s: HisState, power: Power, card: CardNumber, mode: str) -> Flow[bool]:
    """Whether somebody cancels the event: the Protestants, then anybody who would save Cranmer. D64

    The event has no effect then, and its card is not removed; that is for the caller.
    """
    if not is_open(s):
        return False
    wartburg = yield from _played(s, power, card, mode, THE_WARTBURG, (Power.PROTESTANT,))
    if wartburg:
        _hide_luther(s)
        return True
    others = tuple(one for one in in_order(s) if one is not power)
    saved = yield from _played(s, power, card, mode, THOMAS_CROMWELL, others)
    return saved


def _played(
    s: HisState, power: Power, card: CardNumber, mode: str, against: CardNumber, powers: tuple[Power, ...]
) -> Flow[bool]:
    """Whether one of the powers plays the card that cancels."""
    asked = candidates(s, powers, lambda one: [against] if against in _against(s, power, card, mode, one) else [])
    facts: dict[str, Json] = {"power": power, "card": card, "mode": mode}
    if s.impulse is not None and s.impulse.target:
        facts["target"] = s.impulse.target
    found = yield from window(
        s, _NAME, asked, [against], lambda one: [response(against, "a")] if holds(s, one, against) else [], facts
    )
    if found is None:
        return False
    use(s, found[0], against, "a", _NAME, kept=True, target=card)
    return True


def _hide_luther(s: HisState) -> None:
    """37: Luther is committed; no debates called by the Protestants, no Luther by card 7 this turn."""
    if s.debaters[LUTHER] is Standing.READY:
        commit(s, LUTHER, rule="6.1")
    if TurnMarker.WARTBURG not in s.this_turn.markers:
        s.this_turn.markers.append(TurnMarker.WARTBURG)
        tell(s, Event("turn_marker", "6.1", {"marker": TurnMarker.WARTBURG}))
