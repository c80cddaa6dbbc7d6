"""Heads of State as the judge uses it: rules, order language, form and report joined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.heads_of_state.board import Board
from engine.heads_of_state.terms import FRESH, KEEP, SAME
from orders.heads_of_state import LANGUAGE
from orders.heads_of_state.words import HeadsLexicon
from pbem.game_box import Pace
from pbem.games.heads_of_state.report import GOING_ON, KEEP_PHASE, render
from pbem.games.heads_of_state.words import HeadsWords
from pbem.ordered_box import OrderedBox
from pbem.reports.facts import Rendered, ReportFacts


class HeadsOfStateBox(OrderedBox):
    """See pbem.game_box.GameBox."""

    name = "heads_of_state"
    language = LANGUAGE

    def make_board(self, text: str) -> Board:
        return Board.load(text)

    def make_lexicon(self, board: Any) -> HeadsLexicon:
        return HeadsLexicon(board)

    def make_catalogue(self, language: str, board: Any) -> HeadsWords:
        return HeadsWords(language, board)

    def turn_and_phase(self, state: Any) -> tuple[int, int]:
        return int(state.number), int(state.phase)

    def moment(self, state: Any) -> str:
        """Turn, round and whose turn it is: "turn 17 (1689), Red"."""
        seat, name = str(state.active).capitalize(), state.board.rounds[state.round]
        if state.phase == KEEP_PHASE:
            return f"turn {state.number} ({name} begins), {seat}"
        return f"turn {state.number} ({name}), {seat}{' goes on' if state.phase == GOING_ON else ''}"

    def pace(self, state: Any) -> Pace:
        """19.4, 19.5 A turn has one deadline, with a grace after WAIT; a change of round has one of its own. Nobody but
        those who are asked learns of either before the turn is over."""
        if state.clock == KEEP:
            return Pace(kind="hours", hours=state.keep_hours, quiet=True)
        if state.clock == SAME:
            return Pace(kind="same", grace=0 if state.turn and state.turn.grace_used else state.grace_hours, quiet=True)
        assert state.clock == FRESH
        return Pace(kind="fresh", quiet=state.turn is not None and state.turn.stage > 1)

    def next_turns(self, state: Any) -> Mapping[str, int]:
        """Turns go clockwise from the active seat (5.2)."""
        if state.over or not state.number:
            return {}
        seats, now = state.order, state.order.index(state.active)
        return {seat: state.number + ((place - now - 1) % len(seats)) + 1 for place, seat in enumerate(seats)}

    def render(self, facts: ReportFacts) -> Rendered:
        return render(facts)


BOX = HeadsOfStateBox()
