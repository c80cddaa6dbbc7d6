"""Chapter 14: the field battle."""

from __future__ import annotations

import pytest

from engine.core import codec
from engine.core.decision import AnyDecision
from engine.here_i_stand.battle import defending_powers
from engine.here_i_stand.battle_dice import winner
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Battle, BattleSide, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    BattleKind,
    CardNumber,
    LeaderId,
    Milestone,
    Phase,
    Power,
    Role,
    SpaceId,
)
from tests.engine.here_i_stand.boards import our_board
from tests.engine.here_i_stand.fighting import (
    ENG,
    FRA,
    HAP,
    HUNGARY,
    INDEPENDENT,
    OTT,
    PAP,
    fight,
    inside,
    leader_at,
    sieges,
)
from tests.engine.here_i_stand.flows import plain
from tests.engine.here_i_stand.marching import bare, put, there, told

JANISSARIES, ARQUEBUSIERS, BRIBED, SURPRISE, LANDSKNECHTS = (CardNumber(n) for n in (1, 24, 26, 29, 33))


def by_switch(s: HisState, **switches: str) -> HisState:
    """The same game with other switches."""
    s.board = our_board().under(s.printing, switches)
    return s


# ------------------------------------------------------------------ 14-2, 14-3 dice


def test_e35_the_battle_of_vienna() -> None:
    """E27, E35: Suleiman (2), Ibrahim, 7 R + 1 C against Charles V (2) with 8 R from Graz, Ferdinand and 2 R: 10
    dice against 13."""
    s = bare(OTT, wars=[(OTT, HAP)])
    put(s, OTT, "vienna", 7, "suleiman", "ibrahim_pasha", cavalry=1)
    put(s, HAP, "vienna", 10, "charles_v", "ferdinand")
    s.take_control(SpaceId("pressburg"), OTT)
    found = fight(s, OTT, "vienna", "pressburg", [[5] * 4 + [1] * 6, [6] * 3 + [2] * 10])
    assert (found.winner, found.attacker_hits, found.defender_hits) == (Role.ATTACKER, 4, 3)
    dice = [event.facts["count"] for event in told(s, "battle_dice")]
    assert dice == [10, 13]
    assert [event.facts["rating"] for event in told(s, "battle_dice")] == [2, 2]


def test_e36_tie() -> None:
    """E36: 4 units + leader 1 against 3 units + leader 1. Dice [5,5,1,1,2] / [6,6,1,2,3]: 5 : 5 dice, 2 : 2 hits, the
    defender wins; left 2 : 1; the attacker retreats to his space of origin."""
    s = bare(FRA, wars=[(FRA, ENG)])
    put(s, FRA, "boulogne", 4, "montmorency")
    put(s, ENG, "boulogne", 3, "charles_brandon")
    found = fight(s, FRA, "boulogne", "rouen", [[5, 5, 1, 1, 2], [6, 6, 1, 2, 3]])
    assert (found.winner, found.attacker_hits, found.defender_hits) == (Role.DEFENDER, 2, 2)
    assert (there(s, FRA, "rouen"), there(s, ENG, "boulogne"), there(s, FRA, "boulogne")) == (2, 1, 0)
    assert leader_at(s, "montmorency") == "rouen"
    assert leader_at(s, "charles_brandon") == "boulogne"


