"""14.1-14.3 Points when a noble comes into play, 11.4 dead nobles that go home, 14.5 final scoring."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.heads_of_state.state import HeadsState as State
from engine.heads_of_state.terms import AreaId, CountryId, RankId, SeatId

MOST_WHO_SHARE = 2
"""14.5 Two who are level share; three or more get nothing (R24)."""


def score_placement(s: State, seat: SeatId, area: AreaId) -> None:
    """10.5 The points for a noble that has just come into play: hex, square, full set (R18)."""
    _score_hex(s, seat, area)
    _score_square(s, seat, s.board.areas[area].country)
    _score_full_set(s, seat)


def _score_hex(s: State, seat: SeatId, area: AreaId) -> None:
    """14.1 The very first noble of an area takes its marker; nobody ever scores there again (R17)."""
    if area in s.hex_taken:
        return
    points = s.board.areas[area].hex
    s.hex_taken[area] = seat
    s.families[seat].score.hex += points
    tell(s, Event("hex_scored", "14.1", {"seat": seat, "area": area, "points": points}))


# ---------------------------------------------------------------------- 14.2, 11.4


def is_present(s: State, seat: SeatId, area: AreaId) -> bool:
    """14.2 Whether a seat has a living noble in an area, or a dead one on its hex (11.3)."""
    return seat in s.boxes[area] or any(noble.seat == seat for noble in s.dead[area])


def earns_square(s: State, seat: SeatId, country: CountryId) -> bool:
    """14.2 Whether a seat is present in the whole country and may take a marker that is still there."""
    data = s.board.countries[country]
    taken = s.squares[country]
    if seat in taken or len(taken) >= len(data.square):
        return False
    return all(is_present(s, seat, area) for area in data.areas)


def goes_home(s: State, owner: SeatId, country: CountryId) -> bool:
    """11.4 Whether a noble killed in a country goes straight to its owner's supply (R16)."""
    if not s.board.switches.R16_return_dead_when_useless:
        return False
    taken = s.squares[country]
    return owner in taken or len(taken) >= len(s.board.countries[country].square)


def _score_square(s: State, seat: SeatId, country: CountryId) -> None:
    """14.2 The more valuable marker that is left; then the dead nobles of that country go home (11.4)."""
    if not earns_square(s, seat, country):
        return
    points = s.board.countries[country].square[len(s.squares[country])]
    s.squares[country].append(seat)
    s.families[seat].score.square += points
    tell(s, Event("square_scored", "14.2", {"seat": seat, "country": country, "points": points}))
    for owner in s.order:
        if owner == seat or goes_home(s, owner, country):
            _bring_home(s, owner, country)


def _bring_home(s: State, owner: SeatId, country: CountryId) -> None:
    """11.4 All dead nobles of a seat in a country go to its supply."""
    ranks: list[Json] = []
    for area in s.board.countries[country].areas:
        ranks += [noble.rank for noble in s.dead[area] if noble.seat == owner]
        s.dead[area] = [noble for noble in s.dead[area] if noble.seat != owner]
    for rank in ranks:
        s.families[owner].supply[str(rank)] += 1
    if ranks:
        tell(s, Event("dead_return", "11.4", {"seat": owner, "country": country, "ranks": ranks}))


# ---------------------------------------------------------------------- 14.3


def _score_full_set(s: State, seat: SeatId) -> None:
    """14.3 A noble of each rank in the course of the game, with or without card (R19): the best large marker left."""
    family, markers = s.families[seat], s.board.full_set[s.players]
    if seat in s.large or len(s.large) >= len(markers) or not all(family.brought.get(rank) for rank in s.board.ranks):
        return
    points = markers[len(s.large)]
    s.large.append(seat)
    family.score.full_set += points
    tell(s, Event("full_set_scored", "14.3", {"seat": seat, "points": points}))


# ---------------------------------------------------------------------- 14.5


@dataclass(frozen=True, slots=True)
class RankScore:
    """Who scores for the noble cards of a rank, and how much each of them."""

    seats: tuple[SeatId, ...]
    points: int


def rank_score(s: State, rank: RankId) -> RankScore:
    """14.5 Most noble cards of a rank: one seat scores all, two half each, three or more nothing (R23, R24)."""
    counts = {seat: s.families[seat].noble_cards.get(rank, 0) for seat in s.order}
    most = max(counts.values())
    seats = tuple(seat for seat, count in counts.items() if count == most)
    if most < s.board.switches.R23_minimum_cards or len(seats) > MOST_WHO_SHARE:
        return RankScore((), 0)
    return RankScore(seats, s.board.ranks[rank].final_bonus // len(seats))


def final_scoring(s: State) -> None:
    """14.5 The noble cards, barons first."""
    for rank in s.board.ranks:
        result = rank_score(s, rank)
        for seat in result.seats:
            s.families[seat].score.final += result.points
        seats: list[Json] = list(result.seats)
        tell(s, Event("rank_scored", "14.5", {"rank": rank, "seats": seats, "points": result.points}))
