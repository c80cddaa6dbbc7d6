"""6.2, 8.2, cards.md 6-7: the life of the deck."""

from __future__ import annotations

import random

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.asking import blank
from engine.here_i_stand.card_draw import begin_turn, shuffle_and_deal
from engine.here_i_stand.deck import Use, add_new_cards, draw, entering, lay_out, put_away
from engine.here_i_stand.impulse import impulse
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import MinusCard, Played
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    CardNumber,
    DebaterId,
    Edition,
    Heir,
    LeaderId,
    Phase,
    Power,
    ReformerId,
    Religion,
    RulerId,
    SpaceId,
    Standing,
    Whereabouts,
)
from engine.here_i_stand.victory import totals
from tests.engine.here_i_stand.boards import BOTH, SCENARIOS, start
from tests.engine.here_i_stand.flows import drive, plain

CORE, LATER = Edition.CORE110, Edition.ANNIVERSARY116
ENGLAND = Power.ENGLAND


def in_turn(turn: int, scenario: str = "1517", edition: Edition = CORE) -> HisState:
    """A position in which that turn's Card Draw phase begins; the cards of turns before have entered."""
    s = start(scenario, edition=edition)
    for before in range(s.turn, turn):
        s.turn = before
        add_new_cards(s)
    s.turn = turn
    s.events.clear()
    return s


def hands(s: HisState) -> list[int]:
    return [len(s.powers[power].hand) for power in MAJORS]


# ------------------------------------------------------------------ the deal


def test_e04_first_deal_1517() -> None:
    """E04: 3, 5, 3, 4, 3, 4 cards; 65 in the deck before, 43 after (card 8 has been played)."""
    s = start("1517")
    lay_out(s, Power.PROTESTANT, CardNumber(8))
    put_away(s, CardNumber(8), Use.EVENT)
    assert len(s.deck) == 65
    drive(begin_turn(s))
    drive(shuffle_and_deal(s, {}))
    assert hands(s) == [3, 5, 3, 4, 3, 4]
    assert len(s.deck) == 43
    assert s.removed == [8]
    check(s)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_deal_of_each_scenario(scenario: str, edition: Edition) -> None:
    """1.1-1.4: base cards, bonuses and extra cards together are what the scenario says."""
    s = start(scenario, edition=edition)
    s.powers[Power.PROTESTANT].hand = []
    s.removed = sorted({*s.removed, CardNumber(8)})
    drive(begin_turn(s))
    before = len(s.deck)
    assert before == s.plan.cards.before_first_deal
    drive(shuffle_and_deal(s, {}))
    assert hands(s) == [s.plan.deal[power] for power in MAJORS]
    assert len(s.deck) == before - sum(s.plan.deal.values())
    check(s)


def test_e03_turn_4_arrival_in_1532() -> None:
    """E03: Geneva Protestant, 20 spaces; Papacy 16, Protestant 14. R38"""
    s = start("1532")
    drive(begin_turn(s))
    assert s.spaces[SpaceId("geneva")].religion is Religion.PROTESTANT
    assert len(s.protestant_spaces()) == 20
    assert (totals(s)[Power.PAPACY], totals(s)[Power.PROTESTANT]) == (16, 14)
    assert s.reformers[ReformerId("calvin")] is Standing.READY


def test_the_deal_is_by_the_shuffled_order() -> None:
    """The first card of the shuffle that is dealt is its last: the top of the deck."""
    s = start("1532")
    drive(begin_turn(s))
    drive(shuffle_and_deal(s, {}), chance=lambda sizes: list(sizes))
    numbers = sorted([*s.deck, *(card for power in MAJORS for card in s.powers[power].hand)])
    assert s.powers[Power.OTTOMAN].hand == numbers[:5]


