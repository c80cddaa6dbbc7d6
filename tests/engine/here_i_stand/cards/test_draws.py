"""57, 59, 66, 74, 79, 81, 96, 112 a, 113, 114, 115 b: cards that go from hand to hand."""

from __future__ import annotations

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.records import Conquest
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    CardNumber,
    LeaderId,
    Power,
    PrizeId,
    SpaceId,
    TurnMarker,
    Whereabouts,
)
from tests.engine.here_i_stand.cards.stage import LATER, army, hold, on_discard, pick, play, refused, scene, told, where

PHILIP, CHARLES = LeaderId("philip_of_hesse"), LeaderId("charles_v")


def top(s: HisState, *cards: int) -> None:
    """These cards are drawn next, in this order."""
    for card in cards:
        hold(s, Power.OTTOMAN, card)
        s.powers[Power.OTTOMAN].hand.remove(CardNumber(card))
    s.deck.extend(CardNumber(card) for card in reversed(cards))


# ------------------------------------------------------------------ 57


def test_57_philip_or_a_card() -> None:
    s = scene("1532", turn=5)
    hold(s, Power.PROTESTANT, 24)
    play(s, Power.FRANCE, 57, answers={"choice/57/leader_or_card@protestant": pick("philip_of_hesse")})
    assert s.leaders[PHILIP].where is Whereabouts.OUT
    assert where(s, 24) == "protestant"
    assert where(s, 57) == "removed"


def test_57_c20_philip_not_in_play_or_no_card() -> None:
    s = scene(turn=5)
    hold(s, Power.PROTESTANT, 24)
    play(s, Power.FRANCE, 57)
    assert where(s, 24) == "discard"
    s = scene("1532", turn=5)
    play(s, Power.FRANCE, 57)
    assert s.leaders[PHILIP].where is Whereabouts.OUT


def test_57_c20_a_captured_philip_leaves_the_game() -> None:
    s = scene("1532", turn=5)
    state = s.leaders[PHILIP]
    state.where, state.at, state.captor = Whereabouts.CAPTURED, "", Power.HAPSBURG
    hold(s, Power.PROTESTANT, 24)
    play(s, Power.FRANCE, 57, answers={"choice/57/leader_or_card@protestant": pick("philip_of_hesse")})
    assert s.leaders[PHILIP].where is Whereabouts.OUT
    assert s.leaders[PHILIP].captor is None


# ------------------------------------------------------------------ 59


def test_59_one_kept_one_given() -> None:
    s = scene(turn=7)
    s.this_turn.new_rulers.append(Power.ENGLAND)
    hold(s, Power.ENGLAND, 24)
    top(s, 80)
    answers = {"choice/59/give_one@france": {"do": "choose", "card": 80, "power": "protestant"}}
    play(s, Power.FRANCE, 59, answers=answers)
    assert where(s, 24) == "france"
    assert where(s, 80) == "protestant"
    assert where(s, 59) == "removed"


def test_59_the_pope_may_award_himself() -> None:
    s = scene(turn=7)
    s.this_turn.new_rulers.append(Power.ENGLAND)
    hold(s, Power.ENGLAND, 24)
    top(s, 80)
    play(s, Power.PAPACY, 59)
    assert {where(s, 24), where(s, 80)} == {"papacy"}
    given = next(event for event in s.events if event.kind == "card_handed_over" and event.facts["rival"] == "papacy")
    assert given.others_see is not None
    assert "card" not in given.others_see


def test_59_needs_a_new_ruler_and_an_english_card() -> None:
    s = scene(turn=7)
    hold(s, Power.ENGLAND, 24)
    assert refused(s, Power.FRANCE, 59) == "no_new_ruler"
    s.this_turn.new_rulers.append(Power.ENGLAND)
    assert refused(s, Power.FRANCE, 59) == ""
    hold(s, Power.FRANCE, 24)
    assert refused(s, Power.FRANCE, 59) == "hand_empty"


# ------------------------------------------------------------------ 66


def _raiders(space: str) -> HisState:
    s = scene()
    s.begin_war(Power.OTTOMAN, Power.HAPSBURG)
    army(s, Power.OTTOMAN, space, cavalry=1)
    hold(s, Power.HAPSBURG, 24)
    return s


def test_66_a_card_of_an_enemy_near_cavalry() -> None:
    """Agram is next to Graz; from there it needs no space between."""
    s = _raiders("agram")
    play(s, Power.FRANCE, 66)
    assert where(s, 24) == "ottoman"


