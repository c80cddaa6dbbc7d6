"""What the tests of the orders of Heads of State share: our board, its lexicon, and questions made by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.decision import AnyDecision, Decision, Reason, Seat, Timing
from engine.core.options import Alternative, Many, Order, OrderList
from engine.heads_of_state.board import Board
from orders.grammar import ParsedLetter, parse, read_order
from orders.heads_of_state import LANGUAGE
from orders.heads_of_state.reading import FIELDS
from orders.heads_of_state.words import HeadsLexicon
from orders.letter_body import read
from orders.matching import Assembly, Kept, assemble

BOARD = Board.ours()
LEXICON = HeadsLexicon(BOARD)
FIELDS_OF = {"turn": FIELDS, "keep": ("do", "card")}


def letter(text: str) -> ParsedLetter:
    return parse(read(text), LANGUAGE, LEXICON)


def short(orders: Any) -> Any:
    """Orders without the fields that say nothing."""
    if orders == "default":
        return orders
    return [[{k: v for k, v in a.items() if v is not None} for a in order] for order in orders]


def given(text: str) -> Any:
    """What one line orders, without the fields that say nothing."""
    return short(read_order(text, LANGUAGE, LEXICON).given)


def question(
    kind: str = "turn",
    seat: str = "red",
    *,
    about: str = "",
    fault: Callable[[list[Order]], Reason | None] = lambda orders: None,
    trial: Callable[[list[Order]], list[Reason | None]] = lambda orders: [None] * len(orders),
    concrete: Sequence[Order] = (),
    choices: Sequence[Alternative] = (),
) -> AnyDecision:
    options = OrderList(FIELDS_OF[kind], Many.ANY, fault, trial, lambda: list(concrete), lambda: list(choices))
    timing = Timing.RESPONSE if kind == "keep" else Timing.IMPULSE
    return Decision(
        kind=kind, seat=Seat(seat), rule="6", options=options, default="default", about=about, timing=timing
    )  # type: ignore[arg-type]


def judged(
    text: str,
    asked: Sequence[AnyDecision] = (),
    kept: Sequence[Kept] = (),
    *,
    turn: int = 17,
    phase: int = 1,
    seat: str = "red",
    next_turns: Mapping[str, int] | None = None,
) -> Assembly:
    coming = {Seat(name): number for name, number in (next_turns or {}).items()}
    return assemble(
        letter(text), asked, kept, turn, phase, language=LANGUAGE, seats=[Seat(seat)], game="gouda", next_turns=coming
    )
