"""9.15 Sieges end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Order, OrderAnswer
from engine.dutch_revolt.lists import OrderKind, tell_skipped
from engine.dutch_revolt.scoring import by_last_count
from engine.dutch_revolt.state import DutchRevoltState as State
from engine.dutch_revolt.state import WaterBeggars
from engine.dutch_revolt.terms import NEUTRAL, Faction, Kind, PlaceId


@dataclass(frozen=True, slots=True)
class Wishes:
    """The order of its sieges and of the factions to convert, as far as a faction named them."""

    cities: tuple[PlaceId, ...] = ()
    factions: tuple[Faction, ...] = ()


# ---------------------------------------------------------------------- queries


def sieges_of(s: State, f: Faction) -> list[PlaceId]:
    """The cities that armies of a faction besiege, in file order."""
    besieged = [army.city for _, army in s.armies_of(f) if army.city is not None]
    return [city for city in s.board.cities if city in besieged]


def foreign(s: State, f: Faction, city: PlaceId) -> dict[Faction, int]:
    """9.15 Player tokens in the city that are not the besieger's."""
    return {kind: n for kind, n in s.places[city].items() if kind not in (f, NEUTRAL)}


def _own_tokens_needed(s: State, f: Faction, city: PlaceId) -> int:
    others = sum(n for kind, n in s.places[city].items() if kind != f)
    return min(int(s.board.constants["siege_converts"]), others)


def _neutrals_needed(s: State, f: Faction, city: PlaceId) -> int:
    return max(0, sum(foreign(s, f, city).values()) - int(s.board.constants["siege_converts"]))


def needs_choice(s: State, f: Faction) -> bool:
    """R-52 Several sieges and too few tokens in stock for all: only then an order changes anything.

    The choice among factions never does: every foreign token leaves the city anyway.
    """
    cities = sieges_of(s, f)
    if len(cities) < 2:
        return False
    if s.holdings[f].stock < sum(_own_tokens_needed(s, f, city) for city in cities):
        return True
    earlier = [city for other in s.order[: s.order.index(f)] for city in sieges_of(s, other)]
    needed = {c: _neutrals_needed(s, other, c) for other in s.order for c in sieges_of(s, other)}
    return s.neutral_stock < sum(needed[city] for city in (*earlier, *cities)) and any(needed[c] for c in cities)


def order_of_conversion(s: State, f: Faction, city: PlaceId, preferred: tuple[Faction, ...]) -> list[Kind]:
    """9.15 The tokens that change sides, one entry each: preferred factions, then 12.2; neutrals last."""
    there = foreign(s, f, city)
    rest = [other for other in by_last_count(s, tuple(there)) if other not in preferred]
    rest.sort(key=lambda other: -there[other])
    row = [other for other in (*preferred, *rest) if other in there]
    tokens: list[Kind] = [other for other in row for _ in range(there[other])]
    return tokens + [NEUTRAL] * s.places[city].get(NEUTRAL, 0)


# ---------------------------------------------------------------------- the phase


def end_sieges(s: State, answers: Mapping[Faction, OrderAnswer]) -> None:
    """9.15 In turn order, then the Water Beggars; those that stayed go back to their box at the end."""
    for f in s.order:
        if sieges_of(s, f):
            wishes = _wishes(s, f, answers.get(f, "default"))
            named = [city for city in wishes.cities if city in sieges_of(s, f)]
            for city in (*named, *(city for city in sieges_of(s, f) if city not in named)):
                _army_takes(s, f, city, wishes.factions)
    out = sum(s.beggars.staying.values())
    for city in list(s.beggars.besieging):
        out += int(s.board.constants["beggars_per_city_siege"])
        _beggars_take(s, city)
    if out:
        tell(s, Event("beggars_disperse", "9.15", {"count": out}))
    s.beggars = WaterBeggars()


def _wishes(s: State, f: Faction, answer: OrderAnswer) -> Wishes:
    """The first possible alternative of each order, cities and factions apart."""
    cities: list[PlaceId] = []
    factions: list[Faction] = []
    for order in () if answer == "default" else answer:
        for alternative in order:
            if (reason := _attempt(s, f, alternative)) is not None:
                tell_skipped(s, SIEGE_END, f, alternative, reason)
                continue
            if alternative["city"] is not None:
                cities.append(str(alternative["city"]))
            else:
                factions.append(str(alternative["faction"]))
            break
    return Wishes(tuple(dict.fromkeys(cities)), tuple(dict.fromkeys(factions)))


