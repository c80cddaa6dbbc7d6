"""Case files as they are written: settings, blocks and lines. tests/cases/README.md describes the format."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from orders.typography import plain

SETTINGS: Final = ("GAME", "RULE", "PLAYERS", "FACTIONS", "MODE", "LOYALTY", "SCENARIO", "EDITION", "SWITCH")
BLOCKS: Final = ("BOARD", "SITUATION", "ORDERS", "DICE", "PLAY", "EXPECT")
_CASE: Final = re.compile(r"CASE\s+(\S+)\s*(.*)")
_WORD: Final = re.compile(r"([A-Z]{4,})\b\s*:?\s*(.*)")


class CaseFault(Exception):
    """A case, or a line of one, that can't be read or set up; str() says what to write instead."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line

    def at(self, line: int) -> CaseFault:
        """The same fault, at this line unless its line is known."""
        return CaseFault(str(self), self.line or line)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a case, without its comment. One that is indented is never a heading."""

    number: int
    text: str
    indented: bool = False


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
        """What stands behind a setting; empty where it is not given. The last one counts."""
        return next((block.argument for block in reversed(self.settings) if block.word == word), "")


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


def read(path: Path) -> list[Case]:
    """The cases of a file. Settings before the first CASE hold for all of them. Raises CaseFault when it can't be read
    as cases."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise CaseFault("the file is not UTF-8 text; save it as UTF-8", 0) from fault
    cases: list[Case] = []
    common: list[Block] = []
    for line in _lines(text):
        if found := _CASE.match(line.text):
            cases.append(Case(found[1], found[2], path, line.number, list(common)))
        elif cases:
            _add(cases[-1], line)
        elif (setting := _WORD.match(line.text)) and setting[1] in SETTINGS:
            common.append(Block(setting[1], setting[2], line.number))
        else:
            raise CaseFault(f"{line.text!r} stands before the first CASE", line.number)
    return cases


def _lines(text: str) -> Iterator[Line]:
    for number, raw in enumerate(text.splitlines(), start=1):
        line = plain(raw).split("#", 1)[0]
        if line.strip():
            yield Line(number, line.strip(), line[0].isspace())


def _add(case: Case, line: Line) -> None:
    found = None if line.indented else _WORD.match(line.text)
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
