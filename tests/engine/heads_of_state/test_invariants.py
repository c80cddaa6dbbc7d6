"""21 Every invariant holds on a sound table, and every breach is named."""

import pytest

from engine.core.table import BrokenInvariant
from engine.heads_of_state.invariants import check
from engine.heads_of_state.scoring import final_scoring
from engine.heads_of_state.state import Noble, RoundEnd, Standing
from tests.engine.heads_of_state.noble_table import hand, lie, square, stand, table, treason_hand


def sound():
    """A table between two turns, with something of everything."""
    s = table(4)
    s.turn = None
    hand(s, "red", "gold, title, courtesan")
    s.row += [s.draw_pile.pop() for _ in range(6 - len(s.row))]
    treason_hand(s, "yellow", "gallows, 2 inquisition")
    stand(s, "red king @ paris", "blue prince @ paris", "green earl @ bavaria")
    lie(s, "yellow duke @ brittany")
    square(s, "gb", "blue")
    return s


def test_a_sound_table():
    check(sound())
    for players in range(2, 6):
        s = table(players)
        check(s)


def lose_a_card(s):
    s.discard = []
    s.draw_pile.pop()


def swap_a_card(s):
    s.draw_pile[-1] = "courtesan" if s.draw_pile[-1] != "courtesan" else "gold"


def unsorted_hand(s):
    s.families["red"].hand.reverse()


def unsorted_treason(s):
    s.families["yellow"].treason.reverse()


def revolution_in_the_draw_pile(s):
    s.revolution_pile.remove("revolution")
    s.draw_pile.append("revolution")


def no_revolution(s):
    s.revolution_pile.remove("revolution")


def two_revolutions(s):
    s.revolution_pile[0], card = "revolution", s.revolution_pile[0]
    s.draw_pile.append(card)


def lose_a_treason_card(s):
    s.treason_pile.pop()


def short_row(s):
    s.discard.append(s.row.pop())


def short_treason_row(s):
    s.treason_discard.append(s.treason_row.pop())


def put_aside(s):
    s.aside.append(s.draw_pile.pop())


def eleven_cards(s):
    for card in [s.draw_pile.pop() for _ in range(8)]:
        s.give("red", card)


def five_treason_cards(s):
    for card in [s.treason_pile.pop() for _ in range(2)]:
        s.give_treason("yellow", card)


def stranger_on_the_map(s):
    s.boxes["london"][0] = "black"


def box_too_many(s):
    s.boxes["london"].append(None)


def dead_without_box(s):
    s.dead["london"].append(Noble("red", "baron"))


def dead_of_a_marker_holder(s):
    s.families["blue"].supply["king"] -= 1
    s.families["blue"].brought["king"] = 1
    s.dead["london"].append(Noble("blue", "king"))
    s.hex_taken["london"] = "blue"
    s.families["blue"].score.hex += 8


def noble_without_hex(s):
    del s.hex_taken["bavaria"]
    s.families["green"].score.hex -= 5


def tile_made(s):
    s.families["red"].supply["king"] += 1


def tile_lost(s):
    s.families["red"].supply["baron"] -= 1


def never_brought(s):
    s.families["green"].brought = {}
    s.families["green"].noble_cards = {}
    s.noble_cards_left["earl"] += 1


def noble_card_made(s):
    s.noble_cards_left["baron"] += 1


def noble_card_not_brought(s):
    s.families["red"].noble_cards["baron"] = 1
    s.noble_cards_left["baron"] -= 1


def points_for_nothing(s):
    s.families["red"].score.hex += 1


def points_for_no_square(s):
    s.families["red"].score.square += 8


def early_final_points(s):
    s.families["red"].score.final = 4


def points_for_no_round_end(s):
    s.families["red"].score.round_end = 7


def square_twice(s):
    s.squares["gb"].append("blue")
    s.families["blue"].score.square += 4


def three_squares(s):
    s.squares["gb"] += ["red", "green"]


