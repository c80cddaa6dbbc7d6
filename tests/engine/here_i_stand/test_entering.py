"""13.1-2, 3, 5: which spaces a formation may enter, and who there is treated as its enemy."""

from __future__ import annotations

import pytest

from engine.here_i_stand.entering import hostiles, treated_as_enemies, why_not_enter
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId
from tests.engine.here_i_stand.marching import bare, put

OTTOMAN, HAPSBURG, ENGLAND, FRANCE, PAPACY = (
    Power.OTTOMAN, Power.HAPSBURG, Power.ENGLAND, Power.FRANCE, Power.PAPACY,
)  # fmt: skip
PROTESTANT, HUNGARY, INDEPENDENT = Power.PROTESTANT, Power.HUNGARY, Power.INDEPENDENT
GRAZ, LINZ, METZ = SpaceId("graz"), SpaceId("linz"), SpaceId("metz")
TURKISH_WAR = [(OTTOMAN, HAPSBURG)]


def entering(s: HisState, power: Power, to: str, strength: int = 1) -> str:
    """Why units, or with 0 leaders alone, may not enter a space."""
    units = {power: Land(strength)} if strength else {}
    reason = why_not_enter(s, power, Formation(LINZ, units), SpaceId(to))
    return "" if reason is None else reason.key


# ------------------------------------------------------------------ 13.1-2: whose space it is


@pytest.mark.parametrize(
    ("controller", "reason"),
    [(HAPSBURG, ""), (INDEPENDENT, ""), (FRANCE, ""), (OTTOMAN, ""), (PAPACY, "neutral_space"), (HUNGARY, "")],
)
def test_2_the_controller(controller: Power, reason: str) -> None:
    """13.1-2: own, independent, of an enemy, of an ally; an active minor's spaces are its major's."""
    s = bare(HAPSBURG, wars=TURKISH_WAR)
    s.ally(HAPSBURG, FRANCE)
    s.ally(HAPSBURG, HUNGARY)
    s.take_control(GRAZ, controller)
    assert entering(s, HAPSBURG, "graz") == reason


def test_2_an_inactive_minor_is_a_power_like_others() -> None:
    s = bare(OTTOMAN)
    assert entering(s, OTTOMAN, "buda") == "neutral_space"
    s.begin_war(OTTOMAN, HUNGARY)
    assert entering(s, OTTOMAN, "buda") == ""


def test_what_is_out_of_play_can_not_be_entered() -> None:
    """21.1"""
    s = bare(OTTOMAN)
    assert entering(s, OTTOMAN, "algiers") == "out_of_play"


# ------------------------------------------------------------------ 13.1-3: whose units are there


def in_modena(*owners: Power) -> HisState:
    """Independent Modena, with a unit of each owner. The Hapsburgs are at war with France and the Ottoman, and allied
    to England and the Papacy."""
    s = bare(HAPSBURG, wars=[(HAPSBURG, FRANCE), (HAPSBURG, OTTOMAN)])
    s.ally(HAPSBURG, ENGLAND)
    s.ally(HAPSBURG, PAPACY)
    for owner in owners:
        put(s, owner, "modena", 1)
    return s


@pytest.mark.parametrize(
    ("owners", "reason"),
    [
        ((), ""),
        ((HAPSBURG,), ""),
        ((INDEPENDENT,), ""),
        ((ENGLAND,), ""),
        ((ENGLAND, PAPACY), ""),
        ((ENGLAND, INDEPENDENT), ""),
        ((FRANCE,), ""),
        ((FRANCE, OTTOMAN), ""),
        ((FRANCE, INDEPENDENT, HAPSBURG), ""),
        ((HUNGARY,), "units_of_others"),
        ((FRANCE, ENGLAND), "units_of_others"),
        ((FRANCE, HUNGARY), "units_of_others"),
        ((ENGLAND, HUNGARY), "units_of_others"),
    ],
)
def test_3_all_allied_or_all_enemies(owners: tuple[Power, ...], reason: str) -> None:
    """13.1-3a, b: units of third powers bar, independents never do (R9), nor does the own force."""
    assert entering(in_modena(*owners), HAPSBURG, "modena") == reason


