"""Words of the players' own before a game begins, by mail."""

from __future__ import annotations

import hashlib
import random
from datetime import timedelta
from typing import Any

import pytest

from engine.core.chance import entropy
from engine.core.table import Table
from pbem.boxes import all_boxes
from pbem.clock import SetClock
from pbem.games.dutch_revolt.box import DutchRevoltBox
from pbem.judge import Judge, NewPlayer
from pbem.playing import rules_of
from pbem.store import Store, games
from tests.pbem.mailroom import ANNA, BERT, CONFIG, Mailroom, counting


@pytest.fixture
def room(store: Store, clock: SetClock) -> Mailroom:
    return Mailroom(store, clock)


async def test_the_first_letter_commits_and_asks_before_anything_is_drawn(room: Mailroom) -> None:
    await room.begin_hidden(own_chance=True)
    reports = await room.texts("report")
    assert len(reports) == 3
    for _, text in reports:
        flat = text.replace("\n", " ")
        assert "its SHA-256 is" in flat
        assert "CHANCE DEFAULT" in text
        assert "own" in flat
        assert "Until:" in text
    async with room.store.reading() as db:
        assert await games.journal(db, 1) == []
    await room.write("red", "CHANCE storks in the rain")
    assert "storks in the rain" in await room.last("receipt")
    await room.write("blue", "STATUS\nFORM")
    receipt = await room.last("receipt")
    assert "has not begun" in receipt
    assert "CHANCE DEFAULT" in receipt
    assert "storks" not in receipt


async def test_the_words_are_sealed_mixed_in_and_told_at_the_end(room: Mailroom) -> None:
    await room.begin_hidden(own_chance=True)
    await room.write("red", "CHANCE storks in the rain")
    await room.write("red", "CHANCE herons in the snow")
    await room.write("blue", "CHANCE DEFAULT")
    assert (await room.judge.sitting_of("cards")).in_prelude
    await room.write("green", "CHANCE ő")
    sitting = await room.judge.sitting_of("cards")
    assert not sitting.in_prelude
    words = '[["red","herons in the snow"],["blue",""],["green","ő"]]'
    assert sitting.table.state.salt == hashlib.sha256(words.encode()).hexdigest()
    assert sitting.turn == 1
    assert len(await room.outgoing("report")) == 6  # the turn has begun: everybody sees his cards
    assert not any("herons" in text for recipient, text in await room.texts() if recipient != "anna@example.org")
    assert sitting.table.state.salt in (await room.last("report")).replace("\n", "")


async def test_at_the_deadline_who_gave_none_has_none(room: Mailroom) -> None:
    await room.begin_hidden(own_chance=True)
    await room.write("red", "CHANCE storks")
    await room.wait(days=5)
    sitting = await room.judge.sitting_of("cards")
    assert sitting.turn == 1
    async with room.store.reading() as db:
        entries = [(e.key, e.by) for e in await games.journal(db, 1)]
    assert entries[:3] == [
        ("chance_words@red", "order"), ("chance_words@blue", "default"), ("chance_words@green", "default"),
    ]  # fmt: skip
    await room.write("red", "CHANCE too late")
    assert (await room.judge.sitting_of("cards")).turn == 1


async def test_other_judges_load_such_a_game(room: Mailroom, store: Store, clock: SetClock) -> None:
    await room.begin_hidden(own_chance=True)
    await room.write("red", "CHANCE storks")
    other = Mailroom(store, clock, "other")
    other.count = 50
    await other.write("blue", "CHANCE rain")
    await other.write("green", "CHANCE snow")
    room.count = 90
    assert await room.write("red", "GO draw wait") == "done"
    one = (await room.judge.sitting_of("cards")).table.state
    other_judge = (await other.judge.sitting_of("cards")).table.state
    assert one.inner.hands == other_judge.inner.hands
    assert one.salt == other_judge.salt != ""


