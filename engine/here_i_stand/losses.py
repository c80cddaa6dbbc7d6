"""14-9, 15.1-9 Losses: how allies share them, and which units a power gives up. D38

A power answers with an order of loss. What it names goes first, as far as the loss goes; then mercenaries, cavalry and
regulars; in a relief the relief force before those who came from inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask_all, draw_at_random
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, listed, question
from engine.here_i_stand.forces import further_losses, just
from engine.here_i_stand.presence import land_owners
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power, SpaceId, UnitType

LOSE: Final = "lose"
RELIEF: Final = "relief"
"""In the field `pick` of an order of loss: units of the relief force (15.2)."""
JOINED: Final = "joined"
"""Units that came out of the fortifications (15.2)."""

_ORDER: Final = (UnitType.MERCENARY, UnitType.CAVALRY, UnitType.REGULAR)
"""Nobody has both mercenaries and cavalry; so in an assault cavalry goes first."""


class Where(StrEnum):
    """Where the units stand that are lost."""

    OUTSIDE = "outside"
    INSIDE = "inside"


@dataclass(frozen=True, slots=True)
class Group:
    """Units that are alike for an order of loss."""

    owner: Power
    kind: UnitType
    count: int
    part: str = ""


@dataclass(slots=True)
class Toll:
    """What a power has to lose in a space, and the units among which it chooses, in the order of the default."""

    power: Power
    space: SpaceId
    count: int
    pool: list[Group]
    where: Where = Where.OUTSIDE
    rule: str = "14"
    facts: dict[str, Json] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """Units there are."""
        return sum(group.count for group in self.pool)


# ------------------------------------------------------------------ how many: 9.2-3


def shares(s: HisState, strengths: Mapping[Power, int], count: int, *, rule: str) -> Flow[dict[Power, int]]:
    """9.2-3: losses of allied powers, in rounds of one for each that has units left; for an incomplete last round it is
    drawn which of them lose one each."""
    left = {power: strength for power, strength in strengths.items() if strength}
    lost = dict.fromkeys(left, 0)
    count = min(count, sum(left.values()))
    while count:
        able = [power for power in left if lost[power] < left[power]]
        if count < len(able):
            able = yield from _drawn(s, able, count, rule)
        for power in able:
            lost[power] += 1
        count -= len(able)
    return {power: loss for power, loss in lost.items() if loss}


def _drawn(s: HisState, powers: Sequence[Power], count: int, rule: str) -> Flow[list[Power]]:
    pool: list[Power] = list(powers)
    found: list[Power] = []
    for _ in range(count):
        power = yield from draw_at_random("odd loss", pool, rule="9.2")
        pool.remove(power)
        found.append(power)
        tell(s, Event("odd_loss_drawn", rule, {"power": power}))
    return found


# ------------------------------------------------------------------ which: D38


def pool_of(units: Mapping[Power, Land], *, joined: Mapping[Power, Land] | None = None) -> list[Group]:
    """Groups of units, in the order in which they are lost by default."""
    if joined:
        rest = {owner: _without(own, joined.get(owner, Land())) for owner, own in units.items()}
        return [*_groups(rest, RELIEF), *_groups(joined, JOINED)]
    return _groups(units, "")


def _groups(units: Mapping[Power, Land], part: str) -> list[Group]:
    """A minor's regulars go before those of its major."""
    owners = sorted(units, key=lambda owner: owner in MAJORS)
    return [
        Group(owner, kind, units[owner].of(kind), part) for kind in _ORDER for owner in owners if units[owner].of(kind)
    ]


def _without(units: Land, fewer: Land) -> Land:
    left = replace(units)
    left.take(fewer)
    return left


def _matches(group: Group, wish: Alternative) -> bool:
    return (
        wish["unit"] in (None, group.kind)
        and wish["power"] in (None, group.owner)
        and wish["pick"] in (None, group.part)
    )


def _choices(toll: Toll) -> list[Alternative]:
    return [
        blank("losses", do=LOSE, unit=group.kind, power=_named(toll, group), pick=group.part or None)
        for group in toll.pool
    ]


def _named(toll: Toll, group: Group) -> Power | None:
    """The owner is named only where there are several."""
    return group.owner if any(other.owner is not group.owner for other in toll.pool) else None


def _why_not(toll: Toll, wish: Alternative) -> Reason | None:
    if wish["do"] != LOSE or (wish["unit"], wish["power"], wish["pick"]) == (None, None, None):
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    if not any(_matches(group, wish) for group in toll.pool):
        facts: dict[str, Json] = {"power": toll.power, "space": toll.space, "unit": wish["unit"]}
        return Reason("no_such_units", toll.rule, facts)
    return None


def _asked(s: HisState, toll: Toll) -> Decision[OrderAnswer]:
    facts: dict[str, Json] = {
        "power": toll.power, "space": toll.space, "count": toll.count, "strength": toll.most, **toll.facts,
    }  # fmt: skip
    return question(
        s, "losses", toll.power, lambda: _choices(toll), lambda: _default(toll),
        why=lambda wish: _why_not(toll, wish), rule=toll.rule, about=toll.space, facts=facts,
    )  # fmt: skip


def _default(toll: Toll) -> list[Order]:
    return [[wish] for wish in _choices(toll)]


def _has_choice(toll: Toll) -> bool:
    return toll.power in MAJORS and len(toll.pool) > 1 and 0 < toll.count < toll.most


def _in_order(toll: Toll, orders: Sequence[Order]) -> list[Group]:
    """The groups as they are lost: those named first."""
    found: list[Group] = []
    for order in orders:
        wish = next((one for one in order if _why_not(toll, one) is None), None)
        if wish is not None:
            found += [group for group in toll.pool if group not in found and _matches(group, wish)]
    return [*found, *(group for group in toll.pool if group not in found)]


