"""Orders kept for later that come to nothing: their player is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.clock import SetClock
from pbem.deadlines import parse_schedule
from pbem.judge import Judge, NewPlayer
from pbem.store import Store, open_store
from pbem.store.models import KeptLine
from tests.pbem.mailroom import CONFIG, Mailroom, counting, text_of

NOW = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)


async def test_an_order_that_was_never_asked_for_is_told_when_its_turn_is_over(tmp_path: Path) -> None:
    clock = SetClock(NOW)
    store = await open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    judge = Judge(store, clock, CONFIG, draw=counting())
    players = [
        NewPlayer(address="anna@example.org", name="Anna", seats=["catholics", "burghers"]),
        NewPlayer(address="bert@example.org", name="Bert", seats=["habsburgs", "reformers"]),
    ]
    schedule = parse_schedule("every 1 days at 20:00 UTC minimum 1 hours")
    await judge.new_game("gouda", "dutch_revolt", {"players": 2}, players, schedule=schedule)
    sitting = await judge.sitting_of("gouda")
    token = sitting.seats["burghers"].token
    letter = (
        f"From: anna@example.org\r\nTo: judge+{token}@example.org\r\nMessage-ID: <1@example.org>\r\n\r\n"
        "FACTION Burghers\r\nNEUTRALS Holland\r\n"
    )
    assert (await judge.take_letter(letter.encode())).status == "done"
    receipt = (await judge.letters("gouda"))[1][-1]
    assert "KEPT FOR LATER" in text_of(receipt.raw)
    game = await judge.game("gouda")
    while game is not None and game.turn == 0:
        clock.set(clock.now() + timedelta(days=1))
        await judge.sweep()
        game = await judge.game("gouda")
    told = [
        x.recipient
        for x in (await judge.letters("gouda"))[1]
        if "comes to nothing: NEUTRALS Holland. It was never asked for in turn 0" in " ".join(text_of(x.raw).split())
    ]
    assert told == ["anna@example.org"]
    assert (await judge.sitting_of("gouda")).kept == []
    await store.close()


async def test_an_order_for_the_next_turn_is_one_answer_of_several(store: Store, clock: SetClock) -> None:
    """At the end of a turn it becomes an answer, and stays one while the others think."""
    room = Mailroom(store, clock)
    await room.begin()
    red = (await room.judge.sitting_of("tiny")).seats["red"].player
    async with store.writing() as db:
        db.add(KeptLine(game=1, player=red, seat="red", kind="bid", turn=2, number="1", text="BID 2", order=2))
    assert await room.write("red", "BID 0") == "done"
    assert await room.write("blue", "BID 3\nSTANCE bold") == "done"
    sitting = await room.judge.sitting_of("tiny")
    assert (sitting.turn, sitting.kept) == (2, [])
    assert {key: row.answer for key, row in sitting.pending.items()} == {"bid@red": 2}
