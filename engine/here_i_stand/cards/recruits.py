"""Events that bring units, or take them away (70, 72 a, 76, 83, 87, 100, 106, 107)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank
from engine.here_i_stand.card_moves import discard
from engine.here_i_stand.cards.choosing import divide, pick_card, pick_power, pick_record, pick_space
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.losing import Piece, fit_counters, lose_pieces, settle, take_units
from engine.here_i_stand.cards.new_units import (
    add_ships,
    add_units,
    by_strength,
    hired,
    own_homes,
    own_spaces,
    receives_no_units,
    takes_units,
)
from engine.here_i_stand.cards.unrest_events import ANTWERP
from engine.here_i_stand.construction import why_no_units
from engine.here_i_stand.control import transfer_control
from engine.here_i_stand.deck import draw
from engine.here_i_stand.forces import LAND_TYPES
from engine.here_i_stand.hands import hand_size
from engine.here_i_stand.presence import is_besieged, land_owners
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    CardNumber,
    LeaderId,
    Milestone,
    Power,
    SpaceId,
    Spending,
    UnitType,
)

BOURBON, CLOTH_PRICES, RECRUITS, ZAPOLYA = (CardNumber(number) for number in (70, 72, 76, 83))
DEMAND_PAY, SHIPBUILDING, UNPAID, UNSANITARY = (CardNumber(number) for number in (87, 100, 106, 107))
RENEGADE: Final = LeaderId("renegade")
LYON, CALAIS, BUDA = SpaceId("lyon"), SpaceId("calais"), SpaceId("buda")
_RENEGADES: Final = 3
_BOOM: Final = 2
_PRETENDERS: Final = 4
_SHIPYARDS: Final = 2
_CORSAIRS_FOR_SQUADRON: Final = 2
_KEPT_FOR_CP: Final = {0: 0, 1: 2, 2: 4, 3: 6, 4: 10}
"""87: mercenaries kept by the CP of the card paid; with more CP all stay."""
_DISEASE: Final = 3
"""107: one in so many dies."""

# ------------------------------------------------------------------ 70


def renegade_sites(s: HisState, power: Power) -> list[SpaceId]:
    """70: spaces under control; for an enemy of France unoccupied ones next to Lyon too."""
    if receives_no_units(s, power):
        return []
    own = own_spaces(s, power)
    if not s.at_war(power, Power.FRANCE):
        return own
    near = [
        space
        for space in s.board.map.by_land(LYON)
        if space not in own and not s.is_occupied(space) and takes_units(s, power, space)
    ]
    return [*own, *near]


def _why_no_renegade(s: HisState, power: Power) -> Reason | None:
    if receives_no_units(s, power):
        return Reason("before_the_league", "21.6", {"power": power})
    return None if renegade_sites(s, power) else Reason("no_target", "6.1", {"card": BOURBON})


def _renegade(s: HisState, power: Power) -> Flow[None]:
    """70"""
    spaces = by_strength(s, power, renegade_sites(s, power))
    space = yield from pick_space(s, power, spaces, BOURBON, "space")
    if s.spaces[space].controller is not power:
        yield from transfer_control(s, power, space, rule="6.1")
    add_units(s, power, space, hired(s, power), _RENEGADES, rule="6.1")
    s.leaders[RENEGADE].power = power
    s.place_leader(RENEGADE, space)
    _tell_leader(s, RENEGADE, power, space)


def _tell_leader(s: HisState, leader: LeaderId, power: Power, space: SpaceId) -> None:
    tell(s, Event("leader_enters", "6.1", {"leader": leader, "power": power, "space": space}))


# ------------------------------------------------------------------ 72 a, 76, 83


def _why_no_boom(s: HisState, power: Power) -> Reason | None:
    for holder, space in ((Power.ENGLAND, CALAIS), (Power.HAPSBURG, ANTWERP)):
        if s.spaces[space].controller is not holder:
            return Reason("not_controlled", "6.1", {"power": holder, "space": space})
    return None


def _boom(s: HisState, power: Power) -> Flow[None]:
    """72 a"""
    for drawer in (Power.HAPSBURG, Power.ENGLAND):
        yield from draw(s, drawer, 1, rule="6.1")
    homes = [] if receives_no_units(s, power) else by_strength(s, power, own_homes(s, power))
    if homes:
        space = yield from pick_space(s, power, homes, CLOTH_PRICES, "space")
        add_units(s, power, space, hired(s, power), _BOOM, rule="6.1")


def _why_no_recruits(s: HisState, power: Power) -> Reason | None:
    return Reason("before_the_league", "21.6", {"power": power}) if receives_no_units(s, power) else None


def _recruits(s: HisState, power: Power) -> Flow[None]:
    """76: CP for units only (engine.here_i_stand.construction knows where)."""
    yield from ()
    assert s.impulse is not None
    s.impulse.cp += s.board.cards[RECRUITS].cp
    s.impulse.spending = Spending.RECRUITS


def _why_no_pretender(s: HisState, power: Power) -> Reason | None:
    return Reason("under_siege", "6.1", {"space": BUDA}) if is_besieged(s, BUDA) else None


def _pretender(s: HisState, power: Power) -> Flow[None]:
    """83: Hungarian regulars while Hungary-Bohemia itself holds Buda."""
    yield from ()
    owner = s.spaces[BUDA].controller
    if takes_units(s, owner, BUDA):
        add_units(s, owner, BUDA, UnitType.REGULAR, _PRETENDERS, rule="6.1")


# ------------------------------------------------------------------ 87


def hirers(s: HisState) -> list[Power]:
    """Powers with mercenaries on the map."""
    return [power for power in MAJORS if mercenaries_of(s, power)]


def mercenaries_of(s: HisState, power: Power) -> dict[str, int]:
    """Space -> mercenaries of a power there, largest numbers first."""
    found = {space: s.land(power, space).mercenaries for space in s.forces}
    return {space: count for space, count in sorted(found.items(), key=lambda one: -one[1]) if count}


def _why_no_mercenaries(s: HisState, power: Power) -> Reason | None:
    return None if hirers(s) else Reason("no_target", "6.1", {"what": "mercenaries"})


def _pay_day(s: HisState, power: Power) -> Flow[None]:
    """87: the paying card may be a home card. D68"""
    targets = sorted(hirers(s), key=lambda one: (one is power, not s.at_war(power, one)))
    target = yield from pick_power(s, power, targets, DEMAND_PAY, "target")
    paid = yield from _paid(s, target)
    there = mercenaries_of(s, target)
    total = sum(there.values())
    kept = total if paid not in _KEPT_FOR_CP else min(total, _KEPT_FOR_CP[paid])
    gone = yield from _deserters(s, target, there, total - kept)
    for space, count in gone.items():
        take_units(s, target, SpaceId(space), Land(mercenaries=count), rule="6.1")
    for space in gone:
        yield from fit_counters(s, target, SpaceId(space), rule="5.2")
    yield from settle(s)


def _paid(s: HisState, target: Power) -> Flow[int]:
    """The CP of the card that is given up."""
    if not hand_size(s, target):
        return 0
    state = s.powers[target]
    cards = [*(card for card in state.hand if not s.board.cards[card].mandatory), *state.home_cards]
    card = yield from pick_card(s, target, cards, DEMAND_PAY, "payment", or_none=True)
    if card is None:
        return 0
    discard(s, target, card, rule="6.1")
    return s.board.cards[card].cp


def _deserters(s: HisState, target: Power, there: Mapping[str, int], count: int) -> Flow[dict[str, int]]:
    """Which go, as their power chooses; by default those of the smallest numbers."""

    def possible(parts: Mapping[str, int]) -> bool:
        return all(number <= there[space] for space, number in parts.items())

    spaces = list(there)[::-1]
    gone = yield from divide(s, target, count, spaces, possible, DEMAND_PAY, "deserters")
    return gone


# ------------------------------------------------------------------ 100


def shipyards(s: HisState, power: Power) -> list[Alternative]:
    """100, C-34: own home ports, with what can be built there."""
    units = [UnitType.SQUADRON, *([UnitType.CORSAIR] if _has_corsairs(s, power) else [])]
    plain = own_homes(s, power)
    return [
        blank("choice", do="choose", space=space, unit=unit)
        for unit in units
        for space in own_spaces(s, power)
        if s.home(space) is power
        and s.board.map.spaces[space].port
        and (unit is UnitType.CORSAIR or space in plain)
        and why_no_units(s, power, power, unit) is None
    ]


def _has_corsairs(s: HisState, power: Power) -> bool:
    return power is Power.OTTOMAN and s.has_happened(Milestone.BARBARY_PIRATES)


def _shipbuilding(s: HisState, power: Power) -> Flow[None]:
    """100: two times a squadron, or two corsairs instead of it."""
    for number in range(_SHIPYARDS):
        ways = shipyards(s, power)
        if not ways:
            return
        wish = yield from pick_record(s, power, ways, SHIPBUILDING, f"ships_{number + 1}")
        unit = UnitType(str(wish["unit"]))
        count = _CORSAIRS_FOR_SQUADRON if unit is UnitType.CORSAIR else 1
        add_ships(s, power, SpaceId(str(wish["space"])), unit, count, rule="6.1")


# ------------------------------------------------------------------ 106, 107


def _desertion(s: HisState, power: Power) -> Flow[None]:
    """106"""
    ways = [
        blank("choice", do="choose", space=space, power=target)
        for target in sorted(hirers(s), key=lambda one: (one is power, not s.at_war(power, one)))
        for space in mercenaries_of(s, target)
    ]
    wish = yield from pick_record(s, power, ways, UNPAID, "stack")
    space, target = SpaceId(str(wish["space"])), Power(str(wish["power"]))
    count = s.land(target, space).mercenaries
    take_units(s, target, space, Land(mercenaries=count), rule="6.1")
    yield from fit_counters(s, target, space, rule="5.2")
    yield from settle(s)


def stacks(s: HisState) -> list[tuple[Power, SpaceId]]:
    """Stacks of land units: of a power with its active minors, in one space (0.2)."""
    return [
        (power, space)
        for space in s.forces
        for power in dict.fromkeys(s.master(owner) for owner in land_owners(s, space))
    ]


def _why_no_stack(s: HisState, power: Power) -> Reason | None:
    return None if stacks(s) else Reason("no_target", "6.1", {"card": UNSANITARY})


def _disease(s: HisState, power: Power) -> Flow[None]:
    """107: a third of a stack, rounded up, half of the losses regulars, rounded up, if there are so many."""
    found = sorted(stacks(s), key=lambda one: (one[0] is power, not s.at_war(power, one[0]), -_strength(s, *one)))
    ways = [blank("choice", do="choose", space=space, power=owner) for owner, space in found]
    wish = yield from pick_record(s, power, ways, UNSANITARY, "stack")
    space, target = SpaceId(str(wish["space"])), Power(str(wish["power"]))
    pool = {
        Piece(owner, kind): s.land(owner, space).of(kind)
        for owner in _force(s, target)
        for kind in LAND_TYPES
        if s.land(owner, space).of(kind)
    }
    losses = -(-sum(pool.values()) // _DISEASE)
    regulars = -(-losses // 2)
    yield from lose_pieces(s, target, space, pool, losses, UNSANITARY, regulars=regulars)
    yield from settle(s)


def _force(s: HisState, power: Power) -> tuple[Power, ...]:
    return s.own_force(power) if power in MAJORS else (power,)


def _strength(s: HisState, power: Power, space: SpaceId) -> int:
    return sum(s.land(owner, space).strength for owner in _force(s, power))


EFFECTS: Final = (
    Effect(BOURBON, "a", _renegade, _why_no_renegade),
    Effect(CLOTH_PRICES, "a", _boom, _why_no_boom),
    Effect(RECRUITS, "a", _recruits, _why_no_recruits),
    Effect(ZAPOLYA, "a", _pretender, _why_no_pretender),
    Effect(DEMAND_PAY, "a", _pay_day, _why_no_mercenaries),
    Effect(SHIPBUILDING, "a", _shipbuilding),
    Effect(UNPAID, "a", _desertion, _why_no_mercenaries),
    Effect(UNSANITARY, "a", _disease, _why_no_stack),
)
