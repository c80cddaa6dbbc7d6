"""13.2: who may intercept a land move, from where, with what; the rolls and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision, Timing
from engine.here_i_stand.asking import blank
from engine.here_i_stand.encounter import modifiers
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.interception import available, interception, interceptors, why_not_intercept
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Milestone, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.marching import bare, besiege, coming, move, put, there, thrown, told

OTTOMAN, HAPSBURG, FRANCE, PAPACY = Power.OTTOMAN, Power.HAPSBURG, Power.FRANCE, Power.PAPACY
VIENNA, GRAZ, LINZ = SpaceId("vienna"), SpaceId("graz"), SpaceId("linz")
TURKISH_WAR = [(OTTOMAN, HAPSBURG)]


def wish(from_: str, **fields: Any) -> dict[str, Any]:
    return blank("intercept", do="intercept", from_=from_, **fields)


def why(s: HisState, power: Power, left: str, to: str, fields: dict[str, Any]) -> str:
    """Why an interception of all that the active power has in a space is not possible."""
    assert s.impulse is not None
    reason = why_not_intercept(s, power, coming(s, s.impulse.power, left, to), fields)
    return "" if reason is None else reason.key


def intercept(
    s: HisState, left: str, to: str, answers: dict[str, Any], dice: list[int], asked: list[AnyDecision] | None = None
) -> Power | None:
    assert s.impulse is not None
    return drive(interception(s, coming(s, s.impulse.power, left, to)), answers, thrown(*dice), asked)


def before_vienna() -> HisState:
    """E27: Suleiman, Ibrahim, 7 R + 1 C in Ottoman-controlled Pressburg; Charles V with 8 R in Graz; Ferdinand with 2 R
    in Vienna."""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    s.take_control(SpaceId("pressburg"), OTTOMAN)
    put(s, OTTOMAN, "pressburg", 7, "suleiman", "ibrahim_pasha", cavalry=1)
    put(s, HAPSBURG, "graz", 8, "charles_v")
    put(s, HAPSBURG, "vienna", 2, "ferdinand")
    return s


# ------------------------------------------------------------------ the rolls


def test_e27_interception_official_case() -> None:
    """E27: roll 2d6 = 8: 8 + 2 - 1 = 9: success; battle in Vienna, no withdrawal."""
    s = before_vienna()
    asked: list[AnyDecision] = []
    answer, dice = {"intercept/vienna@hapsburg": wish("graz")}, [3, 5, *[1] * 23]
    move(s, OTTOMAN, answer, dice, asked, from_="pressburg", to="vienna")
    rolled = told(s, "interception")[0].facts
    assert (rolled["total"], rolled["rating"], rolled["cavalry_modifier"], rolled["success"]) == (9, 2, -1, True)
    assert s.impulse is not None
    assert s.impulse.cp == 5
    assert told(s, "field_battle")
    assert {decision.kind for decision in asked}.isdisjoint({"withdraw", "avoid_battle"})
    assert there(s, HAPSBURG, "vienna") == 10


@pytest.mark.parametrize(
    ("power", "acting", "against", "dice", "total"),
    [
        (OTTOMAN, Formation(GRAZ, {OTTOMAN: Land(1, 0, 1)}, (LeaderId("ibrahim_pasha"),)), Formation(LINZ), 7, 9),
        (HAPSBURG, Formation(GRAZ, {HAPSBURG: Land(1)}), Formation(LINZ, {OTTOMAN: Land(1, 0, 1)}), 9, 8),
        (HAPSBURG, Formation(GRAZ, {HAPSBURG: Land(1)}), Formation(LINZ, {OTTOMAN: Land(1, 0, 1)}), 10, 9),
        (HAPSBURG, Formation(GRAZ, {}, (LeaderId("ferdinand"),)), Formation(LINZ, {OTTOMAN: Land(1)}), 8, 9),
        (OTTOMAN, Formation(GRAZ, {OTTOMAN: Land(1)}), Formation(LINZ, {OTTOMAN: Land(0, 0, 1)}), 8, 8),
    ],
)
def test_e28_interception_rolls(power: Power, acting: Formation, against: Formation, dice: int, total: int) -> None:
    """E28: 7 + 1 + 1 = 9; 9 → 8 fail; 10 → 9 success; leader 1, no cavalry: 8 success."""
    assert dice + sum(modifiers(bare(OTTOMAN), power, acting, against)) == total


def test_the_best_leader_alone_counts() -> None:
    acting = Formation(GRAZ, {HAPSBURG: Land(1)}, (LeaderId("ferdinand"), LeaderId("charles_v")))
    assert modifiers(bare(OTTOMAN), HAPSBURG, acting, Formation(LINZ)) == (2, 0)


@pytest.mark.parametrize(("dice", "comes"), [([3, 4], False), ([4, 4], True)])
def test_nine_is_enough(dice: list[int], comes: bool) -> None:
    s = before_vienna()
    found = intercept(s, "pressburg", "vienna", {"intercept/vienna@hapsburg": wish("graz")}, dice)
    assert (found, there(s, HAPSBURG, "vienna")) == ((HAPSBURG, 10) if comes else (None, 2))
    assert s.leaders[LeaderId("charles_v")].at == ("vienna" if comes else "graz")


# ------------------------------------------------------------------ who may, restriction by restriction


def test_enemies_next_to_the_destination_may_try() -> None:
    s = before_vienna()
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna")) == {HAPSBURG: [GRAZ]}
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("graz")) == ""
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("prague")) == "no_interception_from"
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("graz", regulars=9)) == "not_so_many_units"
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("nowhere")) == "unknown_name"
    assert why(s, HAPSBURG, "pressburg", "vienna", blank("intercept", do="avoid")) == "unknown_name"


def test_2_not_across_a_pass() -> None:
    """13.2-2: Graz and Salzburg are joined by a pass."""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "linz", 2)
    put(s, HAPSBURG, "graz", 3)
    assert interceptors(s, coming(s, OTTOMAN, "linz", "salzburg")) == {}
    put(s, HAPSBURG, "innsbruck", 1)
    assert interceptors(s, coming(s, OTTOMAN, "linz", "salzburg")) == {HAPSBURG: [SpaceId("innsbruck")]}


def test_3_only_powers_at_war_with_the_active_one() -> None:
    s = before_vienna()
    put(s, FRANCE, "linz", 3)
    assert list(interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna"))) == [HAPSBURG]
    s.wars.clear()
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna")) == {}


def test_4_a_unit_or_leader_tries_once_an_impulse() -> None:
    s = before_vienna()
    assert intercept(s, "pressburg", "vienna", {"intercept/vienna@hapsburg": wish("graz", regulars=5)}, [1, 1]) is None
    left = available(s, HAPSBURG, GRAZ)
    assert (left.strength, left.leaders) == (3, ())  # Charles went along: 5 are too many without him
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("graz", regulars=4)) == "not_so_many_units"
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("graz", leaders="charles_v")) == "no_such_leader"
    assert intercept(s, "pressburg", "vienna", {"intercept/vienna@hapsburg": wish("graz")}, [1, 1]) is None
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna")) == {}
    assert s.impulse is not None
    s.impulse.tried_interception.clear()
    assert list(interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna"))) == [HAPSBURG]


def test_5_the_besieged_may_not() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "pressburg", 4)
    put(s, HAPSBURG, "vienna", 3, "ferdinand")
    assert list(interceptors(s, coming(s, OTTOMAN, "pressburg", "linz"))) == [HAPSBURG]
    put(s, OTTOMAN, "vienna", 4)
    besiege(s, OTTOMAN, "vienna")
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "linz")) == {}


def test_5_troops_that_are_relieved_by_this_very_move_may_not() -> None:
    """13.2-5: the besiegers walk away from Vienna to Linz."""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, HAPSBURG, "vienna", 3)
    put(s, OTTOMAN, "vienna", 4)
    besiege(s, OTTOMAN, "vienna")
    assert interceptors(s, coming(s, OTTOMAN, "vienna", "linz")) == {}
    assert move(s, OTTOMAN, from_="vienna", to="linz")
    assert not s.forces[VIENNA].sieges
    put(s, OTTOMAN, "brunn", 1)  # by the next move they may
    assert list(interceptors(s, coming(s, OTTOMAN, "brunn", "pressburg"))) == []
    s.take_control(SpaceId("pressburg"), OTTOMAN)
    assert list(interceptors(s, coming(s, OTTOMAN, "brunn", "pressburg"))) == [HAPSBURG]


def test_6_one_formation_from_each_space() -> None:
    s = before_vienna()
    put(s, HAPSBURG, "graz", 3)
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("graz", regulars=11)) == "formation_too_big"
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("graz", regulars=5, leaders="none")) == "formation_too_big"
    assert intercept(
        s, "pressburg", "vienna",
        {"intercept/vienna@hapsburg": [[wish("graz", regulars=4)], [wish("graz", regulars=4)]]}, [1, 1],
    ) is None  # fmt: skip
    assert len(told(s, "interception")) == 1


def test_7_not_into_a_friendly_fortified_space_that_is_not_besieged() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    s.take_control(VIENNA, OTTOMAN)
    put(s, OTTOMAN, "pressburg", 3)
    put(s, HAPSBURG, "graz", 8)
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna")) == {}
    s.take_control(VIENNA, FRANCE)
    s.ally(OTTOMAN, FRANCE)
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna")) == {}


def test_7_but_into_one_that_is_besieged_and_empty() -> None:
    """13.2-7, 8: nobody in it is under siege."""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    s.take_control(VIENNA, OTTOMAN)
    put(s, OTTOMAN, "pressburg", 3)
    put(s, HAPSBURG, "vienna", 2)
    put(s, HAPSBURG, "graz", 4)
    besiege(s, HAPSBURG, "vienna")
    assert list(interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna"))) == [HAPSBURG]
    s.place_leader(LeaderId("suleiman"), VIENNA)
    s.leaders[LeaderId("suleiman")].inside = True
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna")) == {}


def test_8_only_those_who_have_units_there_or_their_allies() -> None:
    s = bare(OTTOMAN, wars=[*TURKISH_WAR, (OTTOMAN, FRANCE)])
    put(s, OTTOMAN, "pressburg", 5)
    put(s, HAPSBURG, "vienna", 2)
    put(s, HAPSBURG, "graz", 2)
    put(s, FRANCE, "linz", 2)
    assert list(interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna"))) == [HAPSBURG]
    s.ally(HAPSBURG, FRANCE)
    assert list(interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna"))) == [HAPSBURG, FRANCE]


def test_8_own_units_of_the_mover_there_keep_others_away() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "pressburg", 3)
    put(s, HAPSBURG, "graz", 4)
    s.take_control(SpaceId("mohacs"), HAPSBURG)
    assert list(interceptors(s, coming(s, OTTOMAN, "pressburg", "mohacs"))) == [HAPSBURG]
    put(s, OTTOMAN, "mohacs", 1)
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "mohacs")) == {}


def test_8_nobody_where_independents_stand_alone() -> None:
    s = bare(FRANCE, wars=[(HAPSBURG, FRANCE)])
    put(s, FRANCE, "st_dizier", 3)
    put(s, HAPSBURG, "besancon", 3)
    put(s, Power.INDEPENDENT, "metz", 1)
    assert interceptors(s, coming(s, FRANCE, "st_dizier", "metz")) == {}


def test_8_nobody_where_somebody_was_under_siege() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    put(s, OTTOMAN, "pressburg", 3)
    put(s, HAPSBURG, "vienna", 2)
    put(s, HAPSBURG, "graz", 4)
    put(s, OTTOMAN, "vienna", 3)
    besiege(s, OTTOMAN, "vienna")
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna")) == {}


@pytest.mark.parametrize(
    ("controller", "may"), [(HAPSBURG, True), (FRANCE, True), (PAPACY, False), (Power.INDEPENDENT, False)]
)
def test_8_an_empty_fortified_space_must_belong_to_the_interceptor_or_his_ally(controller: Power, may: bool) -> None:
    s = bare(OTTOMAN, wars=[*TURKISH_WAR, (HAPSBURG, PAPACY), (OTTOMAN, FRANCE), (OTTOMAN, PAPACY)])
    s.ally(HAPSBURG, FRANCE)
    s.take_control(VIENNA, controller)
    put(s, OTTOMAN, "pressburg", 3)
    put(s, HAPSBURG, "graz", 4)
    assert bool(interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna"))) == may


@pytest.mark.parametrize(
    ("controller", "may"),
    [(HAPSBURG, True), (OTTOMAN, True), (FRANCE, True), (PAPACY, False), (Power.INDEPENDENT, True)],
)
def test_9_another_powers_space_must_be_an_enemys_or_allys(controller: Power, may: bool) -> None:
    s = bare(OTTOMAN, wars=[*TURKISH_WAR, (OTTOMAN, PAPACY)])
    s.ally(HAPSBURG, FRANCE)
    s.take_control(SpaceId("mohacs"), controller)
    put(s, OTTOMAN, "buda", 3)
    put(s, HAPSBURG, "graz", 4)
    assert (HAPSBURG in interceptors(s, coming(s, OTTOMAN, "buda", "mohacs"))) == may


def test_10_leaders_alone_only_to_friendly_units() -> None:
    s = before_vienna()
    put(s, HAPSBURG, "linz", 0, "duke_of_alva")
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("linz")) == ""
    s.take_land(HAPSBURG, VIENNA, Land(2))
    s.place_leader(LeaderId("ferdinand"), GRAZ)
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("linz")) == "no_interception_from"
    assert why(s, HAPSBURG, "pressburg", "vienna", wish("graz", regulars=0, leaders="ferdinand")) == "leaders_alone"


def test_10_interceptors_who_came_before_are_friendly_units() -> None:
    s = before_vienna()
    s.take_land(HAPSBURG, VIENNA, Land(2))
    put(s, HAPSBURG, "linz", 0, "duke_of_alva")
    answer = {"intercept/vienna@hapsburg": [[wish("graz")], [wish("linz")]]}
    assert intercept(s, "pressburg", "vienna", answer, [6, 6, 6, 6]) is HAPSBURG
    assert s.leaders[LeaderId("duke_of_alva")].at == "vienna"


def test_11_inactive_minors_and_independents_never_but_active_minors_with_their_major() -> None:
    s = bare(OTTOMAN, wars=[(OTTOMAN, Power.HUNGARY), *TURKISH_WAR])
    put(s, OTTOMAN, "belgrade", 3)
    put(s, Power.HUNGARY, "buda", 5)
    put(s, Power.INDEPENDENT, "graz", 2)
    assert interceptors(s, coming(s, OTTOMAN, "belgrade", "mohacs")) == {}
    s.wars.clear()
    s.begin_war(OTTOMAN, HAPSBURG)
    s.ally(HAPSBURG, Power.HUNGARY)
    for space in s.home_spaces(Power.HUNGARY):
        s.take_control(space, HAPSBURG)
    assert interceptors(s, coming(s, OTTOMAN, "belgrade", "mohacs")) == {HAPSBURG: [SpaceId("buda")]}
    assert why(s, HAPSBURG, "belgrade", "mohacs", wish("buda", minors="hungary 4")) == ""


def test_unrest_does_not_bar_it() -> None:
    s = before_vienna()
    s.spaces[VIENNA].unrest = s.spaces[GRAZ].unrest = True
    assert list(interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna"))) == [HAPSBURG]


def test_nobody_goes_where_his_own_enemies_stand() -> None:
    """2.1: France is allied to the Hapsburgs, at war with the Papacy; Papal and Hapsburg units stand in Mohács."""
    s = bare(OTTOMAN, wars=[*TURKISH_WAR, (OTTOMAN, FRANCE), (OTTOMAN, PAPACY), (FRANCE, PAPACY)])
    s.ally(HAPSBURG, FRANCE)
    s.take_control(SpaceId("mohacs"), HAPSBURG)
    put(s, OTTOMAN, "buda", 3)
    put(s, HAPSBURG, "mohacs", 1)
    put(s, FRANCE, "agram", 2)
    assert list(interceptors(s, coming(s, OTTOMAN, "buda", "mohacs"))) == [FRANCE]
    put(s, PAPACY, "mohacs", 1)
    assert interceptors(s, coming(s, OTTOMAN, "buda", "mohacs")) == {}


def test_those_who_are_treated_as_enemies_may_intercept_too() -> None:
    """13.1-3c"""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    s.ally(HAPSBURG, FRANCE)
    put(s, OTTOMAN, "pressburg", 5)
    put(s, HAPSBURG, "vienna", 2)
    put(s, FRANCE, "linz", 2)
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna")) == {}
    put(s, FRANCE, "vienna", 1)
    assert interceptors(s, coming(s, OTTOMAN, "pressburg", "vienna")) == {FRANCE: [LINZ]}
    assert intercept(s, "pressburg", "vienna", {"intercept/vienna@france": wish("linz")}, [6, 3]) is FRANCE
    assert there(s, FRANCE, "vienna") == 3


# ------------------------------------------------------------------ order and answers


def test_powers_are_asked_together_and_tried_in_impulse_order() -> None:
    s = bare(FRANCE, wars=[(FRANCE, HAPSBURG), (FRANCE, OTTOMAN)])
    s.ally(HAPSBURG, Power.ENGLAND)
    s.take_control(SpaceId("modena"), FRANCE)
    put(s, FRANCE, "milan", 3)
    put(s, HAPSBURG, "trent", 3)
    put(s, OTTOMAN, "florence", 3)
    both = {
        "intercept/modena@ottoman": wish("florence"),
        "intercept/modena@hapsburg": wish("trent"),
    }
    asked: list[AnyDecision] = []
    assert intercept(s, "milan", "modena", both, [6, 6], asked) is OTTOMAN
    assert [decision.seat for decision in asked] == ["ottoman", "hapsburg"]
    assert (there(s, OTTOMAN, "modena"), there(s, HAPSBURG, "modena")) == (3, 0)  # no other power may try


def test_the_next_power_tries_when_one_failed() -> None:
    s = bare(FRANCE, wars=[(FRANCE, HAPSBURG), (FRANCE, OTTOMAN)])
    put(s, FRANCE, "milan", 3)
    put(s, HAPSBURG, "trent", 3)
    put(s, OTTOMAN, "florence", 3)
    both = {"intercept/modena@ottoman": wish("florence"), "intercept/modena@hapsburg": wish("trent")}
    assert intercept(s, "milan", "modena", both, [1, 1, 6, 6]) is HAPSBURG
    assert (there(s, OTTOMAN, "modena"), there(s, HAPSBURG, "modena")) == (0, 3)


@pytest.mark.parametrize(
    ("after", "dice", "comes"),
    [
        (None, [6, 6, 6, 6], 5),
        ("failed", [6, 6], 3),
        ("failed", [1, 1, 6, 6], 2),
        ("done", [6, 6, 6, 6], 5),
        ("done", [1, 1], 0),
    ],
)
def test_a_power_goes_on_from_its_other_spaces_as_it_wrote(after: str | None, dice: list[int], comes: int) -> None:
    s = bare(FRANCE, wars=[(FRANCE, HAPSBURG)])
    put(s, FRANCE, "milan", 3)
    put(s, HAPSBURG, "trent", 3)
    put(s, HAPSBURG, "venice", 2)
    answer = {"intercept/modena@hapsburg": [[wish("trent")], [wish("venice", after=after)]]}
    intercept(s, "milan", "modena", answer, dice)
    assert there(s, HAPSBURG, "modena") == comes


def test_the_first_possible_alternative_is_tried() -> None:
    s = before_vienna()
    answer = {"intercept/vienna@hapsburg": [[wish("graz", regulars=20), wish("graz", regulars=2)]]}
    assert intercept(s, "pressburg", "vienna", answer, [6, 6]) is HAPSBURG
    assert there(s, HAPSBURG, "vienna") == 4


def test_by_default_nobody_intercepts() -> None:
    s = before_vienna()
    asked: list[AnyDecision] = []
    assert intercept(s, "pressburg", "vienna", {}, [], asked) is None
    decision = asked[0]
    assert (decision.kind, decision.timing, decision.default) == ("intercept", Timing.RESPONSE, "default")
    facts = decision.facts
    assert (facts["power"], facts["space"], facts["from_space"]) == ("ottoman", "vienna", "pressburg")
    assert (facts["strength"], facts["cavalry"], facts["defenders"]) == (8, 1, 2)
    assert facts["leaders"] == ["suleiman", "ibrahim_pasha"]
    assert facts["odds"] == 100 * (8 + 2 + 2 + 1) // (8 + 2)
    assert facts["spaces"] == ["graz"]


def test_the_choices_are_possible() -> None:
    s = before_vienna()
    asked: list[AnyDecision] = []
    intercept(s, "pressburg", "vienna", {}, [], asked)
    found = asked[0].options.examples(9)
    assert list(found)
    for answer in found:
        assert asked[0].options.why_not(answer) is None


# ------------------------------------------------------------------ what follows


def test_the_intercepted_movers_own_leader_alone_there_is_captured() -> None:
    """13.1-6: by interception too."""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    s.take_control(SpaceId("mohacs"), OTTOMAN)
    put(s, OTTOMAN, "buda", 3)
    put(s, OTTOMAN, "mohacs", 0, "ibrahim_pasha")
    put(s, HAPSBURG, "graz", 4)
    assert intercept(s, "buda", "mohacs", {"intercept/mohacs@hapsburg": wish("graz")}, [6, 6]) is HAPSBURG
    state = s.leaders[LeaderId("ibrahim_pasha")]
    assert (state.where, state.captor) == (Whereabouts.CAPTURED, HAPSBURG)


def test_leaders_on_the_way_alone_are_captured_when_they_are_intercepted() -> None:
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    s.take_control(SpaceId("mohacs"), OTTOMAN)
    put(s, OTTOMAN, "buda", 0, "ibrahim_pasha")
    put(s, HAPSBURG, "graz", 4)
    assert not move(
        s, OTTOMAN, {"intercept/mohacs@hapsburg": wish("graz")}, [6, 6], from_="buda", regulars=0,
        leaders="ibrahim_pasha", to="mohacs",
    )  # fmt: skip
    assert s.leaders[LeaderId("ibrahim_pasha")].captor is HAPSBURG


def test_besiegers_who_intercept_may_have_to_give_up_their_siege() -> None:
    """15.3"""
    s = bare(OTTOMAN, wars=TURKISH_WAR)
    s.take_control(VIENNA, OTTOMAN)
    put(s, OTTOMAN, "vienna", 2)
    put(s, HAPSBURG, "vienna", 4)
    besiege(s, HAPSBURG, "vienna")
    put(s, OTTOMAN, "pressburg", 3)
    put(s, OTTOMAN, "prague", 3)
    s.take_control(SpaceId("prague"), OTTOMAN)
    answer = {"intercept/linz@hapsburg": wish("vienna", regulars=2)}
    assert intercept(s, "prague", "linz", answer, [6, 6]) is HAPSBURG
    assert there(s, HAPSBURG, "linz") >= 2
    assert not s.forces[VIENNA].sieges
    assert there(s, HAPSBURG, "vienna") == 0


def test_before_the_league_protestants_are_nobodys_enemies() -> None:
    """21.6"""
    s = bare(HAPSBURG)
    assert not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)
    put(s, HAPSBURG, "vienna", 2)
    put(s, Power.PROTESTANT, "salzburg", 3)
    assert interceptors(s, coming(s, HAPSBURG, "vienna", "linz")) == {}