def test_e37_both_wiped_out_unequal_dice() -> None:
    """E37, R16: 2 units + leader 2 against 2 units. Dice [5,6,1,2] / [6,5,5]: hits 2 : 3, the defender wins; both would
    lose 2; the attacker rolled 4 > 3 dice, keeps 1 and retreats with the leader; defender 0."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "turin", 2, "charles_v")
    put(s, FRA, "turin", 2)
    s.take_control(SpaceId("pavia"), HAP)
    found = fight(s, HAP, "turin", "pavia", [[5, 6, 1, 2], [6, 5, 5]])
    assert (found.winner, found.attacker_hits, found.defender_hits) == (Role.DEFENDER, 2, 3)
    assert (there(s, HAP, "pavia"), there(s, FRA, "turin")) == (1, 0)
    assert leader_at(s, "charles_v") == "pavia"


def test_r16_the_winners_leaders_are_captured_when_their_side_is_gone() -> None:
    """E37 with Montmorency (1) in the defence: 4 : 4 dice, so that the defender keeps a unit; with 5 dice of the
    attacker the defending leader is captured."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "turin", 3, "charles_v")
    put(s, FRA, "turin", 2, "montmorency")
    s.take_control(SpaceId("pavia"), HAP)
    fight(s, HAP, "turin", "pavia", [[5, 6, 1, 2, 2], [6, 5, 5, 1]])
    assert (there(s, HAP, "pavia"), there(s, FRA, "turin")) == (1, 0)
    assert leader_at(s, "montmorency") == "captured:hapsburg"


def test_both_wiped_out_by_as_many_dice_leaves_the_defender_a_unit() -> None:
    """14-9: the loser's leader is captured."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "turin", 2, "charles_v")
    put(s, FRA, "turin", 2, "montmorency")
    s.take_control(SpaceId("pavia"), HAP)
    found = fight(s, HAP, "turin", "pavia", [[5, 6, 6, 1], [6, 5, 1, 1]])
    assert found.winner is Role.ATTACKER
    assert (there(s, HAP, "turin"), there(s, HAP, "pavia")) == (0, 0)
    assert there(s, FRA, "turin") == 0
    assert sum(s.land(FRA, space).strength for space in s.forces) == 1, "the loser retreats with his unit"
    assert leader_at(s, "charles_v") == "captured:france"


def test_r69_hits_decide_and_the_winners_leaders_are_captured() -> None:
    """R69: the attacker has more hits and no unit left; the losers' survivors retreat. The switch turns it round."""
    for setting, winner_, brandon in (("hits_decide", Role.ATTACKER, "rouen"), ("survivors_win", Role.DEFENDER, "")):
        s = by_switch(bare(ENG, wars=[(FRA, ENG)]), winner_without_units_on_land=setting)
        put(s, ENG, "boulogne", 1, "henry_viii", "charles_brandon")
        put(s, FRA, "boulogne", 3)
        found = fight(s, ENG, "boulogne", "calais", [[5, 5], [6, 1, 1, 1]])
        assert found.winner is winner_
        assert leader_at(s, "henry_viii") == "captured:france"
        assert there(s, ENG, "boulogne") == 0
        assert there(s, FRA, "boulogne") == (1 if setting == "survivors_win" else 0), brandon


def test_units_above_the_limit_give_no_dice() -> None:
    """14-2: four units may attack without a leader; what cards bring more gives no dice, and may be lost."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "turin", 4, mercenaries=3)
    put(s, FRA, "turin", 1)
    s.take_control(SpaceId("pavia"), HAP)
    formation = Formation(SpaceId("turin"), {HAP: Land(4, 3)})
    fight(s, HAP, "turin", "pavia", [[5, 6, 1, 1], [6, 1]], formation=formation)
    assert s.land(HAP, SpaceId("turin")) == Land(4, 2)


def test_units_that_stood_there_take_no_part() -> None:
    """14-2: the moving formation fights; others of its power give neither dice nor losses, but leave with it when the
    enemy keeps the space."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "trieste", 4)
    put(s, FRA, "trieste", 2)
    formation = Formation(SpaceId("trieste"), {HAP: Land(2)})
    fight(s, HAP, "trieste", "graz", [[5, 1], [6, 6, 1]], formation=formation)
    assert (there(s, HAP, "trieste"), there(s, FRA, "trieste")) == (0, 1)
    assert sum(s.land(HAP, space).strength for space in s.forces) == 2


# ------------------------------------------------------------------ 14-8 winner


