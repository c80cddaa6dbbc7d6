"""Before an upgrade: play the stored games again with the rules at hand, and see whether they still say the same.

Reads only. A game goes on after an upgrade when the new rules, given its last position and the answers since, stop at
the same question; that is rehearsed for every running game. The whole record is played step by step, each from the
position stored before it, so that games begun under an older edition of the rules are judged by what they began with.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from engine.core.chance import Entropy, entropy
from engine.core.decision import IllegalOrder, Json
from engine.core.table import Checkpoint, Entry, Rules, Table, replay
from pbem.backup import copy_sqlite
from pbem.game_box import GameBox
from pbem.playing import first_link, link, read_checkpoint, rules_of
from pbem.store import open_store, open_to_look
from pbem.store.models import CheckpointRow, DataFile, EntryRow, Game, Pending


class Depth(Enum):
    """How much of each game is played again."""

    TAIL = "the last step of every running game"
    WHOLE = "the whole record of every game, finished ones too"


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a game no longer goes as it went. `entry` is its number in the record; 0 when no single one is to blame."""

    game: str
    step: str
    entry: int
    key: str
    why: str

    def __str__(self) -> str:
        entry = f", entry {self.entry} ({self.key})" if self.entry else f", {self.key}" if self.key else ""
        return f"{self.game}: step {self.step}{entry}: {self.why}" if self.step else f"{self.game}: {self.why}"


@dataclass(slots=True)
class Rehearsal:
    """What came of it. `migrations` are those that the first start of this version will carry out."""

    games: int = 0
    steps: int = 0
    entries: int = 0
    seconds: float = 0.0
    migrations: tuple[str, ...] = ()
    migrations_tried: bool = False
    diverged: list[Divergence] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for --json."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Stored:
    """What is read of a game: columns that were there from the first version of the schema on, and no others."""

    id: int
    name: str
    rules: str
    secret: bytes
    data: str | None
    journal: int
    record_hash: str
    options: Mapping[str, Any]


async def rehearse(url: str, depth: Depth, boxes: Mapping[str, GameBox]) -> Rehearsal:
    """Play the games of a database again.

    Raises NewerDatabase, other errors of SQLAlchemy, and FileNotFoundError when there is no such database.
    """
    began = time.perf_counter()
    found = Rehearsal()
    store = open_to_look(url)
    try:
        found.migrations = await store.lacking()
        async with store.reading() as db:
            for game in await _stored_games(db, depth):
                found.games += 1
                await _rehearse_game(db, game, depth, boxes, found)
    finally:
        await store.close()
    if found.migrations:
        await _rehearse_migrations(url, found)
    found.seconds = round(time.perf_counter() - began, 3)
    return found


async def _stored_games(db: AsyncSession, depth: Depth) -> list[_Stored]:
    query = sa.select(
        col(Game.id), col(Game.name), col(Game.rules), col(Game.secret), col(Game.data), col(Game.journal),
        col(Game.record_hash), col(Game.options),
    ).order_by(col(Game.id))  # fmt: skip
    if depth is Depth.TAIL:
        query = query.where(col(Game.status) == "running")
    return [_Stored(row[0] or 0, *row[1:]) for row in (await db.execute(query)).all()]


async def _rehearse_game(
    db: AsyncSession, game: _Stored, depth: Depth, boxes: Mapping[str, GameBox], found: Rehearsal
) -> None:
    # Whatever goes wrong with one game is what is asked for; the others are looked at all the same.
    try:
        rules = await _rules_of(db, game, boxes)
    except Exception as fault:  # noqa: BLE001
        found.diverged.append(Divergence(game.name, "", 0, "", f"its rules can't be had: {_told(fault)}"))
        return
    draw = entropy(game.secret, game.name)
    steps = await _steps(db, game, depth)
    found.diverged += await _broken_chain(db, game, steps)
    for (first, number, journal), following in zip(steps, [*steps[1:], None], strict=True):
        found.steps += 1
        found.entries += len(journal)
        if following is None:
            waiting = await _pending(db, game)
            wrong = _last_step(rules, draw, first, journal, waiting)
        else:
            wrong = _finished_step(rules, draw, first, journal, following[0])
        if wrong is not None:
            at, key, why = wrong
            found.diverged.append(Divergence(game.name, first.step, number + at if at else 0, key, why))


