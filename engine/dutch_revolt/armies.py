"""9.3 Army upkeep, 9.4 Recruitment, 9.5 Battles, 9.6 Sieges begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Order
from engine.dutch_revolt.faults import count_of, known
from engine.dutch_revolt.lists import OrderKind, tell_cut
from engine.dutch_revolt.state import Army, DutchRevoltState
from engine.dutch_revolt.terms import COUNTRYSIDE, NEUTRAL, Faction, PlaceId, ProvinceId, RegionId, Spot

State = DutchRevoltState

# ------------------------------------------------------------------ 9.3 army upkeep


def waiting_for_upkeep(state: State, faction: Faction) -> list[tuple[RegionId, Army]]:
    """Armies whose upkeep is not settled, in file order of their regions."""
    return [(region, army) for region, army in state.armies_of(faction) if army.state != "released" and not army.kept]


def tokens_in_region(state: State, faction: Faction, region: RegionId) -> int:
    """Own tokens anywhere in a region, besieged cities included (12.4)."""
    return sum([state.present(province, faction) for province in state.board.regions[region].provinces])


def by_own_tokens(state: State, faction: Faction, regions: list[RegionId]) -> list[RegionId]:
    """Regions with most own tokens first; tie: file order (12.2, phase 3)."""
    return sorted(dict.fromkeys(regions), key=lambda region: -tokens_in_region(state, faction, region))


def _upkeep(state: State, faction: Faction, order: Alternative) -> Reason | None:
    region, action, count = str(order["region"]), str(order["action"]), count_of(order)
    done = 0
    while done < count:
        reason = _settle_one(state, faction, region, action, order)
        if reason is not None:
            if not done:
                return reason
            if _release_without_plunder(state, faction, order, reason, count - done) is not None:
                tell_cut(state, UPKEEP, faction, order, done, reason)
            break
        done += 1
    return None


def _settle_one(state: State, faction: Faction, region: RegionId, action: str, order: Alternative) -> Reason | None:
    army = next((a for r, a in waiting_for_upkeep(state, faction) if r == region), None)
    if army is None:
        return Reason("no_army_waiting", "9.3", {"faction": faction, "region": region})
    if action == "release":
        return _release(state, faction, region, army, order)
    data = state.board.factions[faction]
    price = data.upkeep_keep if action == "keep" else data.upkeep_disband
    if state.holdings[faction].treasury < price:
        return Reason("too_little_money", "9.3", {"faction": faction, "money": price})
    state.pay(faction, price, "upkeep")
    facts: dict[str, Json] = {"faction": faction, "region": region, "money": price}
    if action == "keep":
        army.kept = True
        tell(state, Event("army_kept", "9.3", facts))
    else:
        state.remove_army(region, army)
        tell(state, Event("army_disbanded", "9.3", facts))
    return None


def _release(state: State, faction: Faction, region: RegionId, army: Army, order: Alternative) -> Reason | None:
    target: _Target | Reason | None = None
    if order["plunder"] == "town":
        target = _town_to_plunder(state, region, order["province"])
    elif order["plunder"] == "people":
        target = _people_to_plunder(state, faction, region, order)
    elif order["plunder"] is None:
        target = default_plunder(state, faction, region)
    if isinstance(target, Reason):
        return target
    army.state = "released"
    facts: dict[str, Json] = {"faction": faction, "region": region}
    tell(state, Event("army_released" if target else "army_released_sparing", "9.3", facts))
    if target is not None:
        _plunder(state, faction, *target)
    return None


def _release_in_part(state: State, faction: Faction, order: Alternative, reason: Reason) -> Reason | None:
    """9.3 Releasing is free: where the plunder has become impossible it falls away, and the armies go all the same."""
    return _release_without_plunder(state, faction, order, reason, count_of(order))


def _release_without_plunder(
    state: State, faction: Faction, order: Alternative, reason: Reason, count: int
) -> Reason | None:
    region = str(order["region"])
    waiting = [army for r, army in waiting_for_upkeep(state, faction) if r == region]
    if order["action"] != "release" or order["plunder"] in (None, "spare") or not waiting:
        return reason
    facts: dict[str, Json] = {"faction": faction, "region": region}
    for army in waiting[:count]:
        army.state = "released"
        why: dict[str, Json] = {"order": dict(order), "reason": reason.key, "why": dict(reason.facts)}
        tell(state, Event("plunder_falls_away", "9.3", facts | why))
    return None


_Target = tuple[ProvinceId, Spot, str]
"""What is plundered: province, spot and kind of token; NEUTRAL for a town, where nothing is taken (R-08)."""


def _plunder(state: State, faction: Faction, province: ProvinceId, spot: Spot, kind: str) -> None:
    """9.3 (a) with kind NEUTRAL: a neutral is added; (b): a token is taken and a neutral stands in its spot."""
    facts: dict[str, Json] = {"faction": faction, "province": province}
    if kind == NEUTRAL:
        state.place_from_stock(province, spot, NEUTRAL)
        tell(state, Event("town_plundered", "9.3", facts))
        return
    state.return_to_stock(province, spot, kind)
    facts |= {"rival": kind, "spot": spot}
    if state.neutral_stock:
        state.place_from_stock(province, spot, NEUTRAL)
        tell(state, Event("people_plundered", "9.3", facts))
    else:
        tell(state, Event("people_driven_out", "9.3", facts))


def _town_to_plunder(state: State, region: RegionId, province: str | int | None) -> _Target | Reason:
    """9.3 (a): a neutral into a province of the region that has a town."""
    having_towns = [p for p in state.board.regions[region].provinces if state.board.provinces[p].towns]
    if province is None and having_towns:
        province = having_towns[0]
    if province not in having_towns:
        return Reason("no_town_there", "9.3", {"region": region, "province": province})
    if not state.neutral_stock:
        return Reason("no_neutral_left", "9.3", {})
    return str(province), COUNTRYSIDE, NEUTRAL


def _people_to_plunder(state: State, faction: Faction, region: RegionId, order: Alternative) -> _Target | Reason:
    """9.3 (b): a token that is not neutral out of the countryside or a town of the region."""
    kind, spot, province = str(order["faction"]), order["spot"], order["province"]
    if spot in state.board.places:
        province = state.board.places[str(spot)].province
    if province is None:
        return _spot_of(state, kind, region) or Reason("no_token_in_region", "9.3", {"faction": kind, "region": region})
    spot = COUNTRYSIDE if spot is None else str(spot)
    if state.board.provinces[str(province)].region != region:
        return Reason("not_in_region", "9.3", {"province": province, "region": region})
    if spot in state.board.cities:
        return Reason("city_never_touched", "9.3", {"city": spot})
    if not state.tokens_at(str(province), spot).get(kind):
        return Reason("no_such_token_there", "9.3", {"faction": kind, "province": province, "spot": spot})
    return str(province), spot, kind


def default_plunder(state: State, faction: Faction, region: RegionId) -> _Target | None:
    """12.4 U: the rival with most tokens outside cities; never the partner."""
    rivals = [f for f in state.factions if f not in (faction, state.partner_of(faction))]
    counts = {f: sum(state.outside_cities(p, f) for p in state.board.regions[region].provinces) for f in rivals}
    present = [f for f in rivals if counts[f]]
    if not present:
        return None
    return _spot_of(state, min(present, key=lambda f: (-counts[f], -state.last_vp2(f))), region)


def _spot_of(state: State, kind: str, region: RegionId) -> _Target | None:
    """12.4 U: countryside of the province with the highest maximum (tie alphabetical), else a town in file order."""
    provinces = state.board.regions[region].provinces
    open_country = [p for p in provinces if state.countryside[p].get(kind)]
    if open_country:
        best = min(open_country, key=lambda p: (-state.board.provinces[p].maximum, p))
        return best, COUNTRYSIDE, kind
    for place in state.board.places.values():
        if place.province in provinces and not place.is_city and kind in state.places[place.id]:
            return place.province, place.id, kind
    return None


def _upkeep_order(region: RegionId, action: str, count: int = 1, **target: str) -> Alternative:
    order: Alternative = {"region": region, "count": count, "action": action}
    return order | {"plunder": None, "province": None, "spot": None, "faction": None} | target


def _upkeep_default(state: State, faction: Faction) -> list[Order]:
    """12.2: keep while money lasts, most own tokens in the region first; release the rest."""
    waiting = [region for region, _ in waiting_for_upkeep(state, faction)]
    price = state.board.factions[faction].upkeep_keep
    can_keep = state.holdings[faction].treasury // price if price else len(waiting)
    orders: list[Order] = []
    for region in by_own_tokens(state, faction, waiting):
        here = waiting.count(region)
        kept = min(here, can_keep)
        can_keep -= kept
        if kept:
            orders.append([_upkeep_order(region, "keep", kept)])
        if here > kept:
            orders.append([_upkeep_order(region, "release", here - kept)])
    return orders


def _finish_upkeep(state: State, faction: Faction) -> None:
    """Armies that no order speaks of are handled by default."""
    for order in _upkeep_default(state, faction):
        _upkeep(state, faction, order[0])


def _upkeep_choices(state: State, faction: Faction) -> list[Alternative]:
    possible: list[Alternative] = []
    data, money = state.board.factions[faction], state.holdings[faction].treasury
    for region in dict.fromkeys(region for region, _ in waiting_for_upkeep(state, faction)):
        if money >= data.upkeep_keep:
            possible.append(_upkeep_order(region, "keep"))
        if money >= data.upkeep_disband:
            possible.append(_upkeep_order(region, "disband"))
        possible.append(_upkeep_order(region, "release", plunder="spare"))
        for p in state.board.regions[region].provinces:
            if state.board.provinces[p].towns and state.neutral_stock:
                possible.append(_upkeep_order(region, "release", plunder="town", province=p))
            for spot in (COUNTRYSIDE, *state.board.provinces[p].towns):
                for kind in state.tokens_at(p, spot):
                    if kind != NEUTRAL:
                        order = _upkeep_order(region, "release", plunder="people", province=p, spot=spot, faction=kind)
                        possible.append(order)
    return possible


def _upkeep_fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for a in order:
            if (reason := known(state, a, "region", "count")) is not None:
                return reason
            if a["action"] not in ("keep", "disband", "release"):
                return Reason("unknown_name", "", {"what": "action", "given": a["action"]})
            if a["plunder"] not in (None, "spare", "town", "people"):
                return Reason("unknown_name", "", {"what": "plunder", "given": a["plunder"]})
            given = [name for name in ("province", "spot") if a[name] is not None]
            if a["plunder"] == "people":
                given.append("faction")
            if (reason := known(state, a, *given)) is not None:
                return reason
            if a["spot"] in state.board.cities:
                return Reason("city_never_touched", "9.3", {"city": a["spot"]})
            if (reason := _plunder_fault(state, a)) is not None:
                return reason
    return None


def _plunder_fault(state: State, order: Alternative) -> Reason | None:
    """A place that the army can never reach from its region, or a province without towns."""
    region, province, spot = str(order["region"]), order["province"], order["spot"]
    if spot in state.board.places:
        province = state.board.places[str(spot)].province
    if province is not None and state.board.provinces[str(province)].region != region:
        return Reason("not_in_region", "9.3", {"province": province, "region": region})
    if order["plunder"] == "town" and province is not None and not state.board.provinces[str(province)].towns:
        return Reason("no_town_there", "9.3", {"region": region, "province": province})
    return None


def _upkeep_open(state: State, faction: Faction) -> Reason | None:
    """12.2 Armies that no order speaks of."""
    waiting = [region for region, _ in waiting_for_upkeep(state, faction)]
    if not waiting:
        return None
    regions: list[Json] = list(dict.fromkeys(waiting))
    kept = sum(int(order[0]["count"] or 0) for order in _upkeep_default(state, faction) if order[0]["action"] == "keep")
    key = "upkeep_left_to_keep" if kept == len(waiting) else "upkeep_left_to_default"
    return Reason(key, "12.2", {"faction": faction, "count": len(waiting), "regions": regions, "kept": kept})


def _upkeep_facts(state: State, faction: Faction) -> Mapping[str, Json]:
    data, money = state.board.factions[faction], state.holdings[faction].treasury
    waiting = [region for region, _ in waiting_for_upkeep(state, faction)]
    armies: list[Json] = [
        {"region": region, "count": waiting.count(region), "tokens": tokens_in_region(state, faction, region)}
        for region in dict.fromkeys(waiting)
    ]
    return {"treasury": money, "keep": data.upkeep_keep, "disband": data.upkeep_disband, "armies": armies}


UPKEEP: Final = OrderKind(
    kind="upkeep",
    phase=3,
    rule="9.3",
    fields=("region", "count", "action", "plunder", "province", "spot", "faction"),
    attempt=_upkeep,
    default=_upkeep_default,
    choices=_upkeep_choices,
    fault=_upkeep_fault,
    finish=_finish_upkeep,
    in_part=_release_in_part,
    open=_upkeep_open,
    facts=_upkeep_facts,
)

# ------------------------------------------------------------------ 9.4 recruitment


def next_price(state: State, faction: Faction) -> int | None:
    """Price of the next army of this turn; None when the turn's number is used up."""
    n, prices = state.holdings[faction].recruited, state.board.factions[faction].army_cost
    return prices[n] if n < min(len(prices), state.board.constants["max_new_armies_per_turn"]) else None


