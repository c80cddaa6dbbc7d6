"""The judge: letters in, adjudication, letters out. One game, one transaction."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from engine.core import prelude
from engine.core.chance import entropy
from engine.core.table import Checkpoint, Rules, replay
from pbem import adjudication, downtime, intake, outbox, reporting
from pbem.boxes import all_boxes
from pbem.clock import Clock
from pbem.deadlines import Schedule, zone_of
from pbem.desk import SECRET_BYTES, Desk
from pbem.game_box import GameBox, Sentence
from pbem.intake import Handled
from pbem.judge_config import JudgeConfig, OnDeadline
from pbem.mail.compose import NAME_LIMIT, one_header_line
from pbem.mail.letter import Letter, read_head, read_letter
from pbem.playing import Sitting, begin, checkpoint_row, first_link, look_at, rules_of
from pbem.reports.words import LANGUAGES
from pbem.store import Store, games, letters
from pbem.store.models import DataFile, Game, LetterIn, LetterOut, Player, SeatRow

__all__ = ["Handled", "Judge", "NewPlayer"]

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"\\]+@[^\s@<>(),;:\"\\]+")
PARSED_WITHIN = 20.0
"""Seconds that reading a letter may take; nothing known needs a tenth of it."""
PARSED_IN_THREAD = 100_000
"""Letters above this size are parsed beside the event loop, so that others need not wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer:
    """Who plays: `seats` are faction ids of the game."""

    address: str
    name: str
    seats: Sequence[str]
    language: str = "en"
    zone: str = "UTC"


class Judge:
    """Takes letters, creates games, acts on deadlines, sends what is queued."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        config: JudgeConfig,
        boxes: Mapping[str, GameBox] | None = None,
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store, self.clock, self.config = store, clock, config
        self.desk = Desk(store, clock, config, all_boxes() if boxes is None else boxes, draw)

    # ------------------------------------------------------------------ letters and time

    async def take_letter(
        self, raw: bytes, *, uid: int | None = None, uidvalidity: int | None = None, received: datetime | None = None
    ) -> Handled:
        """Store and handle one letter. Raises nothing for a bad letter, only when the store can't be reached.

        `received`: when the mail server took it in; no date in the letter counts.
        """
        letter = await self._read(raw)
        return await intake.take(self.desk, raw, letter, self._when(received), uid, uidvalidity)

    def _when(self, received: datetime | None) -> datetime:
        """A mail server whose clock is ahead can't make a letter come from the future."""
        now = self.clock.now()
        return now if received is None else min(received, now)

    async def _read(self, raw: bytes) -> Letter:
        """Parse a letter, a large one beside the event loop; one that takes too long is known by its head only."""
        limit = self.config.max_bytes
        if len(raw) <= PARSED_IN_THREAD:
            return read_letter(raw, limit)
        try:
            async with asyncio.timeout(PARSED_WITHIN):
                return await asyncio.to_thread(read_letter, raw, limit)
        except TimeoutError:
            return replace(read_head(raw, len(raw), "unreadable"), sha256=hashlib.sha256(raw).hexdigest())

    async def take_head(
        self,
        head: bytes,
        size: int,
        *,
        uid: int | None = None,
        uidvalidity: int | None = None,
        received: datetime | None = None,
    ) -> Handled:
        """A letter too large to be fetched, by its first bytes: refused with a receipt."""
        letter = read_head(head, size)
        return await intake.take(self.desk, head, letter, self._when(received), uid, uidvalidity)

    async def take_again(self, number: int) -> Handled:
        """Handle a stored letter that is new again. Raises KeyError when there is none of that number."""
        async with self.store.reading() as db:
            row = await db.get(LetterIn, number)
        if row is None:
            raise KeyError(number)
        return await intake.handle(self.desk, number, await self._read(row.raw))

    async def take_up(self) -> int:
        """Handle the letters that were stored before the service died; to be called at start."""
        async with self.store.reading() as db:
            waiting = await letters.unhandled(db)
        for number, raw in waiting:
            await intake.handle(self.desk, number, await self._read(raw))
        return len(waiting)

    async def sweep(self, upto: datetime | None = None) -> int:
        """Reminders and deadlines that are due; how many fired.

        `upto`: only deadlines up to that moment. While mail does not flow none fires; when it flows again, the lost
        time is given back first.
        """
        if await downtime.held(self.desk, self.clock.now()):
            return 0
        failed = await downtime.give_back(self.desk)
        return await adjudication.sweep(self.desk, upto, failed)

    async def next_due(self) -> datetime:
        """When the next deadline falls; a moment that never comes when there is none."""
        async with self.store.reading() as db:
            due = await games.next_due(db)
        return due or datetime.max.replace(tzinfo=UTC)

    async def flush(self, send: outbox.Send) -> int:
        """Send the letters that are due by `send(raw, sender, recipient)`; how many went out."""
        return (await outbox.flush(self.desk, send)).sent

    async def send_letters(self, send: outbox.Send) -> outbox.Flushed:
        """As `flush`, telling also how it went with the mail server."""
        return await outbox.flush(self.desk, send)

    # ------------------------------------------------------------------ games

    async def new_game(
        self,
        name: str,
        rules: str,
        options: Mapping[str, Any],
        players: Sequence[NewPlayer],
        *,
        schedule: Schedule | None = None,
        on_deadline: OnDeadline = "default",
        reminder_hours: int = 24,
        data_text: str | None = None,
        data_name: str = "",
    ) -> int:
        """Create a game, play to its first question, queue the first reports; gives its number.

        Without a schedule there are no deadlines. Raises ValueError with a sentence when something does not fit.
        """
        box = self._box(rules)
        own = box.data()
        if data_text is None and own is not None:
            data_name, data_text = own
        made = rules_of(box, data_text, options)
        if not options.get(prelude.OPTION):
            options = {name: value for name, value in options.items() if name != prelude.OPTION}
        _check(name, made, options, players)
        secret = self.desk.draw(SECRET_BYTES)
        checkpoint = _first_checkpoint(made, options)
        table = replay(made, checkpoint, (), entropy(secret, name))
        now = self.clock.now()
        async with self.store.writing() as db:
            if await games.game(db, name) is not None:
                raise ValueError(f"there is a game {name!r} already; choose another name")
            digest = await _keep_data(db, data_name, data_text)
            game = Game(
                name=name, rules=rules, options=dict(options), secret=secret, data=digest, created=now,
                schedule=schedule.to_json() if schedule else None, on_deadline=on_deadline,
                reminder_hours=reminder_hours, record_hash=first_link(secret),
            )  # fmt: skip
            db.add(game)
            await db.flush()
            assert game.id is not None
            await self._seat(db, game.id, made.seats(options), players)
            db.add(checkpoint_row(game.id, checkpoint))
            await db.flush()
            sitting = await begin(db, game.id, box, table, now)
            sitting.data_text = data_text
            await sitting.save()
            deadline = await adjudication.set_deadline(self.desk, sitting)
            notices = [Sentence("letter.notice.commitment", {"commitment": sitting.commitment})]
            if digest is not None:
                notices.append(Sentence("letter.notice.data", {"file": data_name, "sha256": digest}))
            await reporting.send_reports(self.desk, sitting, list(sitting.players), deadline, notices)
        self.desk.tables.put(sitting.id, sitting.game.journal, table)
        return sitting.id

    async def _seat(self, db: AsyncSession, game: int, order: Sequence[str], players: Sequence[NewPlayer]) -> None:
        by_seat: dict[str, Player] = {}
        for one in players:
            name = one_header_line(one.name, NAME_LIMIT)  # a line end in it would begin a line in every letter
            row = Player(
                game=game, address=one.address.lower(), name=name, language=one.language, zone=one.zone
            )  # fmt: skip
            db.add(row)
            await db.flush()
            by_seat.update(dict.fromkeys(one.seats, row))
        for seat in order:
            owner = by_seat[seat].id
            assert owner is not None
            db.add(SeatRow(game=game, seat=seat, player=owner, token=self.desk.token()))
            await db.flush()

    def _box(self, rules: str) -> GameBox:
        if rules not in self.desk.boxes:
            raise ValueError(f"there is no game {rules!r}; this judge knows {', '.join(self.desk.boxes)}")
        return self.desk.boxes[rules]

    # ------------------------------------------------------------------ queries for the host

    async def games(self) -> list[Game]:
        async with self.store.reading() as db:
            return await games.games(db)

    async def game(self, name: str) -> Game | None:
        async with self.store.reading() as db:
            return await games.game(db, name)

    async def letters(self, name: str | None) -> tuple[list[LetterIn], list[LetterOut]]:
        """Letters in and out of a game; None: of no game. Raises KeyError for an unknown game."""
        async with self.store.reading() as db:
            number = None
            if name is not None:
                game = await games.game(db, name)
                if game is None:
                    raise KeyError(name)
                number = game.id
            return list(await games.letters_in(db, number)), list(await games.letters_out(db, number))

    async def sitting_of(self, name: str) -> Sitting:
        """A game to look at: position, players, who is awaited. Raises KeyError for an unknown game."""
        async with self.store.reading() as db:
            game = await games.game(db, name)
            if game is None or game.id is None:
                raise KeyError(name)
            return await look_at(db, game.id, self.desk.boxes, self.clock.now())


