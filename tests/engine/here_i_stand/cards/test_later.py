"""Which events are built, and what becomes of those that are not."""

from __future__ import annotations

import pytest

from engine.here_i_stand.cards.later import LATER
from engine.here_i_stand.cards.playing import OWN_IMPULSE, event_modes
from engine.here_i_stand.cards.registry import EFFECTS, effect_of
from engine.here_i_stand.terms import CardNumber, Edition, Power
from tests.engine.here_i_stand.boards import BOTH, board_in
from tests.engine.here_i_stand.cards.stage import LATER as LATER_EDITION
from tests.engine.here_i_stand.cards.stage import play, refused, scene, told, where

_LATER = {
    "18": "6a 11a 17a 41a 44a 46a 56a 58a 61a 62a 63a 65a 75a 85a 90a 112b 115c",
    "20": "48a 49a 50a 53a 54a 77a 98a 99a 101a 111a",
    "21": "3b 4a 5a 5b 92a 93a 110a",
}


def test_exactly_these_come_later() -> None:
    named = {(int(one[:-1]), one[-1]): chapter for chapter, text in _LATER.items() for one in text.split()}
    assert named == LATER


@pytest.mark.parametrize("edition", BOTH)
def test_every_other_event_of_the_own_impulse_is_built(edition: Edition) -> None:
    ways = [(card.number, one.mode) for card in board_in(edition).cards.values() for one in card.effects
            if OWN_IMPULSE in one.windows]  # fmt: skip
    assert [way for way in ways if way not in EFFECTS] == []
    assert {way for way in ways if EFFECTS[way].later} == {way for way in ways if way in LATER}


def test_no_effect_is_for_a_card_or_way_that_there_is_not() -> None:
    cards = board_in(LATER_EDITION).cards
    for card, mode in EFFECTS:
        assert any(one.mode == mode and OWN_IMPULSE in one.windows for one in cards[CardNumber(card)].effects), (
            card,
            mode,
        )


def test_one_that_comes_later_can_not_be_played_as_event() -> None:
    s = scene()
    assert refused(s, Power.PAPACY, 65) == "comes_later"
    assert effect_of(CardNumber(65), "a").later == "18"


@pytest.mark.parametrize("card", [11, 17])
def test_a_mandatory_one_gives_its_cp(card: int) -> None:
    s = scene()
    play(s, Power.FRANCE, card)
    assert s.impulse is not None
    assert s.impulse.cp == 2
    assert told(s, "event_comes_later")
    assert where(s, card) == "discard"


def test_cards_of_other_phases_have_no_event_in_an_impulse() -> None:
    s = scene()
    assert refused(s, Power.FRANCE, 102) == "no_event_in_impulse"
    assert refused(s, Power.FRANCE, 109) == "no_event_in_impulse"
    assert event_modes(s, CardNumber(73)) == ["a"]
    assert event_modes(s, CardNumber(69)) == ["a", "b", "c"]
