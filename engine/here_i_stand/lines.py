"""12.1 Lines of communication."""

from __future__ import annotations

from collections.abc import Iterable

from engine.here_i_stand.presence import has_enemy_pieces, is_closed_electorate, is_friendly, user_of
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import PlaceId, Power, SeaId, SpaceId


def line_to(s: HisState, power: Power, target: SpaceId) -> list[PlaceId] | None:
    """12.1: a shortest line of communication, from its source to the target; None where there is none."""

    def steps(place: PlaceId) -> Iterable[PlaceId]:
        return [onward for onward in s.board.map.by_land_or_sea(place) if onward != target and _open(s, power, onward)]

    def is_end(place: PlaceId) -> bool:
        return place != target and is_source(s, power, place)

    way = s.board.map.path(target, steps, is_end)
    return None if way is None else way[::-1]


def land_line(s: HisState, power: Power, target: SpaceId, most: int) -> list[PlaceId] | None:
    """12.1, C-12: a shortest line of communication over land alone, of `most` connections or passes at most, from a
    fortified home space of the power itself to the target; None where there is none."""

    def steps(place: PlaceId) -> Iterable[PlaceId]:
        return [onward for onward in s.board.map.by_land(place) if onward != target and _open(s, power, onward)]

    def is_end(place: PlaceId) -> bool:
        return place != target and s.home(SpaceId(place)) is power and s.is_fortified(SpaceId(place))

    way = s.board.map.path(target, steps, is_end)
    return None if way is None or len(way) - 1 > most else way[::-1]


def is_source(s: HisState, power: Power, place: PlaceId) -> bool:
    """A fortified home space of the power, of an ally or of a minor of theirs; it must be open like the whole path."""
    space = SpaceId(place)
    if space not in s.spaces or not s.is_fortified(space) or not _open(s, power, space):
        return False
    home = s.home(space)
    return home is not None and s.allied(power, home)


def _open(s: HisState, power: Power, place: PlaceId) -> bool:
    if place in s.spaces:
        return _is_open_space(s, power, SpaceId(place))
    return any(s.allied(power, user_of(s, ships)) for ships in s.ships_at(SeaId(place)))


def _is_open_space(s: HisState, power: Power, space: SpaceId) -> bool:
    """Friendly, free of enemies (R8) and of unrest, and no electorate before the league."""
    if s.spaces[space].unrest or not is_friendly(s, power, space) or is_closed_electorate(s, space):
        return False
    return not has_enemy_pieces(s, power, space)
