"""The running service: letters in and out, trouble in one place, stopping."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import structlog

from pbem.clock import SystemClock
from pbem.hosting import Invitation, details, letters_of, overview, schedule_of, start
from pbem.judge import Handled
from pbem.mail import smtp
from pbem.mail.embedded import LocalMail, deliver, make_maildir
from pbem.mail.mailbox import ImapLost, Mailbox
from pbem.mail.maildir import MaildirMailbox
from pbem.outbox import Flushed
from pbem.players import read
from pbem.service import Rhythm, Service, opened, poll_once
from pbem.settings import load

ROOT = Path(__file__).parents[2]
TWO = ("Anna=anna@example.org=catholics+habsburgs", "Bram=bram@example.org=burghers+reformers=hu=Europe/Budapest")
HEADS = ("Anna=anna@example.org=red", "Bram=bram@example.org=black")


def _reply(raw: bytes, lines: list[str], number: int, user: str = "anna") -> bytes:
    head = [
        f"From: {user}@example.org",
        f"To: {read(raw).reply_to}",
        "Subject: Re: orders",
        f"Message-ID: <{number}.x@example.org>",
    ]
    return "\r\n".join([*head, "", *lines, ""]).encode("ascii", "replace")


def _newest(mail: LocalMail, user: str) -> bytes:
    return max((mail.maildir(user) / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns).read_bytes()


async def test_a_game_from_the_command_to_the_receipt(settings_file: Path, mail: LocalMail, tmp_path: Path) -> None:
    settings = load(settings_file)
    told = await start(settings, Invitation("dutch_revolt", TWO, name="gouda"))
    assert "All have their first report" in told
    first = _newest(mail, "anna")
    form = read(first).form
    assert form[0].startswith("GAME gouda")
    deliver(mail.maildir("judge"), _reply(first, form, 1))
    done = await poll_once(settings)
    assert (done.letters, done.failed) == (1, 0)
    assert b"In-Reply-To: <1.x@example.org>" in _newest(mail, "anna")
    assert "catholics (in), habsburgs (in)" in await details(settings, "gouda")
    assert "gouda" in await overview(settings)
    listed = await letters_of(settings, "gouda", tmp_path / "files")
    assert "receipt sent" in listed
    assert len(list((tmp_path / "files" / "letters").iterdir())) == 4
    assert len(list((tmp_path / "files" / "reports").glob("*/*.pdf"))) == 2


async def test_a_game_of_colours_and_settings(settings_file: Path, mail: LocalMail) -> None:
    settings = load(settings_file)
    switches = ("keep_hours=0", "grace_hours=12", "R2_first_turn_exchange=true", "R23_minimum_cards=0")
    told = await start(settings, Invitation("heads_of_state", HEADS, switches=switches))
    assert "All have their first report" in told
    shown = await details(settings, "heads1")
    assert "players 2, colours red black, keep_hours 0, grace_hours 12" in shown
    assert "R23_minimum_cards" in shown
    for number, user in enumerate(("anna", "bram"), 1):  # their own words for chance
        letter = _newest(mail, user)
        assert f"SEAT {HEADS[number - 1].split('=')[2]}" in read(letter).form[0]
        deliver(mail.maildir("judge"), _reply(letter, read(letter).form, number, user))
    assert (await poll_once(settings)).failed == 0
    assert "turn 1 (1589), " in await overview(settings)
    asked = [user for user in ("anna", "bram") if read(_newest(mail, user)).form]
    assert len(asked) == 1
    letter = _newest(mail, asked[0])
    deliver(mail.maildir("judge"), _reply(letter, read(letter).form, 3, asked[0]))
    assert (await poll_once(settings)).failed == 0
    assert "turn 2 (1589), " in await overview(settings)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("every 3 days at 21:00", "Europe/Budapest"),
        ("every 3 days at 21:00 UTC", "UTC"),
        ("every 3 days at 21:00 Europe/Vienna", "Europe/Vienna"),
    ],
)
def test_a_rhythm_without_a_zone_is_in_that_of_the_judge(text: str, zone: str) -> None:
    schedule = schedule_of(text, "Europe/Budapest")
    assert schedule is not None
    assert schedule.zone == zone
    assert schedule_of("never", "Europe/Budapest") is None


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Invitation("chess", TWO), "There is no game 'chess'; these are there: dutch_revolt"),
        (Invitation("dutch_revolt", ("Anna",)), "write NAME=ADDRESS=SEAT"),
        (Invitation("dutch_revolt", ("Anna=anna=catholics",)), "'anna' is not a mail address"),
        (Invitation("dutch_revolt", (TWO[0] + "=xx",)), "the language 'xx' is not there"),
        (Invitation("dutch_revolt", (TWO[0] + "=en=Mars",)), "'Mars' is not a time zone"),
        (Invitation("dutch_revolt", TWO, mode="slow"), "--mode slow: there are strict"),
        (Invitation("dutch_revolt", TWO, deadlines="often"), "'often' is no schedule"),
        (Invitation("dutch_revolt", TWO, switches=("x",)), "write SWITCH=VALUE"),
        (Invitation("dutch_revolt", (TWO[0],)), "players must be"),
        (Invitation("dutch_revolt", (TWO[0], "Bram=bram@example.org=burghers")), "reformers"),
        (Invitation("heads_of_state", HEADS, mode="quick"), "Heads of State has no modes"),
        (Invitation("heads_of_state", TWO), "In Heads of State a player has one colour, not catholics and habsburgs."),
        (Invitation("heads_of_state", HEADS, switches=("keep_hours=soon",)), "keep_hours"),
        (
            Invitation("heads_of_state", HEADS, switches=("keep_horus=4",)),
            "--set takes one of these: keep_hours, grace_hours, R2",
        ),
        (Invitation("heads_of_state", (*HEADS, HEADS[0])), "have the colour"),
        (Invitation("heads_of_state", HEADS, switches=("R99=true",)), "R99"),
        (Invitation("heads_of_state", (HEADS[0], "Bram=bram@example.org=purple")), "purple"),
    ],
)
async def test_a_game_that_cannot_begin(settings_file: Path, wanted: Invitation, said: str) -> None:
    settings = load(settings_file)
    with pytest.raises(ValueError) as caught:
        await start(settings, wanted)
    assert said in str(caught.value)
    assert "No games yet" in await overview(settings)


async def test_a_letter_of_30_megabytes_is_set_aside_and_answered(settings_file: Path, mail: LocalMail) -> None:
    settings = load(settings_file)
    await start(settings, Invitation("dutch_revolt", TWO, name="gouda"))
    deliver(mail.maildir("judge"), _reply(_newest(mail, "anna"), ["x" * 998] * 30_000, 2))
    assert (await poll_once(settings)).letters == 1
    kept = [path for path in (mail.maildir("judge") / ".Too large").rglob("*") if path.stat().st_size > 29_000_000]
    assert len(kept) == 1
    assert b"In-Reply-To: <2.x@example.org>" in _newest(mail, "anna")


class _Judge:
    """Takes letters and counts; the sweep fails as long as it is told to."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.sweeps = 0
        self.config = type("Config", (), {"max_bytes": 1_000_000})()
        self.desk = type("Desk", (), {"at_step": staticmethod(lambda name: None)})()

    async def take_letter(self, raw: bytes, **_: object) -> Handled:
        self.taken.append(raw)
        return Handled(len(self.taken), "done", "gouda")

    async def take_up(self) -> int:
        return 0

    async def sweep(self, upto: object = None) -> int:
        self.sweeps += 1
        raise RuntimeError("a secret: open sesame, from anna@example.org")

    async def send_letters(self, send: object) -> Flushed:
        return Flushed()


