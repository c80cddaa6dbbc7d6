"""One game inside one transaction: load it, take answers, play on, save what happened."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete
from sqlalchemy.ext.asyncio import AsyncSession

from engine.core import prelude
from engine.core.chance import commitment, entropy
from engine.core.decision import AnyDecision, IllegalOrder, Json
from engine.core.events import Event
from engine.core.table import By, Checkpoint, Entry, Rules, Table
from orders.standing import Standing
from pbem.game_box import FRESH, GameBox, LineResult, Pace, Position, Sentence, Waiting
from pbem.store import games, seated
from pbem.store.models import CheckpointRow, Deadline, EntryRow, Game, Happening, KeptLine, StandingOrder
from pbem.store.prepared import on_connection
from pbem.store.seated import GameNow, PendingNow

COMPRESSION = 1
_plain_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
"""What it is given was read from JSON or made by the codec: it can't contain itself."""
STOPS_AT_ONCE = 500
"""More stops answered in one go than a game can have: the rules or the kept orders go round in circles."""


class Tables:
    """Live tables kept between letters, so that a game need not be loaded and replayed for each. A table is taken out
    while it is played on: when the transaction fails it is not put back, and the next letter loads the stored game."""

    def __init__(self, limit: int = 100) -> None:
        self._kept: OrderedDict[int, tuple[int, Table[Any]]] = OrderedDict()
        self._limit = limit

    def take(self, game: int, journal: int) -> Table[Any] | None:
        """The table of that game, if it stands at that length of the journal."""
        kept = self._kept.pop(game, None)
        return kept[1] if kept and kept[0] == journal else None

    def put(self, game: int, journal: int, table: Table[Any]) -> None:
        self._kept[game] = (journal, table)
        while len(self._kept) > self._limit:
            self._kept.popitem(last=False)


@dataclass(slots=True)
class Played:
    """What playing on has brought: how many questions were settled, and which answers were defaults."""

    settled: int = 0
    defaults: list[tuple[str, str]] = field(default_factory=list)
    """(seat, kind) of each default that all may hear of."""
    turn_ended: bool = False
    lapsed: list[tuple[int, LineResult]] = field(default_factory=list)
    """(player, order kept for later that comes to nothing)."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What somebody may know of where a game stands: the seats that are asked, and those whose answers are awaited."""

    turn: int
    phase: int
    asked: tuple[str, ...]
    awaited: tuple[str, ...]


