"""9.6 What is never allowed, what wars cost, and what follows when they begin."""

from __future__ import annotations

import pytest

from engine.here_i_stand import invariants
from engine.here_i_stand.records import Bonus, Impulse, Land, Ships, pair
from engine.here_i_stand.relations import battle_fought, make_peace, open_war
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BonusKind, CardNumber, LeaderId, Power, SeaId, SpaceId
from engine.here_i_stand.war import declare_by_event, declare_war, war_cost, why_no_declaration, why_no_war
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.letters import hold, take

OTT, HAP, ENG, FRA, PAP, PRO, GEN, HUN, SCO, VEN, NOBODY = list(Power)
METZ, MILAN = SpaceId("metz"), SpaceId("milan")


def after_league() -> HisState:
    s = start("1532")
    s.turn = 5
    return s


def before_league() -> HisState:
    s = start("1517")
    s.turn = 2
    return s


def key(s: HisState, one: Power, other: Power) -> str | None:
    reason = why_no_declaration(s, one, other)
    return None if reason is None else reason.key


# ------------------------------------------------------------------ E16


@pytest.mark.parametrize(
    ("one", "other", "cp"),
    [
        (OTT, HAP, 2), (OTT, ENG, 2), (FRA, OTT, 2), (PRO, OTT, 2), (HAP, PAP, 4), (PAP, HAP, 4), (HAP, ENG, 3),
        (ENG, HAP, 3), (ENG, PAP, 3), (FRA, PRO, 2), (ENG, PRO, 2), (OTT, VEN, 1), (FRA, SCO, 1), (PAP, GEN, 1),
    ],
)  # fmt: skip
def test_e16_costs(one: Power, other: Power, cp: int) -> None:
    assert war_cost(after_league(), one, other) == cp


def test_e16_the_hapsburgs_first_war_on_england_after_anne_boleyn() -> None:
    s = after_league()
    s.tudors.catherine_discount = True
    assert war_cost(s, HAP, ENG) == 1
    assert war_cost(s, ENG, HAP) == 3
    drive(declare_war(s, HAP, ENG, rule="9.6"))
    make_peace(s, HAP, ENG, rule="9.1")
    assert war_cost(s, HAP, ENG) == 3


@pytest.mark.parametrize(("one", "other"), [(HAP, GEN), (HAP, VEN), (FRA, SCO), (PAP, GEN), (PAP, VEN)])
def test_r83_minor_war_cost(one: Power, other: Power) -> None:
    for setting, cp in (("always_1", 1), ("some_2", 2)):
        assert war_cost(start("1532", switches={"minor_war_cost": setting}), one, other) == cp
    assert war_cost(start("1532", edition="anniversary116"), one, other) == 2


# ------------------------------------------------------------------ E18 the "never" list


@pytest.mark.parametrize("one", [OTT, HAP, ENG, FRA, PAP, PRO])
def test_e18_nobody_on_hungary(one: Power) -> None:
    s = before_league()
    if one is PRO:
        assert key(s, one, HUN) == "before_the_league"
    else:
        assert key(s, one, HUN) == ("already_at_war" if one is OTT else "never_declares_war")
    assert key(after_league(), one, HUN) == "minor_is_ally"


@pytest.mark.parametrize("one", [OTT, PAP, PRO])
def test_e18_these_never_on_scotland(one: Power) -> None:
    assert key(after_league(), one, SCO) == "never_declares_war"


def test_e18_england_on_venice() -> None:
    assert key(after_league(), ENG, VEN) == "never_declares_war"


def test_e18_on_a_minor_that_is_an_ally() -> None:
    s = after_league()
    s.minors[GEN].ally = FRA
    assert key(s, HAP, GEN) == "minor_is_ally"
    assert key(s, FRA, GEN) == "minor_is_ally"


def test_e18_on_scotland_by_an_ally_of_france() -> None:
    s = after_league()
    s.ally(ENG, FRA)
    assert key(s, ENG, SCO) == "ally_of_natural_ally"
    reason = why_no_war(s, ENG, SCO)
    assert reason is not None
    assert reason.rule == "9.6"


def test_e18_the_protestant_before_the_league() -> None:
    s = before_league()
    for one in (OTT, HAP, ENG, FRA, PAP):
        assert key(s, one, PRO) == "before_the_league"
        assert key(s, PRO, one) == "before_the_league"


def test_e18_on_metz() -> None:
    assert key(after_league(), FRA, NOBODY) == "no_war_on_independents"


def test_e18_on_a_power_with_which_peace_was_made() -> None:
    s = after_league()
    make_peace(s, OTT, HAP, rule="9.3")
    assert key(s, OTT, HAP) == "peace_or_alliance_this_turn"
    assert key(s, HAP, OTT) == "peace_or_alliance_this_turn"
    assert why_no_war(s, OTT, HAP) is None


def test_on_an_ally() -> None:
    s = after_league()
    s.ally(OTT, FRA)
    assert key(s, OTT, FRA) == "is_ally"


def test_on_oneself_or_by_a_minor() -> None:
    s = after_league()
    assert key(s, FRA, FRA) == "no_declarer"
    assert key(s, GEN, FRA) == "no_declarer"


def test_at_war_already() -> None:
    assert key(after_league(), OTT, HAP) == "already_at_war"


def test_on_venice_by_an_ally_of_the_papacy_not_in_the_segment_only() -> None:
    s = after_league()
    s.ally(FRA, PAP)
    assert key(s, FRA, VEN) == "ally_of_natural_ally"
    assert why_no_war(s, FRA, VEN) is None


