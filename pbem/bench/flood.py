"""A flood (`pbem bench --flood 10000`): very many letters wait, and the service as it is run takes them all.

Half of them came before a deadline of another game and half after it, so it is seen that deadlines fire meanwhile, in
their place in the row.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import func, select, update
from sqlmodel import col

from pbem.bench import Row, resident
from pbem.bench.path import JUDGE, PASSWORD, Post, Written, floor_rate, post_office, written_for
from pbem.bench.rules import options_of
from pbem.bench.store import players_of
from pbem.boxes import FIRST
from pbem.deadlines import Schedule
from pbem.mail.embedded import HOST
from pbem.service import Rhythm, Service, opened
from pbem.settings import Settings
from pbem.store.models import Deadline, LetterIn, LetterOut

QUOTED = 60
WARM = 300
"""After so many letters everything is loaded, and memory should not grow any more."""
STRANGE = 10
"""Each so-manieth letter is a stranger's."""


def flood(count: int) -> Iterator[Row]:
    """F1: letters a second; F2: memory; F3: when the deadline fired."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_flood(Path(folder), max(count, 2 * WARM)))


def _settings(folder: Path, post: Post) -> Settings:
    many = 10**9
    return Settings.model_validate({
        "judge": {"address": JUDGE, "name": "Judge"},
        "imap": {"host": HOST, "port": post.imap_port, "tls": "none", "user": "judge", "password": PASSWORD},
        "smtp": {"host": HOST, "port": post.smtp_port, "tls": "none"},
        "store": {"url": f"sqlite:///{folder / 'flood.sqlite3'}"},
        "letters": {"answers_an_hour": many, "answers_a_day": many},
        "service": {"letters_an_hour": 0, "letters_a_day": 0},
    })  # fmt: skip


def _letter(written: Written, number: int) -> bytes:
    if number % STRANGE:
        return written.letter(number)
    head = f"From: stranger{number}@elsewhere.example.org\r\nTo: {JUDGE}\r\nMessage-ID: <{number}.s@example.org>\r\n"
    return f"{head}Subject: hello\r\n\r\nCan I play, too? ({number})\r\n".encode()


async def _flood(folder: Path, count: int) -> list[Row]:
    async with post_office(folder) as post, opened(_settings(folder, post)) as service:
        judge = service.judge
        options, players = options_of(FIRST), players_of(FIRST)
        game = await judge.new_game("bench0", FIRST, options, players)
        timed = await judge.new_game("bench1", FIRST, options, players, schedule=Schedule(days=3))
        await service.flush()
        written = await written_for(judge, game)
        written = replace(written, text=written.text[:QUOTED])
        bare = await floor_rate(service, post, written, 100, folder)
        await asyncio.sleep(2.1)  # servers tell the time of arrival in whole seconds
        for number in range(count // 2):
            post.deliver("judge", _letter(written, number))
        await asyncio.sleep(2.1)
        async with judge.store.writing() as db:
            mine = col(Deadline.game) == timed, col(Deadline.done).is_(None)
            await db.execute(update(Deadline).where(*mine).values(due=datetime.now(UTC), remind=None))
        await asyncio.sleep(2.1)
        for number in range(count // 2, count):
            post.deliver("judge", _letter(written, number))
        service.rhythm = Rhythm(poll=60, sweep=1, flush=20, heartbeat=600, idle=post.name == "Dovecot")
        seconds, sizes, fired_at = await _taken(service, count)
        taken, sent = await _kept(service)
    grown = sizes[-1] - sizes[0]
    rate = count / seconds
    orders = count - len(range(0, count, STRANGE))
    whole = taken == count and sent == orders
    return [
        Row("F1", f"a flood of {count:,} letters, mailbox to receipt", rate, "letters/s", "none lost, none twice",
            rate / bare, whole,
            f"{taken:,} kept, {sent:,} receipts sent of {orders:,}; bare path: {bare:.0f}/s over {post.name}"),
        Row("F2", "memory at the end of the flood", sizes[-1], "MB", "flat", None, grown < 5,
            f"{grown:+.1f} MB since letter {WARM}"),
        Row("F3", "letters taken when a deadline amid them fired", fired_at, "letters", f"about {count // 2:,}", None,
            0 < fired_at < 0.6 * count, "half of them had come before it"),
    ]  # fmt: skip


async def _taken(service: Service, count: int) -> tuple[float, list[float], int]:
    """Seconds for all letters; memory early and at the end; how many letters had been taken when the deadline fired."""
    running = asyncio.create_task(service.run())
    began = perf_counter()
    sizes: list[float] = []
    fired_at = 0
    async with asyncio.timeout(60 + count):
        while service.tally.letters < count:
            await asyncio.sleep(0.05)
            if not sizes and service.tally.letters >= WARM:
                sizes.append(resident())
            if not fired_at and service.tally.deadlines:
                fired_at = service.tally.letters
            if running.done():
                break  # it has failed: the row will say what is missing
    seconds = perf_counter() - began
    sizes.append(resident())
    service.stopping.set()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    return seconds, sizes, fired_at


async def _kept(service: Service) -> tuple[int, int]:
    """Letters that were handled, and receipts that went out."""
    async with service.judge.store.reading() as db:
        done = select(func.count()).select_from(LetterIn).where(col(LetterIn.status) != "new")
        sent = select(func.count()).select_from(LetterOut).where(
            col(LetterOut.status) == "sent", col(LetterOut.kind) == "receipt"
        )  # fmt: skip
        return int(await db.scalar(done) or 0), int(await db.scalar(sent) or 0)
