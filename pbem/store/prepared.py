"""Statements of SQLAlchemy, compiled once and run on the driver's cursor.

SQLAlchemy compiles, converts and knows the dialects; but a context, a result and a row object for every statement cost
four times as much as the statement. This is for what every letter asks and writes; all else goes through the session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.selectable import Select

T = TypeVar("T")
Convert: TypeAlias = Callable[[Any], Any] | None


@dataclass(frozen=True, slots=True)
class _Made:
    """A statement for one dialect."""

    text: str
    parameters: tuple[tuple[str, Convert], ...]
    """By place: the name, and what makes the driver's value of ours."""
    fixed: Mapping[str, Any]
    """The values that stand in the statement itself."""
    columns: tuple[tuple[int, Callable[[Any], Any]], ...]
    """Those columns whose values are not ours as they come."""

    def given(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The driver's values, by place. Raises KeyError for a name that is missing."""
        known = {**self.fixed, **values} if self.fixed else values
        return tuple([known[name] if convert is None else convert(known[name]) for name, convert in self.parameters])


class Prepared:
    """A statement with named parameters. Raises what SQLAlchemy raises."""

    def __init__(self, statement: Select[Any] | UpdateBase) -> None:
        self._statement = statement
        self._made: dict[str, _Made] = {}

    def rows(self, connection: Connection, **values: Any) -> list[Sequence[Any]]:
        """All rows, their columns in the order of the statement."""
        made = self._for(connection.dialect)
        with _cursor(connection, made.text, values) as cursor:
            cursor.execute(made.text, made.given(values))
            found: list[Sequence[Any]] = list(cursor.fetchall())
        if not made.columns:
            return found
        changed = [list(row) for row in found]
        for row in changed:
            for column, convert in made.columns:
                row[column] = convert(row[column])
        return [*changed]

    async def asked(self, db: AsyncSession, **values: Any) -> list[Sequence[Any]]:
        """`rows` in the transaction of a session. What the session holds back is not written first."""
        return await on_connection(db, lambda connection: self.rows(connection, **values))

    def one(self, connection: Connection, **values: Any) -> Sequence[Any]:
        """The only row. Raises ValueError when there is another number of rows."""
        (found,) = self.rows(connection, **values)
        return found

    def write(self, connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
        """Run it once for each of these values."""
        made = self._for(connection.dialect)
        if given := [made.given(row) for row in rows]:
            with _cursor(connection, made.text, given) as cursor:
                cursor.executemany(made.text, given)

    def _for(self, dialect: Dialect) -> _Made:
        if dialect.name not in self._made:
            self._made[dialect.name] = _made(self._statement, dialect)
        return self._made[dialect.name]


async def on_connection(db: AsyncSession, work: Callable[[Connection], T]) -> T:
    """Do something in the transaction of a session, leaving the event loop once. What the session holds back is not
    written first."""
    return await db.run_sync(lambda session: work(session.connection()))


def _made(statement: Select[Any] | UpdateBase, dialect: Dialect) -> _Made:
    compiled: Any = statement.compile(dialect=dialect)
    types = {name: bound.type.dialect_impl(dialect) for name, bound in compiled.binds.items()}
    parameters = tuple((name, types[name].bind_processor(dialect)) for name in compiled.positiontup)
    chosen = statement.selected_columns if isinstance(statement, Select) else ()
    readers = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in chosen]
    fixed = {name: bound.value for name, bound in compiled.binds.items() if not bound.required}
    return _Made(
        compiled.string, parameters, fixed, tuple((at, read) for at, read in enumerate(readers) if read is not None)
    )


@contextmanager
def _cursor(connection: Connection, text: str, given: Any) -> Iterator[Any]:
    """A cursor of the driver; its exceptions become those that SQLAlchemy would have raised."""
    driver: Any = connection.dialect.loaded_dbapi
    cursor = connection.connection.cursor()
    try:
        yield cursor
    except driver.Error as trouble:
        lost = connection.dialect.is_disconnect(trouble, connection.connection, cursor)
        if lost:
            connection.invalidate(trouble)
        raise DBAPIError.instance(
            text, given, trouble, driver.Error, connection_invalidated=lost, dialect=connection.dialect
        ) from trouble
    finally:
        with suppress(driver.Error):  # of a connection that is lost already
            cursor.close()
