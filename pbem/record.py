"""The record of a finished game: everything that is needed to play it again and to check every draw.

A file of JSON lines (UTF-8, one JSON object a line, every line ended by a line feed), in this order:

    {"pbem_record":1,"game":"gouda","rules":"dutch_revolt","options":{…},"seats":["catholics",…],"edition":7,"schema":3,
     "data":{"name":"board.toml","sha256":"…","text":"…"},"commitment":"…","secret":"…"}
    {"checkpoint":0,"step":"…","edition":7,"schema":3,"position":"…"}
    {"entry":1,"key":"chance:pile:8+7+6+5+4+3+2+1","given":[3,…],"by":"chance","chain":"…"}
    {"entry":2,"key":"recruit@burghers","given":[…],"by":"order","chain":"…"}
    {"report":1,"seats":["burghers"],"entry":2,"hash":"…"}
    …
    {"entries":412,"hash":"…","result":…}
    {"sha256":"…"}

* `commitment` is the SHA-256 of the secret's bytes; it stood in the first report.
* `by` says who gave an entry: order, standing, default, forced, referee, or chance.
* `chain` of an entry is the SHA-256 of the JSON [chain of the entry before, key, given, by], without spaces. Before the
  first entry it is the SHA-256 of "record " and the secret's bytes.
* A checkpoint is the position between two steps; `position` is the SHA-256 of its JSON with sorted keys, without spaces
  and without its `edition`. It stands where the game passed it.
* A report line tells the hash that was printed in a report of these seats: the chain of that entry.
* A draw: for the i-th of its sizes, HMAC-SHA256 with the secret over "game/checkpoint/request/i/key", as a whole number
  modulo the size, and 1. `request` counts what the step has asked and drawn, from 1. Where players gave words of their
  own (`chance_words`), "game" is followed by "/" and the salt: see engine/core/prelude.py.
* The last line is the SHA-256 of all bytes before it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from engine.core.chance import commitment
from engine.core.decision import Json
from engine.core.table import Checkpoint
from pbem.game_box import GameBox
from pbem.playing import first_link, load_table, read_checkpoint, rules_of
from pbem.store import games
from pbem.store.models import CheckpointRow, DataFile, EntryRow, Game, Report
from pbem.store.seated import GameNow

FORMAT: Final = 1
SUFFIX: Final = ".record.jsonl"
CONTENT_TYPE: Final = "application/json"


def line(value: Json | dict[str, Any]) -> bytes:
    """One line of a record."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def sealed(lines: Iterable[bytes]) -> bytes:
    """The lines with the check sum of all of them."""
    body = b"".join(lines)
    return body + line({"sha256": hashlib.sha256(body).hexdigest()})


def digest(position: bytes) -> str:
    """The hash of a position, without the edition: that changes with the program, not with the game."""
    plain = {key: value for key, value in json.loads(position).items() if key != "edition"}
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def result_of(view: dict[str, Json]) -> Json:
    """The result that a public view tells at the end; all of the view where it names none."""
    return view.get("result", view)


async def record_of(db: AsyncSession, game: Game | GameNow, box: GameBox) -> bytes:
    """The record of a game. Raises ValueError while it is running: it tells all that is sealed."""
    assert game.id is not None
    if game.status != "over":
        raise ValueError(f"The game {game.name} is not over; its record tells everything that is still sealed.")
    data = await db.get(DataFile, game.data) if game.data is not None else None
    text = data.content if data is not None else None
    rules = rules_of(box, text, game.options)
    end = (await load_table(db, game, box, text)).state
    places = await _checkpoints(db, game.id)
    lines = [
        line({
            "pbem_record": FORMAT, "game": game.name, "rules": game.rules, "options": game.options,
            "seats": [row.seat for row in await games.seats(db, game.id)],
            "edition": places[0].edition, "schema": places[0].schema,
            "data": {"name": data.name, "sha256": data.sha256, "text": data.content} if data is not None else None,
            "commitment": commitment(game.secret), "secret": game.secret.hex(),
        })
    ]  # fmt: skip
    entries = await games.journal(db, game.id)
    lines += _body(game, places, entries, await _reports(db, game))
    lines.append(line({"entries": len(entries), "hash": game.record_hash, "result": result_of(rules.view(end, None))}))
    return sealed(lines)


def _body(
    game: Game | GameNow,
    places: Sequence[Checkpoint],
    entries: Sequence[EntryRow],
    reports: Sequence[tuple[int, int, list[str]]],
) -> list[bytes]:
    """Checkpoints, entries and reports in the order in which they came."""
    lines: list[bytes] = []
    chain, length = first_link(game.secret), 0
    left, told = list(places), list(reports)

    def pass_checkpoints(upto: int) -> None:
        while left and left[0].number <= upto:
            place = left.pop(0)
            lines.append(
                line({
                    "checkpoint": place.number, "step": place.step, "edition": place.edition, "schema": place.schema,
                    "position": digest(place.state),
                })
            )  # fmt: skip

    def pass_reports() -> None:
        while told and told[0][0] <= length:
            at, number, seats = told.pop(0)
            lines.append(line({"report": number, "seats": list(seats), "entry": at, "hash": chain}))

    for entry in entries:
        pass_checkpoints(entry.checkpoint)
        pass_reports()
        length, chain = entry.number, entry.chain
        lines.append(line({"entry": length, "key": entry.key, "given": entry.given, "by": entry.by, "chain": chain}))
    pass_checkpoints(places[-1].number)
    return lines


async def _checkpoints(db: AsyncSession, game: int) -> list[Checkpoint]:
    rows = await db.execute(
        select(CheckpointRow).where(col(CheckpointRow.game) == game).order_by(col(CheckpointRow.number))
    )
    return [read_checkpoint(row) for row in rows.scalars()]


async def _reports(db: AsyncSession, game: Game | GameNow) -> list[tuple[int, int, list[str]]]:
    """(length of the journal, number, seats) of each report, but those of the end, which tell the hash of it all."""
    assert game.id is not None
    rows = (
        await db.execute(
            select(Report)
            .where(col(Report.game) == game.id, col(Report.journal) < game.journal)
            .order_by(col(Report.journal), col(Report.player), col(Report.number))
        )
    ).scalars()
    seats: dict[int, list[str]] = {}
    for row in await games.seats(db, game.id):
        seats.setdefault(row.player, []).append(row.seat)
    return [(row.journal or 0, row.number, seats[row.player]) for row in rows]
