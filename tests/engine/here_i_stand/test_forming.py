"""5.1: what an order to move, intercept or avoid battle takes along, and what is remembered of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import Reason
from engine.here_i_stand.asking import blank
from engine.here_i_stand.detachments import all_remembered, carry_along, forget, fresh, is_remembered, remember
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import (
    battle_rating,
    bystanders,
    formation_facts,
    formation_fields,
    formation_of,
    group_of,
    has_cavalry,
    inside,
    outside,
    shift,
    survivors,
)
from engine.here_i_stand.records import Detachment, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Power, SpaceId
from tests.engine.here_i_stand.marching import bare, besiege, formation, put, there

BUDA, VIENNA, GRAZ = SpaceId("buda"), SpaceId("vienna"), SpaceId("graz")
SULEIMAN, IBRAHIM = LeaderId("suleiman"), LeaderId("ibrahim_pasha")


def wish(**fields: Any) -> Any:
    return blank("impulse", do="move", **{"from_": "buda", **fields})


def in_buda() -> HisState:
    """E33: Suleiman (12), Ibrahim (6), 12 R, 2 C."""
    s = bare(Power.OTTOMAN)
    put(s, Power.OTTOMAN, "buda", 12, "suleiman", "ibrahim_pasha", cavalry=2)
    return s


def key(found: Formation | Reason) -> str:
    return found.key if isinstance(found, Reason) else ""


@pytest.mark.parametrize(
    ("leaders", "most"), [("none", 4), ("ibrahim_pasha", 6), ("suleiman", 12), ("suleiman,ibrahim_pasha", 14)]
)
def test_e33_formation_limit(leaders: str, most: int) -> None:
    """E33: max units per move: no leader 4; Ibrahim 6; Suleiman 12; both 14 (limit 18)."""
    found = formation(formation_of(in_buda(), Power.OTTOMAN, wish(leaders=leaders)))
    assert found.strength == most
    too_many = formation_of(in_buda(), Power.OTTOMAN, wish(leaders=leaders, regulars=min(12, most), cavalry=2))
    assert key(too_many) == ("formation_too_big" if most < 14 else "")


def test_nothing_named_is_as_much_as_one_formation_can_hold() -> None:
    s = in_buda()
    put(s, Power.OTTOMAN, "buda", 8)
    found = formation(formation_of(s, Power.OTTOMAN, wish()))
    assert (found.strength, found.leaders) == (18, (SULEIMAN, IBRAHIM))
    assert found.units == {Power.OTTOMAN: Land(18)}


def test_units_alone_take_the_best_leaders_they_need() -> None:
    s = in_buda()
    assert formation(formation_of(s, Power.OTTOMAN, wish(regulars=4))).leaders == ()
    assert formation(formation_of(s, Power.OTTOMAN, wish(regulars=5))).leaders == (SULEIMAN,)
    assert formation(formation_of(s, Power.OTTOMAN, wish(regulars=12, cavalry=1))).leaders == (SULEIMAN, IBRAHIM)


def test_leaders_alone_are_named_with_no_units() -> None:
    found = formation(formation_of(in_buda(), Power.OTTOMAN, wish(regulars=0, leaders="ibrahim_pasha")))
    assert (found.strength, found.leaders) == (0, (IBRAHIM,))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"from_": None}, "unknown_name"),
        ({"from_": "atlantis"}, "unknown_name"),
        ({"regulars": 13}, "not_so_many_units"),
        ({"mercenaries": 1}, "not_so_many_units"),
        ({"regulars": -1}, "unknown_name"),
        ({"leaders": "charles_v"}, "no_such_leader"),
        ({"leaders": "nobody"}, "unknown_name"),
        ({"leaders": "suleiman, suleiman"}, "leader_named_twice"),
        ({"minors": "venice 1"}, "not_so_many_units"),
        ({"minors": "france 1"}, "unknown_name"),
        ({"minors": "venice"}, "unknown_name"),
        ({"regulars": 0, "leaders": "none"}, "formation_empty"),
        ({"regulars": 7, "leaders": "ibrahim_pasha"}, "formation_too_big"),
    ],
)
def test_what_is_no_formation(fields: dict[str, Any], reason: str) -> None:
    assert key(formation_of(in_buda(), Power.OTTOMAN, wish(**fields))) == reason


def test_an_order_may_leave_the_space_out_where_it_is_known() -> None:
    s = in_buda()
    assert formation(formation_of(s, Power.OTTOMAN, wish(from_=None), BUDA)).at == BUDA
    assert key(formation_of(s, Power.OTTOMAN, wish(), VIENNA)) == "not_from_here"


def test_a_minors_units_go_with_their_major_alone() -> None:
    """5.1"""
    s = bare(Power.FRANCE)
    put(s, Power.FRANCE, "genoa", 3)
    put(s, Power.GENOA, "genoa", 2)
    named = blank("impulse", do="move", from_="genoa", regulars=2, minors="genoa 2")
    assert key(formation_of(s, Power.FRANCE, named)) == "not_so_many_units"
    s.ally(Power.FRANCE, Power.GENOA)
    found = formation(formation_of(s, Power.FRANCE, named))
    assert found.units == {Power.FRANCE: Land(2), Power.GENOA: Land(2)}
    everything = formation(formation_of(s, Power.FRANCE, blank("impulse", from_="genoa")))
    assert everything.units == {Power.FRANCE: Land(3), Power.GENOA: Land(1)}  # 4 without a leader


def test_the_fields_of_a_formation_name_it_again() -> None:
    s = in_buda()
    whole = formation(formation_of(s, Power.OTTOMAN, wish(regulars=3, cavalry=1, leaders="ibrahim_pasha")))
    assert formation_of(s, Power.OTTOMAN, blank("impulse") | formation_fields(whole)) == whole
    assert formation_facts(whole)["strength"] == 4
    alone = Formation(BUDA, {}, (SULEIMAN,))
    assert formation_of(s, Power.OTTOMAN, blank("impulse") | formation_fields(alone)) == alone
    assert (battle_rating(s, alone), battle_rating(s, Formation(BUDA)), has_cavalry(whole), has_cavalry(alone)) == (
        2, 0, True, False,
    )  # fmt: skip


def test_a_group_has_no_limit_and_takes_all_that_is_not_named() -> None:
    """13.3"""
    s = in_buda()
    assert formation(group_of(s, Power.OTTOMAN, wish(leaders="none"))).strength == 14
    some = formation(group_of(s, Power.OTTOMAN, wish(regulars=11)))
    assert (some.strength, some.leaders) == (11, (SULEIMAN, IBRAHIM))


def test_the_besieged_are_apart() -> None:
    s = bare(Power.HAPSBURG, wars=[(Power.OTTOMAN, Power.HAPSBURG)])
    put(s, Power.HAPSBURG, "vienna", 3, "ferdinand")
    put(s, Power.OTTOMAN, "vienna", 5)
    besiege(s, Power.OTTOMAN, "vienna")
    assert outside(s, Power.HAPSBURG, VIENNA) == Formation(VIENNA)
    assert inside(s, Power.HAPSBURG, VIENNA) == Formation(VIENNA, {Power.HAPSBURG: Land(3)}, (LeaderId("ferdinand"),))
    assert outside(s, Power.OTTOMAN, VIENNA).strength == 5


def test_what_is_left_of_a_formation_is_told_from_those_who_stood_there() -> None:
    s = in_buda()
    put(s, Power.OTTOMAN, "vienna", 3)
    before = bystanders(s, Power.OTTOMAN, VIENNA)
    gone = shift(s, formation(formation_of(s, Power.OTTOMAN, wish(regulars=5, cavalry=1))), VIENNA)
    s.take_land(Power.OTTOMAN, VIENNA, Land(regulars=2))
    assert survivors(s, Power.OTTOMAN, gone, before).units == {Power.OTTOMAN: Land(3, 0, 1)}
    assert there(s, Power.OTTOMAN, "vienna") == 7


def test_of_marked_units_the_others_are_fresh() -> None:
    s = in_buda()
    marks: list[Detachment] = []
    everything = outside(s, Power.OTTOMAN, BUDA)
    assert fresh(marks, everything) == everything
    remember(marks, Power.OTTOMAN, Formation(BUDA, {Power.OTTOMAN: Land(5, 0, 2)}, (IBRAHIM,)))
    assert fresh(marks, everything) == Formation(BUDA, {Power.OTTOMAN: Land(7)}, (SULEIMAN,))
    assert is_remembered(marks, IBRAHIM)
    assert not is_remembered(marks, SULEIMAN)
    assert all_remembered(marks, Formation(BUDA, {Power.OTTOMAN: Land(5, 0, 1)}, (SULEIMAN,)))
    assert not all_remembered(marks, Formation(BUDA, {Power.OTTOMAN: Land(6)}))
    assert all_remembered(marks, Formation(BUDA, {}, (IBRAHIM,)))
    assert not all_remembered(marks, Formation(BUDA, {}, (SULEIMAN,)))


def test_marks_go_along_and_can_be_lost() -> None:
    s = in_buda()
    assert s.impulse is not None
    beaten = s.impulse.beaten
    remember(beaten, Power.OTTOMAN, Formation(BUDA, {Power.OTTOMAN: Land(5)}, (IBRAHIM,)))
    going = Formation(BUDA, {Power.OTTOMAN: Land(3, 0, 1)})
    carry_along(s, going, VIENNA)
    shift(s, going, VIENNA)
    assert fresh(beaten, outside(s, Power.OTTOMAN, VIENNA)).units == {Power.OTTOMAN: Land(0, 0, 1)}
    assert fresh(beaten, outside(s, Power.OTTOMAN, BUDA)).units == {Power.OTTOMAN: Land(7, 0, 1)}
    assert forget(beaten, Formation(VIENNA, {Power.OTTOMAN: Land(9)})) == {Power.OTTOMAN: Land(3)}
    assert fresh(beaten, outside(s, Power.OTTOMAN, VIENNA)).units == {Power.OTTOMAN: Land(3, 0, 1)}
    assert is_remembered(beaten, IBRAHIM)
    s.impulse = None
    carry_along(s, going, VIENNA)  # outside an impulse there is nothing to remember
