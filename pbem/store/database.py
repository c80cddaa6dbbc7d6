"""Opening the database, bringing it up to date, and the two kinds of transaction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import Session

from pbem.store import inline

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).with_name("migrations")
"""Alembic is loaded only when there is something to migrate or to compare: it takes 10 MB."""
UPGRADE_LOCK = 7_041_573
"""Key of the advisory lock that lets one process at a time migrate a PostgreSQL database."""


class NewerDatabase(SQLAlchemyError):
    """A newer version of this program has brought the database up to date; this one must not touch it."""


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
        """One transaction: committed at the end of the block, rolled back when it is left by an exception.

        After the block it is on the disk, whatever happens to the machine.
        """
        # SQLite must take the write lock before the first read, or two processes could decide on the same rows.
        async with self._transaction({"pbem_writes": True}) as session:
            yield session

    @asynccontextmanager
    async def marking(self) -> AsyncIterator[AsyncSession]:
        """As `writing`, for marks that a power cut may take back: other processes see them at once and a kill leaves
        them, but SQLite does not wait for the disk. The next transaction of `writing` makes them lasting too."""
        async with self._transaction({"pbem_writes": True, "pbem_marks": True}) as session:
            yield session

    @asynccontextmanager
    async def _transaction(self, options: dict[str, Any]) -> AsyncIterator[AsyncSession]:
        # Begun in one call and ended in another: each of them leaves the event loop and comes back.
        async with self._writer:
            session = self._sessions()
            try:
                await session.run_sync(partial(Session.connection, execution_options=options))
                yield session
                await session.run_sync(_commit)
            except BaseException:
                await asyncio.shield(session.close())
                raise

    async def upgrade(self) -> None:
        """Run the migrations that this database lacks."""
        async with self.engine.connect() as connection:
            if not await connection.run_sync(_is_up_to_date):
                await connection.run_sync(_upgrade)

    async def lacking(self) -> tuple[str, ...]:
        """The migrations that this database lacks, in order. Raises NewerDatabase."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(_lacking)

    async def close(self) -> None:
        await self.engine.dispose()


async def open_store(url: str) -> Store:
    """Open a database and bring it up to date.

    `url` is `sqlite:///path` or `postgresql+asyncpg://…` (plain `postgresql://…` too).
    Raises sqlalchemy.exc.SQLAlchemyError (NewerDatabase is one) or OSError when it can't be used.
    """
    parsed = _with_driver(make_url(url))
    options: dict[str, Any] = {}
    if parsed.get_backend_name() == "sqlite":
        if parsed.database and parsed.database != ":memory:" and not Path(parsed.database).parent.is_dir():
            # A mistyped path must not become an empty judge.
            raise FileNotFoundError(f"the folder {Path(parsed.database).parent} of the database does not exist")
        options = {"pool_size": 1, "max_overflow": 4}
    elif parsed.get_backend_name() == "postgresql":
        options = {"pool_pre_ping": True}
    engine = create_async_engine(parsed, **options)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    store = Store(engine)
    try:
        await store.upgrade()
    except BaseException:
        await store.close()
        raise
    return store


def open_to_look(url: str) -> Store:
    """Open a database to read it as it is: nothing is made, written or brought up to date.

    Every session sees one state of it, whatever is written meanwhile. Raises FileNotFoundError for an SQLite file that
    is not there.
    """
    parsed = _with_driver(make_url(url))
    if parsed.get_backend_name() != "sqlite":
        return Store(
            create_async_engine(
                parsed, isolation_level="REPEATABLE READ", execution_options={"postgresql_readonly": True}
            )
        )
    path = Path(parsed.database or "")
    if not path.is_file():
        raise FileNotFoundError(2, "there is no such database", str(path))
    query = {"mode": "ro", "uri": "true"}
    engine = create_async_engine(parsed.set(database=f"file:{quote(str(path.resolve()))}", query=query))
    event.listen(engine.sync_engine, "connect", _prepare_to_look)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return Store(engine)


def _commit(session: Session) -> None:
    session.commit()
    session.close()


def _with_driver(url: URL) -> URL:
    drivers = {"sqlite": inline.DRIVER, "postgresql": "postgresql+asyncpg"}
    return url.set(drivername=drivers.get(url.get_backend_name(), url.drivername))


def _prepare_sqlite(connection: Any, _: object) -> None:
    # The driver's own BEGIN comes too late (at the first change): transactions are begun by `_begin_sqlite`.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        f"busy_timeout={inline.BUSY_MILLISECONDS}",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _prepare_to_look(connection: Any, _: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={inline.BUSY_MILLISECONDS}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    writes = options.get("pbem_writes", False)
    wanted = "NORMAL" if options.get("pbem_marks", False) else "FULL"
    if writes and connection.info.get("synchronous", "FULL") != wanted:
        connection.exec_driver_sql(f"PRAGMA synchronous={wanted}")
        connection.info["synchronous"] = wanted
    if writes:
        inline.begin_writing(connection)
    else:
        connection.exec_driver_sql("BEGIN")


def _upgrade(connection: Connection) -> None:
    from alembic import command

    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
    _lacking(connection)
    command.upgrade(migration_config(connection), "head")
    connection.commit()


def migration_config(connection: Connection) -> Config:
    """Alembic's configuration over an open connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def _is_up_to_date(connection: Connection) -> bool:
    """Whether the newest migration is the last that was run; each file's name begins with its number."""
    newest = max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py")).partition("_")[0]
    found: list[str] = []
    if sa.inspect(connection).has_table("alembic_version"):
        found = list(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars())
    connection.rollback()  # a migration begins afresh, and sees what another process has just migrated
    return found == [newest]


def _lacking(connection: Connection) -> tuple[str, ...]:
    from alembic.runtime.migration import MigrationContext

    return migrations_after(MigrationContext.configure(connection).get_current_heads())


def migrations_after(found: Collection[str]) -> tuple[str, ...]:
    """The migrations after those that a database names as its state, in order. Raises NewerDatabase."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()][::-1]
    strange = sorted(set(found) - set(known))
    if strange:
        raise NewerDatabase(
            f"the database is at version {', '.join(strange)}, and this program knows versions up to {known[-1]} only: "
            "a newer version of it was here. Nothing was touched. Install that version, or restore the backup of before"
        )
    return tuple(known[1 + max((known.index(one) for one in found), default=-1) :])
