"""The Dutch Revolt as the judge uses it: rules, order language, form and report joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.dutch_revolt.board import Board
from engine.dutch_revolt.sequence import settled, upcoming
from orders.dutch_revolt import LANGUAGE
from orders.dutch_revolt.words import DutchLexicon
from pbem.games.dutch_revolt.report import render
from pbem.games.dutch_revolt.words import DutchWords
from pbem.ordered_box import OrderedBox
from pbem.reports.facts import Coming, Rendered, ReportFacts


class DutchRevoltBox(OrderedBox):
    """See pbem.game_box.GameBox."""

    name = "dutch_revolt"
    language = LANGUAGE

    def make_board(self, text: str) -> Board:
        return Board.load(text)

    def make_lexicon(self, board: Any) -> DutchLexicon:
        return DutchLexicon(board)

    def make_catalogue(self, language: str, board: Any) -> DutchWords:
        return DutchWords(language, board)

    def settled(self, state: Any) -> Sequence[str]:
        return settled(state)

    def coming(self, state: Any, seats: Sequence[str]) -> list[Coming]:
        """Each phase once."""
        found: dict[int, int] = {}
        for seat in seats:
            for one in upcoming(state, seat):
                found[one.phase] = min(one.after, found.get(one.phase, one.after))
        return [Coming(phase=phase, after=after) for phase, after in sorted(found.items())]

    def render(self, facts: ReportFacts) -> Rendered:
        return render(facts)


BOX = DutchRevoltBox()
