"""9.6 The war segment: declarations and interventions, power by power; then everybody pays.

`war` (of each power that could declare one, in impulse order): do="declare", power. `intervene`: do="intervene", card =
69 or 108 instead of 2 CP. A declaration that the hand can't pay is refused to its author alone (R39).
"""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.core.decision import Decision, Draw, Json, Reason
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import blank, listed, question
from engine.here_i_stand.diplomacy.orders import first_possible
from engine.here_i_stand.diplomacy.payment import pay_bills
from engine.here_i_stand.hands import hand_size
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power
from engine.here_i_stand.war import (
    declare_war,
    intervention_cost,
    may_intervene,
    natural_ally,
    offer_intervention,
    payable,
    targets,
    war_cost,
    why_no_declaration,
)

DECLARE: Final = "declare"
Bills = dict[Power, int]
"""CP that powers owe for declarations and interventions."""


def declare_wars(s: HisState) -> Flow[None]:
    """9.6 D16: one power completes its declarations, with the interventions, before the next begins."""
    bills = dict.fromkeys(MAJORS, 0)
    for power in MAJORS:
        if targets(s, power) and hand_size(s, power):
            yield from _of_power(s, power, bills)
    yield from pay_bills(s, {power: owed for power, owed in bills.items() if owed})


def _of_power(s: HisState, power: Power, bills: Bills) -> Flow[None]:
    answer = yield from ask(_question_of(s, power, bills[power]))
    for order in listed(answer, list):
        wish = first_possible(s, "war", power, order, partial(_why_not, s, power, bills[power]))
        if wish is None:
            continue
        target = Power(str(wish["power"]))
        bills[power] += war_cost(s, power, target)
        yield from declare_war(s, power, target, rule="9.6")
        protector = natural_ally(s, target)
        if protector is not None and may_intervene(s, power, target):
            cost, owed = intervention_cost(s, target), bills[protector]
            bills[protector] += yield from offer_intervention(s, power, target, cost=cost, owed=owed, rule="9.6")


# ------------------------------------------------------------------ the question


def _question_of(s: HisState, power: Power, owed: int) -> Decision[OrderAnswer]:
    def choices() -> list[Alternative]:
        ways = [blank("war", do=DECLARE, power=target) for target in targets(s, power)]
        return [way for way in ways if _why_not(s, power, owed, way) is None]

    facts: dict[str, Json] = {
        "power": power,
        "targets": [{"power": target, "count": war_cost(s, power, target)} for target in targets(s, power)],
    }
    return question(
        s, "war", power, choices, list, facts=facts,
        why=partial(_why_not, s, power, owed),
        fault=lambda orders: next((reason for reason in _judged(s, power, orders, owed) if reason is not None), None),
        trial=lambda orders: _judged(s, power, orders, owed),
        sampler=lambda draw: _sampled(s, power, choices(), owed, draw),
    )  # fmt: skip


def _judged(s: HisState, power: Power, orders: list[Order], owed: int) -> list[Reason | None]:
    """For each order why it can't be, with the bill of those before it. What the hand can't pay is found out here, so
    that only its owner is told."""
    found: list[Reason | None] = []
    declared: list[str | int | None] = []
    for order in orders:
        wish = next((one for one in order if _why_not(s, power, owed, one) is None), order[0])
        reason = _why_not(s, power, owed, wish)
        if reason is None and wish["power"] in declared:
            reason = Reason("already_at_war", "9.6", {"power": power, "rival": wish["power"]})
        if reason is None:
            owed += war_cost(s, power, Power(str(wish["power"])))
            declared.append(wish["power"])
        found.append(reason)
    return found


def _why_not(s: HisState, power: Power, owed: int, wish: Alternative) -> Reason | None:
    if wish["do"] != DECLARE or wish["power"] not in list(Power):
        what = "do" if wish["do"] != DECLARE else "power"
        return Reason("unknown_name", "", {"what": what, "given": wish[what]})
    target = Power(str(wish["power"]))
    if (reason := why_no_declaration(s, power, target)) is not None:
        return reason
    cost = war_cost(s, power, target)
    if payable(s, power) < owed + cost:
        return Reason("not_payable", "9.6", {"power": power, "rival": target, "count": owed + cost})
    return None


def _sampled(s: HisState, power: Power, pool: list[Alternative], owed: int, draw: Draw) -> OrderAnswer:
    if not pool or draw(3):
        return "default"
    chosen = [pool[draw(len(pool))] for _ in range(1 + draw(2))]
    orders: list[Order] = [[wish] for number, wish in enumerate(chosen) if wish not in chosen[:number]]
    return orders if not any(_judged(s, power, orders, owed)) else orders[:1]
