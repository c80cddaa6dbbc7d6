"""Events of Here I Stand in words, phase by phase and impulse by impulse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final

from orders.here_i_stand import LANGUAGE
from orders.here_i_stand.restating import OF_SEVERAL_WAYS
from pbem.games.here_i_stand.together import BEGUN, Happened, together
from pbem.games.here_i_stand.words import HisWords
from pbem.reports.facts import event_parts
from pbem.reports.words import Catalogue, capital

Facts = Mapping[str, Any]

SKIPPED: Final = frozenset({"order_skipped"})
REASONED: Final = frozenset({"deal_fails", "march_stopped"})
"""Events that say why something came to nothing."""
_DEBATES: Final = frozenset({"debaters_chosen", "debate_round"})
PHASE, IMPULSE, PASSES = "phase_begins", "impulse_begins", "passes"
PASSED: Final = "passed"
MOVED: Final = frozenset({"march", "transport"})
DECLARED: Final = MOVED | {"assault_declared", "piracy", "fleet_sails"}
"""What may be called off."""
CALLED_OFF: Final = "action_called_off"
BY_DEFAULT: Final = "defaults_used"


# ---------------------------------------------------------------------- one event


def event(words: HisWords, happened: Any) -> str:
    """The sentence of an event."""
    kind, rule, facts = event_parts(happened)
    if kind in SKIPPED:
        return _skipped(words, rule, facts)
    if kind == "deal_term":
        what = words.say(f"part.deal_term.{facts.get('item')}", **facts)
        return words.say("event.deal_term", deal=facts.get("deal"), what=what)
    if kind in REASONED:
        facts = {**facts, "why": _reason(words, facts)}
    way = _VARIANTS[kind](facts) if kind in _VARIANTS else ""
    return words.say(f"event.{kind}.{way}" if way else f"event.{kind}", **_plain(kind, facts))


def _skipped(words: HisWords, rule: str, facts: Facts) -> str:
    order = LANGUAGE.restate(str(facts["kind"]), dict(facts.get("order") or {}))
    told = order.told(lambda key, own: words.say(key, **own))
    return words.say("event.order_skipped", power=facts.get("power"), order=told, why=_reason(words, facts), rule=rule)


def _reason(words: HisWords, facts: Facts) -> str:
    return words.say(f"why.{facts.get('reason')}", **dict(facts.get("why") or {}))


def _plain(kind: str, facts: Facts) -> Facts:
    """The facts, those that mean different things in different events under a name of their own."""
    if kind in _DEBATES:
        return {**facts, "debater": facts["attacker"], "rival_debater": facts["defender"]}
    if kind == "card_used":
        count = int(facts.get("count") or 0)
        return {**facts, "target_card": facts.get("target"), "change": f"+{count}" if count > 0 else f"−{-count}"}
    return {**facts, "reformer": facts["target"]} if kind == "event_played" and "target" in facts else facts


def _outcome(facts: Facts) -> str:
    return "done" if facts.get("success") else "failed"


def _hidden(fact: str) -> Callable[[Facts], str]:
    """An event that is told with less to those who may not see a card."""
    return lambda facts: "" if fact in facts else "hidden"


def _without(fact: str, way: str) -> Callable[[Facts], str]:
    return lambda facts: "" if facts.get(fact) else way


def _with(fact: str, way: str) -> Callable[[Facts], str]:
    return lambda facts: way if facts.get(fact) else ""


def _by(fact: str) -> Callable[[Facts], str]:
    return lambda facts: str(facts.get(fact))


def _first(*names: str) -> Callable[[Facts], str]:
    """The first of these facts that is there."""
    return lambda facts: next((name for name in names if facts.get(name) is not None), "")


def _drawn(facts: Facts) -> str:
    return "none" if not facts.get("count") else "" if "cards" in facts else "hidden"


def _entered(facts: Facts) -> str:
    return "" if not facts.get("removed") else "both" if facts.get("cards") else "gone"


def _battle(facts: Facts) -> str:
    return "war" if facts.get("war") else "relief" if facts.get("relief") else ""


def _won(facts: Facts) -> str:
    if facts.get("war"):
        return "war" if facts.get("side") == "attacker" else "war_lost"
    return "" if facts.get("winner") else "event"


def _raid(facts: Facts) -> str:
    """20.4 What raiders did: they may steal a card and be lost at once."""
    if facts.get("stolen"):
        return "stolen_lost" if facts.get("lost") else "stolen"
    return "lost" if facts.get("lost") else ""


def _sails(facts: Facts) -> str:
    """20 Who sails: Cabot, or a voyage with or without the help of a card."""
    if facts.get("explorer"):
        return "explorer"
    return f"{facts.get('voyage')}{'.helped' if facts.get('bonus') else ''}"


def _played(facts: Facts) -> str:
    if facts.get("target"):
        return "target"
    return "way" if facts.get("card") in OF_SEVERAL_WAYS else ""


_VARIANTS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "avoid_battle": _outcome,
    "battle_roll": _with("card", "card"),
    "battle_won": _won,
    "card_handed_over": _hidden("card"),
    "books_burnt": _without("zone", "all"),
    "card_used": _first("leader", "rival", "target", "debater", "count"),
    "cards_drawn": _drawn,
    "cards_enter": _entered,
    "displaced": _first("count"),
    "event_dice": _first("total", "space", "hits"),
    "event_played": _played,
    "campeggio_rolled": _with("escaped", "escaped"),
    "colonial_marker": _by("side"),
    "conquest": _without("explorer", "marker"),
    "conquest_lost": _without("explorer", "marker"),
    "debate_won": _with("extra", "extra"),
    "field_battle": _battle,
    "march": _with(BEGUN, BEGUN),
    "transport": _with(BEGUN, BEGUN),
    "hand_seen": _hidden("cards"),
    "interception": _outcome,
    "intervention": _with("card", "card"),
    "leader_enters": _without("space", "nowhere"),
    "leader_released": _without("space", "nowhere"),
    "leaders_captured": _without("power", "aside"),
    "naval_check": lambda facts: f"{facts.get('attempt')}.{_outcome(facts)}",
    "naval_check_rolled": _by("attempt"),
    "piracy_attack": _without("dice", "none"),
    "piracy_award": _by("award"),
    "piracy_defence": _without("dice", "none"),
    "mary_rolled": _with("papal", "papal"),
    "no_conquest": _without("explorer", "marker"),
    "no_discovery": _without("explorer", "nobody"),
    "pregnancy_chart": _by("line"),
    "raid": _raid,
    "riches": _with("count", "card"),
    "saint_peters": lambda facts: "lost" if facts.get("count", 0) < 0 else "",
    "scripture_translated": _by("track"),
    "space_converted": _by("religion"),
    "translation_finished": _by("track"),
    "voyage_begins": _sails,
    "voyage_cancelled": _with("explorer", "explorer"),
}
"""Events whose sentence depends on their facts: what stands behind `event.<kind>.`, or nothing."""


# ---------------------------------------------------------------------- phases and impulses


@dataclass(slots=True)
class Chapter:
    """What happened in one phase or impulse; the first may have begun before."""

    kind: str = ""
    facts: Facts = field(default_factory=dict)
    events: list[Happened] = field(default_factory=list)
    sentences: list[tuple[bool, str]] = field(default_factory=list)
    """Each with whether it tells of an order that was not carried out."""

    def head(self, words: Catalogue) -> str:
        """The phase, or whose impulse it was."""
        if not self.kind:
            return ""
        key = "report.story.passes" if self.kind == PASSES else f"event.{self.kind}"
        return words.say(key, **self.facts)

    @property
    def is_pass(self) -> bool:
        """An impulse in which nothing happened but a pass."""
        kinds = [one.kind for one in self.events]
        return self.kind == IMPULSE and kinds in ([PASSED], [BY_DEFAULT, PASSED])


def stories(words: HisWords, events: Iterable[Any], seats: Sequence[str]) -> list[Chapter]:
    """The events as these seats may see them, by phase and impulse; passes in a row are one chapter."""
    found: list[Chapter] = []
    for happened in events:
        kind, rule, facts = event_parts(happened)
        seen_by = getattr(happened, "seen_by", None)
        if seen_by is not None:
            seen = seen_by(tuple(seats))
            if seen is None:
                continue
            facts = seen
        if kind in (PHASE, IMPULSE):
            found.append(Chapter(kind, facts))
            continue
        if not found:
            found.append(Chapter())
        found[-1].events.append(Happened(kind, rule, facts))
    running = found[-1] if found else None  # empty where an impulse has just begun: the march before it is over
    found = _passes_together([one for one in found if one.events])
    for chapter in found:
        chapter.events = _as_declared(chapter.events, newest=chapter is running)
    for chapter in found:
        chapter.sentences = _sentences(words, chapter)
    return [one for one in found if one.sentences]


def _as_declared(events: Sequence[Happened], *, newest: bool) -> list[Happened]:
    """Moves that a card called off, or still may, are told as begun and not as done."""
    told: list[Happened] = []
    for at, one in enumerate(events):
        after = [next_one.kind for next_one in events[at + 1 :]]
        own = list(takewhile(lambda kind: kind not in DECLARED, after))
        begun = one.kind in MOVED and (CALLED_OFF in own or (newest and not after))
        told.append(Happened(one.kind, one.rule, {**one.facts, BEGUN: True}) if begun else one)
    return told


def _passes_together(chapters: Sequence[Chapter]) -> list[Chapter]:
    found: list[Chapter] = []
    for chapter in chapters:
        last = found[-1] if found else None
        if last is None or not chapter.is_pass or not (last.kind == PASSES or last.is_pass):
            found.append(chapter)
            continue
        low = last.facts["low"] if last.kind == PASSES else last.facts["impulse"]
        own = [one for one in (*last.events, *chapter.events) if one.kind == PASSED]
        found[-1] = Chapter(PASSES, {"low": low, "high": chapter.facts["impulse"]}, own)
    return found


def _sentences(words: HisWords, chapter: Chapter) -> list[tuple[bool, str]]:
    """What was done is told together between orders that were not."""
    if chapter.kind == PASSES:
        return [(False, words.say("events.passed", powers=[one.facts["power"] for one in chapter.events]))]
    said: list[tuple[bool, str]] = []
    waiting: list[Happened] = []

    def tell(one: Happened) -> str:
        return event(words, {"kind": one.kind, "rule": one.rule, "facts": one.facts})

    for one in chapter.events:
        if one.kind not in SKIPPED:
            waiting.append(one)
            continue
        said += [(False, text) for text in together(words, waiting, tell)]
        waiting = []
        skipped = (True, tell(one))
        if not said or said[-1] != skipped:
            said.append(skipped)
    return said + [(False, text) for text in together(words, waiting, tell)]


def told(words: HisWords, happened: Any) -> str:
    """An event as a line of a terminal."""
    kind, rule, facts = event_parts(happened)
    if kind in (PHASE, IMPULSE):
        return f"\n-- {Chapter(kind, facts).head(words)}"
    return f"   {capital(event(words, happened))} ({rule})"
