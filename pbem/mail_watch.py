"""An eye on the mail itself: whose mailbox it is, what the server refuses, which letters make trouble.

Nothing here decides about a game. It keeps the signs by which outages are found, passes over letters that can't be
fetched or filed so that the others go on, and raises the alarms that the host is told.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from sqlalchemy.exc import SQLAlchemyError

from pbem import downtime
from pbem.alerts import Alerts
from pbem.desk import Desk
from pbem.mail.mailbox import ImapLost, ImapRefused, Mailbox
from pbem.mail.smtp import Outcome, Stage
from pbem.store import upkeep

log = structlog.get_logger()

SIGN_EVERY = timedelta(seconds=30)
TRIES = 3
"""So often a letter may break the connection before it is set aside."""
SET_ASIDE = timedelta(hours=6)
"""After that a letter that was set aside is tried once more: perhaps it was the line, and not the letter."""
VANISHED_AT_MOST = 2
VANISHED_IN = timedelta(hours=6)
GAP_COUNTED = 1000
SHUNTED = "Shunted"


def new_holder() -> str:
    """This process, so that another on this machine can see whether it still lives."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"


def dead(holder: str) -> bool:
    """Whether a holder was a process of this machine that lives no more."""
    host, _, rest = holder.partition(":")
    number = rest.partition(":")[0]
    if host != socket.gethostname() or not number.isdigit():
        return False
    if int(number) == os.getpid():
        return True  # its number is ours now
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    with contextlib.suppress(OSError):
        # Ended, and not yet fetched by its parent.
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2][1:2] == "Z"
    return False


