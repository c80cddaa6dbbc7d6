"""Random legal play of whole games, with the invariants after every step."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from engine.core.chance import entropy
from engine.core.decision import Json
from engine.core.table import Table
from engine.here_i_stand.rules import HereIStand
from engine.here_i_stand.state import HisState
from tests.engine.here_i_stand.boards import our_board

MOST = 20_000
"""Answers of a game that does not end."""


@cache
def rules() -> HereIStand:
    return HereIStand(our_board())


def begin(seed: int, **options: Json) -> Table[HisState]:
    """A new game with its own chance."""
    return Table.start(rules(), options, entropy(f"here i stand {seed}".encode(), "random"))


def answer_one(table: Table[HisState], dice: random.Random) -> None:
    """Some legal answer to one of the open questions."""
    open_now = table.open
    decision = open_now[dice.randrange(len(open_now))]
    choice = decision.options.sample(dice.randrange)
    table.answer(decision.key, decision.options.to_json(choice), "order")


def play(seed: int, options: Mapping[str, Json], turns: int | None = None) -> Table[HisState]:
    """Play at random, to the end or through so many turns."""
    table = begin(seed, **options)
    dice, first = random.Random(seed), table.state.turn
    for _ in range(MOST):
        if table.over or (turns is not None and table.state.turn >= first + turns):
            return table
        answer_one(table, dice)
    raise AssertionError(f"game {seed} does not end: {table.step_name}")
