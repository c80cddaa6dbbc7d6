"""Events of Heads of State in words, turn by turn. What belongs together is told in one sentence: the option with all
takes, a noble with what it earned, a play with its result, a country with its tie, the new cards of both rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from orders.heads_of_state.writing import restate
from pbem.games.heads_of_state.words import HeadsWords
from pbem.reports.facts import event_parts
from pbem.reports.words import capital

Facts = Mapping[str, Any]

SKIPPED = frozenset({"order_skipped"})
TAKES = frozenset({"card_taken", "card_drawn", "treason_taken", "treason_drawn"})
REFILLS = frozenset({"row_refilled", "treason_row_refilled"})
OPTION = "option_chosen"
EARNED = frozenset({"noble_card", "no_noble_card", "hex_scored", "square_scored", "full_set_scored"})
NO_TIE = 0


# ---------------------------------------------------------------------- one event


def event(words: HeadsWords, happened: Any) -> str:
    """The sentence of an event."""
    kind, rule, facts = event_parts(happened)
    variants = _VARIANTS.get(kind)
    key = variants(facts) if variants else kind
    if kind in SKIPPED:
        return _skipped(words, rule, facts)
    if kind == "cards_discarded":
        facts = {**facts, "count": len(facts.get("treason") or ())}
    said = words.say(f"event.{key}", **_plain(facts))
    if kind == "country_scored" and facts.get("tie", NO_TIE):
        said += " " + words.say(f"event.country_scored.tie.{facts['tie']}", **_plain(facts))
    return said


def _plain(facts: Facts) -> dict[str, Any]:
    """The facts; sentences name a list of treason cards `plots`, since `treason` alone would not say what it is."""
    return {("plots" if name == "treason" else name): value for name, value in facts.items()}


def _drawn(kind: str, facts: Facts) -> str:
    return kind if facts.get("card") else f"{kind}.hidden"


def _discarded(facts: Facts) -> str:
    both = bool(facts.get("cards")), bool(facts.get("treason"))
    return {(True, True): "cards_discarded.both", (False, True): "cards_discarded.treason"}.get(both, "cards_discarded")


def _scored(facts: Facts) -> str:
    if facts.get("winner") is None:
        return "country_scored.nobody"
    return "country_scored" if facts.get("second") is not None else "country_scored.alone"


def _rank(facts: Facts) -> str:
    return f"rank_scored.{min(2, len(facts.get('seats') or ()))}"


_VARIANTS: Mapping[str, Any] = {
    "card_drawn": lambda facts: _drawn("card_drawn", facts),
    "treason_drawn": lambda facts: _drawn("treason_drawn", facts),
    "option_chosen": lambda facts: f"option_chosen.{facts.get('option')}",
    "assassination": lambda facts: f"assassination.{'done' if facts.get('success') else 'failed'}",
    "noble_killed": lambda facts: f"noble_killed.{facts.get('to')}",
    "cards_discarded": _discarded,
    "country_scored": _scored,
    "rank_scored": _rank,
    "revolution": lambda facts: f"revolution.{facts.get('how')}",
}
"""Events whose sentence depends on their facts -> the key behind `event.`."""


# ---------------------------------------------------------------------- what was not done


def order(words: HeadsWords, facts: Facts) -> str:
    """An order line in full words, from the facts of the event that skipped it."""
    alternative = {("seat" if name == "rival" else name): facts.get(name) for name in _OF_ORDERS}
    said = restate("", alternative)
    return words.say(said.key, **said.facts)


_OF_ORDERS = ("do", "card", "second", "rival", "rank", "area", "courtesan", "then")
"""What such an event has of an alternative; `seat` is who gave the order."""


def _skipped(words: HeadsWords, rule: str, facts: Facts) -> str:
    reason = str(facts.get("reason") or "")
    own = dict(facts.get("why") or {})
    key = f"why.{reason}"
    if reason == "condition_not_met":
        key += f".{own.get('condition')}"
    why = words.say(key, **_plain({"seat": facts.get("seat"), **own}))
    return words.say("event.order_skipped", seat=facts.get("seat"), order=order(words, facts), rule=rule, why=why)


# ---------------------------------------------------------------------- sentences of several events


def _takes(words: HeadsWords, events: Sequence[tuple[str, Facts]]) -> str:
    """The option and all takes: row cards by name, blind ones as blind; the reader's own blind ones by name too."""
    parts: list[str] = []
    seat = events[0][1].get("seat")
    for sort in ("card", "treason"):
        open_ = [facts["card"] for kind, facts in events if kind == f"{sort}_taken"]
        blind = [facts.get("card") for kind, facts in events if kind == f"{sort}_drawn"]
        if open_:
            parts.append(words.say(f"part.{sort}_taken", cards=open_))
        if blind and all(blind):
            parts.append(words.say(f"part.{sort}_drawn", cards=blind, count=len(blind)))
        elif blind:
            parts.append(words.say(f"part.{sort}_drawn.hidden", count=len(blind)))
    if events[0][0] != OPTION:
        return words.say("events.takes", seat=seat, list=words.listed(parts))
    if not parts:
        return event(words, {"kind": OPTION, "facts": events[0][1]})
    return words.say("events.option_and_takes", seat=seat, option=events[0][1]["option"], list=words.listed(parts))


