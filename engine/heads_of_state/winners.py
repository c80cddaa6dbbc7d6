"""15.2 Who has won."""

from __future__ import annotations

from engine.heads_of_state.state import HeadsState as State
from engine.heads_of_state.terms import SeatId


def winners(s: State) -> list[SeatId]:
    """15.2 Most points; a tie is broken down the ranks, kings first; who is still level shares the win (R26)."""
    totals = s.totals()
    best = max(totals.values())
    counts = {seat: _by_rank(s, seat) for seat in s.order if totals[seat] == best}
    most = max(counts.values())
    return [seat for seat, count in counts.items() if count == most]


def _by_rank(s: State, seat: SeatId) -> list[int]:
    """R25 Noble cards, or living nobles on the map, in the order in which the ranks break a tie."""
    if s.board.switches.R25_winner_tie_counts == "nobles_on_map":
        living = [rank for _, rank in s.living(seat)]
        return [living.count(rank) for rank in s.board.winner_tie]
    cards = s.families[seat].noble_cards
    return [cards.get(rank, 0) for rank in s.board.winner_tie]
