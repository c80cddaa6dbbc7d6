"""A mailbox that makes trouble: every other letter goes on, nothing is lost or doubled, and the host is told."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy.exc import OperationalError

from pbem.alerts import Alerts
from pbem.clock import SetClock
from pbem.mail.mailbox import ImapLost, ImapRefused, Mailbox
from pbem.mail.smtp import Fate, Outcome, Stage
from pbem.mail_watch import MailWatch, dead, new_holder
from pbem.service import Rhythm, Service
from pbem.store import Store, open_store, upkeep
from tests.pbem.mailroom import Mailroom
from tests.pbem.test_alerts import Heard


class Server:
    """A mailbox on a server that does as it is told."""

    def __init__(self, clock: SetClock) -> None:
        self.clock = clock
        self.letters: dict[int, tuple[bytes, datetime]] = {}
        self.filed: dict[str, list[bytes]] = {}
        self.uidvalidity, self.next = 7, 1
        self.fetches: list[int] = []
        self.read_only = False
        self.refuses_fetch: set[int] = set()
        self.hangs_up_at: set[int] = set()
        self.refuses_filing = ""
        self.refuses_login = False
        self.opened = 0

    def deliver(self, raw: bytes) -> int:
        self.letters[self.next] = (raw, self.clock.now())
        self.next += 1
        return self.next - 1

    def renumber(self) -> None:
        self.uidvalidity += 1
        self.letters = dict(enumerate(self.letters.values(), 1))
        self.next = len(self.letters) + 1

    async def open(self) -> Mailbox:
        self.opened += 1
        if self.refuses_login:
            raise ImapRefused("LOGIN", "invalid credentials")
        return Connection(self)


class Connection:
    """One connection to it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.uidvalidity = server.uidvalidity
        self.uidnext = server.next
        self.lost = False

    @property
    def read_only(self) -> bool:
        return self.server.read_only

    async def waiting(self) -> list[int]:
        if self.lost or self.uidvalidity != self.server.uidvalidity or self.server.refuses_login:
            raise ImapLost("gone")
        self.uidnext = max(self.uidnext, *(uid + 1 for uid in self.server.letters), 1)
        return sorted(self.server.letters)

    async def senders(self, uids: list[int]) -> dict[int, str]:
        return dict.fromkeys(uids, "someone@example.org")

    async def size(self, uid: int) -> int | None:
        return len(self.server.letters[uid][0]) if uid in self.server.letters else None

    async def received(self, uid: int) -> datetime | None:
        return self.server.letters[uid][1] if uid in self.server.letters else None

    async def fetch(self, uid: int) -> bytes | None:
        self.server.fetches.append(uid)
        if uid in self.server.hangs_up_at:
            self.lost = True
            raise ImapLost("UID FETCH: 100 bytes were announced, 7 came")
        if uid in self.server.refuses_fetch:
            raise ImapRefused("UID FETCH", "message is damaged")
        return self.server.letters[uid][0] if uid in self.server.letters else None

    async def fetch_head(self, uid: int) -> bytes | None:
        return (await self.fetch(uid) or b"")[:65536]

    async def file_away(self, uid: int, folder: str) -> None:
        if self.server.refuses_filing:
            raise ImapRefused("UID MOVE", self.server.refuses_filing)
        if uid in self.server.letters:
            self.server.filed.setdefault(folder, []).append(self.server.letters.pop(uid)[0])

    async def wait(self, seconds: float) -> bool:
        return False

    async def close(self) -> None:
        self.lost = True


class Office:
    """The toy judge's service with its watch."""

    def __init__(self, store: Store, clock: SetClock, server: Server | None = None) -> None:
        self.clock, self.store = clock, store
        self.room = Mailroom(store, clock)
        self.server = server or Server(clock)
        self.heard = Heard()
        self.mail_server_away = False
        self.service = self.started()

    def started(self) -> Service:
        """A process of its own."""
        alerts = Alerts(self.store, self.clock, [self.heard], "en", "The Judge")
        return Service(
            judge=self.room.judge, open_mailbox=self.server.open, send=self.send, clock=self.clock,
            rhythm=Rhythm(idle=False), watch=MailWatch(self.room.judge.desk, alerts, "judge@mail/INBOX"),
        )  # fmt: skip

    async def send(self, raw: bytes, sender: str, recipient: str) -> Outcome:
        if self.mail_server_away:
            return Outcome(Fate.LATER, Stage.CONNECT, None, "connection refused")
        return await self.room.send(raw, sender, recipient)

    async def letter(self, seat: str = "red", text: str = "STATUS") -> int:
        return self.server.deliver(await self.room.raw(seat, text))

    async def turn(self, minutes: int = 1, service: Service | None = None) -> None:
        """Time passes, and every tick comes once."""
        one = service or self.service
        self.clock.advance(timedelta(minutes=minutes))
        await one.poll()
        await one.sweep()
        await one.flush()
        assert one.watch is not None
        await one.watch.alerts.deliver()

    @property
    def receipts(self) -> int:
        return sum(b"Receipt" in raw for _, raw in self.room.sent)


