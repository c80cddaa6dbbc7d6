"""The position: what lies on the table, and the changes to it. Changes neither ask nor decide; queries change nothing.

The top of a pile is the last element of its list. Hands are kept in data order, so that nothing can be read from them
but what they hold.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field

from engine.core.codec import TRANSIENT
from engine.core.events import Event
from engine.heads_of_state.board import Board
from engine.heads_of_state.terms import (
    AreaId,
    AttributeId,
    CountryId,
    RankId,
    SeatId,
    TreasonId,
)


@dataclass(slots=True)
class Noble:
    """A dead noble on a hex (1.6)."""

    seat: SeatId
    rank: RankId


@dataclass(slots=True)
class Score:
    """Points of a seat and where they came from (section 14)."""

    hex: int = 0
    square: int = 0
    full_set: int = 0
    round_end: int = 0
    final: int = 0

    @property
    def total(self) -> int:
        """All points."""
        return self.hex + self.square + self.full_set + self.round_end + self.final


@dataclass(slots=True)
class Family:
    """What one seat owns beside its nobles on the map."""

    hand: list[AttributeId]
    treason: list[TreasonId]
    supply: dict[RankId, int]
    noble_cards: dict[RankId, int] = field(default_factory=dict)
    """Rank -> cards in front of the seat; ranks without one are missing."""
    brought: dict[RankId, int] = field(default_factory=dict)
    """Rank -> nobles brought into play in the whole game (R19); ranks without one are missing."""
    score: Score = field(default_factory=Score)
    turns: int = 0
    """Turns begun."""


@dataclass(slots=True)
class Emptied:
    """A box that was emptied by treason in this turn (8.4)."""

    area: AreaId
    rank: RankId
    refilled: bool = False


@dataclass(slots=True)
class Turn:
    """The turn in progress."""

    option: str = ""
    """"" until it is chosen; then "1", "1x" or "2"."""
    exchanged: bool = False
    attributes_to_take: int = 0
    treason_to_take: int = 0
    stage: int = 1
    """How often the turn was asked: 1, then 2, 3 ... after each WAIT."""
    revolution: bool = False
    """A revolution broke into this turn."""
    targets: list[str] = field(default_factory=list)
    """"area/rank/seat" of the nobles that were targets in this turn (9.2)."""
    emptied: list[Emptied] = field(default_factory=list)
    grace_used: bool = False
    """The grace period of 19.4 was given with an earlier question of this turn."""


@dataclass(slots=True)
class RoundEnd:
    """Who took the small round markers of a country in a round (14.4); None: the marker was lost."""

    round: int
    country: CountryId
    first: SeatId | None = None
    second: SeatId | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The totals after a turn; `round` is the one in which it began."""

    number: int
    round: int
    seat: SeatId
    totals: dict[SeatId, int]


@dataclass(slots=True)
class Past:
    """The standings after every turn so far, a list for each fact: it grows and is stored with every turn."""

    numbers: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    seats: list[SeatId] = field(default_factory=list)
    totals: dict[SeatId, list[int]] = field(default_factory=dict)

    def add(self, standing: Standing) -> None:
        """A turn is over."""
        self.numbers.append(standing.number)
        self.rounds.append(standing.round)
        self.seats.append(standing.seat)
        for seat, total in standing.totals.items():
            self.totals.setdefault(seat, []).append(total)