async def _rules_of(db: AsyncSession, game: _Stored, boxes: Mapping[str, GameBox]) -> Rules[Any]:
    if game.rules not in boxes:
        raise ValueError(f"this version has no game {game.rules!r}")
    text: str | None = None
    if game.data is not None:
        text = (
            await db.execute(sa.select(col(DataFile.content)).where(col(DataFile.sha256) == game.data))
        ).scalar_one()
        if hashlib.sha256(text.encode()).hexdigest() != game.data:
            raise ValueError("its data file was changed in the database")
    return rules_of(boxes[game.rules], text, game.options)


Steps = list[tuple[Checkpoint, int, list[Entry]]]
"""Each position with the journal from it to the next, and the number of the entry before that journal."""


async def _steps(db: AsyncSession, game: _Stored, depth: Depth) -> Steps:
    query = sa.select(
        col(CheckpointRow.number), col(CheckpointRow.step), col(CheckpointRow.schema_number),
        col(CheckpointRow.edition), col(CheckpointRow.state),
    ).where(col(CheckpointRow.game) == game.id)  # fmt: skip
    if depth is Depth.TAIL:
        query = query.order_by(col(CheckpointRow.number).desc()).limit(1)
    else:
        query = query.order_by(col(CheckpointRow.number))
    rows = (await db.execute(query)).all()
    steps: Steps = []
    for number, step, schema, edition, state in rows:
        row = CheckpointRow(
            game=game.id, number=number, step=step, schema_number=schema, edition=edition, state=state
        )  # fmt: skip
        entries = (
            await db.execute(
                sa.select(col(EntryRow.number), col(EntryRow.key), col(EntryRow.given), col(EntryRow.by))
                .where(col(EntryRow.game) == game.id, col(EntryRow.checkpoint) == number)
                .order_by(col(EntryRow.number))
            )
        ).all()
        before = entries[0][0] - 1 if entries else game.journal
        steps.append((read_checkpoint(row), before, [Entry(key, given, by) for _, key, given, by in entries]))
    return steps


async def _pending(db: AsyncSession, game: _Stored) -> list[tuple[str, Json]]:
    query = sa.select(col(Pending.key), col(Pending.answer)).where(col(Pending.game) == game.id)
    return [(key, answer) for key, answer in (await db.execute(query)).all()]


async def _broken_chain(db: AsyncSession, game: _Stored, steps: Steps) -> list[Divergence]:
    """The record is chained by hashes: an entry that was changed, added or lost afterwards is found."""
    entries = [(before + i, entry) for _, before, journal in steps for i, entry in enumerate(journal, 1)]
    if not entries:
        return []
    first = entries[0][0]
    query = sa.select(col(EntryRow.number), col(EntryRow.chain)).where(
        col(EntryRow.game) == game.id, col(EntryRow.number) >= first - 1
    )
    chains = {row.number: row.chain for row in (await db.execute(query)).all()}
    chain = chains.get(first - 1, first_link(game.secret))
    if first == 1 and chains[1] == link("", entries[0][1]):
        chain = ""  # games that were begun before the chain had a secret beginning
    for at, (number, entry) in enumerate(entries):
        chain = link(chain, entry)
        if number != first + at or chains.get(number) != chain:
            return [Divergence(game.name, "of the record", number, entry.key, "the hash of the record does not fit")]
    if entries[-1][0] != game.journal or chain != game.record_hash:
        return [Divergence(game.name, "of the record", 0, "its end", "the hash of the record does not fit")]
    return []


# ---------------------------------------------------------------------- one step

Fault = tuple[int, str, str]
"""Which entry of the step (from 1, 0: none), its key, and what is wrong."""


