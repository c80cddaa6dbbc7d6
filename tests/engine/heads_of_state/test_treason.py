"""9 Treason cards, 11 killed nobles; section D of the worked examples."""

from itertools import product

import pytest

from engine.heads_of_state import invariants, treason
from tests.engine.heads_of_state.noble_table import (
    facts,
    hand,
    key,
    lie,
    our_board,
    place,
    square,
    stand,
    strike,
    table,
    told,
    treason_hand,
)

BOARD = our_board()
DOUBLES = [card.id for card in BOARD.treason.values() if card.kind == "double"]
SINGLES = {card.countries[0]: card.id for card in BOARD.treason.values() if card.kind == "single"}


@pytest.mark.parametrize("drawn", ["blue", "yellow"])
def test_e30_assassination_in_a_province(drawn):
    s = table(option="2")
    s.active = "blue"
    hand(s, "blue", "gold, title, castle, palace, duelling")
    treason_hand(s, "blue", "assassin")
    stand(s, "yellow duke @ bavaria")
    assert strike(s, "assassin", "yellow duke @ bavaria", drawn) is (drawn == "blue")
    assert s.treason_discard == ["assassin"]
    assert s.families["yellow"].noble_cards == {"duke": 1}
    if drawn == "blue":
        assert [(noble.seat, noble.rank) for noble in s.dead["bavaria"]] == [("yellow", "duke")]
        assert place(s, "duke @ bavaria") is None
        assert s.families["blue"].noble_cards == {"duke": 1}
    else:
        assert s.owner_at("bavaria", "duke") == "yellow"
        assert s.going.emptied == []
        assert key(place(s, "duke @ bavaria")) == "box_not_empty"
    assert facts(s, "assassination")["success"] is (drawn == "blue")
    invariants.check(s)


@pytest.mark.parametrize(
    ("cards", "target"), [("assassin", "yellow duke @ bavaria"), ("2 assassin", "yellow king @ paris")]
)
def test_e31_odds(cards, target):
    """9.5 One cube of four, of which three are own; the same with one assassin and two."""
    won = 0
    rival, rank, _, area = target.split()
    for cube in range(1, 5):
        s = table(option="2")
        treason_hand(s, "red", cards)
        stand(s, target)
        flow = treason.strike(s, "red", s.families["red"].treason[:], rival, rank, area)
        assert next(flow).sizes == (4,)
        with pytest.raises(StopIteration) as end:
            flow.send([cube])
        won += end.value.value
        assert len(s.families["red"].treason) == 0
    assert won == 3


def test_e33_once_per_turn():
    s = table(option="2")
    treason_hand(s, "red", "assassin, 2 gallows")
    stand(s, "green duke @ bavaria", "green earl @ bavaria")
    assert strike(s, "assassin", "green duke @ bavaria", "green") is False
    assert key(strike(s, "gallows", "green duke @ bavaria")) == "already_target"
    assert s.families["red"].treason == ["gallows", "gallows"]
    assert strike(s, "gallows", "green earl @ bavaria") is True


def test_e34_own_nobles():
    s = table(option="2")
    hand(s, "red", "gold, title, castle, palace, duelling")
    treason_hand(s, "red", "2 gallows")
    stand(s, "green duke @ bavaria")
    assert strike(s, "gallows", "green duke @ bavaria") is True
    assert place(s, "duke @ bavaria") is None
    assert key(strike(s, "gallows", "red duke @ bavaria")) == "own_noble"


def test_e39_option_1_excludes_treason():
    for option in ("1", "1x"):
        s = table(option=option)
        treason_hand(s, "red", "guillotine")
        stand(s, "green baron @ provence")
        assert key(strike(s, "guillotine", "green baron @ provence")) == "no_treason_in_option_1"


