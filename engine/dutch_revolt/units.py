"""9.10 New units, and 8.2 in turn 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Order
from engine.dutch_revolt.lists import OrderKind, tell_cut
from engine.dutch_revolt.state import DutchRevoltState as State
from engine.dutch_revolt.state import Placing
from engine.dutch_revolt.terms import COUNTRYSIDE, NEUTRAL, BoxId, Faction, ProvinceId

SQUARE_KINDS = ("map", "treasury", "both")


@dataclass(frozen=True, slots=True)
class Entitlement:
    """9.10 How many units a faction gets, and where they come from."""

    cities: int
    places: int
    towns: int
    countryside: int
    boxes: int
    due: int
    """The sum, at least 7; in turn 0 the number of 8.2."""
    total: int
    """What the stock allows of it."""


# ---------------------------------------------------------------------- queries


def entitlement(s: State, f: Faction) -> Entitlement:
    """9.10 The units due to a faction now; 8.2 in turn 0."""
    board, stock = s.board, s.holdings[f].stock
    if s.turn == 0:
        due = board.factions[f].turn0_new_units
        return Entitlement(0, 0, 0, 0, 0, due, min(due, stock))
    owned = [city for city in board.cities if s.city_cards[city] == f]
    places = sum([s.controls(f, place) for city in owned for place in board.places[city].routes])
    towns = sum([f in s.places[town] for town in board.towns])
    countryside = sum([t.get(f, 0) for t in s.countryside.values()]) // int(board.constants["countryside_per_new_unit"])
    boxes = s.in_boxes(f)
    due = max(len(owned) + places + towns + countryside + boxes, int(board.constants["min_new_units"]))
    return Entitlement(len(owned), places, towns, countryside, boxes, due, min(due, stock))


def limits(s: State, f: Faction) -> dict[ProvinceId, int | None]:
    """9.10 The provinces that take new units before any is placed: at most how many, None without limit."""
    if s.turn == 0:
        return _limits_of_turn_0(s, f)
    return {p: None if s.province_cards[p] == f else s.outside_cities(p, f) for p in s.provinces_with(f)}


def _limits_of_turn_0(s: State, f: Faction) -> dict[ProvinceId, int | None]:
    """8.2, R-04 and its two switches (13.1)."""
    switches = s.board.switches
    if switches.turn0_placement_count_limit:
        return {p: s.outside_cities(p, f) for p in s.provinces_with(f)}
    if not switches.turn0_placement_requires_presence:
        return dict.fromkeys(s.board.provinces)
    return dict.fromkeys(s.provinces_with(f))


def box_is_closed(s: State, f: Faction, box: BoxId) -> bool:
    """R-02 An exclusive box holds tokens of another faction."""
    return s.board.boxes[box].exclusive and any(token not in (None, f) for token in s.boxes[box])


def empty_squares(s: State, f: Faction, box: BoxId, square: str | None = None) -> list[int]:
    """4.7 The squares of a box that a faction may fill, in file order; of one kind only if it is named."""
    data = s.board.boxes[box]
    if f not in data.factions or box_is_closed(s, f, box):
        return []
    return [
        i for i, token in enumerate(s.boxes[box]) if token is None and (square is None or data.squares[i] == square)
    ]


def _rule(s: State) -> str:
    return "8.2" if s.turn == 0 else "9.10"


def _placing(s: State, f: Faction) -> Placing:
    """The list being carried out; begun at its first order, with the limits as they are before it (9.10)."""
    if s.placing is None:
        s.placing = _start(s, f)
    return s.placing


def _start(s: State, f: Faction) -> Placing:
    total = entitlement(s, f).total
    return Placing(total, {p: total if n is None else n for p, n in limits(s, f).items()})


def _room(s: State, province: ProvinceId) -> int:
    """12.4 N Maximum minus non-neutral tokens, besieged cities excluded."""
    counted = s.counted(province)
    return s.board.provinces[province].maximum - sum(n for kind, n in counted.items() if kind != NEUTRAL)


def _default_counts(s: State, f: Faction, placing: Placing) -> dict[str, int]:
    """12.4 N One token after the other of what is left, gathered by target; ends early where no legal spot remains."""
    counts: dict[str, int] = {}
    more = {p: n for p in placing.limits if (n := placing.more(p)) > 0}
    room = {p: _room(s, p) for p in more}
    own = {p: s.present(p, f) for p in more}
    squares = [box for box in s.boxes for _ in empty_squares(s, f, box)]
    for _ in range(placing.left):
        open_now = [p for p in more if more[p] > 0]
        with_room = [p for p in open_now if room[p] > 0]
        owned = [p for p in with_room if s.province_cards[p] == f]
        if owned:
            target = min(owned, key=lambda p: (-room[p], p))
        elif squares:
            box = squares.pop(0)
            counts[box] = counts.get(box, 0) + 1
            continue
        elif with_room:
            target = min(with_room, key=lambda p: (-own[p], p))
        elif open_now:
            target = min(open_now)
        else:
            break
        counts[target] = counts.get(target, 0) + 1
        more[target] -= 1
        room[target] -= 1
        own[target] += 1
    return counts


# ---------------------------------------------------------------------- changes


def _place(s: State, f: Faction, placing: Placing, to: ProvinceId, count: int) -> None:
    placing.left -= count
    placing.placed[to] = placing.placed.get(to, 0) + count
    s.place_from_stock(to, COUNTRYSIDE, f, count)
    tell(s, Event("units_placed", _rule(s), {"faction": f, "province": to, "count": count}))


def _fill_box(s: State, f: Faction, placing: Placing, box: BoxId, squares: list[int]) -> None:
    placing.left -= len(squares)
    s.from_stock(f, len(squares))
    for i in squares:
        s.boxes[box][i] = f
    tell(s, Event("units_into_box", _rule(s), {"faction": f, "box": box, "count": len(squares)}))


# ---------------------------------------------------------------------- the order list


def _attempt(s: State, f: Faction, alternative: Alternative) -> Reason | None:
    """9.10 PLACE: as many as the limit, the squares and the units left allow."""
    to, wanted, square = str(alternative["to"]), int(alternative["count"] or 0), alternative["square"]
    placing = _placing(s, f)
    if placing.left == 0:
        return Reason("no_units_left", _rule(s))
    if to in s.board.boxes:
        return _attempt_box(s, f, placing, alternative, str(square) if square else None)
    if to not in placing.limits:
        return Reason("no_token_in_province", _rule(s), {"faction": f, "province": to})
    done = min(wanted, placing.left, placing.more(to))
    reason = (
        Reason("no_units_left", _rule(s))
        if done == placing.left
        else Reason("placing_limit", _rule(s), {"faction": f, "province": to, "limit": placing.limits[to]})
    )
    if done == 0:
        return reason
    _place(s, f, placing, to, done)
    if done < wanted:
        tell_cut(s, NEW_UNITS, f, alternative, done, reason)
    return None


def _attempt_box(s: State, f: Faction, placing: Placing, alternative: Alternative, square: str | None) -> Reason | None:
    box, wanted = str(alternative["to"]), int(alternative["count"] or 0)
    if f not in s.board.boxes[box].factions:
        return Reason("not_your_box", "4.7", {"faction": f, "box": box})
    if box_is_closed(s, f, box):
        holder = next(token for token in s.boxes[box] if token not in (None, f))
        return Reason("box_is_closed", "4.7", {"box": box, "rival": holder})
    squares = empty_squares(s, f, box, square)
    full = Reason("box_is_full", "4.7", {"box": box})
    if not squares:
        return full
    done = min(wanted, placing.left, len(squares))
    reason = Reason("no_units_left", _rule(s)) if done == placing.left else full
    _fill_box(s, f, placing, box, squares[:done])
    if done < wanted:
        tell_cut(s, NEW_UNITS, f, alternative, done, reason)
    return None


def _finish(s: State, f: Faction) -> None:
    """9.10 What is left is placed by 12.4 N while a legal spot exists (R-13), else it goes to the treasury."""
    placing = _placing(s, f)
    if placing.left:
        counts = _default_counts(s, f, placing)
        if counts:
            tell(s, Event("units_left_over", _rule(s), {"faction": f, "count": sum(counts.values())}))
        for target, count in counts.items():
            if target in s.board.boxes:
                _fill_box(s, f, placing, target, empty_squares(s, f, target)[:count])
            else:
                _place(s, f, placing, target, count)
        if placing.left:
            s.earn(f, placing.left, "units")
            tell(s, Event("units_to_treasury", _rule(s), {"faction": f, "count": placing.left}))
    s.placing = None


def _open(s: State, f: Faction) -> Reason | None:
    """12.4 N What is left is placed by the default while a legal spot exists, else it becomes money."""
    placing = _placing(s, f)
    by_default = sum(_default_counts(s, f, placing).values())
    if by_default:
        return Reason("units_left_to_default", "12.4 N", {"faction": f, "count": by_default})
    if placing.left:
        return Reason("units_left_to_treasury", _rule(s), {"faction": f, "count": placing.left})
    return None


def _order(to: str, count: int, square: str | None = None) -> Alternative:
    return {"to": to, "count": count, "square": square}


def _default(s: State, f: Faction) -> list[Order]:
    """12.4 N, gathered by target."""
    return [[_order(target, count)] for target, count in _default_counts(s, f, _start(s, f)).items()]


def _choices(s: State, f: Faction) -> list[Alternative]:
    placing = _start(s, f)
    found = [_order(p, min(n, placing.left)) for p, n in placing.limits.items() if n > 0 and placing.left]
    for box in s.boxes:
        squares = empty_squares(s, f, box)
        if squares and placing.left:
            found.append(_order(box, min(len(squares), placing.left)))
    return found


def _fault(s: State, f: Faction, orders: list[Order]) -> Reason | None:
    for alternative in (alternative for order in orders for alternative in order):
        to, count, square = alternative["to"], alternative["count"], alternative["square"]
        if to not in s.board.provinces and to not in s.board.boxes:
            return Reason("unknown_name", "", {"what": "to", "given": to})
        if not isinstance(count, int) or count < 1:
            return Reason("count_below_one", "", {"count": count})
        if to in s.board.boxes and f not in s.board.boxes[str(to)].factions:
            return Reason("not_your_box", "4.7", {"faction": f, "box": to})
        if square is not None and (to not in s.board.boxes or square not in s.board.boxes[str(to)].squares):
            return Reason("no_such_square", "4.7", {"given": square})
    return None


def _facts(s: State, f: Faction) -> Mapping[str, Json]:
    e = entitlement(s, f)
    targets: list[Json] = []
    for province, limit in limits(s, f).items():
        owned = s.turn > 0 and s.province_cards[province] == f
        why = "owned" if owned else "presence" if limit is None else "limit"
        targets.append({"to": province, "own": s.present(province, f), "limit": limit, "why": why})
    for box in s.boxes:
        if squares := empty_squares(s, f, box):
            targets.append({"to": box, "own": s.boxes[box].count(f), "limit": len(squares), "why": "empty_squares"})
    return {
        "total": e.total,
        "due": e.due,
        "parts": {
            "cities": e.cities,
            "places": e.places,
            "towns": e.towns,
            "countryside": e.countryside,
            "boxes": e.boxes,
        },
        "capped": e.total < e.due,
        "stock": s.holdings[f].stock,
        "targets": targets,
    }


NEW_UNITS = OrderKind(
    kind="new_units",
    phase=10,
    rule="9.10",
    fields=("to", "count", "square"),
    attempt=_attempt,
    default=_default,
    choices=_choices,
    fault=_fault,
    finish=_finish,
    open=_open,
    facts=_facts,
)
