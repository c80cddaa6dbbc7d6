"""19.8: overdue mandatory events (9, 10, 13, 14, 15), and their effects."""

from __future__ import annotations

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.cards.due import EFFECTS
from engine.here_i_stand.deck import add_new_cards
from engine.here_i_stand.due_events import force_due_events, overdue
from engine.here_i_stand.forces import ships_left
from engine.here_i_stand.hands import may_hold
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import ALGIERS, HisState
from engine.here_i_stand.terms import (
    MAJORS,
    CardNumber,
    Edition,
    Milestone,
    Phase,
    Power,
    Religion,
    SpaceId,
)
from tests.engine.here_i_stand.boards import BOTH, start
from tests.engine.here_i_stand.flows import drive, plain

BARBARY, CLEMENT, LEAGUE, PAUL, JESUS = (CardNumber(number) for number in (9, 10, 13, 14, 15))


def winter_of(turn: int, scenario: str = "1517", edition: Edition = Edition.CORE110) -> HisState:
    """The end of Winter; the cards of the turns have entered, nobody has played one."""
    s = start(scenario, edition=edition)
    for before in range(s.turn, turn + 1):
        s.turn = before
        add_new_cards(s)
    s.phase = Phase.WINTER
    s.powers[Power.PROTESTANT].hand = []
    s.removed = sorted({*s.removed, CardNumber(8)})
    s.events.clear()
    return s


def forced(s: HisState, answers: dict[str, object] | None = None) -> list[AnyDecision]:
    asked: list[AnyDecision] = []
    drive(force_due_events(s), answers, asked=asked)
    check(s)
    return asked


@pytest.mark.parametrize(
    ("turn", "cards"),
    [
        (1, []),
        (2, [CLEMENT]),
        (3, [CLEMENT, BARBARY]),
        (4, [CLEMENT, BARBARY, LEAGUE, PAUL]),
        (5, [CLEMENT, BARBARY, LEAGUE, PAUL]),
        (6, [CLEMENT, BARBARY, LEAGUE, PAUL, JESUS]),
    ],
)
def test_when_they_are_due_and_in_which_order(turn: int, cards: list[CardNumber]) -> None:
    assert overdue(winter_of(turn)) == cards


def test_in_1532_most_have_happened() -> None:
    assert overdue(winter_of(4, "1532")) == [PAUL]


def test_what_has_happened_is_not_due() -> None:
    s = winter_of(3)
    s.milestones.append(Milestone.BARBARY_PIRATES)
    assert overdue(s) == [CLEMENT]


def test_turn_2_clement_rules_and_his_card_lies_on_the_papal_card() -> None:
    s = winter_of(2)
    assert forced(s) == []
    assert s.powers[Power.PAPACY].ruler == "clement_vii"
    assert s.ruling == [CLEMENT]
    assert s.has_happened(Milestone.CLEMENT_VII)
    assert [event.facts["card"] for event in s.events if event.kind == "forced_event"] == [CLEMENT]


@pytest.mark.parametrize("pile", ["deck", "discard"])
def test_the_card_is_taken_from_wherever_it_lies(pile: str) -> None:
    s = winter_of(3)
    for card in (CLEMENT, BARBARY):
        s.deck.remove(card)
        getattr(s, pile).append(card)
    forced(s)
    assert BARBARY in s.removed
    assert not {CLEMENT, BARBARY} & {*s.deck, *s.discard, *s.beside_map}


def test_never_from_a_hand() -> None:
    """It can only be there if it was drawn after the last impulse; its holder must play it."""
    s = winter_of(2)
    s.deck.remove(CLEMENT)
    s.give(Power.FRANCE, CLEMENT)
    forced(s)
    assert not s.has_happened(Milestone.CLEMENT_VII)
    assert CLEMENT in s.powers[Power.FRANCE].hand


def test_nobody_can_hold_one_in_winter_as_far_as_everybody_knows() -> None:
    """cards.md 6: so nothing is given away."""
    s = winter_of(2)
    for power in MAJORS:
        s.give(power, s.deck.pop(0))
    assert not any(may_hold(s, power, CLEMENT) for power in MAJORS)


