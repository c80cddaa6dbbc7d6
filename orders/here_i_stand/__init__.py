"""The order language of Here I Stand: scripts of an impulse, answers to the windows of others, diplomacy by letter."""

from __future__ import annotations

from typing import Final

from engine.core.decision import AnyDecision, Timing
from engine.core.options import Order, OrderList
from engine.here_i_stand.impulse import MOST_ORDERS
from engine.here_i_stand.kinds import KINDS
from engine.here_i_stand.terms import Phase
from orders.chance_words import with_chance_words
from orders.here_i_stand import keywords as w
from orders.here_i_stand import reading
from orders.here_i_stand.conditions import facts_of, value_of
from orders.here_i_stand.remarks import is_listed, offers, remarks
from orders.here_i_stand.restating import restate
from orders.here_i_stand.verbs import IMPULSE, VERBS
from orders.here_i_stand.words import topic_of
from orders.here_i_stand.writing import write, write_order
from orders.language import Clause, GameLanguage, Nesting

NESTING: Final = Nesting(
    if_words=w.IF,
    else_words=w.ELSE,
    or_words=w.OR,
    and_words=w.AND,
    before_names=w.BEFORE_NAMES,
    clauses=(
        Clause("DONE", w.DONE, reading.done, follows=True),
        Clause("FAILS", w.FAILS, reading.fails, follows=True),
        Clause("CP", w.CP, reading.cp_left),
    ),
    silent=w.SILENT,
    compounds=w.COMPOUNDS,
)


def phase_number(phase: Phase) -> int:
    """1 to 9, as the rules number them (7)."""
    return list(Phase).index(phase) + 1


def _in(phase: Phase, *kinds: str) -> dict[str, int]:
    return dict.fromkeys(kinds, phase_number(phase))


PHASES: Final = {
    **_in(Phase.CARD_DRAW, "leader_enters"),
    **_in(Phase.DIPLOMACY, "propose", "ratify", "give_units", "peace", "peace_terms", "ransom", "absolution", "war"),
    **_in(Phase.DIPLOMACY, "payment"),
    **_in(Phase.DIET_OF_WORMS, "diet"),
    **_in(Phase.SPRING_DEPLOYMENT, "spring_deployment"),
    **_in(Phase.ACTION, IMPULSE),
    **_in(Phase.WINTER, "winter_land", "winter_ships"),
    **_in(Phase.VICTORY_DETERMINATION, "stop"),
}
"""Kind -> the phase in which it is asked. All others may be asked at any time."""
ANY_TIME: Final = frozenset(KINDS) - PHASES.keys()
STANDING: Final = {kind.name: facts_of(kind.name) for kind in KINDS.values() if kind.timing is Timing.RESPONSE}
"""What may be answered beforehand: every interruption, with the facts that conditions may speak of."""


def takes(decision: AnyDecision, order: Order) -> bool:
    """Whether an order is an answer to this question; those of one kind come again and again."""
    options = decision.options
    if decision.kind not in ANY_TIME or not isinstance(options, OrderList):
        return True
    fields = options.fields
    filled = [dict.fromkeys(fields) | alternative for alternative in order]
    return all(len(one) == len(fields) for one in filled) and options.why_not([filled]) is None


LANGUAGE: Final = with_chance_words(
    GameLanguage(
        name="here_i_stand",
        verbs=VERBS,
        phases=PHASES,
        phases_of_turn_0={},
        write=write,
        restate=restate,
        takes=takes,
        fixed_defaults=frozenset(KINDS),
        nesting=NESTING,
        by_turn=frozenset({IMPULSE}),
        sent_back=frozenset(KINDS),
        standing=STANDING,
        any_time=ANY_TIME,
        standing_value=value_of,
        remarks=remarks,
        topic=topic_of,
        seat_word="POWER",
        seat_words=frozenset({"power", "seat", "macht", "hatalom", "valta", "держава"}),
        seat_fact="asked",
        most_orders={IMPULSE: MOST_ORDERS},
        most_listed=24,
        listed=is_listed,
        offers=offers,
        openings={"begin_with_a_card": frozenset({"PLAY", "PASS"})},
        write_order=write_order,
    )
)
