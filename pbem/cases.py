"""Cases: a position, orders and what must come of them, in files that players can read and write.

The format is described in tests/cases/README.md. This module knows no game; a game reads the lines of its positions.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.boxes import FIRST, case_languages
from pbem.case_text import Block, Case, CaseFault, GameCase, Line, read


@dataclass(frozen=True, slots=True)
class Difference:
    """A line that the game did not keep, or that can't be read."""

    line: int
    text: str
    found: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}\n    {self.found}"


@dataclass(frozen=True, slots=True)
class Result:
    """A case that was run; kept when there is no difference."""

    case: Case
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All cases that were run."""

    results: tuple[Result, ...]

    @property
    def differing(self) -> tuple[Result, ...]:
        return tuple(result for result in self.results if result.differences)

    def __str__(self) -> str:
        parts = []
        for result in self.differing:
            case = result.case
            parts.append(f"{case.file}:{case.number}: CASE {case.ident} {case.title}")
            parts += [f"  {difference}" for difference in result.differences]
        parts.append(f"{len(self.results)} cases, {len(self.differing)} differ")
        return "\n".join(parts)


_FAILURES: Final = (AssertionError, LookupError, TypeError, ValueError, StopIteration)
"""What a position that the rules do not allow can do to them."""


def run_case(case: Case) -> Result:
    """Play one case; what differs, or why it can't be played, line by line."""
    differences: list[Difference] = []
    if not any(block.word == "EXPECT" and (block.lines or block.argument) for block in case.blocks):
        found = "the case expects nothing: write EXPECT and what must be"
        return Result(case, (Difference(case.number, f"CASE {case.ident}", found),))
    try:
        game = _game(case)
        if not any(block.word == "BOARD" for block in case.blocks):
            game.board("", ())
        for number, block in enumerate(case.blocks):
            if block.word == "EXPECT":
                differences += _differences(game, block)
            else:
                _play(game, block)
            following = case.blocks[number + 1].word if number + 1 < len(case.blocks) else ""
            if block.word == "EXPECT" or (block.word == "PLAY" and following != "EXPECT"):
                differences += [Difference(block.number, block.word, found) for found in game.unexpected()]
    except CaseFault as fault:
        differences.append(Difference(fault.line or case.number, "this case can't be played", str(fault)))
    return Result(case, tuple(differences))


def _game(case: Case) -> GameCase:
    name = case.setting("GAME") or FIRST
    languages = case_languages()
    if name not in languages:
        raise CaseFault(f"there are no cases of a game {name!r}; there are {', '.join(languages)}", case.number)
    return languages[name](case)


def _play(game: GameCase, block: Block) -> None:
    try:
        match block.word:
            case "BOARD":
                game.board(block.argument, block.lines)
            case "SITUATION":
                game.situation(block.argument, block.lines)
            case "ORDERS":
                game.orders(block.argument, block.lines)
            case "DICE":
                game.dice([int(word) for word in re.findall(r"\d+", block.argument)])
            case _:
                game.play(block.argument)
    except CaseFault as fault:
        raise fault.at(block.number) from fault
    except _FAILURES as fault:
        sentence = f"the game fails on this position: {type(fault).__name__} {fault}"
        raise CaseFault(sentence, block.number) from fault


def _differences(game: GameCase, block: Block) -> Iterator[Difference]:
    lines = [Line(block.number, block.argument)] if block.argument else []
    for line in (*lines, *block.lines):
        try:
            found = game.expect(line.text)
        except CaseFault as fault:
            raise fault.at(line.number) from fault
        if found is not None:
            yield Difference(line.number, line.text, found)


def run(paths: Iterable[Path]) -> Report:
    """Run all cases of these files and folders. Raises CaseFault when a file can't be read as cases."""
    results: list[Result] = []
    for path in paths:
        for file in sorted(path.rglob("*.txt")) if path.is_dir() else [path]:
            results += [run_case(case) for case in read(file)]
    return Report(tuple(results))


def cases_command(paths: list[Path]) -> int:
    """`pbem cases FILE...`: print what differs. 0 when nothing does, 1 when something does, 2 for a file that can't
    be read."""
    results: list[Result] = []
    for path in paths:
        try:
            results += run([path]).results
        except CaseFault as fault:
            print(f"{path}: line {fault.line}: {fault}", file=sys.stderr)
            return 2
        except OSError as fault:
            print(f"{path}: {fault.strerror}", file=sys.stderr)
            return 2
    report = Report(tuple(results))
    print(report)
    return 1 if report.differing else 0
