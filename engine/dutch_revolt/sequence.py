"""Section 7: the sequence of play as a table of steps, for each mode of section 12.

A cursor is "turn/step", or "turn/step/faction" where factions are asked one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from engine.core.flow import Flow
from engine.core.table import Step
from engine.dutch_revolt import phases
from engine.dutch_revolt.state import DutchRevoltState
from engine.dutch_revolt.terms import Faction

State = DutchRevoltState

OVER: Final = "over"

# ------------------------------------------------------------------ the table of steps


@dataclass(frozen=True, slots=True)
class _Whole:
    """A step that all factions play together."""

    name: str
    rule: str
    play: Callable[[State], Flow[None]]

    def cursors(self, order: Iterable[Faction]) -> list[str]:
        """One step."""
        return [self.name]


@dataclass(frozen=True, slots=True)
class _InTurn:
    """A phase that factions play one after the other, a step each (7.3)."""

    name: str
    rule: str
    phase: phases.InTurn

    def cursors(self, order: Iterable[Faction]) -> list[str]:
        """One step for each faction."""
        return [f"{self.name}/{faction}" for faction in order]


def rows(state: State) -> tuple[_Whole | _InTurn, ...]:
    """The rows of this turn in this mode (7.1, 7.2, 12.3)."""
    if state.turn == 0:
        return _TURN_0
    if state.mode == "quick":
        opening: tuple[_Whole | _InTurn, ...] = _QUICK
    else:
        opening = _STANDARD
    return (*opening, *(_CLOSE_IN_ORDER if state.loyalty_in_order else _CLOSE_SEALED))


def step(state: State) -> Step[State] | None:
    """The step at the cursor; None when the game is over."""
    if state.cursor == OVER:
        return None
    _, name, *faction = state.cursor.split("/")
    row = next(row for row in rows(state) if row.name == name)
    return Step(state.cursor, row.rule, lambda s: _play(s, row, *faction))


def _play(state: State, row: _Whole | _InTurn, *faction: Faction) -> Flow[str]:
    """Play one row and find the next cursor; after the last row the next turn begins."""
    following = _following(state)
    if isinstance(row, _InTurn):
        following = yield from _play_in_turn(state, row, faction[0], following)
    else:
        yield from row.play(state)
    if following:
        return f"{state.turn}/{following[0]}"
    if state.turn == state.board.last_turn:
        return OVER
    _begin_turn(state)
    return f"{state.turn}/{rows(state)[0].cursors(state.order)[0]}"


def _play_in_turn(state: State, row: _InTurn, faction: Faction, following: list[str]) -> Flow[list[str]]:
    """One faction's part, and those of the next ones that are asked nothing; gives the cursors that are left."""
    yield from row.phase.play(state, faction)
    for later in state.order[state.order.index(faction) + 1 :]:
        if row.phase.questions(state, later):
            break
        yield from row.phase.play(state, later)
        following = following[1:]
    return following


def _following(state: State) -> list[str]:
    """The cursors after this one, without their turn, while the turn lasts."""
    cursors = [cursor for row in rows(state) for cursor in row.cursors(state.order)]
    return cursors[cursors.index(state.cursor.split("/", 1)[1]) + 1 :]


def _begin_turn(state: State) -> None:
    """What lasts for one turn ends: used armies, recruitment. The account of money stays until the taxes."""
    state.turn += 1
    state.phase = 1
    for region_armies in state.tracks.values():
        for army in region_armies:
            army.moved = army.influenced = army.kept = False
    for holdings in state.holdings.values():
        holdings.recruited = 0


# ------------------------------------------------------------------ the rows of each mode

_TURN_0: Final = (
    _Whole("opening", "8.1", phases.opening),
    _Whole("inside", "8.6", phases.inside),
    _Whole("close", "8.8", phases.close_turn_0),
)

_STANDARD: Final = (
    _Whole("money", "9.1", phases.money),
    _InTurn("recruit", "9.4", phases.recruit),
    _Whole("sieges", "9.6", phases.battles_and_sieges),
    _Whole("beggars", "9.7", phases.water_beggars),
    _InTurn("move", "9.8", phases.move),
    _Whole("influence", "9.9", phases.influence),
    _InTurn("new_units", "9.10", phases.new_units),
    _Whole("crowding", "9.11", phases.conflicts_to_overflow),
    _Whole("inside", "9.14", phases.inside),
)
_QUICK: Final = (
    _Whole("money", "9.1", phases.money_and_recruitment),
    _Whole("war", "9.6", phases.war),
    _Whole("people", "9.10", phases.people),
)
_CLOSE_SEALED: Final = (_Whole("close", "9.15", phases.close),)
_CLOSE_IN_ORDER: Final = (
    _Whole("sieges_end", "9.15", phases.sieges_end),
    _InTurn("loyalty", "9.16", phases.pay_for_loyalty),
    _Whole("ownership", "9.17", phases.ownership_and_order),
)
