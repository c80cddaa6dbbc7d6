"""Positions for tests of nobles, treason and scoring: a table after the deal, and short ways to change it that keep
every invariant of section 21."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from engine.core.decision import Reason
from engine.heads_of_state import nobles, treason
from engine.heads_of_state.board import Board, SwitchValue
from engine.heads_of_state.state import Emptied, Family, HeadsState, Noble, Turn
from engine.heads_of_state.terms import REVOLUTION

State = HeadsState


@cache
def our_board() -> Board:
    """The board as it comes with the judge."""
    return Board.ours()


def table(players: int = 4, option: str = "1", board: Board | None = None, **switches: SwitchValue) -> State:
    """Full rows, empty hands and map; the first seat is in a turn of that option."""
    board = (board or our_board()).with_switches(switches)
    order = list(board.colours[:players])
    cards, deck = board.attribute_cards(players), board.treason_cards
    n = board.numbers
    state = HeadsState(
        cursor="test",
        salt="",
        players=players,
        order=order,
        round=0,
        number=1,
        phase=1,
        active=order[0],
        clock="fresh",
        keep_hours=48,
        grace_hours=24,
        switches=dict(switches),
        draw_pile=cards[n.row + n.revolution_cards :],
        revolution_pile=[*cards[n.row : n.row + n.revolution_cards], REVOLUTION],
        row=cards[: n.row],
        aside=[],
        discard=[],
        treason_pile=deck[n.treason_row :],
        treason_row=deck[: n.treason_row],
        treason_discard=[],
        families={
            seat: Family(hand=[], treason=[], supply={rank: data.tiles for rank, data in board.ranks.items()}, turns=2)
            for seat in order
        },
        boxes={area: [None] * len(data.boxes) for area, data in board.areas.items()},
        dead={area: [] for area in board.areas},
        hex_taken={},
        squares={country: [] for country in board.countries},
        large=[],
        small=[],
        noble_cards_left={rank: data.noble_cards for rank, data in board.ranks.items()},
        turn=Turn(option=option),
    )
    state.board = board
    return state


def hand(s: State, seat: str, cards: str) -> None:
    """Attribute cards into a hand, "gold, 2 courtesan", from wherever they lie."""
    for card in named(cards):
        pile = next(pile for pile in (s.draw_pile, s.revolution_pile, s.row, s.discard) if card in pile)
        pile.remove(card)
        s.give(seat, card)


def treason_hand(s: State, seat: str, cards: str) -> None:
    """Treason cards into a hand."""
    for card in named(cards):
        pile = s.treason_pile if card in s.treason_pile else s.treason_row
        pile.remove(card)
        s.give_treason(seat, card)


def named(cards: str) -> list[str]:
    """ "gold, 2 courtesan" as single cards."""
    found = []
    for part in filter(None, (part.strip() for part in cards.split(","))):
        count, _, card = part.rpartition(" ")
        found += [card] * (int(count) if count else 1)
    return found


def stand(s: State, *lines: str) -> None:
    """Living nobles, "red king @ paris": brought into play earlier, with card and hex marker."""
    for line in lines:
        seat, rank, _, area = line.split()
        assert s.is_empty(area, rank), line
        s.set_owner(area, rank, seat)
        _was_brought(s, seat, rank, area)


def lie(s: State, *lines: str) -> None:
    """Dead nobles on a hex."""
    for line in lines:
        seat, rank, _, area = line.split()
        s.dead[area].append(Noble(seat, rank))
        _was_brought(s, seat, rank, area)


def _was_brought(s: State, seat: str, rank: str, area: str) -> None:
    family = s.families[seat]
    family.supply[rank] -= 1
    family.brought[rank] = family.brought.get(rank, 0) + 1
    if s.noble_cards_left[rank]:
        s.noble_cards_left[rank] -= 1
        family.noble_cards[rank] = family.noble_cards.get(rank, 0) + 1
    if area not in s.hex_taken:
        s.hex_taken[area] = seat
        family.score.hex += s.board.areas[area].hex


def has_brought(s: State, seat: str, ranks: Iterable[str]) -> None:
    """Nobles brought into play earlier, killed and home again; without noble cards."""
    for rank in ranks:
        s.families[seat].brought[rank] = s.families[seat].brought.get(rank, 0) + 1


def square(s: State, country: str, *seats: str) -> None:
    """Square markers taken earlier."""
    for seat in seats:
        s.families[seat].score.square += s.board.countries[country].square[len(s.squares[country])]
        s.squares[country].append(seat)


def emptied(s: State, *boxes: str) -> None:
    """Boxes emptied in this turn, "bavaria/duke"."""
    for box in boxes:
        area, rank = box.split("/")
        s.going.emptied.append(Emptied(area, rank))


def strike(s: State, cards: str, target: str, drawn: str | None = None) -> bool | Reason:
    """One play of the active seat, "assassin" on "yellow duke @ bavaria"; `drawn` is the cube."""
    seat = s.active
    rival, rank, _, area = target.split()
    chosen = named(cards)
    reason = treason.why_not(s, seat, chosen, rival, rank, area)
    if reason is not None:
        return reason
    flow = treason.strike(s, seat, chosen, rival, rank, area)
    try:
        chance = next(flow)
    except StopIteration as end:
        assert drawn is None, "no cube is drawn here"
        return bool(end.value)
    assert (chance.what, chance.rule, chance.sizes) == ("bag", "9.5", (4,))
    assert drawn is not None, "a cube is drawn here"
    try:
        flow.send([1 if drawn == seat else 4])
    except StopIteration as end:
        return bool(end.value)
    raise AssertionError("a play draws one cube")


def place(s: State, noble: str, courtesan: str | None = None) -> Reason | None:
    """The active seat brings a noble into play, "king @ paris", or why not."""
    rank, _, area = noble.split()
    reason = nobles.why_not_place(s, s.active, area, rank, courtesan)
    if reason is None:
        nobles.place(s, s.active, area, rank, courtesan)
    return reason


def told(s: State) -> list[str]:
    """The kinds of the events so far."""
    return [event.kind for event in s.events]


def facts(s: State, kind: str) -> Mapping[str, Any]:
    """What the last event of a kind said."""
    return next(event.facts for event in reversed(s.events) if event.kind == kind)


def key(reason: object) -> str:
    """The key of a reason."""
    assert isinstance(reason, Reason), reason
    return reason.key
