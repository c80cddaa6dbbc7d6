"""9.11 conflicts, 9.12 neutrals, 9.13 overflow."""

import pytest

from engine.core.options import Alternative
from engine.dutch_revolt import invariants
from engine.dutch_revolt.crowding import (
    NEUTRALS,
    OVERFLOW,
    conflicts,
    excess,
    fill_with_neutrals,
    full_rounds,
    losses_in_conflict,
    missing_neutrals,
    overflow,
    overfull,
    reach,
    room,
    shortage,
)
from engine.dutch_revolt.lists import decision, trial
from engine.dutch_revolt.terms import COUNTRYSIDE
from tests.engine.dutch_revolt.laid import (
    army,
    at,
    clear,
    lay,
    lay_in,
    skipped,
    start,
    tokens,
    told,
    whole,
)

B, C, N = "burghers", "catholics", "nobility"


# ---------------------------------------------------------------------- conflicts


@pytest.mark.parametrize(
    ("maximum", "before", "after"),
    [
        (5, "C3 H3", "C2 H2"),  # E06
        (6, "C4 H2 N2 neu1", "C4 H1 N1"),  # E07
        (1, "C1 H1", ""),  # E09
        (6, "C4 neu4 H1", "C3 neu3"),  # E10
        (4, "C2 H2 N2", "C1 H1 N1"),  # E12
        (8, "C7 H4 N1", "C6 H2"),  # E13
        (3, "C3 H1", "C3"),
        (3, "C5", "C5"),
        (3, "C9 H1", "C9"),
        (1, "C5 H1 N1", "C5"),
    ],
)
def test_losses(maximum, before, after):
    left = tokens(before)
    for kind, n in losses_in_conflict(left, maximum).items():
        left[kind] -= n
    assert {kind: n for kind, n in left.items() if n} == tokens(after)


def test_conflict_takes_countryside_then_towns_then_cities_r14():
    s = start()
    clear(s, "holland")
    lay(s, "holland", COUNTRYSIDE, "C12 B1")
    lay_in(s, "delft", "B1")
    lay_in(s, "rotterdam", "B1")
    lay_in(s, "haarlem", "B1")
    conflicts(s)  # 16 of 11: B, C, B, C, B
    assert whole(s, "holland") == "C10 B1"
    assert at(s, "haarlem") == "B1"
    assert told(s, "conflict")[0]["tokens"] == {"catholics": 2, "burghers": 3}


def test_besieged_cities_do_not_count():
    s = start()
    clear(s, "utrecht")
    lay_in(s, "utrecht_city", "B4")
    lay(s, "utrecht", COUNTRYSIDE, "C4")
    army(s, "r_utrecht", "H", "utrecht_city")
    conflicts(s)
    assert at(s, "utrecht_city") == "B4"
    assert at(s, COUNTRYSIDE, "utrecht") == "C4"


# ---------------------------------------------------------------------- neutrals


@pytest.mark.parametrize(("turn", "there", "added"), [(0, 4, 2), (0, 6, 0), (0, 7, 0), (1, 4, 3), (1, 6, 1), (1, 7, 0)])
def test_filling_e15_e16(turn, there, added):
    s = start(turn=turn)
    clear(s, "brabant")  # maximum 7
    lay(s, "brabant", COUNTRYSIDE, f"C{there}")
    assert missing_neutrals(s).get("brabant", 0) == added


def test_a_province_of_one_stays_empty_in_turn_0():
    assert "venlo" not in missing_neutrals(start(turn=0))
    assert missing_neutrals(start(turn=1))["venlo"] == 1


def test_full_rounds():
    assert full_rounds({"a": 3, "b": 1, "c": 2}, 6) == ({"a": 3, "b": 1, "c": 2}, [])
    assert full_rounds({"a": 3, "b": 1, "c": 2}, 5) == ({"a": 2, "b": 1, "c": 2}, ["a"])
    assert full_rounds({"a": 3, "b": 1, "c": 2}, 4) == ({"a": 1, "b": 1, "c": 1}, ["a", "c"])
    assert full_rounds({"a": 3, "b": 1}, 0) == ({"a": 0, "b": 0}, ["a", "b"])


