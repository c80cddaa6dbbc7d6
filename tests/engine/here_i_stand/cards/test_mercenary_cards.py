"""Cards 33 Landsknechts and 36 Swiss Mercenaries, in windows and as an activity."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.core.flow import Flow
from engine.here_i_stand.cards.mercenary_cards import sites
from engine.here_i_stand.cards.playing import play_event, why_no_event
from engine.here_i_stand.cards.responses import at_border, before_count
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import ForeignWarState, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, BattleKind, CardNumber, Milestone, Power, SpaceId
from engine.here_i_stand.windows import any_time
from tests.engine.here_i_stand.cards.scenes import (
    ANTWERP,
    BUDA,
    CALAIS,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    MILAN,
    OTTOMAN,
    PAPACY,
    PARIS,
    PROTESTANT,
    VIENNA,
    action,
    asked_in,
    bloody,
    fight,
    gets,
    response,
    same_for_all_hands,
    side,
)
from tests.engine.here_i_stand.flows import drive

ANY_TIME = "response/any_time_action_phase"
FIELD = "response/field_battle_before_count"


def mercenaries(s: HisState, power: Power) -> dict[str, int]:
    return {space: s.land(power, space).mercenaries for space in s.forces if s.land(power, space).mercenaries}


def options(s: HisState, power: Power, flow: Flow[Any]) -> Any:
    asked: list[AnyDecision] = []
    drive(flow, asked=asked)
    return next(one for one in asked if one.seat == power).options


# ------------------------------------------------------------------ new units at the border of two impulses


@pytest.mark.parametrize(
    ("card", "power", "count"),
    [(33, HAPSBURG, 4), (33, ENGLAND, 2), (33, FRANCE, 2), (33, PAPACY, 2), (36, FRANCE, 4), (36, HAPSBURG, 2),
     (36, ENGLAND, 2), (36, PAPACY, 2)],
)  # fmt: skip
def test_so_many_new_mercenaries(card: int, power: Power, count: int) -> None:
    s = action(OTTOMAN)
    gets(s, power, card)
    drive(any_time(s), {f"{ANY_TIME}@{power}": response(card)})
    assert sum(mercenaries(s, power).values()) == count
    assert s.discard == [card]
    check_pieces(s)


def check_pieces(s: HisState) -> None:
    s.impulse = None
    check(s)


def test_divided_among_spaces() -> None:
    s = action(OTTOMAN)
    gets(s, HAPSBURG, 33)
    drive(any_time(s), {f"{ANY_TIME}@hapsburg": response(33, placing="vienna 3,antwerp 1")})
    assert mercenaries(s, HAPSBURG) == {"vienna": 3, "antwerp": 1}


@pytest.mark.parametrize(
    ("placing", "key"),
    [
        ("vienna 3", "wrong_total"),
        ("vienna 5", "wrong_total"),
        ("graz 4", "no_place_for_mercenaries"),
        ("paris 4", "no_place_for_mercenaries"),
        ("vienna", "units_by_place"),
        ("vienna 2,vienna 2", "units_by_place"),
        ("vienna 0,antwerp 4", "units_by_place"),
        ("nowhere 4", "no_place_for_mercenaries"),
    ],
)
def test_placings_that_are_refused(placing: str, key: str) -> None:
    """17: where own land units stand."""
    s = action(OTTOMAN)
    gets(s, HAPSBURG, 33)
    reason = options(s, HAPSBURG, any_time(s)).why_not([[response(33, placing=placing)]])
    assert reason is not None
    assert reason.key == key


def test_not_under_siege_but_with_the_besiegers_and_not_in_unrest() -> None:
    s = action(OTTOMAN)
    s.go_inside(HAPSBURG, VIENNA, Land(regulars=4))
    s.add_land(OTTOMAN, VIENNA, Land(regulars=5))
    s.forces[VIENNA].sieges = {OTTOMAN: 0}
    assert VIENNA not in sites(s, HAPSBURG)
    s.go_inside(FRANCE, MILAN, Land(regulars=2))
    s.add_land(HAPSBURG, MILAN, Land(regulars=3))
    s.forces[MILAN].sieges = {HAPSBURG: 0}
    assert MILAN in sites(s, HAPSBURG)
    assert MILAN not in sites(s, FRANCE)
    assert ANTWERP in sites(s, HAPSBURG)
    s.spaces[ANTWERP].unrest = True
    assert ANTWERP not in sites(s, HAPSBURG)


def test_with_units_of_an_active_minor() -> None:
    """0.2: own force."""
    s = action(OTTOMAN)
    venice = SpaceId("venice")
    assert venice not in sites(s, PAPACY)
    s.minors[Power.VENICE].ally = PAPACY
    assert venice in sites(s, PAPACY)


def test_only_as_many_as_there_are_counters() -> None:
    """5.2: what can't be laid out is lost; fewer may be written then."""
    s = action(OTTOMAN)
    gets(s, PAPACY, 33)
    while sites(s, PAPACY):
        s.add_land(PAPACY, sites(s, PAPACY)[0], Land(mercenaries=1))
    assert f"{ANY_TIME}@papacy" not in asked_in(any_time(s)) or 38 in s.deck
    space = next(iter(mercenaries(s, PAPACY)))
    s.take_land(PAPACY, SpaceId(space), Land(mercenaries=1))
    before = sum(mercenaries(s, PAPACY).values())
    drive(any_time(s), {f"{ANY_TIME}@papacy": response(33)})
    assert sum(mercenaries(s, PAPACY).values()) > before
    check_pieces(s)