@pytest.mark.parametrize(("between", "reason"), [(Power.OTTOMAN, ""), (Power.HUNGARY, "no_target")])
def test_66_the_space_between_is_ottoman(between: Power, reason: str) -> None:
    s = scene()
    s.begin_war(Power.OTTOMAN, Power.HAPSBURG)
    for space in s.home_spaces(Power.HUNGARY):
        s.take_control(space, between)
    army(s, Power.OTTOMAN, "buda", cavalry=1)
    hold(s, Power.HAPSBURG, 24)
    assert refused(s, Power.FRANCE, 66) == reason


def test_66_needs_war_a_card_and_cavalry() -> None:
    s = _raiders("agram")
    hold(s, Power.FRANCE, 24)
    assert refused(s, Power.FRANCE, 66) == "no_target"
    s = scene()
    army(s, Power.OTTOMAN, "agram", cavalry=1)
    hold(s, Power.HAPSBURG, 24)
    assert refused(s, Power.FRANCE, 66) == "no_target"
    s.begin_war(Power.OTTOMAN, Power.HAPSBURG)
    assert refused(s, Power.FRANCE, 66) == ""
    s.take_land(Power.OTTOMAN, SpaceId("agram"), s.land(Power.OTTOMAN, SpaceId("agram")))
    army(s, Power.OTTOMAN, "agram", 1)
    assert refused(s, Power.FRANCE, 66) == "no_target"


def test_66_c24_the_ottoman_chooses() -> None:
    s = scene()
    for power in (Power.HAPSBURG, Power.PAPACY):
        s.begin_war(Power.OTTOMAN, power)
        hold(s, power, 24 if power is Power.HAPSBURG else 25)
    army(s, Power.OTTOMAN, "agram", cavalry=1)
    s.take_control(SpaceId("graz"), Power.PAPACY)
    play(s, Power.FRANCE, 66, answers={"choice/66/target@ottoman": pick("papacy")})
    assert (where(s, 24), where(s, 25)) == ("hapsburg", "ottoman")


# ------------------------------------------------------------------ 74, 79, 81, 96


def test_74_two_drawn_one_given() -> None:
    s = scene()
    top(s, 24, 25)
    answers = {"choice/74/give_one@france": {"do": "choose", "card": 25, "power": "ottoman"}}
    play(s, Power.FRANCE, 74, answers=answers)
    assert where(s, 24) == "france"
    assert where(s, 25) == "ottoman"
    given = next(event for event in s.events if event.kind == "card_handed_over")
    assert given.only == ("ottoman", "france")
    assert given.others_see is not None
    assert "card" not in given.others_see


def test_74_a_mandatory_card_only_if_there_is_no_other() -> None:
    s = scene()
    top(s, 12, 25)
    answers = {"choice/74/give_one@france": {"do": "choose", "card": 12, "power": "ottoman"}}
    with pytest.raises(AssertionError):
        play(s, Power.FRANCE, 74, answers=answers)
    s = scene()
    top(s, 12, 9)
    play(s, Power.FRANCE, 74, answers=answers)
    assert where(s, 12) == "ottoman"


def test_74_not_to_oneself() -> None:
    s = scene()
    top(s, 24, 25)
    with pytest.raises(AssertionError):
        play(
            s, Power.FRANCE, 74, answers={"choice/74/give_one@france": {"do": "choose", "card": 25, "power": "france"}}
        )


def test_79_two_cards_now_one_less_in_the_next_deal() -> None:
    s = scene()
    play(s, Power.FRANCE, 79)
    assert len(s.powers[Power.FRANCE].hand) == 2
    assert [one.card for one in s.powers[Power.FRANCE].minus_cards] == [79]


@pytest.mark.parametrize(("card", "cp"), [(24, 1), (74, 0), (12, 2)])
def test_81_a_protestant_card_for_saint_peters(card: int, cp: int) -> None:
    """A mandatory card counts its 2 CP and is discarded without effect; the fifth CP is a VP."""
    s = scene()
    hold(s, Power.PROTESTANT, card)
    play(s, Power.PAPACY, 81)
    assert where(s, card) == "discard"
    assert (s.tracks.saint_peters_cp, s.tracks.saint_peters_vp) == (cp, 1 if card == 74 else 0)


