"""13.1-6, R29, R47, R92: leaders who are captured, and by whom."""

from __future__ import annotations

import pytest

from engine.here_i_stand.asking import blank
from engine.here_i_stand.capture import captor_among, capture_leaders, capture_lone_leaders
from engine.here_i_stand.control import control_space, why_not_control
from engine.here_i_stand.entering import lone_leaders
from engine.here_i_stand.invariants import check
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.marching import bare, move, put, thrown, told

OTTOMAN, HAPSBURG, FRANCE, PAPACY = Power.OTTOMAN, Power.HAPSBURG, Power.FRANCE, Power.PAPACY
FERDINAND, CHARLES, FRANCIS = LeaderId("ferdinand"), LeaderId("charles_v"), LeaderId("francis_i")
LINZ, VIENNA, MODENA = SpaceId("linz"), SpaceId("vienna"), SpaceId("modena")


def in_linz() -> HisState:
    """E34: Ferdinand alone in unfortified Linz, an Ottoman formation next door."""
    s = bare(OTTOMAN, wars=[(OTTOMAN, HAPSBURG)])
    put(s, HAPSBURG, "linz", 0, "ferdinand")
    put(s, OTTOMAN, "prague", 1)
    s.take_control(SpaceId("prague"), OTTOMAN)
    return s


def test_e34_lone_leader_in_the_open() -> None:
    """E34: captured."""
    s = in_linz()
    assert move(s, OTTOMAN, from_="prague", to="linz")
    state = s.leaders[FERDINAND]
    assert (state.where, state.captor, state.at) == (Whereabouts.CAPTURED, OTTOMAN, "")
    assert told(s, "leaders_captured")[0].facts == {"power": "ottoman", "leaders": ["ferdinand"]}


def test_e34_lone_leader_in_a_fortress() -> None:
    """E34: in fortified Vienna without units: he goes inside; the Ottoman formation (>= 1 unit) besieges."""
    s = bare(OTTOMAN, wars=[(OTTOMAN, HAPSBURG)])
    put(s, HAPSBURG, "vienna", 0, "ferdinand")
    put(s, OTTOMAN, "pressburg", 1)
    assert move(s, OTTOMAN, from_="pressburg", to="vienna")
    state = s.leaders[FERDINAND]
    assert (state.where, state.at, state.inside) == (Whereabouts.MAP, "vienna", True)
    assert s.forces[VIENNA].sieges == {OTTOMAN: s.impulses}


def test_leaders_alone_capture_nobody() -> None:
    s = in_linz()
    s.take_land(OTTOMAN, SpaceId("prague"), s.land(OTTOMAN, SpaceId("prague")))
    put(s, OTTOMAN, "linz", 0, "suleiman")
    capture_lone_leaders(s, OTTOMAN, LINZ)
    assert s.leaders[FERDINAND].where is Whereabouts.MAP


def test_r47_control_from_next_door_captures_nobody() -> None:
    """R47: he stays; captured only when units enter."""
    s = bare(OTTOMAN, wars=[(OTTOMAN, HAPSBURG)])
    put(s, HAPSBURG, "mohacs", 0, "ferdinand")
    put(s, OTTOMAN, "belgrade", 2)
    for space in ("belgrade", "nezh", "nicopolis"):
        s.take_control(SpaceId(space), OTTOMAN)
    s.take_control(SpaceId("mohacs"), HAPSBURG)
    mohacs = SpaceId("mohacs")
    assert why_not_control(s, OTTOMAN, mohacs) is None
    drive(control_space(s, OTTOMAN, mohacs))
    assert s.spaces[mohacs].controller is OTTOMAN
    assert s.leaders[FERDINAND].at == "mohacs"
    assert move(s, OTTOMAN, from_="belgrade", to="mohacs")
    assert s.leaders[FERDINAND].captor is OTTOMAN


def test_a_leader_is_not_alone_with_units_of_his_side() -> None:
    s = in_linz()
    put(s, OTTOMAN, "linz", 1)
    assert lone_leaders(s, OTTOMAN, LINZ) == [FERDINAND]
    put(s, FRANCE, "linz", 1)
    assert lone_leaders(s, OTTOMAN, LINZ) == [FERDINAND]
    s.ally(HAPSBURG, FRANCE)
    assert lone_leaders(s, OTTOMAN, LINZ) == []


