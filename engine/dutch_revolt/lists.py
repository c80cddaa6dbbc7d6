"""Order lists: how the orders of a faction for one phase are asked for, checked, tried and done.

Each phase describes itself once, as an `OrderKind`; the mode of play decides when it is asked, never how it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.core.decision import Decision, Json, Reason, Seat
from engine.core.events import Event, tell
from engine.core.options import Alternative, Many, Order, OrderAnswer, OrderList
from engine.dutch_revolt.state import DutchRevoltState
from engine.dutch_revolt.terms import PHASES_OF_TURN_0, Faction

State = DutchRevoltState


def _no_fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    return None


def _nothing_left(state: State, faction: Faction) -> None:
    return None


def _nothing_open(state: State, faction: Faction) -> Reason | None:
    return None


def _not_in_part(state: State, faction: Faction, alternative: Alternative, reason: Reason) -> Reason | None:
    return reason


def _no_facts(state: State, faction: Faction) -> Mapping[str, Json]:
    return {}


@dataclass(frozen=True, slots=True)
class OrderKind:
    """One kind of order list.

    `attempt` does one alternative, or changes nothing and says why not; it tells its events. `default` gives 12.4 as
    orders, worked out on the position it gets. `finish` does what must be complete after the last order. `choices` are
    the alternatives that would be possible now, each once, with the largest sensible count. `fault` finds what can
    never be right in a list: an unknown id, a count below 1, two taxes. `in_part` does of an alternative what can be
    done without the rest, when no alternative of its order was possible as a whole; it says why not otherwise. `open`
    says, after the last order and before `finish`, what the list has left open.
    """

    kind: str
    phase: int
    rule: str
    fields: tuple[str, ...]
    attempt: Callable[[State, Faction, Alternative], Reason | None]
    default: Callable[[State, Faction], list[Order]]
    choices: Callable[[State, Faction], list[Alternative]]
    fault: Callable[[State, Faction, list[Order]], Reason | None] = _no_fault
    finish: Callable[[State, Faction], None] = _nothing_left
    in_part: Callable[[State, Faction, Alternative, Reason], Reason | None] = _not_in_part
    open: Callable[[State, Faction], Reason | None] = _nothing_open
    facts: Callable[[State, Faction], Mapping[str, Json]] = field(default=_no_facts)
    many: Many = Many.ANY


def decision(state: State, kind: OrderKind, faction: Faction, about: str = "") -> Decision[OrderAnswer]:
    """The question for a faction's orders of this kind, on the position as it is."""
    return decision_ahead(state, lambda: state, kind, faction, about)


def decision_ahead(
    state: State, position: Callable[[], State], kind: OrderKind, faction: Faction, about: str = ""
) -> Decision[OrderAnswer]:
    """The question on a position that is worked out when somebody wants to see it."""
    return Decision(
        kind=kind.kind,
        seat=Seat(faction),
        rule=rule_of(state, kind),
        options=OrderList(
            fields=kind.fields,
            many=kind.many,
            fault=lambda orders: kind.fault(position(), faction, orders),
            trial=lambda orders: trial(position(), kind, faction, orders),
            concrete=lambda: kind.default(position(), faction),
            choices=lambda: kind.choices(position(), faction),
            shortfall=lambda orders: shortfall(position(), kind, faction, orders),
        ),
        default="default",
        facts=lambda: kind.facts(position(), faction),
        about=about,
    )


def rule_of(state: State, kind: OrderKind) -> str:
    """The rule that asks: turn 0 has rules of its own for the like phases (section 8)."""
    return PHASES_OF_TURN_0.get(kind.phase, kind.rule) if state.turn == 0 else kind.rule


def carry_out(state: State, kind: OrderKind, faction: Faction, answer: OrderAnswer) -> list[Reason | None]:
    """Do an order list in the order given (12.1). For each order: None, or why no alternative was possible."""
    orders = kind.default(state, faction) if answer == "default" else answer
    results = [_carry_out_order(state, kind, faction, order) for order in orders]
    kind.finish(state, faction)
    return results


def trial(state: State, kind: OrderKind, faction: Faction, orders: list[Order]) -> list[Reason | None]:
    """What would become of the orders now, on a copy of the position: None, or what of each would not be done."""
    copy = state.trial_copy()
    results: list[Reason | None] = []
    for order in orders:
        told = len(copy.events)
        reason = _carry_out_order(copy, kind, faction, order)
        results.append(reason or _undone(copy.events[told:]))
    return results


def shortfall(state: State, kind: OrderKind, faction: Faction, orders: list[Order]) -> Reason | None:
    """What the orders leave open as things stand, with what becomes of it."""
    copy = state.trial_copy()
    for order in orders:
        _carry_out_order(copy, kind, faction, order)
    return kind.open(copy, faction)


def _undone(events: list[Event]) -> Reason | None:
    """What was not done of an order that was carried out, from the events that it told."""
    for event in events:
        facts = event.facts
        because: dict[str, Json] = {"reason": facts.get("reason"), "why": facts.get("why")}
        if event.kind == "order_cut":
            return Reason(
                "only_so_many", event.rule, {"count": facts["count"], "ordered": _ordered(facts["order"])} | because
            )
        if event.kind == "plunder_falls_away":
            return Reason("no_plunder", event.rule, {"region": facts["region"]} | because)
    return None


def _ordered(alternative: Json) -> Json:
    return alternative.get("count") if isinstance(alternative, dict) else None


def _carry_out_order(state: State, kind: OrderKind, faction: Faction, order: Order) -> Reason | None:
    failed: list[tuple[Alternative, Reason]] = []
    for index, alternative in enumerate(order):
        reason = kind.attempt(state, faction, alternative)
        if reason is None:
            return None
        failed.append((alternative, reason))
        if index < len(order) - 1:
            tell_skipped(state, kind, faction, alternative, reason)
    if any(kind.in_part(state, faction, *one) is None for one in reversed(failed)):
        return None
    tell_skipped(state, kind, faction, *failed[-1])
    return failed[0][1]


def tell_skipped(state: State, kind: OrderKind, faction: Faction, alternative: Alternative, reason: Reason) -> None:
    """An order was impossible when its moment came: everybody is told, with the rule (12.1)."""
    facts: dict[str, Json] = {
        "faction": faction,
        "phase": kind.phase,
        "kind": kind.kind,
        "order": dict(alternative),
        "reason": reason.key,
        "why": dict(reason.facts),
    }
    tell(state, Event("order_skipped", reason.rule, facts))


def tell_cut(
    state: State, kind: OrderKind, faction: Faction, alternative: Alternative, done: int, reason: Reason
) -> None:
    """Only `done` of the count that was ordered was possible."""
    facts: dict[str, Json] = {
        "faction": faction,
        "phase": kind.phase,
        "kind": kind.kind,
        "order": dict(alternative),
        "count": done,
        "reason": reason.key,
        "why": dict(reason.facts),
    }
    tell(state, Event("order_cut", reason.rule, facts))
