"""Papal and Spanish Inquisition (56, 58): what the cases do not show."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision, Seat
from engine.here_i_stand.cards.playing import play_event
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, DebaterId, Power, Standing
from tests.engine.here_i_stand.cards.stage import begin, hold, on_discard, pick, play, rolls, scene
from tests.engine.here_i_stand.flows import drive, plain


def quiet(**options: Any) -> HisState:
    """Turn 5 without a Papal debater who could call a debate; Caraffa is there."""
    s = scene("1532", 5, **options)
    for debater in s.board.debaters.values():
        s.debaters[debater.id] = Standing.COMMITTED
    s.debaters[DebaterId("caraffa")] = Standing.READY
    return s


def gains(s: HisState, way: str) -> None:
    answers = {"choice/56/hand@papacy": pick("england"), "choice/56/gain@papacy": pick(way)}
    play(s, Power.FRANCE, 56, answers=answers)


def test_a_card_of_a_hand_waits_for_a_later_impulse() -> None:
    s = quiet()
    hold(s, Power.ENGLAND, 36)
    on_discard(s, 31)
    gains(s, "take")
    assert s.impulse is not None
    assert s.powers[Power.PAPACY].hand == [36]
    assert s.impulse.held_back == [36]


@pytest.mark.parametrize(("switch", "waiting"), [("yes", [31]), ("no", [])])
def test_a_discard_waits_by_the_switch(switch: str, waiting: list[int]) -> None:
    """C-19"""
    s = quiet(switches={"inquisition_card_waits": switch})
    hold(s, Power.ENGLAND, 36)
    on_discard(s, 31)
    gains(s, "retrieve")
    assert s.impulse is not None
    assert s.powers[Power.PAPACY].hand == [31]
    assert s.impulse.held_back == waiting


def test_with_nothing_to_gain_nothing_is_asked() -> None:
    s = quiet()
    asked: list[AnyDecision] = []
    play(s, Power.FRANCE, 56, answers={"choice/56/hand@papacy": pick("england")}, asked=asked)
    assert [plain(one) for one in asked] == ["choice/56/hand@papacy"]
    assert s.powers[Power.PAPACY].hand == []


@pytest.mark.parametrize("hand", [(), (36, 88), (12,)])
def test_the_hapsburgs_are_asked_for_a_card_whatever_there_is(hand: tuple[int, ...]) -> None:
    """0.3: being asked tells nothing of a hand."""
    s = quiet()
    s.debaters[DebaterId("caraffa")] = Standing.COMMITTED
    hold(s, Power.ENGLAND, *hand)
    hold(s, Power.FRANCE, 58)
    begin(s, Power.FRANCE)
    asked: list[AnyDecision] = []
    drive(play_event(s, Power.FRANCE, CardNumber(58), "a"), None, rolls(), asked)
    assert [(plain(one), one.seat) for one in asked if one.kind == "choice"] == [
        ("choice/58/condemn@hapsburg", Seat(Power.HAPSBURG))
    ]
    assert len(s.powers[Power.ENGLAND].hand) == len(hand) - (1 if 88 in hand else 0)


def test_only_who_looks_sees_the_hands() -> None:
    s = quiet()
    hold(s, Power.ENGLAND, 36)
    play(s, Power.FRANCE, 58)
    seen = [event for event in s.events if event.kind == "hand_seen"]
    assert [event.facts["target"] for event in seen] == [Power.ENGLAND, Power.PROTESTANT]
    for event in seen:
        assert event.seen_by((Seat(Power.HAPSBURG),)) == event.facts
        for other in (Power.FRANCE, Power.PAPACY, Power.ENGLAND):
            facts = event.seen_by((Seat(other),))
            assert facts is not None
            assert "cards" not in facts
