"""Chapters 3-5: powers, counters, people and tables."""

from __future__ import annotations

import pytest

from engine.here_i_stand.board.counters import fits
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.board.powers import Counter
from engine.here_i_stand.terms import MAJORS, Edition, LeaderId, Power, PrizeId, RulerId, Zone
from tests.engine.here_i_stand.boards import BOTH, board_in, our_board


def test_counters_of_the_powers() -> None:
    """5.2: strength and naval counters."""
    assert {power.id: (power.land_limit, power.squadrons) for power in our_board().powers.values()} == {
        "ottoman": (47, 9), "hapsburg": (48, 6), "england": (33, 5), "france": (38, 5), "papacy": (23, 2),
        "protestant": (26, 0), "genoa": (4, 1), "hungary": (10, 0), "scotland": (6, 1), "venice": (8, 4),
        "independent": (12, 0),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("power", "keys", "cards", "vp"),
    [
        ("ottoman", 4, 3, 8), ("ottoman", 10, 6, 20), ("hapsburg", 8, 5, 9), ("hapsburg", 13, 7, 14),
        ("england", 4, 2, 9), ("france", 6, 3, 12), ("papacy", 1, 2, 2), ("papacy", 6, 4, 12),
        ("france", 0, 1, 0), ("papacy", 9, 4, 12),
    ],
)  # fmt: skip
def test_key_tracks(power: str, keys: int, cards: int, vp: int) -> None:
    """4: with no key still 1 card; with more keys than boxes the last box."""
    card = our_board().powers[Power(power)]
    assert (card.base_cards(keys), card.key_vp(keys)) == (cards, vp)


def test_automatic_victories() -> None:
    """4"""
    wins = {power: our_board().powers[power].auto_win_keys for power in MAJORS}
    assert wins == {"ottoman": 11, "hapsburg": 14, "england": 9, "france": 11, "papacy": 7, "protestant": None}


@pytest.mark.parametrize(
    ("amounts", "counters", "fit"),
    [
        ([4], [Counter((1,), 4)], True),
        ([5], [Counter((1,), 4)], False),
        ([3], [Counter((2,), 2)], False),
        ([3, 1], [Counter((2,), 1), Counter((1,), 2)], True),
        ([3, 3], [Counter((2,), 2), Counter((1,), 1)], False),
        ([7, 1], [Counter((6,), 1), Counter((1,), 2)], True),
        ([5, 5], [Counter((4,), 2), Counter((1,), 1)], False),
        ([4, 4], [Counter((6,), 1), Counter((4,), 1), Counter((2,), 2)], True),
        ([6, 2, 2], [Counter((1, 2), 3), Counter((4, 2), 1)], True),
        ([5, 5], [Counter((1, 2), 3), Counter((4, 2), 1)], False),
        ([1, 1, 1, 1], [Counter((1, 2), 3), Counter((4, 2), 1)], False),
        ([3, 2], [Counter((1, 2), 3)], True),
        ([3, 3], [Counter((1, 2), 3)], False),
        ([2, 2], [Counter((4, 2), 2)], True),
        ([0, 0], [], True),
    ],
)
def test_amounts_in_counters(amounts: list[int], counters: list[Counter], fit: bool) -> None:
    """5.2"""
    assert fits(amounts, counters) is fit


@pytest.mark.parametrize("amounts", [[7, 1, 1, 1, 1], [47], [23, 24], [1] * 11, [13] * 3, [15, 15, 15]])
def test_ottoman_counters_against_trying_everything(amounts: list[int]) -> None:
    """11 ones, 7 twos, 4 fours and a six: the quick way and the slow one agree."""
    counters = our_board().powers[Power.OTTOMAN].counters
    assert fits(amounts, counters) is _tried(tuple(amounts), tuple((c.shows[0], c.count) for c in counters))


def _tried(amounts: tuple[int, ...], left: tuple[tuple[int, int], ...]) -> bool:
    if not amounts:
        return True
    if amounts[0] == 0:
        return _tried(amounts[1:], left)
    for index, (shown, count) in sorted(enumerate(left), key=lambda one: -one[1][0]):
        if count and shown <= amounts[0]:
            rest = (*left[:index], (shown, count - 1), *left[index + 1 :])
            if _tried((amounts[0] - shown, *amounts[1:]), rest):
                return True
    return False


def test_leaders() -> None:
    leaders = our_board().leaders
    army = [one for one in leaders.values() if not one.naval]
    assert (len(army), len(leaders)) == (15, 18)
    ratings = {one.id: (one.battle, one.command) for one in army}
    assert ratings["suleiman"] == (2, 12)
    assert ratings["charles_brandon"] == (1, 6)
    barbarossa = leaders[LeaderId("barbarossa")]
    assert (barbarossa.battle, barbarossa.piracy, barbarossa.command) == (2, 1, None)
    assert leaders[LeaderId("renegade")].power is None


