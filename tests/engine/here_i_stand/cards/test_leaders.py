"""42, 60, 91, 103: events about leaders."""

from __future__ import annotations

import pytest

from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.cards.stage import army, pick, play, refused, scene, where

SULEIMAN, MAURICE = LeaderId("suleiman"), LeaderId("maurice_of_saxony")
BRANDON, FRANCIS = LeaderId("charles_brandon"), LeaderId("francis_i")


def test_42a_4_cp_and_a_free_assault() -> None:
    s = scene(turn=3)
    play(s, Power.OTTOMAN, 42)
    assert s.impulse is not None
    assert (s.impulse.cp, s.impulse.free_assault) == (4, SULEIMAN)


@pytest.mark.parametrize(("way", "cp", "space"), [("istanbul", 2, "istanbul"), ("stay", 4, "belgrade")])
def test_42b_suleiman_is_called_home_for_2_cp(way: str, cp: int, space: str) -> None:
    s = scene(turn=3)
    s.place_leader(SULEIMAN, SpaceId("belgrade"))
    play(s, Power.FRANCE, 42, "b", {"choice/42/suleiman@france": pick(way)})
    assert s.impulse is not None
    assert s.impulse.cp == cp
    assert s.leaders[SULEIMAN].at == space


@pytest.mark.parametrize("bar", ["captured", "istanbul", "there"])
def test_42b_c14_when_he_can_not(bar: str) -> None:
    s = scene(turn=3)
    state = s.leaders[SULEIMAN]
    if bar == "captured":
        state.where, state.at, state.captor = Whereabouts.CAPTURED, "", Power.HAPSBURG
    if bar == "istanbul":
        s.place_leader(SULEIMAN, SpaceId("belgrade"))
        s.take_control(SpaceId("istanbul"), Power.HAPSBURG)
    with pytest.raises(AssertionError, match="never asked"):
        play(s, Power.FRANCE, 42, "b", {"choice/42/suleiman@france": pick("istanbul")})
    assert s.impulse is not None
    assert s.impulse.cp == 4


def test_42b_c14_out_of_a_siege() -> None:
    s = scene(turn=3)
    s.place_leader(SULEIMAN, SpaceId("belgrade"))
    s.leaders[SULEIMAN].inside = True
    play(s, Power.FRANCE, 42, "b", {"choice/42/suleiman@france": pick("istanbul")})
    assert s.leaders[SULEIMAN].at == "istanbul"
    assert not s.leaders[SULEIMAN].inside


def test_42_by_power() -> None:
    s = scene(turn=3)
    assert refused(s, Power.FRANCE, 42) == "event_not_for_power"
    assert refused(s, Power.OTTOMAN, 42, "b") == "event_not_for_power"


# ------------------------------------------------------------------ 60


def test_60_maurice_changes_sides_with_the_mercenaries() -> None:
    s = scene("1532", turn=6)
    leipzig = army(s, Power.PROTESTANT, "leipzig", 1, 3)
    s.place_leader(MAURICE, leipzig)
    play(s, Power.HAPSBURG, 60)
    to = SpaceId(s.leaders[MAURICE].at)
    assert s.leaders[MAURICE].power is Power.HAPSBURG
    assert to != leipzig
    assert s.land(Power.HAPSBURG, to).mercenaries == 3
    assert s.allied(Power.HAPSBURG, s.spaces[to].controller)
    assert s.land(Power.PROTESTANT, leipzig).mercenaries == 0
    assert s.land(Power.PROTESTANT, leipzig).regulars == 1
    assert where(s, 60) == "discard"


def test_60_and_back_again_and_both_may_play_it() -> None:
    s = scene("1532", turn=6)
    s.place_leader(MAURICE, SpaceId("leipzig"))
    play(s, Power.PROTESTANT, 60)
    assert s.leaders[MAURICE].power is Power.HAPSBURG
    s.this_turn.played.clear()
    play(s, Power.HAPSBURG, 60)
    assert s.leaders[MAURICE].power is Power.PROTESTANT
    assert refused(s, Power.FRANCE, 60) == "event_not_for_power"


def test_60_captured_he_joins_the_other_side() -> None:
    s = scene("1532", turn=6)
    state = s.leaders[MAURICE]
    state.where, state.captor = Whereabouts.CAPTURED, Power.HAPSBURG
    play(s, Power.HAPSBURG, 60, answers={"choice/60/space@hapsburg": pick("antwerp")})
    assert state is not None
    assert s.leaders[MAURICE].at == "antwerp"
    assert s.leaders[MAURICE].captor is None


def test_60_he_must_be_there() -> None:
    assert refused(scene("1532", turn=6), Power.HAPSBURG, 60) == "leader_not_there"


# ------------------------------------------------------------------ 91


def _captive() -> HisState:
    s = scene()
    state = s.leaders[FRANCIS]
    state.where, state.at, state.captor = Whereabouts.CAPTURED, "", Power.HAPSBURG
    return s


def test_91_his_owner_places_him() -> None:
    s = _captive()
    play(s, Power.PAPACY, 91, answers={"choice/91/space@france": pick("rouen")})
    state = s.leaders[FRANCIS]
    assert (state.at, state.captor, state.where) == ("rouen", None, Whereabouts.MAP)


def test_91_home_fortified_spaces_only() -> None:
    with pytest.raises(AssertionError):
        play(_captive(), Power.PAPACY, 91, answers={"choice/91/space@france": pick("milan")})


def test_91_needs_a_captive_and_c30_a_home_fortress() -> None:
    assert refused(scene(), Power.PAPACY, 91) == "no_target"
    s = _captive()
    for space in s.home_spaces(Power.FRANCE):
        s.take_control(space, Power.ENGLAND)
    assert refused(s, Power.PAPACY, 91) == "no_target"


# ------------------------------------------------------------------ 103


@pytest.mark.parametrize(("die", "place"), [(1, "aside"), (3, "aside"), (4, "out"), (6, "out")])
def test_103_off_for_the_turn_or_for_good(die: int, place: str) -> None:
    s = scene()
    play(s, Power.FRANCE, 103, answers={"choice/103/leader@france": pick("charles_brandon")}, dice=[die])
    state = s.leaders[BRANDON]
    assert state.where == place
    assert state.captor is None


@pytest.mark.parametrize("leader", ["suleiman", "henry_viii"])
def test_103_only_the_four(leader: str) -> None:
    with pytest.raises(AssertionError):
        play(scene(), Power.FRANCE, 103, answers={"choice/103/leader@france": pick(leader)})


def test_103_not_a_captive() -> None:
    s = scene()
    state = s.leaders[BRANDON]
    state.where, state.at, state.captor = Whereabouts.CAPTURED, "", Power.FRANCE
    with pytest.raises(AssertionError):
        play(s, Power.FRANCE, 103, answers={"choice/103/leader@france": pick("charles_brandon")})
    s.this_turn.played.clear()
    for leader in ("duke_of_alva", "montmorency", "ibrahim_pasha"):
        other = s.leaders[LeaderId(leader)]
        other.where, other.at = Whereabouts.OUT, ""
    assert refused(s, Power.FRANCE, 103) == "no_target"
