"""19.3: whose units winter where: Protestants, leaders, minor powers; and the question to each power."""

from __future__ import annotations

import random

import pytest

from engine.core.flow import Flow
from engine.core.options import OrderAnswer
from engine.here_i_stand.asking import blank
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    Edition,
    LeaderId,
    Phase,
    Power,
    SpaceId,
)
from engine.here_i_stand.winter_land import go_home, land_question
from engine.here_i_stand.winter_plan import Plan
from tests.engine.here_i_stand.boards import SCENARIOS, start
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.winters import emptied, go, home, plan, why

(TRENT, MODENA, PARIS, DIJON, LYON, GENOA, EDINBURGH, STIRLING) = (
    SpaceId(name) for name in ("trent", "modena", "paris", "dijon", "lyon", "genoa", "edinburgh", "stirling")
)
FRANCIS, MONTMORENCY = LeaderId("francis_i"), LeaderId("montmorency")


# ------------------------------------------------------------------ Protestants


def test_e96_protestants() -> None:
    """E96: 7 Protestant R in the open; nearest controlled electorates: A (1 step, 2 R inside), B (2 steps, empty).
    Expect: 2 to A, 4 to B, 1 to the next nearest with room, or eliminated if none."""
    for more in (True, False):
        s = emptied("1532")
        leipzig, wittenberg, brandenburg, cologne, mainz = (
            SpaceId(name) for name in ("leipzig", "wittenberg", "brandenburg", "cologne", "mainz")
        )
        own = [wittenberg, brandenburg, mainz]
        s.take_control(cologne, Power.PROTESTANT if more else Power.HAPSBURG)
        for space in s.controlled(Power.PROTESTANT):
            if s.is_fortified(space) and space not in (*own, cologne):
                s.take_control(space, Power.HAPSBURG)
        far = s.board.map.distances(leipzig, s.board.map.by_land_or_sea)
        assert (far[wittenberg], far[brandenburg]) == (1, 2)
        assert far[cologne] > 2
        s.add_land(Power.PROTESTANT, wittenberg, Land(regulars=2))
        s.add_land(Power.PROTESTANT, mainz, Land(regulars=4))  # full; the way to Cologne
        s.add_land(Power.PROTESTANT, leipzig, Land(regulars=7))
        home(s)
        found = [s.land(Power.PROTESTANT, space).regulars for space in (wittenberg, brandenburg, cologne, leipzig)]
        assert found == [4, 4, int(more), 0]


def test_protestants_in_excess_go_to_the_nearest_with_room() -> None:
    """Special case 1"""
    s = emptied("1532")
    wittenberg, brandenburg = SpaceId("wittenberg"), SpaceId("brandenburg")
    s.add_land(Power.PROTESTANT, wittenberg, Land(regulars=6))
    assert plan(s, Power.PROTESTANT).places(Power.PROTESTANT, wittenberg) == [brandenburg]
    assert why(s, Power.PROTESTANT, go(wittenberg, brandenburg, regulars=3)) == "no_room_to_winter"
    home(s)
    assert [s.land(Power.PROTESTANT, space).regulars for space in (wittenberg, brandenburg)] == [4, 2]


def test_before_the_league_protestants_stay_where_they_are() -> None:
    """Special case 3, 21.6: Wittenberg is under Hapsburg control."""
    s, wittenberg = emptied(), SpaceId("wittenberg")
    s.add_land(Power.PROTESTANT, wittenberg, Land(regulars=2))
    home(s)
    assert s.land(Power.PROTESTANT, wittenberg).regulars == 2


def test_a_protestant_leader_alone_goes_to_the_nearest_fortress() -> None:
    s, leipzig = emptied("1532"), SpaceId("leipzig")
    s.place_leader(LeaderId("john_frederick"), leipzig)
    home(s)
    assert s.leaders[LeaderId("john_frederick")].at == "wittenberg"


# ------------------------------------------------------------------ leaders


def test_leaders_go_with_a_group_of_their_space() -> None:
    """19.3 c"""
    s = emptied()
    s.add_land(Power.FRANCE, DIJON, Land(regulars=3))
    s.place_leader(FRANCIS, DIJON)
    s.place_leader(MONTMORENCY, DIJON)
    nearest = plan(s, Power.FRANCE).nearest(Power.FRANCE, DIJON)[0]
    first = go(DIJON, nearest, regulars=1, leaders="francis_i")
    home(s, Power.FRANCE, first, go(DIJON, PARIS, regulars=2, leaders="none"))
    assert s.leaders[FRANCIS].at == nearest
    assert s.leaders[MONTMORENCY].at in (PARIS, nearest)