def test_protestants_not_before_the_league() -> None:
    """21.6"""
    s = action(OTTOMAN)
    wittenberg = SpaceId("wittenberg")
    s.take_control(wittenberg, PROTESTANT)
    s.add_land(PROTESTANT, wittenberg, Land(regulars=2))
    assert sites(s, PROTESTANT) == []
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    assert sites(s, PROTESTANT) == [wittenberg]


def test_forced_foreign_war_takes_them() -> None:
    """21.7, R76: while a war needs units, new ones go there."""
    s = action(OTTOMAN)
    war = next(number for number, one in s.board.tables.foreign_wars.items() if one.power is ENGLAND)
    s.foreign_wars.append(ForeignWarState(war, required=4, enemies=3, units=Land(regulars=3)))
    gets(s, ENGLAND, 33)
    drive(any_time(s), {f"{ANY_TIME}@england": response(33, placing="london 2")})
    assert s.foreign_wars[0].units == Land(regulars=3, mercenaries=1)
    assert mercenaries(s, ENGLAND) == {"london": 1}


# ------------------------------------------------------------------ the Ottoman


def hired(s: HisState) -> None:
    s.add_land(HAPSBURG, VIENNA, Land(mercenaries=1))
    s.add_land(FRANCE, PARIS, Land(mercenaries=2))
    s.add_land(PAPACY, PARIS, Land(mercenaries=1))


def test_the_ottoman_takes_two_away() -> None:
    """33: of any owners, anywhere."""
    s = action(FRANCE)
    hired(s)
    gets(s, OTTOMAN, 33)
    drive(any_time(s), {f"{ANY_TIME}@ottoman": response(33, placing="vienna 1,paris france 1")})
    assert mercenaries(s, HAPSBURG) == {}
    assert mercenaries(s, FRANCE) == {"paris": 1}
    assert mercenaries(s, PAPACY) == {"paris": 1}
    assert mercenaries(s, OTTOMAN) == {}


@pytest.mark.parametrize(
    ("placing", "key"),
    [
        ("paris 2", "not_so_many_mercenaries"),
        ("paris france 1", "wrong_total"),
        ("paris france 3", "not_so_many_mercenaries"),
        ("paris england 2", "not_so_many_mercenaries"),
        ("paris france two", "units_by_place"),
    ],
)
def test_removals_that_are_refused(placing: str, key: str) -> None:
    s = action(FRANCE)
    hired(s)
    gets(s, OTTOMAN, 33)
    reason = options(s, OTTOMAN, any_time(s)).why_not([[response(33, placing=placing)]])
    assert reason is not None
    assert reason.key == key


def test_the_default_hurts_enemies_first() -> None:
    s = action(FRANCE)
    hired(s)
    s.begin_war(OTTOMAN, PAPACY)
    gets(s, OTTOMAN, 33)
    drive(any_time(s), {f"{ANY_TIME}@ottoman": response(33)})
    assert mercenaries(s, PAPACY) == {}
    assert mercenaries(s, FRANCE) == {"paris": 1}


def test_the_ottoman_is_not_asked_for_landsknechts_without_mercenaries() -> None:
    s = action(FRANCE)
    for card in (36, 38):
        (s.deck if card in s.deck else s.waiting).remove(CardNumber(card))
        s.removed.append(CardNumber(card))
    assert f"{ANY_TIME}@ottoman" not in asked_in(any_time(s))
    hired(s)
    assert f"{ANY_TIME}@ottoman" in asked_in(any_time(s))


