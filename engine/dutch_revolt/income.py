"""9.1 Taxes, 9.2 Move from support boxes and the robbing of the Spanish fleet (turn 0: 8.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Many, Order, OrderAnswer
from engine.dutch_revolt.faults import count_of, known, known_in_all
from engine.dutch_revolt.lists import OrderKind, carry_out, tell_cut, tell_skipped
from engine.dutch_revolt.state import DutchRevoltState
from engine.dutch_revolt.terms import COUNTRYSIDE, TREASURY, BoxId, Faction, ProvinceId

State = DutchRevoltState

SPANISH_TREASURY: Final = "spanish_treasury"
KEPT_FOR_UNITS: Final = 7
"""Tokens that the default tax leaves in stock (12.2, phase 1)."""

# ------------------------------------------------------------------ 9.1 taxes


def province_income(state: State, faction: Faction) -> int:
    """The tax values of all provinces owned, summed, then rounded down."""
    owned = (p for p, owner in state.province_cards.items() if owner == faction)
    return sum(state.board.provinces[p].tax2 for p in owned) // 2


def cities_owned(state: State, faction: Faction) -> int:
    """Number of city cards held."""
    return sum([owner == faction for owner in state.city_cards.values()])


def tax_levels(state: State) -> tuple[int, ...]:
    """The levels a faction may name (R-07)."""
    levels = tuple(state.board.constants["city_tax_levels"])
    return (0, *levels) if state.board.switches.city_tax_may_be_zero else levels


def must_name_level(state: State, faction: Faction) -> bool:
    """Whether the level makes a difference: two levels pay differently out of what the provinces leave in stock."""
    left = max(0, state.holdings[faction].stock - province_income(state, faction))
    cities = cities_owned(state, faction)
    return len({min(left, level * cities) for level in tax_levels(state)}) > 1


def default_level(state: State, faction: Faction) -> int:
    """12.2: the highest level that leaves at least 7 tokens in stock, else 1."""
    stock = state.holdings[faction].stock - province_income(state, faction)
    cities = cities_owned(state, faction)
    fitting = [n for n in state.board.constants["city_tax_levels"] if stock - n * cities >= KEPT_FOR_UNITS]
    return max(fitting, default=1)


def collect_taxes(state: State, faction: Faction, level: int) -> None:
    """9.1: income of provinces and cities, stock to treasury; if the stock is smaller, all of it."""
    due_provinces, due_cities = province_income(state, faction), level * cities_owned(state, faction)
    from_provinces = min(due_provinces, state.holdings[faction].stock)
    if from_provinces:
        state.earn(faction, from_provinces, "provinces")
    from_cities = min(due_cities, state.holdings[faction].stock)
    if from_cities:
        state.earn(faction, from_cities, "cities")
    facts: dict[str, Json] = {
        "faction": faction,
        "money": from_provinces + from_cities,
        "province_money": from_provinces,
        "city_money": from_cities,
        "level": level,
        "count": cities_owned(state, faction),
    }
    tell(state, Event("taxes" if due_cities else "taxes_of_provinces", "9.1", facts))
    if lacking := due_provinces + due_cities - from_provinces - from_cities:
        tell(state, Event("taxes_cut", "9.1", {"faction": faction, "count": lacking}))


def _tax(state: State, faction: Faction, order: Alternative) -> Reason | None:
    level = order["level"]
    if level not in tax_levels(state):
        return Reason("no_such_level", "9.1", {"level": level, "levels": list(tax_levels(state))})
    collect_taxes(state, faction, int(level or 0))
    return None


def _tax_fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for alternative in order:
            level = alternative["level"]
            if level not in tax_levels(state):
                return Reason("no_such_level", "9.1", {"level": level, "levels": list(tax_levels(state))})
    return None


def _tax_facts(state: State, faction: Faction) -> Mapping[str, Json]:
    holdings = state.holdings[faction]
    cities = cities_owned(state, faction)
    provinces = min(province_income(state, faction), holdings.stock)
    levels: list[Json] = [
        {
            "level": level,
            "money": min(provinces + level * cities, holdings.stock),
            "stock_left": max(0, holdings.stock - provinces - level * cities),
        }
        for level in tax_levels(state)
    ]
    return {
        "cities": [city for city, owner in state.city_cards.items() if owner == faction],
        "province_money": provinces,
        "stock": holdings.stock,
        "treasury": holdings.treasury,
        "levels": levels,
    }


CITY_TAX: Final = OrderKind(
    kind="city_tax",
    phase=1,
    rule="9.1",
    fields=("level",),
    attempt=_tax,
    default=lambda state, faction: [[{"level": default_level(state, faction)}]],
    choices=lambda state, faction: [{"level": level} for level in tax_levels(state)],
    fault=_tax_fault,
    facts=_tax_facts,
    many=Many.ONE,
)


def taxes(state: State, answers: Mapping[Faction, OrderAnswer]) -> None:
    """9.1 for all factions in turn order; who was not asked has no choice."""
    for faction in state.order:
        if faction in answers:
            carry_out(state, CITY_TAX, faction, answers[faction])
        else:
            collect_taxes(state, faction, default_level(state, faction))


# ------------------------------------------------------------------ 9.2 move from support boxes


def boxes_with_tokens(state: State, faction: Faction) -> list[BoxId]:
    """Boxes that hold tokens of the faction, in file order."""
    return [box for box, squares in state.boxes.items() if faction in squares]


def squares_to(state: State, faction: Faction, box: BoxId, to: str, kind: str | None) -> list[int]:
    """Squares of a box from which own tokens can go to the treasury or the map, in file order."""
    wanted = ("both", "treasury" if to == TREASURY else "map")
    return [
        i
        for i, (square, token) in enumerate(zip(state.board.boxes[box].squares, state.boxes[box], strict=True))
        if token == faction and square in wanted and kind in (None, square)
    ]


def could_move_to(state: State, faction: Faction) -> dict[ProvinceId, int]:
    """How many own tokens of all boxes could go to each province."""
    arriving: dict[ProvinceId, int] = {}
    for box in boxes_with_tokens(state, faction):
        for province in state.board.boxes[box].provinces:
            count = len(squares_to(state, faction, box, province, None))
            arriving[province] = arriving.get(province, 0) + count
    return arriving


def _move_support(state: State, faction: Faction, order: Alternative) -> Reason | None:
    box, to, count = str(order["box"]), str(order["to"]), count_of(order)
    if faction not in state.boxes[box]:
        return Reason("no_token_in_box", "9.2", {"box": box, "faction": faction})
    if to != TREASURY and to not in state.board.boxes[box].provinces:
        return Reason("box_does_not_reach", "9.2", {"box": box, "province": to})
    squares = squares_to(state, faction, box, to, None if order["square"] is None else str(order["square"]))
    if not squares:
        return Reason("square_of_other_kind", "9.2", {"box": box, "faction": faction})
    moved = squares[:count]
    for square in moved:
        state.boxes[box][square] = None
    facts: dict[str, Json] = {"faction": faction, "box": box, "count": len(moved)}
    if to != TREASURY:
        state.put(to, COUNTRYSIDE, faction, len(moved))
        tell(state, Event("support_to_province", "9.2", {**facts, "to_province": to}))
    elif box == SPANISH_TREASURY:
        tell(state, Event("fleet_sails", "9.2", facts))
        robbed = _rob(state, faction, len(moved))
        if robbed < len(moved):
            state.gain(faction, len(moved) - robbed, "fleet")
        if robbed:
            state.to_stock(faction, robbed)
        tell(state, Event("fleet_arrives", "9.2", {"faction": faction, "money": len(moved) - robbed}))
    else:
        state.gain(faction, len(moved), "boxes")
        tell(state, Event("support_to_treasury", "9.2", facts))
    if len(squares) < count:
        tell_cut(state, MOVE_SUPPORT, faction, order, len(squares), Reason("no_more_in_box", "9.2", {"box": box}))
    return None


def _support_choices(state: State, faction: Faction) -> list[Alternative]:
    possible: list[Alternative] = []
    for box in boxes_with_tokens(state, faction):
        for to in (*state.board.boxes[box].provinces, TREASURY):
            if squares := squares_to(state, faction, box, to, None):
                possible.append({"box": box, "count": len(squares), "square": None, "to": to})
                if len(squares) > 1:
                    possible.append({"box": box, "count": 1, "square": None, "to": to})
    return possible


def _support_fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for alternative in order:
            if (reason := known(state, alternative, "box", "count")) is not None:
                return reason
            to, box = alternative["to"], str(alternative["box"])
            if alternative["square"] not in (None, "map", "treasury", "both"):
                return Reason("unknown_name", "4.7", {"what": "square", "given": alternative["square"]})
            if to != TREASURY and to not in state.board.provinces:
                return Reason("unknown_name", "9.2", {"what": "province", "given": to})
            if faction not in state.board.boxes[box].factions:
                return Reason("not_your_box", "4.7", {"box": box, "faction": faction})
            if to != TREASURY and to not in state.board.boxes[box].provinces:
                return Reason("box_does_not_reach", "9.2", {"box": box, "province": to})
    return None


def _support_facts(state: State, faction: Faction) -> Mapping[str, Json]:
    boxes: list[Json] = []
    for box in boxes_with_tokens(state, faction):
        data = state.board.boxes[box]
        tokens = [kind for kind, token in zip(data.squares, state.boxes[box], strict=True) if token == faction]
        boxes.append(
            {
                "box": box,
                "count": len(tokens),
                "map": tokens.count("map"),
                "treasury": tokens.count("treasury"),
                "both": tokens.count("both"),
                "provinces": list(data.provinces),
            }
        )
    may_be_robbed = robber(state) is not None and faction in state.boxes.get(SPANISH_TREASURY, ())
    return {"boxes": boxes, "rival": robber(state) if may_be_robbed else None}


MOVE_SUPPORT: Final = OrderKind(
    kind="move_support",
    phase=2,
    rule="9.2",
    fields=("box", "count", "square", "to"),
    attempt=_move_support,
    default=lambda state, faction: [],
    choices=_support_choices,
    fault=_support_fault,
    facts=_support_facts,
)


def support_moves(
    state: State, answers: Mapping[Faction, OrderAnswer], rob_orders: Mapping[Faction, OrderAnswer]
) -> None:
    """9.2 for all factions in turn order; the robber's standing orders are met at each move of the Spanish fleet."""
    given = next(iter(rob_orders.values()), "default")
    state.instructions[_ROBBERY] = [
        {"order": order, "taken": None, "used": 0} for order in ([[]] if given == "default" else given)
    ]
    for faction in state.order:
        if faction in answers:
            carry_out(state, MOVE_SUPPORT, faction, answers[faction])
    left = state.instructions.pop(_ROBBERY)
    if given != "default":
        for robber_faction in rob_orders:
            for wish in left:
                if wish["taken"] is not None and not wish["used"]:
                    reason = Reason("nothing_to_rob", "9.2", {"faction": robber_faction})
                    tell_skipped(state, ROB, robber_faction, wish["order"][0], reason)


