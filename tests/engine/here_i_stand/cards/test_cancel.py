"""`event_declared`: cards 37 The Wartburg and 115 Thomas Cromwell."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.core.flow import Flow
from engine.here_i_stand.cards import playing
from engine.here_i_stand.cards.cancel import LUTHER, is_cancelled
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.playing import play_event
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, CardType, Phase, Power, ReformerId, Standing, TurnMarker
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
    gets,
    response,
    same_for_all_hands,
)
from tests.engine.here_i_stand.flows import drive

ASKED = "response/event_declared"
GABELLE, TREACHERY = CardNumber(80), CardNumber(105)


def announced(s: HisState, power: Power, card: int, mode: str = "a") -> Flow[bool]:
    """The card lies on the table."""
    number = CardNumber(card)
    for one in s.powers.values():
        for pile in (one.hand, one.home_cards):
            if number in pile:
                pile.remove(number)
    if number in s.deck:
        s.deck.remove(number)
    if number not in s.beside_map:
        s.beside_map.append(number)
    cancelled = yield from is_cancelled(s, power, number, mode)
    return cancelled


# ------------------------------------------------------------------ 37


@pytest.mark.parametrize("standing", [Standing.READY, Standing.COMMITTED, Standing.AWAY])
def test_wartburg_cancels_an_event(standing: Standing) -> None:
    """37: the card is discarded, the impulse is over; Luther is committed; the marker lies until the turn ends."""
    s = action(FRANCE, cp=0)
    gets(s, PROTESTANT, 37)
    gets(s, FRANCE, GABELLE)
    s.debaters[LUTHER] = standing
    drive(play_event(s, FRANCE, GABELLE, "a"), {f"{ASKED}@protestant": response(37)})
    assert s.discard == [37, GABELLE]
    assert s.impulse is not None
    assert s.impulse.cp == 0
    assert TurnMarker.WARTBURG in s.this_turn.markers
    assert s.debaters[LUTHER] is (Standing.AWAY if standing is Standing.AWAY else Standing.COMMITTED)
    assert not any(here.unrest for here in s.spaces.values())
    assert [one.cards for one in s.this_turn.played if one.power is PROTESTANT] == [[37]]


def test_a_cancelled_card_is_not_removed() -> None:
    """cards.toml, cancelled: even if its event would remove it."""
    s = action(FRANCE, cp=0)
    card = next(
        one.number
        for one in s.board.cards.values()
        if one.type is CardType.EVENT and one.removal == "if_event" and one.number in s.deck
    )
    gets(s, PROTESTANT, 37)
    gets(s, FRANCE, card)
    mode = playing.event_modes(s, card)[0]
    drive(play_event(s, FRANCE, card, mode), {f"{ASKED}@protestant": response(37)})
    assert card in s.discard


@pytest.mark.parametrize("card", [5, 6])
def test_papal_home_cards_can_be_cancelled(card: int) -> None:
    s = action(PAPACY, cp=0)
    s.reformers[ReformerId("luther")] = Standing.READY
    gets(s, PROTESTANT, 37)
    drive(play_event(s, PAPACY, CardNumber(card), "a"), {f"{ASKED}@protestant": response(37)})
    assert card in s.powers[PAPACY].spent_home_cards
    assert s.discard == [37]


@pytest.mark.parametrize(
    ("power", "card"),
    [(OTTOMAN, 1), (HAPSBURG, 2), (ENGLAND, 3), (FRANCE, 4), (PAPACY, 9), (PAPACY, 12), (FRANCE, 33), (FRANCE, 36)],
)
def test_what_can_not_be_cancelled(power: Power, card: int) -> None:
    """37: no other home card, no mandatory, combat or response card."""
    assert asked_in(announced(action(power), power, card)) == []


def test_response_cards_open_no_window() -> None:
    """Appendix C-2: not even as an activity."""
    s = action(FRANCE, cp=0)
    gets(s, FRANCE, 36)
    assert not [key for key in asked_in(play_event(s, FRANCE, CardNumber(36), "a")) if "event_declared" in key]


@pytest.mark.parametrize("standing", [Standing.BURNT, Standing.OUT])
def test_luther_must_live(standing: Standing) -> None:
    s = action(FRANCE)
    assert asked_in(announced(s, FRANCE, GABELLE)) == [f"{ASKED}@protestant"]
    s.debaters[LUTHER] = standing
    assert asked_in(announced(s, FRANCE, GABELLE)) == []


def test_the_protestants_alone_and_not_of_their_own_events() -> None:
    s = action(PROTESTANT)
    assert asked_in(announced(s, PROTESTANT, GABELLE)) == []


def test_skipped_where_the_card_lies_open_or_no_card_is_held() -> None:
    """9.4"""
    s = action(FRANCE)
    s.discard += s.powers[PROTESTANT].hand
    s.powers[PROTESTANT].hand = []
    assert asked_in(announced(s, FRANCE, GABELLE)) == []
    s = action(FRANCE)
    s.deck.remove(CardNumber(37))
    s.removed.append(CardNumber(37))
    assert asked_in(announced(s, FRANCE, GABELLE)) == []


def test_action_phase_only() -> None:
    s = action(FRANCE)
    s.phase = Phase.SPRING_DEPLOYMENT
    assert asked_in(announced(s, FRANCE, GABELLE)) == []


def test_declined() -> None:
    s = action(FRANCE)
    gets(s, PROTESTANT, 37)
    assert drive(announced(s, FRANCE, GABELLE)) is False
    assert 37 in s.powers[PROTESTANT].hand


def test_facts_name_power_card_and_way() -> None:
    s = action(FRANCE)
    asked: list[AnyDecision] = []
    drive(announced(s, FRANCE, GABELLE), asked=asked)
    assert asked[0].facts == {
        "window": "event_declared", "wait": "always", "power": FRANCE, "card": GABELLE, "mode": "a",
        "asked": PROTESTANT,
    }  # fmt: skip


# ------------------------------------------------------------------ 115 a


def against(target: str, edition: str = "anniversary116", mode: str = "a") -> tuple[HisState, Flow[bool]]:
    s = action(PAPACY, edition=edition)
    for card in (115,):
        if card in s.waiting:
            s.waiting.remove(CardNumber(card))
            s.deck.append(CardNumber(card))
    assert s.impulse is not None
    s.impulse.target = target
    return s, announced(s, PAPACY, 5, mode)


def test_cromwell_saves_cranmer() -> None:
    """115 a, C-39: any power but the Papacy; 115 is discarded, card 5 counts as used."""
    s, flow = against("cranmer")
    gets(s, FRANCE, 115)
    assert drive(flow, {f"{ASKED}@france": response(115)}) is True
    assert s.discard == [115]
    assert TurnMarker.WARTBURG not in s.this_turn.markers


def test_wartburg_is_asked_first_then_all_but_the_papacy() -> None:
    s, flow = against("cranmer")
    assert asked_in(flow) == [
        f"{ASKED}@{power}" for power in (PROTESTANT, PROTESTANT, OTTOMAN, HAPSBURG, ENGLAND, FRANCE)
    ]
    s, flow = against("cranmer")
    assert asked_in_under_mary(s, flow) == [
        f"{ASKED}@{power}" for power in (PROTESTANT, PROTESTANT, OTTOMAN, HAPSBURG, FRANCE)
    ]


def asked_in_under_mary(s: HisState, flow: Flow[Any]) -> list[str]:
    bloody(s)
    return asked_in(flow)


@pytest.mark.parametrize(("target", "mode"), [("luther", "a"), ("henry_viii", "b"), ("", "b")])
def test_cromwell_saves_nobody_else(target: str, mode: str) -> None:
    assert asked_in(against(target, mode=mode)[1]) == [f"{ASKED}@protestant"]


def test_no_cromwell_in_the_first_edition() -> None:
    assert asked_in(against("cranmer", "core110")[1]) == [f"{ASKED}@protestant"]


def test_an_event_may_name_its_target_when_it_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody knows the reformer of card 5 before the window opens."""

    def announce(s: HisState, power: Power) -> Flow[str]:
        yield from ()
        return "cranmer"

    def play(s: HisState, power: Power) -> Flow[None]:
        yield from ()

    effect = Effect(CardNumber(5), "a", play, announce=announce)
    monkeypatch.setattr(playing, "effect_of", lambda card, mode: effect)
    s = action(PAPACY, cp=0)
    asked: list[AnyDecision] = []
    drive(play_event(s, PAPACY, CardNumber(5), "a"), asked=asked)
    assert asked[0].facts["target"] == "cranmer"
    told = next(event for event in s.events if event.kind == "event_played")
    assert told.facts["target"] == "cranmer"


def test_hidden_hands_do_not_show() -> None:
    def scene() -> HisState:
        s = against("cranmer")[0]
        gets(s, PROTESTANT, 37)
        gets(s, ENGLAND, 115)
        return s

    def events(s: HisState) -> Flow[None]:
        for power, card, mode in ((FRANCE, 80, "a"), (HAPSBURG, 105, "a"), (PAPACY, 5, "a"), (PAPACY, 6, "a")):
            yield from announced(s, power, card, mode)

    same_for_all_hands(events, scene, shown=8)
