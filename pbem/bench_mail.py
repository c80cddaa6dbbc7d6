"""Measurements of the mail: reading a letter (M7), the whole path (M1, M2, M5), memory (M8), ticks (S4).

The path goes through the mail system in this process, which shares its core with the judge: rates are lower than with a
real server, and the floor beside them is measured over the same system.
"""

from __future__ import annotations

import asyncio
import email
import email.policy
import multiprocessing
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from email.parser import BytesParser
from functools import partial
from importlib import resources
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

import aiosqlite
from sqlalchemy import event
from sqlalchemy.engine import Connection

from orders import letter_body
from pbem.bench import Effort, Row, cpu, in_turn
from pbem.bench_store import NAMES, judge_in
from pbem.clock import SystemClock
from pbem.mail import smtp
from pbem.mail.embedded import DOMAIN, HOST, LocalMail, deliver
from pbem.mail.imap import ImapMailbox
from pbem.mail.letter import read_letter
from pbem.mail.settings import ImapSettings, SmtpSettings
from pbem.players import find_form, read
from pbem.service import Rhythm, Service
from pbem.store import games

PASSWORD = "bench"


def _letter(token: str, lines: list[str], number: int, quoted: list[str]) -> bytes:
    head = [
        f"From: Anna <anna@{DOMAIN}>", f"To: judge+{token}@{DOMAIN}", "Subject: Re: bench0", "MIME-Version: 1.0",
        f"Message-ID: <{number}.bench@{DOMAIN}>", "Date: Thu, 14 Jan 2027 20:00:00 +0000",
        "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit",
    ]  # fmt: skip
    body = [
        *lines,
        f"# letter {number}",
        "",
        "On Thu, 14 Jan 2027, the judge wrote:",
        *(f"> {line}" for line in quoted),
    ]
    return "\r\n".join([*head, "", *body, ""]).encode()


def reading(effort: Effort) -> Iterator[Row]:
    """M7: headers, text and quotes of a letter, against the standard library's whole read."""
    source = resources.files("pbem").joinpath("settings.py").read_text(encoding="utf-8").splitlines()[:150]
    raw = _letter("0123456789", ["GAME bench TURN 2", "PLACE 2 Holland", "MOVE NONE", "END"], 1, source)
    count = 60 * effort.scale

    def ours() -> object:
        return letter_body.read(read_letter(raw).body)

    def standard() -> object:
        message = BytesParser(policy=email.policy.default).parsebytes(raw)
        body = message.get_body(preferencelist=("plain", "html"))
        return [str(value) for value in message.values()], body.get_content() if body is not None else ""

    rate, _, ratio = in_turn(
        effort,
        lambda: count / cpu(ours, count),
        lambda: count / cpu(standard, count),
    )
    yield Row("M7", "reading a letter: headers, text, quotes", rate, "letters/s", ">= 5 x email.policy.default", ratio,
              ratio >= 5, f"{len(raw) / 1000:.1f} kB")  # fmt: skip


# ------------------------------------------------------------------ the whole path


@asynccontextmanager
async def _system(folder: Path) -> AsyncIterator[tuple[Service, LocalMail, str, list[str], list[str]]]:
    """Mail system, judge and one game; the token, the order form and the report text of its first player."""
    mail = await LocalMail.start(folder / "mail", dict.fromkeys(("judge", *NAMES), PASSWORD))
    try:
        async with judge_in(folder) as (judge, begun):
            async with judge.store.reading() as db:
                seat = (await games.seats(db, begun[0]))[0]
                reports = await games.letters_out(db, begun[0])
                text = next(read(row.raw).text.splitlines() for row in reports if row.player == seat.player)
            imap = ImapSettings(HOST, mail.imap_port, "judge", PASSWORD, "none")
            post = SmtpSettings(HOST, mail.smtp_port, None, None, "none")
            service = Service(
                judge=judge,
                open_mailbox=partial(ImapMailbox.open, imap),
                send=partial(smtp.send, post),
                clock=SystemClock(),
                rhythm=Rhythm(poll=0.05, sweep=60, flush=60, heartbeat=600, idle=False),
            )
            await service.flush()
            yield service, mail, seat.token, find_form(text), text
    finally:
        await mail.close()


