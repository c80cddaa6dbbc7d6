"""One game in two worlds that differ only in what a reader may not know: is any byte of his mail different?

A game is played by letters, through the judge, as it would be by mail. At a moment its database is copied twice; in one
copy the hidden part of the position is replaced. Then both worlds get the same letters, and everything that the reader
is sent, and when, is compared.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlmodel import col

from engine.core.decision import AnyDecision, Json
from pbem.boxes import all_boxes
from pbem.clock import SetClock
from pbem.deadlines import Schedule
from pbem.game_box import GameBox
from pbem.judge import Judge, NewPlayer
from pbem.playing import Sitting
from pbem.store import Store, open_store
from pbem.store.models import CheckpointRow, Deadline, LetterOut
from tests.pbem.mailroom import CONFIG, counting

ZONES = ("Europe/Budapest", "America/New_York", "Asia/Kathmandu", "UTC", "Pacific/Auckland", "Europe/Helsinki")


@dataclass(frozen=True, slots=True)
class Step:
    """A letter that a seat writes in both worlds; the judge sweeps after so many hours."""

    seat: str
    lines: Sequence[str]
    hours: int = 5


def _as_it_is(position: Json) -> Json:
    return position


@dataclass(frozen=True, slots=True)
class Play:
    """What is done in the two worlds: the steps of each, and how the position of the second is changed before."""

    first: Sequence[Step]
    second: Sequence[Step]
    change: Callable[[Json], Json] = _as_it_is
    half_done: bool = False
    """In one world a turn is half done, in the other not begun: the asked player's own mail and deadline differ, so
    moments and the numbers of letters are not compared."""


_NUMBERED = re.compile(rb"(?im)^message-id:.*\r?\n")


@dataclass(slots=True)
class Seen:
    """What a reader was sent, and the moments at which anything happened to his game."""

    letters: list[bytes] = field(default_factory=list)
    times: list[str] = field(default_factory=list)

    def without_numbers(self) -> Seen:
        """Without the moments, and the Message-IDs, of which the judge draws one for every letter to anybody."""
        return Seen([_NUMBERED.sub(b"", raw, count=1) for raw in self.letters])

    def differing(self, other: Seen) -> list[str]:
        """In words, what is not the same."""
        found = []
        if len(self.letters) != len(other.letters):
            found.append(f"{len(self.letters)} letters against {len(other.letters)}")
        for number, (one, two) in enumerate(zip(self.letters, other.letters, strict=False), start=1):
            if one != two:
                at = next(
                    (i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
                )
                found.append(
                    f"letter {number} from byte {at}: {one[at - 60 : at + 60]!r} against {two[at - 60 : at + 60]!r}"
                )
        if self.times != other.times:
            found.append(f"times {self.times} against {other.times}")
        return found


class World:
    """A judge over a database of its own."""

    def __init__(self, path: Path, store: Store, clock: SetClock, boxes: Mapping[str, GameBox]) -> None:
        self.path, self.store, self.clock = path, store, clock
        base, _, copied = path.stem.partition("-")
        # The same bytes in both copies, so that only what is hidden may differ; others than in the first world.
        self.seed = f"{base}, copied" if copied else base
        self.judge = Judge(store, clock, CONFIG, boxes, draw=counting(self.seed))
        self.seen = 0
        self.letters = 0

    @classmethod
    async def open(cls, path: Path, now: datetime, boxes: Mapping[str, GameBox] | None = None) -> World:
        return cls(path, await open_store(f"sqlite:///{path}"), SetClock(now), all_boxes() if boxes is None else boxes)

    async def close(self) -> None:
        await self.store.close()

    async def begin(
        self, game: str, rules: str, options: Mapping[str, Json], seats: Sequence[str], **more: Any
    ) -> None:
        """A new game, a player for each seat; every second one reads Hungarian."""
        players = [
            NewPlayer(
                address=f"{seat}@example.org",
                name=seat.title(),
                seats=(seat,),
                language=("en", "hu")[n % 2],
                zone=ZONES[n],
            )
            for n, seat in enumerate(seats)
        ]
        await self.judge.new_game(game, rules, options, players, schedule=Schedule(days=3), **more)

    async def sitting(self, game: str) -> Sitting:
        return await self.judge.sitting_of(game)

    async def write(self, game: str, seat: str, lines: Sequence[str]) -> None:
        """A letter of a seat to its secret address, taken in and answered."""
        sitting = await self.sitting(game)
        self.letters += 1
        head = (
            f"From: {seat}@example.org\r\nTo: judge+{sitting.seats[seat].token}@example.org\r\nSubject: orders\r\n"
            f"Message-ID: <{self.path.stem.partition('-')[0]}.{self.letters}@example.org>\r\n"
            "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        )
        handled = await self.judge.take_letter((head + "\r\n".join(lines) + "\r\n").encode())
        assert handled.status == "done", (lines, (await self.judge.letters(None))[0][-1].why)

    async def mail(self, reader: str) -> list[bytes]:
        """The letters to a reader that were queued since the last call."""
        async with self.store.reading() as db:
            query = sa.select(col(LetterOut.id), col(LetterOut.recipient), col(LetterOut.raw))
            rows = (await db.execute(query.where(col(LetterOut.id) > self.seen).order_by(col(LetterOut.id)))).all()
        self.seen = max([self.seen, *(row[0] for row in rows)])
        return [raw for _, recipient, raw in rows if recipient == f"{reader}@example.org"]

    async def times(self) -> list[str]:
        """Every deadline and when its question was asked, and when each reader was written to."""
        async with self.store.reading() as db:
            rows = (await db.execute(sa.select(Deadline).order_by(col(Deadline.id)))).scalars()
            return [f"{row.asked} {row.due} {row.remind} {row.reminded} {row.done} {row.how}" for row in rows]

    async def play(self, game: str, reader: str, steps: Sequence[Step]) -> Seen:
        """Do the steps; what the reader was sent meanwhile."""
        seen = Seen()
        await self.mail(reader)
        for step in steps:
            self.clock.advance(timedelta(hours=step.hours))
            await self.judge.sweep()
            await self.write(game, step.seat, step.lines)
            seen.letters += await self.mail(reader)
            seen.times += [f"{len(seen.letters)} letters", *await self.times()]
        return seen

    async def copy(self, suffix: str) -> World:
        """This world once more, as it is now; what happens in one does not touch the other."""
        path = self.path.with_name(f"{self.path.stem.partition('-')[0]}-{suffix}.db")
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(self.path)) as connection:
            connection.execute("VACUUM INTO ?", (str(path),))
        other = await World.open(path, self.clock.now(), self.judge.desk.boxes)
        other.letters = self.letters
        return other

    async def replace_position(self, change: Callable[[Json], Json]) -> None:
        """Rewrite the newest checkpoint of the only game; the journal since then is played again on it."""
        async with self.store.writing() as db:
            newest = sa.select(CheckpointRow).order_by(col(CheckpointRow.number).desc()).limit(1)
            row = (await db.execute(newest)).scalar_one()
            state = change(json.loads(zlib.decompress(row.state)))
            row.state = zlib.compress(json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode())
            db.add(row)
        self.judge.desk.tables = type(self.judge.desk.tables)()


def lines_of(sitting: Sitting, decision: AnyDecision, rng: random.Random) -> list[str]:
    """A random legal answer as the lines of a letter."""
    options = decision.options
    answer = options.to_json(options.sample(rng.randrange))
    return list(sitting.box.answer_lines(decision, answer, sitting.data_text))


async def compare(
    world: World, game: str, reader: str, play: Play, leak: Callable[[World], None] = lambda world: None
) -> list[str]:
    """Play on in two copies of a world; what differs for the reader.

    `leak` spoils a copy, so that a test can see that a leak is found.
    """
    one, two = await world.copy("one"), await world.copy("two")
    try:
        for copy in (one, two):
            leak(copy)
        await one.replace_position(_as_it_is)
        await two.replace_position(play.change)
        first, second = await one.play(game, reader, play.first), await two.play(game, reader, play.second)
        return (
            first.without_numbers().differing(second.without_numbers()) if play.half_done else first.differing(second)
        )
    finally:
        await one.close()
        await two.close()
