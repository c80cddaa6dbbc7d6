"""11, cards.md 3: a card is played for CP or as an event."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.cards.cancel import is_cancelled
from engine.here_i_stand.cards.registry import effect_of
from engine.here_i_stand.deck import Use, lay_out, note_played, put_away
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, CardType, Power, RulerId

CP: Final = "cp"
OWN_IMPULSE: Final = "own_impulse"
MARY_I: Final = RulerId("mary_i")
MANDATORY_CP: Final = 2
"""6.1: after the event of a mandatory card."""


def why_no_cp(s: HisState, power: Power, card: CardNumber) -> Reason | None:
    """6.1: why a card can't be played for CP; None when it can."""
    if s.board.cards[card].mandatory:
        return Reason("mandatory_card_for_cp", "6.1", {"power": power, "card": card})
    return None


def event_modes(s: HisState, card: CardNumber) -> list[str]:
    """The ways to use the text of a card in the own impulse."""
    return [effect.mode for effect in s.board.cards[card].effects if OWN_IMPULSE in effect.windows]


def why_no_event(s: HisState, power: Power, card: CardNumber, mode: str) -> Reason | None:
    """6.1, R11: why a card can't be played as an event in this way; None when it can."""
    data = s.board.cards[card]
    facts: dict[str, Json] = {"power": power, "card": card, "mode": mode}
    if mode not in event_modes(s, card):
        modes: list[Json] = list(event_modes(s, card))
        key = "no_event_in_impulse" if not modes else "name_way_of_event"
        return Reason(key, "6.1", {**facts, "modes": modes})
    way = next(effect for effect in data.effects if effect.mode == mode)
    if power not in way.eligible:
        return Reason("event_not_for_power", "6.1", facts)
    if data.type in (CardType.RESPONSE, CardType.COMBAT) and s.powers[power].ruler == MARY_I:
        return Reason("only_cp_under_mary", "21.3", facts)
    if data.mandatory:  # 6.1: it must be played, even one that a new deck brings back in the same turn (R10)
        return None
    if any(card in played.cards for played in s.this_turn.played):
        return Reason("event_once_a_turn", "6.2", facts)
    return effect_of(card, mode).why_not(s, power)


def play_for_cp(s: HisState, power: Power, card: CardNumber) -> None:
    """11: the card gives its CP."""
    lay_out(s, power, card)
    put_away(s, card, Use.SPENT)
    cp = s.board.cards[card].cp
    add_cp(s, cp)
    tell(s, Event("card_played_for_cp", "11", {"power": power, "card": card, "count": cp}))


def add_cp(s: HisState, cp: int) -> None:
    """CP for actions of this impulse."""
    assert s.impulse is not None
    s.impulse.cp += cp


def play_event(s: HisState, power: Power, card: CardNumber, mode: str) -> Flow[None]:
    """11, cards.md 3: an event: announced, perhaps cancelled, carried out; a mandatory one gives 2 CP."""
    data = s.board.cards[card]
    lay_out(s, power, card)
    facts: dict[str, Json] = {"power": power, "card": card, "mode": mode}
    effect = effect_of(card, mode)
    if effect.announce is not None and s.impulse is not None:
        s.impulse.target = facts["target"] = yield from effect.announce(s, power)
    tell(s, Event("event_played", "11", facts))
    if data.type is CardType.EVENT or data.owner is not None:
        cancelled = yield from is_cancelled(s, power, card, mode)
        if cancelled:
            tell(s, Event("event_cancelled", "6.1", facts))
            put_away(s, card, Use.SPENT)
            return
    note_played(s, power, card)
    use = yield from resolve(s, power, card, mode)
    if card in s.beside_map:
        put_away(s, card, use)
    if data.mandatory:
        add_cp(s, MANDATORY_CP)


def resolve(s: HisState, power: Power, card: CardNumber, mode: str) -> Flow[Use]:
    """The text of a card; R11: a mandatory event whose condition is not met happens without effect."""
    effect = effect_of(card, mode)
    facts: dict[str, Json] = {"power": power, "card": card, "mode": mode}
    if effect.why_not(s, power) is not None:
        tell(s, Event("event_without_effect", "6.1", facts))
        return Use.SPENT
    use = yield from effect.play(s, power)
    return use or Use.EVENT
