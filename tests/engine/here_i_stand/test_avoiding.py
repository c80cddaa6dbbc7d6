"""13.3, 13.4: avoiding battle, and withdrawing into the fortifications."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.asking import blank
from engine.here_i_stand.avoiding import (
    avoid_battle,
    avoiders,
    refuges_from,
    why_not_avoid,
    withdraw,
    withdrawers,
)
from engine.here_i_stand.detachments import remember
from engine.here_i_stand.encounter import Move
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Milestone, Power, SpaceId
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.marching import arrived, bare, besiege, move, put, there, thrown, told

OTTOMAN, HAPSBURG, ENGLAND, FRANCE, PAPACY = (
    Power.OTTOMAN, Power.HAPSBURG, Power.ENGLAND, Power.FRANCE, Power.PAPACY,
)  # fmt: skip
BRANDON, CHARLES, FERDINAND = LeaderId("charles_brandon"), LeaderId("charles_v"), LeaderId("ferdinand")
VIENNA, GRAZ, LINZ, PRESSBURG = (SpaceId(one) for one in ("vienna", "graz", "linz", "pressburg"))
WEST, SOUTH, HERE, NORTH = (SpaceId(one) for one in ("shrewsbury", "london", "lincoln", "york"))


def avoid(**fields: Any) -> dict[str, Any]:
    return blank("avoid_battle", do="avoid", **fields)


def why(s: HisState, power: Power, coming: Move, fields: dict[str, Any]) -> str:
    reason = why_not_avoid(s, power, coming, fields)
    return "" if reason is None else reason.key


def e30() -> tuple[HisState, Move]:
    """English 3 R and Brandon (1) in an unfortified space, entered by 6 French from the south; north English, free;
    west French-controlled."""
    s = bare(FRANCE, wars=[(ENGLAND, FRANCE)])
    put(s, ENGLAND, HERE, 3, BRANDON)
    put(s, FRANCE, HERE, 6, "montmorency")
    for space in s.board.map.by_land(HERE):
        s.take_control(space, ENGLAND if space == NORTH else FRANCE)
    return s, arrived(s, FRANCE, SOUTH, HERE)


# ------------------------------------------------------------------ 13.3


def test_e30_avoid_battle() -> None:
    """E30: destinations only north. Roll 8 + 1 = 9: Brandon and 3 R go north."""
    s, coming = e30()
    assert refuges_from(s, ENGLAND, coming) == [NORTH]
    drive(avoid_battle(s, coming), {f"avoid_battle/{HERE}@england": avoid(to=NORTH)}, thrown(2, 6))
    assert told(s, "avoid_battle")[0].facts["total"] == 9
    assert (there(s, ENGLAND, NORTH), s.leaders[BRANDON].at, there(s, ENGLAND, HERE)) == (3, NORTH, 0)


def test_e30_a_roll_of_seven_is_too_little() -> None:
    s, coming = e30()
    drive(avoid_battle(s, coming), {f"avoid_battle/{HERE}@england": avoid(to=NORTH)}, thrown(1, 6))
    assert (there(s, ENGLAND, NORTH), s.leaders[BRANDON].at, there(s, ENGLAND, HERE)) == (0, HERE, 3)


def test_e30_one_may_stay_behind_and_fight_alone() -> None:
    """E30: they try to leave 1 R behind: legal, it fights alone."""
    s, coming = e30()
    answer = avoid(to=NORTH, regulars=2, leaders=BRANDON)
    assert why(s, ENGLAND, coming, answer) == ""
    drive(avoid_battle(s, coming), {f"avoid_battle/{HERE}@england": answer}, thrown(2, 6))
    assert (there(s, ENGLAND, NORTH), there(s, ENGLAND, HERE)) == (2, 1)


def test_only_the_best_leader_of_those_who_leave_counts() -> None:
    s, coming = e30()
    answer = avoid(to=NORTH, regulars=3, leaders="none")
    drive(avoid_battle(s, coming), {f"avoid_battle/{HERE}@england": answer}, thrown(2, 6))
    assert there(s, ENGLAND, NORTH) == 0


def test_a_leader_may_leave_his_units() -> None:
    """13.3: even a leader only, who then has to roll."""
    s, coming = e30()
    answer = avoid(to=NORTH, regulars=0, leaders=BRANDON)
    drive(avoid_battle(s, coming), {f"avoid_battle/{HERE}@england": answer}, thrown(6, 6))
    assert (s.leaders[BRANDON].at, there(s, ENGLAND, HERE)) == (NORTH, 3)


def test_the_limit_of_a_formation_does_not_apply() -> None:
    s, coming = e30()
    put(s, ENGLAND, HERE, 9)
    assert why(s, ENGLAND, coming, avoid(to=NORTH, leaders="none")) == ""
    drive(avoid_battle(s, coming), {f"avoid_battle/{HERE}@england": avoid(to=NORTH)}, thrown(6, 6))
    assert there(s, ENGLAND, NORTH) == 12


def test_e31_automatic_avoid_battle() -> None:
    """E31: those 3 R lost a field battle earlier in this impulse and are entered again: no roll, success."""
    s, coming = e30()
    assert s.impulse is not None
    remember(s.impulse.beaten, ENGLAND, Formation(HERE, {ENGLAND: Land(3)}))
    drive(avoid_battle(s, coming), {f"avoid_battle/{HERE}@england": avoid(to=NORTH)}, thrown())
    assert there(s, ENGLAND, NORTH) == 3
    assert told(s, "avoid_battle_at_once")
    assert s.impulse.beaten[0].at == NORTH  # and once more, if they are followed


def test_e31_one_fresh_unit_makes_them_roll() -> None:
    """E31, R68: if one fresh unit is among the chosen: roll."""
    s, coming = e30()
    assert s.impulse is not None
    put(s, ENGLAND, HERE, 1)
    remember(s.impulse.beaten, ENGLAND, Formation(HERE, {ENGLAND: Land(3)}))
    drive(avoid_battle(s, coming), {f"avoid_battle/{HERE}@england": avoid(to=NORTH)}, thrown(1, 1))
    assert there(s, ENGLAND, NORTH) == 0
    drive(avoid_battle(s, coming), {f"avoid_battle/{HERE}@england": avoid(to=NORTH, regulars=3)}, thrown())
    assert there(s, ENGLAND, NORTH) == 3


def test_a_beaten_leader_alone_goes_without_a_roll_a_fresh_one_does_not() -> None:
    s, coming = e30()
    assert s.impulse is not None
    remember(s.impulse.beaten, ENGLAND, Formation(HERE, {ENGLAND: Land(3)}))
    alone = {f"avoid_battle/{HERE}@england": avoid(to=NORTH, regulars=0)}
    drive(avoid_battle(s, coming), alone, thrown(1, 1))
    assert s.leaders[BRANDON].at == HERE


@pytest.mark.parametrize(
    ("mover", "power", "cavalry", "dice", "away"),
    [
        (OTTOMAN, HAPSBURG, 1, (3, 6), False),
        (OTTOMAN, HAPSBURG, 1, (4, 6), True),
        (OTTOMAN, HAPSBURG, 0, (3, 6), True),
        (HAPSBURG, OTTOMAN, 1, (3, 5), True),
        (HAPSBURG, OTTOMAN, 0, (3, 5), False),
    ],
)
def test_cavalry(mover: Power, power: Power, cavalry: int, dice: tuple[int, int], away: bool) -> None:
    """13.3: + 1 Ottoman with cavalry leaving, - 1 for others if the entering formation has it."""
    s = bare(mover, wars=[(OTTOMAN, HAPSBURG)])
    put(s, power, "mohacs", 2)
    put(s, mover, "mohacs", 3)
    put(s, OTTOMAN, "mohacs", cavalry=cavalry)
    s.take_control(SpaceId("agram"), power)
    coming = arrived(s, mover, "buda", "mohacs")
    drive(avoid_battle(s, coming), {f"avoid_battle/mohacs@{power}": avoid(to="agram")}, thrown(*dice))
    assert (there(s, power, "agram") > 0) == away


def retreating(s: HisState, **fields: Any) -> str:
    return why(s, ENGLAND, arrived(s, FRANCE, SOUTH, HERE), avoid(to=NORTH, **fields))


def test_not_to_spaces_of_others_unless_they_are_allied() -> None:
    s, _ = e30()
    assert retreating(s) == ""
    for owner in (HAPSBURG, Power.INDEPENDENT, FRANCE):
        s.take_control(NORTH, owner)
        assert retreating(s) == "no_refuge"
    s.ally(ENGLAND, HAPSBURG)
    s.take_control(NORTH, HAPSBURG)
    assert retreating(s) == ""


def test_r67_an_ally_there_does_not_bar() -> None:
    s, _ = e30()
    s.ally(ENGLAND, HAPSBURG)
    put(s, HAPSBURG, NORTH, 2)
    assert retreating(s) == ""
    put(s, FRANCE, NORTH, 2)
    assert retreating(s) == "no_refuge"


def test_not_to_unrest_nor_enemy_units() -> None:
    s, _ = e30()
    s.spaces[NORTH].unrest = True
    assert retreating(s) == "no_refuge"
    s.spaces[NORTH].unrest = False
    put(s, FRANCE, NORTH, 1)
    assert retreating(s) == "no_refuge"


def test_not_to_the_space_from_which_the_enemy_came() -> None:
    s, coming = e30()
    s.take_control(SOUTH, ENGLAND)
    assert refuges_from(s, ENGLAND, coming) == [NORTH]
    by_sea = Move(FRANCE, coming.formation, HERE, None)
    assert SOUTH in refuges_from(s, ENGLAND, by_sea)


def test_passes_may_be_crossed() -> None:
    """2.5"""
    s = bare(OTTOMAN, wars=[(OTTOMAN, HAPSBURG)])
    put(s, HAPSBURG, "graz", 2)
    put(s, OTTOMAN, "graz", 3)
    assert SpaceId("salzburg") in refuges_from(s, HAPSBURG, arrived(s, OTTOMAN, "mohacs", "graz"))


def test_not_to_an_electorate_before_the_league() -> None:
    """21.6: Kassel is next to Cologne; 13.1-7."""
    s = bare(FRANCE, wars=[(FRANCE, HAPSBURG)])
    here, electorate = SpaceId("liege"), SpaceId("cologne")
    assert electorate in s.board.map.by_land(here)
    s.take_control(electorate, HAPSBURG)
    put(s, HAPSBURG, here, 2)
    put(s, FRANCE, here, 3)
    coming = arrived(s, FRANCE, "brussels", "liege")
    assert electorate not in refuges_from(s, HAPSBURG, coming)
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    assert electorate in refuges_from(s, HAPSBURG, coming)


def test_what_can_not_be_answered() -> None:
    s, coming = e30()
    assert why(s, ENGLAND, coming, avoid()) == "unknown_name"
    assert why(s, ENGLAND, coming, avoid(to="english_channel")) == "unknown_name"  # not to sea
    assert why(s, ENGLAND, coming, avoid(to="paris")) == "no_refuge"
    assert why(s, ENGLAND, coming, avoid(to=NORTH, regulars=4)) == "not_so_many_units"
    assert why(s, ENGLAND, coming, blank("avoid_battle", do="flee", to=NORTH)) == "unknown_name"


def test_each_power_may_try_once_in_impulse_order() -> None:
    s = bare(HAPSBURG, wars=[(HAPSBURG, FRANCE), (HAPSBURG, PAPACY)])
    s.ally(FRANCE, PAPACY)
    put(s, PAPACY, "modena", 2)
    put(s, FRANCE, "modena", 3)
    put(s, HAPSBURG, "modena", 6)
    for space in ("milan", "ravenna", "florence", "pavia"):
        s.take_control(SpaceId(space), FRANCE)
    coming = arrived(s, HAPSBURG, "trent", "modena")
    assert avoiders(s, coming) == [FRANCE, PAPACY]
    asked: list[AnyDecision] = []
    both = {
        "avoid_battle/modena@france": avoid(to="milan"),
        "avoid_battle/modena@papacy": avoid(to="ravenna"),
    }
    drive(avoid_battle(s, coming), both, thrown(1, 1, 6, 6), asked)
    assert [decision.seat for decision in asked] == ["france", "papacy"]
    assert (there(s, FRANCE, "modena"), there(s, PAPACY, "ravenna")) == (3, 2)


def test_a_minors_units_go_with_their_major_and_inactive_ones_never() -> None:
    s = bare(OTTOMAN, wars=[(OTTOMAN, Power.HUNGARY)])
    put(s, Power.HUNGARY, "mohacs", 3)
    put(s, OTTOMAN, "mohacs", 4)
    coming = arrived(s, OTTOMAN, "belgrade", "mohacs")
    assert avoiders(s, coming) == []
    s.wars.clear()
    s.begin_war(OTTOMAN, HAPSBURG)
    s.ally(HAPSBURG, Power.HUNGARY)
    assert avoiders(s, coming) == [HAPSBURG]
    drive(avoid_battle(s, coming), {"avoid_battle/mohacs@hapsburg": avoid(to="graz", minors="hungary 2")}, thrown(6, 6))
    assert (there(s, Power.HUNGARY, "graz"), there(s, Power.HUNGARY, "mohacs")) == (2, 1)


def test_a_leader_alone_and_the_besieged_may_not_try() -> None:
    s = bare(OTTOMAN, wars=[(OTTOMAN, HAPSBURG)])
    put(s, HAPSBURG, "graz", 0, CHARLES)
    put(s, OTTOMAN, "graz", 3)
    assert avoiders(s, arrived(s, OTTOMAN, "mohacs", "graz")) == []
    put(s, HAPSBURG, "vienna", 3)
    put(s, OTTOMAN, "vienna", 4)
    besiege(s, OTTOMAN, "vienna")
    assert avoiders(s, arrived(s, OTTOMAN, "graz", "vienna")) == []


def test_nobody_is_asked_who_has_nowhere_to_go() -> None:
    s, coming = e30()
    s.take_control(NORTH, FRANCE)
    asked: list[AnyDecision] = []
    drive(avoid_battle(s, coming), {}, thrown(), asked)
    assert asked == []


def test_by_default_they_stay_and_the_question_says_what_comes() -> None:
    s, coming = e30()
    asked: list[AnyDecision] = []
    drive(avoid_battle(s, coming), {}, thrown(), asked)
    facts = asked[0].facts
    assert there(s, ENGLAND, HERE) == 3
    assert (facts["power"], facts["space"], facts["strength"], facts["defenders"]) == ("france", HERE, 6, 3)
    assert facts["odds"] == 100 * (3 + 1 + 1) // (6 + 1)
    for answer in asked[0].options.examples(5):
        assert asked[0].options.why_not(answer) is None


def test_those_who_intercepted_may_neither_avoid_nor_withdraw() -> None:
    """13.3: not if units of that power intercepted into the space; R3: nobody does."""
    s = bare(OTTOMAN, wars=[(OTTOMAN, HAPSBURG)])
    put(s, OTTOMAN, "pressburg", 3)
    put(s, HAPSBURG, "vienna", 2)
    put(s, HAPSBURG, "graz", 1)
    asked: list[AnyDecision] = []
    answer = {"intercept/vienna@hapsburg": blank("intercept", do="intercept", from_="graz")}
    move(s, OTTOMAN, answer, [6, 6, *[1] * 7], asked, from_="pressburg", to="vienna")
    assert {"avoid_battle", "withdraw"}.isdisjoint({decision.kind for decision in asked})


# ------------------------------------------------------------------ 13.4


def at_vienna(defenders: int, attackers: int) -> tuple[HisState, Move]:
    s = bare(OTTOMAN, wars=[(OTTOMAN, HAPSBURG)])
    put(s, HAPSBURG, "vienna", defenders, FERDINAND)
    put(s, OTTOMAN, "vienna", attackers)
    return s, arrived(s, OTTOMAN, "pressburg", "vienna")


@pytest.mark.parametrize(("defenders", "may"), [(4, True), (5, False)])
def test_at_most_four_may_withdraw(defenders: int, may: bool) -> None:
    s, coming = at_vienna(defenders, 8)
    assert withdrawers(s, coming) == ([HAPSBURG] if may else [])


def test_all_withdraw_with_their_leaders() -> None:
    s, coming = at_vienna(3, 8)
    drive(withdraw(s, coming), {"withdraw/vienna@hapsburg": blank("withdraw", do="inside")})
    assert s.forces[VIENNA].inside == {HAPSBURG: Land(3)}
    assert s.leaders[FERDINAND].inside
    assert there(s, OTTOMAN, "vienna") == 8


def test_or_none_of_them() -> None:
    s, coming = at_vienna(3, 8)
    drive(withdraw(s, coming), {"withdraw/vienna@hapsburg": blank("withdraw", do="fight")})
    assert not s.forces[VIENNA].inside
    assert not s.leaders[FERDINAND].inside


@pytest.mark.parametrize(("attackers", "inside"), [(4, True), (3, False), (2, False)])
def test_d32_by_default_inside_if_outnumbered(attackers: int, inside: bool) -> None:
    s, coming = at_vienna(3, attackers)
    drive(withdraw(s, coming))
    assert bool(s.forces[VIENNA].inside) == inside


def test_the_controller_of_the_space_decides_for_his_ally() -> None:
    s, _ = at_vienna(1, 8)
    s.ally(HAPSBURG, FRANCE)
    put(s, FRANCE, "vienna", 2, "francis_i")
    coming = Move(OTTOMAN, Formation(VIENNA, {OTTOMAN: Land(8)}), VIENNA, PRESSBURG, (FRANCE,))
    asked: list[AnyDecision] = []
    drive(withdraw(s, coming), {"withdraw/vienna@hapsburg": blank("withdraw", do="inside")}, thrown(), asked)
    assert [decision.seat for decision in asked] == ["hapsburg"]
    assert s.forces[VIENNA].inside == {HAPSBURG: Land(1), FRANCE: Land(2)}
    assert s.leaders[LeaderId("francis_i")].inside


def test_the_walls_of_somebody_else_shelter_nobody() -> None:
    """13.4: controlled by the entered power or its ally."""
    s, coming = at_vienna(3, 8)
    s.take_control(VIENNA, FRANCE)
    assert withdrawers(s, coming) == []
    s.ally(HAPSBURG, FRANCE)
    assert withdrawers(s, coming) == [HAPSBURG]
    s.take_control(VIENNA, OTTOMAN)
    assert withdrawers(s, coming) == []


def test_there_are_no_walls_in_the_open() -> None:
    s = bare(OTTOMAN, wars=[(OTTOMAN, HAPSBURG)])
    put(s, HAPSBURG, "graz", 2)
    put(s, OTTOMAN, "graz", 4)
    assert withdrawers(s, arrived(s, OTTOMAN, "mohacs", "graz")) == []
    s.spaces[GRAZ].fortress = True
    assert withdrawers(s, arrived(s, OTTOMAN, "mohacs", "graz")) == [HAPSBURG]


@pytest.mark.parametrize(
    ("owner", "space", "units", "attackers", "inside"),
    [
        (Power.HUNGARY, "buda", 4, 2, True),
        (Power.HUNGARY, "buda", 5, 9, False),
        (Power.INDEPENDENT, "metz", 1, 1, True),
        (Power.HUNGARY, "mohacs", 1, 3, False),
    ],
)
def test_inactive_minors_and_independents_go_inside_unasked(
    owner: Power, space: str, units: int, attackers: int, inside: bool
) -> None:
    """22.1: with at most 4 land units always, with 5 or more they fight; in the open too."""
    s = bare(OTTOMAN, wars=[(OTTOMAN, Power.HUNGARY)])
    put(s, owner, space, units)
    put(s, OTTOMAN, space, attackers)
    asked: list[AnyDecision] = []
    coming = Move(OTTOMAN, Formation(SpaceId(space), {OTTOMAN: Land(attackers)}), SpaceId(space), None)
    drive(withdraw(s, coming), {}, thrown(), asked)
    assert asked == []
    assert bool(s.forces[SpaceId(space)].inside) == inside


def test_a_lone_leader_goes_inside_unasked() -> None:
    s, coming = at_vienna(0, 1)
    asked: list[AnyDecision] = []
    drive(withdraw(s, coming), {}, thrown(), asked)
    assert (asked, s.leaders[FERDINAND].inside) == ([], True)


def test_but_not_into_the_movers_walls() -> None:
    s, coming = at_vienna(0, 1)
    s.take_control(VIENNA, OTTOMAN)
    drive(withdraw(s, coming))
    assert not s.leaders[FERDINAND].inside
