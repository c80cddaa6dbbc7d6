"""What a seat may see, by allow-list (section 3): hands, and what lies face down in piles, are hidden."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Json, Seat
from engine.heads_of_state import influence, nobles, treason, winners
from engine.heads_of_state.state import HeadsState, RoundEnd, Score
from engine.heads_of_state.terms import ROUND_CHANGE, AreaId, CountryId, SeatId

State = HeadsState


def view(s: State, seat: Seat | None = None) -> dict[str, Json]:
    """The position as JSON, as it is seen from a seat; None is a spectator."""
    board = s.board
    own = None if seat is None or str(seat) not in s.families else str(seat)
    asked = own is not None and own == s.active and s.turn is not None and not s.over and s.phase != ROUND_CHANGE
    markers = board.full_set[s.players]
    can_place: list[Json] = list(nobles.can_place(s, s.active)) if asked else []
    can_strike: list[Json] = list(treason.can_strike(s, s.active)) if asked else []
    return {
        "game": "heads_of_state",
        "turn": s.number,
        "phase": s.phase,
        "step": s.cursor,
        "round": board.rounds[s.round],
        "rounds": _list(board.rounds),
        "over": s.over,
        "players": s.players,
        "order": _list(s.order),
        "active": s.active,
        "attribute": {
            "row": _list(s.row),
            "draw": len(s.draw_pile),
            "revolution_left": len(s.revolution_pile),
            "revolution_uncovered": _uncovered(s),
            "discard": _counted(s.discard, board.attributes),
            "aside": _list(s.aside),
            "in_use": len(board.attribute_cards(s.players)),
        },
        "treason": {
            "row": _list(s.treason_row),
            "pile": len(s.treason_pile),
            "discard": _counted(s.treason_discard, board.treason),
        },
        "areas": {area: _area(s, area) for area in board.areas},
        "countries": {country: _country(s, country) for country in board.countries},
        "large": _markers(markers, s.large),
        "seats": {each: _seat(s, each) for each in s.order},
        "noble_cards_left": dict(s.noble_cards_left),
        "history": [
            {"turn": one.number, "round": board.rounds[one.round], "seat": one.seat, "totals": dict(one.totals)}
            for one in s.history
        ],
        "own": None if own is None else _own(s, own),
        "going_on": _going_on(s) if own == s.active else None,
        "can_place": can_place,
        "can_strike": can_strike,
        "result": {"winners": _list(winners.winners(s)), "totals": dict(s.totals())} if s.over else None,
    }


def _list(items: Iterable[str]) -> list[Json]:
    return list(items)


def _counted(cards: list[str], kinds: Iterable[str]) -> dict[str, Json]:
    """How many of each kind that is there, in data order."""
    return {kind: cards.count(kind) for kind in kinds if kind in cards}


def _uncovered(s: State) -> int:
    """Cards of the revolution pile that have been used in this round (19.7)."""
    return 0 if s.number == 0 else s.board.numbers.revolution_cards + 1 - len(s.revolution_pile)


def _markers(values: Iterable[int], takers: list[SeatId]) -> list[Json]:
    return [
        {"value": value, "seat": takers[index] if index < len(takers) else None} for index, value in enumerate(values)
    ]


def _area(s: State, area: AreaId) -> dict[str, Json]:
    data = s.board.areas[area]
    return {
        "boxes": [{"rank": rank, "seat": owner} for rank, owner in zip(data.boxes, s.boxes[area], strict=True)],
        "dead": [{"seat": noble.seat, "rank": noble.rank} for noble in s.dead[area]],
        "hex": s.hex_taken.get(area),
        "hex_value": data.hex,
    }


def _country(s: State, country: CountryId) -> dict[str, Json]:
    data = s.board.countries[country]
    ends = {end.round: end for end in s.small if end.country == country}
    return {
        "squares": _markers(data.square, s.squares[country]),
        "small": {name: _small(s, country, ends.get(number)) for number, name in enumerate(s.board.rounds)},
        "influence": dict(influence.influence(s, country)),
    }


def _small(s: State, country: CountryId, end: RoundEnd | None) -> list[Json]:
    """The two small markers of a country in a round; used ones that nobody took were lost (14.4)."""
    data = s.board.countries[country]
    used = end is not None
    return [
        {"value": data.round_first, "seat": end.first if end else None, "used": used},
        {"value": data.round_second, "seat": end.second if end else None, "used": used},
    ]


def _seat(s: State, seat: SeatId) -> dict[str, Json]:
    family = s.families[seat]
    attributes, plots = s.hand_sizes(seat)
    return {
        "attributes": attributes,
        "treason": plots,
        "nobles": {rank: family.noble_cards[rank] for rank in s.board.ranks if rank in family.noble_cards},
        "brought": _list(rank for rank in s.board.ranks if family.brought.get(rank)),
        "supply": dict(family.supply),
        "score": _score(family.score),
    }


def _score(score: Score) -> dict[str, Json]:
    return {
        "total": score.total,
        "hex": score.hex,
        "square": score.square,
        "full_set": score.full_set,
        "round_end": score.round_end,
        "final": score.final,
    }


def _own(s: State, seat: SeatId) -> dict[str, Json]:
    family = s.families[seat]
    return {"seat": seat, "hand": _list(family.hand), "treason": _list(family.treason)}


def _going_on(s: State) -> dict[str, Json] | None:
    """How far the turn in progress is; only for the seat that plays it (19.4)."""
    turn = s.turn
    if turn is None or s.over:
        return None
    return {
        "stage": turn.stage,
        "option": turn.option or None,
        "attributes_to_take": turn.attributes_to_take,
        "treason_to_take": turn.treason_to_take,
        "emptied": [{"area": box.area, "rank": box.rank} for box in s.open_boxes()],
    }
