"""Letters out: states, pauses, order, and exactly once as far as SMTP allows."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from pbem.clock import SetClock
from pbem.mail.smtp import Fate, Outcome, Stage
from pbem.outbox import _send_one
from pbem.store import Store, open_store
from tests.pbem.mailroom import Mailroom


@pytest.fixture
async def room(store: Store, clock: SetClock) -> Mailroom:
    made = Mailroom(store, clock)
    await made.begin()
    return made


def outcome(fate: Fate) -> Outcome:
    stage = {Fate.SENT: Stage.DONE, Fate.UNCERTAIN: Stage.DATA}.get(fate, Stage.RECIPIENT)
    return Outcome(fate, stage, 450, "the server's words")


class Server:
    """Answers with the given fates in turn, the last for ever."""

    def __init__(self, *fates: Fate) -> None:
        self.fates = list(fates)
        self.got: list[tuple[str, bytes]] = []

    async def send(self, raw: bytes, sender: str, recipient: str) -> Outcome:
        assert sender == "judge@example.org"
        self.got.append((recipient, raw))
        return outcome(self.fates.pop(0) if len(self.fates) > 1 else self.fates[0])


async def test_each_letter_goes_out_once(room: Mailroom) -> None:
    server = Server(Fate.SENT)
    assert await room.judge.flush(server.send) == 2
    assert await room.judge.flush(server.send) == 0
    assert sorted(recipient for recipient, _ in server.got) == ["anna@example.org", "bert@example.org"]
    assert {x.status for x in await room.outgoing()} == {"sent"}
    assert all(x.sent == room.clock.now() for x in await room.outgoing())


async def test_pauses_grow_and_the_letter_keeps_its_bytes(room: Mailroom) -> None:
    server = Server(Fate.LATER)
    pauses = []
    for _ in range(6):
        await room.judge.flush(server.send)
        letter = (await room.outgoing())[0]
        assert letter.status == "queued"
        assert "the server's words" in letter.why
        pauses.append((letter.next_try - room.clock.now()).total_seconds() / 60)
        room.clock.set(letter.next_try)
    assert pauses == [1, 2, 4, 8, 16, 32]
    assert len({raw for recipient, raw in server.got if recipient == "anna@example.org"}) == 1


async def test_given_up_after_days(room: Mailroom) -> None:
    server = Server(Fate.LATER)
    for _ in range(200):
        room.clock.advance(timedelta(hours=1))
        await room.judge.flush(server.send)
    assert {x.status for x in await room.outgoing()} == {"refused"}
    assert len(server.got) < 80


async def test_a_bounce_ends_it_for_that_recipient_only(room: Mailroom) -> None:
    async def send(raw: bytes, sender: str, recipient: str) -> Outcome:
        return outcome(Fate.REFUSED if recipient.startswith("anna") else Fate.SENT)

    assert await room.judge.flush(send) == 1
    assert {x.recipient: x.status for x in await room.outgoing()} == {
        "anna@example.org": "refused",
        "bert@example.org": "sent",
    }


async def test_uncertain_is_tried_again_a_few_times_with_the_same_message_id(room: Mailroom) -> None:
    server = Server(Fate.UNCERTAIN)
    for _ in range(10):
        await room.judge.flush(server.send)
        room.clock.advance(timedelta(hours=1))
    anna = [raw for recipient, raw in server.got if recipient == "anna@example.org"]
    assert len(anna) == room.judge.config.uncertain_tries
    assert len(set(anna)) == 1
    letter = (await room.outgoing())[0]
    assert letter.status == "refused"
    assert "may have arrived" in letter.why


async def test_a_letter_that_was_being_sent_when_we_died_counts_as_uncertain(room: Mailroom) -> None:
    async def die(raw: bytes, sender: str, recipient: str) -> Outcome:
        raise ConnectionAbortedError("killed")

    for letter in await room.outgoing():
        with pytest.raises(ConnectionAbortedError):
            await _send_one(room.judge.desk, letter.id or 0, die)
    server = Server(Fate.SENT)
    assert await room.judge.flush(server.send) == 0  # its lease still runs
    room.clock.advance(timedelta(minutes=16))
    assert await room.judge.flush(server.send) == 2


async def test_two_processes_send_each_letter_once(url: str, clock: SetClock) -> None:
    one, other = Mailroom(await open_store(url), clock), Mailroom(await open_store(url), clock, "other")
    for number in range(5):
        await one.begin(name=f"tiny{number}")
    server = Server(Fate.SENT)
    await asyncio.gather(one.judge.flush(server.send), other.judge.flush(server.send))
    assert len(server.got) == 10
    assert len({raw for _, raw in server.got}) == 10
    await one.store.close()
    await other.store.close()


async def test_letters_to_one_recipient_go_in_order(room: Mailroom) -> None:
    for _ in range(3):
        await room.write("red", "STATUS")
    server = Server(Fate.SENT)
    await room.judge.flush(server.send)
    anna = [raw for recipient, raw in server.got if recipient == "anna@example.org"]
    assert anna == [x.raw for x in await room.outgoing() if x.recipient == "anna@example.org"]
