"""Measurements of the whole path of a letter: mailbox, judge, receipt handed over (M1, M2, M5), and several workers on
PostgreSQL (M6).

Over a real Dovecot where one is installed, which is then a process of its own, as the receiver of the receipts is;
else over the mail system of the demo, whose rates are lower because it shares its core with the judge. Beside each rate
stands its floor: the same path with nothing of ours in it, measured in turn over the same servers.
"""

from __future__ import annotations

import asyncio
import email
import multiprocessing
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Connection

from pbem import real_servers
from pbem.bench import Effort, Row
from pbem.bench.reading import order_letter
from pbem.bench.store import NAMES, judge_in
from pbem.clock import SystemClock
from pbem.judge import Judge
from pbem.mail import smtp
from pbem.mail.embedded import DOMAIN, HOST, LocalMail, deliver
from pbem.mail.imap import ImapMailbox
from pbem.mail.settings import ImapSettings, SmtpSettings
from pbem.players import find_form, read
from pbem.service import Rhythm, Service
from pbem.store import games, open_store

PASSWORD = real_servers.PASSWORD
JUDGE = f"judge@{DOMAIN}"


@dataclass(frozen=True, slots=True)
class Post:
    """Mail servers: `deliver(user, raw)` puts a letter into a mailbox."""

    imap_port: int
    smtp_port: int
    deliver: Callable[[str, bytes], None]
    name: str

    def imap(self, user: str = "judge") -> ImapSettings:
        return ImapSettings(HOST, self.imap_port, user, PASSWORD, "none")

    @property
    def smtp(self) -> SmtpSettings:
        return SmtpSettings(HOST, self.smtp_port, None, None, "none")


@asynccontextmanager
async def post_office(folder: Path) -> AsyncIterator[Post]:
    """Dovecot and a receiver in processes of their own, or else the mail system of the demo."""
    async with AsyncExitStack() as stack:
        try:
            dovecot = stack.enter_context(real_servers.dovecot())
        except real_servers.NoServer:
            mail = await LocalMail.start(folder / "mail", dict.fromkeys(("judge", *NAMES), PASSWORD))
            stack.push_async_callback(mail.close)
            yield Post(
                mail.imap_port, mail.smtp_port, lambda user, raw: deliver(mail.maildir(user), raw), "the demo's mail"
            )
            return
        port = stack.enter_context(_receiver())
        yield Post(dovecot.imap_port, port, dovecot.deliver, "Dovecot")


@contextmanager
def _receiver() -> Iterator[int]:
    """An SMTP server that takes everything, in a process of its own; its port."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_receive, args=(theirs,), daemon=True)
    process.start()
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


def _receive(pipe: Any) -> None:
    from pbem.torture.sink import sink_open

    async def run() -> None:
        async with sink_open(lambda recipient, raw: True) as sink:
            pipe.send(sink.port)
            await asyncio.Event().wait()

    asyncio.run(run())


@dataclass(frozen=True, slots=True)
class Written:
    """What the player of the first game writes: an order form filled in, above the quoted report."""

    token: str
    form: list[str]
    text: list[str]

    def letter(self, number: int) -> bytes:
        return order_letter(self.token, self.form, number, self.text)


async def written_for(judge: Judge, game: int) -> Written:
    async with judge.store.reading() as db:
        seat = (await games.seats(db, game))[0]
        letters = await games.letters_out(db, game)
    text = next(read(row.raw).text.splitlines() for row in letters if row.player == seat.player)
    return Written(seat.token, find_form(text), text)


def service_of(judge: Judge, post: Post, user: str = "judge") -> Service:
    """A service over these servers; with Dovecot it is woken by IDLE."""
    idle = post.name == "Dovecot"
    return Service(
        judge=judge,
        open_mailbox=partial(ImapMailbox.open, post.imap(user)),
        send=partial(smtp.send, post.smtp),
        clock=SystemClock(),
        rhythm=Rhythm(poll=5.0 if idle else 0.05, sweep=60, flush=60, heartbeat=600, idle=idle),
    )


def whole_path(effort: Effort) -> Iterator[Row]:
    """M1: letters that wait; M2: one letter at a time; M5: commits for a letter."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_whole_path(Path(folder), effort))


