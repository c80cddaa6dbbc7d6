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
from engine.here_i_stand.diplomacy.absolution import absolve
from engine.here_i_stand.diplomacy.declarations import declare_wars
from engine.here_i_stand.diplomacy.negotiation import negotiate
from engine.here_i_stand.diplomacy.peace import remember_losses, sue_for_peace
from engine.here_i_stand.diplomacy.ransom import ransom_leaders
from engine.here_i_stand.faith.diet import diet_of_worms
from engine.here_i_stand.faith.theses import luthers_theses
from engine.here_i_stand.league import place_leaders
from engine.here_i_stand.records import TurnRecord
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Phase, Power
from engine.here_i_stand.voyages.landing import new_world
from engine.here_i_stand.voyages.riches import roll_riches
from engine.here_i_stand.winter import winter

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


def _is_first_turn(s: HisState) -> bool:
    """7-3: turn 1 has negotiations only, in their short form."""
    return s.turn == 1


def _no_peace_segment(s: HisState) -> bool:
    """9.3: not on turn 1, and not on the last turn."""
    return s.turn == 1 or s.turn >= s.plan.last_turn


def _card_draw(s: HisState) -> Flow[None]:
    """R82: the riches of the New World come before the shuffle."""
    yield from begin_turn(s)
    riches = yield from roll_riches(s)
    yield from shuffle_and_deal(s, riches)


def _open_action(s: HisState) -> Flow[None]:
    """23.1, R71: what was reached before counts now."""
    s.passes = 0
    impulse.check_victory(s)
    yield from ()


_ROWS: Final = (
    _Row("luther_95_theses", "18.1", Phase.LUTHERS_95_THESES, luthers_theses, _not_first_turn),
    _Row("card_draw", "8.2", Phase.CARD_DRAW, _card_draw),
    _Row("negotiation", "9.1", Phase.DIPLOMACY, negotiate),
    _Row("peace", "9.3", Phase.DIPLOMACY, sue_for_peace, _no_peace_segment),
    _Row("ransom", "9.4", Phase.DIPLOMACY, ransom_leaders, _is_first_turn),
    _Row("absolution", "9.5", Phase.DIPLOMACY, absolve, _is_first_turn),
    _Row("war", "9.6", Phase.DIPLOMACY, declare_wars, _is_first_turn),
    _Row("diet_of_worms", "18.1", Phase.DIET_OF_WORMS, diet_of_worms, _not_first_turn),
    _Row("spring_deployment", "10", Phase.SPRING_DEPLOYMENT, spring_deployment),
    _Row("action", "11", Phase.ACTION, _open_action),
    _Row("winter", "19", Phase.WINTER, winter),
    _Row("new_world", "20", Phase.NEW_WORLD, new_world),
    _Row("victory_determination", "23.3", Phase.VICTORY_DETERMINATION, ending.determine),
)
_BY_NAME: Final[Mapping[str, _Row]] = {row.name: row for row in _ROWS}


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
    yield from place_leaders(s)
    if s.over:
        return OVER
    if row.name == "action":
        return _impulse_cursor(s, MAJORS[0])
    return _following(s, row)


def _impulse(s: HisState, power: Power) -> Flow[str]:
    s.asked = 0
    yield from impulse.impulse(s, power)
    yield from place_leaders(s)
    remember_losses(s)
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
