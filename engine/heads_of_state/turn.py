"""Section 6: a turn, from its orders to the refilled rows (section 12)."""

from __future__ import annotations

from engine.core.decision import Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.heads_of_state import nobles, taking
from engine.heads_of_state.carrying import Pause, carry_out
from engine.heads_of_state.hands import NO_WISHES, cut_down
from engine.heads_of_state.question import question
from engine.heads_of_state.revolution import BY_REFILL, revolution
from engine.heads_of_state.script import Script, Standing, orders_of
from engine.heads_of_state.state import HeadsState, Turn
from engine.heads_of_state.state import Standing as Totals
from engine.heads_of_state.terms import FIRST_PHASE, FRESH, GOING_ON, SAME, SeatId

State = HeadsState


def play(s: State) -> Flow[None]:
    """6 One turn of the active seat."""
    seat = s.active
    _begin(s, seat)
    began = s.round
    standing = Standing()
    while True:
        answer = yield from ask(question(s, seat))
        if s.clock == SAME:
            s.going.grace_used = True
        if answer == "default":
            tell(s, Event("defaults_used", "19.6", {"seat": seat}))
        pause = yield from carry_out(s, seat, Script(orders_of(answer)), standing)
        if pause in (Pause.END, Pause.OVER):
            break
        _go_on(s, seat, pause)
    if not s.over:
        yield from _end(s, seat, standing)
    s.past.add(Totals(s.number, began, seat, s.totals()))
    if not s.over:
        _leave(s, seat)


def _begin(s: State, seat: SeatId) -> None:
    s.turn = Turn()
    s.phase, s.clock = FIRST_PHASE, FRESH
    s.families[seat].turns += 1
    tell(s, Event("turn_begins", "6", {"turn": s.number, "seat": seat, "round": s.board.rounds[s.round]}))


def _go_on(s: State, seat: SeatId, pause: Pause) -> None:
    """19.4, 19.5 The turn stops and its seat is asked again: after WAIT the deadline stays, after a change of round it
    starts anew."""
    s.going.stage += 1
    s.phase = GOING_ON
    s.clock = FRESH if pause is Pause.REVOLUTION else SAME
    if pause is Pause.WAIT:
        tell(s, Event("turn_waits", "19.4", {"seat": seat}, (Seat(seat),), None))


def _end(s: State, seat: SeatId, standing: Standing) -> Flow[None]:
    """12 The end of a turn, in the order of 12.1-12.4."""
    nobles.default_replacement(s)
    wishes, numbers = standing.wishes(s, seat), s.board.numbers
    cut_down(s, seat, numbers.turn_end_attributes, numbers.turn_end_treason, wishes or NO_WISHES, rule="12.1")
    yield from taking.mix_back(s)
    yield from taking.refill_treason_row(s)
    if not taking.refill_row(s):
        yield from revolution(s, BY_REFILL, standing.wishes(s, seat))


def _leave(s: State, seat: SeatId) -> None:
    """12.5 The turn is over; the next seat clockwise is active."""
    s.turn = None
    s.phase, s.clock = FIRST_PHASE, FRESH
    s.number += 1
    s.active = s.order[(s.seat_number(seat) + 1) % s.players]