def test_riches_and_minus_cards_count_in_the_deal() -> None:
    """R82, R43; the marker of the Fuggers counts once, others stay (cards.md 7-5)."""
    s = start("1532")
    s.powers[Power.HAPSBURG].minus_cards = [MinusCard(CardNumber(79), 4), MinusCard(CardNumber(5), 3)]
    drive(begin_turn(s))
    drive(shuffle_and_deal(s, {Power.HAPSBURG: 1, Power.FRANCE: 1}))
    assert hands(s) == [5, 4, 4, 5, 3, 5]
    assert s.powers[Power.HAPSBURG].minus_cards == [MinusCard(CardNumber(5), 3)]


def test_kept_cards_and_home_cards_stay() -> None:
    """6.1, 6.2"""
    s = start("1532")
    s.deck.remove(CardNumber(24))
    s.give(Power.OTTOMAN, CardNumber(24))
    s.spend(Power.OTTOMAN, CardNumber(1))
    drive(begin_turn(s))
    drive(shuffle_and_deal(s, {}))
    ottoman = s.powers[Power.OTTOMAN]
    assert (ottoman.home_cards, ottoman.spent_home_cards, len(ottoman.hand)) == ([1], [], 6)
    assert 24 in ottoman.hand
    check(s)


def test_the_discard_pile_is_shuffled_in() -> None:
    s = start("1532")
    gone = [s.deck.pop() for _ in range(9)]
    s.discard += gone
    drive(begin_turn(s))
    drive(shuffle_and_deal(s, {}))
    assert s.discard == []
    check(s)


def test_0_3_only_the_power_sees_its_cards() -> None:
    s = start("1532")
    drive(begin_turn(s))
    s.events.clear()
    drive(shuffle_and_deal(s, {}))
    drawn = [event for event in s.events if event.kind == "cards_drawn"]
    assert [event.only for event in drawn] == [(power,) for power in MAJORS]
    assert all(event.others_see is not None and "cards" not in event.others_see for event in drawn)


# ------------------------------------------------------------------ what enters


@pytest.mark.parametrize(
    ("edition", "turn", "cards"),
    [
        (CORE, 2, []),
        (CORE, 3, [14, 38, 39, 40, 41, 42, 43]),
        (CORE, 4, [44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54]),
        (CORE, 5, [15, 55, 56, 57, 58]),
        (CORE, 6, [16, 17, 18, 20, 21, 59, 60]),
        (CORE, 7, [22, 61]),
        (LATER, 3, [14, 38, 39, 40, 41, 42, 43, 97, 113, 114]),
        (LATER, 4, [44, 45, 46, 48, 49, 50, 51, 52, 53, 54, 115]),
        (LATER, 5, [15, 47, 55, 56, 57, 58, 116]),
    ],
)
def test_cards_enter_in_their_turn(edition: Edition, turn: int, cards: list[int]) -> None:
    """8.2; with Henry ruling and no child, 21 comes on turn 6 (R51)."""
    assert entering(in_turn(turn, edition=edition)) == cards


def test_r51_cards_62_to_64_after_the_marriage() -> None:
    s = in_turn(5)
    s.tudors.boleyn_turn = 5
    assert not {62, 63, 64} & {*entering(s)}
    s.turn = 6
    assert {62, 63, 64} <= {*entering(s)}


def test_the_tournament_gives_63_to_england() -> None:
    """1.1, cards.md 7-8: set aside, and dealt in place of England's first card."""
    s = in_turn(5, "tournament")
    s.tudors.boleyn_turn = 4
    drive(begin_turn(s))
    assert s.set_aside == [63]
    drive(shuffle_and_deal(s, {}))
    assert 63 in s.powers[ENGLAND].hand
    assert (len(s.powers[ENGLAND].hand), s.set_aside) == (3, [])
    check(s)


@pytest.mark.parametrize(
    ("edward", "ruler", "results", "cards"),
    [
        (Heir.NONE, "henry_viii", [], [21]),
        (Heir.NONE, "henry_viii", [4], [21]),
        (Heir.SICKLY, "henry_viii", [5], [19]),
        (Heir.HEALTHY, "henry_viii", [6], [19]),
        (Heir.SICKLY, "edward_vi", [5], [21]),
        (Heir.HEALTHY, "edward_vi", [6], []),
    ],
)
def test_r51_english_succession(edward: Heir, ruler: str, results: list[int], cards: list[int]) -> None:
    """cards.md 6"""
    s = in_turn(6)
    s.tudors.edward, s.tudors.results = edward, results
    s.powers[ENGLAND].ruler = RulerId(ruler)
    assert [card for card in entering(s) if card in (19, 21, 23)] == cards
    s.turn = 5
    assert not {19, 21, 23} & {*entering(s)}