@dataclass
class MailWatch:
    """One mailbox and one mail server, seen by one process. `name` is the mailbox's in the store."""

    desk: Desk
    alerts: Alerts
    name: str
    lease: timedelta = timedelta(minutes=3)
    holder: str = field(default_factory=new_holder)
    looked: datetime | None = None
    """Every letter that had come before this moment has been taken."""
    _signed: datetime | None = None
    _renew: datetime | None = None
    _newest: int | None = None
    _uidvalidity: int = 0
    _breaks: dict[int, int] = field(default_factory=dict)
    _set_aside: dict[int, datetime] = field(default_factory=dict)
    """Letters that could not be fetched, and since when they are left in peace."""
    _stuck: dict[int, str] = field(default_factory=dict)
    """Letters that were handled and could not be filed away, and the folder they belong in."""
    _filing_told: bool = True
    """The host may have been told that letters are not filed: by the process before this one, perhaps."""
    _vanished: list[datetime] = field(default_factory=list)
    _lost_since: datetime | None = None
    _reached_before: bool = False
    _server_lost: bool = False
    _server_reached_before: bool = False

    # ------------------------------------------------------------------ whose mailbox

    async def ours(self) -> bool:
        """Take or renew the mailbox; False while another process of this database reads it."""
        now = self.desk.clock.now()
        if self._renew is not None and now < self._renew:
            return True
        store = self.desk.store
        async with store.reading() as db:
            holder = await upkeep.claim_holder(db, self.name)
        gone = (holder,) if holder and dead(holder) else ()
        taken = await upkeep.claim(store, self.name, self.holder, now, self.lease, gone)
        if isinstance(taken, upkeep.TakenBy):
            self._renew, self._newest = None, None
            await self.alerts.begin("other_process", "other_process", holder=taken.holder.rpartition(":")[0])
            return False
        if self._newest is None:
            self._newest, self._uidvalidity = taken.newest, taken.uidvalidity
        self._renew = now + self.lease / 3
        await self.alerts.end("other_process")
        return True

    async def give_up(self) -> None:
        """The mailbox is free for another process."""
        if self._renew is not None:
            self._renew = None
            with contextlib.suppress(SQLAlchemyError, OSError):
                await upkeep.release(self.desk.store, self.name, self.holder, self.desk.clock.now())

    # ------------------------------------------------------------------ the mailbox answers

    async def reached(self, mailbox: Mailbox, uids: list[int]) -> list[int]:
        """The mailbox has told what waits; gives what of it is to be taken."""
        now = self.desk.clock.now()
        await self._numbers(mailbox, uids, now)
        for uid in [uid for uid in self._breaks if uid not in uids]:
            # It was taken after all.
            del self._breaks[uid]
            self._set_aside.pop(uid, None)
            await self.alerts.end(_unfetched(mailbox, uid))
        if self._lost_since is not None or self._signed is None or now - self._signed >= SIGN_EVERY:
            await downtime.mailbox_reached(self.desk, now, self.looked)
            self._signed = now
            if self._lost_since is not None or not self._reached_before:
                await self.alerts.end("imap")
                await self.alerts.end("token")
            self._lost_since, self._reached_before = None, True
            await (self.alerts.begin("read_only", "read_only") if mailbox.read_only else self.alerts.end("read_only"))
        return self._last(uid for uid in uids if uid not in self._set_aside and uid not in self._stuck)

    async def all_taken(self, mailbox: Mailbox, begun: datetime) -> None:
        """Everything that waited when a look began has been taken; what could not be filed away is tried again."""
        self.looked = begun
        for uid, folder in list(self._stuck.items()):
            try:
                await mailbox.file_away(uid, folder)
            except ImapRefused:
                break
            del self._stuck[uid]
        if not self._stuck and self._filing_told:
            for kind in ("mailbox_full", "not_filed"):
                await self.alerts.end(kind)
            self._filing_told = False
        self._set_aside = {
            uid: since
            for uid, since in self._set_aside.items()
            if self._breaks.get(uid, 0) >= TRIES and begun - since < SET_ASIDE
        }

    async def looked_upto(self) -> datetime | None:
        """Every letter that had come before this moment is taken, by this process or the one that reads the mailbox."""
        if self._renew is not None and self.looked is not None:
            return self.looked
        async with self.desk.store.reading() as db:
            return (await upkeep.pulses(db)).get(upkeep.LOOKED)

    async def _numbers(self, mailbox: Mailbox, uids: list[int], now: datetime) -> None:
        """A new numbering, and letters that vanish before they are read."""
        if self._uidvalidity and mailbox.uidvalidity != self._uidvalidity:
            log.warning("mailbox_renumbered", uidvalidity=mailbox.uidvalidity)
            await self.alerts.begin("renumbered", "renumbered", again_after=timedelta(days=1))
            self._newest = 0
            self._breaks.clear()
            self._set_aside.clear()
            self._stuck.clear()
        fresh_numbering = self._uidvalidity != mailbox.uidvalidity
        self._uidvalidity = mailbox.uidvalidity
        newest = max(mailbox.uidnext - 1, max(uids, default=0))
        before = self._newest or 0
        if newest <= before and not fresh_numbering:
            return
        if not fresh_numbering:
            seen = sum(1 for uid in uids if uid > before)
            missing = newest - before - seen
            if 0 < missing <= GAP_COUNTED:
                await self.vanished(missing)
        # Noted before anything of it is taken: after a crash what we filed ourselves must not look vanished.
        async with self.desk.store.writing() as db:
            await upkeep.note_place(db, self.name, self.holder, self._uidvalidity, newest)
        self._newest = newest

    async def vanished(self, count: int = 1) -> None:
        """Letters went from the mailbox before they were read, and not by us."""
        now = self.desk.clock.now()
        self._vanished = [at for at in self._vanished if now - at < VANISHED_IN] + [now] * min(count, 100)
        log.warning("letters_vanished", letters=len(self._vanished))
        if len(self._vanished) > VANISHED_AT_MOST:
            await self.alerts.begin(
                "two_judges", "two_judges", again_after=timedelta(days=1), vanished=len(self._vanished)
            )

    # ------------------------------------------------------------------ letters that make trouble

    async def broke(self, mailbox: Mailbox, uid: int, fault: ImapLost | ImapRefused) -> bool:
        """A letter could not be fetched. True when the connection is still good for the others."""
        self._breaks[uid] = self._breaks.get(uid, 0) + 1
        refused = isinstance(fault, ImapRefused)
        if not refused and self._breaks[uid] < TRIES:
            return False
        self._set_aside[uid] = self.desk.clock.now()
        log.warning("letter_not_fetched", uid=uid, why=str(fault))
        await self.alerts.begin(
            _unfetched(mailbox, uid), "unfetched", why=str(fault)[:200], again_after=timedelta(days=7)
        )
        if refused and self._breaks[uid] >= TRIES:
            # It can't be read, but perhaps be moved, out of the way and where a person sees it.
            with contextlib.suppress(ImapRefused):
                await mailbox.file_away(uid, SHUNTED)
                del self._breaks[uid], self._set_aside[uid]
        return refused

    async def not_filed(self, uid: int, folder: str, fault: ImapRefused) -> None:
        """A letter was handled and stays in the folder, because the server does not move it."""
        self._stuck[uid], self._filing_told = folder, True
        kind = "mailbox_full" if fault.full else "not_filed"
        await self.alerts.begin(kind, kind, why=str(fault)[:200])

    def _last(self, uids: Iterable[int]) -> list[int]:
        """In their order, but those that broke the connection before come last: no letter waits behind them."""
        return sorted(uids, key=lambda uid: self._breaks.get(uid, 0))

    # ------------------------------------------------------------------ servers that don't answer

    async def lost(self, fault: Exception) -> None:
        """The mailbox can't be reached or refuses us."""
        now = self.desk.clock.now()
        self._lost_since = self._lost_since or now
        minutes = round((now - self._lost_since).total_seconds() / 60)
        if isinstance(fault, ImapRefused) and "OAuth2" in fault.what:
            await self.alerts.begin("token", "token", why=fault.text[:200])
        elif isinstance(fault, ImapRefused):
            await self.alerts.begin("imap", "imap_refused", why=str(fault)[:200])
        elif now - self._lost_since >= self.desk.config.hold_after:
            await self.alerts.begin("imap", "imap_lost", why=str(fault)[:200], minutes=minutes)

    async def posted(self, *, reached: bool, trouble: Outcome | None) -> None:
        """How it went with the mail server that takes our letters."""
        now = self.desk.clock.now()
        if trouble is not None:
            since, self._server_lost = await downtime.mail_not_taken(self.desk, now), True
            why = f"{trouble.code or ''} {trouble.text}".strip()[:200]
            minutes = round((now - since).total_seconds() / 60)
            if trouble.stage is Stage.LOGIN:
                await self.alerts.begin("smtp", "smtp_refused", why=why)
            elif now - since >= self.desk.config.hold_after:
                await self.alerts.begin("smtp", "smtp_down", why=why, minutes=minutes)
        elif reached and (self._server_lost or not self._server_reached_before):
            await downtime.mail_taken(self.desk, now)
            await self.alerts.end("smtp")
            self._server_lost, self._server_reached_before = False, True


def _unfetched(mailbox: Mailbox, uid: int) -> str:
    return f"unfetched:{mailbox.uidvalidity}.{uid}"
