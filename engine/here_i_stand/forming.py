"""5.1 Formations: what stands somewhere and may act, what an order takes of it, and that it goes elsewhere.

An active minor's units go with those of its major. A besieged unit is inside the fortifications and acts with nobody
outside; where there is no siege all units are outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.options import Alternative
from engine.here_i_stand.forces import Formation, formation_limit, just
from engine.here_i_stand.presence import army_leaders_of
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, MINORS, LeaderId, Power, SpaceId, UnitType

NO_LEADER: Final = "none"
"""In an order's field of leaders."""
LAND_FIELDS: Final = {
    "regulars": UnitType.REGULAR,
    "mercenaries": UnitType.MERCENARY,
    "cavalry": UnitType.CAVALRY,
}
"""Field of an order -> the type of unit it counts, in the order in which units are taken along."""

# ------------------------------------------------------------------ what there is


def outside(s: HisState, power: Power, space: SpaceId) -> Formation:
    """All land units of a power's own force outside the fortifications, and its army leaders there."""
    forces = s.forces.get(space)
    units = {} if forces is None else _own(s, power, forces.outside)
    leaders = tuple(leader for leader in army_leaders_of(s, power, space) if not s.leaders[leader].inside)
    return Formation(space, units, leaders)


def inside(s: HisState, power: Power, space: SpaceId) -> Formation:
    """All land units of a power's own force inside the fortifications, and its army leaders there."""
    forces = s.forces.get(space)
    units = {} if forces is None else _own(s, power, forces.inside)
    leaders = tuple(leader for leader in army_leaders_of(s, power, space) if s.leaders[leader].inside)
    return Formation(space, units, leaders)


def _own(s: HisState, power: Power, units: Mapping[Power, Land]) -> dict[Power, Land]:
    return {owner: replace(units[owner]) for owner in s.own_force(power) if owner in units}


def less_units(formation: Formation, gone: Mapping[Power, Land]) -> Formation:
    """A formation without some units, as far as it has them."""
    left = {owner: _less(units, gone.get(owner, Land())) for owner, units in formation.units.items()}
    return Formation(formation.at, {owner: units for owner, units in left.items() if units.strength}, formation.leaders)


def _less(units: Land, gone: Land) -> Land:
    return Land(
        max(0, units.regulars - gone.regulars),
        max(0, units.mercenaries - gone.mercenaries),
        max(0, units.cavalry - gone.cavalry),
    )


def battle_rating(s: HisState, formation: Formation) -> int:
    """The best battle rating of its leaders; 0 without one."""
    return max((s.board.leaders[leader].battle for leader in formation.leaders), default=0)


def has_cavalry(formation: Formation) -> bool:
    """Whether Ottoman cavalry goes along; nobody else has cavalry (5.2)."""
    return any(units.cavalry for units in formation.units.values())


# ------------------------------------------------------------------ reading orders


@dataclass(slots=True)
class _Wish:
    """The fields of an order; None where it names nothing."""

    counts: dict[Power, Land] | None
    leaders: list[LeaderId] | None


def formation_of(
    s: HisState, power: Power, wish: Alternative, at: SpaceId | None = None, among: Formation | None = None
) -> Formation | Reason:
    """5.1: the formation that an order names, or why there is none.

    It is taken of `among`, by itself all that stands outside in the space of the order or in `at`. Nothing named: all
    leaders, and as many units as they can lead. Leaders alone named: as many units as these can lead. Units alone
    named: the best leaders without whom they could not act together.
    """
    found = _among(s, power, wish, at, among)
    if isinstance(found, Reason):
        return found
    read = _read(s, power, wish, found)
    if isinstance(read, Reason):
        return read
    if read.counts is None:
        leaders = tuple(found.leaders if read.leaders is None else read.leaders)
        formation = Formation(found.at, _first(s, power, found, formation_limit(s.board, leaders)), leaders)
    elif read.leaders is None:
        count = sum(units.strength for units in read.counts.values())
        formation = Formation(found.at, read.counts, _needed(s, found, count))
    else:
        formation = Formation(found.at, read.counts, tuple(read.leaders))
    limit = formation_limit(s.board, formation.leaders)
    if formation.strength > limit:
        count = formation.strength
        return Reason("formation_too_big", "5.1", {**_facts(power, found.at), "count": count, "limit": limit})
    return _not_empty(power, formation)


