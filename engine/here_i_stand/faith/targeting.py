"""18.3, 18.4 The targets of a series of attempts: what is written, what is asked, and what is best. D1, D55, D56

A target is written as `convert`: its space, and in `pick` a debater who is committed before the dice. Of a list the
next order that is possible now is taken and used up; the others wait for a later attempt of the series. An order
without a space means the best target, and serves as often as it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, Order
from engine.here_i_stand.asking import blank, question, tell_skipped
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.losing import settle
from engine.here_i_stand.faith.debaters import (
    HELP,
    POWER_OF,
    dice_of,
    english_treatise_is_englands,
    helpers,
    helps_england,
    use_bonus,
    why_no_bonus,
    why_not_ready,
)
from engine.here_i_stand.faith.series import Series, Source
from engine.here_i_stand.script import CONVERT
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import DebaterId, Power, SpaceId

_SIX: Final = 6
_NOTHING: Final = Reason("not_possible_now", "18.3")
_FORMS: Final = 12
"""Targets that are also proposed with each debater."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What decides an attempt against a target."""

    dice: int
    against: int
    """Dice of the other side."""
    modifier: int
    """Of each die of the attacker."""
    favoured: bool
    """A six is enough, and the attacker wins ties."""


@dataclass(slots=True)
class Run:
    """A series that is being made."""

    series: Series
    side: Side
    """Whose attempts these are."""
    what: str
    """attempt or counter: the fact `what` of the questions."""
    why_no_target: Callable[[SpaceId], Reason | None]
    odds: Callable[[SpaceId, int], Odds]
    """Against a target, with so many dice of a debater."""
    religion_beside: Callable[[SpaceId], int]
    """Neighbours of the religion to be fought: what decides between equal chances."""
    left: int
    helper: DebaterId | None = None
    """He was committed for his dice."""
    named: DebaterId | None = None
    """He will be, before the first attempt that he helps."""
    orders: list[Order] = field(default_factory=list)
    """Of the last answer."""
    by_default: bool = False
    """The best targets are taken for the rest."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is attempted next."""

    space: SpaceId
    dice: int
    """Of the debater."""


def user_of_bonus(s: HisState, series: Series, side: Side) -> Power:
    """18.2-4: who decides about bonus dice: the side whose attempts they are, but England in its treatises of the later
    edition."""
    england = series.power is Power.ENGLAND and series.source is Source.TREATISE
    return Power.ENGLAND if england and english_treatise_is_englands(s) else POWER_OF[side]


def possible_helpers(s: HisState, series: Series, side: Side) -> list[DebaterId]:
    """Debaters whose bonus dice may still be used in a series."""
    user = user_of_bonus(s, series, side)
    if why_no_bonus(s, user) is not None:
        return []
    found = helpers(s, side)
    return [debater for debater in found if helps_england(s, debater)] if user is Power.ENGLAND else found


# ------------------------------------------------------------------ a series


def attempt_all(s: HisState, run: Run, rule: str, attempt: Callable[[Target], Flow[None]]) -> Flow[None]:
    """18.3, 18.4: attempts one after the other; those for which there is no target are lost."""
    while run.left:
        target = yield from next_target(s, run)
        if target is None:
            tell(s, Event("attempts_lost", rule, {"power": run.series.power, "count": run.left}))
            break
        run.left -= 1
        yield from attempt(target)
    yield from settle(s)


def why_not_in_series(series: Series, space: SpaceId, tried: Sequence[SpaceId], rule: str) -> Reason | None:
    """18.3-1, 18.4-1: why a space can't be a target whatever lies around it: once an impulse, and where the source
    allows."""
    if space in tried:
        return Reason("target_once_an_impulse", rule, {"space": space})
    if not series.only(space):
        return Reason("target_not_allowed", series.rule, {"space": space, "source": series.source})
    return None


# ------------------------------------------------------------------ the next target