async def test_a_game_without_a_place_for_it_and_the_order_language(store: Store, clock: SetClock) -> None:
    """The Dutch Revolt: its position has no salt, its language has the verb, its first report comes after the words."""
    judge = Judge(store, clock, CONFIG, {"dutch_revolt": DutchRevoltBox()}, counting())
    factions = ("catholics", "habsburgs"), ("burghers", "reformers")
    players = [
        NewPlayer(address=one.address, name=one.name, seats=seats, language=language)
        for one, seats, language in zip((ANNA, BERT), factions, ("en", "hu"), strict=True)
    ]
    await judge.new_game("gouda", "dutch_revolt", {"players": 2, "mode": "standard", "own_chance": True}, players)
    room = Mailroom(store, clock)
    room.judge = judge
    first, second = await room.texts("report")
    assert "The game gouda begins: The Dutch Revolt." in " ".join(first[1].split())
    assert "Kezdődik a gouda játék: Németalföldi szabadságharc." in " ".join(second[1].split())
    assert f"Who plays:\n  Catholics: {ANNA.name}\n  Habsburgs: {ANNA.name}\n" in first[1]
    assert "FACTION Habsburgs" in first[1]
    assert "VÉLETLEN" not in second[1]  # the form is written with the English verbs
    assert "CHANCE DEFAULT" in second[1]
    assert "[" + "letter" not in first[1] + second[1]
    token = {row.seat: row.token for row in (await judge.sitting_of("gouda")).seats.values()}

    async def write(seat: str, text: str) -> str:
        raw = f"From: x@example.org\r\nTo: judge+{token[seat]}@example.org\r\nMessage-ID: <{seat}{len(text)}@x>\r\n"
        assert (await judge.take_letter(f"{raw}\r\n{text}\r\n".encode())).status == "done"
        return await room.last("receipt")

    receipt = await write(
        "catholics", "FACTION Catholics\nCHANCE storks, rain; else #1 nothing\nFACTION Habsburgs\nCHANCE none"
    )
    assert "“storks, rain; else #1 nothing”" in " ".join(receipt.split())
    receipt = await write(
        "burghers", "FACTION Burghers\nCHANCE DEFAULT\nFACTION Reformers\nVéletlen  gólyák   else eső"
    )
    assert "„gólyák else eső”" in receipt
    sitting = await judge.sitting_of("gouda")
    assert not sitting.in_prelude
    assert sitting.turn == 0
    words = (
        '[["catholics","storks, rain; else #1 nothing"],["habsburgs",""],["burghers",""],'
        '["reformers","gólyák else eső"]]'
    )
    assert sitting.table.state.salt == hashlib.sha256(words.encode()).hexdigest()
    receipt = await write("burghers", "FACTION Burghers\nCHANCE once more")
    assert "egyszer kérdezünk" in " ".join(receipt.split())


async def test_reminders_and_absences_of_the_question_for_words(room: Mailroom) -> None:
    await room.begin_hidden(own_chance=True)
    room.clock.advance(timedelta(days=2, hours=12))
    await room.judge.sweep()
    assert "CHANCE DEFAULT" in await room.last("reminder")


async def test_a_game_of_hidden_hands_begins_with_the_words(store: Store, clock: SetClock) -> None:
    judge = Judge(store, clock, CONFIG, all_boxes(), counting())
    players = [
        NewPlayer(address=one.address, name=one.name, seats=(seat,), language=language)
        for one, seat, language in zip((ANNA, BERT), ("red", "yellow"), ("en", "hu"), strict=True)
    ]
    await judge.new_game("paris", "heads_of_state", {"players": 2, "own_chance": True}, players)
    room = Mailroom(store, clock)
    room.judge = judge
    english, hungarian = [text for _, text in await room.texts("report")]
    assert "GAME paris TURN 0 SEAT red" in english
    assert "What words of your own" in english
    assert "Milyen saját szavakat" in hungarian
    for row in (await judge.sitting_of("paris")).seats.values():
        raw = f"From: x@example.org\r\nTo: judge+{row.token}@example.org\r\nMessage-ID: <{row.seat}@x>\r\n"
        form = english if row.seat == "red" else hungarian
        line = "CHANCE cranes or storks" if row.seat == "red" else next(x for x in form.splitlines() if x == "DEFAULT")
        assert (await judge.take_letter(f"{raw}\r\n{line}\r\n".encode())).status == "done"
    assert "“cranes or storks”" in (await room.texts("receipt"))[0][1]
    sitting = await judge.sitting_of("paris")
    assert sitting.table.state.salt == hashlib.sha256(b'[["red","cranes or storks"],["yellow",""]]').hexdigest()
    assert sitting.turn == 1
    reports = (await room.outgoing("report"))[2:]
    assert len(reports) == 2
    assert [report.why for report in reports] == ["", ""]
    assert all(
        sitting.table.state.salt in text.replace("\n", "").replace(" ", "")
        for _, text in (await room.texts("report"))[2:]
    )


@pytest.mark.parametrize(("game", "options"), [("dutch_revolt", {"players": 2}), ("heads_of_state", {"players": 3})])
def test_every_game_plays_on_with_a_salt_beside_its_position(game: str, options: dict[str, Any]) -> None:
    rules = rules_of(all_boxes()[game], None, {**options, "own_chance": True})
    rng = random.Random(4)
    table: Table[Any] = Table.start(rules, {**options, "own_chance": True}, entropy(b"s" * 32, "g"))
    for n in range(120):
        if table.over:
            break
        decision = table.open[0]
        table.answer(decision.key, decision.options.to_json(decision.options.sample(rng.randrange)), "order")
        if n % 10 == 0:
            again = Table.resume(rules, table.checkpoint, table.tail, entropy(b"s" * 32, "g"))
            assert rules.to_json(again.state) == rules.to_json(table.state)
            assert again.step_name == table.step_name
    assert table.state.salt