def test_what_is_needed():
    """9.3 Every play of one and of two cards of every kind against every box, by the table."""
    kinds = list(BOARD.treason)
    plays = [(card,) for card in kinds] + list(product(kinds, kinds))
    s = table(option="2")
    stand(s, *(f"yellow {rank} @ {BOARD.boxes_of[rank][0]}" for rank in ("baron",)))
    for area, data in BOARD.areas.items():
        s.set_owner(area, data.boxes[0], "yellow")
    for area, data in BOARD.areas.items():
        for cards in plays:
            if any(cards.count(card) > BOARD.treason[card].count for card in cards):
                continue
            s.families["red"].treason = sorted(cards, key=kinds.index)
            reason = treason.why_not(s, "red", list(cards), "yellow", data.boxes[0], area)
            assassins = cards.count("assassin")
            naming = [data.country in BOARD.treason[card].countries for card in cards]
            right = len(cards) == (2 if data.capital else 1) and (assassins == len(cards) or all(naming))
            assert (reason is None) == right, (cards, area, reason)
            if len(cards) != (2 if data.capital else 1):
                assert key(reason) == "wrong_number_of_cards"
            elif not right:
                assert key(reason) == ("not_a_pair" if assassins else "wrong_country")


def test_a_double_card_needs_to_be_there_twice_for_a_pair():
    """One card of each double: it can't be its own partner."""
    s = table(option="2")
    treason_hand(s, "red", "axeman_gallows")
    stand(s, "yellow king @ london")
    assert key(strike(s, "2 axeman_gallows", "yellow king @ london")) == "no_such_card_in_hand"


@pytest.mark.parametrize("card", DOUBLES)
def test_country_cards_always_succeed_without_the_bag(card):
    """9.4 Both countries of every double card, as the player wishes."""
    for country in BOARD.treason[card].countries:
        area = next(area for area in BOARD.countries[country].areas if not BOARD.areas[area].capital)
        rank = BOARD.areas[area].boxes[0]
        s = table(option="2")
        treason_hand(s, "red", card)
        stand(s, f"yellow {rank} @ {area}")
        assert strike(s, card, f"yellow {rank} @ {area}") is True
        assert "assassination" not in told(s)


@pytest.mark.parametrize("country", list(SINGLES))
def test_singles_and_doubles_may_be_mixed_at_a_capital(country):
    """9.3"""
    double = next(card for card in DOUBLES if country in BOARD.treason[card].countries)
    capital = BOARD.countries[country].capital
    s = table(option="2")
    treason_hand(s, "red", f"{SINGLES[country]}, {double}")
    stand(s, f"yellow king @ {capital}")
    assert strike(s, f"{double}, {SINGLES[country]}", f"yellow king @ {capital}") is True
    assert s.families["red"].treason == []
    assert len(s.treason_discard) == 2


def test_targets():
    """9.2"""
    s = table(option="2")
    treason_hand(s, "red", "2 guillotine")
    stand(s, "yellow earl @ brittany")
    lie(s, "green duke @ brittany")
    assert key(strike(s, "guillotine", "green duke @ brittany")) == "target_not_there"  # a dead one
    assert key(strike(s, "guillotine", "green earl @ brittany")) == "target_not_there"  # another's
    assert key(strike(s, "guillotine", "yellow baron @ brittany")) == "rank_not_in_area"
    assert key(strike(s, "gallows", "yellow earl @ brittany")) == "no_such_card_in_hand"
    assert s.families["red"].treason == ["guillotine", "guillotine"]
    assert s.going.targets == []


def test_a_killed_noble_is_no_target_again():
    s = table(option="2")
    treason_hand(s, "red", "2 guillotine")
    stand(s, "yellow earl @ brittany")
    strike(s, "guillotine", "yellow earl @ brittany")
    assert key(strike(s, "guillotine", "yellow earl @ brittany")) == "already_target"


def test_the_once_per_turn_rule_is_of_this_turn():
    s = table(option="2")
    treason_hand(s, "red", "assassin, gallows")
    stand(s, "green duke @ bavaria")
    strike(s, "assassin", "green duke @ bavaria", "green")
    s.going.targets.clear()
    assert strike(s, "gallows", "green duke @ bavaria") is True


