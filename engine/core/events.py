"""What happened, told once, for every report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.core.decision import Json, Seat


@dataclass(frozen=True, slots=True)
class Event:
    """A thing that happened. `kind` is the key of its sentence, `rule` the section that made it happen.

    `only` names the seats that may read `facts` (None: all); the others read `others_see`, or nothing where that is
    None.
    """

    kind: str
    rule: str
    facts: Mapping[str, Json]
    only: tuple[Seat, ...] | None = None
    others_see: Mapping[str, Json] | None = None

    def seen_by(self, seats: tuple[Seat, ...]) -> Mapping[str, Json] | None:
        """The facts that a reader with these seats may read; None when he may not know of the event at all."""
        if self.only is None or any(seat in self.only for seat in seats):
            return self.facts
        return self.others_see


class Told(Protocol):
    """A state that collects events."""

    events: list[Event]


def tell(state: Told, event: Event) -> None:
    """Report an event without stopping the flow. What it says is fixed now: later changes of the position don't."""
    facts, others_see = _fixed(event.facts), event.others_see and _fixed(event.others_see)
    if facts is not event.facts or others_see is not event.others_see:
        event = Event(event.kind, event.rule, facts, event.only, others_see)
    state.events.append(event)


_NESTED = (list, dict)


def _fixed(facts: Mapping[str, Json]) -> Mapping[str, Json]:
    """The facts with their own copies of lists and records; the same object where there are none."""
    for fact in facts.values():
        if isinstance(fact, _NESTED):
            return {name: _copied(value) if isinstance(value, _NESTED) else value for name, value in facts.items()}
    return facts


def _copied(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _copied(inner) if isinstance(inner, _NESTED) else inner for name, inner in value.items()}
    if isinstance(value, list):
        return [_copied(inner) if isinstance(inner, _NESTED) else inner for inner in value]
    return value
