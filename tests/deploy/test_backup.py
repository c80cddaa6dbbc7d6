"""Backup and restore, as a host does them: from a judge at work, into a new folder, and on."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from pbem import downtime
from pbem.again import Again, give_lost_time_back, moment, take_again
from pbem.backup import BadBackup, backup, examine, restore, sqlite_file
from pbem.cli import main
from pbem.clock import SetClock
from pbem.deadlines import Schedule
from pbem.hosting import Invitation, start
from pbem.mail.embedded import LocalMail, deliver
from pbem.players import read
from pbem.service import opened, poll_once
from pbem.settings import load
from pbem.store import NewerDatabase, Store, games, open_store
from tests.pbem.mailroom import CONFIG, Mailroom
from tests.servers import postgres_programs

ROOT = Path(__file__).parents[2]
NOW = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
TWO = ("Anna=anna@example.org=catholics+habsburgs", "Bram=bram@example.org=burghers+reformers")


async def _journal(store: Store, game: int = 1) -> list[tuple[str, object, str, int | None]]:
    async with store.reading() as db:
        return [(row.key, row.given, row.by, row.letter) for row in await games.journal(db, game)]


async def _letters(store: Store) -> list[tuple[str, str]]:
    async with store.reading() as db:
        rows = [*await games.letters_in(db, 1), *await games.letters_in(db, None)]
        return sorted((row.sha256, row.status) for row in rows)


async def test_a_backup_in_the_middle_of_a_game_is_played_on(tmp_path: Path, clock: SetClock) -> None:
    """What was in before the backup is effective in the restored game; what comes again is not done twice; and with
    the later letters read again both games are the same, dice and all."""
    living = tmp_path / "living" / "judge.db"
    living.parent.mkdir()
    store = await open_store(f"sqlite:///{living}")
    room = Mailroom(store, clock)
    await room.begin()
    early = [await room.raw("red", "BID 2"), await room.raw("blue", "BID 1")]
    for raw in early:
        assert (await room.judge.take_letter(raw)).status == "done"
    file, contents = backup(living, tmp_path / "judge.backup", NOW)
    assert (contents.games, contents.letters_in) == (1, 2)
    at_backup = await _journal(store)
    late = [await room.raw("red", "STANCE bold"), await room.raw("red", "BID 3"), await room.raw("blue", "BID 0")]
    for raw in late:
        assert (await room.judge.take_letter(raw)).status == "done"

    elsewhere = tmp_path / "new" / "judge.db"
    assert restore(file, elsewhere).letters_in == 2
    again = await open_store(f"sqlite:///{elsewhere}")
    other = Mailroom(again, clock, seed="another process draws other tokens")
    assert await _journal(again) == at_backup
    assert [e[3] for e in at_backup if e[2] == "order"] == [1, 2]
    statuses = [(await other.judge.take_letter(raw)).status for raw in (*early, *late)]
    assert statuses == ["duplicate", "duplicate", "done", "done", "done"]
    assert await _journal(again) == await _journal(store)
    assert await _letters(again) == await _letters(store)
    for one in (store, again):
        await one.close()


async def test_no_deadline_falls_in_a_restored_game_before_its_time(tmp_path: Path, clock: SetClock) -> None:
    """Restored days after the deadline of the backed-up question: nobody's orders are replaced by defaults."""
    living, elsewhere = tmp_path / "judge.db", tmp_path / "new.db"
    config = replace(CONFIG, hold_after=timedelta(minutes=30))
    store = await open_store(f"sqlite:///{living}")
    room = Mailroom(store, clock, config=config)
    await room.begin(schedule=Schedule(days=1))
    await downtime.mailbox_reached(room.judge.desk, clock.now(), clock.now())
    file, _ = backup(living, tmp_path / "judge.backup", NOW)
    await store.close()
    clock.advance(timedelta(days=5))

    restore(file, elsewhere)
    again = await open_store(f"sqlite:///{elsewhere}")
    other = Mailroom(again, clock, seed="another process", config=config)
    assert (await other.judge.take_letter(await other.raw("red", "BID 3"))).status == "done"
    await give_lost_time_back(other.judge)
    async with again.reading() as db:
        deadline = await games.open_deadline(db, 1)
    assert deadline is not None
    assert deadline.due > clock.now()
    await downtime.mailbox_reached(other.judge.desk, clock.now(), clock.now())
    assert await other.judge.sweep() == 0
    assert await _journal(again) == []
    assert (await other.judge.take_letter(await other.raw("blue", "BID 1"))).status == "done"
    assert [entry[2] for entry in await _journal(again)] == ["order", "order", "chance"]
    await again.close()


