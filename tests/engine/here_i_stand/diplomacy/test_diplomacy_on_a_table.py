"""The Diplomacy phase on a table of the kernel: resumed anywhere it goes on as before."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import entropy
from engine.core.table import Table
from tests.engine.here_i_stand.random_play import answer_one, begin, rules

DIPLOMACY = ("negotiation", "peace", "ransom", "absolution", "war")


@pytest.mark.parametrize(("seed", "scenario"), [(1, "1517"), (2, "1532"), (3, "tournament")])
def test_resumed_in_the_diplomacy_phase(seed: int, scenario: str) -> None:
    table, dice = begin(seed, scenario=scenario), random.Random(seed)
    seen: set[str] = set()
    for _ in range(60):
        phase = table.state.cursor.split("/")[1]
        if table.over or phase == "action":
            break
        answer_one(table, dice)
        if phase in DIPLOMACY:
            seen.add(phase)
            chance = entropy(f"here i stand {seed}".encode(), "random")
            again = Table.resume(rules(), table.checkpoint, table.tail, chance)
            assert rules().to_json(again.state) == rules().to_json(table.state)
            assert [one.key for one in again.open] == [one.key for one in table.open]
    assert "negotiation" in seen


def test_turn_1_has_negotiations_only() -> None:
    table, dice = begin(5, scenario="1517"), random.Random(5)
    while table.state.cursor.split("/")[1] != "action":
        answer_one(table, dice)
    names = [checkpoint.step.split("/")[1] for _, checkpoint in table.passed]
    assert "negotiation" in names
    assert not set(names) & {"peace", "ransom", "absolution", "war"}


def test_later_turns_have_all_segments_in_order() -> None:
    table, dice = begin(6, scenario="1532"), random.Random(6)
    while table.state.cursor.split("/")[1] != "action":
        answer_one(table, dice)
    names = [checkpoint.step.split("/")[1] for _, checkpoint in table.passed]
    assert [name for name in names if name in DIPLOMACY] == list(DIPLOMACY)
