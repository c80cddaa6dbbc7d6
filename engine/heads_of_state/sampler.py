"""Scripts by chance, for random play: what a lively player could write, possible or not, but never faulty."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Draw
from engine.core.options import Alternative, Order, OrderAnswer
from engine.heads_of_state.script import CONTINUE, DONE, FAILED, LEAVE, REPLACE, WAIT, blank
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import ANY, BLIND, EXCHANGE, NONE, OPTION_1, OPTION_2, SeatId

State = HeadsState

MOST_STAGES = 4
"""A random player does not wait for ever."""


def sample(s: State, seat: SeatId, draw: Draw) -> OrderAnswer:
    """The default, or a script: an option, takes, nobles where boxes are empty or strikes at rivals, cards to keep."""
    if draw(8) == 0:
        return "default"
    turn = s.going
    orders: list[Order] = []
    option = turn.option or (OPTION_1, OPTION_2, OPTION_1, OPTION_2, EXCHANGE, OPTION_1)[draw(6)]
    if not turn.option and draw(10):
        orders.append([blank(do="option", card=option)])
    takes = [_take(s, draw) for _ in range(draw(4 if option == OPTION_1 else 2))]
    if option == OPTION_2 and draw(3):
        takes.insert(draw(len(takes) + 1), _treason(s, draw))
    orders += takes
    if option != OPTION_2:
        orders += _nobles(s, draw)
    elif draw(8):
        orders += _strikes(s, seat, draw)
    if draw(5) == 0:
        orders.append(_keep(s, seat, draw))
    if draw(3) == 0:
        orders.append([blank(do="on_revolution", card=CONTINUE if draw(3) else WAIT)])
    if turn.stage < MOST_STAGES and draw(8) == 0:
        cut = draw(len(orders) + 1)
        after = FAILED if draw(6) == 0 and cut else None
        return [*orders[:cut], [blank(do=WAIT, after=after)]]
    return orders


def _one(draw: Draw, items: Sequence[str]) -> str:
    return items[draw(len(items))]


def _take(s: State, draw: Draw) -> Order:
    kinds = list(s.board.attributes)
    order = [blank(do="take", card=_one(draw, s.row or kinds) if draw(3) else _one(draw, kinds))]
    if draw(3) == 0:
        order.append(blank(do="take", card=_one(draw, kinds)))
    if draw(2):
        order.append(blank(do="take", card=BLIND if draw(4) else ANY))
    if draw(3) == 0:
        order = [blank(do="take", card=BLIND)]
    if draw(12) == 0:
        order[0]["have"] = _one(draw, kinds)
    return order


def _treason(s: State, draw: Draw) -> Order:
    kinds = list(s.board.treason)
    order = [blank(do="treason", card=_one(draw, s.treason_row or kinds) if draw(3) else _one(draw, kinds))]
    if draw(2):
        order.append(blank(do="treason", card=BLIND if draw(3) else ANY))
    return order


def _nobles(s: State, draw: Draw) -> list[Order]:
    """Nobles into empty boxes, mostly the dear ones first."""
    owners = [owner for boxes in s.boxes.values() for owner in boxes]
    free = [box for box, owner in zip(s.board.boxes, owners, strict=True) if owner is None]
    chosen = [free.pop(draw(len(free))) for _ in range(min(len(free), draw(9)))]
    if draw(3):
        chosen.sort(key=lambda box: -s.board.ranks[box[1]].order)
    orders: list[Order] = []
    for area, rank in chosen:
        order = [_place(s, area, rank, draw)]
        if draw(5) == 0 and free:
            order.append(_place(s, *free[draw(len(free))], draw))
        condition = draw(12)
        if condition == 0 and orders:
            order[0]["after"] = DONE
        elif condition == 1:
            order[0]["free"] = f"{area}/{rank}"
        orders.append(order)
    return orders


def _place(s: State, area: str, rank: str, draw: Draw) -> Alternative:
    courtesan, wish = None, draw(6)
    if wish < 2:
        courtesan = NONE if wish else _one(draw, s.board.ranks[rank].cost)
    return blank(do="place", rank=rank, area=area, courtesan=courtesan)


def _strikes(s: State, seat: SeatId, draw: Draw) -> list[Order]:
    """Strikes at some nobles of rivals, with what the hand may have by then."""
    targets = [
        (area, rank, owner)
        for area, rank in s.board.boxes
        if (owner := s.owner_at(area, rank)) is not None and owner != seat
    ]
    orders: list[Order] = []
    for _ in range(min(len(targets), 1 + draw(5))):
        area, rank, rival = targets.pop(draw(len(targets)))
        order = [_use(s, seat, area, rank, rival, draw)]
        if draw(4) == 0 and targets:
            other, lower, owner = targets[draw(len(targets))]
            order.append(_use(s, seat, other, lower, owner, draw))
        if draw(6) == 0 and orders:
            order[0]["after"] = FAILED if draw(2) else DONE
        orders.append(order)
        if draw(4) == 0:
            orders.append([_place(s, area, rank, draw)])
    return orders


def _use(s: State, seat: SeatId, area: str, rank: str, rival: SeatId, draw: Draw) -> Alternative:
    data = s.board.areas[area]
    card, second = data.country, None
    if draw(2):
        held = s.families[seat].treason or list(s.board.treason)
        card = _one(draw, s.families[seat].treason) if s.families[seat].treason else s.board.assassins[0]
        if data.capital and draw(4):
            second = card if draw(2) else _one(draw, held)
    then = (None, LEAVE, REPLACE, REPLACE)[draw(4)]
    return blank(do="use", card=card, second=second, seat=rival, rank=rank, area=area, then=then)


def _keep(s: State, seat: SeatId, draw: Draw) -> Order:
    family = s.families[seat]
    cards = [*family.hand, *family.treason] or list(s.board.attributes)
    return [blank(do="keep" if draw(3) else "discard", card=_one(draw, cards))]
