"""Events about leaders (42, 60, 91, 103)."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.cards.choosing import pick_one, pick_space
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.losing import out_of_game, settle, take_units
from engine.here_i_stand.cards.new_units import add_units, by_strength, hired
from engine.here_i_stand.displacement import to_turn_track
from engine.here_i_stand.presence import is_besieged, is_friendly
from engine.here_i_stand.records import Land, LeaderState
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, PlaceId, Power, SpaceId, Whereabouts

ROXELANA, MAURICE_CARD, RANSOM, THREAT = (CardNumber(number) for number in (42, 60, 91, 103))
SULEIMAN, MAURICE = LeaderId("suleiman"), LeaderId("maurice_of_saxony")
ISTANBUL: Final = SpaceId("istanbul")
_CALLED_HOME: Final = 2
"""42: CP to send Suleiman to Istanbul."""
_BACK_NEXT_TURN: Final = (1, 2, 3)
"""103: results after which the leader comes back."""


def put_leader(s: HisState, leader: LeaderId, space: SpaceId, *, rule: str) -> None:
    """A leader comes to a space, into the fortifications where they are besieged."""
    s.place_leader(leader, space)
    s.leaders[leader].inside = is_besieged(s, space)
    facts: dict[str, Json] = {"leader": leader, "power": s.leaders[leader].power, "space": space}
    tell(s, Event("leader_placed", rule, facts))


# ------------------------------------------------------------------ 42


def _why_not_sultan(s: HisState, power: Power) -> Reason | None:
    if power is Power.OTTOMAN:
        return None
    return Reason("event_not_for_power", "6.1", {"power": power, "card": ROXELANA, "mode": "a"})


def _why_not_rival(s: HisState, power: Power) -> Reason | None:
    if power is not Power.OTTOMAN:
        return None
    return Reason("event_not_for_power", "6.1", {"power": power, "card": ROXELANA, "mode": "b"})


def _favourite(s: HisState, power: Power) -> Flow[None]:
    """42 a: normal actions; one assault of a formation with Suleiman is free (15.1 looks for it)."""
    yield from ()
    assert s.impulse is not None
    s.impulse.cp += s.board.cards[ROXELANA].cp
    s.impulse.free_assault = SULEIMAN


def _intrigue(s: HisState, power: Power) -> Flow[None]:
    """42 b, C-14: some of the CP may send Suleiman to Istanbul."""
    assert s.impulse is not None
    cp = s.board.cards[ROXELANA].cp
    if can_be_called_home(s):
        way = yield from pick_one(s, power, ["stay", "istanbul"], "stay", ROXELANA, "suleiman")
        if way == ISTANBUL:
            put_leader(s, SULEIMAN, ISTANBUL, rule="6.1")
            cp -= _CALLED_HOME
    s.impulse.cp += cp


def can_be_called_home(s: HisState) -> bool:
    """C-14: Suleiman is on the map, besieged or not, and Istanbul is Ottoman."""
    state = s.leaders[SULEIMAN]
    there = state.where is Whereabouts.MAP and state.at != ISTANBUL
    return there and s.spaces[ISTANBUL].controller is Power.OTTOMAN


# ------------------------------------------------------------------ 60


def _why_no_change(s: HisState, power: Power) -> Reason | None:
    there = s.leaders[MAURICE].where in (Whereabouts.MAP, Whereabouts.CAPTURED)
    return None if there else Reason("leader_not_there", "6.1", {"leader": MAURICE})


def _changes_side(s: HisState, power: Power) -> Flow[None]:
    """60, C-22: with the mercenaries of his old side in his space, of which as many come as counters allow."""
    state = s.leaders[MAURICE]
    old = state.power
    new = Power.HAPSBURG if old is Power.PROTESTANT else Power.PROTESTANT
    free = state.where is Whereabouts.MAP
    left = SpaceId(state.at) if free else None
    spaces = _nearest_free(s, new, left) if left else _strongholds(s, new)
    state.power, state.borrower = new, None
    tell(s, Event("leader_changes_side", "6.1", {"leader": MAURICE, "from_power": old, "power": new}))
    count = s.land(old, left).mercenaries if left else 0
    if left and count:
        take_units(s, old, left, Land(mercenaries=count), rule="6.1")
    if not spaces:
        to_turn_track(s, [MAURICE], rule="R22")
    else:
        to = yield from pick_space(s, power, spaces, MAURICE_CARD, "space")
        put_leader(s, MAURICE, to, rule="6.1")
        add_units(s, new, to, hired(s, new), count, rule="6.1")
    yield from settle(s)


def _nearest_free(s: HisState, power: Power, left: SpaceId) -> list[SpaceId]:
    """The nearest unoccupied spaces that are friendly to a power (R23)."""

    def wanted(place: PlaceId) -> bool:
        space = SpaceId(place)
        return space in s.spaces and is_friendly(s, power, space) and not s.is_occupied(space)

    return [SpaceId(place) for place in s.board.map.nearest(left, s.board.map.by_land_or_sea, wanted)]


def _strongholds(s: HisState, power: Power) -> list[SpaceId]:
    """Fortified spaces a power controls, those for a default first."""
    return by_strength(s, power, [space for space in s.controlled(power) if s.is_fortified(space)])


# ------------------------------------------------------------------ 91


def prisoners(s: HisState) -> list[LeaderId]:
    """91, C-30: captives whose power has a home fortified space to put them into."""
    return [
        leader
        for leader, state in s.leaders.items()
        if state.where is Whereabouts.CAPTURED and _home_strongholds(s, state.power)
    ]


def _home_strongholds(s: HisState, power: Power) -> list[SpaceId]:
    master = s.master(power)
    return [space for space in _strongholds(s, master) if s.home(space) is power]


def _why_no_prisoner(s: HisState, power: Power) -> Reason | None:
    return None if prisoners(s) else Reason("no_target", "6.1", {"card": RANSOM})


def _ransom(s: HisState, power: Power) -> Flow[None]:
    """91: the owner places him."""
    captives = sorted(prisoners(s), key=lambda one: not s.allied(power, s.leaders[one].power))
    leader = LeaderId((yield from pick_one(s, power, captives, captives[0], RANSOM, "leader")))
    owner = s.leaders[leader].power
    to = yield from pick_space(s, s.master(owner), _home_strongholds(s, owner), RANSOM, "space")
    put_leader(s, leader, to, rule="6.1")


# ------------------------------------------------------------------ 103


def threatened(s: HisState) -> list[LeaderId]:
    """103: those at whom the card is aimed, in play and not captured."""
    away = (Whereabouts.WAITING, Whereabouts.CAPTURED, Whereabouts.ASIDE, Whereabouts.OUT)
    return [
        leader.id
        for leader in s.board.leaders.values()
        if leader.minor_leader and s.leaders[leader.id].where not in away
    ]


def _why_no_threat(s: HisState, power: Power) -> Reason | None:
    return None if threatened(s) else Reason("no_target", "6.1", {"card": THREAT})


def _falls_from_favour(s: HisState, power: Power) -> Flow[None]:
    """103, C-35: he is set aside as by R92, until the next Card Draw phase with a place for him; or leaves the game."""
    leaders = sorted(threatened(s), key=lambda one: (s.leaders[one].power is power, -s.board.leaders[one].battle))
    leader = LeaderId((yield from pick_one(s, power, leaders, leaders[0], THREAT, "leader")))
    (die,) = yield from roll("Threat to Power", 1, rule="6.1")
    tell(s, Event("event_dice", "6.1", {"power": power, "card": THREAT, "dice": [die]}))
    if die in _BACK_NEXT_TURN:
        s.leaders[leader] = LeaderState(s.leaders[leader].power, Whereabouts.ASIDE)
        tell(s, Event("leader_to_turn_track", "6.1", {"leader": leader}))
    else:
        out_of_game(s, leader, rule="6.1")


EFFECTS: Final = (
    Effect(ROXELANA, "a", _favourite, _why_not_sultan),
    Effect(ROXELANA, "b", _intrigue, _why_not_rival),
    Effect(MAURICE_CARD, "a", _changes_side, _why_no_change),
    Effect(RANSOM, "a", _ransom, _why_no_prisoner),
    Effect(THREAT, "a", _falls_from_favour, _why_no_threat),
)
