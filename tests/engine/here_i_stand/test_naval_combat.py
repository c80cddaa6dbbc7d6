"""16.2 Naval combat."""

from __future__ import annotations

import pytest

from engine.here_i_stand.fleets import fleet_at, movable
from engine.here_i_stand.naval import fight_at_once
from engine.here_i_stand.naval_combat import Outcome, Ties, lost_ships, naval_combat, ways_out
from engine.here_i_stand.records import Played
from engine.here_i_stand.terms import CardNumber, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.flows import drive, plain
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


# ------------------------------------------------------------------ 16.2-8


@pytest.mark.parametrize(
    ("squadrons", "corsairs", "hits", "outcome", "sunk", "taken"),
    [
        (2, 0, 3, Outcome.LOST, 2, 0),  # E58: the odd hit costs the loser one more
        (3, 0, 1, Outcome.WON, 0, 0),  # the winner ignores it
        (3, 0, 1, Outcome.LOST, 1, 0),
        (2, 1, 3, Outcome.LOST, 1, 1),  # a corsair takes the odd hit
        (2, 1, 3, Outcome.WON, 1, 1),  # of the winner's side too
        (1, 3, 4, Outcome.WON, 1, 2),  # squadrons before corsairs
        (0, 2, 5, Outcome.LOST, 0, 2),
        (2, 0, 9, Outcome.WON, 2, 0),
        (2, 2, 2, Outcome.LOST, 1, 0),
        (2, 2, 0, Outcome.LOST, 0, 0),
        (1, 0, 2, Outcome.LOST, 1, 0),
    ],
)
def test_losses(squadrons: int, corsairs: int, hits: int, outcome: Outcome, sunk: int, taken: int) -> None:
    assert lost_ships(squadrons, corsairs, hits, outcome) == (sunk, taken)


# ------------------------------------------------------------------ the procedure


def test_e57_in_a_port_the_attacker_retreats_even_if_he_won() -> None:
    s = at_sea(HAPSBURG, (HAPSBURG, FRANCE))
    put(s, "marseille", HAPSBURG, 2)
    put(s, "marseille", FRANCE, 1)
    won = drive(naval_combat(s, HAPSBURG, FRANCE, place("marseille")), chance=rolls([5, 6, 1, 2], [1, 2, 3]))
    assert won is HAPSBURG
    assert there(s, "marseille", HAPSBURG) == (0, 0)
    assert there(s, "gulf_of_lyon", HAPSBURG) == (2, 0)
    assert lost(s, FRANCE) == 1
    assert s.battle is None
    assert movable(s, HAPSBURG, place("gulf_of_lyon")).count == 2  # he has lost nothing


