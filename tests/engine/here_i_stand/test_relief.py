"""15.2 and R66: relief."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision, Timing
from engine.here_i_stand.battle import BattleResult
from engine.here_i_stand.relief import is_relief
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Role, SpaceId
from tests.engine.here_i_stand.fighting import (
    ENG,
    FRA,
    HAP,
    INDEPENDENT,
    fight,
    inside,
    leader_at,
    sieges,
)
from tests.engine.here_i_stand.flows import plain
from tests.engine.here_i_stand.marching import bare, besiege, put, there

CALAIS, ANTWERP, HENRY = SpaceId("calais"), SpaceId("antwerp"), LeaderId("henry_viii")


def calais(relief: int = 4, garrison: int = 2, besiegers: int = 6) -> HisState:
    """French besiege English in Calais; Brandon comes from Antwerp, which is English."""
    s = bare(ENG, wars=[(ENG, FRA)])
    put(s, ENG, "calais", garrison)
    put(s, FRA, "calais", besiegers, "montmorency")
    besiege(s, FRA, "calais")
    s.take_control(ANTWERP, ENG)
    put(s, ENG, "calais", relief, "charles_brandon")
    return s


def relieve(
    s: HisState, *dice: list[int], answers: dict[str, Any] | None = None, asked: list[AnyDecision] | None = None
) -> BattleResult:
    return fight(s, ENG, "calais", "antwerp", dice, answers, asked)


def test_e54_relief_lost_with_fewer_hits() -> None:
    """E54: Brandon (1) + 4 R relieve Calais, 2 R inside join; dice 6 + 1 = 7; French 6 R + 1 + 1 = 8. English 0 hits,
    French 2. English take both losses on the relief force: it (2 R, Brandon) retreats to its origin; the 2 insiders go
    back in; the siege continues (6 > 2)."""
    s = calais()
    assert is_relief(s, ENG, CALAIS)
    found = relieve(s, [1] * 7, [5, 6, 1, 1, 1, 1, 1, 1])
    assert (found.winner, found.attacker_hits, found.defender_hits) == (Role.DEFENDER, 0, 2)
    assert (there(s, ENG, "antwerp"), inside(s, "calais", ENG)) == (2, 2)
    assert leader_at(s, "charles_brandon") == "antwerp"
    assert sieges(s, "calais") == {FRA: 3}, "the siege is that of old"


def test_losses_may_fall_on_those_who_came_out() -> None:
    s = calais()
    answers = {"losses/calais@england": {"do": "lose", "pick": "joined"}}
    relieve(s, [1] * 7, [5, 6, 1, 1, 1, 1, 1, 1], answers=answers)
    assert (there(s, ENG, "antwerp"), inside(s, "calais", ENG)) == (4, 0)


def test_e55_relief_lost_with_equal_hits() -> None:
    """E55: relief 3 R, inside 2 R joined, hits 1 : 1, one relief R lost: up to 4 units in total may be inside: e.g. 2
    insiders + 2 relief R; none must retreat."""
    s = calais(relief=3)
    found = relieve(s, [5] + [1] * 5, [6] + [1] * 7)
    assert found.winner is Role.DEFENDER
    assert (inside(s, "calais", ENG), there(s, ENG, "antwerp")) == (4, 0)
    assert leader_at(s, "charles_brandon") == "calais*"
    assert sieges(s, "calais") == {FRA: 3}


def test_d41_the_active_power_chooses_who_enters() -> None:
    s = calais(relief=3)
    answers = {"retreat/calais@england": {"do": "retreat", "to": "antwerp", "count": 1, "leaders": "none"}}
    relieve(s, [5] + [1] * 5, [6] + [1] * 7, answers=answers)
    assert (inside(s, "calais", ENG), there(s, ENG, "antwerp")) == (1, 3)
    assert leader_at(s, "charles_brandon") == "antwerp"


def test_those_who_stayed_inside_fill_places() -> None:
    """15.2: those who had stayed inside are counted."""
    s = calais(relief=3)
    answers = {"relief/calais@england": {"do": "join", "regulars": 0, "leaders": "none"}}
    relieve(s, [5, 1, 1, 1], [6] + [1] * 7, answers=answers)
    assert inside(s, "calais", ENG) == 4, "2 who stayed and the 2 that are left of the relief force"
    s = calais(relief=4)
    answers = {"relief/calais@england": {"do": "join", "regulars": 0, "leaders": "none"}}
    relieve(s, [5] + [1] * 4, [6] + [1] * 7, answers=answers)
    assert (inside(s, "calais", ENG), there(s, ENG, "antwerp")) == (4, 1)


def test_d40_who_joins_is_asked() -> None:
    """D40: all by default; the limit of the formation is ignored for the sum."""
    s = calais(garrison=4, besiegers=9)
    asked: list[AnyDecision] = []
    relieve(s, [1] * 9, [5] + [1] * 10, asked=asked)
    assert plain(asked[0]) == "relief/calais@england"
    assert asked[0].timing is Timing.RESPONSE
    assert (inside(s, "calais", ENG), there(s, ENG, "antwerp")) == (4, 3)


def test_the_limit_of_the_relief_force_counts_for_it_alone() -> None:
    """14-2, 15.2: nine units without a leader have four dice, with the four who join eight."""
    s = bare(ENG, wars=[(ENG, FRA)])
    put(s, ENG, "calais", 4)
    put(s, FRA, "calais", 9)
    besiege(s, FRA, "calais")
    s.take_control(ANTWERP, ENG)
    put(s, ENG, "calais", 5)
    relieve(s, [1] * 8, [1] * 10)
    assert inside(s, "calais", ENG) == 4


def test_a_relief_that_wins_ends_the_siege() -> None:
    """15.2: besiegers retreat (14.1), not to where the attacker came from; those inside come out."""
    s = calais()
    found = relieve(s, [5, 5, 5] + [1] * 4, [6] + [1] * 7)
    assert found.winner is Role.ATTACKER
    assert sieges(s, "calais") == {}
    assert (there(s, ENG, "calais"), inside(s, "calais", ENG)) == (5, 0)
    assert (there(s, FRA, "boulogne"), leader_at(s, "montmorency")) == (3, "boulogne")


def test_leaders_of_a_relief_force_that_is_gone_are_captured() -> None:
    """15.2: with fewer hits, even if those who joined have units left."""
    s = calais(relief=2)
    relieve(s, [1] * 5, [5, 5] + [1] * 6)
    assert leader_at(s, "charles_brandon") == "captured:france"
    assert inside(s, "calais", ENG) == 2


def test_with_equal_hits_its_leaders_may_enter() -> None:
    s = calais(relief=2)
    relieve(s, [5, 5, 1, 1, 1], [5, 5] + [1] * 6)
    assert leader_at(s, "charles_brandon") == "calais*"
    assert inside(s, "calais", ENG) == 2
    assert sieges(s, "calais") == {FRA: 3}, "4 > 2"


def test_besiegers_who_lose_too_many_must_go() -> None:
    """15.3: they won the battle, and no longer outnumber those inside."""
    s = calais(relief=4, besiegers=5)
    relieve(s, [5, 5, 1, 1, 1, 1, 1], [5, 5] + [1] * 5)
    assert there(s, ENG, "calais") == 4
    assert there(s, FRA, "calais") == 0
    assert sieges(s, "calais") == {}
    assert there(s, FRA, "boulogne") == 3


@pytest.mark.parametrize("hits", [0, 1])
def test_r91_a_relief_that_was_landed(hits: int) -> None:
    """R91: transported units are eliminated and their leaders captured, also with equal hits; units that were inside
    may go back in."""
    s = calais(relief=3)
    dice = ([5] * hits + [1] * (6 - hits), [6] + [1] * 7)
    found = fight(s, ENG, "calais", None, dice, by_sea=True)
    assert found.winner is Role.DEFENDER
    assert inside(s, "calais", ENG) == 2
    assert there(s, ENG, "calais") == 2
    assert leader_at(s, "charles_brandon") == "captured:france"


def test_leaders_inside_may_join_and_go_back() -> None:
    s = calais()
    s.place_leader(HENRY, CALAIS)
    s.leaders[HENRY].inside = True
    relieve(s, [1] * 7, [5, 6, 1, 1, 1, 1, 1, 1])
    assert leader_at(s, "henry_viii") == "calais*"
    assert leader_at(s, "charles_brandon") == "antwerp"


def test_r66_two_besiegers_are_fought_in_turn() -> None:
    """R66: relief rules apply to each enemy besieging stack in turn, in the active power's order."""
    for first in (None, "hapsburg", "france"):
        s = bare(ENG, wars=[(ENG, FRA), (ENG, HAP)])
        s.ally(FRA, HAP)
        put(s, ENG, "calais", 1)
        put(s, FRA, "calais", 3)
        put(s, HAP, "calais", 4)
        besiege(s, FRA, "calais")
        s.forces[CALAIS].sieges[HAP] = 4
        s.take_control(ANTWERP, ENG)
        put(s, ENG, "calais", 4, "henry_viii")
        asked: list[AnyDecision] = []
        answers = {} if first is None else {"choice/next_besieger@england": {"do": "choose", "pick": first}}
        ours = [5, 1, 1, 1, 1, 1]
        dice = (ours, [1] * 4, ours, [1] * 5) if first == "france" else (ours, [1] * 5, ours, [1] * 4)
        found = fight(s, ENG, "calais", "antwerp", dice, answers, asked)
        assert found.winner is Role.ATTACKER
        assert sieges(s, "calais") == {}
        assert (there(s, ENG, "calais"), inside(s, "calais", ENG)) == (5, 0)
        assert there(s, FRA, "calais") == there(s, HAP, "calais") == 0
        assert (there(s, FRA, "boulogne"), there(s, HAP, "brussels")) == (2, 3)
        assert [plain(one) for one in asked][:2] == ["relief/calais@england", "choice/next_besieger@england"]


def test_r66_a_third_besieger_of_an_independent_key() -> None:
    """Not a relief: the winner besieges the key himself."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, INDEPENDENT, "metz", 1)
    put(s, FRA, "metz", 2)
    besiege(s, FRA, "metz")
    put(s, HAP, "metz", 4)
    assert not is_relief(s, HAP, SpaceId("metz"))
    s.take_control(SpaceId("liege"), HAP)
    fight(s, HAP, "metz", "liege", [[5, 1, 1, 1], [1, 1, 1]])
    assert sieges(s, "metz") == {HAP: s.impulses}
    assert inside(s, "metz", INDEPENDENT) == 1
    assert there(s, FRA, "metz") == 0


def test_units_of_an_ally_do_not_join() -> None:
    """15.2: besieged units of the relief force's own major power only."""
    s = calais()
    s.ally(ENG, HAP)
    s.begin_war(HAP, FRA)
    put(s, HAP, "calais", 1)
    s.go_inside(HAP, CALAIS, s.land(HAP, CALAIS))
    relieve(s, [1] * 7, [1] * 8, answers={"retreat/calais@england": {"do": "retreat", "to": "antwerp", "count": 0}})
    assert inside(s, "calais", HAP) == 1
