"""15, 15.3: when a siege begins, and when it is over."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.control import mark_unrest
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Battle, BattleSide, Land
from engine.here_i_stand.siege import begin_siege, besiegers, check_sieges, come_out, is_foe, outnumbers
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BattleKind, LeaderId, SpaceId
from tests.engine.here_i_stand.fighting import ENG, FRA, HAP, INDEPENDENT, OTT, PAP, inside, leader_at, sieges
from tests.engine.here_i_stand.flows import drive, plain
from tests.engine.here_i_stand.marching import bare, besiege, put, there, told

VIENNA = SpaceId("vienna")


def vienna(outside: int = 5, garrison: int = 2) -> HisState:
    """Ottomans besiege Hapsburgs and Ferdinand in Vienna."""
    s = bare(OTT, wars=[(OTT, HAP)])
    put(s, HAP, "vienna", garrison, "ferdinand")
    put(s, OTT, "vienna", outside, "ibrahim_pasha")
    if garrison:
        besiege(s, OTT, "vienna")
    else:
        begin_siege(s, OTT, VIENNA)
        s.forces[VIENNA].sieges[OTT] = 3
    s.take_control(SpaceId("pressburg"), OTT)
    return s


def looked_at(s: HisState, answers: dict[str, Any] | None = None, asked: list[AnyDecision] | None = None) -> None:
    drive(check_sieges(s), answers, asked=asked)
    check(s)


# ------------------------------------------------------------------ it begins


def test_units_and_leaders_of_the_other_side_are_inside() -> None:
    s = bare(OTT, wars=[(OTT, HAP)])
    put(s, HAP, "vienna", 2, "ferdinand")
    put(s, OTT, "vienna", 3, "ibrahim_pasha")
    begin_siege(s, OTT, VIENNA)
    assert inside(s, "vienna", HAP) == 2
    assert (leader_at(s, "ferdinand"), leader_at(s, "ibrahim_pasha")) == ("vienna*", "vienna")
    assert sieges(s, "vienna") == {OTT: 7}
    assert told(s, "siege_begins")[0].facts == {"power": OTT, "space": "vienna"}


def test_r60_the_date_is_that_of_the_first_impulse() -> None:
    s = vienna()
    begin_siege(s, OTT, VIENNA)
    looked_at(s)
    assert sieges(s, "vienna") == {OTT: 3}


def test_e34_a_lone_leader_is_besieged() -> None:
    """E34: in fortified Vienna without units Ferdinand goes inside; the Ottoman formation besieges."""
    s = vienna(outside=1, garrison=0)
    looked_at(s)
    assert leader_at(s, "ferdinand") == "vienna*"
    assert sieges(s, "vienna") == {OTT: 3}


def test_who_may_besiege() -> None:
    """15, 22.6: enemies and, everywhere, independent keys."""
    s = bare(OTT, wars=[(OTT, HAP)])
    assert is_foe(s, OTT, VIENNA)
    assert not is_foe(s, FRA, VIENNA)
    assert not is_foe(s, HAP, VIENNA)
    assert is_foe(s, FRA, SpaceId("metz"))


def test_cavalry_counts() -> None:
    """15: who outnumbers."""
    s = bare(OTT, wars=[(OTT, HAP)])
    put(s, OTT, "vienna", 1, cavalry=2)
    put(s, HAP, "vienna", 2)
    s.go_inside(HAP, VIENNA, Land(2))
    assert outnumbers(s, OTT, VIENNA)
    s.take_land(OTT, VIENNA, Land(1))
    assert not outnumbers(s, OTT, VIENNA)


def test_a_siege_is_found_by_what_stands_where() -> None:
    """15: new enemies before the walls besiege them if they outnumber those inside (C-37, R33)."""
    s = bare(FRA, wars=[(FRA, PAP)])
    put(s, FRA, "ravenna", 3)
    looked_at(s)
    assert sieges(s, "ravenna") == {FRA: 7}
    s = bare(FRA, wars=[(FRA, PAP)])
    put(s, FRA, "ravenna", 3)
    put(s, PAP, "ravenna", 2)
    looked_at(s)
    assert (sieges(s, "ravenna"), inside(s, "ravenna", PAP)) == ({FRA: 7}, 2)


def test_no_siege_of_friends_or_of_five() -> None:
    s = bare(FRA)
    s.ally(FRA, PAP)
    put(s, FRA, "ravenna", 3)
    looked_at(s)
    assert sieges(s, "ravenna") == {}
    s = bare(FRA, wars=[(FRA, PAP)])
    put(s, FRA, "ravenna", 7)
    put(s, PAP, "ravenna", 5)
    looked_at(s)
    assert sieges(s, "ravenna") == {}, "a battle would come first"


# ------------------------------------------------------------------ 15.3


@pytest.mark.parametrize(("lost", "goes"), [(2, False), (3, True), (4, True)])
def test_besiegers_who_no_longer_outnumber_go(lost: int, goes: bool) -> None:
    """15.3: five before two: with three it goes on, with two they retreat, as stack with the leader."""
    s = vienna()
    s.take_land(OTT, VIENNA, Land(lost))
    looked_at(s)
    assert (sieges(s, "vienna") == {}) is goes
    if goes:
        assert (there(s, OTT, "pressburg"), leader_at(s, "ibrahim_pasha")) == (5 - lost, "pressburg")
        assert (there(s, HAP, "vienna"), inside(s, "vienna", HAP), leader_at(s, "ferdinand")) == (2, 0, "vienna")
        assert told(s, "siege_ends")


def test_d42_the_besieger_chooses_where() -> None:
    s = vienna()
    s.take_control(SpaceId("graz"), OTT)
    s.take_land(OTT, VIENNA, Land(3))
    asked: list[AnyDecision] = []
    looked_at(s, {"retreat/vienna@ottoman": {"do": "retreat", "to": "graz"}}, asked)
    assert [plain(one) for one in asked] == ["retreat/vienna@ottoman"]
    assert there(s, OTT, "graz") == 2


def test_where_there_is_no_way_all_is_lost() -> None:
    """15.3: eliminated, leaders captured."""
    s = vienna()
    mark_unrest(s, SpaceId("pressburg"), rule="12.4")
    s.take_land(OTT, VIENNA, Land(3))
    looked_at(s)
    assert not any(s.land(OTT, space).strength for space in s.forces)
    assert leader_at(s, "ibrahim_pasha") == "captured:hapsburg"


def test_a_siege_ends_when_the_besiegers_are_gone() -> None:
    s = vienna()
    s.leaders[LeaderId("ibrahim_pasha")].at = "istanbul"
    s.take_land(OTT, VIENNA, Land(5))
    looked_at(s)
    assert sieges(s, "vienna") == {}
    assert there(s, HAP, "vienna") == 2
    assert inside(s, "vienna", HAP) == 0


def test_a_siege_ends_with_the_war() -> None:
    """Nobody is forced away by peace."""
    s = vienna()
    s.end_war(OTT, HAP)
    looked_at(s)
    assert sieges(s, "vienna") == {}
    assert there(s, OTT, "vienna") == 5
    assert (inside(s, "vienna", HAP), leader_at(s, "ferdinand")) == (0, "vienna")


def test_r45_each_besieger_by_itself() -> None:
    """R45: two besiegers, each must outnumber the inside alone."""
    s = bare(FRA, wars=[(FRA, HAP), (ENG, HAP)])
    s.ally(FRA, ENG)
    put(s, HAP, "antwerp", 2)
    put(s, FRA, "antwerp", 3)
    put(s, ENG, "antwerp", 4)
    besiege(s, FRA, "antwerp")
    s.forces[SpaceId("antwerp")].sieges[ENG] = 5
    assert besiegers(s, SpaceId("antwerp")) == [ENG, FRA]
    s.take_land(ENG, SpaceId("antwerp"), Land(2))
    looked_at(s)
    assert sieges(s, "antwerp") == {FRA: 3}
    assert there(s, ENG, "calais") == 2
    assert inside(s, "antwerp", HAP) == 2


def test_nothing_happens_during_a_battle() -> None:
    s = vienna()
    s.take_land(OTT, VIENNA, Land(4))
    s.battle = Battle(BattleKind.FIELD, "graz", BattleSide([OTT]), BattleSide([HAP]))
    drive(check_sieges(s))
    assert sieges(s, "vienna") == {OTT: 3}


def test_nobody_comes_out_before_an_enemy() -> None:
    """13.4: while the mover who does not outnumber them has not gone on."""
    s = bare(OTT, wars=[(OTT, HAP)])
    put(s, HAP, "vienna", 3)
    s.go_inside(HAP, VIENNA, Land(3))
    put(s, OTT, "vienna", 2)
    come_out(s, VIENNA)
    assert inside(s, "vienna", HAP) == 3
    s.take_land(OTT, VIENNA, Land(2))
    come_out(s, VIENNA)
    assert inside(s, "vienna", HAP) == 0


def test_a_siege_by_peace_with_an_independent_key_goes_on() -> None:
    s = bare(FRA)
    put(s, INDEPENDENT, "metz", 1)
    put(s, FRA, "metz", 2)
    besiege(s, FRA, "metz")
    looked_at(s)
    assert sieges(s, "metz") == {FRA: 3}


def test_nobody_stays_before_walls_that_he_does_not_besiege() -> None:
    """13.4, 15.3: a formation that was kept from going on (31)."""
    s = bare(FRA)
    put(s, INDEPENDENT, "metz", 1)
    s.go_inside(INDEPENDENT, SpaceId("metz"), Land(1))
    put(s, FRA, "metz", 1)
    looked_at(s)
    assert there(s, FRA, "st_dizier") == 1
    assert (there(s, INDEPENDENT, "metz"), inside(s, "metz", INDEPENDENT)) == (1, 0)
