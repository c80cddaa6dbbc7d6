"""The Card Draw phase and Spring Deployment on a table of the kernel: turn after turn, resumed anywhere."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping

import pytest

from engine.core import codec
from engine.core.chance import entropy
from engine.core.decision import Json, Seat
from engine.core.flow import Flow
from engine.core.table import Step, Table
from engine.here_i_stand import invariants
from engine.here_i_stand.board.board import Board
from engine.here_i_stand.card_draw import begin_turn, shuffle_and_deal
from engine.here_i_stand.deployment import spring_deployment
from engine.here_i_stand.setup import read_options, set_up
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Phase
from tests.engine.here_i_stand.boards import SCENARIOS, our_board

LAST_TURN = 6
CHANCE = entropy(b"here i stand", "spring")


def card_draw(s: HisState) -> Flow[str]:
    s.phase = Phase.CARD_DRAW
    yield from begin_turn(s)
    yield from shuffle_and_deal(s, {})
    return "deployment"


def deployment(s: HisState) -> Flow[str]:
    s.phase = Phase.SPRING_DEPLOYMENT
    yield from spring_deployment(s)
    for power in MAJORS:
        for card in list(s.powers[power].hand):
            s.spend(power, card)
    s.turn += 1
    return "card_draw" if s.turn <= LAST_TURN else "over"


class Springs:
    """A game of two phases a turn."""

    name = "springs"
    edition = 1
    schema = 1

    def __init__(self, board: Board) -> None:
        self.board = board

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        return tuple(Seat(power) for power in MAJORS)

    def setup(self, options: Mapping[str, Json]) -> HisState:
        s = set_up(self.board, read_options(self.board, options))
        s.cursor = "card_draw"
        return s

    def step(self, state: HisState) -> Step[HisState] | None:
        flows = {"card_draw": card_draw, "deployment": deployment}
        return None if state.cursor == "over" else Step(state.cursor, "7", flows[state.cursor])

    def view(self, state: HisState, seat: Seat | None) -> dict[str, Json]:
        return {}

    def check(self, state: HisState) -> None:
        invariants.check(state)

    def to_json(self, state: HisState) -> bytes:
        return codec.to_json(state)

    def from_json(self, text: bytes, schema: int) -> HisState:
        state = codec.from_json(HisState, text)
        state.board = self.board
        return state


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_turns_on_a_table_resumed_anywhere(scenario: str) -> None:
    draw, rules = random.Random(7), Springs(our_board())
    table: Table[HisState] = Table.start(rules, {"scenario": scenario}, CHANCE)
    answers = 0
    while not table.over:
        decision = draw.choice(table.open)
        choice = decision.options.sample(draw.randrange)
        table.answer(decision.key, json.loads(json.dumps(decision.options.to_json(choice))), "player")
        answers += 1
        if answers % 9 == 0:
            again = Table.resume(rules, table.checkpoint, table.tail, CHANCE)
            assert rules.to_json(again.state) == rules.to_json(table.state)
            assert [one.key for one in again.open] == [one.key for one in table.open]
            table = again
    assert table.state.turn == LAST_TURN + 1
    assert answers >= 12
