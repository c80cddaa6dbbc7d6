"""Letters out: states, pauses, order, and exactly once as far as SMTP allows."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.alerts import Alerts, News
from pbem.clock import SetClock
from pbem.mail.smtp import Fate, Outcome, Stage
from pbem.store import Store, open_store, upkeep
from pbem.store.models import LetterOut
from tests.pbem.mailroom import CONFIG, Mailroom


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
    # The host hears that it may be there: this is no address that takes no letters.
    assert (await alarms(room))["unsure:anna@example.org"] == ("unsure", 1)
    assert "bounce:anna@example.org" not in await alarms(room)
    heard = await told(room)
    assert "not known whether a letter to anna@example.org has arrived" in heard
    assert "pbem game letters tiny" in heard
    # The letters after it go out as if nothing had been.
    await room.write("red", "STATUS")
    assert await room.judge.flush(Server(Fate.SENT).send) == 1


async def test_tries_that_did_not_arrive_are_not_counted_as_those_that_may_have(room: Mailroom) -> None:
    """A server that says "later" for a day and then breaks off once has used up none of the few tries."""
    server = Server(*[Fate.LATER] * 12, Fate.UNCERTAIN, Fate.UNCERTAIN, Fate.LATER, Fate.LATER, Fate.SENT)
    seen = []
    for _ in range(10):
        await room.judge.flush(server.send)
        seen.append((await room.outgoing())[0].status)
        room.clock.advance(timedelta(hours=5))
    assert seen == [*["queued"] * 6, "uncertain", "uncertain", "sent", "sent"]
    assert await alarms(room) == {}


async def test_a_letter_in_doubt_that_is_then_refused_is_told_as_a_bounce(room: Mailroom) -> None:
    await room.judge.flush(Server(Fate.UNCERTAIN).send)
    room.clock.advance(timedelta(hours=1))
    await room.judge.flush(Server(Fate.REFUSED).send)
    assert {x.status for x in await room.outgoing()} == {"refused"}
    assert (await alarms(room))["bounce:anna@example.org"][0] == "undeliverable"


async def test_a_letter_that_was_being_sent_when_we_died_counts_as_uncertain(room: Mailroom) -> None:
    async def die(raw: bytes, sender: str, recipient: str) -> Outcome:
        raise ConnectionAbortedError("killed")

    with pytest.raises(ConnectionAbortedError):
        await room.judge.flush(die)
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


async def test_a_mail_server_that_is_away_is_asked_once_and_costs_no_letter_anything(room: Mailroom) -> None:
    tried: list[str] = []

    async def away(raw: bytes, sender: str, recipient: str) -> Outcome:
        tried.append(recipient)
        return Outcome(Fate.LATER, Stage.CONNECT, None, "no route to host")

    for _ in range(300):
        room.clock.advance(timedelta(hours=1))
        flushed = await room.judge.send_letters(away)
        assert flushed.trouble is not None
        assert not flushed.reached
    assert len(tried) == 300
    assert {(x.status, x.tries) for x in await room.outgoing()} == {("queued", 0)}
    server = Server(Fate.SENT)
    assert await room.judge.flush(server.send) == 2


async def test_an_uncertain_letter_stays_uncertain_while_the_server_is_away(room: Mailroom) -> None:
    await room.judge.flush(Server(Fate.UNCERTAIN).send)
    room.clock.advance(timedelta(hours=1))

    async def away(raw: bytes, sender: str, recipient: str) -> Outcome:
        return Outcome(Fate.LATER, Stage.LOGIN, 535, "not now")

    for _ in range(5):
        await room.judge.flush(away)
    assert {(x.status, x.tries) for x in await room.outgoing()} == {("uncertain", 1)}


async def test_many_letters_to_one_address_wait_for_the_next_hour(url: str, clock: SetClock) -> None:
    room = Mailroom(await open_store(url), clock, config=replace(CONFIG, letters_an_hour=3, letters_a_day=5))
    await room.begin()
    for _ in range(7):
        await room.write("red", "STATUS")
    server = Server(Fate.SENT)

    def got() -> int:
        return sum(recipient == "anna@example.org" for recipient, _ in server.got)

    assert await room.judge.flush(server.send) == 4  # three to Anna, one to Bert
    assert await room.judge.flush(server.send) == 0
    clock.advance(timedelta(minutes=61))
    await room.judge.flush(server.send)
    assert got() == 5, "the cap of the day"
    clock.advance(timedelta(hours=24))
    for _ in range(4):
        await room.judge.flush(server.send)
        clock.advance(timedelta(minutes=61))
    anna = [raw for recipient, raw in server.got if recipient == "anna@example.org"]
    assert anna == [x.raw for x in await room.outgoing() if x.recipient == "anna@example.org"]
    await room.store.close()


async def alarms(room: Mailroom) -> dict[str, tuple[str, int]]:
    async with room.store.reading() as db:
        return {row.kind: (row.key, row.times) for row in await upkeep.alarms(db)}


async def told(room: Mailroom) -> str:
    """What the host hears of it, by a route that works."""
    heard: list[str] = []

    class Route:
        name = "test"

        async def tell(self, news: News) -> None:
            heard.append(news.text)

    await Alerts(room.store, room.clock, [Route()]).deliver()
    return "\n".join(heard)


async def test_an_address_that_takes_no_letters_is_told_to_the_host(room: Mailroom) -> None:
    await room.judge.flush(Server(Fate.REFUSED).send)
    assert await alarms(room) == {
        "bounce:anna@example.org": ("undeliverable", 1),
        "bounce:bert@example.org": ("undeliverable", 1),
    }
    for _ in range(3):
        await room.write("red", "STATUS")
        await room.judge.flush(Server(Fate.REFUSED).send)
    assert (await alarms(room))["bounce:anna@example.org"] == ("undeliverable", 4)


def bounce_of(letter: LetterOut) -> bytes:
    head = letter.raw.partition(b"\r\n\r\n")[0]
    return (
        b"Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.org\r\nTo: judge@example.org\r\n"
        b"Subject: Undelivered Mail Returned to Sender\r\nMessage-ID: <b1@mx.example.org>\r\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"\r\n\r\n'
        b"--cut\r\nContent-Type: text/plain\r\n\r\nSorry. BID 3\r\n"
        b"--cut\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
        b"Final-Recipient: rfc822; " + letter.recipient.encode() + b"\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        b"Diagnostic-Code: smtp; 550 no such user\r\n\r\n"
        b"--cut\r\nContent-Type: message/rfc822\r\n\r\n" + head + b"\r\n\r\nBID 3\r\n--cut--\r\n"
    )


async def test_a_bounce_is_noted_at_its_letter_and_answered_to_nobody(room: Mailroom) -> None:
    await room.judge.flush(Server(Fate.SENT).send)
    first, second = await room.outgoing("report")
    handled = await room.judge.take_letter(bounce_of(first))
    assert handled.status == "bounce"
    bounced, other = await room.outgoing("report")
    assert (bounced.status, bounced.bounced) == ("bounced", room.clock.now())
    assert "550 no such user" in bounced.why
    assert other.status == "sent"
    assert len(await room.outgoing()) == 2, "no letter was written because of it"
    assert await alarms(room) == {"bounce:anna@example.org": ("bounced", 1)}
    # It comes twice, and another letter bounces too: the host has heard of the address.
    assert (await room.judge.take_letter(bounce_of(first) + b"\r\n")).status in ("duplicate", "bounce")
    assert (await alarms(room))["bounce:anna@example.org"][0] == "bounced"
    assert second.recipient == "bert@example.org"


async def test_a_bounce_of_a_letter_that_is_not_ours_changes_nothing(room: Mailroom) -> None:
    await room.judge.flush(Server(Fate.SENT).send)
    (first, _) = await room.outgoing("report")
    strange = bounce_of(first).replace(first.message_id.encode(), b"<elsewhere@example.org>")
    assert (await room.judge.take_letter(strange)).status == "bounce"
    assert {x.status for x in await room.outgoing()} == {"sent"}
    assert await alarms(room) == {}
