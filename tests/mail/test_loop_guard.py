"""No loops, no floods, and the mailbox that was old when the judge came."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select
from sqlmodel import col

from pbem import first_look, service
from pbem.clock import SetClock
from pbem.loop_guard import fair_order
from pbem.mail.embedded import deliver, make_maildir
from pbem.mail.imap import ImapMailbox
from pbem.mail.mailbox import Mailbox
from pbem.mail.maildir import MaildirMailbox
from pbem.mail.settings import ImapSettings
from pbem.mail.smtp import Outcome
from pbem.store import open_store
from pbem.store.models import FirstLook, LetterIn
from tests.pbem.conftest import clock  # noqa: F401 -- a fixture
from tests.pbem.mailroom import ANNA, BERT, CONFIG, Mailroom
from tests.servers import Dovecot


@pytest.fixture
async def room(tmp_path: Path, clock: SetClock) -> AsyncIterator[Mailroom]:  # noqa: F811
    made = Mailroom(await open_store(f"sqlite:///{tmp_path / 'judge.db'}"), clock)
    await made.begin()
    yield made
    await made.store.close()


AUTOMATIC = {
    "holiday": "Auto-Submitted: auto-replied", "cron": "Auto-Submitted: auto-generated", "bulk": "Precedence: bulk",
    "junk": "Precedence: junk", "list": "List-Id: <x.example.org>", "null path": "Return-Path: <>",
    "suppressed": "X-Auto-Response-Suppress: All", "daemon": "Sender: x\r\nX-Autorespond: yes",
    "failed": "X-Autoreply: yes", "newsletter": "List-Unsubscribe: <mailto:x@example.org>",
}  # fmt: skip


@pytest.mark.parametrize("mark", AUTOMATIC.values(), ids=AUTOMATIC.keys())
async def test_robots_are_neither_answered_nor_executed(room: Mailroom, mark: str) -> None:
    count = len(await room.outgoing())
    for sender in ("anna@example.org", "robot@robots.example.org"):
        raw = await room.raw("red", "BID 3", From=sender)
        assert (await room.judge.take_letter(mark.encode() + b"\r\n" + raw)).status == "auto"
    assert len(await room.outgoing()) == count
    assert (await room.judge.sitting_of("tiny")).pending == {}


@pytest.mark.parametrize("name", ["MAILER-DAEMON", "postmaster", "no-reply", "noreply", "list-bounces", "bounce+x=y"])
async def test_senders_that_are_nobody(room: Mailroom, name: str) -> None:
    count = len(await room.outgoing())
    await room.write("red", "BID 3", From=f"{name}@example.org")
    assert len(await room.outgoing()) == count


async def test_our_own_letters_come_back(room: Mailroom) -> None:
    """As they are, without our header, without all headers but the Message-ID, and from our own address."""
    for letter in await room.outgoing():
        assert (await room.judge.take_letter(letter.raw)).status == "own"
        bare = b"\r\n".join(line for line in letter.raw.split(b"\r\n") if not line.startswith((b"X-Pbem", b"Auto-Sub")))
        assert (await room.judge.take_letter(b"Received: x\r\n" + bare)).status in ("own", "duplicate")
        stripped = f"From: x@example.org\r\nMessage-ID: {letter.message_id}\r\n\r\nBID 3\r\n".encode()
        assert (await room.judge.take_letter(stripped)).status == "own"
    for sender in (CONFIG.address, "JUDGE@Example.ORG", f"judge+{await room.token('red')}@example.org"):
        assert await room.write("red", "BID 3", From=sender) == "own"
    assert {letter.kind for letter in await room.outgoing()} == {"report"}


async def test_a_robot_without_marks_makes_no_loop(room: Mailroom) -> None:
    """It answers each of our letters at once, for ever, from the address of a stranger and from that of a player."""
    for sender, to, most in (
        ("robot@robots.example.org", "judge@example.org", 1),
        (ANNA.address, f"judge+{await room.token('red')}@example.org", CONFIG.answers_an_hour),
    ):
        seen, answers = len(await room.outgoing()), 0
        for n in range(3 * most + 5):
            await room.write("red", f"Thank you for your letter number {n}.", From=sender, To=to)
            now = len(await room.outgoing())
            answers += now - seen
            if now == seen:
                break  # it got no answer, so it is silent now
            seen = now
        assert answers == most
    assert "you get no more receipts for a while" in (await room.last("receipt")).replace("\n", " ")


async def test_a_robot_with_a_new_address_each_time(room: Mailroom) -> None:
    """Each of its letters comes from another address of its domain."""
    for n in range(60):
        await room.write("red", "Ticket opened.", From=f"ticket-{n}@robots.example.net", To="judge@example.org")
    assert len(await room.outgoing("stranger")) == CONFIG.strangers_a_day_of_domain
    await room.write("red", "Hello?", From="zed@other.example.com", To="judge@example.org")
    assert (await room.outgoing("stranger"))[-1].recipient == "zed@other.example.com"
    room.clock.advance(timedelta(days=1, minutes=1))
    await room.write("red", "Ticket opened.", From="ticket-99@robots.example.net", To="judge@example.org")
    assert (await room.outgoing("stranger"))[-1].recipient == "ticket-99@robots.example.net"


async def test_strangers_of_many_domains_are_capped_together(room: Mailroom) -> None:
    room = Mailroom(room.store, room.clock, config=replace(CONFIG, strangers_a_day=5))
    for n in range(20):
        await room.write("red", "Hi", From=f"x@d{n}.example.org", To="judge@example.org")
    assert len(await room.outgoing("stranger")) == 5


async def test_over_the_cap_orders_still_count(room: Mailroom) -> None:
    room = Mailroom(room.store, room.clock, config=replace(CONFIG, answers_an_hour=3))
    for n in range(10):
        assert await room.write("red", f"BID {n % 3}\nREPORT 1\n# {n}") == "done"
    answers = [letter for letter in await room.outgoing() if letter.kind != "report"]
    assert len(answers) <= 4  # a letter that asks for a report is answered by two
    assert [row.answer for row in (await room.judge.sitting_of("tiny")).pending.values()] == [0]
    room.clock.advance(timedelta(hours=1, minutes=1))
    await room.write("red", "BID 1")
    assert len(await room.outgoing("receipt")) == len([x for x in answers if x.kind == "receipt"]) + 1


# ---------------------------------------------------------------------- who comes first


def test_the_order_is_fair() -> None:
    senders = dict.fromkeys(range(1, 101), "flood@x") | {101: "a@x", 102: "b@x", 103: "a@x"}
    line = fair_order(list(senders), senders, {"a@x", "b@x"})
    assert line[:4] == [101, 102, 103, 1]
    assert fair_order(list(senders), senders)[:5] == [1, 101, 102, 2, 103]


@given(st.dictionaries(st.integers(1, 500), st.sampled_from("abcd"), max_size=60), st.sets(st.sampled_from("abcd")))
def test_each_senders_letters_stay_in_order(senders: dict[int, str], known: set[str]) -> None:
    line = fair_order(list(senders), senders, known)
    assert sorted(line) == sorted(senders)
    for one in "abcd":
        own = [uid for uid in line if senders[uid] == one]
        assert own == sorted(own)


def a_service(room: Mailroom, box: Mailbox, name: str = "") -> service.Service:
    async def open_mailbox() -> Mailbox:
        return box

    return service.Service(
        judge=room.judge, open_mailbox=open_mailbox, send=room.send, clock=room.clock, mailbox_name=name
    )


async def test_a_flood_delays_nobody_else(room: Mailroom, tmp_path: Path) -> None:
    """Anna's letter lies behind 400 of a flooder; it is answered before the second 50 of them are looked at."""
    folder = tmp_path / "Maildir"
    make_maildir(folder)
    for n in range(400):
        deliver(folder, f"From: flood@x.example.org\r\nTo: judge@example.org\r\n\r\nletter {n}\r\n".encode())
    deliver(folder, await room.raw("red", "BID 3"))
    box = MaildirMailbox(folder)
    running = a_service(room, box)
    taken: list[str] = []
    room.judge.desk.at_step = taken.append
    assert await running.take_all(box) == 401
    async with room.store.reading() as db:
        order = (await db.execute(select(col(LetterIn.sender)).order_by(col(LetterIn.id)))).scalars().all()
    assert order.index(ANNA.address) == 0
    assert len(await room.outgoing("stranger")) == 1
    assert await box.waiting() == []