# ------------------------------------------------------------------ 9.2 the Spanish fleet

_ROBBERY: Final = "robbery"
"""Key in `state.instructions` of the robber's orders while phase 2 is played."""


def robber(state: State) -> Faction | None:
    """The faction with tokens in the box that robs the Spanish fleet."""
    for box in state.board.boxes.values():
        if box.robs:
            return next((token for token in state.boxes[box.id] if token is not None), None)
    return None


def fleet_factions(state: State) -> list[Faction]:
    """Factions with tokens in the Spanish Treasury, in turn order."""
    squares = state.boxes.get(SPANISH_TREASURY, [])
    return [faction for faction in state.order if faction in squares]


def may_rob(state: State, faction: Faction) -> bool:
    """Whether a fleet may sail that this faction can rob."""
    return robber(state) == faction and bool(fleet_factions(state))


def _rob(state: State, mover: Faction, sailing: int) -> int:
    """The Huguenots take their part of `sailing` tokens, as far as the robber's orders say. R-37, R-49."""
    taken = 0
    wishes: list[dict[str, Any]] = [dict(wish) for wish in state.instructions.get(_ROBBERY, ())]
    for wish in wishes:
        if wish["taken"] is None:
            wish["taken"] = _wish_against(mover, wish["order"])
        alternative = wish["taken"]
        if alternative is None or alternative["faction"] not in (None, mover):
            continue
        most = sailing - taken
        if alternative["count"] != "all":
            most = min(most, count_of(alternative) - wish["used"])
        robbed = _take_from_fleet(state, mover, most)
        wish["used"] += robbed
        taken += robbed
    if wishes:
        state.instructions[_ROBBERY] = wishes
    return taken


