"""Clocks that break a naive judge, cases 29 to 34: each kind, by the whole service where it takes part in it."""

# ruff: noqa: DTZ007, F811 -- local times without a zone are what is tested; fixtures are imported

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import pytest
from sqlalchemy import select
from sqlmodel import col

from pbem.clock import SetClock
from pbem.deadlines import Schedule, moment, next_due
from pbem.mail.smtp import Fate, Outcome, Stage
from pbem.store import Store, games, open_store
from pbem.store.models import Deadline, LetterOut, Player
from tests.pbem.conftest import clock, store, url  # noqa: F401 -- fixtures
from tests.pbem.mailroom import CONFIG, Mailroom
from tests.pbem.test_mail_watch import Office

DAY = timedelta(days=1)


@pytest.fixture
async def office(tmp_path: Path, clock: SetClock) -> AsyncIterator[Office]:
    opened = await open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    made = Office(opened, clock)
    await made.room.begin()
    await made.turn()
    yield made
    await opened.close()


# ---------------------------------------------------------------------- 29: zones and clock changes


def changes(zone: ZoneInfo, first: date, last: date) -> list[date]:
    """Local days on which the clock is changed, or that the zone leaves out."""
    found, day = [], first
    offset = datetime.combine(first, time(12), zone).utcoffset()
    while day <= last:
        now = datetime.combine(day, time(12), zone).utcoffset()
        if now != offset:
            found += [day - DAY, day]
        offset, day = now, day + DAY
    return found


def right(local: datetime, zone: ZoneInfo) -> datetime:
    """By the offsets of the days around it: the last moment at which clocks show `local`, or where they never do, the
    one at which they would have if they had not been changed."""
    around = [(local + n * timedelta(hours=6)).replace(tzinfo=zone).utcoffset() for n in range(-8, 9)]
    offsets = list(dict.fromkeys(offset for offset in around if offset is not None))
    shown = [local - offset for offset in offsets
             if (local - offset).replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None) == local]  # fmt: skip
    return max(shown).replace(tzinfo=UTC) if shown else (local - offsets[0]).replace(tzinfo=UTC)


AT = [time(hour, minute) for hour in (0, 1, 2, 3, 23) for minute in (0, 15, 30, 45)] + [time(12), time(4)]


def test_case_29_every_zone_on_the_days_of_its_clock_changes() -> None:
    """All zones there are, all their changes of two years, every quarter of an hour of the night."""
    zones = sorted(available_timezones())
    assert len(zones) > 400
    seen = 0
    for name in zones:
        zone = ZoneInfo(name)
        for day in changes(zone, date(2027, 1, 1), date(2028, 12, 31)):
            for at in AT:
                due = next_due(
                    Schedule(days=2, at=at, zone=name, minimum_hours=0),
                    moment(datetime.combine(day - 2 * DAY, time(13)), zone),
                )
                assert due == right(datetime.combine(day, at), zone), (name, day, at)
                seen += 1
    assert seen > 10_000


@pytest.mark.parametrize(
    ("zone", "local", "utc"),
    [
        ("Asia/Kathmandu", "2027-05-05 21:00", "2027-05-05 15:15"),  # 45 minutes
        ("Australia/Eucla", "2027-05-05 21:00", "2027-05-05 12:15"),  # 8:45
        ("Asia/Kolkata", "2027-05-05 21:00", "2027-05-05 15:30"),
        ("Pacific/Chatham", "2027-04-04 03:30", "2027-04-03 14:45"),  # 12:45, twice: the second
        ("Pacific/Chatham", "2027-09-26 03:00", "2027-09-25 14:15"),  # left out
        ("Australia/Lord_Howe", "2027-10-03 02:15", "2027-10-02 15:45"),  # half an hour is left out
        ("Europe/Istanbul", "2016-11-06 21:00", "2016-11-06 18:00"),  # stayed on summer time
        ("Asia/Pyongyang", "2018-05-05 12:00", "2018-05-05 03:00"),  # half an hour forward
        ("America/Caracas", "2016-05-01 12:00", "2016-05-01 16:00"),  # half an hour forward
        ("Africa/Juba", "2021-02-01 12:00", "2021-02-01 10:00"),  # an hour back
        ("America/Mexico_City", "2027-07-01 12:00", "2027-07-01 18:00"),  # gave up summer time
        ("Pacific/Apia", "2011-12-31 12:00", "2011-12-30 22:00"),  # the day after the one that was left out
        ("Africa/Casablanca", "2027-02-07 02:30", "2027-02-07 02:30"),  # back for the fast: twice, the second
    ],
)
def test_case_29_odd_offsets_and_changed_rules(zone: str, local: str, utc: str) -> None:
    wanted = datetime.strptime(local, "%Y-%m-%d %H:%M")
    assert moment(wanted, ZoneInfo(zone)).replace(tzinfo=None) == datetime.strptime(utc, "%Y-%m-%d %H:%M")


