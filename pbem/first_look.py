"""A mailbox that the judge has never seen: what lies in it is left alone.

What arrived before the first letter of this judge went out can't be meant for it. So at the first look the newest such
letter is remembered; neither it nor any before it is executed, answered or moved, until the host takes them
(`pbem poll --old-letters`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlmodel import col

from pbem.mail.mailbox import Mailbox
from pbem.store import Store
from pbem.store.models import FirstLook, LetterIn, LetterOut

SECOND = timedelta(seconds=1)


async def old_until(store: Store, mailbox: Mailbox, name: str, now: datetime) -> FirstLook:
    """Up to which uid letters are old, by the mailbox's present uidvalidity; the first look is taken when there was
    none. Raises what the mailbox raises."""
    seen = await look(store, mailbox, name, now)
    async with store.writing() as db:
        await db.merge(seen)
    return seen


async def look(store: Store, mailbox: Mailbox, name: str, now: datetime) -> FirstLook:
    """The same, not remembered: for `pbem check`."""
    async with store.reading() as db:
        seen = await db.get(FirstLook, name)
    if seen is not None and seen.uidvalidity == mailbox.uidvalidity:
        return seen
    if seen is None:
        return await _first_look(store, mailbox, name, now)
    # The server has numbered its letters anew: only the time of arrival still tells.
    uid, arrived, letters = await _newest_before(mailbox, seen.arrived)
    return FirstLook(
        mailbox=name, uidvalidity=mailbox.uidvalidity, uid=uid, arrived=seen.arrived or arrived, at=seen.at,
        letters=letters,
    )  # fmt: skip


async def take_old_letters(store: Store, mailbox: Mailbox, name: str, now: datetime) -> None:
    """From now on nothing is old."""
    row = FirstLook(mailbox=name, uidvalidity=mailbox.uidvalidity, uid=0, arrived=None, at=now, letters=0)
    async with store.writing() as db:
        await db.merge(row)


async def _first_look(store: Store, mailbox: Mailbox, name: str, now: datetime) -> FirstLook:
    async with store.reading() as db:
        worked = (await db.execute(select(col(LetterIn.id)).where(col(LetterIn.uid).is_not(None)).limit(1))).first()
        written: datetime | None = (await db.execute(select(func.min(col(LetterOut.made))))).scalar()
    uid, arrived, letters = 0, None, 0
    if not worked:  # else this judge knows the mailbox from before it took first looks
        # Servers tell the time of arrival in whole seconds.
        before = written.replace(microsecond=0) - SECOND if written is not None else None
        uid, arrived, letters = await _newest_before(mailbox, before, everything=written is None)
    return FirstLook(mailbox=name, uidvalidity=mailbox.uidvalidity, uid=uid, arrived=arrived, at=now, letters=letters)


async def _newest_before(
    mailbox: Mailbox, before: datetime | None, *, everything: bool = False
) -> tuple[int, datetime | None, int]:
    """(uid, arrival, number of letters up to it) of the newest letter that arrived not later than `before`."""
    waiting = await mailbox.waiting()
    for at in range(len(waiting) - 1, -1, -1):
        arrived = await mailbox.received(waiting[at])
        if arrived is not None and (everything or (before is not None and arrived <= before)):
            return waiting[at], arrived, at + 1
    return 0, None, 0