@pytest.fixture
async def office(store: Store, clock: SetClock) -> Office:
    made = Office(store, clock)
    await made.room.begin()
    await made.turn()
    return made


async def test_letters_are_answered_and_filed(office: Office) -> None:
    for _ in range(3):
        await office.letter()
    await office.turn()
    assert office.receipts == 3
    assert len(office.server.filed["Processed"]) == 3
    assert office.heard.told == []


@pytest.mark.parametrize("how", ["refuses_fetch", "hangs_up_at"])
async def test_a_letter_that_cannot_be_fetched_blocks_none_behind_it(office: Office, how: str) -> None:
    bad = await office.letter()
    getattr(office.server, how).add(bad)
    for _ in range(4):
        await office.letter()
    for _ in range(8):
        await office.turn(minutes=3)
    assert office.receipts == 4
    assert office.heard.told == [(f"unfetched:7.{bad}", "begun")]
    fetches = office.server.fetches.count(bad)
    for _ in range(5):
        await office.turn()
    assert office.server.fetches.count(bad) == fetches <= 4, "it is left in peace"
    if how == "refuses_fetch":
        assert len(office.server.filed["Shunted"]) == 1


async def test_a_letter_that_broke_a_bad_line_is_tried_again_later(office: Office) -> None:
    bad = await office.letter()
    office.server.hangs_up_at.add(bad)
    for _ in range(8):
        await office.turn(minutes=3)
    assert office.heard.told == [(f"unfetched:7.{bad}", "begun")]
    office.server.hangs_up_at.clear()  # it was the line, and not the letter
    await office.turn()
    assert office.receipts == 0
    for _ in range(8):
        await office.turn(minutes=60)
    assert office.receipts == 1
    assert office.heard.told[-1] == (f"unfetched:7.{bad}", "over")


async def test_a_full_mailbox_stops_nothing_and_doubles_nothing(office: Office) -> None:
    office.server.refuses_filing = "[OVERQUOTA] Quota exceeded"
    for _ in range(3):
        await office.letter()
    for _ in range(4):
        await office.turn()
    assert office.receipts == 3
    assert office.server.fetches == [1, 2, 3], "handled once, though they stay in the folder"
    assert office.heard.told == [("mailbox_full", "begun")]
    office.server.refuses_filing = ""
    await office.turn()
    assert len(office.server.filed["Processed"]) == 3
    assert office.heard.told == [("mailbox_full", "begun"), ("mailbox_full", "over")]


async def test_what_a_killed_judge_had_told_is_over_when_it_is_over(office: Office) -> None:
    """The next process knows nothing of the letters that could not be filed: it must not be told for ever."""
    office.server.refuses_filing = "[OVERQUOTA] Quota exceeded"
    await office.letter()
    await office.turn()
    again = office.started()
    await office.service.watch.give_up()  # type: ignore[union-attr]
    office.server.refuses_filing = ""
    for _ in range(2):
        await office.turn(service=again)
    assert office.receipts == 1
    assert office.heard.told == [("mailbox_full", "begun"), ("mailbox_full", "over")]


async def test_a_read_only_folder(office: Office) -> None:
    office.server.read_only, office.server.refuses_filing = True, "mailbox is read-only"
    await office.letter()
    await office.turn()
    again = office.started()  # a restart reads the letter again, and knows it
    await office.service.watch.give_up()  # type: ignore[union-attr]
    for _ in range(3):
        await office.turn(service=again)
    assert office.receipts == 1
    assert {kind for kind, _ in office.heard.told} == {"read_only", "not_filed"}


async def test_a_new_numbering_loses_and_doubles_nothing(office: Office) -> None:
    office.server.refuses_filing = "not now"
    for text in ("BID 1", "BID 2"):
        await office.letter(text=text)
    await office.turn()
    office.server.renumber()
    await office.letter(text="BID 3")
    office.server.refuses_filing = ""
    for _ in range(3):
        await office.turn()
    assert office.receipts == 3
    assert len(office.server.filed["Processed"]) == 3
    async with office.store.reading() as db:
        from pbem.store import games

        assert [row.answer for row in await games.pending(db, 1)] == [3]
    assert ("two_judges", "begun") not in office.heard.told
    assert ("renumbered", "begun") in office.heard.told


async def test_letters_that_vanish_unread_are_told(office: Office) -> None:
    for _ in range(4):
        taken = await office.letter()
        del office.server.letters[taken]  # another judge, with a database of its own
    await office.letter()
    await office.turn()
    assert office.receipts == 1
    assert office.heard.told == [("two_judges", "begun")]
    assert "4 of late" in office.heard.news[0].text