def _refilled(words: HeadsWords, events: Sequence[tuple[str, Facts]]) -> str:
    """New cards in one row or in both."""
    kinds = dict(events)
    if len(kinds) < 2:
        return event(words, {"kind": events[0][0], "facts": events[0][1]})
    cards, plots = kinds["row_refilled"]["cards"], kinds["treason_row_refilled"]["cards"]
    return words.say("events.rows_refilled", cards=cards, plots=plots)


def _placed(words: HeadsWords, events: Sequence[tuple[str, Facts]]) -> str:
    """A noble with its payment, its noble card and the points it earned."""
    said = [words.say("event.noble_placed", **events[0][1])]
    points = [words.say(f"part.{kind}", **facts) for kind, facts in events[1:] if kind.endswith("_scored")]
    if points:
        said.append(words.say("events.earned", seat=events[0][1].get("seat"), list=words.listed(points)))
    said += [words.say(f"event.{kind}", **facts) for kind, facts in events[1:] if kind == "no_noble_card"]
    return " ".join(said)


def _played(words: HeadsWords, events: Sequence[tuple[str, Facts]]) -> str:
    """Treason cards, the draw from the bag, what became of the noble."""
    kinds = dict(events)
    facts = events[0][1]
    bag = kinds.get("assassination")
    if bag is not None and not bag.get("success"):
        return words.say("events.strike.failed", **facts)
    killed = kinds.get("noble_killed")
    key = "events.strike.bag" if bag is not None else "events.strike.sure"
    home = killed is not None and killed.get("to") != "hex"
    return words.say(key, **facts) + (" " + words.say("part.went_home", **facts) if home else "")


# ---------------------------------------------------------------------- turns


@dataclass(slots=True)
class TurnStory:
    """What happened in one turn; turn 0 is the deal, None the rest of a turn whose beginning was told before."""

    turn: int | None
    seat: str | None = None
    round: str = ""
    revolution: bool = False
    """The end of a round, inside the turn."""
    opens: bool = False
    """The option is told here, so that this is the turn from its beginning, and not the rest of one."""
    sentences: list[tuple[bool, str]] = field(default_factory=list)  # (an order was skipped, the sentence)

    def head(self, words: HeadsWords) -> str:
        """Whose turn it was."""
        if self.revolution:
            return words.say("report.story.revolution", round=self.round)
        if self.turn is None:
            return ""
        if not self.turn:
            return words.say("report.story.deal")
        key = "report.story.turn" if self.round else "report.story.goes_on"
        return words.say(key, turn=self.turn, seat=self.seat, round=self.round)


