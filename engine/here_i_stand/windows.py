"""cards.md 4, Appendix C: the windows in which powers may play cards while another one acts.

Who is asked follows from what everybody knows, never from a hand; what a power may answer is what it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core.decision import Decision, Json, Reason, Seat
from engine.core.flow import Flow
from engine.core.options import Alternative, OrderAnswer
from engine.here_i_stand.asking import Why, chosen, first_of, question
from engine.here_i_stand.hands import may_hold_any
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, Power, RulerId

_NOT_POSSIBLE: Final = Reason("not_possible_now", "6.1")

Plays = Callable[[Power], "list[Alternative]"]
"""What a power may answer with the cards that it holds."""


def in_order(s: HisState) -> tuple[Power, ...]:
    """R15: all powers in impulse order, from the active one."""
    start = MAJORS.index(s.impulse.power) if s.impulse is not None else 0
    return (*MAJORS[start:], *MAJORS[:start])


def is_asked(s: HisState, power: Power, cards: Sequence[CardNumber]) -> bool:
    """Whether a power could hold one of the cards; England under Mary plays none of them (Appendix C-3)."""
    if power is Power.ENGLAND and s.powers[power].ruler == RulerId("mary_i"):
        cards = [card for card in cards if s.board.cards[card].owner is not None]
    return may_hold_any(s, power, *cards)


def window(
    s: HisState,
    name: str,
    powers: Sequence[Power],
    cards: Sequence[CardNumber],
    plays: Plays,
    facts: Mapping[str, Json] | None = None,
    *,
    kind: str = "response",
) -> Flow[tuple[Power, Alternative] | None]:
    """Ask once around: the first power in order that plays something, and what. The caller carries it out and asks
    again until all decline in a row (R15)."""
    known: dict[str, Json] = {"window": name, **(facts or {})}
    asked = [_decision(s, name, kind, power, plays, known) for power in powers if is_asked(s, power, cards)]
    while asked:
        found = yield from first_of(asked)
        if found is None:
            return None
        power, answer = found
        wish = chosen(answer, list, _among(plays(power)))
        if wish is not None:
            return power, wish
        asked = [decision for decision in asked if decision.seat != Seat(power)]
    return None


def _among(possible: list[Alternative]) -> Why:
    return lambda one: None if one in possible else _NOT_POSSIBLE


def _decision(
    s: HisState, name: str, kind: str, power: Power, plays: Plays, facts: Mapping[str, Json]
) -> Decision[OrderAnswer]:
    return question(s, kind, power, lambda: plays(power), list, about=name, facts={**facts, "asked": power})


def any_time(s: HisState) -> Flow[None]:
    """`any_time_action_phase`, at the border of two impulses: Landsknechts, Swiss Mercenaries, Halley's Comet. D65"""
    yield from ()
