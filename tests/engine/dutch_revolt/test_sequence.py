"""Sections 7 and 12: which steps there are in each mode, who is asked what and when, and whole random games."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.chance import entropy
from engine.core.decision import Draw, Json
from engine.core.table import Table
from engine.dutch_revolt.sequence import settled
from engine.dutch_revolt.state import DutchRevoltState
from tests.engine.dutch_revolt.positions import position, rules

Game = Table[DutchRevoltState]


def lots(seed: int) -> Draw:
    """A little generator of our own: the same numbers everywhere."""
    value = seed

    def draw(n: int) -> int:
        nonlocal value
        value = (value * 6364136223846793005 + 1442695040888963407) % 2**64
        return (value >> 33) % n

    return draw


def start(**options: Json) -> Game:
    return Table.start(rules(), options, entropy(b"secret", "gouda"))


def answer_all(game: Game, draw: Draw | None = None) -> None:
    """Answer what is open now: by lot, or by default."""
    for decision in game.open:
        choice = decision.options.sample(draw) if draw else "default"
        game.answer(decision.key, decision.options.to_json(choice), "order")


def to_turn(game: Game, turn: int, phase: int = 1) -> None:
    """Play by default until this turn and phase are asked."""
    while not game.over and (game.state.turn, game.state.phase) < (turn, phase):
        answer_all(game)


def keys(game: Game) -> list[str]:
    return [decision.key for decision in game.open]


def kinds(game: Game) -> list[str]:
    return list(dict.fromkeys(decision.kind for decision in game.open))


@pytest.mark.parametrize("mode", ["strict", "standard", "quick"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_random_game_ends(players: int, mode: str) -> None:
    for seed in range(3):
        game, draw = start(players=players, mode=mode), lots(seed)
        while not game.over:
            answer_all(game, draw)
        assert game.state.turn == 5
        assert len(game.state.history) == 6
        assert game.state.instructions == {}


def test_turn_0_asks_set_up_support_and_units_together() -> None:
    game = start(players=5)
    assert game.step_name == "0/opening"
    assert keys(game)[0] == "orange_squares@habsburgs"
    assert {"move_support", "new_units"} <= set(kinds(game))
    assert "move_support@catholics" not in keys(game)  # nothing in a box, nothing to ask
    assert [k for k in keys(game) if k.startswith("new_units")] == [
        f"new_units@{f}" for f in ("catholics", "habsburgs", "nobility", "burghers", "reformers")
    ]


def test_e04_stock_after_the_units_of_turn_0() -> None:
    game = start(players=5)
    while game.step_name == "0/opening":
        answer_all(game)
    placed = [e for e in game.take_events() if e.kind in ("units_placed", "units_into_box")]
    assert sum(int(str(e.facts["count"])) for e in placed) == 7 + 6 + 5 + 4 + 3


def phases_told(game: Game) -> list[tuple[Json, Json]]:
    return [(e.facts["turn"], e.facts["phase"]) for e in game.take_events() if e.kind == "phase_begins"]


@pytest.mark.parametrize("mode", ["strict", "standard", "quick"])
def test_every_phase_is_announced_once_and_in_order(mode: str) -> None:
    game = start(players=5, mode=mode)
    to_turn(game, 2)
    expected = [(0, p) for p in (0, 2, 10, 11, 12, 13, 14, 17, 20)] + [(1, p) for p in range(1, 21)]
    assert phases_told(game)[: len(expected)] == expected


def asked_in_turn(game: Game, turn: int) -> list[list[str]]:
    """The kinds of each question of a turn, in the order they were put."""
    to_turn(game, turn)
    asked: list[list[str]] = []
    while not game.over and game.state.turn == turn:
        asked.append(kinds(game))
        answer_all(game)
    return asked


def test_standard_mode() -> None:
    asked = asked_in_turn(start(players=5, mode="standard"), 1)
    assert asked[0][0] == "city_tax"
    assert "upkeep" in asked[0]
    assert sum("recruit" in q for q in asked) >= 2  # one after the other
    assert sum("new_units" in q for q in asked) == 5
    assert asked[-1][-1] == "turn_order"
    assert "loyalty" in asked[-1]


def test_strict_mode_asks_loyalty_in_order_and_the_turn_order_last() -> None:
    asked = asked_in_turn(start(players=5, mode="strict"), 1)
    assert asked[-1] == ["turn_order"]
    assert sum(q == ["loyalty"] for q in asked) >= 3


def test_quick_mode_is_four_packages() -> None:
    asked = asked_in_turn(start(players=5, mode="quick"), 1)
    assert len(asked) == 4
    assert "recruit" in asked[0]
    assert asked[1][-1] == "influence"
    assert asked[2][0] == "new_units"
    assert asked[2][-1] == "arrange"
    assert asked[3][-1] == "turn_order"


def test_loyalty_in_order_in_standard_mode() -> None:
    asked = asked_in_turn(start(players=5, mode="standard", loyalty="in_order"), 1)
    assert asked[-1] == ["turn_order"]


def test_the_last_turn_asks_for_no_order() -> None:
    asked = asked_in_turn(start(players=4), 5)
    assert all("turn_order" not in question for question in asked)


def test_overflow_is_asked_together_with_new_units() -> None:
    game = start(players=5)
    to_turn(game, 1, 10)
    assert kinds(game)[0] == "new_units"
    assert len({decision.seat for decision in game.open}) == 1
    assert game.step_name == f"1/new_units/{game.state.order[0]}"


def test_answers_for_later_phases_wait() -> None:
    game = start(players=5)
    to_turn(game, 1, 10)
    while game.state.phase == 10:
        waiting = [k for k in keys(game) if k.startswith("overflow")]
        answer_all(game)
        if waiting and game.state.phase == 10:
            assert set(waiting) <= set(game.state.instructions)
    assert game.state.instructions == {}


def test_an_impossible_order_is_skipped_and_the_alternative_done() -> None:
    game = start(players=5, mode="standard")
    to_turn(game, 1, 4)
    decision = game.open[0]
    possible = decision.options.examples(1)[0][0][0]
    target: Mapping[str, Json] = possible
    elsewhere = next(
        r
        for r in game.state.tracks
        if r not in {t["region"] for t in decision.facts["targets"]}  # type: ignore[union-attr,index,call-overload]
    )
    game.take_events()
    game.answer(decision.key, [[{"region": elsewhere, "count": 1}, dict(target)]], "order")
    told = game.take_events()
    skipped = next(e for e in told if e.kind == "order_skipped")
    assert skipped.rule == "9.4"
    assert skipped.facts["reason"] == "nothing_own_in_region"
    assert any(e.kind == "armies_recruited" and e.facts["region"] == target["region"] for e in told)


def test_the_view_never_shows_waiting_orders() -> None:
    game = start(players=5)
    to_turn(game, 1, 10)
    answer_all(game)
    shown = str(rules().view(game.state, None))
    assert "instructions" not in shown
    assert "overflow@" not in shown


def test_resumed_after_every_answer_it_is_the_same_game() -> None:
    game, draw = start(players=3, mode="standard"), lots(5)
    while not game.over:
        answer_all(game, draw)
        again = Table.resume(rules(), game.checkpoint, game.tail, game.entropy)
        assert again.rules.to_json(again.state) == rules().to_json(game.state)
        assert [d.key for d in again.open] == keys(game)


def test_what_lasts_one_turn_ends_with_it() -> None:
    game = start(players=5)
    to_turn(game, 2)
    for region in game.state.tracks.values():
        assert not any(army.moved or army.influenced or army.kept for army in region)
    for holdings in game.state.holdings.values():
        assert holdings.recruited == 0


def test_the_account_of_money_adds_up_and_begins_anew_with_the_taxes() -> None:
    game, draw = start(players=5), lots(3)
    while not game.over:
        answer_all(game, draw)
        for holdings in game.state.holdings.values():
            assert sum(holdings.money.values()) == holdings.treasury
    to_turn(again := start(players=5), 2)
    assert sum(again.state.holdings["habsburgs"].money.values()) == again.state.holdings["habsburgs"].treasury
    treasury = {f: h.treasury for f, h in again.state.holdings.items()}
    answer_all(again)
    assert {f: h.money["start"] for f, h in again.state.holdings.items()} == treasury


def test_nobody_is_asked_without_a_choice() -> None:
    s = position(5, 0)
    assert not s.armies_of("habsburgs")
    game = start(players=5)
    to_turn(game, 1)
    armies = {f for f in game.state.factions if game.state.armies_of(f)}
    assert {d.seat for d in game.open if d.kind == "upkeep"} == armies


@pytest.mark.parametrize("switch", [
    {"cities_count_for_province_control": True}, {"turn0_placement_requires_presence": False},
    {"turn0_placement_count_limit": True}, {"overflow_displaces_neutrals": False}, {"partner_blocks_river": False},
    {"relief_test_sequential": True}, {"hinder_mandatory": False}, {"nobility_rounding": "down"},
    {"turn0_burghers_reform_koln_leuven": False}, {"optional_towns": False}, {"city_tax_may_be_zero": True},
])  # fmt: skip
def test_a_game_under_each_switch(switch: dict[str, Json]) -> None:
    for players in (2, 5):
        game, draw = start(players=players, mode="quick", switches=switch), lots(11)
        while not game.over:
            answer_all(game, draw)
        assert len(game.state.history) == 6


def test_what_is_settled_before_its_phase_is_over() -> None:
    game = start(players=5, mode="standard")
    to_turn(game, 1, 10)
    assert settled(game.state) == []
    first, second = game.state.order[:2]
    answer_all(game)
    assert game.open[0].seat == second
    past = settled(game.state)
    assert f"new_units@{first}" in past
    assert f"overflow@{first}" in past
    assert not [key for key in past if key.endswith(f"@{second}")]
    while game.state.phase == 10:
        answer_all(game)
    assert settled(game.state) == []
