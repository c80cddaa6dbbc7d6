"""Section 13: the revolution, the end of a round, and section 15: the end of the game."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask_all
from engine.heads_of_state import influence, keeping, scoring, setup, taking, winners
from engine.heads_of_state.hands import NO_WISHES, Wishes, cut_down
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import KEEP, ROUND_CHANGE

State = HeadsState

BY_TAKE: Final = "take"
BY_REFILL: Final = "refill"


def revolution(s: State, how: str, wishes: Wishes | None) -> Flow[None]:
    """13 The revolution card is uncovered: the round ends, and after the last one the game (13.2, 15.1).

    `wishes` are the KEEP and DISCARD lines of the active seat's orders for this turn; None when there are none.
    """
    s.going.revolution = True
    tell(s, Event("revolution", "13.1", {"round": s.board.rounds[s.round], "how": how}))
    influence.score_round(s)
    if s.round == len(s.board.rounds) - 1:
        _end_game(s)
        return
    s.round += 1
    tell(s, Event("round_begins", "13.3", {"round": s.board.rounds[s.round]}))
    yield from _discard(s, wishes)
    yield from _deal_anew(s)


def _end_game(s: State) -> None:
    """15 Final scoring; most points win."""
    scoring.final_scoring(s)
    s.over = True
    won: list[Json] = list(winners.winners(s))
    tell(s, Event("game_ends", "15.2", {"winners": won}))


def _discard(s: State, wishes: Wishes | None) -> Flow[None]:
    """13.3c Everybody discards down to the limits at the same time; nobody sees another's choice before."""
    phase, clock = s.phase, s.clock
    s.phase, s.clock = ROUND_CHANGE, KEEP
    over = [seat for seat in s.order if keeping.over_limits(s, seat)]
    asked = [keeping.question(s, seat) for seat in over if seat != s.active or wishes is None]
    answers = yield from ask_all(asked)
    chosen = {str(decision.seat): keeping.wishes_in(answers[decision.key]) for decision in asked}
    if wishes is not None:
        chosen[s.active] = wishes
    numbers = s.board.numbers
    for seat in s.order:
        attributes, treason = numbers.round_end_attributes, numbers.round_end_treason
        cut_down(s, seat, attributes, treason, chosen.get(seat, NO_WISHES), rule="13.3")
    s.phase, s.clock = phase, clock


def _deal_anew(s: State) -> Flow[None]:
    """13.3d, 13.3e: a new draw pile, revolution pile and row; a new treason row."""
    lying = [*s.draw_pile, *s.revolution_pile, *s.row, *s.aside, *s.discard]
    index = s.board.attribute_index
    yield from setup.lay_out(s, sorted((card for card in lying if card in index), key=index.__getitem__), rule="13.3")
    s.treason_discard += s.treason_row
    s.treason_row = []
    for _ in range(s.board.numbers.treason_row):
        yield from taking.renew_treason_pile(s)
        s.treason_row.append(s.treason_pile.pop())
    setup.tell_rows(s, rule="13.3")
