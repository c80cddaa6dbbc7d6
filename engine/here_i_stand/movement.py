"""13.1 Moving a formation, one space after the other. D27, D33"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Final

from engine.core.decision import Json, Reason, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.avoiding import avoid_battle, withdraw
from engine.here_i_stand.battle import field_battle
from engine.here_i_stand.capture import captor_among, capture_leaders, capture_lone_leaders
from engine.here_i_stand.cards.responses import declared
from engine.here_i_stand.detachments import forget, remember
from engine.here_i_stand.encounter import Move, foes_outside
from engine.here_i_stand.entering import hostiles, lone_leaders, treated_as_enemies
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import (
    NO_LEADER,
    Bystanders,
    bystanders,
    formation_facts,
    formation_fields,
    formation_of,
    shift,
    survivors,
)
from engine.here_i_stand.interception import interception
from engine.here_i_stand.leaving import leave_siege
from engine.here_i_stand.points import pay, points
from engine.here_i_stand.presence import chief_of, is_friendly
from engine.here_i_stand.retreat import retreats
from engine.here_i_stand.siege import begin_siege, besiegers, check_sieges, outnumbers
from engine.here_i_stand.state import HisState
from engine.here_i_stand.steps import formation_to_move, movers, step_cost, way_of, why_held, why_not_step
from engine.here_i_stand.terms import MAJORS, Power, Role, SpaceId, Whereabouts

CONTINUE: Final = "continue"
FALL_BACK: Final = "fall_back"
TRANSPORT: Final = "transport"


class Outcome(Enum):
    """What became of a formation that entered a space."""

    ARRIVED = "arrived"
    """It stands there, without a battle."""
    WON = "won"
    LOST = "lost"
    FELL_BACK = "fell back"
    CALLED_OFF = "called off"
    DESTROYED = "destroyed"
    """Captured, or eliminated because it had nowhere to go (R17)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of it, what is left of it and where, and the steps that it still has to go."""

    outcome: Outcome
    formation: Formation
    onward: tuple[SpaceId, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it arrived unopposed, or won the battle there; winners may still have had to fall back (14-12)."""
        return self.outcome in (Outcome.ARRIVED, Outcome.WON)


# ------------------------------------------------------------------ the action


def _why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    way = way_of(s, wish)
    if isinstance(way, Reason):
        return way
    formation = formation_to_move(s, power, wish)
    if isinstance(formation, Reason):
        return formation
    for left, to in pairwise(way):
        if step_cost(s, power, left, to) is None:
            return Reason("not_adjacent", "13.1", {"power": power, "from_space": left, "to_space": to})
    return why_not_step(s, power, formation, way[0])