def _wish_against(mover: Faction, order: Order) -> Alternative | None:
    """The first alternative that speaks of this mover; the default (no alternative) takes all it can of the first."""
    if not order:
        return {"faction": mover, "count": "all"}
    return next((alternative for alternative in order if alternative["faction"] in (None, mover)), None)


def _take_from_fleet(state: State, mover: Faction, most: int) -> int:
    taker = robber(state)
    box = next(box.id for box in state.board.boxes.values() if box.robs) if taker else None
    if taker is None or box is None:
        return 0
    squares = [i for i, token in enumerate(state.boxes[box]) if token == taker][:most]
    for square in squares:
        state.boxes[box][square] = None
    if squares:
        state.gain(taker, len(squares), "fleet")
        facts: dict[str, Json] = {"faction": taker, "rival": mover, "count": len(squares)}
        tell(state, Event("fleet_robbed", "9.2", facts))
    return len(squares)


def _rob_alone(state: State, faction: Faction, order: Alternative) -> Reason | None:
    """Robbing happens when a fleet sails; before that an order can only be found possible or not."""
    if robber(state) != faction:
        return Reason("no_huguenots", "9.2", {"faction": faction})
    if order["faction"] is not None and order["faction"] not in fleet_factions(state):
        return Reason("no_fleet", "9.2", {"rival": order["faction"]})
    return None


