"""18.4 Counter-Reformation attempts."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.faith import turn_to
from engine.here_i_stand.faith.attempts import beside, in_target_zone, report
from engine.here_i_stand.faith.camps import papal_dice, protestant_dice
from engine.here_i_stand.faith.series import Only, Series, anywhere
from engine.here_i_stand.faith.targeting import Odds, Run, Target, attempt_all, why_not_in_series
from engine.here_i_stand.faith.targets import may_counter, why_not_counter
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, Religion, SpaceId, TurnMarker

RULE: Final = "18.4"
_SIX: Final = 6


def counter_reformation(s: HisState, series: Series) -> Flow[None]:
    """18.4: counter-Reformation attempts one after the other; those for which there is no target are lost. D55"""
    run = _run(s, series)
    yield from attempt_all(s, run, RULE, lambda target: _attempt(s, run, target))


def can_counter(s: HisState, only: Only = anywhere) -> bool:
    """Whether a counter-Reformation attempt would have a target now, among the spaces that the source allows."""
    return any(only(space) and may_counter(s, space) and space not in _tried(s) for space in s.spaces)


def _run(s: HisState, series: Series) -> Run:
    return Run(
        series,
        Side.PAPACY,
        "counter",
        lambda space: _why_no_target(s, series, space),
        lambda space, helping: _odds(s, series, space, helping),
        beside(s, Religion.PROTESTANT),
        series.count,
        named=series.helper,
    )


def _tried(s: HisState) -> list[SpaceId]:
    """Targets of this impulse."""
    return [] if s.impulse is None else s.impulse.countered


def _why_no_target(s: HisState, series: Series, space: SpaceId) -> Reason | None:
    """18.4-1: why a space can't be the next target; None when it can."""
    return why_not_in_series(series, space, _tried(s), RULE) or why_not_counter(s, space)


def reforming_pope(s: HisState) -> bool:
    """18.4-5, 18.4-8: whether a Pope rules who wins ties: Paul III or Julius III."""
    return s.board.rulers[s.powers[Power.PAPACY].ruler].wins_counter_reformation_ties


def _odds(s: HisState, series: Series, space: SpaceId, helping: int) -> Odds:
    """18.4-2 to 6"""
    confession = TurnMarker.AUGSBURG_CONFESSION in s.this_turn.markers
    return Odds(
        papal_dice(s, space) + helping,
        protestant_dice(s, space),
        -1 if confession else 0,
        in_target_zone(s, series, space) and reforming_pope(s),
    )


def _attempt(s: HisState, run: Run, target: Target) -> Flow[None]:
    """18.4-3 to 8"""
    series, space = run.series, target.space
    odds = _odds(s, series, space, target.dice)
    if s.impulse is not None:
        s.impulse.countered.append(space)
    dice = yield from roll("counter_reformation", odds.dice, rule=RULE)
    best, against = max(dice) + odds.modifier, tuple[int, ...]()
    flips = odds.favoured and best >= _SIX
    if not flips:
        against = yield from roll("protestant_dice", odds.against, rule=RULE)
        flips = best > max(against) or (odds.favoured and best == max(against))
    facts = report(s, run, target, odds, dice, against, won=flips)
    facts["in_zone"] = in_target_zone(s, series, space)
    tell(s, Event("counter_attempt", RULE, facts))
    if flips:
        turn_to(s, space, Religion.CATHOLIC, rule=RULE)
