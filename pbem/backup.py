"""Backups of an SQLite database: taken while the judge runs, tested when made, never laid over what is there."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.engine import make_url

from pbem.store.database import migrations_after
from pbem.store.inline import BUSY_MILLISECONDS

NAME = re.compile(r"pbem-\d{8}T\d{6}Z\.sqlite3")
"""Files with such names in a folder of backups are ours to remove."""


class BadBackup(Exception):
    """A backup that can't be made or restored; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What lies in a backup. `newest`: when the last letter in it came or went; None when there is none."""

    games: int
    letters_in: int
    letters_out: int
    newest: datetime | None
    lacks: tuple[str, ...]
    """Migrations that the next start carries out."""

    def __str__(self) -> str:
        text = f"{self.games} games, {self.letters_in} letters in, {self.letters_out} letters out"
        return f"{text}, the last on {self.newest:%Y-%m-%d at %H:%M:%S} UTC" if self.newest else text


def sqlite_file(url: str) -> Path:
    """The file of an SQLite database. Raises BadBackup for a PostgreSQL one, with what to do there."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise BadBackup(
            "The games are kept in PostgreSQL, which has tools of its own: `sh deploy/backup.sh FOLDER` (pg_dump) "
            "makes a backup, pg_restore brings it back; the README says how."
        )
    if not parsed.database or parsed.database == ":memory:":
        raise BadBackup("This database is in memory only; there is nothing to back up.")
    return Path(parsed.database)


def backup(database: Path, target: Path, now: datetime, keep: int = 0) -> tuple[Path, Contents]:
    """Copy a database, in use or not, to a new file; in a folder the file is named by the time.

    `keep`: so many of the backups named by time stay in the folder, older ones go (0: all stay). Raises BadBackup.
    """
    file = target / f"pbem-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.sqlite3" if target.is_dir() else target
    if keep and not target.is_dir():
        raise BadBackup(f"--keep needs a folder; {target} is none. Make it: mkdir {target}")
    if file.exists():
        raise BadBackup(f"{file} is there already and stays as it is. Choose another name.")
    with _failures_told(f"The backup {file} could not be made"):
        with _unfinished(file) as part:
            copy_sqlite(database, part)
            contents = examine(part)
            _put(part, file)
        if keep:
            for old in sorted(one for one in target.iterdir() if NAME.fullmatch(one.name))[:-keep]:
                old.unlink()
    return file, contents


def restore(file: Path, database: Path) -> Contents:
    """Make a database out of a backup, where none is. Raises BadBackup; NewerDatabase when a newer program made it."""
    for one in (database, *_beside(database)):
        if one.exists():
            raise BadBackup(
                f"{one} is there, and a backup is never laid over a database. Stop the judge (pbem serve), move "
                f"{database.name}, {database.name}-wal and {database.name}-shm away (don't delete them), and try again."
            )
    with _failures_told(f"{file} could not be restored"):
        examine(file)
        database.parent.mkdir(parents=True, exist_ok=True)
        with _unfinished(database) as part:
            copy_sqlite(file, part)
            contents = examine(part)
            _put(part, database)
    return contents


def examine(file: Path) -> Contents:
    """Test a backup from end to end and say what is in it. Raises BadBackup, NewerDatabase, sqlite3.Error."""
    if not file.is_file():
        raise BadBackup(f"{file} is not there.")
    with closing(_open(file)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"alembic_version", "game", "letter_in", "letter_out"} <= tables:
            raise BadBackup(f"{file} is not a database of this judge.")
        # Before anything else is looked at: what a newer version means by its tables is not known here.
        lacks = migrations_after([number for (number,) in db.execute("SELECT version_num FROM alembic_version")])
        damage = [text for (text,) in db.execute("PRAGMA integrity_check(3)") if text != "ok"]
        if damage or db.execute("PRAGMA foreign_key_check").fetchone():
            raise BadBackup(f"{file} is damaged: {'; '.join(damage) or 'rows refer to rows that are not there'}.")
        games, letters_in, letters_out = (
            int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
            for table in ("game", "letter_in", "letter_out")
        )
        newest = db.execute(
            "SELECT max(at) FROM (SELECT max(received) AS at FROM letter_in UNION SELECT max(made) FROM letter_out)"
        ).fetchone()[0]
    moment = datetime.fromisoformat(newest).replace(tzinfo=UTC) if newest else None
    return Contents(games, letters_in, letters_out, moment, lacks)


def copy_sqlite(source: Path, target: Path) -> None:
    """One consistent state of a database as a new file that only its owner can read; writers are not held up.

    Raises BadBackup when there is no such database, sqlite3.Error, OSError.
    """
    if not source.is_file():
        raise BadBackup(f"The database {source} is not there.")
    # Made by us first, since SQLite would let everybody read it; VACUUM INTO takes an empty file for a new one.
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(_open(source)) as db:
        db.execute("VACUUM INTO ?", (str(target),))
    _to_disk(target)


def _open(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(f"file:{quote(str(file.resolve()))}?mode=ro", uri=True, isolation_level=None)
    db.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    return db


def _beside(database: Path) -> list[Path]:
    return [database.with_name(database.name + ending) for ending in ("-wal", "-shm", "-journal")]


@contextmanager
def _unfinished(file: Path) -> Iterator[Path]:
    """A name beside the file for what is not complete; what lies there from a try that was broken off is removed."""
    part = file.with_name(f".{file.name}.part")
    for one in (part, *_beside(part)):
        one.unlink(missing_ok=True)
    try:
        yield part
    finally:
        for one in (part, *_beside(part)):
            one.unlink(missing_ok=True)


def _put(part: Path, file: Path) -> None:
    """Give a finished file its name, on disk for good; another file of that name is never replaced."""
    try:
        os.link(part, file)
    except FileExistsError as fault:
        raise BadBackup(f"{file} has come into being meanwhile and stays as it is.") from fault
    except OSError:  # a file system without hard links
        if file.exists():
            raise
        part.rename(file)
    _to_disk(file.parent)


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _failures_told(what: str) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as fault:
        reason = str(fault)
        with suppress(AttributeError):
            reason = fault.strerror or reason  # type: ignore[union-attr]
        raise BadBackup(f"{what}: {reason}.") from fault
