"""Events that are told in one sentence: what a power built, an attempt with its result, a deal with its terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.games.here_i_stand.amounts import LAND
from pbem.games.here_i_stand.words import HisWords

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Happened:
    """An event as its reader may see it."""

    kind: str
    rule: str
    facts: Facts

    def same(self, other: Happened, *names: str) -> bool:
        """Whether another event has the same in these facts."""
        return all(self.facts.get(name) == other.facts.get(name) for name in names)


BEGUN: Final = "begun"
"""A fact of a move that may still be called off, or was."""
Events = Sequence[Happened]
Tell = Callable[[Happened], str]
"""The sentence of a single event."""
Together = Callable[[HisWords, Events, Tell], "tuple[str, int]"]
"""From the first of these events on: a sentence, empty where nothing is to be said, and of how many events it is."""


@dataclass(frozen=True, slots=True)
class Group:
    """Like events that follow each other, told as `events.<name>` with a part `part.<kind>` for each; only those that
    have the same in `alike`."""

    name: str
    alike: tuple[str, ...] = ()


_OWN: Final = ("power",)
GROUPS: Final[Mapping[str, Group]] = {
    "unit_built": Group("built", _OWN),
    "units_added": Group("added"),
    "units_placed": Group("placed", _OWN),
    "units_eliminated": Group("eliminated", _OWN),
    "units_to_war": Group("to_war", ("power", "card")),
    "losses": Group("losses", ("space",)),
    "winters": Group("winters", _OWN),
    "ships_winter": Group("winters", _OWN),
    "winter_losses": Group("winter_losses", _OWN),
    "control_changed": Group("control", ("power", "from_power")),
    "displaced": Group("displaced", _OWN),
    "ships_displaced": Group("ships_displaced", _OWN),
    "ships_lost": Group("ships_lost"),
    "ships_return": Group("ships_return"),
    "fleet_sails": Group("sails", _OWN),
    "deployed": Group("deployed", _OWN),
    "deal_refused": Group("refused", _OWN),
    "debater_enters": Group("debaters"),
    "leader_to_turn_track": Group("to_track"),
    "card_removed": Group("removed"),
    "card_discarded": Group("discarded", _OWN),
    "siege_begins": Group("sieges", _OWN),
    "siege_ends": Group("sieges_end"),
    "unrest": Group("unrest"),
    "unrest_removed": Group("calmed", _OWN),
    "university_founded": Group("universities"),
    "electorate_regulars": Group("electorates"),
    "leader_enters": Group("leaders_enter"),
    "alliance_ends": Group("alliances_end"),
    "diet_card": Group("diet_cards"),
    "units_leave_for_war": Group("leave_for_war", ("power", "card")),
}
_CONVERTED: Final = "space_converted"
_COUNTED: Final = frozenset({"unit_built", "units_added", "units_placed", "units_eliminated", "units_to_war"})
"""Of these several in one place are one, with the number of each kind."""


def together(words: HisWords, events: Events, tell: Tell) -> list[str]:
    """All sentences of these events, in their order; one that comes again at once is told with its number."""
    said: list[str] = []
    times: list[int] = []
    at = 0
    while at < len(events):
        sentence, count = _next(words, events[at:], tell)
        at += count
        if said and sentence == said[-1]:
            times[-1] += 1
        elif sentence:
            said.append(sentence)
            times.append(1)
    return [
        one if n == 1 else words.say("events.times", what=one.rstrip("."), n=n)
        for one, n in zip(said, times, strict=True)
    ]


def _next(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    special = _SPECIAL.get(events[0].kind)
    if special is not None:
        return special(words, events, tell)
    group = _group(events[0])
    if group is None or not _fits(events[0]):
        return tell(events[0]), 1
    return _grouped(words, events, group, tell)


# ---------------------------------------------------------------------- like events


def _group(one: Happened) -> Group | None:
    if one.kind == _CONVERTED:
        return Group(str(one.facts.get("religion")))
    return GROUPS.get(one.kind)


def _fits(one: Happened) -> bool:
    """A leader who enters nowhere, and units counted without their kind, have a sentence of their own."""
    if one.kind == "leader_enters":
        return one.facts.get("space") is not None
    return one.kind != "displaced" or "count" not in one.facts


def _run(events: Events, belongs: Callable[[Happened], bool]) -> list[Happened]:
    """The events from the first on that belong together."""
    found: list[Happened] = []
    for one in events:
        if not belongs(one):
            break
        found.append(one)
    return found


def _grouped(words: HisWords, events: Events, group: Group, tell: Tell) -> tuple[str, int]:
    first = events[0]
    run = _run(events, lambda one: _group(one) == group and _fits(one) and one.same(first, *group.alike))
    merged = _merged(run)
    if len(merged) == 1:
        return tell(merged[0]), len(run)
    parts = [words.say(f"part.{one.kind}", **one.facts) for one in merged]
    return words.say(f"events.{group.name}", **{**first.facts, "list": enumerated(words, parts)}), len(run)


def _merged(run: Events) -> list[Happened]:
    if run[0].kind not in _COUNTED:
        return list(run)
    found: dict[tuple[Any, ...], Happened] = {}
    for one in run:
        where = (one.kind, *(one.facts.get(name) for name in ("power", "space", "card")))
        known = found.get(where) or Happened(one.kind, one.rule, {**one.facts, "amounts": {}})
        unit, amounts = str(one.facts.get("unit")), dict(known.facts["amounts"])
        amounts[unit] = amounts.get(unit, 0) + one.facts.get("count", 1)
        found[where] = Happened(known.kind, known.rule, {**known.facts, "amounts": amounts})
    return list(found.values())


def enumerated(words: HisWords, parts: Sequence[str]) -> str:
    """A list in a sentence; with semicolons where its parts have commas or an "and" of their own."""
    mixed = any(", " in part or f" {words.say('term.and')} " in part for part in parts)
    return "; ".join(parts) if mixed else words.listed(parts)


# ---------------------------------------------------------------------- events that belong together


def _deal(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """A deal with its terms."""
    first = events[0]
    terms = _run(events[1:], lambda one: one.kind == "deal_term" and one.same(first, "deal"))
    if not terms:
        return tell(first), 1
    parts = [words.say(f"part.deal_term.{one.facts['item']}", **one.facts) for one in terms]
    return words.say("events.deal", **{**first.facts, "list": "; ".join(parts)}), 1 + len(terms)


def _confirmed(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """Those who confirmed a deal, and that it is in force."""
    first = events[0]
    run = _run(events, lambda one: one.kind == "deal_confirmed" and one.same(first, "deal"))
    after = events[len(run)] if len(events) > len(run) else None
    if after is None or after.kind != "deal_concluded" or not after.same(first, "deal"):
        return tell(first), 1
    powers = [one.facts["power"] for one in run]
    return words.say("events.deal_made", deal=first.facts["deal"], powers=powers), len(run) + 1


def _mercenaries(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """Mercenaries of a deal: where they left and where they came."""
    first = events[0]
    run = _run(events, lambda one: one.kind == first.kind and one.same(first, "power"))
    after = events[len(run)] if len(events) > len(run) else None
    if after is None or after.kind != "mercenaries_given" or not after.same(first, "power"):
        return tell(first), 1
    left = enumerated(words, [words.say(f"part.{one.kind}", **one.facts) for one in run])
    return words.say("events.mercenaries", **{**after.facts, "list": left}), len(run) + 1


def _marched(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """A march over several spaces by the same units."""
    run = [events[0]]
    for one in events[1:]:
        known = run[-1].facts
        alike = one.kind == run[0].kind and one.same(run[0], "power", *LAND, "minors", "leaders")
        if not alike or one.facts["from_space"] != known["to_space"]:
            break
        run.append(one)
    if len(run) == 1:
        return tell(run[0]), 1
    facts = {
        **run[0].facts, "to_space": run[-1].facts["to_space"], "cost": sum(one.facts["cost"] for one in run),
        "spaces": [one.facts["to_space"] for one in run[:-1]],
    }  # fmt: skip
    begun = run[-1].facts.get(BEGUN)
    return words.say("events.march_begun" if begun else "events.marched", **facts), len(run)


def _naval_check(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """An attempt at sea and its result, where no card came between."""
    first = events[0]
    after = events[1] if len(events) > 1 else None
    if after is None or after.kind != "naval_check" or not after.same(first, "attempt", "power", "from_space"):
        return tell(first), 1
    way = "done" if after.facts["success"] else "failed"
    return words.say(f"events.naval_check.{first.facts['attempt']}.{way}", **{**first.facts, **after.facts}), 2


def _rolls(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """What both sides rolled; the reckoning of the dice is told only where they were not rolled at once."""
    run = _run(
        events, lambda one: one.kind == "battle_dice" or (one.kind == "battle_roll" and not one.facts.get("card"))
    )
    rolls = [one for one in run if one.kind == "battle_roll"]
    if not rolls:
        return tell(events[0]), 1
    parts = [words.say(f"part.{one.kind}", **one.facts) for one in rolls]
    return words.say("events.rolls", list="; ".join(parts)), run.index(rolls[-1]) + 1


def _handed_over(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """Several cards of one hand; who may not see them reads how many."""
    first = events[0]
    hidden = "card" not in first.facts
    run = _run(
        events,
        lambda one: (
            one.kind == first.kind and one.same(first, "power", "rival") and ("card" not in one.facts) == hidden
        ),
    )
    if len(run) == 1:
        return tell(first), 1
    if hidden:
        count = sum(one.facts["count"] for one in run)
        return tell(Happened(first.kind, first.rule, {**first.facts, "count": count})), len(run)
    cards = [one.facts["card"] for one in run]
    return words.say("events.handed_over", **{**first.facts, "cards": cards}), len(run)


def _drawn(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """What all powers drew, then the reader's own cards."""
    run = _run(events, lambda one: one.kind == "cards_drawn")
    own = [tell(one) for one in run if one.facts.get("cards")]
    if len(run) == 1:
        return tell(run[0]), 1
    parts = [words.say(f"part.{one.kind}", **one.facts) for one in run]
    return " ".join([words.say("events.drawn", list=enumerated(words, parts)), *own]), len(run)


