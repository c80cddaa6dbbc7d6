"""21.7 The events that begin a foreign war: Revolt in Egypt (92), Revolt in Ireland (93), War in Persia (110)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.board.counters import fits
from engine.here_i_stand.cards.choosing import NONE, parts_of, pick_one, pick_record, picked, shown
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.losing import fit_counters, settle, take_units
from engine.here_i_stand.forces import LAND_TYPES, amounts, is_representable, just
from engine.here_i_stand.presence import chief_of, is_besieged
from engine.here_i_stand.records import ForeignWarState, Land, LeaderState, MinusCard
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, Power, SpaceId, UnitType, Whereabouts
from engine.here_i_stand.war_units import lose_at_war, owner_of, war_on

EGYPT, IRELAND, PERSIA = (CardNumber(number) for number in (92, 93, 110))
_RULE: Final = "21.7"
_ORDER: Final = (UnitType.REGULAR, UnitType.MERCENARY, UnitType.CAVALRY)
"""D69: which units of a space go where nobody names them."""
_NEAREST: Final = 8
"""Spaces from which the units of the default come."""

Taken = Mapping[SpaceId, Land]

# ------------------------------------------------------------------ the event


def _break_out(card: CardNumber, s: HisState, power: Power) -> Flow[None]:
    """92, 93, 110: units of the victim go onto the card; the enemy may be helped; R76: a "-1 Card" marker."""
    table = s.board.tables.foreign_wars[card]
    s.foreign_wars.append(ForeignWarState(card, table.units, table.enemy_regulars))
    facts: dict[str, Json] = {
        "power": table.power, "card": card, "count": table.units, "enemies": table.enemy_regulars,
    }  # fmt: skip
    tell(s, Event("foreign_war", _RULE, facts))
    yield from _send_units(s, card)
    yield from _send_leader(s, card)
    if power in table.helpers:
        yield from _help(s, power, card)
    for _ in range(table.minus_cards):
        s.powers[table.power].minus_cards.append(MinusCard(card, s.turn))
        tell(s, Event("minus_card", _RULE, {"power": table.power, "card": card}))
    yield from settle(s)


# ------------------------------------------------------------------ units: D69


def levies(s: HisState, owner: Power) -> dict[SpaceId, Land]:
    """Units that may go: of all spaces that are not under siege, the nearest to a capital first."""
    found = {space: units for space in s.forces if (units := s.land(owner, space)).strength}
    far: dict[str, int] = {}
    for capital in s.board.powers[owner].capitals:
        distances = s.board.map.distances(capital, s.board.map.by_land_or_sea)
        far |= {place: min(steps, far.get(place, steps)) for place, steps in distances.items()}
    order = sorted(found, key=lambda space: (far.get(space, len(far)), s.board.map.index[space]))
    return {space: found[space] for space in order if not is_besieged(s, space)}


def _send_units(s: HisState, card: CardNumber) -> Flow[None]:
    """As many as the card says, or all there are. An answer names units by space, the regulars of each go first; or a
    number of one type in one space, and then he is asked for the rest."""
    owner = owner_of(s, war_on(s, card))
    while (pool := levies(s, owner)) and (total := _due(s, card, pool)):
        usual = _usual(s, card, pool, total)
        if not _has_choice(pool, total):
            _send(s, card, owner, _by_default(pool, usual))
            continue
        strict = _is_laid_out(s, card, _by_default(pool, usual))
        why_not = partial(_why_not, s, card, pool, total, strict)
        names = {str(space): count for space, count in usual.items()}
        records = [record for record in _records(pool, total) if why_not(record) is None]
        places: list[Json] = list(pool)
        wish = yield from choose(
            s, "choice", owner, [shown(names), *records], shown(names), why=why_not,
            rule=_RULE, about=f"{card}/units_to_war",
            facts={"event": card, "what": "units_to_war", "count": total, "places": places},
        )  # fmt: skip
        _send(s, card, owner, _meant(pool, total, wish) or _by_default(pool, usual))
    yield from _counters(s, card, owner)


def _has_choice(pool: Taken, total: int) -> bool:
    """Whether there are more units than must go, and not all alike."""
    groups = [(space, kind) for space, units in pool.items() for kind in LAND_TYPES if units.of(kind)]
    return len(groups) > 1 and total < sum(units.strength for units in pool.values())


def _due(s: HisState, card: CardNumber, pool: Taken) -> int:
    war = war_on(s, card)
    return min(war.required - war.units.strength, sum(units.strength for units in pool.values()))


def _usual(s: HisState, card: CardNumber, pool: Taken, total: int) -> dict[SpaceId, int]:
    """D69: from the nearest spaces, in the first way that can be laid out with the counters."""
    near = list(pool)[:_NEAREST]

    def can_be(way: Mapping[SpaceId, int]) -> bool:
        return _is_laid_out(s, card, _by_default(pool, way))

    return _first_way(pool, near, total, can_be) or _first_way(pool, near, total, lambda way: True) or {}


def _first_way(
    pool: Taken, near: list[SpaceId], total: int, good: Callable[[Mapping[SpaceId, int]], bool]
) -> dict[SpaceId, int] | None:
    """The first good way to take so many units, most from the first spaces."""
    if not total:
        return {} if good({}) else None
    if not near:
        return None
    space, rest = near[0], near[1:]
    for count in range(min(total, pool[space].strength), -1, -1):
        here = {space: count} if count else {}
        found = _first_way(pool, rest, total - count, lambda way, here=here: good({**here, **way}))  # type: ignore[misc]
        if found is not None:
            return {**here, **found}
    return None


def _by_default(pool: Taken, way: Mapping[SpaceId, int]) -> dict[SpaceId, Land]:
    """So many units of each space, regulars first."""
    found: dict[SpaceId, Land] = {}
    for space, count in way.items():
        taken, left = Land(), count
        for kind in _ORDER:
            part = min(left, pool[space].of(kind))
            taken.add(just(kind, part))
            left -= part
        found[space] = taken
    return found


def _records(pool: Taken, total: int) -> list[Alternative]:
    return [
        blank("choice", do="choose", space=space, unit=kind, count=min(total, units.of(kind)))
        for space, units in pool.items()
        for kind in LAND_TYPES
        if units.of(kind)
    ]


def _why_not(s: HisState, card: CardNumber, pool: Taken, total: int, strict: bool, wish: Alternative) -> Reason | None:
    owner = owner_of(s, war_on(s, card))
    taken = _meant(pool, total, wish)
    if taken is None:
        names: list[Json] = list(pool)
        given = wish["space"] if wish["pick"] is None else wish["pick"]
        return Reason("no_such_units", _RULE, {"power": owner, "space": given, "unit": wish["unit"], "names": names})
    count = sum(units.strength for units in taken.values())
    if wish["pick"] is not None and count != total:
        return Reason("wrong_total", "", {"given": count, "total": total})
    if strict and not _is_laid_out(s, card, taken):
        return Reason("no_counters_left", "5.2", {"power": owner})
    return None


def _meant(pool: Taken, total: int, wish: Alternative) -> dict[SpaceId, Land] | None:
    """The units that an answer names; None where there are not such."""
    if wish["pick"] is not None:
        parts = parts_of(wish)
        if not parts or any(name not in pool or count > pool[SpaceId(name)].strength for name, count in parts.items()):
            return None
        return _by_default(pool, {SpaceId(name): count for name, count in parts.items()})
    space, unit, count = SpaceId(str(wish["space"])), wish["unit"], wish["count"]
    if space not in pool or unit not in LAND_TYPES:
        return None
    kind = UnitType(unit)
    number = count if isinstance(count, int) else min(total, pool[space].of(kind))
    return {space: just(kind, number)} if 0 < number <= min(total, pool[space].of(kind)) else None


def _is_laid_out(s: HisState, card: CardNumber, taken: Taken) -> bool:
    """5.2: whether all can be laid out when these units lie on the card."""
    war = war_on(s, card)
    owner = owner_of(s, war)
    found = amounts(s, owner)
    there = Land(war.units.regulars, war.units.mercenaries, war.units.cavalry)
    for space, units in taken.items():
        here = s.land(owner, space)
        there.add(units)
        for kind in LAND_TYPES:
            if units.of(kind):
                found.remove(here.of(kind))
                found.append(here.of(kind) - units.of(kind))
    for kind in LAND_TYPES:
        if war.units.of(kind):
            found.remove(war.units.of(kind))
        found.append(there.of(kind))
    return fits(found, s.board.powers[owner].counters)


def _send(s: HisState, card: CardNumber, owner: Power, taken: Taken) -> None:
    for space, units in taken.items():
        s.take_land(owner, space, units)
        war_on(s, card).units.add(units)
        facts: dict[str, Json] = {
            "power": owner, "card": card, "from_space": space, "count": units.strength, "regulars": units.regulars,
            "mercenaries": units.mercenaries, "cavalry": units.cavalry,
        }  # fmt: skip
        tell(s, Event("units_leave_for_war", _RULE, facts))


def _counters(s: HisState, card: CardNumber, owner: Power) -> Flow[None]:
    """5.2: where no way could be laid out."""
    if is_representable(s, owner):
        return
    yield from lose_at_war(s, card, 0)
    for space in list(s.forces):
        yield from fit_counters(s, owner, space, rule="5.2")


# ------------------------------------------------------------------ leader, helper


def _send_leader(s: HisState, card: CardNumber) -> Flow[None]:
    """C-31: one army leader at most, from anywhere, a besieged one too."""
    owner = owner_of(s, war_on(s, card))
    free = [
        leader
        for leader, state in s.leaders.items()
        if state.where is Whereabouts.MAP and not s.board.leaders[leader].naval and chief_of(s, leader) is owner
    ]
    if not free:
        return
    name = yield from pick_one(s, owner, [NONE, *free], NONE, card, "leader_to_war")
    if name == NONE:
        return
    leader = LeaderId(name)
    s.leaders[leader] = LeaderState(s.leaders[leader].power, Whereabouts.FOREIGN_WAR, card=card)
    tell(s, Event("leader_leaves_for_war", _RULE, {"power": owner, "leader": leader, "card": card}))


def _help(s: HisState, power: Power, card: CardNumber) -> Flow[None]:
    """93: for a unit of his own the player makes the enemy stronger."""
    ways = [
        blank("choice", do="choose", space=space, unit=kind)
        for space in s.forces
        for kind in (UnitType.MERCENARY, UnitType.REGULAR)
        if s.land(power, space).of(kind)
    ]
    if not ways:
        return
    wish = yield from pick_record(s, power, [picked(NONE), *ways], card, "help_enemy")
    if wish["pick"] == NONE:
        return
    space = SpaceId(str(wish["space"]))
    take_units(s, power, space, just(UnitType(str(wish["unit"])), 1), rule=_RULE)
    yield from fit_counters(s, power, space, rule="5.2")
    war = war_on(s, card)
    war.enemies = s.board.tables.foreign_wars[card].enemy_regulars_if_helped
    tell(s, Event("war_enemies_helped", _RULE, {"power": power, "card": card, "enemies": war.enemies}))


EFFECTS: Final = tuple(Effect(card, "a", partial(_break_out, card)) for card in (EGYPT, IRELAND, PERSIA))
