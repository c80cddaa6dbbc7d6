"""What orders of an impulse would come to: a rehearsal on a copy, up to the first thing that nobody can know."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import codec
from engine.core.decision import Json, Reason
from engine.core.flow import Ask, Flow
from engine.core.options import Order
from engine.here_i_stand.script import Result, Script
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power


def trial(s: HisState, power: Power, orders: list[Order]) -> list[Reason | None]:
    """For each order None, or why it would not work, or what its risk is (R17). Others are taken to decline and to do
    by default; orders behind the first die or card are not tried."""
    from engine.here_i_stand.impulse import carry_out

    copy = codec.from_json(HisState, codec.to_json(s))
    copy.board = s.board
    script = Script(orders)
    copy.script = script
    _run(carry_out(copy, power, script))
    told = [event for event in copy.events if event.kind == "order_skipped"]
    reasons = iter(Reason(str(event.facts["reason"]), event.rule, _why(event.facts)) for event in told)
    return [
        next(reasons, None) if result is Result.REFUSED else script.risks.get(index)
        for index, result in enumerate(script.results)
    ]


def _why(facts: Mapping[str, Json]) -> Mapping[str, Json]:
    why = facts["why"]
    return why if isinstance(why, dict) else {}


def _run(flow: Flow[bool]) -> None:
    """Play with defaults as answers, up to chance."""
    reply: dict[str, object] | None = None
    while True:
        try:
            request = flow.send(reply)
        except StopIteration:
            return
        if not isinstance(request, Ask):
            return
        reply = {decision.key: decision.default for decision in request.decisions}
