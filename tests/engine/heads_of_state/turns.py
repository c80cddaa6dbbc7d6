"""Flows driven by hand: answers and chance are given by the test, questions and events are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.decision import AnyDecision, Json, Seat
from engine.core.flow import Chance, Flow
from engine.core.options import Alternative, Order
from engine.heads_of_state import turn
from engine.heads_of_state.script import blank
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import REVOLUTION
from tests.engine.heads_of_state.noble_table import named

Answers = dict[str, list[Json]]


class Game:
    """Drives flows on a position. `answers` holds, for each key, what is answered one time after the other; chance
    gives `dice` in turn, then the first of everything: shuffles leave the cards as they lie."""

    def __init__(self, state: HeadsState, answers: Answers | None = None, dice: Sequence[Sequence[int]] = ()) -> None:
        self.state = state
        self.answers = answers or {}
        self.dice = [list(drawn) for drawn in dice]
        self.asked: list[AnyDecision] = []
        self.facts: list[dict[str, Json]] = []
        self.clocks: list[str] = []

    def run(self, flow: Flow[Any]) -> Any:
        """To its end."""
        reply: Any = None
        while True:
            try:
                request = flow.send(reply)
            except StopIteration as end:
                return end.value
            if isinstance(request, Chance):
                reply = self.dice.pop(0) if self.dice else [1] * len(request.sizes)
                assert len(reply) == len(request.sizes), request.key
                continue
            self.clocks.append(self.state.clock)
            reply = {decision.key: self._answer(decision) for decision in request.decisions}

    def _answer(self, decision: AnyDecision) -> Any:
        self.asked.append(decision)
        self.facts.append(dict(decision.facts))
        assert self.answers.get(decision.key), f"{decision.key} is asked, answers are {self.answers}"
        choice = decision.options.from_json(self.answers[decision.key].pop(0))
        assert decision.options.why_not(choice) is None, decision.options.why_not(choice)
        return choice

    def events(self, *kinds: str) -> list[dict[str, Json]]:
        """The facts of the events of these kinds."""
        return [dict(event.facts) for event in self.state.events if event.kind in kinds]

    @property
    def told(self) -> list[str]:
        """The kinds of all events."""
        return [event.kind for event in self.state.events]


def play_turn(state: HeadsState, *stages: Json, dice: Sequence[Sequence[int]] = (), **keep: Json) -> Game:
    """The active seat's turn; a script for each time it is asked, and answers to `keep` by seat."""
    seat = state.active
    answers: Answers = {
        f"turn/{number}@{seat}" if number > 1 else f"turn@{seat}": [script]
        for number, script in enumerate(stages, start=1)
    }
    answers |= {f"keep@{other}": [given] for other, given in keep.items()}
    game = Game(state, answers, dice)
    game.run(turn.play(state))
    left = {key: given for key, given in game.answers.items() if given}
    assert not left, f"never asked: {left}"
    return game


# ---------------------------------------------------------------------- orders in short


def option(name: str) -> Any:
    return [blank(do="option", card=name)]


def take(*wishes: str) -> Any:
    return [blank(do="take", card=wish) for wish in wishes]


def plot(*wishes: str) -> Any:
    return [blank(do="treason", card=wish) for wish in wishes]


def place(rank: str, area: str, **more: str) -> Any:
    return [blank(do="place", rank=rank, area=area, **more)]


def use(cards: str, seat: str, rank: str, area: str, **more: str) -> Any:
    first, _, second = cards.partition("+")
    return [blank(do="use", card=first, second=second or None, seat=seat, rank=rank, area=area, **more)]


def keep(*cards: str) -> Any:
    return [[blank(do="keep", card=card)] for card in cards]


def discard(*cards: str) -> Any:
    return [[blank(do="discard", card=card)] for card in cards]


WAIT: Any = [blank(do="wait")]
CONTINUE: Any = [blank(do="on_revolution", card="continue")]


def alternatives(*given: Order) -> list[Alternative]:
    """ELSE."""
    return [alternative for order in given for alternative in order]


def seen(state: HeadsState, seat: str, kind: str) -> list[Any]:
    """What a seat reads of the events of a kind."""
    return [event.seen_by((Seat(seat),)) for event in state.events if event.kind == kind]


# ---------------------------------------------------------------------- cards in known places


def before_turn(state: HeadsState) -> HeadsState:
    """No turn is in progress."""
    state.turn = None
    return state


def show(state: HeadsState, cards: str) -> None:
    """These cards are the row."""
    state.draw_pile += state.row
    state.row = []
    for card in named(cards):
        state.draw_pile.remove(card)
        state.row.append(card)


def show_treason(state: HeadsState, cards: str) -> None:
    """These cards are the treason row, the first being the oldest."""
    state.treason_pile += state.treason_row
    state.treason_row = []
    for card in named(cards):
        state.treason_pile.remove(card)
        state.treason_row.append(card)


def on_top(state: HeadsState, cards: str) -> None:
    """These cards are drawn next, the first one first."""
    for card in reversed(named(cards)):
        state.draw_pile.remove(card)
        state.draw_pile.append(card)


def only_left(state: HeadsState, count: int) -> None:
    """The draw pile has so many cards; the rest is discarded."""
    state.discard += state.draw_pile[: len(state.draw_pile) - count]
    del state.draw_pile[: len(state.draw_pile) - count]


def revolution_next(state: HeadsState) -> None:
    """The draw pile is empty and the revolution card on top."""
    only_left(state, 0)
    state.revolution_pile.remove(REVOLUTION)
    state.revolution_pile.append(REVOLUTION)
