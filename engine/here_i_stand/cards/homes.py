"""Home cards in the own impulse (1 b, 2, 3 a, 7 a), and Machiavelli, who makes wars too (40)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Reason
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank
from engine.here_i_stand.board.counters import fits
from engine.here_i_stand.card_moves import retrieve, used_by
from engine.here_i_stand.cards.cancel import is_alive
from engine.here_i_stand.cards.choosing import divide, pick_one, pick_power, pick_record, pick_space
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.leaders import put_leader
from engine.here_i_stand.cards.new_units import add_units, by_strength, own_homes
from engine.here_i_stand.cards.responses import transfer_declared
from engine.here_i_stand.forces import amounts
from engine.here_i_stand.presence import has_enemy_units
from engine.here_i_stand.records import ForeignWarState
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    CardNumber,
    LeaderId,
    Power,
    SpaceId,
    UnitType,
    Whereabouts,
)
from engine.here_i_stand.war import declare_by_event, why_no_war
from engine.here_i_stand.war_units import add_to_war, wars_of

JANISSARIES, EMPEROR, SIX_WIVES, HERE_I_STAND, MACHIAVELLI = (CardNumber(number) for number in (1, 2, 3, 7, 40))
CHARLES, ALVA = LeaderId("charles_v"), LeaderId("duke_of_alva")
_JANISSARIES: Final = 4
_PRINCE_CP: Final = 2
_WAR_OF_ENGLAND: Final = (Power.FRANCE, Power.HAPSBURG, Power.SCOTLAND)

# ------------------------------------------------------------------ 1 b


def _levy(s: HisState, power: Power) -> Flow[None]:
    """1 b: regulars in home spaces and on foreign wars; those that need units come first where the game has it so
    (R76)."""
    homes = by_strength(s, power, own_homes(s, power))
    wars = {str(war.card): war for war in wars_of(s, power) if war.units.strength < war.required}

    def possible(parts: Mapping[str, int]) -> bool:
        rooms = {name: war.required - war.units.strength for name, war in wars.items()}
        return all(count <= rooms.get(name, count) for name, count in parts.items()) and _can_be_laid_out(
            s, power, parts, wars
        )

    forced = s.setting("foreign_war_building") == "forced"
    places = [*wars, *homes] if forced else [*homes, *wars]
    parts = yield from divide(s, power, _JANISSARIES, places, possible, JANISSARIES, "regulars")
    for name, count in parts.items():
        if name in wars:
            for _ in range(count):
                add_to_war(s, wars[name], power, UnitType.REGULAR, rule="6.1")
        else:
            add_units(s, power, SpaceId(name), UnitType.REGULAR, count, rule="6.1")


def _can_be_laid_out(s: HisState, power: Power, parts: Mapping[str, int], wars: Mapping[str, ForeignWarState]) -> bool:
    """5.2: new regulars in spaces and on foreign wars together."""
    laid = amounts(s, power)
    for name, count in parts.items():
        here = wars[name].units.regulars if name in wars else s.land(power, SpaceId(name)).regulars
        if here:
            laid.remove(here)
        laid.append(here + count)
    return fits(laid, s.board.powers[power].counters)


# ------------------------------------------------------------------ 2


def destinations(s: HisState) -> list[SpaceId]:
    """2, 21.2: where Charles may go."""
    return [
        space
        for space in s.home_spaces(Power.HAPSBURG)
        if s.spaces[space].controller is Power.HAPSBURG
        and not s.spaces[space].unrest
        and not has_enemy_units(s, Power.HAPSBURG, space)
    ]


def _why_no_transfer(s: HisState, power: Power) -> Reason | None:
    state = s.leaders[CHARLES]
    if state.where is not Whereabouts.MAP or state.inside:
        return Reason("leader_not_free", "21.2", {"leader": CHARLES})
    return None if destinations(s) else Reason("no_target", "21.2", {"card": EMPEROR})


def _transfer(s: HisState, power: Power) -> Flow[None]:
    """2: Alva may come along from the same space; where Gout stops Charles he stays too."""
    assert s.impulse is not None
    start = s.leaders[CHARLES].at
    to = yield from pick_space(s, power, by_strength(s, power, destinations(s)), EMPEROR, "charles")
    alva = s.leaders[ALVA]
    together = alva.where is Whereabouts.MAP and alva.at == start and alva.borrower is None
    along = together and not alva.inside
    way = (yield from pick_one(s, power, ["stay", "along"], "stay", EMPEROR, "alva")) if along else "stay"
    stopped = yield from transfer_declared(s, to)
    if not stopped:
        put_leader(s, CHARLES, to, rule="21.2")
        if way == "along":
            put_leader(s, ALVA, to, rule="21.2")
    s.impulse.cp += s.board.cards[EMPEROR].cp


# ------------------------------------------------------------------ 3 a, 40


def _enemies_of_england(s: HisState) -> list[Power]:
    return [one for one in _WAR_OF_ENGLAND if why_no_war(s, Power.ENGLAND, one) is None]


def _why_no_english_war(s: HisState, power: Power) -> Reason | None:
    if _enemies_of_england(s):
        return None
    reasons = [why_no_war(s, Power.ENGLAND, one) for one in _WAR_OF_ENGLAND]
    return reasons[0]


def _english_war(s: HisState, power: Power) -> Flow[None]:
    """3 a: if Scotland is the target France may intervene without cost."""
    assert s.impulse is not None
    target = yield from pick_power(s, power, _enemies_of_england(s), SIX_WIVES, "war")
    yield from declare_by_event(s, power, target, rule="9.6")
    s.impulse.cp += s.board.cards[SIX_WIVES].cp


def _prey(s: HisState, power: Power) -> list[Power]:
    return [other for other in MAJORS if why_no_war(s, power, other) is None]


def _why_no_prince(s: HisState, power: Power) -> Reason | None:
    return None if _prey(s, power) else Reason("no_target", "9.6", {"card": MACHIAVELLI})


def _prince(s: HisState, power: Power) -> Flow[None]:
    """40"""
    assert s.impulse is not None
    target = yield from pick_power(s, power, _prey(s, power), MACHIAVELLI, "war")
    yield from declare_by_event(s, power, target, rule="9.6")
    s.impulse.cp += _PRINCE_CP


# ------------------------------------------------------------------ 7 a


def retrievable(s: HisState) -> list[CardNumber]:
    """6.2, 7 a: discards that are no mandatory cards and that the Protestants have not used this turn."""
    return [card for card in s.discard if not s.board.cards[card].mandatory and not used_by(s, Power.PROTESTANT, card)]


def _why_no_retrieval(s: HisState, power: Power) -> Reason | None:
    if not is_alive(s):
        return Reason("luther_dead", "6.1", {"card": HERE_I_STAND})
    return None if retrievable(s) else Reason("no_target", "6.2", {"card": HERE_I_STAND})


def _here_i_stand(s: HisState, power: Power) -> Flow[None]:
    """7 a: the card is kept, or played at once."""
    from engine.here_i_stand.cards.playing import CP, play_event, play_for_cp

    cards = sorted(retrievable(s), key=lambda card: (-s.board.cards[card].cp, card))
    ways = [blank("choice", do="choose", card=card) for card in cards]
    wish = yield from pick_record(s, power, ways, HERE_I_STAND, "retrieve")
    card = CardNumber(int(str(wish["card"])))
    retrieve(s, power, card, rule="6.2")
    modes = _ways_to_play(s, power, card)
    mode = yield from pick_one(s, power, ["keep", *modes], "keep", HERE_I_STAND, "keep_or_play", {"card": card})
    if mode == CP:
        play_for_cp(s, power, card)
    elif mode != "keep":
        yield from play_event(s, power, card, mode)


def _ways_to_play(s: HisState, power: Power, card: CardNumber) -> list[str]:
    from engine.here_i_stand.cards.playing import CP, event_modes, why_no_event

    return [CP, *(mode for mode in event_modes(s, card) if why_no_event(s, power, card, mode) is None)]


EFFECTS: Final = (
    Effect(JANISSARIES, "b", _levy),
    Effect(EMPEROR, "a", _transfer, _why_no_transfer),
    Effect(SIX_WIVES, "a", _english_war, _why_no_english_war),
    Effect(HERE_I_STAND, "a", _here_i_stand, _why_no_retrieval),
    Effect(MACHIAVELLI, "a", _prince, _why_no_prince),
)
