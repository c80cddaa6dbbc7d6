"""10.2, 10.3 What a noble costs, and 8.6 which boxes a family could fill together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from engine.heads_of_state.board import Board
from engine.heads_of_state.terms import AttributeId, RankId

Payment: TypeAlias = tuple[AttributeId, ...]
"""Exactly the cards that are handed in."""


def ways_to_pay(board: Board, rank: RankId) -> Sequence[Payment]:
    """10.2, 10.3, 19.6 Every payment of a rank: the listed cards, then a courtesan for each of them in their order."""
    return board.payments[rank]


def with_courtesan(board: Board, rank: RankId, kind: AttributeId) -> Payment:
    """10.3 The listed cards with one courtesan in place of `kind`."""
    return board.payments[rank][1 + board.ranks[rank].cost.index(kind)]


def missing(hand: Sequence[AttributeId], payment: Payment) -> list[AttributeId]:
    """The cards of a payment that the hand has not, in the order of the payment: no kind is in it twice (10.2)."""
    return [card for card in payment if card not in hand]


def after(hand: Sequence[AttributeId], payment: Payment) -> list[AttributeId]:
    """The hand without the cards of a payment that it has."""
    left = list(hand)
    for card in payment:
        left.remove(card)
    return left


def can_fill_all_but(
    board: Board, ranks: Sequence[RankId], spared: int, hand: Sequence[AttributeId], supply: Mapping[RankId, int]
) -> bool:
    """8.6 Whether all boxes of these ranks but `spared` of them can be filled, paid for together."""
    if len(ranks) <= spared:
        return True
    tried = {tuple(sorted(some)) for some in combinations(ranks, len(ranks) - spared)}
    return any(can_fill(board, some, hand, supply) for some in sorted(tried))


def can_fill(board: Board, ranks: Sequence[RankId], hand: Sequence[AttributeId], supply: Mapping[RankId, int]) -> bool:
    """8.6 Whether boxes of all these ranks can be filled together: a tile for each, and cards for all.

    The cards that are missing are paid with courtesans, at most one for each noble that may be helped by one (10.3).
    """
    if any(count > supply.get(rank, 0) for rank, count in Counter(ranks).items()):
        return False
    needed = Counter(card for rank in ranks for card in board.ranks[rank].cost)
    held = Counter(hand)
    short = [card for card, count in needed.items() for _ in range(max(0, count - held[card]))]
    if len(short) > held[board.wild]:
        return False
    helped = [board.ranks[rank].cost if board.ranks[rank].courtesan_allowed else () for rank in ranks]
    return _each_helps_another(short, helped)


def _each_helps_another(short: Sequence[AttributeId], helped: Sequence[Iterable[AttributeId]]) -> bool:
    """Whether every missing card can be given to a noble of its own that lists it (augmenting paths)."""
    holder: dict[int, int] = {}

    def find(card: int, seen: set[int]) -> bool:
        for noble, cost in enumerate(helped):
            if noble in seen or short[card] not in cost:
                continue
            seen.add(noble)
            if noble not in holder or find(holder[noble], seen):
                holder[noble] = card
                return True
        return False

    return all(find(card, set()) for card in range(len(short)))
