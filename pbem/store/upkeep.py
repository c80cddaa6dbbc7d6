"""Queries about the service itself: signs of life, outages, who reads a mailbox, what the host must know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import CursorResult, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from pbem.store.database import Store
from pbem.store.models import Alarm, MailboxClaim, Outage, Pulse

POLL = "poll"
"""The mailbox was reached."""
LOOKED = "looked"
"""Every letter that had come before this moment has been taken."""
SEND = "send"
"""A letter was handed to the mail server."""
SEND_FAILING = "send failing"
"""Since when the mail server takes nothing; there is no such row while it does."""


async def pulses(db: AsyncSession) -> dict[str, datetime]:
    """All signs of life."""
    rows = (await db.execute(select(col(Pulse.name), col(Pulse.at)))).all()
    return {str(row[0]): row[1] for row in rows}


async def set_pulse(db: AsyncSession, name: str, at: datetime) -> None:
    """Note that something went well at that moment."""
    done = await db.execute(update(Pulse).where(col(Pulse.name) == name).values(at=at))
    if cast("CursorResult[Any]", done).rowcount == 0:
        await db.execute(insert(Pulse).values(name=name, at=at))


async def drop_pulse(db: AsyncSession, name: str) -> bool:
    """Take a sign away; False when it was not there."""
    done = await db.execute(delete(Pulse).where(col(Pulse.name) == name))
    return cast("CursorResult[Any]", done).rowcount > 0


# ------------------------------------------------------------------ outages


async def open_outage(db: AsyncSession) -> Outage | None:
    """The outage that lasts."""
    query = select(Outage).where(col(Outage.ended).is_(None)).order_by(col(Outage.id).desc()).limit(1)
    return (await db.execute(query.with_for_update())).scalars().first()


async def last_outage(db: AsyncSession) -> Outage | None:
    """The newest outage, over or not."""
    return (await db.execute(select(Outage).order_by(col(Outage.id).desc()).limit(1))).scalars().first()


# ------------------------------------------------------------------ who reads a mailbox


@dataclass(frozen=True, slots=True)
class Claimed:
    """A mailbox is ours. `newest` and `uidvalidity`: where it stood when it was last read."""

    uidvalidity: int
    newest: int


@dataclass(frozen=True, slots=True)
class TakenBy:
    """Another process reads the mailbox."""

    holder: str


async def claim(
    store: Store, name: str, holder: str, now: datetime, lease: timedelta, dead: tuple[str, ...] = ()
) -> Claimed | TakenBy:
    """Take or renew a mailbox for `lease`; holders in `dead` no longer live."""
    for _ in range(2):
        try:
            async with store.writing() as db:
                row = await db.get(MailboxClaim, name, with_for_update=True)
                if row is None:
                    db.add(MailboxClaim(name=name, holder=holder, until=now + lease, uidvalidity=0, newest=0))
                    await db.flush()
                    return Claimed(0, 0)
                if row.holder not in (holder, *dead) and row.until > now:
                    return TakenBy(row.holder)
                row.holder, row.until = holder, now + lease
                db.add(row)
                return Claimed(row.uidvalidity, row.newest)
        except IntegrityError:  # another process took it at the same moment
            continue
    return TakenBy("another process")


async def claim_holder(db: AsyncSession, name: str) -> str:
    """Who reads the mailbox, "" for nobody."""
    row = await db.get(MailboxClaim, name)
    return row.holder if row is not None else ""


async def note_place(db: AsyncSession, name: str, holder: str, uidvalidity: int, newest: int) -> None:
    """Where the mailbox stands now."""
    mine = col(MailboxClaim.name) == name, col(MailboxClaim.holder) == holder
    await db.execute(update(MailboxClaim).where(*mine).values(uidvalidity=uidvalidity, newest=newest))


async def release(store: Store, name: str, holder: str, now: datetime) -> None:
    """Give the mailbox up."""
    async with store.writing() as db:
        mine = col(MailboxClaim.name) == name, col(MailboxClaim.holder) == holder
        await db.execute(update(MailboxClaim).where(*mine).values(until=now))


# ------------------------------------------------------------------ alarms


async def raise_alarm(
    db: AsyncSession, kind: str, key: str, facts: Mapping[str, Any], now: datetime, again_after: timedelta | None
) -> bool:
    """Note a condition; True when the host must be told of it anew.

    One that was over begins afresh; one that lasts is told again only after `again_after`, if that is given.
    """
    row = await db.get(Alarm, kind, with_for_update=True)
    if row is None:
        db.add(Alarm(kind=kind, since=now, seen=now, key=key, facts=dict(facts)))
        await db.flush()
        return True
    afresh = row.over is not None or (again_after is not None and row.told is not None and now - row.told > again_after)
    row.seen, row.times = now, row.times + 1
    if afresh:
        row.since, row.times, row.tries = now, 1, 0
        row.told = row.over = row.over_told = None
    if afresh or row.told is None:
        row.key, row.facts = key, dict(facts)
    db.add(row)
    return afresh


async def end_alarm(db: AsyncSession, kind: str, now: datetime) -> bool:
    """Note that a condition is over; False when it was not there."""
    done = await db.execute(
        update(Alarm).where(col(Alarm.kind) == kind, col(Alarm.over).is_(None)).values(over=now, tries=0)
    )
    return cast("CursorResult[Any]", done).rowcount > 0


async def alarms(db: AsyncSession) -> list[Alarm]:
    """The conditions that last."""
    query = select(Alarm).where(col(Alarm.over).is_(None)).order_by(col(Alarm.since))
    return list((await db.execute(query)).scalars().all())


async def untold(db: AsyncSession) -> list[Alarm]:
    """What the host has not been told yet: beginnings, and ends of what he was told of."""
    begun = col(Alarm.told).is_(None) & col(Alarm.over).is_(None)
    ended = col(Alarm.told).is_not(None) & col(Alarm.over).is_not(None) & col(Alarm.over_told).is_(None)
    query = select(Alarm).where(or_(begun, ended)).order_by(col(Alarm.since))
    return list((await db.execute(query)).scalars().all())


async def told_since(db: AsyncSession, since: datetime) -> int:
    """How often the host was told something since then."""
    query = select(col(Alarm.told), col(Alarm.over_told))
    return sum((told is not None and told > since) + (over is not None and over > since)
               for told, over in (await db.execute(query)).all())  # fmt: skip
