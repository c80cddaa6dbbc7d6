"""What the tests of the order language share: our board, its lexicon, and questions made by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.decision import AnyDecision, Decision, Reason, Seat
from engine.core.options import Alternative, Many, Order, OrderList
from engine.dutch_revolt.board import Board
from orders.dutch_revolt import LANGUAGE
from orders.dutch_revolt.words import DutchLexicon
from orders.grammar import ParsedLetter, parse
from orders.letter_body import read
from orders.matching import Assembly, Kept, assemble

BOARD = Board.ours()
LEXICON = DutchLexicon(BOARD)


def letter(text: str) -> ParsedLetter:
    return parse(read(text), LANGUAGE, LEXICON)


def question(
    kind: str,
    seat: str = "reformers",
    *,
    many: Many = Many.ANY,
    fault: Callable[[list[Order]], Reason | None] = lambda orders: None,
    trial: Callable[[list[Order]], list[Reason | None]] = lambda orders: [None] * len(orders),
    concrete: Sequence[Order] = (),
    choices: Sequence[Alternative] = (),
    about: str = "",
    facts: dict[str, object] | None = None,
) -> AnyDecision:
    fields = {
        "recruit": ("region", "count"),
        "city_tax": ("level",),
        "new_units": ("to", "count", "square"),
        "turn_order": ("where", "faction"),
        "move_army": ("from", "to", "count"),
        "arrange": ("province", "faction", "count", "from", "to"),
        "influence": ("province", "spot", "faction"),
        "overflow": ("from", "to", "count"),
        "loyalty": ("city", "count"),
    }[kind]
    options = OrderList(fields, many, fault, trial, lambda: list(concrete), lambda: list(choices))
    return Decision(
        kind=kind, seat=Seat(seat), rule="9", options=options, default="default", about=about, facts=facts or {}
    )  # type: ignore[arg-type]


def judged(
    text: str,
    asked: Sequence[AnyDecision],
    kept: Sequence[Kept] = (),
    *,
    turn: int = 2,
    phase: int = 4,
    seats: Sequence[str] = ("reformers",),
) -> Assembly:
    return assemble(
        letter(text), asked, kept, turn, phase, language=LANGUAGE, seats=[Seat(s) for s in seats], game="gouda"
    )
