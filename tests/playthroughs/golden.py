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
from typing import Any, Final

from engine import games
from engine.core.chance import entropy
from engine.core.decision import AnyDecision, Json
from engine.core.options import OrderList
from engine.core.table import Rules, Table
from orders.form import order_text
from pbem.boxes import all_boxes, all_tools
from pbem.game_box import Position
from pbem.ordered_box import OrderedBox
from pbem.reports.words import halves

FOLDER: Final = Path(__file__).parent
WIDTH: Final = 110
MOST_DIFFERENCES: Final = 60
REGENERATE: Final = "python -m tests.playthroughs.golden --write"
DUTCH: Final = "dutch_revolt"
HEADS: Final = "heads_of_state"
HERE: Final = "here_i_stand"
MOST_OPTIONS: Final = {DUTCH: 6, HEADS: 3, HERE: 3}
"""So many of the possible orders of a question are listed."""


COUNTS: Final = frozenset({"next_order", "victory", "victory_shared", "round_begins", "game_ends", "scores"})
"""Events that tell that points were counted."""


@dataclass(frozen=True, slots=True)
class Golden:
    """One golden game. `turns`: only its first turns, of a long game."""

    players: int
    mode: str
    """Of Here I Stand the scenario."""
    seed: int
    rules: str = DUTCH
    turns: int = 0

    @property
    def path(self) -> Path:
        return FOLDER / self.rules / f"{self.players}{f'-{self.mode}' if self.mode else ''}.txt"

    @property
    def options(self) -> dict[str, Json]:
        name = "scenario" if self.rules == HERE else "mode"
        return {"players": self.players, **({name: self.mode} if self.mode else {})}


GAMES: Final = (
    Golden(2, "standard", 1572),
    Golden(3, "standard", 1574),
    Golden(4, "quick", 1576),
    Golden(5, "standard", 1579),
    Golden(5, "strict", 1581),
    Golden(2, "", 1589, HEADS),
    Golden(3, "", 1643, HEADS),
    Golden(4, "", 1689, HEADS),
    Golden(5, "", 1789, HEADS),
    Golden(3, "1532", 1532, HERE, turns=1),
    Golden(4, "1517", 1518, HERE, turns=2),
    Golden(5, "tournament", 1534, HERE, turns=1),
    Golden(6, "1517", 1517, HERE, turns=1),
)