def test_rulers() -> None:
    """3"""
    rulers = {one.id: (one.power, one.admin, one.bonus) for one in our_board().rulers.values()}
    assert len(rulers) == 14
    assert rulers[RulerId("henry_viii")] == (Power.ENGLAND, 1, 1)
    assert rulers[RulerId("leo_x")] == (Power.PAPACY, 0, 0)
    assert rulers[RulerId("elizabeth_i")] == (Power.ENGLAND, 2, 1)


def test_debaters_come_as_the_turn_track_says() -> None:
    """18.2; the three English ones who come with Cranmer are printed on turn 4."""
    debaters = our_board().debaters.values()
    turns = {side: [one.entry_turn for one in debaters if one.side is side] for side in Side}
    assert [turns[Side.PROTESTANT].count(turn) for turn in range(1, 10)] == [4, 3, 1, 4, 0, 2, 0, 0, 0]
    assert turns[Side.PROTESTANT].count(None) == 3
    assert [turns[Side.PAPACY].count(turn) for turn in range(1, 10)] == [5, 1, 0, 0, 2, 3, 1, 0, 0]
    assert {one.zone for one in debaters if one.side is Side.PAPACY} == {None}
    assert {one.zone for one in debaters if one.side is Side.PROTESTANT} == {Zone.GERMAN, Zone.FRENCH, Zone.ENGLISH}


def test_action_costs() -> None:
    """11.1: what a power can't do has no cost."""
    costs = our_board().action_costs
    assert len(costs) == 21
    assert costs["raise_cavalry"] == {Power.OTTOMAN: 1}
    assert Power.PROTESTANT not in costs["naval_move"]
    assert set(costs["assault"]) == set(MAJORS)


def test_costs_of_war() -> None:
    """9.6, R83"""
    core, later = board_in(Edition.CORE110).war_costs, board_in(Edition.ANNIVERSARY116).war_costs
    assert core[Power.FRANCE][Power.SCOTLAND] == 1
    assert later[Power.FRANCE][Power.SCOTLAND] == 2
    assert core[Power.HAPSBURG][Power.PAPACY] == core[Power.PAPACY][Power.HAPSBURG] == 4
    assert Power.PROTESTANT not in core[Power.HAPSBURG]
    assert all(Power.HUNGARY not in targets for targets in core.values())
    mixed = our_board().under(Edition.CORE110, {"minor_war_cost": "some_2"})
    assert mixed.war_costs == later
    for one in MAJORS:
        for other in MAJORS:
            assert core[one].get(other) == core[other].get(one)


def test_tables() -> None:
    tables = our_board().tables
    assert tables.tracks.papacy_vp[0] == 15
    assert (tables.tracks.papacy_vp[19], tables.tracks.protestant_vp[19]) == (10, 5)
    assert tables.display == {
        "wittenberg": 2, "augsburg": 2, "mainz": 1, "cologne": 1, "trier": 1, "brandenburg": 1,
    }  # fmt: skip
    assert tables.limits.hits == (5, 6)
    assert sorted(tables.foreign_wars) == [92, 93, 110]


@pytest.mark.parametrize("edition", BOTH)
def test_vp_of_the_maya(edition: Edition) -> None:
    """R72"""
    usual = {Edition.CORE110: 2, Edition.ANNIVERSARY116: 1}[edition]
    maya = PrizeId("maya")
    assert board_in(edition).tables.prizes[maya].vp == usual
    assert our_board().under(edition, {"maya_vp": 3 - usual}).tables.prizes[maya].vp == 3 - usual


@pytest.mark.parametrize(("edition", "limit"), [(Edition.CORE110, 14), (Edition.ANNIVERSARY116, 4)])
def test_piracy_actions(edition: Edition, limit: int) -> None:
    """R64"""
    assert board_in(edition).tables.limits.piracy_actions == limit


def test_switches() -> None:
    switches = our_board().switches
    assert len(switches) == 42
    assert "edition" not in switches
    assert switches["stirling_fortress"].takes(True)
    assert not switches["stirling_fortress"].takes(1)
    later = board_in(Edition.ANNIVERSARY116).switches
    assert {name for name, one in switches.items() if one.usual != later[name].usual} == {
        "patron_of_the_arts", "maya_vp", "stirling_fortress", "piracy_actions_per_turn", "piracy_awards",
        "foreign_war_reward", "minor_war_cost", "cede_rule",
    }  # fmt: skip
