"""Here I Stand for the kernel: its name, its steps, its state as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import codec
from engine.core.decision import Json, Seat
from engine.core.table import Step
from engine.here_i_stand import invariants, sequence, view
from engine.here_i_stand.board.board import Board
from engine.here_i_stand.setup import read_options, set_up
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Edition, SwitchValue


class HereIStand:
    """The rules of *Here I Stand* on one board."""

    name = "here_i_stand"
    edition = 1
    schema = 1

    def __init__(self, board: Board) -> None:
        self.board = board
        self._variants: dict[tuple[Edition, tuple[tuple[str, SwitchValue], ...]], Board] = {}

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The six major powers, in impulse order. Raises ValueError on bad options."""
        read_options(self.board, options)
        return tuple(Seat(power) for power in MAJORS)

    def setup(self, options: Mapping[str, Json]) -> HisState:
        """Chapter 1. Raises ValueError on bad options."""
        chosen = read_options(self.board, options)
        return set_up(self.board_under(chosen.edition, chosen.switches), chosen)

    def board_under(self, printing: Edition, switches: Mapping[str, SwitchValue]) -> Board:
        """The board of a printing and other switches, made once."""
        key = (printing, tuple(sorted(switches.items())))
        if key not in self._variants:
            self._variants[key] = self.board.under(printing, switches)
        return self._variants[key]

    def step(self, state: HisState) -> Step[HisState] | None:
        """The step at the cursor (7); None when the game is over."""
        return sequence.step(state)

    def view(self, state: HisState, seat: Seat | None) -> dict[str, Json]:
        """What is public (0.3), and the hand of the seat."""
        return view.view(state, seat)

    def check(self, state: HisState) -> None:
        """Appendix D. Raises BrokenInvariant."""
        invariants.check(state)

    def to_json(self, state: HisState) -> bytes:
        """The position as JSON text."""
        return codec.to_json(state)

    def from_json(self, text: bytes, schema: int) -> HisState:
        """A position from JSON text, with its board. Raises ValueError on a schema that is not known."""
        if schema != self.schema:
            raise ValueError(f"this judge reads schema {self.schema} of {self.name}, not {schema}")
        state = codec.from_json(HisState, text)
        state.board = self.board_under(state.printing, state.switches)
        return state
