"""15.1 Assault."""

from __future__ import annotations

from engine.core.decision import AnyDecision
from engine.here_i_stand.assault import ASSAULT, Waiver, assault, take_fortress, why_no_assault
from engine.here_i_stand.control import mark_unrest
from engine.here_i_stand.forming import outside
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.siege import begin_siege
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    CardNumber,
    LeaderId,
    Milestone,
    Phase,
    Power,
    SpaceId,
    Spending,
    Whereabouts,
)
from tests.engine.here_i_stand.fighting import (
    ENG,
    FRA,
    GENOA,
    HAP,
    HUNGARY,
    INDEPENDENT,
    OTT,
    PAP,
    fight,
    inside,
    leader_at,
    order,
    rolls,
    sieges,
    storm,
    why,
)
from tests.engine.here_i_stand.flows import drive, plain
from tests.engine.here_i_stand.marching import bare, besiege, put, there, told

CALAIS, MILAN, BUDA = SpaceId("calais"), SpaceId("milan"), SpaceId("buda")
SIEGE_MINING, RESTLESS, SIEGE_ARTILLERY, GOUT, WEATHER, SWISS = (CardNumber(n) for n in (28, 27, 35, 32, 31, 36))


def calais(besiegers: int = 5, garrison: int = 2) -> HisState:
    """French besiege English in Calais since impulse 3; it is impulse 7."""
    s = bare(FRA, wars=[(ENG, FRA)])
    put(s, ENG, "calais", garrison)
    put(s, FRA, "calais", besiegers)
    if garrison:
        besiege(s, FRA, "calais")
    else:
        begin_siege(s, FRA, CALAIS)
        s.forces[CALAIS].sieges[FRA] = 3
    return s


def hold(s: HisState, power: Power, card: CardNumber) -> None:
    """A power has a card in hand, in the action phase."""
    s.phase = Phase.ACTION
    s.deck.remove(card)
    s.give(power, card)


# ------------------------------------------------------------------ requirements


def test_a_siege_of_an_earlier_impulse() -> None:
    """15.1-1"""
    s = calais()
    assert why(s, FRA, "calais") == ""
    s.forces[CALAIS].sieges[FRA] = s.impulses
    assert why(s, FRA, "calais") == "siege_too_young"
    assert why_no_assault(s, FRA, CALAIS, (Waiver.DATE,)) is None
    assert why(s, FRA, "antwerp") == "not_besieging"
    assert why(s, ENG, "calais") == "not_besieging"
    assert why(s, FRA, "atlantis") == "unknown_name"


def test_a_line_of_communication() -> None:
    """15.1-2, 12.1"""
    s = calais()
    mark_unrest(s, SpaceId("boulogne"), rule="12.4")
    assert why(s, FRA, "calais") == "no_line_of_communication"
    assert why_no_assault(s, FRA, CALAIS, (Waiver.LINE,)) is None


def test_e45_blockade() -> None:
    """E44, E45: with an English squadron in the port two French ones at sea are needed, one is too few; an English
    squadron in the English Channel forbids the assault."""
    s = calais()
    s.add_ships(Ships(ENG, 1), "calais")
    assert why(s, FRA, "calais") == "port_not_blockaded"
    s.add_ships(Ships(FRA, 1), "english_channel")
    assert why(s, FRA, "calais") == "port_not_blockaded"
    s.add_ships(Ships(FRA, 1), "north_sea")
    assert why(s, FRA, "calais") == ""
    s.add_ships(Ships(ENG, 1), "english_channel")
    assert why(s, FRA, "calais") == "enemy_squadrons_at_sea"
    assert why_no_assault(s, FRA, CALAIS, (Waiver.FLEETS,)) is None


def test_loaned_and_minor_squadrons_count_for_who_uses_them() -> None:
    """15.1-4"""
    s = calais()
    s.add_ships(Ships(ENG, 1), "calais")
    s.add_ships(Ships(FRA, 2, borrower=HAP), "english_channel")
    assert why(s, FRA, "calais") == "port_not_blockaded"
    s.add_ships(Ships(HAP, 2, borrower=FRA), "english_channel")
    assert why(s, FRA, "calais") == ""
    s.add_ships(Ships(FRA, 1, borrower=ENG), "north_sea")
    assert why(s, FRA, "calais") == "enemy_squadrons_at_sea"