def test_besieged_mercenaries_go_too_and_a_siege_may_break() -> None:
    """15.3: at once."""
    s = action(FRANCE)
    s.go_inside(FRANCE, MILAN, Land(regulars=2))
    s.add_land(HAPSBURG, MILAN, Land(regulars=1, mercenaries=2))
    s.forces[MILAN].sieges = {HAPSBURG: 0}
    gets(s, OTTOMAN, 33)
    drive(any_time(s), {f"{ANY_TIME}@ottoman": response(33, placing="milan 2")})
    assert MILAN not in s.forces or not s.forces[MILAN].sieges


def test_the_ottoman_hires_swiss_for_france_who_places_them() -> None:
    """36: France chooses the spaces."""
    s = action(HAPSBURG)
    gets(s, OTTOMAN, 36)
    answers = {
        f"{ANY_TIME}@ottoman": response(36),
        "choice/36/mercenaries@france": {"do": "choose", "pick": "paris 1,milan 3"},
    }
    drive(any_time(s), answers)
    assert mercenaries(s, FRANCE) == {"paris": 1, "milan": 3}


def test_the_ottoman_does_not_choose_for_france() -> None:
    s = action(HAPSBURG)
    gets(s, OTTOMAN, 36)
    reason = options(s, OTTOMAN, any_time(s)).why_not([[response(36, placing="milan 4")]])
    assert reason is not None
    assert reason.key == "france_places"


# ------------------------------------------------------------------ before dice are counted


def test_before_a_field_battle_the_attacker_then_each_defender() -> None:
    """14-1, D34"""
    s = action(FRANCE)
    s.ally(HAPSBURG, PAPACY)
    defence = side(HAPSBURG, PAPACY, hapsburg=Land(regulars=2), papacy=Land(regulars=1))
    fight(s, side(FRANCE, france=Land(regulars=4)), defence, at=MILAN)
    assert asked_in(before_count(s)) == [f"{FIELD}@france", f"{FIELD}@hapsburg", f"{FIELD}@papacy"]


def test_they_join_the_battle() -> None:
    s = action(FRANCE)
    battle = fight(s, side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=2)), at=MILAN)
    gets(s, HAPSBURG, 33)
    gets(s, FRANCE, 36)
    drive(before_count(s), {f"{FIELD}@france": response(36), f"{FIELD}@hapsburg": response(33, placing="milan 4")})
    assert battle.attack.units == {FRANCE: Land(regulars=4, mercenaries=4)}
    assert battle.defence.units == {HAPSBURG: Land(regulars=2, mercenaries=4)}
    assert s.land(FRANCE, MILAN) == Land(regulars=4, mercenaries=4)


def test_both_cards_of_one_power() -> None:
    s = action(FRANCE)
    fight(s, side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=2)), at=MILAN)
    gets(s, FRANCE, 33)
    gets(s, FRANCE, 36)
    asked: list[AnyDecision] = []
    answers = {
        f"{FIELD}@france": response(33),
    }
    drive(before_count(s), answers, asked=asked)
    assert [one.seat for one in asked] == [FRANCE, FRANCE, HAPSBURG]
    assert s.land(FRANCE, MILAN).mercenaries == 2


def test_elsewhere_they_do_not_join() -> None:
    s = action(FRANCE)
    battle = fight(s, side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=2)), at=MILAN)
    gets(s, HAPSBURG, 33)
    drive(before_count(s), {f"{FIELD}@hapsburg": response(33, placing="vienna 4")})
    assert battle.defence.units == {HAPSBURG: Land(regulars=2)}


def test_the_ottoman_takes_them_out_of_the_battle() -> None:
    s = action(OTTOMAN)
    defence = side(HAPSBURG, hapsburg=Land(regulars=1, mercenaries=3))
    battle = fight(s, side(OTTOMAN, ottoman=Land(regulars=4)), defence)
    gets(s, OTTOMAN, 33)
    drive(before_count(s), {f"{FIELD}@ottoman": response(33, placing="buda 2")})
    assert battle.defence.units == {HAPSBURG: Land(regulars=1, mercenaries=1)}
    assert s.land(HAPSBURG, BUDA) == Land(regulars=1, mercenaries=1)


