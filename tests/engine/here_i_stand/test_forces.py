"""Chapter 5: formations, counters and change."""

from __future__ import annotations

import random

import pytest

from engine.here_i_stand.forces import (
    Formation,
    can_add,
    can_move,
    formation_limit,
    further_losses,
    is_representable,
    ships_left,
    why_no_formation,
)
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import ForeignWarState, Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, Power, SpaceId
from tests.engine.here_i_stand.boards import SCENARIOS, board_in, start

SULEIMAN, IBRAHIM = LeaderId("suleiman"), LeaderId("ibrahim_pasha")
ISTANBUL, BUDA, VIENNA = SpaceId("istanbul"), SpaceId("buda"), SpaceId("vienna")
GENOA, ROME, SIENA = SpaceId("genoa"), SpaceId("rome"), SpaceId("siena")


def why(s: HisState, power: Power, formation: Formation) -> str:
    reason = why_no_formation(s, power, formation)
    return "" if reason is None else reason.key


# ------------------------------------------------------------------ 5.1


@pytest.mark.parametrize(("leaders", "most"), [((SULEIMAN, IBRAHIM), 18), ((SULEIMAN,), 12), ((IBRAHIM,), 6), ((), 4)])
def test_e21_spring_deployment_size(leaders: tuple[LeaderId, ...], most: int) -> None:
    """E21: Istanbul holds Suleiman (12), Ibrahim (6), 20 units: with both up to 18; Suleiman alone 12; no leader 4."""
    s = start()
    s.add_land(Power.OTTOMAN, ISTANBUL, Land(regulars=12))
    assert s.stack(Power.OTTOMAN, ISTANBUL) == 20
    assert formation_limit(s.board, leaders) == most


@pytest.mark.parametrize(("leaders", "most"), [((), 4), ((IBRAHIM,), 6), ((SULEIMAN,), 12), ((SULEIMAN, IBRAHIM), 14)])
def test_e33_formation_limit(leaders: tuple[LeaderId, ...], most: int) -> None:
    """E33: 12 R, 2 C in Buda: no leader 4; Ibrahim 6; Suleiman 12; both 14 (limit 18)."""
    s = start()
    s.take_land(Power.HUNGARY, BUDA, s.land(Power.HUNGARY, BUDA))
    s.add_land(Power.OTTOMAN, BUDA, Land(regulars=12, cavalry=2))
    assert min(formation_limit(s.board, leaders), s.stack(Power.OTTOMAN, BUDA)) == most


def test_the_two_highest_ratings_count_and_naval_leaders_do_not() -> None:
    board = board_in(start().printing)
    assert formation_limit(board, [SULEIMAN, IBRAHIM, LeaderId("charles_v")]) == 12 + 10
    assert formation_limit(board, [LeaderId("andrea_doria")]) == 4


def test_a_formation_of_leaders_only() -> None:
    s = start()
    assert why(s, Power.OTTOMAN, Formation(ISTANBUL, {}, (SULEIMAN,))) == ""
    assert why(s, Power.OTTOMAN, Formation(ISTANBUL)) == "formation_empty"


def test_a_formation_mixes_a_major_with_its_active_minor_only() -> None:
    """5.1"""
    s = start()
    s.add_land(Power.FRANCE, GENOA, Land(regulars=1))
    s.add_land(Power.PAPACY, GENOA, Land(regulars=1))
    mixed = Formation(GENOA, {Power.FRANCE: Land(regulars=1), Power.GENOA: Land(regulars=2)})
    assert why(s, Power.FRANCE, mixed) == "not_own_force"
    s.ally(Power.FRANCE, Power.GENOA)
    assert why(s, Power.FRANCE, mixed) == ""
    s.wars.clear()
    s.ally(Power.FRANCE, Power.PAPACY)
    both = Formation(GENOA, {Power.FRANCE: Land(regulars=1), Power.PAPACY: Land(regulars=1)})
    assert why(s, Power.FRANCE, both) == "not_own_force"


