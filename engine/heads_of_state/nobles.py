"""10 Bringing a noble into play: conditions, payment, points; 8.4-8.6 replacements of the nobles killed in a turn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.table import BrokenInvariant
from engine.heads_of_state import payment, scoring
from engine.heads_of_state.payment import Payment
from engine.heads_of_state.state import HeadsState as State
from engine.heads_of_state.terms import NONE, OPTION_2, AreaId, AttributeId, RankId, SeatId

# ---------------------------------------------------------------------- 10.1 may it be placed


def why_not_place(s: State, seat: SeatId, area: AreaId, rank: RankId, courtesan: str | None = None) -> Reason | None:
    """10.1 None when the noble can be brought into play now, else why not.

    `courtesan` is the kind that a courtesan is to stand for, "none" for no courtesan, or None: as 19.3 pays.
    """
    if (reason := _why_not_there(s, seat, area, rank)) is not None:
        return reason
    chosen = choose_payment(s, seat, area, rank, courtesan)
    return chosen if isinstance(chosen, Reason) else None


def _why_not_there(s: State, seat: SeatId, area: AreaId, rank: RankId) -> Reason | None:
    """10.1 Everything but the price."""
    if s.board.box_index(area, rank) is None:
        return Reason("rank_not_in_area", "1.4", {"rank": rank, "area": area})
    if not s.is_empty(area, rank):
        return Reason("box_not_empty", "10.1", {"rank": rank, "area": area, "owner": s.owner_at(area, rank)})
    if (
        s.turn is not None
        and s.turn.option == OPTION_2
        and not any((box.area, box.rank) == (area, rank) for box in s.open_boxes())
    ):
        return Reason("only_emptied_boxes", "8.4", {"rank": rank, "area": area})
    if s.families[seat].supply.get(rank, 0) < 1:
        return Reason("no_tile", "16.4", {"rank": rank, "area": area})
    return None


def can_place(s: State, seat: SeatId) -> list[dict[str, Json]]:
    """7.4, 8.4 Every box that the seat could fill now, with the cards that it would pay."""
    found: list[dict[str, Json]] = []
    for area, rank in s.board.boxes:
        if _why_not_there(s, seat, area, rank) is None:
            chosen = choose_payment(s, seat, area, rank, None)
            if not isinstance(chosen, Reason):
                found.append({"area": area, "rank": rank, "pays": list(chosen)})
    return found


# ---------------------------------------------------------------------- 10.2, 10.3, 19.3 payment


def choose_payment(
    s: State, seat: SeatId, area: AreaId, rank: RankId, courtesan: AttributeId | None
) -> Payment | Reason:
    """19.2 D6, 19.3 The cards that are handed in for a noble, or why it can't be paid.

    A courtesan that was ordered and is impossible counts as not ordered. Without order the listed cards are paid; a
    courtesan only where one of them is missing, or where 8.6 refuses the listed cards.
    """
    if courtesan == NONE:
        return _first_legal(s, seat, area, rank, [s.board.ranks[rank].cost])
    if courtesan is not None and may_stand_for(s, rank, courtesan):
        told = _first_legal(s, seat, area, rank, [payment.with_courtesan(s.board, rank, courtesan)])
        if not isinstance(told, Reason):
            return told
    chosen = _first_legal(s, seat, area, rank, payment.ways_to_pay(s.board, rank))
    if isinstance(chosen, Reason) and courtesan is not None and not may_stand_for(s, rank, courtesan):
        return Reason("courtesan_not_allowed", "10.3", {"rank": rank, "area": area, "card": courtesan})
    return chosen


def may_stand_for(s: State, rank: RankId, kind: AttributeId) -> bool:
    """10.3 Whether a courtesan may be paid for a noble of that rank in place of that kind."""
    data = s.board.ranks[rank]
    return data.courtesan_allowed and kind in data.cost


def _first_legal(s: State, seat: SeatId, area: AreaId, rank: RankId, ways: Sequence[Payment]) -> Payment | Reason:
    """The first of these payments that the hand has and 8.6 allows; else why the first one is impossible."""
    hand = s.families[seat].hand
    payable = False
    for way in ways:
        if not payment.missing(hand, way):
            payable = True
            if covers_rest(s, seat, area, rank, way):
                return way
    if payable:
        return Reason("cover_test", "8.6", {"rank": rank, "area": area})
    lacking: list[Json] = list(payment.missing(hand, ways[0]))
    return Reason("cannot_pay", "10.2", {"rank": rank, "area": area, "cards": lacking})


# ---------------------------------------------------------------------- 8.5, 8.6


def covers_rest(s: State, seat: SeatId, area: AreaId, rank: RankId, way: Payment) -> bool:
    """8.6 Whether after this replacement, paid this way, all emptied boxes but the spared one can still be filled."""
    rest = [box.rank for box in s.open_boxes() if (box.area, box.rank) != (area, rank)]
    spared = s.board.numbers.unreplaced
    if len(rest) <= spared:
        return True
    family = s.families[seat]
    supply = dict(family.supply)
    supply[rank] -= 1
    for returned in _brought_home(s, seat, area):
        supply[returned] += 1
    return payment.can_fill_all_but(s.board, rest, spared, payment.after(family.hand, way), supply)


def covers_kill(s: State, seat: SeatId, rank: RankId) -> bool:
    """8.6 Whether one more box of that rank may be emptied: all but the spared one could be filled at once."""
    opened = [*(box.rank for box in s.open_boxes()), rank]
    family = s.families[seat]
    return payment.can_fill_all_but(s.board, opened, s.board.numbers.unreplaced, family.hand, family.supply)


def _brought_home(s: State, seat: SeatId, area: AreaId) -> list[RankId]:
    """11.4 The tiles that come home with a square marker, if a noble placed in this area earned it."""
    country = s.board.areas[area].country
    data, taken = s.board.countries[country], s.squares[country]
    if seat in taken or len(taken) >= len(data.square):
        return []
    if not all(other == area or scoring.is_present(s, seat, other) for other in data.areas):
        return []
    return [noble.rank for other in data.areas for noble in s.dead[other] if noble.seat == seat]


def must_still_replace(s: State) -> bool:
    """8.5 Whether more boxes emptied in this turn are empty than may be at its end."""
    return len(s.open_boxes()) > s.board.numbers.unreplaced


def default_replacement(s: State) -> None:
    """19.6, 8.5 Forced replacements until few enough emptied boxes are left: the highest rank first, equal ranks in
    the order of the data file. Raises BrokenInvariant when none is possible, which 8.6 rules out."""
    seat = s.active
    while must_still_replace(s):
        _replace_one(s, seat)


def _replace_one(s: State, seat: SeatId) -> None:
    areas = list(s.board.areas)
    boxes = sorted(s.open_boxes(), key=lambda box: (-s.board.ranks[box.rank].order, areas.index(box.area)))
    for box in boxes:
        if why_not_place(s, seat, box.area, box.rank) is None:
            place(s, seat, box.area, box.rank)
            return
    raise BrokenInvariant(f"{seat} can fill none of {[box.area for box in boxes]}, against the cover test (rule 8.6)")


# ---------------------------------------------------------------------- 10.4, 10.5 placing


def place(s: State, seat: SeatId, area: AreaId, rank: RankId, courtesan: AttributeId | None = None) -> None:
    """10.4, 10.5 Pay, put the tile into the box, take a noble card, score. `why_not_place` must have been None.

    Raises BrokenInvariant when it was not.
    """
    reason = _why_not_there(s, seat, area, rank)
    chosen = reason or choose_payment(s, seat, area, rank, courtesan)
    if isinstance(chosen, Reason):
        raise BrokenInvariant(f"{seat} can't bring a {rank} into play in {area}: {chosen}")
    family = s.families[seat]
    cards: list[Json] = list(chosen)
    s.spend(seat, chosen)
    family.supply[rank] -= 1
    s.set_owner(area, rank, seat)
    for box in s.open_boxes():
        if (box.area, box.rank) == (area, rank):
            box.refilled = True
    family.brought[rank] = family.brought.get(rank, 0) + 1
    tell(s, Event("noble_placed", "10.4", {"seat": seat, "rank": rank, "area": area, "cards": cards}))
    _take_noble_card(s, seat, rank)
    scoring.score_placement(s, seat, area)


def _take_noble_card(s: State, seat: SeatId, rank: RankId) -> None:
    """10.4, 16.3 A noble card, as long as there is one of the rank."""
    if s.noble_cards_left[rank] < 1:
        tell(s, Event("no_noble_card", "16.3", {"seat": seat, "rank": rank}))
        return
    cards = s.families[seat].noble_cards
    s.noble_cards_left[rank] -= 1
    cards[rank] = cards.get(rank, 0) + 1
    tell(s, Event("noble_card", "10.4", {"seat": seat, "rank": rank}))