def short_of_neutrals():
    """Three provinces lack 3, 2 and 1; four neutrals: a full round, then one for Brabant or Flanders."""
    s = start(phase=12)
    for province, data in s.board.provinces.items():
        clear(s, province)
        # Filled with tokens that do not run out: the supply is raised for the test.
        s.holdings[C].supply += data.maximum
        s.holdings[C].stock += data.maximum
        lay(s, province, COUNTRYSIDE, f"C{data.maximum}")
    for province, n in (("brabant", 3), ("flanders", 2), ("artois", 1)):
        s.return_to_stock(province, COUNTRYSIDE, C, n)
    s.neutral_stock = 4
    return s


def test_shortage_is_dealt_by_the_first_faction():
    s = short_of_neutrals()
    assert shortage(s) == ["brabant", "flanders"]
    fill_with_neutrals(s, [[{"province": "flanders"}]])
    assert [s.countryside[p].get("neutral", 0) for p in ("brabant", "flanders", "artois")] == [1, 2, 1]
    assert told(s, "neutrals_granted") == [{"provinces": ["flanders"], "count": 1}]
    assert s.neutral_stock == 0
    assert s.neutrals_due == []


def test_what_the_list_leaves_open_goes_where_most_are_missing():
    s = short_of_neutrals()
    fill_with_neutrals(s, "default")
    assert [s.countryside[p].get("neutral", 0) for p in ("brabant", "flanders", "artois")] == [2, 1, 1]
    s = short_of_neutrals()
    fill_with_neutrals(s, [[{"province": "artois"}], [{"province": "holland"}]])
    assert [s.countryside[p].get("neutral", 0) for p in ("brabant", "flanders", "artois")] == [2, 1, 1]
    assert skipped(s) == ["no_neutral_needed", "no_neutral_needed"]


def test_a_province_gets_one_of_the_last_neutrals_at_most():
    s = short_of_neutrals()
    s.neutral_stock = 5
    fill_with_neutrals(s, [[{"province": "brabant"}], [{"province": "brabant"}]])
    assert [s.countryside[p].get("neutral", 0) for p in ("brabant", "flanders", "artois")] == [2, 2, 1]


def test_wishes_wait_when_they_are_asked_for_beforehand():
    s = start(phase=10)
    assert trial(s, NEUTRALS, C, [[{"province": "holland"}]]) == [None]
    assert decision(s, NEUTRALS, C).options.why_not([[{"province": "nowhere"}]]).key == "unknown_name"


# ---------------------------------------------------------------------- overflow: reach

GELDERLAND_ALWAYS = {
    "geldern", "cleve", "generality", "holland", "overijssel", "utrecht",
    "koln", "venlo", "maastricht", "limburg", "liege",
}  # fmt: skip


@pytest.mark.parametrize(
    ("liege", "koln", "more"),
    [
        (N, N, set()),
        (B, N, {"namur"}),
        (None, N, {"namur"}),
        (N, B, {"trier"}),
        (N, None, {"trier"}),
        (None, None, {"namur", "trier"}),
    ],
)
def test_reach_from_gelderland_e18(liege, koln, more):
    s = start()
    s.city_cards["liege_city"], s.city_cards["koln_city"] = liege, koln
    assert set(reach(s, B, "gelderland")) == GELDERLAND_ALWAYS | more


@pytest.mark.parametrize(
    ("arnhem", "nijmegen", "is_open"),
    [("C1", "H1", False), ("B1", "H1", True), ("C1", "neu1", True), ("C1", "", True), ("B1", "B1", True)],
)
def test_holland_to_koln_e19(arnhem, nijmegen, is_open):
    s = start()
    lay_in(s, "arnhem", arnhem)
    lay_in(s, "nijmegen", nijmegen)
    s.city_cards["koln_city"] = C
    assert ("koln" in reach(s, B, "holland")) is is_open
    assert "trier" not in reach(s, B, "holland")


def test_gates_of_turn_0_are_held_by_the_true_majority_r05():
    s = start(turn=0)
    lay_in(s, "koln_city", "C2 H1 N1")
    assert "trier" in reach(s, B, "gelderland")
    lay_in(s, "koln_city", "C3 H1 N1")
    assert "trier" not in reach(s, B, "gelderland")


def test_partner_blocks_by_r43_and_not_with_the_switch():
    s = start(players=2)
    s.city_cards["koln_city"] = "reformers"
    assert "trier" not in reach(s, B, "gelderland")
    s = start(players=2, partner_blocks_river=False)
    s.city_cards["koln_city"] = "reformers"
    assert "trier" in reach(s, B, "gelderland")
    s.city_cards["koln_city"] = C
    assert "trier" not in reach(s, B, "gelderland")


