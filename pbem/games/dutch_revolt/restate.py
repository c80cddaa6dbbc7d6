"""Orders and events of The Dutch Revolt in full words; receipts and reports say an order in the same way.

Like events of one phase are told in one sentence: "Nobility placed 1 in Zeeland and 2 in Brabant."
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.dutch_revolt.terms import PHASES, PHASES_OF_TURN_0
from orders.dutch_revolt.writing import restate
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.facts import event_parts

SKIPPED = frozenset({"order_skipped", "order_cut", "order_refused"})
REASONED = SKIPPED | {"plunder_falls_away"}
"""Events that say of an order why it, or a part of it, was not done."""
PHASE_OF_RULE = {rule: phase for table in (PHASES_OF_TURN_0, PHASES) for phase, rule in table.items()}


def alternative(words: DutchWords, kind: str, order: Mapping[str, Any]) -> str:
    """One alternative of an order in full words."""
    said = restate(kind, dict(order))
    return words.say(said.key, **said.facts)


def order(words: DutchWords, kind: str, alternatives: Sequence[Mapping[str, Any]] | Mapping[str, Any]) -> str:
    """An order with its alternatives."""
    several = [alternatives] if isinstance(alternatives, Mapping) else list(alternatives)
    said = [alternative(words, kind, one) for one in several]
    return f"{words.say('order.else')} ".join(said)


# ---------------------------------------------------------------------- one event


def event(words: DutchWords, happened: Any) -> str:
    """The sentence of an event."""
    kind, rule, facts = event_parts(happened)
    if kind in REASONED and "order" in facts:
        return _skipped(words, kind, rule, facts)
    if 0 in (facts.get("count"), facts.get("money")) and words.has(f"event.{kind}.none"):
        return words.say(f"event.{kind}.none", **{"n": facts.get("needed", 0), **facts})
    return words.say(f"event.{kind}", **facts)


def _skipped(words: DutchWords, kind: str, rule: str, facts: Mapping[str, Any]) -> str:
    said = facts["order"]
    about = str(facts.get("kind", ""))
    shown = order(words, about, said) if isinstance(said, Mapping | list | tuple) else str(said)
    reason = facts.get("reason")
    why = ""
    if isinstance(reason, str) and reason:
        known = {name: value for name, value in facts.items() if name not in ("order", "reason", "kind", "why")}
        of_reason = facts.get("why")
        if isinstance(of_reason, Mapping):
            known = {"faction": facts.get("faction")} | dict(of_reason) if of_reason else known
        why = words.say(f"why.{reason}", **known)
    return words.say(f"event.{kind}", **{**facts, "order": shown.rstrip("."), "reason": why, "why": why, "rule": rule})


# ---------------------------------------------------------------------- like events in one sentence


@dataclass(frozen=True, slots=True)
class Group:
    """Events told together as `events.<name>`, a part `part.<kind>` for each; those with the same `alike` facts."""

    name: str
    alike: tuple[str, ...] = ()


_OWN = ("faction",)
GROUPS: Mapping[str, Group] = {
    **{
        kind: Group(kind, _OWN)
        for kind in (
            "army_set_up", "army_kept", "army_disbanded", "armies_recruited", "siege_begins", "beggars_hired",
            "army_moves", "influence", "overflowed", "excess_to_stock", "loyalty_paid",
        )
    },
    **{kind: Group("support", _OWN) for kind in ("support_to_province", "support_to_treasury")},
    **{kind: Group("units", _OWN) for kind in ("units_placed", "units_into_box")},
    **{kind: Group("moves", ("faction", "province")) for kind in ("moved_inside", "moved_others_inside")},
    **{
        kind: Group(kind)
        for kind in ("stand_off", "battle", "conflict", "neutrals_displaced", "neutrals_surplus", "loyalty_moved")
    },
    **{
        f"loyalty_{effect}": Group("effects")
        for effect in ("removes", "adds", "adds_nothing", "converts")
    },
    **{
        f"bishopric_{state}": Group("bishoprics")
        for state in ("firmly_catholic", "catholic", "reformed", "firmly_reformed")
    },
    **{
        f"university_{state}": Group("universities") for state in ("founded", "closed", "reformed", "catholic")
    },
    "vp_counted": Group("vp"),
    "fleet_robbed": Group("fleet_robbed", ("faction", "rival")),
}  # fmt: skip
WHOLE_LISTS = {"places_refilled": "places"}
"""Events of a phase that become one event, with their lists joined."""


_SUMS = ("count", "money")


@dataclass(slots=True)
class _Told:
    """Events that share a sentence, in the order in which they happened."""

    kind: str
    alike: tuple[Any, ...]
    events: list[Any]


def _said(words: DutchWords, told: _Told) -> str:
    if len(told.events) == 1:
        return event(words, told.events[0])
    facts = [event_parts(one)[2] for one in told.events]
    if told.kind in WHOLE_LISTS:
        name = WHOLE_LISTS[told.kind]
        joined = [item for one in facts for item in one[name]]
        return words.say(f"event.{told.kind}", **{**facts[0], name: joined, "count": len(joined)})
    counts, merged = _merged(told.events)
    if len(merged) == 1 and "count" in merged[0][1]:
        return event(words, {"kind": merged[0][0], "facts": merged[0][1]})
    parts = [words.say(f"part.{kind}", **known) for kind, known in merged]
    shown = [part if n == 1 else words.say("part.times", what=part, n=n) for part, n in zip(parts, counts, strict=True)]
    sums = {name: sum(int(one.get(name, 1)) for one in facts) for name in _SUMS}
    group = GROUPS[told.kind].name
    mixed = group == "effects" or any(", " in part or f" {words.say('term.and')} " in part for part in shown)
    listed = "; ".join(shown) if mixed else words.listed(shown)
    return words.say(f"events.{group}", **{**facts[0], **sums, "list": listed})


def _merged(events: Sequence[Any]) -> tuple[list[int], list[tuple[str, dict[str, Any]]]]:
    """Events that differ in their numbers only become one with the sum; how often each came if it has no number."""
    times: list[int] = []
    merged: list[tuple[str, dict[str, Any]]] = []
    for one in events:
        kind, _, facts = event_parts(one)
        fixed = {name: value for name, value in facts.items() if name not in _SUMS}
        for n, (other, known) in enumerate(merged):
            if other == kind and fixed == {name: value for name, value in known.items() if name not in _SUMS}:
                known |= {name: known[name] + facts[name] for name in _SUMS if name in facts}
                times[n] += "count" not in facts
                break
        else:
            times.append(1)
            merged.append((kind, dict(facts)))
    return times, merged


def _join(told: list[_Told], happened: Any) -> None:
    """Add an event to those of its sentence. Another deed of the same faction between them parts two sentences."""
    kind, _, facts = event_parts(happened)
    group = Group(kind) if kind in WHOLE_LISTS else GROUPS.get(kind)
    if group is not None:
        alike = (group.name, *(facts.get(name) for name in group.alike))
        for earlier in reversed(told):
            if earlier.alike == alike:
                earlier.events.append(happened)
                return
            first = event_parts(earlier.events[0])[2]
            if group.alike and earlier.kind not in SKIPPED and first.get("faction") == facts.get("faction"):
                break
        told.append(_Told(kind, alike, [happened]))
    else:
        told.append(_Told(kind, (kind, id(happened)), [happened]))


# ---------------------------------------------------------------------- phases


@dataclass(slots=True)
class PhaseStory:
    """What happened in one phase."""

    turn: int
    phase: int | None
    rule: str
    sentences: list[tuple[bool, str]] = field(default_factory=list)  # (an order was skipped, the sentence)
    told: list[_Told] = field(default_factory=list)


def stories(words: DutchWords, events: Iterable[Any], seats: Sequence[str]) -> list[PhaseStory]:
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
        if not found:
            current = _in_the_middle(kind, rule, facts)
            found.append(current)
        _join(current.told, happened)
    for story in found:
        said = Counter((one.kind in SKIPPED, _said(words, one)) for one in story.told)
        story.sentences = [
            (skipped, text if n == 1 else words.say("part.times", what=text, n=n))
            for (skipped, text), n in said.items()
        ]
    return [story for story in found if story.sentences]


def _in_the_middle(kind: str, rule: str, facts: Mapping[str, Any]) -> PhaseStory:
    """A report that begins in the middle of a phase: the rule of its first event, or a refused order, says which."""
    phase = facts.get("phase") if kind in SKIPPED else PHASE_OF_RULE.get(rule)
    if not isinstance(phase, int):
        return PhaseStory(turn=-1, phase=None, rule=rule)
    return PhaseStory(turn=-1, phase=phase, rule=rule if PHASE_OF_RULE.get(rule) == phase else PHASES.get(phase, rule))
