"""14.1, 15.3 Retreat: where a stack may go, how much of it goes inside the fortifications, and what has no way out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.capture import captor_among, capture_leaders, capture_lone_leaders
from engine.here_i_stand.detachments import carry_along
from engine.here_i_stand.forces import LAND_TYPES, Formation, can_move, is_representable, just
from engine.here_i_stand.forming import NO_LEADER, formation_facts, formation_fields, group_of, outside, shift
from engine.here_i_stand.losses import settle_counters
from engine.here_i_stand.presence import has_enemy_land, is_closed_electorate, is_friendly
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, LeaderId, Power, SpaceId, UnitType

RETREAT: Final = "retreat"
_KEPT: Final = (UnitType.REGULAR, UnitType.CAVALRY, UnitType.MERCENARY)
"""Which units go inside where an order gives only their number."""

# ------------------------------------------------------------------ 14.1-2


def why_no_retreat(s: HisState, power: Power, to: SpaceId) -> Reason | None:
    """14.1-2, 15.3: why a stack of a power may not retreat to a neighbouring space; None when it may. Units of powers
    with whom it is not at war do not bar."""
    facts: dict[str, Json] = {"power": power, "space": to}
    if s.home(to) is None:
        return Reason("out_of_play", "21.1", facts)
    if not is_friendly(s, power, to):
        return Reason("not_friendly", "14.1", facts)
    if s.spaces[to].unrest:
        return Reason("in_unrest", "14.1", facts)
    if has_enemy_land(s, power, to):
        return Reason("enemy_units_there", "14.1", facts)
    if is_closed_electorate(s, to):
        return Reason("closed_electorate", "21.6", facts)
    return None


def retreats(s: HisState, power: Power, left: SpaceId, barred: Iterable[SpaceId | None] = ()) -> list[SpaceId]:
    """14.1-2: the neighbouring spaces, over passes too, to which a stack of a power may retreat, in data order."""
    shut = list(barred)
    near = [one for one in s.board.map.by_land(left) if one not in shut and why_no_retreat(s, power, one) is None]
    return sorted(near, key=lambda one: s.board.map.index[one])


def room_inside(s: HisState, space: SpaceId) -> int:
    """2.1: land units that still find a place in the fortifications."""
    if not s.is_fortified(space):
        return 0
    forces = s.forces.get(space)
    there = 0 if forces is None else sum(units.strength for units in forces.inside.values())
    return max(0, s.board.tables.limits.garrison - there)


# ------------------------------------------------------------------ what retreats


@dataclass(slots=True)
class Retreat:
    """A stack that must leave the open of a space."""

    power: Power
    stack: Formation
    targets: list[SpaceId]
    room: int = 0
    """Units that may go inside instead."""
    able: Formation | None = None
    """15.2: those of the stack that may; None: all of them."""
    hint: SpaceId | None = None
    """Where it came from (D42)."""
    captors: Sequence[Power] = field(default_factory=list)
    """The winners, who capture leaders that can't get away."""
    rule: str = "14.1"

    @property
    def at(self) -> SpaceId:
        """The space it leaves."""
        return self.stack.at

    @property
    def indoors(self) -> Formation:
        """What may go inside."""
        return self.stack if self.able is None else self.able


@dataclass(frozen=True, slots=True)
class Way:
    """What goes inside, and where the rest goes; None: nowhere."""

    inside: Formation
    rest: Formation
    to: SpaceId | None


def may_go_inside(s: HisState, side: Iterable[Power], space: SpaceId) -> bool:
    """14.1-1: whether the controller of a fortified space is on a side, or allied to it."""
    controller = s.spaces[space].controller
    return s.is_fortified(space) and any(one is controller or s.allied(one, controller) for one in side)


# ------------------------------------------------------------------ asking: D39, D42


def leave_field(s: HisState, retreat: Retreat) -> Flow[Formation | None]:
    """14.1: a stack goes inside or to a neighbouring space, or is lost. Gives what went away, None if nothing did."""
    if not retreat.stack.strength and not retreat.stack.leaders:
        return None
    way = yield from _chosen_way(s, retreat)
    _go_inside(s, retreat, way.inside)
    if way.to is None:
        yield from _perish(s, retreat, way.rest)
        return None
    gone = _go_away(s, retreat, way.rest, way.to)
    for place in (retreat.at, way.to):
        for owner in retreat.stack.units:
            if not is_representable(s, owner):
                yield from settle_counters(s, owner, place, [])
    return gone


def _chosen_way(s: HisState, retreat: Retreat) -> Flow[Way]:
    usual = _usual(s, retreat)
    if retreat.power not in MAJORS or not _has_choice(s, retreat):
        return usual
    targets: list[Json] = list(retreat.targets)
    facts: dict[str, Json] = {
        "power": retreat.power,
        "space": retreat.at,
        **formation_facts(retreat.stack),
        "room": retreat.room,
        "spaces": targets,
    }
    wish = yield from choose(
        s, RETREAT, retreat.power, _choices(s, retreat), _wish(retreat, usual),
        why=lambda one: _reason(_read(s, retreat, one)), rule=retreat.rule, about=retreat.at, facts=facts,
    )  # fmt: skip
    way = _read(s, retreat, wish)
    return usual if isinstance(way, Reason) else way


