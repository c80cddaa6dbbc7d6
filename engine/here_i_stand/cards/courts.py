"""Home cards that build a court: Henry's wives (3 b) and the chateaux of Francis I (4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.board.chateaux import ChateauLine
from engine.here_i_stand.cards.draws import choose_discard
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.deck import TOURNAMENT, draw
from engine.here_i_stand.marriage import advance_marriage, why_no_advance
from engine.here_i_stand.presence import has_enemy_units, is_free
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, Power, RulerId, SpaceId, Zone

SIX_WIVES, PATRON = CardNumber(3), CardNumber(4)
_FROM_TURN: Final = 2
"""3 b."""
_FRANCIS, _FRANCIS_RULES = LeaderId("francis_i"), RulerId("francis_i")
_MILAN, _FLORENCE = SpaceId("milan"), SpaceId("florence")
_ITALIAN_KEYS: Final = 3
_RULE: Final = "21.4"

# ------------------------------------------------------------------ 3 b


def _why_no_wife(s: HisState, power: Power) -> Reason | None:
    """21.3: from turn 2 on."""
    if s.turn < _FROM_TURN:
        return Reason("not_before_turn", "21.3", {"card": SIX_WIVES, "turn": _FROM_TURN})
    return why_no_advance(s)


def _next_wife(s: HisState, power: Power) -> Flow[None]:
    """3 b: the marker moves on; there are no CP."""
    yield from advance_marriage(s, rule="21.3")


# ------------------------------------------------------------------ 4


def _why_no_patron(s: HisState, power: Power) -> Reason | None:
    """21.4"""
    if s.powers[Power.FRANCE].ruler != _FRANCIS_RULES or not is_free(s, _FRANCIS):
        return Reason("leader_not_free", _RULE, {"leader": _FRANCIS})
    most = s.board.tables.tracks.chateaux
    if s.tracks.chateaux >= most:
        return Reason("chateaux_full", _RULE, {"power": Power.FRANCE, "count": most})
    return None


def _holds(s: HisState, space: SpaceId) -> bool:
    """Unrest does not end control (C-03)."""
    return s.spaces[space].controller is Power.FRANCE


def _holds_italy(s: HisState) -> bool:
    keys = s.board.map.keys
    found = [space for space in s.controlled(Power.FRANCE) if space in keys]
    return sum(s.board.map.spaces[space].zone is Zone.ITALIAN for space in found) >= _ITALIAN_KEYS


def _lost_home(s: HisState) -> bool:
    holders = [s.spaces[space].controller for space in s.home_spaces(Power.FRANCE)]
    return any(holder not in (Power.FRANCE, Power.INDEPENDENT) for holder in holders)


def _invaded(s: HisState) -> bool:
    return any(has_enemy_units(s, Power.FRANCE, space) for space in s.home_spaces(Power.FRANCE))


_CONDITIONS: Final[Mapping[str, Callable[[HisState], bool]]] = {
    "milan_french": lambda s: _holds(s, _MILAN),
    "florence_french": lambda s: _holds(s, _FLORENCE),
    "three_keys_in_italian_zone": _holds_italy,
    "tournament": lambda s: s.scenario == TOURNAMENT,
    "french_home_controlled_by_other": _lost_home,
    "enemy_units_in_french_home": _invaded,
}
"""When a modifier of the table counts; each counts once."""


def chateau_modifiers(s: HisState) -> dict[str, int]:
    """21.4, R73: what is added to the die of Patron of the Arts now, by its ground."""
    modifiers = s.board.chateaux.modifiers.items()
    return {ground: value for ground, value in modifiers if value and _CONDITIONS[ground](s)}


def _chateau(s: HisState, power: Power) -> Flow[None]:
    """4, R73: by the switch a plain roll, or the table with cards drawn and discarded."""
    table = s.board.chateaux
    if table.automatic and _CONDITIONS[table.automatic](s):
        _build(s)
        return
    (die,) = yield from roll("Patron of the Arts", 1, rule=_RULE)
    modifiers = chateau_modifiers(s)
    line = table.line(die + sum(modifiers.values()))
    grounds: dict[str, Json] = dict(modifiers)
    facts: dict[str, Json] = {
        "power": Power.FRANCE, "card": PATRON, "dice": [die], "modifiers": grounds,
        "modifier": sum(modifiers.values()), "total": die + sum(modifiers.values()),
        "vp": line.vp, "draws": line.draw, "discards": line.discard,
    }  # fmt: skip
    tell(s, Event("chateau_roll", _RULE, facts))
    if line.vp:
        _build(s)
    yield from _cards(s, line)


def _build(s: HisState) -> None:
    s.tracks.chateaux += 1
    tell(s, Event("chateau_built", _RULE, {"power": Power.FRANCE, "count": s.tracks.chateaux}))


def _cards(s: HisState, line: ChateauLine) -> Flow[None]:
    """Cards are drawn first; R74: no home and no mandatory card is discarded."""
    if line.draw:
        yield from draw(s, Power.FRANCE, line.draw, rule=_RULE)
    for _ in range(line.discard):
        yield from choose_discard(s, Power.FRANCE, PATRON)


EFFECTS: Final = (
    Effect(SIX_WIVES, "b", _next_wife, _why_no_wife),
    Effect(PATRON, "a", _chateau, _why_no_patron),
)
