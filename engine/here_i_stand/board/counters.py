"""5.2: whether amounts of land units can be laid out with the counters there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.here_i_stand.board.powers import Counter

_SMALL = 2
"""Counters that show no more than this are counted; the bigger ones, which are few, are tried."""


def fits(amounts: Iterable[int], counters: Sequence[Counter]) -> bool:
    """Whether all amounts can be laid out at the same time; an amount is of one type in one place."""
    big, small = _sorted(tuple(counters))
    return _fits(tuple(sorted(filter(None, amounts))), big, small)


@lru_cache(maxsize=64)
def _sorted(counters: tuple[Counter, ...]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, int, int]]:
    """The big counters, one by one, and how many there are that show 1, 2, or either."""
    ones = sum(counter.count for counter in counters if max(counter.shows) == 1)
    twos = sum(counter.count for counter in counters if min(counter.shows) == max(counter.shows) == _SMALL)
    either = sum(counter.count for counter in counters if sorted(set(counter.shows)) == [1, _SMALL])
    big = tuple(counter.shows for counter in counters if max(counter.shows) > _SMALL for _ in range(counter.count))
    return big, (ones, twos, either)


@lru_cache(maxsize=4096)
def _fits(amounts: tuple[int, ...], big: tuple[tuple[int, ...], ...], small: tuple[int, int, int]) -> bool:
    """With each of the big counters lying at some amount, or unused."""
    if _fits_small(amounts, small):
        return True
    if not big:
        return False
    return any(
        _fits(_less(amounts, index, shown), big[1:], small)
        for shown in big[0]
        for index, amount in enumerate(amounts)
        if amount >= shown and (index == 0 or amounts[index - 1] != amount)
    ) or _fits(amounts, big[1:], small)


def _less(amounts: tuple[int, ...], index: int, shown: int) -> tuple[int, ...]:
    rest = [*amounts[:index], amounts[index] - shown, *amounts[index + 1 :]]
    return tuple(sorted(filter(None, rest)))


def _fits_small(amounts: tuple[int, ...], small: tuple[int, int, int]) -> bool:
    """Twos as far as they go, ones for the rest: a two never does worse than two ones."""
    ones, twos, either = small
    as_twos = min(sum(amount // _SMALL for amount in amounts), twos + either)
    ones_left = ones + either - max(0, as_twos - twos)
    return sum(amounts) - _SMALL * as_twos <= ones_left