def test_a_side_may_lose_its_last_unit_so() -> None:
    s = action(OTTOMAN)
    battle = fight(s, side(OTTOMAN, ottoman=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(mercenaries=2)))
    gets(s, OTTOMAN, 33)
    drive(before_count(s), {f"{FIELD}@ottoman": response(33)})
    assert battle.defence.units == {}


def test_before_an_assault_the_active_power_alone() -> None:
    """15.1-2"""
    s = action(FRANCE)
    attack, defence = side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=2))
    battle = fight(s, attack, defence, SpaceId("besancon"), BattleKind.ASSAULT)
    gets(s, FRANCE, 33)
    assert asked_in(before_count(s)) == ["response/assault_before_count@france"]
    drive(before_count(s), {"response/assault_before_count@france": response(33)})
    assert battle.attack.units == {FRANCE: Land(regulars=4, mercenaries=2)}
    assert s.forces[SpaceId("besancon")].outside[FRANCE].mercenaries == 2


def test_besieged_defenders_get_none_in_their_space() -> None:
    s = action(FRANCE)
    attack, defence = side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=2))
    fight(s, attack, defence, SpaceId("besancon"), BattleKind.ASSAULT)
    assert SpaceId("besancon") not in sites(s, HAPSBURG)


def test_not_in_a_naval_combat() -> None:
    s = action(FRANCE)
    fight(s, side(FRANCE), side(HAPSBURG), "gulf_of_lyon", BattleKind.NAVAL)
    assert asked_in(before_count(s)) == []


def test_england_under_mary_is_not_asked() -> None:
    s = bloody(action(ENGLAND))
    gets(s, ENGLAND, 33)
    fight(s, side(ENGLAND, england=Land(regulars=4)), side(FRANCE, france=Land(regulars=2)), at=CALAIS)
    assert asked_in(before_count(s)) == [f"{FIELD}@france"]
    assert f"{ANY_TIME}@england" not in asked_in(at_border(s))
    reason = why_no_event(s, ENGLAND, CardNumber(33), "a")
    assert reason is not None


# ------------------------------------------------------------------ the activity of an impulse


def test_own_impulse_asks_where() -> None:
    s = action(HAPSBURG, cp=0)
    gets(s, HAPSBURG, 33)
    assert why_no_event(s, HAPSBURG, CardNumber(33), "a") is None
    drive(
        play_event(s, HAPSBURG, CardNumber(33), "a"),
        {"choice/33/mercenaries@hapsburg": {"do": "choose", "pick": "antwerp 4"}},
    )
    assert mercenaries(s, HAPSBURG) == {"antwerp": 4}
    assert s.discard == [33]


def test_own_impulse_of_the_ottoman() -> None:
    s = action(OTTOMAN, cp=0)
    hired(s)
    gets(s, OTTOMAN, 33)
    drive(
        play_event(s, OTTOMAN, CardNumber(33), "a"),
        {"choice/33/mercenaries@ottoman": {"do": "choose", "pick": "vienna 1,paris papacy 1"}},
    )
    assert mercenaries(s, PAPACY) == {}
    assert mercenaries(s, FRANCE) == {"paris": 2}


def test_own_impulse_swiss_of_the_ottoman() -> None:
    s = action(OTTOMAN, cp=0)
    gets(s, OTTOMAN, 36)
    asked: list[AnyDecision] = []
    drive(play_event(s, OTTOMAN, CardNumber(36), "a"), asked=asked)
    assert [one.seat for one in asked] == [FRANCE]
    assert mercenaries(s, FRANCE) == {"paris": 4}


def test_own_impulse_needs_a_use() -> None:
    s = action(OTTOMAN, cp=0)
    gets(s, OTTOMAN, 33)
    reason = why_no_event(s, OTTOMAN, CardNumber(33), "a")
    assert reason is not None
    assert reason.key == "no_use_of_card_now"


# ------------------------------------------------------------------ who is asked is public


def test_hidden_hands_do_not_show() -> None:
    def scene() -> HisState:
        s = action(FRANCE)
        hired(s)
        gets(s, HAPSBURG, 33)
        gets(s, OTTOMAN, 36)
        return s

    def all_windows(s: HisState) -> Flow[None]:
        yield from at_border(s)
        fight(s, side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=2)), at=MILAN)
        yield from before_count(s)
        attack, defence = side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=2))
        fight(s, attack, defence, SpaceId("besancon"), BattleKind.ASSAULT)
        yield from before_count(s)

    found = same_for_all_hands(all_windows, scene, shown=8)
    assert {one.split("@")[1] for one in found} >= set(MAJORS) - {PROTESTANT}
