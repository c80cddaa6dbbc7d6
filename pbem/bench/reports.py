"""Measurements of the reports: time warm and cold (D1), all seats of a step (D2), bytes and fonts (D3)."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from statistics import median
from typing import Any

import pikepdf

from engine.core.chance import entropy
from engine.core.events import Event
from engine.core.table import Table
from pbem.bench import Effort, Row, cpu, in_turn
from pbem.bench.rules import options_of
from pbem.boxes import all_boxes, all_tools
from pbem.game_box import Position
from pbem.reports.facts import ReportFacts
from pbem.simulate import random_answer

STANDARD_FONTS = ("Helvetica", "Times", "Courier", "Symbol", "ZapfDingbats")


def _facts(game: str) -> list[ReportFacts]:
    """The reports of all seats in the middle of a game, with the events of a turn."""
    box, plan, options = all_boxes()[game], all_tools()[game].bench, options_of(game)
    rules = box.rules(None)
    rng = random.Random(5)
    table: Table[Any] = Table.start(rules, options, entropy(b"bench", "bench"))
    events: list[Event] = []
    turn, phase = box.turn_and_phase(table.state)
    while not table.over and (turn, phase) < (plan.report_turn, plan.report_phase):
        table.answer(*random_answer(table, rng), "order")
        fresh, before = table.take_events(), turn
        turn, phase = box.turn_and_phase(table.state)
        events = [*events, *fresh] if turn == before else list(fresh)
    seats = tuple(str(seat) for seat in rules.seats(options))
    known = {
        "game": "bench",
        "number": 9,
        "language": "en",
        "zone": "Europe/Budapest",
        "player": "Anna",
        "deadline": datetime(2027, 1, 17, 20, tzinfo=UTC),
        "made": datetime(2027, 1, 14, 20, tzinfo=UTC),
    }
    return [
        box.report_facts(
            rules, table.state,
            Position(game="bench", turn=turn, phase=phase, seats=(seat,), all_seats=seats, asked=table.open),
            events, {**known, "seats": (seat,)},
        )
        for seat in seats
    ]  # fmt: skip


def reports(effort: Effort, game: str) -> Iterator[Row]:
    """D1, D2, D3."""
    box = all_boxes()[game]
    facts = _facts(game)
    rendered = box.render(facts[0])
    turns = 4 * effort.scale
    warm = median(cpu(lambda: box.render(facts[0])) for _ in range(effort.rounds * turns))
    pages, bare = _pages_and_bare_fonts(rendered.pdf)
    yield Row("D1", "a report with map, warm", warm * 1000, "ms", "<= 1.0 x typst (25 ms for two pages)", None, None,
              f"{pages} pages; typst is not installed: compare by hand")  # fmt: skip
    cold = median(_cold_seconds(game) for _ in range(min(effort.rounds, 3)))
    yield Row("D1b", "the first report of a process, with its imports", cold * 1000, "ms", "", None, None)
    together, single, ratio = in_turn(
        effort,
        lambda: cpu(lambda: [box.render(one) for one in facts]) / len(facts),
        lambda: cpu(lambda: box.render(facts[0]), len(facts)) / len(facts),
    )
    yield Row("D2", "a report among those of all seats", together * 1000, "ms", "<= 0.6 x a single one", ratio,
              ratio <= 0.6, f"single: {single * 1000:.1f} ms")  # fmt: skip
    size = len(rendered.pdf) / 1000
    yield Row("D3", "bytes of a report", size, "kB", "< 150 kB, three pages", None, size < 150, f"{pages} pages")
    yield Row("D3b", "fonts that are not embedded", len(bare), "fonts", "0", None, not bare, ", ".join(bare))


def _pages_and_bare_fonts(pdf: bytes) -> tuple[int, list[str]]:
    bare = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font" and "/BaseFont" in thing:
                name = str(thing["/BaseFont"]).lstrip("/")
                if "+" not in name or name.startswith(STANDARD_FONTS):
                    bare.append(name)
        return len(document.pages), sorted(set(bare))


def _cold_seconds(game: str) -> float:
    """A process of its own that draws one report; without the time Python itself needs to start."""
    code = (
        f"from time import perf_counter; began = perf_counter(); from {__name__} import first_report; "
        f"print(first_report({game!r}), perf_counter() - began)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    playing, whole = map(float, done.stdout.split())
    return whole - playing


def first_report(game: str) -> float:
    """Draw one report; the seconds that went into playing up to its position."""
    found: list[ReportFacts] = []
    seconds = cpu(lambda: found.extend(_facts(game)))
    all_boxes()[game].render(found[0])
    return seconds