def why_no_recruit(state: State, faction: Faction) -> Reason | None:
    """Why the faction can raise no army anywhere, whatever the region."""
    price = next_price(state, faction)
    if price is None:
        return Reason("no_more_armies_this_turn", "9.4", {"count": state.holdings[faction].recruited})
    if not state.holdings[faction].armies:
        return Reason("no_army_in_stock", "9.4", {"faction": faction})
    if state.holdings[faction].treasury < price:
        return Reason("too_little_money", "9.4", {"faction": faction, "money": price})
    return None


def why_not_in_region(state: State, faction: Faction, region: RegionId) -> Reason | None:
    """A token or an army of its own, and a free square."""
    if not _is_in_region(state, faction, region):
        return Reason("nothing_own_in_region", "9.4", {"faction": faction, "region": region})
    if len(state.tracks[region]) >= state.board.regions[region].squares:
        return Reason("track_full", "9.4", {"region": region})
    return None


def _is_in_region(state: State, faction: Faction, region: RegionId) -> bool:
    """Whether the faction has an army or a token there."""
    if any(army.faction == faction for army in state.tracks[region]):
        return True
    return any(state.present(province, faction) for province in state.board.regions[region].provinces)


def may_recruit(state: State, faction: Faction) -> bool:
    """Whether any recruitment is possible."""
    return why_no_recruit(state, faction) is None and any(
        why_not_in_region(state, faction, region) is None for region in state.tracks
    )