def _check(name: str, rules: Rules[Any], options: Mapping[str, Any], players: Sequence[NewPlayer]) -> None:
    """Raises ValueError with a sentence that says what to write."""
    if _NAME.fullmatch(name) is None:
        raise ValueError(
            f"{name!r} can't name a game: use up to 40 of a-z, 0-9, '.', '_' and '-', beginning with a letter"
        )
    seats = rules.seats(options)
    taken: dict[str, str] = {}
    addresses: set[str] = set()
    for player in players:
        if _ADDRESS.fullmatch(player.address) is None:
            raise ValueError(f"{player.address!r} is no mail address")
        if player.address.lower() in addresses:
            raise ValueError(f"{player.address} is named twice; give one player all his factions")
        addresses.add(player.address.lower())
        if player.language not in LANGUAGES:
            raise ValueError(f"there is no language {player.language!r}; choose one of {', '.join(LANGUAGES)}")
        zone_of(player.zone)
        if not player.seats:
            raise ValueError(f"{player.name} has no faction; choose from {', '.join(seats)}")
        for seat in player.seats:
            if seat not in seats:
                raise ValueError(f"{seat!r} does not play in this game; its factions are {', '.join(seats)}")
            if seat in taken:
                raise ValueError(f"{seat} is given to {taken[seat]} and to {player.name}")
            taken[seat] = player.name
    free = [seat for seat in seats if seat not in taken]
    if free:
        raise ValueError(f"nobody plays {', '.join(free)}")


def _first_checkpoint(rules: Rules[Any], options: Mapping[str, Any]) -> Checkpoint:
    """The position before the first step. Raises ValueError on options the game does not know."""
    state = rules.setup(options)
    rules.check(state)
    first = rules.step(state)
    return Checkpoint(0, first.name if first else "over", rules.schema, rules.edition, rules.to_json(state))


async def _keep_data(db: Any, name: str, text: str | None) -> str | None:
    """Pin the data of a new game; the hash is its key."""
    if text is None:
        return None
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await db.get(DataFile, digest) is None:
        db.add(DataFile(sha256=digest, name=name, content=text))
        await db.flush()
    return digest
