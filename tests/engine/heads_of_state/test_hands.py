"""Default take and discard (19.6), hand limits (12.1) and KEEP lists (19.5)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.heads_of_state.hands import NO_WISHES, Wishes, attributes_to_go, cut_down, default_take, treason_to_go
from tests.engine.heads_of_state.noble_table import hand, table, treason_hand
from tests.engine.heads_of_state.turns import before_turn, play_turn, show


def test_default_take() -> None:
    """E54"""
    s = before_turn(table())
    hand(s, "red", "2 gold, title")
    show(s, "gold, gold, troops, castle, courtesan, palace")
    game = play_turn(s, "default")
    assert [facts["card"] for facts in game.events("card_taken")] == ["courtesan", "troops", "castle"]
    assert game.events("noble_placed") == []


def test_default_take_of_an_empty_row_is_none() -> None:
    s = table()
    s.row = []
    assert default_take(s, "red") is None


def test_default_discard() -> None:
    """E55"""
    s = table()
    hand(s, "red", "4 gold, 3 title, 2 troops, 3 courtesan")
    assert attributes_to_go(s, "red", 10, NO_WISHES) == ["gold", "title"]
    cut_down(s, "red", 10, 4, NO_WISHES, rule="12.1")
    assert Counter(s.families["red"].hand) == {"gold": 3, "title": 2, "troops": 2, "courtesan": 3}


def test_courtesans_go_only_when_nothing_else_is_held() -> None:
    s = table()
    hand(s, "red", "gold, 5 courtesan")
    assert attributes_to_go(s, "red", 4, NO_WISHES) == ["gold", "courtesan"]


def test_tie_goes_to_the_kind_needed_by_fewer_ranks_then_later_in_the_file() -> None:
    s = table()
    hand(s, "red", "gold, castle, duelling, bishop, jewels")
    assert attributes_to_go(s, "red", 0, NO_WISHES) == ["jewels", "bishop", "duelling", "castle", "gold"]


def test_default_discard_of_treason_cards() -> None:
    s = table()
    treason_hand(s, "red", "3 assassin, axeman, axeman, gallows, inquisition_gallows")
    assert treason_to_go(s, "red", 2, NO_WISHES) == [
        "axeman", "inquisition_gallows", "gallows", "axeman", "assassin",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("wishes", "gone"),
    [
        (Wishes(keep=("gold", "gold", "jewels")), ["bishop", "castle", "title"]),
        (Wishes(discard=("jewels", "gold")), ["jewels", "gold", "bishop"]),
        (Wishes(discard=("jewels", "jewels", "palace")), ["jewels", "gold", "bishop"]),
        (Wishes(keep=("title", "castle", "bishop", "jewels", "gold", "gold")), ["gold", "gold", "jewels"]),
        (Wishes(keep=("gold", "gold", "gold"), discard=("gold",)), ["gold", "jewels", "bishop"]),
    ],
)
def test_wishes_say_which_cards_go_never_how_many(wishes: Wishes, gone: list[str]) -> None:
    """19.5: cards not in the list first, "held most often" counts the whole hand; then the last of the list."""
    s = table()
    hand(s, "red", "2 gold, title, castle, bishop, jewels")
    assert attributes_to_go(s, "red", 3, wishes) == gone


def test_held_most_often_counts_the_whole_hand() -> None:
    s = table()
    hand(s, "red", "3 gold, title, 2 troops")
    assert attributes_to_go(s, "red", 5, Wishes(keep=("gold", "gold"))) == ["gold"]


def test_hand_limits() -> None:
    """E52: 12 and 5 at the end of a turn lose 2 and 1; 8 and 3 at a change of round lose 2 and 1."""
    s = table()
    hand(s, "red", "6 gold, 6 title")
    treason_hand(s, "red", "5 assassin")
    cut_down(s, "red", 10, 4, NO_WISHES, rule="12.1")
    assert s.hand_sizes("red") == (10, 4)
    hand(s, "yellow", "3 courtesan, 5 troops")
    treason_hand(s, "yellow", "3 axeman")
    cut_down(s, "yellow", 6, 2, NO_WISHES, rule="13.3")
    assert s.hand_sizes("yellow") == (6, 2)
    assert s.events[-1].facts == {"seat": "yellow", "cards": ["troops", "troops"], "treason": ["axeman"]}
