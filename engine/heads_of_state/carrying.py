"""19.3, 19.4 Carrying out the script of a turn: option, takes, then nobles and treason from top to bottom."""

from __future__ import annotations

from enum import Enum
from typing import Final

from engine.core.decision import Json, Reason, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative, Order
from engine.heads_of_state import nobles, taking, treason
from engine.heads_of_state.hands import default_take
from engine.heads_of_state.rehearsal import run_with, worst
from engine.heads_of_state.revolution import BY_TAKE, revolution
from engine.heads_of_state.script import (
    FAILED,
    REPLACE,
    WAIT,
    Guess,
    Result,
    Script,
    Standing,
    blank,
    follows,
    text,
    unmet,
)
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import ANY, BLIND, EXCHANGE, OPTION_1, AreaId, RankId, SeatId, TreasonId

State = HeadsState

Refused = list[tuple[Alternative, Reason]]
"""Alternatives that could not be done, with the reasons."""
MOST_STAGES: Final = 60
"""A turn has fewer takes and attempts than this; who waits more often waits for nothing."""


class Pause(Enum):
    """Where carrying out stopped."""

    END = "end"
    """The orders are used up: the turn ends."""
    WAIT = "wait"
    REVOLUTION = "revolution"
    """A change of round broke in, and the seat wants to see its cards (D13)."""
    OVER = "over"


class _Outcome(Enum):
    """What one alternative came to, when nothing refused it."""

    DONE = "done"
    FAILED = "failed"
    OPEN = "open"
    WAIT = "wait"
    REVOLUTION = "revolution"


_RESULTS = {
    _Outcome.DONE: Result.DONE,
    _Outcome.FAILED: Result.FAILED,
    _Outcome.OPEN: Result.OPEN,
    _Outcome.WAIT: Result.DONE,
}


def carry_out(s: State, seat: SeatId, script: Script, standing: Standing) -> Flow[Pause]:
    """19.3 Carry out one mail, as far as it goes."""
    standing.take_up(script)
    _choose_option(s, seat, script)
    rest = script.indexes("place", "use")
    placing = rest[0] if rest else len(script.orders)
    rest += [index for index in script.indexes(WAIT) if index > placing and index not in rest]
    rest.sort()
    takes = [index for index in script.indexes("take", "treason", WAIT) if index not in rest]
    fills = not script.waits or bool(rest)
    if s.going.option and fills and not script.indexes("treason"):
        yield from _default_treason(s, seat, script.guess)
    for index in takes:
        pause = yield from _carry_order(s, seat, script, standing, index)
        if pause is None and fills and script.results[index] is Result.REFUSED and _is_take(script.orders[index]):
            pause = yield from _default_for(s, seat, script, standing, index)
        if pause is not None:
            return pause
    if fills:
        pause = yield from _fill(s, seat, script, standing)
        if pause is not None:
            return pause
    for index in rest:
        pause = yield from _carry_order(s, seat, script, standing, index)
        if pause is not None:
            return pause
    if not s.going.option:
        taking.choose_option(s, seat, OPTION_1)
    pause = yield from _fill(s, seat, script, standing)
    return Pause.END if pause is None else pause


# ------------------------------------------------------------------ option and missing takes


def _choose_option(s: State, seat: SeatId, script: Script) -> None:
    """D1 The option line; option 1 when there is none that can be done, unless the mail only waits."""
    for index in script.indexes("option"):
        for alternative in script.orders[index]:
            if alternative["do"] != "option":
                continue
            reason = unmet(s, seat, alternative)
            if reason is None:
                reason = taking.why_not_option(s, seat, text(alternative, "card"))
            if reason is None:
                _choose(s, seat, script.guess, text(alternative, "card"))
                script.results[index] = Result.DONE
                break
            script.results[index] = Result.REFUSED
            _refuse(s, seat, script, index, alternative, reason)
    if not s.going.option and (not script.waits or script.indexes("option", "take", "treason", "place", "use")):
        taking.choose_option(s, seat, OPTION_1)


def _choose(s: State, seat: SeatId, guess: Guess | None, option: str) -> None:
    seen = s.going.exchanged
    taking.choose_option(s, seat, option)
    if guess is not None:
        guess.row = s.going.exchanged and not seen


def _is_take(order: Order) -> bool:
    return order[0]["do"] in ("take", "treason")


def _default_for(s: State, seat: SeatId, script: Script, standing: Standing, index: int) -> Flow[Pause | None]:
    """D2, D3 A line for a card that is not there: the default instead."""
    if script.orders[index][0]["do"] == "treason":
        yield from _default_treason(s, seat, script.guess, most=1)
        return None
    return (yield from _fill(s, seat, script, standing, most=1))


def _default_treason(s: State, seat: SeatId, guess: Guess | None, most: int | None = None) -> Flow[None]:
    """D3, D4 Missing takes of treason cards: the first of the row, before the attribute card."""
    left = s.going.treason_to_take if most is None else min(most, s.going.treason_to_take)
    if guess is not None:
        guess.filled += left
    for _ in range(left):
        yield from _take_treason(s, seat, guess, ANY)