def test_use_of_a_country_takes_singles_first():
    """19.3 Then doubles in the order of the data file."""
    s = table(option="2")
    treason_hand(s, "red", "axeman_guillotine, guillotine_gallows, guillotine_inquisition, guillotine, assassin")
    assert treason.cards_for(s, "red", "fr", "burgundy") == ["guillotine"]
    assert treason.cards_for(s, "red", "fr", "paris") == ["guillotine", "axeman_guillotine"]
    s.families["red"].treason.remove("guillotine")
    assert treason.cards_for(s, "red", "fr", "paris") == ["axeman_guillotine", "guillotine_inquisition"]
    assert treason.cards_for(s, "red", "gb", "london") == ["axeman_guillotine"]
    assert treason.cards_for(s, "red", "fr", "london") == ["axeman_guillotine", "guillotine_inquisition"]


def test_use_of_a_country_without_cards():
    s = table(option="2")
    treason_hand(s, "red", "assassin")
    stand(s, "yellow earl @ brittany", "yellow king @ paris")
    assert treason.cards_for(s, "red", "fr", "brittany") == []
    assert key(treason.why_not(s, "red", [], "yellow", "earl", "brittany")) == "no_such_card_in_hand"


def test_can_strike():
    s = table(option="2")
    treason_hand(s, "red", "2 assassin, gallows")
    stand(s, "yellow earl @ bavaria", "green king @ berlin", "red baron @ hanover", "yellow baron @ provence")
    found = {(row["seat"], row["rank"], row["area"]): row["with"] for row in treason.can_strike(s, "red")}
    assert found == {
        ("yellow", "earl", "bavaria"): [["assassin"], ["gallows"]],
        ("green", "king", "berlin"): [["assassin", "assassin"]],
        ("yellow", "baron", "provence"): [["assassin"]],
    }


def test_nothing_can_be_struck_in_a_first_turn():
    """8.1"""
    s = table(option="")
    treason_hand(s, "red", "assassin")
    stand(s, "yellow earl @ bavaria")
    assert len(treason.can_strike(s, "red")) == 1
    s.families["red"].turns = 1
    assert treason.can_strike(s, "red") == []


# ---------------------------------------------------------------------- 11


def kill(s, target):
    seat, rank, _, area = target.split()
    treason.kill(s, seat, rank, area)


def test_the_dead_lie_on_the_hex_and_score_stays():
    """11.1, 11.2"""
    s = table(option="2")
    stand(s, "yellow earl @ brittany", "green duke @ brittany")
    before = s.families["yellow"].score.total
    kill(s, "yellow earl @ brittany")
    kill(s, "green duke @ brittany")
    assert [(noble.seat, noble.rank) for noble in s.dead["brittany"]] == [("yellow", "earl"), ("green", "duke")]
    assert s.families["yellow"].score.total == before == 5
    assert s.families["yellow"].supply["earl"] == 3
    assert [box.rank for box in s.open_boxes()] == ["earl", "duke"]
    assert facts(s, "noble_killed") == {"rival": "green", "rank": "duke", "area": "brittany", "to": "hex"}
    invariants.check(s)


def test_e19_victims_of_a_marker_holder_go_home():
    """11.4, R16"""
    s = table(option="2")
    stand(s, "yellow count @ scotland")
    square(s, "gb", "blue", "yellow")
    kill(s, "yellow count @ scotland")
    assert s.dead["scotland"] == []
    assert s.families["yellow"].supply["count"] == 6
    assert facts(s, "noble_killed")["to"] == "supply"


@pytest.mark.parametrize(("switch", "seats", "to"), [
    (True, (), "hex"),
    (True, ("yellow",), "supply"),
    (True, ("blue",), "hex"),
    (True, ("blue", "green"), "supply"),
    (False, ("yellow",), "hex"),
    (False, ("blue", "green"), "hex"),
])  # fmt: skip
def test_r16_where_victims_go(switch, seats, to):
    s = table(option="2", R16_return_dead_when_useless=switch)
    stand(s, "yellow count @ scotland")
    square(s, "gb", *seats)
    kill(s, "yellow count @ scotland")
    assert facts(s, "noble_killed")["to"] == to
    invariants.check(s)


def test_a_marker_of_another_country_does_not_matter():
    s = table(option="2")
    stand(s, "yellow count @ burgundy")
    square(s, "gb", "yellow", "blue")
    kill(s, "yellow count @ burgundy")
    assert facts(s, "noble_killed")["to"] == "hex"
