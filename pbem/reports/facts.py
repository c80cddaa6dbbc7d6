"""What a report is made of: facts that its reader may see, and nothing else.

Equal facts give equal bytes; nothing here is read from a clock or a store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question to the reader."""

    kind: str  # "new_units"
    seat: str
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    default_lines: Sequence[str] = ()  # the default as order lines, as it would be now
    prompt: str = ""  # the question in words; empty: the sentence ask.<kind>
    choices: Sequence[Sequence[str]] = ()  # rows of the table of legal choices: where, there now, may add, why
    closed: Sequence[str] = ()  # what is not open and why, one sentence each
    form: Sequence[str] = ()  # lines of the order form; empty: default_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """A question that is expected later in the turn."""

    phase: int
    when: datetime | None = None
    note: str = ""
    after: int = 0  # how many questions are answered before it comes, if each is asked


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStatus:
    """Whether a seat has answered what it was asked."""

    seat: str
    player: str = ""
    asked: bool = False
    answered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFacts:
    """Everything that a report says."""

    game: str  # "gouda"
    number: int
    language: str
    zone: str  # "Europe/Budapest"
    player: str
    seats: Sequence[str]
    board: Any  # of the game: names and what never changes
    view: Mapping[str, Any]
    events: Sequence[Any] = ()  # Event, or a mapping with kind, rule, facts
    asked: Sequence[Asked] = ()
    deadline: datetime | None = None
    made: datetime | None = None
    statuses: Sequence[SeatStatus] = ()
    coming: Sequence[Coming] = ()
    at_deadline: str = "default"  # or "wait"
    record_number: int = 0
    record_hash: str = ""
    commitment: str = ""
    press: Sequence[str] = ()
    notices: Sequence[str] = ()  # sentences of the judge: extension, replacement ...
    standing: Sequence[str] = ()  # the reader's standing orders, as lines
    host: str = ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A finished report."""

    pdf: bytes
    text: str
    filename: str
    title: str


def event_parts(event: Any) -> tuple[str, str, Mapping[str, Any]]:
    """kind, rule and facts of an Event or of a mapping."""
    if isinstance(event, Mapping):
        return str(event["kind"]), str(event.get("rule", "")), event.get("facts") or {}
    return str(event.kind), str(event.rule), event.facts