class Sitting:
    """A game that is being played in one transaction."""

    def __init__(
        self,
        db: AsyncSession,
        found: seated.Found[Table[Any]],
        box: GameBox,
        table: Table[Any],
        now: datetime,
        stored: int | None = None,
    ) -> None:
        self.db, self.game, self.box, self.table, self.now = db, found.game, box, table, now
        self.id = found.game.id
        self.players, self.seats, self.pending = found.players, found.seats, found.pending
        self.kept: list[KeptLine] = []
        self.standing: list[StandingOrder] = []
        self.events = found.events
        """Number of the last event."""
        self.data_text: str | None = None
        self._stored = len(table.tail) if stored is None else stored
        """How many entries of the step that is being played are stored."""
        self._stored_pending = {*found.pending}
        """Keys of the answers that are stored, as they are or as they were."""
        self._changed_pending: set[str] = set()
        """Keys of those that are not stored as they are now."""
        self._letters: dict[int, int | None] = {}
        """Which letter gave which of the entries that are not saved yet."""

    # ------------------------------------------------------------------ who and what

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def commitment(self) -> str:
        return commitment(self.game.secret)

    def seats_of(self, player: int) -> tuple[str, ...]:
        """The factions of a player, in the order of the rulebook."""
        return tuple(seat for seat, row in self.seats.items() if row.player == player)

    def token_of(self, player: int) -> str:
        """The secret of a player's letters: that of his first seat."""
        return next(row.token for row in self.seats.values() if row.player == player)

    @property
    def state(self) -> Any:
        """The position as the game's own parts take it."""
        return prelude.beyond(self.table.state)

    @property
    def rules(self) -> Rules[Any]:
        """The rules as the game's own parts know them, for what they say of `state`."""
        rules: Rules[Any] = self.table.rules
        return rules.inner if isinstance(rules, prelude.OwnChance) else rules

    @property
    def turn(self) -> int:
        return self.box.turn_and_phase(self.state)[0]

    @property
    def moment(self) -> str:
        """Where the game stands, as the host reads it."""
        if self.over:
            return "over"
        return "before turn 1: words for chance" if self.in_prelude else self.box.moment(self.state)

    @property
    def in_prelude(self) -> bool:
        """Whether the players are asked for words of their own, and the game itself has not begun."""
        return not self.over and prelude.is_open(self.table.state)

    @property
    def pace(self) -> Pace:
        """How long the present question may wait."""
        return FRESH if self.over or self.in_prelude else self.box.pace(self.state)

    def may_notice(self, player: int) -> bool:
        """Whether a player may know that there is the present question: of quiet ones only those who are asked."""
        seats = self.seats_of(player)
        return self.game.shown is None or any(d.seat in seats for d in self.table.asked)

    def picture(self, player: int | None = None) -> Picture:
        """Where the game stands, as this player may know it; None: the whole truth."""
        turn, phase = self.box.turn_and_phase(self.state)
        shown = self.game.shown
        if player is None or shown is None or self.may_notice(player):
            asked = {str(d.seat) for d in self.table.open}
            awaited = self.awaited()
            if player is not None and self.pace.hides_who_answered:
                others = asked - {*self.seats_of(player)}
                awaited = tuple(seat for seat in self.seats if seat in others or seat in awaited)
            return Picture(turn, phase, tuple(seat for seat in self.seats if seat in asked), awaited)
        return Picture(turn, int(shown["phase"]), tuple(shown["asked"]), tuple(shown["asked"]))

    def due_for(self, deadline: Deadline | None, player: int) -> datetime | None:
        """The moment that a player is told; None for those who must not notice the question, when theirs has passed."""
        if deadline is None or deadline.shown is None or self.may_notice(player):
            return deadline.due if deadline is not None else None
        return deadline.shown if deadline.shown > self.now else None

    def open_for(self, player: int) -> tuple[AnyDecision, ...]:
        """What a player is asked, answered already or not."""
        seats = self.seats_of(player)
        return tuple(d for d in self.table.open if d.seat in seats)

    def missing_for(self, player: int) -> tuple[AnyDecision, ...]:
        """What a player is asked and has not answered."""
        return tuple(d for d in self.open_for(player) if d.key not in self.pending)

    def awaited(self) -> tuple[str, ...]:
        """The seats whose answers are missing, or held back by WAIT or until they are corrected."""
        held = {seat for seat, row in self.seats.items() if self.players[row.player].hold}
        counting = {key for key, row in self.pending.items() if not row.held and row.seat not in held}
        waiting = {str(d.seat) for d in self.table.open if d.key not in counting}
        return tuple(seat for seat in self.seats if seat in waiting)

    def to_correct(self, player: int) -> bool:
        """Whether answers of a player wait because lines of their letter were not understood."""
        return any(d.key in self.pending and self.pending[d.key].held for d in self.open_for(player))

    def position(self, player: int) -> Position:
        known, seats = self.picture(player), self.seats_of(player)
        next_turns = {} if self.in_prelude or self.over else self.box.next_turns(self.state)
        noticed = self.may_notice(player)
        return Position(
            game=self.game.name,
            turn=known.turn,
            phase=known.phase,
            seats=seats,
            all_seats=tuple(self.seats),
            asked=self.table.open if noticed else (),
            settled=tuple(self.box.settled(self.state)) if noticed else (),
            next_turns={seat: turn for seat, turn in next_turns.items() if seat in seats},
            data_text=self.data_text,
            writer=self.players[player].name,
        )

    def waiting_of(self, player: int) -> tuple[Waiting, ...]:
        return tuple(
            Waiting(seat=k.seat, kind=k.kind, turn=k.turn, number=k.number, text=k.text, order=k.order)
            for k in self.kept if k.player == player
        )  # fmt: skip

    # ------------------------------------------------------------------ answers

    async def put_answer(self, decision: AnyDecision, answer: Json, letter: int | None, *, by: By = "order") -> None:
        """Keep an answer until its package is complete; it replaces an earlier one.

        Raises IllegalOrder when the rules do not allow it.
        """
        choice = decision.options.from_json(answer)
        if (reason := decision.options.why_not(choice)) is not None:
            raise IllegalOrder(reason)
        row = PendingNow(decision.key, str(decision.seat), answer, letter, self.now, by, held=False)
        self.pending[decision.key] = row
        self._changed_pending.add(decision.key)

    def hold_back(self, keys: Iterable[str]) -> None:
        """Answers of a letter with lines that were not understood wait for its correction."""
        for key in keys:
            if key in self.pending:
                self.pending[key].held = True
                self._changed_pending.add(key)

    def confirm(self, player: int) -> None:
        """READY: answers that waited for a correction count as they are."""
        for decision in self.open_for(player):
            if (row := self.pending.get(decision.key)) is not None and row.held:
                row.held = False
                self._changed_pending.add(decision.key)

    def left_open_for(self, player: int) -> tuple[tuple[str, Sentence], ...]:
        """(seat, what is open) for each answer of a player that is in and not complete."""
        answered = [(d, self.pending[d.key].answer) for d in self.open_for(player) if d.key in self.pending]
        found = [(str(d.seat), self.box.left_open(d, answer)) for d, answer in answered]
        return tuple((seat, sentence) for seat, sentence in found if sentence is not None)

    def take_back(self, keys: Iterable[str]) -> None:
        """Remove pending answers."""
        for key in keys:
            if self.pending.pop(key, None) is not None:
                self._changed_pending.add(key)

    async def keep(self, player: int, waiting: Iterable[Waiting], letter: int | None) -> None:
        """Replace the orders that wait for later questions; those that stay keep the letter they came in."""
        old = {(k.seat, k.kind, k.turn, k.number, k.text): k.letter for k in self.kept if k.player == player}
        if old:
            await self.db.execute(
                delete(KeptLine).where(games.col(KeptLine.game) == self.id, games.col(KeptLine.player) == player)
            )
        self.kept = [k for k in self.kept if k.player != player]
        for w in waiting:
            row = KeptLine(
                game=self.id, player=player, seat=w.seat, kind=w.kind, turn=w.turn, number=w.number, text=w.text,
                order=w.order, letter=old.get((w.seat, w.kind, w.turn, w.number, w.text), letter),
            )  # fmt: skip
            self.db.add(row)
            self.kept.append(row)

    # ------------------------------------------------------------------ standing orders

    def standing_of(self, player: int) -> tuple[Standing, ...]:
        """A player's standing orders, in the order in which they are tried; nobody else may see them."""
        seats = self.seats_of(player)
        return tuple(Standing.from_json(row.body) for row in self.standing if row.seat in seats)

    def standing_lines(self, player: int) -> list[str]:
        """The same as the player wrote them."""
        return [line for order in self.standing_of(player) for line in order.text.splitlines()]

    async def set_standing(
        self, replaced: Sequence[tuple[str, str]], fresh: Sequence[Standing], letter: int | None
    ) -> None:
        """Take back the standing orders of each (seat, kind) in `replaced`, then add the fresh ones."""
        gone = [row for row in self.standing if (row.seat, row.kind) in replaced]
        self.standing = [row for row in self.standing if row not in gone]
        for row in gone:
            await self.db.delete(row)
        last = max((row.position for row in self.standing), default=0)
        for position, order in enumerate(fresh, last + 1):
            body: Any = order.to_json()
            made = StandingOrder(
                game=self.id, seat=str(order.seat), kind=order.kind, position=position, body=body, letter=letter
            )  # fmt: skip
            self.db.add(made)
            self.standing.append(made)
        if gone or fresh:
            await self.db.flush()

    async def _use_standing(self) -> None:
        """Let standing orders answer the responses to which nothing else has been given: as they are now."""
        self.take_back([key for key, row in self.pending.items() if row.by == "standing"])
        for decision in self.table.open:
            if decision.key in self.pending:
                continue
            for row in self.standing:
                order = Standing.from_json(row.body)
                if order.fits(decision):
                    given = decision.options.to_json(decision.options.from_json(order.answer))
                    await self.put_answer(decision, given, row.letter, by="standing")
                    break

    # ------------------------------------------------------------------ playing

    async def play_on(self, *, due: bool = False) -> Played:
        """Enter the answers of each package that is complete and play to the next question that lacks one.

        `due`: the deadline of the present question has come; what is missing is answered by its default and WAIT no
        longer counts. Later questions are played only as far as kept and standing orders answer them, and not beyond
        the end of the turn: all are told of it before `go_on` plays the next one.
        """
        played = Played()
        turn, public = self.turn, self.game.shown or self._public_face()
        await self._use_standing()
        while not self.table.over and (due or self.pace.never_waits or not self.awaited()):
            await self._enter(played)
            played.settled += 1
            due = False
            if played.settled > STOPS_AT_ONCE:
                raise RuntimeError(f"{self.game.name}: {STOPS_AT_ONCE} questions were settled at once")
            if self.over or self.turn != turn:
                break
            await self._use_kept(played)
            await self._use_standing()
        if played.settled:
            played.turn_ended = self.over or self.turn != turn
            self.game.shown = public if self.pace.quiet and not played.turn_ended else None
            if not self.over:
                await self._drop_lapsed(played)
        return played

    async def go_on(self) -> Played:
        """After a turn's end: play as far as orders that were sent beforehand answer what is asked now."""
        lapsed = Played()
        await self._use_kept(lapsed)
        played = await self.play_on()
        played.lapsed[:0] = lapsed.lapsed
        return played

    def _public_face(self) -> dict[str, Any]:
        """What everybody knows of the present question."""
        known = self.picture()
        return {"phase": known.phase, "asked": list(known.asked)}

    async def _enter(self, played: Played) -> None:
        """Put all answers of the present question into the journal, in the order asked."""
        hidden = self.pace.hides_who_answered
        for decision in self.table.open:
            if self.table.find(decision.key) is None:
                continue  # settled by an earlier seat
            row = self.pending.get(decision.key)
            by: By = "default" if row is None else "standing" if row.by == "standing" else "order"
            if row is None and not hidden:
                played.defaults.append((decision.seat, decision.kind))
            given = row.answer if row else decision.options.to_json(decision.default)
            before = self._written()
            self.table.answer(decision.key, given, by)
            self._letters[before] = row.letter if row else None
        self.take_back(list(self.pending))
        for player in self.players.values():
            if player.hold:
                await seated.write_player(self.db, player, {"hold": False})

    def _written(self) -> int:
        """How many entries the table has written since the game was loaded."""
        return sum(len(entries) for entries, _ in self.table.passed) + len(self.table.tail) - self._stored

    async def _drop_lapsed(self, played: Played) -> None:
        """Orders kept in an earlier turn, of players who have not been asked since: told of before they are gone."""
        for player in list(self.players):
            waiting = self.waiting_of(player)
            if any(w.turn != self.turn for w in waiting):
                sheet = self.box.use_waiting(replace(self.position(player), asked=()), waiting)
                played.lapsed += [(player, line) for line in sheet.lapsed]
                await self.keep(player, sheet.waiting, None)

    async def _use_kept(self, played: Played) -> None:
        """Let orders that were sent beforehand answer what is asked now."""
        for player in list(self.players):
            waiting = self.waiting_of(player)
            if not waiting or not self.open_for(player):
                continue
            sheet = self.box.use_waiting(self.position(player), waiting)
            played.lapsed += [(player, line) for line in sheet.lapsed]
            letters = {(k.seat, k.kind): k.letter for k in self.kept if k.player == player}
            for key, answer in sheet.answers.items():
                decision = self.table.find(key)
                if decision is None:
                    continue
                try:
                    await self.put_answer(decision, answer, letters.get((str(decision.seat), decision.kind)))
                except IllegalOrder:
                    continue  # the question stays open, and the report asks it
            await self.keep(player, sheet.waiting, None)

    # ------------------------------------------------------------------ saving

    async def save(self) -> list[Event]:
        """Write journal, checkpoints and events; gives the new events."""
        passed = self.table.take_passed()
        entries: list[tuple[int, Entry]] = []
        first = self.table.checkpoint.number - len(passed)
        for i, (step, _) in enumerate(passed):
            entries += [(first + i, entry) for entry in step]
        entries += [(self.table.checkpoint.number, entry) for entry in self.table.tail]
        chain = self.game.record_hash
        entry_rows: list[seated.Row] = []
        for i, (checkpoint_number, entry) in enumerate(entries[self._stored :]):
            chain = link(chain, entry)
            entry_rows.append({
                "game": self.id, "number": self.game.journal + i + 1, "checkpoint": checkpoint_number,
                "key": entry.key, "given": entry.given, "by": entry.by, "letter": self._letters.get(i),
                "at": self.now, "chain": chain,
            })  # fmt: skip
        self.game.journal += len(entries) - self._stored
        self.game.record_hash = chain
        self._stored = len(self.table.tail)
        self._letters = {}
        events = list(self.table.take_events())
        turn, phase = self.game.turn, self.game.phase
        event_rows: list[seated.Row] = []
        for event in events:
            if event.kind == "phase_begins":
                turn, phase = int(_number(event.facts, "turn", turn)), int(_number(event.facts, "phase", phase))
            self.events += 1
            event_rows.append({
                "game": self.id, "number": self.events, "turn": turn, "phase": phase, "kind": event.kind,
                "rule": event.rule, "facts": dict(event.facts), "only": event.only, "others_see": event.others_see,
            })  # fmt: skip
        self.game.turn, self.game.phase = self.box.turn_and_phase(self.state)
        self.game.where = self.table.step_name
        self.game.status = "over" if self.table.over else "running"
        checkpoints = [checkpoint_values(self.id, made) for _, made in passed]
        gone = self._changed_pending & self._stored_pending
        put = [self.pending[key] for key in self.pending if key in self._changed_pending]

        def write(connection: Connection) -> None:
            seated.write_game(connection, self.game)
            seated.write_rows(connection, CheckpointRow, checkpoints)
            seated.write_rows(connection, EntryRow, entry_rows)
            seated.write_rows(connection, Happening, event_rows)
            seated.write_pending(connection, self.id, sorted(gone), put)

        await on_connection(self.db, write)
        self._stored_pending, self._changed_pending = {*self.pending}, set()
        return events