@dataclass(slots=True)
class HeadsState:
    """The whole position. See the rules, sections 1-4, for the words."""

    cursor: str
    salt: str
    players: int
    order: list[SeatId]
    """Seats clockwise from the first (4.1); the seats in play in data order until the deal."""
    round: int
    number: int
    phase: int
    """1 at the start of a turn, 2 when it goes on, 3 while a change of round asks for cards to keep."""
    active: SeatId
    clock: str
    """The deadline of what is asked: "fresh" (a new one), "same" (that of this turn goes on, with the grace period when
    `turn.grace_used` is False), "keep" (keep_hours)."""
    keep_hours: int
    grace_hours: int
    switches: dict[str, bool | int | str]
    """Switches (section 18) in which this game differs from its data file."""
    draw_pile: list[AttributeId]
    revolution_pile: list[AttributeId]
    row: list[AttributeId]
    aside: list[AttributeId]
    discard: list[AttributeId]
    treason_pile: list[TreasonId]
    treason_row: list[TreasonId]
    treason_discard: list[TreasonId]
    families: dict[SeatId, Family]
    boxes: dict[AreaId, list[SeatId | None]]
    dead: dict[AreaId, list[Noble]]
    hex_taken: dict[AreaId, SeatId]
    squares: dict[CountryId, list[SeatId]]
    large: list[SeatId]
    small: list[RoundEnd]
    noble_cards_left: dict[RankId, int]
    past: Past = field(default_factory=Past)
    turn: Turn | None = None
    over: bool = False
    edition: int = 1
    board: Board = field(default=None, metadata=TRANSIENT, repr=False, compare=False)  # type: ignore[assignment]
    events: list[Event] = field(default_factory=list, metadata=TRANSIENT, repr=False, compare=False)

    # ------------------------------------------------------------------ copies

    def trial_copy(self) -> HeadsState:
        """A copy on which orders can be tried; the board and the past are shared."""
        other = copy(self)
        for name in ("draw_pile", "revolution_pile", "row", "aside", "discard"):
            setattr(other, name, list(getattr(self, name)))
        for name in ("treason_pile", "treason_row", "treason_discard", "large", "small", "order"):
            setattr(other, name, list(getattr(self, name)))
        other.families = {seat: _family_copy(family) for seat, family in self.families.items()}
        other.boxes = {area: list(boxes) for area, boxes in self.boxes.items()}
        other.dead = {area: list(nobles) for area, nobles in self.dead.items()}
        other.hex_taken = dict(self.hex_taken)
        other.squares = {country: list(seats) for country, seats in self.squares.items()}
        other.noble_cards_left = dict(self.noble_cards_left)
        if self.turn is not None:
            other.turn = copy(self.turn)
            other.turn.targets = list(self.turn.targets)
            other.turn.emptied = [copy(emptied) for emptied in self.turn.emptied]
        other.events = []
        return other

    # ------------------------------------------------------------------ queries

    def seat_number(self, seat: SeatId) -> int:
        """Its place in the circle, from 0 (4.1)."""
        return self.order.index(seat)

    def owner_at(self, area: AreaId, rank: RankId) -> SeatId | None:
        """Whose noble stands in the box of that rank; None for an empty box, or one that the area has not."""
        boxes = self.board.areas[area].boxes
        return self.boxes[area][boxes.index(rank)] if rank in boxes else None

    def is_empty(self, area: AreaId, rank: RankId) -> bool:
        """Whether the area has a box of that rank and nobody stands in it."""
        boxes = self.board.areas[area].boxes
        return rank in boxes and self.boxes[area][boxes.index(rank)] is None

    def living(self, seat: SeatId, country: CountryId | None = None) -> list[tuple[AreaId, RankId]]:
        """The living nobles of a seat, on the whole map or in a country, in data order."""
        return [
            (area, rank)
            for area, data in self.board.areas.items()
            if country is None or data.country == country
            for rank, owner in zip(data.boxes, self.boxes[area], strict=True)
            if owner == seat
        ]

    @property
    def going(self) -> Turn:
        """The turn in progress; only asked while there is one."""
        assert self.turn is not None
        return self.turn

    def open_boxes(self) -> list[Emptied]:
        """U of 8.6: the boxes emptied in this turn and not refilled."""
        return [] if self.turn is None else [emptied for emptied in self.turn.emptied if not emptied.refilled]

    def hand_sizes(self, seat: SeatId) -> tuple[int, int]:
        """Attribute cards and treason cards in a hand; public (3.3)."""
        family = self.families[seat]
        return len(family.hand), len(family.treason)

    @property
    def history(self) -> list[Standing]:
        """The standing after every turn."""
        past = self.past
        return [
            Standing(number, round_, seat, {one: totals[index] for one, totals in past.totals.items()})
            for index, (number, round_, seat) in enumerate(zip(past.numbers, past.rounds, past.seats, strict=True))
        ]

    def totals(self) -> dict[SeatId, int]:
        """The score of each seat."""
        return {seat: self.families[seat].score.total for seat in self.order}

    # ------------------------------------------------------------------ changes

    def set_owner(self, area: AreaId, rank: RankId, seat: SeatId | None) -> None:
        """Put a noble into a box, or take it away."""
        self.boxes[area][self.board.areas[area].boxes.index(rank)] = seat

    def give(self, seat: SeatId, card: AttributeId) -> None:
        """An attribute card into a hand."""
        insort(self.families[seat].hand, card, key=self.board.attribute_index.__getitem__)

    def give_treason(self, seat: SeatId, card: TreasonId) -> None:
        """A treason card into a hand."""
        insort(self.families[seat].treason, card, key=self.board.treason_index.__getitem__)

    def spend(self, seat: SeatId, cards: Iterable[AttributeId]) -> None:
        """Attribute cards from a hand to the discard pile. Raises ValueError when one is not there."""
        hand = self.families[seat].hand
        for card in cards:
            hand.remove(card)
            self.discard.append(card)

    def spend_treason(self, seat: SeatId, cards: Iterable[TreasonId]) -> None:
        """Treason cards from a hand to the discard pile. Raises ValueError when one is not there."""
        hand = self.families[seat].treason
        for card in cards:
            hand.remove(card)
            self.treason_discard.append(card)


def _family_copy(family: Family) -> Family:
    other = copy(family)
    other.hand = list(family.hand)
    other.treason = list(family.treason)
    other.supply = dict(family.supply)
    other.noble_cards = dict(family.noble_cards)
    other.brought = dict(family.brought)
    other.score = copy(family.score)
    return other
