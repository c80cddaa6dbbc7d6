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
    asks: tuple[int, ...]
    """The phases for which it asks; instructions for 9.12 and 9.13 go with those for 9.10."""

    def cursors(self, order: Iterable[Faction]) -> list[str]:
        """One step."""
        return [self.name]


@dataclass(frozen=True, slots=True)
class _InTurn:
    """A phase that factions play one after the other, a step each (7.3)."""

    name: str
    rule: str
    phase: phases.InTurn
    asks: tuple[int, ...]
    """The phases for which it asks."""

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


# ------------------------------------------------------------------ what is past and what is still to come


def settled(state: State) -> list[str]:
    """The decisions of this turn that are past changing though their phase is not over: answers that wait for their
    phase, and those of the factions that have had their part of a phase in turn order."""
    keys = list(state.instructions)
    if state.cursor == OVER:
        return keys
    _, name, *faction = state.cursor.split("/")
    row = next(row for row in rows(state) if row.name == name)
    if isinstance(row, _InTurn):
        kinds = [row.phase.kind, *(kind for kind, _ in row.phase.beside)]
        before = state.order[: state.order.index(faction[0])]
        keys += [f"{kind.kind}@{earlier}" for earlier in before for kind in kinds]
    return list(dict.fromkeys(keys))


@dataclass(frozen=True, slots=True)
class Upcoming:
    """A phase of this turn for which a faction may still be asked, and how many questions come before it if everybody
    is asked whenever the mode provides for it; the open question is number 0."""

    phase: int
    after: int


def upcoming(state: State, faction: Faction) -> list[Upcoming]:
    """12.3 The questions still to come in this turn for a faction, after the one that is open, in order. Left out is
    what cannot be asked: sieges and marches without armies, Water Beggars of those who never hire them."""
    if state.cursor == OVER:
        return []
    found: list[Upcoming] = []
    after = 0
    here = state.cursor.split("/")[1]
    recruits_later = any(4 in row.asks for row in rows(state) if row.name == here)
    for cursor in _following(state):
        name, *seat = cursor.split("/")
        row = next(row for row in rows(state) if row.name == name)
        if not row.asks:
            continue
        after += 1
        if seat and seat[0] != faction:
            continue
        recruits_later = recruits_later or 4 in row.asks
        can_act = recruits_later or bool(state.armies_of(faction))
        found += [Upcoming(phase, after) for phase in row.asks if _may_come(state, faction, phase, can_act=can_act)]
    return found


def _may_come(state: State, faction: Faction, phase: int, *, can_act: bool) -> bool:
    """Whether the phase can hold a question for the faction."""
    if phase in (6, 8, 9, 15):
        return can_act
    if phase == 7:
        return state.board.factions[faction].may_hire_beggars and state.beggars.hirer in (None, faction)
    if phase == 20:
        return phases.lays_card(state, faction)
    return True


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
    _Whole("opening", "8.1", phases.opening, (0, 2, 10)),
    _Whole("inside", "8.6", phases.inside, (14,)),
    _Whole("close", "8.8", phases.close_turn_0, (20,)),
)

_STANDARD: Final = (
    _Whole("money", "9.1", phases.money, (1, 2, 3)),
    _InTurn("recruit", "9.4", phases.recruit, (4,)),
    _Whole("sieges", "9.6", phases.battles_and_sieges, (6,)),
    _Whole("beggars", "9.7", phases.water_beggars, (7,)),
    _InTurn("move", "9.8", phases.move, (8,)),
    _Whole("influence", "9.9", phases.influence, (9,)),
    _InTurn("new_units", "9.10", phases.new_units, (10,)),
    _Whole("crowding", "9.11", phases.conflicts_to_overflow, ()),
    _Whole("inside", "9.14", phases.inside, (14,)),
)
_QUICK: Final = (
    _Whole("money", "9.1", phases.money_and_recruitment, (1, 2, 3, 4)),
    _Whole("war", "9.6", phases.war, (6, 7, 8, 9)),
    _Whole("people", "9.10", phases.people, (10, 14)),
)
_CLOSE_SEALED: Final = (_Whole("close", "9.15", phases.close, (15, 16, 20)),)
_CLOSE_IN_ORDER: Final = (
    _Whole("sieges_end", "9.15", phases.sieges_end, (15,)),
    _InTurn("loyalty", "9.16", phases.pay_for_loyalty, (16,)),
    _Whole("ownership", "9.17", phases.ownership_and_order, (20,)),
)
