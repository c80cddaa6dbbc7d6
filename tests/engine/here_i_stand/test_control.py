"""Chapter 12: lines of communication, control, unrest."""

from __future__ import annotations

import random

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.control import (
    calm,
    calmable,
    control_space,
    controllable,
    mark_unrest,
    muster_display,
    set_controller,
    transfer_control,
    why_no_carlstadt_unrest,
    why_no_marker,
    why_no_unrest,
    why_not_calm,
    why_not_control,
)
from engine.here_i_stand.displacement import take_all
from engine.here_i_stand.invariants import check
from engine.here_i_stand.lines import is_source, line_to
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Milestone, PlaceId, Power, Religion, SeaId, SpaceId
from tests.engine.here_i_stand.boards import SCENARIOS, start
from tests.engine.here_i_stand.flows import drive, plain

ONE = Land(regulars=1)
TRENT, MILAN, TURIN, MODENA = SpaceId("trent"), SpaceId("milan"), SpaceId("turin"), SpaceId("modena")
INNSBRUCK, PAVIA, LYON, GRENOBLE = SpaceId("innsbruck"), SpaceId("pavia"), SpaceId("lyon"), SpaceId("grenoble")
PLYMOUTH, ORAN, TUNIS, BOULOGNE = SpaceId("plymouth"), SpaceId("oran"), SpaceId("tunis"), SpaceId("boulogne")
COLOGNE, WITTENBERG = SpaceId("cologne"), SpaceId("wittenberg")


def why(s: HisState, power: Power, space: SpaceId) -> str:
    reason = why_not_control(s, power, space)
    return "" if reason is None else reason.key


def why_calm(s: HisState, power: Power, space: SpaceId) -> str:
    reason = why_not_calm(s, power, space)
    return "" if reason is None else reason.key


# ------------------------------------------------------------------ 12.2


def test_e24_control_from_next_door() -> None:
    """E24: French 2 R in Milan, joined to empty, independent Trent; Hapsburg 1 R in Innsbruck, joined by a pass."""
    s = start()
    s.add_land(Power.HAPSBURG, INNSBRUCK, ONE)
    assert line_to(s, Power.FRANCE, TRENT) == [LYON, GRENOBLE, TURIN, MILAN, TRENT]
    assert why(s, Power.FRANCE, TRENT) == ""
    s.add_land(Power.HAPSBURG, MODENA, ONE)
    assert why(s, Power.FRANCE, TRENT) == "enemy_units_near"
    s.add_land(Power.FRANCE, TRENT, ONE)
    assert why(s, Power.FRANCE, TRENT) == ""


def test_e25_line_broken_by_unrest() -> None:
    """E25: the only path runs through own Turin, which is in unrest."""
    s = start()
    mark_unrest(s, TURIN, rule="12.4")
    s.add_land(Power.FRANCE, TURIN, ONE)
    assert why(s, Power.FRANCE, TRENT) == "no_line_of_communication"
    assert why_calm(s, Power.FRANCE, TURIN) == ""
    calm(s, TURIN, Power.FRANCE)
    assert why(s, Power.FRANCE, TRENT) == ""
    assert why_calm(s, Power.FRANCE, TURIN) == "not_in_unrest"


def test_a_neighbour_over_a_pass_gives_no_control() -> None:
    """12.2-4: Innsbruck and Trent are joined by a pass."""
    s = start()
    s.add_land(Power.HAPSBURG, INNSBRUCK, ONE)
    assert why(s, Power.HAPSBURG, TRENT) == "no_own_units_near"


def test_only_enemy_or_independent_spaces_are_taken() -> None:
    """12.2-1"""
    s = start()
    s.add_land(Power.ENGLAND, BOULOGNE, ONE)
    assert why(s, Power.ENGLAND, BOULOGNE) == "not_enemy_or_independent"
    s.begin_war(Power.ENGLAND, Power.FRANCE)
    assert why(s, Power.ENGLAND, BOULOGNE) == ""
    assert why(s, Power.ENGLAND, SpaceId("norwich")) == "not_enemy_or_independent"


def test_fortified_spaces_are_not_taken() -> None:
    """12.2-2, 12.3: by symbol, fortress marker or haven."""
    s = start()
    assert why(s, Power.FRANCE, SpaceId("florence")) == "fortified"
    s.spaces[TRENT].fortress = True
    assert why(s, Power.FRANCE, TRENT) == "fortified"


def test_algiers_is_out_of_play() -> None:
    """21.1"""
    assert why(start(), Power.HAPSBURG, SpaceId("algiers")) == "out_of_play"


