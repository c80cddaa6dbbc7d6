"""Measurements of the mail without a mailbox: reading a letter (M7), memory (M8), ticks (S4)."""

from __future__ import annotations

import asyncio
import email
import email.policy
import multiprocessing
from collections.abc import Iterator
from email.parser import BytesParser
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from orders import letter_body
from pbem.bench import Effort, Row, cpu, in_turn, resident
from pbem.bench.rules import options_of
from pbem.bench.store import judge_in, players_of
from pbem.boxes import FIRST
from pbem.mail.embedded import DOMAIN
from pbem.mail.letter import read_letter
from pbem.service import Service
from pbem.store import games

PASSWORD = "bench"


def order_letter(token: str, lines: list[str], number: int, quoted: list[str]) -> bytes:
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
    raw = order_letter("0123456789", ["GAME bench TURN 2", "PLACE 2 Holland", "MOVE NONE", "END"], 1, source)
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


# ------------------------------------------------------------------ memory and ticks


def memory(effort: Effort) -> Iterator[Row]:
    """M8: a service with many running games, in a process of its own, started on a database that is there."""
    count, letters = 25 * effort.scale, 150 * effort.scale**2
    context = multiprocessing.get_context("spawn")
    with TemporaryDirectory() as folder, context.Pool(1, maxtasksperchild=1) as pool:
        tokens = pool.apply(_begun, (folder, count))
        megabytes, grown = pool.apply(_memory, (folder, tokens, letters))
    yield Row("M8", f"memory of the service with {count} running games", megabytes, "MB", "<= 130 MB", None,
              megabytes <= 130, f"{grown:.1f} MB more after {letters} letters")  # fmt: skip


def _begun(folder: str, count: int) -> list[str]:
    async def begin() -> list[str]:
        async with judge_in(Path(folder), count) as (judge, begun), judge.store.reading() as db:
            return [(await games.seats(db, game))[0].token for game in begun]

    return asyncio.run(begin())


def _memory(folder: str, tokens: list[str], letters: int) -> tuple[float, float]:
    return asyncio.run(_memory_of(Path(folder), tokens, letters))


async def _memory_of(folder: Path, tokens: list[str], letters: int) -> tuple[float, float]:
    count = len(tokens)
    async with judge_in(folder, 0) as (judge, _):
        # What the first report loads belongs to a service, too.
        await judge.new_game("fresh", FIRST, options_of(FIRST), players_of(FIRST))
        for number, token in enumerate(tokens):
            await judge.take_letter(order_letter(token, ["STATUS"], number, []))
        before = resident()
        for number in range(letters):
            await judge.take_letter(order_letter(tokens[number % count], ["STATUS"], count + number, []))
        return resident(), resident() - before


def jobs(effort: Effort) -> Iterator[Row]:
    """S4: the ticks of a service do not depend on its games."""
    del effort
    count = len(Service.ticks)
    yield Row("S4", "scheduler jobs, whatever the number of games", count, "jobs", "<= 4", None, count <= 4)
