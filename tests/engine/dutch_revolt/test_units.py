"""9.10 and 8.2: entitlement, limits, placing, default N."""

from engine.core.decision import Reason
from engine.core.options import Alternative
from engine.dutch_revolt import invariants
from engine.dutch_revolt.lists import carry_out, decision, trial
from engine.dutch_revolt.terms import COUNTRYSIDE
from engine.dutch_revolt.units import NEW_UNITS, entitlement, limits
from tests.engine.dutch_revolt.laid import at, clear, lay, lay_in, skipped, start, stock_to, told

B = "burghers"


def place(to: str, count: int, square: str | None = None) -> list[Alternative]:
    return [{"to": to, "count": count, "square": square}]


def example_60():
    """B owns 2 cities with 4 places on their cards, controls 2 of them, 3 towns, 11 countryside tokens, 2 in boxes."""
    s = start()
    clear(s)
    s.boxes["london_merchants"] = [None] * 4
    s.holdings[B].stock += 3
    s.boxes["huguenots"] = [B, B]
    s.holdings[B].stock -= 1
    s.city_cards["antwerpen"] = s.city_cards["brussel"] = B  # middelburg, breda; leuven, mons
    for town in ("middelburg", "leuven", "delft"):
        lay_in(s, town, "B1")
    lay(s, "holland", COUNTRYSIDE, "B11")
    return s


def test_entitlement_e60():
    s = example_60()
    e = entitlement(s, B)
    assert (e.cities, e.places, e.towns, e.countryside, e.boxes) == (2, 2, 3, 2, 2)
    assert (e.due, e.total) == (11, 11)
    stock_to(s, "B", 9)
    assert entitlement(s, B).total == 9


def test_a_place_on_two_own_cards_counts_twice():
    s = example_60()
    s.city_cards["amsterdam"] = s.city_cards["haarlem"] = B
    before = entitlement(s, B).places
    lay_in(s, "alkmaar", "B1")
    # Alkmaar stands on the cards of Amsterdam and Haarlem.
    assert entitlement(s, B).places == before + 2


def test_at_least_seven_but_never_more_than_the_stock():
    s = start()
    clear(s)
    assert (entitlement(s, "catholics").due, entitlement(s, "catholics").total) == (7, 7)
    stock_to(s, "C", 5)
    assert entitlement(s, "catholics").total == 5


def test_placement_limit_e61():
    s = start()
    clear(s)
    lay(s, "holland", COUNTRYSIDE, "B1")
    lay_in(s, "delft", "B1")
    lay_in(s, "haarlem", "B3")
    lay_in(s, "utrecht_city", "B3")
    assert limits(s, B) == {"holland": 2, "utrecht": 0}
    s.province_cards["holland"] = B
    assert limits(s, B)["holland"] is None


def test_a_limit_does_not_grow_while_the_faction_places():
    s = start()
    clear(s)
    lay(s, "holland", COUNTRYSIDE, "B2")
    answers = carry_out(s, NEW_UNITS, B, [place("holland", 2), place("holland", 2)])
    assert answers[0] is None
    assert answers[1] == Reason("placing_limit", "9.10", {"faction": B, "province": "holland", "limit": 2})


def test_too_many_are_cut_and_the_rest_goes_by_default():
    s = start()
    clear(s)
    lay(s, "holland", COUNTRYSIDE, "B2")
    money = s.holdings[B].treasury
    carry_out(s, NEW_UNITS, B, [place("holland", 5)])
    assert skipped(s) == ["placing_limit"]
    assert at(s, COUNTRYSIDE, "holland") == "B4"
    # 7 units: 2 to Holland, then 1 square in London Merchants, 1 in Huguenots, 3 without a legal spot.
    assert s.boxes["london_merchants"].count(B) == 4
    assert s.boxes["huguenots"].count(B) == 2
    assert s.holdings[B].treasury == money + 3
    assert told(s, "units_to_treasury") == [{"faction": B, "count": 3}]
    invariants.check(s)


def test_no_units_to_the_treasury_while_a_legal_spot_exists_r13():
    s = start()
    s.province_cards["zeeland"] = B
    money = s.holdings[B].treasury
    carry_out(s, NEW_UNITS, B, [])
    assert s.holdings[B].treasury == money
    assert s.countryside["zeeland"][B] > 0


def test_default_fills_owned_provinces_then_boxes_then_where_most_own_tokens_are():
    s = start()
    clear(s)
    s.province_cards["zeeland"] = B  # maximum 4
    lay(s, "zeeland", COUNTRYSIDE, "B1 C1")
    lay(s, "artois", COUNTRYSIDE, "B1")
    lay(s, "brabant", COUNTRYSIDE, "B2")
    orders = NEW_UNITS.default(s, B)
    # Room 2 in Zeeland, 2 empty squares, 2 more in Brabant, then Artois.
    assert orders == [
        place("zeeland", 2),
        place("london_merchants", 1),
        place("huguenots", 1),
        place("brabant", 2),
        place("artois", 1),
    ]


def test_default_takes_the_largest_room_each_time_and_the_alphabet_on_a_tie():
    s = start()
    clear(s)
    for province in ("utrecht", "zeeland"):  # maximum 4 each
        s.province_cards[province] = B
    lay(s, "zeeland", COUNTRYSIDE, "B1")
    lay(s, "utrecht", COUNTRYSIDE, "B2")
    for box in ("london_merchants", "huguenots"):
        s.boxes[box] = [B] * len(s.boxes[box])
    s.holdings[B].stock -= 2
    # Rooms 3 and 2: zeeland (2), utrecht (1, tie), zeeland (1), utrecht (0), zeeland (0): then no room: utrecht first.
    assert NEW_UNITS.default(s, B) == [place("zeeland", 3), place("utrecht", 4)]