def test_e109_a_healthy_edward_puts_mary_and_elizabeth_out() -> None:
    """E109: card 19 enters on turn 6, cards 21 and 23 are out of the game, 62-64 come on turn 4."""
    s = in_turn(3)
    s.tudors.edward, s.tudors.results, s.tudors.boleyn_turn = Heir.HEALTHY, [6], 3
    s.turn = 4
    drive(begin_turn(s))
    assert {62, 63, 64} <= {*s.deck}
    assert {21, 23} <= {*s.removed}
    assert s.reformers[ReformerId("cranmer")] is Standing.READY
    assert [s.debaters[DebaterId(one)] for one in ("cranmer", "coverdale", "latimer")] == [Standing.READY] * 3
    assert s.spaces[SpaceId("london")].religion is Religion.PROTESTANT
    s.turn = 6
    assert 19 in entering(s)
    check(s)


@pytest.mark.parametrize(
    ("turn", "mary_turn", "born", "enters"),
    [(7, 6, True, True), (7, 7, True, False), (7, 6, False, False), (6, 5, True, False), (8, 6, True, True)],
)
def test_r51_elizabeth(turn: int, mary_turn: int, born: bool, enters: bool) -> None:
    s = in_turn(turn)
    s.powers[ENGLAND].ruler = RulerId("mary_i")
    s.tudors.mary_turn, s.tudors.elizabeth_born = mary_turn, born
    assert (23 in entering(s)) == enters


# ------------------------------------------------------------------ after use


@pytest.mark.parametrize(
    ("card", "use", "pile"),
    [
        (24, Use.EVENT, "discard"),
        (24, Use.SPENT, "discard"),
        (38, Use.EVENT, "removed"),
        (38, Use.SPENT, "discard"),
        (38, Use.NO_EFFECT, "discard"),
        (9, Use.EVENT, "removed"),
        (10, Use.EVENT, "ruling"),
        (12, Use.EVENT, "discard"),
        (13, Use.EVENT, "removed"),
        (13, Use.NO_EFFECT, "discard"),
        (92, Use.EVENT, "beside_map"),
        (92, Use.SPENT, "discard"),
    ],
)
def test_r11_where_a_card_goes(card: int, use: Use, pile: str) -> None:
    """6.2, R11, E81: a Schmalkaldic League without effect goes to the discard pile."""
    s, number = in_turn(4), CardNumber(card)
    s.deck.remove(number)
    s.give(Power.FRANCE, number)
    lay_out(s, Power.FRANCE, number)
    check(s)
    put_away(s, number, use)
    assert number in getattr(s, pile)
    check(s)


def test_home_cards_go_to_the_power_card() -> None:
    s = start()
    lay_out(s, Power.PAPACY, CardNumber(6))
    put_away(s, CardNumber(6), Use.NO_EFFECT)
    papacy = s.powers[Power.PAPACY]
    assert (papacy.home_cards, papacy.spent_home_cards) == ([5], [6])
    check(s)


def test_a_card_not_held_is_not_laid_out() -> None:
    with pytest.raises(ValueError):
        lay_out(start(), Power.FRANCE, CardNumber(24))


# ------------------------------------------------------------------ an empty deck


def test_r10_the_discard_pile_is_the_new_deck() -> None:
    """R10: but for mandatory cards that were played this turn."""
    s = start("1532")
    s.discard, s.deck = [*s.deck], []
    s.this_turn.played = [Played(Power.FRANCE, [CardNumber(12), CardNumber(66)])]
    held = len(s.discard)
    assert drive(draw(s, Power.FRANCE, 2, rule="6.2")) == 2
    assert s.discard == [12]
    assert len(s.deck) == held - 3
    check(s)


