"""Mail that does not flow: deadlines stand still, and the lost time is given back, once, and told once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlmodel import col

from pbem import downtime
from pbem.clock import SetClock
from pbem.deadlines import Schedule, given_back
from pbem.mail.smtp import Fate
from pbem.store import Store, open_store
from pbem.store.models import Deadline, Outage
from tests.pbem.mailroom import CONFIG, Mailroom
from tests.pbem.test_outbox import Server


@pytest.fixture
async def room(store: Store, clock: SetClock) -> Mailroom:
    made = Mailroom(store, clock, config=replace(CONFIG, hold_after=timedelta(minutes=30)))
    await made.begin()
    await made.judge.flush(made.send)
    await poll(made)
    return made


async def poll(room: Mailroom) -> None:
    await downtime.mailbox_reached(room.judge.desk, room.clock.now(), room.clock.now())


async def due(room: Mailroom) -> datetime:
    async with room.store.reading() as db:
        row = (await db.execute(select(Deadline).order_by(col(Deadline.id).desc()).limit(1))).scalars().one()
    return row.due


async def outages(room: Mailroom) -> list[Outage]:
    async with room.store.reading() as db:
        return list((await db.execute(select(Outage).order_by(col(Outage.id)))).scalars().all())


async def steadily(room: Mailroom, **span: int) -> int:
    """Time passes and mail flows."""
    return await flowing_until(room, room.clock.now() + timedelta(**span))


async def flowing_until(room: Mailroom, end: datetime) -> int:
    fired = 0
    while room.clock.now() < end:
        room.clock.set(min(room.clock.now() + timedelta(minutes=20), end))
        await poll(room)
        fired += await room.judge.sweep()
    return fired


async def test_while_mail_flows_deadlines_fire(room: Mailroom) -> None:
    assert await steadily(room, days=3, hours=12) == 2  # a reminder and the deadline
    assert await outages(room) == []


async def test_a_week_of_downtime_resolves_nothing_and_is_given_back_and_told_once(room: Mailroom) -> None:
    began, before = room.clock.now(), await due(room)
    journal = (await room.judge.games())[0].journal
    room.clock.advance(timedelta(days=7))
    for _ in range(3):  # started again: the sweep may come before the mailbox is reached
        assert await room.judge.sweep() == 0
    await poll(room)
    for _ in range(3):
        assert await room.judge.sweep() == 0
    assert (await room.judge.games())[0].journal == journal
    after = await due(room)
    assert after >= before + timedelta(days=7)
    assert after == datetime(2027, 1, 14, 21, 0, tzinfo=UTC)
    notices = await room.texts("notice")
    assert sorted(recipient for recipient, _ in notices) == ["anna@example.org", "bert@example.org"]
    assert all("given back" in text for _, text in notices)
    assert "Thursday 14 January 2027, 22:00" in notices[0][1]  # in Anna's zone
    (outage,) = await outages(room)
    assert (outage.began, outage.ended) == (began, room.clock.now())
    assert await steadily(room, days=4) == 2


async def test_the_poll_may_notice_first(room: Mailroom) -> None:
    before = await due(room)
    room.clock.advance(timedelta(days=7))
    await poll(room)
    assert await room.judge.sweep() == 0
    assert await due(room) >= before + timedelta(days=7)


async def test_a_short_outage_costs_no_more_than_a_quarter_of_an_hour(room: Mailroom) -> None:
    before = await due(room)
    room.clock.advance(timedelta(minutes=40))
    await room.judge.sweep()
    await poll(room)
    await room.judge.sweep()
    assert timedelta(minutes=40) <= await due(room) - before <= timedelta(minutes=55)


async def test_deadlines_are_held_while_the_password_is_refused(room: Mailroom) -> None:
    await flowing_until(room, await due(room) - timedelta(hours=1))
    start = await due(room)
    for _ in range(30):
        room.clock.advance(timedelta(hours=1))
        assert await room.judge.sweep() == 0
    await poll(room)
    await room.judge.sweep()
    assert await due(room) >= start + timedelta(hours=30)


async def test_a_mail_server_that_takes_nothing_is_an_outage_too(room: Mailroom) -> None:
    before = await due(room)
    desk = room.judge.desk
    for _ in range(6):
        await poll(room)
        await downtime.mail_not_taken(desk, room.clock.now())
        room.clock.advance(timedelta(minutes=10))
    assert await room.judge.sweep() == 0
    await poll(room)
    assert await downtime.held(desk, room.clock.now()), "the mailbox answers, but nothing goes out"
    await downtime.mail_taken(desk, room.clock.now())
    assert not await downtime.held(desk, room.clock.now())
    await room.judge.sweep()
    assert await due(room) >= before + timedelta(hours=1)


async def test_a_question_asked_during_an_outage_gets_back_only_its_part(room: Mailroom) -> None:
    desk = room.judge.desk
    await downtime.mail_not_taken(desk, room.clock.now())
    room.clock.advance(timedelta(hours=5))
    assert await room.judge.sweep() == 0
    await room.write("red", "BID 3")
    await room.write("blue", "BID 1")  # played on: a new question, with a new deadline
    before = await due(room)
    room.clock.advance(timedelta(hours=2))
    await poll(room)
    await downtime.mail_taken(desk, room.clock.now())
    await room.judge.sweep()
    assert await due(room) - before == timedelta(hours=2)


async def test_two_processes_give_back_once(url: str, clock: SetClock) -> None:
    one, other = Mailroom(await open_store(url), clock), Mailroom(await open_store(url), clock, "other")
    await one.begin()
    await poll(one)
    before = await due(one)
    clock.advance(timedelta(hours=3))
    await poll(one)
    await asyncio.gather(one.judge.sweep(), other.judge.sweep(), one.judge.sweep(), other.judge.sweep())
    assert await due(one) - before == timedelta(hours=3)
    assert len(await one.outgoing("notice")) == 2
    await one.store.close()
    await other.store.close()


async def test_a_crash_while_giving_back_tells_nobody_and_moves_nothing(
    room: Mailroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await due(room)
    room.clock.advance(timedelta(days=2))
    await poll(room)

    async def dies(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as broken:
        broken.setattr(downtime, "_tell", dies)
        room.clock.advance(timedelta(minutes=20))
        assert await room.judge.sweep() == 0
    assert await due(room) == before
    assert await room.outgoing("notice") == []
    await room.judge.sweep()
    assert await due(room) >= before + timedelta(days=2)
    assert len(await room.outgoing("notice")) == 2


async def test_letters_that_wait_tell_of_the_new_deadline_or_are_withdrawn(room: Mailroom) -> None:
    await room.write("red", "STATUS")  # its receipt tells of the deadline
    last = await due(room)
    assert await flowing_until(room, last - timedelta(hours=20)) == 1  # the reminders
    assert {x.status for x in await room.outgoing("reminder")} == {"queued"}
    room.clock.advance(timedelta(hours=2))
    await room.judge.sweep()
    await poll(room)
    await room.judge.sweep()
    assert await due(room) == last + timedelta(hours=2)
    assert {x.status for x in await room.outgoing("reminder")} == {"withdrawn"}
    receipt = await room.last("receipt")
    assert "The deadline has moved" in receipt
    assert "Friday 8 January 2027" not in receipt.partition("The deadline has moved")[0]
    server = Server(Fate.SENT)
    await room.judge.flush(server.send)
    sent = [raw for _, raw in server.got]
    assert len(sent) == 3  # a receipt, two notices; no reminder


async def test_a_reminder_that_waits_is_withdrawn_when_the_orders_come(room: Mailroom) -> None:
    await flowing_until(room, await due(room) - timedelta(hours=20))
    await room.write("red", "BID 2")
    assert {x.recipient: x.status for x in await room.outgoing("reminder")} == {
        "anna@example.org": "withdrawn",
        "bert@example.org": "queued",
    }
    await room.write("blue", "BID 1")
    assert {x.status for x in await room.outgoing("reminder")} == {"withdrawn"}


async def test_a_deadline_waits_for_the_letters_before_it(room: Mailroom) -> None:
    last = await due(room)
    await flowing_until(room, last - timedelta(minutes=5))
    room.clock.advance(timedelta(minutes=10))
    assert await room.judge.sweep(last - timedelta(minutes=1)) == 0
    assert await room.judge.sweep(last) == 1


@pytest.mark.parametrize(
    ("lost", "moved"),
    [
        (timedelta(minutes=5), timedelta(minutes=15)),
        (timedelta(minutes=15), timedelta(minutes=15)),
        (timedelta(hours=11, minutes=50), timedelta(hours=12)),
        (timedelta(hours=13), timedelta(days=1)),
        (timedelta(days=1), timedelta(days=1)),
        (timedelta(days=1, minutes=1), timedelta(days=4)),  # Saturday and Sunday are not in the mask
    ],
)
def test_given_back_is_never_less_than_lost(lost: timedelta, moved: timedelta) -> None:
    schedule = Schedule(days=3, zone="Europe/Budapest", weekdays=(0, 1, 2, 3, 4)).to_json()
    thursday = datetime(2027, 1, 7, 20, 0, tzinfo=UTC)
    assert given_back(schedule, thursday, lost) - thursday == moved