def test_a_leader_alone_in_the_open_goes_to_the_capital() -> None:
    s = emptied()
    s.place_leader(FRANCIS, DIJON)
    home(s)
    assert s.leaders[FRANCIS].at == PARIS


def test_a_leader_alone_in_his_fortress_stays_and_may_go() -> None:
    s = emptied()
    s.place_leader(FRANCIS, LYON)
    home(s)
    assert s.leaders[FRANCIS].at == LYON
    home(s, Power.FRANCE, go(LYON, PARIS, leaders="francis_i"))
    assert s.leaders[FRANCIS].at == PARIS


def test_a_leader_leaves_a_space_that_is_vacated() -> None:
    s = emptied()
    s.add_land(Power.FRANCE, LYON, Land(regulars=2))
    s.place_leader(FRANCIS, LYON)
    home(s, Power.FRANCE, go(LYON, PARIS, regulars=2, leaders="none"))
    assert s.leaders[FRANCIS].at == PARIS


def test_a_leader_survives_the_attrition_of_his_group() -> None:
    s = emptied()
    s.add_land(Power.OTTOMAN, TRENT, Land(regulars=1))
    s.place_leader(LeaderId("suleiman"), TRENT)
    home(s)
    assert sum(s.land(Power.OTTOMAN, space).strength for space in s.spaces) == 0
    assert s.is_fortified(SpaceId(s.leaders[LeaderId("suleiman")].at))


# ------------------------------------------------------------------ minor powers


def test_units_of_an_active_minor_winter_at_their_home_key_without_limit() -> None:
    """22.3: as at a second capital."""
    s = emptied()
    s.ally(Power.FRANCE, Power.GENOA)
    for space in s.controlled(Power.GENOA):
        s.take_control(space, Power.FRANCE)
    s.add_land(Power.GENOA, GENOA, Land(regulars=4))
    s.add_land(Power.FRANCE, GENOA, Land(regulars=2))
    assert plan(s, Power.FRANCE).excess(GENOA) == 2
    home(s)
    assert s.land(Power.GENOA, GENOA).regulars == 4
    assert s.land(Power.FRANCE, PARIS).regulars == 2
    s.take_land(Power.GENOA, GENOA, Land(regulars=4))
    s.add_land(Power.GENOA, MODENA, Land(regulars=4))
    home(s, Power.FRANCE, go(MODENA, GENOA, minors="genoa 4"))
    assert s.land(Power.GENOA, GENOA).regulars == 4


def test_only_units_of_the_minor_have_the_second_capital() -> None:
    s = emptied()
    s.ally(Power.FRANCE, Power.SCOTLAND)
    for space in s.controlled(Power.SCOTLAND):
        s.take_control(space, Power.FRANCE)
    for owner in (Power.SCOTLAND, Power.FRANCE):
        s.add_land(owner, DIJON, Land(regulars=1))
    assert EDINBURGH in plan(s, Power.FRANCE).places(Power.SCOTLAND, DIJON)
    assert EDINBURGH not in plan(s, Power.FRANCE).places(Power.FRANCE, DIJON)
    assert why(s, Power.FRANCE, go(DIJON, EDINBURGH)) == ""  # the Scots alone
    assert why(s, Power.FRANCE, go(DIJON, EDINBURGH, regulars=1, minors="scotland 1")) == "no_place_to_winter"


def test_special_5_scots_of_the_later_edition() -> None:
    """Only in Edinburgh or Stirling; if both are lost they are eliminated."""
    s = emptied(edition=Edition.ANNIVERSARY116)
    s.ally(Power.FRANCE, Power.SCOTLAND)
    for space in s.controlled(Power.SCOTLAND):
        s.take_control(space, Power.FRANCE)
    s.add_land(Power.SCOTLAND, PARIS, Land(regulars=1))
    s.add_land(Power.SCOTLAND, STIRLING, Land(regulars=1))
    assert plan(s, Power.FRANCE).homes(Power.SCOTLAND) == [EDINBURGH, STIRLING]
    assert plan(s, Power.FRANCE).places(Power.SCOTLAND, PARIS) == [EDINBURGH, STIRLING]
    home(s)
    assert s.land(Power.SCOTLAND, PARIS).strength == 0
    assert sum(s.land(Power.SCOTLAND, space).strength for space in (EDINBURGH, STIRLING)) == 2
    for space in (EDINBURGH, STIRLING):
        s.take_control(space, Power.ENGLAND)
    home(s)
    assert sum(s.land(Power.SCOTLAND, space).strength for space in s.spaces) == 0


