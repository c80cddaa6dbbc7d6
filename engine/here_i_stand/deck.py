"""6.2, cards.md 7: how cards come into the deck, are drawn, and leave."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.core.decision import Json, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, shuffled
from engine.here_i_stand.board.cards import Card
from engine.here_i_stand.records import Played
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    CardEntry,
    CardNumber,
    CardRemoval,
    CardType,
    Heir,
    Power,
    RulerId,
    ScenarioId,
)

EDWARD_VI, MARY_I, ELIZABETH_I = CardNumber(19), CardNumber(21), CardNumber(23)
DISSOLUTION = CardNumber(63)
CABOT = CardNumber(99)
"""Lies beside the map while he is at sea: only then it is known what becomes of the card."""
TOURNAMENT = ScenarioId("tournament")
_RESULT_HEALTHY = 6
"""The line of the pregnancy chart after which Mary and Elizabeth never rule (cards.md 6)."""
_FROM_TURN = 7
"""Elizabeth's card does not come before."""


class Use(StrEnum):
    """What became of a card that leaves a hand."""

    SPENT = "spent"
    """For command points, a declaration of war, the Diet; or discarded."""
    EVENT = "event"
    """Its text was used and had its effect."""
    NO_EFFECT = "no_effect"
    """A mandatory card whose condition is not met (R11), or an event that was cancelled."""


# ------------------------------------------------------------------ queries: what enters


def entering(s: HisState) -> list[CardNumber]:
    """8.2-5, R51: the waiting cards that enter the deck in this turn's Card Draw phase, by number."""
    return [number for number in s.waiting if _enters(s, s.board.cards[number])]


def leaving_unused(s: HisState) -> list[CardNumber]:
    """cards.md 6: cards of Mary and Elizabeth that never enter, because healthy Edward is born."""
    if _RESULT_HEALTHY not in s.tudors.results:
        return []
    return [number for number in (MARY_I, ELIZABETH_I) if number in s.waiting]


def _enters(s: HisState, card: Card) -> bool:
    if card.entry is CardEntry.VARIABLE:
        if card.number == ELIZABETH_I:
            return _elizabeth_enters(s)
        return 0 < s.tudors.boleyn_turn < s.turn
    due = card.entry_turn is not None and card.entry_turn <= s.turn
    if not due or card.entry is CardEntry.TURN:
        return due
    return _edward_enters(s) if card.number == EDWARD_VI else _mary_enters(s)


def _edward_enters(s: HisState) -> bool:
    return s.tudors.edward is not Heir.NONE and s.powers[Power.ENGLAND].ruler == RulerId("henry_viii")


def _mary_enters(s: HisState) -> bool:
    if _RESULT_HEALTHY in s.tudors.results:
        return False
    sickly = s.tudors.edward is Heir.SICKLY and s.powers[Power.ENGLAND].ruler == RulerId("edward_vi")
    return s.tudors.edward is Heir.NONE or sickly


def _elizabeth_enters(s: HisState) -> bool:
    """8.2: the first turn after Mary took the throne, if Elizabeth is born."""
    if _RESULT_HEALTHY in s.tudors.results or not s.tudors.elizabeth_born or s.turn < _FROM_TURN:
        return False
    return s.powers[Power.ENGLAND].ruler == RulerId("mary_i") and 0 < s.tudors.mary_turn < s.turn


# ------------------------------------------------------------------ changes: a turn's deck


def add_new_cards(s: HisState) -> None:
    """8.2-5: cards of this turn, and those whose condition has come true, join the deck; in the tournament England's
    card 63 is put aside for it (cards.md 7-8)."""
    gone = leaving_unused(s)
    for number in gone:
        s.waiting.remove(number)
        s.removed.append(number)
    new = entering(s)
    for number in new:
        s.waiting.remove(number)
        aside = number == DISSOLUTION and s.scenario == TOURNAMENT
        (s.set_aside if aside else s.deck).append(number)
    if new or gone:
        tell(s, Event("cards_enter", "8.2", {"cards": _numbers(new), "removed": _numbers(gone)}))


