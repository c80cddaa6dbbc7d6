"""The Dutch Revolt for the kernel: its name, its steps, its state as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import codec
from engine.core.decision import Json, Seat
from engine.core.table import Step
from engine.dutch_revolt import invariants, sequence, view
from engine.dutch_revolt.board import Board
from engine.dutch_revolt.setup import read_options, set_up
from engine.dutch_revolt.state import DutchRevoltState


class DutchRevolt:
    """The rules of *Revolution: The Dutch Revolt* on one board."""

    name = "dutch_revolt"
    edition = 1
    schema = 1

    def __init__(self, board: Board) -> None:
        self.board = board
        self._variants: dict[tuple[tuple[str, bool | str], ...], Board] = {(): board}

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The factions in play, in the row of sympathies (3.1). Raises ValueError on bad options."""
        return tuple(Seat(faction) for faction in read_options(self.board, options).factions)

    def setup(self, options: Mapping[str, Json]) -> DutchRevoltState:
        """Section 6. Raises ValueError on bad options."""
        chosen = read_options(self.board, options)
        return set_up(self.board_under(chosen.switches), chosen)

    def board_under(self, switches: Mapping[str, bool | str]) -> Board:
        """The board under other switches (13.1), made once."""
        key = tuple(sorted(switches.items()))
        if key not in self._variants:
            self._variants[key] = self.board.with_switches(switches)
        return self._variants[key]

    def step(self, state: DutchRevoltState) -> Step[DutchRevoltState] | None:
        """The step at the cursor (7.1, 7.2); None after turn 5."""
        return sequence.step(state)

    def view(self, state: DutchRevoltState, seat: Seat | None) -> dict[str, Json]:
        """Everything on the board; orders that wait are not part of it."""
        return view.view(state, seat, state.cursor)

    def check(self, state: DutchRevoltState) -> None:
        """Section 14. Raises BrokenInvariant."""
        invariants.check(state)

    def to_json(self, state: DutchRevoltState) -> bytes:
        """The position as JSON text."""
        return codec.to_json(state)

    def from_json(self, text: bytes, schema: int) -> DutchRevoltState:
        """A position from JSON text, with its board. Raises ValueError on a schema that is not known."""
        if schema != self.schema:
            raise ValueError(f"this judge reads schema {self.schema} of {self.name}, not {schema}")
        state = codec.from_json(DutchRevoltState, text)
        state.board = self.board_under(state.switches)
        return state
