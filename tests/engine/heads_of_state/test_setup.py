"""Section 4 and the options of a game."""

from __future__ import annotations

from typing import Any

import pytest

from engine import games
from engine.core.chance import entropy
from engine.core.codec import require_fit
from engine.core.table import Table
from engine.heads_of_state.board import BadBoard, Board, our_text
from engine.heads_of_state.rules import HeadsOfState
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import REVOLUTION
from tests.engine.heads_of_state.noble_table import our_board

RULES = HeadsOfState(our_board())


def dealt(**options: Any) -> Table[HeadsState]:
    return Table.start(RULES, options, entropy(b"secret", "deal"))


def test_the_game_is_registered() -> None:
    assert isinstance(games.load("heads_of_state"), HeadsOfState)


def test_the_position_fits_into_json() -> None:
    require_fit(HeadsState)


@pytest.mark.parametrize(("players", "draw"), [(2, 39), (3, 54), (4, 69), (5, 84)])
def test_piles_after_the_deal(players: int, draw: int) -> None:
    """E45"""
    state = dealt(players=players).state
    assert (len(state.draw_pile), len(state.row)) == (draw, 6)
    assert len(state.revolution_pile) == 11
    assert state.revolution_pile.count(REVOLUTION) == 1
    assert (len(state.treason_pile), len(state.treason_row)) == (27, 2)
    assert all(state.hand_sizes(seat) in [(0, 0)] for seat in state.order)


def test_the_circle_of_seats_is_drawn() -> None:
    """4.1"""
    circles = {tuple(Table.start(RULES, {"players": 3}, entropy(bytes([n]), "deal")).state.order) for n in range(40)}
    assert len(circles) == 6


def test_the_first_step_is_the_deal_and_the_first_turn_asks() -> None:
    table = dealt(players=4)
    assert [event.kind for event in table.take_events()] == ["dealt", "rows_dealt", "turn_begins"]
    assert table.step_name == f"1589/1/{table.state.order[0]}"
    assert [decision.key for decision in table.open] == [f"turn@{table.state.order[0]}"]


def test_seats_are_the_first_colours() -> None:
    assert RULES.seats({"players": 2}) == ("red", "yellow")
    assert RULES.seats({}) == ("red", "yellow", "blue", "green")
    assert RULES.seats({"colours": ["black", "blue"]}) == ("blue", "black")


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"players": 6}, "2, 3, 4, 5"),
        ({"players": True}, "2, 3, 4, 5"),
        ({"player": 3}, "players, colours"),
        ({"colours": ["red"]}, "2 to 5"),
        ({"colours": ["red", "red"]}, "twice"),
        ({"colours": ["red", "pink"]}, "black"),
        ({"colours": "red"}, "list"),
        ({"players": 3, "colours": ["red", "blue"]}, "leave one"),
        ({"switches": {"R1": True}}, "R16_return_dead_when_useless"),
        ({"switches": {"R23_minimum_cards": True}}, "0 or 1"),
        ({"switches": {"R25_winner_tie_counts": "kings"}}, "nobles_on_map"),
        ({"switches": []}, "table"),
        ({"keep_hours": -1}, "whole number"),
        ({"grace_hours": "a day"}, "whole number"),
    ],
)
def test_bad_options_say_what_to_write(options: dict[str, Any], hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        RULES.setup(options)


def test_switches_override_the_data_file() -> None:
    state = RULES.setup({"switches": {"R23_minimum_cards": 0, "R16_return_dead_when_useless": True}})
    assert state.switches == {"R23_minimum_cards": 0}
    assert state.board.switches.R23_minimum_cards == 0
    again = RULES.from_json(RULES.to_json(state), 1)
    assert again.board.switches.R23_minimum_cards == 0
    assert again == state


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ('cost = ["gold", "title"]', 'cost = ["gold", "courtesan"]', "no ordinary attribute"),
        ('boxes = ["earl", "count"]', 'boxes = ["count", "earl"]', "higher one first"),
        ('boxes = ["marquis", "baron"]', 'boxes = ["marquis", "pope"]', "no rank"),
        ("4 = [1, 1, 2, 3]", "4 = [1, 2, 3]", "4 numbers"),
        ('countries = ["gb", "de"]', 'countries = ["gb"]', "double 2"),
        ("revolution_attribute_cards = 10", "revolution_attribute_cards = 60", "too few attribute"),
        ('R25_winner_tie_counts = "noble_cards"', 'R25_winner_tie_counts = "kings"', "R25"),
        ("turn_end_attribute = 10", "turn_end = 10", "turn_end_attribute"),
        ("[limits]", "[limits", "not TOML"),
    ],
)
def test_bad_data_is_refused(was: str, becomes: str, says: str) -> None:
    text = our_text()
    assert was in text
    with pytest.raises(BadBoard, match=says):
        Board.load(text.replace(was, becomes, 1))


def test_corrected_data_is_used() -> None:
    """The numbers of 6.2 and 4.3 are facts of the data file."""
    text = our_text().replace("4 = [1, 1, 2, 3]", "4 = [2, 2, 3, 3]", 1)
    text = text.replace("revolution_attribute_cards = 10", "revolution_attribute_cards = 11", 1)
    table = Table.start(HeadsOfState(Board.load(text)), {"players": 4}, entropy(b"secret", "deal"))
    assert len(table.state.revolution_pile) == 12
    table.answer(table.open[0].key, "default", "order")
    assert sum(event.kind == "card_taken" for event in table.take_events()) == 2
