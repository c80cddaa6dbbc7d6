"""Chapter 1: scenarios, options, the position before the first step."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.codec import from_json, require_fit, to_json
from engine.core.decision import Json
from engine.here_i_stand import victory
from engine.here_i_stand.records import Crossing
from engine.here_i_stand.setup import read_options
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    CardNumber,
    DebaterId,
    Edition,
    Milestone,
    Power,
    ReformerId,
    Religion,
    SpaceId,
    SpaceKind,
    Standing,
    Voyage,
    Whereabouts,
)
from tests.engine.here_i_stand.boards import BOTH, SCENARIOS, board_in, our_board, start

EVERY = [(scenario, edition) for scenario in SCENARIOS for edition in BOTH]


def strength(s: HisState, owner: Power) -> tuple[int, int]:
    """Land and naval units on the map."""
    land = sum(s.land(owner, space).strength for space in s.spaces)
    return land, sum(ships.count for fleet in s.fleets.values() for ships in fleet if ships.owner is owner)


@pytest.mark.parametrize(("scenario", "edition"), EVERY)
def test_printed_vp_are_what_is_worked_out(scenario: str, edition: Edition) -> None:
    """1.1-1.4, 23.2"""
    s = start(scenario, edition=edition)
    assert victory.totals(s) == s.plan.vp
    assert s.history[0].vp == s.plan.vp


def test_printed_vp() -> None:
    assert list(start("1517").plan.vp.values()) == [8, 9, 9, 12, 19, 0]
    assert list(start("1532").plan.vp.values()) == [16, 18, 9, 12, 17, 13]


@pytest.mark.parametrize(
    ("scenario", "strengths"),
    [
        ("1517", {
            "ottoman": (11, 3), "hapsburg": (19, 3), "england": (7, 2), "france": (11, 2), "papacy": (2, 1),
            "protestant": (0, 0), "genoa": (2, 1), "hungary": (7, 0), "scotland": (3, 1), "venice": (4, 3),
            "independent": (3, 0),
        }),
        ("1532", {
            "ottoman": (16, 5), "hapsburg": (20, 3), "england": (9, 3), "france": (11, 2), "papacy": (5, 1),
            "protestant": (8, 0), "genoa": (2, 1), "hungary": (1, 0), "scotland": (3, 1), "venice": (4, 3),
            "independent": (4, 0),
        }),
    ],
)  # fmt: skip
def test_strengths(scenario: str, strengths: dict[Power, tuple[int, int]]) -> None:
    s = start(scenario)
    assert {power: strength(s, power) for power in Power} == strengths


@pytest.mark.parametrize(("scenario", "edition"), EVERY)
def test_square_markers(scenario: str, edition: Edition) -> None:
    """2.4: on the map or on the power card; the Protestants have none."""
    s = start(scenario, edition=edition)
    for power in MAJORS:
        markers = s.plan.markers[power]
        assert s.keys(power) == sorted(markers.keys, key=s.board.map.index.__getitem__)
        assert (markers.on_card or 0) == s.board.powers[power].square_markers - len(s.keys(power))


@pytest.mark.parametrize(("scenario", "edition"), EVERY)
def test_first_deal(scenario: str, edition: Edition) -> None:
    """6.2: key track or electorates, ruler, extras; as worked out for the file."""
    s = start(scenario, edition=edition)
    board, plan = s.board, s.plan
    held = [space for space in board.map.electorates if s.spaces[space].controller is Power.PROTESTANT]
    rule = board.electorate_cards
    for power in MAJORS:
        base = board.powers[power].base_cards(len(s.keys(power)))
        if power is Power.PROTESTANT:
            base = rule.many if len(held) >= rule.enough else rule.otherwise
        assert plan.deal[power] == base + board.rulers[s.powers[power].ruler].bonus + plan.extra_cards[power]


@pytest.mark.parametrize(
    ("scenario", "deal"),
    [("1517", [3, 5, 3, 4, 3, 4]), ("1532", [5, 5, 4, 4, 3, 5]), ("tournament", [6, 6, 5, 5, 4, 6])],
)
def test_cards_of_the_first_deal(scenario: str, deal: list[int]) -> None:
    assert list(start(scenario).plan.deal.values()) == deal


@pytest.mark.parametrize(
    ("scenario", "edition", "deck"),
    [
        ("1517", Edition.CORE110, 65), ("1517", Edition.ANNIVERSARY116, 66), ("1532", Edition.CORE110, 58),
        ("1532", Edition.ANNIVERSARY116, 60), ("tournament", Edition.CORE110, 58),
    ],
)  # fmt: skip
def test_every_card_is_somewhere(scenario: str, edition: Edition, deck: int) -> None:
    """cards.md 7; in 1532 the cards of turn 4 come in the first Card Draw phase, to 69 and 71."""
    s = start(scenario, edition=edition)
    held = [card for state in s.powers.values() for card in (*state.hand, *state.home_cards)]
    places = (*s.deck, *s.discard, *s.removed, *s.waiting, *s.ruling, *s.set_aside, *s.beside_map, *held)
    assert sorted(places) == sorted(s.board.cards)
    assert len(s.deck) == deck
    assert s.deck == sorted(s.deck)
    on_turn_4 = [card for card in s.waiting if s.board.cards[card].entry_turn == 4]
    assert deck + len(on_turn_4) * (s.turn == 4) == s.plan.cards.before_first_deal


def test_cards_of_1517() -> None:
    s = start("1517")
    assert s.waiting == [*range(14, 24), *range(38, 65)]
    assert s.powers[Power.PROTESTANT].hand == [8]
    assert s.powers[Power.PAPACY].home_cards == [5, 6]


def test_cards_of_1532() -> None:
    s = start("1532")
    assert s.ruling == [10]
    assert {14, 40, 42} <= set(s.deck)
    assert s.removed == [8, 9, 11, 13, 38, 39, 41, 43, 78, 83, 85, 88, 95, 96]


def test_wars_and_alliances() -> None:
    old, new = start("1517"), start("1532")
    assert old.at_war(Power.FRANCE, Power.HAPSBURG)
    assert old.at_war(Power.HUNGARY, Power.OTTOMAN)
    assert not old.at_war(Power.HAPSBURG, Power.OTTOMAN)
    assert new.at_war(Power.PROTESTANT, Power.PAPACY)
    assert new.at_war(Power.OTTOMAN, Power.HUNGARY)  # as an ally of the Hapsburgs
    assert new.minors[Power.HUNGARY].ally is Power.HAPSBURG
    assert new.alliances == []
    assert (len(old.wars), len(new.wars)) == (3, 3)


def test_religion_of_the_set_ups() -> None:
    """2.3"""
    old, new = start("1517"), start("1532")
    assert old.protestant_spaces() == []
    assert len(new.protestant_spaces()) == 19
    for s in (old, new):
        faithless = [space for space, here in s.spaces.items() if here.religion is Religion.NONE]
        assert set(faithless) == {*s.board.map.home_spaces[Power.OTTOMAN], "algiers"}


def test_control_of_the_set_ups() -> None:
    old, new = start("1517"), start("1532")
    germany = old.board.map.home_spaces[Power.PROTESTANT]
    assert {old.spaces[space].controller for space in germany} == {Power.HAPSBURG}
    assert old.controlled(Power.PROTESTANT) == []
    assert len(new.controlled(Power.PROTESTANT)) == 16
    assert new.spaces[SpaceId("malta")].controller is Power.INDEPENDENT
    assert new.controlled(Power.HUNGARY) == []  # an active minor's spaces are its major's (22.2)
    assert len(old.controlled(Power.HUNGARY)) == 9


def test_algiers_waits_for_the_barbary_pirates() -> None:
    """21.1"""
    algiers = SpaceId("algiers")
    old, new = start("1517"), start("1532")
    assert (old.home(algiers), old.spaces[algiers].controller) == (None, Power.INDEPENDENT)
    assert (new.home(algiers), new.spaces[algiers].controller) == (Power.OTTOMAN, Power.OTTOMAN)
    assert new.board.map.spaces[algiers].kind is SpaceKind.KEY


def test_people_of_the_set_ups() -> None:
    old, new = start("1517"), start("1532")
    ready = [one for one, standing in old.debaters.items() if standing is Standing.READY]
    assert sorted(ready) == sorted(
        ["luther", "melanchthon", "bucer", "carlstadt", "eck", "campeggio", "aleander", "tetzel", "cajetan"]
    )
    assert set(old.reformers.values()) == {Standing.WAITING}
    assert new.reformers == {"luther": "ready", "zwingli": "out", "calvin": "waiting", "cranmer": "waiting"}
    assert new.debaters[DebaterId("zwingli")] is Standing.OUT
    assert new.excommunicated == ["luther"]
    assert {power: state.ruler for power, state in new.powers.items()}[Power.PAPACY] == "clement_vii"
    assert new.reformers[ReformerId("luther")] is Standing.READY


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_should_have_entered_is_there(scenario: str) -> None:
    """Nobody whose turn is past waits."""
    s = start(scenario)
    late = [
        one.id
        for one in s.board.debaters.values()
        if s.debaters[one.id] is Standing.WAITING and one.entry_turn is not None and one.entry_turn < s.turn
    ]
    late += [
        str(one.id)
        for one in s.board.leaders.values()
        if s.leaders[one.id].where is Whereabouts.WAITING and one.entry == "start"
    ]
    assert late == []


def test_tracks_of_1532() -> None:
    s = start("1532")
    assert (s.tracks.chateaux, s.tracks.saint_peters_vp, s.tracks.piracy) == (2, 1, 0)
    assert s.tracks.new_testament == {"german": 6, "french": 4, "english": 2}
    assert s.tudors.marital == "ask_for_divorce"
    assert s.display == {"cologne": 1, "trier": 1}
    assert s.milestones == [
        Milestone.CLEMENT_VII, Milestone.BARBARY_PIRATES, Milestone.SCHMALKALDIC_LEAGUE, Milestone.HUNGARY_DEFEATED,
    ]  # fmt: skip


def test_new_world_of_the_set_ups() -> None:
    """20"""
    old, new = start("1517").new_world, start("1532").new_world
    assert old.crossing == [
        Crossing(Power.HAPSBURG, Voyage.EXPLORATION), Crossing(Power.HAPSBURG, Voyage.CONQUEST),
    ]  # fmt: skip
    assert (len(old.explorers), len(old.conquistadors), old.conquests) == (12, 5, [])
    assert [(one.prize, one.by, one.depleted) for one in new.conquests] == [
        ("circumnavigation", "magellan", False), ("pacific_strait", "", False), ("aztecs", "cortez", True),
    ]  # fmt: skip
    assert (len(new.explorers), new.conquistadors) == (7, ["pizarro", "montejo", "coronado"])
    assert new.colonies == {"hapsburg": ["Puerto Rico", "Cuba"]}
    assert new.crossing == [Crossing(Power.FRANCE, Voyage.EXPLORATION)]


@pytest.mark.parametrize(
    ("players", "powers"),
    [
        (6, [["ottoman"], ["hapsburg"], ["england"], ["france"], ["papacy"], ["protestant"]]),
        (5, [["ottoman"], ["hapsburg"], ["england", "protestant"], ["france"], ["papacy"]]),
        (4, [["ottoman"], ["hapsburg", "papacy"], ["england", "protestant"], ["france"]]),
        (3, [["ottoman", "france"], ["hapsburg", "papacy"], ["england", "protestant"]]),
    ],
)
def test_powers_of_the_players(players: int, powers: list[list[str]]) -> None:
    """1.6: all six powers are in play; some have one player."""
    s = start(players=players)
    assert sorted({s.partners(power) for power in MAJORS}) == sorted(tuple(group) for group in powers)
    assert set(s.powers) == set(MAJORS)


def test_lengths_and_victories() -> None:
    """1.1-1.4"""
    plans = our_board().scenarios
    assert {str(one.id): (one.first_turn, one.last_turn) for one in plans.values()} == {
        "1517": (1, 9), "1532": (4, 9), "tournament": (4, 6),
    }  # fmt: skip
    assert {str(one.id): (one.standard_vp, one.domination_lead) for one in plans.values()} == {
        "1517": (25, 5), "1532": (25, 5), "tournament": (23, 4),
    }  # fmt: skip


def test_the_first_phase() -> None:
    assert start("1517").cursor == "1/luther_95_theses"
    assert start("1532").cursor == "4/card_draw"


def test_the_position_fits_into_json() -> None:
    require_fit(HisState)


@pytest.mark.parametrize(("scenario", "edition"), EVERY)
def test_there_and_back_through_json(scenario: str, edition: Edition) -> None:
    s = start(scenario, edition=edition, switches={"window_order": "impulse_order"})
    raw = to_json(s)
    again = from_json(HisState, raw)
    assert again == s
    assert to_json(again) == raw
    assert again.board is None
    again.board = s.board
    assert victory.totals(again) == s.plan.vp


def test_a_set_up_shares_nothing_with_the_next() -> None:
    one, other = start(), start()
    one.spaces[SpaceId("london")].unrest = True
    one.deck.append(CardNumber(1))
    one.new_world.explorers.clear()
    assert start() == other


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"colour": "red"}, "the game has no option 'colour'; there are scenario, players, edition, switches"),
        ({"scenario": "1550"}, "scenario must be one of 1517, 1532, tournament, not '1550'"),
        ({"scenario": "two_player"}, "scenario must be one of 1517, 1532, tournament, not 'two_player'"),
        ({"players": 2}, "players must be one of 3, 4, 5, 6, not 2"),
        ({"players": True}, "players must be one of 3, 4, 5, 6, not True"),
        ({"edition": "2017"}, "edition must be core110 or anniversary116, not '2017'"),
        ({"switches": ["maya_vp"]}, "switches must be a table of names and values, not \\['maya_vp'\\]"),
        ({"switches": {"maya": 1}}, "there is no switch 'maya'; there are patron_of_the_arts, maya_vp"),
        ({"switches": {"maya_vp": 3}}, "switch maya_vp must be 1 or 2, not 3"),
        ({"switches": {"maya_vp": True}}, "switch maya_vp must be 1 or 2, not True"),
        ({"switches": {"stirling_fortress": 1}}, "switch stirling_fortress must be false or true, not 1"),
        ({"switches": {"edition": "core110"}}, "there is no switch 'edition'"),
    ],
)
def test_bad_options_are_explained(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_options(our_board(), options)


@pytest.mark.parametrize("scenario", ["1532", 1532])
def test_options_are_completed(scenario: Json) -> None:
    chosen = read_options(our_board(), {"scenario": scenario, "players": 3})
    assert (chosen.scenario, chosen.players, chosen.edition) == ("1532", 3, Edition.CORE110)
    usual = read_options(our_board(), {})
    assert (usual.scenario, usual.players, usual.switches) == ("1517", 6, {})


def test_only_switches_that_differ_are_kept() -> None:
    """What is usual differs between the editions."""
    wish: dict[str, Json] = {"stirling_fortress": True, "maya_vp": 2}
    core = read_options(our_board(), {"switches": wish})
    later = read_options(our_board(), {"edition": "anniversary116", "switches": wish})
    assert core.switches == {"stirling_fortress": True}
    assert later.switches == {"maya_vp": 2}
    s = start(edition="anniversary116", switches=wish)
    assert (s.setting("maya_vp"), s.setting("stirling_fortress"), s.setting("cede_rule")) == (2, True, "later")
    assert s.is_fortified(SpaceId("stirling"))


def test_boards_of_other_games_are_not_touched() -> None:
    switched = our_board().under(Edition.CORE110, {"maya_vp": 1})
    assert switched.under(Edition.CORE110, {}).settings["maya_vp"] == 2
    assert our_board().under(Edition.CORE110, {}) is our_board()
    assert board_in(Edition.ANNIVERSARY116).settings["maya_vp"] == 1


@pytest.mark.parametrize(("scenario", "edition"), EVERY)
def test_every_id_of_the_position_is_known(scenario: str, edition: Edition) -> None:
    s = start(scenario, edition=edition)
    board = s.board
    assert list(s.spaces) == list(board.map.spaces)
    assert set(s.forces) <= set(board.map.spaces)
    assert set(s.fleets) <= set(board.map.ports)
    assert list(s.leaders) == list(board.leaders)
    assert {state.ruler for state in s.powers.values()} <= set(board.rulers)
    assert s.tudors.marital in board.tables.marital_track
    assert {one.prize for one in s.new_world.conquests} <= set(board.tables.prizes)
    on_map = Counter(state.at for state in s.leaders.values() if state.where is Whereabouts.MAP)
    assert set(on_map) <= set(board.map.spaces)
    for leader in s.leaders_at(SpaceId("istanbul")):
        assert s.leaders[leader].power is Power.OTTOMAN
