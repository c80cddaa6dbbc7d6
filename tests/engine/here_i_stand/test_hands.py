"""4, 6.1, 11, 0.3: how many cards a power gets, may keep, and what everybody knows of them."""

from __future__ import annotations

import random

import pytest

from engine.here_i_stand.hands import (
    base_cards,
    cards_due,
    discardable,
    hand_size,
    may_hold,
    may_hold_any,
    must_pass,
    return_home_cards,
    why_no_pass,
)
from engine.here_i_stand.records import MinusCard
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, Phase, Power, RulerId, SpaceId
from engine.here_i_stand.victory import base_vp
from tests.engine.here_i_stand.boards import SCENARIOS, start


def holding(s: HisState, power: Power, *cards: int) -> None:
    """That hand, from the deck, with the home cards played."""
    state = s.powers[power]
    state.spent_home_cards, state.home_cards = [*state.home_cards], []
    for card in cards:
        s.deck.remove(CardNumber(card))
        s.give(power, CardNumber(card))


def keys(s: HisState, power: Power, count: int) -> list[SpaceId]:
    """A power that controls just so many keys."""
    for space in s.board.map.keys:
        if s.spaces[space].controller is power:
            s.take_control(space, Power.INDEPENDENT)
    given = list(s.board.map.keys)[:count]
    for space in given:
        s.take_control(space, power)
    return given


def test_e06_unrest_on_keys() -> None:
    """E06: 7 keys, 2 in unrest: 4 cards, 10 VP; 11 keys, 1 in unrest: 6 cards, 20 VP."""
    s = start()
    for space in keys(s, Power.OTTOMAN, 7)[:2]:
        s.spaces[space].unrest = True
    assert (base_cards(s, Power.OTTOMAN), base_vp(s, Power.OTTOMAN)) == (4, 10)
    s = start()
    s.spaces[keys(s, Power.OTTOMAN, 11)[0]].unrest = True
    assert (base_cards(s, Power.OTTOMAN), base_vp(s, Power.OTTOMAN)) == (6, 20)


def test_e07_r43_no_keys_and_a_penalty() -> None:
    """E07: France without a key, Henry II, one "-1 Card": 0 cards, 0 VP; with Francis I 1 card."""
    s = start()
    keys(s, Power.FRANCE, 0)
    france = s.powers[Power.FRANCE]
    france.ruler = RulerId("henry_ii")
    france.minus_cards = [MinusCard(CardNumber(5), 1)]
    assert (cards_due(s, Power.FRANCE), base_vp(s, Power.FRANCE)) == (0, 0)
    france.ruler = RulerId("francis_i")
    assert cards_due(s, Power.FRANCE) == 1


def test_r43_never_below_nothing() -> None:
    s = start()
    keys(s, Power.HAPSBURG, 0)
    s.powers[Power.HAPSBURG].minus_cards = [MinusCard(CardNumber(5), 1), MinusCard(CardNumber(79), 1)]
    assert cards_due(s, Power.HAPSBURG) == 0


@pytest.mark.parametrize(("electorates", "cards"), [(3, 4), (4, 5), (6, 5)])
def test_the_protestants_get_cards_by_electorates(electorates: int, cards: int) -> None:
    """4: whatever their religion and unrest."""
    s = start()
    for space in s.board.map.electorates[:electorates]:
        s.take_control(space, Power.PROTESTANT)
        s.spaces[space].unrest = True
    assert base_cards(s, Power.PROTESTANT) == cards
    keys(s, Power.PROTESTANT, 5)
    assert base_cards(s, Power.PROTESTANT) == cards


def test_extra_cards_come_on_the_first_turn_only() -> None:
    """1.1"""
    s = start("1532")
    assert cards_due(s, Power.ENGLAND) == 4
    s.turn = 5
    assert cards_due(s, Power.ENGLAND) == 3
    assert cards_due(s, Power.ENGLAND, riches=2) == 5


def test_e22_may_it_pass() -> None:
    """E22: Luther (admin 2), home card played: 2 cards yes, 3 no; mandatory no; Leo X (0) with a card no."""
    s = start()
    assert why_no_pass(s, Power.PROTESTANT) is not None
    s.powers[Power.PROTESTANT].hand = []
    holding(s, Power.PROTESTANT, 85, 103)
    assert why_no_pass(s, Power.PROTESTANT) is None
    s.give(Power.PROTESTANT, CardNumber(24))
    reason = why_no_pass(s, Power.PROTESTANT)
    assert reason is not None
    assert reason.key == "too_many_cards_to_pass"
    holding(s, Power.HAPSBURG, 12)
    reason = why_no_pass(s, Power.HAPSBURG)
    assert reason is not None
    assert reason.key == "mandatory_card_in_hand"
    holding(s, Power.PAPACY, 25)
    assert why_no_pass(s, Power.PAPACY) is not None


