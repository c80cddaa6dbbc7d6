"""10 Bringing a noble into play: conditions, payment, courtesan, noble cards; section C of the worked examples."""

import pytest

from engine.core.table import BrokenInvariant
from engine.heads_of_state import invariants, nobles
from tests.engine.heads_of_state.noble_table import (
    emptied,
    facts,
    hand,
    key,
    lie,
    named,
    our_board,
    place,
    square,
    stand,
    table,
    told,
)


def held(s, seat="red"):
    return s.families[seat].hand


def test_e24_earl():
    s = table()
    hand(s, "red", "title, troops, castle, gold")
    assert place(s, "earl @ scotland") is None
    assert held(s) == ["gold"]
    assert s.discard == ["title", "troops", "castle"]
    assert s.owner_at("scotland", "earl") == "red"
    assert s.families["red"].noble_cards == {"earl": 1}
    assert s.families["red"].supply["earl"] == 3
    assert s.noble_cards_left["earl"] == 9
    assert facts(s, "noble_placed")["cards"] == ["title", "troops", "castle"]
    invariants.check(s)


def test_e25_earl_with_a_courtesan():
    s = table()
    hand(s, "red", "title, troops, courtesan")
    assert place(s, "earl @ scotland") is None
    assert held(s) == []
    assert facts(s, "noble_placed")["cards"] == ["title", "troops", "courtesan"]


def test_e27_wrong_rank_and_the_same_owner_twice():
    s = table()
    hand(s, "red", "gold, title, castle, palace, duelling")
    stand(s, "red earl @ scotland")
    assert key(place(s, "duke @ scotland")) == "rank_not_in_area"
    assert place(s, "count @ scotland") is None
    assert s.boxes["scotland"] == ["red", "red"]


def test_e28_two_nobles_with_a_courtesan_each():
    s = table()
    hand(s, "red", "gold, courtesan, title, troops, courtesan")
    assert place(s, "count @ scotland", "title") is None
    assert facts(s, "noble_placed")["cards"] == ["gold", "courtesan"]
    assert place(s, "earl @ scotland") is None
    assert held(s) == []


@pytest.mark.parametrize("rank", list(our_board().ranks))
def test_the_price_is_exactly_the_chart(rank):
    """10.2 Every rank: with its cards it comes and nothing else is paid; without any one of them it does not."""
    board = our_board()
    area = board.boxes_of[rank][0]
    cost = board.ranks[rank].cost
    s = table(5)
    for card in board.attributes:
        hand(s, "red", f"2 {card}")
    assert place(s, f"{rank} @ {area}") is None
    assert sorted(held(s)) == sorted([*board.attributes, *(card for card in board.attributes if card not in cost)])
    for lacking in cost:
        s = table(5)
        hand(s, "red", ", ".join(card for card in cost if card != lacking))
        reason = nobles.why_not_place(s, "red", area, rank)
        assert reason is not None
        assert (reason.key, reason.facts["cards"]) == ("cannot_pay", [lacking])


@pytest.mark.parametrize(("rank", "area"), [("baron", "provence"), ("king", "london")])
def test_no_courtesan_for_baron_and_king(rank, area):
    """10.3"""
    s = table()
    cost = our_board().ranks[rank].cost
    hand(s, "red", ", ".join([*cost[1:], "2 courtesan"]))
    assert key(place(s, f"{rank} @ {area}")) == "cannot_pay"
    assert key(place(s, f"{rank} @ {area}", cost[0])) == "courtesan_not_allowed"


@pytest.mark.parametrize("rank", ["count", "earl", "marquis", "duke", "prince"])
def test_one_courtesan_for_any_listed_card(rank):
    """10.3 For every listed card, and one at most."""
    board = our_board()
    area, cost = board.boxes_of[rank][0], board.ranks[rank].cost
    for lacking in cost:
        s = table(5)
        hand(s, "red", ", ".join([*(card for card in cost if card != lacking), "courtesan"]))
        assert place(s, f"{rank} @ {area}") is None
        assert held(s) == []
    s = table(5)
    hand(s, "red", ", ".join([*cost[2:], "3 courtesan"]))
    assert key(place(s, f"{rank} @ {area}")) == "cannot_pay"


def test_a_courtesan_may_replace_a_card_that_is_held():
    """10.3, R31"""
    s = table()
    hand(s, "red", "title, troops, castle, courtesan")
    assert place(s, "earl @ scotland", "castle") is None
    assert held(s) == ["castle"]


