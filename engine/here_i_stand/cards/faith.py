"""Events on spaces, reformers and debaters that need no attempt (39, 43, 45, 55, 67, 78)."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.card_moves import retrieve, used_by
from engine.here_i_stand.cards.choosing import pick_one, pick_record, pick_some, pick_space
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.losing import fit_counters, settle, take_units
from engine.here_i_stand.control import muster_display
from engine.here_i_stand.faith.camps import camp_of
from engine.here_i_stand.faith.nearness import within
from engine.here_i_stand.faith.universities import found_universities
from engine.here_i_stand.forces import LAND_TYPES, just
from engine.here_i_stand.presence import land_owners
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MINORS,
    CardNumber,
    DebaterId,
    Milestone,
    Power,
    ReformerId,
    Religion,
    SpaceId,
    SpaceKind,
    Standing,
    TurnMarker,
    UnitType,
    Zone,
)

AUGSBURG, ZWINGLI_CARD, CALVIN_EXPELLED, EDUCATION = (CardNumber(number) for number in (39, 43, 45, 55))
ANABAPTISTS, FREDERICK, WARTBURG = CardNumber(67), CardNumber(78), CardNumber(37)
MELANCHTHON: Final = DebaterId("melanchthon")
ZURICH, WITTENBERG = SpaceId("zurich"), SpaceId("wittenberg")
_ZWINGLI_DISTANCE: Final = 3
_RADICALS: Final = 2
_SAXONY: Final = 2

# ------------------------------------------------------------------ what others use too


def turn_to(s: HisState, space: SpaceId, religion: Religion, *, rule: str) -> None:
    """2.3: a space is converted; electorate regulars may come (21.6)."""
    s.convert(space, religion)
    tell(s, Event("space_converted", rule, {"space": space, "religion": religion}))
    muster_display(s)


def commit(s: HisState, debater: DebaterId, *, rule: str) -> None:
    """18.2: an uncommitted debater is turned over."""
    s.debaters[debater] = Standing.COMMITTED
    tell(s, Event("debater_committed", rule, {"debater": debater}))


def why_not_uncommitted(s: HisState, debater: DebaterId) -> Reason | None:
    """Why an event that needs a debater uncommitted can't be played; None when it can."""
    if s.debaters[debater] is Standing.READY:
        return None
    return Reason("debater_not_uncommitted", "18.2", {"debater": debater})


def remove_reformer(s: HisState, name: str, *, rule: str) -> None:
    """A reformer and his debater leave the game; what was burnt stays so."""
    if s.reformers[ReformerId(name)] is not Standing.BURNT:
        s.reformers[ReformerId(name)] = Standing.OUT
    if s.debaters[DebaterId(name)] is not Standing.BURNT:
        s.debaters[DebaterId(name)] = Standing.OUT
    tell(s, Event("reformer_out", rule, {"reformer": name}))


# ------------------------------------------------------------------ 39, 45


def _confession(s: HisState, power: Power) -> Flow[None]:
    """39: counter-Reformation and debates look for the marker (18.4, 18.5)."""
    yield from ()
    commit(s, MELANCHTHON, rule="6.1")
    s.this_turn.markers.append(TurnMarker.AUGSBURG_CONFESSION)
    tell(s, Event("turn_marker", "6.1", {"marker": TurnMarker.AUGSBURG_CONFESSION}))


def _why_no_exile(s: HisState, power: Power) -> Reason | None:
    """45, C-17"""
    here = s.reformers[ReformerId("calvin")] is Standing.READY
    return None if here else Reason("reformer_not_there", "6.1", {"reformer": "calvin"})


def _exile(s: HisState, power: Power) -> Flow[None]:
    """45: both come back in the next Card Draw phase (8.2)."""
    yield from ()
    s.reformers[ReformerId("calvin")] = Standing.AWAY
    if s.debaters[DebaterId("calvin")] in (Standing.READY, Standing.COMMITTED):
        s.debaters[DebaterId("calvin")] = Standing.AWAY
    tell(s, Event("reformer_away", "6.1", {"reformer": "calvin"}))


# ------------------------------------------------------------------ 43


