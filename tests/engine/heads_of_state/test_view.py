"""Section 3: what each seat sees, and what it must not."""

from __future__ import annotations

import json
from typing import Any

from engine.core.decision import Seat
from engine.heads_of_state.state import HeadsState, Turn
from engine.heads_of_state.view import view
from tests.engine.heads_of_state.noble_table import hand, lie, square, stand, table, treason_hand
from tests.engine.heads_of_state.turns import before_turn, only_left, revolution_next

KEYS = {
    "game", "turn", "phase", "step", "round", "rounds", "over", "players", "order", "active", "attribute", "treason",
    "areas", "countries", "large", "seats", "noble_cards_left", "history", "own", "going_on", "can_place",
    "can_strike", "result",
}  # fmt: skip


def in_turn() -> HeadsState:
    s = table()
    s.turn = Turn()
    hand(s, "red", "gold, title")
    hand(s, "yellow", "2 castle")
    treason_hand(s, "red", "axeman")
    treason_hand(s, "yellow", "2 assassin")
    stand(s, "yellow count @ scotland", "blue king @ london")
    lie(s, "red king @ london")
    return s


def test_every_key_of_the_contract() -> None:
    shown: Any = view(in_turn(), Seat("red"))
    assert shown.keys() == KEYS
    json.dumps(shown)
    assert shown["areas"]["scotland"]["boxes"] == [{"rank": "earl", "seat": None}, {"rank": "count", "seat": "yellow"}]
    assert shown["areas"]["london"]["dead"] == [{"seat": "red", "rank": "king"}]
    assert shown["areas"]["london"]["hex"] == "blue"
    assert shown["countries"]["gb"]["influence"] == {"yellow": 2, "blue": 4}
    assert shown["seats"]["yellow"]["attributes"] == 2
    assert shown["own"] == {"seat": "red", "hand": ["gold", "title"], "treason": ["axeman"]}


def test_only_the_seat_that_is_asked_sees_what_it_can_do() -> None:
    s = in_turn()
    mine: Any = view(s, Seat("red"))
    assert {"area": "provence", "rank": "baron", "pays": ["gold"]} in mine["can_place"]
    assert mine["can_strike"] == [{"seat": "yellow", "rank": "count", "area": "scotland", "with": [["axeman"]]}]
    assert mine["going_on"]["stage"] == 1
    for reader in (Seat("yellow"), None):
        other: Any = view(s, reader)
        assert (other["can_place"], other["can_strike"], other["going_on"]) == ([], [], None)
    assert view(s, None)["own"] is None
    s.phase = 3
    asked_to_keep: Any = view(s, Seat("red"))
    assert asked_to_keep["can_place"] == []


def test_hidden_cards_change_nothing_in_what_others_see() -> None:
    """Other hands of the same size, other orders of the piles."""
    s, other = in_turn(), in_turn()
    other.families["yellow"].hand, other.draw_pile[-2:] = ["jewels", "courtesan"], ["castle", "castle"]
    other.families["yellow"].treason = ["gallows", "gallows"]
    other.draw_pile.reverse()
    other.revolution_pile.reverse()
    other.treason_pile.reverse()
    for reader in (Seat("red"), Seat("blue"), None):
        assert view(s, reader) == view(other, reader)


def test_markers() -> None:
    s = before_turn(table(2))
    square(s, "gb", "yellow")
    s.large.append("red")
    shown: Any = view(s, None)
    assert shown["large"] == [{"value": 16, "seat": "red"}, {"value": 8, "seat": None}]
    assert shown["countries"]["gb"]["squares"] == [{"value": 8, "seat": "yellow"}, {"value": 4, "seat": None}]
    assert shown["countries"]["gb"]["small"]["1589"] == [
        {"value": 8, "seat": None, "used": False},
        {"value": 3, "seat": None, "used": False},
    ]


def test_piles() -> None:
    s = before_turn(table())
    only_left(s, 3)
    shown: Any = view(s, None)
    assert shown["attribute"]["draw"] == 3
    assert (shown["attribute"]["revolution_left"], shown["attribute"]["revolution_uncovered"]) == (11, 0)
    assert sum(shown["attribute"]["discard"].values()) == len(s.discard)
    assert shown["attribute"]["in_use"] == 85
    revolution_next(s)
    s.revolution_pile.pop(0)
    again: Any = view(s, None)
    assert again["attribute"]["revolution_uncovered"] == 1
