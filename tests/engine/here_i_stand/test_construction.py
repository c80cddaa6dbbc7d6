"""Chapter 17: building units."""

from __future__ import annotations

import random

import pytest

from engine.here_i_stand.construction import ACTIONS, build, build_cost, build_sites, ships_return, why_not_build
from engine.here_i_stand.displacement import lose_ships
from engine.here_i_stand.forces import ships_left
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, MINORS, Milestone, Power, SpaceId, UnitType
from tests.engine.here_i_stand.boards import SCENARIOS, start

REGULAR, MERCENARY, CAVALRY = UnitType.REGULAR, UnitType.MERCENARY, UnitType.CAVALRY
SQUADRON, CORSAIR = UnitType.SQUADRON, UnitType.CORSAIR
ISTANBUL, VIENNA, LONDON, PARIS = SpaceId("istanbul"), SpaceId("vienna"), SpaceId("london"), SpaceId("paris")
ALGIERS, ORAN, ROUEN, MILAN = SpaceId("algiers"), SpaceId("oran"), SpaceId("rouen"), SpaceId("milan")
EDINBURGH, VENICE, GENOA = SpaceId("edinburgh"), SpaceId("venice"), SpaceId("genoa")


def why(s: HisState, power: Power, kind: UnitType, space: SpaceId, owner: Power | None = None) -> str:
    reason = why_not_build(s, power, owner or power, kind, space)
    return "" if reason is None else reason.key


@pytest.mark.parametrize(
    ("kind", "costs"),
    [
        (REGULAR, [2, 2, 2, 2, 2, 2]),
        (MERCENARY, [None, 1, 1, 1, 1, 1]),
        (CAVALRY, [1, None, None, None, None, None]),
        (SQUADRON, [2, 2, 2, 2, 2, None]),
        (CORSAIR, [1, None, None, None, None, None]),
    ],
)
def test_costs(kind: UnitType, costs: list[int | None]) -> None:
    """11.1, 17"""
    s = start()
    assert [build_cost(s, power, kind) for power in MAJORS] == costs


@pytest.mark.parametrize(
    ("power", "kind", "space", "key"),
    [
        (Power.OTTOMAN, REGULAR, ISTANBUL, ""),
        (Power.OTTOMAN, CAVALRY, ISTANBUL, ""),
        (Power.OTTOMAN, MERCENARY, ISTANBUL, "never_builds"),
        (Power.OTTOMAN, CORSAIR, ISTANBUL, "before_barbary_pirates"),
        (Power.ENGLAND, MERCENARY, LONDON, ""),
        (Power.ENGLAND, CAVALRY, LONDON, "never_builds"),
        (Power.ENGLAND, SQUADRON, LONDON, ""),
        (Power.FRANCE, SQUADRON, PARIS, "no_port"),
        (Power.FRANCE, REGULAR, MILAN, "not_home_space"),
        (Power.FRANCE, REGULAR, LONDON, "not_home_space"),
        (Power.PROTESTANT, REGULAR, SpaceId("kassel"), "before_the_league"),
    ],
)
def test_what_may_be_built_where(power: Power, kind: UnitType, space: SpaceId, key: str) -> None:
    assert why(start(), power, kind, space) == key


def test_the_protestants_build_after_the_league() -> None:
    """21.6"""
    s = start("1532")
    assert why(s, Power.PROTESTANT, REGULAR, SpaceId("wittenberg")) == ""
    assert why(s, Power.PROTESTANT, SQUADRON, SpaceId("hamburg")) == "never_builds"


def test_only_in_friendly_spaces() -> None:
    """17: an ally may control them."""
    s = start()
    s.take_control(ROUEN, Power.ENGLAND)
    assert why(s, Power.FRANCE, REGULAR, ROUEN) == "not_friendly"
    s.ally(Power.FRANCE, Power.ENGLAND)
    assert why(s, Power.FRANCE, REGULAR, ROUEN) == ""


def test_not_in_unrest() -> None:
    """12.4-3"""
    s = start()
    s.spaces[ROUEN].unrest = True
    assert why(s, Power.FRANCE, REGULAR, ROUEN) == "in_unrest"
    assert ROUEN not in build_sites(s, Power.FRANCE, Power.FRANCE, REGULAR)


def test_not_beside_enemy_units() -> None:
    """17: a besieged space holds enemy units; ships count, units of others do not."""
    s = start()
    s.add_land(Power.ENGLAND, ROUEN, Land(regulars=1))
    assert why(s, Power.FRANCE, REGULAR, ROUEN) == ""
    s.begin_war(Power.ENGLAND, Power.FRANCE)
    assert why(s, Power.FRANCE, REGULAR, ROUEN) == "enemy_units_in_space"
    s.take_land(Power.ENGLAND, ROUEN, Land(regulars=1))
    s.add_ships(Ships(Power.ENGLAND, 1), ROUEN)
    assert why(s, Power.FRANCE, SQUADRON, ROUEN) == "enemy_units_in_space"


