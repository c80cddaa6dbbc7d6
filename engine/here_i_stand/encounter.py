"""13.2, 13.3 What interception and avoiding battle have in common: a formation that comes, and the roll against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.decision import Json
from engine.core.flow import Flow, roll
from engine.here_i_stand.entering import hostiles_outside
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import battle_rating, formation_facts, has_cavalry
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId

NEEDED: Final = 9
"""What 2d6 with modifiers must reach."""


@dataclass(frozen=True, slots=True)
class Move:
    """A formation, where it goes, and where it comes from: None where it comes by sea."""

    power: Power
    formation: Formation
    to: SpaceId
    origin: SpaceId | None
    treated: tuple[Power, ...] = ()
    """Owners of units there who were treated as enemies when the move began (13.1-3c)."""


@dataclass(frozen=True, slots=True)
class Check:
    """2d6 with the best battle rating, and +1 or -1 for Ottoman cavalry."""

    dice: tuple[int, ...]
    rating: int
    cavalry: int

    @property
    def total(self) -> int:
        """The dice with both modifiers."""
        return sum(self.dice) + self.rating + self.cavalry

    @property
    def succeeds(self) -> bool:
        """Whether that is enough."""
        return self.total >= NEEDED


def modifiers(s: HisState, power: Power, acting: Formation, against: Formation) -> tuple[int, int]:
    """The rating of the best leader who acts; +1 for the Ottoman with cavalry, -1 for others against it."""
    if power is Power.OTTOMAN:
        return battle_rating(s, acting), int(has_cavalry(acting))
    return battle_rating(s, acting), -int(has_cavalry(against))


def check(s: HisState, what: str, rule: str, move: Move, power: Power, acting: Formation) -> Flow[Check]:
    """Roll for a formation that tries to go to a space because of a move."""
    rating, cavalry = modifiers(s, power, acting, move.formation)
    dice = yield from roll(what, 2, rule=rule)
    return Check(dice, rating, cavalry)


def check_facts(rolled: Check, move: Move, power: Power, acting: Formation, to: SpaceId) -> dict[str, Json]:
    """What is told of a roll: who tried to go where, against whom, and with what success."""
    thrown: list[Json] = list(rolled.dice)
    return {
        "power": power,
        "rival": move.power,
        "from_space": acting.at,
        "to_space": to,
        **formation_facts(acting),
        "dice": thrown,
        "rating": rolled.rating,
        "cavalry_modifier": rolled.cavalry,
        "total": rolled.total,
        "needed": NEEDED,
        "success": rolled.succeeds,
    }


def foes_outside(s: HisState, move: Move) -> list[Power]:
    """Owners of units outside the fortifications of the space who stand against the move, those too who were treated
    as enemies when it began and are not any more (13.1-3c)."""
    forces = s.forces.get(move.to)
    if forces is None:
        return []
    now = hostiles_outside(s, move.power, move.to)
    return [owner for owner in Power if owner in now or (owner in move.treated and owner in forces.outside)]


def move_facts(s: HisState, move: Move, ours: Formation) -> dict[str, Json]:
    """What a power must know of a move against it, `ours` being what it could bring or has there.

    `defenders`: units that stand there against the mover. `odds`: battle dice of those and ours for each hundred of
    the mover's, in a field battle without cards.
    """
    there = [s.forces[move.to].outside[owner].strength for owner in foes_outside(s, move)]
    own = sum(there) + (0 if ours.at == move.to else ours.strength) + battle_rating(s, ours) + 1
    theirs = move.formation.strength + battle_rating(s, move.formation)
    return {
        "power": move.power,
        "from_space": move.origin,
        "space": move.to,
        "zone": s.board.map.spaces[move.to].zone,
        **formation_facts(move.formation),
        "defenders": sum(there),
        "odds": 100 * own // max(1, theirs),
    }