@pytest.mark.parametrize(("owner", "key"), [(Power.INDEPENDENT, "units_in_space"), (Power.VENICE, "units_in_space")])
def test_units_of_others_in_the_space(owner: Power, key: str) -> None:
    """12.2-5"""
    s = start()
    s.add_land(owner, TRENT, ONE)
    assert why(s, Power.FRANCE, TRENT) == key


def test_units_of_an_ally_in_the_space() -> None:
    """12.2-5"""
    s = start()
    s.add_land(Power.ENGLAND, TRENT, ONE)
    assert why(s, Power.FRANCE, TRENT) == "units_in_space"
    s.ally(Power.FRANCE, Power.ENGLAND)
    assert why(s, Power.FRANCE, TRENT) == ""


def test_besieged_units_count_for_control_from_next_door() -> None:
    """12.2-4"""
    s = start()
    s.add_land(Power.HAPSBURG, MILAN, Land(regulars=3))
    s.go_inside(Power.FRANCE, MILAN, Land(regulars=2))
    s.forces[MILAN].sieges[Power.HAPSBURG] = 1
    assert why(s, Power.HAPSBURG, TRENT) == "enemy_units_near"
    assert why(s, Power.FRANCE, TRENT) == "enemy_units_near"


def test_the_protestants_take_nothing_before_the_league() -> None:
    """12.2, 21.6"""
    assert why(start(), Power.PROTESTANT, SpaceId("kassel")) == "before_the_league"
    assert why(start("1532"), Power.PROTESTANT, SpaceId("kassel")) == "not_enemy_or_independent"


def test_r47_a_lone_enemy_leader_bars_nothing_and_stays() -> None:
    s = start()
    s.place_leader(LeaderId("ferdinand"), TRENT)
    assert why(s, Power.FRANCE, TRENT) == ""
    drive(control_space(s, Power.FRANCE, TRENT))
    assert (s.spaces[TRENT].controller, s.leaders_at(TRENT)) == (Power.FRANCE, ["ferdinand"])


def test_religion_and_unrest_stay() -> None:
    """12.2"""
    s = start()
    s.convert(TRENT, Religion.PROTESTANT)
    mark_unrest(s, TRENT, rule="12.4")
    assert TRENT in controllable(s, Power.FRANCE)
    drive(control_space(s, Power.FRANCE, TRENT))
    here = s.spaces[TRENT]
    assert (here.controller, here.religion, here.unrest) == (Power.FRANCE, Religion.PROTESTANT, True)
    assert [event.kind for event in s.events] == ["unrest", "control_changed"]
    check(s)


def test_ships_of_others_go_to_sea() -> None:
    """12.2: as in 16.2-9; Portsmouth and Boulogne lie on one zone each, Plymouth too."""
    s, channel = start(), SeaId("english_channel")
    s.begin_war(Power.ENGLAND, Power.FRANCE)
    s.add_ships(Ships(Power.ENGLAND, 1), PLYMOUTH)
    drive(control_space(s, Power.FRANCE, PLYMOUTH))
    assert s.ships_at(PLYMOUTH) == []
    assert s.ships_at(channel) == [Ships(Power.ENGLAND, 1)]
    check(s)


def test_ships_that_find_no_sea_are_lost() -> None:
    """16.2-9: enemy ships are in the only sea zone."""
    s, channel = start(), SeaId("english_channel")
    s.begin_war(Power.ENGLAND, Power.FRANCE)
    s.add_ships(Ships(Power.ENGLAND, 2), PLYMOUTH)
    s.add_ships(Ships(Power.FRANCE, 1), channel)
    drive(control_space(s, Power.FRANCE, PLYMOUTH))
    assert (s.ships_at(PLYMOUTH), s.powers[Power.ENGLAND].ships_lost) == ([], 2)
    check(s)


def test_r90_ships_are_displaced_when_control_changes_otherwise() -> None:
    s = start()
    s.add_ships(Ships(Power.ENGLAND, 1), PLYMOUTH)
    asked: list[AnyDecision] = []
    drive(transfer_control(s, Power.FRANCE, PLYMOUTH, rule="9.1"), asked=asked)
    assert [plain(decision) for decision in asked] == ["choice/displaced_ships/plymouth@england"]
    assert s.ships_at(PLYMOUTH) == []
    assert s.ships_at(SpaceId("portsmouth")) == [Ships(Power.ENGLAND, 2)]
    check(s)


# ------------------------------------------------------------------ 12.1


def test_a_line_needs_a_fortified_home_space() -> None:
    """12.1: Milan is no French home space, Lyon is."""
    s = start()
    assert not is_source(s, Power.FRANCE, MILAN)
    assert is_source(s, Power.FRANCE, LYON)
    assert not is_source(s, Power.FRANCE, GRENOBLE)
    set_controller(s, LYON, Power.HAPSBURG, rule="15.1")
    assert not is_source(s, Power.FRANCE, LYON)


