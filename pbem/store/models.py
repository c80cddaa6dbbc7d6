"""The tables. A game is rebuilt from `checkpoint` and `entry`; letters are kept as bytes; all else is convenience."""

# No `from __future__ import annotations`: sqlmodel reads the annotations when a class is made.

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.store.columns import JsonText, Moment

SQLModel.metadata.naming_convention = {  # constraints need names, or a later migration can't change them on SQLite
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


def _json() -> Any:
    return Field(sa_column=Column(JsonText, nullable=False))


def _moment() -> Any:
    return Field(sa_column=Column(Moment, nullable=False))


def _moment_or_none() -> Any:
    return Field(default=None, sa_column=Column(Moment, nullable=True))


def _bytes() -> Any:
    return Field(sa_column=Column(LargeBinary, nullable=False))


def _game() -> Any:
    return Field(sa_column=Column(ForeignKey("game.id"), nullable=False, index=True))


def _uid(otherwise: int | None) -> Any:
    # IMAP counts to 2**32 - 1, which an integer of PostgreSQL does not hold.
    wide = BigInteger().with_variant(Integer(), "sqlite")
    return Field(default=otherwise, sa_column=Column(wide, nullable=otherwise is None))


class DataFile(SQLModel, table=True):
    """The data a game was started with: later corrections of the file never touch a running game."""

    __tablename__ = "data_file"

    sha256: str = Field(primary_key=True)
    name: str
    content: str


class Game(SQLModel, table=True):
    """One game. `journal` counts its entries: whoever holds a live table of it compares before playing on."""

    __tablename__ = "game"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    rules: str
    options: dict[str, Any] = _json()
    secret: bytes = _bytes()
    data: str | None = Field(default=None, foreign_key="data_file.sha256")
    status: str = "running"
    """running or over."""
    schedule: dict[str, Any] | None = Field(default=None, sa_column=Column(JsonText, nullable=True))
    on_deadline: str = "default"
    reminder_hours: int = 24
    created: datetime = _moment()
    journal: int = 0
    record_hash: str = ""
    turn: int = 0
    phase: int = 0
    where: str = ""
    shown: dict[str, Any] | None = Field(default=None, sa_column=Column(JsonText, nullable=True))
    """What those see of the game who must not notice its present question: phase and who was asked before it."""


class Player(SQLModel, table=True):
    """A person with an address, in one game. `reports` counts the reports sent; `told` is the last event in one."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("game", "address"),)

    id: int | None = Field(default=None, primary_key=True)
    game: int = _game()
    address: str
    name: str
    language: str = "en"
    zone: str = "UTC"
    reports: int = 0
    told: int = 0
    hold: bool = False
    """WAIT was written: the answers count at READY or at the deadline."""
    away_from: datetime | None = _moment_or_none()
    away_until: datetime | None = _moment_or_none()
    away_days: int = 0
    """Days of absence that this player has taken in this game."""


class SeatRow(SQLModel, table=True):
    """A faction of a game, who plays it, and the secret in the reply address of its letters."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game", "seat"),)

    id: int | None = Field(default=None, primary_key=True)
    game: int = _game()
    seat: str
    player: int = Field(foreign_key="player.id")
    token: str = Field(unique=True)
    token_since: datetime | None = _moment_or_none()
    """Since when the secret has been in use; None: since the game began."""


class OldToken(SQLModel, table=True):
    """A secret that was replaced. Until `until` it counts as before; later it only brings what is harmless."""

    __tablename__ = "old_token"

    token: str = Field(primary_key=True)
    seat: int = Field(foreign_key="seat.id", index=True)
    until: datetime = _moment()


class FirstLook(SQLModel, table=True):
    """What lay in a mailbox when the judge first looked into it: neither executed nor answered.

    With `uidvalidity` unchanged that is every letter up to `uid`; else those that arrived not later than `arrived`.
    """

    __tablename__ = "first_look"

    mailbox: str = Field(primary_key=True)
    uidvalidity: int = Field(sa_column=Column(BigInteger().with_variant(Integer(), "sqlite"), nullable=False))
    uid: int = Field(sa_column=Column(BigInteger().with_variant(Integer(), "sqlite"), nullable=False))
    arrived: datetime | None = _moment_or_none()
    at: datetime = _moment()
    letters: int = 0
    """How many there were."""


