"""23.2: victory points."""

from __future__ import annotations

from engine.here_i_stand import victory
from engine.here_i_stand.records import Bonus
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    BonusKind,
    DebaterId,
    Heir,
    Milestone,
    Power,
    Religion,
    SpaceId,
    Standing,
    Zone,
)
from tests.engine.here_i_stand.boards import start


def gained(s: HisState, power: Power) -> int:
    """VP beyond those of the set-up."""
    return victory.totals(s)[power] - s.history[0].vp[power]


def test_a_key_in_unrest_gives_nothing() -> None:
    s = start()
    s.spaces[SpaceId("paris")].unrest = True
    assert gained(s, Power.FRANCE) == -2


def test_keys_beyond_the_track_give_the_last_box() -> None:
    """4"""
    s = start()
    for space in s.board.map.keys:
        s.take_control(space, Power.PAPACY)
    assert victory.base_vp(s, Power.PAPACY) == 12
    assert victory.base_vp(s, Power.OTTOMAN) == 0


def test_the_protestants_have_no_vp_for_keys() -> None:
    """2.4"""
    s = start()
    s.take_control(SpaceId("vienna"), Power.PROTESTANT)
    assert gained(s, Power.PROTESTANT) == 0


def test_electorates_need_religion_and_control_and_no_unrest() -> None:
    s, mainz = start("1532"), SpaceId("mainz")
    s.take_control(SpaceId("trier"), Power.PROTESTANT)
    assert gained(s, Power.PROTESTANT) == 0
    assert gained(s, Power.HAPSBURG) == -1
    s.spaces[mainz].unrest = True
    assert victory.base_vp(s, Power.PROTESTANT) == 6
    s.spaces[mainz].unrest = False
    s.convert(mainz, Religion.CATHOLIC)
    assert victory.base_vp(s, Power.PROTESTANT) == 6


def test_the_hapsburgs_have_electorates_after_the_league() -> None:
    s = start("1517")
    assert victory.special_vp(s, Power.HAPSBURG) == 0
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    assert victory.special_vp(s, Power.HAPSBURG) == 6


def test_the_track_of_protestant_spaces_ends_at_49() -> None:
    s = start()
    free = [
        space
        for space, here in s.spaces.items()
        if here.religion is Religion.CATHOLIC and space not in s.board.map.electorates
    ]
    for space in free[:17]:
        s.convert(space, Religion.PROTESTANT)
    assert (victory.special_vp(s, Power.PAPACY), victory.special_vp(s, Power.PROTESTANT)) == (10, 5)
    s.spaces[free[0]].unrest = True
    assert (victory.special_vp(s, Power.PAPACY), victory.special_vp(s, Power.PROTESTANT)) == (11, 4)
    for space in free[17:60]:
        s.convert(space, Religion.PROTESTANT)
    assert (victory.special_vp(s, Power.PAPACY), victory.special_vp(s, Power.PROTESTANT)) == (1, 14)


def test_england_has_children_and_pairs_of_home_spaces() -> None:
    s = start()
    s.tudors.elizabeth_born = True
    assert gained(s, Power.ENGLAND) == 2
    s.tudors.edward = Heir.SICKLY
    assert gained(s, Power.ENGLAND) == 5
    for space in ("london", "york", "calais"):
        s.convert(SpaceId(space), Religion.PROTESTANT)
    assert gained(s, Power.ENGLAND) == 6
    assert len(victory.english_home_spaces_protestant(s)) == 3


def test_tracks() -> None:
    s = start()
    s.tracks.piracy, s.tracks.chateaux, s.tracks.saint_peters_vp = 3, 2, 1
    assert [gained(s, power) for power in (Power.OTTOMAN, Power.FRANCE, Power.PAPACY)] == [3, 2, 1]


def test_bonus_markers_and_bibles() -> None:
    s = start()
    s.powers[Power.FRANCE].bonus += [Bonus(BonusKind.WAR_WINNER, 2), Bonus(BonusKind.PHONY_WAR, -1)]
    s.tracks.full_bible[Zone.GERMAN] = 10
    s.tracks.full_bible[Zone.FRENCH] = 9
    assert (gained(s, Power.FRANCE), gained(s, Power.PROTESTANT)) == (1, 1)


def test_debaters_burnt_and_disgraced_count_for_the_other_side() -> None:
    s = start()
    s.debaters[DebaterId("bucer")] = Standing.BURNT
    s.debaters[DebaterId("eck")] = Standing.DISGRACED
    s.debaters[DebaterId("luther")] = Standing.OUT
    assert (gained(s, Power.PAPACY), gained(s, Power.PROTESTANT)) == (2, 3)
