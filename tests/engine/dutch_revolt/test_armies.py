"""9.3 to 9.6."""

import pytest

from engine.core.decision import Reason
from engine.dutch_revolt import armies
from engine.dutch_revolt.lists import carry_out, decision
from tests.engine.dutch_revolt.positions import (
    army,
    city,
    empty_stock,
    give,
    key,
    money,
    no_neutrals,
    position,
    tokens,
    told,
    track,
    vp,
)


def clear(s, region: str) -> None:  # type: ignore[no-untyped-def]
    for province in s.board.regions[region].provinces:
        tokens(s, province, "countryside")
        for town in s.board.provinces[province].towns:
            tokens(s, province, town)


# ------------------------------------------------------------------ 9.3


@pytest.mark.parametrize(("faction", "action", "price"), [
    ("catholics", "keep", 2), ("catholics", "disband", 1), ("habsburgs", "keep", 1), ("habsburgs", "disband", 1),
    ("reformers", "release", 0),
])  # fmt: skip
def test_9_3_prices(faction: str, action: str, price: int) -> None:
    s = position()
    money(s, faction, 5)
    army(s, "r_flanders", faction)
    order = {"region": "r_flanders", "action": action, "plunder": "spare" if action == "release" else None}
    assert give(s, armies.UPKEEP, faction, order) == [None]
    assert s.holdings[faction].treasury == 5 - price
    assert len(s.tracks["r_flanders"]) == (action != "disband")


def test_9_3_without_money_the_army_is_released() -> None:
    s = position()
    army(s, "r_flanders", "habsburgs")
    results = give(s, armies.UPKEEP, "habsburgs", {"region": "r_flanders", "action": "keep"})
    assert key(results[0]) == "too_little_money"
    assert s.tracks["r_flanders"][0].state == "released"


def test_9_3_no_army_is_handled_twice() -> None:
    s = position()
    money(s, "habsburgs", 9)
    army(s, "r_flanders", "habsburgs")
    order = {"region": "r_flanders", "action": "keep"}
    assert [key(r) for r in give(s, armies.UPKEEP, "habsburgs", order, order)] == [None, "no_army_waiting"]
    assert s.holdings["habsburgs"].treasury == 8


def test_e27_release_and_plunder_people_in_a_town() -> None:
    s = position()
    clear(s, "r_holland")
    tokens(s, "holland", "delft", nobility=1)
    army(s, "r_holland", "habsburgs")
    stock = s.holdings["nobility"].stock
    target = {"plunder": "people", "spot": "delft", "faction": "nobility"}
    assert give(s, armies.UPKEEP, "habsburgs", {"region": "r_holland", "action": "release"} | target) == [None]
    assert s.places["delft"] == {"neutral": 1}
    assert s.holdings["nobility"].stock == stock + 1
    assert s.tracks["r_holland"][0].state == "released"


def test_9_3_plunder_a_town_leaves_its_token() -> None:
    s = position()
    clear(s, "r_holland")
    tokens(s, "holland", "delft", nobility=1)
    army(s, "r_holland", "habsburgs")
    order = {"region": "r_holland", "action": "release", "plunder": "town", "province": "holland"}
    assert give(s, armies.UPKEEP, "habsburgs", order) == [None]
    assert s.places["delft"] == {"nobility": 1}
    assert s.countryside["holland"] == {"neutral": 1}


def test_9_3_without_neutrals_people_go_and_towns_cannot_be_plundered() -> None:
    s = position()
    clear(s, "r_holland")
    tokens(s, "holland", "countryside", nobility=1)
    no_neutrals(s)
    army(s, "r_holland", "habsburgs")
    order = {"region": "r_holland", "action": "release", "plunder": "town", "province": "holland"}
    assert key(armies.UPKEEP.attempt(s, "habsburgs", dict.fromkeys(armies.UPKEEP.fields) | order)) == "no_neutral_left"
    people = order | {"plunder": "people", "faction": "nobility"}
    assert give(s, armies.UPKEEP, "habsburgs", people) == [None]
    assert s.countryside["holland"] == {}


def test_9_3_cities_are_never_touched() -> None:
    s = position()
    army(s, "r_holland", "habsburgs")
    order = {"region": "r_holland", "action": "release", "plunder": "people", "spot": "haarlem", "faction": "burghers"}
    assert key(give(s, armies.UPKEEP, "habsburgs", order)[0]) == "city_never_touched"


def test_12_4_u_rival_with_most_tokens_then_vp_then_outlook() -> None:
    s = position()
    clear(s, "r_flanders")
    tokens(s, "flanders", "countryside", burghers=1, nobility=1)
    tokens(s, "artois", "countryside", burghers=1)
    assert armies.default_plunder(s, "habsburgs", "r_flanders") == ("flanders", "countryside", "burghers")
    tokens(s, "artois", "countryside")
    assert armies.default_plunder(s, "habsburgs", "r_flanders") == ("flanders", "countryside", "nobility")
    vp(s, {"burghers": 5, "nobility": 4})
    assert armies.default_plunder(s, "habsburgs", "r_flanders") == ("flanders", "countryside", "burghers")