def test_on_minors_after_peace_with_their_natural_ally() -> None:
    s = after_league()
    s.this_turn.peace_made += [pair(ENG, FRA), pair(OTT, PAP)]
    assert key(s, ENG, SCO) == "ally_of_natural_ally"
    assert key(s, OTT, VEN) == "ally_of_natural_ally"
    assert key(s, FRA, SCO) is None
    assert key(s, PAP, VEN) is None


def test_1_6_not_on_ones_own_other_power() -> None:
    s = start("1532", players=4)
    s.turn = 5
    assert key(s, HAP, PAP) == "same_player"
    assert key(s, ENG, PRO) == "same_player"
    assert key(s, FRA, OTT) is None


# ------------------------------------------------------------------ R25


def test_r25_who_does_not_control_the_space_is_displaced() -> None:
    s = after_league()
    take(s, "metz", FRA)
    s.forces.pop(METZ, None)
    s.add_land(FRA, METZ, Land(regulars=1))
    s.add_land(ENG, METZ, Land(regulars=2))
    drive(open_war(s, ENG, FRA, rule="9.6"))
    assert s.land(FRA, METZ).strength == 1
    assert s.land(ENG, METZ).strength == 0
    invariants.check(s)


def test_r25_both_where_neither_controls_it() -> None:
    s = after_league()
    take(s, "turin", NOBODY) if "turin" in s.spaces else None
    space = next(space for space in s.spaces if s.home(space) is NOBODY and not s.is_fortified(space))
    s.forces.pop(space, None)
    take(s, space, NOBODY)
    s.add_land(FRA, space, Land(regulars=1))
    s.add_land(ENG, space, Land(regulars=1))
    s.place_leader(LeaderId("montmorency"), space)
    drive(open_war(s, ENG, FRA, rule="9.6"))
    assert space not in s.forces
    assert s.leaders[LeaderId("montmorency")].at != space
    invariants.check(s)


def test_war_ends_an_alliance_and_its_loans() -> None:
    s = after_league()
    s.ally(ENG, FRA)
    s.add_ships(Ships(ENG, squadrons=1, borrower=FRA), SpaceId("rouen"))
    drive(open_war(s, ENG, FRA, rule="22.5"))
    assert s.alliances == []
    assert all(ships.borrower is None for fleet in s.fleets.values() for ships in fleet)
    assert all(ships.owner is not ENG for ships in s.ships_at(SpaceId("rouen")))
    invariants.check(s)


def test_r25_fleets_in_one_sea_zone_fight_at_once() -> None:
    s = after_league()
    sea = SeaId("english_channel")
    s.add_ships(Ships(ENG, squadrons=1), sea)
    s.add_ships(Ships(FRA, squadrons=1), sea)
    s.impulse = Impulse(ENG)
    drive(declare_by_event(s, ENG, FRA, rule="21.3"), chance=lambda sizes: [6 for _ in sizes])
    assert s.at_war(ENG, FRA)
    users = {ships.owner for ships in s.ships_at(sea)}
    assert len(users) < 2


# ------------------------------------------------------------------ Six Wives, C-01


def test_france_intervenes_free_of_charge_against_six_wives() -> None:
    s = after_league()
    hold(s, FRA)
    s.impulse = Impulse(ENG)
    drive(declare_by_event(s, ENG, SCO, rule="21.3"), {"intervene@france": {"do": "intervene"}})
    assert s.minors[SCO].ally is FRA
    assert s.at_war(ENG, FRA)


@pytest.mark.parametrize(("setting", "expected"), [("yes", None), ("no", "card_not_here")])
def test_c01_auld_alliance_with_six_wives(setting: str, expected: str | None) -> None:
    s = start("1532", switches={"six_wives_with_auld_alliance": setting})
    hold(s, FRA, 69)
    s.impulse = Impulse(ENG)
    asked: list[object] = []
    flow = declare_by_event(s, ENG, SCO, rule="21.3")
    request = flow.send(None)
    question = request.decisions[0]  # type: ignore[union-attr]
    reason = question.options.why_not(question.options.from_json([[{"do": "intervene", "card": 69}]]))
    assert (reason and reason.key) == expected
    assert asked == []
    flow.close()
    assert CardNumber(69) in s.powers[FRA].hand


# ------------------------------------------------------------------ phony wars, later edition


def phony() -> HisState:
    s = start("1532", edition="anniversary116")
    s.turn = 5
    s.impulse = Impulse(ENG)
    drive(declare_by_event(s, ENG, SCO, rule="21.3"), {"intervene@france": {"do": "intervene"}})
    return s


def test_a_battle_ends_a_phony_war() -> None:
    for foe in (FRA, SCO):
        s = phony()
        assert Bonus(BonusKind.PHONY_WAR, -1) in s.powers[ENG].bonus
        battle_fought(s, ENG, PAP)
        battle_fought(s, HAP, FRA)
        assert Bonus(BonusKind.PHONY_WAR, -1) in s.powers[ENG].bonus
        battle_fought(s, foe, ENG)
        assert Bonus(BonusKind.PHONY_WAR, -1) not in s.powers[ENG].bonus


def test_peace_makes_it_last() -> None:
    s = phony()
    make_peace(s, ENG, FRA, rule="9.3")
    battle_fought(s, ENG, FRA)
    assert Bonus(BonusKind.PHONY_WAR, -1) in s.powers[ENG].bonus
