"""Random games: players who answer anything legal and, when they feel like it, orders that can't work just now."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from engine import games
from engine.core.chance import entropy
from engine.core.decision import AnyDecision, Json
from engine.core.options import Many, OrderList
from engine.core.table import Rules, Table
from engine.here_i_stand.board.board import Board

MOST_ANSWERS: Final = 6000
"""No game asks so often; one that does never ends."""

Options = Mapping[str, Json]
Choose = Callable[[AnyDecision], Json]


@dataclass(frozen=True)
class World:
    """One game of the registry for the fuzzer."""

    name: str
    games: tuple[Options, ...]
    """Every number of players, every mode."""
    switches: Options
    """Each at its other value."""
    fewest_answers: int
    """Of a whole game."""
    fewest_steps: int

    @cached_property
    def rules(self) -> Rules[Any]:
        return games.load(self.name)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every id of its board, and words that are none: what a muddled player may write anywhere."""
        board: Any = self.rules.board  # type: ignore[attr-defined]
        parts = vars(board) | ({"spaces": board.map.spaces, "seas": board.map.seas} if hasattr(board, "map") else {})
        groups = [group for group in parts.values() if isinstance(group, dict)]
        ids = {str(key) for group in groups for key in group}
        return (*sorted(ids), "countryside", "neutral", "treasury", "all", "blind", "any", "wait", "", "Ω")


MODES: Final = ("standard", "strict", "quick")
DUTCH: Final = World(
    "dutch_revolt",
    tuple({"players": players, "mode": mode} for players in (2, 3, 4, 5) for mode in MODES),
    {"optional_towns": False, "hinder_mandatory": False, "nobility_rounding": "down"},
    fewest_answers=100,
    fewest_steps=23,
)
HEADS: Final = World(
    "heads_of_state",
    tuple({"players": players} for players in (2, 3, 4, 5)),
    {
        "R2_first_turn_exchange": True, "R16_return_dead_when_useless": False, "R23_minimum_cards": 0,
        "R25_winner_tie_counts": "nobles_on_map",
    },
    fewest_answers=35,
    fewest_steps=35,
)  # fmt: skip
HIS: Final = World(
    "here_i_stand",
    (
        {"scenario": "tournament", "players": 6},
        {"scenario": "tournament", "players": 4, "edition": "anniversary116"},
        {"scenario": "tournament", "players": 5, "response_hold": 24},
        {"scenario": "1532", "players": 3},
    ),
    {
        switch.id: next(value for value in switch.values if value != switch.usual)
        for switch in Board.ours().switches.values()
    },
    fewest_answers=100,
    fewest_steps=20,
)
WORLDS: Final = (DUTCH, HEADS, HIS)
SCENES: Final = [(world, options) for world in WORLDS for options in world.games]
"""Every game of the registry with every number of players."""


def title(value: Any) -> str:
    """How a test with such a parameter is called."""
    if isinstance(value, World):
        return value.name
    return "-".join(map(str, value.values())) if isinstance(value, Mapping) else str(value)


def named(options: Options, seed: int) -> str:
    """The name of a game, for messages and for its dice."""
    return f"{json.dumps(options, sort_keys=True)} seed {seed}"


def dice(options: Options, seed: int) -> Any:
    """The chance of a game."""
    return entropy(hashlib.sha256(named(options, seed).encode()).digest(), "fuzz")


def start(options: Options, seed: int, rules: Rules[Any]) -> Table[Any]:
    """A new game at its first question."""
    return Table.start(rules, options, dice(options, seed))


def legal(draw: random.Random) -> Choose:
    """A player who gives legal answers by chance."""

    def choose(decision: AnyDecision) -> Json:
        options = decision.options
        return options.to_json(options.sample(draw.randrange))

    return choose


def play(table: Table[Any], choose: Choose, draw: random.Random) -> int:
    """Play to the end, whoever is asked first drawn too; the number of answers. Raises what the rules raise."""
    answers = 0
    while not table.over:
        answers += 1
        assert answers < MOST_ANSWERS, f"no end at {table.step_name}"
        assert table.open, f"nobody is asked at {table.step_name} and the game is not over"
        decision = table.open[draw.randrange(len(table.open))]
        table.answer(decision.key, choose(decision), "order")
    return answers


class Muddled:
    """A player half of whose orders are of another time or place: read, allowed to be written, impossible now."""

    def __init__(self, draw: random.Random, world: World) -> None:
        self.draw, self.words = draw, world.words
        self.seen: dict[str, list[dict[str, Any]]] = {}
        self.impossible = 0

    def __call__(self, decision: AnyDecision) -> Json:
        options = decision.options
        assert isinstance(options, OrderList)
        pool = self.seen.setdefault(decision.kind, [])
        fresh = options.choices()
        orders: list[Json] = []
        for _ in range(1 if options.many is Many.ONE else self.draw.randrange(6)):
            order: list[Json] = [self._alternative(options, fresh, pool) for _ in range(self.draw.choice((1, 1, 2, 3)))]
            if options.why_not(options.from_json([*orders, order])) is None:
                orders.append(order)
        pool += [dict(choice) for choice in self.draw.sample(fresh, min(8, len(fresh)))]
        answer: Json = orders
        if options.why_not(options.from_json(answer)) is not None:
            answer = "default"
        read = options.from_json(answer)
        if read != "default":
            self.impossible += sum(reason is not None for reason in options.trial(read))
        return answer

    def _alternative(self, options: OrderList, fresh: list[Any], pool: list[dict[str, Any]]) -> dict[str, Any]:
        """One that is possible now, one that was possible at another time, or one with a foreign word in it."""
        wanted = self.draw.randrange(4)
        if not pool and not fresh:
            return {self.draw.choice(options.fields): self._word()}
        if wanted == 0 and fresh:
            return dict(self.draw.choice(fresh))
        alternative = dict(self.draw.choice(pool or fresh))
        if wanted == 1:
            alternative[self.draw.choice(options.fields)] = self._word()
        return alternative

    def _word(self) -> str | int | None:
        group = self.draw.randrange(8)
        if group == 0:
            return self.draw.randrange(-1, 12)
        if group == 1:
            return None
        return self.draw.choice(self.words)