def _has_choice(s: HisState, retreat: Retreat) -> bool:
    if not retreat.targets:
        return _must_pick(retreat)
    leaders = bool(retreat.indoors.leaders) and _has_walls(s, retreat)
    return leaders or len(retreat.targets) > 1 or len(_inside_wishes(s, retreat)) > 1


def _must_pick(retreat: Retreat) -> bool:
    """Nobody gets away, and there is no room for all: who is saved?"""
    kinds = {(owner, kind) for owner, units in retreat.indoors.units.items() for kind in LAND_TYPES if units.of(kind)}
    return len(kinds) > 1 and 0 < retreat.room < retreat.indoors.strength


def _reason(way: Way | Reason) -> Reason | None:
    return way if isinstance(way, Reason) else None


def _choices(s: HisState, retreat: Retreat) -> list[Alternative]:
    targets: list[SpaceId | None] = [*retreat.targets] or [None]
    wishes = [blank(RETREAT, do=RETREAT, to=to, count=count) for to in targets for count in _inside_wishes(s, retreat)]
    usual = _wish(retreat, _usual(s, retreat))
    return [usual, *(one for one in wishes if one != usual and _reason(_read(s, retreat, one)) is None)]


def _inside_wishes(s: HisState, retreat: Retreat) -> list[int]:
    """Numbers of units that may go inside: with the default selection, and laid out with counters."""
    most = min(retreat.room, retreat.indoors.strength)
    return [count for count in range(most, -1, -1) if _can_part(s, retreat, _best(retreat.indoors, count))]


def _wish(retreat: Retreat, way: Way) -> Alternative:
    fields = formation_fields(way.inside)
    del fields["from"]
    return blank(RETREAT, do=RETREAT, to=way.to, **fields)


def _read(s: HisState, retreat: Retreat, wish: Alternative) -> Way | Reason:
    """What an answer comes to, or why it can't be."""
    if wish["do"] != RETREAT:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    inside = _read_inside(s, retreat, wish)
    if isinstance(inside, Reason):
        return inside
    facts: dict[str, Json] = {"power": retreat.power, "space": retreat.at}
    if inside.strength > retreat.room:
        return Reason("no_room_inside", "14.1", {**facts, "count": inside.strength, "room": retreat.room})
    if not _can_part(s, retreat, inside.units):
        return Reason("counters_do_not_allow", "5.2", facts)
    rest = _rest(retreat.stack, inside)
    if not rest.strength and not rest.leaders:
        return Way(inside, rest, None)
    to = wish["to"]
    if to is None:
        return Way(inside, rest, _nearest(s, retreat))
    if to not in retreat.targets:
        return Reason("no_retreat_there", retreat.rule, {**facts, "to": to})
    return Way(inside, rest, SpaceId(str(to)))


_NAMED: Final = ("regulars", "mercenaries", "cavalry", "minors")


def _read_inside(s: HisState, retreat: Retreat, wish: Alternative) -> Formation | Reason:
    able, count = retreat.indoors, wish["count"]
    if any(wish[name] is not None for name in _NAMED):
        named = group_of(s, retreat.power, {**wish, "leaders": NO_LEADER}, retreat.at, able)
        if isinstance(named, Reason) and named.key != "formation_empty":
            return named
        units = {} if isinstance(named, Reason) else dict(named.units)
    elif isinstance(count, int):
        if not 0 <= count <= able.strength:
            return Reason("not_so_many_units", "14.1", {"power": retreat.power, "space": retreat.at, "count": count})
        units = _best(able, count)
    else:
        units = _usual_inside(s, retreat)
    leaders = _read_leaders(s, retreat, wish, units)
    return leaders if isinstance(leaders, Reason) else Formation(retreat.at, units, leaders)


def _read_leaders(
    s: HisState, retreat: Retreat, wish: Alternative, units: Mapping[Power, Land]
) -> tuple[LeaderId, ...] | Reason:
    given = wish["leaders"]
    if given is None:
        return _usual_leaders(s, retreat, units)
    if given == NO_LEADER:
        return ()
    named = tuple(LeaderId(name.strip()) for name in str(given).split(","))
    for leader in named:
        if leader not in retreat.indoors.leaders or not _has_walls(s, retreat):
            facts: dict[str, Json] = {"power": retreat.power, "space": retreat.at, "leader": leader}
            return Reason("no_such_leader", "14.1", facts)
    return named


def _has_walls(s: HisState, retreat: Retreat) -> bool:
    """Leaders find room inside even where units don't."""
    return s.is_fortified(retreat.at) and (retreat.room > 0 or may_go_inside(s, (retreat.power,), retreat.at))


# ------------------------------------------------------------------ defaults


def _usual(s: HisState, retreat: Retreat) -> Way:
    """D39: up to 4 inside, the rest to the nearest own fortified space. D42"""
    units = _usual_inside(s, retreat)
    inside = Formation(retreat.at, units, _usual_leaders(s, retreat, units))
    rest = _rest(retreat.stack, inside)
    leaves = bool(rest.strength or rest.leaders)
    return Way(inside, rest, _nearest(s, retreat) if leaves else None)