def _rob_choices(state: State, faction: Faction) -> list[Alternative]:
    victims = fleet_factions(state)
    most = sum(squares.count(faction) for box, squares in state.boxes.items() if state.board.boxes[box].robs)
    possible: list[Alternative] = [{"faction": None, "count": "all"}]
    for victim in victims:
        possible.append({"faction": victim, "count": "all"})
        possible.extend({"faction": victim, "count": n} for n in range(1, most))
    return possible


def _rob_fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for alternative in order:
            if alternative["count"] != "all" and (reason := known(state, alternative, "count")) is not None:
                return reason
    return known_in_all(state, [[a for a in o if a["faction"] is not None] for o in orders], "faction")


def _rob_facts(state: State, faction: Faction) -> Mapping[str, Json]:
    fleets: list[Json] = [
        {"faction": victim, "count": state.boxes[SPANISH_TREASURY].count(victim)} for victim in fleet_factions(state)
    ]
    most = sum(squares.count(faction) for box, squares in state.boxes.items() if state.board.boxes[box].robs)
    return {"count": most, "fleets": fleets}


ROB: Final = OrderKind(
    kind="rob",
    phase=2,
    rule="9.2",
    fields=("faction", "count"),
    attempt=_rob_alone,
    default=lambda state, faction: [[{"faction": victim, "count": "all"}] for victim in fleet_factions(state)[:1]],
    choices=_rob_choices,
    fault=_rob_fault,
    facts=_rob_facts,
)
