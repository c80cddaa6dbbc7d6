"""What the lines of a letter say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.decision import Reason, Seat
from engine.core.options import Order
from orders.judge_words import Command
from orders.letter_body import Aside, AsideLine
from orders.standing import Condition

Given: TypeAlias = "Literal['default'] | tuple[Order, ...]"
"""What one line orders: the default of the rulebook, or orders; NONE is no order at all."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order line that was understood. An empty `kind` stands for everything that is asked.

    `part`: a line that orders nothing says so of itself only, not of the whole question. `joins` as in `Verb`;
    `standing`: it is to stand until it is taken back, where the conditions `when` are met.
    """

    verb: str
    kind: str
    given: Given
    part: bool = False
    joins: str = ""
    standing: bool = False
    when: tuple[Condition, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it speaks for the whole question: DEFAULT, NONE."""
        return not self.part and (self.given == "default" or not self.given)


@dataclass(frozen=True, slots=True)
class Header:
    """What a header line says of the lines below it."""

    game: str = ""
    turn: int | None = None
    faction: str | None = None
    report: int | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """A line that should be an order and was not understood, or can never be one."""

    reason: Reason
    verb: str = ""


@dataclass(frozen=True, slots=True)
class NoOrder:
    """Words that are no order. `unclear` says what may be wrong with words that could be meant as one; `likely`: they
    name things of the game besides."""

    unclear: Reason | None = None
    likely: bool = False


Statement: TypeAlias = "Ordered | Command | Header | Failed | NoOrder"


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """One line and what it says. `seat`, `turn` and `game` are those of the header lines above it."""

    number: str
    text: str
    statement: Statement
    seat: Seat | None = None
    turn: int | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class ParsedLetter:
    """A whole letter."""

    lines: tuple[ParsedLine, ...]
    asides: tuple[AsideLine, ...] = ()
    unread_orders: tuple[AsideLine, ...] = ()
    """Lines that would be orders but stand in a quote, below END or below a signature."""

    @property
    def orders(self) -> tuple[ParsedLine, ...]:
        return tuple(line for line in self.lines if isinstance(line.statement, Ordered))

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(line.statement for line in self.lines if isinstance(line.statement, Command))

    @property
    def has_only_quoted_orders(self) -> bool:
        """The player edited the form inside the quote: the receipt must say so."""
        own = any(isinstance(line.statement, Ordered | Command | Failed) for line in self.lines)
        return not own and any(line.why is not Aside.AFTER_END for line in self.unread_orders)
