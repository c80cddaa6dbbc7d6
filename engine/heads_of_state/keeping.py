"""19.5 The question which cards to keep at a change of round, and what KEEP and DISCARD lines wish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from engine.core.decision import Decision, Draw, Json, Reason, Seat, Timing
from engine.core.options import Alternative, Many, Order, OrderAnswer, OrderList
from engine.heads_of_state.hands import NO_WISHES, Wishes, attributes_to_go, treason_to_go
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import SeatId

State = HeadsState

FIELDS: Final = ("do", "card")
KEEP: Final = "keep"
DISCARD: Final = "discard"
VERBS: Final = (KEEP, DISCARD)


def wishes_of(alternatives: Iterable[Alternative]) -> Wishes:
    """What KEEP lines (best first) and DISCARD lines (worst first) wish, in the order written."""
    keep: list[str] = []
    discard: list[str] = []
    for alternative in alternatives:
        (keep if alternative["do"] == KEEP else discard).append(str(alternative["card"]))
    return Wishes(tuple(keep), tuple(discard))


def over_limits(s: State, seat: SeatId) -> bool:
    """13.3c Whether a seat holds more than may be carried into the next round; hand sizes are public."""
    attributes, treason = s.hand_sizes(seat)
    numbers = s.board.numbers
    return attributes > numbers.round_end_attributes or treason > numbers.round_end_treason


def wishes_in(answer: OrderAnswer) -> Wishes:
    """The wishes of an answer to `keep`."""
    if answer == "default":
        return NO_WISHES
    return wishes_of(alternative for order in answer for alternative in order)


def question(s: State, seat: SeatId) -> Decision[OrderAnswer]:
    """D11 Which cards a seat keeps at the change of round."""
    return Decision(
        kind=KEEP,
        seat=Seat(seat),
        rule="13.3",
        options=OrderList(
            fields=FIELDS,
            many=Many.ANY,
            fault=lambda orders: _fault(s, orders),
            trial=lambda orders: _trial(s, seat, orders),
            concrete=lambda: _concrete(s, seat),
            choices=lambda: _choices(s, seat),
            sampler=lambda draw: _sample(s, seat, draw),
        ),
        default="default",
        facts=lambda: _facts(s, seat),
        timing=Timing.RESPONSE,
    )


def card_fault(s: State, alternative: Alternative) -> Reason | None:
    """Why a KEEP or DISCARD line can never be right."""
    card = alternative["card"]
    if card in s.board.attributes or card in s.board.treason:
        return None
    return Reason("unknown_name", "", {"what": "card", "given": card})


def _fault(s: State, orders: list[Order]) -> Reason | None:
    for order in orders:
        for alternative in order:
            if alternative["do"] not in VERBS:
                return Reason("unknown_name", "", {"what": "do", "given": alternative["do"]})
            if (reason := card_fault(s, alternative)) is not None:
                return reason
    return None


def _trial(s: State, seat: SeatId, orders: list[Order]) -> list[Reason | None]:
    """Which lines name a card that the hand has not, or not once more."""
    family = s.families[seat]
    left = {verb: Counter(family.hand) + Counter(family.treason) for verb in VERBS}
    results: list[Reason | None] = []
    for order in orders:
        lacking: list[Json] = []
        for alternative in order:
            held, card = left[str(alternative["do"])], str(alternative["card"])
            held[card] -= 1
            if held[card] < 0:
                lacking.append(card)
        results.append(Reason("no_such_card_in_hand", "19.5", {"cards": lacking}) if lacking else None)
    return results


def _concrete(s: State, seat: SeatId) -> list[Order]:
    """19.6 as DISCARD lines."""
    numbers = s.board.numbers
    gone = [
        *attributes_to_go(s, seat, numbers.round_end_attributes, NO_WISHES),
        *treason_to_go(s, seat, numbers.round_end_treason, NO_WISHES),
    ]
    return [[{"do": DISCARD, "card": card}] for card in gone]


def _choices(s: State, seat: SeatId) -> list[Alternative]:
    family = s.families[seat]
    kinds = dict.fromkeys([*family.hand, *family.treason])
    return [{"do": verb, "card": card} for verb in VERBS for card in kinds]


def _sample(s: State, seat: SeatId, draw: Draw) -> OrderAnswer:
    """The default, or a part of the hand in some order, best first, now and then with a card to be rid of."""
    if draw(4) == 0:
        return "default"
    family = s.families[seat]
    cards = [*family.hand, *family.treason]
    orders: list[Order] = []
    for _ in range(draw(len(cards) + 1)):
        card = cards.pop(draw(len(cards)))
        orders.append([{"do": KEEP if draw(4) else DISCARD, "card": card}])
    return orders


def _facts(s: State, seat: SeatId) -> dict[str, Json]:
    """What the prompt may say: the seat's own hand and what is public."""
    numbers, family = s.board.numbers, s.families[seat]
    hand: list[Json] = list(family.hand)
    treason: list[Json] = list(family.treason)
    return {
        "round": s.board.rounds[s.round],
        "hand": hand,
        "treason": treason,
        "attributes_limit": numbers.round_end_attributes,
        "treason_limit": numbers.round_end_treason,
        "attributes_over": max(0, len(hand) - numbers.round_end_attributes),
        "treason_over": max(0, len(treason) - numbers.round_end_treason),
    }
