"""Is the judge well? For `pbem health`, for monitors that read a file, and for the host who is told when it is not."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from pbem import alerts
from pbem.clock import Clock
from pbem.settings import Settings
from pbem.store import Store, letters, upkeep
from pbem.store.database import open_to_look
from pbem.store.models import Deadline, LetterOut

WAITING = ("queued", "uncertain", "sending")
OLD_LETTER = timedelta(minutes=30)
LATE_DEADLINE = timedelta(minutes=30)
MEGABYTE = 1_000_000


@dataclass
class Health:
    """What was found. `faults` are sentences; without any the judge is well."""

    well: bool = True
    database: bool = False
    last_poll: str | None = None
    last_send: str | None = None
    poll_age_seconds: int | None = None
    queued: int = 0
    oldest_queued_seconds: int | None = None
    due: int = 0
    """Deadlines that should have been carried out."""
    held: bool = False
    """Deadlines stand still: mail does not flow."""
    shunted: int = 0
    free_megabytes: int | None = None
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What happened in the last days and the host should know: the judge is well all the same."""

    def as_json(self) -> str:
        """One line, keys in a fixed order."""
        return json.dumps(asdict(self), ensure_ascii=False)

    def as_text(self) -> str:
        """For a person."""
        age = "never" if self.poll_age_seconds is None else f"{self.poll_age_seconds} s ago"
        lines = [
            "well" if self.well else "NOT WELL",
            f"mailbox looked into: {age}; last letter sent: {self.last_send or 'none yet'}",
            f"letters waiting to go out: {self.queued}"
            + (f", the oldest for {self.oldest_queued_seconds} s" if self.oldest_queued_seconds is not None else ""),
            f"deadlines overdue: {self.due}" + ("; deadlines stand still, mail does not flow" if self.held else ""),
            f"letters set aside: {self.shunted}" + (" (pbem shunted)" if self.shunted else ""),
        ]
        if self.free_megabytes is not None:
            lines.append(f"disk: {self.free_megabytes} MB free")
        lines += [f"- {fault}" for fault in self.faults]
        return "\n".join([*lines, *(f"(of late: {note})" for note in self.notes)])


async def look(settings: Settings, clock: Clock) -> Health:
    """Look at the store, without changing it. Raises nothing: a store that can't be read is a finding."""
    found = Health()
    store = None
    try:
        store = open_to_look(settings.database)
        await _look_into(found, store, settings, clock.now())
        found.database = True
    except (SQLAlchemyError, OSError) as fault:
        reason = str(getattr(fault, "orig", None) or fault).splitlines() or [type(fault).__name__]
        found.faults.append(f"The database can't be read: {reason[0][:200]}. Try: pbem check")
    finally:
        if store is not None:
            await store.close()
    found.free_megabytes = free_megabytes(settings)
    if found.free_megabytes is not None and found.free_megabytes < settings.service.free_megabytes:
        found.faults.append(f"Only {found.free_megabytes} MB of disk are free.")
    found.well = not found.faults
    return found


async def _look_into(found: Health, store: Store, settings: Settings, now: datetime) -> None:
    async with store.reading() as db:
        signs = await upkeep.pulses(db)
        outage = await upkeep.last_outage(db)
        waits = col(LetterOut.status).in_(WAITING)
        found.queued, oldest = (
            await db.execute(select(func.count(), func.min(col(LetterOut.made))).where(waits))
        ).one()
        sent = (await db.execute(select(func.max(col(LetterOut.sent))))).scalar()
        late = col(Deadline.done).is_(None), col(Deadline.due) < now - LATE_DEADLINE
        found.due = int((await db.execute(select(func.count()).select_from(Deadline).where(*late))).scalar_one())
        found.shunted = await letters.count_shunted(db)
        alarms = await upkeep.alarms(db)
        found.faults += alerts.sentences(settings.judge.language, alerts.conditions(alarms))
        found.notes += alerts.sentences(settings.judge.language, alerts.events(alarms, now))
    polled = signs.get(upkeep.POLL)
    found.held = outage is not None and outage.ended is None
    found.last_poll = polled.isoformat() if polled else None
    found.last_send = sent.isoformat() if sent else None
    found.oldest_queued_seconds = int((now - oldest).total_seconds()) if oldest else None
    limit = timedelta(minutes=settings.service.hold_minutes) + timedelta(seconds=settings.service.poll_seconds)
    if polled is None:
        found.faults.append("The mailbox has never been looked into. Is `pbem serve` running?")
        return
    found.poll_age_seconds = int((now - polled).total_seconds())
    if now - polled > limit:
        found.faults.append(
            f"The mailbox was last looked into at {polled:%Y-%m-%d %H:%M} UTC. Is `pbem serve` running?"
        )
    if oldest is not None and now - oldest > OLD_LETTER:
        found.faults.append(f"{found.queued} letters wait to go out, the oldest since {oldest:%Y-%m-%d %H:%M} UTC.")
    if found.due and not found.held:
        found.faults.append(f"{found.due} deadlines are overdue.")


def free_megabytes(settings: Settings) -> int | None:
    """Of the disk that holds the database file; None for a database elsewhere."""
    url = make_url(settings.database)
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    try:
        return shutil.disk_usage(Path(url.database).resolve().parent).free // MEGABYTE
    except OSError:
        return None


async def look_after(settings: Settings, store: Store, teller: alerts.Alerts, clock: Clock) -> None:
    """Of the service itself, now and then: the disk, and the file that a monitor watches."""
    free = free_megabytes(settings)
    if free is not None and free < settings.service.free_megabytes:
        await teller.begin("disk", "disk", megabytes=free)
    elif free is not None:
        await teller.end("disk")
    path = settings.service.heartbeat_file
    if path is None:
        return
    found = Health(database=True, free_megabytes=free)
    await _look_into(found, store, settings, clock.now())
    found.well = not found.faults
    write_heartbeat(path, found, clock.now())


def write_heartbeat(path: Path, found: Health, now: datetime) -> None:
    """Replace the file as a whole; it is not touched while the judge is not well, so its age tells too."""
    if not found.well:
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(f'{{"time": "{now.isoformat()}", "health": {found.as_json()}}}\n', encoding="utf-8")
    beside.replace(path)
