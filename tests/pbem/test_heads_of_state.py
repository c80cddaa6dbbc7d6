"""Heads of State as the judge sees it: turns, deadlines, and a game by letters that a restart does not change."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.core.chance import entropy
from engine.core.table import Table
from pbem.boxes import all_boxes
from pbem.clock import SetClock
from pbem.game_box import Pace
from pbem.games.heads_of_state.tools import TOOLS
from pbem.judge import Judge, NewPlayer
from pbem.store import open_store
from tests.pbem.mailroom import CONFIG, counting, text_of

NOW = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
BOX = all_boxes()["heads_of_state"]
FORMS = 12
"""So many forms are answered: four turns of each."""


def _table(**options: int) -> Table[Any]:
    return Table.start(games.load("heads_of_state"), {"players": 3, **options}, entropy(b"box", "box"))


def test_turns_go_round_the_table() -> None:
    table = _table()
    first, second, third = table.state.order
    assert BOX.next_turns(table.state) == {first: 4, second: 2, third: 3}
    table.answer(table.open[0].key, "default", "order")
    assert BOX.turn_and_phase(table.state) == (2, 1)
    assert BOX.next_turns(table.state) == {first: 4, second: 5, third: 3}


def test_the_pace_of_a_turn() -> None:
    """19.4 One deadline a turn, and a grace once, at the first WAIT; nobody else notices."""
    table = _table(grace_hours=12)
    assert BOX.pace(table.state) == Pace()
    paces = []
    for _ in range(2):
        table.answer(table.open[0].key, [[{"do": "wait"}]], "order")
        paces.append(BOX.pace(table.state))
    assert paces == [Pace(kind="same", grace=12, quiet=True), Pace(kind="same", grace=0, quiet=True)]
    table.answer(table.open[0].key, "default", "order")
    assert BOX.pace(table.state) == Pace()


@pytest.mark.parametrize("hours", [0, 48])
def test_the_pace_of_a_change_of_round(hours: int) -> None:
    """19.5 A short deadline of its own; with 0 hours it never waits. Then the rest of a turn is asked for anew."""
    table = _table(keep_hours=hours)
    seen = []
    while not table.over and len(seen) < 2:
        decision = table.open[0]
        if decision.kind == "keep" or decision.about:
            seen.append((decision.kind, BOX.pace(table.state)))
        blind = [[[{"do": "option", "card": "1"}]], [[{"do": "take", "card": "blind"}]] * 3]
        given: Any = [*blind[0], *blind[1]] if decision.kind == "turn" and not decision.about else "default"
        table.answer(decision.key, given, "order")
    assert ("keep", Pace(kind="hours", hours=hours, quiet=True)) in seen
    assert BOX.pace(table.state).never_waits is (hours == 0 and table.open[0].kind == "keep")


def test_options_of_a_new_game() -> None:
    assert TOOLS.options([["red"], ["yellow"]], "", {}) == {"players": 2}
    chosen = TOOLS.options([["red"], ["black"]], "", {"keep_hours": 0, "R2_first_turn_exchange": True})
    assert chosen == {
        "players": 2, "colours": ["red", "black"], "keep_hours": 0, "switches": {"R2_first_turn_exchange": True},
    }  # fmt: skip
    with pytest.raises(ValueError, match="no modes"):
        TOOLS.options([["red"], ["yellow"]], "quick", {})
    with pytest.raises(ValueError, match="one colour"):
        TOOLS.options([["red", "blue"], ["yellow"]], "", {})


async def _play(url: str, *, restart: bool) -> tuple[str, list[str]]:
    """Answer `FORMS` forms as automatic players do; gives the hash of the record and all receipts."""
    store = await open_store(url)
    judge = Judge(store, SetClock(NOW), CONFIG, draw=counting())
    players = [
        NewPlayer(address=f"p{n}@example.org", name=f"P{n}", seats=(seat,), language=("en", "hu")[n % 2], zone="UTC")
        for n, seat in enumerate(("red", "yellow", "blue"))
    ]
    await judge.new_game("versailles", "heads_of_state", {"players": 3}, players)
    answered: set[int] = set()
    for number in range(FORMS):
        letter = next(
            x for x in (await judge.letters("versailles"))[1]
            if x.kind == "report" and x.id not in answered and "\nGAME versailles" in text_of(x.raw)
        )  # fmt: skip
        answered.add(letter.id or 0)
        text = text_of(letter.raw)
        form = [line.strip() for line in text[text.index("\nGAME versailles") :].strip().splitlines()]
        to = message_from_bytes(letter.raw, policy=policy.default)["Reply-To"]
        head = f"From: {letter.recipient}\r\nTo: {to}\r\nMessage-ID: <{number}@example.org>\r\n"
        head += "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        if restart:
            await store.close()
            store = await open_store(url)
            judge = Judge(store, SetClock(NOW), CONFIG, draw=counting(str(number)))
        lines = TOOLS.vary(form, random.Random(number))
        handled = await judge.take_letter((head + "\n".join(lines) + "\n").encode())
        assert handled.status == "done", (await judge.letters(None))[0][-1].why
    game = await judge.game("versailles")
    assert game is not None
    letters = (await judge.letters("versailles"))[1]
    assert [x.why for x in letters if x.why] == []
    await store.close()
    return game.record_hash, [text_of(x.raw) for x in letters if x.kind == "receipt"]


async def test_turns_by_letters_and_restarts_change_nothing(tmp_path: Path) -> None:
    stayed, receipts = await _play(f"sqlite:///{tmp_path / 'stayed.db'}", restart=False)
    assert len(receipts) == FORMS
    for receipt in receipts:
        assert "REFUSED" not in receipt
        assert "ELUTASÍTVA" not in receipt
        assert "[event" not in receipt
    restarted, _ = await _play(f"sqlite:///{tmp_path / 'restarted.db'}", restart=True)
    assert restarted == stayed