@pytest.mark.parametrize(
    ("ours", "theirs", "won"), [(3, 2, Role.ATTACKER), (2, 2, Role.DEFENDER), (0, 0, Role.DEFENDER)]
)
def test_more_hits_win_and_the_defender_wins_a_tie(ours: int, theirs: int, won: Role) -> None:
    battle = Battle(BattleKind.NAVAL, "north_sea", BattleSide(hits=ours), BattleSide(hits=theirs))
    assert winner(battle) is won


def test_e42_janissaries() -> None:
    """E42: attacker Ottoman 4 units, hits 1; defender hits 2. Ottoman plays Janissaries, rolls [5,6,1,2,3]: hits 3 : 2,
    the attacker wins; home card on the power card."""
    s = bare(OTT, wars=[(OTT, HAP)])
    s.phase = Phase.ACTION
    put(s, OTT, "graz", 4)
    put(s, HAP, "graz", 3)
    s.take_control(SpaceId("mohacs"), OTT)
    answers = {"response/field_battle_after_roll@ottoman": {"do": "respond", "card": 1, "mode": "a"}}
    found = fight(s, OTT, "graz", "mohacs", [[5, 1, 1, 1], [6, 6, 1, 1], [5, 6, 1, 2, 3]], answers)
    assert (found.winner, found.attacker_hits, found.defender_hits) == (Role.ATTACKER, 3, 2)
    assert s.powers[OTT].spent_home_cards == [JANISSARIES]
    assert (there(s, OTT, "graz"), there(s, HAP, "graz")) == (2, 0)


# ------------------------------------------------------------------ cards


def with_card(s: HisState, power: Power, card: CardNumber) -> HisState:
    """A power has one card in hand, in the action phase."""
    s.phase = Phase.ACTION
    s.deck.remove(card)
    s.give(power, card)
    return s


def test_surprise_attack_rolls_first() -> None:
    """29: the enemy loses at once and rolls with what is left; the winner is named by hits; no loss is taken twice."""
    s = with_card(bare(FRA, wars=[(FRA, ENG)]), ENG, SURPRISE)
    put(s, FRA, "boulogne", 4, "montmorency")
    put(s, ENG, "boulogne", 3)
    answers = {"combat/combat_cards_defender@england": {"do": "combat", "card": SURPRISE, "mode": "a"}}
    found = fight(s, FRA, "boulogne", "rouen", [[6, 6, 1, 1], [5, 5, 5]], answers)
    assert (found.winner, found.attacker_hits, found.defender_hits) == (Role.ATTACKER, 3, 2)
    assert (there(s, FRA, "boulogne"), there(s, ENG, "boulogne")) == (2, 0)


def test_surprise_attack_may_leave_nobody_to_roll() -> None:
    s = with_card(bare(FRA, wars=[(FRA, ENG)]), FRA, SURPRISE)
    put(s, FRA, "boulogne", 4)
    put(s, ENG, "boulogne", 2, "charles_brandon")
    answers = {"combat/combat_cards_attacker@france": {"do": "combat", "card": SURPRISE, "mode": "a"}}
    found = fight(s, FRA, "boulogne", "rouen", [[6, 6, 1, 1]], answers)
    assert found.winner is Role.ATTACKER
    assert leader_at(s, "charles_brandon") == "captured:france"
    assert there(s, FRA, "boulogne") == 4


def test_landsknechts_join_before_the_count() -> None:
    """33: the defender's new mercenaries fight and fall."""
    s = with_card(bare(FRA, wars=[(FRA, HAP)]), HAP, LANDSKNECHTS)
    put(s, FRA, "besancon", 2)
    put(s, HAP, "besancon", 1)
    answers = {
        "response/field_battle_before_count@hapsburg": {
            "do": "respond", "card": LANDSKNECHTS, "mode": "a", "placing": "besancon 4",
        },
    }  # fmt: skip
    found = fight(s, FRA, "besancon", "dijon", [[6, 1], [5, 1, 1, 1, 1, 1]], answers)
    assert found.winner is Role.DEFENDER
    assert s.land(HAP, SpaceId("besancon")) == Land(1, 3)
    assert there(s, FRA, "dijon") == 1


