"""The log of a service at work, as journald gets it: one line an event, and nothing that must not be in it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from pbem.hosting import Invitation, start
from pbem.mail.embedded import LocalMail, deliver
from pbem.players import read
from pbem.settings import load
from pbem.store import open_store
from pbem.store.models import Game, LetterOut, SeatRow
from tests.service.conftest import PASSWORD

ROOT = Path(__file__).parents[2]
MARK = "Xylophone-Quartet"
"""A word that stands in letters and nowhere else."""
LOGFMT = re.compile(r'(?:[a-z_]+=(?:"(?:[^"\\]|\\.)*"|[^\s"=]*)(?: |$))+')


def _letters(mail: LocalMail) -> list[bytes]:
    """Good orders, nonsense, a stranger, a robot, a broken one, each with the mark."""
    newest = max((mail.maildir("anna") / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    letter = read(newest.read_bytes())

    def raw(sender: str, recipient: str, lines: list[str], *head: str) -> bytes:
        number = f"<{MARK}.{len(lines)}.{sender}>"
        fields = [f"From: {MARK} <{sender}>", f"To: {recipient}", f"Subject: {MARK}", f"Message-ID: {number}", *head]
        return "\r\n".join([*fields, "", *lines, f"# {MARK}", ""]).encode("utf-8", "replace")

    return [
        raw("anna@example.org", letter.reply_to, [f"GIBBERISH {MARK}"]),
        raw("anna@example.org", letter.reply_to, [*letter.form[:-1]]),
        raw("zed@example.org", "judge@example.org", ["hello"]),
        raw("robot@example.org", letter.reply_to, ["x", "y"], "Auto-Submitted: auto-replied"),
        raw("anna@[", letter.reply_to, ["x"], "Content-Type: text/plain; charset=klingon"),
    ]


async def _served(settings_file: Path, letters: int) -> str:
    """Run the service until it has taken so many letters; what it said."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pbem", "serve", "-s", str(settings_file),
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None
    said: list[bytes] = []
    try:
        async with asyncio.timeout(90):
            while sum(bool(re.search(rb'event"?[=:] ?"?letter\b', line)) for line in said) < letters:
                said.append(await process.stderr.readline())
                assert said[-1], b"".join(said).decode()
            process.send_signal(signal.SIGTERM)
            said.append(await process.stderr.read())
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
    return b"".join(said).decode("utf-8")


@pytest.mark.parametrize("form", ["logfmt", "json"])
async def test_one_line_an_event_and_no_secret(settings_file: Path, mail: LocalMail, form: str) -> None:
    text = settings_file.read_text(encoding="utf-8")
    settings_file.write_text(text.replace("[service]", f'[service]\nlog = "{form}"'), encoding="utf-8")
    settings = load(settings_file)
    two = ("Anna=anna@example.org=catholics+habsburgs", "Bram=bram@example.org=burghers+reformers")
    await start(settings, Invitation("dutch_revolt", two, name="gouda"))
    letters = _letters(mail)
    for raw in letters:
        deliver(mail.maildir("judge"), raw)
    said = await _served(settings_file, len(letters))

    lines = said.splitlines()
    assert len(lines) >= len(letters) + 2
    for line in lines:
        event = _event(line, form)
        assert {"timestamp", "level", "event"} <= set(event), line
        assert datetime.fromisoformat(event["timestamp"]).utcoffset() is not None
    store = await open_store(settings.database)
    async with store.reading() as db:
        tokens = (await db.execute(select(col(SeatRow.token)))).scalars().all()
        secret = (await db.execute(select(col(Game.secret)))).scalar_one()
        ids = (await db.execute(select(col(LetterOut.message_id)))).scalars().all()
    await store.close()
    banned = [MARK, PASSWORD, "anna@", "bram@", "zed@", secret.hex(), *tokens, *ids]
    assert [word for word in banned if word.lower() in said.lower()] == []


def _event(line: str, form: str) -> dict[str, Any]:
    if form == "json":
        read = json.loads(line)
        assert isinstance(read, dict)
        return read
    assert LOGFMT.fullmatch(line), line
    return {key: value.strip('"') for key, _, value in (part.partition("=") for part in line.split())}


def test_a_full_disk_costs_lines_and_nothing_else() -> None:
    """Where standard error is a file, it may be on the disk that is full."""
    code = "import structlog; from pbem.journal_lines import set_up_logs; set_up_logs('logfmt')\n"
    code += "for n in range(3): structlog.get_logger().info('letter', n=n)\nprint('alive')"
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=full, cwd=ROOT, check=False)
    assert done.stdout == b"alive\n"
