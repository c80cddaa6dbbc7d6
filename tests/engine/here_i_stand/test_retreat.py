"""14.1, 15.3: where a beaten stack goes, what goes inside, and what is lost."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.control import mark_unrest
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import outside
from engine.here_i_stand.records import Land
from engine.here_i_stand.retreat import Retreat, leave_field, retreats, why_no_retreat
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Milestone, Power, Role, SpaceId
from tests.engine.here_i_stand.fighting import (
    ENG,
    FRA,
    HAP,
    INDEPENDENT,
    OTT,
    PAP,
    PRO,
    fight,
    inside,
    leader_at,
    sieges,
    use_up_small_counters,
)
from tests.engine.here_i_stand.flows import drive, plain
from tests.engine.here_i_stand.marching import bare, put, there, told

VIENNA, GRAZ, BOULOGNE, CALAIS = SpaceId("vienna"), SpaceId("graz"), SpaceId("boulogne"), SpaceId("calais")

# ------------------------------------------------------------------ 14.1-2


def why(s: HisState, power: Power, space: str) -> str:
    reason = why_no_retreat(s, power, SpaceId(space))
    return "" if reason is None else reason.key


def test_what_bars_a_retreat() -> None:
    """14.1-2, 21.1, 21.6"""
    s = bare(HAP, wars=[(HAP, FRA)])
    assert why(s, HAP, "graz") == ""
    assert why(s, HAP, "trieste") == ""
    assert why(s, HAP, "dijon") == "not_friendly", "an enemy's"
    assert why(s, HAP, "metz") == "not_friendly", "independent"
    assert why(s, HAP, "rome") == "not_friendly", "another power's"
    assert why(s, HAP, "algiers") == "out_of_play"
    s.ally(HAP, PAP)
    assert why(s, HAP, "rome") == "", "an ally's"
    mark_unrest(s, GRAZ, rule="12.4")
    assert why(s, HAP, "graz") == "in_unrest"
    put(s, FRA, "linz", 1)
    assert why(s, HAP, "linz") == "enemy_units_there"
    put(s, ENG, "trieste", 1)
    assert why(s, HAP, "trieste") == "", "units of powers not at war don't bar"
    assert why(s, PRO, "cologne") == "not_friendly"
    s.take_control(SpaceId("cologne"), HAP)
    assert why(s, HAP, "cologne") == "closed_electorate"
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    assert why(s, HAP, "cologne") == ""


def test_passes_are_allowed_and_the_way_the_enemy_came_is_not() -> None:
    s = bare(HAP)
    s.take_control(SpaceId("salzburg"), HAP)
    assert SpaceId("salzburg") in retreats(s, HAP, GRAZ)
    assert VIENNA not in retreats(s, HAP, GRAZ, (VIENNA,))


def graz() -> HisState:
    s = bare(OTT, wars=[(OTT, HAP)])
    s.take_control(SpaceId("mohacs"), OTT)
    put(s, HAP, "graz", 4, "ferdinand")
    return s


def test_the_loser_picks_a_neighbour() -> None:
    """D39: by default nearest to an own fortified space."""
    s = graz()
    asked: list[AnyDecision] = []
    put(s, OTT, "graz", 4)
    fight(s, OTT, "graz", "mohacs", [[5, 1, 1, 1], [1] * 6], asked=asked)
    assert plain(asked[-1]) == "retreat/graz@hapsburg"
    assert (there(s, HAP, "vienna"), leader_at(s, "ferdinand")) == (3, "vienna")
    s = graz()
    put(s, OTT, "graz", 4)
    answers = {"retreat/graz@hapsburg": {"do": "retreat", "to": "trieste"}}
    fight(s, OTT, "graz", "mohacs", [[5, 1, 1, 1], [1] * 6], answers)
    assert (there(s, HAP, "trieste"), leader_at(s, "ferdinand")) == (3, "trieste")


@pytest.mark.parametrize("to", ["mohacs", "linz", "vienna,trieste", "nowhere"])
def test_no_other_place_will_do(to: str) -> None:
    """The question refuses what is not possible; a standing order falls back on the default."""
    s = graz()
    put(s, OTT, "graz", 4)
    answers = {"retreat/graz@hapsburg": {"do": "retreat", "to": to}}
    with pytest.raises(AssertionError, match="retreat"):
        fight(s, OTT, "graz", "mohacs", [[5, 1, 1, 1], [1] * 6], answers)


def test_no_legal_space_is_the_end() -> None:
    """14.1-3: units eliminated, leaders captured."""
    s = graz()
    for space in s.board.map.by_land(GRAZ):
        if s.spaces[space].controller is HAP:
            mark_unrest(s, space, rule="12.4")
    put(s, OTT, "graz", 4)
    fight(s, OTT, "graz", "mohacs", [[5, 1, 1, 1], [1] * 6])
    assert there(s, HAP, "graz") == 0
    assert not any(s.land(HAP, space).strength for space in s.forces)
    assert leader_at(s, "ferdinand") == "captured:ottoman"
    assert told(s, "units_eliminated")[0].facts["count"] == 3


def test_a_losing_defender_does_not_go_where_the_enemy_came_from() -> None:
    """14.1-2: even where that space is his own."""
    s = graz()
    put(s, OTT, "graz", 4)
    fight(s, OTT, "graz", "vienna", [[5, 1, 1, 1], [1] * 6])
    assert there(s, HAP, "vienna") == 0
    assert sum(s.land(HAP, space).strength for space in s.forces) == 3


def test_a_losing_attacker_goes_back() -> None:
    """14.1-2: nowhere else; if that is not possible he is lost: here the space he came from is independent."""
    for controller, left in ((FRA, 2), (INDEPENDENT, 0)):
        s = bare(FRA, wars=[(FRA, HAP)])
        s.take_control(SpaceId("pavia"), controller)
        s.take_control(SpaceId("trent"), HAP)
        put(s, FRA, "trent", 2, "montmorency")
        put(s, HAP, "trent", 2)
        fight(s, FRA, "trent", "pavia", [[1, 1, 1], [1, 1, 1]])
        assert there(s, FRA, "pavia") == left
        assert leader_at(s, "montmorency") == ("pavia" if left else "captured:hapsburg")


def test_landed_troops_have_no_way_back() -> None:
    """14.1-4, 16.3: the loser arrived by naval transport."""
    s = bare(ENG, wars=[(ENG, FRA)])
    put(s, ENG, "boulogne", 3, "henry_viii")
    put(s, FRA, "boulogne", 2)
    found = fight(s, ENG, "boulogne", "calais", [[1] * 4, [1] * 3], by_sea=True)
    assert found.winner is Role.DEFENDER
    assert there(s, ENG, "boulogne") == there(s, ENG, "calais") == 0
    assert leader_at(s, "henry_viii") == "captured:france"


# ------------------------------------------------------------------ 14.1-1, R61 inside


def milan(answers: dict[str, Any] | None = None, asked: list[AnyDecision] | None = None) -> HisState:
    """Seven French under Montmorency lose one unit in Milan against eight Hapsburgs from Trent."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "milan", 8, "charles_v")
    put(s, FRA, "milan", 4, "montmorency", mercenaries=3)
    s.take_control(SpaceId("milan"), FRA)
    s.take_control(SpaceId("trent"), HAP)
    fight(s, HAP, "milan", "trent", [[5] + [1] * 9, [1] * 9], answers, asked)
    return s


