"""16, 18-23: rulers and leaders who follow each other (3.3, 21.3, R44, C-07); 9, 10, 13-15 as events."""

from __future__ import annotations

import pytest

from engine.here_i_stand.terms import (
    CardNumber,
    DebaterId,
    Heir,
    LeaderId,
    Milestone,
    Power,
    ReformerId,
    Religion,
    RulerId,
    SeaId,
    SpaceId,
    Standing,
    Whereabouts,
)
from tests.engine.here_i_stand.cards.stage import army, hold, pick, play, refused, scene, where

HENRY, DUDLEY = LeaderId("henry_viii"), LeaderId("dudley")
FRANCIS, HENRY_II = LeaderId("francis_i"), LeaderId("henry_ii")
BARBAROSSA, DRAGUT = LeaderId("barbarossa"), LeaderId("dragut")


def test_16_luther_dies_and_calvin_rules() -> None:
    s = scene(turn=6)
    play(s, Power.PAPACY, 16)
    assert s.powers[Power.PROTESTANT].ruler == "calvin"
    assert s.reformers[ReformerId("luther")] is Standing.OUT
    assert s.debaters[DebaterId("luther")] is Standing.OUT
    assert where(s, 16) == "ruling"
    assert s.impulse is not None
    assert s.impulse.cp == 2


def test_16_a_burnt_luther_stays_burnt() -> None:
    s = scene(turn=6)
    s.debaters[DebaterId("luther")] = s.reformers[ReformerId("luther")] = Standing.BURNT
    play(s, Power.PAPACY, 16)
    assert s.debaters[DebaterId("luther")] is Standing.BURNT


def test_18_dragut_takes_barbarossas_place() -> None:
    s = scene("1532", turn=6)
    s.place_leader(BARBAROSSA, SeaId("ionian_sea"))
    play(s, Power.FRANCE, 18)
    assert s.leaders[DRAGUT].at == "ionian_sea"
    assert s.leaders[BARBAROSSA].where is Whereabouts.OUT
    assert where(s, 18) == "removed"


def test_18_c07_on_the_turn_track() -> None:
    s = scene("1532", turn=6)
    state = s.leaders[BARBAROSSA]
    state.where, state.at, state.returns = Whereabouts.TURN_TRACK, "", 7
    play(s, Power.FRANCE, 18)
    assert (s.leaders[DRAGUT].where, s.leaders[DRAGUT].returns) == (Whereabouts.TURN_TRACK, 7)


@pytest.mark.parametrize("space", ["london", "calais"])
def test_19_edward_rules_and_dudley_comes_to_london_or_to_henry(space: str) -> None:
    s = scene(turn=6)
    s.place_leader(HENRY, SpaceId("calais"))
    s.tudors.edward = Heir.HEALTHY
    play(s, Power.FRANCE, 19, answers={"choice/19/successor@england": pick(space)})
    assert s.powers[Power.ENGLAND].ruler == "edward_vi"
    assert s.leaders[DUDLEY].at == space
    assert s.leaders[HENRY].where is Whereabouts.OUT
    assert where(s, 19) == "ruling"
    assert Power.ENGLAND in s.this_turn.new_rulers


def test_19_henry_captured_dudley_in_london() -> None:
    s = scene(turn=6)
    state = s.leaders[HENRY]
    state.where, state.at, state.captor = Whereabouts.CAPTURED, "", Power.FRANCE
    play(s, Power.FRANCE, 19)
    assert s.leaders[DUDLEY].at == "london"


def test_r44_a_friendly_home_key_for_a_lost_capital() -> None:
    s = scene(turn=6)
    s.take_control(SpaceId("london"), Power.FRANCE)
    s.leaders[HENRY].where, s.leaders[HENRY].at = Whereabouts.OUT, ""
    s.leaders[HENRY].where = Whereabouts.TURN_TRACK
    play(s, Power.FRANCE, 19, answers={"choice/19/successor@england": pick("bristol")})
    assert s.leaders[DUDLEY].at == "bristol"


def test_19_dudley_is_inside_with_a_besieged_henry() -> None:
    s = scene(turn=6)
    s.begin_war(Power.ENGLAND, Power.FRANCE)
    calais = army(s, Power.FRANCE, "calais", 5)
    for owner in list(s.forces[calais].outside):
        if owner is Power.ENGLAND:
            s.go_inside(owner, calais, s.land(owner, calais))
    s.place_leader(HENRY, calais)
    s.leaders[HENRY].inside = True
    s.forces[calais].sieges[Power.FRANCE] = 1
    play(s, Power.FRANCE, 19, answers={"choice/19/successor@england": pick("calais")})
    assert s.leaders[DUDLEY].inside


