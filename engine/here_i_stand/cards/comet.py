"""Card 38 Halley's Comet: a random discard, or an impulse that does not take place (R14, C-13)."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.core.decision import Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.card_moves import discard_at_random
from engine.here_i_stand.cards.choosing import pick_power
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.in_window import HALLEYS_COMET, holds, not_held, response, use
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Act, CardNumber, Power

_DISCARD, _SKIP = "a", "b"

# ------------------------------------------------------------------ queries


def targets(s: HisState, power: Power, mode: str) -> list[Power]:
    """Whom the comet may meet: another power that holds a card other than its home cards; any power whose impulse
    takes place."""
    if mode == _DISCARD:
        return [other for other in MAJORS if other is not power and s.powers[other].hand]
    return [other for other in MAJORS if other not in s.this_turn.skipped]


def fitting(s: HisState, power: Power) -> list[CardNumber]:
    """The card, if it could do something for a power now."""
    return [HALLEYS_COMET] if any(targets(s, power, mode) for mode in (_DISCARD, _SKIP)) else []


def plays(s: HisState, power: Power) -> list[Alternative]:
    """The answers of a power that holds the card."""
    if not holds(s, power, HALLEYS_COMET):
        return []
    return [
        response(HALLEYS_COMET, mode, power=target) for mode in (_DISCARD, _SKIP) for target in targets(s, power, mode)
    ]


def why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """Why a power can't play the card so; None when it can."""
    return None if wish in plays(s, power) else not_held(power, wish)


# ------------------------------------------------------------------ flows


def respond(s: HisState, power: Power, wish: Alternative, window: str) -> Flow[None]:
    """The card is played in a window."""
    target = Power(str(wish["power"]))
    use(s, power, HALLEYS_COMET, str(wish["mode"]), window, rival=target)
    yield from _meet(s, target, str(wish["mode"]))


def _meet(s: HisState, target: Power, mode: str) -> Flow[None]:
    if mode == _DISCARD:
        yield from discard_at_random(s, target, rule="6.1")
        return
    s.this_turn.skipped.append(target)
    tell(s, Event("impulse_will_be_skipped", "11", {"power": target}))


def _in_impulse(mode: str, s: HisState, power: Power) -> Flow[None]:
    """The card as the activity of the own impulse; a skip then meets an impulse that is still to come."""
    found = targets(s, power, mode)
    usual = next(
        (one for one in found if s.at_war(power, one)), next((one for one in found if one is not power), power)
    )
    target = yield from pick_power(s, power, found, HALLEYS_COMET, "discard" if mode == _DISCARD else "skip", usual)
    yield from _meet(s, target, mode)


def _why_no_event(mode: str, s: HisState, power: Power) -> Reason | None:
    if targets(s, power, mode):
        return None
    return Reason("no_use_of_card_now", "6.1", {"power": power, "card": HALLEYS_COMET})


EFFECTS: Final = tuple(
    Effect(HALLEYS_COMET, mode, partial(_in_impulse, mode), partial(_why_no_event, mode)) for mode in (_DISCARD, _SKIP)
)

# ------------------------------------------------------------------ the impulse that does not take place


def is_skipped(s: HisState, power: Power) -> bool:
    """38 b: whether the impulse of a power that would begin now does not take place."""
    return power in s.this_turn.skipped


def skip(s: HisState, power: Power) -> None:
    """R14, C-13: it is no card and no pass; six passes are counted anew. Raises ValueError when it takes place."""
    s.this_turn.skipped.remove(power)
    s.powers[power].last_act = Act.SKIPPED
    s.passes = 0
    tell(s, Event("impulse_skipped", "11", {"power": power, "card": HALLEYS_COMET}))