def _fill(s: State, seat: SeatId, script: Script, standing: Standing, most: int | None = None) -> Flow[Pause | None]:
    """19.3 Missing takes are made by default (19.6): treason first."""
    if s.turn is None or not s.turn.option:
        return None
    if most is None:
        yield from _default_treason(s, seat, script.guess)
    taken = 0
    while s.going.attributes_to_take and (most is None or taken < most):
        taken += 1
        if script.guess is not None:
            script.guess.filled += 1
        if _take(s, seat, script.guess, ANY) is _Outcome.REVOLUTION:
            pause = yield from _change_of_round(s, seat, standing)
            if pause is not None:
                return pause
    return None


def _change_of_round(s: State, seat: SeatId, standing: Standing) -> Flow[Pause | None]:
    """13.4 A blind take uncovered the revolution card; None when the orders go on (D13)."""
    yield from revolution(s, BY_TAKE, standing.wishes(s, seat))
    if s.over:
        return Pause.OVER
    return None if standing.continues(s, seat) else Pause.REVOLUTION


# ------------------------------------------------------------------ one order


def _carry_order(s: State, seat: SeatId, script: Script, standing: Standing, index: int) -> Flow[Pause | None]:
    """19.3 One order: the first alternative that can be done. A take that uncovered the revolution is made again."""
    while True:
        outcome = yield from _first_possible(s, seat, script, index)
        if outcome is not _Outcome.REVOLUTION:
            break
        pause = yield from _change_of_round(s, seat, standing)
        if pause is not None:
            return pause
    if outcome is None:
        return None
    script.results[index] = _RESULTS[outcome]
    if outcome is not _Outcome.WAIT:
        return None
    for later in script.indexes("take", "treason", "place", "use"):
        behind = script.orders[later][0]
        if script.results[later] is Result.NOT_YET and behind["after"] is None:
            _refuse(s, seat, script, later, behind, Reason("waited_before", "19.4", {}))
    return Pause.WAIT


def _first_possible(s: State, seat: SeatId, script: Script, index: int) -> Flow[_Outcome | None]:
    """Try the alternatives in turn; None when each was refused."""
    order = script.orders[index]
    refused: Refused = []
    script.results[index] = Result.SKIPPED
    if script.guess is not None and not any(alternative["after"] == FAILED for alternative in order):
        script.guess.branch = None
    for alternative in order:
        where = _where(s, script, index, alternative)
        if where is None:
            continue
        reason = unmet(where, seat, alternative)
        if reason is None:
            outcome = yield from _attempt(where, seat, script, index, alternative, refused)
            if isinstance(outcome, _Outcome):
                return _Outcome.OPEN if where is not s else outcome
            script.results[index] = Result.REFUSED
            reason = outcome
        if script.guess is not None and script.guess.may_help(reason):
            return _Outcome.OPEN
        refused.append((alternative, reason))
    if refused and _is_take(order):
        refused = [next((one for one in refused if one[1].key != "condition_not_met"), refused[0])]
    _refuse_all(s, seat, script, index, refused)
    return None


def _where(s: State, script: Script, index: int, alternative: Alternative) -> State | None:
    """The position in which an alternative is tried; None when what stands above did not end as it says. While orders
    are tried out, what is to be done if an assassination fails is tried in a position in which it has failed."""
    after = alternative["after"]
    if after is None:
        return s
    if script.guess is not None and after == FAILED:
        return script.guess.branch
    return s if follows(script.above(index), after) else None


def _attempt(
    s: State, seat: SeatId, script: Script, index: int, alternative: Alternative, refused: Refused
) -> Flow[_Outcome | Reason]:
    """Do one alternative, or change nothing and say why not. What was refused before is told first: the alternative
    is done instead of it."""
    verb = alternative["do"]
    if verb == "place":
        return _place(s, seat, script, index, alternative, refused)
    if verb == "use":
        return (yield from _use(s, seat, script, index, alternative, refused))
    if verb == "take":
        return _take(s, seat, script.guess, text(alternative, "card"))
    if verb == "treason":
        return (yield from _take_treason(s, seat, script.guess, text(alternative, "card")))
    if verb == WAIT and s.going.stage >= MOST_STAGES:
        return Reason("too_many_waits", "19.4", {"count": MOST_STAGES})
    return _Outcome.WAIT if verb == WAIT else _Outcome.DONE


# ------------------------------------------------------------------ takes


def _take(s: State, seat: SeatId, guess: Guess | None, wish: str) -> _Outcome | Reason:
    """D2 One attribute card."""
    if not s.going.attributes_to_take:
        return Reason("takes_done", "19.3", {"card": wish})
    if guess is not None and (guess.row or wish == BLIND):
        s.going.attributes_to_take -= 1
        guess.attributes += 1
        return _Outcome.OPEN
    card = default_take(s, seat) if wish == ANY else wish
    if card is None or card == BLIND:
        return _Outcome.DONE if taking.take_blind(s, seat) else _Outcome.REVOLUTION
    if (reason := taking.why_not_take(s, card)) is not None:
        return reason
    taking.take_from_row(s, seat, card)
    return _Outcome.DONE


