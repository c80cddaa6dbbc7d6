"""9.1, 9.2 What may be dealt in: E12 and every condition of the table."""

from __future__ import annotations

import pytest

from engine.here_i_stand.diplomacy.deals import Item, read_packages
from engine.here_i_stand.records import Gift, Land, MinusCard, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, SpaceId, WifeId
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.letters import bar, capture, hold, item, package, take

OTT, HAP, ENG, FRA, PAP, PRO = list(Power)[:6]
BULL = CardNumber(5)


@pytest.fixture
def s() -> HisState:
    state = start("1532")
    state.turn = 5
    return state


# ------------------------------------------------------------------ E12


def test_e12_france_cedes_paris(s: HisState) -> None:
    assert bar(s, HAP, item("cede", "france", space="paris")) == "own_capital"


def test_e12_hapsburg_cedes_prague_of_its_ally_hungary(s: HisState) -> None:
    assert bar(s, HAP, item("cede", "france", space="prague")) == "home_of_own_minor"


def test_e12_england_gives_the_ottoman_2_mercenaries(s: HisState) -> None:
    assert bar(s, OTT, item("mercenaries", "england", power="england", count=2)) == "no_mercenaries_for_ottoman"


def test_e12_alliance_of_papacy_and_ottoman(s: HisState) -> None:
    assert bar(s, OTT, item("alliance", "papacy")) == "never_allied"


def test_e12_the_war_of_papacy_and_protestant_after_the_league(s: HisState) -> None:
    assert bar(s, PAP, item("end_war", "protestant")) == "league_war_never_ends"


def test_the_other_war_of_the_league(s: HisState) -> None:
    assert bar(s, HAP, item("end_war", "protestant")) == "league_war_never_ends"


def test_e12_draws_in_both_directions(s: HisState) -> None:
    hold(s, FRA, 70, 71)
    hold(s, HAP, 72, 74)
    one = item("draws", "france", power="france", count=1)
    other = item("draws", "france", power="hapsburg", count=1)
    assert bar(s, HAP, one) is None
    assert bar(s, HAP, one, other) == "one_direction_only"
    s.this_turn.draws_given.append(Gift(FRA, HAP))
    assert bar(s, HAP, other) == "one_direction_only"


def test_e12_england_cedes_conquered_paris_to_france(s: HisState) -> None:
    take(s, "paris", ENG)
    assert bar(s, ENG, item("cede", "france", space="paris")) is None


# ------------------------------------------------------------------ ceding, R4


def test_keys_and_electorates_may_be_ceded(s: HisState) -> None:
    assert bar(s, HAP, item("cede", "france", space="antwerp")) is None
    assert bar(s, HAP, item("cede", "england", space="trier")) is None


def test_only_its_controller_cedes_a_space(s: HisState) -> None:
    assert bar(s, HAP, item("cede", "france", space="london", power="france")) == "not_controlled"


def test_both_capitals_of_the_hapsburgs(s: HisState) -> None:
    assert bar(s, HAP, item("cede", "france", space="vienna")) == "own_capital"
    assert bar(s, HAP, item("cede", "france", space="valladolid")) == "own_capital"


def test_home_spaces_of_a_minor_that_is_not_ones_ally(s: HisState) -> None:
    assert bar(s, OTT, item("cede", "france", space="buda")) is None


def test_no_space_for_the_protestant_before_the_league() -> None:
    s = start("1517")
    s.turn = 2
    assert bar(s, HAP, item("cede", "protestant", space="metz", power="hapsburg")) == "before_the_league"
    take(s, "metz", HAP)
    assert bar(s, HAP, item("cede", "protestant", space="metz")) == "before_the_league"


@pytest.mark.parametrize(
    ("rule", "space", "expected"),
    [
        ("seed", "brunn", "home_of_own_minor"),
        ("home_keys_of_minor", "brunn", None),
        ("home_keys_of_minor", "prague", "home_of_own_minor"),
        ("later", "brunn", "home_of_own_minor"),
        ("later", "besancon", None),  # the giver's home
        ("later", "metz", None),  # grey
        ("later", "dijon", None),  # the receiver's home
        ("later", "calais", "ceded_to_stranger"),
        ("seed", "calais", None),
    ],
)
def test_r4_switch_cede_rule(rule: str, space: str, expected: str | None) -> None:
    s = start("1532", switches={"cede_rule": rule})
    s.turn = 5
    if space not in ("brunn", "prague"):
        take(s, space, HAP)
    assert bar(s, HAP, item("cede", "france", space=space)) == expected


