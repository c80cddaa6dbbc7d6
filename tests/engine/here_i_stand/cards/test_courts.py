"""3 b and 4: the tables and switches behind them."""

from __future__ import annotations

import pytest

from engine.here_i_stand.board.chateaux import GROUNDS
from engine.here_i_stand.cards.courts import _CONDITIONS, chateau_modifiers
from engine.here_i_stand.records import Ships
from engine.here_i_stand.terms import Edition, LeaderId, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.boards import BOTH, board_in, our_board
from tests.engine.here_i_stand.cards.stage import LATER, play, refused, scene, told

FRANCE, HAPSBURG = Power.FRANCE, Power.HAPSBURG


def test_every_ground_is_known() -> None:
    assert tuple(_CONDITIONS) == GROUNDS


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("way", ["plain_roll", "chateau_table"])
def test_the_switch_decides_not_the_edition(edition: Edition, way: str) -> None:
    """R73"""
    usual = {"plain_roll": Edition.CORE110, "chateau_table": Edition.ANNIVERSARY116}[way]
    assert our_board().under(edition, {"patron_of_the_arts": way}).chateaux == board_in(usual).chateaux


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(("way", "reward"), [("none", (0, 0)), ("vp_and_minus_card", (1, 1))])
def test_the_reward_of_foreign_wars_is_a_switch(edition: Edition, way: str, reward: tuple[int, int]) -> None:
    """R76"""
    wars = our_board().under(edition, {"foreign_war_reward": way}).tables.foreign_wars.values()
    assert {(war.vp, war.minus_cards) for war in wars} == {reward}


def test_unrest_takes_no_modifier_away_and_two_keys_are_not_three() -> None:
    s = scene(edition=LATER)
    s.spaces[SpaceId("milan")].unrest = True
    s.take_control(SpaceId("genoa"), FRANCE)
    assert chateau_modifiers(s) == {"milan_french": 2}
    s.take_control(SpaceId("florence"), FRANCE)
    assert chateau_modifiers(s) == {"milan_french": 2, "florence_french": 1, "three_keys_in_italian_zone": 2}


def test_enemy_ships_in_a_french_port_count_as_units() -> None:
    s = scene(edition=LATER)
    s.add_ships(Ships(Power.ENGLAND, squadrons=1), SpaceId("nantes"))
    assert "enemy_units_in_french_home" not in chateau_modifiers(s)
    s.begin_war(FRANCE, Power.ENGLAND)
    assert chateau_modifiers(s)["enemy_units_in_french_home"] == -2


def test_a_home_space_that_nobody_controls_is_not_anothers() -> None:
    s = scene(edition=LATER)
    s.take_control(SpaceId("dijon"), Power.INDEPENDENT)
    assert "french_home_controlled_by_other" not in chateau_modifiers(s)
    s.take_control(SpaceId("dijon"), HAPSBURG)
    assert chateau_modifiers(s)["french_home_controlled_by_other"] == -1


def test_francis_set_aside_is_captured_too() -> None:
    """R92"""
    s = scene()
    s.leaders[LeaderId("francis_i")].where, s.leaders[LeaderId("francis_i")].at = Whereabouts.ASIDE, ""
    assert refused(s, FRANCE, 4) == "leader_not_free"


def test_the_sixth_chateau() -> None:
    s = scene()
    s.tracks.chateaux = 5
    s.take_control(SpaceId("milan"), HAPSBURG)
    play(s, FRANCE, 4, dice=[6])
    assert s.tracks.chateaux == 6
    assert told(s, "chateau_built") == [{"power": FRANCE, "count": 6}]
    s.this_turn.played.clear()
    assert refused(s, FRANCE, 4) == "chateaux_full"
