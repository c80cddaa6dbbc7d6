"""Chapter 5: formations and their limits, and whether units can be laid out with the counters there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.core.decision import Reason
from engine.here_i_stand.board.board import Board
from engine.here_i_stand.board.counters import fits
from engine.here_i_stand.presence import army_leaders_of
from engine.here_i_stand.records import Forces, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Power, SpaceId, UnitType

# ------------------------------------------------------------------ 5.1 formations


@dataclass(frozen=True, slots=True)
class Formation:
    """Land units in one space that act as one body, by their owners, with their army leaders."""

    at: SpaceId
    units: Mapping[Power, Land] = field(default_factory=dict)
    leaders: tuple[LeaderId, ...] = ()

    @property
    def strength(self) -> int:
        """All units; leaders are not counted."""
        return sum(units.strength for units in self.units.values())


def formation_limit(board: Board, leaders: Iterable[LeaderId]) -> int:
    """5.1: 4 without a leader, else the command rating, or the sum of the two highest."""
    found = (board.leaders[leader].command for leader in leaders)
    ratings = sorted((rating for rating in found if rating is not None), reverse=True)
    return sum(ratings[:2]) if ratings else board.tables.limits.formation


def why_no_formation(s: HisState, power: Power, formation: Formation) -> Reason | None:
    """5.1: why units and leaders can't act as one body of a power; None when they can."""
    facts = {"power": power, "space": formation.at}
    for owner, units in formation.units.items():
        if owner not in s.own_force(power):
            return Reason("not_own_force", "5.1", {**facts, "owner": owner})
        here = s.land(owner, formation.at)
        if any(units.of(kind) < 0 or units.of(kind) > here.of(kind) for kind in LAND_TYPES):
            return Reason("not_so_many_units", "5.1", {**facts, "owner": owner})
    if len(set(formation.leaders)) != len(formation.leaders):
        return Reason("leader_named_twice", "5.1", facts)
    for leader in formation.leaders:
        if leader not in army_leaders_of(s, power, formation.at):
            return Reason("no_such_leader", "5.1", {**facts, "leader": leader})
    if not formation.strength and not formation.leaders:
        return Reason("formation_empty", "5.1", facts)
    limit = formation_limit(s.board, formation.leaders)
    if formation.strength > limit:
        return Reason("formation_too_big", "5.1", {**facts, "count": formation.strength, "limit": limit})
    return None


LAND_TYPES = (UnitType.REGULAR, UnitType.MERCENARY, UnitType.CAVALRY)

# ------------------------------------------------------------------ 5.2 land counters


def amounts(s: HisState, owner: Power) -> list[int]:
    """5.2: what must be laid out at the same time: the units of each type in each space and on each foreign-war card.

    The Electorate display is laid out with counters too.
    """
    stacks = [_here(forces, owner) for forces in s.forces.values() if owner in forces.outside or owner in forces.inside]
    stacks += [war.units for war in s.foreign_wars if s.board.tables.foreign_wars[war.card].power is owner]
    found = [amount for units in stacks for amount in (units.regulars, units.mercenaries, units.cavalry) if amount]
    return [*found, *s.display.values()] if owner is Power.PROTESTANT else found


def _here(forces: Forces, owner: Power) -> Land:
    """All land units of an owner in a space where there are some, to be read only."""
    if owner not in forces.inside:
        return forces.outside[owner]
    if owner not in forces.outside:
        return forces.inside[owner]
    outside, inside = forces.outside[owner], forces.inside[owner]
    return Land(
        outside.regulars + inside.regulars, outside.mercenaries + inside.mercenaries, outside.cavalry + inside.cavalry
    )


def is_representable(s: HisState, owner: Power) -> bool:
    """5.2: whether the land units of a power can be laid out with its counters, whatever change is made."""
    return fits(amounts(s, owner), s.board.powers[owner].counters)