def test_corsairs_do_not_count() -> None:
    """15.1: in 3 and 4."""
    s = bare(HAP, wars=[(OTT, HAP)])
    s.milestones.append(Milestone.BARBARY_PIRATES)
    put(s, OTT, "salonika", 1)
    put(s, HAP, "salonika", 3)
    besiege(s, HAP, "salonika")
    s.add_ships(Ships(OTT, 0, 2), "salonika")
    s.add_ships(Ships(OTT, 0, 1), "aegean_sea")
    reason = why_no_assault(s, HAP, SpaceId("salonika"), (Waiver.LINE,))
    assert reason is None


def test_r46_a_minors_own_ships() -> None:
    """R46: conditions 3 and 4 look at the squadrons of the controller."""
    s = bare(FRA, wars=[(FRA, GENOA)])
    put(s, GENOA, "genoa", 1)
    put(s, FRA, "genoa", 3)
    besiege(s, FRA, "genoa")
    s.add_ships(Ships(GENOA, 1), "genoa")
    assert why(s, FRA, "genoa") == "port_not_blockaded"


def test_one_assault_per_space_and_impulse() -> None:
    """15.1-5"""
    s = calais()
    assert storm(s, FRA, "calais", [[1, 1], [1, 1, 1]]) is False
    assert why(s, FRA, "calais") == "assaulted_already"


def test_it_costs_one_point() -> None:
    s = calais()
    storm(s, FRA, "calais", [[1, 1], [1, 1, 1]])
    assert s.impulse is not None
    assert s.impulse.cp == 5
    s = calais()
    assert s.impulse is not None
    s.impulse.cp = 0
    assert why(s, FRA, "calais") == "not_enough_cp"


def test_a_raid_may_follow_at_once_upon_a_siege() -> None:
    """97"""
    s = calais()
    s.forces[CALAIS].sieges[FRA] = s.impulses
    assert s.impulse is not None
    s.impulse.spending = Spending.RAID
    assert why(s, FRA, "calais") == ""


# ------------------------------------------------------------------ the formation


def test_d43_as_many_dice_as_can_be() -> None:
    """D43: all leaders and as many units as they lead; a leader laid up stays away (32)."""
    s = calais(besiegers=9)
    put(s, FRA, "calais", 0, "montmorency", "francis_i")
    storm(s, FRA, "calais", [[1] * 6, [1] * 3])
    assert told(s, "assault_declared")[0].facts["strength"] == 9
    s = calais(besiegers=9)
    put(s, FRA, "calais", 0, "montmorency")
    assert s.impulse is not None
    s.impulse.gout.append(LeaderId("montmorency"))
    storm(s, FRA, "calais", [[1] * 2, [1] * 3])
    assert told(s, "assault_declared")[0].facts["strength"] == 4
    assert why(s, FRA, "calais", leaders="montmorency") != ""


def test_losses_come_from_the_whole_stack() -> None:
    """15.1-9"""
    s = calais(besiegers=9)
    storm(s, FRA, "calais", [[1, 1], [6, 6, 6]], regulars=4)
    assert there(s, FRA, "calais") == 6
    assert why(s, FRA, "calais", regulars=7) != ""


def test_no_assault_of_leaders_alone() -> None:
    s = calais()
    put(s, FRA, "calais", 0, "montmorency")
    assert why(s, FRA, "calais", regulars=0, leaders="montmorency") == "no_units_to_assault"


def test_choices_for_forms_and_random_play() -> None:
    s = calais()
    assert ASSAULT.choices(s, FRA) == [order("calais")]
    s.forces[CALAIS].sieges[FRA] = s.impulses
    assert ASSAULT.choices(s, FRA) == []


# ------------------------------------------------------------------ dice, success, failure


def test_e46_failed_assault_siege_holds() -> None:
    """E46: 5 R without leader, inside 2 R + leader 1. Dice 3 / 4. Roll [5,1,1] / [6,6,5,2]: 1 : 3; attackers 2, inside
    1; 2 > 1: the siege continues. Henry II (0) leads the five, since nobody could lead more than four (5.1)."""
    s = calais(besiegers=5)
    put(s, FRA, "calais", 0, "henry_ii")
    s.place_leader(LeaderId("charles_brandon"), CALAIS)
    s.leaders[LeaderId("charles_brandon")].inside = True
    assert storm(s, FRA, "calais", [[5, 1, 1], [6, 6, 5, 2]]) is False
    result = told(s, "assault_fails")[0].facts
    assert (result["hits"], result["rival_hits"]) == (1, 3)
    assert (there(s, FRA, "calais"), inside(s, "calais", ENG)) == (2, 1)
    assert sieges(s, "calais") == {FRA: 3}


