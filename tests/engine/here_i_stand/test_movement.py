"""13.1: moving a formation: where it may go, what it costs, what stops it; 13.4: those inside are not outnumbered."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision, Timing
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.detachments import remember
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import outside
from engine.here_i_stand.invariants import check
from engine.here_i_stand.movement import MOVE, Outcome, choices, enter
from engine.here_i_stand.records import Impulse, Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.steps import movers, step_cost
from engine.here_i_stand.terms import CardNumber, LeaderId, Milestone, Power, SeaId, SpaceId, Whereabouts
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.marching import bare, besiege, move, put, there, told, why

OTTOMAN, HAPSBURG, ENGLAND, FRANCE, PAPACY = (
    Power.OTTOMAN, Power.HAPSBURG, Power.ENGLAND, Power.FRANCE, Power.PAPACY,
)  # fmt: skip
PROTESTANT, HUNGARY, INDEPENDENT = Power.PROTESTANT, Power.HUNGARY, Power.INDEPENDENT
VIENNA, GRAZ, LINZ, PRESSBURG, METZ = (SpaceId(one) for one in ("vienna", "graz", "linz", "pressburg", "metz"))
FOUL_WEATHER = CardNumber(31)
SULEIMAN, IBRAHIM = LeaderId("suleiman"), LeaderId("ibrahim_pasha")
TURKISH_WAR = [(OTTOMAN, HAPSBURG)]


def running(s: HisState) -> Impulse:
    assert s.impulse is not None
    return s.impulse


# ------------------------------------------------------------------ 13.1-4: who may not move


def test_4_not_those_who_were_beaten_in_this_impulse() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "graz", 4, "ibrahim_pasha", cavalry=1)
    remember(running(s).beaten, OTTOMAN, Formation(GRAZ, {OTTOMAN: Land(3)}, (IBRAHIM,)))
    assert why(s, OTTOMAN, from_="graz", regulars=2, to="vienna") == "beaten_units"
    assert why(s, OTTOMAN, from_="graz", regulars=1, cavalry=1, to="vienna") == ""
    assert why(s, OTTOMAN, from_="graz", regulars=1, leaders="ibrahim_pasha", to="vienna") == "beaten_units"
    assert movers(s, OTTOMAN, GRAZ) == Formation(GRAZ, {OTTOMAN: Land(1, 0, 1)})
    assert move(s, OTTOMAN, from_="graz", to="vienna")
    assert there(s, OTTOMAN, "vienna") == 2


def test_4_not_those_whose_siege_began_in_this_impulse() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "vienna", 4)
    besiege(s, OTTOMAN, "vienna", since=s.impulses)
    assert why(s, OTTOMAN, from_="vienna", to="linz") == "siege_begun_now"
    s.forces[VIENNA].sieges[OTTOMAN] = s.impulses - 1
    assert why(s, OTTOMAN, from_="vienna", to="linz") == ""


def test_4_the_siege_of_an_independent_space_is_none_of_an_enemys() -> None:
    """13.1-4 speaks of enemy spaces, and an independent one never is (0.2)."""
    s = bare(FRANCE)
    put(s, FRANCE, "metz", 4)
    put(s, INDEPENDENT, "metz", 1)
    besiege(s, FRANCE, "metz", since=s.impulses)
    assert why(s, FRANCE, from_="metz", to="st_dizier") == ""


def test_the_besieged_may_not_move() -> None:
    """15"""
    s = bare(HAPSBURG, wars=TURKISH_WAR)
    put(s, HAPSBURG, "vienna", 2, "ferdinand")
    put(s, OTTOMAN, "vienna", 4)
    besiege(s, OTTOMAN, "vienna")
    assert why(s, HAPSBURG, from_="vienna", to="linz") == "formation_empty"
    assert why(s, HAPSBURG, from_="vienna", regulars=0, leaders="ferdinand", to="linz") == "no_such_leader"


# ------------------------------------------------------------------ 13.1-5, 7


def test_r1_leaders_alone_pay_like_others() -> None:
    s = bare(HAPSBURG, cp=3)
    put(s, HAPSBURG, "vienna", 3, "ferdinand")
    assert move(s, HAPSBURG, from_="vienna", regulars=0, leaders="ferdinand", to="graz,salzburg")
    assert (s.leaders[LeaderId("ferdinand")].at, running(s).cp, there(s, HAPSBURG, "vienna")) == ("salzburg", 0, 3)


def test_leaders_alone_besiege_nothing() -> None:
    s = bare(HAPSBURG)
    put(s, HAPSBURG, "besancon", 0, "ferdinand")
    assert move(s, HAPSBURG, from_="besancon", to="metz")
    assert s.leaders[LeaderId("ferdinand")].at == "metz"
    assert METZ not in s.forces


def test_7_electorates_and_protestants_before_the_league() -> None:
    s = bare(PROTESTANT, wars=[(HAPSBURG, PROTESTANT)])
    put(s, PROTESTANT, "wittenberg", 2)
    put(s, HAPSBURG, "liege", 2)
    assert why(s, PROTESTANT, from_="wittenberg", to="leipzig") == "before_the_league"
    assert why(s, HAPSBURG, from_="liege", to="cologne") == "closed_electorate"
    assert choices(s, PROTESTANT) == []
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    assert why(s, PROTESTANT, from_="wittenberg", to="leipzig") == ""
    assert why(s, HAPSBURG, from_="liege", to="cologne") == ""


def test_r33_whoever_stands_where_he_may_not_go_may_leave() -> None:
    s = bare(FRANCE)
    s.take_control(LINZ, PROTESTANT)
    put(s, FRANCE, "linz", 2)
    s.take_control(VIENNA, FRANCE)
    assert why(s, FRANCE, from_="linz", to="vienna") == ""
    assert why(s, FRANCE, from_="vienna", to="linz") == "formation_empty"
    put(s, FRANCE, "vienna", 1)
    assert why(s, FRANCE, from_="vienna", to="linz") == "neutral_space"


# ------------------------------------------------------------------ orders and their cost


def test_a_step_costs_one_cp_over_a_pass_two() -> None:
    s = bare(HAPSBURG, cp=2)
    put(s, HAPSBURG, "graz", 2)
    assert step_cost(s, HAPSBURG, GRAZ, VIENNA) == 1
    assert step_cost(s, HAPSBURG, GRAZ, SpaceId("salzburg")) == 2
    assert step_cost(s, HAPSBURG, GRAZ, SpaceId("paris")) is None
    assert move(s, HAPSBURG, from_="graz", regulars=1, to="vienna")
    assert running(s).cp == 1
    assert why(s, HAPSBURG, from_="graz", to="salzburg") == "not_enough_cp"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"from_": "graz", "to": None}, "unknown_name"),
        ({"from_": "graz", "to": "atlantis"}, "unknown_name"),
        ({"from_": None, "to": "vienna"}, "unknown_name"),
        ({"from_": "graz", "to": "paris"}, "not_adjacent"),
        ({"from_": "graz", "to": "vienna,paris"}, "not_adjacent"),
        ({"from_": "graz", "regulars": 3, "to": "vienna"}, "not_so_many_units"),
        ({"from_": "linz", "to": "vienna"}, "formation_empty"),
        ({"from_": "graz", "to": "trieste, venice"}, ""),
    ],
)
def test_what_is_no_move(fields: dict[str, Any], reason: str) -> None:
    s = bare(HAPSBURG)
    put(s, HAPSBURG, "graz", 2)
    assert why(s, HAPSBURG, **fields) == reason


def test_a_division_must_be_representable() -> None:
    """5.2"""
    s = bare(PAPACY)
    assert s.board.powers[PAPACY].counters
    put(s, PAPACY, "rome", 4)
    left = 0
    while why(s, PAPACY, from_="rome", regulars=1, to="siena") == "" and left < 40:
        put(s, PAPACY, ["ravenna", "urbino", "florence", "modena", "pavia", "milan", "turin", "genoa"][left % 8], 1)
        left += 1
    assert why(s, PAPACY, from_="rome", regulars=1, to="siena") == "not_representable"
    assert why(s, PAPACY, from_="rome", regulars=4, to="siena") == ""


def test_a_whole_way_is_marched_step_by_step() -> None:
    s = bare(HAPSBURG)
    put(s, HAPSBURG, "vienna", 3, "ferdinand")
    put(s, HAPSBURG, "linz", 2)
    assert move(s, HAPSBURG, from_="vienna", regulars=3, leaders="ferdinand", to="linz,salzburg,innsbruck")
    assert (there(s, HAPSBURG, "innsbruck"), there(s, HAPSBURG, "linz"), running(s).cp) == (3, 2, 3)
    assert s.leaders[LeaderId("ferdinand")].at == "innsbruck"
    assert [event.facts["to_space"] for event in told(s, "march")] == ["linz", "salzburg", "innsbruck"]


def test_the_way_ends_where_the_cp_end() -> None:
    s = bare(HAPSBURG, cp=2)
    put(s, HAPSBURG, "vienna", 3)
    assert not move(s, HAPSBURG, from_="vienna", to="linz,salzburg,innsbruck")
    assert (there(s, HAPSBURG, "salzburg"), running(s).cp) == (3, 0)
    stopped = told(s, "march_stopped")[0]
    assert (stopped.facts["reason"], stopped.facts["space"]) == ("not_enough_cp", "salzburg")
    assert stopped.only == ("hapsburg",)


def test_the_way_ends_before_a_space_that_may_not_be_entered() -> None:
    s = bare(HAPSBURG)
    put(s, HAPSBURG, "vienna", 3)
    assert (
        not move(s, HAPSBURG, from_="vienna", to="pressburg")
        if not why(s, HAPSBURG, from_="vienna", to="pressburg")
        else True
    )
    assert not move(s, HAPSBURG, from_="vienna", to="graz,agram")
    assert there(s, HAPSBURG, "graz") == 3
    assert told(s, "march_stopped")[0].facts["reason"] == "neutral_space"


def test_the_way_ends_with_a_siege_and_is_none_of_those_who_stayed() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, HAPSBURG, "vienna", 1)
    put(s, OTTOMAN, "pressburg", 5, "ibrahim_pasha")
    s.take_control(PRESSBURG, OTTOMAN)
    assert not move(s, OTTOMAN, from_="pressburg", to="vienna,linz")
    assert s.forces[VIENNA].sieges == {OTTOMAN: s.impulses}
    assert s.forces[VIENNA].inside == {HAPSBURG: Land(1)}
    assert told(s, "march_stopped")[0].facts["reason"] == "siege_begun_now"
    check(s)


# ------------------------------------------------------------------ Foul Weather and Gout


def test_foul_weather_freezes_those_who_moved() -> None:
    """R49: units that moved 1 space or more are frozen; others may still move 1."""
    s = bare(HAPSBURG)
    put(s, HAPSBURG, "vienna", 3, "ferdinand")
    put(s, HAPSBURG, "linz", 2)
    assert move(s, HAPSBURG, from_="vienna", regulars=2, leaders="ferdinand", to="linz")
    running(s).foul_weather = True
    assert why(s, HAPSBURG, from_="linz", regulars=2, leaders="none", to="salzburg") == ""
    assert why(s, HAPSBURG, from_="linz", regulars=3, leaders="none", to="salzburg") == "foul_weather"
    assert why(s, HAPSBURG, from_="linz", regulars=1, leaders="ferdinand", to="salzburg") == "foul_weather"
    assert not move(s, HAPSBURG, from_="linz", to="salzburg,innsbruck")
    assert (there(s, HAPSBURG, "salzburg"), there(s, HAPSBURG, "linz")) == (2, 2)
    assert why(s, HAPSBURG, from_="salzburg", to="innsbruck") != ""
    assert move(s, HAPSBURG, from_="vienna", to="graz")


def test_the_marks_follow_a_formation_that_goes_on() -> None:
    s = bare(HAPSBURG)
    put(s, HAPSBURG, "vienna", 2)
    assert move(s, HAPSBURG, from_="vienna", to="linz,salzburg")
    put(s, HAPSBURG, "linz", 1)
    running(s).foul_weather = True
    assert movers(s, HAPSBURG, SpaceId("salzburg")) == Formation(SpaceId("salzburg"))
    assert movers(s, HAPSBURG, LINZ).strength == 1


def test_foul_weather_calls_the_move_off() -> None:
    """13.1 step 4, R86, C-09: 1 CP is lost, the rest of the cost comes back."""
    s = bare(HAPSBURG, cp=4)
    for pile in (s.deck, s.discard, s.waiting, s.set_aside):
        if FOUL_WEATHER in pile:
            pile.remove(FOUL_WEATHER)
    s.give(FRANCE, FOUL_WEATHER)
    put(s, HAPSBURG, "graz", 2)
    answer = {"response/land_move_declared@france": blank("response", do="respond", card=31, mode="a")}
    assert not move(s, HAPSBURG, answer, from_="graz", to="salzburg")
    assert (there(s, HAPSBURG, "graz"), running(s).cp, running(s).foul_weather) == (2, 3, True)
    assert move(s, HAPSBURG, from_="graz", to="vienna")


def test_gout_keeps_a_leader_from_moving() -> None:
    """32, C-11: the active power may announce again without the leader."""
    s = bare(HAPSBURG)
    put(s, HAPSBURG, "vienna", 3, "ferdinand", "charles_v")
    running(s).gout.append(LeaderId("ferdinand"))
    assert why(s, HAPSBURG, from_="vienna", leaders="ferdinand", to="linz") == "gout"
    assert movers(s, HAPSBURG, VIENNA).leaders == (LeaderId("charles_v"),)
    assert move(s, HAPSBURG, from_="vienna", to="linz")
    assert s.leaders[LeaderId("ferdinand")].at == "vienna"


# ------------------------------------------------------------------ 13.1 steps 5 to 8


def test_a_siege_begins_even_with_nobody_inside() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "pressburg", 1)
    assert move(s, OTTOMAN, from_="pressburg", to="vienna")
    assert s.forces[VIENNA].sieges == {OTTOMAN: s.impulses}
    assert not told(s, "field_battle")


def test_an_independent_garrison_is_besieged() -> None:
    """22.6"""
    s = bare(FRANCE)
    put(s, FRANCE, "st_dizier", 3)
    put(s, INDEPENDENT, "metz", 1)
    assert move(s, FRANCE, from_="st_dizier", to="metz")
    assert s.forces[METZ].inside == {INDEPENDENT: Land(1)}
    assert s.forces[METZ].sieges == {FRANCE: s.impulses}
    check(s)


def test_an_empty_enemy_space_in_the_open_is_just_entered() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "pressburg", 3)
    s.take_control(LINZ, HAPSBURG)
    put(s, OTTOMAN, "prague", 2)
    assert move(s, OTTOMAN, from_="prague", to="linz")
    assert s.spaces[LINZ].controller is HAPSBURG
    assert not s.forces[LINZ].sieges


def test_whoever_stands_in_the_open_is_fought() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "mohacs", 5, "ibrahim_pasha")
    put(s, HAPSBURG, "graz", 2)
    s.take_control(SpaceId("mohacs"), OTTOMAN)
    assert move(s, OTTOMAN, dice=[6, 6, 1, 1, 1, 1, 1, 1, 1], from_="mohacs", to="graz")
    assert (there(s, OTTOMAN, "graz"), there(s, HAPSBURG, "graz")) == (5, 0)


def test_the_winners_go_on_with_what_is_left_of_them() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "mohacs", 5, "ibrahim_pasha")
    put(s, HAPSBURG, "graz", 2)
    s.take_control(SpaceId("mohacs"), OTTOMAN)
    assert move(s, OTTOMAN, dice=[6, 6, 1, 1, 1, 1, 6, 1, 1], from_="mohacs", to="graz,trieste")
    assert (there(s, OTTOMAN, "graz"), there(s, OTTOMAN, "trieste")) == (0, 4)


def test_the_losers_do_not() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "mohacs", 5, "ibrahim_pasha")
    put(s, HAPSBURG, "graz", 2)
    s.take_control(SpaceId("mohacs"), OTTOMAN)
    assert not move(s, OTTOMAN, dice=[1, 1, 1, 1, 1, 1, 6, 1, 1], from_="mohacs", to="graz,trieste")
    assert (there(s, OTTOMAN, "mohacs"), there(s, HAPSBURG, "graz"), running(s).cp) == (4, 2, 5)
    assert why(s, OTTOMAN, from_="mohacs", to="belgrade") != ""  # 13.1-4
    assert why(s, OTTOMAN, from_="mohacs", regulars=1, to="graz") == "beaten_units"


def test_besiegers_who_walk_away_lift_the_siege() -> None:
    """15.3: those who stay no longer outnumber the inside and retreat."""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, HAPSBURG, "vienna", 3)
    put(s, OTTOMAN, "vienna", 5, "ibrahim_pasha")
    besiege(s, OTTOMAN, "vienna")
    s.take_control(PRESSBURG, OTTOMAN)
    s.take_control(SpaceId("brunn"), OTTOMAN)
    assert move(s, OTTOMAN, from_="vienna", regulars=3, to="brunn")
    assert (there(s, OTTOMAN, "vienna"), there(s, OTTOMAN, "brunn") + there(s, OTTOMAN, "pressburg")) == (0, 5)
    assert s.forces[VIENNA].outside == {HAPSBURG: Land(3)}
    check(s)


def test_reinforcing_a_siege_leaves_its_date() -> None:
    """R60"""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, HAPSBURG, "vienna", 3)
    put(s, OTTOMAN, "vienna", 4)
    besiege(s, OTTOMAN, "vienna")
    put(s, OTTOMAN, "pressburg", 1)
    assert move(s, OTTOMAN, from_="pressburg", to="vienna")
    assert s.forces[VIENNA].sieges == {OTTOMAN: 3}
    assert why(s, OTTOMAN, from_="vienna", regulars=1, to="linz") == ""


def test_an_ally_besieges_along_if_he_outnumbers_the_inside_alone() -> None:
    """15, R45"""
    s = bare(FRANCE, wars=[*TURKISH_WAR, (FRANCE, HAPSBURG)])
    s.ally(OTTOMAN, FRANCE)
    put(s, HAPSBURG, "vienna", 2)
    put(s, OTTOMAN, "vienna", 4)
    besiege(s, OTTOMAN, "vienna")
    put(s, FRANCE, "linz", 3)
    assert move(s, FRANCE, from_="linz", regulars=3, to="vienna")
    assert s.forces[VIENNA].sieges == {OTTOMAN: 3, FRANCE: s.impulses}


# ------------------------------------------------------------------ 13.4: not outnumbered


def at_the_walls(strength: int = 3, **more: Any) -> HisState:
    """Ottoman units before Vienna, where three Hapsburg units will go inside."""
    s = bare(OTTOMAN, wars=TURKISH_WAR, **more)
    put(s, HAPSBURG, "vienna", 3)
    put(s, OTTOMAN, "pressburg", strength, "suleiman")
    return s


INSIDE = {"withdraw/vienna@hapsburg": blank("withdraw", do="inside")}


@pytest.mark.parametrize(("strength", "siege"), [(4, True), (3, False), (2, False)])
def test_movers_must_outnumber_those_inside(strength: int, siege: bool) -> None:
    s = at_the_walls(strength)
    s.take_control(PRESSBURG, OTTOMAN)
    assert move(s, OTTOMAN, INSIDE, from_="pressburg", to="vienna") == siege
    assert bool(s.forces[VIENNA].sieges) == siege
    assert there(s, OTTOMAN, "vienna") == (strength if siege else 0)


def test_d33_by_default_they_fall_back_free() -> None:
    s = at_the_walls()
    s.take_control(PRESSBURG, OTTOMAN)
    asked: list[AnyDecision] = []
    assert not move(s, OTTOMAN, INSIDE, asked=asked, from_="pressburg", to="vienna")
    assert (there(s, OTTOMAN, "pressburg"), s.leaders[SULEIMAN].at, running(s).cp) == (3, "pressburg", 5)
    decision = next(one for one in asked if one.kind == "not_outnumbered")
    assert (decision.timing, decision.seat) == (Timing.IMPULSE, "ottoman")
    assert s.forces[VIENNA].outside == {HAPSBURG: Land(3)}
    assert why(s, OTTOMAN, from_="pressburg", to="buda") == "neutral_space"  # not beaten: only Buda's owner bars
    check(s)


def test_they_may_go_on_for_another_cp() -> None:
    s = at_the_walls()
    s.take_control(PRESSBURG, OTTOMAN)
    answer = {**INSIDE, "not_outnumbered/vienna@ottoman": blank("not_outnumbered", do="continue", to="linz")}
    assert move(s, OTTOMAN, answer, from_="pressburg", to="vienna")
    assert (there(s, OTTOMAN, "linz"), running(s).cp) == (3, 4)
    assert s.forces[VIENNA].outside == {HAPSBURG: Land(3)}


def test_the_next_space_of_the_order_is_where_they_go_on_to() -> None:
    s = at_the_walls()
    s.take_control(PRESSBURG, OTTOMAN)
    asked: list[AnyDecision] = []
    assert move(s, OTTOMAN, INSIDE, asked=asked, from_="pressburg", to="vienna,linz,salzburg")
    assert (there(s, OTTOMAN, "salzburg"), running(s).cp) == (3, 3)
    assert "not_outnumbered" not in {decision.kind for decision in asked}


def test_where_they_can_not_fall_back_they_must_go_on() -> None:
    """14.1: Pressburg is Hungarian and Hungary no ally."""
    s = at_the_walls()
    assert move(s, OTTOMAN, INSIDE, from_="pressburg", to="vienna")
    assert there(s, OTTOMAN, "vienna") == 0
    assert there(s, OTTOMAN, "linz") + there(s, OTTOMAN, "graz") + there(s, OTTOMAN, "brunn") == 3


def test_where_they_can_do_neither_they_are_lost() -> None:
    """14.1-3"""
    s = at_the_walls(cp=1)
    assert not move(s, OTTOMAN, INSIDE, from_="pressburg", to="vienna")
    assert s.stack(OTTOMAN, VIENNA) + s.stack(OTTOMAN, PRESSBURG) == 0
    assert s.leaders[SULEIMAN].captor is HAPSBURG
    check(s)


def test_lost_to_independents_a_leader_is_set_aside() -> None:
    """R92"""
    s = bare(FRANCE, cp=1)
    put(s, INDEPENDENT, "metz", 3)
    put(s, FRANCE, "liege", 2, "francis_i")
    assert not move(s, FRANCE, from_="liege", to="metz")
    assert s.leaders[LeaderId("francis_i")].where is Whereabouts.ASIDE
    assert there(s, FRANCE, "metz") == 0


def test_no_falling_back_into_unrest() -> None:
    s = at_the_walls(cp=1)
    s.take_control(PRESSBURG, OTTOMAN)
    s.spaces[PRESSBURG].unrest = True
    assert not move(s, OTTOMAN, INSIDE, from_="pressburg", to="vienna")
    assert s.leaders[SULEIMAN].captor is HAPSBURG


def test_under_foul_weather_nobody_goes_on() -> None:
    s = at_the_walls()
    s.take_control(PRESSBURG, OTTOMAN)
    running(s).foul_weather = True
    assert not move(s, OTTOMAN, INSIDE, from_="pressburg", to="vienna,linz")
    assert there(s, OTTOMAN, "pressburg") == 3
    assert why(s, OTTOMAN, from_="pressburg", to="vienna") != ""  # they have moved


def land_at(s: HisState, power: Power, to: str, answers: dict[str, Any]) -> Outcome:
    """A transport from Istanbul lands in a port."""
    formation = outside(s, power, SpaceId("istanbul"))
    return drive(enter(s, power, formation, SpaceId(to), None, by_sea=True), answers).outcome


def landing(cp: int) -> HisState:
    s = bare(OTTOMAN, cp=cp, wars=[(OTTOMAN, Power.VENICE), *TURKISH_WAR])
    put(s, OTTOMAN, "istanbul", 2, "ibrahim_pasha")
    put(s, HAPSBURG, "trieste", 3)
    put(s, HAPSBURG, "naples", 3)
    return s


def test_r17_after_a_transport_they_go_on_by_land() -> None:
    s = landing(2)
    answers = {
        "withdraw/naples@hapsburg": blank("withdraw", do="inside"),
    }
    assert land_at(s, OTTOMAN, "naples", answers) is Outcome.ARRIVED
    assert there(s, OTTOMAN, "naples") == 0
    assert sum(there(s, OTTOMAN, space) for space in s.board.map.by_land(SpaceId("naples"))) == 2


def test_r17_or_by_a_new_transport() -> None:
    s = landing(2)
    s.add_ships(Ships(OTTOMAN, squadrons=1), SeaId("tyrrhenian_sea"))
    s.take_control(SpaceId("cagliari"), OTTOMAN)
    formation = outside(s, OTTOMAN, SpaceId("istanbul"))
    over_sea = blank("not_outnumbered", do="transport", via="tyrrhenian_sea", to="cagliari")
    answers = {
        "withdraw/naples@hapsburg": blank("withdraw", do="inside"),
        "not_outnumbered/naples@ottoman": over_sea,
    }
    entry = drive(enter(s, OTTOMAN, formation, SpaceId("naples"), None, by_sea=True), answers)
    assert (entry.outcome, entry.formation.strength, running(s).cp) == (Outcome.ARRIVED, 2, 0)
    assert (there(s, OTTOMAN, "cagliari"), s.leaders[IBRAHIM].at) == (2, "cagliari")


def test_r17_or_are_eliminated() -> None:
    s = landing(0)
    answers = {"withdraw/naples@hapsburg": blank("withdraw", do="inside")}
    assert land_at(s, OTTOMAN, "naples", answers) is Outcome.DESTROYED
    assert there(s, OTTOMAN, "naples") == 0
    assert s.leaders[IBRAHIM].captor is HAPSBURG
    assert told(s, "units_eliminated")


# ------------------------------------------------------------------ choices


def test_choices_are_possible_and_few() -> None:
    s = start("1532")
    s.impulses = 7
    for power in (OTTOMAN, HAPSBURG, FRANCE, ENGLAND, PAPACY, PROTESTANT):
        s.impulse = Impulse(power, cp=5)
        found = choices(s, power)
        assert found or power is PROTESTANT
        assert len(found) < 120
        for wish in found:
            assert MOVE.why_not(s, power, wish) is None, wish


def test_no_choices_without_cp() -> None:
    s = bare(HAPSBURG, cp=0)
    put(s, HAPSBURG, "vienna", 3)
    assert choices(s, HAPSBURG) == []


def test_the_choices_cover_a_whole_formation_a_half_and_the_leaders_alone() -> None:
    s = bare(HAPSBURG)
    put(s, HAPSBURG, "vienna", 5, "ferdinand")
    found = choices(s, HAPSBURG)
    assert {wish["regulars"] for wish in found} == {None, 3, 0}
    assert ACTIONS["move"] is MOVE


def test_of_the_fallen_nothing_is_remembered() -> None:
    """R49: two were lost in Graz; two who come new to it have not moved."""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "mohacs", 5, "ibrahim_pasha")
    put(s, HAPSBURG, "graz", 2)
    s.take_control(SpaceId("mohacs"), OTTOMAN)
    assert move(s, OTTOMAN, dice=[6, 6, 6, 1, 1, 1, 6, 6, 1], from_="mohacs", to="graz")
    assert there(s, OTTOMAN, "graz") == 3
    put(s, OTTOMAN, "graz", 2)
    running(s).foul_weather = True
    assert movers(s, OTTOMAN, GRAZ).strength == 2
