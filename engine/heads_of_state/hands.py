"""Hands: the default take and discard of 19.6, and cutting a hand down to a limit (12.1, 13.3c)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import AttributeId, SeatId, TreasonId

State = HeadsState


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a seat wants to keep, best first, and to be rid of, worst first; attribute and treason cards together."""

    keep: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()


NO_WISHES = Wishes()


def default_take(s: State, seat: SeatId) -> AttributeId | None:
    """19.6 The card of the row that is taken without orders; None when the row is empty.

    The kind held least, then the kind needed by more ranks, then data order.
    """
    hand, attributes = s.families[seat].hand, s.board.attributes
    best, best_key = None, (0, 0, 0)
    for card in s.row:
        data = attributes[card]
        key = (hand.count(card), -data.needed, data.index)
        if best is None or key < best_key:
            best, best_key = card, key
    return best


def attributes_to_go(s: State, seat: SeatId, limit: int, wishes: Wishes) -> list[AttributeId]:
    """19.5, 19.6 The attribute cards that go, in order, when a hand is cut down to a limit."""
    attributes = s.board.attributes

    def key(card: AttributeId, held: int) -> tuple[bool, int, int, int]:
        data = attributes[card]
        return (data.wild, -held, data.needed, -data.index)

    return _to_go(s.families[seat].hand, limit, wishes, key)


def treason_to_go(s: State, seat: SeatId, limit: int, wishes: Wishes) -> list[TreasonId]:
    """19.5, 19.6 The treason cards that go, in order, when a hand is cut down to a limit."""
    index, assassins = s.board.treason_index, s.board.assassins

    def key(card: TreasonId, held: int) -> tuple[bool, int, int, int]:
        return (card in assassins, -held, 0, -index[card])

    return _to_go(s.families[seat].treason, limit, wishes, key)


def _to_go(
    hand: Sequence[str], limit: int, wishes: Wishes, key: Callable[[str, int], tuple[bool, int, int, int]]
) -> list[str]:
    """Cards wished away go first, worst first; then those not wished kept, by `key`, the smallest first (where "held
    most often" counts the whole hand); then those wished kept, the last named first."""
    over = len(hand) - limit
    if over <= 0:
        return []
    gone: list[str] = []
    held = Counter(hand)
    for card in wishes.discard:
        if len(gone) < over and held[card]:
            held[card] -= 1
            gone.append(card)
    kept, loose = [], Counter(held)
    for card in wishes.keep:
        if loose[card]:
            loose[card] -= 1
            kept.append(card)
    while len(gone) < over:
        free = [card for card in loose if loose[card] > 0]
        if free:
            card = min(free, key=lambda card: key(card, held[card]))
            loose[card] -= 1
        else:
            card = kept.pop()
        held[card] -= 1
        gone.append(card)
    return gone


def cut_down(s: State, seat: SeatId, attributes: int, treason: int, wishes: Wishes, *, rule: str) -> None:
    """12.1, 13.3c: discard down to the limits, never further. Everybody sees what goes (R33)."""
    cards = attributes_to_go(s, seat, attributes, wishes)
    plots = treason_to_go(s, seat, treason, wishes)
    if not cards and not plots:
        return
    s.spend(seat, cards)
    s.spend_treason(seat, plots)
    gone: list[Json] = list(cards)
    plots_gone: list[Json] = list(plots)
    tell(s, Event("cards_discarded", rule, {"seat": seat, "cards": gone, "treason": plots_gone}))