def test_without_order_no_courtesan_is_spent_on_cards_that_are_there():
    """19.3"""
    s = table()
    hand(s, "red", "title, troops, castle, courtesan")
    assert place(s, "earl @ scotland") is None
    assert held(s) == ["courtesan"]


def test_no_courtesan_means_none():
    """19.2 D6"""
    s = table()
    hand(s, "red", "title, troops, courtesan")
    assert key(place(s, "earl @ scotland", "none")) == "cannot_pay"
    assert place(s, "earl @ scotland") is None


@pytest.mark.parametrize(
    ("cards", "ordered", "left"),
    [
        ("title, troops, castle", "castle", []),  # no courtesan in the hand
        ("title, troops, courtesan", "title", []),  # then castle is missing: the courtesan stands for that
        ("title, troops, castle, courtesan", "gold", ["courtesan"]),  # gold is not on the list
    ],
)
def test_an_impossible_courtesan_counts_as_not_ordered(cards, ordered, left):
    """19.2 D6 "when missing or impossible"."""
    s = table()
    hand(s, "red", cards)
    assert place(s, "earl @ scotland", ordered) is None
    assert held(s) == left


def test_the_box_must_be_empty():
    """10.1 An own noble fills it as well as another's."""
    s = table()
    hand(s, "red", "3 gold")
    stand(s, "yellow baron @ provence", "red baron @ aquitaine")
    assert key(place(s, "baron @ provence")) == "box_not_empty"
    assert key(place(s, "baron @ aquitaine")) == "box_not_empty"
    assert place(s, "baron @ ireland") is None


def test_a_tile_is_needed():
    """16.4"""
    s = table()
    hand(s, "red", ", ".join(our_board().ranks["king"].cost))
    lie(s, "red king @ london", "red king @ paris", "red king @ madrid", "red king @ berlin")
    assert key(place(s, "king @ london")) == "no_tile"


def test_e42_the_eleventh_noble_brings_no_card():
    """16.3, R19 It counts for the full set all the same."""
    s = table()
    hand(s, "red", "gold, title, castle, palace, duelling")
    for seat, count in (("yellow", 4), ("blue", 4), ("green", 2)):
        s.families[seat].noble_cards["duke"] = s.families[seat].brought["duke"] = count
    s.noble_cards_left["duke"] = 0
    assert place(s, "duke @ bavaria") is None
    assert s.families["red"].noble_cards == {}
    assert s.families["red"].brought == {"duke": 1}
    assert "no_noble_card" in told(s)
    assert "noble_card" not in told(s)


def test_order_of_events():
    """10.4, 10.5"""
    s = table()
    hand(s, "red", "gold")
    place(s, "baron @ provence")
    assert told(s) == ["noble_placed", "noble_card", "hex_scored"]


def test_many_nobles_in_one_turn():
    """10.7"""
    s = table()
    hand(s, "red", "3 gold")
    for area in ("provence", "ireland", "galicia"):
        assert place(s, f"baron @ {area}") is None
    assert key(place(s, "baron @ hanover")) == "cannot_pay"


def test_only_emptied_boxes_in_option_2():
    """8.4"""
    s = table(option="2")
    hand(s, "red", "3 gold")
    emptied(s, "provence/baron")
    assert key(place(s, "baron @ ireland")) == "only_emptied_boxes"
    assert place(s, "baron @ provence") is None
    assert s.open_boxes() == []
    assert key(place(s, "baron @ provence")) == "box_not_empty"


def test_place_refuses_what_is_not_allowed():
    s = table()
    with pytest.raises(BrokenInvariant, match=r"red can't bring a baron into play in provence"):
        nobles.place(s, "red", "provence", "baron")
    assert s.owner_at("provence", "baron") is None


def test_can_place_lists_what_could_be_paid():
    s = table()
    hand(s, "red", "gold, courtesan")
    found = {(row["area"], row["rank"]): row["pays"] for row in nobles.can_place(s, "red")}
    barons = {("ireland", "baron"), ("aquitaine", "baron"), ("provence", "baron"), ("galicia", "baron")}
    counts = {(area, "count") for area in ("scotland", "burgundy", "andalusia", "galicia", "saxony")}
    assert set(found) == barons | counts | {("hanover", "baron")}
    assert found["provence", "baron"] == ["gold"]
    assert found["burgundy", "count"] == ["gold", "courtesan"]


