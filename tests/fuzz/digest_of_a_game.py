"""Prints digests of all that comes of whole games; run under several hash seeds."""

from __future__ import annotations

import hashlib
import json
import random
from datetime import UTC, datetime
from typing import Any

from engine.core.events import Event
from engine.core.table import Table
from pbem.boxes import all_boxes
from pbem.game_box import GameBox, Position, visible
from pbem.reports.facts import SeatStatus
from tests.fuzz.walk import DUTCH, HEADS, HIS, Muddled, Options, World, named, start

GAMES: tuple[tuple[World, Options], ...] = (
    (DUTCH, {"players": 5, "mode": "standard"}),
    (DUTCH, {"players": 2, "mode": "quick"}),
    (DUTCH, {"players": 3, "mode": "strict", "factions": ["nobility", "catholics", "burghers"]}),
    (HEADS, {"players": 4}),
    (HIS, {"scenario": "1532", "players": 3}),
)
FORM_EVERY = {DUTCH.name: 3, HEADS.name: 3, HIS.name: 10}
REPORT_EVERY = {DUTCH.name: 100, HEADS.name: 25, HIS.name: 200}
"""Heads of State asks less, and the map of Here I Stand is the largest."""
MADE = datetime(2027, 1, 14, 20, tzinfo=UTC)


class Digests:
    """A running digest for each sort of thing."""

    def __init__(self) -> None:
        self.running: dict[str, Any] = {}

    def add(self, sort: str, content: bytes | str) -> None:
        data = content.encode() if isinstance(content, str) else content
        self.running.setdefault(sort, hashlib.sha256()).update(len(data).to_bytes(8, "big") + data)

    def result(self) -> dict[str, str]:
        return {sort: running.hexdigest() for sort, running in self.running.items()}


def position_of(box: GameBox, table: Table[Any], seats: tuple[str, ...]) -> Position:
    """The position as the writer of these seats meets it: all that is asked, whoever has answered already."""
    turn, phase = box.turn_and_phase(table.state)
    return Position(
        game="gouda", turn=turn, phase=phase, seats=seats, all_seats=seats_of(table), asked=table.asked,
        settled=tuple(box.settled(table.state)), next_turns=box.next_turns(table.state),
    )  # fmt: skip


def seats_of(table: Table[Any]) -> tuple[str, ...]:
    """All seats in play."""
    state = table.state
    if hasattr(state, "factions"):
        return tuple(state.factions)
    view: Any = table.rules.view(state, None)
    return tuple(view["order"])


def report(box: GameBox, table: Table[Any], seats: tuple[str, ...], events: list[Event], language: str) -> Any:
    """PDF and text of the report of these seats."""
    asked = {str(decision.seat) for decision in table.open}
    statuses = tuple(SeatStatus(seat=s, player=s.title(), asked=s in asked) for s in seats_of(table))
    known = {
        "game": "gouda", "number": 7, "language": language, "zone": "Europe/Budapest", "player": "Anna",
        "seats": seats, "made": MADE, "statuses": statuses,
    }  # fmt: skip
    facts = box.report_facts(table.rules, table.state, position_of(box, table, seats), visible(events, seats), known)
    return box.render(facts)


def digest(world: World, options: Options, seed: int, digests: Digests) -> None:
    """A whole game into the digests."""
    draw = random.Random(named(options, seed))
    rules, box = world.rules, all_boxes()[world.name]
    choose = Muddled(draw, world)
    table = start(options, seed, rules)
    recent: list[Event] = []
    number = 0
    while not table.over:
        recent += table.take_events()
        decision = table.open[draw.randrange(len(table.open))]
        seats = (str(decision.seat),)
        if number % FORM_EVERY[world.name] == 0:
            digests.add("forms", box.form(position_of(box, table, seats), "hu" if number % 2 else "en"))
        digests.add("facts", json.dumps(dict(decision.facts)))
        digests.add("views", json.dumps(rules.view(table.state, decision.seat)))
        number += 1
        if number % REPORT_EVERY[world.name] == 0:
            made = report(box, table, seats, recent, "en" if number % (2 * REPORT_EVERY[world.name]) else "hu")
            digests.add("texts", made.text)
            digests.add("pdfs", made.pdf)
            recent = []
        table.answer(decision.key, choose(decision), "order")
        for event in table.state.events:
            digests.add("events", json.dumps([event.kind, event.rule, dict(event.facts)]))
    for entries, checkpoint in table.passed:
        digests.add("journal", json.dumps([[entry.key, entry.given, entry.by] for entry in entries]))
        digests.add("checkpoints", json.dumps([checkpoint.step, checkpoint.state.decode()]))


if __name__ == "__main__":
    all_digests = Digests()
    for its_number, (its_world, its_options) in enumerate(GAMES):
        digest(its_world, its_options, its_number, all_digests)
    print(json.dumps(all_digests.result()))
