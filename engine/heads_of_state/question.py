"""19.2 The question of a turn: its script as an order list, what is possible now, and what orders would come to."""

from __future__ import annotations

from engine.core.decision import Decision, Json, Reason, Seat
from engine.core.options import Alternative, Many, Order, OrderAnswer, OrderList
from engine.heads_of_state import nobles, taking, treason
from engine.heads_of_state.carrying import carry_out
from engine.heads_of_state.rehearsal import best, run_with
from engine.heads_of_state.sampler import sample
from engine.heads_of_state.script import FIELDS, OPTIONS, WAIT, Guess, Script, Standing, blank, fault
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import BLIND, OPTION_1, OPTION_2, SeatId

State = HeadsState

TURN = "turn"


def question(s: State, seat: SeatId) -> Decision[OrderAnswer]:
    """The orders of the active seat: for the turn, or for the rest of it (19.4)."""
    stage = s.going.stage
    return Decision(
        kind=TURN,
        seat=Seat(seat),
        rule="6" if stage == 1 else "19.4",
        options=OrderList(
            fields=FIELDS,
            many=Many.ANY,
            fault=lambda orders: fault(s, seat, orders),
            trial=lambda orders: trial(s, seat, orders),
            concrete=lambda: concrete(s, seat),
            choices=lambda: choices(s, seat),
            shortfall=lambda orders: shortfall(s, seat, orders),
            sampler=lambda draw: sample(s, seat, draw),
        ),
        default="default",
        facts=lambda: facts(s, seat),
        about="" if stage == 1 else str(stage),
    )


def trial(s: State, seat: SeatId, orders: list[Order]) -> list[Reason | None]:
    """For each order: None, or why it would not work now. Hidden cards stay hidden: an order that they may make
    possible has no reason, and an assassination is taken to succeed."""
    reasons = _rehearsed(s, seat, orders).reasons
    return [reasons.get(index) for index in range(len(orders))]


def shortfall(s: State, seat: SeatId, orders: list[Order]) -> Reason | None:
    """19.3 How many takes the orders leave to the default."""
    guess = _rehearsed(s, seat, orders)
    return Reason("takes_left_to_default", "19.3", {"count": guess.filled}) if guess.filled else None


def _rehearsed(s: State, seat: SeatId, orders: list[Order]) -> Guess:
    guess = Guess()
    script = Script(orders, guess=guess)
    run_with(carry_out(s.trial_copy(), seat, script, Standing()), best)
    return guess


def concrete(s: State, seat: SeatId) -> list[Order]:
    """19.6 What would be taken without orders, as orders."""
    copy = s.trial_copy()
    run_with(carry_out(copy, seat, Script([], guess=Guess()), Standing()), best)
    orders: list[Order] = [] if s.going.option else [[blank(do="option", card=OPTION_1)]]
    for event in copy.events:
        if event.kind == "card_taken":
            orders.append([blank(do="take", card=str(event.facts["card"]))])
        elif event.kind == "treason_taken":
            orders.append([blank(do="treason", card=str(event.facts["card"]))])
    return orders


def choices(s: State, seat: SeatId) -> list[Alternative]:
    """Single orders that are possible now, each once and by itself: without an option line that is option 1."""
    turn = s.going
    found: list[Alternative] = []
    if not turn.option:
        options = [option for option in OPTIONS if taking.why_not_option(s, seat, option) is None]
        found += [blank(do="option", card=option) for option in options]
    if turn.attributes_to_take or not turn.option:
        found += [blank(do="take", card=card) for card in dict.fromkeys([*s.row, BLIND])]
    if turn.treason_to_take:
        found += [blank(do="treason", card=card) for card in dict.fromkeys([*s.treason_row, BLIND])]
    found += [blank(do="place", rank=str(box["rank"]), area=str(box["area"])) for box in nobles.can_place(s, seat)]
    if turn.option == OPTION_2:
        found += _plays(s, seat)
    found.append(blank(do=WAIT))
    return found


def _plays(s: State, seat: SeatId) -> list[Alternative]:
    found: list[Alternative] = []
    for play in treason.can_strike(s, seat):
        ways = play["with"]
        assert isinstance(ways, list)
        for cards in ways:
            assert isinstance(cards, list)
            names = [str(card) for card in cards]
            target = {name: str(play[name]) for name in ("seat", "rank", "area")}
            second = names[1] if len(names) > 1 else None
            found.append(blank(do="use", card=names[0], second=second, **target))
    return found


def facts(s: State, seat: SeatId) -> dict[str, Json]:
    """What the prompt may say: the seat's own hand and what is public."""
    turn, family = s.going, s.families[seat]
    options: dict[str, Json] = {}
    for option in OPTIONS:
        if not turn.option and taking.why_not_option(s, seat, option) is None:
            attributes, plots = taking.takes_of(s, seat, option)
            options[option] = {"attributes": attributes, "treason": plots}
    hand: list[Json] = list(family.hand)
    plots_held: list[Json] = list(family.treason)
    row: list[Json] = list(s.row)
    treason_row: list[Json] = list(s.treason_row)
    emptied: list[Json] = [{"area": box.area, "rank": box.rank} for box in s.open_boxes()]
    return {
        "turn": s.number,
        "round": s.board.rounds[s.round],
        "stage": turn.stage,
        "first_turn": taking.is_first_turn(s, seat),
        "option": turn.option or None,
        "options": options,
        "attributes_to_take": turn.attributes_to_take,
        "treason_to_take": turn.treason_to_take,
        "revolution": turn.revolution,
        "hand": hand,
        "treason": plots_held,
        "row": row,
        "treason_row": treason_row,
        "emptied": emptied,
        "must_replace": nobles.must_still_replace(s),
    }