def test_20_henry_ii_for_a_captured_francis_in_paris() -> None:
    s = scene(turn=6)
    state = s.leaders[FRANCIS]
    state.where, state.at, state.captor = Whereabouts.CAPTURED, "", Power.HAPSBURG
    play(s, Power.HAPSBURG, 20)
    assert s.leaders[HENRY_II].at == "paris"
    assert s.leaders[FRANCIS].where is Whereabouts.OUT
    assert s.powers[Power.FRANCE].ruler == "henry_ii"


def test_21_mary_after_henry() -> None:
    s = scene(turn=6)
    play(s, Power.PAPACY, 21)
    assert s.powers[Power.ENGLAND].ruler == "mary_i"
    assert s.tudors.mary_turn == 6
    assert s.leaders[DUDLEY].where is Whereabouts.MAP
    assert where(s, 21) == "ruling"
    assert refused(s, Power.ENGLAND, 33) == "only_cp_under_mary"


def test_21_mary_after_sickly_edward_whose_card_leaves() -> None:
    s = scene(turn=7)
    s.tudors.edward = Heir.SICKLY
    play(s, Power.FRANCE, 19)
    play(s, Power.PAPACY, 21)
    assert s.powers[Power.ENGLAND].ruler == "mary_i"
    assert (where(s, 19), where(s, 21)) == ("removed", "ruling")


@pytest.mark.parametrize(("heir", "pile"), [(Heir.SICKLY, "discard"), (Heir.HEALTHY, "removed")])
@pytest.mark.parametrize("held", [False, True])
def test_21_edward_born_while_marys_card_is_about(heir: Heir, pile: str, held: bool) -> None:
    """Played, it puts Edward on the throne; his own card becomes the ruler's from wherever it is."""
    s = scene(turn=6)
    s.tudors.edward = heir
    if held:
        hold(s, Power.OTTOMAN, 19)
    play(s, Power.PAPACY, 21)
    assert s.powers[Power.ENGLAND].ruler == "edward_vi"
    assert (where(s, 19), where(s, 21)) == ("ruling", pile)
    assert s.leaders[DUDLEY].where is Whereabouts.MAP
    assert s.impulse is not None
    assert s.impulse.cp == 2


def test_21_no_throne_beside_a_healthy_edward() -> None:
    s = scene(turn=7)
    s.tudors.edward = Heir.HEALTHY
    play(s, Power.FRANCE, 19)
    play(s, Power.PAPACY, 21)
    assert s.powers[Power.ENGLAND].ruler == "edward_vi"
    assert where(s, 21) == "removed"


def test_23_elizabeth_follows_mary() -> None:
    s = scene(turn=7)
    play(s, Power.PAPACY, 21)
    play(s, Power.FRANCE, 23)
    assert s.powers[Power.ENGLAND].ruler == "elizabeth_i"
    assert where(s, 21) == "removed"
    assert where(s, 23) == "ruling"


def test_popes_follow_each_other() -> None:
    """10, 14, 22: the card of the one before leaves the game."""
    s = scene(turn=7)
    for card, ruler in ((10, "clement_vii"), (14, "paul_iii"), (22, "julius_iii")):
        play(s, Power.FRANCE, card)
        assert s.powers[Power.PAPACY].ruler == RulerId(ruler)
        assert where(s, card) == "ruling"
    assert (where(s, 10), where(s, 14)) == ("removed", "removed")


def test_9_barbary_pirates_as_an_event() -> None:
    s = scene()
    play(s, Power.FRANCE, 9)
    assert s.has_happened(Milestone.BARBARY_PIRATES)
    assert where(s, 9) == "removed"
    assert s.impulse is not None
    assert s.impulse.cp == 2


def test_13_e81_the_league_needs_12_spaces() -> None:
    """E81: 11 spaces: no effect, 2 CP, to the discard pile; 12, one of them in unrest: it works."""
    s = scene(turn=2)
    german = [space for space, data in s.board.map.spaces.items() if data.home is Power.PROTESTANT]
    for space in german[:11]:
        s.convert(space, Religion.PROTESTANT)
    play(s, Power.FRANCE, 13)
    assert not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)
    assert where(s, 13) == "discard"
    assert s.impulse is not None
    assert s.impulse.cp == 2
    s.this_turn.played.clear()
    s.convert(german[11], Religion.PROTESTANT)
    s.spaces[german[11]].unrest = True
    play(s, Power.FRANCE, 13)
    assert s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)
    assert where(s, 13) == "removed"


def test_15_universities_are_the_papacys_choice() -> None:
    s = scene(turn=5)
    play(s, Power.FRANCE, 15, answers={"choice/15/university@papacy": pick("paris,rome")})
    assert s.spaces[SpaceId("paris")].university
    assert s.spaces[SpaceId("rome")].university
    assert CardNumber(15) in s.removed
