"""Random games to their end: every invariant holds after every turn, and a game resumes anywhere."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.core.chance import entropy
from engine.core.decision import Seat
from engine.core.table import Table
from engine.heads_of_state.rules import HeadsOfState
from engine.heads_of_state.state import HeadsState
from pbem.simulate import Setup, play
from tests.engine.heads_of_state.noble_table import our_board

RULES = HeadsOfState(our_board())
MOST_TURNED_UP = 8
"""No turn takes and turns up more cards of the draw pile, but for an exchange."""
OTHER_READINGS = {
    "R2_first_turn_exchange": True,
    "R16_return_dead_when_useless": False,
    "R23_minimum_cards": 0,
    "R25_winner_tie_counts": "nobles_on_map",
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("switches", [{}, OTHER_READINGS])
def test_random_games_end(players: int, switches: dict[str, Any]) -> None:
    kinds: set[str] = set()
    for number in range(4):
        table = play(RULES, Setup("heads_of_state", {"players": players, "switches": switches}, 3, number))
        assert table.over
        kinds |= {event.kind for event in table.state.events}
        assert len(table.state.small) == 12
    assert {"noble_killed", "assassination", "turn_waits", "row_exchanged", "game_ends"} <= kinds


def test_a_game_resumes_at_every_stop() -> None:
    """The same checkpoint, journal and chance give the same questions and the same position."""
    chance = entropy(b"secret", "resume")
    table: Table[HeadsState] = Table.start(RULES, {"players": 3}, chance)
    draw = random.Random(5)
    stops = 0
    while not table.over:
        stops += 1
        again = Table.resume(RULES, table.checkpoint, table.tail, chance)
        assert [d.key for d in again.open] == [d.key for d in table.open]
        assert RULES.to_json(again.state) == RULES.to_json(table.state)
        assert [dict(d.facts) for d in again.open] == [dict(d.facts) for d in table.open]
        waiting = table.open
        decision = waiting[draw.randrange(len(waiting))]
        table.answer(decision.key, decision.options.to_json(decision.options.sample(draw.randrange)), "order")
    assert stops > 60


def test_trials_and_prompts_of_a_whole_game_work() -> None:
    """Everything that is worked out only when somebody looks at it."""
    table: Table[HeadsState] = Table.start(RULES, {"players": 4}, entropy(b"secret", "prompts"))
    draw = random.Random(8)
    while not table.over:
        for decision in table.open:
            options: Any = decision.options
            script = options.sample(draw.randrange)
            assert options.why_not(script) is None
            if script != "default":
                assert len(options.trial(script)) == len(script)
                options.shortfall(script)
            concrete = options.concrete()
            assert options.why_not(concrete) is None
            assert options.trial(concrete) == [None] * len(concrete)
            for example in options.examples(3):
                assert options.why_not(example) is None
        for seat in (*table.state.order, None):
            RULES.view(table.state, seat)  # type: ignore[arg-type]
        decision = table.open[0]
        table.answer(decision.key, decision.options.to_json(decision.options.sample(draw.randrange)), "order")


def other_hand(state: HeadsState, seat: str) -> bool:
    """Change a hand for cards from the bottom of the draw pile; whether it is another one then."""
    family, before = state.families[seat], list(state.families[seat].hand)
    count = min(len(before), max(0, len(state.draw_pile) - MOST_TURNED_UP))
    bottom = state.draw_pile[:count]
    state.draw_pile[:count] = before[:count]
    family.hand = sorted([*bottom, *before[count:]], key=state.board.attribute_index.__getitem__)
    return family.hand != before


def seen_by_all_but(state: HeadsState, seat: str) -> list[Any]:
    """Views and events of everybody else."""
    readers = [other for other in state.order if other != seat]
    return [
        *(RULES.view(state, Seat(reader)) for reader in readers),
        *(event.seen_by((Seat(reader),)) for event in state.events for reader in readers),
    ]


def test_nothing_that_others_see_depends_on_a_hand() -> None:
    """The same orders with another hand of a seat that is not active: questions, views and events of the others are
    the same, until a change of round makes that seat discard (an exchange shuffles the cards swapped into the row)."""
    chance = entropy(b"secret", "hands")
    table: Table[HeadsState] = Table.start(RULES, {"players": 3}, chance)
    draw = random.Random(2)
    compared = 0
    while not table.over:
        decision = table.open[0]
        answer = decision.options.to_json(decision.options.sample(draw.randrange))
        changed = RULES.from_json(table.checkpoint.state, 1)
        bystander = changed.order[(changed.seat_number(changed.active) + 1) % 3]
        if not table.tail and other_hand(changed, bystander):
            border = replace(table.checkpoint, state=RULES.to_json(changed))
            forks = [Table.resume(RULES, point, [], chance) for point in (table.checkpoint, border)]
            assert [(d.key, d.default) for d in forks[0].open] == [(d.key, d.default) for d in forks[1].open]
            assert dict(forks[0].open[0].facts) == dict(forks[1].open[0].facts)
            for fork in forks:
                fork.answer(decision.key, answer, "order")
            if not any(event.kind in ("revolution", "row_exchanged") for event in forks[0].state.events):
                compared += 1
                assert seen_by_all_but(forks[0].state, bystander) == seen_by_all_but(forks[1].state, bystander)
                assert [d.key for d in forks[0].open] == [d.key for d in forks[1].open]
        table.answer(decision.key, answer, "order")
    assert compared > 30
