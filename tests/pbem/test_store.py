"""The store itself: migrations, zones, transactions."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from pbem.store import Store, open_store
from pbem.store.database import MIGRATIONS, migration_config
from pbem.store.models import DataFile, Game


def a_game(name: str, created: datetime) -> Game:
    return Game(name=name, rules="toy", options={"b": 1, "a": [None, "ő"]}, secret=b"\0\xff", created=created)


async def test_the_migrations_make_what_the_models_say(store: Store) -> None:
    def check(connection: Connection) -> None:
        command.check(migration_config(connection))  # raises when something differs

    async with store.engine.connect() as connection:
        await connection.run_sync(check)


async def test_opening_twice_changes_nothing(url: str) -> None:
    first = await open_store(url)
    async with first.writing() as db:
        db.add(DataFile(sha256="x", name="x", content="ő"))
    await first.close()
    second = await open_store(url)
    async with second.reading() as db:
        found = await db.get(DataFile, "x")
    assert found is not None
    assert found.content == "ő"
    await second.close()


async def test_moments_come_back_in_utc(store: Store) -> None:
    made = datetime(2027, 3, 28, 3, 30, tzinfo=timezone(timedelta(hours=2)))
    async with store.writing() as db:
        db.add(a_game("x", made))
    async with store.reading() as db:
        found = (await db.execute(sa.select(Game))).scalar_one()
    assert found.created == made
    assert found.created.tzinfo is UTC
    assert found.options == {"b": 1, "a": [None, "ő"]}
    assert list(found.options) == ["b", "a"]
    assert found.secret == b"\0\xff"


async def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(sa.exc.StatementError):
        async with store.writing() as db:
            db.add(a_game("x", datetime(2027, 1, 1)))  # noqa: DTZ001


async def test_a_broken_transaction_leaves_nothing(store: Store) -> None:
    async def break_off() -> None:
        async with store.writing() as db:
            db.add(DataFile(sha256="x", name="x", content="x"))
            await db.flush()
            raise RuntimeError("broken off")

    with pytest.raises(RuntimeError):
        await break_off()
    async with store.reading() as db:
        assert await db.get(DataFile, "x") is None


async def test_writers_of_two_processes_wait_for_each_other(url: str, tmp_path: Path) -> None:
    stores = [await open_store(url), await open_store(url)]

    async def write(store: Store, number: int) -> None:
        for i in range(10):
            async with store.writing() as db:
                db.add(DataFile(sha256=f"{number}/{i}", name="x", content="x"))

    await asyncio.gather(*(write(store, n) for n, store in enumerate(stores)))
    async with stores[0].reading() as db:
        assert len((await db.execute(sa.select(DataFile))).scalars().all()) == 20
    for store in stores:
        await store.close()


async def test_sqlite_is_durable(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    async with store.engine.connect() as connection:
        read = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")
        ]
    assert read == ["wal", 2]
    await store.close()


async def test_a_mistyped_folder_does_not_become_an_empty_judge(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere of the database does not exist"):
        await open_store(f"sqlite:///{tmp_path / 'nowhere' / 'judge.db'}")
    assert list(tmp_path.iterdir()) == []


async def test_only_marks_may_be_taken_back_by_a_power_cut(tmp_path: Path) -> None:
    """SQLite waits for the disk in every transaction but those of `marking`, whatever came before on a connection."""
    store = await open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    found = []
    for session in (store.writing, store.marking, store.writing, store.marking, store.marking, store.writing):
        async with session() as db:
            found.append((await db.execute(sa.text("PRAGMA synchronous"))).scalar())
    await store.close()
    full, normal = 2, 1
    assert found == [full, normal, full, normal, normal, full]


async def test_a_mark_is_seen_by_others_and_undone_by_an_exception(url: str) -> None:
    first, second = await open_store(url), await open_store(url)
    async with first.marking() as db:
        db.add(DataFile(sha256="x", name="x", content="x"))
    with contextlib.suppress(ZeroDivisionError):
        async with first.marking() as db:
            db.add(DataFile(sha256="y", name="y", content="y"))
            await db.flush()
            raise ZeroDivisionError
    async with second.reading() as db:
        assert await db.get(DataFile, "x") is not None
        assert await db.get(DataFile, "y") is None
    await first.close()
    await second.close()


def test_each_migration_begins_with_its_number() -> None:
    """By that a database that is up to date is known without loading alembic."""
    scripts = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    names = {script.revision: Path(script.path).name.partition("_")[0] for script in scripts}
    assert all(number == name for number, name in names.items())
    assert max(names) == ScriptDirectory(str(MIGRATIONS)).get_current_head()


def test_a_database_that_is_up_to_date_is_opened_without_alembic(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys; from pbem.store import open_store\n"
        "async def main():\n"
        f"    await (await open_store('sqlite:///{tmp_path / 'judge.db'}')).close()\n"
        "asyncio.run(main()); print('alembic' in sys.modules)"
    )
    said = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()
            for _ in range(2)]  # fmt: skip
    assert said == ["True", "False"]
