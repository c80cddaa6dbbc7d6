"""What the tests of the orders of Here I Stand share: our board, its lexicon, and questions made by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.core.decision import AnyDecision, Decision, Json, Reason, Seat
from engine.core.options import Alternative, Order, OrderList
from engine.here_i_stand.kinds import KINDS
from orders.grammar import ParsedLetter, parse, read_order
from orders.here_i_stand import LANGUAGE
from orders.here_i_stand.words import HisLexicon
from orders.letter_body import read
from orders.matching import Assembly, Kept, assemble
from tests.engine.here_i_stand.boards import our_board

BOARD = our_board()
LEXICON = HisLexicon(BOARD)
LAND: Final = ("regulars", "mercenaries", "cavalry")


def letter(text: str) -> ParsedLetter:
    return parse(read(text), LANGUAGE, LEXICON)


def short(orders: Any) -> Any:
    """Orders without the fields that say nothing."""
    if orders == "default":
        return orders
    return [[normal(alternative) for alternative in order] for order in orders]


def normal(alternative: Alternative) -> Alternative:
    """Without fields that say nothing: where some units are named, others are none."""
    found = {name: value for name, value in alternative.items() if value is not None}
    if any(found.get(name) is not None for name in (*LAND, "minors")):
        nobody = {**dict.fromkeys(LAND, 0), "minors": "genoa 0"}
        found = {name: value for name, value in ({**nobody, **found}).items() if nobody.get(name) != value}
        found.setdefault("regulars", 0)
    if found.get("corsairs") == 0:
        del found["corsairs"]
    return found


def given(text: str) -> Any:
    """What one line orders, without the fields that say nothing."""
    return short(read_order(text, LANGUAGE, LEXICON).given)


def question(
    kind: str = "impulse",
    seat: str = "ottoman",
    *,
    about: str = "",
    fault: Callable[[list[Order]], Reason | None] = lambda orders: None,
    trial: Callable[[list[Order]], list[Reason | None]] = lambda orders: [None] * len(orders),
    concrete: Sequence[Order] = (),
    choices: Sequence[Alternative] = (),
    facts: Mapping[str, Json] | None = None,
) -> AnyDecision:
    known = KINDS[kind]
    options = OrderList(known.fields, known.many, fault, trial, lambda: list(concrete), lambda: list(choices))
    return Decision(
        kind=kind, seat=Seat(seat), rule=known.rule, options=options, default="default", about=about,
        facts=dict(facts or {}), timing=known.timing,
    )  # fmt: skip


def judged(
    text: str,
    asked: Sequence[AnyDecision] = (),
    kept: Sequence[Kept] = (),
    *,
    turn: int = 3,
    phase: int = 6,
    seats: Sequence[str] = ("ottoman",),
) -> Assembly:
    return assemble(
        letter(text), asked, kept, turn, phase, language=LANGUAGE, seats=[Seat(seat) for seat in seats], game="rome"
    )
