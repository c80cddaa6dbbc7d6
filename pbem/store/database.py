"""Opening the database, bringing it up to date, and the two kinds of transaction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

BUSY_MILLISECONDS = 20_000
MIGRATIONS = Path(__file__).with_name("migrations")
UPGRADE_LOCK = 7_041_573
"""Key of the advisory lock that lets one process at a time migrate a PostgreSQL database."""


class Store:
    """One database. Sessions come only from `reading` and `writing`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._sessions = async_sessionmaker(engine, class_=AsyncSession, expire_on_commit=False)
        # One writer at a time in this process: SQLite allows no more, and waiting here is cheaper than being refused.
        self._writer = asyncio.Lock()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session that only reads."""
        async with self._sessions() as session:
            yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """One transaction: committed at the end of the block, rolled back when it is left by an exception."""
        async with self._writer, self._sessions() as session:
            # SQLite must take the write lock before the first read, or two processes could decide on the same rows.
            await session.connection(execution_options={"pbem_writes": True})
            yield session
            await session.commit()

    async def upgrade(self) -> None:
        """Run the migrations that this database lacks."""
        async with self.engine.connect() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        await self.engine.dispose()


async def open_store(url: str) -> Store:
    """Open a database and bring it up to date.

    `url` is `sqlite+aiosqlite:///path` (plain `sqlite:///path` too) or `postgresql+asyncpg://…` (plain `postgresql://…`
    too). Raises sqlalchemy.exc.SQLAlchemyError or OSError when it can't be reached.
    """
    parsed = make_url(url)
    options: dict[str, Any] = {}
    if parsed.get_backend_name() == "sqlite":
        parsed = parsed.set(drivername="sqlite+aiosqlite")
        if parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        options = {"poolclass": AsyncAdaptedQueuePool, "pool_size": 1, "max_overflow": 4}
    elif parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+asyncpg")
        options = {"pool_pre_ping": True}
    engine = create_async_engine(parsed, **options)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    store = Store(engine)
    await store.upgrade()
    return store


def _prepare_sqlite(connection: Any, _: object) -> None:
    # The driver's own BEGIN comes too late (at the first change): transactions are begun by `_begin_sqlite`.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MILLISECONDS}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("pbem_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
    command.upgrade(migration_config(connection), "head")
    connection.commit()


def migration_config(connection: Connection) -> Config:
    """Alembic's configuration over an open connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
