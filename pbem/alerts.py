"""What the host must know, told by another way than the mail that may be down: a command, a webhook, an address.

A condition is told once when it begins and once when it is over. What can't be told now waits; what comes too often
waits for the next hour. While the database itself is the trouble, the conditions are kept in memory.
"""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any, Protocol

import structlog
from sqlalchemy.exc import SQLAlchemyError

from pbem.clock import Clock
from pbem.mail.smtp import Fate, Outcome
from pbem.reports.words import Catalogue
from pbem.store import Store, upkeep
from pbem.store.models import Alarm

log = structlog.get_logger()

LIMIT = 30.0
AN_HOUR_AT_MOST = 20
PAUSE = timedelta(minutes=5)
AGAIN_AFTER = timedelta(days=7)
"""An event that repeats (a bounce of one address) is told again after that time."""
EVENTS = frozenset({"bounced", "undeliverable", "unsure", "unfetched", "two_judges", "renumbered"})
"""Alarms of something that happened once, of which nobody sees an end. The judge is well all the same."""


class NotTold(Exception):
    """A route did not work; the text says why, for the log."""


@dataclass(frozen=True)
class News:
    """One thing to tell: `state` is "begun" or "over"."""

    kind: str
    state: str
    subject: str
    text: str
    when: datetime


class Route(Protocol):
    """A way to the host."""

    @property
    def name(self) -> str:
        """What the log calls it."""
        ...

    async def tell(self, news: News) -> None:
        """Raises NotTold."""
        ...


@dataclass(frozen=True)
class CommandRoute:
    """A program of the host: the text on its standard input, kind and state in the environment."""

    words: Sequence[str]
    name: str = "command"

    async def tell(self, news: News) -> None:
        """Run it. Raises NotTold when it can't be started, fails, or takes too long."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self.words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                env=_environment(news),
            )
        except (OSError, ValueError) as fault:
            raise NotTold(f"the command can't be started: {fault}") from fault
        try:
            async with asyncio.timeout(LIMIT):
                await process.communicate(f"{news.subject}\n\n{news.text}\n".encode())
        except TimeoutError:
            process.kill()
            await process.wait()
            raise NotTold("the command took too long") from None
        if process.returncode != 0:
            raise NotTold(f"the command ended with status {process.returncode}")


def _environment(news: News) -> dict[str, str]:
    import os

    # Nothing of our own settings: they may hold passwords.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    return {**kept, "PBEM_ALERT": news.kind, "PBEM_STATE": news.state, "PBEM_SUBJECT": news.subject}


@dataclass(frozen=True)
class WebhookRoute:
    """A web address that takes JSON by POST, as chat services do."""

    url: str = field(repr=False)
    name: str = "webhook"

    async def tell(self, news: News) -> None:
        """Raises NotTold."""
        facts = {"kind": news.kind, "state": news.state, "text": f"{news.subject}\n{news.text}"}
        facts["time"] = news.when.isoformat()
        body = json.dumps(facts, ensure_ascii=False).encode()
        request = urllib.request.Request(self.url, body, {"Content-Type": "application/json; charset=utf-8"})
        try:
            async with asyncio.timeout(LIMIT):
                await asyncio.to_thread(_post, request)
        except (OSError, TimeoutError, ValueError) as fault:
            raise NotTold(f"the webhook fails: {type(fault).__name__}") from None


def _post(request: urllib.request.Request) -> None:
    with urllib.request.urlopen(request, timeout=LIMIT) as response:
        response.read(1000)


@dataclass(frozen=True)
class MailRoute:
    """The host's address, by the judge's own mail server: the last resort, and none while that server is down."""

    send: Callable[[bytes, str, str], Awaitable[Outcome]] = field(repr=False)
    judge: str
    host: str
    judge_id: str
    name: str = "address"

    async def tell(self, news: News) -> None:
        """Raises NotTold."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.judge, self.host, news.subject
        message["Date"] = format_datetime(news.when)
        domain = self.judge.rpartition("@")[2]
        message["Message-ID"] = f"<alert.{news.kind.partition(':')[0]}.{news.state}.{news.when:%Y%m%d%H%M%S}@{domain}>"
        message["Auto-Submitted"], message["X-Pbem-Judge"] = "auto-generated", self.judge_id
        message.set_content(news.text, cte="quoted-printable")
        outcome = await self.send(
            message.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), self.judge, self.host
        )
        if outcome.fate not in (Fate.SENT, Fate.UNCERTAIN):
            raise NotTold(f"the mail server does not take it: {outcome.stage} {outcome.code or ''}")


