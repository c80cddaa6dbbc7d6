"""14.4 Round end: the influence of the families in each country, and who is first and second."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.heads_of_state.state import HeadsState as State
from engine.heads_of_state.state import RoundEnd
from engine.heads_of_state.terms import CountryId, SeatId

Rating: TypeAlias = tuple[int, int, list[int], int, list[int], int]
"""Influence, then steps 1 to 5 of the tie chain; the greater one is ahead."""


@dataclass(frozen=True, slots=True)
class Placing:
    """What the round end gives in one country. `tie` and `second_tie` are the steps of the chain that decided about
    the first and the second place, 0 where influence did."""

    influence: dict[SeatId, int]
    first: SeatId | None
    second: SeatId | None
    tie: int
    second_tie: int


def influence(s: State, country: CountryId) -> dict[SeatId, int]:
    """14.4 The influence of every seat with living nobles in a country, in the order of the seats."""
    numbers = s.board.numbers
    found: dict[SeatId, int] = {}
    for area in s.board.countries[country].areas:
        if s.board.areas[area].capital:
            values = (numbers.capital_top, numbers.capital_lower)
        else:
            values = (numbers.province_top, numbers.province_lower)
        owners = [owner for owner in s.boxes[area] if owner is not None]
        for owner, value in zip(owners, values, strict=False):
            found[owner] = found.get(owner, 0) + value
    return {seat: found[seat] for seat in s.order if seat in found}


def placing(s: State, country: CountryId) -> Placing:
    """14.4 Who is first and second in a country as the nobles stand now; nobody without influence is (R22)."""
    points = influence(s, country)
    ratings = {seat: _rating(s, country, seat, points[seat]) for seat in points}
    ranked = sorted(points, key=lambda seat: ratings[seat], reverse=True)
    steps = [_deciding_step(ratings[ahead], ratings[behind]) for ahead, behind in pairwise(ranked)]
    return Placing(
        influence=points,
        first=ranked[0] if ranked else None,
        second=ranked[1] if len(ranked) > 1 else None,
        tie=steps[0] if steps else 0,
        second_tie=steps[1] if len(steps) > 1 else 0,
    )


def score_round(s: State) -> None:
    """14.4, 13.3a Score all countries for the round that ends."""
    for country, data in s.board.countries.items():
        result = placing(s, country)
        if result.first is not None:
            s.families[result.first].score.round_end += data.round_first
        if result.second is not None:
            s.families[result.second].score.round_end += data.round_second
        s.small.append(RoundEnd(s.round, country, result.first, result.second))
        facts: dict[str, Json] = {
            "country": country,
            "influence": dict(result.influence),
            "winner": result.first,
            "points": 0 if result.first is None else data.round_first,
            "second": result.second,
            "second_points": 0 if result.second is None else data.round_second,
            "tie": result.tie or result.second_tie,
            "second_tie": result.second_tie,
        }
        tell(s, Event("country_scored", "14.4", facts))


def _rating(s: State, country: CountryId, seat: SeatId, points: int) -> Rating:
    """14.4 Influence and the whole tie chain of a seat. Of two lists the one that runs out is behind."""
    ranks: list[int] = []
    hexes: list[int] = []
    best: tuple[int, int] = (0, 0)
    for area in s.board.countries[country].areas:
        data = s.board.areas[area]
        here = [
            s.board.ranks[rank].order for rank, owner in zip(data.boxes, s.boxes[area], strict=True) if owner == seat
        ]
        if here:
            ranks += here
            hexes.append(data.hex)
            best = max(best, (data.hex, max(here)))
    ranks.sort(reverse=True)
    hexes.sort(reverse=True)
    return points, ranks[0], hexes, best[1], ranks, s.seat_number(seat)


def _deciding_step(ahead: Rating, behind: Rating) -> int:
    """The step of the chain, 1 to 5, by which two seats of equal influence differ; 0 when their influence differs."""
    return next(step for step, (mine, other) in enumerate(zip(ahead, behind, strict=True)) if mine != other)
