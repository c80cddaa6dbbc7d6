"""The real game by letters: every order form that is sent out, sent back as it stands."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.clock import SetClock
from pbem.judge import Judge, NewPlayer
from pbem.store import open_store
from tests.pbem.mailroom import CONFIG, counting, text_of

NOW = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
FORMS = 9
"""So many forms are sent back: the opening turn and a part of turn 1."""


def players(seats: tuple[str, ...]) -> list[NewPlayer]:
    zones = ("Europe/Budapest", "America/New_York", "Asia/Kathmandu")
    return [
        NewPlayer(address=f"p{n}@example.org", name=f"P{n}", seats=(seat,), language=("en", "hu")[n % 2], zone=zones[n])
        for n, seat in enumerate(seats)
    ]


async def play(url: str, *, restart: bool) -> tuple[str, list[str]]:
    """Send back `FORMS` forms; gives the hash of the record and all receipts."""
    store = await open_store(url)
    judge = Judge(store, SetClock(NOW), CONFIG, draw=counting())
    seats = ("catholics", "nobility", "reformers")
    await judge.new_game("gouda", "dutch_revolt", {"players": 3}, players(seats))
    answered: set[int] = set()
    for number in range(FORMS):
        letter = next(
            x for x in (await judge.letters("gouda"))[1]
            if x.kind == "report" and x.id not in answered and "\nGAME gouda" in text_of(x.raw)
        )  # fmt: skip
        answered.add(letter.id or 0)
        text = text_of(letter.raw)
        to = message_from_bytes(letter.raw, policy=policy.default)["Reply-To"]
        head = f"From: {letter.recipient}\r\nTo: {to}\r\nMessage-ID: <{number}@example.org>\r\n"
        head += "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        if restart:
            await store.close()
            store = await open_store(url)
            judge = Judge(store, SetClock(NOW), CONFIG, draw=counting(str(number)))
        handled = await judge.take_letter((head + text[text.index("\nGAME gouda") :]).encode())
        assert handled.status == "done", (await judge.letters(None))[0][-1].why
    game = await judge.game("gouda")
    assert game is not None
    letters = (await judge.letters("gouda"))[1]
    assert [x.why for x in letters if x.why] == []
    await store.close()
    return game.record_hash, [text_of(x.raw) for x in letters if x.kind == "receipt"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


async def test_forms_come_back_accepted_and_restarts_change_nothing(folder: Path) -> None:
    stayed, receipts = await play(f"sqlite:///{folder / 'stayed.db'}", restart=False)
    assert len(receipts) == FORMS
    for receipt in receipts:
        assert "REFUSED" not in receipt
        assert "ELUTASÍTVA" not in receipt
        assert "[" not in receipt.replace("[MAP|TREASURY|BOTH]", "").replace("[number]", "")
    restarted, _ = await play(f"sqlite:///{folder / 'restarted.db'}", restart=True)
    # Other secrets, but this game draws nothing: the records are equal.
    assert restarted == stayed