def _army_takes(s: State, f: Faction, city: PlaceId, preferred: tuple[Faction, ...]) -> None:
    """9.15 Two tokens change to the besieger, other foreign ones become neutral; without replacement they just go."""
    row = order_of_conversion(s, f, city, preferred)
    converts = int(s.board.constants["siege_converts"])
    changing, rest = row[:converts], row[converts:]
    own = s.places[city].get(f, 0)
    replaced = [(kind, f) for kind in changing] + [(kind, NEUTRAL) for kind in rest if kind != NEUTRAL]
    for old, new in replaced:
        _replace(s, city, old, new)
    for army in s.tracks[s.board.places[city].region]:
        if army.city == city:
            army.city, army.state = None, "free"
    changed = s.places[city].get(f, 0) - own
    facts: dict[str, Json] = {"faction": f, "city": city, "count": changed, "tokens": _tokens(s, city)}
    tell(s, Event("siege_won", "9.15", facts))


def _beggars_take(s: State, city: PlaceId) -> None:
    """9.15 Every non-neutral token becomes neutral, or goes when there is no neutral in stock."""
    for kind in [f for f in s.factions for _ in range(s.places[city].get(f, 0))]:
        _replace(s, city, kind, NEUTRAL)
    s.beggars.besieging.remove(city)
    tell(s, Event("siege_won_by_beggars", "9.15", {"city": city, "tokens": _tokens(s, city)}))


def _replace(s: State, city: PlaceId, old: Kind, new: Kind) -> None:
    """A token to its stock, one of `new` in its spot if there is one."""
    province = s.board.places[city].province
    s.return_to_stock(province, city, old)
    if s.stock_of(new):
        s.place_from_stock(province, city, new)


def _tokens(s: State, city: PlaceId) -> dict[str, Json]:
    return {kind: s.places[city][kind] for kind in (*s.factions, NEUTRAL) if kind in s.places[city]}


# ---------------------------------------------------------------------- the order list


def _attempt(s: State, f: Faction, alternative: Alternative) -> Reason | None:
    """A wish; it is checked here and read by `end_sieges`."""
    city, faction = alternative["city"], alternative["faction"]
    if city is not None and city not in sieges_of(s, f):
        return Reason("not_your_siege", "9.15", {"faction": f, "city": city})
    if faction is not None and (faction == f or faction not in s.holdings):
        return Reason("no_such_rival", "9.15", {"rival": faction})
    return None


def _default(s: State, f: Faction) -> list[Order]:
    """12.2 Sieges in file order; which tokens change is worked out when the siege ends."""
    return [[{"city": city, "faction": None}] for city in sieges_of(s, f)]


def _choices(s: State, f: Faction) -> list[Alternative]:
    found: list[Alternative] = [{"city": city, "faction": None} for city in sieges_of(s, f)]
    rivals = [other for other in s.factions if any(other in foreign(s, f, city) for city in sieges_of(s, f))]
    found += [{"city": None, "faction": other} for other in rivals]
    return found


def _fault(s: State, f: Faction, orders: list[Order]) -> Reason | None:
    for alternative in (alternative for order in orders for alternative in order):
        city, faction = alternative["city"], alternative["faction"]
        if (city is None) == (faction is None):
            return Reason("city_or_faction", "9.15")
        if city is not None and city not in s.board.cities:
            return Reason("unknown_name", "9.15", {"what": "city", "given": city})
        if faction is not None and faction not in s.board.factions:
            return Reason("unknown_name", "9.15", {"what": "faction", "given": faction})
    return None


def _facts(s: State, f: Faction) -> Mapping[str, Json]:
    cities: list[Json] = [{"city": city, "tokens": _tokens(s, city)} for city in sieges_of(s, f)]
    return {"stock": s.holdings[f].stock, "neutral_stock": s.neutral_stock, "sieges": cities}


SIEGE_END = OrderKind(
    kind="siege_end",
    phase=15,
    rule="9.15",
    fields=("city", "faction"),
    attempt=_attempt,
    default=_default,
    choices=_choices,
    fault=_fault,
    facts=_facts,
)
