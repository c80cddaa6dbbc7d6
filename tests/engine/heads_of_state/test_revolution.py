"""Section 13: the end of a round, and turns into which it breaks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.decision import Timing
from engine.heads_of_state import invariants, sequence
from engine.heads_of_state.keeping import question
from engine.heads_of_state.terms import REVOLUTION
from tests.engine.heads_of_state.noble_table import hand, stand, table, treason_hand
from tests.engine.heads_of_state.turns import (
    CONTINUE,
    WAIT,
    before_turn,
    discard,
    keep,
    only_left,
    option,
    place,
    play_turn,
    plot,
    revolution_next,
    show,
    show_treason,
    take,
)


def test_revolution_while_refilling() -> None:
    """E48, R8"""
    s = before_turn(table())
    revolution_next(s)
    s.draw_pile.append(s.discard.pop())
    on_pile = s.draw_pile[-1]
    s.draw_pile.append(s.discard.pop())
    stand(s, "blue earl @ aragon")
    game = play_turn(s, [take("any"), take("any"), take("blind")])
    assert game.events("row_refilled") == [{"cards": [on_pile]}]
    assert game.events("revolution") == [{"round": "1589", "how": "refill"}]
    assert [facts["winner"] for facts in game.events("country_scored")].count("blue") == 1
    assert game.told[-2:] == ["round_begins", "rows_dealt"]
    assert (s.round, s.active, s.phase, s.clock) == (1, "yellow", 1, "fresh")
    assert (len(s.row), len(s.revolution_pile), s.revolution_pile.count(REVOLUTION)) == (6, 11, 1)
    assert s.discard == []
    assert len(game.asked) == 1
    invariants.check(s)


def test_round_change_in_option_2() -> None:
    """E49: the third treason card goes, the attribute take is made again, treason may be played."""
    s = before_turn(table())
    revolution_next(s)
    show_treason(s, "axeman, gallows")
    treason_hand(s, "red", "2 guillotine")
    game = play_turn(
        s,
        [option("2"), plot("axeman"), take("blind"), CONTINUE],
        red=[[{"do": "keep", "card": "axeman"}]],
    )
    assert game.events("cards_discarded") == [{"seat": "red", "cards": [], "treason": ["guillotine"]}]
    assert s.families["red"].treason == ["axeman", "guillotine"]
    assert "gallows" in s.treason_discard
    assert len(game.events("card_drawn")) == 1
    assert game.told.index("rows_dealt") < game.told.index("card_drawn")
    assert [decision.key for decision in game.asked] == ["turn@red", "keep@red"]
    assert (s.round, s.active) == (1, "yellow")
    invariants.check(s)


def test_without_continue_the_seat_is_asked_again() -> None:
    """13.4, 19.5, D13: the deadline starts anew."""
    s = before_turn(table())
    revolution_next(s)
    hand(s, "red", "gold")
    game = play_turn(
        s,
        [take("gold"), take("blind"), place("baron", "provence")],
        [take("any"), place("baron", "hanover")],
    )
    assert [decision.key for decision in game.asked] == ["turn@red", "turn/2@red"]
    assert game.asked[1].rule == "19.4"
    assert game.clocks == ["fresh", "fresh"]
    assert game.events("revolution") == [{"round": "1589", "how": "take"}]
    assert len(game.events("card_taken", "card_drawn")) == 3
    assert [facts["area"] for facts in game.events("noble_placed")] == ["hanover"]
    assert "turn_waits" not in game.told


def test_with_continue_the_line_is_tried_against_the_new_row() -> None:
    s = before_turn(table())
    revolution_next(s)
    show_row = set(s.row)
    game = play_turn(s, [CONTINUE, take(*sorted(set(s.board.attributes) - show_row)[:1], "blind"), take("any")])
    assert [decision.key for decision in game.asked] == ["turn@red"]
    assert len(game.events("card_taken", "card_drawn")) == 3


def test_after_an_exchange_the_take_is_made_without_a_new_exchange() -> None:
    """13.4, R38"""
    s = before_turn(table())
    only_left(s, 6)
    s.revolution_pile.remove(REVOLUTION)
    s.revolution_pile.append(REVOLUTION)
    game = play_turn(s, [option("1x"), take("blind")], [option("1x"), take("any")])
    assert len(game.events("row_exchanged")) == 1
    assert len(game.events("card_taken")) == 1
    assert s.aside == []
    invariants.check(s)


def test_blind_as_1a_then_no_change_to_1b() -> None:
    s = before_turn(table())
    revolution_next(s)
    game = play_turn(s, [option("1"), take("blind")], [option("1x"), take("any")])
    assert game.events("row_exchanged") == []
    assert game.events("order_skipped")[0]["reason"] == "option_chosen"
    assert len(game.events("card_taken")) == 3


def test_the_last_revolution_ends_the_game_in_mid_turn() -> None:
    """13.2, R10"""
    s = before_turn(table())
    s.round = 2
    revolution_next(s)
    hand(s, "red", "gold, title")
    game = play_turn(s, [take("any"), take("blind"), CONTINUE, place("baron", "provence")])
    assert s.over
    assert game.told[-1] == "game_ends"
    assert game.events("noble_placed") == []
    assert game.events("round_begins", "cards_discarded") == []
    assert sequence.cursor(s) == "over"
    assert sequence.step(s) is not None
    assert len(s.history) == 1


def test_the_last_revolution_by_refilling() -> None:
    s = before_turn(table())
    s.round = 2
    revolution_next(s)
    play_turn(s, "default")
    assert s.over
    assert len(s.history) == 1


# ---------------------------------------------------------------------- discards of 13.3c


def over_the_limits() -> Any:
    s = before_turn(table())
    hand(s, "red", "4 gold, 4 title")
    hand(s, "yellow", "2 gold, 5 title")
    hand(s, "green", "3 castle, 3 troops")
    treason_hand(s, "green", "3 assassin")
    treason_hand(s, "blue", "2 axeman")
    revolution_next(s)
    return s


def test_who_is_over_the_limits_is_asked_all_at_once() -> None:
    s = over_the_limits()
    game = play_turn(
        s,
        "default",
        red="default",
        yellow=[[{"do": "discard", "card": "gold"}]],
        green="default",
    )
    assert [decision.key for decision in game.asked] == ["turn@red", "keep@red", "keep@yellow", "keep@green"]
    assert {decision.timing for decision in game.asked[1:]} == {Timing.RESPONSE}
    assert game.clocks == ["fresh", "keep"]
    gone = {facts["seat"]: (facts["cards"], facts["treason"]) for facts in game.events("cards_discarded")}
    assert gone["yellow"] == (["gold"], [])
    assert gone["green"] == ([], ["assassin"])
    assert "blue" not in gone
    assert all(s.hand_sizes(seat)[0] <= 6 and s.hand_sizes(seat)[1] <= 2 for seat in s.order)
    assert s.phase == 1


def test_the_question_tells_the_hand_and_how_many_must_go() -> None:
    s = over_the_limits()
    game = play_turn(s, "default", red="default", yellow="default", green="default")
    facts = game.facts[2]
    assert facts["attributes_over"] == 1
    assert facts["round"] == "1689"


def test_keep_lines_of_the_script_are_used_and_the_active_seat_is_not_asked() -> None:
    s = over_the_limits()
    s.draw_pile, s.discard = s.discard, s.draw_pile
    only_left(s, 0)
    script = [take("any"), take("any"), take("blind"), CONTINUE, *keep(*["title"] * 4, *["gold"] * 4)]
    game = play_turn(s, script, yellow="default", green="default")
    assert [decision.key for decision in game.asked] == ["turn@red", "keep@yellow", "keep@green"]
    first = next(facts for facts in game.events("cards_discarded") if facts["seat"] == "red")
    held = Counter(gold=4, title=4) + Counter(facts["card"] for facts in game.events("card_taken"))
    assert sum(held.values()) - len(first["cards"]) == 6  # type: ignore[arg-type]
    assert "title" not in first["cards"]  # type: ignore[operator]


def test_keep_lines_go_before_at_the_end_of_the_turn_too() -> None:
    """D10"""
    s = before_turn(table())
    show(s, "castle, castle, gold, gold, title, title")
    hand(s, "red", "5 gold, 4 title")
    game = play_turn(s, [take("castle"), take("castle"), take("title"), *discard("castle"), *keep("castle")])
    assert game.events("cards_discarded") == [{"seat": "red", "cards": ["castle", "title"], "treason": []}]


def test_keep_lines_of_an_earlier_mail_hold_for_the_turn() -> None:
    s = before_turn(table())
    show(s, "castle, castle, gold, gold, title, title")
    hand(s, "red", "5 gold, 4 title")
    game = play_turn(s, [take("castle"), *discard("title"), WAIT], [take("castle"), take("gold")])
    assert game.events("cards_discarded")[0]["cards"] == ["title", "gold"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ([[{"do": "take", "card": "gold"}]], "unknown_name"),
        ([[{"do": "keep", "card": "silver"}]], "unknown_name"),
        ([[{"do": "keep", "card": "gold"}], [{"do": "discard", "card": "assassin"}]], None),
    ],
)
def test_faults_of_keep(given: Any, reason: str | None) -> None:
    s = over_the_limits()
    game = play_turn(s, "default", red="default", yellow="default", green="default")
    options = game.asked[1].options
    found = options.why_not(options.from_json(given))
    assert (found and found.key) == reason


def test_trial_of_keep_names_cards_that_are_not_held() -> None:
    s = over_the_limits()
    options = question(s, "blue").options
    results = options.trial(options.from_json([[{"do": "keep", "card": "axeman"}], [{"do": "keep", "card": "gold"}]]))  # type: ignore[attr-defined]
    assert [reason and reason.key for reason in results] == [None, "no_such_card_in_hand"]
