"""18.3 Reformation attempts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask, roll
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, chosen, question
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.faith import turn_to
from engine.here_i_stand.control import mark_unrest, why_no_carlstadt_unrest
from engine.here_i_stand.faith.camps import papal_dice, protestant_dice
from engine.here_i_stand.faith.debaters import bonus_of, dice_of
from engine.here_i_stand.faith.series import Only, Series, anywhere
from engine.here_i_stand.faith.targeting import (
    Odds,
    Run,
    Target,
    attempt_all,
    possible_helpers,
    user_of_bonus,
    why_not_in_series,
)
from engine.here_i_stand.faith.targets import may_reform, why_not_reform
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import DebaterId, Religion, SpaceId, TurnMarker

RULE: Final = "18.3"
SUCCESS, FAILURE = "success", "failure"
_SIX: Final = 6
_COMMIT: Final = "commit"


def reformation(s: HisState, series: Series) -> Flow[None]:
    """18.3: Reformation attempts one after the other; those for which there is no target are lost. D1, D55"""
    run = _run(s, series)
    if run.named is None:
        run.named = yield from _named_by_owner(s, run)
    yield from attempt_all(s, run, RULE, lambda target: _attempt(s, run, target))


def can_reform(s: HisState, only: Only = anywhere) -> bool:
    """Whether a Reformation attempt would have a target now, among the spaces that the source allows."""
    return any(only(space) and may_reform(s, space) and space not in _tried(s) for space in s.spaces)


def _run(s: HisState, series: Series) -> Run:
    return Run(
        series,
        Side.PROTESTANT,
        "attempt",
        lambda space: _why_no_target(s, series, space),
        lambda space, helping: _odds(s, series, space, helping),
        beside(s, Religion.CATHOLIC),
        series.count,
        named=series.helper,
    )


def beside(s: HisState, religion: Religion) -> Callable[[SpaceId], int]:
    """D1: how many neighbours of a space have a religion."""
    world = s.board.map
    return lambda space: sum(s.spaces[near].religion is religion for near in world.over_connections(space))


def _tried(s: HisState) -> list[SpaceId]:
    """Targets of this impulse."""
    return [] if s.impulse is None else s.impulse.targeted


def _why_no_target(s: HisState, series: Series, space: SpaceId) -> Reason | None:
    """18.3-1: why a space can't be the next target; None when it can."""
    return why_not_in_series(series, space, _tried(s), RULE) or why_not_reform(s, space)


def in_target_zone(s: HisState, series: Series, space: SpaceId) -> bool:
    """Whether a space is in a target zone of the series, or counts so."""
    return s.board.map.spaces[space].zone in series.zones or space in series.also


def _odds(s: HisState, series: Series, space: SpaceId, helping: int) -> Odds:
    """18.3-2 to 6"""
    press = TurnMarker.PRINTING_PRESS in s.this_turn.markers
    favoured = in_target_zone(s, series, space)
    return Odds(
        protestant_dice(s, space) + press + series.extra_dice + helping,
        papal_dice(s, space),
        series.pip if favoured else 0,
        favoured,
    )


# ------------------------------------------------------------------ one attempt


def _attempt(s: HisState, run: Run, target: Target) -> Flow[None]:
    """18.3-3 to 8"""
    series, space = run.series, target.space
    odds = _odds(s, series, space, target.dice)
    if s.impulse is not None:
        s.impulse.targeted.append(space)
    dice = yield from roll("reformation", odds.dice, rule=RULE)
    best, against = max(dice) + odds.modifier, tuple[int, ...]()
    flips = odds.favoured and best >= _SIX
    if not flips:
        against = yield from roll("counter_dice", odds.against, rule=RULE)
        flips = best > max(against) or (odds.favoured and best == max(against))
    tell(s, Event("reformation_attempt", RULE, report(s, run, target, odds, dice, against, won=flips)))
    if flips:
        turn_to(s, space, Religion.PROTESTANT, rule=RULE)
    else:
        _unrest(s, series, space)


def report(
    s: HisState, run: Run, target: Target, odds: Odds, dice: tuple[int, ...], against: tuple[int, ...], *, won: bool
) -> dict[str, Json]:
    """0.4-4: the facts of an attempt."""
    return {
        "power": run.series.power,
        "space": target.space,
        "zone": s.board.map.spaces[target.space].zone,
        "in_zone": odds.favoured,
        "dice": list(dice),
        "modifier": odds.modifier,
        "best": max(dice) + odds.modifier,
        "against": list(against),
        "debater": run.helper if target.dice else None,
        "result": SUCCESS if won else FAILURE,
    }


def _unrest(s: HisState, series: Series, space: SpaceId) -> None:
    """18.3-8, R2: a failed attempt with Carlstadt's bonus."""
    if series.debater is None:
        return
    bonus = bonus_of(s, series.debater)
    here = s.board.map.spaces[space].zone
    if bonus.unrest and here is bonus.zone and why_no_carlstadt_unrest(s, space) is None:
        mark_unrest(s, space, rule=RULE)


# ------------------------------------------------------------------ another's debater


def _named_by_owner(s: HisState, run: Run) -> Flow[DebaterId | None]:
    """18.2-4: where somebody else names the targets, the owner is asked once whose dice he adds; the debater is
    committed before the first attempt that he helps. D56: nobody's."""
    series, owner = run.series, user_of_bonus(s, run.series, run.side)
    if owner is series.power:
        return None
    targets = [space for space in s.spaces if run.why_no_target(space) is None]
    free = [
        debater
        for debater in possible_helpers(s, series, run.side)
        if any(dice_of(s, debater, space) for space in targets)
    ]
    if not free:
        return None
    ways = [blank("debater_bonus", do=_COMMIT, pick=debater) for debater in free]

    def why_not(wish: Alternative) -> Reason | None:
        if wish in ways:
            return None
        return Reason("bonus_not_possible", "18.2", {"debater": wish["pick"]})

    zones: list[Json] = list(series.zones)
    facts: dict[str, Json] = {
        "power": series.power, "source": series.source, "event": series.card, "zones": zones, "count": series.count,
        "debaters": list(free),
    }  # fmt: skip
    answer = yield from ask(
        question(s, "debater_bonus", owner, lambda: ways, list, why=why_not, about=series.source, facts=facts)
    )
    wish = chosen(answer, list, why_not)
    return None if wish is None else DebaterId(str(wish["pick"]))
