"""Here I Stand as the judge uses it: rules, order language, form and report joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.decision import AnyDecision, Seat
from engine.core.events import Event
from engine.core.table import Rules
from engine.here_i_stand.board.board import Board
from engine.here_i_stand.terms import Clock, Phase
from orders.here_i_stand import LANGUAGE
from orders.here_i_stand.words import HisLexicon
from pbem.game_box import Pace, Position
from pbem.games.here_i_stand.card_help import card_help, card_of_topic
from pbem.games.here_i_stand.report import render
from pbem.games.here_i_stand.words import HisWords
from pbem.ordered_box import OrderedBox
from pbem.reports.facts import Rendered, ReportFacts

PHASES = tuple(Phase)


class HereIStandBox(OrderedBox):
    """See pbem.game_box.GameBox."""

    name = "here_i_stand"
    language = LANGUAGE
    data_file = "here_i_stand.toml"

    def make_board(self, text: str) -> Board:
        return Board.load(text)

    def make_lexicon(self, board: Any) -> HisLexicon:
        return HisLexicon(board)

    def make_catalogue(self, language: str, board: Any) -> HisWords:
        return HisWords(language, board)

    def turn_and_phase(self, state: Any) -> tuple[int, int]:
        return int(state.turn), PHASES.index(state.phase) + 1

    def moment(self, state: Any) -> str:
        """Turn, phase, and whose impulse it is: "turn 3, action, impulse 17 (france)"."""
        words = f"turn {state.turn}, {state.phase.replace('_', ' ')}"
        if state.impulse is None or state.phase is not Phase.ACTION:
            return words
        return f"{words}, impulse {state.impulses} ({state.impulse.power})"

    def pace(self, state: Any) -> Pace:
        """A window waits `response_hold` hours, and nobody but those who are asked sees that it is open (cards.md 9);
        the rest of an impulse goes on under the deadline of its first letter."""
        if state.clock is Clock.STANDING:
            return Pace(kind="hours", hours=0, quiet=True)
        if state.clock is Clock.RESPONSE:
            return Pace(kind="hours", hours=state.response_hold, quiet=True)
        return Pace(kind="same") if state.clock is Clock.SAME else Pace()

    def ask_line(self, decision: AnyDecision, language: str, data_text: str | None) -> str:
        """With the power that is asked: a player may have two."""
        line = super().ask_line(decision, language, data_text)
        return self.catalogue(language, data_text).say("ask.of_power", power=str(decision.seat), question=line)

    def help(self, topic: str, language: str, data_text: str | None) -> Sequence[str]:
        """HELP for a card is its text in our words."""
        card = card_of_topic(topic)
        if card is None:
            return super().help(topic, language, data_text)
        words = self.catalogue(language, data_text)
        assert isinstance(words, HisWords)
        return card_help(words, card)

    def report_facts(
        self, rules: Rules[Any], state: Any, position: Position, events: Sequence[Event], known: Mapping[str, Any]
    ) -> ReportFacts:
        """A player with two powers sees both hands."""
        facts = super().report_facts(rules, state, position, events, known)
        others = [rules.view(state, Seat(seat))["own"] for seat in position.seats[1:]]
        own = [*facts.view["own"], *(hand for hands in others if isinstance(hands, list) for hand in hands)]
        return replace(facts, view={**facts.view, "own": own})

    def render(self, facts: ReportFacts) -> Rendered:
        return render(facts)


BOX = HereIStandBox()