def can_add(s: HisState, owner: Power, space: SpaceId, units: Land) -> bool:
    """5.2: whether units may come to a space: of types for which there are counters, and representable."""
    second = s.board.powers[owner].second_type
    if any(units.of(kind) and kind not in (UnitType.REGULAR, second) for kind in LAND_TYPES):
        return False
    return can_change(s, owner, {space: units})


def can_move(s: HisState, owner: Power, left: SpaceId, to: SpaceId, units: Land) -> bool:
    """5.2: whether a voluntary division leaves the state representable."""
    return can_change(s, owner, {left: less(Land(), units), to: units})


def can_change(s: HisState, owner: Power, changes: Mapping[SpaceId, Land]) -> bool:
    """5.2: whether the state is representable with units added to spaces, or taken where the numbers are negative."""
    return fits(_changed(s, owner, changes), s.board.powers[owner].counters)


def less(units: Land, fewer: Land) -> Land:
    """The difference, which may be negative: a change to what stands in a space."""
    return Land(units.regulars - fewer.regulars, units.mercenaries - fewer.mercenaries, units.cavalry - fewer.cavalry)


def just(kind: UnitType, count: int) -> Land:
    """So many units of one type. Raises KeyError for a naval one."""
    return Land(**{_FIELDS[kind]: count})


_FIELDS: Final = {UnitType.REGULAR: "regulars", UnitType.MERCENARY: "mercenaries", UnitType.CAVALRY: "cavalry"}


def further_losses(s: HisState, owner: Power, space: SpaceId) -> list[Land]:
    """5.2: after a loss, the fewest further units of the space that must go until the rest can be laid out.

    The owner chooses among those given; one empty record where nothing more must go.
    """
    return fewest(s.land(owner, space), lambda loss: can_change(s, owner, {space: less(Land(), loss)}))


def fewest(here: Land, enough: Callable[[Land], bool]) -> list[Land]:
    """The ways to take the fewest units of some that are enough; all of them where nothing less is."""
    for count in range(here.strength + 1):
        ways = [loss for loss in _parts(here, count) if enough(loss)]
        if ways:
            return ways
    return [here]


def _parts(here: Land, count: int) -> list[Land]:
    """All ways to take that many units, mercenaries first, then cavalry."""
    return [
        Land(count - mercenaries - cavalry, mercenaries, cavalry)
        for mercenaries in range(min(here.mercenaries, count), -1, -1)
        for cavalry in range(min(here.cavalry, count - mercenaries), -1, -1)
        if count - mercenaries - cavalry <= here.regulars
    ]


def _changed(s: HisState, owner: Power, changes: Mapping[SpaceId, Land]) -> list[int]:
    """The amounts after a change."""
    found = amounts(s, owner)
    for space, change in changes.items():
        here = s.land(owner, space)
        for now, more in (
            (here.regulars, change.regulars),
            (here.mercenaries, change.mercenaries),
            (here.cavalry, change.cavalry),
        ):
            if more:
                if now:
                    found.remove(now)
                found.append(now + more)
    return [amount for amount in found if amount]


# ------------------------------------------------------------------ 5.3 naval counters


def ships_on_map(s: HisState, owner: Power) -> int:
    """Naval counters of an owner in ports and sea zones, on loan or not."""
    return sum(ships.count for fleet in s.fleets.values() for ships in fleet if ships.owner is owner)


def ships_on_track(s: HisState, owner: Power) -> int:
    """Naval counters in the next turn's box of the turn track (16.2-10)."""
    if owner in s.powers:
        return s.powers[owner].ships_lost
    return s.minors[owner].ships_lost if owner in s.minors else 0


def ships_left(s: HisState, owner: Power) -> int:
    """5.3, 17: naval counters that can still be built; a corsair is the reverse of a squadron."""
    return s.board.powers[owner].squadrons - ships_on_map(s, owner) - ships_on_track(s, owner)
