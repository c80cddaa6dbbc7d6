"""Random play to the end, many times: the fuzzer of the rules. A broken game becomes a file that opens it again."""

from __future__ import annotations

import hashlib
import json
import random
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine import games
from engine.core.chance import entropy
from engine.core.decision import Json
from engine.core.table import Rules, Table

DECISIONS_A_GAME = 20_000
"""More than any game has; a game that asks more does not end."""

FORMAT = 1


class BadReopen(Exception):
    """A file of a broken game that can't be opened."""


@dataclass(frozen=True)
class Tally:
    """What `pbem simulate --json` prints."""

    game: str
    games: int
    decisions: int
    seconds: float
    broken: list[str]


@dataclass(frozen=True)
class Setup:
    """One game to play: the same setup gives the same game."""

    game: str
    options: Mapping[str, Json]
    seed: int
    number: int

    @property
    def secret(self) -> bytes:
        """The secret of the dice, from the seed."""
        return hashlib.sha256(f"{self.game}/{self.seed}/{self.number}".encode()).digest()

    @property
    def name(self) -> str:
        return f"{self.game}-{self.seed}-{self.number}"


class GameBroke(Exception):
    """The rules failed; `record` opens the game again."""

    def __init__(self, record: dict[str, Any]) -> None:
        super().__init__(record["error"].strip().splitlines()[-1])
        self.record = record


class _Recorder:
    """Keeps the answers given, so that they survive a failure inside the table."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.answers: list[tuple[str, Json]] = []

    def record(self, error: str) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.setup.game,
            "options": dict(self.setup.options),
            "seed": self.setup.seed,
            "number": self.setup.number,
            "secret": self.setup.secret.hex(),
            "answers": [list(answer) for answer in self.answers],
            "error": error,
        }


def random_answer(table: Table[Any], rng: random.Random) -> tuple[str, Json]:
    """A legal answer to one of the open decisions; whom it asks first is drawn too."""
    waiting = table.open
    decision = waiting[rng.randrange(len(waiting))] if len(waiting) > 1 else waiting[0]
    options = decision.options
    return decision.key, options.to_json(options.sample(rng.randrange))


def play(rules: Rules[Any], setup: Setup) -> Table[Any]:
    """Play one game to its end. Raises GameBroke when the rules fail, refuse their own samples, or never end."""
    rng = random.Random(f"{setup.seed}/{setup.number}")
    recorder = _Recorder(setup)
    # Whatever the rules raise is a find of the fuzzer; it goes into the record with its traceback.
    try:
        table: Table[Any] = Table.start(rules, setup.options, entropy(setup.secret, setup.name))
        while not table.over:
            if len(recorder.answers) >= DECISIONS_A_GAME:
                raise GameBroke(recorder.record(f"no end after {DECISIONS_A_GAME} decisions, at {table.step_name}"))  # noqa: TRY301
            recorder.answers.append(random_answer(table, rng))
            table.answer(*recorder.answers[-1], "order")
    except GameBroke:
        raise
    except Exception as fault:
        raise GameBroke(recorder.record(traceback.format_exc())) from fault
    return table


def decisions_of(table: Table[Any]) -> int:
    """The answers of seats in a finished game."""
    journal = [entry for entries, _ in table.passed for entry in entries] + table.tail
    return sum(entry.by != "chance" for entry in journal)


def simulate(
    game: str,
    count: int,
    *,
    seed: int,
    options: Mapping[str, Json],
    folder: Path,
    after_each: Callable[[int, Table[Any] | None], None] = lambda number, table: None,
) -> Tally:
    """Play `count` games. Broken ones are written to `folder`. Raises ValueError for unknown games and bad options."""
    rules = games.load(game)
    rules.setup(options)
    decisions, broken = 0, []
    began = time.perf_counter()
    for number in range(count):
        table: Table[Any] | None = None
        setup = Setup(game, options, seed, number)
        try:
            table = play(rules, setup)
            decisions += decisions_of(table)
        except GameBroke as fault:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"broken-{setup.name}.json"
            path.write_text(json.dumps(fault.record, indent=1), encoding="utf-8")
            decisions += len(fault.record["answers"])
            broken.append(str(path))
        after_each(number, table)
    return Tally(game, count, decisions, round(time.perf_counter() - began, 3), broken)


def as_json(tally: Tally) -> str:
    """Exactly the keys that are promised."""
    return json.dumps(asdict(tally))


@dataclass(frozen=True)
class Reopened:
    """A broken game as far as it could be played again."""

    table: Table[Any] | None
    answered: int
    error: str
    was: str


def reopen(path: Path) -> Reopened:
    """Play a file written by `simulate` again, up to where it breaks. Raises BadReopen."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        setup = Setup(record["game"], record["options"], record["seed"], record["number"])
        answers, was = [(key, given) for key, given in record["answers"]], str(record["error"])
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise BadReopen(f"{path} is not a file of `pbem simulate`: {fault}") from fault
    rules = games.load(setup.game)
    table: Table[Any] | None = None
    answered = 0
    try:
        table = Table.start(rules, setup.options, entropy(setup.secret, setup.name))
        for key, given in answers:
            table.answer(key, given, "order")
            answered += 1
    except Exception:  # noqa: BLE001 -- the failure is what is asked for; it is handed over as text
        return Reopened(table, answered, traceback.format_exc(), was)
    return Reopened(table, answered, "", was)
