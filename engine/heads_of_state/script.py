"""19.3 The script of a turn: what its orders are, what can never be right in them, how far it is carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.options import Alternative, Order, OrderAnswer
from engine.heads_of_state.hands import Wishes
from engine.heads_of_state.keeping import VERBS as KEEP_VERBS
from engine.heads_of_state.keeping import card_fault, wishes_of
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import ANY, BLIND, EXCHANGE, NONE, OPTION_1, OPTION_2, SeatId

State = HeadsState

FIELDS: Final = (
    "do", "card", "second", "seat", "rank", "area", "courtesan", "then", "have", "lacks", "free", "after",
)  # fmt: skip
CONDITIONS: Final = ("have", "lacks", "free", "after")
OPTIONS: Final = (OPTION_1, EXCHANGE, OPTION_2)
REPLACE: Final = "replace"
LEAVE: Final = "leave"
DONE: Final = "done"
FAILED: Final = "failed"
CONTINUE: Final = "continue"
WAIT: Final = "wait"


class Result(Enum):
    """What became of an order."""

    NOT_YET = "not yet"
    DONE = "done"
    FAILED = "failed"
    """An assassination that was carried out and failed."""
    SKIPPED = "skipped"
    """Its conditions did not hold."""
    REFUSED = "refused"
    """It could not be done."""
    OPEN = "open"
    """Only while orders are tried: it depends on cards that are still hidden."""


_BLANK: Final[Alternative] = dict.fromkeys(FIELDS)


def blank(**parts: str | None) -> Alternative:
    """An alternative with all fields."""
    record = _BLANK.copy()
    record.update(parts)
    return record


def text(alternative: Alternative, name: str) -> str:
    """A field that the script's faults have made sure of."""
    return str(alternative[name])


# ------------------------------------------------------------------ a script being carried out


@dataclass(slots=True)
class Guess:
    """What a trial of orders can't know: how many hidden cards have come into the hand."""

    attributes: int = 0
    treason: int = 0
    row: bool = False
    """The row is one that nobody has seen yet (7.1)."""
    filled: int = 0
    """Takes that the orders left to the default."""
    branch: State | None = None
    """The position in which the assassination just tried has failed."""
    reasons: dict[int, Reason] = field(default_factory=dict)
    """Order -> why it, or a part of it, would not work now."""

    def note(self, index: int, reason: Reason) -> None:
        """Why an order would not work, unless the hidden cards may help; the first reason counts."""
        if not self.may_help(reason):
            self.reasons.setdefault(index, reason)

    def may_help(self, reason: Reason) -> bool:
        """Whether the hidden cards could make possible what the known ones don't."""
        if reason.key in ("cannot_pay", "cover_test"):
            return self.attributes > 0
        if reason.key in ("no_such_card_in_hand", "wrong_number_of_cards"):
            return self.treason > 0
        if reason.key == "condition_not_met":
            return self.attributes + self.treason > 0
        return False