def test_up_to_four_go_inside_the_rest_retreats() -> None:
    """D39: up to 4 inside, the rest to the nearest own fortified space."""
    asked: list[AnyDecision] = []
    s = milan(asked=asked)
    assert [plain(one) for one in asked] == ["losses/milan@france", "retreat/milan@france"]
    assert inside(s, "milan", FRA) == 4
    assert s.forces[SpaceId("milan")].inside[FRA] == Land(4, 0)
    assert s.land(FRA, SpaceId("turin")) == Land(0, 2)
    assert leader_at(s, "montmorency") == "milan*"
    assert sieges(s, "milan") == {HAP: s.impulses}


def test_the_owner_chooses_who_goes_inside() -> None:
    wish = {"do": "retreat", "to": "turin", "regulars": 1, "mercenaries": 1, "leaders": "none"}
    s = milan({"retreat/milan@france": wish})
    assert s.forces[SpaceId("milan")].inside[FRA] == Land(1, 1)
    assert s.land(FRA, SpaceId("turin")) == Land(3, 1)
    assert leader_at(s, "montmorency") == "turin"


def test_a_number_alone_keeps_regulars_inside() -> None:
    s = milan({"retreat/milan@france": {"do": "retreat", "to": "turin", "count": 2, "leaders": "montmorency"}})
    assert s.forces[SpaceId("milan")].inside[FRA] == Land(2, 0)
    assert leader_at(s, "montmorency") == "milan*"