def _recruit(state: State, faction: Faction, order: Alternative) -> Reason | None:
    region, count = str(order["region"]), count_of(order)
    paid = done = 0
    reason: Reason | None = None
    while done < count:
        reason = why_no_recruit(state, faction) or why_not_in_region(state, faction, region)
        if reason is not None:
            break
        price = next_price(state, faction) or 0
        state.pay(faction, price, "armies")
        state.add_army(region, faction)
        state.holdings[faction].recruited += 1
        paid, done = paid + price, done + 1
    if done:
        facts: dict[str, Json] = {"faction": faction, "region": region, "count": done, "money": paid}
        tell(state, Event("armies_recruited", "9.4", facts))
        if reason is not None:
            tell_cut(state, RECRUIT, faction, order, done, reason)
        return None
    return reason


def _recruit_choices(state: State, faction: Faction) -> list[Alternative]:
    if why_no_recruit(state, faction) is not None:
        return []
    return [
        {"region": region, "count": 1} for region in state.tracks if why_not_in_region(state, faction, region) is None
    ]


def _region_and_count(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for alternative in order:
            if (reason := known(state, alternative, "region", "count")) is not None:
                return reason
    return None


def _recruit_facts(state: State, faction: Faction) -> Mapping[str, Json]:
    holdings, prices = state.holdings[faction], state.board.factions[faction].army_cost
    targets: list[Json] = [
        {"region": region, "free_squares": state.board.regions[region].squares - len(armies)}
        for region, armies in state.tracks.items()
        if why_not_in_region(state, faction, region) is None
    ]
    most = state.board.constants["max_new_armies_per_turn"] - holdings.recruited
    return {
        "treasury": holdings.treasury,
        "prices": list(prices[holdings.recruited :]),
        "count": min(most, holdings.armies),
        "targets": targets,
    }


RECRUIT: Final = OrderKind(
    kind="recruit",
    phase=4,
    rule="9.4",
    fields=("region", "count"),
    attempt=_recruit,
    default=lambda state, faction: [],
    choices=_recruit_choices,
    fault=_region_and_count,
    facts=_recruit_facts,
)

# ------------------------------------------------------------------ 9.5 battles


def battles(state: State) -> None:
    """9.5 on every track, regions in file order."""
    for region in state.tracks:
        _battle(state, region)


def _battle(state: State, region: RegionId) -> None:
    while True:
        armies = state.tracks[region]
        present = [f for f in state.factions if any(army.faction == f for army in armies)]
        if len(present) < 2 or present[1:] == [state.partner_of(present[0])]:
            return
        if len(armies) == 2:
            facts: dict[str, Json] = {"region": region, "faction": present[0], "rival": present[1]}
            tell(state, Event("stand_off", "9.5", facts))
            return
        by_outlook = sorted(present, key=lambda f: state.board.factions[f].position)
        first, last = by_outlook[0], by_outlook[-1]
        for faction in (first, last):
            state.remove_army(region, _army_to_lose(armies, faction))
        tell(state, Event("battle", "9.5", {"region": region, "faction": first, "rival": last}))


def _army_to_lose(armies: list[Army], faction: Faction) -> Army:
    """Released armies are lost first (R-09)."""
    own = [army for army in armies if army.faction == faction]
    return next((army for army in own if army.state == "released"), own[-1])


# ------------------------------------------------------------------ 9.6 sieges begin


def free_armies(state: State, faction: Faction, region: RegionId) -> list[Army]:
    """Armies that may begin a siege: not released, not besieging; none on a track in a stand-off."""
    if state.is_stand_off(region):
        return []
    return [army for army in state.tracks[region] if army.faction == faction and army.state == "free"]


def why_not_besiege(state: State, faction: Faction, city: PlaceId) -> Reason | None:
    """What is against a siege of this city by an army of the faction (R-31)."""
    owner, region, tokens = state.city_cards[city], state.board.places[city].region, state.places[city]
    if owner is not None and owner in (faction, state.partner_of(faction)):
        return Reason("city_owned", "9.6", {"city": city, "faction": owner})
    if state.besieger_of(city) is not None:
        return Reason("city_besieged_already", "9.6", {"city": city})
    if tokens and list(tokens) == [faction]:
        return Reason("only_own_tokens", "9.6", {"city": city, "faction": faction})
    if state.is_stand_off(region):
        return Reason("in_stand_off", "9.6", {"region": region})
    if not free_armies(state, faction, region):
        return Reason("no_free_army", "9.6", {"region": region, "faction": faction})
    return None


def besiegeable(state: State, faction: Faction) -> list[PlaceId]:
    """Cities that the faction may besiege now, in file order."""
    return [city for city in state.city_cards if why_not_besiege(state, faction, city) is None]


def _besiege(state: State, faction: Faction, order: Alternative) -> Reason | None:
    city = str(order["city"])
    if (reason := why_not_besiege(state, faction, city)) is not None:
        return reason
    region = state.board.places[city].region
    army = free_armies(state, faction, region)[0]
    army.state, army.city = "besieging", city
    facts: dict[str, Json] = {"faction": faction, "city": city, "region": region, "tokens": dict(state.places[city])}
    tell(state, Event("siege_begins", "9.6", facts))
    return None


def _siege_fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for alternative in order:
            if (reason := known(state, alternative, "city")) is not None:
                return reason
    return None


def _siege_facts(state: State, faction: Faction) -> Mapping[str, Json]:
    targets: list[Json] = [
        {"city": city, "owner": state.city_cards[city], "tokens": dict(state.places[city])}
        for city in besiegeable(state, faction)
    ]
    regions = dict.fromkeys(region for region, _ in state.armies_of(faction))
    armies: list[Json] = [{"region": r, "count": len(free_armies(state, faction, r))} for r in regions]
    return {"targets": targets, "armies": armies}


BEGIN_SIEGE: Final = OrderKind(
    kind="begin_siege",
    phase=6,
    rule="9.6",
    fields=("city",),
    attempt=_besiege,
    default=lambda state, faction: [],
    choices=lambda state, faction: [{"city": city} for city in besiegeable(state, faction)],
    fault=_siege_fault,
    facts=_siege_facts,
)