def test_81_an_empty_hand() -> None:
    s = scene("1532")
    play(s, Power.PAPACY, 81)
    assert s.tracks.saint_peters_cp == 0


def test_96_who_sailed_around_the_world() -> None:
    s = scene()
    assert refused(s, Power.FRANCE, 96) == "no_circumnavigation"
    s.new_world.conquests.append(Conquest(PrizeId("circumnavigation"), Power.HAPSBURG))
    play(s, Power.FRANCE, 96)
    assert len(s.powers[Power.HAPSBURG].hand) == 2
    assert where(s, 96) == "removed"


# ------------------------------------------------------------------ later edition


@pytest.mark.parametrize("power", [Power.ENGLAND, Power.PROTESTANT])
def test_112a_no_debates_in_england_and_a_discard_of_choice(power: Power) -> None:
    s = scene(edition=LATER)
    hold(s, Power.ENGLAND, 24, 12)
    answers = {"choice/112/discard@england": {"do": "choose", "card": 24}}
    play(s, power, 112, answers=answers)
    assert TurnMarker.THOMAS_MORE in s.this_turn.markers
    assert where(s, 24) == "discard"
    assert where(s, 112) == "removed"
    assert len(s.powers[Power.ENGLAND].hand) == 2


def test_112a_r74_no_mandatory_card() -> None:
    s = scene(edition=LATER)
    hold(s, Power.ENGLAND, 12)
    with pytest.raises(AssertionError):
        play(s, Power.ENGLAND, 112, answers={"choice/112/discard@england": {"do": "choose", "card": 12}})
    assert refused(scene(edition=LATER), Power.FRANCE, 112) == "event_not_for_power"


def test_112a_skipped_where_only_mandatory_cards_are_left() -> None:
    s = scene(edition=LATER)
    top(s, 12)
    play(s, Power.ENGLAND, 112)
    assert where(s, 12) == "england"


@pytest.mark.parametrize(("power", "drawn"), [(Power.FRANCE, 1), (Power.HAPSBURG, 2)])
def test_113_charles_in_italy(power: Power, drawn: int) -> None:
    """C-38: the Hapsburg draws for both roles."""
    s = scene(edition=LATER, turn=3)
    s.place_leader(CHARLES, SpaceId("naples"))
    play(s, power, 113)
    assert len(s.powers[Power.HAPSBURG].hand) == drawn
    assert len(s.powers[power].hand) == drawn
    assert where(s, 113) == "removed"
    assert s.impulse is not None
    assert s.impulse.cp == 2


def test_113_elsewhere_no_effect_and_the_card_stays() -> None:
    s = scene(edition=LATER, turn=3)
    s.place_leader(CHARLES, SpaceId("madrid"))
    play(s, Power.FRANCE, 113)
    assert where(s, 113) == "discard"
    assert s.impulse is not None
    assert s.impulse.cp == 2
    assert s.powers[Power.HAPSBURG].hand == []
    assert told(s, "event_without_effect")


@pytest.mark.parametrize("allied", [True, False])
def test_114_france_and_the_ottoman_allied(allied: bool) -> None:
    s = scene(edition=LATER, turn=3)
    if allied:
        s.ally(Power.OTTOMAN, Power.FRANCE)
    play(s, Power.ENGLAND, 114)
    assert len(s.powers[Power.FRANCE].hand) == len(s.powers[Power.OTTOMAN].hand) == int(allied)
    assert where(s, 114) == ("removed" if allied else "discard")


@pytest.mark.parametrize(("results", "pile"), [([4], "discard"), ([4, 2], "removed")])
def test_115b_the_dissolution_comes_back(results: list[int], pile: str) -> None:
    s = scene(edition=LATER, turn=5)
    assert refused(s, Power.FRANCE, 115, "b") == "not_in_discard_pile"
    on_discard(s, 63)
    s.tudors.results = results
    play(s, Power.FRANCE, 115, "b")
    assert where(s, 63) == "england"
    assert where(s, 115) == pile


def test_the_question_for_a_card_is_asked_whatever_the_hand_holds() -> None:
    for cards in ((12,), (24,), (24, 25)):
        s = scene(edition=LATER)
        hold(s, Power.ENGLAND, *cards)
        asked: list[AnyDecision] = []
        play(s, Power.PROTESTANT, 112, asked=asked)
        assert [one.key for one in asked if one.kind == "choice"]
        assert asked[-1].seat == "england"
