"""19.3: naval units go home."""

from __future__ import annotations

import pytest

from engine.here_i_stand.asking import blank
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Phase, PlaceId, Power, SeaId, SpaceId, Whereabouts
from engine.here_i_stand.winter_ships import FleetPlan, sail_home, ships_question
from tests.engine.here_i_stand.boards import start

GULF, TYRRHENIAN, BISCAY, ADRIATIC = (
    SeaId(name) for name in ("gulf_of_lyon", "tyrrhenian_sea", "bay_of_biscay", "adriatic_sea")
)
BARCELONA, GENOA, MARSEILLE, NAPLES, SEVILLE = (
    SpaceId(name) for name in ("barcelona", "genoa", "marseille", "naples", "seville")
)
DORIA, BARBAROSSA = LeaderId("andrea_doria"), LeaderId("barbarossa")


def at_sea(scenario: str = "1517") -> HisState:
    """A position in Winter without ships and naval leaders."""
    s = start(scenario)
    s.phase = Phase.WINTER
    s.fleets.clear()
    for leader in (DORIA, BARBAROSSA):
        state = s.leaders[leader]
        state.where, state.at = Whereabouts.OUT, ""
    return s


def where(s: HisState, owner: Power) -> dict[str, int]:
    return {place: ships.count for place, fleet in s.fleets.items() for ships in fleet if ships.owner is owner}


def ports(s: HisState, power: Power, owner: Power, place: PlaceId) -> list[SpaceId]:
    return FleetPlan(s, power).ports(owner, place)


def test_to_the_nearest_port_of_the_own_power() -> None:
    s = at_sea()
    s.add_ships(Ships(Power.FRANCE, 2), GULF)
    assert ports(s, Power.FRANCE, Power.FRANCE, GULF) == [MARSEILLE]
    assert ships_question(s, Power.FRANCE) is None
    sail_home(s, {})
    assert where(s, Power.FRANCE) == {MARSEILLE: 2}
    check(s)


def test_ships_in_own_ports_stay_even_besieged() -> None:
    s = at_sea()
    s.add_ships(Ships(Power.FRANCE, 1), MARSEILLE)
    sail_home(s, {})
    assert where(s, Power.FRANCE) == {MARSEILLE: 1}
    assert s.events == []


def test_ships_in_a_port_of_another_go_home() -> None:
    """After the loans have ended."""
    s = at_sea()
    s.add_ships(Ships(Power.FRANCE, 1), BARCELONA)
    sail_home(s, {})
    assert where(s, Power.FRANCE) == {MARSEILLE: 1}


def test_d74_ties_are_the_owners_and_stacks_may_split() -> None:
    s = at_sea()
    s.add_ships(Ships(Power.OTTOMAN, 3), SeaId("aegean_sea"))
    ways = ports(s, Power.OTTOMAN, Power.OTTOMAN, SeaId("aegean_sea"))
    assert len(ways) > 1
    decision = ships_question(s, Power.OTTOMAN)
    assert decision is not None
    orders = decision.options.from_json(
        [
            [{"do": "go", "from": "aegean_sea", "to": ways[0], "squadrons": 1}],
            [{"do": "go", "from": "aegean_sea", "to": ways[1]}],
        ]
    )
    assert decision.options.trial(orders) == [None, None]
    sail_home(s, {Power.OTTOMAN: orders})
    assert where(s, Power.OTTOMAN) == {ways[0]: 1, ways[1]: 2}
    check(s)


def test_d74_the_default_is_the_most_threatened_home_port() -> None:
    s = at_sea()
    aegean = SeaId("aegean_sea")
    s.add_ships(Ships(Power.OTTOMAN, 2), aegean)
    ways = ports(s, Power.OTTOMAN, Power.OTTOMAN, aegean)
    s.begin_war(Power.OTTOMAN, Power.VENICE)
    coron = SpaceId("coron")
    assert coron in ways
    assert ways[0] != coron
    s.add_ships(Ships(Power.VENICE, 1), SeaId("ionian_sea"))
    decision = ships_question(s, Power.OTTOMAN)
    assert decision is not None
    assert decision.options.concrete()[0][0]["to"] == coron
    sail_home(s, {})
    assert where(s, Power.OTTOMAN) == {coron: 2}


def test_a_minors_ships_may_go_to_their_home_port() -> None:
    """19.3: the extra option of its nearest home port, if its major holds it."""
    s = at_sea()
    s.ally(Power.FRANCE, Power.GENOA)
    for space in s.controlled(Power.GENOA):
        s.take_control(space, Power.FRANCE)
    s.add_ships(Ships(Power.GENOA, 1), GULF)
    s.add_ships(Ships(Power.FRANCE, 1), SeaId("barbary_coast"))
    s.place_leader(DORIA, GULF)
    assert set(ports(s, Power.FRANCE, Power.GENOA, GULF)) == {MARSEILLE, GENOA, SpaceId("bastia")}
    s.take_control(GENOA, Power.HAPSBURG)
    s.take_control(SpaceId("bastia"), Power.HAPSBURG)
    assert ports(s, Power.FRANCE, Power.GENOA, GULF) == [MARSEILLE]
    s.take_control(GENOA, Power.FRANCE)
    order = blank("winter_ships", do="go", from_=GULF, to=GENOA, power="genoa", leaders="andrea_doria")
    sail_home(s, {Power.FRANCE: [[order]]})
    assert where(s, Power.GENOA) == {GENOA: 1}
    assert s.leaders[DORIA].at == GENOA
    check(s)


