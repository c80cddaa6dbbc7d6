"""9.5 A power pays to be rid of an excommunication.

`absolution` (all marked powers together): do="pay"; carried out in impulse order.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, chosen, question
from engine.here_i_stand.card_moves import discard_at_random
from engine.here_i_stand.relations import PAPAL_BULL, lift_excommunication
from engine.here_i_stand.saint_peters import build_saint_peters
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power

PAY: Final = "pay"


def why_no_absolution(s: HisState, power: Power) -> Reason | None:
    """9.5, R52: why a power can't pay now; None when it can."""
    facts: dict[str, Json] = {"power": power}
    markers = [marker for marker in s.powers[power].minus_cards if marker.card == PAPAL_BULL]
    if not markers:
        return Reason("not_excommunicated", "9.5", facts)
    if all(marker.turn >= s.turn for marker in markers):
        return Reason("excommunicated_this_turn", "9.5", facts)
    return None if s.powers[power].hand else Reason("no_card_to_draw", "R52", facts)


def absolve(s: HisState) -> Flow[None]:
    """9.5 D15: all powers that could pay are asked together."""
    asked = [_question_of(s, power) for power in MAJORS if why_no_absolution(s, power) is None]
    answers = yield from ask_each(asked)
    for power, answer in answers.items():
        if chosen(answer, list, partial(_why_not, s, power)) is not None:
            yield from _pay(s, power)


def _pay(s: HisState, power: Power) -> Flow[None]:
    """The CP of a random card go to Saint Peter's, also those of a mandatory card."""
    tell(s, Event("absolution_bought", "9.5", {"power": power}))
    card = yield from discard_at_random(s, power, rule="9.5")
    if card is not None:
        build_saint_peters(s, s.board.cards[card].cp, rule="9.5")
    lift_excommunication(s, power, rule="9.5")


def _question_of(s: HisState, power: Power) -> Decision[OrderAnswer]:
    ways = [blank("absolution", do=PAY)]
    facts: dict[str, Json] = {"power": power, "cards": len(s.powers[power].hand)}
    return question(s, "absolution", power, lambda: ways, list, why=partial(_why_not, s, power), facts=facts)


def _why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    if wish["do"] != PAY:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    return why_no_absolution(s, power)
