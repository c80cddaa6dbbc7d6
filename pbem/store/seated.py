"""What a sitting holds of its game: plain values, read and written past the session.

The session's objects cost two to three times as much, and every letter needs those of a whole table. Nothing here is
written by itself: whoever changes something writes it. What is found and saved together runs on one connection, inside
`on_connection`, so that the event loop is left once and not for each query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel, col

from pbem.store.models import (
    CheckpointRow,
    EntryRow,
    Game,
    Happening,
    KeptLine,
    Pending,
    Player,
    SeatRow,
    StandingOrder,
)
from pbem.store.prepared import Prepared

Row: TypeAlias = dict[str, Any]
"""Values by the name of their column."""
T = TypeVar("T")
L = TypeVar("L")


@dataclass(slots=True)
class GameNow:
    """A row of `Game`."""

    id: int
    name: str
    rules: str
    options: dict[str, Any]
    secret: bytes
    data: str | None
    status: str
    schedule: dict[str, Any] | None
    on_deadline: str
    reminder_hours: int
    created: datetime
    journal: int
    record_hash: str
    turn: int
    phase: int
    where: str
    shown: dict[str, Any] | None


@dataclass(slots=True)
class PlayerNow:
    """A row of `Player`."""

    id: int
    address: str
    name: str
    language: str
    zone: str
    reports: int
    told: int
    hold: bool
    away_from: datetime | None
    away_until: datetime | None
    away_days: int


@dataclass(slots=True)
class SeatNow:
    """A row of `SeatRow`."""

    id: int
    seat: str
    player: int
    token: str
    token_since: datetime | None


@dataclass(slots=True)
class PendingNow:
    """A row of `Pending`."""

    key: str
    seat: str
    answer: Any
    letter: int | None
    at: datetime
    by: str
    held: bool


class Position(NamedTuple):
    """The newest checkpoint of a game as its row has it, and the journal since: key, answer and giver of each entry."""

    number: int
    step: str
    schema_number: int
    edition: int
    state: bytes
    since: list[tuple[str, Any, str]]


@dataclass(slots=True)
class Found(Generic[L]):
    """A game as a sitting begins with it. `live` is the table that was kept of it; else `position` is what to make it
    of. `kept`, `standing`: whether there are such orders to load."""

    game: GameNow
    live: L | None
    position: Position | None
    events: int
    """Number of the last one."""
    kept: bool
    standing: bool
    players: dict[int, PlayerNow] = field(default_factory=dict)
    seats: dict[str, SeatNow] = field(default_factory=dict)
    """By name, in the order of the rulebook: they were stored so."""
    pending: dict[str, PendingNow] = field(default_factory=dict)


def _columns(kind: type[Any], model: type[SQLModel]) -> list[Any]:
    return [getattr(model, one.name) for one in fields(kind)]


# Written once: to build a query takes longer than to ask it.
_OF: Any = bindparam("of")
_LOCK = Prepared(select(col(Game.id)).where(col(Game.id) == _OF).with_for_update())
_POSITION = (
    col(CheckpointRow.number), col(CheckpointRow.step), col(CheckpointRow.schema_number), col(CheckpointRow.edition),
    col(CheckpointRow.state),
)  # fmt: skip
_NEWEST = (col(CheckpointRow.game) == _OF) & (
    col(CheckpointRow.number)
    == select(func.max(col(CheckpointRow.number))).where(col(CheckpointRow.game) == _OF).scalar_subquery()
)
_GAME = Prepared(
    select(
        *_columns(GameNow, Game),
        *_POSITION,
        select(func.max(col(Happening.number))).where(col(Happening.game) == _OF).scalar_subquery(),
        exists().where(col(KeptLine.game) == _OF),
        exists().where(col(StandingOrder.game) == _OF),
        exists().where(col(Pending.game) == _OF),
    )
    .join(CheckpointRow, _NEWEST)
    .where(col(Game.id) == _OF)
)
_GAME_ENDS = len(fields(GameNow))
_POSITION_ENDS = _GAME_ENDS + len(_POSITION)
_STORED = Prepared(select(*_POSITION).where(_NEWEST))
_PLAYER = _columns(PlayerNow, Player)
_TABLE = Prepared(
    select(*_PLAYER, *_columns(SeatNow, SeatRow))
    .outerjoin(SeatRow, col(SeatRow.player) == col(Player.id))
    .where(col(Player.game) == _OF)
    .order_by(col(Player.id))
)
_PENDING = Prepared(select(*_columns(PendingNow, Pending)).where(col(Pending.game) == _OF))
_SINCE = Prepared(
    select(col(EntryRow.key), col(EntryRow.given), col(EntryRow.by))
    .where(col(EntryRow.game) == _OF, col(EntryRow.checkpoint) == bindparam("checkpoint"))
    .order_by(col(EntryRow.number))
)
_CHANGING = ("journal", "record_hash", "turn", "phase", "where", "status", "shown")
_PLAYED = Prepared(
    update(Game).where(col(Game.id) == _OF).values({name: bindparam(f"new_{name}") for name in _CHANGING})
)
_NO_LONGER = Prepared(delete(Pending).where(col(Pending.game) == _OF, col(Pending.key) == bindparam("gone")))
_NEW = {model: Prepared(insert(model)) for model in (CheckpointRow, EntryRow, Happening, Pending)}


# ---------------------------------------------------------------------- reading


def find(connection: Connection, number: int, live: Callable[[GameNow], L | None], *, lock: bool) -> Found[L]:
    """A game as it is now; with `lock` no other process gets it before the transaction ends.

    It is locked first and read then: so nothing of it is older than the lock. `live` may give its table.
    """
    if lock and connection.dialect.name != "sqlite":  # there the transaction has the lock of the whole database
        _LOCK.rows(connection, of=number)
    row = _GAME.one(connection, of=number)
    events, kept, standing, pending = row[_POSITION_ENDS:]
    game = GameNow(*row[:_GAME_ENDS])
    table = live(game)
    found = Found(
        game, table, None if table is not None else _with_journal(connection, number, row[_GAME_ENDS:_POSITION_ENDS]),
        int(events or 0), bool(kept), bool(standing),
    )  # fmt: skip
    seats: list[SeatNow] = []
    for row in _TABLE.rows(connection, of=number):
        found.players.setdefault(row[0], PlayerNow(*row[: len(_PLAYER)]))
        if row[len(_PLAYER)] is not None:
            seats.append(SeatNow(*row[len(_PLAYER) :]))
    found.seats.update((seat.seat, seat) for seat in sorted(seats, key=lambda seat: seat.id))
    if pending:
        found.pending.update((row[0], PendingNow(*row)) for row in _PENDING.rows(connection, of=number))
    return found


def position(connection: Connection, number: int) -> Position:
    """Where to begin when the table of a game is made."""
    return _with_journal(connection, number, _STORED.one(connection, of=number))


def _with_journal(connection: Connection, number: int, newest: Sequence[Any]) -> Position:
    since = _SINCE.rows(connection, of=number, checkpoint=newest[0])
    return Position(*newest, since=[(key, given, by) for key, given, by in since])


# ---------------------------------------------------------------------- writing


def write_game(connection: Connection, game: GameNow) -> None:
    """What playing on changes of a game."""
    _PLAYED.write(connection, [{"of": game.id, **{f"new_{name}": getattr(game, name) for name in _CHANGING}}])


def write_rows(connection: Connection, model: type[SQLModel], rows: list[Row]) -> None:
    """New rows of a table that nobody in this transaction reads again as objects."""
    _NEW[model].write(connection, rows)


def write_pending(connection: Connection, game: int, gone: Iterable[str], rows: Iterable[PendingNow]) -> None:
    """Throw answers away that are stored, and store others."""
    _NO_LONGER.write(connection, [{"of": game, "gone": key} for key in gone])
    names = [one.name for one in fields(PendingNow)]
    write_rows(connection, Pending, [{"game": game, **{name: getattr(row, name) for name in names}} for row in rows])


async def write_player(db: AsyncSession, player: PlayerNow, values: Mapping[str, Any]) -> None:
    """Change a player, here and in the store."""
    for name, value in values.items():
        setattr(player, name, value)
    await (await db.connection()).execute(update(Player).where(col(Player.id) == player.id).values(**values))


async def write_seat(db: AsyncSession, seat: SeatNow, values: Mapping[str, Any]) -> None:
    """Change a seat, here and in the store."""
    for name, value in values.items():
        setattr(seat, name, value)
    await (await db.connection()).execute(update(SeatRow).where(col(SeatRow.id) == seat.id).values(**values))
