"""Text in two columns: nothing is lost, and no column begins or ends with a single line of a longer block."""

from __future__ import annotations

from itertools import accumulate, product

import pytest

from pbem.reports.columns import LEADING, Line, balanced, begun, columns_of
from pbem.reports.sheets import Run

HEIGHTS = [lines * LEADING + 1 for lines in range(3, 14)]
SIZES = [sizes for count in (1, 2, 3) for sizes in product((1, 2, 3, 4, 5, 8, 13), repeat=count)]


def block(size: int, number: int = 0) -> list[Line]:
    return [[(0.0, Run(f"{number}.{line}"))] for line in range(size)]


def blocks_of(sizes: tuple[int, ...]) -> list[list[Line]]:
    return [block(size, number) for number, size in enumerate(sizes)]


def lone_lines(columns: list[list[list[Line]]], blocks: list[list[Line]]) -> list[Line]:
    """Lines that stand at the head or foot of a column without the others of their block."""
    whole = {id(one[0]): len(one) for one in blocks}
    pieces = [piece for column in columns for piece in column]
    return [piece[0] for piece in pieces if len(piece) == 1 and whole.get(id(piece[0])) != 1]


@pytest.mark.parametrize("height", HEIGHTS)
def test_no_line_is_lost_or_left_alone(height: float) -> None:
    for sizes in SIZES:
        blocks = blocks_of(sizes)
        columns = columns_of(blocks, height)
        told = [line for column in columns for piece in column for line in piece]
        assert told == [line for one in blocks for line in one], sizes
        assert lone_lines(columns, blocks) == [], sizes
        for column in columns:
            assert sum(len(piece) * LEADING + 5 for piece in column) - 5 <= height, sizes


@pytest.mark.parametrize(("size", "cuts"), [(2, [2]), (3, [3]), (4, [2, 2]), (5, [3, 2]), (7, [4, 3])])
def test_a_block_of_three_lines_is_never_cut(size: int, cuts: list[int]) -> None:
    blocks = [block(size)]
    columns = columns_of(blocks, balanced(blocks, 500))
    assert [len(piece) for column in columns for piece in column] == cuts


def test_a_last_line_takes_the_one_before_it_along() -> None:
    columns = columns_of([block(6)], 5 * LEADING + 1)
    assert [[len(piece) for piece in column] for column in columns] == [[4], [2]]


def test_a_column_too_low_for_a_good_cut_still_ends() -> None:
    assert [len(piece) for column in columns_of([block(3)], LEADING + 1) for piece in column] == [1, 1, 1]
    assert len(columns_of([block(2)], LEADING / 2)) == 2


@pytest.mark.parametrize("height", HEIGHTS[3:])
def test_what_two_columns_leave_goes_on_elsewhere(height: float) -> None:
    for sizes in SIZES:
        blocks = blocks_of(sizes)
        first, left = begun(blocks, height)
        lines = [line for column in first for piece in column for line in piece]
        assert lines + [line for one in left for line in one] == [line for one in blocks for line in one], sizes
        assert len(first) <= 2
        ends = {0, *accumulate(sizes)}
        assert not left or len(lines) in ends or len(left[0]) > 1, sizes


def test_columns_are_balanced_only_where_they_fit() -> None:
    blocks = blocks_of((8, 8, 8))
    assert balanced(blocks, 500) < 24 * LEADING
    assert len(columns_of(blocks, balanced(blocks, 500))) == 2
    assert balanced(blocks, 60) == 61
    assert balanced([], 500) == 36