def first_link(secret: bytes) -> str:
    """Where the chain of a record begins: at the game's secret, so that nobody can test guesses at a sealed answer
    against the hash in a report while the game runs; when the secret is revealed, anyone can follow the chain."""
    return hashlib.sha256(b"record " + secret).hexdigest()


def link(chain: str, entry: Entry) -> str:
    """The hash of the record up to and with this entry."""
    line = _plain_json([chain, entry.key, entry.given, entry.by])
    return hashlib.sha256(line.encode()).hexdigest()


def _number(facts: Mapping[str, Json], name: str, otherwise: int) -> int:
    value = facts.get(name)
    return value if isinstance(value, int) else otherwise


def checkpoint_row(game: int, checkpoint: Checkpoint) -> CheckpointRow:
    """A position to be stored."""
    return CheckpointRow(**checkpoint_values(game, checkpoint))


def checkpoint_values(game: int, checkpoint: Checkpoint) -> seated.Row:
    """The columns of a stored position."""
    return {
        "game": game, "number": checkpoint.number, "step": checkpoint.step, "schema_number": checkpoint.schema,
        "edition": checkpoint.edition, "state": zlib.compress(checkpoint.state, COMPRESSION),
    }  # fmt: skip


def read_checkpoint(row: CheckpointRow | seated.Position) -> Checkpoint:
    """A stored position."""
    return Checkpoint(row.number, row.step, row.schema_number, row.edition, zlib.decompress(row.state))


