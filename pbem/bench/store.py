"""Measurements of the store: a persisted answer (rows R4, R5), and a sweep over many deadlines (S1)."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel, col

from pbem.bench import Effort, Row, resident, timed
from pbem.bench.rules import options_of
from pbem.boxes import FIRST, all_tools
from pbem.clock import SystemClock
from pbem.deadlines import Schedule
from pbem.judge import Judge, NewPlayer
from pbem.judge_config import JudgeConfig
from pbem.mail.embedded import DOMAIN
from pbem.playing import Tables, sit_down
from pbem.store import open_store
from pbem.store.models import CheckpointRow, Deadline, EntryRow, Game, Happening, Player, SeatRow
from pbem.torture.marks import RULES as RULES_OF_MARKS
from pbem.torture.marks import SEATS, MarksBox

NAMES = ("anna", "bram", "claire", "dirk", "erzsebet", "ferenc")


CONFIG = JudgeConfig(
    address=f"judge@{DOMAIN}", answers_an_hour=10**9, answers_a_day=10**9, letters_an_hour=0, letters_a_day=0
)
"""Without the caps against robots: here one player writes them all."""


def players_of(rules: str) -> list[NewPlayer]:
    """Those of the game that is measured."""
    tools = all_tools()[rules]
    return [
        NewPlayer(address=f"{name}@{DOMAIN}", name=name.title(), seats=seats)
        for name, seats in zip(NAMES, tools.seats_of(tools.bench.players), strict=False)
    ]


@asynccontextmanager
async def judge_in(
    folder: Path, games: int = 1, url: str = "", rules: str = FIRST
) -> AsyncIterator[tuple[Judge, list[int]]]:
    """A judge on a database of its own, with some games begun."""
    store = await open_store(url or f"sqlite:///{folder / 'bench.sqlite3'}")
    try:
        judge = Judge(store, SystemClock(), CONFIG)
        begun = [await judge.new_game(f"bench{n}", rules, options_of(rules), players_of(rules)) for n in range(games)]
        yield judge, begun
    finally:
        await store.close()


def persisted(effort: Effort, game: str) -> Iterator[Row]:
    """R4 with the game in memory, R5 loaded anew for each answer."""
    with TemporaryDirectory() as folder:
        warm, bare, cold = asyncio.run(_answers(Path(folder), effort, game))
    ratio = median(a / b for a, b in zip(warm, bare, strict=True))
    yield Row("R4", "a persisted answer, game in memory", median(warm), "answers/s", ">= 0.5 x bare commits/s", ratio,
              ratio >= 0.5, f"bare commits of the same bytes: {median(bare):,.0f}/s")  # fmt: skip
    milliseconds = median(cold) * 1000
    yield Row("R5", "a persisted answer, game loaded first", milliseconds, "ms", "<= 3 ms", None, milliseconds <= 3)


async def _answers(folder: Path, effort: Effort, rules: str) -> tuple[list[float], list[float], list[float]]:
    warm, bare, cold = [], [], []
    count = 30 * effort.scale
    rng = random.Random(1)
    async with judge_in(folder, effort.rounds, rules=rules) as (judge, games):
        for number, game in enumerate(games):
            tables = Tables()
            seconds = 0.0
            for _ in range(count):
                seconds += await _one_answer(judge, game, tables, rng)
            warm.append(count / seconds)
            size = await _bytes_of(judge, game) // count
            bare.append(_bare_commits(folder / f"bare{number}.sqlite3", size, count))
            cold.append(median([await _one_answer(judge, game, Tables(), rng) for _ in range(count // 2)]))
    return warm, bare, cold


async def _one_answer(judge: Judge, game: int, tables: Tables, rng: random.Random) -> float:
    """Put one answer in and save; the seconds it took."""
    desk = judge.desk
    began = perf_counter()
    async with judge.store.writing() as db:
        sitting = await sit_down(db, game, desk.boxes, tables, desk.clock.now())
        waiting = [decision for decision in sitting.table.open if decision.key not in sitting.pending]
        if not waiting:
            return perf_counter() - began
        decision = waiting[0]
        chosen = perf_counter()
        answer = decision.options.to_json(decision.options.sample(rng.randrange))
        began += perf_counter() - chosen  # a player chooses it at home
        await sitting.put_answer(decision, answer, None)
        await sitting.play_on()
        await sitting.save()
    tables.put(game, sitting.game.journal, sitting.table)
    return perf_counter() - began


async def _bytes_of(judge: Judge, game: int) -> int:
    """What the answers of a game have written, without the indexes."""
    total = 0
    async with judge.store.reading() as db:
        for column, owner in (
            (CheckpointRow.state, CheckpointRow.game),
            (EntryRow.given, EntryRow.game),
            (Happening.facts, Happening.game),
        ):
            total += await db.scalar(select(func.sum(func.length(col(column)))).where(col(owner) == game)) or 0
    return total


def _bare_commits(path: Path, size: int, count: int) -> float:
    """Commits a second of sqlite3 alone, as safe as ours."""
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE row (number INTEGER PRIMARY KEY, content BLOB)")
    database.commit()
    content = random.Random(2).randbytes(max(size, 1))

    def run() -> None:
        for _ in range(count):
            database.execute("INSERT INTO row (content) VALUES (?)", (content,))
            database.commit()

    seconds = timed(run)
    database.close()
    return count / seconds


def sweeps(effort: Effort) -> Iterator[Row]:
    """S1: nothing is due among very many deadlines, and among few; and some of very many games are due."""
    with TemporaryDirectory() as folder:
        few, many = asyncio.run(_sweeps(Path(folder), effort))
    ratio = median(b / a for a, b in zip(few, many, strict=True))
    yield Row("S1", "a sweep, none due of 100,000 deadlines", median(many) * 1000, "ms", "<= 1.2 x with 1,000", ratio,
              ratio <= 1.2, f"with 1,000: {median(few) * 1000:.2f} ms")  # fmt: skip
    with TemporaryDirectory() as folder:
        each, grown = asyncio.run(_many_games(Path(folder), 10_000, 50 * effort.scale))
    yield Row("S1b", "a deadline that fires, 10,000 games, 100,000 deadlines", each * 1000, "ms", "memory flat", None,
              grown < 10, f"{grown:.1f} MB more after {50 * effort.scale} more deadlines")  # fmt: skip


async def _many_games(folder: Path, count: int, due: int) -> tuple[float, float]:
    """Seconds for a deadline that fires, and the memory that the second half of them has cost."""
    store = await open_store(f"sqlite:///{folder / 'bench.sqlite3'}")
    try:
        judge = Judge(store, SystemClock(), CONFIG, {RULES_OF_MARKS: MarksBox()})
        players = [NewPlayer(address=f"{seat}@{DOMAIN}", name=seat, seats=(seat,)) for seat in SEATS]
        await judge.new_game("game0", RULES_OF_MARKS, {"rounds": 50}, players, schedule=Schedule(days=3))
        async with store.writing() as db:
            await _multiply(db, count, datetime.now(UTC))
        seconds, sizes = 0.0, []
        for half in range(2):
            async with store.writing() as db:
                numbers = range(2 + half * due, 2 + (half + 1) * due)
                late = update(Deadline).where(col(Deadline.game).in_(numbers), col(Deadline.done).is_(None))
                await db.execute(late.values(due=datetime.now(UTC) - timedelta(seconds=1)))
            began = perf_counter()
            fired = await judge.sweep()
            seconds = (perf_counter() - began) / due
            assert fired == due, fired
            sizes.append(resident())
        return seconds, sizes[1] - sizes[0]
    finally:
        await store.close()


async def _multiply(db: AsyncSession, count: int, now: datetime) -> None:
    """Games like the first, each with nine deadlines that are over and one that is open."""
    tables: list[type[SQLModel]] = [Game, Player, SeatRow, CheckpointRow]
    for model in tables:
        rows = [dict(row) for row in (await db.execute(select(model.__table__))).mappings().all()]  # type: ignore[attr-defined]
        await db.execute(insert(model), [_copy_of(model, row, n, len(rows)) for n in range(1, count) for row in rows])
    await db.execute(insert(Deadline), [
        {
            "game": game, "journal": journal and 1_000 + journal, "due": now + timedelta(days=3, seconds=game),
            "zone": "UTC", "how": "", "remind": None, "done": now if journal else None, "asked": now,
        }
        for game in range(2, count + 1) for journal in range(10)
    ])  # fmt: skip


def _copy_of(model: type[SQLModel], row: dict[str, Any], n: int, rows: int) -> dict[str, Any]:
    made = dict(row)
    if model is Game:
        return made | {"id": row["id"] + n, "name": f"game{n}"}
    made["game"] = row["game"] + n
    if "id" in made:
        made["id"] = row["id"] + n * rows
    if model is SeatRow:
        made |= {"player": row["player"] + n * rows, "token": f"{n:020d}{row['id']}"}
    return made


async def _sweeps(folder: Path, effort: Effort) -> tuple[list[float], list[float]]:
    turns = 40 * effort.scale
    timings: list[list[float]] = []
    async with judge_in(folder) as (judge, games):
        begun = 0
        for total in (1_000, 100_000):
            rows = [
                {"game": games[0], "journal": 1_000 + n, "due": datetime.now(UTC) + timedelta(days=3, seconds=n),
                 "zone": "UTC", "remind": datetime.now(UTC) + timedelta(days=2, seconds=n), "how": ""}
                for n in range(begun, total)
            ]  # fmt: skip
            async with judge.store.writing() as db:
                await db.execute(insert(Deadline), rows)
            begun = total
            await judge.sweep()
            rounds = []
            for _ in range(effort.rounds):
                began = perf_counter()
                for _ in range(turns):
                    await judge.sweep()
                rounds.append((perf_counter() - began) / turns)
            timings.append(rounds)
    return timings[0], timings[1]
