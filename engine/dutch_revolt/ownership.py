"""9.17 Ownership, 9.18 bishoprics, 9.19 universities, and 8.7 in turn 0."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.dutch_revolt.state import DutchRevoltState as State
from engine.dutch_revolt.terms import (
    BURGHERS,
    CATHOLICS,
    HABSBURGS,
    NEUTRAL,
    NOBILITY,
    REFORMERS,
    Faction,
    Kind,
    PlaceId,
    ProvinceId,
    University,
)

BISHOPRIC_EVENTS = {
    "firmly_catholic": "bishopric_firmly_catholic",
    "catholic": "bishopric_catholic",
    "reformed": "bishopric_reformed",
    "firmly_reformed": "bishopric_firmly_reformed",
}

# ---------------------------------------------------------------------- 9.17 cards


def city_majority(s: State, city: PlaceId) -> Faction | None:
    """9.17 The faction with the true majority in a city; None for neutrals and for nobody."""
    return _player(s.true_majority(s.places[city]))


def province_majority(s: State, province: ProvinceId) -> Faction | None:
    """9.17 True majority in countryside + towns (R-20); with the switch of 13.1 cities too, but never in turn 0."""
    data = s.board.provinces[province]
    with_cities = s.turn > 0 and s.board.switches.cities_count_for_province_control
    tokens: dict[Kind, int] = dict(s.countryside[province])
    for place in data.places if with_cities else data.towns:
        for kind, n in s.places[place].items():
            tokens[kind] = tokens.get(kind, 0) + n
    return _player(s.true_majority(tokens))


def _player(kind: Kind | None) -> Faction | None:
    return None if kind == NEUTRAL else kind


def take_cards(s: State) -> None:
    """9.17 City and province cards go to the true majorities; a card without one lies with nobody."""
    cities = _deal(s.city_cards, s.board.cities, lambda city: city_majority(s, city))
    provinces = _deal(s.province_cards, tuple(s.board.provinces), lambda province: province_majority(s, province))
    for f in s.order:
        _tell_cards(s, f, "cities", [c for c, _, new in cities if new == f], "cities_taken")
        _tell_cards(s, f, "provinces", [p for p, _, new in provinces if new == f], "provinces_taken")
    for f in s.order:
        _tell_cards(s, f, "cities", [c for c, old, new in cities if old == f and new is None], "cities_lost")
        _tell_cards(s, f, "provinces", [p for p, old, new in provinces if old == f and new is None], "provinces_lost")


def _deal(
    cards: dict[str, Faction | None], ids: tuple[str, ...], owner_of: Callable[[str], Faction | None]
) -> list[tuple[str, Faction | None, Faction | None]]:
    """Give each card to its owner; the changes as (card, old owner, new owner)."""
    changes = []
    for card in ids:
        old, new = cards.get(card), owner_of(card)
        cards[card] = new
        if old != new:
            changes.append((card, old, new))
    return changes


def _tell_cards(s: State, f: Faction, word: str, cards: list[str], kind: str) -> None:
    if cards:
        ids: list[Json] = list(cards)
        tell(s, Event(kind, "8.7" if s.turn == 0 else "9.17", {"faction": f, word: ids, "count": len(cards)}))


# ---------------------------------------------------------------------- 9.18 bishoprics


def bishopric_after(s: State, now: str, owner: Faction | None) -> str:
    """9.18 One step at most toward the owner's column; nobody: straight to Catholic; Nobility: no change (R-21)."""
    data = s.board.bishoprics
    if owner is None:
        return str(data["nobody_resets_to"])
    goal = data["target"].get(owner)
    if goal is None:
        return now
    columns: list[str] = list(data["columns"])
    here, there = columns.index(now), columns.index(goal)
    step = int(data["max_step"])
    return columns[max(here - step, there) if there < here else min(here + step, there)]


def move_bishoprics(s: State) -> None:
    """9.18 Every marker, in file order."""
    for province in s.board.bishoprics["provinces"]:
        _set_bishopric(s, province, bishopric_after(s, s.bishoprics[province], s.province_cards[province]), "9.18")


def _set_bishopric(s: State, province: ProvinceId, column: str, rule: str) -> None:
    if s.bishoprics.get(province) != column:
        s.bishoprics[province] = column
        tell(s, Event(BISHOPRIC_EVENTS[column], rule, {"province": province, "owner": s.province_cards[province]}))


# ---------------------------------------------------------------------- 9.19 universities


def holder(s: State, place: PlaceId) -> Faction | None:
    """City: who has the card; town: whose token stands there; None for nobody and neutrals."""
    if s.board.places[place].is_city:
        return s.city_cards[place]
    return _player(s.holder_of(place))


def university_after(s: State, place: PlaceId, now: University) -> University:
    """9.19 The table, one university."""
    by = holder(s, place)
    if by == REFORMERS:
        return "reformed"
    if place in s.board.old_universities:
        return now if by in (NOBILITY, BURGHERS) else "catholic"
    return "none" if by in (CATHOLICS, HABSBURGS) else now


def change_universities(s: State) -> None:
    """9.19 Every university: the old ones, then the others."""
    for place in s.board.universities:
        _set_university(s, place, university_after(s, place, s.universities[place]), "9.19")


def _set_university(s: State, place: PlaceId, becomes: University, rule: str) -> None:
    was = s.universities.get(place, "none")
    s.universities[place] = becomes
    if was == becomes:
        return
    if place in s.board.old_universities:
        kind = "university_reformed" if becomes == "reformed" else "university_catholic"
    else:
        kind = "university_founded" if becomes == "reformed" else "university_closed"
    tell(s, Event(kind, rule, {"place": place}))


# ---------------------------------------------------------------------- 8.7 turn 0


def turn_0(s: State) -> None:
    """8.7 First ownership of everything; loyalty markers to their start columns."""
    take_cards(s)
    charts = s.board.bishoprics
    for province in charts["provinces"]:
        owner = s.province_cards[province]
        _set_bishopric(s, province, str(charts["turn0"][owner or "nobody"]), "8.7")
    for place in s.board.universities:
        _set_university(s, place, _university_of_turn_0(s, place), "8.7")
    for city in s.board.loyalty_rows:
        s.loyalty[city] = s.board.places[city].loyalty_start


def _university_of_turn_0(s: State, place: PlaceId) -> University:
    """8.7, R-06 The old ones are reformed by Burghers too; with the switch of 13.1 only by Reformers."""
    by = holder(s, place)
    if place not in s.board.old_universities:
        return "reformed" if by == REFORMERS else "none"
    burghers_too = s.board.switches.turn0_burghers_reform_koln_leuven
    return "reformed" if by == REFORMERS or (by == BURGHERS and burghers_too) else "catholic"
