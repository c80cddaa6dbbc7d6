"""Who stands where, for whom: the questions that control, movement and building have in common (0.2, 9.2)."""

from __future__ import annotations

from engine.here_i_stand.records import ORDER, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Milestone, PlaceId, Power, SpaceId, SpaceKind, Whereabouts


def is_friendly(s: HisState, power: Power, space: SpaceId) -> bool:
    """0.2: whether the power or one of its allies controls the space."""
    return s.allied(power, s.spaces[space].controller)


def is_besieged(s: HisState, space: SpaceId) -> bool:
    """Whether somebody lays siege to the space (15)."""
    return space in s.forces and bool(s.forces[space].sieges)


def is_closed_electorate(s: HisState, space: SpaceId) -> bool:
    """21.6: nothing enters or passes an electorate before the Schmalkaldic League."""
    kind = s.board.map.spaces[space].kind
    return kind is SpaceKind.ELECTORATE and not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)


def land_owners(s: HisState, space: SpaceId) -> list[Power]:
    """Owners of land units in a space, inside and outside, in the order of `Power`."""
    forces = s.forces.get(space)
    return [] if forces is None else sorted({*forces.outside, *forces.inside}, key=ORDER.__getitem__)


def user_of(s: HisState, ships: Ships) -> Power:
    """The power for which naval units act: a borrower, else the owner or the major of an active minor (9.2)."""
    return ships.borrower or s.master(ships.owner)


def ships_of(s: HisState, power: Power, place: PlaceId) -> list[Ships]:
    """Naval units in a place that act for a power."""
    return [ships for ships in s.ships_at(place) if user_of(s, ships) is power]


def chief_of(s: HisState, leader: LeaderId) -> Power:
    """The power for which a leader acts."""
    state = s.leaders[leader]
    return state.borrower or s.master(state.power)


def leaders_of(s: HisState, power: Power, place: PlaceId) -> list[LeaderId]:
    """Leaders in a place that act for a power."""
    return [leader for leader in s.leaders_at(place) if chief_of(s, leader) is power]


def army_leaders_of(s: HisState, power: Power, place: PlaceId) -> list[LeaderId]:
    """Those of them who command land units."""
    return [leader for leader in leaders_of(s, power, place) if not s.board.leaders[leader].naval]


def naval_leaders_of(s: HisState, power: Power, place: PlaceId) -> list[LeaderId]:
    """Those of them who command ships."""
    return [leader for leader in leaders_of(s, power, place) if s.board.leaders[leader].naval]


def is_free(s: HisState, leader: LeaderId) -> bool:
    """21.3, 21.4: whether a leader is neither captured (R92: by anybody) nor besieged."""
    state = s.leaders[leader]
    if state.where in (Whereabouts.CAPTURED, Whereabouts.ASIDE):
        return False
    return not (state.where is Whereabouts.MAP and state.inside and is_besieged(s, SpaceId(state.at)))


def has_land(s: HisState, power: Power, space: SpaceId) -> bool:
    """Whether land units of a power's own force are in a space, besieging and besieged ones too."""
    return any(owner in s.own_force(power) for owner in land_owners(s, space))


def has_enemy_land(s: HisState, power: Power, space: SpaceId) -> bool:
    """Whether land units of an enemy are in a space."""
    return any(s.at_war(power, owner) for owner in land_owners(s, space))


def has_enemy_ships(s: HisState, power: Power, place: PlaceId) -> bool:
    """Whether naval units of an enemy are in a port or sea zone."""
    return any(s.at_war(power, user_of(s, ships)) for ships in s.ships_at(place))


def has_enemy_units(s: HisState, power: Power, space: SpaceId) -> bool:
    """Whether land or naval units of an enemy are in a space."""
    return has_enemy_land(s, power, space) or has_enemy_ships(s, power, space)


def has_enemy_pieces(s: HisState, power: Power, space: SpaceId) -> bool:
    """R8: whether a land unit, naval unit or leader of an enemy is in a space."""
    leaders = any(s.at_war(power, chief_of(s, leader)) for leader in s.leaders_at(space))
    return leaders or has_enemy_units(s, power, space)