def _declared(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """Wars that one power declared in a row; that each of them began needs no words."""
    foes, at, first = list[str](), 0, events[0]
    while at < len(events) and events[at].kind == first.kind and events[at].same(first, "power"):
        foes.append(events[at].facts["rival"])
        begun = at + 1 < len(events) and events[at + 1].kind == "war_begins"
        at += 2 if begun and events[at + 1].same(events[at], "power", "rival") else 1
    if len(foes) == 1:
        return tell(first), at
    return words.say("events.wars", power=first.facts["power"], powers=foes), at


def _attempts(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """18.3, 18.4 Attempts in a row: each space with its dice and what it is now; that it changed needs no words."""
    first, parts, at = events[0], list[str](), 0
    while at < len(events):
        one = events[at]
        if one.kind == first.kind and one.same(first, "power"):
            parts.append(words.say(f"part.{one.kind}.{one.facts['result']}", **one.facts))
        elif not _belongs(one, events[at - 1], events[at + 1] if at + 1 < len(events) else None, first.kind):
            break
        at += 1
    return words.say(f"events.{first.kind}", power=first.facts["power"], list="; ".join(parts)), at


def _belongs(one: Happened, before: Happened, after: Happened | None, kind: str) -> bool:
    """What an attempt says too: that its space changed, and who was committed for it."""
    if one.kind == _CONVERTED:
        return before.kind == kind and one.same(before, "space")
    helps = after is not None and after.kind == kind and after.same(one, "debater")
    return one.kind == "debater_committed" and helps


def _translated(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """18.1 Several boxes of one track: the last one says how far it is."""
    first = events[0]
    run = _run(events, lambda one: one.kind == first.kind and one.same(first, "zone", "track"))
    debater = next((one.facts["debater"] for one in run if one.facts.get("debater")), None)
    facts = {**run[-1].facts, "debater": debater}
    return tell(Happened(first.kind, first.rule, facts)), len(run)


_NAMING: Final = frozenset({"scripture_translated", "reformation_attempt", "counter_attempt"})
"""Events that say who was committed for them."""


def _committed(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
    """Debaters who were committed; not where the next event names the one."""
    run = _run(events, lambda one: one.kind == events[0].kind)
    after = events[len(run)] if len(events) > len(run) else None
    if len(run) == 1:
        covered = after is not None and after.kind in _NAMING and after.same(run[0], "debater")
        return ("" if covered else tell(run[0])), 1
    names = [one.facts["debater"] for one in run]
    return words.say("events.committed", debaters=names), len(run)


def _told_by_next(kinds: frozenset[str], *alike: str) -> Together:
    """An event that is not told where the next one says it too."""

    def said(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
        after = events[1] if len(events) > 1 else None
        covered = after is not None and after.kind in kinds and after.same(events[0], *alike)
        return ("" if covered else tell(events[0])), 1

    return said


def _tells_next(kind: str, *alike: str) -> Together:
    """An event that says what the next one would."""

    def said(words: HisWords, events: Events, tell: Tell) -> tuple[str, int]:
        after = events[1] if len(events) > 1 else None
        covered = after is not None and after.kind == kind and after.same(events[0], *alike)
        return tell(events[0]), 2 if covered else 1

    return said


_SPECIAL: Final[Mapping[str, Together]] = {
    "deal_proposed": _deal,
    "deal_confirmed": _confirmed,
    "mercenaries_leave": _mercenaries,
    "march": _marched,
    "naval_check_rolled": _naval_check,
    "battle_dice": _rolls,
    "battle_roll": _rolls,
    "card_handed_over": _handed_over,
    "cards_drawn": _drawn,
    "event_played": _told_by_next(frozenset({"event_without_effect"}), "card"),
    "debaters_chosen": _told_by_next(frozenset({"debate_round"}), "round", "attacker", "defender"),
    "reformation_attempt": _attempts,
    "counter_attempt": _attempts,
    "scripture_translated": _translated,
    "treatise_published": _tells_next("debater_committed", "debater"),
    "books_burnt": _tells_next("debater_committed", "debater"),
    "debater_committed": _committed,
    "explorer_drawn": _told_by_next(frozenset({"exploration", "conquest"}), "power", "explorer"),
    "war_declared": _declared,
    "space_ceded": _tells_next("control_changed", "space"),
}
"""Events with which a sentence of several may begin."""
