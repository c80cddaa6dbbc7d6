"""Section 7: the sequence of play as a table of steps.

A cursor is "turn/phase", "turn/action/number/power" in the action phase, or "over".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.table import Step
from engine.here_i_stand import ending, impulse, victory
from engine.here_i_stand.card_draw import begin_turn, shuffle_and_deal
from engine.here_i_stand.deployment import spring_deployment
from engine.here_i_stand.records import TurnRecord
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Phase, Power

OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class _Row:
    """A step of the turn: where it stands in the sequence, what plays it, and when it is left out."""

    name: str
    rule: str
    phase: Phase
    play: Callable[[HisState], Flow[None]]
    skipped: Callable[[HisState], bool] = lambda s: False


def _not_first_turn(s: HisState) -> bool:
    return s.turn != 1


def _card_draw(s: HisState) -> Flow[None]:
    yield from begin_turn(s)
    yield from shuffle_and_deal(s, {})


def _open_action(s: HisState) -> Flow[None]:
    """23.1, R71: what was reached before counts now."""
    s.passes = 0
    impulse.check_victory(s)
    yield from ()


_ROWS: Final = (
    _Row("card_draw", "8.2", Phase.CARD_DRAW, _card_draw),
    _Row("spring_deployment", "10", Phase.SPRING_DEPLOYMENT, spring_deployment),
    _Row("action", "11", Phase.ACTION, _open_action),
    _Row("victory_determination", "23.3", Phase.VICTORY_DETERMINATION, ending.determine),
)
_BY_NAME: Final[Mapping[str, _Row]] = {row.name: row for row in _ROWS}


def first_cursor(s: HisState) -> str:
    """Where the game begins."""
    return _cursor(s, _ROWS[0])


def step(s: HisState) -> Step[HisState] | None:
    """The step at the cursor; None when the game is over."""
    if s.cursor == OVER:
        return None
    _, name, *rest = s.cursor.split("/")
    if rest:
        power = Power(rest[1])
        return Step(s.cursor, "11", lambda state: _impulse(state, power))
    row = _BY_NAME[name]
    return Step(s.cursor, row.rule, lambda state: _phase(state, row))


def _cursor(s: HisState, row: _Row) -> str:
    return f"{s.turn}/{row.name}"


def _phase(s: HisState, row: _Row) -> Flow[str]:
    s.asked = 0
    s.phase = row.phase
    tell(s, Event("phase_begins", row.rule, {"turn": s.turn, "phase": row.name}))
    yield from row.play(s)
    if s.over:
        return OVER
    if row.name == "action":
        return _impulse_cursor(s, MAJORS[0])
    return _following(s, row)


def _impulse(s: HisState, power: Power) -> Flow[str]:
    s.asked = 0
    yield from impulse.impulse(s, power)
    if s.over:
        return OVER
    if s.passes >= len(MAJORS):
        return _following(s, _BY_NAME["action"])
    return _impulse_cursor(s, MAJORS[(MAJORS.index(power) + 1) % len(MAJORS)])


def _impulse_cursor(s: HisState, power: Power) -> str:
    return f"{s.turn}/action/{s.impulses + 1}/{power}"


def _following(s: HisState, row: _Row) -> str:
    """The next row of the turn, or the first one of the next turn."""
    for other in _ROWS[_ROWS.index(row) + 1 :]:
        if not other.skipped(s):
            return _cursor(s, other)
    s.turn += 1
    s.this_turn = TurnRecord()
    return next(_cursor(s, other) for other in _ROWS if not other.skipped(s))


def scores(s: HisState) -> dict[Power, int]:
    """VP as they are now."""
    return victory.totals(s)