def full_set_without_nobles(s):
    s.large.append("red")
    s.families["red"].score.full_set = 16


def full_set_not_scored(s):
    s.families["red"].brought = dict.fromkeys(s.board.ranks, 1)


def small_marker_early(s):
    s.small.append(RoundEnd(0, "gb"))


def small_marker_missing(s):
    s.round = 1
    s.small = [RoundEnd(0, country) for country in ("gb", "fr", "es")]


def second_without_first(s):
    s.round = 1
    s.small = [RoundEnd(0, country) for country in s.board.countries]
    s.small[0].second = "red"
    s.families["red"].score.round_end = 3


def seat_twice(s):
    s.order[1] = "red"


def nobody_active(s):
    s.active = "black"


def too_late_a_round(s):
    s.round = 3


@pytest.mark.parametrize(("breach", "sentence"), [
    (lose_a_card, "attribute cards of"),
    (swap_a_card, "attribute cards of"),
    (unsorted_hand, "out of order"),
    (unsorted_treason, "out of order"),
    (revolution_in_the_draw_pile, "revolution card lies outside"),
    (no_revolution, "holds it 0 times"),
    (two_revolutions, "holds it 2 times"),
    (lose_a_treason_card, "treason cards of"),
    (short_row, "with 5 cards in the row"),
    (short_treason_row, "with 1 treason cards"),
    (put_aside, "1 cards put aside"),
    (eleven_cards, "red holds 11 attribute cards"),
    (five_treason_cards, "yellow holds 5 treason cards"),
    (stranger_on_the_map, "a noble of 'black' stands in london"),
    (box_too_many, "london has 2 boxes, not 1"),
    (dead_without_box, "a dead baron of 'red'"),
    (dead_of_a_marker_holder, "belongs home"),
    (noble_without_hex, "hex marker was never taken"),
    (tile_made, "tiles of king"),
    (tile_lost, "tiles of baron"),
    (never_brought, "green has 1 tiles of earl on the map and brought 0"),
    (noble_card_made, "noble cards of baron"),
    (noble_card_not_brought, "red has 1 noble cards of baron and brought 0"),
    (points_for_nothing, "points for hex"),
    (points_for_no_square, "points for square"),
    (early_final_points, "points for final"),
    (points_for_no_round_end, "points for round_end"),
    (square_twice, "square markers of gb are with"),
    (three_squares, "square markers of gb are with"),
    (full_set_without_nobles, "without a full set"),
    (full_set_not_scored, "0 large markers are taken by 1 full sets"),
    (small_marker_early, "small markers of 0 rounds"),
    (small_marker_missing, "small markers of 1 rounds"),
    (second_without_first, "with None and red"),
    (seat_twice, "no circle"),
    (nobody_active, "'black' is active"),
    (too_late_a_round, "no round 3"),
])  # fmt: skip
def test_a_breach_is_named(breach, sentence):
    s = sound()
    breach(s)
    with pytest.raises(BrokenInvariant, match=sentence):
        check(s)


def test_in_the_middle_of_a_turn_rows_may_be_short():
    """6.3, 12"""
    s = table(3)
    s.give("red", s.row.pop())
    s.aside += [s.draw_pile.pop() for _ in range(6)]
    check(s)


def test_small_markers_of_the_rounds_so_far():
    s = sound()
    s.round = 2
    s.small = [RoundEnd(number, country) for number in range(2) for country in s.board.countries]
    check(s)
    s.small[1].first, s.small[1].second = "red", "blue"
    s.families["red"].score.round_end = 10
    s.families["blue"].score.round_end = 2
    check(s)


def test_the_history_ends_with_the_scores():
    s = sound()
    s.round, s.over = 2, True
    s.small = [RoundEnd(number, country) for number in range(3) for country in s.board.countries]
    final_scoring(s)
    s.past.add(Standing(9, 2, "red", s.totals()))
    check(s)
    s.past.totals["red"][-1] += 1
    with pytest.raises(BrokenInvariant, match="history"):
        check(s)
