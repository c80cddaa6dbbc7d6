"""Every event of the own impulse has its rules, and no rules are there for one that is none."""

from __future__ import annotations

import pytest

from engine.here_i_stand.cards.playing import OWN_IMPULSE, event_modes
from engine.here_i_stand.cards.registry import EFFECTS
from engine.here_i_stand.terms import CardNumber, Edition, Power
from tests.engine.here_i_stand.boards import BOTH, board_in
from tests.engine.here_i_stand.cards.stage import LATER, play, refused, scene, where


@pytest.mark.parametrize("edition", BOTH)
def test_every_event_of_the_own_impulse_has_rules(edition: Edition) -> None:
    ways = [(card.number, one.mode) for card in board_in(edition).cards.values() for one in card.effects
            if OWN_IMPULSE in one.windows]  # fmt: skip
    assert [way for way in ways if way not in EFFECTS] == []


def test_no_effect_is_for_a_card_or_way_that_there_is_not() -> None:
    cards = board_in(LATER).cards
    for card, mode in EFFECTS:
        assert any(one.mode == mode and OWN_IMPULSE in one.windows for one in cards[CardNumber(card)].effects), (
            card,
            mode,
        )


@pytest.mark.parametrize(("card", "pile"), [(11, "removed"), (17, "discard")])
def test_a_mandatory_one_gives_its_cp(card: int, pile: str) -> None:
    s = scene()
    play(s, Power.FRANCE, card)
    assert s.impulse is not None
    assert s.impulse.cp == 2
    assert where(s, card) == pile


def test_cards_of_other_phases_have_no_event_in_an_impulse() -> None:
    s = scene()
    assert refused(s, Power.FRANCE, 102) == "no_event_in_impulse"
    assert refused(s, Power.FRANCE, 109) == "no_event_in_impulse"
    assert event_modes(s, CardNumber(73)) == ["a"]
    assert event_modes(s, CardNumber(69)) == ["a", "b", "c"]
