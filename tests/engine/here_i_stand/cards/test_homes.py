"""1 b, 2, 3 a, 7 a, 40: home cards in the own impulse, and Machiavelli."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.records import ForeignWarState, Land
from engine.here_i_stand.terms import CardNumber, DebaterId, LeaderId, Milestone, Power, SpaceId, Standing, Whereabouts
from tests.engine.here_i_stand.cards.stage import army, hold, on_discard, pick, play, refused, scene, where

CHARLES, ALVA = LeaderId("charles_v"), LeaderId("duke_of_alva")


def test_1b_four_regulars_freely_divided() -> None:
    s = scene()
    before = {space: s.land(Power.OTTOMAN, SpaceId(space)).regulars for space in ("istanbul", "sofia")}
    play(s, Power.OTTOMAN, 1, "b", {"choice/1/regulars@ottoman": pick("istanbul 1,sofia 3")})
    assert s.land(Power.OTTOMAN, SpaceId("istanbul")).regulars == before["istanbul"] + 1
    assert s.land(Power.OTTOMAN, SpaceId("sofia")).regulars == before["sofia"] + 3
    assert where(s, 1) == "spent ottoman"
    assert s.impulse is not None
    assert s.impulse.cp == 0


@pytest.mark.parametrize("wish", ["istanbul 3", "istanbul 5", "algiers 4", "belgrade 4", "oran 4"])
def test_1b_where_none_may_come(wish: str) -> None:
    s = scene()
    s.milestones.append(Milestone.BARBARY_PIRATES)
    s.take_control(SpaceId("algiers"), Power.OTTOMAN)
    with pytest.raises(AssertionError):
        play(s, Power.OTTOMAN, 1, "b", {"choice/1/regulars@ottoman": pick(wish)})


def test_1b_not_into_unrest() -> None:
    s = scene()
    s.spaces[SpaceId("sofia")].unrest = True
    with pytest.raises(AssertionError):
        play(s, Power.OTTOMAN, 1, "b", {"choice/1/regulars@ottoman": pick("sofia 4")})


def test_1b_r76_a_foreign_war_is_filled_up_first() -> None:
    s = scene()
    hold(s, Power.OTTOMAN, 110)
    s.powers[Power.OTTOMAN].hand.remove(CardNumber(110))
    s.beside_map.append(CardNumber(110))
    s.foreign_wars.append(ForeignWarState(CardNumber(110), 5, 4, Land(regulars=3)))
    play(s, Power.OTTOMAN, 1, "b")
    assert s.foreign_wars[0].units.regulars == 5


def test_2_charles_goes_and_alva_may_come_along() -> None:
    s = scene()
    start = SpaceId(s.leaders[CHARLES].at)
    s.place_leader(ALVA, start)
    answers = {"choice/2/charles@hapsburg": pick("naples"), "choice/2/alva@hapsburg": pick("along")}
    play(s, Power.HAPSBURG, 2, "a", answers)
    assert (s.leaders[CHARLES].at, s.leaders[ALVA].at) == ("naples", "naples")
    assert s.impulse is not None
    assert s.impulse.cp == 5


def test_2_alva_of_another_space_is_not_asked() -> None:
    s = scene()
    s.place_leader(ALVA, SpaceId("naples" if s.leaders[CHARLES].at != "naples" else "madrid"))
    asked: list[AnyDecision] = []
    play(s, Power.HAPSBURG, 2, asked=asked)
    assert not any("alva" in one.key for one in asked)


def test_2_gout_stops_both_and_the_cp_stay() -> None:
    s = scene()
    start = SpaceId(s.leaders[CHARLES].at)
    s.place_leader(ALVA, start)
    hold(s, Power.FRANCE, 32)
    answers: dict[str, Any] = {
        "choice/2/charles@hapsburg": pick("naples"),
        "choice/2/alva@hapsburg": pick("along"),
        "response/hre_transfer@france": {"do": "respond", "card": 32, "mode": "b", "leader": "charles_v"},
    }
    play(s, Power.HAPSBURG, 2, "a", answers)
    assert (s.leaders[CHARLES].at, s.leaders[ALVA].at) == (start, start)
    assert s.impulse is not None
    assert s.impulse.cp == 5
    assert s.impulse.gout == [CHARLES]


@pytest.mark.parametrize("space", ["paris", "buda"])
def test_2_only_to_own_home_spaces(space: str) -> None:
    s = scene()
    with pytest.raises(AssertionError):
        play(s, Power.HAPSBURG, 2, "a", {"choice/2/charles@hapsburg": pick(space)})


def test_2_not_to_unrest_or_enemies() -> None:
    s = scene()
    s.spaces[SpaceId("naples")].unrest = True
    army(s, Power.FRANCE, "palermo", 1)
    for space in ("naples", "palermo"):
        with pytest.raises(AssertionError):
            play(s, Power.HAPSBURG, 2, "a", {"choice/2/charles@hapsburg": pick(space)})
        s.powers[Power.HAPSBURG].home_cards = [CardNumber(2)]
        s.beside_map.clear()


def test_2_not_captured_nor_besieged() -> None:
    s = scene()
    s.leaders[CHARLES].inside = True
    assert refused(s, Power.HAPSBURG, 2) == "leader_not_free"
    s.leaders[CHARLES].where, s.leaders[CHARLES].at = Whereabouts.CAPTURED, ""
    assert refused(s, Power.HAPSBURG, 2) == "leader_not_free"


def test_3a_war_without_cost_then_5_cp() -> None:
    s = scene()
    play(s, Power.ENGLAND, 3, "a", {"choice/3/war@england": pick("hapsburg")})
    assert s.at_war(Power.ENGLAND, Power.HAPSBURG)
    assert s.impulse is not None
    assert s.impulse.cp == 5


def test_3a_france_may_intervene_for_scotland() -> None:
    s = scene()
    answers = {"choice/3/war@england": pick("scotland"), "intervene@france": {"do": "intervene"}}
    play(s, Power.ENGLAND, 3, "a", answers)
    assert s.minors[Power.SCOTLAND].ally is Power.FRANCE
    assert s.at_war(Power.ENGLAND, Power.FRANCE)


def test_3a_c01_with_the_auld_alliance() -> None:
    s = scene()
    hold(s, Power.FRANCE, 69)
    answers = {"choice/3/war@england": pick("scotland"), "intervene@france": {"do": "intervene", "card": 69}}
    play(s, Power.ENGLAND, 3, "a", answers)
    scots = s.home_spaces(Power.SCOTLAND)
    assert sum(s.land(Power.FRANCE, space).regulars for space in scots) == 3
    assert where(s, 69) == "discard"


def test_3a_without_intervention_scotland_stands_alone() -> None:
    s = scene()
    play(s, Power.ENGLAND, 3, "a", {"choice/3/war@england": pick("scotland")})
    assert s.minors[Power.SCOTLAND].ally is None
    assert s.at_war(Power.ENGLAND, Power.SCOTLAND)
    assert not s.at_war(Power.ENGLAND, Power.FRANCE)


def test_3a_never_on_an_ally_and_not_on_scotland_with_france() -> None:
    s = scene()
    s.ally(Power.ENGLAND, Power.FRANCE)
    with pytest.raises(AssertionError):
        play(s, Power.ENGLAND, 3, "a", {"choice/3/war@england": pick("scotland")})
    s = scene()
    s.begin_war(Power.ENGLAND, Power.FRANCE)
    s.begin_war(Power.ENGLAND, Power.HAPSBURG)
    s.begin_war(Power.ENGLAND, Power.SCOTLAND)
    assert refused(s, Power.ENGLAND, 3, "a") == "already_at_war"


def test_40_war_on_one_major_power_and_2_cp() -> None:
    s = scene(turn=3)
    play(s, Power.OTTOMAN, 40, "a", {"choice/40/war@ottoman": pick("hapsburg")})
    assert s.at_war(Power.OTTOMAN, Power.HAPSBURG)
    assert s.impulse is not None
    assert s.impulse.cp == 2
    assert where(s, 40) == "discard"


@pytest.mark.parametrize("target", ["venice", "protestant", "france"])
def test_40_majors_only_and_protestants_after_the_league(target: str) -> None:
    s = scene(turn=3)
    s.ally(Power.OTTOMAN, Power.FRANCE)
    with pytest.raises(AssertionError):
        play(s, Power.OTTOMAN, 40, "a", {"choice/40/war@ottoman": pick(target)})


def test_40_needs_a_target() -> None:
    s = scene(turn=3)
    assert refused(s, Power.PROTESTANT, 40) == "no_target"


def test_7a_takes_a_card_and_keeps_it() -> None:
    s = scene()
    s.debaters[DebaterId("luther")] = Standing.READY
    on_discard(s, 24, 80)
    play(s, Power.PROTESTANT, 7, "a", {"choice/7/retrieve@protestant": {"do": "choose", "card": 80}})
    assert where(s, 80) == "protestant"
    assert where(s, 7) == "spent protestant"


@pytest.mark.parametrize(("mode", "cp"), [("cp", 1), ("a", 0)])
def test_7a_plays_it_at_once(mode: str, cp: int) -> None:
    s = scene()
    on_discard(s, 24, 80)
    answers = {
        "choice/7/retrieve@protestant": {"do": "choose", "card": 80},
        "choice/7/keep_or_play@protestant": pick(mode),
    }
    play(s, Power.PROTESTANT, 7, "a", answers)
    assert s.impulse is not None
    assert s.impulse.cp == cp
    assert where(s, 80) == "discard"
    assert any(here.unrest for here in s.spaces.values()) == (mode == "a")


def test_7a_no_mandatory_card_nor_one_it_used_this_turn() -> None:
    s = scene()
    on_discard(s, 12)
    assert refused(s, Power.PROTESTANT, 7) == "no_target"
    play(s, Power.PROTESTANT, 80)
    assert refused(s, Power.PROTESTANT, 7) == "no_target"
    on_discard(s, 24)
    assert refused(s, Power.PROTESTANT, 7) == ""


def test_7a_an_event_of_another_power_this_turn_serves_for_cp_only() -> None:
    s = scene()
    play(s, Power.FRANCE, 80)
    on_discard(s, 24)
    answers = {
        "choice/7/retrieve@protestant": {"do": "choose", "card": 80},
        "choice/7/keep_or_play@protestant": pick("a"),
    }
    with pytest.raises(AssertionError):
        play(s, Power.PROTESTANT, 7, "a", answers)


@pytest.mark.parametrize("end", [Standing.BURNT, Standing.OUT])
def test_7a_luther_must_live(end: Standing) -> None:
    s = scene()
    on_discard(s, 24)
    s.debaters[DebaterId("luther")] = end
    assert refused(s, Power.PROTESTANT, 7) == "luther_dead"
