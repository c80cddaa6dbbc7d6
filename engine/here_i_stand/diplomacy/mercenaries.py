"""9.1 Mercenaries that one power gives to another.

`give_units`, of giver and receiver together where there is a choice: do="give", space, count, once for each space (the
giver); do="place", space (the receiver: a capital, or the Protestants' electorate).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.decision import Decision, Draw, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, listed, question
from engine.here_i_stand.diplomacy.deals import Term
from engine.here_i_stand.forces import can_add, can_change
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId

Controller = Callable[[SpaceId], Power]
Sources = dict[SpaceId, int]
"""Space -> mercenaries that leave it."""
_WITTENBERG = SpaceId("wittenberg")

# ------------------------------------------------------------------ queries


def why_no_mercenaries(s: HisState, term: Term, controller: Controller) -> Reason | None:
    """9.1: why mercenaries can't be given as a term says; None when they can."""
    facts: dict[str, Json] = {"power": term.giver, "rival": term.receiver, "count": term.count}
    if sum(mercenaries_of(s, term.giver).values()) < term.count:
        return Reason("not_so_many_mercenaries", "9.1", facts)
    places = receiving_spaces(s, term.receiver, controller)
    if not places:
        return Reason("no_place_for_mercenaries", "9.1", facts)
    most = max(room(s, term.receiver, place, term.count) for place in places)
    if not most:
        return Reason("no_counters_left", "5.2", {"power": term.receiver})
    if not ways_to_part(s, term.giver, most):
        return Reason("not_representable", "5.2", {"power": term.giver})
    return None


def mercenaries_of(s: HisState, power: Power) -> Sources:
    """Where mercenaries of a power stand on the map, in data order."""
    found = {space: s.land(power, space).mercenaries for space in s.spaces if space in s.forces}
    return {space: count for space, count in found.items() if count}


def receiving_spaces(s: HisState, power: Power, controller: Controller) -> list[SpaceId]:
    """9.1: a capital that the power controls; for the Protestants an electorate."""
    places = s.board.map.electorates if power is Power.PROTESTANT else s.board.powers[power].capitals
    return [space for space in places if controller(space) is power]


def room(s: HisState, power: Power, space: SpaceId, count: int) -> int:
    """As many mercenaries as the pool of a power has, up to a number."""
    return next((many for many in range(count, 0, -1) if can_add(s, power, space, Land(mercenaries=many))), 0)


def ways_to_part(s: HisState, giver: Power, count: int) -> list[Sources]:
    """5.2: where so many mercenaries may come from, the largest stacks first; what stays can be laid out. D8"""
    here = mercenaries_of(s, giver)
    order = sorted(here, key=lambda space: -s.stack(giver, space))
    return [sources for sources in _shares(order, here, count) if can_part(s, giver, sources)]


def _shares(order: list[SpaceId], here: Sources, count: int) -> list[Sources]:
    """All ways to take so many from spaces, most from the first."""
    if count == 0:
        return [{}]
    if not order:
        return []
    first, rest = order[0], order[1:]
    return [
        {first: many, **others} if many else others
        for many in range(min(count, here[first]), -1, -1)
        for others in _shares(rest, here, count - many)
    ]


def can_part(s: HisState, giver: Power, sources: Sources) -> bool:
    """5.2: whether what stays can be laid out."""
    here = mercenaries_of(s, giver)
    if any(not 0 < count <= here.get(space, 0) for space, count in sources.items()):
        return False
    return can_change(s, giver, {space: Land(mercenaries=-count) for space, count in sources.items()})


# ------------------------------------------------------------------ carrying out


def hand_over_mercenaries(s: HisState, term: Term) -> Flow[None]:
    """9.1: the giver says from where they come, the receiver where they go; both are asked together. D8"""
    giver, receiver = term.giver, term.receiver
    places = receiving_spaces(s, receiver, lambda space: s.spaces[space].controller)
    places = [place for place in places if room(s, receiver, place, term.count)]
    asked: list[Decision[OrderAnswer]] = []
    if len(places) > 1:
        asked.append(_where_to(s, term, places))
    if len(ways_to_part(s, giver, term.count)) != 1:
        asked.append(_where_from(s, term))
    answers = yield from ask_each(asked)
    to = _place(answers.get(receiver, "default"), places, receiver)
    count = room(s, receiver, to, term.count)
    sources = _sources(s, giver, answers.get(giver, "default"), count)
    if sources is None:
        return
    for space, many in sources.items():
        _take(s, giver, space, many)
        told: dict[str, Json] = {"power": giver, "space": space, "count": many}
        tell(s, Event("mercenaries_leave", "9.1", told))
    s.add_land(receiver, to, Land(mercenaries=count))
    facts: dict[str, Json] = {"power": giver, "rival": receiver, "space": to, "count": count}
    tell(s, Event("mercenaries_given", "9.1", facts))