def test_a_formation_without_leader_is_of_four() -> None:
    """5.1: of five besiegers four assault: two dice."""
    s = calais(besiegers=5)
    storm(s, FRA, "calais", [[1, 1], [1, 1, 1]])


def test_e48_empty_fortress() -> None:
    """E48: 3 R + 1 C besiege since an earlier impulse, nobody inside. Dice: 3 (cavalry none) / 1. Roll [1,5,2] / [6]: 1
    hit, success; the attacker loses 1 (may be the cavalry)."""
    s = bare(OTT, wars=[(OTT, HAP)])
    put(s, OTT, "vienna", 3, cavalry=1)
    begin_siege(s, OTT, SpaceId("vienna"))
    s.forces[SpaceId("vienna")].sieges[OTT] = 2
    for space in ("belgrade", "buda", "szegedin", "pressburg", "nicopolis"):
        s.take_control(SpaceId(space), OTT)
    assert storm(s, OTT, "vienna", [[1, 5, 2], [6]]) is True
    assert s.spaces[SpaceId("vienna")].controller is OTT
    assert s.land(OTT, SpaceId("vienna")) == Land(3)
    assert sieges(s, "vienna") == {}


def test_e49_only_a_leader_inside() -> None:
    """E49: 2 R besiege; a leader of rating 1 alone inside. Dice: 2 (no defending land unit) / 0 + 1 + 1 = 2: one
    attacker hit and a surviving attacker: success, leader captured."""
    s = calais(besiegers=2, garrison=0)
    s.place_leader(LeaderId("charles_brandon"), CALAIS)
    s.leaders[LeaderId("charles_brandon")].inside = True
    assert storm(s, FRA, "calais", [[5, 1], [6, 1]]) is True
    assert leader_at(s, "charles_brandon") == "captured:france"
    assert s.spaces[CALAIS].controller is FRA
    assert there(s, FRA, "calais") == 1


def test_e51_only_cavalry_outside() -> None:
    """E51: 4 C + Suleiman (2) against 1 R inside. Dice 0 + 2 = 2 / 2. Roll [5,1] / [2,3]: success, 4 C left."""
    s = bare(OTT, wars=[(OTT, HUNGARY)])
    put(s, HUNGARY, "buda", 1)
    put(s, HUNGARY, "prague", 5)
    put(s, OTT, "buda", 0, "suleiman", cavalry=4)
    besiege(s, OTT, "buda")
    for space in ("szegedin", "nicopolis"):
        s.take_control(SpaceId(space), OTT)
    put(s, HUNGARY, "belgrade", 1)
    assert storm(s, OTT, "buda", [[5, 1], [2, 3]]) is True
    assert s.land(OTT, BUDA) == Land(0, 0, 4)


def test_e52_nobody_left() -> None:
    """E52: 2 R against 1 R inside. Dice 1 / 2. Roll [5] / [5,6]: 1 : 2; no attacker left: failure although the garrison
    died; the space keeps its controller."""
    s = calais(besiegers=2, garrison=1)
    assert storm(s, FRA, "calais", [[5], [5, 6]]) is False
    assert s.spaces[CALAIS].controller is ENG
    assert there(s, ENG, "calais") == there(s, FRA, "calais") == 0
    assert sieges(s, "calais") == {}


def test_no_hit_no_success() -> None:
    """15.1-10: an empty fortress needs a hit."""
    s = calais(besiegers=2, garrison=0)
    assert storm(s, FRA, "calais", [[1, 1], [1]]) is False
    assert s.spaces[CALAIS].controller is ENG
    assert sieges(s, "calais") == {FRA: 3}


def test_leaders_of_besiegers_who_are_gone_are_displaced() -> None:
    """15.1-11, 12.5"""
    s = calais(besiegers=1, garrison=0)
    put(s, FRA, "calais", 0, "montmorency")
    assert storm(s, FRA, "calais", [[1, 1], [6]]) is False
    assert there(s, FRA, "calais") == 0
    assert leader_at(s, "montmorency") in ("rouen", "paris")


def test_besiegers_who_no_longer_outnumber_retreat() -> None:
    """15.1-11, 15.3"""
    s = calais(besiegers=3, garrison=2)
    assert storm(s, FRA, "calais", [[1, 1], [6, 1, 1]]) is False
    assert there(s, FRA, "boulogne") == 2
    assert (there(s, ENG, "calais"), inside(s, "calais", ENG)) == (2, 0)


