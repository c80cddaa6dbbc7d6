"""15.2 Who has won, R25, R26."""

import pytest

from engine.heads_of_state.winners import winners
from tests.engine.heads_of_state.noble_table import our_board, stand, table

RANKS = list(our_board().ranks)


def scored(s, *points):
    for seat, n in zip(s.order, points, strict=True):
        s.families[seat].score.hex = n


def test_most_points():
    s = table(3)
    scored(s, 10, 12, 11)
    assert winners(s) == ["yellow"]


def test_e43_winner_tie():
    s = table(3)
    scored(s, 88, 88, 80)
    s.families["red"].noble_cards = {"king": 2, "prince": 1}
    s.families["yellow"].noble_cards = {"king": 2}
    s.families["blue"].noble_cards = {"king": 3}
    assert winners(s) == ["red"]
    s.families["yellow"].noble_cards = {"king": 2, "prince": 1}
    assert winners(s) == ["red", "yellow"]


@pytest.mark.parametrize("number", range(7))
def test_ranks_break_the_tie_from_the_king_down(number):
    """15.2 One card of a rank more than outweighs all lower ones."""
    s = table(2)
    scored(s, 50, 50)
    s.families["red"].noble_cards = dict.fromkeys(RANKS, 1)
    s.families["yellow"].noble_cards = {rank: 1 + (3 if n < number else n == number) for n, rank in enumerate(RANKS)}
    s.families["red"].noble_cards[RANKS[number]] += 2
    assert winners(s) == ["red"]


def test_r25_cards_or_nobles_on_the_map():
    for switch, won in (("noble_cards", "red"), ("nobles_on_map", "yellow")):
        s = table(2, R25_winner_tie_counts=switch)
        scored(s, 50, 50)
        stand(s, "yellow king @ london")
        scored(s, 50, 50)
        s.families["yellow"].noble_cards = {}
        s.families["red"].noble_cards = {"king": 1}
        assert winners(s) == [won]


def test_r25_the_same_order_of_ranks_on_the_map():
    s = table(2, R25_winner_tie_counts="nobles_on_map")
    stand(s, "red prince @ paris", "yellow prince @ madrid", "red duke @ bavaria", "yellow marquis @ saxony")
    scored(s, 50, 50)
    assert winners(s) == ["red"]


def test_r26_shared_in_the_order_of_the_seats():
    s = table(4)
    scored(s, 7, 9, 9, 9)
    assert winners(s) == ["yellow", "blue", "green"]
