"""cards.md 6: mandatory events that happen in Winter if nobody has played them (9, 10, 13, 14, 15)."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.succession import crown
from engine.here_i_stand.control import set_controller
from engine.here_i_stand.faith.universities import found_universities
from engine.here_i_stand.forces import can_add, ships_left
from engine.here_i_stand.league import form_league, league_is_due, spaces_for_league
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import ALGIERS, HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, Milestone, Power, RulerId, UnitType
from engine.here_i_stand.war_units import add_to_war, war_in_need

BARBARY_PIRATES, CLEMENT_VII, SCHMALKALDIC_LEAGUE, PAUL_III, SOCIETY_OF_JESUS = (
    CardNumber(number) for number in (9, 10, 13, 14, 15)
)
_BARBAROSSA: Final = LeaderId("barbarossa")
_REGULARS, _CORSAIRS = 2, 2
"""What comes to Algiers."""


def clement_vii(s: HisState, power: Power) -> Flow[None]:
    """10: a new Pope."""
    yield from ()
    s.milestones.append(Milestone.CLEMENT_VII)
    crown(s, RulerId("clement_vii"))


def barbary_pirates(s: HisState, power: Power) -> Flow[None]:
    """9, 21.1: Algiers enters play, as far as there are counters; corsairs and piracy from now on."""
    yield from ()
    s.milestones.append(Milestone.BARBARY_PIRATES)
    set_controller(s, ALGIERS, Power.OTTOMAN, rule="21.1")
    facts: dict[str, Json] = {"power": Power.OTTOMAN, "space": ALGIERS}
    new = _REGULARS
    while new and (war := war_in_need(s, Power.OTTOMAN)) is not None:  # 21.7: no new unit but Winter's is exempt
        if not add_to_war(s, war, Power.OTTOMAN, UnitType.REGULAR, rule="21.7"):
            break
        new -= 1
    regulars = next(count for count in range(new, -1, -1) if can_add(s, Power.OTTOMAN, ALGIERS, Land(count)))
    if regulars:
        s.add_land(Power.OTTOMAN, ALGIERS, Land(regulars))
        tell(s, Event("units_added", "21.1", {**facts, "unit": "regular", "count": regulars}))
    corsairs = max(0, min(_CORSAIRS, ships_left(s, Power.OTTOMAN)))
    if corsairs:
        s.add_ships(Ships(Power.OTTOMAN, corsairs=corsairs), ALGIERS)
        tell(s, Event("units_added", "21.1", {**facts, "unit": "corsair", "count": corsairs}))
    s.place_leader(_BARBAROSSA, ALGIERS)
    tell(s, Event("leader_enters", "21.1", {**facts, "leader": _BARBAROSSA}))


def schmalkaldic_league(s: HisState, power: Power) -> Flow[None]:
    """13, 21.6"""
    yield from form_league(s)


def _why_no_league(s: HisState, power: Power) -> Reason | None:
    if league_is_due(s):
        return None
    return Reason("league_not_due", "21.6", {"count": spaces_for_league(s), "need": s.board.tables.league_spaces})


def paul_iii(s: HisState, power: Power) -> Flow[None]:
    """14: a new Pope; the card of the one before leaves the game."""
    yield from ()
    s.milestones.append(Milestone.PAUL_III)
    crown(s, RulerId("paul_iii"))


def society_of_jesus(s: HisState, power: Power) -> Flow[None]:
    """15, D77: the Papacy may found two universities, and more by its action from now on."""
    s.milestones.append(Milestone.SOCIETY_OF_JESUS)
    yield from found_universities(s, SOCIETY_OF_JESUS, least=0)


EFFECTS: Final = (
    Effect(BARBARY_PIRATES, "a", barbary_pirates),
    Effect(CLEMENT_VII, "a", clement_vii),
    Effect(SCHMALKALDIC_LEAGUE, "a", schmalkaldic_league, _why_no_league),
    Effect(PAUL_III, "a", paul_iii),
    Effect(SOCIETY_OF_JESUS, "a", society_of_jesus),
)