def test_e58_an_odd_hit_costs_only_the_loser() -> None:
    s = at_sea(HAPSBURG, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", HAPSBURG, 3)
    put(s, "gulf_of_lyon", FRANCE, 2)
    flow = naval_combat(s, HAPSBURG, FRANCE, place("gulf_of_lyon"))
    assert drive(flow, chance=rolls([5, 5, 6, 1, 2, 3], [5, 1, 2, 3])) is HAPSBURG
    assert (lost(s, FRANCE), lost(s, HAPSBURG)) == (2, 0)
    assert there(s, "gulf_of_lyon", HAPSBURG) == (3, 0)
    assert [(one["dice"], one["hits"]) for one in events(s, "battle_roll")] == [
        ([5, 5, 6, 1, 2, 3], 3),
        ([5, 1, 2, 3], 1),
    ]


def test_a_tie_is_the_defenders_and_the_attacker_retreats() -> None:
    s = at_sea(HAPSBURG, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", HAPSBURG, 2)
    put(s, "gulf_of_lyon", FRANCE, 2)
    answers = {"retreat/gulf_of_lyon@hapsburg": {"do": "retreat", "to": "barcelona"}}
    flow = naval_combat(s, HAPSBURG, FRANCE, place("gulf_of_lyon"))
    assert drive(flow, answers, rolls([5, 1, 1, 1], [6, 1, 1, 1])) is FRANCE
    assert there(s, "barcelona", HAPSBURG) == (1, 0)  # an odd hit, and he lost
    assert there(s, "gulf_of_lyon", FRANCE) == (2, 0)  # the winner ignores it
    assert movable(s, HAPSBURG, place("barcelona")).count == 0  # 16.1-4


def test_leaders_and_the_port_give_dice() -> None:
    s = at_sea(HAPSBURG, (OTTOMAN, HAPSBURG))
    pirates_about(s, "algiers", 3, 1)
    put(s, "algiers", HAPSBURG, 2)
    flow = naval_combat(s, HAPSBURG, OTTOMAN, place("algiers"))
    assert drive(flow, chance=rolls([1] * 4, [1] * (2 + 3 + 2 + 1))) is OTTOMAN
    facts = events(s, "naval_combat")[0]
    assert (facts["dice"], facts["rival_dice"]) == (4, 8)


def test_both_wiped_out_the_side_with_more_dice_keeps_one() -> None:
    s = at_sea(HAPSBURG, (OTTOMAN, HAPSBURG))
    pirates_about(s, "ionian_sea", 1, 1)
    put(s, "ionian_sea", HAPSBURG, 2)
    # 4 dice against 2 + 1 + 2 = 5: the Ottoman keeps one of its choice, and so has won (R69)
    flow = naval_combat(s, HAPSBURG, OTTOMAN, place("ionian_sea"))
    answers = {"choice/spared_ship/ionian_sea@ottoman": {"do": "choose", "unit": "corsair"}}
    assert drive(flow, answers, rolls([5, 5, 5, 5], [5, 5, 6, 6, 1])) is OTTOMAN
    assert there(s, "ionian_sea", OTTOMAN) == (0, 1)
    assert s.leaders[BARBAROSSA].at == "ionian_sea"  # R59: he stays with what is left
    assert (lost(s, HAPSBURG), lost(s, OTTOMAN)) == (2, 1)


def test_both_wiped_out_with_equal_dice_the_defender_keeps_one() -> None:
    s = at_sea(HAPSBURG, (FRANCE, HAPSBURG))
    put(s, "gulf_of_lyon", HAPSBURG, 1)
    put(s, "gulf_of_lyon", FRANCE, 1)
    flow = naval_combat(s, HAPSBURG, FRANCE, place("gulf_of_lyon"))
    assert drive(flow, chance=rolls([5, 5], [5, 5])) is FRANCE
    assert there(s, "gulf_of_lyon", FRANCE) == (1, 0)
    assert there(s, "gulf_of_lyon", HAPSBURG) == (0, 0)


def test_r69_a_winner_by_hits_without_ships_is_no_winner() -> None:
    """The attacker has 3 hits to 2 and loses all; by the hits the odd one costs the defender a squadron more."""
    s = at_sea(OTTOMAN, (OTTOMAN, HAPSBURG))
    pirates_about(s, "ionian_sea", 2)
    put(s, "ionian_sea", HAPSBURG, 3)
    flow = naval_combat(s, OTTOMAN, HAPSBURG, place("ionian_sea"))
    assert drive(flow, chance=rolls([5, 6, 5, 1], [5, 6, 1, 1, 1, 1])) is HAPSBURG
    assert there(s, "ionian_sea", HAPSBURG) == (1, 0)  # it stays
    assert lost(s, HAPSBURG) == lost(s, OTTOMAN) == 2
    assert events(s, "naval_combat_won")[0]["winner"] == "hapsburg"


def test_janissaries_count_among_the_dice_rolled() -> None:
    """Both would be wiped out: 3 and 4 dice against 4."""
    s = at_sea(OTTOMAN, (OTTOMAN, HAPSBURG))
    put(s, "ionian_sea", OTTOMAN, 0, 3)
    put(s, "ionian_sea", HAPSBURG, 2)
    s.powers[OTTOMAN].home_cards, s.powers[OTTOMAN].spent_home_cards = [CardNumber(1)], []
    flow = naval_combat(s, OTTOMAN, HAPSBURG, place("ionian_sea"))
    answers = {"response/naval_combat_after_roll@ottoman": {"do": "respond", "card": 1, "mode": "a"}}
    assert drive(flow, answers, rolls([6, 1, 1], [5, 5, 5, 1], [6, 6, 6, 1])) is OTTOMAN
    assert there(s, "ionian_sea", OTTOMAN) == (0, 1)


def test_loser_wiped_out_leaders_to_the_turn_track() -> None:
    s = at_sea(HAPSBURG, (OTTOMAN, HAPSBURG))
    pirates_about(s, "ionian_sea", 1)
    put(s, "ionian_sea", HAPSBURG, 2)
    flow = naval_combat(s, HAPSBURG, OTTOMAN, place("ionian_sea"))
    assert drive(flow, chance=rolls([5, 1, 1, 1], [1, 1, 1])) is HAPSBURG
    state = s.leaders[BARBAROSSA]
    assert (state.where, state.at, state.returns) == (Whereabouts.TURN_TRACK, "", s.turn + 1)
    assert lost(s, OTTOMAN) == 1


def test_no_way_out_means_elimination() -> None:
    s = at_sea(HAPSBURG, (FRANCE, HAPSBURG))
    put(s, "rouen", HAPSBURG, 2)
    put(s, "rouen", FRANCE, 1)
    put(s, "english_channel", FRANCE, 1)
    flow = naval_combat(s, HAPSBURG, FRANCE, place("rouen"))
    assert drive(flow, chance=rolls([5, 5, 1, 1], [1, 1, 1])) is HAPSBURG
    assert there(s, "rouen", HAPSBURG) == (0, 0)
    assert lost(s, HAPSBURG) == 2


def test_ways_out_at_sea_are_own_ports_and_zones_without_enemies() -> None:
    s = at_sea(HAPSBURG, (FRANCE, HAPSBURG))
    put(s, "gulf_of_lyon", HAPSBURG, 1)
    put(s, "tyrrhenian_sea", FRANCE, 1)
    put(s, "barcelona", FRANCE, 1)
    ways = ways_out(s, fleet_at(s, HAPSBURG, place("gulf_of_lyon")))
    assert set(ways) == {"barbary_coast", "valencia", "cartagena", "palma"}
    assert "barcelona" not in ways  # own, but with an enemy


def test_mixed_stack_goes_where_all_may_go() -> None:
    """16.1-5: Genoese ships and Doria never enter the Atlantic; nothing else is left for them."""
    s = at_sea(FRANCE, (FRANCE, HAPSBURG))
    s.ally(GENOA, FRANCE)
    put(s, "gibraltar", FRANCE, 1)
    put(s, "gibraltar", GENOA, 1)
    s.place_leader(DORIA, SpaceId("gibraltar"))
    fleet = fleet_at(s, FRANCE, place("gibraltar"))
    assert ways_out(s, fleet) == ["barbary_coast"]
    put(s, "barbary_coast", HAPSBURG, 1)
    assert ways_out(s, fleet) == ["atlantic_ocean"]
    put(s, "gibraltar", HAPSBURG, 1)
    drive(naval_combat(s, FRANCE, HAPSBURG, place("gibraltar")), chance=rolls([1] * 6, [1] * 3))
    assert there(s, "atlantic_ocean", FRANCE) == (1, 0)
    assert lost(s, GENOA) == 1
    assert s.leaders[DORIA].where is Whereabouts.TURN_TRACK


# ------------------------------------------------------------------ whose ships


def test_minor_and_lent_squadrons_go_first_and_the_owner_may_choose_otherwise() -> None:
    def sunk(answers: dict[str, object]) -> tuple[int, int]:
        s = at_sea(HAPSBURG, (FRANCE, HAPSBURG))
        s.ally(GENOA, FRANCE)
        put(s, "gulf_of_lyon", FRANCE, 2)
        put(s, "gulf_of_lyon", GENOA, 1)
        put(s, "gulf_of_lyon", HAPSBURG, 1)
        drive(naval_combat(s, HAPSBURG, FRANCE, place("gulf_of_lyon")), answers, rolls([5, 5], [1] * 6))
        return lost(s, FRANCE), lost(s, GENOA)

    assert sunk({}) == (0, 1)
    key = "losses/gulf_of_lyon@france"
    assert sunk({key: {"do": "lose", "unit": "squadron", "power": "france"}}) == (1, 0)


def test_a_lent_squadron_fights_for_the_borrower() -> None:
    s = at_sea(FRANCE, (FRANCE, HAPSBURG))
    s.ally(FRANCE, ENGLAND)
    put(s, "english_channel", ENGLAND, 1, lent=FRANCE)
    put(s, "english_channel", HAPSBURG, 1)
    assert fleet_at(s, FRANCE, place("english_channel")).squadrons == 1
    drive(naval_combat(s, FRANCE, HAPSBURG, place("english_channel")), chance=rolls([1, 1], [5, 5]))
    assert lost(s, ENGLAND) == 1


def test_an_inactive_minor_defends_its_port() -> None:
    s = at_sea(OTTOMAN, (OTTOMAN, VENICE))
    put(s, "venice", VENICE, 3)
    put(s, "venice", OTTOMAN, 1)
    asked = []
    flow = naval_combat(s, OTTOMAN, VENICE, place("venice"))
    assert drive(flow, chance=rolls([5, 5], [1] * 7), asked=asked) is OTTOMAN
    assert there(s, "venice", VENICE) == (2, 0)
    assert there(s, "adriatic_sea", OTTOMAN) == (1, 0)
    assert not asked  # one way out, and nobody could hold a card


# ------------------------------------------------------------------ cards


def test_arquebusiers_and_janissaries_in_a_naval_combat() -> None:
    s = at_sea(OTTOMAN, (OTTOMAN, HAPSBURG))
    put(s, "ionian_sea", OTTOMAN, 1)
    put(s, "ionian_sea", HAPSBURG, 1)
    s.deck.remove(CardNumber(24))
    s.give(HAPSBURG, CardNumber(24))
    s.powers[OTTOMAN].home_cards = [CardNumber(1)]
    answers = {
        "combat/combat_cards_defender@hapsburg": {"do": "combat", "card": 24},
        "response/naval_combat_after_roll@ottoman": {"do": "respond", "card": 1, "mode": "a"},
    }
    asked = []
    flow = naval_combat(s, OTTOMAN, HAPSBURG, place("ionian_sea"))
    won = drive(flow, answers, rolls([1, 2], [5, 1, 1, 1], [5, 6, 1, 1]), asked)
    assert won is OTTOMAN
    assert s.powers[OTTOMAN].spent_home_cards == [CardNumber(1)]
    assert Played(HAPSBURG, [CardNumber(24)]) in s.this_turn.played
    assert plain(asked[0]) == "combat/combat_cards_defender@hapsburg"


# ------------------------------------------------------------------ 9.6, R25


def test_fleets_of_new_enemies_fight_at_once_and_both_retreat_after_equal_hits() -> None:
    s = at_sea(PAPACY, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", HAPSBURG, 2)
    put(s, "gulf_of_lyon", FRANCE, 2)
    put(s, "english_channel", FRANCE, 1)
    drive(fight_at_once(s, FRANCE, HAPSBURG, PAPACY), chance=rolls([1] * 4, [1] * 4))
    assert events(s, "naval_combat")[0]["power"] == "france"  # who caused the war
    assert there(s, "gulf_of_lyon", FRANCE) == there(s, "gulf_of_lyon", HAPSBURG) == (0, 0)
    assert there(s, "marseille", FRANCE) == (2, 0)
    assert there(s, "barcelona", HAPSBURG) == (2, 0)
    assert len(events(s, "naval_combat")) == 1


def test_the_active_power_attacks() -> None:
    s = at_sea(HAPSBURG, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", HAPSBURG, 2)
    put(s, "gulf_of_lyon", FRANCE, 2)
    drive(fight_at_once(s, FRANCE, HAPSBURG, HAPSBURG), chance=rolls([5, 5, 1, 1], [1] * 4))
    assert events(s, "naval_combat")[0]["power"] == "hapsburg"
    assert there(s, "gulf_of_lyon", HAPSBURG) == (2, 0)
    assert there(s, "marseille", FRANCE) == (1, 0)


def test_ports_are_no_matter_for_new_enemies() -> None:
    s = at_sea(HAPSBURG, (HAPSBURG, FRANCE))
    put(s, "marseille", HAPSBURG, 1)
    put(s, "marseille", FRANCE, 1)
    drive(fight_at_once(s, FRANCE, HAPSBURG, HAPSBURG), chance=rolls())
    assert not events(s, "naval_combat")


def test_combat_without_ships_is_a_fault() -> None:
    s = at_sea(HAPSBURG, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", HAPSBURG, 1)
    with pytest.raises(ValueError, match="no fleets"):
        drive(naval_combat(s, HAPSBURG, FRANCE, place("gulf_of_lyon"), Ties.DEFENDER_WINS))
