"""18.5-7, 18.1 Spaces that the winner of a debate, of the Diet or of the Council converts. D21, D62, R19, R57"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, Order
from engine.here_i_stand.asking import blank, question, tell_skipped
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.faith import turn_to
from engine.here_i_stand.cards.losing import settle
from engine.here_i_stand.faith.debaters import POWER_OF
from engine.here_i_stand.faith.targets import may_counter, may_reform
from engine.here_i_stand.script import CONVERT
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, Religion, SpaceId, Zone

Eligible = Callable[[HisState, SpaceId], bool]
"""Whether a space may be converted now."""

FAITH: Final = {Side.PROTESTANT: Religion.PROTESTANT, Side.PAPACY: Religion.CATHOLIC}
_TARGETS: Final[dict[Side, Eligible]] = {Side.PROTESTANT: may_reform, Side.PAPACY: may_counter}
_NOTHING: Final = Reason("not_possible_now", "18.5")


def flip_spaces(
    s: HisState,
    side: Side,
    count: int,
    zone: Zone | None,
    *,
    rule: str,
    source: str,
    strict: bool = False,
    eligible: Eligible | None = None,
) -> Flow[int]:
    """R57: a side converts so many spaces one after the other, each as it is eligible then; gives how many there were.

    In the zone as long as possible, and then anywhere, or, `strict`, nowhere else (R19); without a zone anywhere at
    once. `eligible`: other conditions than those of an attempt of the side (18.3-1, 18.4-1). `source` names what gives
    the spaces in the facts of the questions ("debate", "diet", "council").
    """
    test, done, wishes = eligible or _TARGETS[side], 0, _Wishes(side, rule, source, zone)
    while done < count:
        spaces = _candidates(s, side, zone, test, strict=strict)
        if not spaces:
            facts: dict[str, Json] = {"power": POWER_OF[side], "count": count - done}
            tell(s, Event("flips_lost", "R19", facts))
            break
        space = yield from _next(s, wishes, spaces, count - done)
        turn_to(s, space, FAITH[side], rule=rule)
        done += 1
    yield from settle(s)
    return done


def _candidates(s: HisState, side: Side, zone: Zone | None, test: Eligible, *, strict: bool) -> list[SpaceId]:
    """R19"""
    other = FAITH[Side.PAPACY if side is Side.PROTESTANT else Side.PROTESTANT]
    spaces = [space for space, here in s.spaces.items() if here.religion is other]
    inside = [space for space in spaces if _is_in(s, space, zone) and test(s, space)]
    return inside if inside or strict else [space for space in spaces if test(s, space)]


def _is_in(s: HisState, space: SpaceId, zone: Zone | None) -> bool:
    return zone is None or s.board.map.spaces[space].zone is zone


# ------------------------------------------------------------------ which


@dataclass(slots=True)
class _Wishes:
    """What the winner has said of the spaces to come."""

    side: Side
    rule: str
    source: str
    zone: Zone | None
    orders: list[Order] = field(default_factory=list)
    """Of the last answer."""
    by_default: bool = False
    """The best spaces are taken for the rest."""

    @property
    def power(self) -> Power:
        """Who decides."""
        return POWER_OF[self.side]


def _next(s: HisState, wishes: _Wishes, spaces: list[SpaceId], left: int) -> Flow[SpaceId]:
    """The next order one of whose alternatives is eligible now; when there is none left, the winner is asked for the
    rest."""
    wish = _written(s, wishes, spaces) or _listed(s, wishes, spaces)
    if wish is None and len(spaces) > 1 and not wishes.by_default:
        yield from _ask(s, wishes, spaces, left)
        wish = _listed(s, wishes, spaces)
    if wish is None or wish["space"] is None:
        return _ranked(s, wishes.side, spaces)[0]
    return SpaceId(str(wish["space"]))


def _written(s: HisState, wishes: _Wishes, spaces: list[SpaceId]) -> Alternative | None:
    """A CONVERT line of the letter of the impulse (11)."""
    if s.script is None or s.impulse is None or s.impulse.power is not wishes.power:
        return None
    return s.script.next_target(lambda one: _why_not(s, one, spaces))


def _listed(s: HisState, wishes: _Wishes, spaces: list[SpaceId]) -> Alternative | None:
    """The next order that names one of the spaces, used up; the others wait. One without a space means the best, and
    serves for all that remain. Where none fits its power learns it, and the list is at an end."""
    for order in wishes.orders:
        for wish in order:
            if _why_not(s, wish, spaces) is None:
                if wish["space"] is not None:
                    wishes.orders.remove(order)
                return wish
    for order in wishes.orders:
        tell_skipped(s, CONVERT, wishes.power, order, _why_not(s, order[0], spaces) or _NOTHING)
    wishes.orders = []
    return None


def _ask(s: HisState, wishes: _Wishes, spaces: list[SpaceId], left: int) -> Flow[None]:
    """For the rest; no answer, or an empty one, means the best spaces."""
    facts: dict[str, Json] = {
        "power": wishes.power, "what": "flip", "source": wishes.source, "remaining": left, "zone": wishes.zone,
        "places": list(spaces),
    }  # fmt: skip
    decision = question(
        s,
        CONVERT,
        wishes.power,
        lambda: [_to(space) for space in spaces],
        lambda: [[_to(None)]],
        why=lambda wish: _why_not(s, wish, spaces),
        rule=wishes.rule,
        about=wishes.source,
        facts=facts,
        fault=lambda orders: _fault(s, orders, spaces),
        trial=lambda orders: [_why_not(s, order[0], spaces) if at == 0 else None for at, order in enumerate(orders)],
    )
    answer = yield from ask(decision)
    wishes.by_default = answer in ("default", [])
    wishes.orders = [] if answer == "default" else [list(order) for order in answer]


def _to(space: SpaceId | None) -> Alternative:
    return blank(CONVERT, do=CONVERT, space=space)


def _why_not(s: HisState, wish: Alternative, spaces: list[SpaceId]) -> Reason | None:
    """Why a space can't be converted next; None when it can. One that is not eligible now may become so."""
    space = wish["space"]
    if wish["do"] != CONVERT:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    if space is not None and space not in s.spaces:
        return Reason("unknown_name", "", {"what": "space", "given": space})
    if wish["pick"] is not None:
        return Reason("no_such_bonus", "18.2", {"debater": wish["pick"]})
    if space is None or space in spaces:
        return None
    return Reason("not_eligible_now", "R57", {"space": space})


def _fault(s: HisState, orders: list[Order], spaces: list[SpaceId]) -> Reason | None:
    """One of the orders must be possible now, and what is named must be there."""
    reasons = [_why_not(s, wish, spaces) for order in orders for wish in order]
    for reason in reasons:
        if reason is not None and reason.key in ("unknown_name", "no_such_bonus"):
            return reason
    return None if not reasons or None in reasons else reasons[0]


def _ranked(s: HisState, side: Side, spaces: list[SpaceId]) -> list[SpaceId]:
    """D21, D62: most neighbours of the own faith, then data order."""
    world = s.board.map

    def neighbours(space: SpaceId) -> int:
        return sum(s.spaces[near].religion is FAITH[side] for near in world.over_connections(space))

    return sorted(spaces, key=lambda space: -neighbours(space))
