"""9.7 Water Beggars: hiring, their actions, and how those that stay hinder armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Order, OrderAnswer
from engine.dutch_revolt.faults import count_of, known
from engine.dutch_revolt.lists import OrderKind, carry_out, tell_cut
from engine.dutch_revolt.state import Army, DutchRevoltState
from engine.dutch_revolt.terms import COUNTRYSIDE, NEUTRAL, Faction, PlaceId, ProvinceId, RegionId

State = DutchRevoltState

_KINDS_OF_ARMY: Final = ("besieging", "free", "released")
"""Which of several armies is destroyed when the order does not say: first a besieging one, so that a siege ends."""

# ------------------------------------------------------------------ queries


def in_box(state: State) -> int:
    """Beggars that can still be hired."""
    b = state.beggars
    return (
        state.board.water_beggars
        - sum(b.staying.values())
        - int(state.board.constants["beggars_per_city_siege"]) * len(b.besieging)
    )


def may_hire(state: State, faction: Faction) -> bool:
    """Burghers and Reformers with money for one Beggar, while the other has hired none."""
    return (
        state.board.factions[faction].may_hire_beggars
        and state.beggars.hirer in (None, faction)
        and state.holdings[faction].treasury >= price(state)
        and in_box(state) > 0
    )


def price(state: State) -> int:
    """What one Beggar costs."""
    return int(state.board.constants["beggar_price"])


def beggars_of_a_siege(state: State) -> int:
    """How many Beggars a siege of theirs binds."""
    return int(state.board.constants["beggars_per_city_siege"])


def beggar_provinces(state: State, region: RegionId) -> list[ProvinceId]:
    """The Beggar provinces of a region, in file order."""
    return [p for p in state.board.regions[region].provinces if state.board.provinces[p].beggars]


def beggar_regions(state: State) -> list[RegionId]:
    """Regions where Beggars may be placed."""
    return [region for region in state.board.regions if beggar_provinces(state, region)]


def staying_in(state: State, region: RegionId) -> int:
    """b: Beggars in the region that do not besiege."""
    return state.beggars.staying.get(region, 0)


def may_be_attacked(state: State, faction: Faction) -> bool:
    """Catholics, Habsburgs and Nobility: their armies are destroyed and hindered."""
    return state.board.factions[faction].beggars_may_attack


def armies_to_destroy(state: State, region: RegionId) -> list[Army]:
    """The armies of the most Catholic faction there that Beggars may attack."""
    armies = [army for army in state.tracks[region] if may_be_attacked(state, army.faction)]
    if not armies:
        return []
    target = min((army.faction for army in armies), key=lambda f: state.board.factions[f].position)
    return [army for army in armies if army.faction == target]


# ------------------------------------------------------------------ changes


def _use_up(state: State, region: RegionId, count: int) -> None:
    """Beggars back into the box."""
    left = staying_in(state, region) - count
    assert left >= 0, region
    if left:
        state.beggars.staying[region] = left
    else:
        del state.beggars.staying[region]


def _note_first_action(state: State, region: RegionId) -> None:
    """B0 and A0 (R-25), taken before the first action in a region."""
    if region not in state.beggars.before:
        state.beggars.before[region] = [staying_in(state, region), len(state.tracks[region])]


def hinders(state: State, region: RegionId, army: Army) -> bool:
    """Whether a Beggar that stays in the region stops this army (R-11)."""
    return (
        staying_in(state, region) > 0
        and may_be_attacked(state, army.faction)
        and army.faction not in state.beggars.spared
    )


def hinder(state: State, region: RegionId, army: Army, rule: str) -> None:
    """A Beggar stops an army and goes back into the box."""
    _use_up(state, region, 1)
    facts: dict[str, Json] = {"faction": army.faction, "region": region, "rival": state.beggars.hirer}
    tell(state, Event("army_hindered", rule, facts))


# ------------------------------------------------------------------ the orders


def _hire(state: State, faction: Faction, order: Alternative) -> Reason | None:
    region, count = str(order["region"]), count_of(order)
    if state.beggars.hirer not in (None, faction):
        return Reason("beggars_hired_by_other", "9.7", {"rival": state.beggars.hirer})
    if state.beggars.before:
        return Reason("hire_before_acting", "9.7", {})
    if not beggar_provinces(state, region):
        return Reason("no_beggar_province", "9.7", {"region": region})
    money = state.holdings[faction].treasury
    hired = min(count, in_box(state), money // price(state))
    reason = Reason("beggars_all_hired", "9.7", {"count": state.board.water_beggars})
    if hired < min(count, in_box(state)):
        reason = Reason("too_little_money", "9.7", {"faction": faction, "money": price(state)})
    if not hired:
        return reason
    state.pay(faction, hired * price(state), "beggars")
    state.beggars.hirer = faction
    state.beggars.staying[region] = staying_in(state, region) + hired
    facts: dict[str, Json] = {"faction": faction, "region": region, "count": hired, "money": hired * price(state)}
    tell(state, Event("beggars_hired", "9.7", facts))
    if hired < count:
        tell_cut(state, SEA_BEGGARS, faction, order, hired, reason)
    return None


def why_not_destroy(state: State, region: RegionId, target: str | int | None) -> Reason | None:
    """Destroy: b > a >= 1 and an army that may be attacked."""
    b, a = staying_in(state, region), len(state.tracks[region])
    candidates = armies_to_destroy(state, region)
    if not candidates:
        return Reason("no_army_to_destroy", "9.7", {"region": region})
    if target is not None and candidates[0].faction != target:
        return Reason("not_most_catholic", "9.7", {"region": region, "faction": candidates[0].faction})
    if b <= a:
        return Reason("too_few_beggars", "9.7", {"region": region, "count": b, "needed": a + 1})
    return None


def _destroy(state: State, faction: Faction, order: Alternative) -> Reason | None:
    region = _region_of(state, order)
    if region is None:
        return Reason("say_which_region", "9.7", {})
    if (reason := why_not_destroy(state, region, order["faction"])) is not None:
        return reason
    kinds = _KINDS_OF_ARMY if order["army"] is None else (str(order["army"]),)
    candidates = [
        army
        for kind in kinds
        for army in armies_to_destroy(state, region)
        if army.state == kind and order["city"] in (None, army.city)
    ]
    if not candidates:
        return Reason("no_such_army", "9.7", {"region": region})
    army, used = candidates[0], len(state.tracks[region]) + 1
    _note_first_action(state, region)
    state.remove_army(region, army)
    _use_up(state, region, used)
    facts: dict[str, Json] = {"faction": faction, "rival": army.faction, "region": region, "count": used}
    if army.city is None:
        tell(state, Event("army_destroyed", "9.7", facts))
    else:
        tell(state, Event("besieger_destroyed", "9.7", {**facts, "city": army.city}))
    return None


def _besieging_army(state: State, city: PlaceId) -> Army | None:
    return next((army for army in state.tracks[state.board.places[city].region] if army.city == city), None)


def why_not_relieve(state: State, city: PlaceId) -> Reason | None:
    """Relieve: B0 >= A0 and a Beggar left; with `relief_test_sequential` b >= a (R-25)."""
    place = state.board.places[city]
    region = place.region
    if _besieging_army(state, city) is None:
        return Reason("not_besieged_by_army", "9.7", {"city": city})
    if not state.board.provinces[place.province].beggars:
        return Reason("not_beggar_province", "9.7", {"province": place.province})
    now = [staying_in(state, region), len(state.tracks[region])]
    first = now if state.board.switches.relief_test_sequential else state.beggars.before.get(region, now)
    if first[0] < first[1] or now[0] < 1:
        return Reason("too_few_beggars", "9.7", {"region": region, "count": now[0], "needed": max(first[1], 1)})
    return None


def _relieve(state: State, faction: Faction, order: Alternative) -> Reason | None:
    city = str(order["city"])
    if (reason := why_not_relieve(state, city)) is not None:
        return reason
    region, army = state.board.places[city].region, _besieging_army(state, city)
    assert army is not None
    _note_first_action(state, region)
    army.state, army.city, army.moved, army.influenced = "free", None, True, True
    _use_up(state, region, 1)
    facts: dict[str, Json] = {"faction": faction, "rival": army.faction, "city": city, "region": region}
    tell(state, Event("city_relieved", "9.7", facts))
    return None


def _why_track_not_empty(state: State, region: RegionId, needed: int) -> Reason | None:
    if state.tracks[region]:
        return Reason("armies_in_region", "9.7", {"region": region, "count": len(state.tracks[region])})
    if staying_in(state, region) < needed:
        return Reason(
            "too_few_beggars", "9.7", {"region": region, "count": staying_in(state, region), "needed": needed}
        )
    return None


def why_not_plunder(state: State, province: ProvinceId) -> Reason | None:
    """Plunder: no army there, a Beggar province with a town."""
    data = state.board.provinces[province]
    if not data.beggars:
        return Reason("not_beggar_province", "9.7", {"province": province})
    if not data.towns:
        return Reason("no_town_there", "9.7", {"province": province, "region": data.region})
    return _why_track_not_empty(state, data.region, 1)


def _plunder(state: State, faction: Faction, order: Alternative) -> Reason | None:
    province = order["province"]
    if province is None:
        return Reason("say_which_province", "9.7", {})
    if (reason := why_not_plunder(state, str(province))) is not None:
        return reason
    region = state.board.provinces[str(province)].region
    _note_first_action(state, region)
    _use_up(state, region, 1)
    facts: dict[str, Json] = {"faction": faction, "province": province}
    if state.neutral_stock:
        state.place_from_stock(str(province), COUNTRYSIDE, NEUTRAL)
        tell(state, Event("beggars_plunder", "9.7", facts))
    else:
        tell(state, Event("beggars_plunder_in_vain", "9.7", facts))
    return None


def why_not_blockade(state: State, city: PlaceId) -> Reason | None:
    """Besiege: no army there, a city in a Beggar province that is not besieged, two Beggars."""
    place = state.board.places[city]
    if not state.board.provinces[place.province].beggars:
        return Reason("not_beggar_province", "9.7", {"province": place.province})
    if state.besieger_of(city) is not None:
        return Reason("city_besieged_already", "9.7", {"city": city})
    return _why_track_not_empty(state, place.region, beggars_of_a_siege(state))


def _blockade(state: State, faction: Faction, order: Alternative) -> Reason | None:
    city = str(order["city"])
    if (reason := why_not_blockade(state, city)) is not None:
        return reason
    region = state.board.places[city].region
    _note_first_action(state, region)
    _use_up(state, region, beggars_of_a_siege(state))
    state.beggars.besieging.append(city)
    facts: dict[str, Json] = {"faction": faction, "city": city, "region": region, "tokens": dict(state.places[city])}
    tell(state, Event("beggars_besiege", "9.7", facts))
    return None


def _spare(state: State, faction: Faction, order: Alternative) -> Reason | None:
    """Switch `hinder_mandatory = false`: armies of a faction are let through."""
    if state.board.switches.hinder_mandatory:
        return Reason("hindering_is_automatic", "9.7", {})
    if state.beggars.hirer != faction:
        return Reason("no_beggars_hired", "9.7", {"faction": faction})
    if (rival := str(order["faction"])) not in state.beggars.spared:
        state.beggars.spared.append(rival)
        tell(state, Event("beggars_spare", "9.7", {"faction": faction, "rival": rival}))
    return None


_ACTIONS: Final = {
    "hire": _hire,
    "destroy": _destroy,
    "relieve": _relieve,
    "plunder": _plunder,
    "besiege": _blockade,
    "spare": _spare,
}
_NEEDED: Final = {"hire": "region", "relieve": "city", "plunder": "province", "besiege": "city", "spare": "faction"}


def _attempt(state: State, faction: Faction, order: Alternative) -> Reason | None:
    action = str(order["do"])
    if action != "hire" and state.beggars.hirer != faction:
        if state.beggars.hirer is None:
            return Reason("no_beggars_hired", "9.7", {"faction": faction})
        return Reason("beggars_hired_by_other", "9.7", {"rival": state.beggars.hirer})
    return _ACTIONS[action](state, faction, order)


def _region_of(state: State, order: Alternative) -> RegionId | None:
    """The region an order speaks of, also by its province or city."""
    if order["region"] is not None:
        return str(order["region"])
    if order["city"] is not None:
        return state.board.places[str(order["city"])].region
    return None if order["province"] is None else state.board.provinces[str(order["province"])].region


def _fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for a in order:
            if a["do"] not in _ACTIONS:
                return Reason("unknown_name", "9.7", {"what": "do", "given": a["do"]})
            given = [name for name in ("region", "province", "city", "faction") if a[name] is not None]
            needed = _NEEDED.get(str(a["do"]))
            if (reason := known(state, a, "count", *given, *([needed] if needed else []))) is not None:
                return reason
            if a["army"] not in (None, *_KINDS_OF_ARMY):
                return Reason("unknown_name", "9.7", {"what": "army", "given": a["army"]})
            if a["do"] == "hire" and not beggar_provinces(state, str(a["region"])):
                return Reason("no_beggar_province", "9.7", {"region": a["region"]})
            if a["do"] == "spare" and state.board.switches.hinder_mandatory:
                return Reason("hindering_is_automatic", "9.7", {})
    return None


def _order(do: str, **target: str | int | None) -> Alternative:
    order: Alternative = {"do": do, "region": None, "count": 1, "city": None, "province": None}
    return order | {"faction": None, "army": None} | target


def _choices(state: State, faction: Faction) -> list[Alternative]:
    """Hires, and the actions that the Beggars hired there could find to do."""
    regions = beggar_regions(state)
    most = min(in_box(state), state.holdings[faction].treasury // price(state))
    possible = [_order("hire", region=region, count=n) for n in range(most, 0, -1) for region in regions]
    for region in regions:
        possible.extend(_actions_in(state, region))
    if not state.board.switches.hinder_mandatory:
        possible.extend(_order("spare", faction=f) for f in state.factions if may_be_attacked(state, f))
    return possible


def _actions_in(state: State, region: RegionId) -> list[Alternative]:
    armies = state.tracks[region]
    possible: list[Alternative] = []
    if armies_to_destroy(state, region) and len(armies) < state.board.water_beggars:
        possible.append(_order("destroy", region=region))
    for province in beggar_provinces(state, region):
        if not armies and state.board.provinces[province].towns:
            possible.append(_order("plunder", province=province))
        for city in state.board.provinces[province].cities:
            if _besieging_army(state, city) is not None:
                possible.append(_order("relieve", city=city))
            elif not armies:
                possible.append(_order("besiege", city=city))
    return possible


def _facts(state: State, faction: Faction) -> Mapping[str, Json]:
    regions: list[Json] = []
    for region in beggar_regions(state):
        cities = [c for p in beggar_provinces(state, region) for c in state.board.provinces[p].cities]
        regions.append(
            {
                "region": region,
                "armies": [army.faction for army in state.tracks[region]],
                "besieged": [c for c in cities if state.besieger_of(c) is not None],
                "cities": list(cities),
            }
        )
    other = next((f for f in state.order if f != faction and state.board.factions[f].may_hire_beggars), None)
    earlier = other is not None and state.order.index(other) < state.order.index(faction)
    return {
        "treasury": state.holdings[faction].treasury,
        "price": price(state),
        "count": min(in_box(state), state.holdings[faction].treasury // price(state)),
        "after": other if earlier else None,
        "regions": regions,
    }


SEA_BEGGARS: Final = OrderKind(
    kind="sea_beggars",
    phase=7,
    rule="9.7",
    fields=("do", "region", "count", "city", "province", "faction", "army"),
    attempt=_attempt,
    default=lambda state, faction: [],
    choices=_choices,
    fault=_fault,
    facts=_facts,
)


def water_beggars(state: State, answers: Mapping[Faction, OrderAnswer]) -> None:
    """9.7: the hirer earlier in turn order first; the other only if the first hires none."""
    for faction in state.order:
        answer = answers.get(faction, "default")
        if answer in ("default", []):
            continue
        if state.beggars.hirer is None:
            carry_out(state, SEA_BEGGARS, faction, answer)
        else:
            facts: dict[str, Json] = {"faction": faction, "rival": state.beggars.hirer}
            tell(state, Event("beggars_taken", "9.7", facts))
