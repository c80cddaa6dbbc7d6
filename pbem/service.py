"""The running judge: settings become store, judge, mailbox and mail server, and three ticks that never hurt each other.

All that matters lives in the database: a tick that is lost, late or done twice harms nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import ClassVar

import structlog
from apscheduler.events import EVENT_JOB_ERROR, JobExecutionEvent
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from pbem import outbox
from pbem.clock import Clock, SystemClock
from pbem.journal_lines import set_up_logs, where_raised
from pbem.judge import Handled, Judge
from pbem.judge_config import JudgeConfig
from pbem.mail import smtp
from pbem.mail.imap import ImapMailbox
from pbem.mail.mailbox import ImapLost, ImapRefused, Mailbox
from pbem.settings import Settings
from pbem.store import open_store

log = structlog.get_logger()

READ_FOLDER = "Processed"
FOLDERS = {"too_large": "Too large", "shunted": "Shunted"}
"""Where letters go that the host may want to see; all others are filed in READ_FOLDER."""
LONGEST_PAUSE = timedelta(minutes=10)
LAST_WORK_SECONDS = 30.0
"""How long the work in hand may take when the service is told to stop."""


@dataclass(frozen=True)
class Rhythm:
    """Seconds between ticks; `idle` lets the mail server wake the judge in between."""

    poll: float = 60.0
    sweep: float = 30.0
    flush: float = 20.0
    heartbeat: float = 600.0
    idle: bool = True


@dataclass
class Tally:
    """What has been done since the start."""

    letters: int = 0
    deadlines: int = 0
    sent: int = 0
    failed: int = 0

    def __str__(self) -> str:
        text = f"{self.letters} letters read, {self.deadlines} deadlines kept, {self.sent} letters sent"
        return f"{text}, {self.failed} failures (see the log)" if self.failed else text


@dataclass
class Service:
    """One judge at work. `open_mailbox` connects anew; `send` hands one letter to the mail server."""

    judge: Judge
    open_mailbox: Callable[[], Awaitable[Mailbox]]
    send: outbox.Send
    clock: Clock
    rhythm: Rhythm = field(default_factory=Rhythm)
    tally: Tally = field(default_factory=Tally)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    ticks: ClassVar = ("poll", "sweep", "flush", "heartbeat")
    """Methods that are called again and again, in the rhythm of the same name."""
    _mailbox: Mailbox | None = None
    _losses: int = 0
    _not_before: datetime | None = None
    _flushing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _at_work: int = 0

    # ------------------------------------------------------------------ the ticks

    async def poll(self) -> None:
        """Take every letter that waits; then, with IDLE, be there for those that come before the next tick."""
        if self._not_before is not None and self.clock.now() < self._not_before:
            return
        loop = asyncio.get_running_loop()
        end = loop.time() + self.rhythm.poll * 0.9
        try:
            mailbox = await self._connected()
            await self.take_all(mailbox)
            while self.rhythm.idle and not self.stopping.is_set() and (left := end - loop.time()) > 0.1:
                if not await self._woken(mailbox, left):
                    break
                await self.take_all(mailbox)
        except (ImapLost, ImapRefused, OSError) as fault:
            await self._lost(fault)

    async def take_all(self, mailbox: Mailbox) -> int:
        """Handle the letters that wait, oldest first, each with its receipt sent at once."""
        taken = 0
        for uid in await mailbox.waiting():
            if self.stopping.is_set():
                break
            size = await mailbox.size(uid)
            handled = await self._take(mailbox, uid, size) if size is not None else None
            if handled is None:
                continue
            # Filed away only after the commit: a crash before it finds the letter again, and knows it.
            await mailbox.file_away(uid, FOLDERS.get(handled.status, READ_FOLDER))
            self.judge.desk.at_step("filed")
            taken += 1
            self.tally.letters += 1
            log.info("letter", letter=handled.letter, status=handled.status, game=handled.game, size=size)
            await self.flush()
        return taken

    async def _take(self, mailbox: Mailbox, uid: int, size: int) -> Handled | None:
        """None when the letter has gone from the mailbox meanwhile."""
        if size > self.judge.config.max_bytes:
            head = await mailbox.fetch_head(uid)
            if head is None:
                return None
            return await self.judge.take_head(head, size, uid=uid, uidvalidity=mailbox.uidvalidity)
        raw = await mailbox.fetch(uid)
        return None if raw is None else await self.judge.take_letter(raw, uid=uid, uidvalidity=mailbox.uidvalidity)

    async def sweep(self) -> None:
        """Reminders and deadlines."""
        fired = await self.judge.sweep()
        if fired:
            self.tally.deadlines += fired
            log.info("deadlines", fired=fired)
            await self.flush()

    async def flush(self) -> None:
        """Send what waits."""
        async with self._flushing:
            sent = await self.judge.flush(self.send)
        if sent:
            self.tally.sent += sent
            log.info("sent", letters=sent)

    async def heartbeat(self) -> None:
        """A sign of life in the log."""
        log.info(
            "alive", letters=self.tally.letters, sent=self.tally.sent, failed=self.tally.failed,
            mailbox="open" if self._mailbox is not None else "closed",
        )  # fmt: skip

    # ------------------------------------------------------------------ the mailbox

    async def _connected(self) -> Mailbox:
        if self._mailbox is None:
            self._mailbox = await self.open_mailbox()
            if self._losses:
                log.info("mailbox_back", after_failures=self._losses)
            self._losses, self._not_before = 0, None
        return self._mailbox

    async def _lost(self, fault: Exception) -> None:
        await self.close_mailbox()
        self._losses += 1
        self.tally.failed += 1
        # The first loss is mended at the next tick: servers hang up now and then.
        pause = min(timedelta(seconds=5) * 2 ** min(self._losses - 1, 10), LONGEST_PAUSE)
        self._not_before = self.clock.now() + pause if self._losses > 1 else None
        log.warning("mailbox_lost", why=str(fault), failures=self._losses, pause=pause.total_seconds())

    async def _woken(self, mailbox: Mailbox, seconds: float) -> bool:
        """Wait for a letter; False when the time is over or the service is to stop."""
        waiting = asyncio.ensure_future(mailbox.wait(seconds))
        stopped = asyncio.ensure_future(self.stopping.wait())
        try:
            await asyncio.wait({waiting, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                return waiting.result()
            return False
        finally:
            stopped.cancel()
            if not waiting.done():
                waiting.cancel()
                with contextlib.suppress(asyncio.CancelledError, ImapLost, ImapRefused, OSError):
                    await waiting

    async def close_mailbox(self) -> None:
        """Hang up."""
        mailbox, self._mailbox = self._mailbox, None
        if mailbox is not None:
            await mailbox.close()

    # ------------------------------------------------------------------ running

    async def run(self) -> None:
        """Tick until `stopping` is set; then finish the work in hand and hang up."""
        scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None}
        )
        scheduler.add_listener(self._tick_failed, EVENT_JOB_ERROR)
        for name in self.ticks:
            tick: Callable[[], Awaitable[None]] = getattr(self, name)
            seconds: float = getattr(self.rhythm, name)
            scheduler.add_job(
                partial(self._counted, tick), "interval", seconds=seconds, id=name,
                next_run_time=datetime.now(UTC),
            )  # fmt: skip
        taken_up = await self.judge.take_up()
        if taken_up:
            log.info("taken_up", letters=taken_up)
        scheduler.start()
        log.info("started", poll_seconds=self.rhythm.poll, jobs=len(scheduler.get_jobs()))
        try:
            await self.stopping.wait()
        finally:
            scheduler.pause()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORK_SECONDS):
                    while self._at_work:
                        await asyncio.sleep(0.02)
            scheduler.shutdown(wait=False)
            await self.close_mailbox()
            log.info("stopped", letters=self.tally.letters, sent=self.tally.sent)

    async def _counted(self, tick: Callable[[], Awaitable[None]]) -> None:
        self._at_work += 1
        try:
            await tick()
        finally:
            self._at_work -= 1

    def _tick_failed(self, event: JobExecutionEvent) -> None:
        # Only the kind and the place: the text of an exception may hold a letter or a secret.
        self.tally.failed += 1
        log.error(
            "tick_failed", job=event.job_id, error=type(event.exception).__name__, at=where_raised(event.exception)
        )


def judge_config(settings: Settings) -> JudgeConfig:
    """What the judge must know of itself."""
    part = settings.judge
    return JudgeConfig(address=part.address, judge_name=part.name, host=part.host)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Service]:
    """A service on these settings, with its store open; not running yet."""
    imap, post = settings.imap_settings(), settings.smtp_settings()
    store = await open_store(settings.database)
    try:
        clock = SystemClock()

        async def open_mailbox() -> Mailbox:
            return await ImapMailbox.open(imap)

        async def send(raw: bytes, sender: str, recipient: str) -> smtp.Outcome:
            return await smtp.send(post, raw, sender, recipient)

        yield Service(
            judge=Judge(store, clock, judge_config(settings)),
            open_mailbox=open_mailbox,
            send=send,
            clock=clock,
            rhythm=Rhythm(poll=settings.service.poll_seconds, idle=settings.service.idle),
        )
    finally:
        await store.close()


async def serve_until_stopped(settings: Settings) -> None:
    """`pbem serve`: until SIGTERM or SIGINT."""
    set_up_logs(settings.service.log)
    async with opened(settings) as service:
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, service.stopping.set)
        await service.run()


async def poll_once(settings: Settings) -> Tally:
    """`pbem poll --once`: everything that waits, then the end."""
    set_up_logs(settings.service.log)
    async with opened(settings) as service:
        service.rhythm = Rhythm(idle=False)
        await service.judge.take_up()
        await service.poll()
        await service.sweep()
        await service.flush()
        await service.close_mailbox()
        return service.tally