def test_can_place_agrees_with_why_not_place():
    s = table(option="2")
    hand(s, "red", "2 gold, title, troops, castle, courtesan")
    stand(s, "red earl @ hanover")
    emptied(s, "provence/baron", "brittany/earl")
    listed = {(row["area"], row["rank"]) for row in nobles.can_place(s, "red")}
    free = {(a, r) for a, r in our_board().boxes if nobles.why_not_place(s, "red", a, r) is None}
    assert listed == free == {("provence", "baron"), ("brittany", "earl")}


# ---------------------------------------------------------------------- 19.6 forced replacements


def test_default_replacement_takes_the_highest_rank_first():
    s = table(option="2")
    hand(s, "red", "gold, title, troops, castle")
    emptied(s, "provence/baron", "hanover/earl")
    assert nobles.must_still_replace(s)
    nobles.default_replacement(s)
    assert s.owner_at("hanover", "earl") == "red"
    assert s.owner_at("provence", "baron") is None
    assert not nobles.must_still_replace(s)


def test_default_replacement_takes_equal_ranks_in_the_order_of_the_data_file():
    s = table(option="2")
    hand(s, "red", "gold")
    emptied(s, "hanover/baron", "provence/baron")
    nobles.default_replacement(s)
    assert s.owner_at("provence", "baron") == "red"
    assert s.owner_at("hanover", "baron") is None


def test_default_replacement_passes_over_what_can_not_be_paid():
    s = table(option="2")
    hand(s, "red", "gold")
    emptied(s, "bavaria/duke", "provence/baron")
    nobles.default_replacement(s)
    assert s.owner_at("provence", "baron") == "red"


def test_default_replacement_spends_a_courtesan_where_8_6_refuses_the_listed_cards():
    """19.3, 19.6 The duke can't be paid; gold for the count would leave the baron unpaid, a courtesan does not."""
    s = table(option="2")
    hand(s, "red", "gold, title, courtesan")
    emptied(s, "provence/baron", "burgundy/count", "bavaria/duke")
    nobles.default_replacement(s)
    assert [box.area for box in s.open_boxes()] == ["bavaria"]
    assert [e.facts["cards"] for e in s.events if e.kind == "noble_placed"] == [["courtesan", "title"], ["gold"]]
    assert held(s) == []


def test_default_replacement_does_nothing_within_the_limit():
    s = table(option="2")
    hand(s, "red", "gold")
    emptied(s, "provence/baron")
    nobles.default_replacement(s)
    assert s.owner_at("provence", "baron") is None
    assert held(s) == ["gold"]


def test_default_replacement_says_when_the_cover_test_was_broken():
    s = table(option="2")
    emptied(s, "provence/baron", "ireland/baron")
    with pytest.raises(BrokenInvariant, match=r"8\.6"):
        nobles.default_replacement(s)


def test_named_is_read_as_meant():
    assert named("gold, 2 courtesan") == ["gold", "courtesan", "courtesan"]


# ---------------------------------------------------------------------- 11.4 tiles that come home


def test_tiles_just_brought_home_count_for_the_rest():
    """8.6 A replacement that earns a square marker brings back the king that fills the other box."""
    s = table(option="2")
    board = our_board()
    hand(s, "red", "gold, title, " + ", ".join(board.ranks["king"].cost) + ", gold")
    lie(s, "red king @ london", "red king @ london", "red king @ london", "red king @ london")
    stand(s, "red marquis @ ireland")
    emptied(s, "scotland/count", "paris/king", "madrid/king")
    assert s.families["red"].supply["king"] == 0
    assert place(s, "count @ scotland") is None
    assert s.families["red"].supply["king"] == 4
    assert place(s, "king @ paris") is None
    assert not nobles.must_still_replace(s)


def test_without_the_marker_no_tile_comes_home():
    """8.6 The same, but both markers are gone: then everybody's dead are home already, and red's kings are living."""
    s = table(5, option="2")
    board = our_board()
    hand(s, "red", "gold, title, " + ", ".join(board.ranks["king"].cost))
    lie(s, *["red king @ paris"] * 4)
    square(s, "gb", "blue", "green")
    stand(s, "red marquis @ ireland")
    emptied(s, "scotland/count", "berlin/king", "madrid/king")
    assert key(place(s, "count @ scotland")) == "cover_test"
