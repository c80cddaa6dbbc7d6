"""97 Scots Raid and 105 Treachery!: assaults by events (15.1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards.limits import why_not_spent
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Edition, LeaderId, Power, SpaceId, Spending, Whereabouts
from tests.engine.here_i_stand.cards.stage import LATER, army, hold, play, refused, scene, where

NAPLES, MONTMORENCY = SpaceId("naples"), LeaderId("montmorency")


def siege(outside: Land, inside: int) -> HisState:
    """The French before Naples, in the impulse in which they came; no line of communication, Hapsburg ships at sea."""
    s = scene()
    s.take_land(Power.HAPSBURG, NAPLES, s.land(Power.HAPSBURG, NAPLES))
    s.add_land(Power.FRANCE, NAPLES, outside)
    if inside:
        army(s, Power.HAPSBURG, "naples", inside)
        s.go_inside(Power.HAPSBURG, NAPLES, Land(inside))
    s.forces[NAPLES].sieges[Power.FRANCE] = s.impulses + 1
    return s


def test_105_an_assault_without_cost_and_requirements() -> None:
    s = siege(Land(3), 1)
    play(s, Power.OTTOMAN, 105, dice=[6, 1, 1, 1])
    assert s.spaces[NAPLES].controller is Power.FRANCE
    assert where(s, 105) == "discard"


def test_105_falls_all_the_same_while_outnumbered() -> None:
    s = siege(Land(3), 1)
    ferdinand = LeaderId("ferdinand")
    s.place_leader(ferdinand, NAPLES)
    s.leaders[ferdinand].inside = True
    play(s, Power.OTTOMAN, 105, dice=[1, 1, 1, 1, 1])
    assert s.spaces[NAPLES].controller is Power.FRANCE
    assert not s.land(Power.HAPSBURG, NAPLES).strength
    assert (s.leaders[ferdinand].where, s.leaders[ferdinand].captor) == (Whereabouts.CAPTURED, Power.FRANCE)


def test_105_too_many_losses() -> None:
    s = siege(Land(3), 2)
    play(s, Power.OTTOMAN, 105, dice=[1, 1, 6, 6, 6])
    assert s.spaces[NAPLES].controller is Power.HAPSBURG
    assert s.land(Power.HAPSBURG, NAPLES).regulars == 2
    assert not s.land(Power.FRANCE, NAPLES).strength


def test_105_ships_of_the_loser_go_to_the_turn_track() -> None:
    s = siege(Land(3), 1)
    before = sum(ships.count for ships in s.ships_at(NAPLES) if ships.owner is Power.HAPSBURG)
    if not before:
        s.add_ships(Ships(Power.HAPSBURG, 1), NAPLES)
        before = 1
    lost = s.powers[Power.HAPSBURG].ships_lost
    play(s, Power.OTTOMAN, 105, dice=[6, 6, 1, 1])
    assert s.powers[Power.HAPSBURG].ships_lost == lost + before
    assert not s.ships_at(NAPLES)


def test_105_needs_a_siege() -> None:
    assert refused(scene(), Power.FRANCE, 105) == "no_target"


# ------------------------------------------------------------------ 97


def raid(edition: Edition = Edition.CORE110, ally: Power | None = Power.FRANCE, **options: Any) -> HisState:
    s = scene(edition=edition, turn=3, **options)
    if ally is not None:
        for space in s.controlled(Power.SCOTLAND):
            s.take_control(space, ally)
        s.ally(Power.SCOTLAND, ally)
    return s


@pytest.mark.parametrize("edition", [Edition.CORE110, LATER])
def test_97_france_spends_6_cp_in_scotland(edition: Edition) -> None:
    s = raid(edition)
    before = sum(s.land(Power.SCOTLAND, space).regulars for space in s.home_spaces(Power.SCOTLAND))
    answers = {
        "impulse/rest@france": [
            [{"do": "build", "unit": "regular", "space": "edinburgh", "count": 1}],
            [{"do": "end"}],
        ]
    }
    play(s, Power.PAPACY, 97, answers=answers)
    after = sum(s.land(Power.SCOTLAND, space).regulars for space in s.home_spaces(Power.SCOTLAND))
    assert after == before + 1
    assert s.impulse is not None
    assert s.impulse.power is Power.PAPACY
    assert s.impulse.cp == (0 if edition is Edition.CORE110 else 2)
    assert where(s, 97) == "discard"


@pytest.mark.parametrize(("lead", "cp"), [(True, 3), (False, 6)])
def test_97_with_a_leader_half_of_the_cp(lead: bool, cp: int) -> None:
    s = raid()
    asked: list[AnyDecision] = []
    answers: dict[str, Any] = {}
    if lead:
        answers["choice/97/leader@france"] = {"do": "choose", "pick": "montmorency", "space": "edinburgh"}
    play(s, Power.PAPACY, 97, answers=answers, asked=asked)
    rest = next(one for one in asked if one.kind == "impulse")
    assert rest.facts["cp"] == cp
    assert (s.leaders[MONTMORENCY].at == "edinburgh") == lead


def test_97_stirling_comes_to_france_and_strangers_leave() -> None:
    s = raid()
    stirling = SpaceId("stirling")
    s.take_control(stirling, Power.ENGLAND)
    army(s, Power.ENGLAND, "stirling", 1)
    army(s, Power.SCOTLAND, "edinburgh", 0)
    play(s, Power.PAPACY, 97)
    assert s.spaces[stirling].controller is Power.FRANCE
    assert not s.land(Power.ENGLAND, stirling).strength


def test_97_where_the_cp_may_be_spent() -> None:
    s = raid()
    assert s.impulse is None
    hold(s, Power.PAPACY, 97)
    from tests.engine.here_i_stand.cards.stage import begin

    begin(s, Power.FRANCE)
    assert s.impulse is not None
    s.impulse.spending = Spending.RAID

    def reason(**parts: str) -> str:
        found = why_not_spent(s, blank("impulse", **parts))
        return "" if found is None else found.key

    assert reason(do="move", to="stirling,berwick,york") == ""
    assert reason(do="move", to="berwick,lincoln") == "outside_the_raid"
    assert reason(do="assault", space="york") == ""
    assert reason(do="assault", space="london") == "outside_the_raid"
    assert reason(do="control", space="carlisle") == ""
    assert reason(do="sail", moves="x") == "not_in_a_raid"
    s.impulse.spending = Spending.FREE
    assert reason(do="sail", moves="x") == ""


def test_97_an_assault_right_after_the_siege() -> None:
    s = raid()
    s.begin_war(Power.FRANCE, Power.ENGLAND)
    york = SpaceId("york")
    if s.land(Power.ENGLAND, york).strength:
        s.take_land(Power.ENGLAND, york, s.land(Power.ENGLAND, york))
    s.take_control(SpaceId("berwick"), Power.FRANCE)
    army(s, Power.FRANCE, "berwick", 3)
    answers = {
        "impulse/rest@france": [
            [{"do": "move", "from": "berwick", "to": "york", "regulars": 3}],
            [{"do": "assault", "space": "york"}],
            [{"do": "end"}],
        ]
    }
    play(s, Power.PAPACY, 97, answers=answers, dice=[6, 6, 6, 1])
    assert s.spaces[york].controller is Power.FRANCE
    assert s.impulse is not None
    assert s.impulse.assaulted == ["york"]


def test_97_scotland_must_be_french() -> None:
    assert refused(raid(ally=None), Power.PAPACY, 97) == "minor_is_not_ally"
    s = raid(LATER, ally=None)
    play(s, Power.PAPACY, 97)
    assert s.impulse is not None
    assert s.impulse.cp == 2
    assert where(s, 97) == "discard"


def test_97_c33_no_event_at_all_by_the_switch() -> None:
    s = raid(switches={"scots_raid_core110": "cp_only"})
    assert refused(s, Power.PAPACY, 97) == "no_event_in_impulse"
    s = raid(LATER, switches={"scots_raid_core110": "cp_only"})
    play(s, Power.PAPACY, 97)
    assert any(event.kind == "event_cp" for event in s.events)
