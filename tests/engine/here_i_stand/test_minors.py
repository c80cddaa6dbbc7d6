"""22 Minor powers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand import invariants
from engine.here_i_stand.minors import (
    activate,
    check_hungary,
    deactivate,
    hungary_falls,
    why_not_activate,
    why_not_deactivate,
)
from engine.here_i_stand.records import Bonus, Forces, Land, Ships, pair
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BonusKind, LeaderId, Milestone, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive, plain
from tests.engine.here_i_stand.letters import take

OTT, HAP, ENG, FRA, PAP, PRO, GEN, HUN, SCO, VEN, NOBODY = list(Power)
ZARA, CORFU, VENICE = SpaceId("zara"), SpaceId("corfu"), SpaceId("venice")
BUDA, BELGRADE, PRAGUE = SpaceId("buda"), SpaceId("belgrade"), SpaceId("prague")


def run(s: HisState, flow: Any, answers: dict[str, Any] | None = None) -> list[AnyDecision]:
    asked: list[AnyDecision] = []
    drive(flow, answers or {}, asked=asked)
    invariants.check(s)
    return asked


# ------------------------------------------------------------------ 22.1


@pytest.mark.parametrize(
    ("minor", "majors"),
    [(GEN, {HAP, FRA, PAP}), (HUN, {HAP}), (SCO, {ENG, FRA}), (VEN, {HAP, FRA, PAP})],
)
def test_who_may_activate(minor: Power, majors: set[Power]) -> None:
    s = start("1517")
    assert {major for major in (OTT, HAP, ENG, FRA, PAP, PRO) if why_not_activate(s, minor, major) is None} == majors


def test_an_active_minor_is_not_activated_again_and_hungary_stays() -> None:
    s = start("1532")
    s.minors[VEN].ally = PAP
    assert why_not_activate(s, VEN, FRA) is not None
    assert why_not_deactivate(s, VEN) is None
    assert why_not_deactivate(s, SCO) is not None
    reason = why_not_deactivate(s, HUN)
    assert reason is not None
    assert reason.key == "minor_stays_active"


# ------------------------------------------------------------------ E79, 22.2


def ottoman_in_zara() -> HisState:
    s = start("1532")
    s.turn = 5
    s.begin_war(OTT, VEN)
    s.add_land(OTT, ZARA, Land(regulars=2))
    s.place_leader(LeaderId("ibrahim_pasha"), ZARA)
    return s


def test_e79_the_ottoman_leaves() -> None:
    s = ottoman_in_zara()
    asked = run(s, activate(s, VEN, PAP, rule="22.2"))
    assert plain(asked[0]) == "minor_activated@ottoman"
    assert s.land(OTT, ZARA).strength == 0
    at = SpaceId(s.leaders[LeaderId("ibrahim_pasha")].at)
    assert s.land(OTT, at).strength >= 2
    assert s.spaces[at].controller is OTT
    assert s.is_fortified(at)
    for space in s.home_spaces(VEN):
        assert s.spaces[space].controller is PAP
    assert all(VEN not in (war.first, war.second) for war in s.wars)
    assert not s.at_war(OTT, PAP)


def test_e79_the_ottoman_declares_war_and_stays() -> None:
    s = ottoman_in_zara()
    run(s, activate(s, VEN, PAP, rule="22.2"), {"minor_activated@ottoman": {"do": "declare"}})
    assert s.land(OTT, ZARA).strength == 2
    assert s.at_war(OTT, PAP)
    assert s.at_war(OTT, VEN)


def test_a_space_the_ottoman_took_before_stays_ottoman() -> None:
    s = ottoman_in_zara()
    take(s, "zara", OTT)
    run(s, activate(s, VEN, PAP, rule="22.2"))
    assert s.spaces[ZARA].controller is OTT
    assert s.land(OTT, ZARA).strength == 2


def test_who_is_at_war_with_the_major_already_is_not_asked() -> None:
    s = ottoman_in_zara()
    s.begin_war(OTT, PAP)
    assert run(s, activate(s, VEN, PAP, rule="22.2")) == []
    assert s.land(OTT, ZARA).strength == 2


def test_who_may_not_declare_war_leaves_unasked() -> None:
    s = ottoman_in_zara()
    s.begin_war(HAP, VEN)
    s.ally(HAP, PAP)
    asked = run(s, activate(s, VEN, PAP, rule="22.2"))
    assert [one.seat for one in asked if one.kind == "minor_activated"] == [OTT]
    assert s.allied(HAP, PAP)


def test_the_majors_own_siege_of_its_new_ally_is_over() -> None:
    s = start("1532")
    s.begin_war(FRA, VEN)
    inside = s.land(VEN, CORFU)
    s.go_inside(VEN, CORFU, inside)
    s.add_land(FRA, CORFU, Land(regulars=2))
    s.forces[CORFU].sieges[FRA] = 1
    run(s, activate(s, VEN, FRA, rule="22.2"))
    assert not s.forces[CORFU].sieges
    assert not s.forces[CORFU].inside
    assert s.land(FRA, CORFU).strength == 2


def test_r92_its_captives_are_the_majors() -> None:
    s = start("1532")
    s.begin_war(FRA, VEN)
    state = s.leaders[LeaderId("montmorency")]
    state.where, state.at, state.captor = Whereabouts.ASIDE, "", VEN
    run(s, activate(s, VEN, PAP, rule="22.2"))
    assert (state.where, state.captor) == (Whereabouts.CAPTURED, PAP)


def test_keys_of_an_active_minor_count_for_the_major() -> None:
    s = start("1532")
    before = len(s.keys(PAP))
    run(s, activate(s, VEN, PAP, rule="22.2"))
    assert len(s.keys(PAP)) == before + 1


# ------------------------------------------------------------------ 22.4


def papal_venice() -> HisState:
    s = start("1532")
    s.turn = 5
    drive(activate(s, VEN, PAP, rule="22.2"))
    return s


def test_deactivation_returns_the_spaces() -> None:
    s = papal_venice()
    take(s, "candia", OTT)
    s.forces.pop(SpaceId("candia"), None)
    run(s, deactivate(s, VEN, rule="22.4"))
    assert s.minors[VEN].ally is None
    assert s.spaces[VENICE].controller is VEN
    assert s.spaces[SpaceId("candia")].controller is OTT


def test_other_powers_units_leave_to_a_friendly_fortified_space() -> None:
    s = papal_venice()
    s.add_land(PAP, VENICE, Land(regulars=1))
    s.add_land(FRA, VENICE, Land(regulars=1))
    s.ally(FRA, HAP)
    s.place_leader(LeaderId("montmorency"), VENICE)
    run(s, deactivate(s, VEN, rule="22.4"))
    assert s.land(PAP, VENICE).strength == s.land(FRA, VENICE).strength == 0
    at = SpaceId(s.leaders[LeaderId("montmorency")].at)
    assert s.spaces[at].controller in (FRA, HAP)
    assert s.is_fortified(at)


def test_its_units_abroad_come_home() -> None:
    s = papal_venice()
    units = s.land(VEN, VENICE)
    s.take_land(VEN, VENICE, units)
    s.add_land(VEN, SpaceId("ravenna"), units)
    run(s, deactivate(s, VEN, rule="22.4"))
    assert s.land(VEN, VENICE).regulars == units.regulars


def test_without_a_fortified_home_they_go_to_another_else_die() -> None:
    s = papal_venice()
    for space in (VENICE, CORFU, SpaceId("candia")):
        s.forces.pop(space, None)
        s.fleets.pop(space, None)
        take(s, space, OTT)
    s.add_land(VEN, SpaceId("ravenna"), Land(regulars=1))
    run(s, deactivate(s, VEN, rule="22.4"))
    assert s.land(VEN, ZARA).regulars == 1
    t = papal_venice()
    for space in (VENICE, CORFU, SpaceId("candia"), ZARA):
        t.forces.pop(space, None)
        t.fleets.pop(space, None)
        take(t, space, OTT)
    t.add_land(VEN, SpaceId("ravenna"), Land(regulars=1))
    t.add_ships(Ships(VEN, squadrons=1), SpaceId("ravenna"))
    run(t, deactivate(t, VEN, rule="22.4"))
    assert all(not t.land(VEN, space).strength for space in t.forces)
    assert t.minors[VEN].ships_lost == 1


def test_its_ships_come_home_from_sea_and_from_a_loan() -> None:
    s = papal_venice()
    for place in list(s.fleets):
        s.fleets[place] = [ships for ships in s.fleets[place] if ships.owner is not VEN]
        if not s.fleets[place]:
            del s.fleets[place]
    s.ally(PAP, FRA)
    s.add_ships(Ships(VEN, squadrons=1, borrower=FRA), SpaceId("marseille"))
    s.add_ships(Ships(VEN, squadrons=1), SpaceId("adriatic_sea" if "adriatic_sea" in s.board.map.seas else "ravenna"))
    run(s, deactivate(s, VEN, rule="22.4"))
    own = [(place, ships) for place, fleet in s.fleets.items() for ships in fleet if ships.owner is VEN]
    assert sum(ships.squadrons for _, ships in own) == 2
    for place, ships in own:
        assert s.home(SpaceId(place)) is VEN
        assert ships.borrower is None


def test_naval_leaders_without_a_port_go_to_the_turn_track() -> None:
    s = start("1532")
    s.turn = 5
    drive(activate(s, GEN, PAP, rule="22.2"))
    doria = LeaderId("andrea_doria")
    for space in s.home_spaces(GEN):
        s.forces.pop(space, None)
        take(s, space, FRA)
    s.fleets.pop("genoa", None)
    s.add_ships(Ships(GEN, squadrons=1), SpaceId("rome"))
    s.place_leader(doria, SpaceId("rome"))
    run(s, deactivate(s, GEN, rule="22.4"))
    assert s.leaders[doria].where is Whereabouts.TURN_TRACK
    assert s.minors[GEN].ships_lost == 1


# ------------------------------------------------------------------ 22.5


def hungarian_war() -> HisState:
    """1517: five regulars in Buda, one in Belgrade and in Prague; the Ottoman takes Belgrade."""
    s = start("1517")
    s.turn = 2
    s.forces.pop(BELGRADE, None)
    take(s, "belgrade", OTT)
    s.add_land(OTT, BELGRADE, Land(regulars=1))
    return s


def test_e78_condition_b_not_met() -> None:
    s = hungarian_war()
    assert sum(s.land(HUN, space).regulars for space in s.forces) == 6
    run(s, check_hungary(s))
    assert not s.has_happened(Milestone.HUNGARY_DEFEATED)


def beaten_at_buda() -> HisState:
    """E43: two Hungarians are left in Buda, besieged; with Prague there are 3."""
    s = hungarian_war()
    s.take_land(HUN, BUDA, Land(regulars=3))
    s.go_inside(HUN, BUDA, Land(regulars=2))
    s.add_land(OTT, BUDA, Land(regulars=4))
    s.forces[BUDA].sieges[OTT] = 3
    return s


def test_hungary_is_defeated() -> None:
    s = beaten_at_buda()
    assert hungary_falls(s)
    run(s, check_hungary(s))
    assert s.has_happened(Milestone.HUNGARY_DEFEATED)
    assert s.at_war(OTT, HAP)
    assert s.minors[HUN].ally is HAP
    assert s.spaces[BUDA].controller is OTT
    assert s.land(HUN, BUDA).strength == 0
    assert s.land(OTT, BUDA).strength == 4
    assert BUDA not in s.forces or not s.forces[BUDA].sieges
    assert s.spaces[PRAGUE].controller is HAP
    assert s.land(HUN, PRAGUE).strength == 1
    assert Bonus(BonusKind.WAR_WINNER, 2) in s.powers[OTT].bonus
    assert pair(OTT, HUN) not in s.wars


def test_only_once() -> None:
    s = beaten_at_buda()
    run(s, check_hungary(s))
    run(s, check_hungary(s))
    assert s.powers[OTT].bonus.count(Bonus(BonusKind.WAR_WINNER, 2)) == 1


def test_four_regulars_are_few_enough_five_are_not() -> None:
    s = hungarian_war()
    s.take_land(HUN, BUDA, Land(regulars=1))
    assert not hungary_falls(s)
    s.take_land(HUN, BUDA, Land(regulars=1))
    assert hungary_falls(s)
    take(s, "belgrade", HUN)
    assert not hungary_falls(s)


def test_the_intervention_breaks_an_alliance_of_ottoman_and_hapsburgs() -> None:
    s = beaten_at_buda()
    s.ally(OTT, HAP)
    run(s, check_hungary(s))
    assert s.alliances == []
    assert s.at_war(OTT, HAP)


def test_home_spaces_with_ottoman_units_become_ottoman_others_hapsburg() -> None:
    s = beaten_at_buda()
    s.add_land(OTT, SpaceId("szegedin"), Land(regulars=1))
    take(s, "mohacs", OTT)
    run(s, check_hungary(s))
    assert s.spaces[SpaceId("szegedin")].controller is OTT
    assert s.spaces[SpaceId("mohacs")].controller is OTT
    assert s.spaces[SpaceId("pressburg")].controller is HAP


def married() -> HisState:
    s = hungarian_war()
    s.hungary_by_marriage = True
    drive(activate(s, HUN, HAP, rule="22.2", foes=(OTT,)))
    return s


def test_condition_a_needs_two_keys() -> None:
    s = married()
    s.take_land(HUN, BUDA, s.land(HUN, BUDA))
    assert not hungary_falls(s)
    take(s, "buda", OTT)
    assert hungary_falls(s)


def test_condition_a_besieged_hapsburgs_are_displaced_from_a_key_that_falls() -> None:
    s = married()
    s.take_land(HUN, BUDA, s.land(HUN, BUDA))
    take(s, "buda", OTT)
    s.add_land(OTT, BUDA, Land(regulars=1))
    s.forces[PRAGUE] = Forces(
        outside={OTT: Land(regulars=4)}, inside={HUN: Land(regulars=1), HAP: Land(regulars=1)}, sieges={OTT: 2}
    )
    before = sum(s.land(HAP, space).strength for space in s.forces)
    run(s, check_hungary(s))
    assert s.spaces[PRAGUE].controller is OTT
    assert s.land(HAP, PRAGUE).strength == s.land(HUN, PRAGUE).strength == 0
    assert sum(s.land(HAP, space).strength for space in s.forces) == before
