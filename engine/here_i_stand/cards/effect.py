"""The pattern that every event of a card fills in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.decision import Reason
from engine.core.flow import Flow
from engine.here_i_stand.deck import Use
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power


def always(s: HisState, power: Power) -> Reason | None:
    """No condition."""
    return None


@dataclass(frozen=True, slots=True)
class Effect:
    """One way of using the text of a card in the own impulse.

    `play` is called with the power that plays the card; the power named in a step of the card decides it; what it gives
    says what becomes of the card, where that depends (None: it had its effect). `why_not`: the conditions of the text
    (R11). `announce`: names what everybody must know before the event may be cancelled (the reformer of card 5); it
    stands in `Impulse.target`.
    """

    card: CardNumber
    mode: str
    play: Callable[[HisState, Power], Flow[Use | None]]
    why_not: Callable[[HisState, Power], Reason | None] = always
    announce: Callable[[HisState, Power], Flow[str]] | None = None
