"""9.8 and 9.9."""

from engine.dutch_revolt import movement
from engine.dutch_revolt.lists import carry_out
from engine.dutch_revolt.movement import INFLUENCE, MOVE_ARMY
from engine.dutch_revolt.state import DutchRevoltState
from tests.engine.dutch_revolt.positions import army, empty_stock, give, key, position, tokens, told, track, vp


def quiet(s: DutchRevoltState, region: str) -> None:
    """No token outside cities in a region."""
    for province in s.board.regions[region].provinces:
        tokens(s, province, "countryside")
        for town in s.board.provinces[province].towns:
            tokens(s, province, town)


def move(s: DutchRevoltState, faction: str, origin: str, goal: str, count: int = 1) -> str | None:
    return key(give(s, MOVE_ARMY, faction, {"from": origin, "to": goal, "count": count})[0])


def goals(s: DutchRevoltState, region: str) -> tuple[str, ...]:
    return s.board.regions[region].arrows


def test_9_8_along_an_arrow_once() -> None:
    s = position()
    army(s, "r_holland", "habsburgs")
    far = next(r for r in s.board.regions if r != "r_holland" and r not in goals(s, "r_holland"))
    near = goals(s, "r_holland")[0]
    assert move(s, "habsburgs", "r_holland", far) == "no_arrow"
    assert move(s, "habsburgs", "r_holland", near) is None
    assert track(s, near) == "habsburgs"
    assert move(s, "habsburgs", near, "r_holland") == "no_army_to_move"


def test_9_8_not_released_besieging_or_spent() -> None:
    s = position()
    near = goals(s, "r_holland")[0]
    army(s, "r_holland", "habsburgs", state="released")
    army(s, "r_holland", "habsburgs", state="besieging", city="haarlem")
    army(s, "r_holland", "habsburgs", moved=True, influenced=True)
    assert move(s, "habsburgs", "r_holland", near) == "no_army_to_move"


def test_9_8_a_stand_off_does_not_hold_and_a_freed_square_is_used() -> None:
    s = position()
    near = goals(s, "r_holland")[0]
    third = next(r for r in goals(s, near) if r != "r_holland")
    army(s, "r_holland", "habsburgs")
    army(s, "r_holland", "burghers")
    squares = s.board.regions[near].squares
    army(s, near, "habsburgs")
    for _ in range(squares - 1):
        army(s, near, "nobility")
    assert move(s, "habsburgs", "r_holland", near) == "track_full"
    results = give(
        s,
        MOVE_ARMY,
        "habsburgs",
        {"from": near, "to": third, "count": 1},
        {"from": "r_holland", "to": near, "count": 1},
    )
    assert results == [None, None]
    assert track(s, "r_holland") == "burghers"


def test_9_7_a_staying_beggar_stops_the_first_army() -> None:
    s = position()
    near = goals(s, "r_holland")[0]
    s.beggars.hirer, s.beggars.staying = "burghers", {"r_holland": 1}
    for faction in ("reformers", "habsburgs", "habsburgs"):
        army(s, "r_holland", faction)
    assert move(s, "reformers", "r_holland", near) is None
    assert move(s, "habsburgs", "r_holland", near, 2) is None
    assert track(s, "r_holland") == "habsburgs"
    assert s.beggars.staying == {}
    assert told(s).count("army_hindered") == 1


def test_e90_no_attempt_without_a_free_square() -> None:
    s = position()
    quiet(s, "r_holland")
    tokens(s, "holland", "countryside", nobility=1)
    near = goals(s, "r_holland")[0]
    for _ in range(s.board.regions[near].squares):
        army(s, near, "nobility")
    army(s, "r_holland", "habsburgs")
    s.beggars.hirer, s.beggars.staying = "burghers", {"r_holland": 1}
    assert move(s, "habsburgs", "r_holland", near) == "track_full"
    assert s.beggars.staying == {"r_holland": 1}
    assert give(s, INFLUENCE, "habsburgs", {"province": "holland", "faction": "nobility"}) == [None]
    assert s.countryside["holland"] == {"nobility": 1}
    assert s.beggars.staying == {}


def test_an_army_stopped_in_phase_8_may_still_use_influence() -> None:
    s = position()
    quiet(s, "r_holland")
    tokens(s, "holland", "countryside", nobility=1)
    army(s, "r_holland", "habsburgs")
    s.beggars.hirer, s.beggars.staying = "burghers", {"r_holland": 1}
    assert move(s, "habsburgs", "r_holland", goals(s, "r_holland")[0]) is None
    assert give(s, INFLUENCE, "habsburgs", {"province": "holland"}) == [None]
    assert s.countryside["holland"] == {"habsburgs": 1}


