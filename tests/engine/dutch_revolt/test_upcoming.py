"""12.3: which questions are still to come in a turn, as reports announce them."""

from __future__ import annotations

import pytest

from engine.core.chance import entropy
from engine.core.table import Table
from engine.dutch_revolt.sequence import OVER, upcoming
from engine.dutch_revolt.state import DutchRevoltState
from tests.engine.dutch_revolt.positions import position, rules
from tests.engine.dutch_revolt.test_sequence import lots

PHASE_OF_KIND = {
    "orange_squares": 0, "city_tax": 1, "move_support": 2, "rob": 2, "upkeep": 3, "recruit": 4, "begin_siege": 6,
    "sea_beggars": 7, "move_army": 8, "influence": 9, "new_units": 10, "arrange": 14, "siege_end": 15, "loyalty": 16,
    "turn_order": 20,
}  # fmt: skip


@pytest.mark.parametrize(("players", "mode"), [(2, "standard"), (3, "strict"), (4, "quick"), (5, "standard")])
def test_every_question_of_a_turn_was_announced(players: int, mode: str) -> None:
    game: Table[DutchRevoltState] = Table.start(rules(), {"players": players, "mode": mode}, entropy(b"s", "g"))
    draw = lots(players)
    announced: dict[str, set[int]] = {}
    turn, cursor = -1, ""
    while not game.over:
        state = game.state
        if state.turn != turn:
            turn, announced = state.turn, {}
        if state.cursor != cursor:
            for decision in game.open:
                phase = PHASE_OF_KIND.get(decision.kind)
                if phase is not None and announced:
                    assert phase in announced[decision.seat], (decision.key, state.cursor)
            cursor = state.cursor
        for faction in state.order:
            coming = upcoming(state, faction)
            assert [one.after for one in coming] == sorted(one.after for one in coming)
            assert all(one.after > 0 for one in coming)
            announced.setdefault(faction, set()).update(one.phase for one in coming)
        for decision in game.open:
            choice = decision.options.to_json(decision.options.sample(draw)) if draw(3) else "default"
            game.answer(decision.key, choice, "order")


def test_what_cannot_be_asked_is_not_announced() -> None:
    state = position(turn=2)
    state.cursor = "2/sieges"
    assert [one.phase for one in upcoming(state, "catholics")] == [10, 14, 16, 20]
    assert 7 in [one.phase for one in upcoming(state, "reformers")]
    state.cursor = "2/money"
    assert [one.phase for one in upcoming(state, "catholics")] == [4, 6, 8, 9, 10, 14, 15, 16, 20]


def test_each_faction_counts_the_questions_before_its_own() -> None:
    state = position(turn=2)
    state.cursor = "2/money"
    places = {f: next(one.after for one in upcoming(state, f) if one.phase == 4) for f in state.order}
    assert list(places.values()) == [1, 2, 3, 4, 5]


def test_the_last_turn_asks_for_no_order_and_the_end_for_nothing() -> None:
    state = position(turn=5)
    state.cursor = "5/inside"
    assert 20 not in [one.phase for one in upcoming(state, "burghers")]
    state.cursor = OVER
    assert upcoming(state, "burghers") == []