def test_inactive_minors_do_not_move() -> None:
    s = emptied()
    buda = SpaceId("buda")
    s.add_land(Power.HUNGARY, buda, Land(regulars=5))
    home(s)
    assert s.land(Power.HUNGARY, buda).regulars == 5


def test_special_4_units_in_a_foreign_war_stay_on_the_card() -> None:
    from engine.here_i_stand.records import ForeignWarState
    from engine.here_i_stand.terms import CardNumber

    s = emptied()
    card = CardNumber(92)
    s.deck.remove(card)
    s.beside_map.append(card)
    s.foreign_wars.append(ForeignWarState(card, 3, 3, Land(regulars=3)))
    home(s)
    assert s.foreign_wars[0].units == Land(regulars=3)


# ------------------------------------------------------------------ the question


def test_no_question_without_a_choice() -> None:
    s = emptied()
    s.add_land(Power.FRANCE, PARIS, Land(regulars=3))
    assert land_question(s, Power.FRANCE) is None


@pytest.mark.parametrize(("count", "asked"), [(1, False), (2, False), (3, True)])
def test_no_question_where_all_must_go_to_one_place(count: int, asked: bool) -> None:
    """Protestants have no capital; where not all find room they say who goes first."""
    s, leipzig, wittenberg = emptied("1532"), SpaceId("leipzig"), SpaceId("wittenberg")
    s.add_land(Power.PROTESTANT, wittenberg, Land(regulars=2))
    s.add_land(Power.PROTESTANT, leipzig, Land(regulars=count))
    assert (land_question(s, Power.PROTESTANT) is not None) == asked


def test_the_default_is_written_out_and_does_the_same() -> None:
    s = start("1532")
    s.phase = Phase.WINTER
    s.add_land(Power.FRANCE, TRENT, Land(regulars=4, mercenaries=1))
    s.place_leader(FRANCIS, TRENT)
    decision = land_question(s, Power.FRANCE)
    assert decision is not None
    written = decision.options.concrete()
    assert written
    assert decision.options.trial(written) == [None] * len(written)
    one, other = Plan(s, Power.FRANCE), Plan(s, Power.FRANCE)
    one.carry_out([])
    other.carry_out(written)
    assert one.groups == other.groups


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"do": "march"}, "unknown_name"),
        ({"do": "go", "from": "atlantis", "to": "paris"}, "unknown_name"),
        ({"do": "go", "from": "dijon", "to": "atlantis"}, "unknown_name"),
        ({"do": "go", "from": "dijon", "to": "paris", "regulars": 9}, "not_so_many_units"),
        ({"do": "go", "from": "dijon", "to": "paris", "leaders": "suleiman"}, "no_such_leader"),
        ({"do": "go", "from": "turin", "to": "paris"}, "formation_empty"),
        ({"do": "go", "from": "dijon", "to": "milan"}, "no_place_to_winter"),
    ],
)
def test_orders_that_are_not_possible(wish: dict[str, str], key: str) -> None:
    s = emptied()
    s.add_land(Power.FRANCE, DIJON, Land(regulars=3))
    assert why(s, Power.FRANCE, blank("winter_land") | wish) == key


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_walk_of_winters(scenario: str) -> None:
    """Units anywhere, orders at random: everybody ends in a fortified space of his own, at most 4 but in capitals."""
    for seed in range(12):
        draw = random.Random(seed)
        s = start(scenario)
        s.phase = Phase.WINTER
        spaces = [space for space in s.spaces if s.home(space) is not None and space not in s.board.map.electorates]
        for power in MAJORS[:5]:
            for _ in range(4):
                space = draw.choice(spaces)
                taken = any(s.at_war(power, owner) for owner in s.forces[space].outside) if space in s.forces else False
                if taken or not can_stand(s, power, space):
                    continue
                s.add_land(power, space, Land(regulars=1))
        answers = {}
        for power in MAJORS:
            decision = land_question(s, power)
            if decision is not None:
                answers[power] = decision.options.sample(draw.randrange)
        drive(whole(s, answers))
        check(s)
        for power in MAJORS[:5]:
            after = Plan(s, power)
            for space, here in after.units.items():
                assert all(after.may_stay(owner, space) for owner in here), (space, here)
                assert space in after.capitals or not after.excess(space)


def can_stand(s: HisState, power: Power, space: SpaceId) -> bool:
    from engine.here_i_stand.forces import can_add

    return can_add(s, power, space, Land(regulars=1))


def whole(s: HisState, answers: dict[Power, OrderAnswer]) -> Flow[None]:
    yield from go_home(s, answers)
