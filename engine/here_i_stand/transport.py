"""16.3 Naval transport: a formation goes from a port over sea zones with own ships to a port.

R42: it is one chain of actions. Nothing can happen to the formation at sea, so it stands in its port until it lands.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards import responses
from engine.here_i_stand.entering import hostiles, why_not_enter
from engine.here_i_stand.forces import Formation, can_move, just
from engine.here_i_stand.forming import LAND_FIELDS, formation_facts
from engine.here_i_stand.movement import enter
from engine.here_i_stand.points import cost_of, pay, points, why_not_pay
from engine.here_i_stand.presence import has_enemy_ships, is_friendly, ships_of
from engine.here_i_stand.records import Land
from engine.here_i_stand.siege import besiegers
from engine.here_i_stand.state import HisState
from engine.here_i_stand.steps import formation_to_move, movers, why_held
from engine.here_i_stand.terms import Power, SeaId, SpaceId

WORD: Final = "transport"
COST: Final = "move_clear"
"""16.3: it is a special case of moving a formation in clear."""


@dataclass(frozen=True, slots=True)
class Voyage:
    """A formation in a port, the sea zones that it crosses, and the port in which it lands."""

    formation: Formation
    seas: tuple[SeaId, ...]
    to: SpaceId

    @property
    def steps(self) -> int:
        """To each zone and to the port."""
        return len(self.seas) + 1


# ------------------------------------------------------------------ reading the orders


def voyage_of(s: HisState, power: Power, wish: Alternative) -> Voyage | Reason:
    """The transport that an order names, or why there is no such thing. Without numbers: as many as may go."""
    to, seas = wish["to"], _seas_of(s, wish)
    if to is None or to not in s.spaces:
        return Reason("unknown_name", "", {"what": "to", "given": to})
    if isinstance(seas, Reason):
        return seas
    formation = passengers(s, power, wish)
    return formation if isinstance(formation, Reason) else Voyage(formation, seas, SpaceId(str(to)))


def _seas_of(s: HisState, wish: Alternative) -> tuple[SeaId, ...] | Reason:
    names = [name.strip() for name in str(wish["via"] or "").split(",")]
    for name in names:
        if name not in s.board.map.seas:
            return Reason("unknown_name", "", {"what": "via", "given": name})
    return tuple(SeaId(name) for name in names)


def passengers(s: HisState, power: Power, wish: Alternative) -> Formation | Reason:
    """16.3-1: the formation that sails; where an order names no units, no more of them than may."""
    found = formation_to_move(s, power, wish)
    unnamed = all(wish[name] is None for name in (*LAND_FIELDS, "minors"))
    return _at_most(found, s.board.tables.limits.transport) if unnamed and isinstance(found, Formation) else found


def _at_most(formation: Formation, most: int) -> Formation:
    """So many units of a formation, in the order in which they are taken along."""
    taken: dict[Power, Land] = {}
    for owner, units in formation.units.items():
        for kind in LAND_FIELDS.values():
            count = min(most, units.of(kind))
            most -= count
            if count:
                taken.setdefault(owner, Land()).add(just(kind, count))
    return Formation(formation.at, taken, formation.leaders)


# ------------------------------------------------------------------ why not


def why_not_transport(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """16.3: why a transport is not possible now, want of CP included; None when it is."""
    voyage = voyage_of(s, power, wish)
    if isinstance(voyage, Reason):
        return voyage
    return _why_not_sail(s, power, voyage) or _why_not_land(s, power, voyage)


def _why_not_sail(s: HisState, power: Power, voyage: Voyage) -> Reason | None:
    """16.3-1, 16.3-2: the formation, the zones, the CP."""
    formation, at = voyage.formation, voyage.formation.at
    facts: dict[str, Json] = {"power": power, "space": at}
    if (reason := why_held(s, power, formation)) is not None:
        return reason
    if s.impulse is not None and s.impulse.foul_weather:
        return Reason("foul_weather", "16.3", facts)
    limit = s.board.tables.limits.transport
    if formation.strength > limit:
        return Reason("too_many_to_ship", "16.3", {**facts, "count": formation.strength, "limit": limit})
    if voyage.seas[0] not in s.board.map.spaces[at].seas:
        return Reason("not_adjacent_for_ships", "16.3", {"power": power, "from_space": at, "to_space": voyage.seas[0]})
    for sea, onward in pairwise(voyage.seas):
        if onward not in s.board.map.seas[sea].adjacent:
            return Reason("not_adjacent_for_ships", "16.3", {"power": power, "from_space": sea, "to_space": onward})
    for sea in voyage.seas:
        if not ships_of(s, power, sea):
            return Reason("no_ships_in_zone", "16.3", {"power": power, "sea": sea})
    cost = cost_of(s, power, COST)
    return why_not_pay(s, power, None if cost is None else cost * voyage.steps, "16.3")


def _why_not_land(s: HisState, power: Power, voyage: Voyage) -> Reason | None:
    """16.3-3: the port must be one that the formation could enter by land, and without enemy ships."""
    formation, to = voyage.formation, voyage.to
    facts: dict[str, Json] = {"power": power, "from_space": formation.at, "to_space": to}
    if to not in s.board.map.seas[voyage.seas[-1]].ports or to == formation.at:
        return Reason("no_port_to_land", "16.3", facts)
    if has_enemy_ships(s, power, to):
        return Reason("enemy_ships_in_port", "16.3", {"power": power, "space": to})
    if (reason := why_not_enter(s, power, formation, to)) is not None:
        return reason
    if not all(can_move(s, owner, formation.at, to, units) for owner, units in formation.units.items()):
        return Reason("not_representable", "5.2", facts)
    return None


def risk_of(s: HisState, power: Power, voyage: Voyage) -> Reason | None:
    """R17: the warning before a transport: those in an enemy fortification could withdraw inside without being
    outnumbered, and then the formation must go on with the CP that are left, or it is eliminated."""
    to = voyage.to
    if not s.is_fortified(to) or is_friendly(s, power, to) or power in besiegers(s, to):
        return None
    there = sum(s.land(owner, to).strength for owner in hostiles(s, power, to))
    if not voyage.formation.strength or voyage.formation.strength > there:
        return None
    if there > s.board.tables.limits.garrison:
        return None
    left = points(s) - voyage.steps * (cost_of(s, power, COST) or 0)
    return Reason("transport_may_be_lost", "R17", {"power": power, "space": to, "count": there, "left": left})


# ------------------------------------------------------------------ the action


def transport(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """16.3 Naval transport: each step is paid; Foul Weather and Gout come at the first only (R48). The last one is like
    a move by land. False: called off, or the formation does not hold the port."""
    voyage = voyage_of(s, power, wish)
    if isinstance(voyage, Reason):
        return False
    step = cost_of(s, power, COST) or 0
    if s.script is not None and (risk := risk_of(s, power, voyage)) is not None:
        s.script.risks[s.script.at] = risk
    pay(s, step)
    seas: list[Json] = list(voyage.seas)
    formation = voyage.formation
    facts: dict[str, Json] = {
        "from_space": formation.at,
        "to_space": voyage.to,
        "seas": seas,
        **formation_facts(formation),
    }
    tell(s, Event("transport", "16.3", {"power": power, "cost": step * voyage.steps, **facts}))
    called_off = yield from responses.declared(
        s, responses.NAVAL_TRANSPORT, cost=step, leaders=formation.leaders, space=voyage.seas[0], facts=facts
    )
    if called_off:
        return False
    pay(s, step * (voyage.steps - 1))
    entry = yield from enter(s, power, formation, voyage.to, None, by_sea=True)
    return entry.stands


# ------------------------------------------------------------------ some that are possible


def transports(s: HisState, power: Power) -> list[Alternative]:
    """From each port to each that can be reached, as many as may go."""
    if s.impulse is None or s.impulse.foul_weather or points(s) < 2:
        return []
    found: list[Alternative] = []
    for port in s.board.map.ports:
        there = movers(s, power, port)
        if not there.strength and not there.leaders:
            continue
        for way in _ways(s, power, port):
            via = ",".join(way)
            found += [blank("impulse", do=WORD, from_=port, via=via, to=to) for to in s.board.map.seas[way[-1]].ports]
    return [wish for wish in found if why_not_transport(s, power, wish) is None]


def _ways(s: HisState, power: Power, port: SpaceId) -> list[list[SeaId]]:
    """A shortest way from a port to each zone that can be reached over zones with own ships."""
    ways: dict[SeaId, list[SeaId]] = {
        sea: [sea] for sea in s.board.map.spaces[port].seas if ships_of(s, power, sea)
    }  # fmt: skip
    reached = list(ways)
    for sea in reached:
        for onward in s.board.map.seas[sea].adjacent:
            if onward not in ways and len(ways[sea]) + 1 < points(s) and ships_of(s, power, onward):
                ways[onward] = [*ways[sea], onward]
                reached.append(onward)
    return list(ways.values())


TRANSPORT: Final = Action(WORD, why_not_transport, transport, transports)