def test_r10_the_last_cards_are_drawn_first() -> None:
    s = start("1532")
    last = s.deck[0]
    s.discard, s.deck = s.deck[1:], [last]
    drive(draw(s, Power.FRANCE, 2, rule="6.2"))
    assert last in s.powers[Power.FRANCE].hand
    assert s.discard == []
    check(s)


def test_r10_without_any_card_nothing_is_drawn() -> None:
    s = start("1532")
    s.removed, s.deck = [*s.removed, *s.deck], []
    assert drive(draw(s, Power.FRANCE, 1, rule="6.2")) == 0


# ------------------------------------------------------------------ 8.2, steps 1-4


def test_naval_units_and_the_faithful_come_back() -> None:
    """8.2-1: the reformer's space keeps its religion."""
    s = start("1532")
    s.powers[Power.FRANCE].ships_lost, s.minors[Power.VENICE].ships_lost = 1, 2
    s.reformers[ReformerId("luther")] = Standing.AWAY
    s.debaters[DebaterId("luther")] = Standing.AWAY
    s.convert(SpaceId("wittenberg"), Religion.CATHOLIC)
    drive(begin_turn(s))
    assert (s.powers[Power.FRANCE].ships_lost, s.minors[Power.VENICE].ships_lost) == (0, 0)
    assert s.reformers[ReformerId("luther")] is Standing.READY
    assert s.debaters[DebaterId("luther")] is Standing.READY
    assert s.spaces[SpaceId("wittenberg")].religion is Religion.CATHOLIC


def test_d3_a_naval_leader_comes_back_to_a_friendly_port() -> None:
    s, barbarossa = start("1532"), LeaderId("barbarossa")
    state = s.leaders[barbarossa]
    state.where, state.at, state.returns = Whereabouts.TURN_TRACK, "", 4
    asked: list[AnyDecision] = []
    drive(begin_turn(s), {"leader_enters/barbarossa@ottoman": {"do": "enter", "space": "athens"}}, asked=asked)
    assert s.leaders_at(SpaceId("athens")) == [barbarossa]
    assert asked[0].options.concrete() == [[blank("leader_enters", do="enter", space="algiers")]]
    check(s)


def test_a_naval_leader_without_port_waits_another_turn() -> None:
    """8.2-1"""
    s, doria = start("1532"), LeaderId("andrea_doria")
    state = s.leaders[doria]
    state.where, state.at, state.returns = Whereabouts.TURN_TRACK, "", 4
    for port in s.controlled(Power.GENOA):
        s.take_control(port, Power.FRANCE)
    drive(begin_turn(s))
    assert state.where is Whereabouts.TURN_TRACK
    s.take_control(SpaceId("genoa"), Power.GENOA)
    drive(begin_turn(s))
    assert s.leaders_at(SpaceId("genoa")) == [doria]


def test_r92_a_leader_set_aside_returns_to_his_capital() -> None:
    s, brandon, london = start("1532"), LeaderId("charles_brandon"), SpaceId("london")
    state = s.leaders[brandon]
    state.where, state.at = Whereabouts.ASIDE, ""
    drive(begin_turn(s))
    assert brandon in s.leaders_at(london)
    state.where, state.at = Whereabouts.ASIDE, ""
    s.take_control(london, Power.FRANCE)
    drive(begin_turn(s), {"leader_enters/charles_brandon@england": {"do": "enter", "space": "york"}})
    assert brandon in s.leaders_at(SpaceId("york"))
    state.where, state.at = Whereabouts.ASIDE, ""
    for space in s.controlled(ENGLAND):
        s.take_control(space, Power.FRANCE)
    drive(begin_turn(s))
    assert state.where is Whereabouts.ASIDE