@pytest.mark.dovecot
async def test_a_flood_in_a_real_mailbox(room: Mailroom, dovecot: Dovecot) -> None:
    """The same over IMAP: Anna, behind 500 letters, has her receipt before a tenth of them are done."""
    for n in range(500):
        head = f"From: flood@x.example.org\r\nMessage-ID: <{n}@x.example.org>\r\nTo: judge@example.org\r\n\r\n"
        dovecot.deliver_by_lmtp("flooded", f"{head}letter {n}\r\n".encode())
    dovecot.deliver_by_lmtp("flooded", await room.raw("red", "BID 3"))
    settings = ImapSettings(dovecot.host, dovecot.imap_port, "flooded", dovecot.password, "none")
    box = await ImapMailbox.open(settings)
    running = a_service(room, box)
    done_before: list[int] = []

    async def send(raw: bytes, sender: str, recipient: str) -> Outcome:
        if b"Subject: [tiny] Receipt" in raw:
            done_before.append(running.tally.letters)
        return await room.send(raw, sender, recipient)

    running.send = send
    assert await running.take_all(box) == 501
    await box.close()
    assert len(done_before) == 1
    assert done_before[0] < 50


async def test_letters_that_come_during_a_flood_are_soon_seen(room: Mailroom, tmp_path: Path) -> None:
    folder = tmp_path / "Maildir"
    make_maildir(folder)
    for n in range(300):
        deliver(folder, f"From: flood@x.example.org\r\nTo: judge@example.org\r\n\r\nletter {n}\r\n".encode())
    late = await room.raw("red", "BID 3")
    handled = 0

    def at_step(step: str) -> None:
        nonlocal handled
        handled += step == "stored"
        if handled == 20 and step == "stored":
            deliver(folder, late)

    room.judge.desk.at_step = at_step
    box = MaildirMailbox(folder)
    await a_service(room, box).take_all(box)
    async with room.store.reading() as db:
        order = (await db.execute(select(col(LetterIn.sender)).order_by(col(LetterIn.id)))).scalars().all()
    assert order.index(ANNA.address) <= service.CROWD + 1


