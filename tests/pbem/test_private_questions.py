"""Questions in the middle of a turn: how long they may wait, and that nobody but the asked notices them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlmodel import col

from pbem.clock import SetClock
from pbem.deadlines import Schedule
from pbem.store import Store, games
from pbem.store.models import Deadline
from tests.pbem.mailroom import Mailroom

DAY = timedelta(days=1)


@pytest.fixture
def room(store: Store, clock: SetClock) -> Mailroom:
    return Mailroom(store, clock)


async def deadline(room: Mailroom) -> Deadline:
    async with room.store.reading() as db:
        row = await games.open_deadline(db, 1)
    assert row is not None
    return row


async def journal(room: Mailroom) -> list[tuple[str, object, str]]:
    async with room.store.reading() as db:
        return [(e.key, e.given, e.by) for e in await games.journal(db, 1) if e.by != "chance"]


async def state(room: Mailroom) -> object:
    return (await room.judge.sitting_of("cards")).table.state


async def seen_by(room: Mailroom, *seats: str) -> list[str]:
    """Everything these players were sent."""
    names = {"red": "anna", "blue": "bert", "green": "carl"}
    addresses = {f"{names[seat]}@example.org" for seat in seats}
    return [text for recipient, text in await room.texts() if recipient in addresses]


# ------------------------------------------------------------------ pace


async def test_a_turn_that_pauses_goes_on_with_its_deadline_and_one_grace(room: Mailroom) -> None:
    await room.begin_hidden()
    first = (await deadline(room)).due
    await room.write("red", "GO draw wait")
    paused = await deadline(room)
    assert (paused.pace, paused.due - first, paused.graced) == ("same", DAY, True)
    await room.write("red", "GO draw wait")
    again = await deadline(room)
    assert (again.due, again.graced) == (paused.due, True)
    await room.write("red", "GO rest")
    fresh = await deadline(room)
    assert (fresh.pace, fresh.graced, fresh.shown) == ("fresh", False, None)


async def test_a_short_question_has_its_own_deadline_and_takes_no_time_from_the_turn(room: Mailroom) -> None:
    await room.begin_hidden()
    first = (await deadline(room)).due
    room.clock.advance(DAY)
    await room.write("red", "GO alarm wait")
    window = await deadline(room)
    assert (window.pace, window.due - room.clock.now()) == ("hours", timedelta(hours=48))
    await room.write("blue", "THROW 5")
    room.clock.advance(timedelta(hours=30))
    await room.write("green", "THROW 5")
    back = await deadline(room)
    assert (back.pace, back.due) == ("same", first + timedelta(hours=30) + DAY)


async def test_a_short_question_of_no_hours_never_waits(room: Mailroom) -> None:
    await room.begin_hidden(window=0)
    await room.write("blue", "STANDING THROW 30")
    await room.write("red", "GO draw alarm draw")
    assert await journal(room) == [
        ("go@red", "draw alarm draw", "order"), ("throw@blue", 30, "standing"), ("throw@green", 1, "default"),
    ]  # fmt: skip
    assert (await room.judge.sitting_of("cards")).turn == 2


async def test_a_short_question_of_no_hours_never_waits_without_deadlines(store: Store, clock: SetClock) -> None:
    room = Mailroom(store, clock)
    from tests.pbem.mailroom import ANNA, BERT, CARL

    await room.judge.new_game("cards", "hidden", {"window": 0}, (ANNA, BERT, CARL))
    await room.write("red", "GO alarm")
    assert (await room.judge.sitting_of("cards")).turn == 2


async def test_defaults_at_the_deadline_of_each_pace(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("red", "GO alarm wait")
    await room.wait(hours=47)
    assert len(await journal(room)) == 1
    await room.wait(hours=2)
    assert (await journal(room))[1:] == [("throw@blue", 1, "default"), ("throw@green", 1, "default")]
    await room.wait(days=9)
    assert (await journal(room))[3:] == [("go/2@red", "rest", "default")]


async def test_reminders_of_a_turn_that_pauses(room: Mailroom) -> None:
    await room.begin_hidden(schedule=Schedule(days=3))
    first = (await deadline(room)).due
    room.clock.set(first - timedelta(hours=23))
    await room.judge.sweep()
    assert len(await room.outgoing("reminder")) == 1
    await room.write("red", "GO wait")
    row = await deadline(room)
    assert row.reminded is None
    assert row.remind == first
    await room.write("red", "GO wait")
    room.clock.set(first + timedelta(minutes=1))
    await room.judge.sweep()
    assert [x.recipient for x in await room.outgoing("reminder")] == ["anna@example.org"] * 2
    await room.write("red", "GO wait")
    await room.wait(minutes=5)
    assert len(await room.outgoing("reminder")) == 2  # it goes on: reminded once


async def test_the_policy_to_wait_gives_no_grace_and_tells_once(room: Mailroom) -> None:
    await room.begin_hidden(on_deadline="wait")
    first = (await deadline(room)).due
    await room.write("red", "GO wait")
    assert (await deadline(room)).due == first
    room.clock.set(first + timedelta(minutes=1))
    await room.judge.sweep()
    told = await room.texts("notice")
    assert len({text.split(",\n", 1)[1] for _, text in told}) == 1  # the same to everybody
    assert len(told) == 3
    await room.write("red", "GO wait")
    async with room.store.reading() as db:
        assert await games.open_deadline(db, 1) is None
    assert await room.wait(days=9) == 0
    assert len(await room.texts("notice")) == 3


async def test_time_without_mail_is_given_back_to_a_turn_that_pauses(room: Mailroom) -> None:
    from pbem import downtime

    await room.begin_hidden()
    first = (await deadline(room)).due
    await downtime.mailbox_reached(room.judge.desk, room.clock.now(), room.clock.now())
    room.clock.advance(timedelta(hours=3))
    await room.write("red", "GO wait")  # taken before anybody has noticed that mail did not flow
    room.clock.advance(timedelta(hours=2))
    await downtime.mailbox_reached(room.judge.desk, room.clock.now(), room.clock.now())
    await room.judge.sweep()
    row = await deadline(room)
    assert row.due == first + DAY + timedelta(hours=5)
    assert row.shown == first + timedelta(hours=5)
    dues = dict(await room.texts("notice"))
    assert dues["bert@example.org"].count("12 January") == 0
    assert len(dues) == 3


async def test_an_absence_moves_a_turn_that_pauses_only_once(room: Mailroom) -> None:
    await room.begin_hidden()
    first = (await deadline(room)).due
    await room.write("red", "ABSENT 10")
    away = (await deadline(room)).due
    assert away > first
    await room.write("red", "GO wait")
    row = await deadline(room)
    assert (row.due, row.plain, row.waits_for) == (away + DAY, first, 1)


# ------------------------------------------------------------------ nobody notices


async def play(room: Mailroom, script: tuple[str, ...]) -> list[str]:
    """Red's turn in so many letters while blue and green look what they can find; what they were sent."""
    await room.begin_hidden(grace=0)
    for n in range(2):
        if n < len(script) - 1:
            await room.write("red", script[n])
        room.clock.advance(timedelta(hours=2))
        await room.judge.sweep()
        asks = "STATUS\nFORM\nHELP\nREPORT\nTHROW 3\nLATER rest"
        await room.write("blue", asks, Message_ID=f"<blue{n}@example.org>")
        await room.write("green", "STATUS\nSTANDING THROW 9\nGO draw", Message_ID=f"<green{n}@example.org>")
    await room.write("red", script[-1])
    return list(await seen_by(room, "blue", "green"))