def group_of(
    s: HisState, power: Power, wish: Alternative, at: SpaceId | None = None, among: Formation | None = None
) -> Formation | Reason:
    """Any number of the units and leaders of a space, where the limit of a formation does not apply (13.3).

    What the order does not name goes along too: without units all of them, without leaders all leaders.
    """
    found = _among(s, power, wish, at, among)
    if isinstance(found, Reason):
        return found
    read = _read(s, power, wish, found)
    if isinstance(read, Reason):
        return read
    units = found.units if read.counts is None else read.counts
    return _not_empty(power, Formation(found.at, units, tuple(found.leaders if read.leaders is None else read.leaders)))


def _among(
    s: HisState, power: Power, wish: Alternative, at: SpaceId | None, among: Formation | None
) -> Formation | Reason:
    named = wish.get("from")
    space = at if named is None else named
    if space is None or space not in s.spaces:
        return Reason("unknown_name", "", {"what": "from", "given": named})
    if at is not None and space != at:
        return Reason("not_from_here", "5.1", {"space": str(space), "at": at})
    return outside(s, power, SpaceId(str(space))) if among is None else among


def _read(s: HisState, power: Power, wish: Alternative, among: Formation) -> _Wish | Reason:
    counts = _counts(power, wish, among)
    if isinstance(counts, Reason):
        return counts
    leaders = _leaders(s, power, wish, among)
    return leaders if isinstance(leaders, Reason) else _Wish(counts, leaders)


def _counts(power: Power, wish: Alternative, among: Formation) -> dict[Power, Land] | None | Reason:
    """The units named, each owner's; no more than there are."""
    given = {name: wish.get(name) for name in LAND_FIELDS}
    minors = wish.get("minors")
    if minors is None and all(count is None for count in given.values()):
        return None
    own = Land()
    for name, count in given.items():
        if count is not None and (not isinstance(count, int) or count < 0):
            return Reason("unknown_name", "", {"what": name, "given": count})
        own.add(just(LAND_FIELDS[name], int(count or 0)))
    found = {power: own}
    if minors is not None:
        of_minors = _of_minors(minors)
        if isinstance(of_minors, Reason):
            return of_minors
        found |= of_minors
    for owner, units in found.items():
        here = among.units.get(owner, Land())
        if any(units.of(kind) > here.of(kind) for kind in LAND_FIELDS.values()):
            return Reason("not_so_many_units", "5.1", {**_facts(power, among.at), "owner": owner})
    return {owner: units for owner, units in found.items() if units.strength}


def _of_minors(given: Json) -> dict[Power, Land] | Reason:
    """Regulars of minors: "venice 2,genoa 1"."""
    found: dict[Power, Land] = {}
    for part in str(given).split(","):
        name, _, count = part.strip().partition(" ")
        if name not in MINORS or not count.strip().isdigit():
            return Reason("unknown_name", "", {"what": "minors", "given": given})
        found[Power(name)] = Land(regulars=int(count))
    return found


def _leaders(s: HisState, power: Power, wish: Alternative, among: Formation) -> list[LeaderId] | None | Reason:
    given = wish.get("leaders")
    if given is None:
        return None
    if given == NO_LEADER:
        return []
    found = [LeaderId(name.strip()) for name in str(given).split(",")]
    for leader in found:
        if leader not in s.board.leaders:
            return Reason("unknown_name", "", {"what": "leaders", "given": leader})
        if leader not in among.leaders:
            return Reason("no_such_leader", "5.1", {**_facts(power, among.at), "leader": leader})
    if len(set(found)) != len(found):
        return Reason("leader_named_twice", "5.1", _facts(power, among.at))
    return found