def test_r23_genoese_ships_never_go_through_the_atlantic() -> None:
    s = at_sea()
    s.ally(Power.HAPSBURG, Power.GENOA)
    for port in s.board.map.ports:
        s.take_control(port, Power.HAPSBURG if port == "corunna" else Power.FRANCE)
    assert ports(s, Power.HAPSBURG, Power.HAPSBURG, GULF) == ["corunna"]
    assert ports(s, Power.HAPSBURG, Power.GENOA, GULF) == []
    s.add_ships(Ships(Power.GENOA, 1), GULF)
    s.place_leader(DORIA, GULF)
    sail_home(s, {})
    assert s.minors[Power.GENOA].ships_lost == 1
    assert s.leaders[DORIA].where is Whereabouts.TURN_TRACK


def test_without_any_port_eliminated() -> None:
    s = at_sea()
    for port in s.board.map.ports:
        if s.spaces[port].controller is Power.OTTOMAN:
            s.take_control(port, Power.HAPSBURG)
    s.add_ships(Ships(Power.OTTOMAN, 1, 2), TYRRHENIAN)
    s.place_leader(BARBAROSSA, TYRRHENIAN)
    sail_home(s, {})
    assert s.powers[Power.OTTOMAN].ships_lost == 3
    assert (s.leaders[BARBAROSSA].where, s.leaders[BARBAROSSA].returns) == (Whereabouts.TURN_TRACK, 2)
    check(s)


def test_naval_leaders_go_with_a_unit_of_their_zone() -> None:
    """By default with the largest group of their power."""
    s = at_sea("1532")
    aegean = SeaId("aegean_sea")
    s.add_ships(Ships(Power.OTTOMAN, 3), aegean)
    s.place_leader(BARBAROSSA, aegean)
    ways = ports(s, Power.OTTOMAN, Power.OTTOMAN, aegean)
    orders = [[blank("winter_ships", do="go", from_=aegean, to=ways[n], squadrons=n + 1)] for n in (0, 1)]
    sail_home(s, {Power.OTTOMAN: orders})
    assert s.leaders[BARBAROSSA].at == ways[1]


def test_a_named_leader_goes_with_his_group() -> None:
    s = at_sea("1532")
    aegean = SeaId("aegean_sea")
    s.add_ships(Ships(Power.OTTOMAN, 3), aegean)
    s.place_leader(BARBAROSSA, aegean)
    ways = ports(s, Power.OTTOMAN, Power.OTTOMAN, aegean)
    order = blank("winter_ships", do="go", from_=aegean, to=ways[0], squadrons=1, leaders="barbarossa")
    sail_home(s, {Power.OTTOMAN: [[order], [blank("winter_ships", do="go", from_=aegean, to=ways[1])]]})
    assert s.leaders[BARBAROSSA].at == ways[0]


def test_a_leader_without_ships_in_a_foreign_port_goes_alone() -> None:
    s = at_sea("1532")
    s.place_leader(BARBAROSSA, NAPLES)
    sail_home(s, {})
    assert s.spaces[SpaceId(s.leaders[BARBAROSSA].at)].controller is Power.OTTOMAN


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"do": "sail"}, "unknown_name"),
        ({"do": "go", "from": "baltic_sea", "to": "athens"}, "no_ships_to_winter"),
        ({"do": "go", "from": "aegean_sea", "to": "naples"}, "not_the_nearest_port"),
        ({"do": "go", "from": "aegean_sea", "to": "athens", "squadrons": 9}, "not_so_many_ships"),
        ({"do": "go", "from": "aegean_sea", "to": "athens", "squadrons": "all"}, "not_so_many_ships"),
        ({"do": "go", "from": "aegean_sea", "to": "athens", "leaders": "barbarossa"}, "no_such_leader"),
        ({"do": "go", "from": "aegean_sea", "to": "athens"}, ""),
    ],
)
def test_orders_that_are_not_possible(wish: dict[str, str], key: str) -> None:
    s = at_sea()
    s.add_ships(Ships(Power.OTTOMAN, 2), SeaId("aegean_sea"))
    reason = FleetPlan(s, Power.OTTOMAN).why_not(blank("winter_ships") | wish)
    assert (reason.key if reason else "") == key


def test_what_is_offered_is_possible() -> None:
    s = at_sea()
    s.add_ships(Ships(Power.OTTOMAN, 2), SeaId("aegean_sea"))
    s.add_ships(Ships(Power.HAPSBURG, 2), TYRRHENIAN)
    for power in (Power.OTTOMAN, Power.HAPSBURG):
        plan = FleetPlan(s, power)
        assert all(plan.why_not(wish) is None for wish in plan.choices())
