"""13.2 Interception of a land move: who may try, with what, and what comes of it. D30"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, listed, question
from engine.here_i_stand.capture import capture_lone_leaders
from engine.here_i_stand.detachments import carry_along, fresh, remember
from engine.here_i_stand.encounter import Move, check, check_facts, move_facts
from engine.here_i_stand.entering import treated_as_enemies
from engine.here_i_stand.forces import Formation, can_move
from engine.here_i_stand.forming import formation_fields, formation_of, outside, shift
from engine.here_i_stand.leaving import leave_siege
from engine.here_i_stand.presence import is_besieged, is_friendly, land_owners
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power, SpaceId

# ------------------------------------------------------------------ who may


def interceptors(s: HisState, move: Move) -> dict[Power, list[SpaceId]]:
    """13.2: the powers that may try, in impulse order, and the spaces from which each may."""
    if is_friendly(s, move.power, move.to) and s.is_fortified(move.to) and not is_besieged(s, move.to):
        return {}
    found: dict[Power, list[SpaceId]] = {}
    for power in _enemies(s, move):
        if _may_go_there(s, power, move):
            spaces = [
                space
                for space in s.board.map.over_connections(move.to)
                if _can_be_tried(s, power, available(s, power, space), move)
            ]
            if spaces:
                found[power] = spaces
    return found


def available(s: HisState, power: Power, space: SpaceId) -> Formation:
    """13.2-4, 5: units and leaders that are not besieged and have not yet tried in this impulse."""
    here = outside(s, power, space)
    return here if s.impulse is None else fresh(s.impulse.tried_interception, here)


def _enemies(s: HisState, move: Move) -> list[Power]:
    """13.2-3, 11: major powers at war with the mover, and those that are treated as enemies (13.1-3c)."""
    treated = [s.master(owner) for owner in treated_as_enemies(s, move.power, move.to)]
    return [power for power in MAJORS if s.at_war(power, move.power) or power in treated]


def _may_go_there(s: HisState, power: Power, move: Move) -> bool:
    """13.2-8, 9; nor where enemies of the interceptor stand already (2.1)."""
    controller, there = s.spaces[move.to].controller, land_owners(s, move.to)
    friendly = is_friendly(s, power, move.to)
    if controller is not Power.INDEPENDENT and not friendly and not s.at_war(power, controller):
        return False
    if not there:
        return friendly or not s.is_fortified(move.to)
    if any(s.at_war(power, owner) for owner in there) or _somebody_besieged(s, move.to):
        return False
    return any(s.allied(power, owner) for owner in there)


def _somebody_besieged(s: HisState, space: SpaceId) -> bool:
    if not is_besieged(s, space):
        return False
    return bool(s.forces[space].inside) or any(s.leaders[leader].inside for leader in s.leaders_at(space))


def _can_be_tried(s: HisState, power: Power, formation: Formation, move: Move) -> bool:
    if formation.strength:
        return True
    return bool(formation.leaders) and _leaders_may(s, power, move.to)


def _leaders_may(s: HisState, power: Power, to: SpaceId) -> bool:
    """13.2-10: leaders alone only into a space that holds friendly units."""
    return any(s.allied(power, owner) for owner in land_owners(s, to))


def why_not_intercept(s: HisState, power: Power, move: Move, wish: Alternative) -> Reason | None:
    """13.2: why a formation may not try to intercept; None when it may."""
    facts: dict[str, Json] = {"power": power, "space": move.to}
    if wish["do"] != "intercept":
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    named = wish["from"]
    if named is None or named not in s.spaces:
        return Reason("unknown_name", "", {"what": "from", "given": named})
    space = SpaceId(str(named))
    if space not in interceptors(s, move).get(power, ()):
        return Reason("no_interception_from", "13.2", {**facts, "from_space": space})
    formation = formation_of(s, power, wish, among=available(s, power, space))
    if isinstance(formation, Reason):
        return formation
    if not _can_be_tried(s, power, formation, move):
        return Reason("leaders_alone", "13.2", facts)
    if not all(can_move(s, owner, space, move.to, units) for owner, units in formation.units.items()):
        return Reason("not_representable", "5.2", {"power": power, "from_space": space, "to_space": move.to})
    return None


# ------------------------------------------------------------------ the rolls


def interception(s: HisState, move: Move) -> Flow[Power | None]:
    """13.2: all attempts against a move; the power that succeeded at least once. The mover has not yet arrived.

    All powers are asked together, sealed, and tried in impulse order. Nobody's attempt but one that succeeds changes
    anything for those who come after.
    """
    able = interceptors(s, move)
    if not able:
        return None
    answers = yield from ask_each([_question(s, power, move, spaces) for power, spaces in able.items()])
    for power in able:
        succeeded = yield from _attempts(s, power, move, listed(answers[power], list))
        if succeeded:
            return power
    return None


def _attempts(s: HisState, power: Power, move: Move, orders: Sequence[Order]) -> Flow[bool]:
    """One power's attempts, in the order written, one from each space."""
    tried: list[SpaceId] = []
    results: list[bool] = []
    for order in orders:
        wish = next((one for one in order if _counts(s, power, move, one, tried, results)), None)
        if wish is None:
            continue
        space = SpaceId(str(wish["from"]))
        formation = formation_of(s, power, wish, among=available(s, power, space))
        if isinstance(formation, Reason):
            continue
        tried.append(space)
        succeeded = yield from _attempt(s, power, move, formation)
        results.append(succeeded)
    return any(results)


