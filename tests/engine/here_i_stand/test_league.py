"""21.6 The start of the Schmalkaldic League, R33, R87, C-04, C-05."""

from __future__ import annotations

from typing import Any

import pytest

from engine.here_i_stand import invariants
from engine.here_i_stand.league import form_league, league_is_due, place_leaders, spaces_for_league
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Power, Religion, SpaceId, Whereabouts
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive

OTT, HAP, ENG, FRA, PAP, PRO = list(Power)[:6]
WITTENBERG, AUGSBURG, MAINZ, BRANDENBURG = map(SpaceId, ("wittenberg", "augsburg", "mainz", "brandenburg"))
JOHN, PHILIP = LeaderId("john_frederick"), LeaderId("philip_of_hesse")


def reformed(*spaces: SpaceId, **options: Any) -> HisState:
    """Turn 2; these spaces are Protestant, electorates with the regulars of their first conversion."""
    s = start("1517", **options)
    s.turn = 2
    for space in spaces:
        s.convert(space, Religion.PROTESTANT)
        if space in s.display:
            s.add_land(PRO, space, Land(regulars=s.display.pop(space)))
    return s


def run(s: HisState, answers: dict[str, Any] | None = None) -> None:
    drive(form_league(s), answers or {})
    invariants.check(s)


def twelve() -> tuple[SpaceId, ...]:
    s = start("1517")
    return tuple(s.home_spaces(PRO)[:12])


def test_e81_twelve_spaces_one_of_them_in_unrest() -> None:
    s = reformed(*twelve())
    s.spaces[twelve()[0]].unrest = True
    assert spaces_for_league(s) == 12
    assert league_is_due(s)
    s.turn = 1
    assert not league_is_due(s)
    s.turn = 2
    s.convert(twelve()[1], Religion.CATHOLIC)
    assert not league_is_due(s)


def test_wars_control_and_leaders() -> None:
    s = reformed(WITTENBERG, AUGSBURG, SpaceId("leipzig"))
    s.ally(HAP, PRO)
    run(s)
    assert s.at_war(HAP, PRO)
    assert s.at_war(PAP, PRO)
    assert s.alliances == []
    assert s.spaces[SpaceId("leipzig")].controller is PRO
    assert s.spaces[SpaceId("nuremberg")].controller is HAP
    assert s.leaders[JOHN].at == WITTENBERG
    assert s.leaders[PHILIP].where is Whereabouts.MAP


def test_spaces_with_a_fortress_marker_keep_their_controller() -> None:
    s = reformed(WITTENBERG, SpaceId("leipzig"))
    s.spaces[SpaceId("leipzig")].fortress = True
    run(s)
    assert s.spaces[SpaceId("leipzig")].controller is HAP


def test_ties_for_leaders_are_the_protestants() -> None:
    s = reformed(WITTENBERG, AUGSBURG, MAINZ, BRANDENBURG)
    s.take_land(PRO, WITTENBERG, s.land(PRO, WITTENBERG))
    run(s)
    assert s.leaders[JOHN].at == BRANDENBURG


def test_c04_without_regulars_the_leaders_wait_for_them() -> None:
    s = reformed(SpaceId("leipzig"))
    run(s)
    assert s.leaders[JOHN].where is Whereabouts.WAITING
    drive(place_leaders(s))
    assert s.leaders[JOHN].where is Whereabouts.WAITING
    s.add_land(PRO, SpaceId("leipzig"), Land(regulars=1))
    drive(place_leaders(s))
    assert s.leaders[JOHN].at == s.leaders[PHILIP].at == "leipzig"


def test_r87_regulars_in_catholic_electorates_leave() -> None:
    s = reformed(WITTENBERG, MAINZ)
    s.convert(MAINZ, Religion.CATHOLIC)
    run(s)
    assert s.land(PRO, MAINZ).strength == 0
    assert s.land(PRO, WITTENBERG).regulars == 3
    assert s.spaces[MAINZ].controller is HAP


def test_leaders_go_with_them() -> None:
    s = reformed(WITTENBERG, MAINZ)
    s.convert(MAINZ, Religion.CATHOLIC)
    run(s)
    assert s.leaders[PHILIP].at == WITTENBERG


def test_without_a_protestant_electorate_they_are_lost() -> None:
    s = reformed(MAINZ)
    s.convert(MAINZ, Religion.CATHOLIC)
    run(s)
    assert s.land(PRO, MAINZ).strength == 0
    assert all(not s.land(PRO, space).strength for space in s.forces)


@pytest.mark.parametrize(("setting", "stays"), [("stay", True), ("displaced", False)])
def test_r33_foreign_units_in_spaces_that_become_protestant(setting: str, stays: bool) -> None:
    leipzig = SpaceId("leipzig")
    s = reformed(WITTENBERG, leipzig, switches={"league_foreign_units": setting})
    s.add_land(HAP, leipzig, Land(regulars=2))
    run(s)
    assert s.spaces[leipzig].controller is PRO
    assert (s.land(HAP, leipzig).strength == 2) is stays


def test_r33_with_protestant_units_in_the_space_r25_applies() -> None:
    leipzig = SpaceId("leipzig")
    s = reformed(WITTENBERG, leipzig)
    s.add_land(HAP, leipzig, Land(regulars=2))
    s.add_land(PRO, leipzig, Land(regulars=1))
    run(s)
    assert s.land(HAP, leipzig).strength == 0
    assert s.land(PRO, leipzig).strength == 1