def _first(s: HisState, power: Power, among: Formation, limit: int) -> dict[Power, Land]:
    """So many units: the power's own, then those of its minors; regulars, then mercenaries, then cavalry."""
    found: dict[Power, Land] = {}
    for owner in s.own_force(power):
        for kind in LAND_FIELDS.values():
            count = min(limit, among.units.get(owner, Land()).of(kind))
            if count:
                found.setdefault(owner, Land()).add(just(kind, count))
                limit -= count
    return found


def _needed(s: HisState, among: Formation, count: int) -> tuple[LeaderId, ...]:
    """The fewest leaders, best first, who can lead so many units."""
    best = sorted(among.leaders, key=lambda leader: -_rank(s, leader))
    taken: list[LeaderId] = []
    while count > formation_limit(s.board, taken) and best:
        taken.append(best.pop(0))
    return tuple(taken)


def _rank(s: HisState, leader: LeaderId) -> int:
    return s.board.leaders[leader].command or 0


def _not_empty(power: Power, formation: Formation) -> Formation | Reason:
    if not formation.strength and not formation.leaders:
        return Reason("formation_empty", "5.1", _facts(power, formation.at))
    return formation


def _facts(power: Power, space: SpaceId) -> dict[str, Json]:
    return {"power": power, "space": space}


# ------------------------------------------------------------------ writing orders and facts


def formation_fields(formation: Formation) -> dict[str, str | int | None]:
    """The fields of an order that names exactly this formation."""
    own = _majors(formation)
    return {
        "from": formation.at,
        "regulars": own.regulars,
        "mercenaries": own.mercenaries,
        "cavalry": own.cavalry,
        "minors": _minors(formation) or None,
        "leaders": ",".join(formation.leaders) or NO_LEADER,
    }


def formation_facts(formation: Formation) -> dict[str, Json]:
    """What an event or a question says about it."""
    own = _majors(formation)
    leaders: list[Json] = list(formation.leaders)
    return {
        "strength": formation.strength,
        "regulars": own.regulars,
        "mercenaries": own.mercenaries,
        "cavalry": own.cavalry,
        "minors": _minors(formation),
        "leaders": leaders,
    }


def _majors(formation: Formation) -> Land:
    return next((units for owner, units in formation.units.items() if owner in MAJORS), Land())


def _minors(formation: Formation) -> str:
    return ",".join(f"{owner} {units.regulars}" for owner, units in formation.units.items() if owner in MINORS)


# ------------------------------------------------------------------ changes


def shift(s: HisState, formation: Formation, to: SpaceId) -> Formation:
    """Units and leaders outside the fortifications go to another space; gives the formation there."""
    for owner, units in formation.units.items():
        s.take_land(owner, formation.at, units)
        s.add_land(owner, to, units)
    for leader in formation.leaders:
        s.place_leader(leader, to)
    return replace(formation, at=to)


@dataclass(slots=True)
class Bystanders:
    """What stood in a space before a formation came, so that what is left of the formation can be told apart."""

    at: SpaceId
    units: dict[Power, Land] = field(default_factory=dict)


def bystanders(s: HisState, power: Power, space: SpaceId) -> Bystanders:
    """Units of a power's own force outside the fortifications of a space."""
    return Bystanders(space, dict(outside(s, power, space).units))


def survivors(s: HisState, power: Power, formation: Formation, before: Bystanders) -> Formation:
    """What is left of a formation in the space that it entered. Losses fall on it, not on those who stood there."""
    here = less_units(outside(s, power, before.at), before.units)
    left: dict[Power, Land] = {}
    for owner, units in formation.units.items():
        there = here.units.get(owner, Land())
        kinds = LAND_FIELDS.values()
        kept = Land(*(min(units.of(kind), there.of(kind)) for kind in kinds))
        if kept.strength:
            left[owner] = kept
    leaders = tuple(leader for leader in formation.leaders if leader in here.leaders)
    return Formation(before.at, left, leaders)
