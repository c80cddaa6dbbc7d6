"""Boundaries of the rules: empty stocks, partners, who is asked, lists with alternatives over several provinces."""

from __future__ import annotations

import pytest

from engine.core.chance import entropy
from engine.core.flow import Ask
from engine.core.options import Alternative
from engine.core.table import Table
from engine.dutch_revolt import arrange, income, movement, phases, sieges
from engine.dutch_revolt.lists import carry_out
from engine.dutch_revolt.state import DutchRevoltState
from tests.engine.dutch_revolt.laid import (
    army,
    at,
    clear,
    lay,
    lay_in,
    rules,
    skipped,
    start,
    stock_to,
)

C, H, N, B, R = "catholics", "habsburgs", "nobility", "burghers", "reformers"
COUNTRY = "countryside"


# ---------------------------------------------------------------------- 9.1 who is asked for a tax level


def test_9_1_no_question_where_every_level_pays_the_same() -> None:
    s = start()
    s.city_cards["haarlem"] = s.city_cards["antwerpen"] = B
    stock_to(s, "B", 2)
    assert not income.must_name_level(s, B)  # two cities: level 1 already takes all of it
    s = start()
    s.city_cards["haarlem"] = s.city_cards["antwerpen"] = B
    stock_to(s, "B", 3)
    assert income.must_name_level(s, B)


def test_13_1_level_zero_is_a_choice_even_with_one_token() -> None:
    s = start(city_tax_may_be_zero=True)
    s.city_cards["haarlem"] = B
    stock_to(s, "B", 1)
    assert income.must_name_level(s, B)


# ---------------------------------------------------------------------- 9.9 influence


def two_besides_each_other() -> DutchRevoltState:
    """Habsburgs in Utrecht can turn a token of the Catholics, who have an army in the North and nothing in stock."""
    s = start(phase=9)
    clear(s, "utrecht", "friesland", "groningen", "drenthe")
    lay(s, "utrecht", COUNTRY, "C1")
    lay(s, "friesland", COUNTRY, "N1")
    army(s, "r_utrecht", "H")
    army(s, "r_north", "C")
    stock_to(s, "C", 0)
    s.order = [H, C, N, B, R]
    return s


def test_9_9_asked_with_an_empty_stock_that_an_earlier_faction_can_fill() -> None:
    s = two_besides_each_other()
    assert movement.may_influence(s, C)
    carry_out(s, movement.INFLUENCE, H, "default")
    carry_out(s, movement.INFLUENCE, C, "default")
    assert at(s, COUNTRY, "utrecht") == "H1"
    assert (s.countryside["utrecht"], s.countryside["friesland"]) == ({H: 1}, {C: 1})


def test_9_9_not_asked_with_an_empty_stock_when_the_others_come_later() -> None:
    s = two_besides_each_other()
    s.order = [C, H, N, B, R]
    assert not movement.may_influence(s, C)
    s.order = [H, C, N, B, R]
    stock_to(s, "H", 0)
    assert not movement.may_influence(s, C)  # the Habsburgs cannot turn anything either


def test_12_4_i_without_a_faction_the_partner_comes_after_neutrals() -> None:
    s = start(2, phase=9)
    clear(s, "utrecht")
    lay(s, "utrecht", COUNTRY, "H1 neu1")
    army(s, "r_utrecht", "C")
    order: Alternative = {"province": "utrecht", "spot": None, "faction": None}
    assert carry_out(s, movement.INFLUENCE, C, [[order]]) == [None]
    assert s.countryside["utrecht"] == {H: 1, C: 1}


# ---------------------------------------------------------------------- 8.5 who is asked about overflow in turn 0


def test_8_5_tokens_from_boxes_can_bring_a_faction_above_a_maximum() -> None:
    s = rules().setup({"players": 5})
    # Calvinists: 4 tokens to Friesland (maximum 4), then the three new units there
    assert s.board.provinces["friesland"].maximum == 4
    assert phases._may_overflow(s, R)


def test_8_5_the_reformers_say_where_friesland_overflows_to() -> None:
    game = Table.start(rules(), {"players": 5}, entropy(b"secret", "gouda"))
    orders: dict[str, list[list[Alternative]]] = {
        "move_support@reformers": [[{"box": "calvinists", "count": 4, "square": None, "to": "friesland"}]],
        "new_units@reformers": [[{"to": "friesland", "count": 3, "square": None}]],
        "overflow@reformers": [[{"from": "friesland", "to": "drenthe", "count": 1}]],
    }
    for decision in game.open:
        answer = orders.get(decision.key, "default")
        game.answer(decision.key, decision.options.to_json(answer), "order")
    # Friesland holds Reformers only after the conflict; one may go to Drenthe (maximum 1), the other goes to stock
    assert game.state.counted("drenthe") == {R: 1}


