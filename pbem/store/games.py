"""Queries about games: small functions over a session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

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
)

__all__ = ["col"]


async def _all(db: AsyncSession, query: Any) -> list[Any]:
    return list((await db.execute(query)).scalars().all())


async def games(db: AsyncSession) -> list[Game]:
    """All games, oldest first."""
    return await _all(db, select(Game).order_by(col(Game.id)))


async def game(db: AsyncSession, name: str) -> Game | None:
    """The game of that name, in any case."""
    return (await db.execute(select(Game).where(func.lower(Game.name) == name.lower()))).scalars().first()


async def data_text(db: AsyncSession, sha256: str | None) -> str | None:
    """The pinned data."""
    if sha256 is None:
        return None
    return (await db.execute(select(col(DataFile.content)).where(col(DataFile.sha256) == sha256))).scalar_one()


async def players(db: AsyncSession, game_id: int) -> list[Player]:
    return await _all(db, select(Player).where(col(Player.game) == game_id).order_by(col(Player.id)))


async def seats(db: AsyncSession, game_id: int) -> list[SeatRow]:
    """In the order of the rulebook: they were stored so."""
    return await _all(db, select(SeatRow).where(col(SeatRow.game) == game_id).order_by(col(SeatRow.id)))


async def seat_of_token(db: AsyncSession, token: str) -> SeatRow | None:
    return (await db.execute(select(SeatRow).where(col(SeatRow.token) == token))).scalars().first()


async def players_of_address(db: AsyncSession, address: str) -> list[Player]:
    """Everyone who is registered with that address, in games that are not over."""
    running = select(col(Game.id)).where(col(Game.status) == "running")
    query = select(Player).where(col(Player.address) == address.lower(), col(Player.game).in_(running))
    return await _all(db, query.order_by(col(Player.id)))


async def pending(db: AsyncSession, game_id: int) -> list[Pending]:
    return await _all(db, select(Pending).where(col(Pending.game) == game_id))


async def kept_lines(db: AsyncSession, game_id: int) -> list[KeptLine]:
    return await _all(db, select(KeptLine).where(col(KeptLine.game) == game_id).order_by(col(KeptLine.id)))


async def newest_checkpoint(db: AsyncSession, game_id: int) -> CheckpointRow:
    query = select(CheckpointRow).where(col(CheckpointRow.game) == game_id).order_by(col(CheckpointRow.number).desc())
    return (await db.execute(query.limit(1))).scalar_one()


async def entries_since(db: AsyncSession, game_id: int, checkpoint: int) -> list[EntryRow]:
    query = select(EntryRow).where(col(EntryRow.game) == game_id, col(EntryRow.checkpoint) == checkpoint)
    return await _all(db, query.order_by(col(EntryRow.number)))


async def journal(db: AsyncSession, game_id: int) -> list[EntryRow]:
    """The whole record."""
    return await _all(db, select(EntryRow).where(col(EntryRow.game) == game_id).order_by(col(EntryRow.number)))


async def last_event(db: AsyncSession, game_id: int) -> int:
    found = (await db.execute(select(func.max(col(Happening.number))).where(col(Happening.game) == game_id))).scalar()
    return int(found or 0)


async def happenings(db: AsyncSession, game_id: int, after: int) -> list[Happening]:
    query = select(Happening).where(col(Happening.game) == game_id, col(Happening.number) > after)
    return await _all(db, query.order_by(col(Happening.number)))


async def open_deadline(db: AsyncSession, game_id: int) -> Deadline | None:
    query = select(Deadline).where(col(Deadline.game) == game_id, col(Deadline.done).is_(None))
    return (await db.execute(query.order_by(col(Deadline.id).desc()).limit(1))).scalars().first()


async def report(db: AsyncSession, game_id: int, player: int, number: int) -> Report | None:
    return await db.get(Report, (game_id, player, number))


async def letters_in(db: AsyncSession, game_id: int | None) -> Sequence[LetterIn]:
    """The letters of a game, or those of no game, in the order received."""
    where = col(LetterIn.game).is_(None) if game_id is None else col(LetterIn.game) == game_id
    return await _all(db, select(LetterIn).where(where).order_by(col(LetterIn.id)))


async def letters_out(db: AsyncSession, game_id: int | None) -> Sequence[LetterOut]:
    where = col(LetterOut.game).is_(None) if game_id is None else col(LetterOut.game) == game_id
    return await _all(db, select(LetterOut).where(where).order_by(col(LetterOut.id)))
