"""Chapter 19: Winter."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.decision import Decision, Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask_all
from engine.core.options import OrderAnswer
from engine.here_i_stand.due_events import force_due_events
from engine.here_i_stand.forces import can_add
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, LeaderId, Power, Standing, Whereabouts
from engine.here_i_stand.winter_land import go_home, land_question, wintering
from engine.here_i_stand.winter_ships import sail_home, ships_question

RENEGADE: Final = LeaderId("renegade")


def winter(s: HisState) -> Flow[None]:
    """19: steps 1 to 9. Ships and land units are asked for together, sealed: neither hangs on the other, nor on what
    another power does."""
    end_loans(s)
    dismiss_renegade(s)
    ships, land = yield from _asked(s)
    sail_home(s, ships)
    yield from go_home(s, land)
    end_alliances(s)
    replace_garrisons(s)
    s.this_turn.piracy = []
    recover_debaters(s)
    yield from force_due_events(s)


def _asked(s: HisState) -> Flow[tuple[dict[Power, OrderAnswer], dict[Power, OrderAnswer]]]:
    """D74, D75: the answers for ships and for land units."""
    ships = {power: one for power in MAJORS if (one := ships_question(s, power)) is not None}
    land = {power: one for power in wintering(s) if (one := land_question(s, power)) is not None}
    decisions: list[Decision[OrderAnswer]] = [*ships.values(), *land.values()]
    answers = yield from ask_all(decisions)
    return (
        {power: answers[one.key] for power, one in ships.items()},
        {power: answers[one.key] for power, one in land.items()},
    )


def end_loans(s: HisState) -> None:
    """19.1: ships and naval leaders on loan act for their own power again."""
    for place, fleet in list(s.fleets.items()):
        for ships in [one for one in fleet if one.borrower is not None]:
            back = replace(ships)
            facts: dict[str, Json] = {
                "power": ships.owner,
                "rival": ships.borrower,
                "place": place,
                "count": ships.count,
            }
            s.take_ships(back, place)  # type: ignore[arg-type]
            s.add_ships(replace(back, borrower=None), place)  # type: ignore[arg-type]
            tell(s, Event("loan_over", "19.1", facts))
    for state in s.leaders.values():
        state.borrower = None


def dismiss_renegade(s: HisState) -> None:
    """19.2: the Renegade Leader goes, wherever he is; units with him stay. His card may bring him again."""
    state = s.leaders[RENEGADE]
    if state.where in (Whereabouts.WAITING, Whereabouts.OUT):
        return
    tell(s, Event("leader_leaves", "19.2", {"leader": RENEGADE, "power": state.power}))
    state.where, state.at, state.inside, state.power = Whereabouts.WAITING, "", False, Power.INDEPENDENT
    state.captor, state.card, state.returns = None, None, 0


def end_alliances(s: HisState) -> None:
    """19.4: those between major powers; minors stay."""
    for both in s.alliances:
        tell(s, Event("alliance_ends", "19.4", {"power": both.first, "rival": both.second}))
    s.alliances = []


def replace_garrisons(s: HisState) -> None:
    """19.5: a regular in each capital that its power controls and that is not in unrest, if there is a counter."""
    for power in MAJORS:
        for space in s.board.powers[power].capitals:
            here = s.spaces[space]
            if here.controller is power and not here.unrest and can_add(s, power, space, Land(regulars=1)):
                s.add_land(power, space, Land(regulars=1))
                tell(s, Event("units_added", "19.5", {"power": power, "space": space, "unit": "regular", "count": 1}))


def recover_debaters(s: HisState) -> None:
    """19.7: all who are committed are uncommitted again."""
    tired = [debater for debater, standing in s.debaters.items() if standing is Standing.COMMITTED]
    for debater in tired:
        s.debaters[debater] = Standing.READY
    if tired:
        names: list[Json] = list(tired)
        tell(s, Event("debaters_recover", "19.7", {"debaters": names}))