async def sit_down(
    db: AsyncSession, game_id: int, boxes: Mapping[str, GameBox], tables: Tables, now: datetime
) -> Sitting:
    """Load a game for one transaction and lock it against others. Raises KeyError when its box is not there.

    The game is always locked first, before letters and deadlines of it: so no two transactions wait for each other.
    """
    return await _seated(db, game_id, boxes, tables, now, lock=True)


async def begin(db: AsyncSession, game_id: int, box: GameBox, table: Table[Any], now: datetime) -> Sitting:
    """Sit down at a game that has just been made: nothing of its table is stored but the first checkpoint."""
    find = partial(seated.find, number=game_id, live=lambda _: table, lock=False)
    return Sitting(db, await on_connection(db, find), box, table, now, stored=0)


async def look_at(db: AsyncSession, game_id: int, boxes: Mapping[str, GameBox], now: datetime) -> Sitting:
    """A game to look at, not to play on. Raises KeyError when its box is not there."""
    return await _seated(db, game_id, boxes, Tables(), now, lock=False)


async def _seated(
    db: AsyncSession, game_id: int, boxes: Mapping[str, GameBox], tables: Tables, now: datetime, *, lock: bool
) -> Sitting:
    find = partial(seated.find, number=game_id, live=lambda game: tables.take(game.id, game.journal), lock=lock)
    found: seated.Found[Table[Any]] = await on_connection(db, find)
    game = found.game
    box = boxes[game.rules]
    data_text = await games.data_text(db, game.data)
    table = found.live
    if table is None:
        assert found.position is not None
        table = _revived(game, box, data_text, found.position)
    sitting = Sitting(db, found, box, table, now)
    sitting.data_text = data_text
    sitting.kept = await games.kept_lines(db, sitting.id) if found.kept else []
    sitting.standing = await games.standing_orders(db, sitting.id) if found.standing else []
    return sitting


async def load_table(db: AsyncSession, game: Game | GameNow, box: GameBox, data_text: str | None) -> Table[Any]:
    """The game as stored: newest checkpoint and the journal since."""
    assert game.id is not None
    number = game.id
    stored = await on_connection(db, lambda connection: seated.position(connection, number))
    return _revived(game, box, data_text, stored)


def _revived(game: Game | GameNow, box: GameBox, data_text: str | None, stored: seated.Position) -> Table[Any]:
    tail = [Entry(key, given, by) for key, given, by in stored.since]  # type: ignore[arg-type]
    rules = rules_of(box, data_text, game.options)
    return Table.resume(rules, read_checkpoint(stored), tail, entropy(game.secret, game.name))


def rules_of(box: GameBox, data_text: str | None, options: Mapping[str, Any]) -> Rules[Any]:
    """The rules by which a game with these options is played. Raises ValueError with a sentence."""
    return prelude.with_own_chance(box.rules(data_text), options)