class CheckpointRow(SQLModel, table=True):
    """A position at the border of two steps, compressed."""

    __tablename__ = "checkpoint"

    game: int = Field(sa_column=Column(ForeignKey("game.id"), primary_key=True))
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    step: str
    schema_number: int
    edition: int
    state: bytes = _bytes()


class EntryRow(SQLModel, table=True):
    """One line of the journal; `number` counts over the whole game, `chain` is the hash of all entries up to it."""

    __tablename__ = "entry"
    __table_args__ = (Index("entry_of_checkpoint", "game", "checkpoint"),)

    game: int = Field(sa_column=Column(ForeignKey("game.id"), primary_key=True))
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    checkpoint: int
    key: str
    given: Any = _json()
    by: str
    letter: int | None = Field(default=None, foreign_key="letter_in.id")
    at: datetime = _moment()
    chain: str


class Happening(SQLModel, table=True):
    """An event of the game, in order."""

    __tablename__ = "happening"

    game: int = Field(sa_column=Column(ForeignKey("game.id"), primary_key=True))
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    turn: int
    phase: int
    kind: str
    rule: str
    facts: dict[str, Any] = _json()
    only: list[str] | None = Field(default=None, sa_column=Column(JsonText, nullable=True))
    others_see: dict[str, Any] | None = Field(default=None, sa_column=Column(JsonText, nullable=True))


class LetterIn(SQLModel, table=True):
    """A letter as received. `status`: new, done, auto, own, stranger, advised, too_large, duplicate, shunted."""

    __tablename__ = "letter_in"
    __table_args__ = (UniqueConstraint("uidvalidity", "uid"),)

    id: int | None = Field(default=None, primary_key=True)
    received: datetime = _moment()
    raw: bytes = _bytes()
    sha256: str = Field(unique=True)
    message_id: str = Field(default="", index=True)
    body_sha256: str = ""
    sender: str = Field(default="", index=True)
    uid: int | None = _uid(None)
    uidvalidity: int | None = _uid(None)
    status: str = Field(default="new", index=True)
    why: str = ""
    repeats: int = 0
    game: int | None = Field(default=None, foreign_key="game.id")
    player: int | None = Field(default=None, foreign_key="player.id")


class LetterOut(SQLModel, table=True):
    """A letter to be sent, as bytes. `status`: queued, sending, sent, uncertain, refused, bounced, withdrawn."""

    __tablename__ = "letter_out"
    __table_args__ = (
        Index("letter_out_due", "status", "next_try"),
        Index("letter_out_sent", "recipient", "sent"),
        Index("letter_out_kind", "kind", "made"),
        Index("letter_out_answers", "recipient", "made"),
    )

    id: int | None = Field(default=None, primary_key=True)
    made: datetime = _moment()
    raw: bytes = _bytes()
    message_id: str = Field(unique=True)
    recipient: str = Field(index=True)
    kind: str
    """receipt, report, reminder, notice, advice, stranger ..."""
    game: int | None = Field(default=None, foreign_key="game.id", index=True)
    player: int | None = Field(default=None, foreign_key="player.id")
    answers: int | None = Field(default=None, foreign_key="letter_in.id")
    status: str = "queued"
    tries: int = 0
    doubtful_tries: int = 0
    """Those of them after which the letter may have arrived: so often, and no more, may it arrive once too many."""
    next_try: datetime = _moment()
    sent: datetime | None = _moment_or_none()
    why: str = ""
    states: datetime | None = _moment_or_none()
    """The deadline that the letter tells of: when it moves while the letter waits, the letter must not say so."""
    bounced: datetime | None = _moment_or_none()


class Pending(SQLModel, table=True):
    """An answer that can still be replaced: the question is open until all answers of its package are in."""

    __tablename__ = "pending"

    game: int = Field(sa_column=Column(ForeignKey("game.id"), primary_key=True))
    key: str = Field(primary_key=True)
    seat: str
    answer: Any = _json()
    letter: int | None = Field(default=None, foreign_key="letter_in.id")
    at: datetime = _moment()
    by: str = "order"
    """order, or standing."""
    held: bool = False
    """It came with lines that were not understood: it counts when it is corrected, at READY, or at the deadline."""