def _usual_inside(s: HisState, retreat: Retreat) -> dict[Power, Land]:
    counts = _inside_wishes(s, retreat)
    return _best(retreat.indoors, counts[0]) if counts else {}


def _usual_leaders(s: HisState, retreat: Retreat, units: Mapping[Power, Land]) -> tuple[LeaderId, ...]:
    """Those who came out go in again (15.2); others stay with the greater part, or inside if nobody gets away."""
    if retreat.able is not None:
        return retreat.able.leaders
    if not retreat.targets:
        return retreat.stack.leaders if _has_walls(s, retreat) else ()
    count = sum(one.strength for one in units.values())
    return retreat.stack.leaders if count and retreat.stack.strength - count <= count else ()


def _nearest(s: HisState, retreat: Retreat) -> SpaceId | None:
    """Where it came from (D42), else nearest to an own fortified space."""
    if not retreat.targets:
        return None
    if retreat.hint in retreat.targets:
        return retreat.hint
    return min(retreat.targets, key=lambda one: _to_own_walls(s, retreat.power, one))


def _to_own_walls(s: HisState, power: Power, start: SpaceId) -> int:
    """Steps over land to the nearest fortified space that the power controls."""
    far = s.board.map.distances(start, s.board.map.by_land)
    own = [far[space] for space in s.controlled(power) if s.is_fortified(space) and space in far]
    return min(own, default=len(far))


# ------------------------------------------------------------------ parting


def _best(among: Formation, count: int) -> dict[Power, Land]:
    """So many units, regulars first, then cavalry, then mercenaries."""
    found: dict[Power, Land] = {}
    for kind in _KEPT:
        for owner, units in among.units.items():
            part = min(count, units.of(kind))
            if part:
                found.setdefault(owner, Land()).add(just(kind, part))
                count -= part
    return found


def _rest(stack: Formation, inside: Formation) -> Formation:
    left: dict[Power, Land] = {}
    for owner, units in stack.units.items():
        own = replace(units)
        own.take(inside.units.get(owner, Land()))
        if own.strength:
            left[owner] = own
    return Formation(stack.at, left, tuple(one for one in stack.leaders if one not in inside.leaders))


def _can_part(s: HisState, retreat: Retreat, inside: Mapping[Power, Land]) -> bool:
    """5.2: a division by choice must leave what can be laid out; where the rest is lost it need not."""
    rest = _rest(retreat.stack, Formation(retreat.at, inside))
    if not inside or not rest.strength or not retreat.targets:
        return True
    to = retreat.targets[0]
    return all(can_move(s, owner, retreat.at, to, units) for owner, units in rest.units.items())


# ------------------------------------------------------------------ changes


def _go_inside(s: HisState, retreat: Retreat, inside: Formation) -> None:
    if not inside.strength and not inside.leaders:
        return
    for owner, units in inside.units.items():
        s.go_inside(owner, retreat.at, replace(units))
    for leader in inside.leaders:
        s.leaders[leader].inside = True
    facts: dict[str, Json] = {"power": retreat.power, "space": retreat.at, **formation_facts(inside)}
    tell(s, Event("went_inside", retreat.rule, facts))


def _go_away(s: HisState, retreat: Retreat, rest: Formation, to: SpaceId) -> Formation:
    carry_along(s, rest, to)
    gone = shift(s, rest, to)
    facts: dict[str, Json] = {
        "power": retreat.power, "from_space": retreat.at, "to_space": to, **formation_facts(gone),
    }  # fmt: skip
    tell(s, Event("retreated", retreat.rule, facts))
    capture_lone_leaders(s, retreat.power, to)
    return gone


def _perish(s: HisState, retreat: Retreat, rest: Formation) -> Flow[None]:
    """14.1-3: what finds no space is eliminated, and its leaders are captured."""
    for owner, units in rest.units.items():
        s.take_land(owner, retreat.at, units)
        facts: dict[str, Json] = {"power": owner, "space": retreat.at, "count": units.strength}
        tell(s, Event("units_eliminated", retreat.rule, facts))
    for owner in rest.units:
        yield from settle_counters(s, owner, retreat.at, LAND_TYPES)
    if rest.leaders:
        captor = yield from captor_among(s, retreat.captors, retreat.at)
        capture_leaders(s, rest.leaders, captor, rule=retreat.rule)


# ------------------------------------------------------------------ 15.3


def break_off(s: HisState, power: Power, space: SpaceId, hint: SpaceId | None = None) -> Flow[None]:
    """15.3: besiegers who no longer outnumber those inside retreat to any neighbouring space that is open to them, or
    are lost. D42"""
    forces = s.forces.get(space)
    garrison = [] if forces is None else [owner for owner in Power if owner in forces.inside]
    captors = [*garrison, s.spaces[space].controller]
    stack = outside(s, power, space)
    yield from leave_field(s, Retreat(power, stack, retreats(s, power, space), hint=hint, captors=captors, rule="15.3"))