def _counts(
    s: HisState, power: Power, move: Move, wish: Alternative, tried: list[SpaceId], results: list[bool]
) -> bool:
    """Whether an attempt is made now: one from each space; "failed": only while none succeeded, "done": only after."""
    if wish["from"] in tried or wish["after"] not in (None, "done" if any(results) else "failed"):
        return False
    return why_not_intercept(s, power, move, wish) is None


def _attempt(s: HisState, power: Power, move: Move, formation: Formation) -> Flow[bool]:
    if s.impulse is not None:
        remember(s.impulse.tried_interception, power, formation)
    rolled = yield from check(s, "interception", "13.2", move, power, formation)
    tell(s, Event("interception", "13.2", check_facts(rolled, move, power, formation, move.to)))
    if rolled.succeeds:
        carry_along(s, formation, move.to)
        shift(s, formation, move.to)
        capture_lone_leaders(s, power, move.to)
        yield from leave_siege(s, power, formation.at)
    return rolled.succeeds


# ------------------------------------------------------------------ the question


def _question(s: HisState, power: Power, move: Move, spaces: list[SpaceId]) -> Decision[OrderAnswer]:
    named: list[Json] = list(spaces)
    best = max((available(s, power, space) for space in spaces), key=lambda one: one.strength)
    facts = {**move_facts(s, move, best), "asked": power, "spaces": named}
    return question(
        s,
        "intercept",
        power,
        lambda: _choices(s, power, move),
        list,
        why=lambda wish: why_not_intercept(s, power, move, wish),
        facts=facts,
        about=f"{move.to}",
    )


def _choices(s: HisState, power: Power, move: Move) -> list[Alternative]:
    """From each space: as many as one formation can hold."""
    found: list[Alternative] = []
    for space in interceptors(s, move).get(power, ()):
        wish = blank("intercept", do="intercept", from_=space)
        formation = formation_of(s, power, wish, among=available(s, power, space))
        if not isinstance(formation, Reason):
            wish = blank("intercept", do="intercept", **_named(formation))
            if why_not_intercept(s, power, move, wish) is None:
                found.append(wish)
    return found


def _named(formation: Formation) -> dict[str, str | int | None]:
    return {name.replace("from", "from_"): value for name, value in formation_fields(formation).items()}
