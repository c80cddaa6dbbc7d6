"""18.1 Found Jesuit University, and cards 15 and 55, which found some without CP."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards.choosing import pick_some
from engine.here_i_stand.points import cost_of, pay, why_not_pay
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, DebaterId, Milestone, Power, Religion, SpaceId, Standing

WORD: Final = "university"
COST: Final = "found_jesuit_university"
RULE: Final = "18.1"
LOYOLA: Final = DebaterId("loyola")
_BY_CARD: Final = 2
_SHOWN: Final = 6
"""Sites that are proposed: the best ones."""

# ------------------------------------------------------------------ queries


def why_no_university(s: HisState, space: SpaceId) -> Reason | None:
    """18.1: why a space can't get a university; None when it can."""
    here = s.spaces[space]
    if here.religion is not Religion.CATHOLIC:
        return Reason("not_catholic", RULE, {"space": space})
    return Reason("has_university", RULE, {"space": space}) if here.university else None


def sites(s: HisState) -> list[SpaceId]:
    """Spaces that can get a university; D63: those with most Protestant neighbours first."""
    possible = [space for space in s.spaces if why_no_university(s, space) is None]
    return sorted(possible, key=lambda space: -_protestant_neighbours(s, space))


def _protestant_neighbours(s: HisState, space: SpaceId) -> int:
    near = s.board.map.over_connections(space)
    return sum(s.spaces[other].religion is Religion.PROTESTANT for other in near)


def _cost(s: HisState, power: Power, wish: Alternative) -> int | None:
    """11.1, 18.2: less with Loyola."""
    usual = cost_of(s, power, COST)
    return usual if usual is None or wish["leaders"] is None else s.board.debaters[LOYOLA].bonus.cp


def why_not_found(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """18.1, 18.2: why a university can't be founded so, want of CP included; None when it can."""
    space, debater = wish["space"], wish["leaders"]
    if cost_of(s, power, COST) is None:
        return Reason("never_does", "11.1", {"power": power})
    if not s.has_happened(Milestone.SOCIETY_OF_JESUS):
        return Reason("before_society_of_jesus", RULE, {"card": 15})
    if space not in s.spaces:
        return Reason("unknown_name", "", {"what": "space", "given": space})
    if debater not in (None, LOYOLA):
        return Reason("no_such_bonus", "18.2", {"debater": debater})
    if debater == LOYOLA and s.debaters[LOYOLA] is not Standing.READY:
        return Reason("debater_not_uncommitted", "18.2", {"debater": LOYOLA})
    return why_no_university(s, SpaceId(str(space))) or why_not_pay(s, power, _cost(s, power, wish), RULE)


# ------------------------------------------------------------------ changes


def found(s: HisState, space: SpaceId) -> None:
    """A university comes to a space; it stays there, whatever the religion (18.1)."""
    s.spaces[space].university = True
    tell(s, Event("university_founded", RULE, {"space": space}))


def _found(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """18.1 Found Jesuit University. D63"""
    yield from ()
    pay(s, _cost(s, power, wish) or 0)
    if wish["leaders"] == LOYOLA:
        s.debaters[LOYOLA] = Standing.COMMITTED
        facts: dict[str, Json] = {"debater": LOYOLA}
        tell(s, Event("debater_committed", "18.2", facts))
    found(s, SpaceId(str(wish["space"])))
    return True


def _choices(s: HisState, power: Power) -> list[Alternative]:
    """The best sites, with and without Loyola."""
    ways = [None, LOYOLA]
    possible = [way for way in ways if _is_payable(s, power, blank("impulse", do=WORD, leaders=way))]
    if not possible:
        return []
    best = sites(s)[:_SHOWN]
    return [blank("impulse", do=WORD, space=space, leaders=way) for way in possible for space in best]


def _is_payable(s: HisState, power: Power, wish: Alternative) -> bool:
    """Whether nothing but the space decides."""
    if not s.has_happened(Milestone.SOCIETY_OF_JESUS):
        return False
    ready = wish["leaders"] is None or s.debaters[LOYOLA] is Standing.READY
    return ready and why_not_pay(s, power, _cost(s, power, wish), RULE) is None


def found_universities(s: HisState, card: CardNumber, *, least: int) -> Flow[None]:
    """15, 55: the Papacy puts universities into Catholic spaces without one. D63, D77"""
    possible = [space for space in s.spaces if why_no_university(s, space) is None]
    names = yield from pick_some(s, Power.PAPACY, possible, least, _BY_CARD, sites(s), card, "university")
    for name in names:
        found(s, SpaceId(name))


UNIVERSITY: Final = Action(WORD, why_not_found, _found, _choices)
