"""Queries about games: small functions over a session."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from pbem.store.models import (
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


_GAME: Any = bindparam("game")
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


async def _all(db: AsyncSession, query: Any, **values: Any) -> list[Any]:
    return list((await db.execute(query, values)).scalars().all())


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
        # Interned, as what comes with the judge is: so that what is made once for each text is found without comparing.
        _TEXTS[sha256] = sys.intern((await db.execute(query)).scalar_one())
        if len(_TEXTS) > TEXTS_KEPT:
            _TEXTS.popitem(last=False)
    return _TEXTS[sha256]


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


async def journal(db: AsyncSession, game_id: int) -> list[EntryRow]:
    """The whole record."""
    return await _all(db, select(EntryRow).where(col(EntryRow.game) == game_id).order_by(col(EntryRow.number)))


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