def test_r28_maurice_waits_for_an_electorate() -> None:
    """8.2-2, D4"""
    s, maurice = in_turn(6, "1532"), LeaderId("maurice_of_saxony")
    own = [space for space in s.board.map.electorates if s.spaces[space].controller is Power.PROTESTANT]
    for space in own:
        s.take_control(space, Power.HAPSBURG)
    drive(begin_turn(s))
    assert s.leaders[maurice].where is Whereabouts.WAITING
    s.turn = 7
    for space in own:
        s.take_control(space, Power.PROTESTANT)
    asked: list[AnyDecision] = []
    drive(begin_turn(s), asked=asked)
    assert [plain(decision) for decision in asked] == ["leader_enters/maurice_of_saxony@protestant"]
    assert s.leaders[maurice].at in own


def test_r28_maurice_is_lost_by_the_switch() -> None:
    s, maurice = start("1532", switches={"maurice_without_electorate": "lost"}), LeaderId("maurice_of_saxony")
    s.turn = 6
    for space in s.board.map.electorates:
        s.take_control(space, Power.HAPSBURG)
    drive(begin_turn(s))
    assert s.leaders[maurice].where is Whereabouts.OUT
    check(s)


def test_two_leaders_of_one_power_come_back_in_one_question_each() -> None:
    """D3: what is answered for one of them says nothing about the other."""
    s, pair = start("1532"), (LeaderId("barbarossa"), LeaderId("dragut"))
    for leader in pair:
        state = s.leaders[leader]
        state.where, state.at, state.returns = Whereabouts.TURN_TRACK, "", 4
    drive(
        begin_turn(s),
        {
            "leader_enters/barbarossa@ottoman": {"do": "enter", "space": "athens"},
            "leader_enters/dragut@ottoman": [[{"do": "enter", "space": "paris"}, {"do": "enter", "space": "istanbul"}]],
        },
    )
    assert [s.leaders[leader].at for leader in pair] == ["athens", "istanbul"]


def test_reformers_and_debaters_enter() -> None:
    """8.2-3, 8.2-4: Luther does not come in this phase."""
    s = in_turn(1)
    drive(begin_turn(s))
    assert s.reformers[ReformerId("luther")] is Standing.WAITING
    s.turn = 2
    drive(begin_turn(s))
    assert s.reformers[ReformerId("zwingli")] is Standing.READY
    assert s.spaces[SpaceId("zurich")].religion is Religion.PROTESTANT
    assert s.debaters[DebaterId("zwingli")] is Standing.READY


# ------------------------------------------------------------------ walks


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_walk_through_the_turns(scenario: str, edition: Edition) -> None:
    """No card is made or lost in the turns of a game in which cards are drawn, played and put away."""
    random_ = random.Random(62)
    s = start(scenario, edition=edition)

    def chance(sizes: tuple[int, ...]) -> list[int]:
        return [random_.randint(1, size) for size in sizes]

    for turn in range(s.turn, 10):
        s.turn = turn
        drive(begin_turn(s), chance=chance)
        drive(shuffle_and_deal(s, {}), chance=chance)
        check(s)
        for _ in range(60):
            power = random_.choice(MAJORS)
            state = s.powers[power]
            if held := [*state.hand, *state.home_cards]:
                card = random_.choice(held)
                lay_out(s, power, card)
                put_away(s, card, random_.choice(list(Use)))
            if random_.random() < 0.3:
                drive(draw(s, power, random_.randint(1, 3), rule="6.2"), chance=chance)
            check(s)


def test_a_mandatory_card_that_comes_back_in_the_same_turn_is_played_again() -> None:
    """6.1, R10: by the switch it may be drawn anew, and can neither be kept nor spent."""
    s = start(switches={"deck_exhausted": "reshuffle_all"})
    s.phase, s.turn = Phase.ACTION, 3
    for power in MAJORS:
        s.powers[power].hand, s.powers[power].home_cards = [], []
    s.powers[Power.FRANCE].hand = [CardNumber(12)]
    s.this_turn.played.append(Played(Power.PAPACY, [CardNumber(12)]))
    drive(impulse(s, Power.FRANCE))
    assert s.powers[Power.FRANCE].hand == []
    assert CardNumber(12) in s.discard
