"""Killed at any step of handling a letter: afterwards its orders have taken effect once, and there is one receipt."""

from __future__ import annotations

import pytest

from pbem.clock import SetClock
from pbem.store import games, open_store
from tests.pbem.mailroom import Mailroom

STEPS = ["stored", "locked", "loaded", "read", "played", "receipt", "saved", "reported", "before commit", "committed"]


class Killed(BaseException):
    """Not an Exception: nothing in the judge may catch it, as nothing catches a kill."""


@pytest.mark.parametrize("step", STEPS)
async def test_killed_at_every_step(url: str, clock: SetClock, step: str) -> None:
    room = Mailroom(await open_store(url), clock)
    await room.begin()
    await room.write("red", "BID 2")
    raw = await room.raw("blue", "BID 3\nSTANCE bold")
    reached = []

    def kill(at: str) -> None:
        reached.append(at)
        if at == step:
            raise Killed(at)

    room.judge.desk.at_step = kill
    with pytest.raises(Killed):
        await room.judge.take_letter(raw, uid=5, uidvalidity=1)
    assert reached[-1] == step
    await room.store.close()

    again = Mailroom(await open_store(url), clock, "after the restart")
    taken_up = await again.judge.take_up()
    assert taken_up == 0  # until all is done the letter is kept in the mailbox alone
    status = (await again.judge.take_letter(raw, uid=5, uidvalidity=1)).status
    assert status == ("duplicate" if step == "committed" else "done")
    async with again.store.reading() as db:
        journal = await games.journal(db, 1)
    keys = [entry.key.split("@")[0] for entry in journal]
    assert keys == ["bid", "bid", "chance:points:6", "stance"]
    kinds = [x.kind for x in await again.outgoing()]
    assert kinds.count("receipt") == 2
    assert kinds.count("report") == 4  # the first two, and both at the end of the turn
    sitting = await again.judge.sitting_of("tiny")
    assert (sitting.table.state.turn, sitting.pending, sitting.kept) == (2, {}, [])
    await again.store.close()


async def test_every_step_is_named(url: str, clock: SetClock) -> None:
    room = Mailroom(await open_store(url), clock)
    await room.begin()
    reached: list[str] = []
    room.judge.desk.at_step = reached.append
    await room.write("red", "BID 2")
    assert reached == STEPS
    await room.store.close()