def collect(s: HisState) -> None:
    """6.2: undealt cards and the whole discard pile are one deck, by number until it is shuffled."""
    s.deck = sorted([*s.deck, *s.discard])
    s.discard = []


# ------------------------------------------------------------------ changes: cards after their use


def lay_out(s: HisState, power: Power, card: CardNumber) -> None:
    """cards.md 3: a card that is played lies beside the map until it is put away. Raises ValueError when the power
    does not hold it."""
    state = s.powers[power]
    (state.home_cards if card in state.home_cards else state.hand).remove(card)
    s.beside_map.append(card)


def put_away(s: HisState, card: CardNumber, use: Use) -> None:
    """6.2, cards.md 3-7: where a card goes that lies beside the map. Raises ValueError when it does not lie there."""
    s.beside_map.remove(card)
    data = s.board.cards[card]
    if data.owner is not None:
        s.powers[data.owner].spent_home_cards = sorted([*s.powers[data.owner].spent_home_cards, card])
        return
    pile = _pile(s, data, use)
    pile.append(card)
    if pile is s.removed:
        tell(s, Event("card_removed", "6.2", {"card": card}))


def _pile(s: HisState, card: Card, use: Use) -> list[CardNumber]:
    if use is not Use.EVENT:
        return s.discard
    if card.number in s.board.tables.foreign_wars or (card.number == CABOT and _cabot_sails(s)):
        return s.beside_map
    if card.removal in (CardRemoval.IF_EVENT, CardRemoval.AFTER_PLAY, CardRemoval.CONDITIONAL):
        return s.removed
    return s.ruling if card.removal is CardRemoval.BECOMES_RULER else s.discard


def _cabot_sails(s: HisState) -> bool:
    """99: whether a Cabot is at sea; no other explorer comes by a card."""
    explorers = s.board.explorers.values()
    return any(one.by == explorer.id and not explorer.in_pool for one in s.new_world.crossing for explorer in explorers)


def note_played(s: HisState, power: Power, card: CardNumber) -> None:
    """6.2: a power has used the text of a card this turn."""
    for played in s.this_turn.played:
        if played.power is power:
            played.cards.append(card)
            return
    s.this_turn.played.append(Played(power, [card]))


# ------------------------------------------------------------------ drawing


def reshuffle(s: HisState) -> Flow[None]:
    """R10: the discard pile, without mandatory cards played this turn, is the new deck; by the switch `deck_exhausted`
    all of it, or nothing."""
    choice = s.setting("deck_exhausted")
    if choice == "no_draw":
        return
    again = [number for number in s.discard if choice == "reshuffle_all" or not _played_mandatory(s, number)]
    deck = yield from shuffled("new deck", sorted(again), rule="6.2")
    s.discard = [number for number in s.discard if number not in deck]
    s.deck = [*deck, *s.deck]
    tell(s, Event("deck_reshuffled", "6.2", {"count": len(deck)}))


def draw(s: HisState, power: Power, count: int, *, rule: str) -> Flow[int]:
    """6.2: a power draws cards from the deck; gives how many there were. Only the power sees which."""
    cards: list[CardNumber] = []
    while len(cards) < count:
        if not s.deck:
            yield from reshuffle(s)
        if not s.deck:
            break
        card = s.deck.pop()
        s.give(power, card)
        cards.append(card)
    tell_drawn(s, power, cards, rule=rule)
    return len(cards)


def tell_drawn(s: HisState, power: Power, cards: Sequence[CardNumber], *, rule: str) -> None:
    """0.3: everybody knows how many cards a power got, only the power which."""
    facts: dict[str, Json] = {"power": power, "count": len(cards), "cards": _numbers(cards)}
    seen: dict[str, Json] = {"power": power, "count": len(cards)}
    tell(s, Event("cards_drawn", rule, facts, only=(Seat(power),), others_see=seen))


def _played_mandatory(s: HisState, number: CardNumber) -> bool:
    played = any(number in one.cards for one in s.this_turn.played)
    return played and s.board.cards[number].type is CardType.MANDATORY


def _numbers(cards: Sequence[CardNumber]) -> list[Json]:
    return list(cards)