def test_a_home_card_forbids_to_pass_and_an_empty_hand_demands_it() -> None:
    """11"""
    s = start()
    reason = why_no_pass(s, Power.ENGLAND)
    assert reason is not None
    assert reason.key == "home_card_in_hand"
    assert not must_pass(s, Power.ENGLAND)
    holding(s, Power.ENGLAND)
    assert must_pass(s, Power.ENGLAND)
    assert why_no_pass(s, Power.ENGLAND) is None


def test_home_cards_return() -> None:
    """6.1"""
    s = start()
    holding(s, Power.PAPACY)
    return_home_cards(s)
    assert (s.powers[Power.PAPACY].home_cards, s.powers[Power.PAPACY].spent_home_cards) == ([5, 6], [])


def test_r74_mandatory_and_home_cards_are_not_chosen_for_discard() -> None:
    s = start()
    for card in (12, 24):
        s.deck.remove(CardNumber(card))
        s.give(Power.FRANCE, CardNumber(card))
    assert discardable(s, Power.FRANCE) == [24]


# ------------------------------------------------------------------ public knowledge


def dealt(scenario: str = "1517") -> HisState:
    s = start(scenario)
    s.phase = Phase.ACTION
    if 8 in s.powers[Power.PROTESTANT].hand:
        s.powers[Power.PROTESTANT].hand = []
        s.removed.append(CardNumber(8))
    for power in MAJORS:
        for _ in range(3):
            s.give(power, s.deck.pop())
    return s


def test_r40_hand_sizes_are_public() -> None:
    s = dealt()
    assert [hand_size(s, power) for power in MAJORS] == [4, 4, 4, 4, 5, 4]


def test_a_power_may_hold_what_is_not_in_the_open() -> None:
    s, card = dealt(), CardNumber(35)
    assert all(may_hold(s, power, card) for power in MAJORS)
    s.powers[Power.FRANCE].hand = []
    assert not may_hold(s, Power.FRANCE, card)


@pytest.mark.parametrize("pile", ["discard", "removed", "waiting", "set_aside", "ruling", "beside_map"])
def test_nobody_holds_a_card_that_lies_openly(pile: str) -> None:
    s, card = dealt(), CardNumber(35)
    getattr(s, pile).append(card)
    assert not any(may_hold(s, power, card) for power in MAJORS)
    assert may_hold_any(s, Power.OTTOMAN, card, CardNumber(36))


def test_home_cards_are_known() -> None:
    s = dealt()
    assert may_hold(s, Power.OTTOMAN, CardNumber(1))
    assert not may_hold(s, Power.HAPSBURG, CardNumber(1))
    s.spend(Power.OTTOMAN, CardNumber(1))
    assert not may_hold(s, Power.OTTOMAN, CardNumber(1))


def test_before_the_first_deal_the_hands_are_known() -> None:
    """1.2: Luther's 95 Theses are in the Protestant hand, and no other card is in any."""
    s = start()
    assert [power for power in MAJORS if may_hold(s, power, CardNumber(8))] == [Power.PROTESTANT]
    assert not may_hold(s, Power.PROTESTANT, CardNumber(37))


def test_no_mandatory_card_is_held_in_winter() -> None:
    """6.1, cards.md 6"""
    s = dealt()
    assert may_hold(s, Power.FRANCE, CardNumber(12))
    s.phase = Phase.WINTER
    assert not may_hold(s, Power.FRANCE, CardNumber(12))
    assert may_hold(s, Power.FRANCE, CardNumber(35))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_may_be_held_follows_no_hidden_card(scenario: str) -> None:
    """0.3: hidden cards dealt anew, with the same numbers in the hands, give the same answers."""
    s = dealt(scenario)

    def known() -> list[bool]:
        return [may_hold(s, power, card) for power in MAJORS for card in s.board.cards]

    before = known()
    hidden = [*s.deck, *(card for power in MAJORS for card in s.powers[power].hand)]
    for seed in range(5):
        random.Random(seed).shuffle(hidden)
        for index, power in enumerate(MAJORS):
            s.powers[power].hand = sorted(hidden[index * 3 : index * 3 + 3])
        s.deck = hidden[18:]
        assert known() == before
