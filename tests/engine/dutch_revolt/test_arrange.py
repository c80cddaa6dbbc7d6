"""9.14 Moves inside provinces."""

import pytest

from engine.core.flow import Ask
from engine.core.options import Alternative
from engine.dutch_revolt import invariants
from engine.dutch_revolt.arrange import (
    ARRANGE,
    can_move,
    carry_out_given,
    kind_for,
    moves_inside_provinces,
    moves_of,
    ranking,
    refill,
    rounds,
)
from engine.dutch_revolt.lists import carry_out, decision, trial
from engine.dutch_revolt.terms import COUNTRYSIDE
from tests.engine.dutch_revolt.laid import army, at, clear, lay, lay_in, skipped, start, told

B, C, H, N, R = "burghers", "catholics", "habsburgs", "nobility", "reformers"


def go(
    origin: str, goal: str, kind: str | None = None, count: int | None = 1, province: str = "holland"
) -> list[Alternative]:
    return [{"province": province, "faction": kind, "count": count, "from": origin, "to": goal}]


def holland():
    """Only Holland has tokens: C 4, B 3, R 1, neutrals 2."""
    s = start(phase=14)
    clear(s)
    lay(s, "holland", COUNTRYSIDE, "C4 B1")
    lay_in(s, "delft", "B1")
    lay_in(s, "dordrecht", "neu1")
    lay_in(s, "haarlem", "B1 neu1")
    lay_in(s, "leiden", "R1")
    return s


def test_rank_by_tokens_ties_by_turn_order_r33():
    s = holland()
    assert ranking(s, "holland") == [C, B, R]
    s.order = [R, B, N, H, C]
    lay_in(s, "leiden", "R3")
    assert ranking(s, "holland") == [C, R, B]
    s.order = [B, R, N, H, C]
    assert ranking(s, "holland") == [C, B, R]


def test_tokens_in_a_besieged_city_give_no_rank_r51():
    s = holland()
    army(s, "r_holland", "H", "leiden")
    assert ranking(s, "holland") == [C, B]
    assert trial(s, ARRANGE, R, [go("dordrecht", COUNTRYSIDE, "neutral")])[0].key == "no_part_in_province"


def test_own_tokens_move_freely():
    s = holland()
    assert carry_out(s, ARRANGE, C, [go(COUNTRYSIDE, "amsterdam", count=2), go("amsterdam", "alkmaar")]) == [None, None]
    assert (at(s, "amsterdam"), at(s, "alkmaar"), at(s, COUNTRYSIDE, "holland")) == ("C1", "C1", "C2 B1")
    invariants.check(s)


def test_tokens_of_lower_rank_move_anywhere_r34_those_of_higher_rank_do_not():
    s = holland()
    assert carry_out(s, ARRANGE, C, [go("leiden", "amsterdam", R)]) == [None]
    assert at(s, "amsterdam") == "R1"
    assert carry_out(s, ARRANGE, B, [go(COUNTRYSIDE, "amsterdam", C)])[0].key == "higher_rank"
    assert carry_out(s, ARRANGE, R, [go("delft", COUNTRYSIDE, B)])[0].key == "higher_rank"


@pytest.mark.parametrize(
    ("origin", "goal", "why"),
    [
        ("dordrecht", COUNTRYSIDE, None),
        ("haarlem", COUNTRYSIDE, None),
        ("haarlem", "amsterdam", "neutrals_only_out"),
        (COUNTRYSIDE, "amsterdam", "neutrals_only_out"),
    ],
)
def test_neutrals_go_only_out_r35(origin, goal, why):
    s = holland()
    (reason,) = carry_out(s, ARRANGE, R, [go(origin, goal, "neutral")])
    assert (reason and reason.key) == why


def test_a_town_takes_one_token():
    s = holland()
    assert carry_out(s, ARRANGE, C, [go(COUNTRYSIDE, "delft")])[0].key == "town_is_taken"
    assert carry_out(s, ARRANGE, C, [go(COUNTRYSIDE, "rotterdam", count=3)]) == [None]
    assert at(s, "rotterdam") == "C1"
    assert skipped(s) == ["town_is_taken", "town_takes_one"]


def test_turning_out_and_moving_in():
    s = holland()
    orders = [go("delft", COUNTRYSIDE, B), go(COUNTRYSIDE, "delft")]
    assert carry_out(s, ARRANGE, C, orders) == [None, None]
    assert at(s, "delft") == "C1"


def test_besieged_cities_are_closed():
    s = holland()
    army(s, "r_holland", "H", "haarlem")
    assert carry_out(s, ARRANGE, C, [go(COUNTRYSIDE, "haarlem")])[0].key == "besieged"
    assert carry_out(s, ARRANGE, C, [go("haarlem", COUNTRYSIDE, B)])[0].key == "besieged"


def test_more_than_there_are_is_cut():
    s = holland()
    assert carry_out(s, ARRANGE, C, [go(COUNTRYSIDE, "amsterdam", count=9)]) == [None]
    assert at(s, "amsterdam") == "C4"
    assert skipped(s) == ["no_such_token"]


def test_faults_of_an_order():
    options = decision(holland(), ARRANGE, C).options
    assert options.why_not([go("delft", "delft")]).key == "same_spot"
    assert options.why_not([go("arnhem", COUNTRYSIDE)]).key == "not_in_province"
    assert options.why_not([go("delft", COUNTRYSIDE, "swiss")]).key == "unknown_name"
    assert options.why_not([go("delft", COUNTRYSIDE, B, 0)]).key == "count_below_one"
    assert options.why_not([go("delft", COUNTRYSIDE, B, None)]) is None


