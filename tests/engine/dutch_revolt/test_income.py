"""9.1 and 9.2."""

from typing import Any

import pytest

from engine.dutch_revolt import income
from tests.engine.dutch_revolt.positions import city, empty_stock, give, key, money, position, told

Order = list[dict[str, Any]]


def own(s: Any, faction: str, *, cities: tuple[str, ...] = (), provinces: tuple[str, ...] = ()) -> None:
    for c in cities:
        s.city_cards[c] = faction
    for p in provinces:
        s.province_cards[p] = faction


def test_9_1_provinces_rounded_down_and_cities_by_level() -> None:
    s = position()
    odd = [p for p, data in s.board.provinces.items() if data.tax2 % 2][:3]
    own(s, "burghers", cities=("haarlem", "antwerpen"), provinces=tuple(odd))
    expected = sum(s.board.provinces[p].tax2 for p in odd) // 2
    income.taxes(s, {"burghers": [[{"level": 2}]]})
    assert s.holdings["burghers"].treasury == expected + 4
    assert s.holdings["burghers"].money == {"provinces": expected, "cities": 4}


def test_9_1_a_small_stock_gives_all_of_it() -> None:
    s = position()
    own(s, "burghers", cities=("haarlem", "antwerpen"))
    empty_stock(s, "burghers", 3)
    before = s.holdings["burghers"].treasury
    income.taxes(s, {"burghers": [[{"level": 3}]]})
    assert s.holdings["burghers"].treasury == before + 3
    assert s.holdings["burghers"].stock == 0
    assert "taxes_cut" in told(s)


@pytest.mark.parametrize(("stock", "level"), [(13, 3), (12, 2), (11, 2), (10, 1), (9, 1), (1, 1)])
def test_12_2_default_level_leaves_seven(stock: int, level: int) -> None:
    s = position()
    own(s, "burghers", cities=("haarlem", "antwerpen"))
    empty_stock(s, "burghers", stock)
    assert income.default_level(s, "burghers") == level


def test_r07_level_zero_only_by_switch() -> None:
    s = position()
    assert income.tax_levels(s) == (1, 2, 3)
    assert key(give(s, income.CITY_TAX, "burghers", {"level": 0})[0]) == "no_such_level"
    s = position(switches={"city_tax_may_be_zero": True})
    own(s, "burghers", cities=("haarlem",))
    assert give(s, income.CITY_TAX, "burghers", {"level": 0}) == [None]
    empty_stock(s, "burghers", 5)
    assert income.default_level(s, "burghers") == 1


def test_9_2_squares_decide_where_tokens_go() -> None:
    s = position()
    order = {"box": "imperial_support", "count": 1}
    assert key(give(s, income.MOVE_SUPPORT, "nobility", order | {"to": "treasury"})[0]) == "square_of_other_kind"
    assert key(give(s, income.MOVE_SUPPORT, "nobility", order | {"to": "holland"})[0]) == "box_does_not_reach"
    assert give(s, income.MOVE_SUPPORT, "nobility", order | {"to": "liege"}) == [None]
    assert s.countryside["liege"]["nobility"] == 1
    assert s.boxes["imperial_support"] == [None, "nobility"]
    french = {"box": "french_support", "count": 2, "to": "treasury"}
    assert give(s, income.MOVE_SUPPORT, "nobility", french) == [None]
    assert s.holdings["nobility"].treasury == 2


def test_9_2_as_many_as_there_are() -> None:
    s = position()
    order = {"box": "london_merchants", "count": 9, "to": "zeeland"}
    assert give(s, income.MOVE_SUPPORT, "burghers", order) == [None]
    assert s.countryside["zeeland"]["burghers"] == 3
    assert told(s) == ["support_to_province", "order_cut"]
    assert key(give(s, income.MOVE_SUPPORT, "burghers", order)[0]) == "no_token_in_box"
    other = order | {"box": "calvinists"}
    assert key(give(s, income.MOVE_SUPPORT, "burghers", other)[0]) == "not_your_box"


