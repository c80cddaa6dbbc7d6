"""9.11 Conflicts, 9.12 neutrals, 9.13 overflow; 8.3-8.5 in turn 0."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Order, OrderAnswer
from engine.dutch_revolt.lists import OrderKind, carry_out, tell_cut
from engine.dutch_revolt.state import DutchRevoltState as State
from engine.dutch_revolt.terms import COUNTRYSIDE, NEUTRAL, Faction, Kind, PlaceId, ProvinceId, Spot


def spots_of(s: State, province: ProvinceId, kind: Kind, count: int) -> list[tuple[Spot, int]]:
    """R-14, R-54 From where `count` tokens of a kind leave: countryside, towns, cities not besieged, in file order."""
    found: list[tuple[Spot, int]] = []
    for spot in s.open_spots(province):
        n = min(count, s.tokens_at(province, spot).get(kind, 0))
        if n:
            found.append((spot, n))
            count -= n
        if count == 0:
            break
    return found


def _lose(s: State, province: ProvinceId, kind: Kind, count: int) -> None:
    """Tokens of a kind to their stock, in the order of R-14."""
    for spot, n in spots_of(s, province, kind, count):
        s.return_to_stock(province, spot, kind, n)


# ---------------------------------------------------------------------- 9.11 conflicts


def losses_in_conflict(tokens: Mapping[Kind, int], maximum: int) -> dict[Kind, int]:
    """9.11 What each kind loses in one province."""
    left = {kind: n for kind, n in tokens.items() if n}
    lost: dict[Kind, int] = {}
    total = sum(left.values())
    while total > maximum and len(left) > 1:
        groups: dict[int, list[Kind]] = {}
        for kind, n in left.items():
            groups.setdefault(n, []).append(kind)
        for size in sorted(groups):
            for kind in groups[size]:
                lost[kind] = lost.get(kind, 0) + 1
                left[kind] -= 1
                if not left[kind]:
                    del left[kind]
            total -= len(groups[size])
            if total <= maximum or len(left) < 2:
                break
    return lost


def conflicts(s: State) -> None:
    """9.11, 8.3 Conflicts in every province."""
    for province, data in s.board.provinces.items():
        tokens = s.counted(province)
        total = sum(tokens.values())
        if total <= data.maximum or len(tokens) < 2:
            continue
        lost = losses_in_conflict(tokens, data.maximum)
        for kind, count in lost.items():
            _lose(s, province, kind, count)
        facts: dict[str, Json] = {
            "province": province,
            "tokens": {kind: lost[kind] for kind in (*s.factions, NEUTRAL) if kind in lost},
            "count": total,
            "maximum": data.maximum,
        }
        tell(s, Event("conflict", _rule(s, "8.3", "9.11"), facts))


def _rule(s: State, turn_0: str, later: str) -> str:
    return turn_0 if s.turn == 0 else later


# ---------------------------------------------------------------------- 9.12 neutrals


def missing_neutrals(s: State) -> dict[ProvinceId, int]:
    """9.12, 8.4 How many neutrals each province needs: up to its maximum, in turn 0 to one below it."""
    gap = int(s.board.constants["neutral_fill_gap_turn0" if s.turn == 0 else "neutral_fill_gap_later"])
    missing: dict[ProvinceId, int] = {}
    for province, data in s.board.provinces.items():
        n = data.maximum - sum(s.counted(province).values()) - gap
        if n > 0:
            missing[province] = n
    return missing


def full_rounds(missing: Mapping[ProvinceId, int], stock: int) -> tuple[dict[ProvinceId, int], list[ProvinceId]]:
    """9.12 One to each province in need, while a full round is possible.

    Gives the shares and the provinces that still need one when the stock does not reach for all of them.
    """
    need = dict(missing)
    dealt = dict.fromkeys(missing, 0)
    while need and stock >= len(need):
        stock -= len(need)
        for province in list(need):
            dealt[province] += 1
            need[province] -= 1
            if not need[province]:
                del need[province]
    return dealt, list(need)


def shortage(s: State) -> list[ProvinceId]:
    """9.12 The provinces among which the first faction deals the last neutrals; empty when there is no choice."""
    if sum((missing := missing_neutrals(s)).values()) <= s.neutral_stock:
        return []
    dealt, due = full_rounds(missing, s.neutral_stock)
    return due if sum(dealt.values()) < s.neutral_stock else []


def fill_with_neutrals(s: State, answer: OrderAnswer) -> None:
    """9.12, 8.4 Neutrals into every province; `answer` is the preference list of the first faction."""
    rule = _rule(s, "8.4", "9.12")
    missing = missing_neutrals(s)
    if not missing:
        return
    dealt, due = full_rounds(missing, s.neutral_stock)
    filled = {province: n for province, n in dealt.items() if n}
    for province, n in filled.items():
        s.place_from_stock(province, COUNTRYSIDE, NEUTRAL, n)
    if filled:
        ids: list[Json] = list(filled)
        tell(s, Event("neutrals_placed", rule, {"count": sum(filled.values()), "provinces": ids}))
    if due:
        tell(s, Event("neutrals_short", rule, {"faction": s.order[0], "count": s.neutral_stock, "needed": len(due)}))
        s.neutrals_due = list(due)
        carry_out(s, NEUTRALS, s.order[0], answer if s.neutral_stock else [])
        granted: list[Json] = [province for province in due if province not in s.neutrals_due]
        s.neutrals_due = []
        if granted:
            tell(s, Event("neutrals_granted", rule, {"provinces": granted, "count": len(granted)}))


def _attempt_neutrals(s: State, f: Faction, alternative: Alternative) -> Reason | None:
    """9.12 One neutral of the rest to a province; without a shortage the wish simply waits."""
    province = str(alternative["province"])
    if s.phase != NEUTRALS.phase:
        return None
    if province not in (s.neutrals_due or shortage(s)):
        return Reason("no_neutral_needed", "9.12", {"province": province})
    if not s.neutral_stock:
        return Reason("no_neutral_left", "9.12")
    if s.neutrals_due:
        _grant(s, province)
    return None


def _grant(s: State, province: ProvinceId) -> None:
    s.neutrals_due.remove(province)
    s.place_from_stock(province, COUNTRYSIDE, NEUTRAL)


def _most_missing(s: State, due: list[ProvinceId]) -> list[ProvinceId]:
    missing = missing_neutrals(s)
    return sorted(due, key=lambda province: (-missing[province], province))


def _default_neutrals(s: State, f: Faction) -> list[Order]:
    """12.2 Most missing tokens first, counted after the full rounds, then alphabetical."""
    if s.neutrals_due:
        wanted = _most_missing(s, s.neutrals_due)
        left = s.neutral_stock
    else:
        missing = missing_neutrals(s)
        dealt, due = full_rounds(missing, s.neutral_stock)
        wanted = sorted(due, key=lambda province: (dealt[province] - missing[province], province))
        left = s.neutral_stock - sum(dealt.values())
    return [[{"province": province}] for province in wanted[:left]]


def _finish_neutrals(s: State, f: Faction) -> None:
    """12.2 What a list leaves open goes by the default."""
    for province in _most_missing(s, s.neutrals_due)[: s.neutral_stock]:
        _grant(s, province)


def _choices_neutrals(s: State, f: Faction) -> list[Alternative]:
    return [{"province": province} for province in (s.neutrals_due or shortage(s) or s.board.provinces)]


def _fault_neutrals(s: State, f: Faction, orders: list[Order]) -> Reason | None:
    for alternative in (alternative for order in orders for alternative in order):
        if alternative["province"] not in s.board.provinces:
            return Reason("unknown_name", "9.12", {"what": "province", "given": alternative["province"]})
    return None


def _facts_neutrals(s: State, f: Faction) -> Mapping[str, Json]:
    missing = missing_neutrals(s)
    dealt, _ = full_rounds(missing, s.neutral_stock)
    return {
        "stock": s.neutral_stock,
        "needed": sum(missing.values()),
        "rest": s.neutral_stock - sum(dealt.values()) if sum(missing.values()) > s.neutral_stock else 0,
        "provinces": list(shortage(s)),
        "missing": {p: missing[p] - dealt[p] for p in missing if missing[p] > dealt[p]},
    }


NEUTRALS = OrderKind(
    kind="neutrals",
    phase=12,
    rule="9.12",
    fields=("province",),
    attempt=_attempt_neutrals,
    default=_default_neutrals,
    choices=_choices_neutrals,
    fault=_fault_neutrals,
    finish=_finish_neutrals,
    facts=_facts_neutrals,
)


# ---------------------------------------------------------------------- 9.13 overflow: queries


def excess(s: State, f: Faction, province: ProvinceId) -> int:
    """9.13 Own tokens above the maximum, besieged cities excluded."""
    return max(0, s.counted_of(province, f) - s.board.provinces[province].maximum)


def overfull(s: State, f: Faction) -> dict[ProvinceId, int]:
    """9.13 The provinces that a faction must leave, in file order, with its excess."""
    return {p: n for p in s.provinces_with(f) if (n := excess(s, f, p))}


def is_blocked(s: State, f: Faction, gate: PlaceId) -> bool:
    """9.13 Whether a rival holds a gate: owner of the city (turn 0: true majority, R-05), holder of the town; R-43."""
    if not s.board.places[gate].is_city:
        holder = s.holder_of(gate)
    elif s.turn == 0:
        holder = s.true_majority(s.places[gate])
    else:
        holder = s.city_cards[gate]
    if holder in (None, NEUTRAL, f):
        return False
    return holder != s.partners.get(f) or s.board.switches.partner_blocks_river


def reach(s: State, f: Faction, province: ProvinceId) -> list[ProvinceId]:
    """9.13 Where an excess may go: neighbours, then provinces on the same river path with open gates between (R-15)."""
    found = list(s.board.provinces[province].neighbours)
    for stations in s.board.rivers.values():
        here = next((i for i, station in enumerate(stations) if station.province == province), None)
        if here is None:
            continue
        for way in (range(here + 1, len(stations)), range(here - 1, -1, -1)):
            for i in way:
                goal = stations[i]
                if goal.province not in found and goal.province != province:
                    found.append(goal.province)
                if any(is_blocked(s, f, gate) for gate in goal.gates):
                    break
    return found


def room(s: State, province: ProvinceId) -> int:
    """9.13 Maximum minus the non-neutral tokens, besieged cities excluded."""
    players = sum(n for kind, n in s.counted(province).items() if kind != NEUTRAL)
    return s.board.provinces[province].maximum - players


# ---------------------------------------------------------------------- 9.13 overflow: the phase


def overflow(s: State, answers: Mapping[Faction, OrderAnswer]) -> None:
    """9.13, 8.5 In turn order; who is not over a maximum has nothing to do, whatever was ordered beforehand."""
    for f in s.order:
        if overfull(s, f):
            carry_out(s, OVERFLOW, f, answers.get(f, "default"))
    for province, data in s.board.provinces.items():
        tokens = s.counted(province)
        if len(tokens) == 1 and (surplus := tokens.get(NEUTRAL, 0) - data.maximum) > 0:
            _lose(s, province, NEUTRAL, surplus)
            facts: dict[str, Json] = {"province": province, "count": surplus}
            tell(s, Event("neutrals_surplus", _rule(s, "8.5", "9.13"), facts))


def _move(s: State, f: Faction, origin: ProvinceId, goal: ProvinceId, count: int) -> None:
    """Tokens overflow into the countryside of the goal; neutrals give way (R-16 and its switch)."""
    rule = _rule(s, "8.5", "9.13")
    for spot, n in spots_of(s, origin, f, count):
        s.take(origin, spot, f, n)
    s.put(goal, COUNTRYSIDE, f, count)
    tell(s, Event("overflowed", rule, {"faction": f, "from_province": origin, "to_province": goal, "count": count}))
    over = sum(s.counted(goal).values()) - s.board.provinces[goal].maximum
    if over > 0 and s.board.switches.overflow_displaces_neutrals:
        over = min(over, s.counted(goal).get(NEUTRAL, 0))
        _lose(s, goal, NEUTRAL, over)
        tell(s, Event("neutrals_displaced", rule, {"province": goal, "count": over}))


def _attempt(s: State, f: Faction, alternative: Alternative) -> Reason | None:
    """9.13 OVERFLOW: as many as are in excess, fit, and were ordered."""
    origin, goal = str(alternative["from"]), str(alternative["to"])
    surplus = excess(s, f, origin)
    if not surplus:
        return Reason("no_excess", "9.13", {"faction": f, "province": origin})
    if goal not in reach(s, f, origin):
        return Reason("out_of_reach", "9.13", {"from_province": origin, "to_province": goal})
    space = room(s, goal)
    if space < 1:
        return Reason("no_room", "9.13", {"province": goal})
    count = alternative["count"]
    wanted = count if isinstance(count, int) else min(surplus, space)
    done = min(wanted, surplus, space)
    _move(s, f, origin, goal, done)
    if done < wanted:
        reason = (
            Reason("no_room", "9.13", {"province": goal})
            if done == space
            else Reason("no_excess", "9.13", {"faction": f, "province": origin})
        )
        tell_cut(s, OVERFLOW, f, alternative, done, reason)
    return None


def _finish(s: State, f: Faction) -> None:
    """9.13 What remains in excess goes to stock (R-54)."""
    for province, surplus in overfull(s, f).items():
        _lose(s, province, f, surplus)
        facts: dict[str, Json] = {"faction": f, "province": province, "count": surplus}
        tell(s, Event("excess_to_stock", _rule(s, "8.5", "9.13"), facts))


def _default(s: State, f: Faction) -> list[Order]:
    """12.4 O Owned provinces, then those with most own tokens, then largest room, then alphabetical; fill each."""
    orders: list[Order] = []
    own = {p: s.present(p, f) for p in s.board.provinces}
    space = {p: room(s, p) for p in s.board.provinces}
    for origin, surplus in overfull(s, f).items():
        goals = reach(s, f, origin)
        left = surplus
        while left and (open_goals := [p for p in goals if space[p] > 0]):
            goal = min(open_goals, key=lambda p: (s.province_cards[p] != f, -own[p], -space[p], p))
            n = min(left, space[goal])
            orders.append([_order(origin, goal, n)])
            left -= n
            for province, change in ((goal, n), (origin, -n)):
                own[province] += change
                space[province] -= change
    return orders


def _order(origin: ProvinceId, goal: ProvinceId, count: int | None) -> Alternative:
    return {"from": origin, "to": goal, "count": count}


def _choices(s: State, f: Faction) -> list[Alternative]:
    found: list[Alternative] = []
    for origin, surplus in overfull(s, f).items():
        for goal in reach(s, f, origin):
            if (space := room(s, goal)) > 0:
                found.append(_order(origin, goal, min(surplus, space)))
    return found


def _fault(s: State, f: Faction, orders: list[Order]) -> Reason | None:
    for alternative in (alternative for order in orders for alternative in order):
        for given in (alternative["from"], alternative["to"]):
            if given not in s.board.provinces:
                return Reason("unknown_name", "9.13", {"what": "province", "given": given})
        if alternative["from"] == alternative["to"]:
            return Reason("same_province", "9.13", {"province": alternative["from"]})
        count = alternative["count"]
        if count is not None and (not isinstance(count, int) or count < 1):
            return Reason("count_below_one", "9.13", {"count": count})
    return None


def _facts(s: State, f: Faction) -> Mapping[str, Json]:
    origins: list[Json] = []
    for origin, surplus in overfull(s, f).items():
        goals: list[Json] = [{"to": goal, "room": max(0, room(s, goal))} for goal in reach(s, f, origin)]
        origins.append({"province": origin, "count": surplus, "goals": goals})
    return {"origins": origins}


OVERFLOW = OrderKind(
    kind="overflow",
    phase=13,
    rule="9.13",
    fields=("from", "to", "count"),
    attempt=_attempt,
    default=_default,
    choices=_choices,
    fault=_fault,
    finish=_finish,
    facts=_facts,
)
