"""23.3, 1.5, 1.6 Victory Determination: standard, domination, time limit, an early end by agreement."""

from __future__ import annotations

from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand import victory
from engine.here_i_stand.records import Totals
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power


def determine(s: HisState) -> Flow[None]:
    """23.3 At the end of each turn."""
    vp = victory.totals(s)
    s.history.append(Totals(s.turn, vp))
    tell(s, Event("scores", "23.2", {"turn": s.turn, "scores": {power: vp[power] for power in MAJORS}}))
    if max(vp.values()) >= s.plan.standard_vp:
        win(s, _highest(s), "standard")
    elif (leader := dominating(s, vp)) is not None:
        win(s, [leader], "domination")
    elif s.turn >= s.plan.last_turn:
        win(s, _highest(s), "time")
    yield from ()


def win(s: HisState, winners: list[Power], how: str) -> None:
    """The game is over."""
    s.over, s.winners = True, winners
    tell(s, Event("game_over", "23.3", {"powers": list(winners), "how": how}))


def _highest(s: HisState) -> list[Power]:
    """23.3-2, R36, R37: the highest total; ties go back turn by turn to the set-up, then the victory is shared."""
    left = list(MAJORS)
    for totals in reversed(s.history):
        best = max(totals.vp[power] for power in left)
        left = [power for power in left if totals.vp[power] == best]
        if len(left) == 1:
            break
    return left


def dominating(s: HisState, vp: dict[Power, int]) -> Power | None:
    """23.3-3, 1.6: who leads everybody else by enough; a player's two powers count with their average, in halves.
    Gives the higher of the leading player's powers."""
    if s.turn < s.plan.domination_from_turn:
        return None
    groups = s.board.groups[s.players]
    doubled = {group: 2 * sum(vp[power] for power in group) // len(group) for group in groups}
    ranked = sorted(groups, key=lambda group: -doubled[group])
    if doubled[ranked[0]] - doubled[ranked[1]] < 2 * s.plan.domination_lead:
        return None
    return max(ranked[0], key=lambda power: vp[power])