def write(game: Golden, rules: Rules[Any] | None = None) -> str:
    """The whole game as text."""
    return "\n".join(_Writer(game, rules or games.load(game.rules)).lines()) + "\n"


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
        box = all_boxes()[game.rules]
        assert isinstance(box, OrderedBox)
        self.box, self.words, self.lexicon = box, box.catalogue("en", None), box.lexicon(None)
        self.most = MOST_OPTIONS[game.rules]
        self.turn = -1

    def lines(self) -> Iterator[str]:
        """The game from its options to its winners."""
        table, game = self.table, self.game
        yield f"# A golden game of {all_tools()[game.rules].title}. Written by: {REGENERATE}"
        yield f"# At most {self.most} possible orders of a question are listed."
        yield f"GAME {game.rules}"
        yield f"OPTIONS {json.dumps(game.options)}"
        yield f"SEED {game.seed}"
        yield f"DATA {hashlib.sha256(games.data_text(game.rules).encode()).hexdigest()[:16]}"
        yield from self._told()
        end = self._turn() + game.turns
        while not table.over and (not game.turns or self._turn() < end):
            if table.asked and len(table.open) == len(table.asked):
                yield from ("", f"STEP {table.step_name}")
            decision = table.open[0]
            yield from self._question(decision)
            yield from self._answered(decision)
            yield from self._steps_passed()
        if not table.over:
            yield from ("", f"The game goes on with turn {self._turn()}.")
            return
        yield from ("", f"OVER: {self.words.value('factions', self._view()['result']['winners'])} won.")

    def _turn(self) -> int:
        return self.box.turn_and_phase(self.table.state)[0]

    def _view(self) -> Any:
        return self.rules.view(self.table.state, None)

    # ------------------------------------------------------------------ questions and answers

    def _question(self, decision: AnyDecision) -> Iterator[str]:
        asked = self.words.say(
            f"ask.{decision.kind}", **{**decision.facts, self.box.language.seat_fact: str(decision.seat)}
        )
        yield ""
        yield from _folded(f"{self.words.faction(str(decision.seat))} ({decision.rule})? {asked}", "")
        options = decision.options
        assert isinstance(options, OrderList)
        possible = [
            order_text(decision.kind, [alternative], self.lexicon, self.box.language)
            for alternative in options.choices()
        ]
        for line in possible[: self.most]:
            yield f"    possible: {line}"
        if len(possible) > self.most:
            yield f"    and {len(possible) - self.most} more"

    def _answered(self, decision: AnyDecision) -> Iterator[str]:
        """Order lines, and the answer as it is read from them."""
        options = decision.options
        choice = options.sample(_Drawn(f"{self.game.seed}/{self.table.step_name}/{decision.key}"))
        folded = self.box.answer_lines(decision, options.to_json(choice), None)
        lines = "\n".join(folded).replace("\nELSE ", " ELSE ").splitlines()
        yield from (f"    > {line}" for line in lines)
        self.table.answer(decision.key, self._read(decision, lines), "order")

    def _read(self, decision: AnyDecision, lines: Sequence[str]) -> Json:
        turn, phase = self.box.turn_and_phase(self.table.state)
        seats = (str(decision.seat),)
        position = Position(game="golden", turn=turn, phase=phase, seats=seats, all_seats=seats, asked=(decision,))
        sheet = self.box.read(lines, position, ())
        assert decision.key in sheet.answers, [(line.text, line.verdict, line.sentences) for line in sheet.lines]
        return sheet.answers[decision.key]

    # ------------------------------------------------------------------ what happened

    def _steps_passed(self) -> Iterator[str]:
        yield from self._told()
        for _, checkpoint in self.table.take_passed():
            view = self.rules.view(self.rules.from_json(checkpoint.state, checkpoint.schema), None)
            yield f"AT {checkpoint.step}: view {_digest(view)}, position {_digest(json.loads(checkpoint.state))}"

    def _told(self) -> Iterator[str]:
        events = self.table.take_events()
        if events:
            yield ""
        tell = all_tools()[self.game.rules].told
        for event in events:
            if event.kind == "phase_begins" and self.game.rules == DUTCH:
                yield f"-- turn {event.facts['turn']}, phase {event.facts['phase']} ({event.rule})"
                continue
            said = tell(self.words, event).strip()
            yield from _folded(said, "" if said.startswith("--") else "  ")
            if event.kind in COUNTS:
                yield from self._scores()

    def _scores(self) -> Iterator[str]:
        """The table of points when they were counted."""
        view = self._view()
        last = view["history"][-1]
        if last["turn"] == self.turn:
            return
        self.turn = last["turn"]
        if self.game.rules == HERE:
            yield f"SCORES after turn {self.turn}"
            for power, points in last["vp"].items():
                yield f"    {self.words.faction(power):<12} {points:>4}"
            return
        if self.game.rules == HEADS:
            yield f"SCORES after turn {self.turn}: hexes + squares + sets + rounds + final = points"
            for seat, row in view["seats"].items():
                parts = [row["score"][name] for name in ("hex", "square", "full_set", "round_end", "final", "total")]
                yield "    {:<10} {:>5} {:>5} {:>5} {:>5} {:>5} {:>6}".format(self.words.faction(seat), *parts)
            return
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
    differing = 0
    for game in GAMES:
        now = write(game)
        game.path.parent.mkdir(parents=True, exist_ok=True)
        kept = game.path.read_text(encoding="utf-8") if game.path.exists() else ""
        if "--write" in arguments:
            game.path.write_text(now, encoding="utf-8", newline="\n")
        elif found := differences(kept, now, game.path.name):
            differing += 1
            print(found)
        state = "unchanged" if now == kept else "written" if "--write" in arguments else "differs"
        print(f"{game.rules}/{game.path.name}: {state}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