# ---------------------------------------------------------------------- overflow: the phase


def example_21(**switches):
    """P Zeeland (4) with B7; Q Generality (4) with B1 H1 neu2: room 2; Holland full of N."""
    s = start(phase=13, **switches)
    clear(s, "zeeland", "generality", "holland")
    lay(s, "zeeland", COUNTRYSIDE, "B6")
    lay_in(s, "middelburg", "B1")
    lay(s, "generality", COUNTRYSIDE, "B1 H1 neu2")
    lay(s, "holland", COUNTRYSIDE, "N11")
    return s


def go(origin: str, goal: str, count: int | None) -> list[Alternative]:
    return [{"from": origin, "to": goal, "count": count}]


def test_room_and_neutrals_e21():
    s = example_21()
    assert (excess(s, B, "zeeland"), room(s, "generality"), room(s, "holland")) == (3, 2, 0)
    overflow(s, {B: [go("zeeland", "generality", 2)]})
    assert whole(s, "generality") == "H1 B3"
    assert whole(s, "zeeland") == "B4"
    assert at(s, "middelburg") == "B1"  # countryside first
    assert told(s, "excess_to_stock") == [{"faction": B, "province": "zeeland", "count": 1}]
    assert told(s, "neutrals_displaced") == [{"province": "generality", "count": 2}]


def test_overflow_is_voluntary_e22():
    s = example_21()
    overflow(s, {B: []})
    assert whole(s, "zeeland") == "B4"
    assert whole(s, "generality") == "H1 B1 neu2"
    assert told(s, "excess_to_stock")[0]["count"] == 3


def test_an_order_is_cut_to_the_room_and_skipped_without_it():
    s = example_21()
    overflow(s, {B: [go("zeeland", "holland", 1), go("zeeland", "generality", 3), go("zeeland", "trier", 1)]})
    assert skipped(s) == ["no_room", "no_room", "out_of_reach"]
    assert whole(s, "generality") == "H1 B3"


def test_neutrals_stay_with_the_switch():
    s = example_21(overflow_displaces_neutrals=False)
    overflow(s, {B: [go("zeeland", "generality", None)]})
    assert whole(s, "generality") == "H1 B3 neu2"
    invariants.check(s)


def test_as_many_as_fit():
    s = example_21()
    overflow(s, {B: [go("zeeland", "generality", None)]})
    assert whole(s, "generality") == "H1 B3"
    assert skipped(s) == []


def test_orders_of_a_faction_without_excess_are_not_needed():
    s = example_21()
    overflow(s, {N: [go("holland", "utrecht", 1)]})
    assert skipped(s) == []


def test_default_owned_first_then_most_own_tokens_then_room_then_alphabet():
    s = example_21()
    clear(s, "holland", "flanders", "hainaut")
    lay(s, "holland", COUNTRYSIDE, "N10")  # room 1, owned
    s.province_cards["holland"] = B
    lay_in(s, "tournai", "neu1")
    # Zeeland reaches Flanders and past it Hainaut (Scheldt).
    assert OVERFLOW.default(s, B) == [go("zeeland", "holland", 1), go("zeeland", "generality", 2)]
    s.province_cards["holland"] = None
    assert OVERFLOW.default(s, B) == [go("zeeland", "generality", 2), go("zeeland", "flanders", 1)]


def test_surplus_neutrals_go_to_stock_r32():
    s = start(phase=13)
    clear(s, "venlo", "limburg")
    lay(s, "venlo", COUNTRYSIDE, "neu3")
    lay(s, "limburg", COUNTRYSIDE, "neu2")
    stock = s.neutral_stock
    overflow(s, {})
    assert whole(s, "venlo") == "neu1"
    assert s.neutral_stock == stock + 2


def test_choices_and_facts_name_only_what_is_possible():
    s = example_21()
    assert overfull(s, B) == {"zeeland": 3}
    for alternative in OVERFLOW.choices(s, B):
        assert trial(s, OVERFLOW, B, [[alternative]]) == [None]
    assert decision(s, OVERFLOW, B).facts["origins"][0]["count"] == 3
    assert decision(s, OVERFLOW, B).options.why_not([go("zeeland", "zeeland", 1)]).key == "same_province"
