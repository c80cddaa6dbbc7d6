"""`pbem shunted`, `pbem health`: what the host sees of letters set aside, and of the judge's condition."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from orders import letter_body
from pbem import health, quarantine
from pbem.cli import app
from pbem.clock import SetClock, SystemClock
from pbem.hosting import Invitation, start
from pbem.mail.embedded import LocalMail, deliver
from pbem.service import opened, poll_once
from pbem.settings import Settings, load
from pbem.store import open_store, upkeep
from pbem.store.models import LetterOut
from tests.service.test_service import TWO, _newest, _reply


@pytest.fixture
async def settings(settings_file: Path, mail: LocalMail) -> Settings:
    known = load(settings_file)
    await start(known, Invitation("dutch_revolt", TWO, name="gouda"))
    return known


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A judge that can't read letters."""

    def breaks(*_: object) -> None:
        raise RuntimeError("a fault in the reader")

    with monkeypatch.context() as patched:
        patched.setattr(letter_body, "read", breaks)
        yield patched


async def test_a_letter_set_aside_is_shown_tried_again_and_gone(
    settings: Settings, mail: LocalMail, broken: pytest.MonkeyPatch
) -> None:
    first = _newest(mail, "anna")
    letter = _reply(first, ["STATUS", "\x1b[2Jsteer the terminal"], 1)
    for raw in (letter, _reply(first, ["STATUS"], 2)):
        deliver(mail.maildir("judge"), raw)
    assert (await poll_once(settings)).letters == 2
    listed = (await quarantine.listed(settings)).splitlines()
    assert len(listed) == 2
    assert "a fault in the reader" in listed[0]
    number = int(listed[0].split()[0])
    shown = await quarantine.shown(settings, number)
    assert "STATUS" in shown
    assert "Traceback" in shown
    assert "\x1b" not in shown
    assert (await quarantine.tried_again(settings, number)).startswith(f"Letter {number} is set aside again")
    found = await health.look(settings, SystemClock())
    assert not found.well
    assert found.shunted == 2
    assert any("set aside" in fault for fault in found.faults)
    broken.undo()
    assert await quarantine.tried_again(settings, number) == f"Letter {number}: done, game gouda"
    assert b"In-Reply-To: <1.x@example.org>" in _newest(mail, "anna")
    with pytest.raises(ValueError, match=rf"no letter {number} .* Set aside are: {int(listed[1].split()[0])}"):
        await quarantine.shown(settings, number)
    await quarantine.dropped(settings, int(listed[1].split()[0]))
    assert await quarantine.listed(settings) == "No letters are set aside."
    assert (await health.look(settings, SystemClock())).well


async def test_health(settings: Settings) -> None:
    found = await health.look(settings, SystemClock())
    assert not found.well
    assert "never been looked into" in found.faults[0]
    await poll_once(settings)
    found = await health.look(settings, SystemClock())
    assert found.well, found.faults
    assert found.database
    assert found.last_send is not None
    assert found.poll_age_seconds is not None
    assert found.poll_age_seconds < 60
    assert found.queued == 0
    later = await health.look(settings, SetClock(datetime.now(UTC) + timedelta(days=9)))
    assert not later.well
    assert later.due == 1
    assert any("Is `pbem serve` running?" in fault for fault in later.faults)
    told = json.loads(found.as_json())
    assert list(told)[:3] == ["well", "database", "last_poll"]


async def test_health_of_letters_that_wait(settings: Settings) -> None:
    await poll_once(settings)
    store = await open_store(settings.database)
    old = datetime.now(UTC) - timedelta(hours=2)
    async with store.writing() as db:
        db.add(
            LetterOut(
                made=old, raw=b"", message_id="<x@example.org>", recipient="a@example.org", kind="x", next_try=old
            )
        )
    await store.close()
    found = await health.look(settings, SystemClock())
    assert found.queued == 1
    assert "1 letters wait to go out" in " ".join(found.faults)


async def test_health_of_a_full_disk_and_of_no_database(settings: Settings, tmp_path: Path) -> None:
    await poll_once(settings)
    settings.service.free_megabytes = 10**9
    assert any("MB of disk are free" in fault for fault in (await health.look(settings, SystemClock())).faults)
    (tmp_path / "pbem.sqlite3").unlink()
    found = await health.look(settings, SystemClock())
    assert not found.database
    assert "can't be read" in found.faults[0]


async def test_the_heartbeat_file_is_written_while_all_is_well(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "alive.json"
    settings.service.heartbeat_file = path
    await poll_once(settings)
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["health"]["well"] is True
    path.unlink()
    settings.service.free_megabytes = 10**9
    async with opened(settings) as service:
        await service.heartbeat()
    assert not path.exists()


async def test_a_bounce_is_told_and_the_judge_is_well_all_the_same(settings: Settings, tmp_path: Path) -> None:
    """Nobody sees the end of a bounce: a monitor would ring for ever."""
    settings.service.heartbeat_file = path = tmp_path / "alive.json"
    await poll_once(settings)
    path.unlink()
    now = datetime.now(UTC)
    facts = {"address": "anna@example.org", "why": "550 no", "sort": "report", "game": "gouda"}
    async with opened(settings) as service:
        async with service.judge.store.writing() as db:
            await upkeep.raise_alarm(db, "bounce:anna@example.org", "bounced", facts, now, None)
        await service.heartbeat()
    assert json.loads(path.read_text(encoding="utf-8"))["health"]["well"] is True
    found = await health.look(settings, SystemClock())
    assert found.well
    assert "A letter to anna@example.org came back" in found.notes[0]
    assert "anna@example.org" in found.as_text()
    later = await health.look(settings, SetClock(now + timedelta(days=8)))
    assert later.notes == []
    async with opened(settings) as service, service.judge.store.writing() as db:
        await upkeep.raise_alarm(db, "imap", "imap_refused", {"why": "LOGIN: no"}, now, None)
    assert not (await health.look(settings, SystemClock())).well, "a condition is another thing"


def test_the_command_says_it_with_its_status(settings_file: Path) -> None:
    runner = CliRunner()
    done = runner.invoke(app, ["health", "--json", "-s", str(settings_file)])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["well"] is False


@pytest.mark.parametrize("words", [["shunted"], ["shunted", "list"]])
async def test_the_list_with_and_without_its_name(words: list[str], settings: Settings, settings_file: Path) -> None:
    done = await asyncio.to_thread(CliRunner().invoke, app, [*words, "-s", str(settings_file)])
    assert done.stdout == "No letters are set aside.\n"