def test_e58_influence_after_a_stand_off() -> None:
    s = position()
    army(s, "r_holland", "habsburgs")
    army(s, "r_holland", "catholics")
    tokens(s, "holland", "delft", neutral=1)
    assert key(give(s, INFLUENCE, "habsburgs", {"spot": "delft"})[0]) == "foreign_army"
    assert move(s, "catholics", "r_holland", goals(s, "r_holland")[0]) is None
    assert give(s, INFLUENCE, "habsburgs", {"spot": "delft"}) == [None]
    assert s.holder_of("delft") == "habsburgs"


def test_9_9_one_token_an_army_and_r12_empty_stock() -> None:
    s = position()
    army(s, "r_holland", "habsburgs")
    tokens(s, "holland", "delft", neutral=1)
    tokens(s, "holland", "countryside", burghers=2)
    results = give(s, INFLUENCE, "habsburgs", {"spot": "delft"}, {"province": "holland", "faction": "burghers"})
    assert [key(r) for r in results] == [None, "no_army_with_influence"]
    army(s, "r_holland", "habsburgs")
    empty_stock(s, "habsburgs")
    assert key(give(s, INFLUENCE, "habsburgs", {"province": "holland"})[0]) == "stock_empty"


def test_9_9_never_in_cities_never_own_never_where_nothing_is() -> None:
    s = position()
    army(s, "r_holland", "habsburgs")
    quiet(s, "r_holland")
    assert key(give(s, INFLUENCE, "habsburgs", {"spot": "haarlem"})[0]) == "city_never_touched"
    assert key(give(s, INFLUENCE, "habsburgs", {"spot": "delft", "faction": "habsburgs"})[0]) == "own_token"
    assert key(give(s, INFLUENCE, "habsburgs", {"spot": "delft", "faction": "neutral"})[0]) == "no_such_token_there"
    assert key(give(s, INFLUENCE, "habsburgs", {"spot": "delft"})[0]) == "nothing_to_turn"


def test_r10_r43_partner_armies_stop_influence_partner_tokens_may_be_turned() -> None:
    s = position(2)
    quiet(s, "r_holland")
    tokens(s, "holland", "countryside", catholics=1)
    army(s, "r_holland", "habsburgs")
    assert movement.default_influence(s, "habsburgs", "r_holland") is None
    assert give(s, INFLUENCE, "habsburgs", {"province": "holland", "faction": "catholics"}) == [None]
    assert s.countryside["holland"] == {"habsburgs": 1}
    army(s, "r_holland", "habsburgs")
    army(s, "r_holland", "catholics")
    assert movement.influential(s, "habsburgs", "r_holland") == []


def test_12_4_i_order_of_targets() -> None:
    s = position()
    quiet(s, "r_holland")
    army(s, "r_holland", "habsburgs")
    towns = s.board.provinces["holland"].towns
    prized = next(
        t for t in s.board.provinces["holland"].towns if s.board.places[t].trade or s.board.places[t].university
    )
    plain = next(t for t in towns if not (s.board.places[t].trade or s.board.places[t].university))

    def target() -> tuple[str | int | None, str | int | None]:
        wish = movement.default_influence(s, "habsburgs", "r_holland")
        assert wish is not None
        return wish["spot"], wish["faction"]

    tokens(s, "holland", "countryside", neutral=1)
    assert target() == ("countryside", "neutral")
    tokens(s, "holland", prized, neutral=1)
    assert target() == (prized, "neutral")
    tokens(s, "holland", "countryside", nobility=1, burghers=1)
    assert target() == ("countryside", "nobility")
    vp(s, {"nobility": 2, "burghers": 3})
    assert target() == ("countryside", "burghers")
    tokens(s, "holland", plain, nobility=1)
    assert target() == (plain, "nobility")
    tokens(s, "holland", prized, reformers=1)
    assert target() == (prized, "reformers")


def test_12_4_i_each_army_sees_what_the_one_before_did() -> None:
    s = position()
    quiet(s, "r_holland")
    tokens(s, "holland", "countryside", nobility=1, neutral=1)
    army(s, "r_holland", "habsburgs")
    army(s, "r_holland", "habsburgs")
    carry_out(s, INFLUENCE, "habsburgs", "default")
    assert s.countryside["holland"] == {"habsburgs": 2}
    assert told(s).count("influence") == 2
