"""Orders and events of The Dutch Revolt in full words; receipts and reports say an order in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.reports.facts import event_parts
from pbem.reports.words import Catalogue

SKIPPED = frozenset({"order_skipped", "order_cut", "order_refused"})


def _support(order: Mapping[str, Any]) -> str:
    return "treasury" if order.get("to") == "treasury" else "map"


def _rob(order: Mapping[str, Any]) -> str:
    some = "all" if order.get("count") in ("all", None) else "some"
    return f"{some}_of" if order.get("faction") else some


def _upkeep(order: Mapping[str, Any]) -> str:
    if order.get("action") != "release":
        return str(order.get("action"))
    plunder = order.get("plunder")
    return f"release_{plunder}" if plunder else "release"


def _beggars(order: Mapping[str, Any]) -> str:
    return str(order.get("do"))


def _influence(order: Mapping[str, Any]) -> str:
    spot = order.get("spot")
    if spot and spot != "countryside":
        return "place"
    return "countryside_of" if order.get("faction") else "countryside"


def _units(order: Mapping[str, Any]) -> str:
    return "square" if order.get("square") else "plain"


def _overflow(order: Mapping[str, Any]) -> str:
    return "some" if order.get("count") is not None else "fit"


def _arrange(order: Mapping[str, Any]) -> str:
    return "other" if order.get("faction") else "own"


def _siege_end(order: Mapping[str, Any]) -> str:
    return "city" if order.get("city") else "faction"


def _turn_order(order: Mapping[str, Any]) -> str:
    return str(order.get("where"))


VARIANTS = {
    "move_support": _support, "rob": _rob, "upkeep": _upkeep, "sea_beggars": _beggars, "influence": _influence,
    "new_units": _units, "overflow": _overflow, "arrange": _arrange, "siege_end": _siege_end, "turn_order": _turn_order,
}  # fmt: skip


def alternative(words: Catalogue, kind: str, order: Mapping[str, Any]) -> str:
    """One alternative of an order in full words."""
    variant = VARIANTS.get(kind)
    key = f"order.{kind}" + (f".{variant(order)}" if variant else "")
    facts = {name: value for name, value in order.items() if value is not None}
    facts.setdefault("count", 1)
    return words.say(key, **facts)


def order(words: Catalogue, kind: str, alternatives: Sequence[Mapping[str, Any]] | Mapping[str, Any]) -> str:
    """An order with its alternatives."""
    several = [alternatives] if isinstance(alternatives, Mapping) else list(alternatives)
    said = [alternative(words, kind, one) for one in several]
    return f"{words.say('order.else')} ".join(said)


def answer(words: Catalogue, kind: str, given: Any) -> list[str]:
    """A whole answer, one sentence an order."""
    if given == "default":
        return [words.say("order.default")]
    if not given:
        return [words.say(f"order.none.{kind}") if words.has(f"order.none.{kind}") else words.say("order.none")]
    return [order(words, kind, one) for one in given]


def event(words: Catalogue, happened: Any) -> str:
    """The sentence of an event."""
    kind, rule, facts = event_parts(happened)
    if kind not in SKIPPED or "order" not in facts:
        return words.say(f"event.{kind}", **facts)
    said = facts["order"]
    about = str(facts.get("kind", ""))
    shown = order(words, about, said) if isinstance(said, Mapping | list | tuple) else str(said)
    reason = facts.get("reason")
    why = ""
    if isinstance(reason, str) and reason:
        known = {name: value for name, value in facts.items() if name not in ("order", "reason", "kind", "why")}
        of_reason = facts.get("why")
        if isinstance(of_reason, Mapping):
            known |= of_reason
        why = words.say(f"why.{reason}", **known)
    return words.say(f"event.{kind}", **{**facts, "order": shown.rstrip("."), "reason": why, "why": why, "rule": rule})


@dataclass(slots=True)
class PhaseStory:
    """What happened in one phase."""

    turn: int
    phase: int | None
    rule: str
    sentences: list[tuple[bool, str]] = field(default_factory=list)  # (an order was skipped, the sentence)


def stories(words: Catalogue, events: Iterable[Any], seats: Sequence[str]) -> list[PhaseStory]:
    """The events grouped by phase, without phases in which nothing is told."""
    found: list[PhaseStory] = []
    current = PhaseStory(turn=-1, phase=None, rule="")
    for happened in events:
        kind, rule, facts = event_parts(happened)
        seen_by = getattr(happened, "seen_by", None)
        if seen_by is not None:
            seen = seen_by(tuple(seats))
            if seen is None:
                continue
            happened = {"kind": kind, "rule": rule, "facts": seen}
            facts = seen
        if kind == "phase_begins":
            turn, phase = facts.get("turn", -1), facts.get("phase")
            if (turn, phase) != (current.turn, current.phase):
                current = PhaseStory(turn=int(turn), phase=phase, rule=rule)
                found.append(current)
            continue
        if not found:  # the report begins in the middle of a phase: the rule says which
            section, _, number = rule.partition(".")
            current = PhaseStory(turn=-1, phase=int(number) if section == "9" and number.isdigit() else None, rule=rule)
            found.append(current)
        current.sentences.append((kind in SKIPPED, event(words, happened)))
    return [story for story in found if story.sentences]