@dataclass(slots=True)
class Script:
    """The orders of one mail, and what became of each. Lives only while they are carried out."""

    orders: list[Order]
    results: list[Result] = field(init=False)
    guess: Guess | None = None
    _by_verb: dict[str | int | None, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.results = [Result.NOT_YET] * len(self.orders)
        self._by_verb = {}
        for index, order in enumerate(self.orders):
            for alternative in order:
                indexes = self._by_verb.setdefault(alternative["do"], [])
                if not indexes or indexes[-1] != index:
                    indexes.append(index)

    @property
    def waits(self) -> bool:
        """19.4 Whether the mail ends with WAIT, or may do so on a condition."""
        return WAIT in self._by_verb

    def indexes(self, *verbs: str) -> list[int]:
        """The orders with one of these verbs, in the order written."""
        found = [index for verb in verbs if verb in self._by_verb for index in self._by_verb[verb]]
        return sorted(set(found)) if len(verbs) > 1 else found

    def above(self, index: int) -> Result:
        """19.3 What became of the line directly above. An IF FAILS clause is a part of the line before it: where its
        moment did not come, that line counts."""
        above = index - 1
        while above > 0 and self.results[above] is Result.SKIPPED and _is_if_fails(self.orders[above]):
            above -= 1
        return self.results[above] if index else Result.NOT_YET

    def holding(self, s: State, seat: SeatId, index: int) -> Alternative | None:
        """The first alternative of an order whose conditions hold now."""
        for alternative in self.orders[index]:
            if follows(self.above(index), alternative["after"]) and unmet(s, seat, alternative) is None:
                return alternative
        return None


@dataclass(slots=True)
class Standing:
    """What orders of a turn say once for the rest of it: lines of a later mail stand in place of those of an earlier
    one. Their conditions are looked at when their moment comes."""

    keeping: list[tuple[Script, int]] = field(default_factory=list)
    """KEEP and DISCARD lines."""
    on_revolution: list[tuple[Script, int]] = field(default_factory=list)

    def take_up(self, script: Script) -> None:
        """Note the KEEP, DISCARD and ON REVOLUTION lines of a mail."""
        if lines := script.indexes(*KEEP_VERBS):
            self.keeping = [(script, index) for index in lines]
        if lines := script.indexes("on_revolution"):
            self.on_revolution = [(script, index) for index in lines]
        for index in script.indexes(*KEEP_VERBS, "on_revolution", "list"):
            script.results[index] = Result.DONE

    def wishes(self, s: State, seat: SeatId) -> Wishes | None:
        """The cards wished kept and away, as the conditions of the lines hold now; None without such lines."""
        if not self.keeping:
            return None
        chosen = [script.holding(s, seat, index) for script, index in self.keeping]
        return wishes_of(line for line in chosen if line is not None and line["do"] in KEEP_VERBS)

    def continues(self, s: State, seat: SeatId) -> bool:
        """D13 Whether the orders go on behind a change of round: the last line that holds says so."""
        chosen = [script.holding(s, seat, index) for script, index in self.on_revolution]
        return [line["card"] for line in chosen if line is not None][-1:] == [CONTINUE]


def _is_if_fails(order: Order) -> bool:
    return all(alternative["after"] == FAILED for alternative in order)


def orders_of(answer: OrderAnswer) -> list[Order]:
    """The orders of an answer; the default is none (19.6)."""
    return [] if answer == "default" else answer


# ------------------------------------------------------------------ conditions


def unmet(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    """19.3 IF HAVE, IF FREE: the condition that does not hold now."""
    have, lacks, free = alternative["have"], alternative["lacks"], alternative["free"]
    if have is None and lacks is None and free is None:
        return None
    family = s.families[seat]
    held = Counter(family.hand) + Counter(family.treason)
    if have is not None and (missing := Counter(_listed(have)) - held):
        lacking: list[Json] = list(missing.elements())
        return Reason("condition_not_met", "19.3", {"condition": "have", "cards": lacking})
    if lacks is not None and not Counter(_listed(lacks)) - held:
        there: list[Json] = list(_listed(lacks))
        return Reason("condition_not_met", "19.3", {"condition": "lacks", "cards": there})
    if free is not None:
        area, _, rank = str(free).partition("/")
        if not s.is_empty(area, rank):
            return Reason("condition_not_met", "19.3", {"condition": "free", "area": area, "rank": rank})
    return None


def follows(result: Result, after: str | int | None) -> bool:
    """19.3 IF DONE, IF FAILS: whether the order directly above ended so; a failed assassination was carried out."""
    if after is None:
        return True
    if after == FAILED:
        return result is Result.FAILED
    return result in (Result.DONE, Result.FAILED, Result.OPEN)


def _listed(value: str | int) -> list[str]:
    return [part.strip() for part in str(value).split(",") if part.strip()]


# ------------------------------------------------------------------ what can never be right


def fault(s: State, seat: SeatId, orders: list[Order]) -> Reason | None:
    """The first thing in a script that can never be right, whatever the position."""
    for order in orders:
        for alternative in order:
            if (reason := _fault(s, seat, alternative)) is not None:
                return reason
    if sum("option" in _verbs(order) for order in orders) > 1:
        return Reason("two_options", "19.2", {})
    if any(_surely_waits(order) for order in orders[:-1]):
        return Reason("after_wait", "19.4", {})
    return None


def _surely_waits(order: Order) -> bool:
    """Whether nothing behind this order can ever be carried out; a WAIT on a condition may be passed over."""
    first = order[0]
    return first["do"] == WAIT and all(first[name] is None for name in CONDITIONS)


def _verbs(order: Order) -> set[str | int | None]:
    return {alternative["do"] for alternative in order}


def _unknown(alternative: Alternative, name: str) -> Reason:
    return Reason("unknown_name", "", {"what": name, "given": alternative[name]})


def _fault(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    check = _FAULTS.get(str(alternative["do"]))
    if check is None:
        return _unknown(alternative, "do")
    return _condition_fault(s, alternative) or check(s, seat, alternative)


def _condition_fault(s: State, alternative: Alternative) -> Reason | None:
    if alternative["have"] is alternative["lacks"] is alternative["free"] is alternative["after"] is None:
        return None
    for name in ("have", "lacks"):
        value = alternative[name]
        if value is not None and not all(
            card in s.board.attributes or card in s.board.treason for card in _listed(value) or ("",)
        ):
            return _unknown(alternative, name)
    if (free := alternative["free"]) is not None:
        area, _, rank = str(free).partition("/")
        if area not in s.board.areas or rank not in s.board.ranks:
            return _unknown(alternative, "free")
        if rank not in s.board.areas[area].boxes:
            return Reason("rank_not_in_area", "1.4", {"rank": rank, "area": area})
    if alternative["after"] not in (None, DONE, FAILED):
        return _unknown(alternative, "after")
    return None


def _option_fault(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    return None if alternative["card"] in OPTIONS else _unknown(alternative, "card")


def _take_fault(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    card = alternative["card"]
    return None if card in s.board.attributes or card in (BLIND, ANY) else _unknown(alternative, "card")


def _treason_fault(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    card = alternative["card"]
    return None if card in s.board.treason or card in (BLIND, ANY) else _unknown(alternative, "card")


def _box_fault(s: State, alternative: Alternative) -> Reason | None:
    """An area and a rank that is pictured there; without a rank, an area of one box."""
    area, rank = alternative["area"], alternative["rank"]
    if area not in s.board.areas:
        return _unknown(alternative, "area")
    boxes = s.board.areas[str(area)].boxes
    if rank is None and len(boxes) == 1:
        return None
    if rank not in s.board.ranks:
        return _unknown(alternative, "rank")
    return None if rank in boxes else Reason("rank_not_in_area", "1.4", {"rank": rank, "area": area})


def _place_fault(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    courtesan = alternative["courtesan"]
    if courtesan not in (None, NONE) and (courtesan not in s.board.attributes or courtesan == s.board.wild):
        return _unknown(alternative, "courtesan")
    return _box_fault(s, alternative)


def _use_fault(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    if (reason := _box_fault(s, alternative)) is not None:
        return reason
    card, second, rival = alternative["card"], alternative["second"], alternative["seat"]
    by_country = card in s.board.countries
    if not by_country and card not in s.board.treason:
        return _unknown(alternative, "card")
    if second is not None and (by_country or second not in s.board.treason):
        return _unknown(alternative, "second")
    if alternative["then"] not in (None, REPLACE, LEAVE):
        return _unknown(alternative, "then")
    if rival == seat:
        return Reason("own_noble", "9.2", {"rank": alternative["rank"], "area": alternative["area"]})
    return None if rival in s.families else _unknown(alternative, "seat")


def _revolution_fault(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    return None if alternative["card"] in (CONTINUE, WAIT) else _unknown(alternative, "card")


def _keep_fault(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    return card_fault(s, alternative)


def _no_fault(s: State, seat: SeatId, alternative: Alternative) -> Reason | None:
    return None


_FAULTS: Final[dict[str, Callable[[State, SeatId, Alternative], Reason | None]]] = {
    "option": _option_fault,
    "take": _take_fault,
    "treason": _treason_fault,
    "place": _place_fault,
    "use": _use_fault,
    "keep": _keep_fault,
    "discard": _keep_fault,
    WAIT: _no_fault,
    "list": _no_fault,
    "on_revolution": _revolution_fault,
}