class StandingOrder(SQLModel, table=True):
    """An answer given beforehand to the questions of a kind that a seat may be asked at any time; see
    orders.standing.Standing, whose JSON `body` is. The first that fits answers; `position` is their order."""

    __tablename__ = "standing_order"

    id: int | None = Field(default=None, primary_key=True)
    game: int = _game()
    seat: str
    kind: str
    position: int
    body: dict[str, Any] = _json()
    letter: int | None = Field(default=None, foreign_key="letter_in.id")


class KeptLine(SQLModel, table=True):
    """An order line for a question that is not asked yet, as the player wrote it."""

    __tablename__ = "kept_line"

    id: int | None = Field(default=None, primary_key=True)
    game: int = _game()
    player: int = Field(foreign_key="player.id")
    seat: str
    kind: str
    turn: int
    number: str
    text: str
    order: Any = _json()
    letter: int | None = Field(default=None, foreign_key="letter_in.id")


class Deadline(SQLModel, table=True):
    """A deadline of the questions that were open at that length of the journal. `done` and `how` tell of its end."""

    __tablename__ = "deadline"
    __table_args__ = (
        UniqueConstraint("game", "journal"),
        Index("deadline_open", "done", "due"),
        Index("deadline_remind", "done", "reminded", "remind"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game: int = _game()
    journal: int
    due: datetime = _moment()
    zone: str
    remind: datetime | None = _moment_or_none()
    reminded: datetime | None = _moment_or_none()
    done: datetime | None = _moment_or_none()
    how: str = ""
    asked: datetime | None = _moment_or_none()
    outage: int | None = None
    """The last outage whose lost time was given back to this deadline."""
    plain: datetime | None = _moment_or_none()
    """When it would fall if nobody had been absent; None when nobody's absence has moved it."""
    waits_for: int | None = None
    """The player whose absence has moved it."""
    pace: str = "fresh"
    """See pbem.game_box.Pace: fresh, same, or hours."""
    graced: bool = False
    """The extra hours of a question that goes on with this deadline have been given."""
    shown: datetime | None = _moment_or_none()
    """What those are told who must not notice the question; None: `due`."""


class Report(SQLModel, table=True):
    """A report that was made for a player: the events in it, the letter it went out in."""

    __tablename__ = "report"

    game: int = Field(sa_column=Column(ForeignKey("game.id"), primary_key=True))
    player: int = Field(sa_column=Column(ForeignKey("player.id"), primary_key=True))
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    title: str
    first_event: int
    last_event: int
    made: datetime = _moment()
    letter: int = Field(foreign_key="letter_out.id")
    journal: int | None = None
    """The length of the journal whose hash it tells."""


class Pulse(SQLModel, table=True):
    """When something last went well, by name: how the service knows after a restart how long it was away."""

    __tablename__ = "pulse"

    name: str = Field(primary_key=True)
    at: datetime = _moment()


class Outage(SQLModel, table=True):
    """A time in which mail did not flow. `ended`: None while it lasts; deadlines are held until it is over."""

    __tablename__ = "outage"

    id: int | None = Field(default=None, primary_key=True)
    began: datetime = _moment()
    ended: datetime | None = _moment_or_none()
    why: str = ""


class MailboxClaim(SQLModel, table=True):
    """Which process reads a mailbox, until when, and the newest letter it has seen there."""

    __tablename__ = "mailbox_claim"

    name: str = Field(primary_key=True)
    holder: str
    until: datetime = _moment()
    uidvalidity: int = _uid(0)
    newest: int = _uid(0)


class Alarm(SQLModel, table=True):
    """A condition that the host must know of. Told once when it begins (`told`) and once when it is over."""

    __tablename__ = "alarm"

    kind: str = Field(primary_key=True)
    since: datetime = _moment()
    seen: datetime = _moment()
    times: int = 1
    key: str
    facts: dict[str, Any] = _json()
    told: datetime | None = _moment_or_none()
    over: datetime | None = _moment_or_none()
    over_told: datetime | None = _moment_or_none()
    tries: int = 0
