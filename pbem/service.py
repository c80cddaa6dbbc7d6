"""The running judge: settings become store, judge, mailbox and mail server, and three ticks that never hurt each other.

All that matters lives in the database: a tick that is lost, late or done twice harms nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import ClassVar

import structlog
from apscheduler.events import EVENT_JOB_ERROR, JobExecutionEvent
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy.exc import SQLAlchemyError

from pbem import collector, first_look, health, loop_guard, outbox
from pbem.alerts import Alerts, CommandRoute, MailRoute, Route, WebhookRoute
from pbem.clock import Clock, SystemClock
from pbem.journal_lines import set_up_logs, where_raised
from pbem.judge import Handled, Judge
from pbem.judge_config import JudgeConfig
from pbem.mail import smtp
from pbem.mail.ahead import ReadAhead
from pbem.mail.imap import ImapMailbox
from pbem.mail.mailbox import ImapLost, ImapRefused, Mailbox
from pbem.mail_watch import MailWatch
from pbem.settings import Settings, mailbox_name
from pbem.store import games, open_store
from pbem.store.models import FirstLook

log = structlog.get_logger()

READ_FOLDER = "Processed"
FOLDERS = {"too_large": "Too large", "shunted": "Shunted"}
"""Where letters go that the host may want to see; all others are filed in READ_FOLDER."""
LOOK_EVERY = 55.0
"""Seconds after which the mailbox is looked into though the server tells of nothing new."""
CROWD = 50
"""When more letters wait, they are taken in turns of their senders, so many before the mailbox is looked at again."""
LONGEST_PAUSE = timedelta(minutes=10)
LEASE = timedelta(minutes=3)
"""How long a mailbox stays claimed by a process that is heard of no more."""
BY_CRON = timedelta(hours=26)
"""For `pbem poll --once`: somebody who runs it once a day has no outage every day."""
RECEIPT_WITHIN = 0.3
"""When many letters wait, a few receipts are sent together; none waits longer than this for others, in seconds."""
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
    mailbox_name: str = ""
    """Under which the store remembers what lay in the mailbox at the first look; "": everything in it is taken."""
    watch: MailWatch | None = None
    """Keeps an eye on mailbox and mail server, and tells the host; a judge of a demo has none."""
    house: Callable[[], Awaitable[None]] | None = None
    """Looks after this machine (disk, heartbeat file), now and then."""
    _old: FirstLook | None = None
    _mailbox: Mailbox | None = None
    _losses: int = 0
    _not_before: datetime | None = None
    _next_due: datetime | None = None
    _store_fault: str = ""
    _post_losses: int = 0
    _post_not_before: datetime | None = None
    _flushing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _at_work: int = 0

    # ------------------------------------------------------------------ the ticks

    async def poll(self) -> None:
        """Take every letter that waits; then, with IDLE, be there for those that come before the next tick."""
        if self._not_before is not None and self.clock.now() < self._not_before:
            return
        if self.watch is not None and not await self.watch.ours():
            await self.close_mailbox()
            return
        loop = asyncio.get_running_loop()
        end = loop.time() + self.rhythm.poll * 0.9
        try:
            mailbox = await self._connected()
            await self.take_all(mailbox)
            while self.rhythm.idle and not self.stopping.is_set() and (left := end - loop.time()) > 0.1:
                await self._woken(mailbox, min(left, LOOK_EVERY))
                if self.stopping.is_set() or (self.watch is not None and not await self.watch.ours()):
                    break
                await self.take_all(mailbox)
        except (ImapLost, ImapRefused, OSError) as fault:
            await self._lost(fault)

    async def take_all(self, mailbox: Mailbox) -> int:
        """Handle the letters that wait, in a fair order, their receipts sent at once."""
        taken, tried, begun = 0, set[int](), self.clock.now()
        while line := await self._line(mailbox, tried):
            tried |= set(line)
            taken += await self._take_line(mailbox, line)
            if len(line) < CROWD or self.stopping.is_set():
                break
        if self.watch is not None and not self.stopping.is_set():
            await self.watch.all_taken(mailbox, begun)
        return taken

    async def _line(self, mailbox: Mailbox, tried: Collection[int]) -> list[int]:
        """The letters to be taken next: oldest first, or when many wait, some of each sender. What lay in the mailbox
        before the judge came is left alone."""
        waiting = await mailbox.waiting()
        if self.watch is not None:
            waiting = await self.watch.reached(mailbox, waiting)
        waiting = [uid for uid in waiting if uid not in tried]
        name = self.mailbox_name
        if name:
            if self._old is None or self._old.uidvalidity != mailbox.uidvalidity:
                self._old = await first_look.old_until(self.judge.store, mailbox, name, self.clock.now())
                if self._old.letters:
                    log.warning(
                        "old_letters_left_alone", letters=self._old.letters, take_them="pbem poll --old-letters"
                    )
            waiting = [uid for uid in waiting if uid > self._old.uid]
        if len(waiting) <= CROWD:
            return waiting
        waiting = waiting[: await self._came_in_time(mailbox, waiting)] or waiting
        senders = await mailbox.senders(waiting)
        async with self.judge.store.reading() as db:
            registered = await games.registered(db, sorted(set(senders.values())))
        return loop_guard.fair_order(waiting, senders, registered)[:CROWD]

    async def _came_in_time(self, mailbox: Mailbox, waiting: Sequence[int]) -> int:
        """How many of the letters came before the next deadline: no turn of senders may let a later one go first.

        Servers number letters in the order in which they come, so only a few are asked for their moment.
        """
        due = await self.judge.next_due()
        low, high = 0, len(waiting)
        while low < high:
            middle = (low + high) // 2
            received = await mailbox.received(waiting[middle])
            if received is None or received - timedelta(seconds=1) < due:
                low = middle + 1
            else:
                high = middle
        return low

    async def _take_line(self, mailbox: Mailbox, line: Sequence[int]) -> int:
        """While a letter is judged, the one before it is filed, the next one fetched, and receipts go out.

        Each letter is filed after its own commit, and the next one is not filed before it: after a crash at most two
        letters that were judged are found again, and known.
        """
        before = self.tally.letters
        unsent = 0
        loop = asyncio.get_running_loop()
        flushed_at = loop.time()
        flushing: asyncio.Task[None] | None = None
        filing: asyncio.Task[None] | None = None
        row = ReadAhead(mailbox, line)
        try:
            for uid in line:
                if self.stopping.is_set():
                    break
                try:
                    size = await row.size(uid)
                    handled = await self._take(row, uid, size) if size is not None else None
                except (ImapLost, ImapRefused) as fault:
                    mine = isinstance(fault, ImapRefused) or row.broken_by == uid
                    if self.watch is None or not mine or not await self.watch.broke(row, uid, fault):
                        raise
                    continue
                if handled is None:
                    if self.watch is not None:
                        await self.watch.vanished()
                    continue
                unsent += 1
                if uid == line[-1] or unsent >= outbox.TOGETHER or loop.time() - flushed_at > RECEIPT_WITHIN:
                    if flushing is not None:
                        await flushing
                    flushing, unsent, flushed_at = asyncio.ensure_future(self.flush()), 0, loop.time()
                if filing is not None:
                    await filing
                filing = asyncio.ensure_future(self._file(row, uid, handled, size or 0))
            if filing is not None:
                await filing
        finally:
            await self._finish(row, filing, flushing)
            if unsent:
                await self.flush()
        return self.tally.letters - before

    async def _finish(
        self, row: ReadAhead, filing: asyncio.Task[None] | None, flushing: asyncio.Task[None] | None
    ) -> None:
        """What is under way comes to its end, whatever has happened."""
        await row.close()
        if filing is not None:
            await asyncio.wait([filing])
            if not filing.cancelled() and (fault := filing.exception()) is not None:
                log.debug("not_filed", why=str(fault))  # raised already, or another fault is on its way
        if flushing is not None:
            await flushing

    async def _file(self, mailbox: Mailbox, uid: int, handled: Handled, size: int) -> None:
        """Only after the commit: a crash before it finds the letter again, and knows it."""
        folder = FOLDERS.get(handled.status, READ_FOLDER)
        try:
            await mailbox.file_away(uid, folder)
        except ImapRefused as fault:
            if self.watch is None:
                raise
            await self.watch.not_filed(uid, folder, fault)
        self.judge.desk.at_step("filed")
        self.tally.letters += 1
        log.info("letter", letter=handled.letter, status=handled.status, game=handled.game, size=size)

    async def _take(self, mailbox: Mailbox, uid: int, size: int) -> Handled | None:
        """None when the letter has gone from the mailbox meanwhile."""
        received = await mailbox.received(uid)
        if received is None:
            return None
        if self.watch is not None:
            await self._sweep_before(received)
        if size > self.judge.config.max_bytes:
            head = await mailbox.fetch_head(uid)
            if head is None:
                return None
            return await self.judge.take_head(head, size, uid=uid, uidvalidity=mailbox.uidvalidity, received=received)
        raw = await mailbox.fetch(uid)
        if raw is None:
            return None
        return await self.judge.take_letter(raw, uid=uid, uidvalidity=mailbox.uidvalidity, received=received)

    async def sweep(self) -> None:
        """Reminders and deadlines. A deadline waits until the letters that came before it have been read."""
        if self.watch is None:
            await self._sweep_upto(None)
            return
        try:
            self._next_due = None
            if (looked := await self.watch.looked_upto()) is not None:
                await self._sweep_upto(looked)
        finally:
            await self._tell_host(self.watch.alerts)

    async def _tell_host(self, alerts: Alerts) -> None:
        fault, self._store_fault = self._store_fault, ""
        await (alerts.begin("database", "database", why=fault) if fault else alerts.end("database"))
        await alerts.deliver()

    async def _sweep_before(self, received: datetime) -> None:
        """What was due before a letter came is done before it is read. Servers tell whole seconds."""
        upto = received - timedelta(seconds=1)
        if self._next_due is None:
            self._next_due = await self.judge.next_due()
        if upto >= self._next_due:
            await self._sweep_upto(upto)
            self._next_due = None

    async def _sweep_upto(self, upto: datetime | None) -> None:
        fired = await self.judge.sweep(upto)
        if fired:
            self.tally.deadlines += fired
            log.info("deadlines", fired=fired)
            await self.flush()

    async def flush(self) -> None:
        """Send what waits; while the mail server is away, only now and then."""
        if self._post_not_before is not None and self.clock.now() < self._post_not_before:
            return
        async with self._flushing:
            flushed = await self.judge.send_letters(self.send)
        if flushed.trouble is not None:
            self._post_losses += 1
            pause = min(timedelta(seconds=5) * 2 ** min(self._post_losses, 10), self.judge.config.server_pause)
            self._post_not_before = self.clock.now() + pause
            stage, code = str(flushed.trouble.stage), flushed.trouble.code
            log.warning("mail_not_taken", stage=stage, code=code, failures=self._post_losses)
        elif flushed.reached:
            self._post_losses, self._post_not_before = 0, None
        if flushed.sent:
            self.tally.sent += flushed.sent
            log.info("sent", letters=flushed.sent)
        if self.watch is not None:
            await self.watch.posted(reached=flushed.reached, trouble=flushed.trouble)

    async def heartbeat(self) -> None:
        """A sign of life in the log; then what the host must know is told."""
        log.info(
            "alive", letters=self.tally.letters, sent=self.tally.sent, failed=self.tally.failed,
            mailbox="open" if self._mailbox is not None else "closed",
        )  # fmt: skip
        if self.house is not None:
            await self.house()

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
        if self.watch is not None:
            await self.watch.lost(fault)

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
            if self.watch is not None:
                await self.watch.give_up()
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
        if isinstance(event.exception, SQLAlchemyError | sqlite3.Error | OSError):
            self._store_fault = self._store_fault or type(event.exception).__name__
        log.error(
            "tick_failed", job=event.job_id, error=type(event.exception).__name__, at=where_raised(event.exception)
        )


def judge_config(settings: Settings) -> JudgeConfig:
    """What the judge must know of itself."""
    part, service = settings.judge, settings.service
    return JudgeConfig(
        address=part.address, judge_name=part.name, host=part.host, **settings.letters.model_dump(exclude={"old"}),
        letters_an_hour=service.letters_an_hour, letters_a_day=service.letters_a_day,
        # A judge that looks seldom has not missed anything while it did not look.
        hold_after=max(timedelta(minutes=service.hold_minutes), 3 * timedelta(seconds=service.poll_seconds)),
    )  # fmt: skip


def claim_name(settings: Settings) -> str:
    """By what the store knows who reads the mailbox."""
    part = settings.imap
    return f"{part.user}@{part.host}:{part.port}/{part.folder}"


def routes(settings: Settings, send: outbox.Send) -> list[Route]:
    """The ways to the host, in the order in which they are tried."""
    part, found = settings.alerts, list[Route]()
    if part.command:
        found.append(CommandRoute(part.command))
    if part.webhook is not None:
        found.append(WebhookRoute(part.webhook.get_secret_value()))
    if part.address:
        found.append(MailRoute(send, settings.judge.address, part.address, JudgeConfig(address="").judge_id))
    return found


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Service]:
    """A service on these settings, with its store open; not running yet."""
    imap, post = settings.imap_settings(), settings.smtp_settings()
    store, office = await open_store(settings.database), None
    try:
        clock = SystemClock()

        async def open_mailbox() -> Mailbox:
            return await ImapMailbox.open(imap)

        office = smtp.Post(post)
        lease = max(LEASE, timedelta(seconds=3 * settings.service.poll_seconds))
        judge = Judge(store, clock, judge_config(settings))
        alerts = Alerts(
            store, clock, routes(settings, office.send), settings.judge.language, settings.judge.name
        )  # fmt: skip
        yield Service(
            judge=judge,
            open_mailbox=open_mailbox,
            send=office.send,
            watch=MailWatch(judge.desk, alerts, claim_name(settings), lease),
            house=partial(health.look_after, settings, store, alerts, clock),
            clock=clock,
            rhythm=Rhythm(poll=settings.service.poll_seconds, idle=settings.service.idle),
            mailbox_name=mailbox_name(settings),
        )
    finally:
        if office is not None:
            await office.close()
        await store.close()


async def serve_until_stopped(settings: Settings) -> None:
    """`pbem serve`: until SIGTERM or SIGINT."""
    set_up_logs(settings.service.log)
    async with opened(settings) as service:
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, service.stopping.set)
        collector.settle()
        await service.run()


async def poll_once(settings: Settings, *, old_letters: bool = False) -> Tally:
    """`pbem poll --once`: everything that waits, then the end; from now on also what lay there at the first look."""
    set_up_logs(settings.service.log)
    async with opened(settings) as service:
        config = service.judge.config
        service.judge.desk.config = replace(config, hold_after=max(config.hold_after, BY_CRON))
        if old_letters and service.mailbox_name:
            mailbox = await service.open_mailbox()
            await first_look.take_old_letters(service.judge.store, mailbox, service.mailbox_name, service.clock.now())
            await mailbox.close()
        service.rhythm = Rhythm(idle=False)
        await service.judge.take_up()
        await service.poll()
        await service.sweep()
        await service.flush()
        await service.heartbeat()
        await service.close_mailbox()
        if service.watch is not None:
            await service.watch.alerts.deliver()
            await service.watch.give_up()
        return service.tally