def _last_step(
    rules: Rules[Any], draw: Entropy, first: Checkpoint, journal: Sequence[Entry], waiting: Sequence[tuple[str, Json]]
) -> Fault | None:
    table = _played(rules, draw, first, journal)
    if not isinstance(table, Table):
        return table
    if table.passed or len(table.tail) != len(journal):
        asked = journal[-1].key if journal else ""
        return len(journal), asked, "the rules go on from here by themselves, where the game stopped to ask"
    for key, answer in waiting:
        decision = table.find(key)
        if decision is None:
            return 0, key, "a player has answered this already, and it is no longer asked"
        try:
            reason = decision.options.why_not(decision.options.from_json(answer))
        except IllegalOrder as fault:
            reason = fault.reason
        if reason is not None:
            return 0, key, f"the answer that was accepted is no longer allowed: {reason}"
    return None


def _finished_step(
    rules: Rules[Any], draw: Entropy, first: Checkpoint, journal: Sequence[Entry], following: Checkpoint
) -> Fault | None:
    table = _played(rules, draw, first, journal)
    if not isinstance(table, Table):
        return table
    if not table.passed or len(table.passed[0][0]) != len(journal):
        return len(journal), journal[-1].key if journal else "", "the step no longer ends here"
    reached = table.passed[0][1]
    if reached.step != following.step:
        return len(journal), "", f"the next step is {reached.step}, and was {following.step}"
    differing = sorted(_differing(_plain(rules, reached), _plain(rules, following)))
    if differing:
        return len(journal), "", f"the position behind the step differs in: {', '.join(differing)}"
    return None


def _played(rules: Rules[Any], draw: Entropy, first: Checkpoint, journal: Sequence[Entry]) -> Table[Any] | Fault:
    """The table after that journal, or the first entry with which it fails."""
    table = _tried(rules, draw, first, journal)
    if isinstance(table, Table):
        return table
    why, length = table, len(journal)
    for shorter in range(len(journal)):
        if isinstance(told := _tried(rules, draw, first, journal[:shorter]), str):
            why, length = told, shorter
            break
    return length, journal[length - 1].key if length else "", why


def _tried(rules: Rules[Any], draw: Entropy, first: Checkpoint, journal: Sequence[Entry]) -> Table[Any] | str:
    try:
        return replay(rules, first, journal, draw)
    except Exception as fault:  # noqa: BLE001 -- the failure is what is asked for
        return _told(fault)


def _plain(rules: Rules[Any], checkpoint: Checkpoint) -> Any:
    """A position as these rules write it, without the edition, which may be another."""
    state = json.loads(rules.to_json(rules.from_json(checkpoint.state, checkpoint.schema)))
    return {key: value for key, value in state.items() if key != "edition"}


def _differing(one: Any, other: Any) -> list[str]:
    if one == other:
        return []
    if isinstance(one, dict) and isinstance(other, dict):
        return [str(key) for key in {*one, *other} if one.get(key) != other.get(key)]
    return ["everything"]


def _told(fault: BaseException) -> str:
    text = str(fault).strip()
    return text if isinstance(fault, ValueError) and text else f"{type(fault).__name__}: {text}".rstrip(": ")


# ---------------------------------------------------------------------- migrations


async def _rehearse_migrations(url: str, found: Rehearsal) -> None:
    """Carry the migrations out on a copy, in the folder that TMPDIR names.

    Only for SQLite: a PostgreSQL database is rehearsed by restoring its dump elsewhere.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return
    found.migrations_tried = True
    try:
        with tempfile.TemporaryDirectory(prefix="pbem-rehearse-") as folder:
            copy = Path(folder) / "copy.sqlite3"
            copy_sqlite(Path(parsed.database or ""), copy)
            store = await open_store(f"sqlite:///{copy}")
            await store.close()
    except (SQLAlchemyError, CommandError, sqlite3.Error, OSError) as fault:
        why = f"the migrations {', '.join(found.migrations)} fail: {fault}"
        found.diverged.append(Divergence("the database", "", 0, "", why))
