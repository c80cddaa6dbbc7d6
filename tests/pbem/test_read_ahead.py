"""Letters are fetched and filed while others are judged; what goes wrong meanwhile is no other letter's trouble."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes

import pytest
from sqlalchemy import func, select
from sqlmodel import col

from pbem.clock import SetClock
from pbem.mail.mailbox import ImapLost, Mailbox
from pbem.service import CROWD
from pbem.store import Store, games
from pbem.store.models import EntryRow, LetterIn
from tests.pbem.test_mail_watch import Connection, Office, Server


class DeadOnceLost(Connection):
    """Nothing goes over a connection that is lost."""

    async def size(self, uid: int) -> int | None:
        self._alive()
        return await super().size(uid)

    async def fetch(self, uid: int) -> bytes | None:
        self._alive()
        return await super().fetch(uid)

    async def file_away(self, uid: int, folder: str) -> None:
        self._alive()
        await super().file_away(uid, folder)

    def _alive(self) -> None:
        if self.lost:
            raise ImapLost("connection lost")


class OneLine(Server):
    async def open(self) -> Mailbox:
        await super().open()
        return DeadOnceLost(self)


@pytest.fixture
async def office(store: Store, clock: SetClock) -> Office:
    made = Office(store, clock, OneLine(clock))
    await made.room.begin()
    await made.turn()
    return made


async def test_a_letter_that_breaks_the_line_in_the_middle_of_a_row(office: Office) -> None:
    """The one before it is judged already and can't be filed: it is known when it is found again."""
    before = await office.letter()
    bad = await office.letter()
    office.server.hangs_up_at.add(bad)
    for _ in range(3):
        await office.letter()
    for _ in range(8):
        await office.turn(minutes=3)
    assert office.receipts == 4
    assert sorted(office.server.letters) == [bad]
    assert before not in office.server.letters
    assert office.heard.told == [(f"unfetched:7.{bad}", "begun")]
    async with office.store.reading() as db:
        kept = await db.scalar(select(func.count()).select_from(LetterIn).where(col(LetterIn.status) == "done"))
    assert kept == 4
    assert office.service.tally.letters >= 4


class Killed(BaseException):
    """Not an Exception: nothing in the service may catch it."""


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("step", ["stored", "before commit", "committed", "filed"])
async def test_killed_in_the_middle_of_a_row(office: Office, clock: SetClock, step: str, times: int) -> None:
    for _ in range(4):
        await office.letter()
    left = times

    def kill(at: str) -> None:
        nonlocal left
        left -= at == step
        if not left and at == step:
            raise Killed(at)

    office.room.judge.desk.at_step = kill
    with pytest.raises(Killed):
        await office.service.poll()
    assert len(office.server.letters) >= 1

    again = Office(office.store, clock, office.server)
    again.room = type(office.room)(office.store, clock, "after the restart")
    again.service = again.started()
    await again.service.judge.take_up()
    await again.turn(minutes=30)
    assert office.server.letters == {}
    async with office.store.reading() as db:
        done = (await db.execute(select(LetterIn).where(col(LetterIn.status) == "done"))).scalars().all()
    assert len(done) == 4
    assert office.receipts + again.receipts == 4


class Named(Connection):
    """It tells the senders."""

    async def senders(self, uids: list[int]) -> dict[int, str]:
        letters = self.server.letters
        return {uid: str(message_from_bytes(letters[uid][0])["From"]).split("<")[1][:-1] for uid in uids}


class Telling(Server):
    async def open(self) -> Mailbox:
        await super().open()
        return Named(self)


async def test_in_a_crowd_no_letter_from_after_a_deadline_goes_before_one_in_time(
    store: Store, clock: SetClock
) -> None:
    """Anna wrote much and ordered last, in time; Bert wrote after the deadline. All lay there when the judge looked."""
    office = Office(store, clock, Telling(clock))
    await office.room.begin()
    async with store.reading() as db:
        due = await games.next_due(db)
    assert due is not None
    while clock.now() < due - timedelta(minutes=30):
        await office.turn(minutes=20)
    for _ in range(CROWD):
        await office.letter("red", "STATUS")
    await office.letter("red", "BID 3")
    clock.set(due + timedelta(minutes=1))
    await office.letter("blue", "BID 2")
    await office.turn()
    async with store.reading() as db:
        journal = [(row.key, row.given, row.by) for row in (await db.execute(select(EntryRow))).scalars()]
    assert ("bid@red", 3, "order") in journal, journal
    assert ("bid@blue", 0, "default") in journal, journal
