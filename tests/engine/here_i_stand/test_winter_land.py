"""19.3: land units go home, and what they lose on the way."""

from __future__ import annotations

import pytest

from engine.here_i_stand.records import Land
from engine.here_i_stand.terms import (
    LeaderId,
    Milestone,
    Power,
    SpaceId,
    Whereabouts,
)
from engine.here_i_stand.winter_land import go_home
from tests.engine.here_i_stand.flows import drive, plain
from tests.engine.here_i_stand.winters import cut_off, emptied, emptied_copy, go, home, plan, why

(TRENT, RAVENNA, FLORENCE, ROME, MODENA, SIENA, PARIS, DIJON, LYON, MILAN, VIENNA, VALLADOLID, GRAZ, GENOA) = (
    SpaceId(name)
    for name in (
        "trent",
        "ravenna",
        "florence",
        "rome",
        "modena",
        "siena",
        "paris",
        "dijon",
        "lyon",
        "milan",
        "vienna",
        "valladolid",
        "graz",
        "genoa",
    )
)
FRANCIS = LeaderId("francis_i")


# ------------------------------------------------------------------ attrition


@pytest.mark.parametrize(("count", "left"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_e93_rounding(count: int, left: int) -> None:
    """E93: one unit without open path: loses 1 (half rounded up). Three: lose 2."""
    s = emptied()
    s.add_land(Power.FRANCE, MODENA, Land(regulars=count))
    for space in s.controlled(Power.FRANCE):
        if space != PARIS:
            s.take_control(space, Power.HAPSBURG)
    home(s)
    assert s.land(Power.FRANCE, PARIS) == Land(regulars=left)
    assert s.land(Power.FRANCE, MODENA).strength == 0


def test_e94_split_groups() -> None:
    """E94: 5 R exposed, no open path to the capital, open path to a fortress with room for 2. Expect: 2 to the
    fortress without loss; 3 to the capital lose 2; total left 3."""
    s = emptied()
    for space in s.controlled(Power.FRANCE):
        if space not in (PARIS, LYON):
            s.take_control(space, Power.HAPSBURG)
    grenoble = SpaceId("grenoble")
    assert grenoble in s.board.map.by_land(LYON)
    s.add_land(Power.FRANCE, LYON, Land(regulars=2))
    s.add_land(Power.FRANCE, grenoble, Land(regulars=5))
    by_default = emptied_copy(s)
    home(s, Power.FRANCE, go(grenoble, LYON, regulars=2), go(grenoble, PARIS, regulars=3))
    assert (s.land(Power.FRANCE, LYON).regulars, s.land(Power.FRANCE, PARIS).regulars) == (4, 1)
    home(by_default)
    assert by_default.forces == s.forces


def test_the_path_counts_the_end_and_not_the_start() -> None:
    """19: every space but the first is friendly and quiet; enemies on the way do not matter, nor do ships."""
    s = emptied()
    s.add_land(Power.PAPACY, MODENA, Land(regulars=1))
    assert not plan(s, Power.PAPACY).is_open(TRENT, ROME)
    assert plan(s, Power.PAPACY).is_open(MODENA, ROME)
    s.add_land(Power.FRANCE, RAVENNA, Land(regulars=9))
    assert plan(s, Power.PAPACY).is_open(MODENA, ROME)
    cut_off(s, MODENA)
    assert plan(s, Power.PAPACY).is_open(MODENA, ROME)
    cut_off(s, ROME)
    assert not plan(s, Power.PAPACY).is_open(MODENA, ROME)
    london, calais = SpaceId("london"), SpaceId("calais")
    assert plan(s, Power.ENGLAND).is_open(calais, london)


def test_allied_spaces_count_on_the_way() -> None:
    s = emptied()
    s.add_land(Power.PAPACY, TRENT, Land(regulars=2))
    venice = SpaceId("venice")
    assert TRENT in s.board.map.by_land(venice)
    assert not plan(s, Power.PAPACY).is_open(TRENT, ROME)
    s.ally(Power.PAPACY, Power.VENICE)
    assert s.is_fortified(venice)
    assert plan(s, Power.PAPACY).is_open(TRENT, RAVENNA)


def test_no_path_through_electorates_before_the_league() -> None:
    """Special case 3: from Breslau to Vienna there is a way by Brünn; cut it, and Wittenberg and Leipzig would do."""
    s, kassel = emptied(), SpaceId("kassel")
    assert s.spaces[SpaceId("mainz")].controller is Power.HAPSBURG
    only = [space for space in s.board.map.by_land(kassel) if space != "mainz"]
    cut_off(s, *only)
    assert not plan(s, Power.HAPSBURG).is_open(kassel, VIENNA)
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    assert plan(s, Power.HAPSBURG).is_open(kassel, VIENNA)


def test_d76_the_owner_chooses_what_a_mixed_group_loses() -> None:
    s = emptied()
    for space in s.controlled(Power.FRANCE):
        if space != PARIS:
            s.take_control(space, Power.HAPSBURG)
    s.add_land(Power.FRANCE, MODENA, Land(regulars=2, mercenaries=2))
    asked = home(s)
    assert [plain(one) for one in asked] == ["losses/modena@france"]
    assert asked[0].facts["count"] == 2
    assert s.land(Power.FRANCE, PARIS) == Land(regulars=2)
    s = emptied_copy(s)
    s.take_land(Power.FRANCE, PARIS, Land(regulars=2))
    s.add_land(Power.FRANCE, MODENA, Land(regulars=2, mercenaries=2))
    drive(go_home(s, {}), {"losses/modena@france": {"do": "lose", "unit": "regular"}})
    assert s.land(Power.FRANCE, PARIS) == Land(mercenaries=2)


def test_losses_of_two_groups_of_one_power_are_asked_apart() -> None:
    s = emptied()
    for space in s.controlled(Power.FRANCE):
        if space != PARIS:
            s.take_control(space, Power.HAPSBURG)
    for space in (MODENA, SIENA):
        s.add_land(Power.FRANCE, space, Land(regulars=1, mercenaries=1))
    drive(
        go_home(s, {}),
        {
            "losses/modena@france": {"do": "lose", "unit": "regular"},
            "losses/siena@france": {"do": "lose", "unit": "mercenary"},
        },
    )
    assert s.land(Power.FRANCE, PARIS) == Land(regulars=1, mercenaries=1)


# ------------------------------------------------------------------ where to


def test_r23_the_nearest_by_direct_distance() -> None:
    """R23: Ravenna and Florence are equally near Trent; who controls the spaces between does not matter."""
    s = emptied()
    s.take_control(FLORENCE, Power.PAPACY)
    s.add_land(Power.PAPACY, TRENT, Land(regulars=4))
    assert plan(s, Power.PAPACY).places(Power.PAPACY, TRENT) == [ROME, RAVENNA, FLORENCE]
    home(s, Power.PAPACY, go(TRENT, RAVENNA, regulars=1), go(TRENT, FLORENCE, regulars=1), go(TRENT, ROME, regulars=2))
    found = [s.land(Power.PAPACY, space).regulars for space in (RAVENNA, FLORENCE, ROME)]
    assert found == [0, 0, 1]  # Venice bars the way: of each group half is lost, rounded up


def test_only_the_nearest_and_the_capital() -> None:
    s = emptied()
    s.add_land(Power.PAPACY, MODENA, Land(regulars=2))
    assert plan(s, Power.PAPACY).nearest(Power.PAPACY, MODENA) == [RAVENNA]
    s.take_control(GENOA, Power.PAPACY)
    s.take_control(FLORENCE, Power.PAPACY)
    assert set(plan(s, Power.PAPACY).nearest(Power.PAPACY, MODENA)) == {RAVENNA, FLORENCE}
    assert why(s, Power.PAPACY, go(MODENA, GENOA)) == "no_place_to_winter"


def test_full_spaces_are_skipped() -> None:
    """19.3 b: Ravenna is filled to 4, then the next nearest is looked for."""
    s = emptied()
    ancona_side = SpaceId("ancona")
    assert not s.is_fortified(ancona_side)
    s.add_land(Power.PAPACY, MODENA, Land(regulars=6))
    s.take_control(GENOA, Power.PAPACY)
    s.take_control(RAVENNA, Power.PAPACY)
    fresh = plan(s, Power.PAPACY)
    assert fresh.nearest(Power.PAPACY, MODENA) == [RAVENNA]
    reasons = fresh.carry_out([[go(MODENA, RAVENNA, regulars=4)], [go(MODENA, GENOA, regulars=2)]])
    far = s.board.map.distances(MODENA, s.board.map.by_land_or_sea)
    assert (far[GENOA], far[ROME]) == (2, 3)
    assert reasons == [None, None]
    assert [(one.to, one.strength) for one in fresh.groups] == [(RAVENNA, 4), (GENOA, 2)]


def test_without_numbers_as_many_as_there_is_room_for() -> None:
    s = emptied()
    s.add_land(Power.PAPACY, MODENA, Land(regulars=3, mercenaries=3))
    home(s, Power.PAPACY, go(MODENA, RAVENNA), go(MODENA, ROME))
    assert s.land(Power.PAPACY, RAVENNA) == Land(regulars=3, mercenaries=1)
    assert s.land(Power.PAPACY, ROME) == Land(mercenaries=2)


def test_too_many_are_refused() -> None:
    s = emptied()
    s.add_land(Power.PAPACY, MODENA, Land(regulars=5))
    s.add_land(Power.PAPACY, RAVENNA, Land(regulars=1))
    assert why(s, Power.PAPACY, go(MODENA, RAVENNA, regulars=4)) == "no_room_to_winter"
    assert why(s, Power.PAPACY, go(MODENA, RAVENNA, regulars=3)) == ""


def test_overstacked_goes_to_the_capital() -> None:
    """19.3 a: more than 4 in a fortified space: the excess goes to the capital, mercenaries first; 4 may stay."""
    s = emptied()
    s.add_land(Power.FRANCE, LYON, Land(regulars=5, mercenaries=1))
    assert plan(s, Power.FRANCE).excess(LYON) == 2
    assert why(s, Power.FRANCE, go(LYON, MILAN, regulars=2)) == "no_place_to_winter"
    home(s)
    assert s.land(Power.FRANCE, LYON) == Land(regulars=4)
    assert s.land(Power.FRANCE, PARIS) == Land(regulars=1, mercenaries=1)


def test_others_may_go_to_the_capital_too() -> None:
    s = emptied()
    s.add_land(Power.FRANCE, LYON, Land(regulars=3))
    s.place_leader(FRANCIS, LYON)
    home(s, Power.FRANCE, go(LYON, PARIS, regulars=2, leaders="none"))
    assert (s.land(Power.FRANCE, LYON).regulars, s.land(Power.FRANCE, PARIS).regulars) == (1, 2)
    assert s.leaders[FRANCIS].at == LYON


def test_who_leaves_makes_room_for_the_exposed() -> None:
    """19.3, editor's note: a power settles first who leaves by choice; the order of the lines does not matter."""
    s = emptied()
    s.add_land(Power.PAPACY, RAVENNA, Land(regulars=4))
    s.add_land(Power.PAPACY, MODENA, Land(mercenaries=3))
    assert why(s, Power.PAPACY, go(MODENA, RAVENNA, mercenaries=3)) == "no_place_to_winter"
    home(s, Power.PAPACY, go(MODENA, RAVENNA, mercenaries=3), go(RAVENNA, ROME, regulars=3))
    assert s.land(Power.PAPACY, RAVENNA) == Land(regulars=1, mercenaries=3)
    assert s.land(Power.PAPACY, ROME) == Land(regulars=3)


def test_the_capital_has_no_limit_and_keeps_its_own() -> None:
    s = emptied()
    s.add_land(Power.FRANCE, PARIS, Land(regulars=9))
    assert why(s, Power.FRANCE, go(PARIS, LYON, regulars=1)) == "winters_in_capital"
    home(s)
    assert s.land(Power.FRANCE, PARIS).regulars == 9


def test_besiegers_and_guests_go_and_sieges_end() -> None:
    """19.3 b; spaces under siege are no exception: the besieged stay."""
    s = emptied()
    s.begin_war(Power.FRANCE, Power.PAPACY)
    s.add_land(Power.PAPACY, RAVENNA, Land(regulars=2))
    s.go_inside(Power.PAPACY, RAVENNA, Land(regulars=2))
    s.add_land(Power.FRANCE, RAVENNA, Land(regulars=5))
    s.forces[RAVENNA].sieges[Power.FRANCE] = 1
    s.place_leader(FRANCIS, RAVENNA)
    s.ally(Power.FRANCE, Power.ENGLAND)
    calais = SpaceId("calais")
    s.add_land(Power.FRANCE, calais, Land(regulars=1))
    home(s)
    assert s.forces[RAVENNA].sieges == {}
    assert s.forces[RAVENNA].outside == {Power.PAPACY: Land(regulars=2)}
    assert s.land(Power.FRANCE, calais).strength == 0
    assert s.leaders[FRANCIS].at != RAVENNA
    assert any(event.kind == "siege_ends" for event in s.events)


def test_special_2_excess_without_a_capital_is_eliminated() -> None:
    s = emptied()
    s.take_control(PARIS, Power.ENGLAND)
    s.add_land(Power.FRANCE, LYON, Land(regulars=6))
    home(s)
    assert s.land(Power.FRANCE, LYON).regulars == 4
    assert sum(s.land(Power.FRANCE, space).strength for space in s.spaces) == 4


def test_special_2_exposed_units_have_the_nearest_fortress_left() -> None:
    s = emptied()
    s.take_control(PARIS, Power.ENGLAND)
    s.add_land(Power.FRANCE, DIJON, Land(regulars=2))
    home(s)
    assert sum(s.land(Power.FRANCE, space).strength for space in s.spaces) == 2
    assert s.land(Power.FRANCE, DIJON).strength == 0


def test_r22_no_legal_destination() -> None:
    """R22: units are eliminated, leaders wait on the turn track."""
    s = emptied()
    for space in s.controlled(Power.FRANCE):
        if s.is_fortified(space):
            s.take_control(space, Power.ENGLAND)
    s.add_land(Power.FRANCE, DIJON, Land(regulars=2))
    s.place_leader(FRANCIS, DIJON)
    home(s)
    assert sum(s.land(Power.FRANCE, space).strength for space in s.spaces) == 0
    assert (s.leaders[FRANCIS].where, s.leaders[FRANCIS].returns) == (Whereabouts.TURN_TRACK, 2)


def test_special_3_hapsburgs_have_two_capitals() -> None:
    s = emptied()
    s.add_land(Power.HAPSBURG, GRAZ, Land(regulars=4))
    home(s, Power.HAPSBURG, go(GRAZ, VALLADOLID, regulars=1), go(GRAZ, VIENNA))
    assert s.land(Power.HAPSBURG, VIENNA).regulars == 3
    assert s.land(Power.HAPSBURG, VALLADOLID).regulars == 1
    assert why(s, Power.HAPSBURG, go(VIENNA, VALLADOLID)) == "winters_in_capital"


def test_the_default_loses_least() -> None:
    """D75: 3 units in Siena: Rome is open, so nothing is lost."""
    s = emptied()
    s.add_land(Power.PAPACY, SIENA, Land(mercenaries=3))
    home(s)
    assert s.land(Power.PAPACY, ROME) == Land(mercenaries=3)
