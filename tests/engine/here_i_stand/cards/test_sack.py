"""95 Sack of Rome (21.5), with E114."""

from __future__ import annotations

from typing import Any

import pytest

from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.cards.stage import army, hold, play, refused, scene, where

ROME, NAPLES = SpaceId("rome"), SpaceId("naples")


def e114() -> HisState:
    """Hapsburg 4 M + 2 R in Naples, Papal 2 R + 3 M in Rome."""
    s = scene()
    for power, space in ((Power.HAPSBURG, NAPLES), (Power.PAPACY, ROME), (Power.FRANCE, SpaceId("milan"))):
        s.take_land(power, space, s.land(power, space))
    army(s, Power.HAPSBURG, "naples", 2, 4)
    army(s, Power.PAPACY, "rome", 2, 3)
    s.tracks.saint_peters_cp = 3
    return s


def test_e114_the_pope_loses() -> None:
    s = e114()
    hold(s, Power.PAPACY, 24, 25)
    answers = {"choice/95/discard@hapsburg": {"do": "choose", "card": 25}}
    play(s, Power.FRANCE, 95, answers=answers, dice=[5, 5, 5, 1, 1, 1, 6, 6, 1])
    assert s.land(Power.PAPACY, ROME) == Land(0, 2)
    assert s.land(Power.HAPSBURG, NAPLES) == Land(1, 3)
    assert not s.land(Power.HAPSBURG, ROME).strength
    assert s.tracks.saint_peters_cp == 0
    assert (where(s, 24), where(s, 25), where(s, 95)) == ("hapsburg", "discard", "removed")


def test_e114_a_tie_is_the_popes() -> None:
    s = e114()
    hold(s, Power.PAPACY, 24, 25)
    play(s, Power.FRANCE, 95, dice=[5, 5, 1, 1, 1, 1, 6, 6, 1])
    assert s.tracks.saint_peters_cp == 3
    assert where(s, 95) == "discard"
    assert s.powers[Power.PAPACY].hand == [24, 25]
    assert s.land(Power.PAPACY, ROME) == Land(0, 3)
    assert s.land(Power.HAPSBURG, NAPLES) == Land(1, 3)


def test_no_war_is_needed_and_none_follows() -> None:
    s = e114()
    assert not s.at_war(Power.HAPSBURG, Power.PAPACY)
    play(s, Power.FRANCE, 95, dice=[6] * 9)
    assert not s.at_war(Power.HAPSBURG, Power.PAPACY)


@pytest.mark.parametrize("mercenaries", [2, 3])
def test_more_mercenaries_than_papal_regulars(mercenaries: int) -> None:
    s = e114()
    s.take_land(Power.HAPSBURG, NAPLES, Land(mercenaries=4 - mercenaries))
    assert refused(s, Power.FRANCE, 95) == ("" if mercenaries > 2 else "no_target")


def test_not_a_papal_stack_nor_one_outside_italy() -> None:
    s = e114()
    s.take_land(Power.HAPSBURG, NAPLES, s.land(Power.HAPSBURG, NAPLES))
    army(s, Power.PAPACY, "ravenna", mercenaries=4)
    army(s, Power.FRANCE, "lyon", mercenaries=3)
    assert refused(s, Power.FRANCE, 95) == "no_target"


def test_c32_the_player_chooses_the_stack() -> None:
    s = e114()
    army(s, Power.FRANCE, "turin", mercenaries=3)
    answers = {"choice/95/stack@england": {"do": "choose", "space": "turin", "power": "france"}}
    play(s, Power.ENGLAND, 95, answers=answers, dice=[6, 6, 6, 1, 1, 1])
    assert s.land(Power.FRANCE, SpaceId("turin")).mercenaries == 3
    assert s.land(Power.PAPACY, ROME) == Land(0, 2)
    assert where(s, 95) == "removed"


def test_leaders_help_and_are_captured_with_nobody_left() -> None:
    s = e114()
    s.take_land(Power.PAPACY, ROME, Land(mercenaries=3))
    army(s, Power.PAPACY, "rome", 1)
    s.take_land(Power.HAPSBURG, NAPLES, Land(2, 0))
    ferdinand = LeaderId("ferdinand")
    s.place_leader(ferdinand, NAPLES)
    play(s, Power.FRANCE, 95, dice=[1, 1, 1, 1, 1, 6, 6, 6, 6])
    state = s.leaders[ferdinand]
    assert (state.where, state.captor) == (Whereabouts.CAPTURED, Power.PAPACY)
    assert where(s, 95) == "discard"


def test_no_papal_regular_one_die() -> None:
    s = e114()
    s.take_land(Power.PAPACY, ROME, Land(2, 3))
    play(s, Power.FRANCE, 95, dice=[1, 1, 1, 1, 1, 1, 6, 6])
    assert s.land(Power.HAPSBURG, NAPLES).strength == 5


@pytest.mark.parametrize(("kind", "left"), [("mercenary", Land(2, 3)), ("regular", Land(1, 4))])
def test_an_odd_loss_is_the_owners_choice(kind: str, left: Land) -> None:
    s = e114()
    answers = {"choice/95/odd_loss@hapsburg": {"do": "choose", "pick": kind}}
    play(s, Power.FRANCE, 95, answers=answers, dice=[1] * 6 + [6, 1, 1])
    assert s.land(Power.HAPSBURG, NAPLES) == left


def test_with_one_drawable_card_the_owner_keeps_it() -> None:
    s = e114()
    hold(s, Power.PAPACY, 24)
    play(s, Power.FRANCE, 95, dice=[6] * 6)
    assert where(s, 24) == "hapsburg"


def test_mandatory_cards_are_not_discarded() -> None:
    s = e114()
    hold(s, Power.PAPACY, 9, 12)
    play(s, Power.FRANCE, 95, dice=[6] * 6)
    assert (where(s, 9), where(s, 12)) == ("hapsburg", "hapsburg")
    s = e114()
    hold(s, Power.PAPACY, 12, 24)
    play(s, Power.FRANCE, 95, dice=[6] * 6)
    assert (where(s, 12), where(s, 24)) == ("hapsburg", "discard")


def test_combat_cards_of_both_sides() -> None:
    s = e114()
    hold(s, Power.HAPSBURG, 30)
    hold(s, Power.PAPACY, 24)
    answers: dict[str, Any] = {
        "combat/combat_cards_attacker@hapsburg": {"do": "combat", "card": 24},
        "combat/combat_cards_defender@papacy": {"do": "combat", "card": 24},
    }
    hold(s, Power.HAPSBURG, 25)
    answers["combat/combat_cards_attacker@hapsburg"]["card"] = 25
    play(s, Power.FRANCE, 95, answers=answers, dice=[1] * 6 + [5, 5] + [1, 1, 1] + [5, 5])
    assert where(s, 25) == where(s, 24) == "discard"
    assert s.land(Power.PAPACY, ROME) == Land(0, 3)


def test_besiegers_of_milan_come_back_and_go_on() -> None:
    s = e114()
    milan = army(s, Power.HAPSBURG, "milan", 0, 5)
    s.take_land(Power.HAPSBURG, NAPLES, Land(2, 4))
    army(s, Power.FRANCE, "milan", 1)
    s.go_inside(Power.FRANCE, milan, Land(1))
    s.forces[milan].sieges[Power.HAPSBURG] = 0
    play(s, Power.FRANCE, 95, dice=[6] * 5)
    assert s.forces[milan].sieges == {Power.HAPSBURG: 0}
    assert s.land(Power.HAPSBURG, milan).mercenaries == 5
    assert CardNumber(95) in s.removed
