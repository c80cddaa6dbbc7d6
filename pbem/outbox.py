"""Letters out: written into the store with the game, sent afterwards, each exactly once as far as SMTP allows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, cast

from sqlalchemy import CursorResult, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from engine.core.chance import commitment
from pbem.desk import Desk
from pbem.mail.compose import Attachment, Outgoing, compose
from pbem.mail.smtp import Fate, Outcome
from pbem.store import Store
from pbem.store.models import Game, LetterIn, LetterOut

Send = Callable[[bytes, str, str], Awaitable[Outcome]]
"""`send(raw, sender, recipient)`"""

LEASE = timedelta(minutes=15)
"""A letter that is being sent for longer belongs to a process that has died: whether it went out is uncertain."""
AT_ONCE = 4
BATCH = 200


async def queue(
    db: AsyncSession,
    desk: Desk,
    now: datetime,
    *,
    recipient: str,
    kind: str,
    subject: str,
    text: str,
    recipient_name: str = "",
    language: str = "",
    token: str = "",
    game: int | None = None,
    player: int | None = None,
    answers: LetterIn | None = None,
    attachments: tuple[Attachment, ...] = (),
) -> LetterOut:
    """Write a letter in the transaction of `db`; it goes out after the commit. `token` makes the secret Reply-To."""
    config = desk.config
    message_id = desk.message_id(kind)
    raw = compose(
        Outgoing(
            judge=config.judge_id,
            message_id=message_id,
            date=now,
            from_address=config.address,
            from_name=config.judge_name,
            to_address=recipient,
            to_name=recipient_name,
            reply_to=config.reply_address(token) if token else "",
            subject=subject,
            text=text,
            answers=answers.message_id if answers else "",
            references=await _thread(db, desk, game),
            auto="auto-replied" if answers else "auto-generated",
            language=language,
            attachments=attachments,
        )
    )
    letter = LetterOut(
        made=now, raw=raw, message_id=message_id, recipient=recipient, kind=kind, game=game, player=player,
        answers=answers.id if answers else None, next_try=now,
    )  # fmt: skip
    db.add(letter)
    await db.flush()
    return letter


async def _thread(db: AsyncSession, desk: Desk, game: int | None) -> tuple[str, ...]:
    """What a letter of a game refers to; nothing for other letters."""
    row = await db.get(Game, game) if game is not None else None
    return (desk.thread_of(commitment(row.secret)),) if row is not None else ()


async def answers_since(db: AsyncSession, recipient: str, since: datetime, kinds: tuple[str, ...] = ()) -> int:
    """How many answers an address was sent since then."""
    query = select(func.count()).select_from(LetterOut).where(
        col(LetterOut.recipient) == recipient, col(LetterOut.answers).is_not(None), col(LetterOut.made) > since
    )  # fmt: skip
    if kinds:
        query = query.where(col(LetterOut.kind).in_(kinds))
    return int((await db.execute(query)).scalar_one())


async def flush(desk: Desk, send: Send) -> int:
    """Send what is due; how many letters went out. Letters to one recipient go in order, a few recipients at once."""
    now = desk.clock.now()
    async with desk.store.reading() as db:
        query = select(col(LetterOut.id), col(LetterOut.recipient)).where(
            col(LetterOut.status).in_(("queued", "uncertain", "sending")), col(LetterOut.next_try) <= now
        )  # fmt: skip
        rows = (await db.execute(query.order_by(col(LetterOut.id)).limit(BATCH))).all()
    due = sorted((recipient, number) for number, recipient in rows if number is not None)
    gate = asyncio.Semaphore(AT_ONCE)

    async def to_one(numbers: list[int]) -> int:
        sent = 0
        async with gate:
            for number in numbers:
                fate = await _send_one(desk, number, send)
                sent += 1 if fate is Fate.SENT else 0
                if fate is Fate.LATER:
                    break  # this recipient's server takes nothing now
        return sent

    groups = [[number for _, number in pairs] for _, pairs in groupby(due, key=lambda pair: pair[0])]
    return sum(await asyncio.gather(*(to_one(numbers) for numbers in groups)))


async def _send_one(desk: Desk, number: int, send: Send) -> Fate | None:
    """Send one letter and note what became of it; None when another process has it."""
    letter = await _claim(desk.store, number, desk.clock.now())
    if letter is None:
        return None
    desk.at_step("claimed")
    if letter.status == "refused":
        return Fate.REFUSED
    outcome = await send(letter.raw, desk.config.address, letter.recipient)
    desk.at_step("sent")
    async with desk.store.writing() as db:
        await db.execute(
            update(LetterOut)
            .where(col(LetterOut.id) == number, col(LetterOut.status) == "sending")
            .values(**_after(desk, letter, outcome, desk.clock.now()))
        )
    return outcome.fate


async def _claim(store: Store, number: int, now: datetime) -> LetterOut | None:
    """Take a letter for sending, so that no other process does.

    One found in "sending" after its lease may have gone out before a crash: it counts as uncertain.
    """
    async with store.writing() as db:
        free = col(LetterOut.status).in_(("queued", "uncertain", "sending"))
        done = await db.execute(
            update(LetterOut)
            .where(col(LetterOut.id) == number, free, col(LetterOut.next_try) <= now)
            .values(status="sending", tries=col(LetterOut.tries) + 1, next_try=now + LEASE)
        )
        if cast("CursorResult[Any]", done).rowcount != 1:
            return None
        return await db.get(LetterOut, number)


def _after(desk: Desk, letter: LetterOut, outcome: Outcome, now: datetime) -> dict[str, Any]:
    """The row's new values."""
    config = desk.config
    why = f"{outcome.stage}: {outcome.code or ''} {outcome.text}".strip()[:1000]
    pause = min(config.first_pause * 2 ** min(letter.tries - 1, 20), config.longest_pause)
    if outcome.fate is Fate.SENT:
        return {"status": "sent", "sent": now, "why": ""}
    if outcome.fate is Fate.REFUSED:
        return {"status": "refused", "why": why}
    if outcome.fate is Fate.UNCERTAIN:
        if letter.tries >= config.uncertain_tries:
            return {"status": "refused", "why": f"given up, it may have arrived: {why}"}
        return {"status": "uncertain", "next_try": now + pause, "why": why}
    if now - letter.made >= config.give_up_after:
        return {"status": "refused", "why": f"given up: {why}"}
    return {"status": "queued", "next_try": now + pause, "why": why}
