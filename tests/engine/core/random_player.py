"""A player who answers anything legal, and what two games are compared by."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from engine.core.chance import Entropy, entropy
from engine.core.decision import AnyDecision, Json
from engine.core.events import Event
from engine.core.table import Entry, Table
from tests.engine.core.field_battle import FieldBattle, WarState

SECRET = bytes(range(32))
WarTable = Table[WarState]


def dice(game: str) -> Entropy:
    return entropy(SECRET, game)


def start(game: str, rules: FieldBattle | None = None) -> WarTable:
    return Table.start(rules or FieldBattle(), {}, dice(game))


def some_answer(decision: AnyDecision, draw: random.Random) -> Json:
    return decision.options.to_json(decision.options.sample(draw.randrange))


def play_on(table: WarTable, draw: random.Random, pick: Callable[[Sequence[AnyDecision]], AnyDecision]) -> list[Event]:
    """Play to the end; the events in order."""
    events = [*table.take_events()]
    while not table.over:
        decision = pick(table.open)
        table.answer(decision.key, some_answer(decision, draw), "order")
        events += table.take_events()
    return events


def position(table: WarTable) -> tuple[Json, tuple[str, ...], str, str]:
    """All that must be equal when two tables stand at the same place."""
    return table.rules.to_json(table.state), tuple(d.key for d in table.open), table.where, table.step_name


def journal_of(table: WarTable) -> list[Entry]:
    return [entry for entries, _ in table.passed for entry in entries] + table.tail
