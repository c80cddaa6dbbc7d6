"""9.6 Payment of declarations of war and interventions.

`payment` (all debtors together): do="pay", card; one order for each card. What the cards have too much is lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from engine.core.decision import Decision, Draw, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, listed, question
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power
from engine.here_i_stand.war import payable_cards

PAY: Final = "pay"


def pay_bills(s: HisState, bills: Mapping[Power, int]) -> Flow[None]:
    """9.6 D18: all who owe CP choose cards in secret, and reveal them together."""
    answers = yield from ask_each([_question_of(s, power, owed) for power, owed in bills.items()])
    for power, answer in answers.items():
        cards = _named(listed(answer, partial(_default, s, power, bills[power])))
        for card in cards:
            s.spend(power, card)
        numbers: list[Json] = list(cards)
        tell(s, Event("war_paid", "9.6", {"power": power, "count": bills[power], "cards": numbers}))


def cheapest(s: HisState, power: Power, owed: int) -> list[CardNumber]:
    """D18: the cheapest set of cards that is enough, one without home card before others, then the fewest cards. None
    where all together are not enough."""
    cards = payable_cards(s, power)
    home = s.powers[power].home_cards

    def worth(some: Sequence[CardNumber]) -> tuple[bool, int, int]:
        return any(card in home for card in some), _cp(s, some), len(some)

    sets = [list(some) for size in range(1, len(cards) + 1) for some in combinations(cards, size)]
    return min((some for some in sets if _cp(s, some) >= owed), key=worth, default=[])


def _cp(s: HisState, cards: Sequence[CardNumber]) -> int:
    return sum(s.board.cards[card].cp for card in cards)


# ------------------------------------------------------------------ the question


def _question_of(s: HisState, power: Power, owed: int) -> Decision[OrderAnswer]:
    def why_not(wish: Alternative) -> Reason | None:
        facts: dict[str, Json] = {"power": power, "card": wish["card"]}
        if wish["do"] != PAY:
            return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
        if wish["card"] in payable_cards(s, power):
            return None
        held = wish["card"] in s.powers[power].hand
        return Reason("mandatory_card_for_cp" if held else "card_not_held", "6.1", facts)

    def fault(orders: list[Order]) -> Reason | None:
        reasons = [why_not(order[0]) for order in orders]
        if any(reasons):
            return next(reason for reason in reasons if reason is not None)
        cards = _named(orders)
        if len(cards) != len(orders):
            return Reason("card_named_twice", "9.6", {"power": power})
        if _cp(s, cards) < owed:
            return Reason("not_enough_cp", "9.6", {"power": power, "count": owed, "left": _cp(s, cards)})
        return None

    ways = [blank("payment", do=PAY, card=card) for card in payable_cards(s, power)]
    return question(
        s, "payment", power, lambda: ways, lambda: _default(s, power, owed), why=why_not, fault=fault,
        facts={"power": power, "count": owed},
        sampler=lambda draw: _sampled(s, power, owed, draw),
    )  # fmt: skip


def _default(s: HisState, power: Power, owed: int) -> list[Order]:
    return [[blank("payment", do=PAY, card=card)] for card in cheapest(s, power, owed)]


def _sampled(s: HisState, power: Power, owed: int, draw: Draw) -> OrderAnswer:
    """The cheapest cards, or all there are."""
    if draw(2):
        return _default(s, power, owed) or "default"
    return [[blank("payment", do=PAY, card=card)] for card in payable_cards(s, power)]


def _named(orders: Sequence[Order]) -> list[CardNumber]:
    cards = [order[0]["card"] for order in orders if isinstance(order[0]["card"], int)]
    return [CardNumber(card) for card in dict.fromkeys(cards) if isinstance(card, int)]