# ---------------------------------------------------------------------- 9.12 a shortage that conflicts bring


def test_9_12_the_first_faction_deals_neutrals_that_run_short_by_conflicts() -> None:
    s = start(phase=10)
    clear(s)
    stock_to(s, "neu", 2)  # all others in Drenthe
    for province in ("friesland", "utrecht", "overijssel"):  # maximum 4: equal factions lose one each and leave 3
        lay(s, province, COUNTRY, "C2 H2 N2")
    for province, data in s.board.provinces.items():
        if not s.counted(province):
            kind = max(s.factions, key=s.stock_of)
            s.place_from_stock(province, COUNTRY, kind, data.maximum)
    assert not phases._may_deal_neutrals(s, s.order[0])
    flow = phases.conflicts_to_overflow(s)
    asked = next(flow)
    assert isinstance(asked, Ask)
    (decision,) = asked.decisions
    assert decision.key == f"neutrals@{s.order[0]}"
    with pytest.raises(StopIteration):
        flow.send({decision.key: [[{"province": "utrecht"}], [{"province": "overijssel"}]]})
    assert [s.countryside[p].get("neutral", 0) for p in ("friesland", "utrecht", "overijssel")] == [0, 1, 1]


# ---------------------------------------------------------------------- 9.14 lists with alternatives, quick mode


def go(province: str, origin: str, goal: str) -> Alternative:
    return {"province": province, "faction": None, "count": 1, "from": origin, "to": goal}


def test_12_1_alternatives_in_another_province_are_tried() -> None:
    s = start(phase=14)
    clear(s)
    lay(s, "gelderland", COUNTRY, "B2")
    lay(s, "zeeland", COUNTRY, "C2 B1")
    lay_in(s, "arnhem", "C1")
    orders = [
        [go("holland", COUNTRY, "delft"), go("gelderland", COUNTRY, "nijmegen")],  # no part in Holland
        [go("gelderland", COUNTRY, "arnhem"), go("zeeland", COUNTRY, "middelburg")],  # rank 1, then rank 2
        [go("zeeland", COUNTRY, "middelburg"), go("gelderland", COUNTRY, "harderwijk")],  # rank 2; rank 1 is over then
    ]
    arrange.carry_out_given(s, {C: [], B: orders})
    assert (at(s, "nijmegen"), at(s, "middelburg"), at(s, "harderwijk")) == ("B1", "B1", "")
    assert skipped(s) == ["no_part_in_province", "town_is_taken", "no_such_token", "not_this_round"]


# ---------------------------------------------------------------------- 9.15 order of sieges


def test_r52_earlier_besiegers_may_use_the_last_neutrals_up() -> None:
    s = start(phase=15)
    for city, text in (("haarlem", "C3"), ("leiden", "C3"), ("gent", "N3"), ("brugge", "R1")):
        lay_in(s, city, text)
    army(s, "r_holland", "B", "haarlem")
    army(s, "r_holland", "B", "leiden")
    army(s, "r_flanders", "H", "gent")
    s.order = [H, B, C, N, R]
    stock_to(s, "neu", 2)  # Haarlem and Leiden need one each; Gent, taken before them, a third
    assert sieges.needs_choice(s, B)
    s.order = [B, H, C, N, R]
    assert not sieges.needs_choice(s, B)


# ---------------------------------------------------------------------- 8.8, 9.20 turn order


def test_8_8_turn_order_is_asked_when_the_cards_are_out() -> None:
    game = Table.start(rules(), {"players": 5}, entropy(b"secret", "gouda"))
    while game.step_name != "0/close":
        for decision in game.open:
            game.answer(decision.key, "default", "order")
    assert {d.kind for d in game.open} == {"turn_order"}
    assert any(game.state.city_cards.values())
    vp2 = game.open[0].facts["vp2"]
    for decision in game.open:
        game.answer(decision.key, "default", "order")
    assert vp2 == {f: score.total for f, score in game.state.history[0].scores.items()}


def test_9_20_the_first_to_lay_is_not_asked_when_the_vp_are_certain() -> None:
    game = Table.start(rules(), {"players": 5, "mode": "strict"}, entropy(b"secret", "gouda"))
    seen = 0
    while game.state.turn < 2:
        if {d.kind for d in game.open} == {"turn_order"}:
            seen += 1
            vp2 = game.open[0].facts["vp2"]
            assert isinstance(vp2, dict)
            first = max(game.state.order, key=lambda f: int(str(vp2[f])))  # ties: turn order
            assert {str(d.seat) for d in game.open} == set(game.state.order) - {first}
        for decision in game.open:
            game.answer(decision.key, "default", "order")
    assert seen == 2
    for turn in game.state.history[:1]:
        assert game.state.history[1].order[0] == max(turn.order, key=lambda f: turn.scores[f].total)