def test_the_huguenots_hold_one_faction_r02_r47():
    s = start()
    assert carry_out(s, NEW_UNITS, "reformers", [place("huguenots", 1)])[0] == Reason(
        "box_is_closed", "4.7", {"box": "huguenots", "rival": B}
    )
    s.boxes["huguenots"][0] = None
    s.holdings[B].stock += 1
    assert carry_out(s, NEW_UNITS, "reformers", [place("huguenots", 1)])[0] is None
    assert str(carry_out(s, NEW_UNITS, B, [place("huguenots", 1)])[0]).startswith("box is closed")


def test_squares_of_a_box_are_filled_in_file_order_or_by_kind():
    s = start()
    s.boxes["calvinists"] = [None] * 6
    s.holdings["reformers"].stock += 4
    carry_out(s, NEW_UNITS, "reformers", [place("calvinists", 1, "map"), place("calvinists", 1)])
    assert s.boxes["calvinists"][4] == "reformers"
    assert s.boxes["calvinists"][0] == "reformers"


def test_a_box_of_another_faction_is_a_fault_and_so_is_a_wrong_square():
    s = start()
    options = decision(s, NEW_UNITS, B).options
    assert options.why_not([place("calvinists", 1)]).key == "not_your_box"
    assert options.why_not([place("huguenots", 1, "treasury")]).key == "no_such_square"
    assert options.why_not([place("holland", 0)]).key == "count_below_one"
    assert options.why_not([place("atlantis", 1)]).key == "unknown_name"


def test_turn_0_e04():
    s = start(turn=0)
    for f in s.order:
        carry_out(s, NEW_UNITS, f, "default")
    assert [s.holdings[f].stock for f in s.factions] == [13, 19, 17, 19, 21]
    invariants.check(s)


def test_turn_0_needs_presence_and_knows_no_limit_r04():
    s = start(turn=0)
    assert limits(s, B)["zeeland"] is None
    assert "artois" not in limits(s, B)
    assert trial(s, NEW_UNITS, B, [place("artois", 1)])[0].key == "no_token_in_province"


def test_turn_0_anywhere_with_the_switch():
    s = start(turn=0, turn0_placement_requires_presence=False)
    assert len(limits(s, B)) == 24


def test_turn_0_count_limit_overrides_and_sends_the_rest_to_the_treasury():
    s = start(turn=0, turn0_placement_count_limit=True, turn0_placement_requires_presence=False)
    clear(s)
    lay_in(s, "haarlem", "C2")
    lay_in(s, "delft", "C1")
    assert limits(s, "catholics") == {"holland": 1}
    carry_out(s, NEW_UNITS, "catholics", "default")
    # No province is owned in turn 0, so 12.4 N fills the squares of the Spanish Treasury first.
    assert s.boxes["spanish_treasury"].count("catholics") == 7
    (reason,) = trial(s, NEW_UNITS, "catholics", [place("holland", 2)])
    assert (reason.key, reason.facts["count"], reason.facts["ordered"]) == ("only_so_many", 1, 2)
    s2 = start(turn=0, turn0_placement_count_limit=True)
    clear(s2)
    carry_out(s2, NEW_UNITS, B, "default")
    assert s2.holdings[B].treasury == 2  # 4 units, one square in each of two boxes


def test_the_facts_say_what_the_player_must_know():
    s = start()
    facts = decision(s, NEW_UNITS, B).facts
    assert facts["total"] == 8
    assert facts["parts"] == {"cities": 0, "places": 0, "towns": 4, "countryside": 0, "boxes": 4}
    assert facts["capped"] is False
    assert {"to": "zeeland", "own": 1, "limit": 1, "why": "limit"} in facts["targets"]
    assert {"to": "london_merchants", "own": 3, "limit": 1, "why": "empty_squares"} in facts["targets"]


def test_trial_changes_nothing():
    s = start()
    before = (dict(s.countryside["zeeland"]), s.holdings[B].stock)
    assert trial(s, NEW_UNITS, B, [place("zeeland", 1)]) == [None]
    assert (dict(s.countryside["zeeland"]), s.holdings[B].stock) == before
    assert s.placing is None
    assert s.events == []


def test_what_orders_leave_open_is_told_before_it_happens():
    s = example_60()
    options = decision(s, NEW_UNITS, B).options
    assert options.shortfall([place("holland", 11)]) is None
    reason = options.shortfall([place("holland", 9)])
    assert (reason.key, reason.rule, reason.facts["count"]) == ("units_left_to_default", "12.4 N", 2)
    assert options.shortfall([]).facts["count"] == 11
    (cut,) = options.trial([place("holland", 15)])
    assert (cut.key, cut.facts["count"], cut.facts["ordered"], cut.facts["reason"]) == (
        "only_so_many", 11, 15, "no_units_left",
    )  # fmt: skip
    assert s.placing is None


def test_turn_0_asks_by_its_own_rules():
    assert decision(start(turn=0), NEW_UNITS, B).rule == "8.2"
    assert decision(start(), NEW_UNITS, B).rule == "9.10"
