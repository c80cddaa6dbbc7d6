"""Cases: a position, orders and what must come of them, in files that players can read and write.

The format is described in tests/cases/README.md. This module knows no game; a game reads the lines of its positions.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from orders.typography import plain
from pbem.cases_dutch_revolt import DutchRevoltCase
from pbem.cases_faults import CaseFault

SETTINGS: Final = ("GAME", "RULE", "PLAYERS", "FACTIONS", "MODE", "LOYALTY", "SWITCH")
BLOCKS: Final = ("BOARD", "SITUATION", "ORDERS", "DICE", "PLAY", "EXPECT")
_CASE: Final = re.compile(r"CASE\s+(\S+)\s*(.*)")
_WORD: Final = re.compile(r"([A-Z]{4,})\b\s*:?\s*(.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a case, without its comment."""

    number: int
    text: str


@dataclass(slots=True)
class Block:
    """A heading, what stands behind it, and the lines below it."""

    word: str
    argument: str
    number: int
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Case:
    """One case as it is written."""

    ident: str
    title: str
    file: Path
    number: int
    settings: list[Block] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    def setting(self, word: str) -> str:
        """What stands behind a setting; empty where it is not given."""
        return next((block.argument for block in self.settings if block.word == word), "")


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


class GameCase(Protocol):
    """A game set up for one case. Every method raises CaseFault for a line that can't be read."""

    def board(self, argument: str, lines: Sequence[Line]) -> None: ...

    def situation(self, argument: str, lines: Sequence[Line]) -> None: ...

    def orders(self, argument: str, lines: Sequence[Line]) -> None: ...

    def dice(self, numbers: Sequence[int]) -> None: ...

    def play(self, argument: str) -> None: ...

    def expect(self, text: str) -> str | None:
        """None when it is so; else what is found."""
        ...

    def unexpected(self) -> list[str]:
        """What happened since PLAY and must be expected in words, and was not: refused and skipped orders."""
        ...


_GAMES: Final[dict[str, Callable[[Case], GameCase]]] = {"dutch_revolt": DutchRevoltCase}

# ------------------------------------------------------------------ reading


def read(path: Path) -> list[Case]:
    """The cases of a file. Raises CaseFault when it can't be read as cases."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise CaseFault("the file is not UTF-8 text; save it as UTF-8", 0) from fault
    cases: list[Case] = []
    for line in _lines(text):
        if found := _CASE.match(line.text):
            cases.append(Case(found[1], found[2], path, line.number))
        elif not cases:
            raise CaseFault(f"{line.text!r} stands before the first CASE", line.number)
        else:
            _add(cases[-1], line)
    return cases


def _lines(text: str) -> Iterator[Line]:
    for number, raw in enumerate(text.splitlines(), start=1):
        line = plain(raw).split("#", 1)[0].strip()
        if line:
            yield Line(number, line)


def _add(case: Case, line: Line) -> None:
    found = _WORD.match(line.text)
    word = found[1] if found else ""
    argument = found[2] if found else ""
    if word in SETTINGS and not case.blocks:
        case.settings.append(Block(word, argument, line.number))
    elif word in BLOCKS:
        case.blocks.append(Block(word, argument, line.number))
    elif case.blocks:
        case.blocks[-1].lines.append(line)
    else:
        raise CaseFault(f"{line.text!r} is no setting; a case begins with {', '.join(SETTINGS)}", line.number)


# ------------------------------------------------------------------ running


def run_case(case: Case) -> Result:
    """Play one case; what differs, or why it can't be played, line by line."""
    differences: list[Difference] = []
    try:
        game = _game(case)
        for number, block in enumerate(case.blocks):
            if block.word == "EXPECT":
                differences += _differences(game, block)
            else:
                _play(game, block)
            following = case.blocks[number + 1].word if number + 1 < len(case.blocks) else ""
            if block.word == "EXPECT" or (block.word == "PLAY" and following != "EXPECT"):
                differences += [Difference(block.number, block.word, found) for found in game.unexpected()]
        if not any(block.word == "EXPECT" and block.lines for block in case.blocks):
            raise CaseFault("the case expects nothing: write EXPECT and what must be", case.number)
    except CaseFault as fault:
        differences.append(Difference(fault.line or case.number, "this case can't be played", str(fault)))
    return Result(case, tuple(differences))


def _game(case: Case) -> GameCase:
    name = case.setting("GAME") or "dutch_revolt"
    if name not in _GAMES:
        raise CaseFault(f"there are no cases of a game {name!r}; there are {', '.join(_GAMES)}", case.number)
    return _GAMES[name](case)


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