async def test_a_backup_is_one_state_while_others_write(tmp_path: Path, clock: SetClock) -> None:
    living = tmp_path / "judge.db"
    store = await open_store(f"sqlite:///{living}")
    room = Mailroom(store, clock)
    await room.begin()
    made: list[Path] = []
    failed: list[BaseException] = []

    def keep_backing_up() -> None:
        try:
            for number in range(6):
                made.append(backup(living, tmp_path / f"{number}.backup", NOW)[0])
        except BaseException as fault:  # noqa: BLE001 -- told in the test's own thread
            failed.append(fault)

    thread = threading.Thread(target=keep_backing_up)
    thread.start()
    taken = 0
    while thread.is_alive():
        assert await room.write("red", f"BID {taken % 4}") == "done"
        taken += 1
        await asyncio.sleep(0)
    thread.join()
    assert failed == []
    assert taken > 1
    for file in made:
        with closing(sqlite3.connect(file)) as db:
            # A letter, its answer and its receipt are one transaction: none without the others.
            done, receipts = (
                db.execute(query).fetchone()[0]
                for query in (
                    "SELECT count(*) FROM letter_in WHERE status = 'done'",
                    "SELECT count(*) FROM letter_out WHERE answers IS NOT NULL",
                )
            )
            assert done == receipts
    await store.close()


async def _database(path: Path, clock: SetClock) -> Path:
    store = await open_store(f"sqlite:///{path}")
    await Mailroom(store, clock).begin()
    await store.close()
    return path


async def test_only_the_owner_can_read_a_backup(tmp_path: Path, clock: SetClock) -> None:
    file, _ = backup(await _database(tmp_path / "judge.db", clock), tmp_path / "one", NOW)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    restore(file, tmp_path / "two.db")
    assert stat.S_IMODE((tmp_path / "two.db").stat().st_mode) == 0o600


async def test_a_folder_keeps_the_newest(tmp_path: Path, clock: SetClock) -> None:
    living, folder = await _database(tmp_path / "judge.db", clock), tmp_path / "backups"
    folder.mkdir()
    (folder / "my-own.sqlite3").write_bytes(b"")
    for day in range(5):
        backup(living, folder, NOW + timedelta(days=day), keep=3)
    assert sorted(one.name for one in folder.iterdir()) == [
        "my-own.sqlite3",
        "pbem-20270106T120000Z.sqlite3",
        "pbem-20270107T120000Z.sqlite3",
        "pbem-20270108T120000Z.sqlite3",
    ]


async def test_nothing_is_written_over(tmp_path: Path, clock: SetClock) -> None:
    living = await _database(tmp_path / "judge.db", clock)
    file, _ = backup(living, tmp_path / "one", NOW)
    before = file.read_bytes(), living.read_bytes()
    with pytest.raises(BadBackup, match="there already"):
        backup(living, file, NOW)
    with pytest.raises(BadBackup, match="never laid over"):
        restore(file, living)
    assert (file.read_bytes(), living.read_bytes()) == before
    # a journal that was left behind belongs to a database too, and would be mixed into the restored one
    (tmp_path / "gone.db-wal").write_bytes(b"")
    with pytest.raises(BadBackup, match=r"gone\.db-wal"):
        restore(file, tmp_path / "gone.db")


def _spoil(file: Path) -> None:
    raw = bytearray(file.read_bytes())
    raw[4096 * 3 : 4096 * 3 + 2000] = b"\xff" * 2000
    file.write_bytes(raw)


