"""12.4, cards.md 5.1: risings that put unrest onto spaces (64, 72 b, 80, 82, 88, 94)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.flow import Flow
from engine.here_i_stand.card_moves import discard_at_random
from engine.here_i_stand.cards.choosing import pick_some
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.control import mark_unrest, why_no_unrest
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, Power, SpaceId, Zone

PILGRIMAGE, CLOTH_PRICES, GABELLE = CardNumber(64), CardNumber(72), CardNumber(80)
JANISSARIES_REBEL, PEASANTS, COMMUNEROS = CardNumber(82), CardNumber(88), CardNumber(94)
ANTWERP: Final = SpaceId("antwerp")
LOW_COUNTRIES: Final = (ANTWERP, SpaceId("brussels"), SpaceId("amsterdam"))
_PILGRIMS: Final = 5
_CLOTH: Final = 2
_SALT: Final = 2
_JANISSARIES: Final = 2
_JANISSARIES_AT_PEACE: Final = 4
_PEASANTS: Final = 5
_TOWNS: Final = 3


def put_unrest(s: HisState, power: Power, spaces: list[SpaceId], most: int, card: CardNumber) -> Flow[None]:
    """12.4, R78: unrest in up to so many of some spaces, as far as they are unoccupied. By default in as many as may be
    of those that are neither the chooser's nor his allies', keys first."""
    open_to_it = [space for space in spaces if why_no_unrest(s, space) is None]
    keys = s.board.map.keys
    hostile = [space for space in open_to_it if not s.allied(power, s.spaces[space].controller)]
    usual = sorted(hostile, key=lambda space: (space not in keys, open_to_it.index(space)))
    chosen = yield from pick_some(s, power, open_to_it, 0, most, usual, card, "unrest")
    for name in chosen:
        mark_unrest(s, SpaceId(name), rule="12.4")


def in_zone(s: HisState, zone: Zone) -> list[SpaceId]:
    """Spaces of a language zone, in data order."""
    return [space for space, data in s.board.map.spaces.items() if data.zone is zone]


def janissaries_most(s: HisState) -> int:
    """82: more spaces while the Ottoman fights no major power; wars with minors do not count."""
    fights = any(s.at_war(Power.OTTOMAN, other) for other in MAJORS)
    return _JANISSARIES if fights else _JANISSARIES_AT_PEACE


def cloth_towns(s: HisState) -> list[SpaceId]:
    """72 b: the Low Countries, and Hapsburg home spaces of the German and Italian zones."""
    zones = (Zone.GERMAN, Zone.ITALIAN)
    homes = [space for space in s.home_spaces(Power.HAPSBURG) if s.board.map.spaces[space].zone in zones]
    return [*LOW_COUNTRIES, *homes]


def _slump(s: HisState, power: Power) -> Flow[None]:
    """72 b"""
    holder = s.spaces[ANTWERP].controller
    if holder in MAJORS:
        yield from discard_at_random(s, holder, rule="6.1")
    yield from put_unrest(s, power, cloth_towns(s), _CLOTH, CLOTH_PRICES)


def _rising(card: CardNumber, spaces: Callable[[HisState], list[SpaceId]], most: Callable[[HisState], int]) -> Effect:
    return Effect(card, "a", lambda s, power: put_unrest(s, power, spaces(s), most(s), card))


EFFECTS: Final = (
    _rising(PILGRIMAGE, lambda s: s.home_spaces(Power.ENGLAND), lambda s: _PILGRIMS),
    Effect(CLOTH_PRICES, "b", _slump),
    _rising(GABELLE, lambda s: s.home_spaces(Power.FRANCE), lambda s: _SALT),
    _rising(JANISSARIES_REBEL, lambda s: s.home_spaces(Power.OTTOMAN), janissaries_most),
    _rising(PEASANTS, lambda s: in_zone(s, Zone.GERMAN), lambda s: _PEASANTS),
    _rising(COMMUNEROS, lambda s: in_zone(s, Zone.SPANISH), lambda s: _TOWNS),
)
