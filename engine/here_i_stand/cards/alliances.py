"""Events about minor powers (68, 69, 73 a, 108, 116)."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.cards.choosing import pick_power
from engine.here_i_stand.cards.draws import both_draw
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.succession import EDWARD, HENRY_VIII
from engine.here_i_stand.control import transfer_control
from engine.here_i_stand.displacement import displace
from engine.here_i_stand.minors import activate, deactivate, why_not_activate, why_not_deactivate
from engine.here_i_stand.presence import chief_of, user_of
from engine.here_i_stand.reinforcing import launch_venetian_fleet, reinforce_scotland
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, MINORS, CardNumber, Heir, LeaderId, Power, SeaId, Whereabouts

DORIA_CARD, AULD_ALLIANCE, MARRIAGE, VENETIAN, WOOING = (CardNumber(number) for number in (68, 69, 73, 108, 116))
DORIA: Final = LeaderId("andrea_doria")
_HUNT_PORTS: Final = 2
_HUNT_DICE: Final = 3
_WOOED_BY: Final = 2

# ------------------------------------------------------------------ 68


def _why_not_won(s: HisState, power: Power) -> Reason | None:
    """68 a: the only event that takes an active minor over."""
    if s.minors[Power.GENOA].ally is power:
        return Reason("minor_is_ally", "22.2", {"power": power, "minor": Power.GENOA, "ally": power})
    return None


def _win_genoa(s: HisState, power: Power) -> Flow[None]:
    """68 a"""
    if s.minors[Power.GENOA].ally is not None:
        yield from deactivate(s, Power.GENOA, rule="22.4")
    yield from activate(s, Power.GENOA, power, rule="22.2")


def _why_no_hunt(s: HisState, power: Power) -> Reason | None:
    """68 b"""
    ally = s.minors[Power.GENOA].ally
    if ally is None or not s.at_war(ally, Power.OTTOMAN):
        return Reason("not_at_war", "6.1", {"power": ally or Power.GENOA, "rival": Power.OTTOMAN})
    state = s.leaders[DORIA]
    sea = s.board.map.seas.get(SeaId(state.at)) if state.where is Whereabouts.MAP else None
    ports = [] if sea is None else [port for port in sea.ports if s.spaces[port].controller is Power.OTTOMAN]
    if len(ports) < _HUNT_PORTS:
        return Reason("not_near_enough_ports", "6.1", {"leader": DORIA, "count": _HUNT_PORTS})
    return None


def _hunt(s: HisState, power: Power) -> Flow[None]:
    """68 b, C-26"""
    yield from both_draw(s, power, chief_of(s, DORIA))
    dice = yield from roll("Andrea Doria", _HUNT_DICE, rule="6.1")
    hits = sum(die in s.board.tables.limits.hits for die in dice)
    facts: dict[str, Json] = {"power": power, "card": DORIA_CARD, "dice": list(dice), "hits": hits}
    tell(s, Event("event_dice", "6.1", facts))
    lost = min(hits, s.tracks.piracy)
    s.tracks.piracy -= lost
    if lost:
        tell(s, Event("piracy_track", "6.1", {"power": Power.OTTOMAN, "count": -lost, "vp": s.tracks.piracy}))


# ------------------------------------------------------------------ 69, 108


def _bound(minor: Power, major: Power) -> Effect:
    """69 a, 108 a: the natural ally activates its minor."""
    card = AULD_ALLIANCE if minor is Power.SCOTLAND else VENETIAN

    def play(s: HisState, power: Power) -> Flow[None]:
        yield from activate(s, minor, major, rule="22.2")

    return Effect(card, "a", play, lambda s, power: why_not_activate(s, minor, major))


def _loosened(minor: Power) -> Effect:
    """69 b, 108 b"""
    card = AULD_ALLIANCE if minor is Power.SCOTLAND else VENETIAN

    def play(s: HisState, power: Power) -> Flow[None]:
        yield from deactivate(s, minor, rule="22.4")

    return Effect(card, "b", play, lambda s, power: why_not_deactivate(s, minor))


def _why_not_allied(s: HisState, minor: Power, major: Power) -> Reason | None:
    if s.minors[minor].ally is major:
        return None
    return Reason("minor_is_not_ally", "6.1", {"minor": minor, "power": major})


def _scots_reinforced(s: HisState, power: Power) -> Flow[None]:
    """69 c"""
    yield from reinforce_scotland(s, rule="6.1")


def _venetian_fleet(s: HisState, power: Power) -> Flow[None]:
    """108 c"""
    yield from launch_venetian_fleet(s, rule="6.1")


# ------------------------------------------------------------------ 73 a


def marriages(s: HisState, power: Power) -> list[Power]:
    """73 a: inactive minors that a power may activate, then active ones that can be loosened."""
    inactive = [minor for minor in MINORS if why_not_activate(s, minor, power) is None]
    active = [minor for minor in MINORS if why_not_deactivate(s, minor) is None]
    return [*inactive, *sorted(active, key=lambda minor: s.minors[minor].ally is power)]


def _why_no_marriage(s: HisState, power: Power) -> Reason | None:
    return None if marriages(s, power) else Reason("no_target", "6.1", {"card": MARRIAGE})


def _marriage(s: HisState, power: Power) -> Flow[None]:
    """73 a, 22.5: how Hungary became an ally decides when it falls."""
    minor = yield from pick_power(s, power, marriages(s, power), MARRIAGE, "minor")
    if s.minors[minor].ally is not None:
        yield from deactivate(s, minor, rule="22.4")
        return
    if minor is Power.HUNGARY:
        s.hungary_by_marriage = True
    yield from activate(s, minor, power, rule="22.2")


# ------------------------------------------------------------------ 116, later edition


def _why_no_wooing(s: HisState, power: Power) -> Reason | None:
    """116: Edward is alive as long as neither of his sisters rules."""
    alive = s.tudors.edward is not Heir.NONE and s.powers[Power.ENGLAND].ruler in (HENRY_VIII, EDWARD)
    if not alive:
        return Reason("edward_not_there", "21.3", {"power": Power.ENGLAND})
    return _why_not_allied(s, Power.SCOTLAND, Power.FRANCE)


def strength_in_scotland(s: HisState, power: Power) -> int:
    """116: land and naval units of a power and its minors in Scottish home spaces."""
    spaces = s.home_spaces(Power.SCOTLAND)
    land = sum(s.stack(power, space) for space in spaces)
    return land + sum(ships.count for space in spaces for ships in s.ships_at(space) if user_of(s, ships) is power)


def _wooing(s: HisState, power: Power) -> Flow[None]:
    """116, C-41"""
    sums: dict[Power, int] = {}
    for wooer in (Power.ENGLAND, Power.FRANCE):
        (die,) = yield from roll(f"Rough Wooing of {wooer}", 1, rule="6.1")
        sums[wooer] = die + strength_in_scotland(s, wooer)
        facts: dict[str, Json] = {"power": wooer, "card": WOOING, "dice": [die], "total": sums[wooer]}
        tell(s, Event("event_dice", "6.1", facts))
    if sums[Power.ENGLAND] < sums[Power.FRANCE] + _WOOED_BY:
        return
    yield from deactivate(s, Power.SCOTLAND, rule="22.4")
    yield from activate(s, Power.SCOTLAND, Power.ENGLAND, rule="22.2")
    for space in s.home_spaces(Power.SCOTLAND):
        yield from transfer_control(s, Power.ENGLAND, space, rule="6.1")
        for other in (*MAJORS, *MINORS):
            if s.master(other) is not Power.ENGLAND:
                yield from displace(s, other, space, rule="12.5")


EFFECTS: Final = (
    Effect(DORIA_CARD, "a", _win_genoa, _why_not_won),
    Effect(DORIA_CARD, "b", _hunt, _why_no_hunt),
    _bound(Power.SCOTLAND, Power.FRANCE),
    _loosened(Power.SCOTLAND),
    Effect(AULD_ALLIANCE, "c", _scots_reinforced, lambda s, power: _why_not_allied(s, Power.SCOTLAND, Power.FRANCE)),
    Effect(MARRIAGE, "a", _marriage, _why_no_marriage),
    _bound(Power.VENICE, Power.PAPACY),
    _loosened(Power.VENICE),
    Effect(VENETIAN, "c", _venetian_fleet, lambda s, power: _why_not_allied(s, Power.VENICE, Power.PAPACY)),
    Effect(WOOING, "a", _wooing, _why_no_wooing),
)