@pytest.mark.parametrize(
    ("formation", "key"),
    [
        (Formation(VIENNA, {Power.HAPSBURG: Land(regulars=4)}), ""),
        (Formation(VIENNA, {Power.HAPSBURG: Land(regulars=5)}), "not_so_many_units"),
        (Formation(VIENNA, {Power.HAPSBURG: Land(mercenaries=1)}), "not_so_many_units"),
        (Formation(VIENNA, {Power.HAPSBURG: Land(regulars=-1)}), "not_so_many_units"),
        (Formation(VIENNA, {}, (LeaderId("charles_v"),)), "no_such_leader"),
        (Formation(VIENNA, {}, (LeaderId("ferdinand"), LeaderId("ferdinand"))), "leader_named_twice"),
        (Formation(GENOA, {}, (LeaderId("andrea_doria"),)), "no_such_leader"),
    ],
)
def test_what_is_no_formation(formation: Formation, key: str) -> None:
    assert why(start(), Power.HAPSBURG, formation) == key


def test_a_formation_that_is_too_big() -> None:
    s = start()
    five = Formation(ISTANBUL, {Power.OTTOMAN: Land(regulars=4, cavalry=1)})
    assert why(s, Power.OTTOMAN, five) == "formation_too_big"
    assert why(s, Power.OTTOMAN, Formation(five.at, five.units, (IBRAHIM,))) == ""


# ------------------------------------------------------------------ 5.2


def test_the_counter_mix_is_a_limit() -> None:
    """5.2: Genoa has two counters, of 1 or 2 units each."""
    s = start()
    assert can_add(s, Power.GENOA, GENOA, Land(regulars=2))
    assert not can_add(s, Power.GENOA, GENOA, Land(regulars=3))
    assert can_add(s, Power.GENOA, SIENA, Land(regulars=2))
    s.add_land(Power.GENOA, GENOA, Land(regulars=1))
    assert not can_add(s, Power.GENOA, SIENA, Land(regulars=1))


def test_types_without_counters() -> None:
    s = start()
    assert not can_add(s, Power.OTTOMAN, ISTANBUL, Land(mercenaries=1))
    assert can_add(s, Power.OTTOMAN, ISTANBUL, Land(cavalry=1))
    assert not can_add(s, Power.HAPSBURG, VIENNA, Land(cavalry=1))
    assert not can_add(s, Power.VENICE, SpaceId("venice"), Land(mercenaries=1))


def test_a_division_that_can_not_be_laid_out() -> None:
    """5.2: change is free, but Genoa has only two counters: two places, not three."""
    s = start()
    s.take_land(Power.GENOA, GENOA, Land(regulars=2))
    s.add_land(Power.GENOA, GENOA, Land(regulars=3))
    assert can_move(s, Power.GENOA, GENOA, SIENA, Land(regulars=2))
    assert can_move(s, Power.GENOA, GENOA, SIENA, Land(regulars=1))
    s.add_land(Power.GENOA, SIENA, Land(regulars=1))
    s.take_land(Power.GENOA, GENOA, Land(regulars=1))
    assert not can_move(s, Power.GENOA, GENOA, ROME, Land(regulars=1))


def test_inside_and_outside_of_a_space_are_one_amount() -> None:
    """5.2: per space and type."""
    s = start()
    s.go_inside(Power.GENOA, GENOA, Land(regulars=1))
    s.add_land(Power.GENOA, GENOA, Land(regulars=2))
    assert is_representable(s, Power.GENOA)


def test_units_on_a_foreign_war_need_counters() -> None:
    """5.2"""
    s = start()
    s.deck.remove(CardNumber(93))
    s.beside_map.append(CardNumber(93))
    s.foreign_wars.append(ForeignWarState(CardNumber(93), 4, 4, Land(regulars=4)))
    assert is_representable(s, Power.ENGLAND)
    s.foreign_wars[0].units.regulars = 40
    assert not is_representable(s, Power.ENGLAND)