def test_cavalry_inside_is_a_land_unit() -> None:
    """15.1-3: then only one die per two units; it gives no die itself."""
    s = bare(HAP, wars=[(OTT, HAP)])
    put(s, OTT, "buda", 0, cavalry=2)
    put(s, HAP, "buda", 3, "charles_v")
    besiege(s, HAP, "buda")
    s.take_control(BUDA, OTT)
    s.take_control(SpaceId("pressburg"), HAP)
    assert storm(s, HAP, "buda", [[1, 1, 1, 1], [1]]) is False


def test_allies_inside_share_the_losses() -> None:
    """9.2-3: whoever is inside."""
    s = calais(besiegers=6)
    s.ally(ENG, HAP)
    put(s, HAP, "calais", 2)
    s.go_inside(HAP, CALAIS, Land(2))
    put(s, FRA, "calais", 0, "francis_i")
    storm(s, FRA, "calais", [[5, 5, 1, 1], [1] * 5])
    assert (inside(s, "calais", ENG), inside(s, "calais", HAP)) == (1, 1)


# ------------------------------------------------------------------ 15.1-10


def test_the_fall_of_a_port() -> None:
    """15.1-10: naval units and leaders of the defender go to the turn track, religion stays."""
    s = bare(FRA, wars=[(FRA, GENOA)])
    put(s, GENOA, "genoa", 1, "andrea_doria")
    s.add_ships(Ships(GENOA, 1), "genoa")
    put(s, FRA, "genoa", 3)
    besiege(s, FRA, "genoa")
    s.take_control(SpaceId("turin"), FRA)
    drive(assault(s, FRA, SpaceId("genoa"), outside(s, FRA, SpaceId("genoa"))), chance=rolls([5, 5], [1, 1]))
    assert s.spaces[SpaceId("genoa")].controller is FRA
    assert s.minors[GENOA].ships_lost == 1
    doria = s.leaders[LeaderId("andrea_doria")]
    assert (doria.where, doria.returns) == (Whereabouts.TURN_TRACK, s.turn + 1)
    assert there(s, GENOA, "genoa") == 0


def test_a_second_besieger_stays_as_a_guest() -> None:
    """R45: only the assaulting power takes the space."""
    s = calais(besiegers=3, garrison=1)
    s.ally(FRA, HAP)
    s.begin_war(ENG, HAP)
    put(s, HAP, "calais", 3)
    s.forces[CALAIS].sieges[HAP] = 4
    assert storm(s, FRA, "calais", [[5, 1], [1, 1]]) is True
    assert s.spaces[CALAIS].controller is FRA
    assert (there(s, FRA, "calais"), there(s, HAP, "calais")) == (3, 3)
    assert sieges(s, "calais") == {}


def test_hungary_may_fall_with_a_key() -> None:
    """22.5: looked at after every assault."""
    s = bare(OTT, wars=[(OTT, HUNGARY)])
    put(s, HUNGARY, "belgrade", 1)
    put(s, HUNGARY, "buda", 4)
    put(s, OTT, "belgrade", 4)
    besiege(s, OTT, "belgrade")
    assert storm(s, OTT, "belgrade", [[5, 1], [1, 1]]) is True
    assert s.has_happened(Milestone.HUNGARY_DEFEATED)


def test_treachery_takes_a_fortress_without_more() -> None:
    """105: control, captured leaders and ships as after an assault."""
    s = calais(garrison=0)
    s.place_leader(LeaderId("charles_brandon"), CALAIS)
    s.leaders[LeaderId("charles_brandon")].inside = True
    s.add_ships(Ships(ENG, 1), "calais")
    drive(take_fortress(s, FRA, CALAIS))
    assert s.spaces[CALAIS].controller is FRA
    assert leader_at(s, "charles_brandon") == "captured:france"
    assert s.powers[ENG].ships_lost == 1


# ------------------------------------------------------------------ cards


def test_siege_mining_and_artillery() -> None:
    """28: three dice more. 35: two more dice that hit from 3."""
    s = calais(besiegers=4)
    hold(s, FRA, SIEGE_MINING)
    hold(s, HAP, SIEGE_ARTILLERY)
    answers = {
        "combat/combat_cards_attacker@france": {"do": "combat", "card": SIEGE_MINING, "mode": "a"},
        "response/assault_after_roll@hapsburg": {"do": "respond", "card": SIEGE_ARTILLERY, "mode": "a"},
    }
    assert storm(s, FRA, "calais", [[1] * 5, [1] * 3, [3, 4]], answers) is True
    assert there(s, FRA, "calais") == 4