def test_4_7_the_order_may_name_the_kind_of_square() -> None:
    s = position()
    s.from_stock("reformers")
    s.boxes["calvinists"][4] = "reformers"  # a map square
    order = {"box": "calvinists", "count": 1, "square": "map", "to": "utrecht"}
    assert give(s, income.MOVE_SUPPORT, "reformers", order) == [None]
    assert s.boxes["calvinists"] == ["reformers"] * 4 + [None, None]


def fleet(s: Any, huguenots: int, **ships: int) -> None:
    squares = s.boxes["spanish_treasury"]
    for faction, count in ships.items():
        s.from_stock(faction, count)
        for _ in range(count):
            squares[squares.index(None)] = faction
    for i in range(1, huguenots):
        s.from_stock("burghers")
        s.boxes["huguenots"][i] = "burghers"


def sail(count: int) -> Order:
    return [{"box": "spanish_treasury", "count": count, "square": None, "to": "treasury"}]


def test_e24_robbery() -> None:
    s = position()
    fleet(s, 1, catholics=5)
    stocks = {f: s.holdings[f].stock for f in ("catholics", "burghers")}
    money(s, "catholics", 0)
    income.support_moves(s, {"catholics": [sail(5)]}, {"burghers": "default"})
    assert s.holdings["catholics"].treasury == 4
    assert s.holdings["catholics"].stock == stocks["catholics"] + 4 + 1
    assert s.holdings["burghers"].treasury == 1
    assert s.holdings["burghers"].stock == stocks["burghers"]
    assert "catholics" not in s.boxes["spanish_treasury"]
    assert s.boxes["huguenots"] == [None, None]


def test_e25_waiting_robber() -> None:
    s = position()
    fleet(s, 2, catholics=3, habsburgs=2)
    money(s, "catholics", 0)
    rob: list[Order] = [[{"faction": "catholics", "count": 1}], [{"faction": "habsburgs", "count": "all"}]]
    income.support_moves(s, {"catholics": [sail(3)], "habsburgs": [sail(2)]}, {"burghers": rob})  # type: ignore[dict-item]
    assert s.holdings["catholics"].treasury == 2
    assert s.holdings["habsburgs"].treasury == 1
    assert s.holdings["burghers"].treasury == 2
    assert s.instructions == {}


def test_12_2_default_robs_the_first_mover_only() -> None:
    s = position()
    fleet(s, 2, catholics=1, habsburgs=2)
    income.support_moves(s, {"catholics": [sail(1)], "habsburgs": [sail(2)]}, {"burghers": "default"})
    assert s.holdings["habsburgs"].treasury == 2
    assert s.boxes["huguenots"].count("burghers") == 1


def test_a_robber_may_rob_none() -> None:
    s = position()
    fleet(s, 2, catholics=2)
    before = s.holdings["catholics"].treasury
    income.support_moves(s, {"catholics": [sail(2)]}, {"burghers": []})
    assert s.holdings["catholics"].treasury == before + 2


def test_huguenots_that_have_left_rob_no_more() -> None:
    s = position()
    fleet(s, 1, catholics=2)
    s.order = ["burghers", "catholics", "habsburgs", "nobility", "reformers"]
    landing: Order = [{"box": "huguenots", "count": 1, "square": None, "to": "holland"}]
    before = s.holdings["catholics"].treasury
    income.support_moves(s, {"burghers": [landing], "catholics": [sail(2)]}, {"burghers": "default"})  # type: ignore[dict-item]
    assert s.holdings["catholics"].treasury == before + 2


def test_r37_robbing_works_with_an_empty_stock() -> None:
    s = position()
    fleet(s, 1, catholics=1)
    empty_stock(s, "burghers")
    before = s.holdings["burghers"].treasury
    income.support_moves(s, {"catholics": [sail(1)]}, {"burghers": "default"})
    assert s.holdings["burghers"].treasury == before + 1


def test_who_may_rob() -> None:
    s = position()
    assert income.robber(s) == "burghers"
    assert not income.may_rob(s, "burghers")
    fleet(s, 1, habsburgs=1)
    assert income.may_rob(s, "burghers")
    assert not income.may_rob(s, "reformers")


def test_must_name_level() -> None:
    s = position()
    assert not income.must_name_level(s, "burghers")
    city(s, "haarlem", "burghers", burghers=1)
    assert income.must_name_level(s, "burghers")