def test_12_4_u_never_the_partner() -> None:
    s = position(2)
    clear(s, "r_holland")
    tokens(s, "holland", "countryside", catholics=3)
    assert armies.default_plunder(s, "habsburgs", "r_holland") is None
    assert armies.default_plunder(s, "burghers", "r_holland") == ("holland", "countryside", "catholics")


def test_12_2_default_keeps_where_most_own_tokens_are() -> None:
    s = position()
    tokens(s, "flanders", "countryside", habsburgs=4)
    tokens(s, "luxemburg", "countryside")
    for region in ("r_luxemburg", "r_flanders", "r_flanders"):
        army(s, region, "habsburgs")
    money(s, "habsburgs", 2)
    carry_out(s, armies.UPKEEP, "habsburgs", "default")
    assert [a.state for a in s.tracks["r_flanders"]] == ["free", "free"]
    assert [a.state for a in s.tracks["r_luxemburg"]] == ["released"]


def test_9_3_armies_not_spoken_of_are_handled_by_default() -> None:
    s = position()
    money(s, "habsburgs", 1)
    army(s, "r_luxemburg", "habsburgs")
    army(s, "r_flanders", "habsburgs")
    give(s, armies.UPKEEP, "habsburgs", {"region": "r_flanders", "action": "disband"})
    assert track(s, "r_flanders") == ""
    assert s.tracks["r_luxemburg"][0].state == "released"


# ------------------------------------------------------------------ 9.4


def test_e28_prices_and_squares() -> None:
    s = position()
    money(s, "habsburgs", 6)
    assert give(s, armies.RECRUIT, "habsburgs", {"region": "r_flanders", "count": 3}) == [None]
    assert track(s, "r_flanders") == "habsburgs habsburgs"
    assert s.holdings["habsburgs"].treasury == 1
    assert told(s) == ["armies_recruited", "order_cut"]


def test_e28_a_full_track_takes_none() -> None:
    s = position()
    money(s, "habsburgs", 6)
    for faction, state in (("catholics", "besieging"), ("nobility", "released"), ("burghers", "free")):
        army(s, "r_luxemburg", faction, state=state)
    army(s, "r_luxemburg", "reformers")
    assert key(armies.why_not_in_region(s, "habsburgs", "r_luxemburg")) == "track_full"


def test_9_4_a_token_or_an_army_of_its_own() -> None:
    s = position()
    money(s, "habsburgs", 9)
    for province in s.board.regions["r_holland"].provinces:
        assert not s.present(province, "habsburgs")
    assert key(give(s, armies.RECRUIT, "habsburgs", {"region": "r_holland"})[0]) == "nothing_own_in_region"
    army(s, "r_holland", "habsburgs", state="released")
    assert give(s, armies.RECRUIT, "habsburgs", {"region": "r_holland"}) == [None]


def test_9_4_three_a_turn_and_no_more_than_in_stock() -> None:
    s = position()
    money(s, "habsburgs", 20)
    give(s, armies.RECRUIT, "habsburgs", {"region": "r_flanders", "count": 4})
    assert len(s.tracks["r_flanders"]) == 3
    assert s.holdings["habsburgs"].treasury == 20 - 2 - 3 - 4
    assert key(armies.why_no_recruit(s, "habsburgs")) == "no_more_armies_this_turn"
    s.holdings["habsburgs"].recruited = 0
    give(s, armies.RECRUIT, "habsburgs", {"region": "r_flanders", "count": 2})
    give(s, armies.RECRUIT, "habsburgs", {"region": "r_brabant", "count": 1})
    assert key(armies.why_no_recruit(s, "habsburgs")) == "no_more_armies_this_turn"
    s.holdings["habsburgs"].recruited = 0
    assert key(armies.why_no_recruit(s, "habsburgs")) == "no_army_in_stock"


# ------------------------------------------------------------------ 9.5

SHORT = {"C": "catholics", "H": "habsburgs", "N": "nobility", "B": "burghers", "R": "reformers"}


@pytest.mark.parametrize(("players", "before", "after", "off"), [
    (5, "C2 R1", "C1", False), (5, "C1 N1 R1", "N1", False), (5, "H2 B2", "H1 B1", True), (5, "H3 B1", "H2", False),
    (5, "C1 H1 N1 B1 R1", "N1", False), (5, "H1 B1", "H1 B1", True), (2, "C1 H1 B1", "H1", False),
    (2, "C2 H1", "C2 H1", False), (2, "C1 H1 B1 R1", "H1 B1", True), (2, "C1 H1", "C1 H1", True),
    (5, "H4", "H4", False),
])  # fmt: skip
def test_battles_e30_to_e40(players: int, before: str, after: str, off: bool) -> None:
    s = position(players)
    for group in before.split():
        for _ in range(int(group[1])):
            army(s, "r_flanders", SHORT[group[0]])
    armies.battles(s)
    left = [a.faction for a in s.tracks["r_flanders"]]
    assert " ".join(f"{c}{left.count(f)}" for c, f in SHORT.items() if f in left) == after
    assert s.is_stand_off("r_flanders") is off


