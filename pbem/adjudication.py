"""What follows when a game has been played on: journal, deadlines and reports; and the sweep of what is due."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any, cast

from sqlalchemy import CursorResult, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from pbem import outbox, reporting, stationery
from pbem.desk import Desk
from pbem.game_box import Sentence
from pbem.mail.compose import Attachment
from pbem.notices import send_notice
from pbem.pacing import set_deadline
from pbem.playing import STOPS_AT_ONCE, Played, Sitting, sit_down
from pbem.record import CONTENT_TYPE, SUFFIX, record_of
from pbem.store import games, upkeep
from pbem.store.models import Deadline, Game


async def conclude(
    desk: Desk, sitting: Sitting, played: Played, notices: Sequence[Sentence] = (), *, at_deadline: str = ""
) -> None:
    """Save what playing on has brought, set the next deadline, queue the reports; after the end of a turn go on with
    orders that were sent beforehand."""
    await _conclude_once(desk, sitting, played, notices, at_deadline)
    for times in count(1):
        if not played.turn_ended or sitting.over:
            return
        if times > STOPS_AT_ONCE:
            raise RuntimeError(f"{sitting.game.name}: {STOPS_AT_ONCE} turns were played at once")
        played = await sitting.go_on()
        if played.settled or played.lapsed:
            await _conclude_once(desk, sitting, played, (), "")
        else:
            await sitting.save()  # an order sent beforehand may have answered one of several


async def _conclude_once(
    desk: Desk, sitting: Sitting, played: Played, notices: Sequence[Sentence], at_deadline: str
) -> None:
    await sitting.save()
    desk.at_step("saved")
    files: tuple[Attachment, ...] = ()
    if sitting.over and played.settled:
        notices = [*notices, Sentence("letter.notice.secret", {"secret": sitting.game.secret.hex()})]
        file = Attachment(
            f"{sitting.game.name}{SUFFIX}", await record_of(sitting.db, sitting.game, sitting.box), CONTENT_TYPE
        )
        files, notices = (file,), [*notices, Sentence("letter.notice.record", {"file": file.filename})]
    deadline = await games.open_deadline(sitting.db, sitting.id) if played.settled else None
    if played.settled:
        if deadline is not None:
            deadline.done, deadline.how = sitting.now, at_deadline or "answered"
            sitting.db.add(deadline)
            if deadline.reminded is not None:
                await outbox.withdraw_reminders(sitting.db, sitting.id)
        deadline = await set_deadline(desk, sitting)
    lapsed = _lapsed(played)
    readers = reporting.readers(sitting, played)
    await reporting.send_reports(desk, sitting, readers, deadline, notices, lapsed, files)
    for player in lapsed.keys() - set(readers):
        for notice in lapsed[player]:
            await send_notice(desk, sitting, sitting.players[player], notice)
    desk.at_step("reported")


def _lapsed(played: Played) -> dict[int, list[Sentence]]:
    """What each player is told of orders kept for later that come to nothing."""
    told: dict[int, list[Sentence]] = {}
    for player, line in played.lapsed:
        notice = Sentence("letter.notice.lapsed", {"text": line.text, "because": line.sentences[-1]})
        told.setdefault(player, []).append(notice)
    return told


async def sweep(desk: Desk, upto: datetime | None = None, but_not: Collection[int] = ()) -> int:
    """Send the reminders and act on the deadlines that are due; how many fired.

    `upto`: only deadlines up to that moment, because letters that came later have not been read yet; `but_not`: games
    to leave alone. Each game is a transaction of its own. Any number of processes may sweep one store: each deadline
    fires once.
    """
    now = desk.clock.now()
    due = now if upto is None else min(upto, now)
    async with desk.store.reading() as db:
        # Two queries, each along an index of its own: with an OR, or a second bound, every open deadline is read.
        open_ones = select(col(Deadline.id), col(Deadline.game), col(Deadline.due)).where(col(Deadline.done).is_(None))
        reminders = open_ones.where(col(Deadline.reminded).is_(None), col(Deadline.remind) <= now)
        rows = [
            *(await db.execute(open_ones.where(col(Deadline.due) <= due))).all(),
            *(row for row in (await db.execute(reminders)).all() if row[2] > now),
        ]
    found = [(number, game) for number, game, _ in sorted(rows, key=lambda row: row[2])]
    fired = 0
    for number, game in found:
        if game not in but_not:
            fired += await _fire_safely(desk, number or 0, game, due)
    return fired


def _is_due(due: datetime, now: datetime) -> Any:
    # A deadline that is due and may not fire yet needs no reminder any more.
    reminder = (col(Deadline.remind) <= now) & col(Deadline.reminded).is_(None) & (col(Deadline.due) > now)
    return or_(col(Deadline.due) <= due, reminder)


async def _fire_safely(desk: Desk, number: int, game: int, due: datetime) -> int:
    """A fault in one game must not stop the others; it is noted for the host, and the next sweep tries again."""
    now = desk.clock.now()
    try:
        fired = await _fire(desk, number, game, due, now)
    except Exception:  # noqa: BLE001 -- see above
        fault = traceback.format_exc()
    else:
        return fired
    async with desk.store.writing() as db:
        await note_fault(db, game, fault, now)
    return 0


async def note_fault(db: AsyncSession, game: int, fault: str, now: datetime) -> None:
    """A deadline could not be carried out: noted at it, and the host is told."""
    at = col(Deadline.game) == game, col(Deadline.done).is_(None)
    await db.execute(update(Deadline).where(*at).values(how=f"fault: {fault}"))
    row = await db.get(Game, game)
    facts = {"game": row.name if row is not None else str(game)}
    await upkeep.raise_alarm(db, f"deadline:{game}", "deadline_fault", facts, now, timedelta(days=1))


async def _fire(desk: Desk, number: int, game: int, due: datetime, now: datetime) -> int:
    async with desk.store.writing() as db:
        free = select(col(Game.id)).where(col(Game.id) == game).with_for_update(skip_locked=True)
        if (await db.execute(free)).first() is None:
            return 0  # another process is at this game; if the deadline is still open then, the next sweep finds it
        still = select(Deadline).where(col(Deadline.id) == number, col(Deadline.done).is_(None), _is_due(due, now))
        row = (await db.execute(still)).scalars().first()
        if row is None:
            return 0
        sitting = await sit_down(db, game, desk.boxes, desk.tables, now)
        if row.due <= due:
            fired = await _once(db, number, Deadline.done, now)
            if fired:
                await db.refresh(row)
                await _deadline(desk, sitting, row)
        else:
            fired = await _once(db, number, Deadline.reminded, now)
            if fired:
                await _remind(desk, sitting, row)
    desk.tables.put(game, sitting.game.journal, sitting.table)
    return fired


async def _once(db: AsyncSession, number: int, column: Any, now: datetime) -> int:
    """Mark a deadline, unless that was done already."""
    done = await db.execute(update(Deadline).where(col(Deadline.id) == number, column.is_(None)).values({column: now}))
    return cast("CursorResult[Any]", done).rowcount


async def _deadline(desk: Desk, sitting: Sitting, row: Deadline) -> None:
    """Play on with defaults, or wait, as the game says."""
    absent = {player for player in sitting.players if sitting.missing_for(player)}
    if absent and sitting.game.on_deadline == "wait":
        row.how = "waiting"
        sitting.db.add(row)
        for number, player in sitting.players.items():
            # Who must not notice a question does not hear that it waits, but for the deadline that he knows of.
            if sitting.may_notice(number) or row.pace == "same":
                awaited = list(sitting.picture(number).awaited)
                await send_notice(desk, sitting, player, Sentence("letter.notice.waiting", {"factions": awaited}))
        await sitting.save()
        return
    row.how = "default" if absent else "answered"
    sitting.db.add(row)
    own = {number: [str(decision.seat) for decision in sitting.missing_for(number)] for number in absent}
    played = await sitting.play_on(due=True)
    seats = list(dict.fromkeys(seat for seat, _ in played.defaults))
    notices = [_defaults(seats)] if seats else []
    told = set(reporting.readers(sitting, played))
    await conclude(desk, sitting, played, notices, at_deadline=row.how)
    for number in absent - told:
        await send_notice(desk, sitting, sitting.players[number], _defaults(seats or own[number]))


def _defaults(seats: Sequence[str]) -> Sentence:
    return Sentence("letter.notice.defaults", {"factions": list(seats)})


async def _remind(desk: Desk, sitting: Sitting, row: Deadline) -> None:
    """One reminder to each player whose answers are missing or held back by WAIT."""
    awaited = sitting.awaited()
    for number, player in sitting.players.items():
        if not set(sitting.seats_of(number)) & set(awaited):
            continue
        words = sitting.box.catalogue(player.language, sitting.data_text)
        missing = sitting.missing_for(number)
        text = stationery.write(
            "reminder", words, game=sitting.game.name, name=player.name, held=not missing,
            to_correct=sitting.to_correct(number),
            questions=[sitting.box.ask_line(d, player.language, sitting.data_text) for d in missing],
            due=stationery.moment(words, row.due, player.zone), on_deadline=sitting.game.on_deadline,
            form=sitting.box.form(sitting.position(number), player.language),
        )  # fmt: skip
        await outbox.queue(
            sitting.db, desk, sitting.now, recipient=player.address, recipient_name=player.name, kind="reminder",
            subject=f"[{sitting.game.name}] {words.say('letter.subject.reminder')}", text=text,
            language=player.language, token=sitting.token_of(number), game=sitting.id, player=number, states=row.due,
        )  # fmt: skip
