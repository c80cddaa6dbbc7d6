"""Hands: how many cards a power gets (4, 6.2), what it may keep (11), and what everybody knows of them (0.3)."""

from __future__ import annotations

from engine.core.decision import Reason
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, CardType, Phase, Power

# ------------------------------------------------------------------ 6.2 the deal


def base_cards(s: HisState, power: Power) -> int:
    """4: by keys that are not in unrest; for the Protestants by electorates they control."""
    if power is Power.PROTESTANT:
        own = [space for space in s.board.map.electorates if s.spaces[space].controller is power]
        rule = s.board.electorate_cards
        return rule.many if len(own) >= rule.enough else rule.otherwise
    return s.board.powers[power].base_cards(len(s.keys(power)))


def cards_due(s: HisState, power: Power, riches: int = 0) -> int:
    """6.2, R43: base cards, the ruler's bonus and extras, less one for each "-1 Card" marker, and never below 0."""
    state = s.powers[power]
    extras = riches + (s.plan.extra_cards[power] if s.turn == s.plan.first_turn else 0)
    bonus = s.board.rulers[state.ruler].bonus
    return max(0, base_cards(s, power) + bonus + extras - len(state.minus_cards))


def return_home_cards(s: HisState) -> None:
    """6.1, 8.2-1: home cards go back to the hands."""
    for state in s.powers.values():
        state.home_cards = sorted([*state.home_cards, *state.spent_home_cards])
        state.spent_home_cards = []


# ------------------------------------------------------------------ 11 holding limits


def admin(s: HisState, power: Power) -> int:
    """3: the cards a power may keep for the next turn."""
    return s.board.rulers[s.powers[power].ruler].admin


def mandatory_cards(s: HisState, power: Power) -> list[CardNumber]:
    """Mandatory cards in a hand."""
    return [card for card in s.powers[power].hand if s.board.cards[card].mandatory]


def why_no_pass(s: HisState, power: Power) -> Reason | None:
    """11: why a power may not pass; None when it may."""
    state = s.powers[power]
    if state.home_cards:
        return Reason("home_card_in_hand", "11", {"power": power})
    if mandatory_cards(s, power):
        return Reason("mandatory_card_in_hand", "11", {"power": power})
    limit = admin(s, power)
    if len(state.hand) > limit:
        return Reason("too_many_cards_to_pass", "11", {"power": power, "count": len(state.hand), "limit": limit})
    return None


def must_pass(s: HisState, power: Power) -> bool:
    """11: with an empty hand."""
    return hand_size(s, power) == 0


def discardable(s: HisState, power: Power) -> list[CardNumber]:
    """6.1, R74: cards that the owner may choose to discard: no home card, no mandatory one."""
    return [card for card in s.powers[power].hand if not s.board.cards[card].mandatory]


# ------------------------------------------------------------------ 0.3 public knowledge


def hand_size(s: HisState, power: Power) -> int:
    """R40: the number of cards in a hand is public, home cards included."""
    return len(s.powers[power].hand) + len(s.powers[power].home_cards)


def may_hold(s: HisState, power: Power, card: CardNumber) -> bool:
    """Whether a power could hold a card, as far as everybody knows; the answer never follows from a hidden card.

    Public are the home cards, all cards that lie openly or wait for their turn, and the number of cards in a hand. A
    mandatory card is in no hand in Winter (6.1, cards.md 6), and before the first deal the hands are those of the
    set-up (1).
    """
    state = s.powers[power]
    if s.board.cards[card].type is CardType.HOME:
        return card in state.home_cards
    if s.phase is Phase.LUTHERS_95_THESES:
        return card in state.hand
    if not state.hand or card in _in_the_open(s):
        return False
    return not (s.phase is Phase.WINTER and s.board.cards[card].mandatory)


def may_hold_any(s: HisState, power: Power, *cards: CardNumber) -> bool:
    """Whether a power could hold one of these cards, as far as everybody knows."""
    return any(may_hold(s, power, card) for card in cards)


def _in_the_open(s: HisState) -> list[CardNumber]:
    return [*s.discard, *s.removed, *s.waiting, *s.set_aside, *s.ruling, *s.beside_map]
