"""SQLite for SQLAlchemy's asyncio, without threads: a statement runs where it is awaited.

aiosqlite hands every call to a thread and waits for it, and SQLAlchemy's adapter makes three calls of a statement: with
thirty statements a letter that costs more than the statements. The commit runs here too: its sync takes less time than
two changes of thread on a disk of today. Only one thing can take long, and is waited for without holding up the event
loop: the write lock that another process has.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Generator
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.util import await_only

DRIVER = "sqlite+inline"
BEGIN_WRITING = "BEGIN IMMEDIATE"
BUSY_MILLISECONDS = 20_000
"""So long another process may hold the write lock."""
PAUSES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05)
"""Seconds between two tries to get it, the last one again and again: much as SQLite itself would wait."""


class InlineCursor(sqlite3.Cursor):
    """A cursor whose rows SQLAlchemy takes when it wants them."""

    async def _async_soft_close(self) -> None:
        """SQLAlchemy asks for it at the end of an awaited statement, whose rows are still to be taken."""


class InlineConnection(sqlite3.Connection):
    """A connection of one event loop."""

    def cursor(self, factory: Callable[..., Any] | None = InlineCursor) -> Any:
        return super().cursor(factory or InlineCursor)


class _Nothing:
    """Something to await that never waits: SQLAlchemy insists that an awaited statement awaits something."""

    def __await__(self) -> Generator[Any, None, None]:
        yield from ()


_NOTHING: Any = _Nothing()


class InlineDialect(SQLiteDialect_pysqlite):
    """The dialect of the standard library's sqlite3, for an asyncio engine."""

    driver = "inline"
    is_async = True
    has_terminate = True
    supports_statement_cache = True

    def create_connect_args(self, url: URL) -> Any:
        args, options = super().create_connect_args(url)
        return args, {"factory": InlineConnection, "check_same_thread": False, **options}

    @classmethod
    def get_pool_class(cls, url: URL) -> type[AsyncAdaptedQueuePool]:
        return AsyncAdaptedQueuePool

    def do_execute(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        await_only(_NOTHING)
        cursor.execute(statement, parameters)

    def do_execute_no_params(self, cursor: Any, statement: str, context: Any = None) -> None:
        await_only(_NOTHING)
        cursor.execute(statement)

    def do_executemany(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        await_only(_NOTHING)
        cursor.executemany(statement, parameters)

    def do_terminate(self, dbapi_connection: Any) -> None:
        dbapi_connection.close()


def begin_writing(connection: Connection) -> None:
    """Begin a transaction that has the write lock. Raises sqlalchemy.exc.OperationalError when another process does not
    give it in time. To be called where SQLAlchemy may await."""
    raw: Any = connection.connection.dbapi_connection
    last = time.monotonic() + BUSY_MILLISECONDS / 1000
    pauses = iter(PAUSES)
    raw.execute("PRAGMA busy_timeout=0")
    try:
        while _is_locked(raw) and time.monotonic() < last:
            await_only(asyncio.sleep(next(pauses, PAUSES[-1])))
        if not raw.in_transaction:
            connection.exec_driver_sql(BEGIN_WRITING)  # which raises what SQLAlchemy raises
    finally:
        raw.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")


def _is_locked(raw: sqlite3.Connection) -> bool:
    """Try to begin; whether another process has the lock."""
    try:
        raw.execute(BEGIN_WRITING)
    except sqlite3.Error as trouble:
        code = getattr(trouble, "sqlite_errorcode", sqlite3.SQLITE_OK)
        return bool(code & 0xFF == sqlite3.SQLITE_BUSY)  # the low byte is the kind of an error
    return False


registry.register(DRIVER.replace("+", "."), __name__, InlineDialect.__name__)