async def _whole_path(folder: Path, effort: Effort) -> list[Row]:
    count = 25 * effort.scale
    ours, floor, commits = [], [], []
    async with post_office(folder) as post, judge_in(folder) as (judge, begun):
        service, written = service_of(judge, post), await written_for(judge, begun[0])
        await service.flush()
        writes = _count_writes(judge)
        number = 0
        box = await service.open_mailbox()
        for _ in range(effort.rounds):
            for _ in range(count):
                number += 1
                post.deliver("judge", written.letter(number))
            before, began = writes[0], perf_counter()
            assert await service.take_all(box) == count
            ours.append(count / (perf_counter() - began))
            commits.append((writes[0] - before) / count)
            floor.append(await floor_rate(service, post, written, count, folder))
        await box.close()
        alone = await _commits_of_one(service, post, written, writes)
        post.deliver("judge", written.letter(number + 1))
        waits = await _latencies(service, post, written, 10 * effort.scale)
        bare = await _bare_latencies(service, post, written, 5 * effort.scale)
    ratio = median(a / b for a, b in zip(ours, floor, strict=True))
    p95, bare95 = quantiles(waits, n=20)[-1], quantiles(bare, n=20)[-1]
    per_letter = median(commits)
    woken = "woken by IDLE" if service.rhythm.idle else "polling every 0.05 s in place of IDLE"
    return [
        Row("M1", "order letters, mailbox to receipt handed over", median(ours), "letters/s", ">= 0.4 x the bare path",
            ratio, ratio >= 0.4, f"bare path: {median(floor):.0f}/s, both over {post.name}, full sync"),
        Row("M2", "one letter, arrival to receipt handed over, p95", p95, "s", "<= 0.15 s", p95 / bare95, p95 <= 0.15,
            f"median {median(waits):.3f} s, {woken}; the server's own wake-up and a bare answer: "
            f"median {median(bare):.3f} s, p95 {bare95:.3f} s"),
        Row("M5", "synced commits for a letter and its receipt", per_letter, "commits", "<= 2", None, per_letter <= 2,
            f"{count} letters waiting; {alone} for a letter that comes alone"),
    ]  # fmt: skip


def _count_writes(judge: Judge) -> list[int]:
    """Counts the committed transactions that may write and wait for the disk."""
    counted = [0]

    @event.listens_for(judge.store.engine.sync_engine, "commit")
    def one(connection: Connection) -> None:
        options = connection.get_execution_options()
        synced = connection.dialect.name != "sqlite" or not options.get("pbem_marks")
        counted[0] += bool(options.get("pbem_writes")) and synced

    return counted


async def _commits_of_one(service: Service, post: Post, written: Written, writes: list[int]) -> int:
    box = await service.open_mailbox()
    post.deliver("judge", written.letter(900_001))
    before = writes[0]
    assert await service.take_all(box) == 1
    await box.close()
    return writes[0] - before


async def floor_rate(service: Service, post: Post, written: Written, count: int, folder: Path) -> float:
    """The same path with nothing of ours in it: fetch, parse, one commit, move, send."""
    for number in range(count):
        post.deliver("judge", written.letter(-number))
    receipt = order_letter(written.token, written.text[:40], 0, [])
    box = await service.open_mailbox()
    database = sqlite3.connect(folder / "floor.sqlite3")
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE IF NOT EXISTS letter (raw BLOB)")
    database.commit()
    began = perf_counter()
    for uid in await box.waiting():
        raw = await box.fetch(uid)
        assert raw is not None
        email.message_from_bytes(raw).get_payload(decode=True)
        database.execute("INSERT INTO letter VALUES (?)", (raw,))
        database.commit()
        await box.file_away(uid, "Floor")
        await service.send(receipt, JUDGE, f"anna@{DOMAIN}")
    rate = count / (perf_counter() - began)
    database.close()
    await box.close()
    return rate