def test_home_spaces_of_allies_and_their_minors_are_sources() -> None:
    """12.1"""
    s, edinburgh = start(), SpaceId("edinburgh")
    assert not is_source(s, Power.ENGLAND, LYON)
    s.ally(Power.ENGLAND, Power.FRANCE)
    assert is_source(s, Power.ENGLAND, LYON)
    assert not is_source(s, Power.ENGLAND, edinburgh)
    s.ally(Power.FRANCE, Power.SCOTLAND)
    assert is_source(s, Power.ENGLAND, edinburgh)
    assert is_source(s, Power.FRANCE, edinburgh)


@pytest.mark.parametrize("what", ["land", "ships", "leader"])
def test_r8_any_enemy_piece_blocks_a_line(what: str) -> None:
    s, marseille = start(), SpaceId("marseille")
    assert is_source(s, Power.FRANCE, marseille)
    if what == "land":
        s.add_land(Power.HAPSBURG, marseille, ONE)
    elif what == "ships":
        s.add_ships(Ships(Power.HAPSBURG, 1), marseille)
    else:
        s.place_leader(LeaderId("ferdinand"), marseille)
    assert not is_source(s, Power.FRANCE, marseille)


def test_pieces_of_a_power_at_peace_block_nothing() -> None:
    s = start()
    s.add_land(Power.ENGLAND, GRENOBLE, ONE)
    assert line_to(s, Power.FRANCE, TRENT) is not None


def test_a_line_over_sea_needs_ships_in_each_zone() -> None:
    """12.1: the target may be a port that is not friendly; whoever else is in the zone does not matter."""
    s = start()
    zone = SeaId("barbary_coast")
    assert line_to(s, Power.OTTOMAN, ORAN) is None
    s.begin_war(Power.OTTOMAN, Power.HAPSBURG)
    way: list[PlaceId] = [SeaId("ionian_sea"), SeaId("barbary_coast")]
    for sea in way:
        assert line_to(s, Power.OTTOMAN, ORAN) is None
        s.add_ships(Ships(Power.OTTOMAN, 1), sea)
    line = line_to(s, Power.OTTOMAN, ORAN)
    assert line is not None
    assert line[-3:] == [*way, ORAN]
    s.add_ships(Ships(Power.HAPSBURG, 1), zone)
    assert line_to(s, Power.OTTOMAN, ORAN) == line
    s.take_ships(Ships(Power.OTTOMAN, 1), zone)
    s.add_ships(Ships(Power.FRANCE, 1), zone)
    assert line_to(s, Power.OTTOMAN, ORAN) is None
    s.ally(Power.FRANCE, Power.OTTOMAN)
    assert line_to(s, Power.OTTOMAN, ORAN) is not None


def test_ships_on_loan_carry_the_line_of_the_borrower() -> None:
    """9.2: they act as units of the borrower, and no longer for their owner."""
    s, zone = start(), SeaId("barbary_coast")
    s.add_ships(Ships(Power.FRANCE, 1, borrower=Power.PAPACY), zone)
    assert line_to(s, Power.FRANCE, ORAN) is None
    s.fleets[zone][0].borrower = None
    s.add_ships(Ships(Power.FRANCE, 1), SeaId("gulf_of_lyon"))
    assert line_to(s, Power.FRANCE, ORAN) is not None


def test_no_line_through_an_electorate_before_the_league() -> None:
    """12.1, 21.6"""
    s = start()
    assert s.spaces[COLOGNE].controller is Power.HAPSBURG
    assert not is_source(s, Power.HAPSBURG, COLOGNE)
    for neighbour in ("antwerp", "brussels", "trier", "metz"):
        mark_unrest(s, SpaceId(neighbour), rule="12.4")
    liege = SpaceId("liege")
    assert line_to(s, Power.HAPSBURG, liege) is None
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    line = line_to(s, Power.HAPSBURG, liege)
    assert line is not None
    assert line[-2] == COLOGNE


# ------------------------------------------------------------------ 12.4


def test_r78_a_leader_alone_keeps_unrest_away() -> None:
    s = start()
    s.place_leader(LeaderId("henry_viii"), PLYMOUTH)
    reason = why_no_unrest(s, PLYMOUTH)
    assert reason is not None
    assert reason.key == "occupied"


def test_the_book_of_common_prayer_marks_occupied_spaces() -> None:
    s, london = start(), SpaceId("london")
    assert why_no_unrest(s, london) is not None
    assert why_no_marker(s, london) is None
    mark_unrest(s, london, rule="18.3")
    again = why_no_marker(s, london)
    assert again is not None
    assert again.key == "already_in_unrest"
    check(s)