@pytest.mark.parametrize("edition", BOTH)
def test_turn_3_algiers_enters_play(edition: Edition) -> None:
    """21.1: an Ottoman key with 2 regulars, 2 corsairs and Barbarossa."""
    s = winter_of(3, edition=edition)
    before = len(s.keys(Power.OTTOMAN))
    forced(s)
    assert (s.home(ALGIERS), s.spaces[ALGIERS].controller) == (Power.OTTOMAN, Power.OTTOMAN)
    assert s.land(Power.OTTOMAN, ALGIERS) == Land(regulars=2)
    assert s.ships_at(ALGIERS) == [Ships(Power.OTTOMAN, 0, 2)]
    assert s.leaders_at(ALGIERS) == ["barbarossa"]
    assert len(s.keys(Power.OTTOMAN)) == before + 1
    assert not any(event.kind == "card_played_for_cp" for event in s.events)


def test_algiers_gets_no_more_corsairs_than_there_are_counters() -> None:
    """17: units on the turn track are not there."""
    s = winter_of(3)
    s.powers[Power.OTTOMAN].ships_lost = ships_left(s, Power.OTTOMAN) - 1
    forced(s)
    assert s.ships_at(ALGIERS) == [Ships(Power.OTTOMAN, 0, 1)]


def test_turn_4_the_league_forms_whatever_the_number_of_spaces() -> None:
    """21.6: no condition in Winter; Paul III comes after it and Clement leaves the game."""
    s = winter_of(4)
    forced(s)
    assert s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)
    assert s.at_war(Power.HAPSBURG, Power.PROTESTANT)
    assert s.at_war(Power.PAPACY, Power.PROTESTANT)
    assert s.powers[Power.PAPACY].ruler == "paul_iii"
    assert s.ruling == [PAUL]
    assert {CLEMENT, BARBARY, LEAGUE} <= {*s.removed}
    told = [event.facts["card"] for event in s.events if event.kind == "forced_event"]
    assert told == [CLEMENT, BARBARY, LEAGUE, PAUL]


def test_turn_6_the_papacy_chooses_two_universities() -> None:
    """D77"""
    s = winter_of(6, "1532")
    s.milestones.append(Milestone.PAUL_III)
    asked = forced(s, {"choice/15/university@papacy": {"do": "choose", "pick": "cologne,trier"}})
    assert [plain(one) for one in asked] == ["choice/15/university@papacy"]
    assert [space for space, here in s.spaces.items() if here.university] == ["cologne", "trier"]
    assert JESUS in s.removed


def test_d77_by_default_where_most_neighbours_are_protestant() -> None:
    s = winter_of(6, "1532")
    s.milestones.append(Milestone.PAUL_III)
    forced(s)
    chosen = [space for space, here in s.spaces.items() if here.university]
    assert len(chosen) == 2

    def protestants(space: SpaceId) -> int:
        near = s.board.map.over_connections(space)
        return sum(s.spaces[one].religion is Religion.PROTESTANT for one in near)

    catholic = [space for space, here in s.spaces.items() if here.religion is Religion.CATHOLIC]
    most = sorted(map(protestants, catholic), reverse=True)[:2]
    assert sorted(map(protestants, chosen), reverse=True) == most


def test_d77_a_protestant_space_is_refused() -> None:
    s = winter_of(6, "1532")
    s.milestones.append(Milestone.PAUL_III)
    asked = forced(s)
    given = asked[0].options.from_json([[{"do": "choose", "pick": "wittenberg,trier"}]])
    assert asked[0].options.why_not(given) is not None


def test_all_are_effects_of_the_own_impulse_too() -> None:
    assert [effect.card for effect in EFFECTS] == [BARBARY, CLEMENT, LEAGUE, PAUL, JESUS]


@pytest.mark.parametrize(("spaces", "turn", "works"), [(12, 2, True), (11, 2, False), (12, 1, False)])
def test_e81_the_league_by_its_card(spaces: int, turn: int, works: bool) -> None:
    """E81: 12 Protestant spaces, 1 of them in unrest, turn 2: card works. 11 spaces: no effect."""
    s = start()
    s.turn = turn
    for space in s.home_spaces(Power.PROTESTANT)[:spaces]:
        s.convert(space, Religion.PROTESTANT)
    s.spaces[s.home_spaces(Power.PROTESTANT)[0]].unrest = True
    league = next(effect for effect in EFFECTS if effect.card == LEAGUE)
    assert (league.why_not(s, Power.FRANCE) is None) == works