def test_r4_later_rule_gives_a_minors_space_back_to_its_ally() -> None:
    s = start("1532", switches={"cede_rule": "later"})
    s.turn = 5
    assert bar(s, OTT, item("cede", "hapsburg", space="buda")) is None
    assert bar(s, OTT, item("cede", "france", space="buda")) == "ceded_to_stranger"


def test_r4_the_later_edition_has_the_later_rule() -> None:
    s = start("1532", edition="anniversary116")
    s.turn = 5
    take(s, "calais", HAP)
    assert bar(s, HAP, item("cede", "france", space="calais")) == "ceded_to_stranger"


# ------------------------------------------------------------------ wars and alliances


def test_end_of_a_war_needs_a_war(s: HisState) -> None:
    assert bar(s, OTT, item("end_war", "hapsburg")) is None
    assert bar(s, OTT, item("end_war", "france")) == "not_at_war"
    assert bar(s, OTT, item("end_war", "hapsburg", 1), item("end_war", "hapsburg", 1)) == "not_at_war"


def test_alliance_at_war_only_with_the_end_of_it(s: HisState) -> None:
    assert bar(s, OTT, item("alliance", "hapsburg")) == "at_war"
    assert bar(s, OTT, item("alliance", "hapsburg", 1), item("end_war", "hapsburg", 1)) is None


def test_an_alliance_that_is_there(s: HisState) -> None:
    s.ally(ENG, FRA)
    assert bar(s, ENG, item("alliance", "france")) == "already_allied"


def test_several_allies_who_are_not_allied_with_each_other(s: HisState) -> None:
    s.ally(FRA, OTT)
    s.ally(FRA, ENG)
    assert bar(s, HAP, item("alliance", "france")) is None
    assert not s.allied(OTT, ENG)


# ------------------------------------------------------------------ draws


def test_draws_one_or_two_without_the_home_card(s: HisState) -> None:
    hold(s, FRA, 70, 71)
    asked = item("draws", "france", power="france", count=2)
    assert bar(s, ENG, asked) is None
    assert bar(s, ENG, item("draws", "france", power="france", count=3)) == "not_between"
    assert bar(s, ENG, item("draws", "france", power="france", count=0)) == "not_between"
    hold(s, FRA, 70)
    assert s.powers[FRA].home_cards
    assert bar(s, ENG, asked) == "no_card_to_draw"


def test_no_more_than_two_draws_for_a_pair(s: HisState) -> None:
    hold(s, FRA, 70, 71, 72)
    s.this_turn.draws_given.append(Gift(FRA, ENG))
    assert bar(s, ENG, item("draws", "france", power="france", count=1)) is None
    assert bar(s, ENG, item("draws", "france", power="france", count=2)) == "too_much_this_turn"


def test_a_package_may_not_draw_more_than_there_is(s: HisState) -> None:
    hold(s, FRA, 70, 71)
    two = (
        item("draws", "england,france", 1, power="france,england", count=1),
        item("draws", "england,france", 1, power="france,hapsburg", count=2),
    )
    assert bar(s, HAP, *two) == "no_card_to_draw"


# ------------------------------------------------------------------ mercenaries


def test_mercenaries_one_to_four(s: HisState) -> None:
    s.add_land(FRA, SpaceId("paris"), Land(mercenaries=4))
    assert bar(s, ENG, item("mercenaries", "france", power="france", count=4)) is None
    assert bar(s, ENG, item("mercenaries", "france", power="france", count=5)) == "not_between"


def test_mercenaries_that_are_not_there(s: HisState) -> None:
    assert bar(s, ENG, item("mercenaries", "france", power="france", count=3)) == "not_so_many_mercenaries"


def test_mercenaries_need_the_receivers_capital(s: HisState) -> None:
    take(s, "london", FRA)
    assert bar(s, ENG, item("mercenaries", "france", power="france", count=1)) == "no_place_for_mercenaries"


def test_mercenaries_for_the_protestant_go_to_an_electorate(s: HisState) -> None:
    asked = item("mercenaries", "protestant", power="england", count=1)
    assert bar(s, ENG, asked) is None
    for space in s.board.map.electorates:
        take(s, space, HAP)
    assert bar(s, ENG, asked) == "no_place_for_mercenaries"


def test_no_mercenaries_for_the_protestant_before_the_league() -> None:
    s = start("1517")
    s.turn = 2
    s.add_land(FRA, SpaceId("paris"), Land(mercenaries=1))
    assert bar(s, FRA, item("mercenaries", "protestant", count=1)) == "before_the_league"


# ------------------------------------------------------------------ loans


def test_a_loan_goes_with_the_alliance(s: HisState) -> None:
    loan = item("loan", "france", 1, power="france", space="marseille", squadrons=1)
    assert bar(s, HAP, loan) == "loan_without_alliance"
    assert bar(s, HAP, loan, item("alliance", "france", 1)) is None


