"""Options, takes and refills: sections 6 to 8 and 12."""

from __future__ import annotations

import pytest

from engine.heads_of_state import invariants
from engine.heads_of_state.terms import REVOLUTION
from tests.engine.heads_of_state.noble_table import hand, table, treason_hand
from tests.engine.heads_of_state.turns import (
    before_turn,
    on_top,
    only_left,
    option,
    place,
    play_turn,
    plot,
    seen,
    show,
    show_treason,
    take,
)


@pytest.mark.parametrize(("players", "draws"), [(2, (2, 3)), (3, (1, 2, 3)), (4, (1, 1, 2, 3)), (5, (1, 1, 2, 2, 3))])
def test_first_turns(players: int, draws: tuple[int, ...]) -> None:
    """6.2"""
    s = before_turn(table(players))
    for family in s.families.values():
        family.turns = 0
    taken = []
    for _ in range(players):
        before = len(s.events)
        play_turn(s, [option("1x")])
        taken.append(sum(event.kind == "card_taken" for event in s.events[before:]))
    assert tuple(taken) == draws


@pytest.mark.parametrize("name", ["1x", "2"])
def test_first_turn_is_option_1_without_exchange(name: str) -> None:
    """6.2, 8.1"""
    s = before_turn(table())
    s.families["red"].turns = 0
    game = play_turn(s, [option(name), take("gold")])
    assert game.events("option_chosen") == [{"seat": "red", "option": "1"}]
    assert [facts["reason"] for facts in game.events("order_skipped")] == ["first_turn_option_1"]


def test_first_turn_with_exchange_takes_one_card() -> None:
    """R2, the other reading."""
    s = before_turn(table(4, R2_first_turn_exchange=True))
    s.families["red"].turns = 0
    game = play_turn(s, [option("1x")])
    assert game.events("option_chosen") == [{"seat": "red", "option": "1x"}]
    assert len(game.events("card_taken")) == 1


def test_wishes_are_tried_in_turn() -> None:
    s = before_turn(table())
    show(s, "gold, gold, title, title, castle, castle")
    on_top(s, "jewels, troops")
    game = play_turn(s, [take("palace", "castle", "blind"), take("bishop", "blind"), take("gold")])
    assert game.events("card_taken", "card_drawn") == [
        {"seat": "red", "card": "castle", "from": "row"},
        {"seat": "red", "card": "jewels"},
        {"seat": "red", "card": "gold", "from": "row"},
    ]
    assert game.events("order_skipped") == []
    assert game.events("row_refilled") == [{"cards": ["troops", *s.row[5:]]}]


def test_blind_takes_are_hidden_from_the_others() -> None:
    """3.2, 3.3: that a card was taken blind is public, which one is not."""
    s = before_turn(table())
    show_treason(s, "axeman, gallows")
    play_turn(s, [option("2"), plot("blind"), take("blind")])
    for kind in ("card_drawn", "treason_drawn"):
        assert seen(s, "yellow", kind) == [{"seat": "red"}]
        assert seen(s, "red", kind)[0].keys() == {"seat", "card"}


def test_missing_and_impossible_takes_are_made_by_default_and_surplus_ones_ignored() -> None:
    """19.3, D2"""
    s = before_turn(table())
    show(s, "gold, gold, title, title, castle, castle")
    game = play_turn(s, [take("jewels")])
    assert [facts["card"] for facts in game.events("card_taken")] == ["gold", "title", "castle"]
    assert [facts["reason"] for facts in game.events("order_skipped")] == ["not_in_row"]
    game = play_turn(s, [take("any")] * 5)
    assert len(game.events("card_taken")) == 6
    assert [facts["reason"] for facts in game.events("order_skipped")][1:] == ["takes_done", "takes_done"]


def test_takes_come_before_the_first_noble() -> None:
    s = before_turn(table())
    show(s, "gold, gold, title, title, castle, castle")
    game = play_turn(s, [place("baron", "provence"), take("gold"), take("castle"), take("castle")])
    assert game.told.index("noble_placed") > max(n for n, kind in enumerate(game.told) if kind == "card_taken")
    assert [facts["card"] for facts in game.events("card_taken")] == ["gold", "castle", "castle"]


# ---------------------------------------------------------------------- exchange


