"""A letter of ours came back: noted at that letter, told to the host, and to nobody else.

A bounce can be forged, so it changes nothing but the state of the letter that it names. It names it by its Message-ID;
a bounce that brings none back counts for the last letter that its address was sent.
"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from pbem import outbox
from pbem.desk import Desk
from pbem.mail.dsn import Bounce, Delivery, read_bounce
from pbem.store.models import LetterIn, LetterOut

LATEST = timedelta(days=10)
"""Servers give up after five days at the latest; an older letter is not what came back."""


async def note(db: AsyncSession, desk: Desk, row: LetterIn) -> bool:
    """Whether an automatic letter is a bounce; if so, what it tells is noted, in the transaction of `db`."""
    bounce = read_bounce(row.raw)
    if bounce is None:
        return False
    row.status, row.why = "bounce", f"{bounce.delivery}: {bounce.status} {bounce.why}".strip()[:500]
    letter = await _letter_of(db, desk, bounce)
    if letter is None:
        row.why = f"of no letter of ours; {row.why}"[:500]
        return True
    row.game, row.player = letter.game, letter.player
    row.why = f"letter {letter.id}, {row.why}"[:500]
    if bounce.delivery is not Delivery.FAILED or letter.bounced is not None:
        return True
    now = desk.clock.now()
    why = " ".join(part for part in (bounce.status, bounce.why) if part) or "no reason given"
    letter.bounced, letter.why = now, f"bounced: {why}"[:1000]
    if letter.status in ("sent", "uncertain", "sending"):
        letter.status = "bounced"
    db.add(letter)
    await outbox.tell_host(db, letter, "bounced", why, now)
    return True


async def _letter_of(db: AsyncSession, desk: Desk, bounce: Bounce) -> LetterOut | None:
    for message_id in bounce.letters:
        query = select(LetterOut).where(col(LetterOut.message_id) == message_id)
        found = (await db.execute(query)).scalars().first()
        if found is not None:
            return found
    if bounce.letters:
        return None  # it brings back somebody else's letter
    since = desk.clock.now() - LATEST
    for address in bounce.recipients[:5]:
        query = select(LetterOut).where(
            col(LetterOut.recipient) == address, col(LetterOut.sent) > since, col(LetterOut.status) == "sent"
        )  # fmt: skip
        found = (await db.execute(query.order_by(col(LetterOut.sent).desc()).limit(1))).scalars().first()
        if found is not None:
            return found
    return None