def _take_treason(s: State, seat: SeatId, guess: Guess | None, wish: str) -> Flow[_Outcome | Reason]:
    """D3 One treason card."""
    if not s.going.treason_to_take:
        key, rule = ("takes_done", "19.3") if s.going.option not in (OPTION_1, EXCHANGE) else _NO_TREASON
        return Reason(key, rule, {"card": wish})
    card = wish
    if wish == ANY:
        card = s.treason_row[0] if s.treason_row else BLIND
    if card == BLIND:
        if guess is not None:
            s.going.treason_to_take -= 1
            guess.treason += 1
            return _Outcome.OPEN
        yield from taking.take_treason_blind(s, seat)
        return _Outcome.DONE
    if (reason := taking.why_not_take_treason(s, card)) is not None:
        return reason
    taking.take_treason(s, seat, card)
    return _Outcome.DONE


_NO_TREASON = ("no_treason_in_option_1", "7.5")


# ------------------------------------------------------------------ nobles and treason


def _rank(s: State, alternative: Alternative) -> RankId:
    """The rank named, or the only one of the area."""
    rank = alternative["rank"]
    return s.board.areas[text(alternative, "area")].boxes[0] if rank is None else str(rank)


def _courtesan(alternative: Alternative) -> str | None:
    courtesan = alternative["courtesan"]
    return None if courtesan is None else str(courtesan)


def _place(
    s: State, seat: SeatId, script: Script, index: int, alternative: Alternative, refused: Refused
) -> _Outcome | Reason:
    """D5, D6"""
    area, rank, courtesan = text(alternative, "area"), _rank(s, alternative), _courtesan(alternative)
    reason = nobles.why_not_place(s, seat, area, rank, courtesan)
    if reason is not None:
        return reason
    _refuse_all(s, seat, script, index, refused)
    nobles.place(s, seat, area, rank, courtesan)
    return _Outcome.DONE


def _use(
    s: State, seat: SeatId, script: Script, index: int, alternative: Alternative, refused: Refused
) -> Flow[_Outcome | Reason]:
    """D7, D8"""
    area, rank, rival = text(alternative, "area"), _rank(s, alternative), text(alternative, "seat")
    card, country = text(alternative, "card"), s.board.areas[area].country
    if card in s.board.countries and card != country:
        return Reason("wrong_country", "9.3", {"card": card, "country": country, "area": area})
    cards = _cards(s, seat, alternative, area)
    reason = treason.why_not(s, seat, cards, rival, rank, area)
    if reason is not None:
        return reason
    _refuse_all(s, seat, script, index, refused)
    if script.guess is not None:
        script.guess.branch = _failed(s, seat, cards, rival, rank, area)
    killed = yield from treason.strike(s, seat, cards, rival, rank, area)
    if not killed:
        return _Outcome.FAILED
    if alternative["then"] == REPLACE:
        _replace(s, seat, script, index, area, rank)
    return _Outcome.DONE


def _cards(s: State, seat: SeatId, alternative: Alternative, area: AreaId) -> list[TreasonId]:
    """The cards of a play; with a country named, as the service chooses (19.3)."""
    card, second = text(alternative, "card"), alternative["second"]
    if card in s.board.countries:
        return list(treason.cards_for(s, seat, card, area))
    return [card] if second is None else [card, str(second)]


def _replace(s: State, seat: SeatId, script: Script, index: int, area: AreaId, rank: RankId) -> None:
    """REPLACE: at once, if he can pay; else it acts like LEAVE."""
    reason = nobles.why_not_place(s, seat, area, rank, None)
    if reason is None:
        nobles.place(s, seat, area, rank, None)
    else:
        _refuse(s, seat, script, index, blank(do="place", rank=rank, area=area), reason)


def _failed(s: State, seat: SeatId, cards: list[TreasonId], rival: SeatId, rank: RankId, area: AreaId) -> State | None:
    """Only while orders are tried: the position after this play if it fails; None where it can't."""
    if not all(card in s.board.assassins for card in cards):
        return None
    other = s.trial_copy()
    run_with(treason.strike(other, seat, cards, rival, rank, area), worst)
    return other


# ------------------------------------------------------------------ what was not done


def _refuse_all(s: State, seat: SeatId, script: Script, index: int, refused: Refused) -> None:
    for alternative, reason in refused:
        _refuse(s, seat, script, index, alternative, reason)


def _refuse(s: State, seat: SeatId, script: Script, index: int, alternative: Alternative, reason: Reason) -> None:
    """19.3 A line that can't be carried out is skipped, and its seat is told; while orders are tried, noted."""
    if script.guess is not None:
        script.guess.note(index, reason)
        return
    facts: dict[str, Json] = {
        ("rival" if name == "seat" else name): value
        for name, value in alternative.items()
        if value is not None and name not in ("have", "lacks", "free", "after")
    }
    facts |= {name: value for name, value in reason.facts.items() if name not in ("seat", "do")}
    facts |= {"seat": seat, "reason": reason.key, "why": dict(reason.facts)}
    tell(s, Event("order_skipped", reason.rule, facts, (Seat(seat),), None))