def test_exchange_needs_six_cards_in_the_draw_pile() -> None:
    """E46"""
    s = before_turn(table())
    only_left(s, 5)
    game = play_turn(s, [option("1x"), take("any")])
    assert [facts["reason"] for facts in game.events("order_skipped")] == ["no_exchange"]
    assert game.events("option_chosen")[0]["option"] == "1"


def test_exchange_with_exactly_six_cards_then_a_row_card() -> None:
    """E46a"""
    s = before_turn(table())
    only_left(s, 6)
    aside = list(s.row)
    game = play_turn(s, [option("1x"), take("any")])
    assert game.events("row_exchanged")[0]["cards"] == aside
    assert (len(s.draw_pile), len(s.revolution_pile), len(s.row)) == (5, 11, 6)
    invariants.check(s)


def test_exchange_with_exactly_six_cards_then_a_blind_take() -> None:
    """E46b, R5"""
    s = before_turn(table())
    only_left(s, 6)
    s.revolution_pile.remove(REVOLUTION)
    s.revolution_pile.insert(0, REVOLUTION)
    game = play_turn(s, [option("1x"), take("blind")])
    assert len(game.events("card_drawn")) == 1
    assert (len(s.draw_pile), len(s.revolution_pile), len(s.row)) == (6, 10, 6)
    invariants.check(s)


# ---------------------------------------------------------------------- option 2


def test_option_2_takes_in_the_order_of_the_lines() -> None:
    """D4"""
    s = before_turn(table())
    show_treason(s, "axeman, gallows")
    game = play_turn(s, [option("2"), take("any"), plot("guillotine", "gallows")])
    taken = [kind for kind in game.told if kind in ("card_taken", "treason_taken")]
    assert taken == ["card_taken", "treason_taken"]
    assert game.events("treason_taken") == [{"seat": "red", "card": "gallows"}]


def test_option_2_without_a_treason_line_takes_the_first_of_the_row_before_the_attribute() -> None:
    """D3, R32"""
    s = before_turn(table())
    show_treason(s, "axeman, gallows")
    game = play_turn(s, [option("2"), take("any")])
    taken = [kind for kind in game.told if kind in ("card_taken", "treason_taken")]
    assert taken == ["treason_taken", "card_taken"]
    assert game.events("treason_taken") == [{"seat": "red", "card": "axeman"}]


def test_a_treason_card_that_is_gone_is_replaced_by_the_first_of_the_row() -> None:
    s = before_turn(table())
    show_treason(s, "axeman, gallows")
    game = play_turn(s, [option("2"), plot("guillotine"), take("any")])
    assert game.events("treason_taken") == [{"seat": "red", "card": "axeman"}]
    assert game.events("order_skipped")[0]["reason"] == "not_in_row"


def test_treason_line_in_option_1() -> None:
    s = before_turn(table())
    game = play_turn(s, [option("1"), plot("any")])
    assert game.events("order_skipped")[0]["reason"] == "no_treason_in_option_1"


@pytest.mark.parametrize("played", [False, True])
def test_treason_pile_runs_out(played: bool) -> None:
    """E51"""
    s = before_turn(table())
    show_treason(s, "assassin, gallows")
    while len(s.treason_discard) < 14:
        s.treason_discard.append(s.treason_pile.pop())
    for n, card in enumerate(s.treason_pile):
        s.give_treason(s.order[1 + n % 3], card)
    s.treason_pile = []
    if played:
        s.set_owner("hanover", "baron", "blue")
    strike = [{"do": "use", "card": "gallows", "seat": "blue", "rank": "baron", "area": "hanover"}]
    game = play_turn(s, [option("2"), plot("gallows"), take("any"), *([strike] if played else [])])
    assert game.events("treason_reshuffled") == [{"count": 14 + played}]
    assert (len(s.treason_pile), s.treason_discard) == (13 + played, [])
    assert s.treason_row[0] == "assassin"
    assert len(s.treason_row) == 2


# ---------------------------------------------------------------------- end of a turn


def test_the_turn_ends_in_the_order_of_section_12() -> None:
    s = before_turn(table())
    hand(s, "red", "5 gold, 5 title")
    treason_hand(s, "red", "4 assassin")
    game = play_turn(s, [option("2")])
    tail = ["cards_discarded", "treason_row_refilled", "row_refilled"]
    assert game.told[-3:] == tail
    assert s.active == "yellow"
    assert (s.number, s.turn, s.phase) == (2, None, 1)
    assert [(one.number, one.seat) for one in s.history] == [(1, "red")]
    invariants.check(s)
