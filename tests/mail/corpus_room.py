"""A game of the Dutch Revolt in its first turn, with known secrets, to which the letters of the corpus are handed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import delete, update
from sqlmodel import col

from pbem.clock import SetClock
from pbem.deadlines import parse_schedule
from pbem.judge import Judge, NewPlayer
from pbem.judge_config import JudgeConfig
from pbem.store import Store, open_store
from pbem.store.models import KeptLine, LetterOut, Pending, Player, SeatRow
from tests.pbem.mailroom import counting, text_of

CORPUS = Path(__file__).with_name("corpus")
CONFIG = JudgeConfig(
    address="judge@example.org", judge_name="The Judge", host="host@example.org", token_days=0, answers_an_hour=10**6,
    answers_a_day=10**6, strangers_every=timedelta(seconds=1),
)  # fmt: skip
SECRETS = {"habsburgs": "ann0secret0token", "catholics": "bert0secret0token"}
PLAYERS = (
    NewPlayer(address="ann@example.org", name="Ann Example", seats=("habsburgs",)),
    NewPlayer(address="bert@example.org", name="Bert", seats=("catholics",)),
    NewPlayer(address="cleo@example.org", name="Cleo", seats=("nobility",)),
    NewPlayer(address="dora@example.org", name="Dora", seats=("burghers",)),
    NewPlayer(address="emil@example.org", name="Emil", seats=("reformers",)),
)
_LINE = re.compile(r"^(?:\d+[a-z]*: )?(.*)\n  (ACCEPTED|KEPT FOR LATER|REFUSED|DONE): ", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What became of a letter: `taken` are its lines that were accepted or kept for later, `receipt` in one line."""

    status: str
    why: str
    taken: tuple[str, ...]
    refused: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    """(kind, recipient) of each letter that it brought about."""
    receipt: str


class CorpusRoom:
    """Hands letters in, each as if it were the first: what the one before had brought is taken back."""

    def __init__(self, store: Store, clock: SetClock, config: JudgeConfig = CONFIG) -> None:
        self.store, self.clock = store, clock
        self.judge = Judge(store, clock, config, draw=counting())
        self.seen = 0

    @classmethod
    async def begin(cls, folder: Path, config: JudgeConfig = CONFIG) -> CorpusRoom:
        clock = SetClock(datetime(2027, 1, 4, 12, tzinfo=UTC))
        room = cls(await open_store(f"sqlite:///{folder / 'corpus.db'}"), clock, config)
        schedule = parse_schedule("every 3 days at 20:00 UTC minimum 24 hours")
        await room.judge.new_game("gouda", "dutch_revolt", {"players": 5}, PLAYERS, schedule=schedule)
        game = await room.judge.game("gouda")
        while game is not None and game.turn == 0:
            clock.advance(timedelta(days=4))
            assert await room.judge.sweep() == 1
            game = await room.judge.game("gouda")
        async with room.store.writing() as db:
            for seat, secret in SECRETS.items():
                await db.execute(update(SeatRow).where(col(SeatRow.seat) == seat).values(token=secret))
        room.seen = max(letter.id or 0 for letter in await room._sent())
        return room

    async def hand_in(self, raw: bytes) -> Outcome:
        async with self.store.writing() as db:
            await db.execute(delete(Pending))
            await db.execute(delete(KeptLine))
            await db.execute(update(Player).values(hold=False))
        self.clock.advance(timedelta(seconds=2))
        handled = await self.judge.take_letter(raw)
        new = [letter for letter in await self._sent() if (letter.id or 0) > self.seen]
        self.seen = max([self.seen, *(letter.id or 0 for letter in new)])
        receipt = next((text_of(letter.raw) for letter in new if letter.kind == "receipt"), "")
        lines = _LINE.findall(receipt)
        return Outcome(
            handled.status,
            handled.why,
            tuple(text for text, verdict in lines if verdict in ("ACCEPTED", "KEPT FOR LATER")),
            tuple(text for text, verdict in lines if verdict == "REFUSED"),
            tuple((letter.kind, letter.recipient) for letter in new),
            " ".join(receipt.split()),
        )

    async def _sent(self) -> list[LetterOut]:
        letters = [*(await self.judge.letters("gouda"))[1], *(await self.judge.letters(None))[1]]
        return sorted(letters, key=lambda letter: letter.id or 0)