def whole_path(effort: Effort) -> Iterator[Row]:
    """M1: letters that wait; M2: one letter at a time; M5: commits for a letter."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_whole_path(Path(folder), effort))


async def _whole_path(folder: Path, effort: Effort) -> list[Row]:
    count = 15 * effort.scale
    ours, floor, commits = [], [], []
    async with _system(folder) as (service, mail, token, form, text):
        writes = _count_writes(service)
        number = 0
        box = await service.open_mailbox()
        for _ in range(effort.rounds):
            for _ in range(count):
                number += 1
                deliver(mail.maildir("judge"), _letter(token, form, number, text))
            before, began = writes[0], perf_counter()
            assert await service.take_all(box) == count
            ours.append(count / (perf_counter() - began))
            commits.append((writes[0] - before) / count)
            floor.append(await _floor(service, mail, token, form, text, count, folder))
        await box.close()
        waits = await _latencies(service, mail, token, form, text, 10 * effort.scale)
    ratio = median(a / b for a, b in zip(ours, floor, strict=True))
    p95 = quantiles(waits, n=20)[-1]
    per_letter = median(commits)
    return [
        Row("M1", "order letters, mailbox to receipt handed over", median(ours), "letters/s", ">= 0.4 x the bare path",
            ratio, ratio >= 0.4, f"bare path: {median(floor):.0f}/s, both over the mail system of the demo"),
        Row("M2", "one letter, SMTP acceptance to receipt, p95", p95, "s", "<= 0.15 s", None, p95 <= 0.15,
            f"median {median(waits):.3f} s, polling every 0.05 s in place of IDLE"),
        Row("M5", "synced commits for a letter and its receipt", per_letter, "commits", "<= 2", None, per_letter <= 2),
    ]  # fmt: skip


def _count_writes(service: Service) -> list[int]:
    """Counts the committed transactions that may write."""
    counted = [0]

    @event.listens_for(service.judge.store.engine.sync_engine, "commit")
    def one(connection: Connection) -> None:
        counted[0] += bool(connection.get_execution_options().get("pbem_writes"))

    return counted


async def _floor(
    service: Service, mail: LocalMail, token: str, form: list[str], text: list[str], count: int, folder: Path
) -> float:
    """The same path with nothing of ours in it: fetch, parse, one commit, move, send."""
    for number in range(count):
        deliver(mail.maildir("judge"), _letter(token, form, -number, text))
    receipt = _letter(token, text[:40], 0, [])
    box = await service.open_mailbox()
    database = await aiosqlite.connect(folder / "floor.sqlite3")
    await database.execute("PRAGMA journal_mode=WAL")
    await database.execute("PRAGMA synchronous=FULL")
    await database.execute("CREATE TABLE IF NOT EXISTS letter (raw BLOB)")
    await database.commit()
    began = perf_counter()
    for uid in await box.waiting():
        raw = await box.fetch(uid)
        assert raw is not None
        email.message_from_bytes(raw).get_payload(decode=True)
        await database.execute("INSERT INTO letter VALUES (?)", (raw,))
        await database.commit()
        await box.file_away(uid, "Floor")
        await service.send(receipt, f"judge@{DOMAIN}", f"anna@{DOMAIN}")
    rate = count / (perf_counter() - began)
    await database.close()
    await box.close()
    return rate


async def _latencies(
    service: Service, mail: LocalMail, token: str, form: list[str], text: list[str], count: int
) -> list[float]:
    """Seconds from the acceptance of a letter by SMTP until its receipt has been handed over, one at a time."""
    handed_over = asyncio.Event()
    send = service.send

    async def noted(raw: bytes, sender: str, recipient: str) -> smtp.Outcome:
        outcome = await send(raw, sender, recipient)
        handed_over.set()
        return outcome

    service.send = noted
    running = asyncio.create_task(service.run())
    waits = []
    await asyncio.sleep(0.3)
    for number in range(count):
        handed_over.clear()
        raw = _letter(token, form, 100_000 + number, text)
        await send(raw, f"anna@{DOMAIN}", f"judge+{token}@{DOMAIN}")
        began = perf_counter()
        async with asyncio.timeout(20):
            await handed_over.wait()
        waits.append(perf_counter() - began)
    service.stopping.set()
    await running
    return waits


# ------------------------------------------------------------------ memory and ticks


def memory(effort: Effort) -> Iterator[Row]:
    """M8: a service with many running games, in a process of its own."""
    count = 25 * effort.scale
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        megabytes, grown = pool.apply(_memory, (count,))
    yield Row("M8", f"memory of the service with {count} running games", megabytes, "MB", "<= 130 MB", None,
              megabytes <= 130, f"{grown:.1f} MB more after 100 letters")  # fmt: skip


def _memory(count: int) -> tuple[float, float]:
    with TemporaryDirectory() as folder:
        return asyncio.run(_memory_of(Path(folder), count))


async def _memory_of(folder: Path, count: int) -> tuple[float, float]:
    async with judge_in(folder, count) as (judge, begun):
        async with judge.store.reading() as db:
            tokens = [(await games.seats(db, game))[0].token for game in begun]
        for number, token in enumerate(tokens):
            await judge.take_letter(_letter(token, ["STATUS"], number, []))
        before = _resident()
        for number in range(100):
            await judge.take_letter(_letter(tokens[number % count], ["STATUS"], count + number, []))
        return _resident(), _resident() - before


def _resident() -> float:
    """Megabytes of this process now, or at most where the system does not tell more."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        import resource

        unit = 1024 * 1024 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def jobs(effort: Effort) -> Iterator[Row]:
    """S4: the ticks of a service do not depend on its games."""
    del effort
    count = len(Service.ticks)
    yield Row("S4", "scheduler jobs, whatever the number of games", count, "jobs", "<= 4", None, count <= 4)
