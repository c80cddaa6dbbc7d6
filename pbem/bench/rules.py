"""Measurements of the rules alone, in memory: rows R1, R3, R6, R7."""

from __future__ import annotations

import importlib
import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from engine import games
from engine.core.chance import entropy
from engine.core.decision import Json
from engine.core.table import Table, replay
from pbem.bench import Effort, Row, cpu, in_turn, repeated
from pbem.boxes import all_boxes, all_tools
from pbem.simulate import Setup, decisions_of, play


def options_of(game: str) -> Mapping[str, Json]:
    """The game that is measured."""
    tools = all_tools()[game]
    return tools.options(tools.seats_of(tools.bench.players), tools.bench.mode, {})


def random_play(effort: Effort, game: str) -> Iterator[Row]:
    """R1 against python-chess where that is installed; R3 and the time of a whole game."""
    rules, options, plan = games.load(game), options_of(game), all_tools()[game].bench
    count = 10 * effort.scale
    numbers = iter(range(1_000_000))
    turn_of = all_boxes()[game].turn_and_phase
    first_turn, _ = turn_of(rules.setup(options))
    played = {"games": 0, "turns": 0, "decisions": 0, "seconds": 0.0}

    def ours() -> float:
        decisions = 0

        def run() -> None:
            nonlocal decisions
            for _ in range(count):
                table = play(rules, Setup(game, options, 7, next(numbers)))
                decisions += decisions_of(table)
                played["turns"] += 1 + turn_of(table.state)[0] - first_turn

        seconds = cpu(run)
        played["games"] += count
        played["decisions"] += decisions
        played["seconds"] += seconds
        return decisions / seconds

    chess = None if plan.whole_turns else _chess()
    if plan.whole_turns:
        rate, ratio, note = repeated(effort, ours), None, "an answer is the script of a turn"
    elif chess is None:
        rate, ratio, note = repeated(effort, ours), None, "python-chess is not installed: nothing to compare with"
    else:
        rate, _, ratio = in_turn(effort, ours, lambda: _chess_moves(chess, 200 * effort.scale))
        note = ""
    goal = "" if plan.whole_turns else ">= 1.0 x python-chess moves/s"
    yield Row("R1", "random legal play in memory, check on", rate, "decisions/s", goal, ratio, _met(ratio, 1.0), note)
    whole = played["seconds"] / played["games"]
    decisions = played["decisions"] / played["games"]
    goal = f"< {plan.whole_game_ms:.0f} ms"
    met = whole * 1000 < plan.whole_game_ms
    yield Row("R1b", f"a whole game of {plan.players}", whole * 1000, "ms", goal, None, met,
              f"{decisions:.0f} decisions, {1 / whole:.1f} games/s")  # fmt: skip
    turn = played["seconds"] / played["turns"]
    yield Row("R1c", f"a full turn of {plan.players}", turn * 1000, "ms", "", None, None,
              f"{played['turns'] / played['games']:.1f} turns a game")  # fmt: skip
    if plan.whole_turns:
        return
    long_games = rate / 1500
    yield Row("R3", "games of 1,500 decisions", long_games, "games/s", ">= 10 a second", None, long_games >= 10,
              "this game is shorter: reckoned from R1")  # fmt: skip


def _met(ratio: float | None, least: float) -> bool | None:
    return None if ratio is None else ratio >= least


def _chess() -> Any:
    try:
        return importlib.import_module("chess")
    except ImportError:
        return None


def _chess_moves(chess: Any, moves: int) -> float:
    """Random moves a second: list, choose, push, game-over test."""
    rng = random.Random(1)

    def run() -> None:
        board = chess.Board()
        for _ in range(moves):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over():
                board = chess.Board()

    return moves / cpu(run)


def _middle_of_a_game(game: str) -> Table[Any]:
    """A position of a full board."""
    rules = games.load(game)
    table = play(rules, Setup(game, options_of(game), 7, 1))
    steps = table.passed
    return Table.resume(rules, steps[len(steps) * 3 // 4][1], (), entropy(b"bench", "bench"))


def codec(effort: Effort, game: str) -> Iterator[Row]:
    """R6: state to text and back, against json alone on the same record."""
    table = _middle_of_a_game(game)
    rules, state = table.rules, table.state
    record: Any = json.loads(rules.to_json(state))
    turns = 300 * effort.scale

    def there_and_back() -> object:
        return rules.from_json(rules.to_json(state), rules.schema)

    def ours() -> float:
        return cpu(there_and_back, turns)

    def bare() -> float:
        return cpu(lambda: json.loads(json.dumps(record)), turns)

    seconds, _, ratio = in_turn(effort, ours, bare)
    size = len(json.dumps(record))
    yield Row("R6", "state to text and back", seconds / turns * 1000, "ms", "<= 1.3 x json", ratio, ratio <= 1.3,
              f"{size / 1000:.1f} kB of JSON")  # fmt: skip


def replays(effort: Effort, game: str) -> Iterator[Row]:
    """R7: a finished game again, from its journal; and the longest step, resumed from its checkpoint."""
    rules = games.load(game)
    setup = Setup(game, options_of(game), 7, 2)
    chance = entropy(setup.secret, setup.name)
    table = play(rules, setup)
    steps = table.passed
    begin = steps[0][1]
    journal = [entry for entries, _ in steps[1:] for entry in entries]

    decisions = decisions_of(table)

    def again() -> float:
        return len(journal) / cpu(lambda: replay(rules, begin, journal, chance))

    def fresh() -> float:
        return decisions / cpu(lambda: play(rules, setup))

    rate, _, ratio = in_turn(effort, again, fresh)
    yield Row("R7", "replay of a finished game", rate, "entries/s", ">= 2 x R1", ratio, ratio >= 2)
    at = max(range(1, len(steps)), key=lambda i: len(steps[i][0]))
    tail = steps[at][0][:-1]
    seconds = repeated(effort, lambda: cpu(lambda: Table.resume(rules, steps[at - 1][1], tail, chance)))
    yield Row("R7b", "the longest step resumed", seconds * 1000, "ms", "", None, None, f"{len(tail)} entries")