def next_target(s: HisState, run: Run) -> Flow[Target | None]:
    """The target of the next attempt; None where none is left."""
    if next(_eligible(s, run), None) is None:
        return None
    wish = _written(s, run) or _listed(s, run)
    while wish is None:
        if run.by_default:
            wish = _to(None)
        elif (only := _only_one(s, run)) is not None:
            wish = _to(only)
        else:
            yield from _ask(s, run)
            wish = _listed(s, run)
    return _settled(s, run, wish)


def _eligible(s: HisState, run: Run) -> Iterator[SpaceId]:
    return (space for space in s.spaces if run.why_no_target(space) is None)


def _only_one(s: HisState, run: Run) -> SpaceId | None:
    """Nothing is asked where nothing can be chosen."""
    spaces = list(_eligible(s, run))
    return spaces[0] if len(spaces) == 1 and not _free_helpers(s, run) else None


def _free_helpers(s: HisState, run: Run) -> list[DebaterId]:
    """Those whom the power that names the targets may commit."""
    if user_of_bonus(s, run.series, run.side) is not run.series.power:
        return []
    return possible_helpers(s, run.series, run.side)


def _settled(s: HisState, run: Run, wish: Alternative) -> Target:
    """The debater is committed, and counts."""
    if wish["pick"] not in (None, run.helper):
        run.helper, run.named = DebaterId(str(wish["pick"])), None
        use_bonus(s, user_of_bonus(s, run.series, run.side), run.helper)
    space = best(s, run) if wish["space"] is None else SpaceId(str(wish["space"]))
    if run.named is not None and dice_of(s, run.named, space):
        run.helper, run.named = run.named, None
        use_bonus(s, user_of_bonus(s, run.series, run.side), run.helper)
    return Target(space, _helping(s, run, space))


def _helping(s: HisState, run: Run, space: SpaceId) -> int:
    """Dice of the debater who helps, or will."""
    debater = run.helper or run.named
    return 0 if debater is None else dice_of(s, debater, space)


# ------------------------------------------------------------------ what is written


def _written(s: HisState, run: Run) -> Alternative | None:
    """A CONVERT line of the letter of the impulse (11)."""
    if s.script is None or s.impulse is None or s.impulse.power is not run.series.power:
        return None
    return s.script.next_target(lambda wish: _why_not(s, run, wish))


def _listed(s: HisState, run: Run) -> Alternative | None:
    """The next order of the last answer that is possible now, used up. Where none is, its power learns why, and the
    list is at an end."""
    reasons: list[tuple[Order, Reason]] = []
    for index, order in enumerate(run.orders):
        found = [_why_not(s, run, wish) for wish in order]
        if None in found:
            wish = order[found.index(None)]
            if wish["space"] is not None:
                del run.orders[index]
            return wish
        reasons.append((order, found[0] or _NOTHING))
    for order, reason in reasons:
        tell_skipped(s, CONVERT, run.series.power, order, reason)
    run.orders = []
    return None


def _why_not(s: HisState, run: Run, wish: Alternative) -> Reason | None:
    """Why a target is not possible now; None when it is."""
    space, debater = wish["space"], wish["pick"]
    if wish["do"] != CONVERT:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    if space is not None and (not isinstance(space, str) or space not in s.spaces):
        return Reason("unknown_name", "", {"what": "space", "given": space})
    if debater not in (None, run.helper) and (reason := _why_no_help(s, run, debater)) is not None:
        return reason
    return None if space is None else run.why_no_target(SpaceId(space))


def _why_no_help(s: HisState, run: Run, debater: str | int | None) -> Reason | None:
    """18.2: why a debater can't be committed for his dice; None when he can."""
    user = user_of_bonus(s, run.series, run.side)
    if user is not run.series.power:
        return Reason("bonus_of_another_power", "18.2", {"power": user, "debater": debater})
    reason = why_not_ready(s, debater, *HELP[run.side]) or why_no_bonus(s, user)
    if reason is None and user is Power.ENGLAND and not helps_england(s, DebaterId(str(debater))):
        return Reason("bonus_of_another_kind", "18.2", {"debater": debater})
    return reason


# ------------------------------------------------------------------ the question


