"""Reminders and deadlines of a game, on both databases."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from pbem.clock import SetClock
from pbem.store import Store, games, open_store
from pbem.store.models import Deadline
from tests.pbem.mailroom import Mailroom


@pytest.fixture
def room(store: Store, clock: SetClock) -> Mailroom:
    return Mailroom(store, clock)


async def test_one_reminder_to_those_who_are_awaited(room: Mailroom) -> None:
    await room.begin()
    await room.write("red", "BID 1")
    assert await room.wait(hours=50) == 0
    assert await room.wait(hours=20) == 1
    assert await room.wait(hours=1) == 0
    assert [x.recipient for x in await room.outgoing("reminder")] == ["bert@example.org"]
    text = await room.last("reminder")
    assert "bid of blue" in text
    assert "16:00 EST" in text
    assert "21:00 UTC" in text
    assert "BID 0" in text


async def test_a_deadline_plays_defaults_and_tells(room: Mailroom) -> None:
    await room.begin()
    await room.write("red", "BID 1")
    assert await room.wait(days=4) == 1
    async with room.store.reading() as db:
        journal = await games.journal(db, 1)
    assert [(e.key, e.given, e.by) for e in journal[:2]] == [("bid@red", 1, "order"), ("bid@blue", 0, "default")]
    # Anna won the bid and is asked; Bert's defaults were played and he gets no report now
    told = [(x.kind, x.recipient) for x in await room.outgoing()][-2:]
    assert told == [("report", "anna@example.org"), ("notice", "bert@example.org")]
    assert "Default orders were played for: blue" in await room.last("notice")
    assert "Default orders were played for: blue" in await room.last("report")
    deadline = (await _deadline(room)).due
    assert deadline > room.clock.now()


async def test_a_game_that_waits_goes_on_with_the_last_answer(room: Mailroom) -> None:
    await room.begin(on_deadline="wait")
    await room.write("red", "BID 1")
    assert await room.wait(days=4) == 1
    assert await room.wait(days=4) == 0
    assert (await room.judge.sitting_of("tiny")).game.journal == 0
    assert len(await room.outgoing("notice")) == 2
    receipt = (await _receipt(room, "blue", "BID 0")).replace("\n", " ")
    assert "the game has gone on" in receipt
    assert (await _deadline(room)).due > room.clock.now()


async def test_a_whole_game_of_absent_players_ends(room: Mailroom) -> None:
    await room.begin()
    for _ in range(4):
        assert await room.wait(days=8) == 1
    assert (await room.judge.sitting_of("tiny")).over
    assert await room.wait(days=8) == 0


async def test_two_processes_fire_each_deadline_once(url: str, clock: SetClock) -> None:
    one, other = Mailroom(await open_store(url), clock), Mailroom(await open_store(url), clock, "other")
    for number in range(4):
        await one.begin(name=f"tiny{number}")
    clock.advance(timedelta(days=4))
    fired = await asyncio.gather(one.judge.sweep(), other.judge.sweep(), one.judge.sweep(), other.judge.sweep())
    assert sum(fired) + await one.judge.sweep() == 4
    for number in range(4):
        sitting = await other.judge.sitting_of(f"tiny{number}")
        assert sitting.game.journal == 3  # two bids and a die
        kinds = [x.kind for x in (await other.judge.letters(f"tiny{number}"))[1]]
        assert kinds.count("notice") + kinds.count("report") == 4  # two first reports, then one of each
    await one.store.close()
    await other.store.close()


async def _deadline(room: Mailroom) -> Deadline:
    async with room.store.reading() as db:
        found = await games.open_deadline(db, 1)
    assert found is not None
    return found


async def _receipt(room: Mailroom, seat: str, text: str) -> str:
    await room.write(seat, text)
    return await room.last("receipt")
