"""13.1 What may move, where to, at what cost, and what an order to move names."""

from __future__ import annotations

from engine.core.decision import Json, Reason
from engine.core.options import Alternative
from engine.here_i_stand.detachments import fresh
from engine.here_i_stand.entering import why_not_enter
from engine.here_i_stand.forces import Formation, can_move
from engine.here_i_stand.forming import formation_of, outside
from engine.here_i_stand.points import cost_of, why_not_pay
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Milestone, Power, SpaceId

# ------------------------------------------------------------------ what may move


def movers(s: HisState, power: Power, space: SpaceId) -> Formation:
    """13.1-4, 15, 21.6: the units and leaders of a power's own force that may leave a space now."""
    here = outside(s, power, space)
    if _before_the_league(s, power) or _siege_is_new(s, power, space):
        return Formation(space)
    if s.impulse is None:
        return here
    here = fresh(s.impulse.beaten, here)
    if s.impulse.foul_weather:
        here = fresh(s.impulse.moved, here)
    gout = s.impulse.gout
    return Formation(space, here.units, tuple(leader for leader in here.leaders if leader not in gout))


def _before_the_league(s: HisState, power: Power) -> bool:
    return power is Power.PROTESTANT and not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)


def _siege_is_new(s: HisState, power: Power, space: SpaceId) -> bool:
    """13.1-4: an enemy's fortified space that the power put under siege earlier in this impulse."""
    begun = None if space not in s.forces else s.forces[space].sieges.get(power)
    return begun == s.impulses and s.at_war(power, s.spaces[space].controller)


def step_cost(s: HisState, power: Power, left: SpaceId, to: SpaceId) -> int | None:
    """13.1 step 3: 1 CP, over a pass 2; None where there is no connection."""
    if to in s.board.map.over_connections(left):
        return cost_of(s, power, "move_clear")
    return cost_of(s, power, "move_pass") if to in s.board.map.by_land(left) else None


def why_not_step(s: HisState, power: Power, formation: Formation, to: SpaceId) -> Reason | None:
    """13.1: why a formation may not move to a space next to it now, want of CP included; None when it may."""
    left = formation.at
    facts: dict[str, Json] = {"power": power, "from_space": left, "to_space": to}
    reason = why_held(s, power, formation)
    if reason is not None:
        return reason
    cost = step_cost(s, power, left, to)
    if cost is None:
        return Reason("not_adjacent", "13.1", facts)
    reason = why_not_enter(s, power, formation, to)
    if reason is not None:
        return reason
    if not all(can_move(s, owner, left, to, units) for owner, units in formation.units.items()):
        return Reason("not_representable", "5.2", facts)
    return why_not_pay(s, power, cost, "13.1")


def why_held(s: HisState, power: Power, formation: Formation) -> Reason | None:
    """13.1-4, 15, 21.6, R49, card 32: why units and leaders may not leave the space where they are."""
    facts: dict[str, Json] = {"power": power, "space": formation.at}
    if _before_the_league(s, power):
        return Reason("before_the_league", "21.6", facts)
    if not _holds(outside(s, power, formation.at), formation):
        return Reason("besieged_units", "15", facts)
    if _siege_is_new(s, power, formation.at):
        return Reason("siege_begun_now", "13.1", facts)
    if s.impulse is None:
        return None
    if not _holds(fresh(s.impulse.beaten, outside(s, power, formation.at)), formation):
        return Reason("beaten_units", "13.1", facts)
    if s.impulse.foul_weather and not _holds(fresh(s.impulse.moved, outside(s, power, formation.at)), formation):
        return Reason("foul_weather", "R49", facts)
    for leader in formation.leaders:
        if leader in s.impulse.gout:
            return Reason("gout", "13.1", {**facts, "leader": leader})
    return None


def _holds(there: Formation, formation: Formation) -> bool:
    """Whether all of a formation is among what there is."""
    for owner, units in formation.units.items():
        here = there.units.get(owner)
        if here is None or units.regulars > here.regulars:
            return False
        if units.mercenaries > here.mercenaries or units.cavalry > here.cavalry:
            return False
    return all(leader in there.leaders for leader in formation.leaders)


# ------------------------------------------------------------------ orders


def way_of(s: HisState, wish: Alternative) -> list[SpaceId] | Reason:
    """The spaces of an order, one after the other: "a,b,c"."""
    names = [name.strip() for name in str(wish["to"] or "").split(",")]
    for name in names:
        if name not in s.spaces:
            return Reason("unknown_name", "", {"what": "to", "given": name})
    return [SpaceId(name) for name in names]


def formation_to_move(s: HisState, power: Power, wish: Alternative) -> Formation | Reason:
    """The formation of an order, of what may move; else the reason why that which it names may not."""
    space = wish["from"]
    if space is None or space not in s.spaces:
        return Reason("unknown_name", "", {"what": "from", "given": space})
    found = formation_of(s, power, wish, among=movers(s, power, SpaceId(str(space))))
    if not isinstance(found, Reason):
        return found
    named = formation_of(s, power, wish)
    return found if isinstance(named, Reason) else (why_held(s, power, named) or found)
