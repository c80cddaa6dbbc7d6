"""What is done to the judge: killed at a step or at any moment, its wires cut and frozen, its disk full, its database
locked or gone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

from sqlalchemy.engine import make_url

from pbem.torture.worker import BUSY_MILLISECONDS

STEPS = (
    "stored", "locked", "loaded", "read", "played", "receipt", "saved", "reported", "before commit", "committed",
    "filed", "claimed", "sent",
)  # fmt: skip
"""Where the judge can be told to die: between any two of these something has been done and something has not."""
LOCKED_SECONDS = 2.2 * BUSY_MILLISECONDS / 1000
FULL_SECONDS = 0.3


class Kind(Enum):
    """Sorts of faults."""

    STEP = "killed at a step"
    KILL = "killed at any moment"
    IMAP_CUT = "mailbox connection cut"
    IMAP_FREEZE = "mailbox connection frozen"
    SMTP_CUT = "mail server connection cut"
    SMTP_FREEZE = "mail server connection frozen"
    SMTP_LATER = "mail server takes nothing now"
    DISK = "disk full"
    LOCK = "database locked"
    GONE = "database connection lost"


SHARES = {
    Kind.STEP: 50, Kind.KILL: 14, Kind.IMAP_CUT: 9, Kind.IMAP_FREEZE: 4, Kind.SMTP_CUT: 9, Kind.SMTP_FREEZE: 4,
    Kind.SMTP_LATER: 3, Kind.DISK: 3, Kind.LOCK: 2, Kind.GONE: 2,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. `step` and `times` for Kind.STEP; `moment` is a number of seconds or bytes."""

    kind: Kind
    step: str = ""
    times: int = 1
    moment: float = 0.0
    to_server: bool = False


def plan(count: int, rng: random.Random, *, sqlite: bool, only_steps: Sequence[str] = ()) -> list[Fault]:
    """So many faults in random order; every step comes up as often as any other. `only_steps`: nothing but being killed
    there."""
    if only_steps:
        return [Fault(Kind.STEP, step=only_steps[n % len(only_steps)], times=rng.randint(1, 2)) for n in range(count)]
    shares = {k: s for k, s in SHARES.items() if k is not Kind.GONE or not sqlite}
    kinds = list(shares)[:count]  # each sort at least once, where there are enough
    kinds += rng.choices(list(shares), list(shares.values()), k=count - len(kinds))
    steps: list[str] = []
    while len(steps) < count:
        steps += rng.sample(STEPS, len(STEPS))
    made = [_one(kind, steps.pop(), rng) for kind in kinds]
    rng.shuffle(made)
    return made


def _one(kind: Kind, step: str, rng: random.Random) -> Fault:
    if kind is Kind.STEP:
        return Fault(kind, step=step, times=rng.randint(1, 4))
    if kind is Kind.KILL:
        return Fault(kind, moment=rng.uniform(0.0, 0.4))
    return Fault(kind, moment=rng.randrange(4_000), to_server=rng.random() < 0.5)


class Trouble(Protocol):
    """Faults of the database: each coroutine returns when the fault is over."""

    async def full(self, pid: int) -> None: ...
    async def locked(self) -> None: ...
    async def gone(self) -> None: ...
    async def close(self) -> None: ...


class SqliteTrouble:
    """A database file. The disk is full by a small file system of its own where that can be made, else by a limit on
    the size of the judge's files."""

    def __init__(self, path: Path, disk: Path | None) -> None:
        self._path, self._disk = path, disk
        self._turns = 0

    async def full(self, pid: int) -> None:
        self._turns += 1
        if self._disk is not None and self._turns % 2:
            used = shutil.disk_usage(self._disk).used
            if _remount(self._disk, used + 16_384):
                try:
                    await asyncio.sleep(FULL_SECONDS)
                finally:
                    _remount(self._disk, DISK_BYTES)
                return
        with contextlib.suppress(ProcessLookupError):
            soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
            await asyncio.sleep(FULL_SECONDS)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))

    async def locked(self) -> None:
        connection = await asyncio.to_thread(self._lock)
        await asyncio.sleep(LOCKED_SECONDS)
        connection.rollback()
        connection.close()

    def _lock(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=20, isolation_level=None, check_same_thread=False)
        connection.execute("BEGIN EXCLUSIVE")
        return connection

    async def gone(self) -> None:
        raise RuntimeError("a file does not hang up: this fault is for a database server")

    async def close(self) -> None:
        return None


class PostgresTrouble:
    """A server. Its full disk is what it says of one: SQLSTATE 53100 from a trigger that can be switched on."""

    def __init__(self, url: str) -> None:
        made = make_url(url)
        self._dsn = made.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: object | None = None

    async def prepare(self) -> None:
        """To be called when the tables are there."""
        import asyncpg

        self._connection = await asyncpg.connect(self._dsn)
        await self._do("CREATE TABLE IF NOT EXISTS torture_disk (is_full boolean)")
        await self._do("DELETE FROM torture_disk")
        await self._do("INSERT INTO torture_disk VALUES (false)")
        await self._do(
            "CREATE OR REPLACE FUNCTION torture_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " IF (SELECT bool_or(is_full) FROM torture_disk) THEN"
            " RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';"
            " END IF; RETURN NULL; END $$"
        )
        for table in ("letter_in", "letter_out", "entry"):
            await self._do(f"DROP TRIGGER IF EXISTS torture ON {table}")
            await self._do(
                f"CREATE TRIGGER torture AFTER INSERT OR UPDATE ON {table} FOR EACH STATEMENT"
                " EXECUTE FUNCTION torture_write()"
            )

    async def full(self, pid: int) -> None:
        await self._do("UPDATE torture_disk SET is_full = true")
        try:
            await asyncio.sleep(FULL_SECONDS)
        finally:
            await self._do("UPDATE torture_disk SET is_full = false")

    async def locked(self) -> None:
        await self._do("BEGIN")
        try:
            await self._do("LOCK TABLE letter_in, letter_out IN ACCESS EXCLUSIVE MODE")
            await asyncio.sleep(LOCKED_SECONDS)
        finally:
            await self._do("ROLLBACK")

    async def gone(self) -> None:
        await self._do(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )

    async def close(self) -> None:
        if self._connection is not None:
            for table in ("letter_in", "letter_out", "entry"):
                await self._do(f"DROP TRIGGER IF EXISTS torture ON {table}")
            await self._do("DROP FUNCTION torture_write")
            await self._do("DROP TABLE torture_disk")
            await self._connection.close()  # type: ignore[attr-defined]

    async def _do(self, statement: str) -> None:
        await self._connection.execute(statement)  # type: ignore[union-attr, attr-defined]


DISK_BYTES = 4_000_000_000


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """A file system in memory, which can be made smaller while it is used; None where it can't be made."""
    disk = folder / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or not _mounted(["-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(disk)]):
        yield None
        return
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False, capture_output=True)


def _remount(disk: Path, size: int) -> bool:
    return _mounted(["-o", f"remount,size={size}", str(disk)])


def _mounted(arguments: Sequence[str]) -> bool:
    mount = shutil.which("mount")
    if mount is None:
        return False
    return subprocess.run([mount, *arguments], check=False, capture_output=True).returncode == 0