def test_mercenaries_grow_restless_break_the_siege() -> None:
    """27: if the besieger no longer outnumbers the inside there is no assault, the CP stays spent, and he retreats."""
    s = calais(besiegers=1, garrison=2)
    put(s, FRA, "calais", 0, mercenaries=3)
    hold(s, ENG, RESTLESS)
    answers = {"combat/combat_cards_defender@england": {"do": "combat", "card": RESTLESS, "mode": "a"}}
    assert storm(s, FRA, "calais", [], answers) is False
    assert there(s, FRA, "boulogne") == 1
    assert sieges(s, "calais") == {}
    assert s.impulse is not None
    assert s.impulse.cp == 5


def test_mercenaries_grow_restless_the_rest_goes_on() -> None:
    s = calais(besiegers=4, garrison=1)
    put(s, FRA, "calais", 0, mercenaries=1)
    hold(s, ENG, RESTLESS)
    answers = {"combat/combat_cards_defender@england": {"do": "combat", "card": RESTLESS, "mode": "a"}}
    storm(s, FRA, "calais", [[1, 1], [1, 1]], answers, regulars=3, mercenaries=1)
    assert s.land(FRA, CALAIS) == Land(4)


def test_swiss_mercenaries_before_the_count() -> None:
    """36: up to the limit of the formation they give dice."""
    s = calais(besiegers=3, garrison=2)
    hold(s, FRA, SWISS)
    answers = {
        "response/assault_before_count@france": {
            "do": "respond", "card": SWISS, "mode": "a", "placing": "calais 4",
        },
    }  # fmt: skip
    storm(s, FRA, "calais", [[1, 1], [1, 1, 1]], answers)
    assert there(s, FRA, "calais") == 7


def test_gout_calls_the_assault_off_and_it_may_be_tried_again() -> None:
    """32, C-11"""
    s = calais(besiegers=4)
    put(s, FRA, "calais", 0, "montmorency")
    hold(s, ENG, GOUT)
    answers = {
        "response/assault_declared@england": {"do": "respond", "card": GOUT, "mode": "a", "leader": "montmorency"}
    }
    asked: list[AnyDecision] = []
    assert storm(s, FRA, "calais", [], answers, asked) is False
    assert plain(asked[0]).startswith("response/assault_declared@")
    assert why(s, FRA, "calais") == ""
    assert storm(s, FRA, "calais", [[1, 1], [1, 1, 1]]) is False


def test_foul_weather_forbids_assaults() -> None:
    """31"""
    s = calais(besiegers=4)
    hold(s, ENG, WEATHER)
    answers = {"response/assault_declared@england": {"do": "respond", "card": WEATHER, "mode": "a"}}
    assert storm(s, FRA, "calais", [], answers) is False
    assert why(s, FRA, "calais") == "foul_weather"
    assert s.impulse is not None
    assert s.impulse.cp == 5


def test_roxelana_gives_one_free_assault() -> None:
    """42: with Suleiman, even where the siege is of this impulse; without points."""
    s = bare(OTT, cp=0, wars=[(OTT, HUNGARY)])
    put(s, HUNGARY, "belgrade", 1)
    put(s, HUNGARY, "buda", 5)
    put(s, OTT, "belgrade", 4, "suleiman")
    besiege(s, OTT, "belgrade", since=s.impulses)
    assert why(s, OTT, "belgrade") == "siege_too_young"
    assert s.impulse is not None
    s.impulse.free_assault = LeaderId("suleiman")
    assert why(s, OTT, "belgrade", leaders="none") == "siege_too_young"
    assert storm(s, OTT, "belgrade", [[1] * 4, [1, 1]]) is False
    assert s.impulse.free_assault is None


def test_an_independent_key() -> None:
    """22.6: besieged and assaulted without war; nobody has squadrons for it."""
    s = bare(FRA)
    put(s, INDEPENDENT, "metz", 1)
    put(s, FRA, "metz", 3)
    besiege(s, FRA, "metz")
    assert storm(s, FRA, "metz", [[5, 1], [1, 1]]) is True
    assert s.spaces[SpaceId("metz")].controller is FRA


def test_no_battle_and_assault_of_others() -> None:
    """A siege that a field battle has begun is of this impulse."""
    s = bare(HAP, wars=[(HAP, PAP)])
    put(s, HAP, "siena", 1)
    put(s, PAP, "rome", 6)
    put(s, HAP, "rome", 9, "charles_v")
    s.take_control(SpaceId("siena"), HAP)
    fight(s, HAP, "rome", "siena", [[5] * 4 + [1] * 7, [1] * 7])
    assert sieges(s, "rome") == {HAP: s.impulses}
    assert why(s, HAP, "rome") == "siege_too_young"