def test_leaders_of_others_are_not_captured() -> None:
    s = in_linz()
    s.wars.clear()
    put(s, OTTOMAN, "linz", 1)
    assert lone_leaders(s, OTTOMAN, LINZ) == []
    assert lone_leaders(s, OTTOMAN, LINZ, [HAPSBURG]) == [FERDINAND]  # 13.1-3c


def test_naval_leaders_are_not_captured_so() -> None:
    s = bare(FRANCE, wars=[(FRANCE, OTTOMAN)])
    s.place_leader(LeaderId("barbarossa"), SpaceId("boulogne"))
    put(s, FRANCE, "boulogne", 1)
    capture_lone_leaders(s, FRANCE, SpaceId("boulogne"))
    assert s.leaders[LeaderId("barbarossa")].where is Whereabouts.MAP


def test_a_leader_who_stays_behind_alone_is_captured() -> None:
    """13.3, 13.1-6: his units avoid battle without him."""
    s = bare(OTTOMAN, wars=[(OTTOMAN, HAPSBURG)])
    put(s, HAPSBURG, "linz", 2, "ferdinand")
    put(s, OTTOMAN, "prague", 3)
    answer = {"avoid_battle/linz@hapsburg": blank("avoid_battle", do="avoid", to="vienna", leaders="none")}
    assert move(s, OTTOMAN, answer, [6, 6], from_="prague", to="linz")
    assert s.leaders[FERDINAND].captor is OTTOMAN
    assert s.stack(HAPSBURG, VIENNA) == 2


# ------------------------------------------------------------------ R92


@pytest.mark.parametrize(
    ("captor", "where", "kept"),
    [
        (FRANCE, Whereabouts.CAPTURED, FRANCE),
        (Power.HUNGARY, Whereabouts.ASIDE, Power.HUNGARY),
        (Power.INDEPENDENT, Whereabouts.ASIDE, None),
        (None, Whereabouts.ASIDE, None),
    ],
)
def test_r92_where_a_captured_leader_goes(captor: Power | None, where: Whereabouts, kept: Power | None) -> None:
    s = start()
    s.leaders[CHARLES].inside = True
    capture_leaders(s, [CHARLES], captor)
    state = s.leaders[CHARLES]
    assert (state.where, state.captor, state.at, state.inside) == (where, kept, "", False)
    check(s)


def test_an_active_minor_captures_for_its_major() -> None:
    s = start()
    s.ally(FRANCE, Power.GENOA)
    capture_leaders(s, [CHARLES], Power.GENOA)
    assert s.leaders[CHARLES].captor is FRANCE


def test_nobody_captured_is_not_told() -> None:
    s = start()
    capture_leaders(s, [], FRANCE)
    assert not s.events


# ------------------------------------------------------------------ R29


def captor(s: HisState, *powers: Power, dice: tuple[int, ...] = ()) -> Power | None:
    return drive(captor_among(s, powers, MODENA), chance=thrown(*dice))


def test_r29_captor_when_allies_fight_together() -> None:
    """R29: controller of the space if on that side, else the power with more units there, else random."""
    s = bare(OTTOMAN)
    put(s, HAPSBURG, "modena", 3)
    put(s, FRANCE, "modena", 2)
    assert captor(s, FRANCE, HAPSBURG) is HAPSBURG
    s.take_control(MODENA, PAPACY)
    assert captor(s, FRANCE, HAPSBURG) is HAPSBURG
    s.take_control(MODENA, FRANCE)
    assert captor(s, FRANCE, HAPSBURG) is FRANCE


@pytest.mark.parametrize(("die", "who"), [(1, HAPSBURG), (2, FRANCE)])
def test_r29_by_chance_where_they_are_as_many(die: int, who: Power) -> None:
    s = bare(OTTOMAN)
    put(s, HAPSBURG, "modena", 2)
    put(s, FRANCE, "modena", 2)
    assert captor(s, FRANCE, HAPSBURG, dice=(die,)) is who


def test_r29_units_of_active_minors_count_and_inactive_ones_are_the_last() -> None:
    s = bare(OTTOMAN)
    put(s, HAPSBURG, "modena", 2)
    put(s, FRANCE, "modena", 1)
    put(s, Power.GENOA, "modena", 2)
    s.ally(FRANCE, Power.GENOA)
    assert captor(s, Power.GENOA, HAPSBURG) is FRANCE
    assert captor(s, Power.HUNGARY) is Power.HUNGARY
    assert captor(s, Power.INDEPENDENT) is None
