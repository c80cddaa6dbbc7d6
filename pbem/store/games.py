"""Queries about games: small functions over a session."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import bindparam, exists, func, inspect, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel, col

from pbem.store.models import (
    CheckpointRow,
    DataFile,
    Deadline,
    EntryRow,
    Game,
    Happening,
    KeptLine,
    LetterIn,
    LetterOut,
    Pending,
    Player,
    Report,
    SeatRow,
    StandingOrder,
)

__all__ = ["col"]


Row: TypeAlias = dict[str, Any]
"""Values by the name of their column."""

_GAME: Any = bindparam("game")
_BESIDE = (
    select(func.max(col(Happening.number))).where(col(Happening.game) == _GAME).scalar_subquery(),
    exists().where(col(Pending.game) == _GAME),
    exists().where(col(KeptLine.game) == _GAME),
    exists().where(col(StandingOrder.game) == _GAME),
)
_COUNTS = select(*_BESIDE)
_ROUND_THE_TABLE = (
    select(Player, SeatRow)
    .outerjoin(SeatRow, col(SeatRow.player) == col(Player.id))
    .where(col(Player.game) == _GAME)
    .order_by(col(Player.id))
)
_POSITION = (
    select(
        col(CheckpointRow.number),
        col(CheckpointRow.step),
        col(CheckpointRow.schema_number),
        col(CheckpointRow.edition),
        col(CheckpointRow.state),
        *_BESIDE,
    )
    .where(col(CheckpointRow.game) == _GAME)
    .order_by(col(CheckpointRow.number).desc())
    .limit(1)
)
_ENTRIES_SINCE = (
    select(col(EntryRow.key), col(EntryRow.given), col(EntryRow.by))
    .where(col(EntryRow.game) == _GAME, col(EntryRow.checkpoint) == bindparam("checkpoint"))
    .order_by(col(EntryRow.number))
)
_PENDING = select(Pending).where(col(Pending.game) == _GAME)
_KEPT_LINES = select(KeptLine).where(col(KeptLine.game) == _GAME).order_by(col(KeptLine.id))
_HAPPENINGS = (
    select(Happening)
    .where(col(Happening.game) == _GAME, col(Happening.number) > bindparam("after"))
    .order_by(col(Happening.number))
)
_OPEN_DEADLINE = (
    select(Deadline)
    .where(col(Deadline.game) == _GAME, col(Deadline.done).is_(None))
    .order_by(col(Deadline.id).desc())
    .limit(1)
)
_TOKEN: Any = bindparam("token")
_SEAT_OF_TOKEN = select(SeatRow).where(col(SeatRow.token) == _TOKEN)
_OWNER_OF_TOKEN = (
    select(SeatRow, Player).join(Player, col(Player.id) == col(SeatRow.player)).where(col(SeatRow.token) == _TOKEN)
)
_LOCKED = select(Game).where(col(Game.id) == _GAME).with_for_update()


async def _all(db: AsyncSession, query: Any, **values: Any) -> list[Any]:
    return list((await db.execute(query, values)).scalars().all())


async def _values(db: AsyncSession, query: Any, **values: Any) -> Any:
    """Rows of plain columns in half the time; what the session holds back is not written first."""
    return await (await db.connection()).execute(query, values)


async def games(db: AsyncSession) -> list[Game]:
    """All games, oldest first."""
    return await _all(db, select(Game).order_by(col(Game.id)))


async def game(db: AsyncSession, name: str) -> Game | None:
    """The game of that name, in any case."""
    return (await db.execute(select(Game).where(func.lower(Game.name) == name.lower()))).scalars().first()


_TEXTS: OrderedDict[str, str] = OrderedDict()
"""Pinned data by its hash, which no text but one has: every letter of a game needs it."""
TEXTS_KEPT = 16


async def data_text(db: AsyncSession, sha256: str | None) -> str | None:
    """The pinned data."""
    if sha256 is None:
        return None
    if sha256 not in _TEXTS:
        query = select(col(DataFile.content)).where(col(DataFile.sha256) == sha256)
        _TEXTS[sha256] = (await db.execute(query)).scalar_one()
        if len(_TEXTS) > TEXTS_KEPT:
            _TEXTS.popitem(last=False)
    return _TEXTS[sha256]


async def insert(db: AsyncSession, model: type[SQLModel], rows: list[Row]) -> None:
    """Write rows that nobody in this transaction reads again: as values, in a third of the time of objects."""
    if rows:
        await (await db.connection()).execute(inspect(model).local_table.insert(), rows)


class Counts(NamedTuple):
    """What there is of a game beside itself."""

    events: int
    """Number of the last one."""
    pending: bool
    kept: bool
    standing: bool


async def counts(db: AsyncSession, game_id: int) -> Counts:
    """Whether there is anything to load, in one query. The session must have read something before."""
    return _counted((await _values(db, _COUNTS, game=game_id)).one())


def _counted(found: Sequence[Any]) -> Counts:
    events, *there = found
    return Counts(int(events or 0), *map(bool, there))


async def round_the_table(db: AsyncSession, game_id: int) -> tuple[dict[int, Player], dict[str, SeatRow]]:
    """Players by number and seats by name, the latter in the order of the rulebook.

    As they are now, not as this session may have read them before it held the game.
    """
    afresh = {"populate_existing": True}
    rows = (await db.execute(_ROUND_THE_TABLE, {"game": game_id}, execution_options=afresh)).all()
    table = sorted((seat for _, seat in rows if seat is not None), key=lambda seat: seat.id or 0)
    return {player.id: player for player, _ in rows if player.id is not None}, {seat.seat: seat for seat in table}


async def players(db: AsyncSession, game_id: int) -> list[Player]:
    return await _all(db, select(Player).where(col(Player.game) == game_id).order_by(col(Player.id)))


async def seats(db: AsyncSession, game_id: int) -> list[SeatRow]:
    """In the order of the rulebook: they were stored so."""
    return await _all(db, select(SeatRow).where(col(SeatRow.game) == game_id).order_by(col(SeatRow.id)))


async def seat_of_token(db: AsyncSession, token: str) -> SeatRow | None:
    return (await db.execute(_SEAT_OF_TOKEN, {"token": token})).scalars().first()


async def owner_of_token(db: AsyncSession, token: str) -> tuple[SeatRow, Player] | None:
    """The seat of a secret that counts now, and who plays it."""
    found = (await db.execute(_OWNER_OF_TOKEN, {"token": token})).first()
    return (found[0], found[1]) if found is not None else None


async def locked(db: AsyncSession, game_id: int) -> Game:
    """The game as it is now, locked against other processes until the transaction ends."""
    return (await db.execute(_LOCKED, {"game": game_id}, execution_options={"populate_existing": True})).scalar_one()


async def players_of_address(db: AsyncSession, address: str) -> list[Player]:
    """Everyone who is registered with that address, in games that are not over."""
    running = select(col(Game.id)).where(col(Game.status) == "running")
    query = select(Player).where(col(Player.address) == address, col(Player.game).in_(running))
    return await _all(db, query.order_by(col(Player.id)))


async def registered(db: AsyncSession, addresses: Sequence[str]) -> set[str]:
    """Those of these addresses that play."""
    found: set[str] = set()
    for at in range(0, len(addresses), 500):
        query = select(col(Player.address)).where(col(Player.address).in_(addresses[at : at + 500]))
        found |= set((await db.execute(query)).scalars())
    return found


async def pending(db: AsyncSession, game_id: int) -> list[Pending]:
    return await _all(db, _PENDING, game=game_id)


async def kept_lines(db: AsyncSession, game_id: int) -> list[KeptLine]:
    return await _all(db, _KEPT_LINES, game=game_id)


async def standing_orders(db: AsyncSession, game_id: int) -> list[StandingOrder]:
    """In the order in which they are tried."""
    query = select(StandingOrder).where(col(StandingOrder.game) == game_id)
    return await _all(db, query.order_by(col(StandingOrder.position), col(StandingOrder.id)))


class Position(NamedTuple):
    """The newest checkpoint of a game, as its row has it, and what there is beside it."""

    number: int
    step: str
    schema_number: int
    edition: int
    state: bytes
    counts: Counts


async def position(db: AsyncSession, game_id: int) -> Position:
    """Where to begin when a game is loaded, in one query. The session must have read something before."""
    found = (await _values(db, _POSITION, game=game_id)).one()
    return Position(*found[:5], counts=_counted(found[5:]))


async def entries_since(db: AsyncSession, game_id: int, checkpoint: int) -> list[tuple[str, Any, str]]:
    """Key, answer and giver of the journal lines after a checkpoint. The session must have read something before."""
    rows = await _values(db, _ENTRIES_SINCE, game=game_id, checkpoint=checkpoint)
    return [(key, given, by) for key, given, by in rows]


async def journal(db: AsyncSession, game_id: int) -> list[EntryRow]:
    """The whole record."""
    return await _all(db, select(EntryRow).where(col(EntryRow.game) == game_id).order_by(col(EntryRow.number)))


async def last_event(db: AsyncSession, game_id: int) -> int:
    found = (await db.execute(select(func.max(col(Happening.number))).where(col(Happening.game) == game_id))).scalar()
    return int(found or 0)


async def happenings(db: AsyncSession, game_id: int, after: int) -> list[Happening]:
    return await _all(db, _HAPPENINGS, game=game_id, after=after)


async def open_deadline(db: AsyncSession, game_id: int) -> Deadline | None:
    return (await db.execute(_OPEN_DEADLINE, {"game": game_id})).scalars().first()


async def last_regular_deadline(db: AsyncSession, game_id: int) -> Deadline | None:
    """The newest that was no short one of its own: the one that goes on."""
    query = select(Deadline).where(col(Deadline.game) == game_id, col(Deadline.pace) != "hours")
    return (await db.execute(query.order_by(col(Deadline.id).desc()).limit(1))).scalars().first()


async def next_due(db: AsyncSession) -> datetime | None:
    """The first of all open deadlines."""
    query = select(col(Deadline.due)).where(col(Deadline.done).is_(None)).order_by(col(Deadline.due)).limit(1)
    return (await db.execute(query)).scalars().first()


async def report(db: AsyncSession, game_id: int, player: int, number: int) -> Report | None:
    return await db.get(Report, (game_id, player, number))


async def letters_in(db: AsyncSession, game_id: int | None) -> Sequence[LetterIn]:
    """The letters of a game, or those of no game, in the order received."""
    where = col(LetterIn.game).is_(None) if game_id is None else col(LetterIn.game) == game_id
    return await _all(db, select(LetterIn).where(where).order_by(col(LetterIn.id)))


async def letters_out(db: AsyncSession, game_id: int | None) -> Sequence[LetterOut]:
    where = col(LetterOut.game).is_(None) if game_id is None else col(LetterOut.game) == game_id
    return await _all(db, select(LetterOut).where(where).order_by(col(LetterOut.id)))