@dataclass
class Alerts:
    """Keeps the conditions, and tells the host. `routes` are tried in order until one works; without any, the log is
    all there is."""

    store: Store
    clock: Clock
    routes: Sequence[Route] = ()
    language: str = "en"
    judge_name: str = "Judge"
    an_hour: int = AN_HOUR_AT_MOST
    _loose: dict[str, Alarm] = field(default_factory=dict)
    _not_before: datetime | None = None
    _telling: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def begin(self, kind: str, key: str, *, again_after: timedelta | None = None, **facts: Any) -> None:
        """A condition is there. `key` names its sentence; `kind` keeps apart those of one key. Raises nothing."""
        now = self.clock.now()
        try:
            async with self.store.writing() as db:
                fresh = await upkeep.raise_alarm(db, kind, key, facts, now, again_after)
        except (SQLAlchemyError, OSError):
            fresh = kind not in self._loose
            if fresh:
                self._loose[kind] = Alarm(kind=kind, since=now, seen=now, key=key, facts=dict(facts))
        if fresh:
            log.warning("alarm", alarm=key, state="begun")

    async def end(self, kind: str) -> None:
        """A condition is over, if it was there. Raises nothing."""
        now = self.clock.now()
        loose = self._loose.get(kind)
        if loose is not None and loose.over is None:
            loose.over, loose.tries = now, 0
        try:
            # Nearly always there is nothing to end: looking costs no write.
            async with self.store.reading() as db:
                there = await db.get(Alarm, kind)
            if there is None or there.over is not None:
                return
            async with self.store.writing() as db:
                await upkeep.end_alarm(db, kind, now)
        except (SQLAlchemyError, OSError):
            return
        log.info("alarm", alarm=kind.partition(":")[0], state="over")

    async def deliver(self) -> int:
        """Tell what has not been told; how many things were told. Raises nothing for a route that fails."""
        async with self._telling:
            now = self.clock.now()
            if self._not_before is not None and now < self._not_before:
                return 0
            self._not_before = None
            told = await self._deliver_loose(now)
            try:
                return told + await self._deliver_stored(now)
            except (SQLAlchemyError, OSError):
                return told

    async def _deliver_loose(self, now: datetime) -> int:
        count = 0
        for kind, row in list(self._loose.items()):
            if row.told is None and row.over is None and await self._tell(row, now):
                row.told, count = now, count + 1
            if row.over is not None:
                if row.told is not None and not await self._tell(row, now):
                    continue
                del self._loose[kind]
                count += 1
        return count

    async def _deliver_stored(self, now: datetime) -> int:
        async with self.store.reading() as db:
            rows = await upkeep.untold(db)
            room = self.an_hour - (await upkeep.told_since(db, now - timedelta(hours=1)) if rows else 0)
        count = 0
        for row in rows[: max(room, 0)]:
            if not await self._tell(row, now):
                break
            count += 1
            async with self.store.writing() as db:
                stored = await db.get(Alarm, row.kind)
                if stored is not None and stored.since == row.since:
                    if row.over is None:
                        stored.told = now
                    else:
                        stored.over_told = now
                    db.add(stored)
        return count

    async def _tell(self, row: Alarm, now: datetime) -> bool:
        """By the first route that works; True when it was told, or when there is no route."""
        news = self._news(row, now)
        for route in self.routes:
            try:
                await route.tell(news)
            except NotTold as fault:
                log.warning("alert_failed", route=route.name, why=str(fault))
                continue
            log.info("alert_told", route=route.name, alarm=row.key, state=news.state)
            return True
        if self.routes:
            self._not_before = now + PAUSE
        return not self.routes

    def _news(self, row: Alarm, now: datetime) -> News:
        words = Catalogue(self.language)
        said = words.say(f"alert.{row.key}", **row.facts)
        begun = row.over is None
        if begun:
            text = said
        else:
            assert row.over is not None
            span = row.over - row.since
            text = words.say("alert.over", minutes=max(1, round(span.total_seconds() / 60)), what=said)
        title = words.say("alert.subject.begun" if begun else "alert.subject.over", judge=self.judge_name)
        return News(row.kind, "begun" if begun else "over", title, text, now)


def conditions(rows: Sequence[Alarm]) -> list[Alarm]:
    """Those that last until they are mended."""
    return [row for row in rows if row.key not in EVENTS]


def events(rows: Sequence[Alarm], now: datetime) -> list[Alarm]:
    """Those of late that happened and are past."""
    return [row for row in rows if row.key in EVENTS and now - row.seen < AGAIN_AFTER]


def sentences(language: str, rows: Sequence[Alarm] | Mapping[str, Alarm]) -> list[str]:
    """The conditions in words, for `pbem health`."""
    listed = rows.values() if isinstance(rows, Mapping) else rows
    words = Catalogue(language)
    return [words.say(f"alert.{row.key}", **row.facts) for row in listed]
