"""21.3 Henry's marriages and the pregnancy chart: E106 and the rest of the chart."""

from __future__ import annotations

import pytest

from engine.here_i_stand.marriage import advance_marriage, why_no_advance
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Heir, LeaderId, Power, RulerId, SpaceId, WifeId
from engine.here_i_stand.victory import special_vp
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.letters import capture

ENG, PRO = Power.ENGLAND, Power.PROTESTANT


def at(wife: str) -> HisState:
    s = start("1532")
    s.turn = 5
    s.tudors.marital = WifeId(wife)
    return s


def advance(s: HisState, die: int = 1) -> None:
    drive(advance_marriage(s, rule="21.3"), chance=lambda sizes: [min(die, size) for size in sizes])


def test_e106_anne_boleyn_bears_elizabeth_jane_seymour_a_sickly_edward() -> None:
    s = at("ask_for_divorce")
    before = special_vp(s, ENG)
    advance(s, 4)
    assert s.tudors.elizabeth_born
    assert special_vp(s, ENG) == before + 2
    advance(s, 4)
    assert s.tudors.edward is Heir.SICKLY
    assert special_vp(s, ENG) == before + 5
    reason = why_no_advance(s)
    assert reason is not None
    assert reason.key == "henry_has_heirs"


def test_a_used_line_moves_up() -> None:
    s = at("jane_seymour")
    s.tudors.results = [1, 2]
    advance(s, 1)
    assert s.tudors.results == [1, 2, 3]
    assert s.this_turn.wedding_pending


def test_seven_is_six_and_ends_the_rolls() -> None:
    s = at("anne_boleyn")
    advance(s, 6)
    assert s.tudors.edward is Heir.HEALTHY
    assert why_no_advance(s) is not None


def test_edward_recovers() -> None:
    s = at("jane_seymour")
    s.tudors.results, s.tudors.edward = [5], Heir.SICKLY
    advance(s, 5)
    assert s.tudors.edward is Heir.HEALTHY


def test_the_box_before_a_wife_rolls_nothing() -> None:
    s = at("catherine_of_aragon")
    advance(s)
    assert s.tudors.marital == "ask_for_divorce"
    assert s.tudors.results == []


def test_anne_boleyn_brings_the_reformation_and_the_discount() -> None:
    s = at("ask_for_divorce")
    advance(s)
    assert s.tudors.boleyn_turn == 5
    assert s.tudors.catherine_discount


@pytest.mark.parametrize(("allied", "cards"), [(True, 1), (False, 0)])
def test_anne_of_cleves(allied: bool, cards: int) -> None:
    s = at("jane_seymour")
    s.deck += list(s.waiting[:0])
    if allied:
        s.ally(ENG, PRO)
    before = len(s.powers[ENG].hand), len(s.powers[PRO].hand)
    advance(s)
    assert (len(s.powers[ENG].hand), len(s.powers[PRO].hand)) == (before[0] + cards, before[1] + cards)


def test_kathryn_howard() -> None:
    s = at("anne_of_cleves")
    before = len(s.powers[ENG].hand)
    advance(s)
    assert len(s.powers[ENG].hand) == before + 1


@pytest.mark.parametrize("case", ["captured", "besieged", "dead", "last"])
def test_when_the_marker_stays(case: str) -> None:
    s = at("ask_for_divorce")
    assert why_no_advance(s) is None
    if case == "captured":
        capture(s, "henry_viii", Power.FRANCE)
    elif case == "besieged":
        s.leaders[LeaderId("henry_viii")].inside = True
        s.forces[SpaceId(s.leaders[LeaderId("henry_viii")].at)].sieges[Power.FRANCE] = 1
    elif case == "dead":
        s.powers[ENG].ruler = RulerId("edward_vi")
    else:
        s.tudors.marital = WifeId("katherine_parr")
    assert why_no_advance(s) is not None
