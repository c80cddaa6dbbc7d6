"""SQLite without a thread change for each statement.

aiosqlite hands every call to a thread and waits for it: with thirty statements a letter and three changes each that
costs more than the statements. Here only what can take long goes to the thread: waiting for a write lock that another
process has, and the commit with its sync.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

import aiosqlite

BEGIN_WRITING = "BEGIN IMMEDIATE"


class InlineConnection(aiosqlite.Connection):
    """Statements run where they are awaited."""

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        # The same calls of a connection never run at the same time: SQLAlchemy awaits one before it makes the next.
        if not self._running or not self._connection:
            raise ValueError("Connection closed")
        if args and args[0] == BEGIN_WRITING:
            try:
                return self._without_waiting(fn, *args)
            except sqlite3.OperationalError:
                return await super()._execute(fn, *args, **kwargs)
        if fn == self._connection.commit:
            return await super()._execute(fn, *args, **kwargs)
        return fn(*args, **kwargs)

    def _without_waiting(self, fn: Callable[..., Any], *args: Any) -> Any:
        """Raises sqlite3.OperationalError at once when another process has the write lock."""
        assert self._connection is not None
        patience = self._connection.execute("PRAGMA busy_timeout").fetchone()[0]
        self._connection.execute("PRAGMA busy_timeout=0")
        try:
            return fn(*args)
        finally:
            self._connection.execute(f"PRAGMA busy_timeout={patience}")


def connect(database: str, **options: Any) -> InlineConnection:
    """A connection for SQLAlchemy's `async_creator_fn`, to be awaited."""
    made = InlineConnection(partial(sqlite3.connect, database, **{**options, "check_same_thread": False}), 64)
    made._thread.daemon = True  # or a program that forgets to close it would never end
    return made
