"""19.3 Land units go home: the question to each power, and what comes of the plans. D75, D76"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import blank, listed, question
from engine.here_i_stand.displacement import to_turn_track
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import formation_fields
from engine.here_i_stand.losses import Toll, lost_by, pool_of, settle_counters
from engine.here_i_stand.records import Land
from engine.here_i_stand.siege import besiegers, end_siege
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Milestone, Power, SpaceId
from engine.here_i_stand.winter_plan import GO, Group, Plan, has_choice, single_orders

_KIND = "winter_land"

# ------------------------------------------------------------------ the question


def wintering(s: HisState) -> list[Power]:
    """Powers whose land units go home: the Protestants' not before the league (21.6)."""
    league = s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)
    return [power for power in MAJORS if league or power is not Power.PROTESTANT]


def land_question(s: HisState, power: Power) -> Decision[OrderAnswer] | None:
    """D75: who stays, who goes where; None where there is nothing to choose."""
    plan = Plan(s, power)
    if not has_choice(plan):
        return None
    exposed: list[Json] = [
        space for space, here in plan.units.items() if any(not plan.may_stay(owner, space) for owner in here)
    ]
    crowded: list[Json] = [one for one in plan.shelters if one not in plan.capitals and plan.excess(one)]
    facts: dict[str, Json] = {"power": power, "turn": s.turn, "exposed": exposed, "crowded": crowded}
    return question(
        s,
        _KIND,
        power,
        lambda: single_orders(Plan(s, power)),
        lambda: _usual(s, power),
        why=lambda wish: _why_not(s, power, wish),
        trial=lambda orders: Plan(s, power).carry_out(orders),
        facts=facts,
    )


def _why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    return Plan(s, power).why_not(wish)


def _usual(s: HisState, power: Power) -> list[Order]:
    """The orders that say what is done without any; what happens all the same and can't be ordered is left out."""
    plan = Plan(s, power)
    plan.carry_out([])
    orders = [[_order(power, group)] for group in plan.groups if group.to is not None]
    reasons = Plan(s, power).carry_out(orders)
    return [order for order, reason in zip(orders, reasons, strict=True) if reason is None]


def _order(power: Power, group: Group) -> Alternative:
    fields = formation_fields(Formation(group.origin, group.units, tuple(group.leaders)))
    return {**blank(_KIND, do=GO, to=group.to), **fields}


def plan_for(s: HisState, power: Power, answer: OrderAnswer) -> Plan:
    """19.3: the plan of a power by its answer, carried out up to the moves themselves."""
    plan = Plan(s, power)
    plan.carry_out(listed(answer, list))
    return plan


# ------------------------------------------------------------------ what comes of it


def go_home(s: HisState, answers: Mapping[Power, OrderAnswer]) -> Flow[None]:
    """19.3 a-c: all powers together; sieges are over, since the besiegers leave. Losses are asked together."""
    lift_sieges(s)
    plans = {power: plan_for(s, power, answers.get(power, "default")) for power in wintering(s)}
    lost = yield from _attrition(s, plans)
    arrivals: list[tuple[Power, SpaceId]] = []
    for power, plan in plans.items():
        for group, gone in zip(plan.groups, lost[power], strict=True):
            _leave(s, group, gone)
    for power, plan in plans.items():
        for group, gone in zip(plan.groups, lost[power], strict=True):
            arrivals += _arrive(s, power, group, gone)
    for owner, space in dict.fromkeys((*arrivals, *_left_behind(s, plans))):
        yield from settle_counters(s, owner, space, ())


def lift_sieges(s: HisState) -> None:
    """15: nobody besieges or is besieged any more."""
    for space in list(s.forces):
        for power in besiegers(s, space):
            end_siege(s, power, space)
        for owner, units in list(s.forces[space].inside.items()) if space in s.forces else ():
            s.come_out(owner, space, replace(units))
        for leader in s.leaders_at(space):
            s.leaders[leader].inside = False


def _attrition(s: HisState, plans: Mapping[Power, Plan]) -> Flow[dict[Power, list[dict[Power, Land]]]]:
    """D76: what each group loses, by the orders of loss of its power; all are asked together."""
    tolls: list[Toll] = []
    for power, plan in plans.items():
        for group in plan.groups:
            facts: dict[str, Json] = {"to_space": group.to}
            pool = pool_of(group.units)
            tolls.append(Toll(power, group.origin, plan.losses(group), pool, rule="19", facts=facts))
    found = yield from lost_by(s, tolls)
    left = iter(found)
    return {power: [next(left) for _ in plan.groups] for power, plan in plans.items()}


def _leave(s: HisState, group: Group, gone: Mapping[Power, Land]) -> None:
    for owner, units in group.units.items():
        s.take_land(owner, group.origin, replace(units))
    for owner, units in gone.items():
        if group.to is None:
            tell(s, Event("units_eliminated", "19", {"power": owner, "space": group.origin, "count": units.strength}))
        elif units.strength:
            tell(s, Event("winter_losses", "19", _facts(owner, group, units)))
    if group.to is None:
        to_turn_track(s, group.leaders, rule="19")


def _arrive(s: HisState, power: Power, group: Group, gone: Mapping[Power, Land]) -> list[tuple[Power, SpaceId]]:
    """The rest of a group comes to where it winters."""
    if group.to is None:
        return []
    came = Land()
    for owner, units in group.units.items():
        rest = replace(units)
        rest.take(gone.get(owner, Land()))
        if rest.strength:
            s.add_land(owner, group.to, rest)
            came.add(rest)
    for leader in group.leaders:
        s.place_leader(leader, group.to)
    leaders: list[Json] = list(group.leaders)
    tell(s, Event("winters", "19", {**_facts(power, group, came), "leaders": leaders}))
    return [(owner, group.to) for owner in group.units]


def _facts(power: Power, group: Group, units: Land) -> dict[str, Json]:
    return {
        "power": power,
        "from_space": group.origin,
        "to_space": group.to,
        "count": units.strength,
        "regulars": units.regulars,
        "mercenaries": units.mercenaries,
        "cavalry": units.cavalry,
    }


def _left_behind(s: HisState, plans: Mapping[Power, Plan]) -> Sequence[tuple[Power, SpaceId]]:
    """Stacks from which some went: what stays must be laid out too (5.2)."""
    return [(owner, group.origin) for plan in plans.values() for group in plan.groups for owner in group.units]
