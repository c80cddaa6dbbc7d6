"""9.8 Army movement and 9.9 Military influence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Order
from engine.dutch_revolt.beggars import hinder, hinders
from engine.dutch_revolt.faults import count_of, known
from engine.dutch_revolt.lists import OrderKind, tell_cut
from engine.dutch_revolt.state import Army, DutchRevoltState
from engine.dutch_revolt.terms import COUNTRYSIDE, NEUTRAL, Faction, Kind, ProvinceId, RegionId, Spot

State = DutchRevoltState

# ------------------------------------------------------------------ 9.8 army movement


def movable(state: State, faction: Faction, region: RegionId) -> list[Army]:
    """Armies that may still move: not released, besieging or spent, not moved yet. A stand-off does not hold them."""
    return [
        army for army in state.tracks[region] if army.faction == faction and army.state == "free" and not army.moved
    ]


def why_not_move(state: State, faction: Faction, origin: RegionId, goal: RegionId) -> Reason | None:
    """Along an arrow, to a free square."""
    if goal not in state.board.regions[origin].arrows:
        return Reason("no_arrow", "9.8", {"from_region": origin, "to_region": goal})
    if not movable(state, faction, origin):
        return Reason("no_army_to_move", "9.8", {"faction": faction, "region": origin})
    if len(state.tracks[goal]) >= state.board.regions[goal].squares:
        return Reason("track_full", "9.8", {"region": goal})
    return None


def may_move(state: State, faction: Faction) -> bool:
    """Whether any army could move somewhere, now or when others have left."""
    return any(movable(state, faction, region) for region in state.tracks)


def _move(state: State, faction: Faction, order: Alternative) -> Reason | None:
    origin, goal, count = str(order["from"]), str(order["to"]), count_of(order)
    for done in range(count):
        reason = why_not_move(state, faction, origin, goal)
        if reason is not None:
            if not done:
                return reason
            tell_cut(state, MOVE_ARMY, faction, order, done, reason)
            return None
        _move_one(state, movable(state, faction, origin)[0], origin, goal)
    return None


def _move_one(state: State, army: Army, origin: RegionId, goal: RegionId) -> None:
    army.moved = True
    if hinders(state, origin, army):
        hinder(state, origin, army, "9.8")
        return
    index = next(i for i, other in enumerate(state.tracks[origin]) if other is army)
    del state.tracks[origin][index]
    state.tracks[goal].append(army)
    facts: dict[str, Json] = {"faction": army.faction, "from_region": origin, "to_region": goal}
    tell(state, Event("army_moves", "9.8", facts))


def _move_choices(state: State, faction: Faction) -> list[Alternative]:
    return [
        {"from": origin, "to": goal, "count": 1}
        for origin in state.tracks
        if movable(state, faction, origin)
        for goal in state.board.regions[origin].arrows
        if len(state.tracks[goal]) < state.board.regions[goal].squares
    ]


def _move_fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for a in order:
            if (reason := known(state, a, "from", "to", "count")) is not None:
                return reason
            if a["to"] not in state.board.regions[str(a["from"])].arrows:
                return Reason("no_arrow", "9.8", {"from_region": a["from"], "to_region": a["to"]})
    return None


def _move_facts(state: State, faction: Faction) -> Mapping[str, Json]:
    armies: list[Json] = []
    for region in state.tracks:
        if count := len(movable(state, faction, region)):
            goals: list[Json] = [
                {"region": goal, "free_squares": state.board.regions[goal].squares - len(state.tracks[goal])}
                for goal in state.board.regions[region].arrows
            ]
            armies.append({"region": region, "count": count, "goals": goals})
    return {"armies": armies}


MOVE_ARMY: Final = OrderKind(
    kind="move_army",
    phase=8,
    rule="9.8",
    fields=("from", "to", "count"),
    attempt=_move,
    default=lambda state, faction: [],
    choices=_move_choices,
    fault=_move_fault,
    facts=_move_facts,
)

# ------------------------------------------------------------------ 9.9 military influence


def influential(state: State, faction: Faction, region: RegionId) -> list[Army]:
    """Armies that may still use influence; none where another faction has an army, the partner too (R-10)."""
    armies = state.tracks[region]
    if any(army.faction != faction for army in armies):
        return []
    return [army for army in armies if army.state == "free" and not army.influenced]


def may_influence(state: State, faction: Faction) -> bool:
    """Whether any army has a token to turn, with a token in stock or one that an earlier faction can send there."""
    return bool(_all_targets(state, faction)) and (
        state.holdings[faction].stock > 0 or any(_may_turn(state, f, faction) for f in _earlier(state, faction))
    )


def _earlier(state: State, faction: Faction) -> list[Faction]:
    return state.order[: state.order.index(faction)]


def _may_turn(state: State, faction: Faction, kind: Kind) -> bool:
    """Whether a faction may turn a token of this kind, which then goes to its stock."""
    return may_influence(state, faction) and any(target[2] == kind for target in _all_targets(state, faction))


def _all_targets(state: State, faction: Faction) -> list[tuple[ProvinceId, Spot, Kind]]:
    """What the armies that may use influence can turn."""
    regions = [region for region in state.tracks if influential(state, faction, region)]
    return [target for region in regions for target in _targets(state, faction, region)]


def _targets(state: State, faction: Faction, region: RegionId) -> list[tuple[ProvinceId, Spot, Kind]]:
    """Tokens that influence can turn in a region: file order of provinces, countryside first."""
    return [
        (province, spot, kind)
        for province in state.board.regions[region].provinces
        for spot in (COUNTRYSIDE, *state.board.provinces[province].towns)
        for kind in state.tokens_at(province, spot)
        if kind != faction
    ]


def _influence(state: State, faction: Faction, order: Alternative) -> Reason | None:
    spot = COUNTRYSIDE if order["spot"] is None else str(order["spot"])
    province = str(order["province"]) if spot == COUNTRYSIDE else state.board.places[spot].province
    region = state.board.provinces[province].region
    kind = _kind_to_turn(state, faction, province, spot, order["faction"])
    if kind is None or not state.tokens_at(province, spot).get(kind):
        wanted = {"faction": order["faction"] or faction, "province": province, "spot": spot}
        return Reason("no_such_token_there" if order["faction"] else "nothing_to_turn", "9.9", wanted)
    if not any(army.faction == faction for army in state.tracks[region]):
        return Reason("no_free_army", "9.9", {"faction": faction, "region": region})
    if any(army.faction != faction for army in state.tracks[region]):
        return Reason("foreign_army", "9.9", {"region": region})
    if not influential(state, faction, region):
        return Reason("no_army_with_influence", "9.9", {"faction": faction, "region": region})
    if not state.holdings[faction].stock:
        return Reason("stock_empty", "9.9", {"faction": faction})
    army = influential(state, faction, region)[0]
    army.influenced = True
    if hinders(state, region, army):
        hinder(state, region, army, "9.9")
        return None
    state.return_to_stock(province, spot, kind)
    state.place_from_stock(province, spot, faction)
    facts: dict[str, Json] = {"faction": faction, "rival": kind, "province": province, "spot": spot}
    tell(state, Event("influence", "9.9", facts))
    return None


def _kind_to_turn(
    state: State, faction: Faction, province: ProvinceId, spot: Spot, wish: str | int | None
) -> Kind | None:
    """The kind named; where none is named, the one there is, or the rival that 12.4 I would choose."""
    if wish is not None:
        return str(wish) if wish != faction else None
    others = [kind for kind in state.tokens_at(province, spot) if kind != faction]
    if not others:
        return None
    return min(others, key=lambda kind: (kind == state.partner_of(faction), kind == NEUTRAL, *_by_vp(state, kind)))


def _by_vp(state: State, kind: Kind) -> tuple[int, int]:
    """More VP at the last count first; tie: the row of 3.1 (12.4)."""
    return (0, 0) if kind == NEUTRAL else (-state.last_vp2(kind), state.factions.index(kind))


def default_influence(state: State, faction: Faction, region: RegionId) -> Alternative | None:
    """12.4 I: the first possible target in a region for one army."""
    partner = state.partner_of(faction)
    targets = [target for target in _targets(state, faction, region) if target[2] != partner]
    rivals = [target for target in targets if target[2] != NEUTRAL]
    places = state.board.places
    in_towns = [(p, spot, kind) for p, spot, kind in rivals if spot != COUNTRYSIDE]
    prized = [t for t in in_towns if places[t[1]].trade or places[t[1]].university]
    file_order = {place: i for i, place in enumerate(places)}

    def country(among: list[tuple[ProvinceId, Spot, Kind]]) -> list[tuple[ProvinceId, Spot, Kind]]:
        here = [target for target in among if target[1] == COUNTRYSIDE]
        return sorted(here, key=lambda t: (-state.present(t[0], faction), t[0], *_by_vp(state, t[2])))

    def towns(among: list[tuple[ProvinceId, Spot, Kind]]) -> list[tuple[ProvinceId, Spot, Kind]]:
        here = [target for target in among if target[1] != COUNTRYSIDE]
        return sorted(here, key=lambda t: (*_by_vp(state, t[2]), file_order[t[1]]))

    neutrals = [target for target in targets if target[2] == NEUTRAL]
    wishes = [*towns(prized), *towns(in_towns), *country(rivals), *towns(neutrals), *country(neutrals)]
    if not wishes:
        return None
    province, spot, kind = wishes[0]
    return {"province": province, "spot": spot, "faction": kind}


def _influence_default(state: State, faction: Faction) -> list[Order]:
    """12.4 I for each army, in file order of the regions; each sees what the one before has done."""
    if not may_influence(state, faction):
        return []
    ahead = state.trial_copy()
    orders: list[Order] = []
    for region in ahead.tracks:
        for _ in range(len(influential(ahead, faction, region))):
            target = default_influence(ahead, faction, region)
            if target is not None and _influence(ahead, faction, target) is None:
                orders.append([target])
    return orders


def _influence_choices(state: State, faction: Faction) -> list[Alternative]:
    return _target_records(state, faction) if state.holdings[faction].stock else []


def _target_records(state: State, faction: Faction) -> list[Alternative]:
    return [
        {"province": province, "spot": spot, "faction": kind} for province, spot, kind in _all_targets(state, faction)
    ]


def _influence_fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for a in order:
            if a["spot"] in (None, COUNTRYSIDE):
                if (reason := known(state, a, "province")) is not None:
                    return reason
            elif (reason := known(state, a, "spot")) is not None:
                return reason
            elif a["spot"] in state.board.cities:
                return Reason("city_never_touched", "9.9", {"city": a["spot"]})
            if a["faction"] == faction:
                return Reason("own_token", "9.9", {"faction": faction})
            if a["faction"] not in (None, NEUTRAL) and (reason := known(state, a, "faction")) is not None:
                return reason
    return None


def _influence_facts(state: State, faction: Faction) -> Mapping[str, Json]:
    armies: list[Json] = [
        {"region": region, "count": len(influential(state, faction, region))}
        for region in state.tracks
        if influential(state, faction, region)
    ]
    targets: list[Json] = [dict(target) for target in _target_records(state, faction)]
    return {"stock": state.holdings[faction].stock, "armies": armies, "targets": targets}


INFLUENCE: Final = OrderKind(
    kind="influence",
    phase=9,
    rule="9.9",
    fields=("province", "spot", "faction"),
    attempt=_influence,
    default=_influence_default,
    choices=_influence_choices,
    fault=_influence_fault,
    facts=_influence_facts,
)
