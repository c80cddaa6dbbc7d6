"""9.14 Moves inside provinces; 8.6 in turn 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import takewhile

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask_all
from engine.core.options import Alternative, Order, OrderAnswer
from engine.dutch_revolt.lists import OrderKind, carry_out, decision, tell_cut, tell_skipped
from engine.dutch_revolt.state import DutchRevoltState as State
from engine.dutch_revolt.terms import COUNTRYSIDE, NEUTRAL, Faction, Kind, PlaceId, ProvinceId, Spot

Round = list[tuple[Faction, tuple[ProvinceId, ...]]]
"""Which faction moves in which provinces at the same time."""


# ---------------------------------------------------------------------- queries


def ranking(s: State, province: ProvinceId) -> list[Faction]:
    """9.14.1 Player factions by tokens in the province, besieged cities excluded; ties by turn order (R-33, R-51)."""
    counted = s.counted(province)
    return sorted((f for f in s.order if f in counted), key=lambda f: -counted[f])


def rounds(s: State) -> list[Round]:
    """12.2 All factions of rank 1 in all provinces at once, then all of rank 2, and so on; each round in turn order.

    Moves inside provinces do not change the ranks.
    """
    rows = {province: ranking(s, province) for province in s.board.provinces}
    depth = max(map(len, rows.values()), default=0)
    found: list[Round] = []
    for rank in range(depth):
        at_rank: dict[Faction, list[ProvinceId]] = {f: [] for f in s.order}
        for province, row in rows.items():
            if rank < len(row):
                at_rank[row[rank]].append(province)
        found.append([(f, tuple(provinces)) for f, provinces in at_rank.items() if provinces])
    return found


def movable(s: State, f: Faction, province: ProvinceId) -> list[Kind]:
    """9.14.2 Whose tokens a faction may move: its own, those of lower rank, neutrals (R-34, R-51)."""
    row = ranking(s, province)
    return [*row[row.index(f) :], NEUTRAL] if f in row else []


def moves_of(s: State, f: Faction, province: ProvinceId) -> list[Alternative]:
    """9.14.2-3 Every single move that is possible now, with the largest count."""
    return list(_moves(s, f, province))


def _moves(s: State, f: Faction, province: ProvinceId) -> Iterator[Alternative]:
    """Worked out one by one, for whoever needs only the first."""
    spots = s.open_spots(province)
    towns = s.board.provinces[province].towns
    return (
        _order(province, None if kind == f else kind, 1 if goal in towns else n, origin, goal)
        for kind in (movable(s, f, province) if len(spots) > 1 else ())
        for origin in spots
        if (n := s.tokens_at(province, origin).get(kind, 0)) and (kind != NEUTRAL or origin != COUNTRYSIDE)
        for goal in (spots if kind != NEUTRAL else (COUNTRYSIDE,))
        if goal != origin and not (goal in towns and s.places[goal])
    )


def can_move(s: State, f: Faction, province: ProvinceId) -> bool:
    """Whether a faction has any move in a province."""
    return next(_moves(s, f, province), None) is not None


def ranked_provinces(s: State, f: Faction) -> tuple[ProvinceId, ...]:
    """The provinces in which a faction takes part, in file order."""
    return tuple(p for p in s.provinces_with(f) if s.counted_of(p, f))


# ---------------------------------------------------------------------- the phase


def moves_inside_provinces(s: State) -> Flow[None]:
    """9.14 Rank by rank: all factions of a rank are asked together and move in turn order. `refill` follows."""
    for rank, row in enumerate(rounds(s), start=1):
        open_to = [(f, tuple(p for p in provinces if can_move(s, f, p))) for f, provinces in row]
        asked = [(f, kind_for(provinces)) for f, provinces in open_to if provinces]
        decisions = [decision(s, kind, f, about=f"rank {rank}") for f, kind in asked]
        answers = yield from ask_all(decisions)
        for (f, kind), d in zip(asked, decisions, strict=True):
            carry_out(s, kind, f, answers[d.key])


def carry_out_given(s: State, answers: Mapping[Faction, OrderAnswer]) -> None:
    """12.3 Quick mode: the lists were given beforehand and are applied in rank order, province by province."""
    waiting = {f: _where_ranked(s, f, answer) for f, answer in answers.items() if answer != "default"}
    for row in rounds(s):
        for f, provinces in row:
            if f in waiting:
                waiting[f] = _carry_out_in(s, f, provinces, waiting[f])
            else:
                carry_out(s, kind_for(provinces), f, "default")
    for f, orders in waiting.items():
        for order in orders:
            tell_skipped(s, ARRANGE, f, order[0], _not_now(s, f, str(order[0]["province"])))


def _where_ranked(s: State, f: Faction, orders: list[Order]) -> list[Order]:
    """The orders without the alternatives in provinces where the faction has no part; those are skipped."""
    left: list[Order] = []
    for order in orders:
        for alternative in order:
            if f not in s.counted(province := str(alternative["province"])):
                tell_skipped(s, ARRANGE, f, alternative, _no_part(f, province))
        left.append([alternative for alternative in order if f in s.counted(str(alternative["province"]))])
    return [order for order in left if order]


def _carry_out_in(s: State, f: Faction, provinces: tuple[ProvinceId, ...], orders: list[Order]) -> list[Order]:
    """Do what concerns the provinces of a round; gives the orders that wait, with the alternatives still untried."""
    waiting: list[Order] = []
    for order in orders:
        now = list(takewhile(lambda alternative: alternative["province"] in provinces, order))
        done = bool(now) and carry_out(s, kind_for(provinces), f, [now]) == [None]
        if not done and len(now) < len(order):
            waiting.append(order[len(now) :])
    return waiting


def _rule(s: State) -> str:
    return "8.6" if s.turn == 0 else "9.14"


def refill(s: State) -> None:
    """9.14.4 Empty towns get 1 neutral of their province, then empty cities 2; besieged cities are closed (R-35)."""
    for province, data in s.board.provinces.items():
        spots = s.open_spots(province)
        filled: list[Json] = []
        for town in data.towns:
            if not s.places[town] and _draw_neutral(s, province, town, spots):
                filled.append(town)
        for city in data.cities:
            if city in spots and not s.places[city]:
                got = [_draw_neutral(s, province, city, spots) for _ in range(_neutrals_of_an_empty_city(s))]
                if any(got):
                    filled.append(city)
        if filled:
            facts: dict[str, Json] = {"province": province, "places": filled, "count": len(filled)}
            tell(s, Event("places_refilled", _rule(s), facts))


def _neutrals_of_an_empty_city(s: State) -> int:
    return int(s.board.constants["vacant_city_neutrals"])


def _draw_neutral(s: State, province: ProvinceId, place: PlaceId, spots: list[Spot]) -> bool:
    """One neutral from the countryside, else from another city that keeps at least one token of any kind."""
    for origin in spots:
        if origin == place or origin in s.board.provinces[province].towns:
            continue
        tokens = s.tokens_at(province, origin)
        if tokens.get(NEUTRAL, 0) and (origin == COUNTRYSIDE or sum(tokens.values()) > 1):
            s.take(province, origin, NEUTRAL)
            s.put(province, place, NEUTRAL)
            return True
    return False


# ---------------------------------------------------------------------- the order list


def _order(province: ProvinceId, kind: Kind | None, count: int, origin: Spot, goal: Spot) -> Alternative:
    return {"province": province, "faction": kind, "count": count, "from": origin, "to": goal}


def _no_part(f: Faction, province: ProvinceId) -> Reason:
    return Reason("no_part_in_province", "9.14", {"faction": f, "province": province})


def _attempt(s: State, f: Faction, alternative: Alternative) -> Reason | None:
    """9.14 ARRANGE: as many tokens as stand there; a town takes one."""
    province, origin, goal = str(alternative["province"]), str(alternative["from"]), str(alternative["to"])
    kind = str(alternative["faction"] or f)
    if (reason := _why_not(s, f, province, kind, origin, goal)) is not None:
        return reason
    wanted, there = int(alternative["count"] or 1), s.tokens_at(province, origin).get(kind, 0)
    is_town = goal in s.board.provinces[province].towns
    done = min(wanted, there, 1 if is_town else there)
    s.take(province, origin, kind, done)
    s.put(province, goal, kind, done)
    facts: dict[str, Json] = {"faction": f, "province": province, "count": done, "from_spot": origin, "to_spot": goal}
    if kind == f:
        tell(s, Event("moved_inside", _rule(s), facts))
    else:
        tell(s, Event("moved_others_inside", _rule(s), {**facts, "rival": kind}))
    if done < wanted:
        full = Reason("town_takes_one", "9.14", {"town": goal})
        few = Reason("no_such_token", "9.14", {"rival": kind, "province": province, "spot": origin})
        tell_cut(s, ARRANGE, f, alternative, done, full if is_town and there > done else few)
    return None


def _why_not(s: State, f: Faction, province: ProvinceId, kind: Kind, origin: Spot, goal: Spot) -> Reason | None:
    """9.14.1-3 Why a faction may not make a move; None when it may."""
    row = ranking(s, province)
    if f not in row:
        return _no_part(f, province)
    spots = s.open_spots(province)
    for spot in (origin, goal):
        if spot not in spots:
            return Reason("besieged", "9.14", {"city": spot})
    if kind == NEUTRAL and (goal != COUNTRYSIDE or origin == COUNTRYSIDE):
        return Reason("neutrals_only_out", "9.14")
    if kind in row and row.index(kind) < row.index(f):
        return Reason("higher_rank", "9.14", {"faction": f, "rival": kind, "province": province})
    if not s.tokens_at(province, origin).get(kind, 0):
        return Reason("no_such_token", "9.14", {"rival": kind, "province": province, "spot": origin})
    if goal in s.board.provinces[province].towns and s.places[goal]:
        return Reason("town_is_taken", "9.14", {"town": goal, "rival": s.holder_of(goal)})
    return None


def _default_in(s: State, f: Faction, provinces: tuple[ProvinceId, ...]) -> list[Order]:
    """12.4 P Own countryside tokens fill towns that are empty or hold a neutral: trade, universities, file order."""
    orders: list[Order] = []
    for province in provinces:
        own = s.countryside[province].get(f, 0)
        towns = [t for t in s.board.provinces[province].towns if s.holder_of(t) in (None, NEUTRAL)]
        data = s.board.places
        towns.sort(key=lambda t: 0 if data[t].trade else 1 if data[t].university else 2)
        for town in towns[:own]:
            if s.places[town]:
                orders.append([_order(province, NEUTRAL, 1, town, COUNTRYSIDE)])
            orders.append([_order(province, None, 1, COUNTRYSIDE, town)])
    return orders


def _default(s: State, f: Faction) -> list[Order]:
    return _default_in(s, f, ranked_provinces(s, f))


def _choices(s: State, f: Faction) -> list[Alternative]:
    return [move for province in ranked_provinces(s, f) for move in moves_of(s, f, province)]


def _fault(s: State, f: Faction, orders: list[Order]) -> Reason | None:
    for alternative in (alternative for order in orders for alternative in order):
        province, origin, goal = alternative["province"], alternative["from"], alternative["to"]
        if province not in s.board.provinces:
            return Reason("unknown_name", "9.14", {"what": "province", "given": province})
        for spot in (origin, goal):
            if spot != COUNTRYSIDE and spot not in s.board.provinces[str(province)].places:
                return Reason("not_in_province", "9.14", {"given": spot, "province": province})
        if origin == goal:
            return Reason("same_spot", "9.14", {"spot": origin})
        if alternative["faction"] not in (None, NEUTRAL, *s.factions):
            return Reason("unknown_name", "9.14", {"what": "faction", "given": alternative["faction"]})
        count = alternative["count"]
        if count is not None and (not isinstance(count, int) or count < 1):
            return Reason("count_below_one", "9.14", {"count": count})
    return None


def _facts_in(s: State, f: Faction, provinces: tuple[ProvinceId, ...]) -> Mapping[str, Json]:
    rows: list[Json] = []
    for province in provinces:
        spots: list[Json] = [
            {"spot": spot, "tokens": dict(s.tokens_at(province, spot))} for spot in s.open_spots(province)
        ]
        ranks: list[Json] = list(ranking(s, province))
        rows.append({"province": province, "ranking": ranks, "spots": spots})
    ids: list[Json] = list(provinces)
    return {"provinces": ids, "rows": rows}


def _facts(s: State, f: Faction) -> Mapping[str, Json]:
    return _facts_in(s, f, ranked_provinces(s, f))


ARRANGE = OrderKind(
    kind="arrange",
    phase=14,
    rule="9.14",
    fields=("province", "faction", "count", "from", "to"),
    attempt=_attempt,
    default=_default,
    choices=_choices,
    fault=_fault,
    facts=_facts,
)


def kind_for(provinces: tuple[ProvinceId, ...]) -> OrderKind:
    """The same list, but only for the provinces of one round."""

    def attempt(s: State, f: Faction, alternative: Alternative) -> Reason | None:
        if alternative["province"] not in provinces:
            return _not_now(s, f, str(alternative["province"]))
        return _attempt(s, f, alternative)

    def choices(s: State, f: Faction) -> list[Alternative]:
        return [move for province in provinces for move in moves_of(s, f, province)]

    return replace(
        ARRANGE,
        attempt=attempt,
        default=partial(_default_in, provinces=provinces),
        choices=choices,
        facts=partial(_facts_in, provinces=provinces),
    )


def _not_now(s: State, f: Faction, province: ProvinceId) -> Reason:
    """Why a province is not among those of the round: no part in it, nothing to move, or another rank's turn."""
    if f not in s.counted(province):
        return _no_part(f, province)
    rank: Json = ranking(s, province).index(f) + 1
    return Reason("not_this_round", "9.14", {"faction": f, "province": province, "rank": rank})