# ---------------------------------------------------------------------- 30: a week of downtime


@pytest.mark.parametrize("order", [("sweep", "flush", "poll"), ("poll", "flush", "sweep"), ("flush", "poll", "sweep")])
async def test_case_30_a_restart_after_a_week(office: Office, order: tuple[str, ...]) -> None:
    """The whole service, whichever tick comes first: nothing is resolved, orders that lay in the mailbox count, the
    time is given back, and everyone is told once."""
    before = await office.room.judge.next_due()
    await office.letter("red", "BID 2")
    office.clock.set(before + 4 * DAY)
    again = office.started()
    for _ in range(3):
        office.clock.advance(timedelta(seconds=30))
        for tick in order:
            await getattr(again, tick)()
    async with office.store.reading() as db:
        assert await games.journal(db, 1) == []
        assert [row.answer for row in await games.pending(db, 1)] == [2]
    assert await office.room.judge.next_due() - office.clock.now() > timedelta(days=2)
    told = sorted(recipient for recipient, text in await office.room.texts("notice") if "given back" in text)
    assert told == ["anna@example.org", "bert@example.org"]


# ---------------------------------------------------------------------- 31: two processes

SWEEPER = """
import asyncio, sys
from datetime import datetime, timedelta
from pbem.clock import SetClock
from pbem.store import open_store
from tests.pbem.mailroom import Mailroom

async def main(url, now, name):
    room = Mailroom(await open_store(url), SetClock(datetime.fromisoformat(now)), name)
    print("ready", flush=True)
    sys.stdin.readline()
    fired = 0
    for _ in range(4):
        fired += await room.judge.sweep()
    await room.store.close()
    print(fired)

asyncio.run(main(*sys.argv[1:]))
"""


async def test_case_31_two_processes_on_one_database(url: str, clock: SetClock) -> None:
    """Two processes of the system, which begin at the same moment."""
    room = Mailroom(await open_store(url), clock)
    for number in range(8):
        await room.begin(name=f"tiny{number}")
    now = (clock.now() + 4 * DAY).isoformat()
    root = Path(__file__).parents[2]
    both = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", SWEEPER, url, now, name, cwd=root, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, env={"PYTHONPATH": str(root)},
        )
        for name in ("one", "other")
    ]  # fmt: skip
    fired = 0
    for process in both:
        assert process.stdout is not None
        assert (await process.stdout.readline()).strip() == b"ready"
    for process in both:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        await process.stdin.drain()
    for process in both:
        out, _ = await process.communicate()
        assert process.returncode == 0
        fired += int(out)
    assert fired == 8
    for number in range(8):
        sitting = await room.judge.sitting_of(f"tiny{number}")
        assert sitting.game.journal == 3  # two bids and a die
        kinds = [letter.kind for letter in (await room.judge.letters(f"tiny{number}"))[1]]
        assert kinds.count("notice") + kinds.count("report") == 4
    await room.store.close()


# ---------------------------------------------------------------------- 32: no letter about a deadline is false


class Fickle:
    """A mail server that keeps letters waiting at random, and looks at those that it takes."""

    def __init__(self, room: Mailroom, rng: random.Random) -> None:
        self.room, self.rng = room, rng
        self.false: list[str] = []
        self.taken = 0
        self.stated = 0

    async def send(self, raw: bytes, sender: str, recipient: str) -> Outcome:
        if self.rng.random() < 0.6:
            return Outcome(Fate.LATER, Stage.RECIPIENT, 451, "later")
        async with self.room.store.reading() as db:
            letter = (await db.execute(select(LetterOut).where(col(LetterOut.raw) == raw))).scalars().one()
            row = await games.open_deadline(db, 1)
        self.taken += 1
        now = self.room.clock.now()
        if letter.states is None or row is None or letter.states <= now:
            return Outcome(Fate.SENT, Stage.DONE, 250, "ok")
        self.stated += 1
        asked = row.asked or now
        if letter.made >= asked and letter.states != row.due:
            self.false.append(f"{now}: a {letter.kind} to {recipient} says {letter.states}, it is {row.due}")
        return Outcome(Fate.SENT, Stage.DONE, 250, "ok")


