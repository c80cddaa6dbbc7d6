"""What becomes of the lines of a letter, and what a letter comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal, cast

from engine.core.decision import Json, Reason, Seat
from engine.core.options import Order
from orders.judge_words import Command
from orders.language import Said
from orders.standing import Standing


class Verdict(Enum):
    """What became of a line."""

    ACCEPTED = "accepted"
    WAITING = "waiting"
    REFUSED = "refused"
    IGNORED = "ignored"
    UNCLEAR = "unclear"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Kept:
    """A line of an earlier letter that waits for its question."""

    turn: int
    seat: Seat
    kind: str
    number: str
    text: str
    orders: Literal["default"] | list[Order]

    def to_json(self) -> Json:
        """As JSON, for the store."""
        return cast(
            "Json",
            {
                "turn": self.turn, "seat": self.seat, "kind": self.kind, "number": self.number, "text": self.text,
                "orders": self.orders,
            },
        )  # fmt: skip

    @classmethod
    def from_json(cls, raw: Mapping[str, Json]) -> Kept:
        """Back from its JSON."""
        return cls(
            cast("int", raw["turn"]),
            Seat(str(raw["seat"])),
            str(raw["kind"]),
            str(raw["number"]),
            str(raw["text"]),
            cast("Literal['default'] | list[Order]", raw["orders"]),
        )


@dataclass(frozen=True, slots=True)
class Judged:
    """One line and what became of it.

    `said` restates its orders, each with its alternatives; `why` is the reason of a refusal, or of being ignored;
    `warnings` say what would not work on the position as it is.
    """

    number: str
    text: str
    verdict: Verdict
    seat: Seat | None = None
    kind: str = ""
    verb: str = ""
    said: tuple[tuple[Said, ...], ...] = ()
    why: Reason | None = None
    warnings: tuple[Reason, ...] = ()
    command: Command | None = None


@dataclass(frozen=True, slots=True)
class Assembly:
    """What a letter comes to.

    `answers` replace what was given before for their key. `cleared` are keys whose pending answer is taken back.
    `kept` is the whole new list of lines that wait. `used` are those of the old list that answered a question now,
    `expired` those of an earlier turn, `spoiled` those that turned out to be never right when their question came.
    `standing` are standing orders that the letter gives; all those of a seat and kind in `standing_replaced` go first.
    `held` are keys whose answer must not be carried out before the player has corrected the letter or said that it
    counts; `notes` speak of the letter as a whole.
    """

    answers: Mapping[str, Json]
    lines: tuple[Judged, ...]
    kept: tuple[Kept, ...]
    cleared: tuple[str, ...] = ()
    used: tuple[Kept, ...] = ()
    expired: tuple[Kept, ...] = ()
    spoiled: tuple[tuple[Kept, Reason], ...] = ()
    only_quoted: bool = False
    standing: tuple[Standing, ...] = ()
    standing_replaced: tuple[tuple[Seat, str], ...] = ()
    held: tuple[str, ...] = ()
    notes: tuple[Reason, ...] = ()

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(line.command for line in self.lines if line.command)