def test_3c_an_enemys_space_with_his_allies() -> None:
    """13.1-3c: all units are his or his allies': all of them are treated as enemies."""
    s = in_modena(FRANCE, HUNGARY)
    s.take_control(SpaceId("modena"), FRANCE)
    assert entering(s, HAPSBURG, "modena") == "units_of_others"
    s.alliances.clear()
    s.ally(FRANCE, PROTESTANT)
    s.forces.clear()
    put(s, FRANCE, "modena", 1)
    put(s, PROTESTANT, "modena", 1)
    modena = SpaceId("modena")
    assert entering(s, HAPSBURG, "modena") == ""
    assert treated_as_enemies(s, HAPSBURG, modena) == [PROTESTANT]
    assert hostiles(s, HAPSBURG, modena) == [FRANCE, PROTESTANT]
    s.take_control(modena, INDEPENDENT)
    assert entering(s, HAPSBURG, "modena") == "units_of_others"
    assert treated_as_enemies(s, HAPSBURG, modena) == []


def test_3c_an_ally_of_both_fights_beside_the_enemy_but_not_alone() -> None:
    """9.2-3: allied units of the mover stand with the enemy; where they are alone he joins them (13.1-3a)."""
    s = in_modena(ENGLAND)
    modena = SpaceId("modena")
    s.take_control(modena, FRANCE)
    s.ally(FRANCE, ENGLAND)
    assert entering(s, HAPSBURG, "modena") == ""
    assert treated_as_enemies(s, HAPSBURG, modena) == []
    put(s, FRANCE, "modena", 1)
    assert entering(s, HAPSBURG, "modena") == ""
    assert treated_as_enemies(s, HAPSBURG, modena) == [ENGLAND]


def siege_of_metz(controller: Power, inside: Power | None, besieger: Power) -> HisState:
    """As in Modena: one unit inside Metz, two before it."""
    s = in_modena()
    s.take_control(METZ, controller)
    if inside is not None:
        put(s, inside, "metz", 1)
        s.go_inside(inside, METZ, Land(1))
    put(s, besieger, "metz", 2)
    s.forces[METZ].sieges[besieger] = 3
    return s


@pytest.mark.parametrize(
    ("controller", "inside", "besieger", "reason"),
    [
        (ENGLAND, ENGLAND, PAPACY, "units_of_others"),  # one ally besieges another
        (ENGLAND, None, PAPACY, "units_of_others"),
        (FRANCE, FRANCE, OTTOMAN, "units_of_others"),  # one enemy besieges another
        (FRANCE, None, OTTOMAN, "units_of_others"),
        (ENGLAND, ENGLAND, FRANCE, ""),  # relief
        (HAPSBURG, HAPSBURG, FRANCE, ""),
        (HAPSBURG, None, FRANCE, ""),
        (FRANCE, FRANCE, ENGLAND, ""),  # the ally besieges the enemy
        (FRANCE, FRANCE, HAPSBURG, ""),  # the own siege
        (FRANCE, None, HAPSBURG, ""),
        (INDEPENDENT, INDEPENDENT, FRANCE, ""),  # the seed: he must fight the besiegers first
        (INDEPENDENT, INDEPENDENT, ENGLAND, ""),
        (INDEPENDENT, INDEPENDENT, HUNGARY, "units_of_others"),
        (FRANCE, FRANCE, HUNGARY, "units_of_others"),
        (ENGLAND, HUNGARY, FRANCE, "units_of_others"),
    ],
)
def test_3d_sieges(controller: Power, inside: Power | None, besieger: Power, reason: str) -> None:
    """13.1-3a, b, d"""
    assert entering(siege_of_metz(controller, inside, besieger), HAPSBURG, "metz") == reason


# ------------------------------------------------------------------ 13.1-5, 7


@pytest.mark.parametrize(
    ("controller", "owner", "reason"),
    [
        (HAPSBURG, None, ""),
        (INDEPENDENT, None, ""),
        (ENGLAND, PAPACY, ""),
        (FRANCE, None, "leaders_alone"),
        (HAPSBURG, FRANCE, "leaders_alone"),
        (INDEPENDENT, INDEPENDENT, "leaders_alone"),
        (HAPSBURG, HUNGARY, "units_of_others"),
    ],
)
def test_5_leaders_without_units(controller: Power, owner: Power | None, reason: str) -> None:
    """13.1-5, R1: not into a space controlled by an enemy or holding enemy or independent land units."""
    s = in_modena()
    s.take_control(GRAZ, controller)
    if owner is not None:
        put(s, owner, "graz", 1)
    assert entering(s, HAPSBURG, "graz", 0) == reason