def test_r09_released_armies_are_lost_first() -> None:
    s = position()
    army(s, "r_flanders", "habsburgs")
    army(s, "r_flanders", "habsburgs", state="released")
    army(s, "r_flanders", "burghers")
    armies.battles(s)
    assert [a.state for a in s.tracks["r_flanders"]] == ["free"]


# ------------------------------------------------------------------ 9.6


def why(s, faction: str, place: str) -> str | None:  # type: ignore[no-untyped-def]
    reason: Reason | None = armies.why_not_besiege(s, faction, place)
    return key(reason)


def test_e42_who_may_besiege() -> None:
    s = position()
    army(s, "r_holland", "habsburgs")
    city(s, "haarlem", "nobility", nobility=2, habsburgs=1)
    assert why(s, "habsburgs", "haarlem") is None
    city(s, "haarlem", None, habsburgs=1, neutral=2)
    assert why(s, "habsburgs", "haarlem") is None
    city(s, "haarlem", "habsburgs", nobility=2)
    assert why(s, "habsburgs", "haarlem") == "city_owned"


def test_r31_only_own_tokens_and_the_empty_city() -> None:
    s = position()
    army(s, "r_holland", "habsburgs")
    city(s, "haarlem", None, habsburgs=2)
    assert why(s, "habsburgs", "haarlem") == "only_own_tokens"
    city(s, "haarlem", None)
    assert why(s, "habsburgs", "haarlem") is None


def test_9_6_partner_city_stand_off_released_and_besieged() -> None:
    s = position(2)
    army(s, "r_holland", "habsburgs")
    city(s, "haarlem", "catholics", catholics=2)
    assert why(s, "habsburgs", "haarlem") == "city_owned"
    city(s, "haarlem", "burghers", burghers=2)
    army(s, "r_holland", "catholics")
    assert why(s, "habsburgs", "haarlem") == "in_stand_off"
    army(s, "r_holland", "catholics")
    assert why(s, "habsburgs", "haarlem") is None  # E39
    s.tracks["r_holland"][0].state = "released"
    assert why(s, "habsburgs", "haarlem") == "no_free_army"
    assert give(s, armies.BEGIN_SIEGE, "catholics", {"city": "haarlem"}, {"city": "haarlem"})[0] is None
    assert why(s, "catholics", "haarlem") == "city_besieged_already"
    assert s.besieger_of("haarlem") == "catholics"


def test_9_6_one_city_an_army() -> None:
    s = position()
    army(s, "r_flanders", "nobility")
    cities = [c for c in s.board.cities if s.board.places[c].region == "r_flanders"]
    results = give(s, armies.BEGIN_SIEGE, "nobility", *({"city": c} for c in cities))
    assert [key(r) for r in results].count("no_free_army") == len(cities) - 1
    assert told(s)[0] == "siege_begins"


def test_default_level_with_little_stock_does_not_crash() -> None:
    s = position()
    empty_stock(s, "habsburgs")
    army(s, "r_flanders", "habsburgs")
    assert armies.UPKEEP.default(s, "habsburgs")[0][0]["action"] == "keep"


def test_armies_that_no_order_names_are_told() -> None:
    s = position()
    money(s, "habsburgs", 1)
    army(s, "r_holland", "habsburgs")
    army(s, "r_utrecht", "habsburgs")
    options = decision(s, armies.UPKEEP, "habsburgs").options
    keep = {"region": "r_holland", "count": 1, "action": "keep"}
    order = [[dict.fromkeys(armies.UPKEEP.fields) | keep]]
    reason = options.shortfall(order)
    assert reason.key == "upkeep_left_to_default"
    assert (reason.facts["count"], reason.facts["kept"]) == (1, 0)
    money(s, "habsburgs", 2)
    assert options.shortfall(order).key == "upkeep_left_to_keep"
    assert options.shortfall([*order, [order[0][0] | {"region": "r_utrecht"}]]) is None


def test_a_plunder_out_of_reach_can_never_be_right() -> None:
    s = position()
    options = decision(s, armies.UPKEEP, "habsburgs").options
    release = dict.fromkeys(armies.UPKEEP.fields) | {"region": "r_holland", "count": 1, "action": "release"}
    far = release | {"plunder": "people", "faction": "nobility", "province": "artois", "spot": "countryside"}
    assert options.why_not([[far]]).key == "not_in_region"
    assert options.why_not([[far | {"province": "holland"}]]) is None