async def _latencies(service: Service, post: Post, written: Written, count: int) -> list[float]:
    """Seconds from the arrival of a letter in the mailbox until its receipt has been handed over, one at a time."""
    handed_over = asyncio.Event()
    send = service.send

    async def noted(raw: bytes, sender: str, recipient: str) -> smtp.Outcome:
        outcome = await send(raw, sender, recipient)
        handed_over.set()
        return outcome

    service.send = noted
    running = asyncio.create_task(service.run())
    waits = []
    async with asyncio.timeout(20):
        await handed_over.wait()  # that of a letter which waited already
    for number in range(count):
        await asyncio.sleep(0.1)
        handed_over.clear()
        post.deliver("judge", written.letter(100_000 + number))
        began = perf_counter()
        async with asyncio.timeout(20):
            await handed_over.wait()
        waits.append(perf_counter() - began)
    service.stopping.set()
    await running
    service.send = send
    return waits


async def _bare_latencies(service: Service, post: Post, written: Written, count: int) -> list[float]:
    """The same with nothing of ours in it: woken, fetched, answered."""
    box = await service.open_mailbox()
    receipt = order_letter(written.token, written.text[:40], 0, [])
    waits = []
    for number in range(count):
        waking = asyncio.ensure_future(box.wait(5.0 if service.rhythm.idle else 0.05))
        await asyncio.sleep(0.1 if service.rhythm.idle else 0.0)
        post.deliver("judge", written.letter(-100_000 - number))
        began = perf_counter()
        await waking
        for uid in await box.waiting():
            await box.fetch(uid)
            await service.send(receipt, JUDGE, f"anna@{DOMAIN}")
            waits.append(perf_counter() - began)
            await box.file_away(uid, "Floor")
    await box.close()
    return waits


# ------------------------------------------------------------------ several workers


def two_workers(effort: Effort) -> Iterator[Row]:
    """M6: two judges on one PostgreSQL, each with a mailbox of its own, against one."""
    try:
        with TemporaryDirectory() as folder, real_servers.postgres() as url:
            one, two = asyncio.run(_workers(Path(folder), url, effort))
    except (real_servers.NoServer, ModuleNotFoundError) as fault:
        print(f"M6 is not measured: {str(fault).splitlines()[0]}", file=sys.stderr)
        return
    ratio = median(b / a for a, b in zip(one, two, strict=True))
    yield Row("M6", "order letters on PostgreSQL, two workers", median(two), "letters/s", ">= 1.6 x one worker", ratio,
              ratio >= 1.6, f"one worker: {median(one):.0f}/s")  # fmt: skip


async def _workers(folder: Path, url: str, effort: Effort) -> tuple[list[float], list[float]]:
    count = 20 * effort.scale
    one, two = [], []
    context = multiprocessing.get_context("spawn")
    async with post_office(folder) as post, judge_in(folder, 2, url) as (judge, begun):
        await service_of(judge, post).flush()
        written = [await written_for(judge, game) for game in begun]
        number = 0
        users = ("judge", "anna")
        lines = [context.Pipe() for _ in users]
        workers = [
            context.Process(
                target=_work, args=(theirs, url, post.imap_port, post.smtp_port, post.name, user), daemon=True
            )
            for (_, theirs), user in zip(lines, users, strict=True)
        ]
        for worker in workers:
            worker.start()
        try:
            for _ in range(effort.rounds + 1):
                for at_work, rates in ((1, one), (2, two)):
                    for n in range(at_work):
                        for _ in range(count):
                            number += 1
                            post.deliver(users[n], written[n].letter(number))
                    began = perf_counter()
                    for ours, _ in lines[:at_work]:
                        ours.send(count)
                    for ours, _ in lines[:at_work]:
                        await asyncio.to_thread(ours.recv)
                    rates.append(at_work * count / (perf_counter() - began))
        finally:
            for worker in workers:
                worker.terminate()
                worker.join()
    return one[1:], two[1:]  # in the first round everything is loaded


def _work(pipe: Any, url: str, imap_port: int, smtp_port: int, name: str, user: str) -> None:
    from pbem.bench.store import CONFIG
    from pbem.journal_lines import silence_logs

    silence_logs()

    async def run() -> None:
        store = await open_store(url)
        post = Post(imap_port, smtp_port, lambda user, raw: None, name)
        service = service_of(Judge(store, SystemClock(), CONFIG), post, user)
        box = await service.open_mailbox()
        while True:
            count = await asyncio.to_thread(pipe.recv)
            taken = 0
            while taken < count:
                taken += await service.take_all(box)
            pipe.send(taken)

    asyncio.run(run())