def test_nobody_need_go_inside() -> None:
    s = milan({"retreat/milan@france": {"do": "retreat", "to": "turin", "count": 0}})
    assert inside(s, "milan", FRA) == 0
    assert there(s, FRA, "turin") == 6
    assert leader_at(s, "montmorency") == "turin"


@pytest.mark.parametrize(
    "wish",
    [
        {"count": 5},
        {"regulars": 5},
        {"count": -1},
        {"leaders": "charles_v"},
        {"count": 2, "to": "trent"},
        {"do": "stay"},
    ],
)
def test_what_is_not_possible_is_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match="retreat"):
        milan({"retreat/milan@france": {"do": "retreat", "to": "turin", **wish}})


def test_r61_the_controller_fills_the_places_first() -> None:
    """R61: the controller of the space, then his allies in impulse order."""
    s = bare(HAP, wars=[(HAP, PAP)])
    s.ally(PAP, FRA)
    s.take_control(SpaceId("florence"), PAP)
    put(s, HAP, "florence", 9, "charles_v")
    put(s, FRA, "florence", 3)
    put(s, PAP, "florence", 3)
    fight(s, HAP, "florence", None, [[5] + [1] * 10, [1] * 7, [1]])
    assert (inside(s, "florence", PAP), inside(s, "florence", FRA)) == (3, 1), "one French unit was lost by lot"
    assert sieges(s, "florence") == {HAP: s.impulses}


def test_no_walls_for_besiegers() -> None:
    """14.1-1: the controller is not on their side."""
    s = bare(HAP, wars=[(HAP, FRA)])
    stack = Formation(SpaceId("milan"), {FRA: Land(2)})
    put(s, FRA, "milan", 2)
    s.take_control(SpaceId("milan"), HAP)
    drive(leave_field(s, Retreat(FRA, stack, [SpaceId("turin")])))
    assert (there(s, FRA, "turin"), there(s, FRA, "milan")) == (2, 0)


def test_5_2_no_division_that_the_counters_do_not_allow() -> None:
    """5.2: all ones and twos lie elsewhere; four units in one counter go together."""
    s = bare(HAP, wars=[(HAP, PAP)])
    use_up_small_counters(s, PAP, "ravenna", "modena")
    ravenna = SpaceId("ravenna")
    put(s, PAP, "ravenna", 4)
    retreat = Retreat(PAP, outside(s, PAP, ravenna), [SpaceId("modena")], room=3)
    asked: list[AnyDecision] = []
    drive(leave_field(s, retreat), asked=asked)
    assert asked == [], "there is only one way"
    assert (inside(s, "ravenna", PAP), there(s, PAP, "modena")) == (0, 4)


def test_a_lone_leader_in_the_way_is_captured() -> None:
    """13.1-6: units that retreat into an unfortified space capture an enemy leader who is alone there."""
    s = graz()
    s.place_leader(LeaderId("ibrahim_pasha"), SpaceId("trieste"))
    put(s, OTT, "graz", 4)
    answers = {"retreat/graz@hapsburg": {"do": "retreat", "to": "trieste"}}
    fight(s, OTT, "graz", "mohacs", [[5, 1, 1, 1], [1] * 6], answers)
    assert leader_at(s, "ibrahim_pasha") == "captured:hapsburg"