@pytest.mark.parametrize("seed", range(6))
async def test_case_32_no_letter_about_a_deadline_is_false_when_it_arrives(
    tmp_path: Path,
    clock: SetClock,
    seed: int,
) -> None:
    """At random: time, orders, absences, outages, and letters that wait for hours."""
    rng = random.Random(seed)
    room = Mailroom(await open_store(f"sqlite:///{tmp_path / 'judge.db'}"), clock, config=replace(CONFIG, token_days=0))
    await room.begin()
    server = Fickle(room, rng)
    office = Office(room.store, clock)
    office.room = room
    service = office.started()
    service.send = server.send
    moved = set()
    for _ in range(120):
        what = rng.random()
        if what < 0.15:
            absence = rng.choice(["ABSENT 5", "ABSENT 12", "BACK"])
            await room.write(rng.choice(["red", "blue"]), absence, Date=str(rng.random()))
        elif what < 0.25:
            text = rng.choice(["BID 1", "STANCE bold", "STATUS"])
            await room.write(rng.choice(["red", "blue"]), text)
        elif what < 0.3:
            clock.advance(timedelta(hours=rng.randint(1, 40)))  # the machine was off
        clock.advance(timedelta(minutes=rng.randint(5, 25)))
        await service.poll()
        await service.sweep()
        service._post_not_before = None
        await service.flush()
        async with room.store.reading() as db:
            row = await games.open_deadline(db, 1)
            moved.add(row.due if row is not None else None)
    await room.store.close()
    assert server.false == []
    assert server.stated > 3
    assert len(moved) > 2


async def test_case_32_an_extension_that_is_not_stored_is_not_told(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database fails in the middle of it: neither is there, and with the next try both."""
    from pbem import absences

    before = await office.room.judge.next_due()

    async def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(absences, "send_notice", breaks)  # after the deadline was moved
        await office.letter("red", "ABSENT 10")
        await office.turn()
    assert await office.room.judge.next_due() == before
    assert [recipient for recipient, raw in office.room.sent if b"absent" in raw] == []


# ---------------------------------------------------------------------- 33, 34: absences


async def test_case_33_counted_only_where_he_had_a_choice(store: Store, clock: SetClock) -> None:
    """Bert is away the whole time. What he is not asked costs him no day, what he has answered neither; the
    first question that waits for him does."""
    room = Mailroom(store, clock)
    await room.begin()
    await room.write("blue", "BID 0\nABSENT 12")

    async def days() -> int:
        async with store.reading() as db:
            return (await db.execute(select(col(Player.away_days)).where(col(Player.name) == "Bert"))).scalar_one()

    assert await days() == 0
    await room.write("red", "BID 3")  # red has won the bid, and is the only one with a choice now
    sitting = await room.judge.sitting_of("tiny")
    assert {decision.seat for decision in sitting.table.open} == {"red"}
    assert await days() == 0
    await room.write("red", "STANCE bold")  # the next bids: blue is asked
    assert {decision.seat for decision in (await room.judge.sitting_of("tiny")).table.open} == {"red", "blue"}
    assert await days() > 0


async def test_case_33_nobody_gains_time_by_staying_away(store: Store, clock: SetClock) -> None:
    """Silence: the deadline falls where it stood, by default orders. WAIT does not hold it, and a robot's note that
    somebody is away is no ABSENT."""
    room = Mailroom(store, clock)
    await room.begin()
    due = await room.judge.next_due()
    await room.write("blue", "WAIT")
    raw = await room.raw("red", "ABSENT 20")
    await room.judge.take_letter(b"Auto-Submitted: auto-replied\r\n" + raw)
    async with store.reading() as db:
        row = (await db.execute(select(Deadline))).scalars().one()
    assert row.due == due or row.remind == await room.judge.next_due()
    clock.set(row.due)
    assert await room.judge.sweep() >= 1
    async with store.reading() as db:
        journal = await games.journal(db, 1)
    assert {(entry.key, entry.by) for entry in journal[:2]} == {("bid@red", "default"), ("bid@blue", "default")}


@pytest.mark.parametrize("begun", [False, True], ids=["before it begins", "after it began"])
async def test_case_34_an_absence_can_be_cancelled(store: Store, clock: SetClock, begun: bool) -> None:
    room = Mailroom(store, clock)
    await room.begin()
    async with store.reading() as db:
        plain = (await db.execute(select(Deadline))).scalars().one().due
    await room.write("red", "ABSENT 2027-01-06 2027-01-16")
    if begun:
        clock.set(plain + DAY)
        assert await room.judge.sweep() == 0
    await room.write("red", "BACK")
    async with store.reading() as db:
        row = (await db.execute(select(Deadline))).scalars().one()
        anna = (await db.execute(select(Player).where(col(Player.name) == "Anna"))).scalars().one()
    assert (row.plain, row.waits_for, anna.away_until) == (None, None, None)
    if begun:
        assert timedelta(hours=24) <= row.due - clock.now() <= timedelta(hours=48)
    else:
        assert row.due == plain
    assert anna.away_days == (row.due - plain).days
    assert "Anna is back" in await room.last("notice")
