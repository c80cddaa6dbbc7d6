"""Text in two columns: blocks of broken lines, cut where a column ends."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.reports.sheets import Run

Line = list[tuple[float, Run]]
LEADING = 12.2


def columns_of(blocks: Sequence[list[Line]], height: float, leading: float = LEADING) -> list[list[list[Line]]]:
    """Blocks in columns of this height; a block longer than the rest of a column is cut."""
    columns: list[list[list[Line]]] = [[]]
    left = height
    for block in blocks:
        rest = list(block)
        while rest:
            fit = int(left // leading)
            taken = _taken(len(rest), fit)
            if not taken and columns[-1]:
                columns.append([])
                left = height
                continue
            taken = taken or max(1, fit)  # a column too low for any good cut
            columns[-1].append(rest[:taken])
            left -= taken * leading + 5
            rest = rest[taken:]
    return columns


def _taken(lines: int, fit: int) -> int:
    """How many lines of a block stay in a column with room for `fit`: a cut leaves two or more on either side."""
    if lines <= fit:
        return lines
    most = min(fit, lines - 2)
    return most if most >= 2 else 0


def begun(
    blocks: Sequence[list[Line]], height: float, count: int = 2, leading: float = LEADING
) -> tuple[list[list[list[Line]]], list[list[Line]]]:
    """The first `count` columns of this height, and what is left of the blocks."""
    first = columns_of(blocks, height, leading)[:count]
    used = sum(len(piece) for column in first for piece in column)
    left: list[list[Line]] = []
    for block in blocks:
        if len(block) > used:
            left.append(block[used:])
        used = max(0, used - len(block))
    return first, left


def balanced(blocks: Sequence[list[Line]], most: float, leading: float = LEADING) -> float:
    """The least height at which the blocks fill two columns; more than `most` if they don't fit."""
    height = 36.0
    lines = sum(len(block) for block in blocks)
    least = max((min(3, len(block)) for block in blocks), default=0)  # two lines can't hold part of a block of three
    while height <= most:
        fit = int(height // leading)
        if fit >= least and 2 * fit >= lines and len(columns_of(blocks, height, leading)) <= 2:
            return height
        height += leading / 2
    return most + 1