def _take(s: HisState, giver: Power, space: SpaceId, count: int) -> None:
    """They leave a space, those inside fortifications last."""
    outside = s.forces[space].outside.get(giver, Land()).mercenaries
    if outside < count:
        s.come_out(giver, space, Land(mercenaries=count - outside))
    s.take_land(giver, space, Land(mercenaries=count))


def _where_to(s: HisState, term: Term, places: list[SpaceId]) -> Decision[OrderAnswer]:
    """The receiver's question: do="place", space."""
    ways = [blank("give_units", do="place", space=place) for place in places]
    facts: dict[str, Json] = {"what": "place", "power": term.giver, "count": term.count, "places": list(places)}
    usual = _usual_place(places, term.receiver)
    default: list[Order] = [[blank("give_units", do="place", space=usual)]]
    return question(s, "give_units", term.receiver, lambda: ways, lambda: default, about="place", facts=facts)


def _usual_place(places: list[SpaceId], receiver: Power) -> SpaceId:
    """D8: the first capital; for the Protestants Wittenberg."""
    return _WITTENBERG if receiver is Power.PROTESTANT and _WITTENBERG in places else places[0]


def _place(answer: OrderAnswer, places: list[SpaceId], receiver: Power) -> SpaceId:
    for order in listed(answer, list):
        for wish in order:
            if wish["do"] == "place" and wish["space"] in places:
                return SpaceId(str(wish["space"]))
    return _usual_place(places, receiver)


def _where_from(s: HisState, term: Term) -> Decision[OrderAnswer]:
    """The giver's question: do="give", space, count, for each space."""
    here = mercenaries_of(s, term.giver)
    ways = [
        blank("give_units", do="give", space=space, count=count)
        for space in here
        for count in range(1, min(here[space], term.count) + 1)
    ]

    def why_not(wish: Alternative) -> Reason | None:
        if wish in ways:
            return None
        return Reason("not_so_many_mercenaries", "9.1", {"power": term.giver, "space": wish["space"]})

    def fault(orders: list[Order]) -> Reason | None:
        chosen = _named(orders)
        if sum(chosen.values()) != term.count:
            return Reason("wrong_total", "", {"given": sum(chosen.values()), "total": term.count})
        if not can_part(s, term.giver, chosen):
            return Reason("not_representable", "5.2", {"power": term.giver})
        return None

    def default() -> list[Order]:
        usual = ways_to_part(s, term.giver, term.count)
        return [[blank("give_units", do="give", space=space, count=many)] for space, many in (usual or [{}])[0].items()]

    facts: dict[str, Json] = {
        "what": "give", "power": term.receiver, "count": term.count,
        "places": [{"space": space, "count": count} for space, count in here.items()],
    }  # fmt: skip
    return question(
        s, "give_units", term.giver, lambda: ways, default, why=why_not, about="give", facts=facts, fault=fault,
        sampler=lambda draw: _sampled(ways_to_part(s, term.giver, term.count), draw),
    )  # fmt: skip


def _sampled(ways: list[Sources], draw: Draw) -> OrderAnswer:
    if not ways:
        return "default"
    chosen = ways[draw(len(ways))]
    return [[blank("give_units", do="give", space=space, count=many)] for space, many in chosen.items()]


def _named(orders: list[Order]) -> Sources:
    """What an answer takes from each space, in the order written."""
    found: Sources = {}
    for order in orders:
        wish = order[0]
        if wish["do"] == "give" and isinstance(wish["count"], int) and wish["space"] is not None:
            space = SpaceId(str(wish["space"]))
            found[space] = found.get(space, 0) + wish["count"]
    return found


def _sources(s: HisState, giver: Power, answer: OrderAnswer, count: int) -> Sources | None:
    """The spaces named, cut off at the number that moves; else the usual ones. None where nothing can go (5.2)."""
    left, wished = count, Sources()
    for space, many in _named(listed(answer, list)).items():
        if left and many:
            wished[space] = min(left, many)
            left -= wished[space]
    if not left and wished and can_part(s, giver, wished):
        return wished
    for fewer in range(count, 0, -1):
        if ways := ways_to_part(s, giver, fewer):
            return ways[0]
    return None
