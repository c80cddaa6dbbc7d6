"""Queries about letters that come in."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from pbem.mail.letter import Letter
from pbem.store import upkeep
from pbem.store.models import LetterIn
from pbem.store.prepared import Prepared

# Written once: to build and to compile a query takes longer than to ask it.
_ID: Any = bindparam("id")
_SAME = Prepared(select(col(LetterIn.id), col(LetterIn.status)).where(col(LetterIn.sha256) == bindparam("sha256")))
_NUMBERED = Prepared(
    select(col(LetterIn.id)).where(
        col(LetterIn.uid) == bindparam("uid"), col(LetterIn.uidvalidity) == bindparam("uidvalidity")
    )
)
_CAME_BEFORE = Prepared(
    select(col(LetterIn.id))
    .where(
        col(LetterIn.message_id) == bindparam("message_id"), col(LetterIn.sender) == bindparam("sender"),
        col(LetterIn.body_sha256) == bindparam("body_sha256"), col(LetterIn.id) != _ID, col(LetterIn.status) != "new",
    )
    .limit(1)
)  # fmt: skip
_RECEIVED = Prepared(select(col(LetterIn.received)).where(col(LetterIn.id) == _ID))


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
    for number, status in await _SAME.asked(db, sha256=letter.sha256):
        if status == "new":
            mine = await lock(db, number)
            return mine, number, mine is not None
        same = await db.get_one(LetterIn, number)
        same.repeats += 1
        db.add(same)
        return same, number, False
    if uid is not None and await _NUMBERED.asked(db, uid=uid, uidvalidity=uidvalidity):
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
    same = {"message_id": row.message_id, "sender": row.sender, "body_sha256": row.body_sha256, "id": row.id}
    found = await _CAME_BEFORE.asked(db, **same)
    return await db.get_one(LetterIn, found[0][0]) if found else None


async def received_at(db: AsyncSession, number: int) -> datetime:
    """When a letter came."""
    ((received,),) = await _RECEIVED.asked(db, id=number)
    return cast("datetime", received)


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