# ---------------------------------------------------------------------- an old mailbox


async def count_in(room: Mailroom) -> int:
    async with room.store.reading() as db:
        return int((await db.execute(select(func.count()).select_from(LetterIn))).scalar_one())


def lay(folder: Path, raw: bytes, arrived: datetime) -> None:
    """A letter that arrived then."""
    before = set((folder / "new").iterdir())
    deliver(folder, raw)
    path = (set((folder / "new").iterdir()) - before).pop()
    os.utime(path, (arrived.timestamp(), arrived.timestamp()))


async def test_what_lay_in_the_mailbox_is_left_alone(tmp_path: Path, clock: SetClock) -> None:  # noqa: F811
    """2,000 letters from before: none stored, answered or moved; a player's answer that came before the first look
    counts, since the judge had written to him already."""
    room = Mailroom(await open_store(f"sqlite:///{tmp_path / 'judge.db'}"), clock)
    folder = tmp_path / "Maildir"
    make_maildir(folder)
    for n in range(2000):
        raw = f"From: x{n}@old.example.org\r\nTo: judge@example.org\r\n\r\nBID {n}\r\n".encode()
        lay(folder, raw, clock.now() - timedelta(days=400) + timedelta(minutes=n))
    await room.begin()
    clock.advance(timedelta(hours=1))
    lay(folder, await room.raw("red", "BID 2"), clock.now())
    clock.advance(timedelta(hours=1))
    box = MaildirMailbox(folder)
    first = a_service(room, box, "judge@x/INBOX")
    begin = time.perf_counter()
    assert await first.take_all(box) == 1
    assert time.perf_counter() - begin < 10
    assert await count_in(room) == 1
    assert {letter.kind for letter in await room.outgoing()} == {"report", "receipt"}
    assert len(await box.waiting()) == 2000
    # Later letters are taken, after a restart too.
    lay(folder, await room.raw("blue", "BID 1"), clock.now())
    again = a_service(room, MaildirMailbox(folder), "judge@x/INBOX")
    assert await again.take_all(MaildirMailbox(folder)) == 1
    seen = await first_look.look(room.store, MaildirMailbox(folder), "judge@x/INBOX", clock.now())
    assert seen.letters == 2000
    # The host takes them after all.
    await first_look.take_old_letters(room.store, box, "judge@x/INBOX", clock.now())
    for path in sorted((folder / "new").iterdir())[3:]:
        path.unlink()
    last = MaildirMailbox(folder)
    assert await a_service(room, last, "judge@x/INBOX").take_all(last) == 3
    await room.store.close()


async def test_old_letters_stay_old_when_the_server_numbers_anew(tmp_path: Path, clock: SetClock) -> None:  # noqa: F811
    room = Mailroom(await open_store(f"sqlite:///{tmp_path / 'judge.db'}"), clock)
    folder = tmp_path / "Maildir"
    make_maildir(folder)
    for n in range(20):
        lay(folder, b"From: x@old.example.org\r\n\r\nBID 1\r\n", clock.now() - timedelta(days=20 - n / 10))
    box = MaildirMailbox(folder)
    assert await a_service(room, box, "m").take_all(box) == 0
    await room.begin()
    async with room.store.writing() as db:
        row = await db.get(FirstLook, "m")
        assert row is not None
        assert (row.uid, row.letters) == (20, 20)
        row.uidvalidity += 1
        row.uid = 3
        db.add(row)
    lay(folder, await room.raw("red", "BID 2"), clock.now())
    box = MaildirMailbox(folder)
    assert await a_service(room, box, "m").take_all(box) == 1
    assert len(await box.waiting()) == 20
    await room.store.close()


async def test_an_empty_mailbox_has_nothing_old(tmp_path: Path) -> None:
    clock = SetClock(datetime(2027, 1, 4, 12, tzinfo=UTC))  # noqa: F811
    room = Mailroom(await open_store(f"sqlite:///{tmp_path / 'judge.db'}"), clock)
    folder = tmp_path / "Maildir"
    make_maildir(folder)
    box = MaildirMailbox(folder)
    running = a_service(room, box, "m")
    assert await running.take_all(box) == 0
    await room.begin()
    for seat, bid in (("red", 2), ("blue", 1)):
        lay(folder, await room.raw(seat, f"BID {bid}"), clock.now() - timedelta(days=9))
    assert await running.take_all(box) == 2  # by their numbers: they came after the first look, whatever their dates
    assert BERT.address in {letter.recipient for letter in await room.outgoing("receipt")}
    await room.store.close()