async def test_a_crash_of_the_database_makes_no_letters_look_vanished(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the mailbox stands could not be noted; then the letters are taken, and the judge is killed."""

    async def locked(*_: object) -> None:
        raise OperationalError("update", {}, Exception("database is locked"))

    for _ in range(4):
        await office.letter()
    with monkeypatch.context() as broken:
        broken.setattr(upkeep, "note_place", locked)
        with pytest.raises(OperationalError):
            await office.turn()
    await office.turn()
    assert office.receipts == 4
    again = office.started()
    await office.turn(service=again)
    assert office.heard.told == []


async def test_two_processes_on_one_database_share_a_mailbox(url: str, clock: SetClock) -> None:
    office = Office(await open_store(url), clock)
    await office.room.begin()
    other = office.started()
    assert other.watch is not None
    assert office.service.watch is not None
    office.service.watch.holder, other.watch.holder = "here:1:aaaa", "elsewhere:1:aaaa"
    await office.turn()
    await office.letter()
    await office.turn(service=other)
    assert office.receipts == 0
    assert office.heard.told == [("other_process", "begun")]
    await office.turn()
    assert office.receipts == 1
    clock.advance(timedelta(minutes=10))  # the first one is dead
    await office.letter()
    await office.turn(service=other)
    assert office.receipts == 2
    await office.store.close()


async def test_a_killed_judge_does_not_lock_its_mailbox(office: Office) -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    watch = office.service.watch
    assert watch is not None
    watch.holder = f"{socket.gethostname()}:{child.pid}:dead"
    watch._renew = None
    assert await watch.ours()
    successor = office.started()
    await office.letter()
    await office.turn(service=successor)
    assert office.receipts == 1


def test_who_is_dead() -> None:
    assert not dead(f"{socket.gethostname()}:{os.getppid()}:x")
    assert not dead("another-machine:1:x")
    assert dead(new_holder()), "a process with our number is not there besides us"
    assert not dead("nonsense")


async def test_a_refused_password_holds_the_deadlines_and_is_told(office: Office) -> None:
    before = await _due(office)
    office.server.refuses_login = True
    for _ in range(20):
        await office.turn(minutes=300)
    journal = (await office.room.judge.games())[0].journal
    assert journal == 0
    assert office.heard.told == [("imap", "begun")]
    assert "invalid credentials" in office.heard.news[0].text
    office.server.refuses_login = False
    await office.turn(minutes=11)
    await office.turn()
    assert office.heard.told == [("imap", "begun"), ("imap", "over")]
    assert await _due(office) >= before + timedelta(minutes=6000)
    assert len(await office.room.outgoing("notice")) == 2


async def test_a_mail_server_that_is_away_holds_the_deadlines_and_is_told(office: Office) -> None:
    await office.letter()
    office.mail_server_away = True
    for _ in range(40):
        await office.turn(minutes=10)
    assert office.heard.told == [("smtp", "begun")]
    assert office.receipts == 0
    office.mail_server_away = False
    before = await _due(office)
    await office.turn(minutes=10)
    await office.turn()
    assert office.receipts == 1
    assert office.heard.told == [("smtp", "begun"), ("smtp", "over")]
    assert await _due(office) > before


async def _due(office: Office) -> datetime:
    return await office.room.judge.next_due()


async def test_the_servers_time_of_receipt_decides(office: Office) -> None:
    due = await _due(office)
    while office.clock.now() < due - timedelta(minutes=20):
        await office.turn(minutes=15)
    office.clock.set(due - timedelta(minutes=1))
    await office.letter("red", "BID 3")  # in time, though it is read after the deadline
    office.clock.set(due + timedelta(minutes=1))
    await office.letter("blue", "BID 3")  # too late
    await office.turn(minutes=3)
    async with office.store.reading() as db:
        from pbem.store import games

        entries = {entry.key: (entry.given, entry.by) for entry in await games.journal(db, 1)}
    assert entries["bid@red"] == (3, "order")
    assert entries["bid@blue"] == (0, "default")


FAULTS: dict[str, Callable[[Server], None]] = {
    "nothing": lambda server: None,
    "hang-ups": lambda server: server.hangs_up_at.update((2, 3)),
    "refusals": lambda server: server.refuses_fetch.update((1, 4)),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_many_letters_each_once(office: Office, fault: str) -> None:
    FAULTS[fault](office.server)
    for _ in range(8):
        await office.letter()
    for _ in range(10):
        await office.turn(minutes=2)
    troubled = len(office.server.hangs_up_at | office.server.refuses_fetch)
    assert office.receipts == 8 - troubled
    office.server.hangs_up_at, office.server.refuses_fetch = set(), set()