def _of_the_future(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
        db.commit()


@pytest.mark.parametrize(
    ("spoil", "error", "said"),
    [
        (_spoil, BadBackup, "damaged|malformed"),
        (lambda file: file.write_bytes(b""), BadBackup, "not a database of this judge"),
        (lambda file: file.write_bytes(b"a letter" * 1000), BadBackup, "could not be restored: file is not a database"),
        (lambda file: file.unlink(), BadBackup, "is not there"),
        (_of_the_future, NewerDatabase, "at version 9999.*newer version"),
    ],
)
async def test_a_bad_backup_is_not_restored(
    tmp_path: Path, clock: SetClock, spoil: Callable[[Path], None], error: type[Exception], said: str
) -> None:
    file, _ = backup(await _database(tmp_path / "judge.db", clock), tmp_path / "one", NOW)
    spoil(file)
    target = tmp_path / "new" / "judge.db"
    with pytest.raises(error, match=said):
        restore(file, target)
    assert not target.parent.exists() or list(target.parent.iterdir()) == []


async def test_a_full_disk_leaves_no_half_backup(
    tmp_path: Path, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    living = await _database(tmp_path / "judge.db", clock)

    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pbem.backup._to_disk", full)
    with pytest.raises(BadBackup, match="No space left on device"):
        backup(living, tmp_path / "one", NOW)
    assert [one.name for one in tmp_path.iterdir() if "one" in one.name] == []


def test_postgres_is_sent_to_its_own_tools() -> None:
    with pytest.raises(BadBackup, match=r"deploy/backup\.sh"):
        sqlite_file("postgresql+asyncpg://judge@localhost/pbem")


# ---------------------------------------------------------------------- as the host does it


def _orders(mail: LocalMail, user: str, number: int) -> bytes:
    newest = max((mail.maildir(user) / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    letter = read(newest.read_bytes())
    head = [f"From: {user}@example.org", f"To: {letter.reply_to}", "Subject: Re: orders", f"Message-ID: <{number}.x@x>"]
    return "\r\n".join([*head, "", *letter.form, ""]).encode("ascii", "replace")


async def test_letters_since_the_backup_are_taken_up_from_the_mailbox(
    settings_file: Path, mail: LocalMail, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load(settings_file)
    await start(settings, Invitation("dutch_revolt", TWO, name="gouda", deadlines="never"))
    deliver(mail.maildir("judge"), _orders(mail, "anna", 1))
    assert (await poll_once(settings)).letters == 1
    database = sqlite_file(settings.database)
    file, contents = backup(database, tmp_path / "one.backup", NOW)
    assert contents.newest is not None
    deliver(mail.maildir("judge"), _orders(mail, "bram", 2))
    assert (await poll_once(settings)).letters == 1
    async with opened(settings) as service:
        lost = await _journal(service.judge.store)
    assert lost

    for one in (database, *tmp_path.glob(f"{database.name}-*")):
        one.rename(tmp_path / f"lost-{one.name}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["pbem", "restore", str(file)])
    await asyncio.to_thread(_ends_well)
    async with opened(settings) as service:
        assert await _journal(service.judge.store) == []
    assert await take_again(settings, contents.newest - timedelta(minutes=1)) == Again(found=2, new=1)
    async with opened(settings) as service:
        assert await _journal(service.judge.store) == lost
    assert await take_again(settings, contents.newest - timedelta(minutes=1)) == Again(found=2, new=0)
    assert await take_again(settings, datetime.now(UTC) + timedelta(hours=1)) == Again(found=0, new=0)


def _ends_well() -> None:
    try:
        main()
    except SystemExit as end:
        assert end.code in (0, None)  # noqa: PT017 -- typer ends every command so


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2027-01-05T12:00Z", datetime(2027, 1, 5, 12, tzinfo=UTC)),
        ("2027-01-05", datetime(2027, 1, 4, 23, tzinfo=UTC)),
        ("2027-01-05 12:00+02:00", datetime(2027, 1, 5, 10, tzinfo=UTC)),
    ],
)
def test_a_moment_is_in_the_zone_of_the_judge(text: str, utc: datetime) -> None:
    assert moment(text, "Europe/Budapest") == utc
    with pytest.raises(ValueError, match="for example"):
        moment("yesterday", "UTC")


# ---------------------------------------------------------------------- PostgreSQL


@pytest.mark.postgres
async def test_backup_and_restore_of_postgres(postgres_url: str, tmp_path: Path, clock: SetClock) -> None:
    """deploy/backup.sh from a database with a running game; pg_restore into an empty one; played on."""
    for name in ("kept", "elsewhere"):
        await _empty_database(postgres_url, name)
    base = postgres_url.rpartition("/")[0]
    store = await open_store(f"{base}/kept")
    room = Mailroom(store, clock)
    await room.begin()
    early, late = await room.raw("red", "BID 2"), await room.raw("blue", "BID 1")
    await room.judge.take_letter(early)

    address, programs = urlsplit(postgres_url), postgres_programs()
    assert programs is not None
    environment = os.environ | {
        "PGHOST": str(address.hostname), "PGPORT": str(address.port), "PGUSER": str(address.username),
        "PGDATABASE": "kept", "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    folder = tmp_path / "backups"
    folder.mkdir()
    script = ["sh", str(ROOT / "deploy" / "backup.sh"), str(folder), "2"]
    for old in ("20200101T000000Z", "20200102T000000Z"):
        (folder / f"pbem-{old}.pgdump").write_bytes(b"old")
    done = await asyncio.to_thread(subprocess.run, script, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    kept = sorted(folder.iterdir())
    assert [one.name for one in kept][:1] == ["pbem-20200102T000000Z.pgdump"]
    assert len(kept) == 2
    assert stat.S_IMODE(kept[1].stat().st_mode) == 0o600
    await room.judge.take_letter(late)

    # as the README says it
    command = ["pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--dbname", "elsewhere"]
    restored = await asyncio.to_thread(
        subprocess.run, [*command, str(kept[1])], env=environment, capture_output=True, text=True
    )
    assert restored.returncode == 0, restored.stderr
    twice = await asyncio.to_thread(
        subprocess.run, [*command, str(kept[1])], env=environment, capture_output=True, text=True
    )
    assert twice.returncode != 0  # never over a living database
    again = await open_store(f"{base}/elsewhere")
    other = Mailroom(again, clock, seed="another process")
    assert [(await other.judge.take_letter(raw)).status for raw in (early, late)] == ["duplicate", "done"]
    assert await _journal(again) == await _journal(store)
    for one in (store, again):
        await one.close()


async def _empty_database(url: str, name: str) -> None:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(sa.text(f"DROP DATABASE IF EXISTS {name}"))
        await connection.execute(sa.text(f"CREATE DATABASE {name}"))
    await engine.dispose()


def test_the_script_says_what_is_missing(tmp_path: Path) -> None:
    script = ["sh", str(ROOT / "deploy" / "backup.sh")]
    for arguments in ([], [str(tmp_path / "nowhere")], [str(tmp_path), "x"]):
        done = subprocess.run([*script, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "backup.sh" in done.stderr


def test_examine_needs_a_file(tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="is not there"):
        examine(tmp_path / "nothing")
