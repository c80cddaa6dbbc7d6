"""Queries and changes of the position."""

from __future__ import annotations

import pytest

from engine.here_i_stand.records import Land, Pair, Ships, pair
from engine.here_i_stand.terms import (
    CardNumber,
    LeaderId,
    Milestone,
    Power,
    Religion,
    SeaId,
    SpaceId,
    UnitType,
    Whereabouts,
)
from tests.engine.here_i_stand.boards import start

VIENNA, BUDA, BELGRADE, LONDON = SpaceId("vienna"), SpaceId("buda"), SpaceId("belgrade"), SpaceId("london")
ORAN, GENOA = SpaceId("oran"), SpaceId("genoa")


def test_units_come_and_go() -> None:
    s = start()
    s.add_land(Power.HAPSBURG, VIENNA, Land(mercenaries=2))
    assert s.land(Power.HAPSBURG, VIENNA) == Land(4, 2, 0)
    s.take_land(Power.HAPSBURG, VIENNA, Land(regulars=4, mercenaries=2))
    assert VIENNA not in s.forces
    assert s.is_occupied(VIENNA)  # Ferdinand is still there (R78)
    with pytest.raises(ValueError, match="can't be taken"):
        s.take_land(Power.HAPSBURG, VIENNA, Land(regulars=1))


def test_a_copy_is_given_of_units() -> None:
    s = start()
    s.land(Power.HAPSBURG, VIENNA).regulars = 99
    assert s.land(Power.HAPSBURG, VIENNA).of(UnitType.REGULAR) == 4


def test_units_withdraw_and_come_out() -> None:
    """13.4: some may be inside and some outside at the same time."""
    s = start()
    s.go_inside(Power.HUNGARY, BUDA, Land(regulars=3))
    assert s.forces[BUDA].outside[Power.HUNGARY].regulars == 2
    assert s.forces[BUDA].inside[Power.HUNGARY].regulars == 3
    assert s.land(Power.HUNGARY, BUDA).strength == 5
    s.come_out(Power.HUNGARY, BUDA, Land(regulars=3))
    assert s.forces[BUDA].inside == {}
    with pytest.raises(ValueError, match="can't be taken"):
        s.come_out(Power.HUNGARY, BUDA, Land(regulars=1))


def test_a_siege_is_remembered_of_an_empty_space() -> None:
    s = start()
    s.forces[BELGRADE].sieges[Power.OTTOMAN] = 7
    s.take_land(Power.HUNGARY, BELGRADE, Land(regulars=1))
    assert s.forces[BELGRADE].sieges == {Power.OTTOMAN: 7}


def test_a_stack_has_the_units_of_active_minors() -> None:
    """0.2"""
    s = start()
    s.add_land(Power.HAPSBURG, BUDA, Land(regulars=1))
    assert s.stack(Power.HAPSBURG, BUDA) == 1
    s.ally(Power.HAPSBURG, Power.HUNGARY)
    assert s.own_force(Power.HAPSBURG) == (Power.HAPSBURG, Power.HUNGARY)
    assert s.stack(Power.HAPSBURG, BUDA) == 6


def test_ships_of_one_owner_are_one_record_but_for_loans() -> None:
    """9.2"""
    s, sea = start(), SeaId("gulf_of_lyon")
    s.add_ships(Ships(Power.FRANCE, 1), sea)
    s.add_ships(Ships(Power.FRANCE, 1), sea)
    s.add_ships(Ships(Power.FRANCE, 1, borrower=Power.OTTOMAN), sea)
    assert [(one.squadrons, one.borrower) for one in s.ships_at(sea)] == [(2, None), (1, Power.OTTOMAN)]
    with pytest.raises(ValueError, match="can't be taken"):
        s.take_ships(Ships(Power.FRANCE, 3), sea)
    s.take_ships(Ships(Power.FRANCE, 2), sea)
    s.take_ships(Ships(Power.FRANCE, 1, borrower=Power.OTTOMAN), sea)
    assert sea not in s.fleets
    with pytest.raises(ValueError, match="can't be taken"):
        s.take_ships(Ships(Power.FRANCE, 1), sea)


def test_a_position_has_its_own_record_of_ships() -> None:
    s, sea = start(), SeaId("north_sea")
    coming = Ships(Power.ENGLAND, 1)
    s.add_ships(coming, sea)
    s.add_ships(coming, sea)
    assert (coming.squadrons, s.ships_at(sea)[0].squadrons) == (1, 2)


