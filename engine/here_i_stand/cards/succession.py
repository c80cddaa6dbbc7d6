"""3.3, 21.3, 21.4: rulers who follow each other, and the leaders who come and go with them (16, 18-23)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.cards.choosing import pick_space
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.losing import out_of_game
from engine.here_i_stand.deck import EDWARD_VI, ELIZABETH_I, MARY_I, Use
from engine.here_i_stand.displacement import to_turn_track
from engine.here_i_stand.presence import is_besieged, is_friendly
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    CardNumber,
    DebaterId,
    Heir,
    LeaderId,
    Power,
    ReformerId,
    RulerId,
    SpaceId,
    Standing,
    Whereabouts,
)

CALVIN_CARD, DRAGUT_CARD, HENRY_II_CARD, JULIUS_III_CARD = (CardNumber(number) for number in (16, 18, 20, 22))
EDWARD, MARY = RulerId("edward_vi"), RulerId("mary_i")
HENRY_VIII: Final = RulerId("henry_viii")
HENRY, DUDLEY = LeaderId("henry_viii"), LeaderId("dudley")
FRANCIS, HENRY_II = LeaderId("francis_i"), LeaderId("henry_ii")
BARBAROSSA, DRAGUT = LeaderId("barbarossa"), LeaderId("dragut")

# ------------------------------------------------------------------ rulers


def crown(s: HisState, ruler: RulerId) -> None:
    """3.3: a new ruler; the card of the one before leaves the game."""
    data = s.board.rulers[ruler]
    before = s.board.rulers[s.powers[data.power].ruler]
    s.powers[data.power].ruler = ruler
    s.this_turn.new_rulers.append(data.power)
    if before.card is not None and before.card in s.ruling:
        s.ruling.remove(before.card)
        s.removed.append(before.card)
    tell(s, Event("new_ruler", "3.3", {"power": data.power, "ruler": ruler, "card": data.card}))


def _reign(card: CardNumber, ruler: str) -> Effect:
    """A card that only brings a ruler."""

    def play(s: HisState, power: Power) -> Flow[None]:
        yield from ()
        crown(s, RulerId(ruler))

    return Effect(card, "a", play)


# ------------------------------------------------------------------ leaders who follow


def succeed(s: HisState, old: LeaderId, new: LeaderId, card: CardNumber) -> Flow[None]:
    """R44: the new leader comes to the capital or, if the old one is on the map, to his space; a friendly home key
    stands for a capital that is not friendly. The old one leaves the game, wherever his piece is."""
    state, power = s.leaders[old], s.leaders[new].power
    capitals = [space for space in s.board.powers[power].capitals if is_friendly(s, power, space)]
    keys = [space for space in s.home_spaces(power) if space in s.board.map.keys and is_friendly(s, power, space)]
    there = SpaceId(state.at) if state.where is Whereabouts.MAP else None
    ways = list(dict.fromkeys([*([there] if there else []), *(capitals or keys)]))
    if not ways:
        to_turn_track(s, [new], rule="R44")
        out_of_game(s, old, rule="3.3")
        return
    to = yield from pick_space(s, power, ways, card, "successor", (capitals or keys or ways)[0])
    inside = state.inside if to == there else is_besieged(s, to)
    out_of_game(s, old, rule="3.3")
    s.place_leader(new, to)
    s.leaders[new].inside = inside
    tell(s, Event("leader_enters", "3.3", {"leader": new, "power": power, "space": to}))


# ------------------------------------------------------------------ 16, 18, 20


def _luther_dies(s: HisState, power: Power) -> Flow[None]:
    """16: what was burnt stays so."""
    yield from ()
    luther, debater = ReformerId("luther"), DebaterId("luther")
    if s.reformers[luther] is not Standing.BURNT:
        s.reformers[luther] = Standing.OUT
    if s.debaters[debater] is not Standing.BURNT:
        s.debaters[debater] = Standing.OUT
        tell(s, Event("debater_out", "3.3", {"debater": debater}))
    crown(s, RulerId("calvin"))


def _barbarossa_dies(s: HisState, power: Power) -> Flow[None]:
    """18, C-07: Dragut stands where Barbarossa stood, on the turn track too."""
    yield from ()
    s.leaders[DRAGUT] = replace(s.leaders[BARBAROSSA])
    out_of_game(s, BARBAROSSA, rule="6.1")
    state = s.leaders[DRAGUT]
    place = state.at if state.where is Whereabouts.MAP else None
    tell(s, Event("leader_enters", "6.1", {"leader": DRAGUT, "power": state.power, "space": place}))


def _francis_dies(s: HisState, power: Power) -> Flow[None]:
    """20"""
    crown(s, RulerId("henry_ii"))
    yield from succeed(s, FRANCIS, HENRY_II, HENRY_II_CARD)


# ------------------------------------------------------------------ 19, 21, 23


def _edward_rules(s: HisState) -> Flow[None]:
    crown(s, EDWARD)
    if s.leaders[HENRY].where is not Whereabouts.OUT:
        yield from succeed(s, HENRY, DUDLEY, EDWARD_VI)


def _henry_dies(s: HisState, power: Power) -> Flow[None]:
    """19; where Mary's card has put Edward onto the throne already, nothing is left of it."""
    if s.powers[Power.ENGLAND].ruler == HENRY_VIII:
        yield from _edward_rules(s)


def _mary_rules(s: HisState, power: Power) -> Flow[Use | None]:
    """21: Mary takes the throne, or what Edward's birth has made of her card (21.3, cards.md 6)."""
    tudors, ruler = s.tudors, s.powers[Power.ENGLAND].ruler
    if tudors.edward is Heir.NONE or (tudors.edward is Heir.SICKLY and ruler == EDWARD):
        crown(s, MARY)
        tudors.mary_turn = s.turn
        if s.leaders[HENRY].where is not Whereabouts.OUT:
            yield from succeed(s, HENRY, DUDLEY, MARY_I)
        return None
    if ruler == HENRY_VIII:
        _fetch_for_throne(s, EDWARD_VI)
        yield from _edward_rules(s)
    if tudors.edward is Heir.SICKLY:
        return Use.SPENT
    s.beside_map.remove(MARY_I)
    s.removed.append(MARY_I)
    tell(s, Event("card_removed", "21.3", {"card": MARY_I}))
    return None


def _fetch_for_throne(s: HisState, card: CardNumber) -> None:
    """A card that becomes ruler without being played, from wherever it is."""
    hands = [state.hand for state in s.powers.values()]
    for pile in (s.waiting, s.set_aside, s.deck, s.discard, *hands):
        if card in pile:
            pile.remove(card)
            s.ruling.append(card)


EFFECTS: Final = (
    Effect(CALVIN_CARD, "a", _luther_dies),
    Effect(DRAGUT_CARD, "a", _barbarossa_dies),
    Effect(EDWARD_VI, "a", _henry_dies),
    Effect(HENRY_II_CARD, "a", _francis_dies),
    Effect(MARY_I, "a", _mary_rules),
    _reign(JULIUS_III_CARD, "julius_iii"),
    _reign(ELIZABETH_I, "elizabeth_i"),
)
