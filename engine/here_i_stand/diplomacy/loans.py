"""9.2-2 Squadrons and naval leaders on loan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.diplomacy.deals import Term
from engine.here_i_stand.presence import naval_leaders_of, ships_of, user_of
from engine.here_i_stand.records import Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, PlaceId, Power, SeaId, SpaceId

Controller = Callable[[SpaceId], Power]
"""Who controls a space, as far as the deal has been carried out."""

# ------------------------------------------------------------------ queries


def why_no_loan(s: HisState, term: Term, controller: Controller) -> Reason | None:
    """9.2-2: why ships can't be lent as a term says; None when they can."""
    port = term.space
    facts: dict[str, Json] = {"power": term.giver, "rival": term.receiver, "space": port, "count": term.count}
    if port is None or not s.board.map.spaces[port].port:
        return Reason("no_port", "9.2", facts)
    lent = lent_ships(s, term)
    if lent is None or not lent:
        return Reason("not_so_many_squadrons", "9.2", facts)
    for leader in term.leaders:
        here = leader in _leaders(s, term.giver, port)
        if not here or s.leaders[leader].power not in [owner for owner, _ in lent]:
            return Reason("leader_not_with_squadrons", "9.2", {**facts, "leader": leader})
    if not loan_ports(s, term, controller):
        return Reason("no_way_for_loan", "9.2", facts)
    return None


def lent_ships(s: HisState, term: Term) -> list[tuple[Power, int]] | None:
    """The squadrons of a loan by owner; None when there are not so many."""
    if term.space is None:
        return None
    here = {ships.owner: ships.squadrons for ships in ships_of(s, term.giver, term.space) if ships.borrower is None}
    if term.ships:
        wanted = dict(term.ships)
        good = all(0 < count <= here.get(owner, 0) for owner, count in term.ships) and len(wanted) == len(term.ships)
        return list(term.ships) if good else None
    left, found = term.count, []
    for owner in s.own_force(term.giver):
        count = min(left, here.get(owner, 0))
        left -= count
        if count:
            found.append((owner, count))
    return found if left == 0 and term.count > 0 else None


def sailing_leaders(s: HisState, term: Term) -> list[LeaderId]:
    """Naval leaders that go along: those named, and those who would stay without a ship of their power (16.1-3)."""
    if term.space is None:
        return []
    lent = dict(lent_ships(s, term) or ())
    fleet = ships_of(s, term.giver, term.space)
    left = {ships.owner: ships.count - lent.get(ships.owner, 0) for ships in fleet if ships.borrower is None}
    return [
        leader
        for leader in _leaders(s, term.giver, term.space)
        if leader in term.leaders or (s.leaders[leader].power in lent and not left[s.leaders[leader].power])
    ]


def _leaders(s: HisState, giver: Power, port: SpaceId) -> list[LeaderId]:
    return [leader for leader in naval_leaders_of(s, giver, port) if s.leaders[leader].borrower is None]


def loan_ports(s: HisState, term: Term, controller: Controller) -> list[SpaceId]:
    """9.2-2: the nearest ports of the borrower, over sea zones only, without crossing a port."""
    if term.space is None:
        return []
    lent = [owner for owner, _ in lent_ships(s, term) or ()]
    steps = _by_sea(s, term.space, (*lent, *sailing_leaders(s, term)))
    near = s.board.map.nearest(
        term.space, steps, lambda place: place in s.spaces and controller(SpaceId(place)) is term.receiver
    )
    return [SpaceId(port) for port in near]


def _by_sea(s: HisState, start: SpaceId, sailors: Sequence[str]) -> Callable[[PlaceId], Iterable[PlaceId]]:
    """Steps from a port over sea zones to other ports, which end the way (16.1-5 bars some seas to some)."""
    world = s.board.map
    closed = [sea for sailor in sailors for sea in world.closed_seas.get(sailor, ())]

    def steps(place: PlaceId) -> list[PlaceId]:
        if place in world.spaces and place != start:
            return []
        return [onward for onward in world.by_ship(place) if onward not in closed]

    return steps


# ------------------------------------------------------------------ carrying out


def lend(s: HisState, term: Term) -> Flow[None]:
    """9.2-2: the ships sail to the borrower's nearest port and are his until Winter. D9"""
    if term.space is None or (lent := lent_ships(s, term)) is None:
        raise ValueError(f"{term} can't be lent")
    port, leaders = term.space, sailing_leaders(s, term)
    ways = loan_ports(s, term, lambda space: s.spaces[space].controller)
    picks = [blank("choice", do="choose", pick=way) for way in ways]
    default = picks[ways.index(min(ways, key=lambda way: (_enemies_near(s, term.receiver, way), ways.index(way))))]
    facts: dict[str, Json] = {"power": term.giver, "what": "loan", "from_space": port, "places": list(ways)}
    wish = yield from choose(s, "choice", term.receiver, picks, default, rule="9.2", about=f"loan/{port}", facts=facts)
    to = SpaceId(str(wish["pick"]))
    for owner, count in lent:
        s.take_ships(Ships(owner, squadrons=count), port)
        s.add_ships(Ships(owner, squadrons=count, borrower=term.receiver), to)
    for leader in leaders:
        s.place_leader(leader, to)
        s.leaders[leader].borrower = term.receiver
    told: dict[str, Json] = {
        "power": term.giver, "rival": term.receiver, "from_space": port, "to_space": to,
        "count": sum(count for _, count in lent), "leaders": list(leaders),
    }  # fmt: skip
    tell(s, Event("ships_lent", "9.2", told))


def _enemies_near(s: HisState, power: Power, port: SpaceId) -> int:
    """D9: enemy naval units in ports and sea zones next to a port."""
    world = s.board.map
    near: list[PlaceId] = [place for sea in world.by_ship(port) for place in (sea, *world.by_ship(SeaId(sea)))]
    return sum(
        ships.count
        for place in dict.fromkeys(near)
        for ships in s.ships_at(place)
        if s.at_war(power, user_of(s, ships))
    )
