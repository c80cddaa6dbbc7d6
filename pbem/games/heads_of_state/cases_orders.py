"""Order lines of a case: read as in a letter, one mail for each ORDERS block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.core.decision import IllegalOrder, Reason
from engine.core.options import Order
from engine.heads_of_state.board import Board
from orders.grammar import read_order
from orders.heads_of_state import LANGUAGE
from orders.heads_of_state.words import HeadsLexicon
from orders.words import OrderFault
from pbem.case_text import Line


@dataclass(frozen=True, slots=True)
class Mail:
    """The orders of one seat for one question; None for DEFAULT."""

    seat: str
    orders: list[Order] | None


def read_mail(board: Board, seat: str, lines: Sequence[Line]) -> tuple[Mail, list[Reason]]:
    """The orders of these lines, and why some of them are none."""
    lexicon = _lexicon(board)
    orders: list[Order] = []
    refused: list[Reason] = []
    for line in lines:
        try:
            ordered = read_order(line.text, LANGUAGE, lexicon)
        except (OrderFault, IllegalOrder) as fault:
            refused.append(fault.reason)
            continue
        if ordered.given == "default":
            return Mail(seat, None), refused
        orders += ordered.given
    return Mail(seat, orders), refused


@lru_cache(maxsize=8)
def _lexicon(board: Board) -> HeadsLexicon:
    return HeadsLexicon(board)
