"""The order language of Heads of State: the orders of a turn (19.2, 19.3), and the cards to keep (19.5)."""

from __future__ import annotations

from typing import Final

from engine.core.decision import AnyDecision
from engine.core.options import Alternative, Order
from orders.chance_words import with_chance_words
from orders.heads_of_state import reading
from orders.heads_of_state import words as w
from orders.heads_of_state.verbs import KEEP, TURN, VERBS
from orders.heads_of_state.writing import restate, write, write_order
from orders.language import Clause, GameLanguage, Nesting

NESTING: Final = Nesting(
    if_words=w.IF,
    else_words=w.ELSE,
    or_words=w.OR,
    and_words=w.AND,
    before_names=w.FOR | w.AT | w.ON | w.PLUS,
    clauses=(
        Clause("HAVE", w.HAVE, reading.have),
        Clause("LACK", w.LACK, reading.lack),
        Clause("FREE", w.FREE, reading.free),
        Clause("DONE", w.DONE, reading.done, follows=True),
        Clause("FAILS", w.FAILS, reading.fails, follows=True),
    ),
    silent=w.SILENT,
    compounds=w.COMPOUNDS,
)

STANDING_FACTS: Final = {
    **dict.fromkeys(("round", "runde", "manche", "ronda", "kor", "fordulo"), "round"),
    **dict.fromkeys(("attributes_over", "attributes", "over", "folosleg"), "attributes_over"),
    **dict.fromkeys(("treason_over", "treason", "verrat", "trahison", "traicion", "arulas"), "treason_over"),
}
"""19.5 What a condition of a standing list may speak of: the round, and how many cards are too many."""


def takes(decision: AnyDecision, order: Order) -> bool:
    """Each question is asked once at a time."""
    return True


def listed(kind: str, alternative: Alternative) -> bool:
    """A form lists what can be placed and struck; options and takes stand in its lines on how orders are written."""
    return kind == KEEP or alternative["do"] in ("place", "use")


LANGUAGE: Final = with_chance_words(
    GameLanguage(
        name="heads_of_state",
        verbs=VERBS,
        phases={},
        phases_of_turn_0={},
        write=write,
        restate=restate,
        takes=takes,
        fixed_defaults=frozenset({TURN, KEEP}),
        nesting=NESTING,
        by_turn=frozenset({TURN}),
        sent_back=frozenset({TURN, KEEP}),
        standing={KEEP: STANDING_FACTS},
        seat_word="SEAT",
        seat_words=frozenset(
            {"seat", "colour", "color", "family", "farbe", "couleur", "familie", "famille", "szin", "csalad"}
        ),
        seat_fact="seat",
        most_listed=24,
        listed=listed,
        write_order=write_order,
    )
)
