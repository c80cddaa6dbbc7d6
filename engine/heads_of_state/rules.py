"""Heads of State for the kernel: its name, its steps, its state as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import codec
from engine.core.decision import Json, Seat
from engine.core.table import Step
from engine.heads_of_state import invariants, sequence, view
from engine.heads_of_state.board import Board
from engine.heads_of_state.setup import read_options, set_up
from engine.heads_of_state.state import HeadsState


class HeadsOfState:
    """The rules of *Heads of State* on one board."""

    name = "heads_of_state"
    edition = 1
    schema = 1

    def __init__(self, board: Board) -> None:
        self.board = board
        self._variants: dict[tuple[tuple[str, bool | int | str], ...], Board] = {(): board}

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The colours in play, in the order of the data file. Raises ValueError on bad options."""
        return tuple(Seat(seat) for seat in read_options(self.board, options).seats)

    def setup(self, options: Mapping[str, Json]) -> HeadsState:
        """Section 4. Raises ValueError on bad options."""
        chosen = read_options(self.board, options)
        return set_up(self.board_under(chosen.switches), chosen)

    def board_under(self, switches: Mapping[str, bool | int | str]) -> Board:
        """The board under other switches (section 18), made once."""
        key = tuple(sorted(switches.items()))
        if key not in self._variants:
            self._variants[key] = self.board.with_switches(switches)
        return self._variants[key]

    def step(self, state: HeadsState) -> Step[HeadsState] | None:
        """The step at the cursor (section 5); None when the game is over."""
        return sequence.step(state)

    def view(self, state: HeadsState, seat: Seat | None) -> dict[str, Json]:
        """What is public (section 3), and the hand of the seat."""
        return view.view(state, seat)

    def check(self, state: HeadsState) -> None:
        """Section 21. Raises BrokenInvariant."""
        invariants.check(state)

    def to_json(self, state: HeadsState) -> bytes:
        """The position as JSON text."""
        return codec.to_json(state)

    def from_json(self, text: bytes, schema: int) -> HeadsState:
        """A position from JSON text, with its board. Raises ValueError on a schema that is not known."""
        if schema != self.schema:
            raise ValueError(f"this judge reads schema {self.schema} of {self.name}, not {schema}")
        state = codec.from_json(HeadsState, text)
        state.board = self.board_under(state.switches)
        return state