def test_a_loan_one_direction_only(s: HisState) -> None:
    both = (
        item("alliance", "france", 1),
        item("loan", "france", 1, power="france", space="marseille", squadrons=1),
        item("loan", "france", 1, power="hapsburg", space="naples", squadrons=1),
    )
    assert bar(s, HAP, *both) == "one_direction_only"


def test_no_loan_to_the_protestant(s: HisState) -> None:
    loan = item("loan", "protestant", 1, power="france", space="marseille", squadrons=1)
    assert bar(s, FRA, item("alliance", "protestant", 1), loan) == "no_loan_to_protestant"


def test_a_loan_of_more_than_there_is(s: HisState) -> None:
    loan = item("loan", "france", 1, power="france", space="marseille", squadrons=5)
    assert bar(s, HAP, item("alliance", "france", 1), loan) == "not_so_many_squadrons"


def test_corsairs_are_not_lent(s: HisState) -> None:
    s.add_ships(Ships(OTT, corsairs=2), SpaceId("coron"))
    loan = item("loan", "france", 1, power="ottoman", space="coron", squadrons=1)
    assert bar(s, OTT, item("alliance", "france", 1), loan) == "not_so_many_squadrons"


def test_ships_that_have_been_lent_are_not_lent_on(s: HisState) -> None:
    s.add_ships(Ships(FRA, squadrons=1, borrower=ENG), SpaceId("portsmouth"))
    loan = item("loan", "england", 1, power="england", space="portsmouth", squadrons="france 1")
    assert bar(s, HAP, item("alliance", "england", 1), loan) == "not_so_many_squadrons"


# ------------------------------------------------------------------ leaders, divorce, excommunication


def test_a_captive_is_returned_by_his_captor(s: HisState) -> None:
    asked = item("return_leader", "france", leader="montmorency")
    assert bar(s, HAP, asked) == "leader_not_captive"
    capture(s, "montmorency", HAP)
    assert bar(s, HAP, asked) is None
    capture(s, "montmorency", ENG)
    assert bar(s, HAP, asked) == "not_a_member"


def test_divorce_only_from_ask_for_divorce(s: HisState) -> None:
    assert bar(s, ENG, item("divorce", "papacy")) is None
    s.tudors.marital = WifeId("catherine_of_aragon")
    assert bar(s, ENG, item("divorce", "papacy")) == "not_asked_for_divorce"


def test_divorce_needs_papacy_and_england(s: HisState) -> None:
    assert bar(s, ENG, item("divorce", "france")) == "not_a_member"
    assert bar(s, ENG, item("divorce", "papacy", power="england,papacy")) == "divorce_by_papacy"


def test_no_divorce_while_henry_is_captured(s: HisState) -> None:
    capture(s, "henry_viii", FRA)
    assert bar(s, ENG, item("divorce", "papacy")) == "henry_not_free"


def test_divorce_bars_the_papacy_from_the_hapsburgs(s: HisState) -> None:
    s.this_turn.divorce_granted = True
    assert bar(s, HAP, item("alliance", "papacy")) == "divorce_granted"
    s.this_turn.divorce_granted = False
    s.ally(PAP, HAP)
    assert bar(s, ENG, item("divorce", "papacy")) == "papacy_allied_to_hapsburg"


def test_divorce_and_alliance_in_one_package(s: HisState) -> None:
    parts = (
        item("divorce", "england,papacy", 1),
        item("alliance", "england,papacy", 1, power="hapsburg,papacy"),
    )
    assert bar(s, HAP, *parts) == "papacy_allied_to_hapsburg"


def test_excommunication_is_lifted_by_the_papacy(s: HisState) -> None:
    asked = item("lift_excommunication", "papacy")
    assert bar(s, ENG, asked) == "not_excommunicated"
    s.powers[ENG].minus_cards.append(MinusCard(BULL, 4))
    assert bar(s, ENG, asked) is None
    assert package(s, ENG, asked).terms[0].receiver is ENG
    s.powers[ENG].minus_cards = [MinusCard(CardNumber(79), 4)]  # another card's marker
    assert bar(s, ENG, asked) == "not_excommunicated"


# ------------------------------------------------------------------ 1.6


def test_a_player_with_two_powers_gives_no_cards_or_mercenaries_to_himself() -> None:
    s = start("1532", players=3)
    s.turn = 5
    hold(s, PAP, 70)
    assert bar(s, HAP, item("draws", "papacy", power="papacy", count=1)) == "same_player"
    assert bar(s, HAP, item("mercenaries", "papacy", power="papacy", count=1)) == "same_player"
    assert bar(s, HAP, item("draws", "papacy", power="hapsburg", count=1)) == "same_player"