def test_further_losses_until_the_rest_can_be_laid_out() -> None:
    """5.2: of Hungary's 5 and 1 and 1 all four counters lie on the map."""
    s = start()
    assert further_losses(s, Power.HUNGARY, BUDA) == [Land()]
    s.take_land(Power.HUNGARY, BUDA, s.land(Power.HUNGARY, BUDA))
    for name in ("szegedin", "mohacs"):
        s.add_land(Power.HUNGARY, SpaceId(name), Land(regulars=1))
    for space in [space for space in s.forces if Power.HUNGARY in s.forces[space].outside]:
        assert s.land(Power.HUNGARY, space) == Land(regulars=1)
    assert not is_representable(s, Power.HUNGARY)
    assert further_losses(s, Power.HUNGARY, SpaceId("mohacs")) == [Land(regulars=1)]


def test_the_owner_chooses_among_further_losses() -> None:
    """5.2: seven ones for eight amounts of one; mercenaries are named first."""
    s = start()
    for space in [space for space in s.forces if Power.PAPACY in s.forces[space].outside]:
        s.take_land(Power.PAPACY, space, s.land(Power.PAPACY, space))
    for space in [space for space in s.spaces if space != ROME][:6]:
        s.add_land(Power.PAPACY, space, Land(regulars=1))
    s.add_land(Power.PAPACY, ROME, Land(regulars=1, mercenaries=1))
    assert further_losses(s, Power.PAPACY, ROME) == [Land(mercenaries=1), Land(regulars=1)]


# ------------------------------------------------------------------ 5.3


def test_naval_counters_on_the_track_are_not_free() -> None:
    """5.3, 16.2-10: a corsair is the reverse of a squadron; ships on loan stay their owner's."""
    s = start()
    assert ships_left(s, Power.OTTOMAN) == 6
    s.powers[Power.OTTOMAN].ships_lost = 2
    s.add_ships(Ships(Power.OTTOMAN, corsairs=1), ISTANBUL)
    assert ships_left(s, Power.OTTOMAN) == 3
    s.fleets["rouen"][0].borrower = Power.ENGLAND
    assert ships_left(s, Power.FRANCE) == 3
    s.minors[Power.VENICE].ships_lost = 1
    assert ships_left(s, Power.VENICE) == 0
    assert ships_left(s, Power.HUNGARY) == 0


# ------------------------------------------------------------------ walks


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_walk_of_units(scenario: str) -> None:
    """What may be added or moved can always be laid out; after a loss the further losses are enough."""
    draw, s = random.Random(52), start(scenario)
    owners = [power for power in Power if power is not Power.INDEPENDENT]
    for _ in range(150):
        owner = draw.choice(owners)
        space = draw.choice(s.home_spaces(owner) or [ISTANBUL])
        more = draw.choice([Land(regulars=1), Land(regulars=3), Land(mercenaries=2), Land(cavalry=1)])
        if owner not in (Power.OTTOMAN, Power.PROTESTANT) and space not in s.forces and can_add(s, owner, space, more):
            s.add_land(owner, space, more)
        stacks = [one for one in s.forces if owner in s.forces[one].outside]
        if stacks:
            left = draw.choice(stacks)
            if s.land(owner, left).regulars and not s.is_fortified(left):
                s.take_land(owner, left, Land(regulars=1))
                loss = draw.choice(further_losses(s, owner, left))
                s.take_land(owner, left, loss)
            to = draw.choice(s.home_spaces(owner) or [left])
            if left in s.forces and owner in s.forces[left].outside and to != left:
                part = Land(regulars=min(1, s.land(owner, left).regulars))
                if to not in s.forces and can_move(s, owner, left, to, part):
                    s.take_land(owner, left, part)
                    s.add_land(owner, to, part)
        check(s)