def _ask(s: HisState, run: Run) -> Flow[None]:
    """For the rest of the series; no answer, or an empty one, means the best targets."""
    series = run.series
    decision = question(
        s,
        CONVERT,
        series.power,
        lambda: choices(s, run),
        lambda: [[_to(None)]],
        why=lambda wish: _why_not(s, run, wish),
        rule=series.rule,
        about=series.source,
        facts=facts_of(s, run),
        fault=lambda orders: _fault(s, run, orders),
        trial=lambda orders: _trial(s, run, orders),
    )
    answer = yield from ask(decision)
    run.by_default = answer in ("default", [])
    run.orders = [] if answer == "default" else [list(order) for order in answer]


def facts_of(s: HisState, run: Run) -> dict[str, Json]:
    """What the questions of a series tell."""
    series = run.series
    spaces = ranked(s, run)
    zones: list[Json] = list(series.zones)
    odds: dict[str, Json] = {}
    for space in spaces:
        found = run.odds(space, _helping(s, run, space))
        odds[space] = f"{found.dice}:{found.against}"
    return {
        "power": series.power, "what": run.what, "source": series.source, "event": series.card,
        "remaining": run.left, "zones": zones, "places": list(spaces), "odds_of": odds,
        "debater": run.helper or run.named,
    }  # fmt: skip


def choices(s: HisState, run: Run) -> list[Alternative]:
    """Every target, and the best ones with each debater who helps there."""
    spaces = ranked(s, run)
    free = _free_helpers(s, run)
    with_help = [
        _to(space, debater) for space in spaces[:_FORMS] for debater in free if dice_of(s, debater, space)
    ]  # fmt: skip
    return [*(_to(space) for space in spaces), *with_help]


def _fault(s: HisState, run: Run, orders: list[Order]) -> Reason | None:
    """One of the orders must be possible now, and what is named must be there."""
    for order in orders:
        for wish in order:
            reason = _why_not(s, run, wish)
            if reason is not None and reason.key == "unknown_name":
                return reason
    reasons = [_why_not(s, run, wish) for order in orders for wish in order]
    return None if not reasons or None in reasons else reasons[0]


def _trial(s: HisState, run: Run, orders: list[Order]) -> list[Reason | None]:
    """Nobody knows which spaces earlier attempts bring within reach."""
    found: list[Reason | None] = []
    for order in orders:
        reasons = [_why_not(s, run, wish) for wish in order]
        hopeless = None not in reasons and all(reason and reason.key != "out_of_reach" for reason in reasons)
        found.append(reasons[0] if hopeless or not found else None)
    if orders and None in (_why_not(s, run, wish) for wish in orders[0]):
        found[0] = None
    return found


def _to(space: SpaceId | None, debater: DebaterId | None = None) -> Alternative:
    return blank(CONVERT, do=CONVERT, space=space, pick=debater)


# ------------------------------------------------------------------ what is best


def ranked(s: HisState, run: Run) -> list[SpaceId]:
    """D55, D1: the best chance first, then most neighbours of the other faith, then data order."""
    worth = {space: (chance(run.odds(space, _helping(s, run, space))), run.religion_beside(space))
             for space in _eligible(s, run)}  # fmt: skip
    return sorted(worth, key=lambda space: worth[space], reverse=True)


def best(s: HisState, run: Run) -> SpaceId:
    """D55. Raises IndexError where nothing can be a target."""
    return ranked(s, run)[0]


@cache
def chance(odds: Odds) -> Fraction:
    """How likely an attempt succeeds."""
    won = Fraction(0)
    for face in range(1, _SIX + 1):
        shown = face + odds.modifier
        if odds.favoured and shown >= _SIX:
            beats = Fraction(1)
        else:
            beats = _at_most(shown if odds.favoured else shown - 1, odds.against)
        won += (_at_most(face, odds.dice) - _at_most(face - 1, odds.dice)) * beats
    return won


def _at_most(face: int, dice: int) -> Fraction:
    """How likely the highest of some dice shows no more than this."""
    return Fraction(min(max(face, 0), _SIX), _SIX) ** dice
