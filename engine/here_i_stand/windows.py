"""cards.md 4, Appendix C: the windows in which powers may play cards while another one acts.

Who is asked follows from what everybody knows, never from a hand; what a power may answer is what it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from engine.core.decision import Decision, Json, Reason, Seat
from engine.core.flow import Flow
from engine.core.options import Alternative, OrderAnswer
from engine.here_i_stand.asking import Why, chosen, first_of, question
from engine.here_i_stand.hands import may_hold_any
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, CardType, Clock, Power, RulerId

_NOT_POSSIBLE: Final = Reason("not_possible_now", "6.1")

Plays = Callable[[Power], "list[Alternative]"]
"""What a power may answer with the cards that it holds."""
WhyOf = Callable[[Power], Why]
"""What bars an answer of a power; without it, that it is not among those that are listed."""


class Wait(StrEnum):
    """How long a window waits for answers (cards.md 9.4): the fact `wait` of its questions."""

    NEVER = "never"
    """Class A: standing orders only."""
    ONCE = "once"
    """Class B: once in an impulse."""
    ALWAYS = "always"
    """Class C."""


def in_order(s: HisState) -> tuple[Power, ...]:
    """R15: all powers in impulse order, from the active one, or by the switch `window_order` from the first."""
    active_first = s.impulse is not None and s.setting("window_order") == "from_active_power"
    start = MAJORS.index(s.impulse.power) if s.impulse is not None and active_first else 0
    return (*MAJORS[start:], *MAJORS[:start])


def is_asked(s: HisState, power: Power, cards: Sequence[CardNumber]) -> bool:
    """Whether a power could hold one of the cards; England under Mary plays no response or combat cards (Appendix
    C-3)."""
    if power is Power.ENGLAND and s.powers[power].ruler == RulerId("mary_i"):
        cards = [card for card in cards if s.board.cards[card].type not in (CardType.RESPONSE, CardType.COMBAT)]
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
    why_of: WhyOf | None = None,
    wait: Wait = Wait.ALWAYS,
) -> Flow[tuple[Power, Alternative] | None]:
    """Ask once around: the first power in order that plays something, and what. The caller carries it out and asks
    again until all decline in a row (R15)."""
    known: dict[str, Json] = {"window": name, "wait": wait, **(facts or {})}

    def why(power: Power) -> Why:
        return why_of(power) if why_of is not None else _among(plays(power))

    asked = [_decision(s, name, kind, power, plays, why, known) for power in powers if is_asked(s, power, cards)]
    while asked:
        if wait is Wait.NEVER:
            s.clock = Clock.STANDING
        found = yield from first_of(asked)
        if found is None:
            return None
        power, answer = found
        wish = chosen(answer, list, why(power))
        if wish is not None:
            return power, wish
        asked = [decision for decision in asked if decision.seat != Seat(power)]
    return None


def _among(possible: list[Alternative]) -> Why:
    return lambda one: None if one in possible else _NOT_POSSIBLE


def _decision(
    s: HisState, name: str, kind: str, power: Power, plays: Plays, why: WhyOf, facts: Mapping[str, Json]
) -> Decision[OrderAnswer]:
    return question(
        s, kind, power, lambda: plays(power), list,
        why=lambda wish: why(power)(wish), about=name, facts={**facts, "asked": power},
    )  # fmt: skip


def any_time(s: HisState) -> Flow[None]:
    """`any_time_action_phase`, at the border of two impulses: Landsknechts, Swiss Mercenaries, Halley's Comet. D65"""
    from engine.here_i_stand.cards.responses import at_border

    yield from at_border(s)
