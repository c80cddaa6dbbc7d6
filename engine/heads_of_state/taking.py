"""Taking cards: options (7.1, 8.1), takes from the rows and the piles (5.4, 7.2, 8.2), refills (12.2-12.4)."""

from __future__ import annotations

from engine.core.decision import Json, Reason, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, shuffled
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import EXCHANGE, OPTION_2, REVOLUTION, AttributeId, SeatId, TreasonId

State = HeadsState

# ------------------------------------------------------------------ options


def is_first_turn(s: State, seat: SeatId) -> bool:
    """6.2"""
    return s.families[seat].turns <= 1


def takes_of(s: State, seat: SeatId, option: str) -> tuple[int, int]:
    """6.2, 7.1, 8.2 How many attribute cards and treason cards an option takes."""
    numbers = s.board.numbers
    if option == OPTION_2:
        return numbers.option_2_attributes, numbers.option_2_treason
    if option == EXCHANGE:
        return numbers.exchange_take, 0
    if is_first_turn(s, seat):
        return s.board.first_turn[s.players][s.seat_number(seat)], 0
    return numbers.take, 0


def why_not_option(s: State, seat: SeatId, option: str) -> Reason | None:
    """6.2, 7.1, 8.1 Why an option can't be chosen now."""
    chosen = s.going.option
    if chosen:
        return None if chosen == option else Reason("option_chosen", "6.1", {"option": chosen})
    if option == OPTION_2 and is_first_turn(s, seat):
        return Reason("first_turn_option_1", "6.2", {})
    if option == EXCHANGE:
        if is_first_turn(s, seat) and not s.board.switches.R2_first_turn_exchange:
            return Reason("first_turn_option_1", "6.2", {})
        needed = s.board.numbers.exchange_needs
        if len(s.draw_pile) < needed:
            return Reason("no_exchange", "7.1", {"count": len(s.draw_pile), "needed": needed})
    return None


def choose_option(s: State, seat: SeatId, option: str) -> None:
    """6.1 Choose an option; with the exchange, put the row aside and turn up a new one (7.1)."""
    turn = s.going
    if turn.option:
        return
    turn.option = option
    turn.attributes_to_take, turn.treason_to_take = takes_of(s, seat, option)
    tell(s, Event("option_chosen", "6.1", {"seat": seat, "option": option}))
    if option == EXCHANGE:
        turn.exchanged = True
        s.aside, s.row = s.row, [s.draw_pile.pop() for _ in range(s.board.numbers.row)]
        put_aside: list[Json] = list(s.aside)
        new: list[Json] = list(s.row)
        tell(s, Event("row_exchanged", "7.1", {"seat": seat, "cards": put_aside, "new": new}))


# ------------------------------------------------------------------ takes


def next_card(s: State) -> AttributeId:
    """5.4 NEXT CARD: from the draw pile, when it is empty from the revolution pile; may be the revolution card."""
    return s.draw_pile.pop() if s.draw_pile else s.revolution_pile.pop()


def why_not_take(s: State, card: AttributeId) -> Reason | None:
    """7.2 Why a card of the row can't be taken now."""
    return None if card in s.row else Reason("not_in_row", "7.2", {"card": card})


def take_from_row(s: State, seat: SeatId, card: AttributeId) -> None:
    """7.2"""
    s.going.attributes_to_take -= 1
    s.row.remove(card)
    s.give(seat, card)
    tell(s, Event("card_taken", "7.2", {"seat": seat, "card": card, "from": "row"}))


def take_blind(s: State, seat: SeatId) -> bool:
    """7.2, 7.3 The top card of the pile; False when it was the revolution card, which is no card taken (13.4)."""
    card = next_card(s)
    if card == REVOLUTION:
        return False
    s.going.attributes_to_take -= 1
    s.give(seat, card)
    tell(s, Event("card_drawn", "7.2", {"seat": seat, "card": card}, (Seat(seat),), {"seat": seat}))
    return True


def why_not_take_treason(s: State, card: TreasonId) -> Reason | None:
    """8.2 Why a card of the treason row can't be taken now."""
    return None if card in s.treason_row else Reason("not_in_row", "8.2", {"card": card})


def take_treason(s: State, seat: SeatId, card: TreasonId) -> None:
    """8.2"""
    s.going.treason_to_take -= 1
    s.treason_row.remove(card)
    s.give_treason(seat, card)
    tell(s, Event("treason_taken", "8.2", {"seat": seat, "card": card}))


def take_treason_blind(s: State, seat: SeatId) -> Flow[None]:
    """8.2"""
    yield from renew_treason_pile(s)
    card = s.treason_pile.pop()
    s.going.treason_to_take -= 1
    s.give_treason(seat, card)
    tell(s, Event("treason_drawn", "8.2", {"seat": seat, "card": card}, (Seat(seat),), {"seat": seat}))


def renew_treason_pile(s: State) -> Flow[None]:
    """16.2 A card is needed: when the pile is empty, shuffle the discards into a new one (R27)."""
    if s.treason_pile:
        return
    count = len(s.treason_discard)
    s.treason_pile = yield from shuffled("treason cards", s.treason_discard, rule="16.2")
    s.treason_discard = []
    tell(s, Event("treason_reshuffled", "16.2", {"count": count}))


# ------------------------------------------------------------------ refills


def mix_back(s: State) -> Flow[None]:
    """12.2 The cards put aside by an exchange are shuffled together with the draw pile."""
    if s.aside:
        s.draw_pile = yield from shuffled("draw pile", [*s.draw_pile, *s.aside], rule="12.2")
        s.aside = []


def refill_treason_row(s: State) -> Flow[None]:
    """12.3 Turn up treason cards until the row is full."""
    new: list[Json] = []
    while len(s.treason_row) < s.board.numbers.treason_row:
        yield from renew_treason_pile(s)
        card = s.treason_pile.pop()
        s.treason_row.append(card)
        new.append(card)
    if new:
        tell(s, Event("treason_row_refilled", "12.3", {"cards": new}))


def refill_row(s: State) -> bool:
    """12.4 Turn up attribute cards until the row is full; False when the revolution card came up."""
    new: list[Json] = []
    revolution = False
    while len(s.row) < s.board.numbers.row and not revolution:
        card = next_card(s)
        revolution = card == REVOLUTION
        if not revolution:
            s.row.append(card)
            new.append(card)
    if new:
        tell(s, Event("row_refilled", "12.4", {"cards": new}))
    return not revolution
