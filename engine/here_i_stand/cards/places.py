"""Events that change who holds a space, or its walls (71, 86, 89, 104)."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.capture import capture_leaders
from engine.here_i_stand.cards.choosing import pick_space
from engine.here_i_stand.cards.draws import to_fund
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.glory import why_before_barbary
from engine.here_i_stand.cards.losing import lose_pieces, pieces_in, settle
from engine.here_i_stand.cards.new_units import add_ships, add_units, by_strength, own_spaces
from engine.here_i_stand.control import transfer_control
from engine.here_i_stand.displacement import displace, displace_land, to_turn_track
from engine.here_i_stand.presence import is_besieged, land_owners
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, Power, SpaceId, SpaceKind, UnitType

REBELS, KNIGHTS, HAVEN, TRACE = (CardNumber(number) for number in (71, 86, 89, 104))
_REBEL_DICE: Final = 5
_HAVEN_CORSAIRS: Final = 2

# ------------------------------------------------------------------ 71


def captured_keys(s: HisState) -> list[SpaceId]:
    """71: keys of others, or independent ones, that a major power holds who is no ally of their owner; not besieged."""
    found = []
    for key in s.board.map.keys:
        home, holder = s.home(key), s.spaces[key].controller
        if home is None or holder not in MAJORS or is_besieged(s, key):
            continue
        if home is Power.INDEPENDENT or not s.allied(holder, home):
            found.append(key)
    return found


def _why_no_revolt(s: HisState, power: Power) -> Reason | None:
    return None if captured_keys(s) else Reason("no_target", "6.1", {"card": REBELS})


def _revolt(s: HisState, power: Power) -> Flow[None]:
    """71, C-27"""
    keys = sorted(captured_keys(s), key=lambda key: s.spaces[key].controller is power)
    key = yield from pick_space(s, power, keys, REBELS, "key")
    holder = s.spaces[key].controller
    dice = yield from roll("City State Rebels", _REBEL_DICE, rule="6.1")
    hits = sum(die in s.board.tables.limits.hits for die in dice)
    facts: dict[str, Json] = {"power": power, "card": REBELS, "space": key, "dice": list(dice), "hits": hits}
    tell(s, Event("event_dice", "6.1", facts))
    yield from lose_pieces(s, holder, key, pieces_in(s, holder, key), hits, REBELS)
    _strand(s, key)
    if not pieces_in(s, holder, key):
        yield from _free(s, power, holder, key)
    yield from settle(s)


def _strand(s: HisState, port: SpaceId) -> None:
    """R59: naval leaders without a ship of their power wait on the turn track."""
    owners = [ships.owner for ships in s.ships_at(port)]
    alone = [one for one in s.leaders_at(port) if s.board.leaders[one].naval and s.leaders[one].power not in owners]
    to_turn_track(s, alone, rule="R59")


def _free(s: HisState, power: Power, holder: Power, key: SpaceId) -> Flow[None]:
    """71: the leaders are captives of the player, the key goes back to its owner, who gets a regular there."""
    army = [one for one in s.leaders_at(key) if not s.board.leaders[one].naval]
    if power is holder or s.allied(power, holder):
        for friend in MAJORS:
            yield from displace_land(s, friend, key, rule="12.5")
    else:
        capture_leaders(s, army, power, rule="6.1")
    home = s.home(key) or Power.INDEPENDENT
    yield from transfer_control(s, s.master(home), key, rule="6.1")
    add_units(s, home, key, UnitType.REGULAR, 1, rule="6.1")


# ------------------------------------------------------------------ 86


def seat_of_knights(s: HisState) -> SpaceId | None:
    """86: where the Knights of St. John are; None while they are off the map. Only they hold an independent fortress,
    or as independents a home space of a power."""
    for space, here in s.spaces.items():
        home = s.home(space)
        fortress = s.board.map.spaces[space].kind is SpaceKind.FORTRESS
        if here.controller is Power.INDEPENDENT and (home in MAJORS or (home is Power.INDEPENDENT and fortress)):
            return space
    return None


def _why_no_booty(s: HisState, power: Power) -> Reason | None:
    seat = seat_of_knights(s)
    if seat is None or is_besieged(s, seat):
        return Reason("knights_not_free", "6.1", {"space": seat})
    ports = [port for sea in s.board.map.spaces[seat].seas for port in s.board.map.seas[sea].ports]
    if any(s.spaces[port].controller is Power.OTTOMAN for port in ports):
        return None
    return Reason("no_ottoman_port_near", "6.1", {"space": seat})


def _booty(s: HisState, power: Power) -> Flow[None]:
    """86 a"""
    yield from to_fund(s, Power.OTTOMAN)


def knights_sites(s: HisState) -> list[SpaceId]:
    """86 b: Hapsburg home ports; unfortified ones only while there is a fortress marker."""
    return [
        space
        for space in own_spaces(s, Power.HAPSBURG)
        if s.home(space) is Power.HAPSBURG
        and s.board.map.spaces[space].port
        and (s.is_fortified(space) or fortress_left(s))
    ]


def _why_no_seat(s: HisState, power: Power) -> Reason | None:
    seat = seat_of_knights(s)
    if seat is not None:
        return Reason("knights_on_map", "6.1", {"space": seat})
    return None if knights_sites(s) else Reason("no_target", "6.1", {"card": KNIGHTS})


def _new_seat(s: HisState, power: Power) -> Flow[None]:
    """86 b, C-29"""
    ports = sorted(knights_sites(s), key=lambda space: (space in s.board.map.keys, s.is_occupied(space)))
    port = yield from pick_space(s, Power.HAPSBURG, ports, KNIGHTS, "port")
    if not s.is_fortified(port):
        _build_walls(s, port)
    yield from transfer_control(s, Power.INDEPENDENT, port, rule="6.1")
    for other in MAJORS:
        yield from displace(s, other, port, rule="12.5")
    add_units(s, Power.INDEPENDENT, port, UnitType.REGULAR, 1, rule="6.1")


# ------------------------------------------------------------------ 89


def haven_sites(s: HisState) -> list[SpaceId]:
    """89: unoccupied spaces of enemies of the Ottoman that can become havens, across a sea zone from a fortified
    Ottoman space."""
    world = s.board.map
    limit = s.board.tables.limits.pirate_havens
    markers = sum(here.haven for here in s.spaces.values())
    return [
        space
        for space, data in world.spaces.items()
        if data.haven_site
        and (s.spaces[space].haven or markers < limit)
        and not s.is_occupied(space)
        and not s.spaces[space].unrest
        and s.at_war(Power.OTTOMAN, s.spaces[space].controller)
        and any(_is_base(s, port) for sea in data.seas for port in world.seas[sea].ports)
    ]


def _is_base(s: HisState, port: SpaceId) -> bool:
    return s.spaces[port].controller is Power.OTTOMAN and s.is_fortified(port)


def _why_no_haven(s: HisState, power: Power) -> Reason | None:
    if (reason := why_before_barbary(s, power)) is not None:
        return reason
    return None if haven_sites(s) else Reason("no_target", "6.1", {"card": HAVEN})


def _new_nest(s: HisState, power: Power) -> Flow[None]:
    """89, 21.1"""
    space = yield from pick_space(s, Power.OTTOMAN, haven_sites(s), HAVEN, "space")
    if not s.spaces[space].haven:
        s.spaces[space].haven = True
        tell(s, Event("pirate_haven", "21.1", {"space": space}))
    yield from transfer_control(s, Power.OTTOMAN, space, rule="21.1")
    add_units(s, Power.OTTOMAN, space, UnitType.REGULAR, 1, rule="6.1")
    add_ships(s, Power.OTTOMAN, space, UnitType.CORSAIR, _HAVEN_CORSAIRS, rule="6.1")


# ------------------------------------------------------------------ 104


def fortress_left(s: HisState) -> bool:
    """C-36: whether there is a fortress marker."""
    return sum(here.fortress for here in s.spaces.values()) < s.board.tables.limits.fortress_markers


def _build_walls(s: HisState, space: SpaceId) -> None:
    s.spaces[space].fortress = True
    tell(s, Event("fortress_built", "2.1", {"space": space}))


def unfortified(s: HisState) -> list[SpaceId]:
    """104: spaces without walls."""
    return [space for space in s.spaces if s.home(space) is not None and not s.is_fortified(space)]


def _why_no_walls(s: HisState, power: Power) -> Reason | None:
    return None if fortress_left(s) else Reason("no_counters_left", "2.1", {"card": TRACE})


def _new_walls(s: HisState, power: Power) -> Flow[None]:
    """104, C-37: enemies who stand there besiege the new fortress, if they outnumber who is inside, or by the switch
    are displaced."""
    open_towns = unfortified(s)
    own = by_strength(s, power, [space for space in open_towns if s.spaces[space].controller is power])
    space = yield from pick_space(s, power, open_towns, TRACE, "space", own[0] if own else None)
    owner = s.spaces[space].controller
    _build_walls(s, space)
    foes = [one for one in land_owners(s, space) if one is not owner and s.at_war(owner, one)]
    if foes and s.setting("trace_italienne_enemies") == "displaced":
        for foe in dict.fromkeys(s.master(one) for one in foes):
            yield from displace(s, foe, space, rule="12.5")
        foes = []
    if owner is not Power.INDEPENDENT and not s.spaces[space].unrest:
        _garrison(s, owner, space, besieged=bool(foes))
    if foes:
        yield from _lay_siege(s, space, list(dict.fromkeys(s.master(one) for one in foes)))


def _garrison(s: HisState, owner: Power, space: SpaceId, *, besieged: bool) -> None:
    """The regular of the controller, behind the walls where enemies are before them."""
    if add_units(s, owner, space, UnitType.REGULAR, 1, rule="6.1") and besieged and owner in s.forces[space].outside:
        s.go_inside(owner, space, Land(regulars=1))


def _lay_siege(s: HisState, space: SpaceId, foes: list[Power]) -> Flow[None]:
    from engine.here_i_stand.siege import begin_siege  # sieges need battles, battles need cards

    for foe in foes:
        if foe in MAJORS:
            begin_siege(s, foe, space)
    yield from settle(s)


EFFECTS: Final = (
    Effect(REBELS, "a", _revolt, _why_no_revolt),
    Effect(KNIGHTS, "a", _booty, _why_no_booty),
    Effect(KNIGHTS, "b", _new_seat, _why_no_seat),
    Effect(HAVEN, "a", _new_nest, _why_no_haven),
    Effect(TRACE, "a", _new_walls, _why_no_walls),
)
