"""The deadline of a question, by its pace: a new one by the schedule, the one before going on, or a short one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbem import absences
from pbem.deadlines import Schedule, next_due
from pbem.desk import Desk
from pbem.playing import Sitting
from pbem.store import games
from pbem.store.models import Deadline


@dataclass(frozen=True, slots=True)
class _Term:
    """What a deadline will say, before anybody's absence is thought of."""

    due: datetime
    asked: datetime
    pace: str
    graced: bool = False
    shown: datetime | None = None
    outage: int | None = None
    plain: datetime | None = None
    waits_for: int | None = None
    reminded: datetime | None = None


async def set_deadline(desk: Desk, sitting: Sitting) -> Deadline | None:
    """The deadline of the question that is open now; None for a game without a schedule, at its end, and where a
    deadline goes on that has passed already and waits."""
    if sitting.over or sitting.game.schedule is None:
        return None
    schedule = Schedule.from_json(sitting.game.schedule)
    term = await _term(sitting, schedule)
    if term is None:
        return None
    if term.plain is None:
        away = await absences.of_the_question(desk.config, sitting, schedule, term.due)
        if away is not None:
            term = replace(term, due=away.due, plain=term.due, waits_for=away.player)
    row = Deadline(
        game=sitting.id, journal=sitting.game.journal, due=term.due, zone=schedule.zone,
        remind=_reminder(sitting, term), asked=term.asked, outage=term.outage, plain=term.plain,
        waits_for=term.waits_for, pace=term.pace, graced=term.graced, shown=term.shown, reminded=term.reminded,
    )  # fmt: skip
    sitting.db.add(row)
    await sitting.db.flush()
    return row


async def _term(sitting: Sitting, schedule: Schedule) -> _Term | None:
    pace, now = sitting.pace, sitting.now
    if pace.kind == "fresh" and not pace.quiet:
        return _Term(next_due(schedule, now), now, "fresh")
    before = await games.last_regular_deadline(sitting.db, sitting.id)
    public = None if before is None or not pace.quiet else before.shown or before.due
    if pace.kind == "hours":
        return _Term(now + timedelta(hours=pace.hours), now, "hours", shown=public)
    if pace.kind == "fresh" or before is None:
        return _Term(next_due(schedule, now), now, "fresh", shown=public)
    if before.how == "waiting":
        return None
    # What short questions of others have taken since does not count.
    due = before.due + (now - (before.done or now))
    grace = timedelta(hours=0 if before.graced or sitting.game.on_deadline == "wait" else pace.grace)
    return _Term(
        due + grace, before.asked or now, "same", before.graced or bool(grace), public, before.outage, before.plain,
        before.waits_for, None if grace else before.reminded,
    )  # fmt: skip


def _reminder(sitting: Sitting, term: _Term) -> datetime | None:
    """When the asked are reminded; None: never, or they were asked only just now."""
    hours = sitting.game.reminder_hours
    remind = term.due - timedelta(hours=hours) if hours else None
    return remind if remind is not None and remind > sitting.now else None