def test_rounds_hold_all_factions_of_a_rank_12_2():
    s = holland()
    lay(s, "utrecht", COUNTRYSIDE, "R2 C1")
    assert rounds(s) == [
        [(C, ("holland",)), (R, ("utrecht",))],
        [(C, ("utrecht",)), (B, ("holland",))],
        [(R, ("holland",))],
    ]


def test_a_faction_without_any_move_is_not_asked():
    s = start()
    clear(s)
    lay(s, "drenthe", COUNTRYSIDE, "C1")
    lay(s, "artois", COUNTRYSIDE, "C2 B1")
    lay_in(s, "arras", "C1")
    assert not can_move(s, C, "drenthe")
    assert can_move(s, C, "artois")
    assert not can_move(s, B, "artois")


def test_every_listed_move_is_possible():
    s = holland()
    for f in (C, B, R):
        moves = list(moves_of(s, f, "holland"))
        assert moves
        for move in moves:
            assert trial(s, ARRANGE, f, [[move]]) == [None]


def test_rank_rounds_ask_and_move_in_rank_order():
    s = holland()
    flow = moves_inside_provinces(s)
    asked = next(flow)
    assert isinstance(asked, Ask)
    assert [d.key for d in asked.decisions] == ["arrange/rank 1@catholics"]
    asked = flow.send({"arrange/rank 1@catholics": [go(COUNTRYSIDE, "rotterdam")]})
    assert [d.key for d in asked.decisions] == ["arrange/rank 2@burghers"]
    asked = flow.send({"arrange/rank 2@burghers": [go("rotterdam", COUNTRYSIDE, C), go(COUNTRYSIDE, "alkmaar")]})
    assert [d.key for d in asked.decisions] == ["arrange/rank 3@reformers"]
    with pytest.raises(StopIteration):
        flow.send({"arrange/rank 3@reformers": "default"})
    assert (at(s, "rotterdam"), at(s, "alkmaar")) == ("C1", "B1")
    assert skipped(s) == ["higher_rank"]


def test_a_list_of_one_round_does_not_touch_other_provinces():
    s = holland()
    lay(s, "utrecht", COUNTRYSIDE, "R2 C1")
    kind = kind_for(("holland",))
    (reason,) = trial(s, kind, C, [go(COUNTRYSIDE, "utrecht_city", province="utrecht")])
    assert (reason.key, reason.facts["rank"]) == ("not_this_round", 2)


def test_quick_mode_applies_lists_in_rank_order():
    s = holland()
    carry_out_given(
        s,
        {
            R: [go(COUNTRYSIDE, "rotterdam"), go("leiden", "rotterdam")],
            C: [go(COUNTRYSIDE, "rotterdam")],
            N: [go(COUNTRYSIDE, "rotterdam")],
            B: [],
        },
    )
    assert at(s, "rotterdam") == "C1"
    assert skipped(s) == ["no_part_in_province", "no_such_token", "town_is_taken"]


def test_default_p_trade_first_then_universities_then_file_order():
    s = start(phase=14)
    clear(s)
    lay(s, "gelderland", COUNTRYSIDE, "B2")  # towns: Arnhem, Harderwijk (university), Nijmegen (trade)
    lay_in(s, "nijmegen", "neu1")
    lay_in(s, "arnhem", "C1")
    assert ARRANGE.default(s, B) == [
        go("nijmegen", COUNTRYSIDE, "neutral", province="gelderland"),
        go(COUNTRYSIDE, "nijmegen", province="gelderland"),
        go(COUNTRYSIDE, "harderwijk", province="gelderland"),
    ]
    carry_out(s, ARRANGE, B, "default")
    assert (at(s, "nijmegen"), at(s, "harderwijk"), at(s, "arnhem")) == ("B1", "B1", "C1")
    assert skipped(s) == []


# ---------------------------------------------------------------------- refill


def south():
    """Julich lies bare but for what is laid: a city (Aachen) and no town. Brabant: town Leuven, city Brussel."""
    s = start()
    clear(s)
    return s


def test_refill_from_a_city_e63():
    s = south()
    lay_in(s, "brussel", "H1 neu2")
    refill(s)
    assert (at(s, "leuven"), at(s, "brussel")) == ("neu1", "H1 neu1")


def test_refill_of_two_cities_e91():
    s = south()
    lay(s, "flanders", COUNTRYSIDE, "neu2")
    lay_in(s, "gent", "C1")
    for town in ("duinkerken", "tournai"):
        lay_in(s, town, "C1")
    refill(s)
    assert (at(s, "antwerpen"), at(s, "brugge"), at(s, "gent")) == ("neu1", "neu1", "C1")
    assert told(s, "places_refilled")[0]["places"] == ["antwerpen", "brugge"]


def test_refill_fills_towns_before_cities_and_takes_from_the_countryside_first():
    s = south()
    lay(s, "brabant", COUNTRYSIDE, "neu2 C1")
    refill(s)
    assert (at(s, "leuven"), at(s, "brussel"), at(s, COUNTRYSIDE, "brabant")) == ("neu1", "neu1", "C1")


def test_refill_never_empties_a_city_and_never_takes_from_stock():
    s = south()
    lay_in(s, "brussel", "neu1")
    stock = s.neutral_stock
    refill(s)
    assert (at(s, "leuven"), at(s, "brussel"), s.neutral_stock) == ("", "neu1", stock)


def test_refill_leaves_besieged_cities_alone():
    s = south()
    lay_in(s, "brussel", "neu3")
    army(s, "r_brabant", "H", "brussel")
    refill(s)
    assert (at(s, "leuven"), at(s, "brussel")) == ("", "neu3")
    clear(s)
    lay(s, "brabant", COUNTRYSIDE, "neu3")
    refill(s)
    assert (at(s, "leuven"), at(s, "brussel")) == ("neu1", "")
