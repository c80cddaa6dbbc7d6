"""No loops and no floods: what is never answered, how many answers anybody gets, in what order letters are taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum

from sqlalchemy import bindparam, case, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from pbem.desk import Desk
from pbem.mail.letter import Letter
from pbem.store.models import LetterOut
from pbem.store.prepared import Prepared

TO_OUTSIDERS = ("stranger", "elsewhere")
"""Answers to addresses that are registered nowhere."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Written once: to build and to compile a query takes longer than to ask it.
_OURS = Prepared(select(col(LetterOut.id)).where(col(LetterOut.message_id) == bindparam("message_id")).limit(1))
_ANSWERS = Prepared(
    select(func.count(), func.sum(case((col(LetterOut.made) > bindparam("hour"), 1), else_=0))).where(
        col(LetterOut.recipient) == bindparam("recipient"),
        col(LetterOut.made) > bindparam("day"),
        col(LetterOut.answers).is_not(None),
    )
)


class Room(Enum):
    """How many more answers an address may get now."""

    PLENTY = "plenty"
    LAST = "last"
    NONE = "none"


async def is_ours(db: AsyncSession, desk: Desk, letter: Letter) -> bool:
    """A letter of a judge that came back: it says so, has our address as its sender, or a Message-ID of ours."""
    if letter.own or any(desk.config.is_own(address) for address in letter.senders):
        return True
    if not letter.message_id.endswith(f"@{desk.config.domain}>"):
        return False
    return bool(await _OURS.asked(db, message_id=letter.message_id))


async def room_for(db: AsyncSession, desk: Desk, address: str, now: datetime) -> Room:
    """Whether a registered address may get a receipt: so many answers an hour and a day, whoever is behind it."""
    ((a_day, an_hour),) = await _ANSWERS.asked(db, recipient=address, hour=now - HOUR, day=now - DAY)
    left = min(desk.config.answers_a_day - a_day, desk.config.answers_an_hour - (an_hour or 0))
    return Room.NONE if left <= 0 else Room.LAST if left == 1 else Room.PLENTY


async def may_answer_outsider(db: AsyncSession, desk: Desk, address: str, now: datetime) -> bool:
    """Whether an address that is registered nowhere may be answered.

    Once in a while each; and only so many of one domain, and of all, in a day: a robot with a new address for each
    letter makes no loop, and nobody can use the judge to write to thousands.
    """
    if await answers_since(db, address, now - desk.config.strangers_every, TO_OUTSIDERS):
        return False
    since = now - DAY
    query = select(col(LetterOut.recipient)).where(col(LetterOut.kind).in_(TO_OUTSIDERS), col(LetterOut.made) > since)
    recipients = (await db.execute(query)).scalars().all()
    domain = "@" + address.rpartition("@")[2]
    of_domain = sum(1 for one in recipients if one.endswith(domain))
    return len(recipients) < desk.config.strangers_a_day and of_domain < desk.config.strangers_a_day_of_domain


async def answers_since(db: AsyncSession, recipient: str, since: datetime, kinds: tuple[str, ...] = ()) -> int:
    """How many answers an address was sent since then."""
    query = select(func.count()).select_from(LetterOut).where(
        col(LetterOut.recipient) == recipient, col(LetterOut.made) > since, col(LetterOut.answers).is_not(None)
    )  # fmt: skip
    if kinds:
        query = query.where(col(LetterOut.kind).in_(kinds))
    return int((await db.execute(query)).scalar_one())


def fair_order(waiting: Sequence[int], senders: Mapping[int, str], registered: Collection[str] = ()) -> list[int]:
    """The order in which letters are taken: the first of each sender, then the second of each, and so on; those of
    registered addresses before the others. Letters of one sender stay in the order they came in."""
    count: Counter[str] = Counter()
    ranked = []
    for uid in sorted(waiting):
        sender = senders.get(uid, "")
        ranked.append((sender not in registered, count[sender], uid))
        count[sender] += 1
    return [uid for *_, uid in sorted(ranked)]
