"""After a restore: the letters that came since the backup are in the mailbox still, and are read again."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import datetime

from pbem import downtime
from pbem.deadlines import zone_of
from pbem.journal_lines import set_up_logs
from pbem.judge import Judge
from pbem.mail.imap import ImapMailbox
from pbem.mail.mailbox import ImapRefused
from pbem.mail.settings import ImapSettings
from pbem.service import FOLDERS, READ_FOLDER, opened
from pbem.settings import Settings

LOOKED_THROUGH = (READ_FOLDER, FOLDERS["shunted"])


@dataclass(frozen=True, slots=True)
class Again:
    """What was found: letters since that moment, how many of them the database did not know."""

    found: int
    new: int

    def __str__(self) -> str:
        return f"{self.found} letters since then are in the mailbox; {self.new} of them were not known and are taken up"


def moment(text: str, zone: str) -> datetime:
    """A moment as written, in the judge's zone when it names none. Raises ValueError with a sentence."""
    try:
        read = datetime.fromisoformat(text)
    except ValueError as fault:
        raise ValueError("write a day and an hour, for example 2027-01-05T12:00Z") from fault
    return read if read.tzinfo else read.replace(tzinfo=zone_of(zone))


async def take_again(settings: Settings, since: datetime) -> Again:
    """Read the letters again that were filed away and came since then by the server's clock, oldest first.

    A letter that the database knows changes nothing, so a moment too early does no harm. No deadline fires; they are
    moved when the letters are in. Raises ImapLost, ImapRefused, OSError, SQLAlchemyError, BadSettings.
    """
    set_up_logs(settings.service.log)
    imap = settings.imap_settings()
    found, new = 0, 0
    async with opened(settings) as service, AsyncExitStack() as stack:
        await service.judge.take_up()
        waiting: list[tuple[datetime, int, ImapMailbox]] = []
        for folder in LOOKED_THROUGH:
            mailbox = await _opened_folder(imap, folder)
            if mailbox is None:
                continue
            stack.push_async_callback(mailbox.close)
            for uid in await mailbox.waiting():
                came = await mailbox.received(uid)
                if came is not None and came >= since:
                    waiting.append((came, uid, mailbox))
        for received, uid, mailbox in sorted(waiting, key=lambda one: one[:2]):
            raw = await mailbox.fetch(uid)
            if raw is None:
                continue
            found += 1
            handled = await service.judge.take_letter(raw, received=received)
            if handled.status != "duplicate":
                new += 1
        await give_lost_time_back(service.judge)
        await service.flush()
    return Again(found, new)


async def give_lost_time_back(judge: Judge) -> None:
    """The time between the backup and now counts as one in which mail did not flow: every open deadline moves by it.

    Before the receipts go out, so that none of them names a deadline of the past.
    """
    await downtime.mailbox_reached(judge.desk, judge.clock.now(), None)
    await downtime.give_back(judge.desk)


async def _opened_folder(imap: ImapSettings, folder: str) -> ImapMailbox | None:
    """The folder, wherever the server keeps it; None when there is none."""
    for name in (folder, f"INBOX.{folder}", f"INBOX/{folder}"):
        try:
            return await ImapMailbox.open(replace(imap, folder=name))
        except ImapRefused as fault:
            if "LOGIN" in fault.what.upper():
                raise
    return None
