"""9.17 Ownership, 9.18 bishoprics, 9.19 universities, 8.7 turn 0."""

import pytest

from engine.dutch_revolt import invariants
from engine.dutch_revolt.ownership import (
    bishopric_after,
    change_universities,
    city_majority,
    move_bishoprics,
    province_majority,
    take_cards,
    turn_0,
)
from engine.dutch_revolt.terms import COUNTRYSIDE
from tests.engine.dutch_revolt.laid import NAMES, clear, lay, lay_in, start, told


def example_78(turn: int = 1, **switches: bool):
    """Luxemburg has no town: Trier (town, no city) and Brabant (town, city) serve for E78."""
    s = start(turn=turn, **switches)
    clear(s, "brabant")
    lay(s, "brabant", COUNTRYSIDE, "C2 N1 neu1")
    lay_in(s, "leuven", "C1")
    lay_in(s, "brussel", "H4")
    return s


def test_province_without_its_cities_e78():
    s = example_78()
    take_cards(s)
    assert (s.province_cards["brabant"], s.city_cards["brussel"]) == ("catholics", "habsburgs")
    invariants.check(s)


def test_cities_count_with_the_switch_but_never_in_turn_0():
    assert province_majority(example_78(cities_count_for_province_control=True), "brabant") is None
    assert province_majority(example_78(turn=0, cities_count_for_province_control=True), "brabant") == "catholics"


@pytest.mark.parametrize(
    ("there", "owner"),
    [
        ("C2 N1 H1", None),
        ("C3 N1 H1", "catholics"),
        ("neu3 C1", None),
        ("C1 neu1", None),
        ("", None),
        ("C1", "catholics"),
    ],
)
def test_true_majority(there, owner):
    s = start()
    lay_in(s, "koln_city", there)
    assert city_majority(s, "koln_city") == owner


def test_cards_are_told_when_they_change_hands():
    s = start()
    take_cards(s)
    s.events.clear()
    take_cards(s)
    assert s.events == []
    lay_in(s, "haarlem", "R1")
    lay_in(s, "gent", "neu1")
    take_cards(s)
    assert told(s, "cities_taken") == [{"faction": "reformers", "cities": ["haarlem"], "count": 1}]
    assert told(s, "cities_lost") == [{"faction": "reformers", "cities": ["gent"], "count": 1}]


@pytest.mark.parametrize(
    ("now", "owner", "steps"),
    [
        ("firmly_reformed", "C", ["reformed", "catholic", "firmly_catholic", "firmly_catholic"]),  # E79
        ("firmly_reformed", None, ["catholic"]),
        ("firmly_catholic", None, ["catholic"]),
        ("firmly_catholic", "H", ["catholic", "catholic"]),
        ("firmly_catholic", "R", ["catholic", "reformed", "firmly_reformed"]),
        ("reformed", "N", ["reformed"]),
        ("firmly_catholic", "N", ["firmly_catholic"]),
        ("firmly_reformed", "B", ["reformed", "reformed"]),
        ("catholic", "B", ["reformed"]),
    ],
)
def test_bishoprics_e79(now, owner, steps):
    s = start()
    s.bishoprics["koln"] = now
    s.province_cards["koln"] = NAMES[owner] if owner else None
    for step in steps:
        assert bishopric_after(s, s.bishoprics["koln"], s.province_cards["koln"]) == step
        move_bishoprics(s)
        assert s.bishoprics["koln"] == step


@pytest.mark.parametrize(
    ("owner", "from_catholic", "from_reformed"),
    [
        ("R", "reformed", "reformed"),
        ("C", "catholic", "catholic"),
        ("H", "catholic", "catholic"),
        (None, "catholic", "catholic"),
        ("N", "catholic", "reformed"),
        ("B", "catholic", "reformed"),
    ],
)
def test_old_universities(owner, from_catholic, from_reformed):
    for now, after in (("catholic", from_catholic), ("reformed", from_reformed)):
        s = start()
        s.universities["koln_city"] = s.universities["leuven"] = now
        s.city_cards["koln_city"] = NAMES[owner] if owner else None
        lay_in(s, "leuven", f"{owner}1" if owner else "neu1")
        change_universities(s)
        assert (s.universities["koln_city"], s.universities["leuven"]) == (after, after)


def test_leuven_empty_is_catholic():
    s = start()
    s.universities["leuven"] = "reformed"
    lay_in(s, "leuven", "")
    change_universities(s)
    assert s.universities["leuven"] == "catholic"


@pytest.mark.parametrize(
    ("holder", "from_none", "from_reformed"),
    [
        ("R", "reformed", "reformed"),
        ("C", "none", "none"),
        ("H", "none", "none"),
        ("N", "none", "reformed"),
        ("B", "none", "reformed"),
        ("neu", "none", "reformed"),
    ],
)
def test_new_universities(holder, from_none, from_reformed):
    for now, after in (("none", from_none), ("reformed", from_reformed)):
        s = start()
        s.universities["franeker"] = s.universities["leiden"] = now
        lay_in(s, "franeker", f"{holder}1")
        s.city_cards["leiden"] = NAMES[holder] if holder != "neu" else None
        change_universities(s)
        assert (s.universities["franeker"], s.universities["leiden"]) == (after, after)


def test_turn_0_of_the_set_up():
    s = start(turn=0, phase=17)
    turn_0(s)
    assert s.city_cards["antwerpen"] == "habsburgs"
    assert s.universities["leiden"] == "reformed"
    assert s.universities["koln_city"] == "catholic"
    assert s.loyalty["brugge"] == 5
    invariants.check(s)


@pytest.mark.parametrize(
    ("owner", "column"),
    [
        ("C", "firmly_catholic"),
        ("H", "catholic"),
        ("N", "catholic"),
        ("B", "reformed"),
        ("R", "firmly_reformed"),
        ("neu", "catholic"),
    ],
)
def test_bishoprics_of_turn_0(owner, column):
    s = start(turn=0)
    clear(s, "artois")
    lay(s, "artois", COUNTRYSIDE, f"{owner}2")
    turn_0(s)
    assert s.bishoprics["artois"] == column


@pytest.mark.parametrize(("switch", "state"), [(True, "reformed"), (False, "catholic")])
def test_burghers_reform_the_old_ones_in_turn_0_r06(switch, state):
    s = start(turn=0, turn0_burghers_reform_koln_leuven=switch)
    lay_in(s, "koln_city", "B1")
    lay_in(s, "leuven", "B1")
    turn_0(s)
    assert (s.universities["koln_city"], s.universities["leuven"]) == (state, state)


def test_without_the_optional_towns_there_are_four_universities():
    s = start(turn=0, optional_towns=False)
    turn_0(s)
    assert list(s.universities) == ["koln_city", "leuven", "leiden", "utrecht_city"]
    assert len(s.board.trade_places) == 6
