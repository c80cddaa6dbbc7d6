"""6.1, 0.3: cards that go from a hand to another one or to the discard pile, by chance or by choice."""

from __future__ import annotations

from engine.core.decision import Json, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, draw_at_random
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power


def random_card(s: HisState, power: Power, *, rule: str) -> Flow[CardNumber | None]:
    """A card of a hand drawn by chance, home cards left out (6.1); None from an empty hand. It stays where it is."""
    hand = s.powers[power].hand
    if not hand:
        return None
    card = yield from draw_at_random(f"card of {power}", list(hand), rule=rule)
    return card


def take_at_random(s: HisState, taker: Power, giver: Power, *, rule: str) -> Flow[CardNumber | None]:
    """A random card of one hand goes into another. Only the two learn which."""
    card = yield from random_card(s, giver, rule=rule)
    if card is not None:
        hand_over(s, giver, taker, card, rule=rule)
    return card


def hand_over(s: HisState, giver: Power, taker: Power, card: CardNumber, *, rule: str) -> None:
    """A card goes from hand to hand. Raises ValueError when it is not there."""
    if giver is not taker:
        s.powers[giver].hand.remove(card)
        s.give(taker, card)
    seen: dict[str, Json] = {"power": taker, "rival": giver, "count": 1}
    tell(s, Event("card_handed_over", rule, {**seen, "card": card}, (Seat(taker), Seat(giver)), seen))


def discard(s: HisState, power: Power, card: CardNumber, *, rule: str) -> None:
    """A card goes from a hand to the discard pile; a home card is used for this turn. Raises ValueError when it is not
    there."""
    s.spend(power, card)
    tell(s, Event("card_discarded", rule, {"power": power, "card": card}))


def discard_at_random(s: HisState, power: Power, *, rule: str) -> Flow[CardNumber | None]:
    """A random card of a hand is discarded, a mandatory one without effect (6.1)."""
    card = yield from random_card(s, power, rule=rule)
    if card is not None:
        discard(s, power, card, rule=rule)
    return card


def retrieve(s: HisState, power: Power, card: CardNumber, *, rule: str) -> None:
    """A card goes from the discard pile into a hand; everybody sees it. Raises ValueError when it is not there."""
    s.discard.remove(card)
    s.give(power, card)
    tell(s, Event("card_retrieved", rule, {"power": power, "card": card}))


def used_by(s: HisState, power: Power, card: CardNumber) -> bool:
    """6.2: whether a power has used the text of a card this turn."""
    return any(card in played.cards for played in s.this_turn.played if played.power is power)