def test_bribed_mercenaries_are_counted_anew() -> None:
    """26: half of four mercenaries change sides before the dice."""
    s = with_card(bare(FRA, wars=[(FRA, HAP)]), FRA, BRIBED)
    put(s, FRA, "besancon", 2)
    put(s, HAP, "besancon", 0, mercenaries=4)
    answers = {"combat/combat_cards_attacker@france": {"do": "combat", "card": BRIBED, "mode": "a"}}
    fight(s, FRA, "besancon", "dijon", [[6, 6, 1, 1], [1, 1, 1]], answers)
    assert s.land(FRA, SpaceId("besancon")) == Land(2, 2)
    assert there(s, HAP, "besancon") == 0


# ------------------------------------------------------------------ 9.2-3 common defence


def allied_defence() -> HisState:
    s = bare(HAP, wars=[(HAP, PAP)])
    s.ally(PAP, FRA)
    put(s, HAP, "siena", 6, "duke_of_alva")
    put(s, PAP, "siena", 2)
    put(s, FRA, "siena", 3, "montmorency")
    s.take_control(SpaceId("siena"), PAP)
    s.take_control(SpaceId("florence"), HAP)
    return s


def test_e40_allied_defence() -> None:
    """E40: Papal 2 R and French 3 R (allied) in a Papal space, Hapsburg at war only with the Papacy attacks and scores
    3 hits: dice 5 + best leader + 1; losses 1 and 1, third at random between them; no war France-Hapsburg."""
    for lot, papal, french in ((1, 1, 1), (2, 0, 2)):
        s = allied_defence()
        assert defending_powers(s, HAP, SpaceId("siena")) == [FRA, PAP]
        fight(s, HAP, "siena", "florence", [[5, 5, 5, 1, 1, 1, 1], [6, 6, 6, 6, 1, 1, 1], [lot]])
        assert (there(s, PAP, "siena"), there(s, FRA, "siena")) == (papal, french)
        assert not s.at_war(HAP, FRA)
        assert [event.facts["count"] for event in told(s, "battle_dice")] == [7, 7]


def test_allies_of_the_defenders_ally_and_bystanders() -> None:
    """9.2-3, 9.2-5: who is neither enemy nor ally of one takes no part."""
    s = allied_defence()
    s.alliances.clear()
    assert defending_powers(s, HAP, SpaceId("siena")) == [PAP]


def test_r29_the_controller_of_the_space_captures() -> None:
    s = allied_defence()
    fight(s, HAP, "siena", "florence", [[1] * 7, [6] * 7])
    assert leader_at(s, "duke_of_alva") == "captured:papacy"
    s = allied_defence()
    s.take_control(SpaceId("siena"), INDEPENDENT)
    fight(s, HAP, "siena", "florence", [[1] * 7, [6] * 7])
    assert leader_at(s, "duke_of_alva") == "captured:france", "who has more units there"


# ------------------------------------------------------------------ 22.1 minors and independents


def buda() -> HisState:
    s = bare(OTT, wars=[(OTT, HUNGARY)])
    put(s, OTT, "buda", 7, "suleiman")
    put(s, HUNGARY, "buda", 5)
    put(s, HUNGARY, "prague", 1)
    return s


def test_e43_inactive_minor_in_the_field() -> None:
    """E43: the Ottoman with 9 dice enters Buda (Hungarian 5 R, inactive): 5 > 4, they fight with 5 + 1 = 6 dice. Hits
    3 : 1. The Ottoman wins; 2 Hungarians left, inside; siege."""
    s = buda()
    put(s, HUNGARY, "belgrade", 2)
    found = fight(s, OTT, "buda", "szegedin", [[5, 5, 5, 1, 1, 1, 1, 1, 1], [6, 1, 1, 1, 1, 1]])
    assert found.winner is Role.ATTACKER
    assert (inside(s, "buda", HUNGARY), there(s, OTT, "buda")) == (2, 6)
    assert sieges(s, "buda") == {OTT: s.impulses}
    assert not s.has_happened(Milestone.HUNGARY_DEFEATED)