def test_r78_unoccupied_spaces_may_fall_into_unrest() -> None:
    assert why_no_unrest(start(), PLYMOUTH) is None


@pytest.mark.parametrize(("switch", "marked"), [("unoccupied", False), ("any", True)])
def test_e91_r2_carlstadt(switch: str, marked: bool) -> None:
    """E91: unrest in an unoccupied target; in an occupied one none, but by the switch."""
    s = start(switches={"carlstadt_unrest": switch})
    kassel = SpaceId("kassel")
    assert why_no_carlstadt_unrest(s, kassel) is None
    s.add_land(Power.HAPSBURG, kassel, ONE)
    assert (why_no_carlstadt_unrest(s, kassel) is None) == marked


def test_unrest_is_removed_from_next_door() -> None:
    """12.4 c: not by a pass, and only where no enemy is adjacent or in the space."""
    s = start()
    mark_unrest(s, TRENT, rule="12.4")
    s.add_land(Power.HAPSBURG, INNSBRUCK, ONE)
    assert why_calm(s, Power.HAPSBURG, TRENT) == "no_own_units_near"
    assert why_calm(s, Power.FRANCE, TRENT) == ""
    s.add_land(Power.HAPSBURG, TRENT, ONE)
    assert why_calm(s, Power.FRANCE, TRENT) == "enemy_units_near"
    assert why_calm(s, Power.HAPSBURG, TRENT) == ""


def test_unrest_is_removed_from_fortified_spaces_and_whoever_controls_them() -> None:
    """12.4"""
    s = start()
    mark_unrest(s, MILAN, rule="12.4")
    assert why_calm(s, Power.FRANCE, MILAN) == ""
    set_controller(s, MILAN, Power.VENICE, rule="9.1")
    assert calmable(s, Power.FRANCE) == [MILAN]


def test_the_protestants_calm_home_spaces_before_the_league() -> None:
    """12.4 b"""
    s, kassel = start(), SpaceId("kassel")
    mark_unrest(s, kassel, rule="12.4")
    mark_unrest(s, TRENT, rule="12.4")
    assert calmable(s, Power.PROTESTANT) == [kassel]
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    assert calmable(s, Power.PROTESTANT) == []


# ------------------------------------------------------------------ 21.6 when control changes


def test_electorate_regulars_appear_with_religion_before_the_league() -> None:
    """21.6"""
    s = start()
    s.convert(WITTENBERG, Religion.PROTESTANT)
    muster_display(s)
    assert s.land(Power.PROTESTANT, WITTENBERG) == Land(regulars=2)
    assert WITTENBERG not in s.display
    check(s)


def test_electorate_regulars_need_control_after_the_league() -> None:
    """21.6"""
    s = start("1532")
    s.convert(COLOGNE, Religion.PROTESTANT)
    muster_display(s)
    assert COLOGNE in s.display
    set_controller(s, COLOGNE, Power.PROTESTANT, rule="15.1")
    assert COLOGNE not in s.display
    assert s.land(Power.PROTESTANT, COLOGNE).regulars == 1


@pytest.mark.parametrize(("edition", "inside"), [("core110", 1), ("anniversary116", 0)])
def test_electorate_regulars_and_a_siege(edition: str, inside: int) -> None:
    """21.6: the later edition has none while the electorate is besieged."""
    s = start("1532", edition=edition)
    take_all(s, Power.HAPSBURG, COLOGNE)
    s.add_land(Power.HAPSBURG, COLOGNE, Land(regulars=2))
    s.forces[COLOGNE].sieges[Power.HAPSBURG] = 1
    s.convert(COLOGNE, Religion.PROTESTANT)
    set_controller(s, COLOGNE, Power.PROTESTANT, rule="9.1")
    assert s.forces[COLOGNE].inside.get(Power.PROTESTANT, Land()).regulars == inside
    check(s)


# ------------------------------------------------------------------ walks


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_walk_of_control_and_unrest(scenario: str) -> None:
    """Whatever may be taken, calmed or marked leaves a sound position; queries change nothing."""
    draw, s = random.Random(12), start(scenario)
    powers = [power for power in Power if power is not Power.INDEPENDENT]
    taken = 0
    for _ in range(80):
        power = draw.choice(powers[:6])
        homes = [space for space in s.home_spaces(power) if why_no_unrest(s, space) is None]
        if homes:
            mark_unrest(s, draw.choice(homes), rule="12.4")
        if calmed := calmable(s, power):
            calm(s, draw.choice(calmed), power)
        if open_to := controllable(s, power):
            drive(control_space(s, power, draw.choice(open_to)))
            taken += 1
        check(s)
    assert taken
