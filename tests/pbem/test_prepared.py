"""Prepared statements say what SQLAlchemy itself says; SQLite's lock is waited for without holding up others."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import col

from pbem.store import Store, inline, open_store
from pbem.store.models import Game, Pending, Player
from pbem.store.prepared import Prepared, on_connection

NOW = datetime(2027, 3, 28, 3, 30, tzinfo=timezone(timedelta(hours=2)))
COLUMNS = (col(Pending.key), col(Pending.answer), col(Pending.letter), col(Pending.at), col(Pending.held))
OF = sa.select(*COLUMNS).where(col(Pending.game) == sa.bindparam("game")).order_by(col(Pending.key))
ROWS = [
    {"game": 1, "key": "a@x", "seat": "x", "answer": [{"to": "Győr"}, None], "letter": None, "at": NOW, "by": "order",
     "held": False},
    {"game": 1, "key": "b@x", "seat": "x", "answer": None, "letter": None, "at": NOW, "by": "standing", "held": True},
]  # fmt: skip


async def fill(store: Store) -> None:
    async with store.writing() as db:
        db.add(Game(name="x", rules="toy", options={}, secret=b"s", created=NOW))
        await db.flush()
        await on_connection(db, lambda connection: Prepared(sa.insert(Pending)).write(connection, ROWS))


async def test_values_go_in_and_come_back_as_through_the_session(store: Store) -> None:
    await fill(store)
    async with store.reading() as db:
        found = await Prepared(OF).asked(db, game=1)
        assert [tuple(row) for row in found] == [tuple(row) for row in (await db.execute(OF, {"game": 1})).all()]
        assert [row[1] for row in found] == [[{"to": "Győr"}, None], None]
        assert {row[3] for row in found} == {NOW}
        assert found[0][3].tzinfo is UTC
        assert [row[4] for row in found] == [False, True]
        assert await Prepared(OF).asked(db, game=2) == []


async def test_values_in_the_statement_itself(store: Store) -> None:
    await fill(store)
    held = sa.func.sum(sa.case((col(Pending.held), 1), else_=0))
    async with store.reading() as db:
        assert len(await Prepared(OF.limit(1)).asked(db, game=1)) == 1
        assert [tuple(row) for row in await Prepared(sa.select(sa.func.count(), held)).asked(db)] == [(2, 1)]


async def test_changes(store: Store) -> None:
    await fill(store)
    key = col(Pending.key) == sa.bindparam("which")
    change = Prepared(sa.update(Pending).where(key).values(answer=sa.bindparam("new")))
    gone = Prepared(sa.delete(Pending).where(key))
    async with store.writing() as db:
        await on_connection(db, lambda c: change.write(c, [{"which": row["key"], "new": [1]} for row in ROWS]))
        await on_connection(db, lambda c: gone.write(c, [{"which": "b@x"}]))
        await on_connection(db, lambda c: gone.write(c, []))
    async with store.reading() as db:
        assert [(row[0], row[1]) for row in await Prepared(OF).asked(db, game=1)] == [("a@x", [1])]


async def test_faults_are_those_of_sqlalchemy(store: Store) -> None:
    await fill(store)

    async def write(row: dict[str, object]) -> None:
        async with store.writing() as db:
            await on_connection(db, lambda connection: Prepared(sa.insert(Pending)).write(connection, [row]))

    with pytest.raises(sa.exc.IntegrityError) as found:
        await write(ROWS[0])
    assert "INSERT INTO pending" in str(found.value)
    with pytest.raises(KeyError, match="held"):
        await write({name: value for name, value in ROWS[0].items() if name != "held"})
    async with store.reading() as db:
        with pytest.raises(ValueError, match="not enough values"):
            await on_connection(db, lambda c: Prepared(sa.select(col(Player.id))).one(c))
        assert len(await Prepared(OF).asked(db, game=1)) == len(ROWS)


# ---------------------------------------------------------------------- the lock of SQLite


async def test_others_go_on_while_a_lock_is_waited_for(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.002)

    with closing(sqlite3.connect(tmp_path / "judge.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ticking, writing = asyncio.create_task(tick()), asyncio.create_task(fill(store))
        await asyncio.sleep(0.1)
        assert not writing.done()
        assert ticks > 5
        other.execute("COMMIT")
        await asyncio.wait_for(writing, 5)
        ticking.cancel()
    async with store.reading() as db:
        assert len(await Prepared(OF).asked(db, game=1)) == len(ROWS)
    await store.close()


async def test_a_lock_that_is_not_given_is_told_and_leaves_the_store_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    monkeypatch.setattr(inline, "BUSY_MILLISECONDS", 30)
    with closing(sqlite3.connect(tmp_path / "judge.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sa.exc.OperationalError, match="database is locked"):
            await fill(store)
        waiting = asyncio.create_task(fill(store))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        other.execute("COMMIT")
    await fill(store)
    await store.close()