def test_e43_hungary_falls_at_once() -> None:
    """E43: with Belgrade already Ottoman and Hungarian regulars on the map now 2 (Buda) + 1 (Prague) = 3 <= 4: E77
    follows at once."""
    s = buda()
    s.take_control(SpaceId("belgrade"), OTT)
    fight(s, OTT, "buda", "szegedin", [[5, 5, 5, 1, 1, 1, 1, 1, 1], [6, 1, 1, 1, 1, 1]])
    assert s.has_happened(Milestone.HUNGARY_DEFEATED)
    assert s.spaces[SpaceId("buda")].controller is OTT
    assert sieges(s, "buda") == {}


def test_up_to_four_stay_inside_the_rest_dies() -> None:
    """22.1: 7 Hungarians lose 1 of them in the field: 4 go inside, 2 die."""
    s = bare(OTT, wars=[(OTT, HUNGARY)])
    put(s, OTT, "buda", 7, "suleiman")
    put(s, HUNGARY, "buda", 7)
    put(s, HUNGARY, "prague", 1)
    fight(s, OTT, "buda", "szegedin", [[5, 1, 1, 1, 1, 1, 1, 1, 1], [1] * 8])
    assert (inside(s, "buda", HUNGARY), there(s, HUNGARY, "buda")) == (4, 4)
    assert sieges(s, "buda") == {OTT: s.impulses}


def test_r34_in_an_unfortified_space_they_die() -> None:
    s = bare(OTT, wars=[(OTT, HUNGARY)])
    put(s, OTT, "szegedin", 4)
    put(s, HUNGARY, "szegedin", 3)
    put(s, HUNGARY, "prague", 5)
    found = fight(s, OTT, "szegedin", "nicopolis", [[5, 1, 1, 1], [1, 1, 1, 1]])
    assert found.winner is Role.ATTACKER
    assert there(s, HUNGARY, "szegedin") == 0


def test_r92_a_minor_has_no_power_card() -> None:
    """R92: a leader captured by an inactive minor is set aside."""
    s = bare(OTT, wars=[(OTT, HUNGARY)])
    put(s, OTT, "szegedin", 1, "ibrahim_pasha")
    put(s, HUNGARY, "szegedin", 3)
    fight(s, OTT, "szegedin", "nicopolis", [[1, 1], [6, 6, 1, 1]])
    assert leader_at(s, "ibrahim_pasha").startswith("aside")


def test_independents_fight_with_more_than_four() -> None:
    s = bare(FRA)
    put(s, FRA, "metz", 4, "montmorency")
    put(s, INDEPENDENT, "metz", 5)
    found = fight(s, FRA, "metz", "st_dizier", [[5, 5, 1, 1, 1], [6, 6, 6, 6, 1, 1]])
    assert found.winner is Role.DEFENDER
    assert leader_at(s, "montmorency").startswith("aside")
    assert there(s, INDEPENDENT, "metz") == 3
    assert inside(s, "metz", INDEPENDENT) == 0


# ------------------------------------------------------------------ 14-12


def fortress(hits: int) -> HisState:
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "milan", 6, "ferdinand")
    put(s, FRA, "milan", 5)
    s.take_control(SpaceId("milan"), FRA)
    s.take_control(SpaceId("trent"), HAP)
    return s


