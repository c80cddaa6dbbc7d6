"""Card 38 Halley's Comet: a random discard, or an impulse that does not take place (R14, C-13)."""

from __future__ import annotations

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand import impulse, sequence
from engine.here_i_stand.cards.playing import play_event, why_no_event
from engine.here_i_stand.cards.responses import at_border
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Act, CardNumber, Phase, Power
from tests.engine.here_i_stand.cards.scenes import (
    ENGLAND,
    FRANCE,
    HAPSBURG,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    action,
    asked_in,
    bloody,
    dice,
    gets,
    response,
    same_for_all_hands,
)
from tests.engine.here_i_stand.flows import drive

ANY_TIME = "response/any_time_action_phase"
COMET = CardNumber(38)


def held(power: Power, active: Power = OTTOMAN) -> HisState:
    """The card is in the deck since turn 3, and a power holds it."""
    s = action(active, cp=0)
    gets(s, power, COMET)
    return s


# ------------------------------------------------------------------ a


def test_a_random_discard() -> None:
    s = held(PAPACY)
    hand = list(s.powers[FRANCE].hand)
    drive(at_border(s), {f"{ANY_TIME}@papacy": response(38, "a", power=FRANCE)}, dice(2))
    assert s.powers[FRANCE].hand == [hand[0]]
    assert s.discard == [hand[1]]
    assert COMET in s.removed


@pytest.mark.parametrize("target", [PAPACY, ENGLAND])
def test_not_from_oneself_nor_from_an_empty_hand(target: Power) -> None:
    s = held(PAPACY)
    s.discard += s.powers[ENGLAND].hand
    s.powers[ENGLAND].hand = []
    asked: list[AnyDecision] = []
    drive(at_border(s), asked=asked)
    options = next(one for one in asked if one.seat == PAPACY).options
    assert options.why_not([[response(38, "a", power=target)]]) is not None
    assert options.why_not([[response(38, "a", power=FRANCE)]]) is None
    assert options.why_not([[response(38, "a")]]) is not None


def test_a_mandatory_card_is_discarded_without_effect() -> None:
    s = held(PAPACY)
    s.discard += s.powers[FRANCE].hand
    s.powers[FRANCE].hand = []
    gets(s, FRANCE, 12)
    drive(at_border(s), {f"{ANY_TIME}@papacy": response(38, "a", power=FRANCE)}, dice(1))
    assert 12 in s.discard


# ------------------------------------------------------------------ b


def test_the_next_impulse_does_not_take_place() -> None:
    """R14, C-13: no pass, no card; passes are counted anew."""
    s = held(PAPACY)
    drive(at_border(s), {f"{ANY_TIME}@papacy": response(38, "b", power=HAPSBURG)})
    assert s.this_turn.skipped == [HAPSBURG]
    s.passes, number = 4, s.impulses
    assert asked_in(impulse.impulse(s, HAPSBURG)) == []
    assert (s.passes, s.this_turn.skipped, s.impulses) == (0, [], number + 1)
    assert s.powers[HAPSBURG].last_act is Act.SKIPPED
    assert s.events[-1].kind == "impulse_skipped"
    assert "impulse/@hapsburg" not in asked_in(impulse.impulse(s, FRANCE), chance=dice(*[1] * 60))


def test_the_round_goes_on_behind_a_skip() -> None:
    s = held(PAPACY)
    s.this_turn.skipped = [HAPSBURG]
    s.impulse, s.passes, s.cursor = None, 5, "1/action/2/hapsburg"
    step = sequence.step(s)
    assert step is not None
    assert drive(step.flow(s)) == f"1/action/{s.impulses + 1}/england"


def test_a_skip_of_the_active_power_hits_the_one_after() -> None:
    """Played in the target's own impulse."""
    s = held(OTTOMAN)
    drive(play_event(s, OTTOMAN, COMET, "b"), {"choice/38/skip@ottoman": {"do": "choose", "pick": "ottoman"}})
    assert s.this_turn.skipped == [OTTOMAN]


def test_six_passes_behind_a_skip() -> None:
    """E23, C-13: the phase ends after six passes that follow each other without a skip."""
    s = action(OTTOMAN)
    for power in MAJORS:
        state = s.powers[power]
        s.discard += state.hand
        state.hand, state.spent_home_cards, state.home_cards = [], state.home_cards, []
    s.impulse, s.passes = None, 0
    s.this_turn.skipped = [PROTESTANT]
    cursor = f"1/action/{s.impulses + 1}/ottoman"
    went: list[str] = []
    while cursor.startswith("1/action/"):
        s.cursor = cursor
        step = sequence.step(s)
        assert step is not None
        went.append(cursor.rsplit("/", 1)[1])
        cursor = drive(step.flow(s))
    assert len(went) == 12
    assert went == [*MAJORS, *MAJORS]


def test_not_behind_the_sixth_pass() -> None:
    """11: the phase is over."""
    s = held(PAPACY)
    s.passes = len(MAJORS)
    assert asked_in(at_border(s)) == []


# ------------------------------------------------------------------ the activity of an impulse


def test_own_impulse_discard() -> None:
    s = held(FRANCE, FRANCE)
    assert why_no_event(s, FRANCE, COMET, "a") is None
    hand = list(s.powers[ENGLAND].hand)
    flow = play_event(s, FRANCE, COMET, "a")
    drive(flow, {"choice/38/discard@france": {"do": "choose", "pick": "england"}}, dice(1))
    assert hand[0] in s.discard
    assert COMET in s.removed


def test_own_impulse_skip() -> None:
    s = held(FRANCE, FRANCE)
    drive(play_event(s, FRANCE, COMET, "b"), {"choice/38/skip@france": {"do": "choose", "pick": "papacy"}})
    assert s.this_turn.skipped == [PAPACY]
    assert COMET in s.removed


def test_for_cp_it_stays_in_the_game() -> None:
    from engine.here_i_stand.cards.playing import play_for_cp

    s = held(FRANCE, FRANCE)
    play_for_cp(s, FRANCE, COMET)
    assert s.discard == [COMET]


def test_england_under_mary_is_not_asked() -> None:
    s = bloody(held(ENGLAND))
    assert f"{ANY_TIME}@england" not in asked_in(at_border(s))
    assert why_no_event(s, ENGLAND, COMET, "b") is not None


# ------------------------------------------------------------------ who is asked


def test_all_powers_in_order_and_never_waiting() -> None:
    """D65, 9.4: standing orders only."""
    s = held(PAPACY, FRANCE)
    asked: list[AnyDecision] = []
    drive(at_border(s), asked=asked)
    assert [one.seat for one in asked] == [FRANCE, PAPACY, PROTESTANT, OTTOMAN, HAPSBURG, ENGLAND]
    assert {one.facts["wait"] for one in asked} == {"never"}


def test_the_comet_before_turn_three_asks_nobody() -> None:
    """9.4: it waits for its turn; the other two cards lie open."""
    s = action(FRANCE)
    for card in (33, 36):
        s.deck.remove(CardNumber(card))
        s.discard.append(CardNumber(card))
    assert COMET in s.waiting
    assert asked_in(at_border(s)) == []


def test_not_outside_the_action_phase() -> None:
    s = held(PAPACY)
    s.phase = Phase.WINTER
    assert asked_in(at_border(s)) == []


def test_hidden_hands_do_not_show() -> None:
    same_for_all_hands(at_border, lambda: held(PAPACY), shown=6)
