"""Questions to powers: how a decision is made of what is possible, and which of its answers counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from engine.core.decision import Decision, Draw, Json, Reason, Seat, Timing
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask, ask_all, ask_first
from engine.core.options import Alternative, Many, Order, OrderAnswer, OrderList
from engine.here_i_stand.kinds import AFTER, KINDS, Kind
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Clock, Power

Why = Callable[[Alternative], "Reason | None"]
"""Why an alternative is not possible now; None when it is."""
_TARGETS: Final = "convert"
_OWN_CHOICES: Final = ("choice", _TARGETS)
"""What a script may answer beforehand (script.ANSWERS)."""


def blank(kind: str, **parts: str | int | None) -> Alternative:
    """An alternative of a kind with all its fields. Raises ValueError for a field that the kind has not."""
    record: Alternative = dict.fromkeys(KINDS[kind].fields)
    for name, value in parts.items():
        name = name.rstrip("_")  # from_
        if name not in record:
            raise ValueError(f"{kind} has no field {name}")
        record[name] = value
    return record


def question(
    s: HisState,
    kind: str,
    power: Power,
    choices: Callable[[], list[Alternative]],
    default: Callable[[], list[Order]],
    *,
    why: Why | None = None,
    rule: str = "",
    about: str = "",
    facts: Mapping[str, Json] | None = None,
    sampler: Callable[[Draw], OrderAnswer] | None = None,
    fault: Callable[[list[Order]], Reason | None] | None = None,
    trial: Callable[[list[Order]], list[Reason | None]] | None = None,
) -> Decision[OrderAnswer]:
    """A question to one power.

    `choices` lists single possible answers, `why` says what bars another one (without it: that it is not among them),
    `default` is what happens without an answer. Nothing here is read before somebody asks for it, so that a question
    costs little. A question for one answer refuses orders of which none is possible now.
    """
    known = KINDS[kind]

    def why_not(alternative: Alternative) -> Reason | None:
        if why is not None:
            return why(alternative)
        return None if alternative in choices() else Reason("not_possible_now", known.rule, dict(alternative))

    def tried(orders: list[Order]) -> list[Reason | None]:
        return [_best(order, why_not) for order in orders]

    def refused(orders: list[Order]) -> Reason | None:
        if (wrong := _misshapen(known, orders)) is not None:
            return wrong
        if fault is not None:
            return fault(orders)
        return None if known.many is Many.ANY else next(iter(tried(orders)), None)

    s.asked += 1
    s.clock = _clock(s, known, power)
    return Decision(
        kind=kind,
        seat=Seat(power),
        rule=rule or known.rule,
        options=OrderList(
            fields=known.fields,
            many=known.many,
            fault=refused,
            trial=trial or tried,
            concrete=default,
            choices=choices,
            sampler=sampler,
        ),
        default="default",
        facts=dict(facts or {}),
        timing=known.timing,
        about=f"{about}{about and '.'}{s.asked}",
    )


def _clock(s: HisState, known: Kind, power: Power) -> Clock:
    """A window waits `response_hold` hours. What a power chooses for an order or event of its own impulse waits as the
    impulse does, and the targets of Luther's 95 Theses and the Diet of Worms wait by the schedule: a game whose windows
    don't wait would choose for the player at once."""
    if known.timing is not Timing.RESPONSE:
        return Clock.FRESH
    if s.impulse is not None:
        return Clock.SAME if known.name in _OWN_CHOICES and s.impulse.power is power else Clock.RESPONSE
    return Clock.FRESH if known.name == _TARGETS else Clock.RESPONSE


def _misshapen(kind: Kind, orders: list[Order]) -> Reason | None:
    """What can never be right: a word where a number stands, or a condition that is none."""
    for order in orders:
        for alternative in order:
            for name in kind.numbers:
                given = alternative.get(name)
                if given is not None and not isinstance(given, int):
                    return Reason("wrong_shape", "", {"expected": name, "given": given})
            if (after := alternative.get("after")) not in AFTER:
                return Reason("wrong_shape", "", {"expected": "after", "given": after})
    return None


def _best(order: Order, why_not: Why) -> Reason | None:
    """None when one of the alternatives is possible, else why the first is not."""
    reasons = [why_not(alternative) for alternative in order]
    return None if None in reasons else reasons[0]


def chosen(answer: OrderAnswer, default: Callable[[], list[Order]], why_not: Why) -> Alternative | None:
    """The alternative that counts: the first possible one, else the default; None where that is to do nothing."""
    orders = [] if answer == "default" else answer
    for order in [*orders, *default()]:
        for alternative in order:
            if why_not(alternative) is None:
                return alternative
    return None


def listed(answer: OrderAnswer, default: Callable[[], list[Order]]) -> list[Order]:
    """The orders of an answer to a question for several; without one, the default's."""
    return default() if answer == "default" else answer


# ------------------------------------------------------------------ the usual questions


def choose(
    s: HisState,
    kind: str,
    power: Power,
    choices: Sequence[Alternative],
    default: Alternative,
    *,
    why: Why | None = None,
    rule: str = "",
    about: str = "",
    facts: Mapping[str, Json] | None = None,
) -> Flow[Alternative]:
    """One of some things that everybody can see: asked only where there are several, and of powers with a seat.

    For what depends on a hand, see `respond`: being asked must not tell anything. Where the script of an impulse has a
    CHOOSE line left, it answers for the power whose impulse it is.
    """
    known = list(choices)
    if power not in MAJORS or (why is None and len(known) <= 1):
        return default if default in known or not known else known[0]

    def why_not(alternative: Alternative) -> Reason | None:
        if why is not None:
            return why(alternative)
        return None if alternative in known else Reason("not_possible_now", KINDS[kind].rule, dict(alternative))

    if kind == "choice" and s.script is not None and s.impulse is not None and s.impulse.power is power:
        written = s.script.next_choice(why_not)
        if written is not None:
            return written
    decision = question(
        s, kind, power, lambda: known, lambda: [[default]], why=why_not, rule=rule, about=about, facts=facts
    )
    answer = yield from ask(decision)
    return chosen(answer, lambda: [[default]], why_not) or default


def ask_each(decisions: Iterable[Decision[OrderAnswer]]) -> Flow[dict[Power, OrderAnswer]]:
    """Several powers together, sealed until all have answered."""
    asked = list(decisions)
    answers = yield from ask_all(asked)
    return {Power(decision.seat): answers[decision.key] for decision in asked}


def first_of(decisions: Iterable[Decision[OrderAnswer]]) -> Flow[tuple[Power, OrderAnswer] | None]:
    """Several powers together; the first of them in order that does not decline acts."""
    found = yield from ask_first(list(decisions), "default")
    return None if found is None else (Power(found[0]), found[1])


# ------------------------------------------------------------------ orders that come to nothing


def tell_skipped(s: HisState, kind: str, power: Power, order: Order, reason: Reason) -> None:
    """An order of a list was not possible when its turn came: its power alone is told, and why its first alternative
    was not."""
    facts: dict[str, Json] = {
        "power": power, "kind": kind, "order": dict(order[0]), "reason": reason.key, "why": dict(reason.facts),
    }  # fmt: skip
    tell(s, Event("order_skipped", reason.rule, facts, only=(Seat(power),)))