def test_leaders_move_and_are_no_longer_captive() -> None:
    s, doria = start(), LeaderId("andrea_doria")
    assert s.leaders_at(GENOA) == [doria]
    state = s.leaders[doria]
    state.where, state.at, state.captor = Whereabouts.CAPTURED, "", Power.FRANCE
    assert s.leaders_at(GENOA) == []
    s.place_leader(doria, SeaId("gulf_of_lyon"))
    assert (s.leaders_at(SeaId("gulf_of_lyon")), state.captor) == ([doria], None)


def test_wars_know_no_order_of_names() -> None:
    s = start()
    s.begin_war(Power.VENICE, Power.OTTOMAN)
    s.begin_war(Power.OTTOMAN, Power.VENICE)
    assert s.wars.count(Pair(Power.OTTOMAN, Power.VENICE)) == 1
    s.end_war(Power.VENICE, Power.OTTOMAN)
    assert not s.at_war(Power.OTTOMAN, Power.VENICE)
    with pytest.raises(ValueError):
        s.end_war(Power.OTTOMAN, Power.VENICE)
    with pytest.raises(ValueError, match="no pair"):
        pair(Power.VENICE, Power.VENICE)


def test_an_active_minor_shares_wars_and_allies() -> None:
    """22.3"""
    s = start()
    s.ally(Power.FRANCE, Power.SCOTLAND)
    s.ally(Power.ENGLAND, Power.FRANCE)
    assert s.at_war(Power.SCOTLAND, Power.HAPSBURG)
    assert s.allied(Power.SCOTLAND, Power.FRANCE)
    assert s.allied(Power.ENGLAND, Power.SCOTLAND)
    assert not s.at_war(Power.SCOTLAND, Power.FRANCE)
    assert s.alliances == [Pair(Power.ENGLAND, Power.FRANCE)]


def test_independents_are_nobodys_friend_or_enemy() -> None:
    """0.2"""
    s = start()
    assert not any(s.allied(Power.INDEPENDENT, power) or s.at_war(Power.INDEPENDENT, power) for power in Power)


def test_a_pirate_haven_is_a_fortified_ottoman_home_space() -> None:
    """21.1"""
    s = start()
    assert (s.home(ORAN), s.is_fortified(ORAN)) == (Power.HAPSBURG, False)
    s.spaces[ORAN].haven = True
    assert (s.home(ORAN), s.is_fortified(ORAN)) == (Power.OTTOMAN, True)
    assert ORAN in s.home_spaces(Power.OTTOMAN)
    assert ORAN not in s.home_spaces(Power.HAPSBURG)


def test_a_fortress_marker_fortifies() -> None:
    s = start()
    here = SpaceId("plymouth")
    assert not s.is_fortified(here)
    s.spaces[here].fortress = True
    assert s.is_fortified(here)


def test_algiers_gets_a_home_power() -> None:
    s = start()
    s.milestones.append(Milestone.BARBARY_PIRATES)
    assert SpaceId("algiers") in s.home_spaces(Power.OTTOMAN)


def test_ottoman_home_spaces_are_immune() -> None:
    """2.3"""
    s = start()
    s.convert(LONDON, Religion.PROTESTANT)
    assert s.protestant_spaces() == [LONDON]
    with pytest.raises(ValueError, match="immune"):
        s.convert(SpaceId("istanbul"), Religion.PROTESTANT)


def test_unrest_silences_keys_and_protestant_spaces() -> None:
    """12.4"""
    s = start()
    s.convert(LONDON, Religion.PROTESTANT)
    s.spaces[LONDON].unrest = True
    assert LONDON not in s.keys(Power.ENGLAND)
    assert LONDON in s.controlled(Power.ENGLAND)
    assert s.protestant_spaces() == []


def test_cards_are_kept_by_number_and_spent() -> None:
    """6.1: a home card goes onto the power card."""
    s = start()
    ottoman = s.powers[Power.OTTOMAN]
    for card in (66, 24):
        s.give(Power.OTTOMAN, CardNumber(card))
    assert ottoman.hand == [24, 66]
    s.spend(Power.OTTOMAN, CardNumber(66))
    s.spend(Power.OTTOMAN, CardNumber(1))
    assert (ottoman.hand, ottoman.home_cards, ottoman.spent_home_cards, s.discard) == ([24], [], [1], [66])
    with pytest.raises(ValueError):
        s.spend(Power.OTTOMAN, CardNumber(1))


def test_occupied_by_ships_or_a_leader() -> None:
    """12.4"""
    s, plymouth = start(), SpaceId("plymouth")
    assert not s.is_occupied(plymouth)
    s.add_ships(Ships(Power.ENGLAND, 1), plymouth)
    assert s.is_occupied(plymouth)
    s.take_ships(Ships(Power.ENGLAND, 1), plymouth)
    s.place_leader(LeaderId("henry_viii"), plymouth)
    assert s.is_occupied(plymouth)
