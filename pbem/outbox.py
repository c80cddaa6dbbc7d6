"""Letters out: written into the store with the game, sent afterwards, each exactly once as far as SMTP allows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import bindparam, case, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from engine.core.chance import commitment
from pbem.desk import Desk
from pbem.mail.compose import Attachment, Outgoing, compose
from pbem.mail.smtp import Fate, Outcome, Stage
from pbem.store import Store, upkeep
from pbem.store.models import Game, LetterIn, LetterOut
from pbem.store.prepared import Prepared

_SECRET = Prepared(select(col(Game.secret)).where(col(Game.id) == bindparam("game")))
Send = Callable[[bytes, str, str], Awaitable[Outcome]]
"""`send(raw, sender, recipient)`"""

LEASE = timedelta(minutes=15)
"""A letter that is being sent for longer belongs to a process that has died: whether it went out is uncertain."""
TOLD_AGAIN_AFTER = timedelta(days=7)
"""The host hears of an address that takes no letters once in this time."""
AT_ONCE = 4
TOGETHER = 8
"""So many letters share the commits before and after they are sent."""
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
    states: datetime | None = None,
) -> LetterOut:
    """Write a letter in the transaction of `db`; it goes out after the commit. `token` makes the secret Reply-To;
    `states` is the deadline that the text tells of."""
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
            subject=config.subject_with(token, subject),
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
        answers=answers.id if answers else None, next_try=now, states=states,
    )  # fmt: skip
    db.add(letter)
    await db.flush()
    return letter


async def _thread(db: AsyncSession, desk: Desk, game: int | None) -> tuple[str, ...]:
    """What a letter of a game refers to; nothing for other letters."""
    found = [] if game is None else await _SECRET.asked(db, game=game)
    return tuple(desk.thread_of(commitment(secret)) for (secret,) in found)


async def withdraw_reminders(db: AsyncSession, game: int, player: int | None = None) -> None:
    """Reminders that wait and have become wrong: the answers are in, or the deadline is another."""
    waits = col(LetterOut.status).in_(("queued", "uncertain"))
    wrong = [col(LetterOut.game) == game, waits, col(LetterOut.kind) == "reminder"]
    if player is not None:
        wrong.append(col(LetterOut.player) == player)
    await db.execute(update(LetterOut).where(*wrong).values(status="withdrawn", why="no longer true"))


async def waiting_letters_that_state(db: AsyncSession, game: int, due: datetime) -> list[LetterOut]:
    """Letters of a game that wait and tell of that deadline."""
    query = select(LetterOut).where(
        col(LetterOut.game) == game, col(LetterOut.status).in_(("queued", "uncertain")), col(LetterOut.states) == due
    )  # fmt: skip
    return list((await db.execute(query)).scalars().all())


@dataclass(slots=True)
class Flushed:
    """What a flush has brought. `reached`: the mail server listened to at least one letter; `trouble`: why it did
    not."""

    sent: int = 0
    reached: bool = False
    trouble: Outcome | None = None


async def flush(desk: Desk, send: Send) -> Flushed:
    """Send what is due. Letters to one recipient go in order, a few recipients at once.

    When our own mail server is away, one letter finds that out and the others wait as they are.
    """
    now = desk.clock.now()
    async with desk.store.reading() as db:
        query = select(col(LetterOut.id), col(LetterOut.recipient)).where(
            col(LetterOut.status).in_(("queued", "uncertain", "sending")), col(LetterOut.next_try) <= now
        )  # fmt: skip
        rows = (await db.execute(query.order_by(col(LetterOut.id)).limit(BATCH))).all()
        groups = [
            (recipient, [number for number, _ in pairs if number is not None])
            for recipient, pairs in groupby(sorted(rows, key=lambda row: (row[1], row[0])), key=lambda row: row[1])
        ]
        rooms = await _rooms(db, desk, {recipient: len(numbers) for recipient, numbers in groups}, now)
    for recipient, numbers in groups:
        if (again := rooms[recipient].again) is not None:
            await _put_off(desk.store, numbers[rooms[recipient].letters :], again)
    # Each address gets its first letter before any gets its second.
    ranked = [
        (place, number, recipient)
        for recipient, numbers in groups
        for place, number in enumerate(numbers[: rooms[recipient].letters])
    ]
    row = [(recipient, number) for _, number, recipient in sorted(ranked)]
    flushed = Flushed()
    deaf: set[str] = set()
    """Whose server takes nothing now."""
    while row and flushed.trouble is None:
        some, row = row[:TOGETHER], row[TOGETHER:]
        await _send_some(desk, [number for recipient, number in some if recipient not in deaf], send, flushed, deaf)
    return flushed


@dataclass(frozen=True, slots=True)
class _Room:
    """How many letters an address may get now, and when the next."""

    letters: int
    again: datetime | None = None


async def _rooms(db: AsyncSession, desk: Desk, wanted: Mapping[str, int], now: datetime) -> dict[str, _Room]:
    """For each address. One query tells that all is well, as it nearly always is."""
    config = desk.config
    caps = [(config.letters_an_hour, timedelta(hours=1)), (config.letters_a_day, timedelta(days=1))]
    caps = [(cap, span) for cap, span in caps if cap]
    rooms = {recipient: _Room(count) for recipient, count in wanted.items()}
    if not caps or not wanted:
        return rooms
    recent = [func.sum(case((col(LetterOut.sent) > now - span, 1), else_=0)) for _, span in caps]
    query = select(col(LetterOut.recipient), *recent).where(
        col(LetterOut.recipient).in_(list(wanted)), col(LetterOut.sent) > now - caps[-1][1]
    )  # fmt: skip
    found = {row[0]: row[1:] for row in (await db.execute(query.group_by(col(LetterOut.recipient)))).all()}
    for recipient, count in wanted.items():
        for (cap, span), already in zip(caps, found.get(recipient, [0] * len(caps)), strict=True):
            free = max(cap - int(already or 0), 0)
            if free >= min(rooms[recipient].letters, count):
                continue
            last = select(col(LetterOut.sent)).where(col(LetterOut.recipient) == recipient)
            last = last.where(col(LetterOut.sent).is_not(None)).order_by(col(LetterOut.sent).desc())
            oldest = (await db.execute(last.offset(cap - 1).limit(1))).scalars().first()
            rooms[recipient] = _Room(free, (oldest if oldest and not free else now) + span)
    return rooms


async def _put_off(store: Store, numbers: list[int], until: datetime) -> None:
    async with store.writing() as db:
        waiting = col(LetterOut.id).in_(numbers), col(LetterOut.status).in_(("queued", "uncertain"))
        await db.execute(update(LetterOut).where(*waiting).values(next_try=until, why="many letters to this address"))


@dataclass(slots=True)
class _Claimed:
    """A letter that nobody else sends now; its status before, and what became of it."""

    letter: LetterOut
    before: str
    tried: bool = False
    outcome: Outcome | None = None


async def _send_some(desk: Desk, numbers: list[int], send: Send, flushed: Flushed, deaf: set[str]) -> None:
    """Claim some letters, send them, and note what became of them: two transactions for all.

    Killed in between, they count as uncertain and go out again, each with its old Message-ID; so they are few.
    """
    claimed = await _claim(desk.store, numbers, desk.clock.now())
    if not claimed:
        return
    desk.at_step("claimed")
    rows: dict[str, list[_Claimed]] = {}
    for one in claimed:
        rows.setdefault(one.letter.recipient, []).append(one)
    gate = asyncio.Semaphore(AT_ONCE)

    async def to_one(recipient: str, ones: list[_Claimed]) -> None:
        async with gate:
            for one in ones:
                if flushed.trouble is not None or recipient in deaf:
                    return
                one.tried = True
                outcome = one.outcome = await send(one.letter.raw, desk.config.address, recipient)
                desk.at_step("sent")
                if outcome.stage in (Stage.CONNECT, Stage.LOGIN):
                    flushed.trouble = outcome
                    return
                flushed.reached = True
                flushed.sent += 1 if outcome.fate is Fate.SENT else 0
                if outcome.fate is Fate.LATER:
                    deaf.add(recipient)

    try:
        for broke in await asyncio.gather(*(to_one(*row) for row in rows.items()), return_exceptions=True):
            if broke is not None:
                raise broke
    finally:
        await _note(desk, claimed)


async def _note(desk: Desk, claimed: list[_Claimed]) -> None:
    async with desk.store.writing() as db:
        now = desk.clock.now()
        for one in claimed:
            mine = col(LetterOut.id) == one.letter.id, col(LetterOut.status) == "sending"
            if one.outcome is None and one.tried:
                continue  # sending broke off: when its lease is over it counts as uncertain
            if one.outcome is None:
                back = {"status": one.before, "tries": one.letter.tries - 1, "next_try": now}
                await db.execute(update(LetterOut).where(*mine).values(**back))
                continue
            values = _after(desk, one.letter, one.before, one.outcome, now)
            await db.execute(update(LetterOut).where(*mine).values(**values))
            if values["status"] == "refused":
                key = "unsure" if one.outcome.fate is Fate.UNCERTAIN else "undeliverable"
                await tell_host(db, one.letter, key, values["why"], now)


async def tell_host(db: AsyncSession, letter: LetterOut, key: str, why: str, now: datetime) -> None:
    """A letter does not reach its recipient, or perhaps not: the host hears of it once for each address."""
    game = await db.get(Game, letter.game) if letter.game is not None else None
    facts = {"address": letter.recipient, "why": why[:300], "sort": letter.kind, "game": game.name if game else "–"}
    if letter.player is None:
        return  # a stranger's or a robot's address: nobody misses the letter
    sort = "unsure" if key == "unsure" else "bounce"
    await upkeep.raise_alarm(db, f"{sort}:{letter.recipient}"[:200], key, facts, now, TOLD_AGAIN_AFTER)


async def _claim(store: Store, numbers: list[int], now: datetime) -> list[_Claimed]:
    """Take letters for sending, so that no other process does.

    One found in "sending" after its lease may have gone out before a crash: it counts as uncertain. A claim that a
    power cut takes back is no loss: the letter goes out again after it in either case, with its one Message-ID.
    """
    if not numbers:
        return []
    async with store.marking() as db:
        free = select(LetterOut).where(
            col(LetterOut.id).in_(numbers), col(LetterOut.status).in_(("queued", "uncertain", "sending")),
            col(LetterOut.next_try) <= now,
        )  # fmt: skip
        found = (await db.execute(free.order_by(col(LetterOut.id)).with_for_update(skip_locked=True))).scalars().all()
        claimed = [_Claimed(one, "uncertain" if one.status == "sending" else one.status) for one in found]
        for one in claimed:
            one.letter.status, one.letter.tries, one.letter.next_try = "sending", one.letter.tries + 1, now + LEASE
            db.add(one.letter)
    return claimed


def _after(desk: Desk, letter: LetterOut, before: str, outcome: Outcome, now: datetime) -> dict[str, Any]:
    """The row's new values."""
    config = desk.config
    why = f"{outcome.stage}: {outcome.code or ''} {outcome.text}".strip()[:1000]
    pause = min(config.first_pause * 2 ** min(letter.tries - 1, 20), config.longest_pause)
    if outcome.fate is Fate.SENT:
        return {"status": "sent", "sent": now, "why": ""}
    if outcome.fate is Fate.REFUSED:
        return {"status": "refused", "why": why}
    if outcome.fate is Fate.UNCERTAIN:
        doubtful = letter.doubtful_tries + 1
        if doubtful >= config.uncertain_tries:
            return {"status": "refused", "doubtful_tries": doubtful, "why": f"given up, it may have arrived: {why}"}
        return {"status": "uncertain", "doubtful_tries": doubtful, "next_try": now + pause, "why": why}
    if outcome.stage in (Stage.CONNECT, Stage.LOGIN):
        # Our own server is away: this was no try of the letter, and it keeps its place in the row.
        return {"status": before, "tries": letter.tries - 1, "next_try": now, "why": why}
    if now - letter.made >= config.give_up_after:
        return {"status": "refused", "why": f"given up: {why}"}
    return {"status": before, "next_try": now + pause, "why": why}