def test_e39_battle_at_a_fortress_attacker_wins() -> None:
    """E39: 6 units + leader 1 enter a fortress held by 5 units of its controller. Dice [5,5,6,1,2,3,4] / [5,1,1,2,3,4]:
    hits 3 : 1; left 5 : 2; the 2 go inside; 5 > 2: siege."""
    s = fortress(3)
    found = fight(s, HAP, "milan", "trent", [[5, 5, 6, 1, 2, 3, 4], [5, 1, 1, 2, 3, 4]])
    assert (found.attacker_hits, found.defender_hits, found.attackers_left) == (3, 1, 5)
    assert inside(s, "milan", FRA) == 2
    assert sieges(s, "milan") == {HAP: s.impulses}


def test_e39_not_outnumbered_the_attacker_retreats() -> None:
    """E39: had 4 survived inside against 4: the attacker would retreat (15.3), by default to where he came from."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "milan", 4, "ferdinand")
    put(s, FRA, "milan", 5)
    s.take_control(SpaceId("milan"), FRA)
    s.take_control(SpaceId("trent"), HAP)
    found = fight(s, HAP, "milan", "trent", [[5, 1, 1, 1, 1], [1] * 6])
    assert found.winner is Role.ATTACKER
    assert found.attackers_left == 0
    assert (there(s, HAP, "trent"), there(s, FRA, "milan"), inside(s, "milan", FRA)) == (4, 4, 0)
    assert sieges(s, "milan") == {}


@pytest.mark.parametrize("origin", ["trent", "pavia", "modena"])
def test_d42_who_does_not_outnumber_goes_back_by_default(origin: str) -> None:
    """14-12, 15.3: to any neighbour; by default to where he came from."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "milan", 4, "ferdinand")
    put(s, FRA, "milan", 5)
    s.take_control(SpaceId("milan"), FRA)
    for space in ("trent", "pavia", "modena"):
        s.take_control(SpaceId(space), HAP)
    fight(s, HAP, "milan", origin, [[5, 1, 1, 1, 1], [1] * 6])
    assert there(s, HAP, origin) == 4


# ------------------------------------------------------------------ the battle on the table


def test_the_battle_is_part_of_the_position() -> None:
    s = bare(OTT)
    s.battle = Battle(
        BattleKind.FIELD, "graz", BattleSide([OTT], units={OTT: Land(1)}, rolled=[5]), BattleSide([HAP]),
        SpaceId("mohacs"), first=Role.DEFENDER,
    )  # fmt: skip
    again = codec.from_json(HisState, codec.to_json(s))
    assert again.battle == s.battle


def test_nobody_to_fight_is_our_fault() -> None:
    s = bare(OTT)
    put(s, OTT, "graz", 1)
    with pytest.raises(ValueError, match="meets nobody"):
        fight(s, OTT, "graz", "mohacs", [])


def test_the_beaten_are_remembered() -> None:
    """13.1-4, 13.3: both the formation that lost and defenders who did."""
    s = bare(FRA, wars=[(FRA, ENG)])
    put(s, FRA, "boulogne", 4, "montmorency")
    put(s, ENG, "boulogne", 3)
    fight(s, FRA, "boulogne", "rouen", [[1, 1, 1, 1, 1], [1, 1, 1, 1]])
    assert s.impulse is not None
    beaten = [(mark.owner, mark.at, mark.land.strength) for mark in s.impulse.beaten if mark.land.strength]
    assert beaten == [(FRA, "rouen", 4)]
    assert any(LeaderId("montmorency") in mark.leaders for mark in s.impulse.beaten)


def test_no_cards_no_questions_where_nothing_is_to_choose() -> None:
    s = bare(FRA, wars=[(FRA, ENG)])
    put(s, FRA, "boulogne", 4)
    put(s, ENG, "boulogne", 3)
    asked: list[AnyDecision] = []
    fight(s, FRA, "boulogne", "rouen", [[5, 5, 1, 1], [6, 1, 1, 1]], asked=asked)
    assert [plain(one) for one in asked] == []
    assert there(s, ENG, "calais") == 1
    check(s)
