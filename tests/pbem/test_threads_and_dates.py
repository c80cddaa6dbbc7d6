"""Letters of one game hang together in a mail program; questions to come have their expected dates."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy

import pytest

from engine.core.chance import commitment
from pbem.clock import SetClock
from pbem.deadlines import Schedule
from pbem.reporting import dated
from pbem.reports.facts import Coming
from pbem.store import Store
from pbem.store.models import Deadline
from tests.pbem.mailroom import Mailroom


@pytest.fixture
def room(store: Store, clock: SetClock) -> Mailroom:
    return Mailroom(store, clock)


async def test_every_letter_of_a_game_refers_to_one_thread(room: Mailroom) -> None:
    await room.begin()
    await room.write("red", "BID 1", Message_ID="<orders.1@example.org>")
    await room.begin(name="other")
    game = await room.judge.game("tiny")
    assert game is not None
    root = f"<game.{commitment(game.secret)[:24]}@example.org>"
    letters = [(x, message_from_bytes(x.raw, policy=policy.default)) for x in await room.outgoing()]
    threads = {str(head["References"]).split()[0] for x, head in letters if x.game == 1}
    assert threads == {root}
    assert {str(head["References"]).split()[0] for x, head in letters if x.game == 2} - {root}
    (receipt,) = [head for x, head in letters if x.kind == "receipt"]
    assert receipt["In-Reply-To"] == "<orders.1@example.org>"
    assert receipt["References"].split() == [root, "<orders.1@example.org>"]


async def test_a_letter_outside_every_game_refers_to_nothing(room: Mailroom) -> None:
    await room.judge.take_letter(
        b"From: x@example.org\r\nTo: judge@example.org\r\nMessage-ID: <x@example.org>\r\n\r\nhi\r\n"
    )
    (letter,) = await room.outgoing()
    assert message_from_bytes(letter.raw)["References"] == "<x@example.org>"


def test_expected_dates_come_from_the_schedule() -> None:
    schedule = Schedule(days=3, zone="Europe/Budapest").to_json()
    due = Deadline(game=1, journal=0, due=datetime(2027, 3, 26, 20, tzinfo=UTC), zone="Europe/Budapest")
    coming = (Coming(phase=14, after=1), Coming(phase=20, after=3))
    first, last = dated(coming, schedule, due)
    assert first.when == datetime(2027, 3, 29, 19, tzinfo=UTC)  # summer time began in between
    assert last.when == datetime(2027, 4, 4, 19, tzinfo=UTC)
    assert dated(coming, None, due) == coming
    assert dated(coming, schedule, None) == coming
    assert dated((), schedule, due) == ()
