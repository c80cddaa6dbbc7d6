"""Time in which mail did not flow: found, deadlines held while it lasts, and given back when it is over.

Two signs are kept in the store: when the mailbox was last reached, and since when the mail server takes no letters. So
a crash, a machine that was off for a week, a wrong password and a dead line are all the same thing here: an outage
began when the last sign was good, and ends when both are good again. What a player lost of his time is added to his
deadline, once, with the letter that tells him in the same transaction.
"""

from __future__ import annotations

import traceback
from datetime import datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from pbem import adjudication, stationery
from pbem.deadlines import given_back
from pbem.desk import Desk
from pbem.game_box import Sentence
from pbem.notices import move_deadline, send_notice
from pbem.playing import Sitting, sit_down
from pbem.store import games, upkeep
from pbem.store.models import Deadline, Game, Outage

SHORTEST = timedelta(minutes=5)
"""Less lost time than this is not worth a letter to everybody."""


async def mailbox_reached(desk: Desk, now: datetime, looked: datetime | None) -> None:
    """The mailbox answers. `looked`: everything in it that had come before then is taken."""
    async with desk.store.writing() as db:
        await _notice(db, desk, now)
        await upkeep.set_pulse(db, upkeep.POLL, now)
        if looked is not None:
            await upkeep.set_pulse(db, upkeep.LOOKED, looked)
        await _settle(db, desk, now)


async def mail_taken(desk: Desk, now: datetime) -> None:
    """The mail server takes letters."""
    async with desk.store.writing() as db:
        await _notice(db, desk, now)
        await upkeep.set_pulse(db, upkeep.SEND, now)
        await upkeep.drop_pulse(db, upkeep.SEND_FAILING)
        await _settle(db, desk, now)


async def mail_not_taken(desk: Desk, now: datetime) -> datetime:
    """The mail server takes nothing; since when."""
    async with desk.store.writing() as db:
        signs = await upkeep.pulses(db)
        since = signs.get(upkeep.SEND_FAILING)
        if since is None:
            since = now
            await upkeep.set_pulse(db, upkeep.SEND_FAILING, now)
        await _notice(db, desk, now)
    return since


async def held(desk: Desk, now: datetime) -> bool:
    """Whether deadlines stand still because mail does not flow; an outage that nobody has noticed yet is noted."""
    async with desk.store.reading() as db:
        last = await upkeep.last_outage(db)
        began = _stale_since(await upkeep.pulses(db), now, desk.config.hold_after)
    if last is not None and last.ended is None:
        return True
    if began is None:
        return False
    async with desk.store.writing() as db:
        await _notice(db, desk, now)
    return True


def _stale_since(signs: dict[str, datetime], now: datetime, limit: timedelta) -> datetime | None:
    """Since when mail has not flowed; None while it does. A judge that has never polled has nothing to miss."""
    since = [at for name in (upkeep.POLL, upkeep.SEND_FAILING) if (at := signs.get(name)) is not None]
    return min((at for at in since if now - at > limit), default=None)


async def _notice(db: AsyncSession, desk: Desk, now: datetime) -> None:
    began = _stale_since(await upkeep.pulses(db), now, desk.config.hold_after)
    if began is not None and await upkeep.open_outage(db) is None:
        db.add(Outage(began=began))
        await db.flush()


async def _settle(db: AsyncSession, desk: Desk, now: datetime) -> None:
    """End the outage if every sign is good."""
    signs = await upkeep.pulses(db)
    if upkeep.SEND_FAILING in signs or _stale_since(signs, now, desk.config.hold_after) is not None:
        return
    outage = await upkeep.open_outage(db)
    if outage is not None:
        outage.ended = now
        db.add(outage)


# ------------------------------------------------------------------ giving back


async def give_back(desk: Desk) -> frozenset[int]:
    """Give the time of outages that are over back to every open deadline; each game is a transaction of its own.

    Gives the games where that failed: their deadlines must not fire before it is done.
    """
    now = desk.clock.now()
    async with desk.store.reading() as db:
        last = await upkeep.last_outage(db)
        if last is None or last.ended is None or last.id is None or last.id <= desk.outages_settled:
            return frozenset()
        behind = select(col(Deadline.game)).where(
            col(Deadline.done).is_(None), or_(col(Deadline.outage).is_(None), col(Deadline.outage) < last.id),
            or_(col(Deadline.asked).is_(None), col(Deadline.asked) < last.ended),
        )  # fmt: skip
        games_behind = list(dict.fromkeys((await db.execute(behind)).scalars().all()))
    failed = set()
    for game in games_behind:
        try:
            await _give_back_to(desk, game, now)
        except Exception:  # noqa: BLE001 -- one game must not stop the others; its deadline is held until it works
            failed.add(game)
            async with desk.store.writing() as db:
                await adjudication.note_fault(db, game, traceback.format_exc(), now)
    if not failed:
        desk.outages_settled = last.id
    return frozenset(failed)


async def _give_back_to(desk: Desk, game: int, now: datetime) -> None:
    async with desk.store.writing() as db:
        await db.execute(select(col(Game.id)).where(col(Game.id) == game).with_for_update())
        row = await games.open_deadline(db, game)
        if row is None:
            return
        outages = await _outages_after(db, row)
        if not outages:
            return
        lost = sum((_lost(row, outage) for outage in outages), timedelta())
        row.outage = max(outage.id or 0 for outage in outages)
        db.add(row)
        if lost < SHORTEST:
            return
        sitting = await sit_down(db, game, desk.boxes, desk.tables, now)
        due = given_back(sitting.game.schedule, row.due, lost)
        if row.plain is not None:
            row.plain = given_back(sitting.game.schedule, row.plain, lost)
        await move_deadline(desk, sitting, row, due)
        ended = [outage.ended for outage in outages if outage.ended is not None]
        await _tell(desk, sitting, min(outage.began for outage in outages), max(ended), row)
        await sitting.save()
    desk.tables.put(game, sitting.game.journal, sitting.table)


async def _outages_after(db: AsyncSession, row: Deadline) -> list[Outage]:
    """Those that are over, touch the deadline's time, and have not been given back to it."""
    query = select(Outage).where(col(Outage.id) > (row.outage or 0), col(Outage.ended).is_not(None))
    if row.asked is not None:
        query = query.where(col(Outage.ended) > row.asked)
    return list((await db.execute(query.order_by(col(Outage.id)))).scalars().all())


def _lost(row: Deadline, outage: Outage) -> timedelta:
    assert outage.ended is not None
    return outage.ended - max(outage.began, row.asked or outage.began)


async def _tell(desk: Desk, sitting: Sitting, began: datetime, ended: datetime, row: Deadline) -> None:
    for number, player in sitting.players.items():
        due = sitting.due_for(row, number)
        if due is None:
            continue
        words = sitting.box.catalogue(player.language, sitting.data_text)
        facts = {
            name: stationery.moment(words, when, player.zone)
            for name, when in (("began", began), ("ended", ended), ("due", due))
        }
        await send_notice(desk, sitting, player, Sentence("letter.notice.given_back", facts), states=due)