def is_catholic(s: HisState, owner: Power, unit: UnitType) -> bool:
    """18.2: the camp of a land unit; of minors and independents only regulars count."""
    regulars_only = owner in (*MINORS, Power.INDEPENDENT) and unit is not UnitType.REGULAR
    return camp_of(s, owner) is Side.PAPACY and not regulars_only


def _zwingli_falls(s: HisState, power: Power) -> Flow[None]:
    """43, C-15, R30"""
    near = [SpaceId(place) for place in within(s, ZURICH, _ZWINGLI_DISTANCE) if place in s.spaces]
    ways = [
        blank("choice", do="choose", space=space, power=owner, unit=unit)
        for space in near
        for owner in land_owners(s, space)
        for unit in LAND_TYPES
        if s.land(owner, space).of(unit) and is_catholic(s, owner, unit)
    ]
    ways.sort(key=lambda way: not s.at_war(Power.PROTESTANT, Power(str(way["power"]))))
    if ways:
        wish = yield from pick_record(s, Power.PROTESTANT, ways, ZWINGLI_CARD, "casualty")
        space, owner = SpaceId(str(wish["space"])), Power(str(wish["power"]))
        take_units(s, owner, space, just(UnitType(str(wish["unit"])), 1), rule="6.1")
        yield from fit_counters(s, owner, space, rule="5.2")
    remove_reformer(s, "zwingli", rule="6.1")
    yield from settle(s)


# ------------------------------------------------------------------ 55


def _why_no_education(s: HisState, power: Power) -> Reason | None:
    if s.has_happened(Milestone.SOCIETY_OF_JESUS):
        return None
    return Reason("before_society_of_jesus", "18.1", {"card": EDUCATION})


def _education(s: HisState, power: Power) -> Flow[None]:
    """55"""
    yield from found_universities(s, EDUCATION, least=2)


# ------------------------------------------------------------------ 67, 78


def _radicals_crushed(s: HisState, power: Power) -> Flow[None]:
    """67, C-25"""
    spaces = [
        space
        for space, here in s.spaces.items()
        if here.religion is Religion.PROTESTANT
        and s.board.map.spaces[space].kind is not SpaceKind.ELECTORATE
        and not s.is_occupied(space)
    ]
    names = yield from pick_some(s, Power.PAPACY, spaces, _RADICALS, _RADICALS, spaces, ANABAPTISTS, "catholic")
    for name in names:
        turn_to(s, SpaceId(name), Religion.CATHOLIC, rule="6.1")


def _protection(s: HisState, power: Power) -> Flow[None]:
    """78: the nearest Catholic spaces of the German zone, one after the other."""
    for _ in range(_SAXONY):
        away = s.board.map.distances(WITTENBERG, s.board.map.by_land)
        catholic = [SpaceId(place) for place in away if _is_german_catholic(s, SpaceId(place))]
        if not catholic:
            break
        nearest = [space for space in catholic if away[space] == away[catholic[0]]]
        space = yield from pick_space(s, Power.PROTESTANT, nearest, FREDERICK, "protestant")
        turn_to(s, space, Religion.PROTESTANT, rule="6.1")
    if WARTBURG not in s.discard or used_by(s, Power.PROTESTANT, WARTBURG):
        return
    way = yield from pick_one(s, Power.PROTESTANT, ["take", "leave"], "take", FREDERICK, "retrieve", {"card": WARTBURG})
    if way == "take":
        retrieve(s, Power.PROTESTANT, WARTBURG, rule="6.2")


def _is_german_catholic(s: HisState, space: SpaceId) -> bool:
    return s.board.map.spaces[space].zone is Zone.GERMAN and s.spaces[space].religion is Religion.CATHOLIC


EFFECTS: Final = (
    Effect(AUGSBURG, "a", _confession, lambda s, power: why_not_uncommitted(s, MELANCHTHON)),
    Effect(ZWINGLI_CARD, "a", _zwingli_falls),
    Effect(CALVIN_EXPELLED, "a", _exile, _why_no_exile),
    Effect(EDUCATION, "a", _education, _why_no_education),
    Effect(ANABAPTISTS, "a", _radicals_crushed),
    Effect(FREDERICK, "a", _protection),
)
