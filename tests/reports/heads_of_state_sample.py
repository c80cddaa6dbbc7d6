"""Positions of Heads of State for tests of reports, played by the engine from seeds."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from engine.core.chance import entropy
from engine.core.decision import Seat
from engine.core.events import Event
from engine.core.table import Table
from engine.heads_of_state.board import Board
from engine.heads_of_state.rules import HeadsOfState
from pbem.game_box import visible
from pbem.reports.facts import Asked, ReportFacts, SeatStatus

NAMES = ("Ilona Varga", "Bram de Wit", "Claire Dubois-Lefèvre", "Dirk", "Erzsébet Nagyszentmiklósi")
FORM = (
    "OPTION 1",
    "TAKE gold OR BLIND",
    "TAKE ANY",
    "TAKE BLIND",
    "PLACE king AT london ELSE PLACE duke AT bavaria",
    "IF HAVE gold, gold : PLACE baron AT provence",
    "KEEP jewels, bishop, palace",
)


class Position:
    """A moment of a game with all events up to it."""

    def __init__(self, table: Table[Any], events: list[Event]) -> None:
        self.table, self.events = table, events
        self.state = table.state

    def view(self, seat: str | None) -> dict[str, Any]:
        return dict(self.table.rules.view(self.state, None if seat is None else Seat(seat)))

    def asked(self) -> list[str]:
        return [str(decision.seat) for decision in self.table.open]


def start(players: int, seed: int) -> Table[Any]:
    rules = HeadsOfState(Board.ours())
    secret = hashlib.sha256(f"report/{seed}".encode()).digest()
    return Table.start(rules, {"players": players}, entropy(secret, "sample"))


def played(players: int, seed: int, until: Callable[[Table[Any]], bool]) -> Position:
    """A game played by samples until something is so, or it is over."""
    table = start(players, seed)
    draw = random.Random(seed)
    events = list(table.take_events())
    while not table.over and not until(table):
        decision = table.open[0]
        table.answer(decision.key, decision.options.sample(draw.randrange), "order")
        events += table.take_events()
    return Position(table, events)


@cache
def at_turn(players: int, seed: int, turn: int) -> Position:
    return played(players, seed, lambda table: bool(table.state.number >= turn and table.state.phase == 1))


@cache
def at_phase(players: int, seed: int, phase: int) -> Position:
    """The first moment in this phase: 2 a turn that goes on, 3 a change of round."""
    return played(players, seed, lambda table: bool(table.state.phase == phase))


@cache
def at_end(players: int, seed: int) -> Position:
    return played(players, seed, lambda table: False)


def since(events: Sequence[Event], turn: int) -> list[Event]:
    """The events from the beginning of a turn on."""
    for n, event in enumerate(events):
        if event.kind == "turn_begins" and event.facts["turn"] >= turn:
            return list(events[n:])
    return []


def facts(position: Position, language: str = "en", seat: str | None = "", **changes: Any) -> ReportFacts:
    """The report of a seat: the active one where none is named, a spectator's for None."""
    open_ = list(position.table.open)
    reader = position.state.active if seat == "" else seat
    view = position.view(reader)
    asked = [
        Asked(
            kind=decision.kind,
            seat=str(decision.seat),
            rule=decision.rule,
            facts=dict(decision.facts),
            default_lines=["OPTION 1", "TAKE ANY", "TAKE ANY", "TAKE ANY"],
            form=["## your orders, from top to bottom", *FORM],
        )
        for decision in open_
        if decision.seat == reader
    ]
    seats = () if reader is None else (reader,)
    told = since(position.events, view["turn"] - view["players"]) or position.events
    known: dict[str, Any] = {
        "game": "gouda",
        "number": 14,
        "language": language,
        "zone": "Europe/Budapest",
        "player": "" if reader is None else "Ilona Varga",
        "seats": seats,
        "board": Board.ours(),
        "view": view,
        "events": visible(told, seats),
        "asked": asked,
        "deadline": datetime(2027, 1, 14, 20, tzinfo=UTC) if asked else None,
        "made": datetime(2027, 1, 10, 18, tzinfo=UTC),
        "statuses": [
            SeatStatus(seat=s, player=NAMES[n], asked=s in position.asked()) for n, s in enumerate(view["order"])
        ],
        "record_number": 57,
        "record_hash": "7f3c19ae02d4aa",
    }
    return ReportFacts(**{**known, **changes})
