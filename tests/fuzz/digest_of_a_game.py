"""Prints digests of all that comes of whole games; run under several hash seeds."""

from __future__ import annotations

import hashlib
import json
import random
from datetime import UTC, datetime
from typing import Any

from engine.core.events import Event
from engine.core.table import Table
from pbem.game_box import Position
from pbem.games.dutch_revolt.box import DutchRevoltBox
from pbem.reports.facts import SeatStatus
from tests.fuzz.walk import RULES, Muddled, Options, named, start

GAMES: tuple[Options, ...] = (
    {"players": 5, "mode": "standard"},
    {"players": 2, "mode": "quick"},
    {"players": 3, "mode": "strict", "factions": ["nobility", "catholics", "burghers"]},
)
BOX = DutchRevoltBox()
FORM_EVERY = 3
REPORT_EVERY = 100
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


def position_of(table: Table[Any], seats: tuple[str, ...]) -> Position:
    """The position as the writer of these seats meets it: all that is asked, whoever has answered already."""
    state = table.state
    return Position(
        game="gouda", turn=state.turn, phase=state.phase, seats=seats, all_seats=tuple(state.factions),
        asked=table.asked,
    )  # fmt: skip


def report(table: Table[Any], seats: tuple[str, ...], events: list[Event], language: str) -> Any:
    """PDF and text of the report of these seats."""
    asked = {str(decision.seat) for decision in table.open}
    statuses = tuple(SeatStatus(seat=f, player=f.title(), asked=f in asked) for f in table.state.factions)
    known = {
        "game": "gouda", "number": 7, "language": language, "zone": "Europe/Budapest", "player": "Anna",
        "seats": seats, "made": MADE, "statuses": statuses,
    }  # fmt: skip
    facts = BOX.report_facts(RULES, table.state, position_of(table, seats), events, known)
    return BOX.render(facts)


def digest(options: Options, seed: int, digests: Digests) -> None:
    """A whole game into the digests."""
    draw = random.Random(named(options, seed))
    choose = Muddled(draw)
    table = start(options, seed)
    recent: list[Event] = []
    number = 0
    while not table.over:
        recent += table.take_events()
        decision = table.open[draw.randrange(len(table.open))]
        seats = (str(decision.seat),)
        if number % FORM_EVERY == 0:
            digests.add("forms", BOX.form(position_of(table, seats), "hu" if number % 2 else "en"))
        digests.add("facts", json.dumps(dict(decision.facts)))
        digests.add("views", json.dumps(RULES.view(table.state, decision.seat)))
        number += 1
        if number % REPORT_EVERY == 0:
            made = report(table, seats, recent, "en" if number % (2 * REPORT_EVERY) else "hu")
            digests.add("texts", made.text)
            digests.add("pdfs", made.pdf)
            recent = []
        table.answer(decision.key, choose(decision), "order")
        for event in table.state.events:
            digests.add("events", json.dumps([event.kind, event.rule, dict(event.facts)]))
    for entries, checkpoint in table.passed:
        digests.add("journal", json.dumps([[entry.key, entry.given, entry.by] for entry in entries]))
        digests.add("checkpoints", json.dumps([checkpoint.step, checkpoint.state]))


if __name__ == "__main__":
    all_digests = Digests()
    for its_number, its_options in enumerate(GAMES):
        digest(its_options, its_number, all_digests)
    print(json.dumps(all_digests.result()))