def test_only_corsairs_in_algiers_and_havens() -> None:
    """17, 21.1"""
    s = start()
    s.milestones.append(Milestone.BARBARY_PIRATES)
    for space in (ALGIERS, ORAN):
        s.take_control(space, Power.OTTOMAN)
    s.spaces[ORAN].haven = True
    for space in (ALGIERS, ORAN):
        assert why(s, Power.OTTOMAN, CORSAIR, space) == ""
        for kind in (REGULAR, CAVALRY, SQUADRON):
            assert why(s, Power.OTTOMAN, kind, space) == "only_corsairs"
    assert why(s, Power.OTTOMAN, CORSAIR, ISTANBUL) == ""
    assert why(s, Power.HAPSBURG, REGULAR, ORAN) == "not_home_space"


def test_active_minors_give_regulars_and_squadrons() -> None:
    """17: from their own counters, in their own home spaces."""
    s = start()
    assert why(s, Power.FRANCE, REGULAR, EDINBURGH, Power.SCOTLAND) == "not_own_force"
    s.ally(Power.FRANCE, Power.SCOTLAND)
    for space in s.controlled(Power.SCOTLAND):
        s.take_control(space, Power.FRANCE)
    assert why(s, Power.FRANCE, REGULAR, EDINBURGH, Power.SCOTLAND) == ""
    assert why(s, Power.FRANCE, MERCENARY, EDINBURGH, Power.SCOTLAND) == "never_builds"
    assert why(s, Power.FRANCE, REGULAR, EDINBURGH) == "not_home_space"
    assert why(s, Power.FRANCE, SQUADRON, EDINBURGH, Power.SCOTLAND) == "no_counters_left"
    lose_ships(s, s.ships_at(EDINBURGH)[0], EDINBURGH, rule="16.2")
    assert why(s, Power.FRANCE, SQUADRON, EDINBURGH, Power.SCOTLAND) == "no_counters_left"
    ships_return(s)
    assert why(s, Power.FRANCE, SQUADRON, EDINBURGH, Power.SCOTLAND) == ""


def test_hungary_has_no_ships() -> None:
    s = start("1532")
    assert why(s, Power.HAPSBURG, SQUADRON, SpaceId("prague"), Power.HUNGARY) == "no_counters_left"
    assert why(s, Power.HAPSBURG, REGULAR, SpaceId("prague"), Power.HUNGARY) == ""


def test_the_counter_mix_limits_building() -> None:
    """5.2: Genoa has four units of two counters."""
    s = start()
    s.ally(Power.FRANCE, Power.GENOA)
    for space in s.controlled(Power.GENOA):
        s.take_control(space, Power.FRANCE)
    for _ in range(2):
        assert why(s, Power.FRANCE, REGULAR, GENOA, Power.GENOA) == ""
        build(s, Power.GENOA, REGULAR, GENOA)
        check(s)
    assert why(s, Power.FRANCE, REGULAR, GENOA, Power.GENOA) == "no_counters_left"


def test_what_is_built_is_there() -> None:
    s = start()
    build(s, Power.ENGLAND, MERCENARY, LONDON)
    build(s, Power.ENGLAND, SQUADRON, LONDON)
    build(s, Power.OTTOMAN, CAVALRY, ISTANBUL)
    build(s, Power.OTTOMAN, CORSAIR, ISTANBUL)
    assert s.land(Power.ENGLAND, LONDON) == Land(regulars=3, mercenaries=1)
    assert s.ships_at(LONDON) == [Ships(Power.ENGLAND, 2)]
    assert s.ships_at(ISTANBUL) == [Ships(Power.OTTOMAN, 1, 1)]
    assert [event.kind for event in s.events] == ["unit_built"] * 4
    check(s)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_walk_of_building(scenario: str) -> None:
    """Whatever may be built leaves a sound position, until nothing more can be."""
    draw, s = random.Random(17), start(scenario)
    s.milestones = list(dict.fromkeys([*s.milestones, Milestone.BARBARY_PIRATES]))
    orders = [(power, owner, kind) for power in MAJORS for owner in (power, *MINORS) for kind in ACTIONS]
    for _ in range(250):
        power, owner, kind = draw.choice(orders)
        sites = build_sites(s, power, owner, kind)
        if sites:
            build(s, owner, kind, draw.choice(sites))
            check(s)
    assert min(ships_left(s, power) for power in Power) >= 0
