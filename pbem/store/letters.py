"""Queries about letters that come in."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from pbem.mail.letter import Letter
from pbem.store import upkeep
from pbem.store.models import LetterIn


def body_hash(body: Sequence[str]) -> str:
    """Of the text alone: one letter that came by two ways has other headers."""
    return hashlib.sha256("\n".join(line.rstrip() for line in body).strip().encode()).hexdigest()


async def keep(
    db: AsyncSession, raw: bytes, letter: Letter, now: datetime, uid: int | None, uidvalidity: int | None
) -> tuple[LetterIn | None, int, bool]:
    """Keep a letter's bytes.

    Gives its row, its number, and whether it still has to be handled: False for one that was handled before. No row
    while another process is at it. Raises IntegrityError when another process stores it at the same moment.
    """
    same = (await db.execute(select(LetterIn).where(col(LetterIn.sha256) == letter.sha256))).scalars().first()
    if same is not None:
        assert same.id is not None
        if same.status == "new":
            mine = await lock(db, same.id)
            return mine, same.id, mine is not None
        same.repeats += 1
        db.add(same)
        return same, same.id, False
    taken = col(LetterIn.uid) == uid, col(LetterIn.uidvalidity) == uidvalidity
    if uid is not None and (await db.execute(select(col(LetterIn.id)).where(*taken))).first():
        uid = uidvalidity = None  # a server that gives a number twice must not lose us a letter
    row = LetterIn(
        received=now, raw=raw, sha256=letter.sha256, message_id=letter.message_id, sender=letter.from_address,
        body_sha256=body_hash(letter.body), uid=uid, uidvalidity=uidvalidity,
    )  # fmt: skip
    db.add(row)
    await db.flush()
    assert row.id is not None
    return row, row.id, True


async def came_before(db: AsyncSession, row: LetterIn) -> LetterIn | None:
    """The same letter that came earlier by another way: one Message-ID, one sender, one text."""
    query = select(LetterIn).where(
        col(LetterIn.message_id) == row.message_id, col(LetterIn.sender) == row.sender,
        col(LetterIn.body_sha256) == row.body_sha256, col(LetterIn.id) != row.id, col(LetterIn.status) != "new",
    )  # fmt: skip
    return (await db.execute(query.limit(1))).scalars().first()


async def received_at(db: AsyncSession, number: int) -> datetime:
    """When a letter came."""
    return (await db.execute(select(col(LetterIn.received)).where(col(LetterIn.id) == number))).scalar_one()


async def lock(db: AsyncSession, number: int) -> LetterIn | None:
    """The letter, if it still has to be handled and no other process is at it."""
    query = select(LetterIn).where(col(LetterIn.id) == number, col(LetterIn.status) == "new")
    return (await db.execute(query.with_for_update(skip_locked=True))).scalars().first()


async def unhandled(db: AsyncSession) -> list[tuple[int, bytes]]:
    """Letters that were stored and not handled: the service died in between."""
    query = select(col(LetterIn.id), col(LetterIn.raw)).where(col(LetterIn.status) == "new").order_by(col(LetterIn.id))
    return [(number, raw) for number, raw in (await db.execute(query)).all() if number is not None]


# ------------------------------------------------------------------ letters set aside


async def shunted(db: AsyncSession) -> list[LetterIn]:
    """The letters that are set aside, oldest first."""
    query = select(LetterIn).where(col(LetterIn.status) == "shunted").order_by(col(LetterIn.id))
    return list((await db.execute(query)).scalars().all())


async def count_shunted(db: AsyncSession) -> int:
    """How many letters are set aside."""
    query = select(func.count()).select_from(LetterIn).where(col(LetterIn.status) == "shunted")
    return int((await db.execute(query)).scalar_one())


async def tell_of_shunted(db: AsyncSession, now: datetime) -> None:
    """The host is told while there are letters set aside, and when there are none any more."""
    await db.flush()
    waiting = await count_shunted(db)
    if waiting:
        await upkeep.raise_alarm(db, "shunted", "shunted", {"waiting": waiting}, now, None)
    else:
        await upkeep.end_alarm(db, "shunted", now)