# ------------------------------------------------------------------ flows


def suffer(s: HisState, tolls: Sequence[Toll]) -> Flow[list[Group]]:
    """14-9, 15.1-9: losses of one or more powers, asked together and sealed; gives what was lost. Then what the
    counters demand (5.2)."""
    answers = yield from ask_each([_asked(s, toll) for toll in tolls if _has_choice(toll)])
    lost: list[Group] = []
    for toll in tolls:
        groups = _in_order(toll, _orders(toll, answers.get(toll.power, "default")))
        lost += _take(s, toll, groups)
        yield from _counters(s, toll, groups)
    return lost


def _orders(toll: Toll, answer: OrderAnswer) -> list[Order]:
    return listed(answer, lambda: _default(toll))


def units_there(s: HisState, master: Power, space: SpaceId, where: Where) -> dict[Power, Land]:
    """Units of a power, an inactive minor or the independents, with those of active minors; records of their own."""
    forces = s.forces.get(space)
    if forces is None:
        return {}
    part = forces.inside if where is Where.INSIDE else forces.outside
    return {owner: replace(units) for owner, units in part.items() if s.master(owner) is master}


def lost_by(s: HisState, tolls: Sequence[Toll]) -> Flow[list[dict[Power, Land]]]:
    """What is lost for each toll, by owner, where it is not to be removed at once (19.3); several tolls of one power
    are asked apart, and all together."""
    asked = {index: _asked(s, toll) for index, toll in enumerate(tolls) if _has_choice(toll)}
    answers = yield from ask_all(asked.values())
    found: list[dict[Power, Land]] = []
    for index, toll in enumerate(tolls):
        answer = answers[asked[index].key] if index in asked else "default"
        found.append(_units_of(_lost(toll, _in_order(toll, _orders(toll, answer)))))
    return found


def _lost(toll: Toll, groups: Sequence[Group]) -> list[Group]:
    """What is lost of the groups, which are in the order of loss."""
    left = toll.count
    taken: list[Group] = []
    for group in groups:
        part = min(left, group.count)
        if part:
            taken.append(replace(group, count=part))
            left -= part
    return taken


def _units_of(groups: Iterable[Group]) -> dict[Power, Land]:
    found: dict[Power, Land] = {}
    for group in groups:
        found.setdefault(group.owner, Land()).add(just(group.kind, group.count))
    return found


def _take(s: HisState, toll: Toll, groups: Sequence[Group]) -> list[Group]:
    taken = _lost(toll, groups)
    for owner, units in _units_of(taken).items():
        remove(s, owner, toll.space, units, toll.where, rule=toll.rule)
    return taken


def remove(s: HisState, owner: Power, space: SpaceId, units: Land, where: Where, *, rule: str) -> None:
    """Units are eliminated. Raises ValueError when there are not so many."""
    if where is Where.INSIDE:
        s.come_out(owner, space, replace(units))
    s.take_land(owner, space, units)
    facts: dict[str, Json] = {
        "power": owner,
        "space": space,
        "count": units.strength,
        "regulars": units.regulars,
        "mercenaries": units.mercenaries,
        "cavalry": units.cavalry,
    }
    tell(s, Event("losses", rule, facts))


# ------------------------------------------------------------------ 5.2


def _counters(s: HisState, toll: Toll, groups: Sequence[Group]) -> Flow[None]:
    for owner in dict.fromkeys(group.owner for group in toll.pool):
        yield from settle_counters(s, owner, toll.space, [group.kind for group in groups if group.owner is owner])


def settle_counters(s: HisState, owner: Power, space: SpaceId, order: Sequence[UnitType]) -> Flow[None]:
    """5.2: after a loss or a division that could not be avoided, the fewest further units go until the rest can be laid
    out. Of several ways that which takes most of what the owner's order of loss names first; without one he is asked.
    """
    if owner not in land_owners(s, space):
        return
    ways = further_losses(s, owner, space)
    if not ways[0].strength:
        return
    kinds = list(dict.fromkeys((*order, *_ORDER)))
    if len(ways) > 1 and len(set(order)) < 2:
        kinds = yield from _ask_kinds(s, owner, space, ways[0].strength)
    lost = max(ways, key=lambda way: [way.of(kind) for kind in kinds])
    _remove_anywhere(s, owner, space, lost)


def _ask_kinds(s: HisState, owner: Power, space: SpaceId, count: int) -> Flow[list[UnitType]]:
    pool = _groups({owner: s.land(owner, space)}, "")
    toll = Toll(s.master(owner), space, count, pool, rule="5.2")
    if not _has_choice(toll):
        return list(_ORDER)
    answers = yield from ask_each([_asked(s, toll)])
    groups = _in_order(toll, _orders(toll, answers[toll.power]))
    return list(dict.fromkeys((*(group.kind for group in groups), *_ORDER)))


def _remove_anywhere(s: HisState, owner: Power, space: SpaceId, lost: Land) -> None:
    """Those outside the fortifications first."""
    there = units_there_of(s, owner, space, Where.OUTSIDE)
    outside = Land(
        min(lost.regulars, there.regulars),
        min(lost.mercenaries, there.mercenaries),
        min(lost.cavalry, there.cavalry),
    )
    inside = _without(lost, outside)
    for units, where in ((outside, Where.OUTSIDE), (inside, Where.INSIDE)):
        if units.strength:
            remove(s, owner, space, units, where, rule="5.2")


def units_there_of(s: HisState, owner: Power, space: SpaceId, where: Where) -> Land:
    """Units of one owner; a record of its own."""
    forces = s.forces.get(space)
    if forces is None:
        return Land()
    part = forces.inside if where is Where.INSIDE else forces.outside
    return replace(part[owner]) if owner in part else Land()
