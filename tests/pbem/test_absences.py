"""ABSENT and BACK: the game waits for who is asked, within limits, and all know when the deadline is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlmodel import col

from pbem.clock import SetClock
from pbem.store import Store
from pbem.store.models import Deadline, Player
from tests.pbem.mailroom import ANNA, BERT, Mailroom

PLAIN = datetime(2027, 1, 7, 21, 0, tzinfo=UTC)  # a Thursday


@pytest.fixture
async def room(store: Store, clock: SetClock) -> Mailroom:
    made = Mailroom(store, clock)
    await made.begin()
    return made


async def due(room: Mailroom) -> datetime:
    return await room.judge.next_due()


async def player(room: Mailroom, name: str) -> Player:
    async with room.store.reading() as db:
        return (await db.execute(select(Player).where(col(Player.name) == name))).scalars().one()


async def test_a_deadline_waits_for_who_is_asked_and_everyone_is_told(room: Mailroom) -> None:
    assert await due(room) == PLAIN
    await room.write("red", "ABSENT 10")
    after = await due(room)
    # Absent until the end of the 14th in Budapest: the next regular deadline.
    assert after == datetime(2027, 1, 15, 21, 0, tzinfo=UTC)
    assert (await player(room, "Anna")).away_days == (after - PLAIN).days
    assert "You are absent from" in await room.last("receipt")
    notices = await room.texts("notice")
    assert sorted(recipient for recipient, _ in notices) == ["anna@example.org", "bert@example.org"]
    assert all("Anna is absent" in text for _, text in notices)
    assert await room.wait(days=5) == 0
    assert (await room.judge.games())[0].journal == 0


async def test_who_is_not_asked_has_nobody_waiting(room: Mailroom) -> None:
    await room.write("red", "BID 3")
    await room.write("red", "ABSENT 10")
    assert await due(room) == PLAIN
    assert (await player(room, "Anna")).away_days == 0
    assert await room.outgoing("notice") == []


async def test_a_question_asked_during_an_absence_waits_too(room: Mailroom) -> None:
    await room.write("red", "BID 3\nABSENT 10")
    await room.write("blue", "BID 1")  # now red, who is away, has to take a stance
    assert await due(room) > datetime(2027, 1, 15, tzinfo=UTC)


async def test_cancelled_before_it_began(room: Mailroom) -> None:
    await room.write("red", "ABSENT 2027-01-06 2027-01-12")
    assert await due(room) > datetime(2027, 1, 12, 23, 0, tzinfo=UTC)
    await room.write("red", "BACK")
    assert await due(room) == PLAIN
    anna = await player(room, "Anna")
    assert (anna.away_from, anna.away_until, anna.away_days) == (None, None, 0)
    assert "Anna is back" in await room.last("notice")
    await room.write("red", "BACK")
    assert "You are not absent" in await room.last("receipt")


async def test_cancelled_after_it_began(room: Mailroom) -> None:
    await room.write("red", "ABSENT 12")
    far = await due(room)
    await room.wait(days=6)
    await room.write("red", "BACK")
    soon = await due(room)
    assert soon < far
    assert soon - room.clock.now() >= timedelta(hours=24)
    assert (await player(room, "Anna")).away_days == (soon - PLAIN).days


async def test_nobody_waits_for_ever(room: Mailroom) -> None:
    await room.write("red", "ABSENT 50")
    assert await due(room) == PLAIN + timedelta(days=30)
    await room.write("red", "BACK\nABSENT 50")
    assert await due(room) == PLAIN + timedelta(days=30)
    assert (await player(room, "Anna")).away_days == 30


@pytest.mark.parametrize(
    "argument", ["", "soon", "0x10", "99", "2027-13-01", "2026-12-01", "2027-02-01 2027-01-20", "2030-01-01", "9" * 40]
)
async def test_what_can_not_be_is_refused(room: Mailroom, argument: str) -> None:
    await room.write("red", f"ABSENT {argument}")
    assert await due(room) == PLAIN
    assert "Nothing was changed" in await room.last("receipt")


async def test_an_announced_deadline_is_stored_before_it_is_told(room: Mailroom) -> None:
    await room.write("red", "ABSENT 10")
    async with room.store.reading() as db:
        row = (await db.execute(select(Deadline))).scalars().one()
    assert {x.states for x in await room.outgoing("notice")} == {row.due}
    assert row.plain == PLAIN


async def test_a_game_without_deadlines_waits_anyway(store: Store, clock: SetClock) -> None:
    room = Mailroom(store, clock)
    await room.judge.new_game("slow", "toy", {}, (ANNA, BERT), schedule=None)
    await room.write("red", "ABSENT 10")
    assert "no deadlines" in await room.last("receipt")