def _do(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    way, formation = way_of(s, wish), formation_to_move(s, power, wish)
    if isinstance(way, Reason) or isinstance(formation, Reason):
        return False
    return (yield from march(s, power, formation, way))


def march(s: HisState, power: Power, formation: Formation, way: list[SpaceId]) -> Flow[bool]:
    """13.1: step by step, each declared, paid and resolved before the next, by what is left of the same formation.

    False when it did not get to the end of the way, or lost a battle.
    """
    onward = tuple(way)
    while onward:
        to, onward = onward[0], onward[1:]
        reason = why_not_step(s, power, formation, to)
        if reason is not None:
            stopped: dict[str, Json] = {
                "power": power, "space": formation.at, "to_space": to, "reason": reason.key, "why": dict(reason.facts),
            }  # fmt: skip
            tell(s, Event("march_stopped", reason.rule, stopped, only=(Seat(power),)))
            return False
        entry = yield from _step(s, power, formation, to, onward)
        if not entry.stands:
            return False
        formation, onward = entry.formation, entry.onward
        if not formation.strength and not formation.leaders:
            return not onward
    return True


def _step(s: HisState, power: Power, formation: Formation, to: SpaceId, onward: tuple[SpaceId, ...]) -> Flow[Entry]:
    """13.1 steps 1 to 4, and then the rest."""
    left = formation.at
    cost = step_cost(s, power, left, to) or 0
    pay(s, cost)
    facts: dict[str, Json] = {"from_space": left, "to_space": to, **formation_facts(formation)}
    tell(s, Event("march", "13.1", {"power": power, "cost": cost, **facts}))
    off = yield from declared(s, "land_move_declared", cost=cost, leaders=formation.leaders, space=to, facts=facts)
    if off or why_held(s, power, formation) is not None:
        return Entry(Outcome.CALLED_OFF, formation)
    return (yield from enter(s, power, formation, to, left, by_sea=False, onward=onward))


# ------------------------------------------------------------------ 13.1 steps 5 to 8


def enter(
    s: HisState,
    power: Power,
    formation: Formation,
    to: SpaceId,
    origin: SpaceId | None,
    by_sea: bool,
    onward: tuple[SpaceId, ...] = (),
) -> Flow[Entry]:
    """13.1 steps 5 to 8: interceptions, arrival, avoiding battle, withdrawal; a battle, a siege, or falling back.

    Until it arrives the formation stands where it says (`formation.at`); a transport in the port that it left. `origin`
    is the space next to `to` from which it comes; None with `by_sea`, and where a card puts it there.
    """
    move = Move(power, formation, to, origin, tuple(treated_as_enemies(s, power, to)))
    interceptor = yield from interception(s, move)
    before = bystanders(s, power, to)
    left = move.formation.at
    move = _arrive(s, move)
    yield from leave_siege(s, power, left)
    if interceptor is None:
        yield from avoid_battle(s, move)
        yield from withdraw(s, move)
    elif not move.formation.strength:
        capture_leaders(s, move.formation.leaders, interceptor)
        return Entry(Outcome.DESTROYED, Formation(to))
    if move.formation.strength and foes_outside(s, move):
        result = yield from field_battle(s, power, to, move.formation, origin, by_sea, move.treated)
        won = result.winner is Role.ATTACKER
        if won:
            capture_lone_leaders(s, power, to, move.treated)
        entry = Entry(Outcome.WON if won else Outcome.LOST, _remains(s, move, before), onward)
    else:
        entry = yield from _stand(s, move, by_sea, onward)
    yield from check_sieges(s)
    return entry


def _arrive(s: HisState, move: Move) -> Move:
    """13.1 step 5: what is still there of the formation goes to the space; R49: it has moved."""
    there = survivors(s, move.power, move.formation, Bystanders(move.formation.at))
    return replace(move, formation=_go(s, move.power, there, move.to))


def _go(s: HisState, power: Power, formation: Formation, to: SpaceId) -> Formation:
    if s.impulse is not None:
        forget(s.impulse.moved, formation)
    gone = shift(s, formation, to)
    if s.impulse is not None:
        remember(s.impulse.moved, power, gone)
    return gone


def _remains(s: HisState, move: Move, before: Bystanders) -> Formation:
    """What a battle left of a formation in the space; of those who fell nothing is remembered any more."""
    left = survivors(s, move.power, move.formation, before)
    if s.impulse is not None:
        forget(s.impulse.moved, move.formation)
        remember(s.impulse.moved, move.power, left)
    return left


def _stand(s: HisState, move: Move, by_sea: bool, onward: tuple[SpaceId, ...]) -> Flow[Entry]:
    """13.1: nobody is left outside against whom to fight: enemy leaders alone are captured; a siege, or none."""
    power, to = move.power, move.to
    if move.formation.strength:
        capture_leaders(s, lone_leaders(s, power, to, move.treated), power)
    walls = s.is_fortified(to) and not is_friendly(s, power, to)
    if not walls or not move.formation.strength or power in besiegers(s, to):
        return Entry(Outcome.ARRIVED, move.formation, onward)
    if outnumbers(s, power, to):
        begin_siege(s, power, to)
        return Entry(Outcome.ARRIVED, move.formation, onward)
    return (yield from _not_outnumbered(s, move, by_sea, onward))


# ------------------------------------------------------------------ 13.4 those inside are not outnumbered


def _not_outnumbered(s: HisState, move: Move, by_sea: bool, onward: tuple[SpaceId, ...]) -> Flow[Entry]:
    """13.4, R17: on to another space, back to where it came from, or eliminated. D33

    The next space of the order is where it goes on to, if it can; without one the power is asked.
    """
    power, formation = move.power, move.formation
    if onward and why_not_step(s, power, formation, onward[0]) is None:
        return (yield from _step(s, power, formation, onward[0], onward[1:]))
    choices = ways_on(s, move, by_sea)
    if not choices:
        yield from _destroy(s, move)
        return Entry(Outcome.DESTROYED, Formation(move.to))
    facts: dict[str, Json] = {
        "power": power, "from_space": move.origin, "space": move.to, "cp": points(s), **formation_facts(formation),
    }  # fmt: skip
    wish = yield from choose(
        s, "not_outnumbered", power, choices, _usual_way(s, move, choices), about=move.to, facts=facts
    )
    if wish["do"] == FALL_BACK and move.origin is not None:
        back = _go(s, power, formation, move.origin)
        tell(s, Event("fell_back", "13.4", {"power": power, "from_space": move.to, "to_space": move.origin}))
        return Entry(Outcome.FELL_BACK, back)
    if wish["do"] == TRANSPORT:
        return (yield from _ship(s, move, wish))
    return (yield from _step(s, power, formation, SpaceId(str(wish["to"])), ()))


def ways_on(s: HisState, move: Move, by_sea: bool) -> list[Alternative]:
    """13.4: falling back under the limits of 14.1, and spaces to which the formation can go on; R17: by sea too."""
    power, found = move.power, list[Alternative]()
    if move.origin is not None and not by_sea and move.origin in retreats(s, power, move.to):
        found.append(blank("not_outnumbered", do=FALL_BACK))
    found += [
        blank("not_outnumbered", do=CONTINUE, to=space)
        for space in s.board.map.by_land(move.to)
        if why_not_step(s, power, move.formation, space) is None
    ]
    if by_sea:
        found += [blank("not_outnumbered", do=TRANSPORT, via=wish["via"], to=wish["to"]) for wish in _shipping(s, move)]
    return found


def _usual_way(s: HisState, move: Move, choices: list[Alternative]) -> Alternative:
    """D33: fall back; where that is not possible, on to a friendly space."""

    def by_liking(wish: Alternative) -> bool:
        return wish["to"] is None or not is_friendly(s, move.power, SpaceId(str(wish["to"])))

    return next((wish for wish in choices if wish["do"] == FALL_BACK), min(choices, key=by_liking))


def _shipping(s: HisState, move: Move) -> list[Alternative]:
    """R17: orders of a new transport from the port."""
    from engine.here_i_stand.actions import ACTIONS  # this action is one of them

    action = ACTIONS[TRANSPORT]
    named = formation_fields(move.formation)
    ports = {(str(wish["via"]), str(wish["to"])) for wish in action.choices(s, move.power) if wish["from"] == move.to}
    wishes = [blank("impulse", do=TRANSPORT, via=via, to=to) | named for via, to in sorted(ports)]
    return [wish for wish in wishes if action.why_not(s, move.power, wish) is None]


def _ship(s: HisState, move: Move, wish: Alternative) -> Flow[Entry]:
    """R17: the formation goes on by sea."""
    from engine.here_i_stand.actions import ACTIONS  # this action is one of them

    power, to = move.power, SpaceId(str(wish["to"]))
    order = blank("impulse", do=TRANSPORT, via=wish["via"], to=to) | formation_fields(move.formation)
    before = bystanders(s, power, to)
    landed = yield from ACTIONS[TRANSPORT].do(s, power, order)
    return Entry(Outcome.ARRIVED if landed else Outcome.LOST, survivors(s, power, move.formation, before))


def _destroy(s: HisState, move: Move) -> Flow[None]:
    """13.4, 14.1-3: there is no way on and none back."""
    power, formation, to = move.power, move.formation, move.to
    captor = yield from captor_among(s, hostiles(s, power, to) or [s.spaces[to].controller], to)
    if s.impulse is not None:
        forget(s.impulse.moved, formation)
    for owner, units in formation.units.items():
        s.take_land(owner, to, units)
        tell(s, Event("units_eliminated", "13.4", {"power": owner, "space": to, "count": units.strength}))
    capture_leaders(s, formation.leaders, captor, rule="13.4")


# ------------------------------------------------------------------ some that are possible


def choices(s: HisState, power: Power) -> list[Alternative]:
    """For forms and random play: from each space as many as may go to each neighbour, and to one of these a part."""
    if not points(s):
        return []
    found: list[Alternative] = []
    for space in _camps(s, power):
        there = movers(s, power, space)
        whole = formation_of(s, power, blank("impulse"), space, there)
        if isinstance(whole, Reason):
            continue
        targets = [to for to in s.board.map.by_land(space) if why_not_step(s, power, whole, to) is None]
        found += [blank("impulse", do="move", from_=space, to=to) for to in targets]
        parts = [one for one in _parts(s, power, whole) if one != whole] if targets else []
        found += [
            blank("impulse", do="move", to=to) | formation_fields(part)
            for part, to in zip(parts, reversed(targets), strict=False)
            if why_not_step(s, power, part, to) is None
        ]
    return found


def _camps(s: HisState, power: Power) -> list[SpaceId]:
    """Spaces where something of a power stands that could move."""
    own = s.own_force(power)
    units = [space for space, forces in s.forces.items() if any(owner in forces.outside for owner in own)]
    alone = [space for space in _with_leaders(s, power) if space not in units]
    return sorted([*units, *alone], key=lambda space: s.board.map.index[space])


def _with_leaders(s: HisState, power: Power) -> list[SpaceId]:
    spaces = [
        SpaceId(state.at)
        for leader, state in s.leaders.items()
        if state.where is Whereabouts.MAP and not s.board.leaders[leader].naval and chief_of(s, leader) is power
    ]
    return list(dict.fromkeys(spaces))


def _parts(s: HisState, power: Power, whole: Formation) -> list[Formation]:
    """A half without leaders, and the leaders alone."""
    half = formation_of(s, power, blank("impulse", regulars=_half(whole), leaders=NO_LEADER), whole.at, whole)
    alone = Formation(whole.at, {}, whole.leaders)
    return [one for one in (half, alone) if isinstance(one, Formation) and (one.strength or one.leaders)]


def _half(whole: Formation) -> int:
    own = max((units.regulars for owner, units in whole.units.items() if owner in MAJORS), default=0)
    return min(4, (own + 1) // 2)


MOVE: Final = Action("move", _why_not, _do, choices)