async def test_letters_to_the_others_are_the_same_however_a_turn_was_paused(url: str) -> None:
    from datetime import UTC, datetime

    from pbem.store import open_store

    seen = []
    for n, script in enumerate((("GO draw draw rest",), ("GO draw wait", "GO draw wait", "GO rest"))):
        store = await open_store(url if n == 0 else "sqlite://")
        room = Mailroom(store, SetClock(datetime(2027, 1, 4, 12, 0, tzinfo=UTC)))
        seen.append(await play(room, script))
        await store.close()
    whole, paused = seen
    assert len(whole) > 8
    assert whole == paused


async def test_the_asked_player_alone_gets_a_report_and_sees_how_it_is(room: Mailroom) -> None:
    await room.begin_hidden()
    before = len(await room.outgoing("report"))
    await room.write("red", "GO draw wait")
    new = (await room.outgoing("report"))[before:]
    assert [x.recipient for x in new] == ["anna@example.org"]
    await room.write("red", "STATUS")
    assert "Turn 1, phase 2." in await room.last("receipt")
    await room.write("blue", "STATUS")
    assert "Turn 1, phase 1." in await room.last("receipt")


async def test_who_is_asked_in_the_middle_knows_and_the_third_does_not(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("green", "STANDING THROW 9")
    before = len(await room.outgoing("report"))
    await room.write("red", "GO alarm rest")
    assert [x.recipient for x in (await room.outgoing("report"))[before:]] == ["bert@example.org"]
    await room.write("blue", "STATUS")
    assert "phase 3" in await room.last("receipt")
    await room.write("blue", "THROW 3")
    assert (await room.judge.sitting_of("cards")).turn == 2


async def test_the_deadline_that_the_others_see_stays_and_then_is_not_spoken_of(room: Mailroom) -> None:
    await room.begin_hidden()
    first = (await deadline(room)).due
    await room.write("blue", "STATUS")
    until = next(line for line in (await room.last("receipt")).splitlines() if line.startswith("The next deadline:"))
    await room.write("red", "GO wait")
    await room.write("blue", "STATUS")
    assert until in await room.last("receipt")
    room.clock.set(first + timedelta(hours=2))
    await room.judge.sweep()
    await room.write("blue", "STATUS")
    receipt = await room.last("receipt")
    assert "The next deadline:" not in receipt
    assert "no deadline" not in receipt


async def test_orders_sent_beforehand_do_not_show_a_turn_half_done(room: Mailroom) -> None:
    """A kept letter pauses in its own turn: the report of the turn before, sent with it, tells nothing of that."""
    await room.begin_hidden()
    await room.write("blue", "LATER draw draw wait")
    await room.write("red", "GO rest")
    carl = (await seen_by(room, "green"))[-1]
    assert "toy_draws" not in carl
    assert "blue True False" in carl
    assert len((await state(room)).hands["blue"]) == 5  # type: ignore[attr-defined]
    reports = [x.recipient for x in await room.outgoing("report")]
    assert reports[3:] == ["anna@example.org", "bert@example.org", "carl@example.org", "bert@example.org"]


async def test_whole_turns_sent_beforehand_are_reported_one_by_one(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("blue", "LATER draw")
    await room.write("green", "LATER draw draw")
    await room.write("red", "GO rest")
    assert (await room.judge.sitting_of("cards")).turn == 4
    assert len(await room.outgoing("report")) == 3 + 3 * 3
    async with room.store.reading() as db:
        rows = (await db.execute(select(Deadline).order_by(col(Deadline.id)))).scalars().all()
    assert [row.how for row in rows] == ["answered"] * 3 + [""]


# ------------------------------------------------------------------ standing orders


async def test_standing_orders_answer_at_once_and_nobody_else_sees_them(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("blue", "STANDING THROW 30")
    assert "STANDING THROW 30" in await room.last("receipt")
    await room.write("green", "STANDING THROW 29")
    await room.write("red", "GO alarm rest")
    assert (await journal(room))[1:] == [("throw@blue", 30, "standing"), ("throw@green", 29, "standing")]
    assert (await room.judge.sitting_of("cards")).turn == 2
    await room.write("blue", "STATUS\nFORM")
    receipt = await room.last("receipt")
    assert receipt.count("STANDING THROW 30") == 2
    assert "# STANDING THROW 30" in receipt
    assert any("STANDING THROW 30" in text for text in await seen_by(room, "blue") if "toy_alarm" in text)
    assert not any("THROW 30" in text for text in await seen_by(room, "red", "green"))


async def test_later_standing_orders_replace_those_of_their_kind_and_can_be_taken_back(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("blue", "STANDING THROW 30 IF MANY\nSTANDING THROW 20")
    sitting = await room.judge.sitting_of("cards")
    assert [order.answer for order in sitting.standing_of(2)] == [30, 20]
    await room.write("blue", "STANDING THROW 10")
    sitting = await room.judge.sitting_of("cards")
    assert [order.answer for order in sitting.standing_of(2)] == [10]
    assert sitting.standing_of(1) == ()
    await room.write("blue", "STANDING NONE")
    assert (await room.judge.sitting_of("cards")).standing_of(2) == ()


async def test_a_condition_is_tested_and_an_illegal_standing_order_asks(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("blue", "STANDING THROW 30 IF MANY\nSTANDING THROW 2")
    await room.write("green", "STANDING THROW 99")
    before = len(await room.outgoing("report"))
    await room.write("red", "GO alarm")
    sitting = await room.judge.sitting_of("cards")
    assert sitting.awaited() == ("green",)
    assert {row.key: (row.answer, row.by) for row in sitting.pending.values()} == {"throw@blue": (2, "standing")}
    assert [x.recipient for x in (await room.outgoing("report"))[before:]] == ["carl@example.org"]


async def test_an_answer_goes_before_a_standing_order_and_a_new_one_counts_at_once(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("blue", "STANDING THROW 2")
    await room.write("red", "GO alarm")
    await room.write("blue", "THROW 7")
    await room.write("green", "STANDING THROW 4")
    assert (await journal(room))[1:] == [("throw@blue", 7, "order"), ("throw@green", 4, "standing")]


async def test_a_standing_order_that_is_taken_back_no_longer_answers_the_open_question(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("blue", "STANDING THROW 2")
    await room.write("red", "GO alarm")
    await room.write("blue", "STANDING NONE")
    assert (await room.judge.sitting_of("cards")).awaited() == ("blue", "green")


# ------------------------------------------------------------------ letters that were not understood


async def test_a_letter_with_a_line_that_was_not_understood_waits_for_its_correction(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("red", "GO draw\nFROBNICATE\nREADY")
    receipt = " ".join((await room.last("receipt")).split())
    assert "your answers do not count yet" in receipt
    assert "READY does not count in a letter with a line that was not understood" in receipt
    assert "Your answers count." not in receipt
    assert (await room.judge.sitting_of("cards")).turn == 1
    await room.write("red", "STATUS")
    assert (await room.judge.sitting_of("cards")).awaited() == ("red",)
    await room.write("red", "GO draw draw")
    assert (await journal(room)) == [("go@red", "draw draw", "order")]


async def test_ready_in_another_letter_or_the_deadline_lets_it_count(room: Mailroom) -> None:
    await room.begin_hidden()
    await room.write("red", "GO draw\nFROBNICATE")
    await room.write("red", "READY")
    assert await journal(room) == [("go@red", "draw", "order")]
    await room.write("blue", "GO draw\nFROBNICATE")
    due = (await deadline(room)).due
    room.clock.set(due - timedelta(hours=20))
    await room.judge.sweep()
    assert "not understood" in (await room.last("reminder")).replace("\n", " ")
    room.clock.set(due + timedelta(minutes=1))
    await room.judge.sweep()
    assert (await journal(room))[1:] == [("go@blue", "draw", "order")]
