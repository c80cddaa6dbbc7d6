"""9.4 Ransom: captured army leaders are bought back, a random card each.

`ransom` (all powers with captives together): do="ransom", leader; carried out in impulse order.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, listed, question
from engine.here_i_stand.card_moves import take_at_random
from engine.here_i_stand.diplomacy.captives import captives, friendly_home_keys, release
from engine.here_i_stand.diplomacy.orders import first_possible
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, LeaderId, Power

RANSOM: Final = "ransom"


def why_no_ransom(s: HisState, power: Power, leader: str) -> Reason | None:
    """9.4, R52: why a leader can't be ransomed; None when he can."""
    facts: dict[str, Json] = {"power": power, "leader": leader}
    if leader not in captives(s, power):
        return Reason("leader_not_captive", "9.4", facts)
    return None if s.powers[power].hand else Reason("no_card_to_draw", "R52", facts)


def ransom_leaders(s: HisState) -> Flow[None]:
    """9.4 D14: everybody is asked together, and the ransoms are paid in impulse order."""
    answers = yield from ask_each([_question_of(s, power) for power in MAJORS if captives(s, power)])
    for power, answer in answers.items():
        for order in listed(answer, list):
            wish = first_possible(s, "ransom", power, order, partial(_why_not, s, power))
            if wish is not None:
                yield from _pay(s, power, LeaderId(str(wish["leader"])))


def _pay(s: HisState, power: Power, leader: LeaderId) -> Flow[None]:
    captor = s.leaders[leader].captor
    if captor is None:
        raise ValueError(f"{leader} has no captor")
    tell(s, Event("ransom_paid", "9.4", {"power": power, "rival": captor, "leader": leader}))
    yield from take_at_random(s, captor, power, rule="9.4")
    yield from release(s, leader, friendly_home_keys(s, power), rule="9.4")


def _why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    if wish["do"] != RANSOM:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    return why_no_ransom(s, power, str(wish["leader"]))


def _question_of(s: HisState, power: Power) -> Decision[OrderAnswer]:
    def fault(orders: list[Order]) -> Reason | None:
        for order in orders:
            for wish in order:
                if wish["do"] != RANSOM or wish["leader"] not in captives(s, power):
                    return _why_not(s, power, wish)
        return None

    ways = [blank("ransom", do=RANSOM, leader=leader) for leader in captives(s, power)]
    facts: dict[str, Json] = {
        "power": power, "cards": len(s.powers[power].hand),
        "captives": [{"leader": leader, "power": s.leaders[leader].captor} for leader in captives(s, power)],
    }  # fmt: skip
    return question(s, "ransom", power, lambda: ways, list, why=partial(_why_not, s, power), fault=fault, facts=facts)
