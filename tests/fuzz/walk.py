"""Random games: players who answer anything legal and, when they feel like it, orders that can't work just now."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import games
from engine.core.chance import entropy
from engine.core.decision import AnyDecision, Json
from engine.core.options import Many, OrderList
from engine.core.table import Rules, Table

GAME: Final = "dutch_revolt"
RULES: Final = games.load(GAME)
MODES: Final = ("standard", "strict", "quick")
MOST_ANSWERS: Final = 2000
"""No game asks so often; one that does never ends."""

Options = Mapping[str, Json]
Choose = Callable[[AnyDecision], Json]


def named(options: Options, seed: int) -> str:
    """The name of a game, for messages and for its dice."""
    return f"{json.dumps(options, sort_keys=True)} seed {seed}"


def dice(options: Options, seed: int) -> Any:
    """The chance of a game."""
    return entropy(hashlib.sha256(named(options, seed).encode()).digest(), "fuzz")


def start(options: Options, seed: int, rules: Rules[Any] = RULES) -> Table[Any]:
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

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
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
        board = RULES.board  # type: ignore[attr-defined]
        group = self.draw.randrange(8)
        if group == 0:
            return self.draw.randrange(-1, 12)
        if group == 1:
            return self.draw.choice((None, "countryside", "neutral", "treasury", "all", "", "Ω"))
        names = (board.regions, board.provinces, board.places, board.boxes, board.factions, board.cities)[group - 2]
        return str(self.draw.choice(list(names)))


class Warlike:
    """A player who keeps every army, besieges what can be besieged, and sends the Beggars against every army."""

    def __init__(self, draw: random.Random, table: Table[Any]) -> None:
        self.draw, self.table = draw, table

    def __call__(self, decision: AnyDecision) -> Json:
        options = decision.options
        assert isinstance(options, OrderList)
        if decision.kind == "sea_beggars":
            orders: list[Any] = self._raid(options)
        elif decision.kind in {"recruit", "begin_siege", "move_army", "influence"}:
            choices = options.choices()
            orders = [[dict(choice)] for choice in self.draw.sample(choices, len(choices))]
        elif decision.kind == "move_support":
            orders = [[dict(choice)] for choice in options.choices() if choice["to"] == "treasury"]
        else:
            return "default" if self.draw.randrange(3) else legal(self.draw)(decision)
        return options.to_json(options.from_json([*orders]))

    def _raid(self, options: OrderList) -> list[Any]:
        """Beggars into one region with armies, or without; then everything that they may do there."""
        hires = [dict(choice) for choice in options.choices() if choice["do"] == "hire"]
        tracks = self.table.state.tracks
        with_armies = self.draw.randrange(3) > 0
        hires.sort(key=lambda hire: (bool(tracks[hire["region"]]) is not with_armies, self.draw.random()))
        orders = [[hire] for hire in hires[:1]]
        for region in [hire["region"] for hire in hires[:1]]:
            cities = [army.city for army in tracks[region] if army.city]
            deeds = [{"do": "relieve", "city": city} for city in cities] + [{"do": "destroy", "region": region}]
            orders += [[deed] for deed in self.draw.sample(deeds, len(deeds))]
        rest = [[dict(choice)] for choice in options.choices() if choice["do"] not in ("hire", "spare")]
        return orders + self.draw.sample(rest, len(rest))