def stories(
    words: HeadsWords, events: Iterable[Any], seats: Sequence[str], view: Mapping[str, Any] | None = None
) -> list[TurnStory]:
    """The events turn by turn, as these seats may see them; of a turn whose beginning was told before, `view` says
    which it was."""
    found: list[TurnStory] = []
    waiting: list[tuple[str, Facts]] = []

    def story() -> TurnStory:
        if not found:
            found.append(TurnStory(turn=None))
        return found[-1]

    def flush() -> None:
        if waiting:
            story().sentences.append((False, _together(words, waiting)))
            waiting.clear()

    for happened in events:
        kind, rule, facts = event_parts(happened)
        seen_by = getattr(happened, "seen_by", None)
        if seen_by is not None:
            seen = seen_by(tuple(seats))
            if seen is None:
                continue
            facts = seen
        if waiting and not _belongs(waiting, kind):
            flush()
        if kind in ("turn_begins", "dealt"):
            flush()
            found.append(TurnStory(int(facts.get("turn", 0)), facts.get("seat"), str(facts.get("round", ""))))
            if kind == "turn_begins":
                continue
        elif kind == "revolution" or (story().revolution and kind not in _OF_REVOLUTION):
            flush()
            now = story()
            ended = str(facts.get("round")) if kind == "revolution" else ""
            found.append(TurnStory(now.turn, now.seat, ended or _round_of(now, found), bool(ended)))
        if kind == OPTION:
            story().opens = True
        if kind in _FIRST or (waiting and _belongs(waiting, kind)):
            waiting.append((kind, facts))
        elif kind not in _UNTOLD:
            told = event(words, {"kind": kind, "rule": rule, "facts": facts})
            story().sentences.append((kind in SKIPPED, told))
    flush()
    if view is not None:
        _name_begun(found, view)
    return [one for one in found if one.sentences]


def _name_begun(found: Sequence[TurnStory], view: Mapping[str, Any]) -> None:
    """Give the rest of a turn that began in an old report its number: that before the first told, else the present."""
    first = next((one.turn for one in found if one.turn is not None), None)
    turn = int(view["turn"]) if first is None else first - 1
    past = {int(entry["turn"]): (str(entry["seat"]), str(entry["round"])) for entry in view["history"]}
    seat, name = past.get(turn, (str(view["active"] or ""), str(view["round"])))
    name = next((one.round for one in found if one.turn is None and one.revolution), name)
    for one in found:
        if one.turn is None and not one.revolution and turn in (*past, view["turn"]) and seat:
            one.turn, one.seat, one.round = turn, seat, name if one.opens else ""


_UNTOLD = frozenset({"noble_card"})
"""A noble brings a card; the sentence of the noble says when there was none."""
_FIRST = TAKES | REFILLS | {OPTION, "noble_placed", "treason_played"}
"""With these a sentence of several events may begin."""
_OF_REVOLUTION = frozenset({
    "country_scored", "round_begins", "cards_discarded", "rows_dealt", "treason_reshuffled", "rank_scored", "game_ends",
    "revolution", "treason_row_refilled",
})  # fmt: skip
"""What happens at the end of a round; anything else belongs to the turn that goes on."""


def _round_of(ended: TurnStory, found: Sequence[TurnStory]) -> str:
    """The round in which an interrupted turn goes on: it is told by its year only where the new one is known."""
    return "" if ended.revolution else found[-1].round


def _belongs(waiting: Sequence[tuple[str, Facts]], kind: str) -> bool:
    """Whether an event goes into the sentence that is being gathered."""
    first = waiting[0][0]
    if first in TAKES or first == OPTION:
        return kind in TAKES
    if first in REFILLS:
        return kind in REFILLS
    if first == "noble_placed":
        return kind in EARNED
    return first == "treason_played" and kind in ("assassination", "noble_killed")


def _together(words: HeadsWords, events: Sequence[tuple[str, Facts]]) -> str:
    first = events[0][0]
    if first in TAKES or first == OPTION:
        return _takes(words, events)
    if first in REFILLS:
        return _refilled(words, events)
    return _placed(words, events) if first == "noble_placed" else _played(words, events)


def told(words: HeadsWords, happened: Any) -> str:
    """An event as a line of a terminal."""
    _, rule, _ = event_parts(happened)
    return f"{capital(event(words, happened))} ({rule})"
