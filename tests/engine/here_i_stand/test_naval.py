"""16.1 The naval move: what may go where, all at once, and the combats after it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.decision import Reason
from engine.core.options import Alternative
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.fleets import fleet_at, movable
from engine.here_i_stand.naval import meetings, read_moves, sailings, set_sail
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, SpaceId
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.seas import (
    BARBAROSSA,
    DORIA,
    at_sea,
    events,
    lost,
    pirates_about,
    place,
    put,
    rolls,
    there,
)

OTTOMAN, HAPSBURG, FRANCE, ENGLAND, PAPACY = (
    Power.OTTOMAN, Power.HAPSBURG, Power.FRANCE, Power.ENGLAND, Power.PAPACY,
)  # fmt: skip
GENOA, VENICE = Power.GENOA, Power.VENICE
NO_DICE = rolls()


def order(moves: str) -> Alternative:
    return blank("impulse", do="sail", moves=moves)


def why(s: HisState, power: Power, moves: str) -> str | None:
    reason = ACTIONS["sail"].why_not(s, power, order(moves))
    return None if reason is None else reason.key


def sail(
    s: HisState, power: Power, moves: str, chance: Callable[[tuple[int, ...]], list[int]] = NO_DICE, **answers: object
) -> bool:
    assert why(s, power, moves) is None
    return drive(ACTIONS["sail"].do(s, power, order(moves)), answers, chance)


# ------------------------------------------------------------------ what may go where


def test_all_fleets_move_at_the_same_time_for_one_cp() -> None:
    s = at_sea(FRANCE)
    put(s, "marseille", FRANCE, 2)
    put(s, "rouen", FRANCE, 1)
    put(s, "bay_of_biscay", FRANCE, 1)
    assert sail(
        s, FRANCE, "marseille>gulf_of_lyon:1/0; marseille>gulf_of_lyon:1; rouen>english_channel;bay_of_biscay>bordeaux"
    )
    assert s.impulse is not None
    assert s.impulse.cp == 4
    assert there(s, "gulf_of_lyon", FRANCE) == (2, 0)
    assert there(s, "english_channel", FRANCE) == (1, 0)
    assert there(s, "bordeaux", FRANCE) == (1, 0)


def test_a_chain_of_fleets_each_moves_once() -> None:
    s = at_sea(FRANCE)
    put(s, "marseille", FRANCE, 1)
    put(s, "gulf_of_lyon", FRANCE, 1)
    assert sail(s, FRANCE, "marseille>gulf_of_lyon;gulf_of_lyon>tyrrhenian_sea")
    assert there(s, "gulf_of_lyon", FRANCE) == there(s, "tyrrhenian_sea", FRANCE) == (1, 0)
    assert why(s, FRANCE, "gulf_of_lyon>tyrrhenian_sea:2/0") == "not_so_many_ships"
    assert why(s, FRANCE, "gulf_of_lyon>tyrrhenian_sea;gulf_of_lyon>marseille") == "not_so_many_ships"


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("", "unknown_name"),
        ("marseille", "unknown_name"),
        ("marseille>nowhere", "unknown_name"),
        ("marseille>gulf_of_lyon:1/0:nobody", "unknown_name"),
        ("marseille>tyrrhenian_sea", "not_adjacent_for_ships"),
        ("bordeaux>bay_of_biscay", "no_ships"),
        ("marseille>gulf_of_lyon:2/0", "not_so_many_ships"),
        ("marseille>gulf_of_lyon:0/1", "not_so_many_ships"),
        ("marseille>gulf_of_lyon:0/0", "no_ships"),
        ("marseille>gulf_of_lyon:1/0:andrea_doria", "no_such_leader"),
        ("gulf_of_lyon>barcelona", "port_of_others"),  # an enemy's, but empty
        ("gulf_of_lyon>genoa", "port_of_others"),  # R89: an inactive minor with whom there is no war
        ("gulf_of_lyon>bastia", "port_of_others"),
        ("tyrrhenian_sea>ionian_sea", "not_adjacent_for_ships"),  # 2.5: only through Messina
        ("tyrrhenian_sea>messina", "port_of_others"),
        ("tyrrhenian_sea>rome", "port_of_others"),  # an ally's port
    ],
)
def test_moves_that_are_not_possible(moves: str, reason: str) -> None:
    s = at_sea(FRANCE, (HAPSBURG, FRANCE))
    s.ally(FRANCE, PAPACY)
    for at in ("marseille", "gulf_of_lyon", "tyrrhenian_sea"):
        put(s, at, FRANCE, 1)
    put(s, "rome", PAPACY, 1)
    put(s, "genoa", GENOA, 1)
    assert why(s, FRANCE, moves) == reason


def test_a_port_with_enemy_ships_may_be_entered() -> None:
    s = at_sea(FRANCE, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", FRANCE, 1)
    put(s, "barcelona", HAPSBURG, 1)
    assert why(s, FRANCE, "gulf_of_lyon>barcelona") is None
    put(s, "genoa", GENOA, 1)
    s.begin_war(FRANCE, GENOA)
    assert why(s, FRANCE, "gulf_of_lyon>genoa") is None


def test_straits_take_two_moves_through_an_own_port() -> None:
    s = at_sea(HAPSBURG, (OTTOMAN, HAPSBURG))
    put(s, "tyrrhenian_sea", HAPSBURG, 1)
    assert why(s, HAPSBURG, "tyrrhenian_sea>ionian_sea") == "not_adjacent_for_ships"
    assert sail(s, HAPSBURG, "tyrrhenian_sea>messina")
    assert sail(s, HAPSBURG, "messina>ionian_sea")
    for a, b in (("barbary_coast", "atlantic_ocean"), ("black_sea", "aegean_sea")):
        put(s, a, HAPSBURG, 1)
        assert why(s, HAPSBURG, f"{a}>{b}") == "not_adjacent_for_ships"


def test_genoa_venice_and_doria_never_enter_the_atlantic() -> None:
    s = at_sea(FRANCE)
    s.ally(GENOA, FRANCE)
    s.ally(VENICE, FRANCE)
    s.take_control(SpaceId("gibraltar"), FRANCE)
    for owner in (FRANCE, GENOA, VENICE):
        put(s, "gibraltar", owner, 1)
    s.place_leader(DORIA, SpaceId("gibraltar"))
    to = "gibraltar>atlantic_ocean"
    assert why(s, FRANCE, f"{to}:1/0:genoa") == "closed_sea"
    assert why(s, FRANCE, f"{to}:1/0:venice") == "closed_sea"
    assert why(s, FRANCE, f"{to}:1/0:andrea_doria") == "closed_sea"
    assert sail(s, FRANCE, to)
    assert there(s, "atlantic_ocean", FRANCE) == (1, 0)
    assert there(s, "gibraltar", GENOA) == there(s, "gibraltar", VENICE) == (1, 0)
    assert s.leaders[DORIA].at == "gibraltar"


def test_lent_and_minor_squadrons_sail_for_whom_they_act() -> None:
    s = at_sea(FRANCE)
    s.ally(FRANCE, ENGLAND)
    s.ally(GENOA, FRANCE)
    put(s, "rouen", ENGLAND, 1, lent=FRANCE)
    s.take_control(SpaceId("genoa"), FRANCE)
    put(s, "genoa", GENOA, 2)
    assert sail(s, FRANCE, "rouen>english_channel;genoa>gulf_of_lyon:1/0:andrea_doria:genoa")
    assert there(s, "english_channel", ENGLAND) == (1, 0)
    assert fleet_at(s, FRANCE, place("english_channel")).squadrons == 1
    assert s.leaders[DORIA].at == "gulf_of_lyon"
    assert why(s, ENGLAND, "english_channel>portsmouth") == "no_ships"


def test_corsairs_and_squadrons_are_counted_apart() -> None:
    s = at_sea(OTTOMAN)
    pirates_about(s, "algiers", 3, 1)
    assert sail(s, OTTOMAN, "algiers>barbary_coast:0/2:none")
    assert there(s, "barbary_coast", OTTOMAN) == (0, 2)
    assert there(s, "algiers", OTTOMAN) == (1, 1)
    assert s.leaders[BARBAROSSA].at == "algiers"


# ------------------------------------------------------------------ 16.1-3 leaders


def test_leaders_go_with_the_first_stack_and_never_stay_alone() -> None:
    s = at_sea(OTTOMAN)
    pirates_about(s, "algiers", 2)
    assert why(s, OTTOMAN, "algiers>barbary_coast:0/2:none") == "leader_left_alone"
    legs = read_moves(s, OTTOMAN, "algiers>barbary_coast:0/1;algiers>barbary_coast:0/1")
    assert not isinstance(legs, Reason)
    assert [leg.fleet.leaders for leg in legs] == [(BARBAROSSA,), ()]
    legs = read_moves(s, OTTOMAN, "algiers>barbary_coast:0/1:none;algiers>barbary_coast")
    assert not isinstance(legs, Reason)
    assert [leg.fleet.leaders for leg in legs] == [(), (BARBAROSSA,)]


def test_a_leader_may_stay_where_others_arrive() -> None:
    s = at_sea(OTTOMAN)
    pirates_about(s, "barbary_coast", 1)
    put(s, "algiers", OTTOMAN, 0, 1)
    s.take_control(SpaceId("algiers"), OTTOMAN)
    assert why(s, OTTOMAN, "barbary_coast>algiers:0/1:none") == "leader_left_alone"
    assert why(s, OTTOMAN, "barbary_coast>algiers:0/1:none;algiers>barbary_coast") is None


# ------------------------------------------------------------------ what bars all of it


def test_cp_foul_weather_and_powers_without_fleets() -> None:
    s = at_sea(FRANCE, cp=0)
    put(s, "marseille", FRANCE, 1)
    assert why(s, FRANCE, "marseille>gulf_of_lyon") == "not_enough_cp"
    assert not sailings(s, FRANCE)
    assert s.impulse is not None
    s.impulse.cp, s.impulse.foul_weather = 1, True
    assert why(s, FRANCE, "marseille>gulf_of_lyon") == "foul_weather"
    assert not sailings(s, FRANCE)
    assert why(s, Power.PROTESTANT, "marseille>gulf_of_lyon") == "never_does"


def test_foul_weather_undoes_the_moves() -> None:
    s = at_sea(FRANCE, (HAPSBURG, FRANCE))
    put(s, "marseille", FRANCE, 2)
    put(s, "gulf_of_lyon", FRANCE, 1)
    put(s, "barcelona", HAPSBURG, 1)
    before = {at: there(s, at, FRANCE) for at in ("marseille", "gulf_of_lyon", "barcelona", "tyrrhenian_sea")}
    s.deck.remove(CardNumber(31))
    s.give(ENGLAND, CardNumber(31))
    answers = {"response/naval_move_declared@england": {"do": "respond", "card": 31, "mode": "a"}}
    moves = "marseille>gulf_of_lyon:1/0;gulf_of_lyon>barcelona"
    assert not sail(s, FRANCE, moves, rolls(), **answers)
    assert {at: there(s, at, FRANCE) for at in before} == before
    assert s.impulse is not None
    assert (s.impulse.cp, s.impulse.foul_weather) == (4, True)
    assert events(s, "fleets_turn_back")


# ------------------------------------------------------------------ 16.1-7 combats


def test_combat_where_ships_meet_and_not_among_neutrals() -> None:
    s = at_sea(FRANCE, (HAPSBURG, FRANCE))
    put(s, "marseille", FRANCE, 1)
    put(s, "gulf_of_lyon", ENGLAND, 1)
    assert sail(s, FRANCE, "marseille>gulf_of_lyon")
    assert not events(s, "naval_combat")
    put(s, "barcelona", HAPSBURG, 1)
    assert sail(s, FRANCE, "gulf_of_lyon>barcelona", rolls([5, 5], [1, 1, 1]))
    assert lost(s, HAPSBURG) == 1
    assert there(s, "gulf_of_lyon", FRANCE) == (1, 0)


def test_a_beaten_stack_moves_no_more_in_this_impulse() -> None:
    s = at_sea(FRANCE, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", FRANCE, 2)
    put(s, "barcelona", HAPSBURG, 1)
    put(s, "tyrrhenian_sea", FRANCE, 1)
    assert not sail(s, FRANCE, "gulf_of_lyon>barcelona", rolls([1] * 4, [1] * 3))
    assert there(s, "gulf_of_lyon", FRANCE) == (2, 0)
    assert why(s, FRANCE, "gulf_of_lyon>marseille") == "fleet_was_beaten"
    assert sail(s, FRANCE, "tyrrhenian_sea>gulf_of_lyon")
    assert movable(s, FRANCE, place("gulf_of_lyon")).squadrons == 1
    assert why(s, FRANCE, "gulf_of_lyon>marseille:2/0") == "not_so_many_ships"
    assert sail(s, FRANCE, "gulf_of_lyon>marseille")
    assert there(s, "gulf_of_lyon", FRANCE) == (2, 0)


def test_several_enemies_in_one_zone_one_after_the_other_until_the_first_defeat() -> None:
    def fought(chance: Callable[[tuple[int, ...]], list[int]]) -> list[object]:
        s = at_sea(FRANCE, (HAPSBURG, FRANCE), (FRANCE, ENGLAND))
        put(s, "rouen", FRANCE, 2)
        put(s, "english_channel", HAPSBURG, 1)
        put(s, "english_channel", ENGLAND, 1)
        key = "choice/next_naval_combat@france"
        choice = {"do": "choose", "space": "english_channel", "power": "england"}
        sail(s, FRANCE, "rouen>english_channel", chance, **{key: choice})
        return [one["rival"] for one in events(s, "naval_combat")]

    won = rolls([5, 5, 1, 1], [1, 1], [5, 5, 1, 1], [1, 1])
    assert fought(won) == ["england", "hapsburg"]
    assert fought(rolls([1, 1, 1, 1], [5, 1])) == ["england"]


def test_by_default_the_best_odds_first() -> None:
    s = at_sea(FRANCE, (HAPSBURG, FRANCE), (FRANCE, ENGLAND))
    put(s, "rouen", FRANCE, 3)
    put(s, "english_channel", HAPSBURG, 2)
    put(s, "english_channel", ENGLAND, 1)
    sail(s, FRANCE, "rouen>english_channel", rolls([5, 5, 1, 1, 1, 1], [1, 1], [5] * 4 + [1, 1], [1] * 4))
    assert [one["rival"] for one in events(s, "naval_combat")] == ["england", "hapsburg"]
    assert not meetings(s, FRANCE)


def test_a_defeat_in_one_place_does_not_end_it_in_another() -> None:
    s = at_sea(FRANCE, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", FRANCE, 2)
    put(s, "barcelona", HAPSBURG, 1)
    put(s, "palma", HAPSBURG, 1)
    won = sail(
        s,
        FRANCE,
        "gulf_of_lyon>barcelona:1/0;gulf_of_lyon>palma:1/0",
        rolls([1, 1], [1, 1, 1], [5, 5], [1, 1, 1]),
    )
    assert not won
    assert len(events(s, "naval_combat")) == 2
    assert lost(s, HAPSBURG) == 1


# ------------------------------------------------------------------ random play


def test_some_possible_moves_are_possible() -> None:
    s = at_sea(OTTOMAN, (OTTOMAN, HAPSBURG))
    pirates_about(s, "barbary_coast", 2, 2)
    put(s, "istanbul", OTTOMAN, 1)
    put(s, "tunis", HAPSBURG, 1)
    found = sailings(s, OTTOMAN)
    assert order("barbary_coast>tunis") in found
    assert order("istanbul>black_sea") in found
    assert any(";" in str(wish["moves"]) for wish in found)
    assert all(ACTIONS["sail"].why_not(s, OTTOMAN, wish) is None for wish in found)


def test_fresh_are_only_stacks_in_zones_without_own_ships() -> None:
    s = at_sea(FRANCE)
    put(s, "marseille", FRANCE, 1)
    put(s, "rouen", FRANCE, 1)
    put(s, "gulf_of_lyon", FRANCE, 2)
    put(s, "tyrrhenian_sea", FRANCE, 1)
    text = "marseille>gulf_of_lyon;rouen>english_channel;gulf_of_lyon>tyrrhenian_sea:1/0;tyrrhenian_sea>barbary_coast"
    legs = read_moves(s, FRANCE, text)
    assert not isinstance(legs, Reason)
    # one stayed in the Gulf of Lyon; those in the Tyrrhenian Sea have all left it
    assert set_sail(s, FRANCE, legs).fresh == ["english_channel", "tyrrhenian_sea", "barbary_coast"]
