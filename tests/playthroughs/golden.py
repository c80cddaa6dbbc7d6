"""Golden games: whole games as text that a player can read, kept so that a change of the rules shows as a diff.

    python -m tests.playthroughs.golden --write     writes them anew
    python -m tests.playthroughs.golden             says which differ

The players draw by what they are asked, so that a change in one place changes the rest of the game only where it must.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast

from engine import games
from engine.core.chance import entropy
from engine.core.decision import AnyDecision, Json
from engine.core.events import Event
from engine.core.options import Many, Order, OrderAnswer, OrderList
from engine.core.table import Rules, Table
from orders.dutch_revolt import LANGUAGE
from orders.form import order_text
from orders.grammar import read_order
from orders.words import Lexicon
from pbem.reports import restate
from pbem.reports.words import Catalogue, halves

GAME: Final = "dutch_revolt"
FOLDER: Final = Path(__file__).with_name(GAME)
MOST_OPTIONS: Final = 6
WIDTH: Final = 110
MOST_DIFFERENCES: Final = 60
REGENERATE: Final = "python -m tests.playthroughs.golden --write"


@dataclass(frozen=True, slots=True)
class Golden:
    """One golden game."""

    players: int
    mode: str
    seed: int

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.players}-{self.mode}.txt"

    @property
    def options(self) -> dict[str, Json]:
        return {"players": self.players, "mode": self.mode}


GAMES: Final = (
    Golden(2, "standard", 1572),
    Golden(3, "standard", 1574),
    Golden(4, "quick", 1576),
    Golden(5, "standard", 1579),
    Golden(5, "strict", 1581),
)


def write(game: Golden, rules: Rules[Any] | None = None) -> str:
    """The whole game as text."""
    return "\n".join(_Writer(game, rules or games.load(GAME)).lines()) + "\n"


def differences(kept: str, now: str, name: str) -> str:
    """What differs, as far as a reader wants to read; "" when nothing does."""
    found = difflib.unified_diff(
        kept.splitlines(), now.splitlines(), f"{name} as kept", f"{name} as played now", lineterm="", n=6
    )
    shown = list(islice(found, MOST_DIFFERENCES + 1))
    if len(shown) > MOST_DIFFERENCES:
        shown[-1] = "... and so on"
    if shown:
        shown.append(f"If the rules were meant to change, write the games anew and read the diff: {REGENERATE}")
    return "\n".join(shown)


class _Writer:
    """Plays a game and writes down everything that is asked, answered and told."""

    def __init__(self, game: Golden, rules: Rules[Any]) -> None:
        self.game, self.rules = game, rules
        secret = hashlib.sha256(f"golden/{game.players}/{game.mode}/{game.seed}".encode()).digest()
        self.table: Table[Any] = Table.start(rules, game.options, entropy(secret, "golden"))
        board = self.table.state.board
        self.words, self.lexicon = Catalogue("en", board), Lexicon(board)
        self.turn = -1

    def lines(self) -> Iterator[str]:
        """The game from its options to its winners."""
        table, game = self.table, self.game
        yield f"# A golden game of The Dutch Revolt. Written by: {REGENERATE}"
        yield f"# At most {MOST_OPTIONS} possible orders of a question are listed."
        yield f"GAME {GAME}"
        yield f"OPTIONS {json.dumps(game.options)}"
        yield f"SEED {game.seed}"
        yield f"DATA {hashlib.sha256(games.data_text(GAME).encode()).hexdigest()[:16]}"
        yield from self._told()
        while not table.over:
            if table.asked and len(table.open) == len(table.asked):
                yield from ("", f"STEP {table.step_name}")
            decision = table.open[0]
            yield from self._question(decision)
            yield from self._answered(decision)
            yield from self._steps_passed()
        yield from ("", f"OVER: {self.words.value('factions', self._view()['result']['winners'])} won.")

    def _view(self) -> Any:
        return self.rules.view(self.table.state, None)

    # ------------------------------------------------------------------ questions and answers

    def _question(self, decision: AnyDecision) -> Iterator[str]:
        asked = self.words.say(f"ask.{decision.kind}", **{**decision.facts, "faction": str(decision.seat)})
        yield ""
        yield from _folded(f"{self.words.faction(str(decision.seat))} ({decision.rule})? {asked}", "")
        options = decision.options
        assert isinstance(options, OrderList)
        possible = [self._line(decision.kind, [alternative]) for alternative in options.choices()]
        for line in possible[:MOST_OPTIONS]:
            yield f"    possible: {line}"
        if len(possible) > MOST_OPTIONS:
            yield f"    and {len(possible) - MOST_OPTIONS} more"

    def _answered(self, decision: AnyDecision) -> Iterator[str]:
        """Order lines, and the answer as it is read from them."""
        options = decision.options
        assert isinstance(options, OrderList)
        choice = options.sample(_Drawn(f"{self.game.seed}/{self.table.step_name}/{decision.key}"))
        lines = self._order_lines(decision.kind, options, choice)
        yield from (f"    > {line}" for line in lines)
        self.table.answer(decision.key, self._read(lines), "order")

    def _order_lines(self, kind: str, options: OrderList, choice: OrderAnswer) -> list[str]:
        verb = LANGUAGE.verbs_of(kind)[0].name
        if choice == "default" or (not choice and options.many is Many.ONE):
            return [f"{verb} DEFAULT"]
        return [self._line(kind, order) for order in choice] or [f"{verb} NONE"]

    def _read(self, lines: Sequence[str]) -> Json:
        given = [read_order(line, LANGUAGE, self.lexicon).given for line in lines]
        if given == ["default"]:
            return "default"
        return [
            [dict(alternative) for alternative in order] for orders in given for order in cast("list[Order]", orders)
        ]

    def _line(self, kind: str, order: Any) -> str:
        return order_text(kind, order, self.lexicon, LANGUAGE)

    # ------------------------------------------------------------------ what happened

    def _steps_passed(self) -> Iterator[str]:
        yield from self._told()
        for _, checkpoint in self.table.take_passed():
            view = self.rules.view(self.rules.from_json(checkpoint.state, checkpoint.schema), None)
            yield f"AT {checkpoint.step}: view {_digest(view)}, position {_digest(checkpoint.state)}"

    def _told(self) -> Iterator[str]:
        events = self.table.take_events()
        if events:
            yield ""
        for event in events:
            yield from self._sentence(event)

    def _sentence(self, event: Event) -> Iterator[str]:
        if event.kind == "phase_begins":
            yield f"-- turn {event.facts['turn']}, phase {event.facts['phase']} ({event.rule})"
            return
        yield from _folded(f"{restate.event(self.words, event)} ({event.rule})", "  ")
        if event.kind == "next_order" or event.kind.startswith("victory"):
            yield from self._scores()

    def _scores(self) -> Iterator[str]:
        """The table of VP at the end of a turn."""
        last = self._view()["history"][-1]
        if last["turn"] == self.turn:
            return
        self.turn = last["turn"]
        yield f"SCORES after turn {self.turn}: cities + provinces + own = VP"
        for faction, row in last["vp2"].items():
            parts = [halves(row[name]) for name in ("cities", "provinces", "own", "total")]
            yield "    {:<10} {:>5} {:>5} {:>5} {:>6}".format(self.words.faction(faction), *parts)


class _Drawn:
    """Draws that hang on the question alone."""

    def __init__(self, place: str) -> None:
        self.place, self.number = place, 0

    def __call__(self, n: int) -> int:
        self.number += 1
        return int.from_bytes(hashlib.sha256(f"{self.place}/{self.number}".encode()).digest()[:8], "big") % n


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def _folded(text: str, indent: str) -> Iterable[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + "    ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Write or compare all games; the exit code."""
    if set(arguments) - {"--write"}:
        print(f"usage: {REGENERATE.removesuffix(' --write')} [--write]")
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    differing = 0
    for game in GAMES:
        now = write(game)
        kept = game.path.read_text(encoding="utf-8") if game.path.exists() else ""
        if "--write" in arguments:
            game.path.write_text(now, encoding="utf-8", newline="\n")
        elif found := differences(kept, now, game.path.name):
            differing += 1
            print(found)
        state = "unchanged" if now == kept else "written" if "--write" in arguments else "differs"
        print(f"{game.path.name}: {state}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
