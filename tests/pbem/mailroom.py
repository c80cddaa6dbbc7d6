"""A judge with a toy game, and letters to it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy
from typing import Any

from sqlalchemy import select
from sqlmodel import col

from pbem.clock import SetClock
from pbem.deadlines import Schedule
from pbem.judge import Judge, NewPlayer
from pbem.judge_config import JudgeConfig, OnDeadline
from pbem.mail.smtp import Fate, Outcome, Stage
from pbem.store import Store
from pbem.store.models import LetterOut, SeatRow
from tests.pbem.hidden_toy import HiddenBox
from tests.pbem.toy import ToyBox

CONFIG = JudgeConfig(address="judge@example.org", judge_name="The Judge", host="host@example.org")
ANNA = NewPlayer(address="anna@example.org", name="Anna", seats=("red",), zone="Europe/Budapest")
BERT = NewPlayer(address="bert@example.org", name="Bert", seats=("blue",), zone="America/New_York")
CARL = NewPlayer(address="carl@example.org", name="Carl", seats=("green",), zone="UTC")


def counting(seed: str = "") -> Callable[[int], bytes]:
    """Random bytes that are the same in every run."""
    drawn = 0

    def draw(count: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.sha256(f"{seed}{drawn}".encode()).digest()[:count]

    return draw


class Mailroom:
    """Sends letters to a judge and looks at what it sends."""

    def __init__(self, store: Store, clock: SetClock, seed: str = "", config: JudgeConfig = CONFIG) -> None:
        self.store, self.clock = store, clock
        self.judge = Judge(store, clock, config, {"toy": ToyBox(), "hidden": HiddenBox()}, counting(seed))
        self.sent: list[tuple[str, bytes]] = []
        self.count = 0

    async def begin(
        self,
        *players: NewPlayer,
        name: str = "tiny",
        on_deadline: OnDeadline = "default",
        schedule: Schedule | None = None,
    ) -> None:
        await self.judge.new_game(
            name, "toy", {}, players or (ANNA, BERT), schedule=schedule or Schedule(days=3), on_deadline=on_deadline
        )

    async def begin_hidden(
        self,
        *,
        name: str = "cards",
        on_deadline: OnDeadline = "default",
        schedule: Schedule | None = None,
        **options: Any,
    ) -> None:
        """The card game of hidden_toy, with three players."""
        await self.judge.new_game(
            name, "hidden", options, (ANNA, BERT, CARL), schedule=schedule or Schedule(days=3), on_deadline=on_deadline
        )

    async def token(self, seat: str, game: int = 1) -> str:
        async with self.store.reading() as db:
            query = select(col(SeatRow.token)).where(col(SeatRow.seat) == seat, col(SeatRow.game) == game)
            return (await db.execute(query)).scalar_one()

    async def raw(self, seat: str, text: str, **changes: str) -> bytes:
        """A letter for a seat, to its secret address."""
        self.count += 1
        owner = {"red": ANNA, "blue": BERT, "green": CARL}[seat]
        fields = {
            "From": f"{owner.name} <{owner.address}>",
            "To": f"judge+{await self.token(seat)}@example.org",
            "Subject": "orders",
            "Message-ID": f"<{self.count}@example.org>",
        }
        fields |= {name.replace("_", "-"): value for name, value in changes.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        return f"{head}\r\n{text}\r\n".encode()

    async def write(self, seat: str, text: str, **changes: str) -> str:
        """Hand a letter in; gives what became of it."""
        return (await self.judge.take_letter(await self.raw(seat, text, **changes))).status

    async def outgoing(self, kind: str = "") -> list[LetterOut]:
        async with self.store.reading() as db:
            query = select(LetterOut).order_by(col(LetterOut.id))
            return [x for x in (await db.execute(query)).scalars().all() if not kind or x.kind == kind]

    async def texts(self, kind: str = "") -> list[tuple[str, str]]:
        """(recipient, text) of the letters that were queued."""
        return [(x.recipient, text_of(x.raw)) for x in await self.outgoing(kind)]

    async def last(self, kind: str) -> str:
        return (await self.texts(kind))[-1][1]

    async def wait(self, **span: int) -> int:
        """Let time pass and sweep."""
        self.clock.advance(timedelta(**span))
        return await self.judge.sweep()

    async def send(self, raw: bytes, sender: str, recipient: str) -> Outcome:
        self.sent.append((recipient, raw))
        return Outcome(Fate.SENT, Stage.DONE, 250, "ok")


def text_of(raw: bytes) -> str:
    body = message_from_bytes(raw, policy=policy.default).get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")