def test_a_player_with_two_powers_cedes_only_home_spaces_back() -> None:
    s = start("1532", players=3)
    s.turn = 5
    assert bar(s, HAP, item("cede", "papacy", space="naples")) == "same_player"
    take(s, "ravenna", HAP)
    assert bar(s, HAP, item("cede", "papacy", space="ravenna")) is None


def test_a_player_with_two_powers_may_ally_them_and_lend_ships() -> None:
    s = start("1532", players=3)
    s.turn = 5
    loan = item("loan", "papacy", 1, space="naples", squadrons=1)
    assert bar(s, HAP, item("alliance", "papacy", 1), loan) is None


def test_others_are_not_bound_by_1_6(s: HisState) -> None:
    assert bar(s, HAP, item("cede", "papacy", space="naples")) is None


# ------------------------------------------------------------------ reading


def test_a_deal_is_proposed_by_its_earliest_member(s: HisState) -> None:
    assert bar(s, FRA, item("alliance", "england")) == "proposed_by_earliest_member"


def test_a_loan_without_a_port_is_from_the_only_one_with_so_many_squadrons(s: HisState) -> None:
    lend, ally = item("loan", "france", 1, squadrons=2), item("alliance", "france", 1)
    assert bar(s, ENG, ally, lend) == "deal_names_no_space"
    s.add_ships(Ships(ENG, squadrons=1), SpaceId("portsmouth"))
    assert package(s, ENG, ally, lend).terms[1].space == "portsmouth"
    s.add_ships(Ships(ENG, squadrons=1), SpaceId("london"))
    assert bar(s, ENG, ally, lend) == "deal_names_no_space"


def test_members_are_named_once_for_a_package(s: HisState) -> None:
    read = package(s, OTT, item("end_war", "hapsburg", "x"), item("alliance", "", "x"))
    assert read.members == (OTT, HAP)
    assert [term.item for term in read.terms] == [Item.END_WAR, Item.ALLIANCE]


def test_a_deal_of_three_names_who_gives_whom(s: HisState) -> None:
    hold(s, FRA, 70)
    assert bar(s, ENG, item("draws", "france,papacy", count=1)) == "name_both_powers"
    asked = package(s, ENG, item("draws", "france,papacy", power="france,papacy", count=1))
    assert (asked.terms[0].giver, asked.terms[0].receiver) == (FRA, PAP)
    assert asked.members == (ENG, FRA, PAP)


def test_the_proposer_gives_where_nobody_is_named(s: HisState) -> None:
    asked = package(s, ENG, item("draws", "france", count=1))
    assert (asked.terms[0].giver, asked.terms[0].receiver) == (ENG, FRA)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (item("treaty", "france"), "unknown_name"),
        (item("alliance", "spain"), "unknown_name"),
        (item("alliance", ""), "name_the_other_members"),
        (item("cede", "france"), "deal_names_no_space"),
        (item("cede", "france", space="atlantis"), "unknown_name"),
        (item("draws", "france"), "deal_names_no_number"),
        (item("return_leader", "france"), "deal_names_no_leader"),
        (item("loan", "france", space="portsmouth"), "deal_names_no_number"),
        (item("loan", "france", space="portsmouth", squadrons="two"), "unknown_name"),
        (item("alliance", "france", power="papacy"), "not_a_member"),
        (item("draws", "france", count=1, power="england,england"), "two_powers_needed"),
        (item("alliance", "france") + item("end_war", "france"), "no_alternatives_in_deal"),
    ],
)
def test_orders_that_cannot_be_read(s: HisState, order: list[dict[str, object]], expected: str) -> None:
    assert bar(s, ENG, order) == expected  # type: ignore[arg-type]


def test_packages_are_apart_and_without_name_go_by_members(s: HisState) -> None:
    from engine.here_i_stand.asking import blank

    orders = [
        [blank("propose", do="propose", item="alliance", to="france")],
        [blank("propose", do="propose", item="alliance", to="papacy")],
        [blank("propose", do="propose", item="draws", to="france", count=1, package=7)],
    ]
    read = read_packages(s, ENG, orders)
    assert [one.members[1] for one in read.packages] == [FRA, PAP, FRA]


def test_items_are_carried_out_in_the_order_of_the_rules(s: HisState) -> None:
    asked = package(s, OTT, item("cede", "hapsburg", 1, space="buda"), item("end_war", "hapsburg", 1))
    assert [term.item for term in asked.in_order] == [Item.END_WAR, Item.CEDE]