async def _never(raw: bytes, sender: str, recipient: str) -> smtp.Outcome:
    raise AssertionError("nothing is to be sent")


FAST = Rhythm(poll=0.05, sweep=0.05, flush=0.05, heartbeat=0.05, idle=False)


async def _until(true: object, seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # type: ignore[operator]
            await asyncio.sleep(0.01)


async def test_a_failing_tick_stops_no_other_and_tells_no_secret(tmp_path: Path) -> None:
    judge = _Judge()
    service = Service(judge, _maildir(tmp_path), _never, SystemClock(), FAST)  # type: ignore[arg-type]
    with structlog.testing.capture_logs() as lines:
        running = asyncio.create_task(service.run())
        await _until(lambda: judge.sweeps >= 3)
        deliver(tmp_path, b"Subject: hush\r\n\r\nmy secret plan\r\n")
        await _until(lambda: judge.taken)
        service.stopping.set()
        await asyncio.wait_for(running, 5)
    failed = [line for line in lines if line["event"] == "tick_failed"]
    assert failed[0]["job"] == "sweep"
    assert failed[0]["error"] == "RuntimeError"
    told = json.dumps(lines)
    for secret in ("open sesame", "anna@", "secret plan", "hush"):
        assert secret not in told
    assert {line["event"] for line in lines} >= {"started", "letter", "alive", "stopped"}


def _maildir(folder: Path):  # type: ignore[no-untyped-def]
    async def open_mailbox() -> Mailbox:
        return MaildirMailbox(folder)

    return open_mailbox


async def test_a_lost_mailbox_is_opened_again_with_growing_pauses(tmp_path: Path) -> None:
    judge, tries = _Judge(), 0
    make_maildir(tmp_path)
    deliver(tmp_path, b"Subject: x\r\n\r\nx\r\n")

    async def open_mailbox() -> Mailbox:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise ImapLost("the server hung up")
        return MaildirMailbox(tmp_path)

    clock = _Clock()
    service = Service(judge, open_mailbox, _never, clock, FAST)  # type: ignore[arg-type]
    await service.poll()
    await service.poll()
    assert tries == 2
    await service.poll()
    assert tries == 2, "the second failure in a row makes a pause"
    clock.seconds += 60
    await service.poll()
    assert tries == 3
    assert len(judge.taken) == 1
    assert service.tally.failed == 2


async def test_idle_wakes_the_judge_and_stopping_ends_the_wait(tmp_path: Path) -> None:
    judge = _Judge()
    rhythm = Rhythm(poll=30.0, sweep=30.0, flush=30.0, heartbeat=30.0, idle=True)
    service = Service(judge, _maildir(tmp_path), _never, SystemClock(), rhythm)  # type: ignore[arg-type]
    running = asyncio.create_task(service.run())
    await asyncio.sleep(0.3)
    deliver(tmp_path, b"Subject: x\r\n\r\nx\r\n")
    await _until(lambda: judge.taken)
    service.stopping.set()
    await asyncio.wait_for(running, 3)


class _Clock(SystemClock):
    seconds = 0.0

    def now(self):  # type: ignore[no-untyped-def]
        from datetime import timedelta

        return super().now() + timedelta(seconds=self.seconds)


async def test_a_letter_is_filed_away_only_after_it_was_taken(tmp_path: Path) -> None:
    judge = _Judge()

    async def breaks(raw: bytes, **_: object) -> Handled:
        raise RuntimeError("the database is away")

    judge.take_letter = breaks  # type: ignore[method-assign]
    make_maildir(tmp_path)
    deliver(tmp_path, b"Subject: x\r\n\r\nx\r\n")
    service = Service(judge, _maildir(tmp_path), _never, SystemClock(), FAST)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError):
        await service.poll()
    assert len(await MaildirMailbox(tmp_path).waiting()) == 1


async def test_serve_ends_well_on_sigterm(settings_file: Path, mail: LocalMail) -> None:
    async with opened(load(settings_file)) as service:
        assert len(service.ticks) <= 4
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pbem", "serve", "-s", str(settings_file), env=environment, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    async with asyncio.timeout(60):
        while b"event=started" not in (line := await process.stderr.readline()):
            assert line, "the service ended by itself"
        process.send_signal(signal.SIGTERM)
        rest = await process.stderr.read()
        assert await process.wait() == 0
    assert b"event=stopped" in rest
