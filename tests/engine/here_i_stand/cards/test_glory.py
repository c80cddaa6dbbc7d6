"""12, 47, 51, 52, 84, and R84: victory points by events."""

from __future__ import annotations

import pytest

from engine.here_i_stand import victory
from engine.here_i_stand.cards.glory import play_in_victory_phase, why_not_in_victory_phase
from engine.here_i_stand.ending import stops_domination
from engine.here_i_stand.records import Bonus
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BonusKind, CardNumber, Milestone, Power, Religion, SpaceId, TurnMarker
from tests.engine.here_i_stand.cards.stage import LATER, hold, pick, play, refused, scene, where
from tests.engine.here_i_stand.flows import drive


def keys(s: HisState, **held: str) -> None:
    for key, power in held.items():
        s.take_control(SpaceId(key), Power(power))


def vp_of(s: HisState, power: Power, kind: BonusKind) -> list[int]:
    return [bonus.vp for bonus in s.powers[power].bonus if bonus.kind is kind]


def test_12_three_keys_one_vp_two_keys_a_card() -> None:
    s = scene()
    keys(s, genoa="france", milan="france", venice="france", florence="hapsburg", naples="hapsburg")
    play(s, Power.PAPACY, 12)
    assert vp_of(s, Power.FRANCE, BonusKind.MASTER_OF_ITALY) == [1]
    assert len(s.powers[Power.HAPSBURG].hand) == 1
    assert s.impulse is not None
    assert s.impulse.cp == 2
    assert where(s, 12) == "discard"


@pytest.mark.parametrize("count", [4, 5])
def test_12_four_or_five_keys_two_vp(count: int) -> None:
    s = scene()
    keys(s, **dict.fromkeys(("genoa", "milan", "venice", "florence", "naples")[:count], "hapsburg"))
    play(s, Power.PAPACY, 12)
    assert vp_of(s, Power.HAPSBURG, BonusKind.MASTER_OF_ITALY) == [2]


@pytest.mark.parametrize(("switch", "vp"), [("counts", [1]), ("does_not_count", [])])
def test_12_c03_a_key_in_unrest(switch: str, vp: list[int]) -> None:
    s = scene(switches={"master_of_italy_unrest": switch})
    keys(s, milan="france", florence="france", genoa="france")
    s.spaces[SpaceId("milan")].unrest = True
    play(s, Power.PAPACY, 12)
    assert vp_of(s, Power.FRANCE, BonusKind.MASTER_OF_ITALY) == vp


def test_12_nobody_has_two() -> None:
    s = scene()
    play(s, Power.PAPACY, 12)
    assert s.impulse is not None
    assert s.impulse.cp == 2
    assert not s.powers[Power.FRANCE].hand


@pytest.mark.parametrize(("way", "hand"), [("draw", 1), ("discard", 0)])
def test_47_one_vp_and_a_choice(way: str, hand: int) -> None:
    s = scene(turn=4)
    hold(s, Power.PROTESTANT, 24)
    play(s, Power.FRANCE, 47, answers={"choice/47/draw_or_discard@france": pick(way)})
    assert vp_of(s, Power.FRANCE, BonusKind.COPERNICUS) == [1]
    assert len(s.powers[Power.FRANCE].hand) == hand
    assert (where(s, 24) == "discard") == (way == "discard")
    assert where(s, 47) == "removed"


@pytest.mark.parametrize(("count", "vp"), [(5, [1]), (6, [2])])
def test_47_two_vp_with_half_of_the_home_spaces_protestant(count: int, vp: list[int]) -> None:
    """England has 12 home spaces."""
    s = scene(turn=4)
    for space in s.home_spaces(Power.ENGLAND)[:count]:
        s.convert(space, Religion.PROTESTANT)
    play(s, Power.ENGLAND, 47)
    assert vp_of(s, Power.ENGLAND, BonusKind.COPERNICUS) == vp


def test_47_c43_always_two_by_the_switch_in_the_first_printing() -> None:
    s = scene(turn=4, switches={"copernicus_vp": "always_two"})
    play(s, Power.OTTOMAN, 47)
    assert vp_of(s, Power.OTTOMAN, BonusKind.COPERNICUS) == [2]
    s = scene(turn=5, edition=LATER, switches={"copernicus_vp": "always_two"})
    play(s, Power.OTTOMAN, 47)
    assert vp_of(s, Power.OTTOMAN, BonusKind.COPERNICUS) == [1]


def test_51_a_vp_and_a_protestant_discard() -> None:
    s = scene(turn=4)
    hold(s, Power.PROTESTANT, 24)
    play(s, Power.PAPACY, 51)
    assert vp_of(s, Power.PAPACY, BonusKind.MICHAEL_SERVETUS) == [1]
    assert where(s, 51) == "removed"
    assert where(s, 24) == "discard"


def test_52_two_dice_for_the_dome() -> None:
    s = scene(turn=4)
    play(s, Power.FRANCE, 52, dice=[6, 5])
    assert (s.tracks.saint_peters_vp, s.tracks.saint_peters_cp) == (2, 1)


def test_84_the_marker_needs_the_barbary_pirates() -> None:
    s = scene()
    assert refused(s, Power.OTTOMAN, 84) == "before_barbary_pirates"
    s.milestones.append(Milestone.BARBARY_PIRATES)
    play(s, Power.OTTOMAN, 84)
    assert TurnMarker.JULIA_GONZAGA in s.this_turn.markers
    assert where(s, 84) == "removed"


# ------------------------------------------------------------------ R84


def _dominating(lead: int) -> HisState:
    """1517, turn 4: the Papacy has 19 VP, France 12."""
    s = scene(turn=4)
    totals = victory.totals(s)
    s.powers[Power.FRANCE].bonus.append(Bonus(BonusKind.WAR_WINNER, totals[Power.PAPACY] - lead - totals[Power.FRANCE]))
    return s


def test_r84_only_if_the_vp_stop_a_domination() -> None:
    s = _dominating(5)
    assert stops_domination(s, Power.FRANCE, 1)
    assert not stops_domination(s, Power.PAPACY, 1)
    assert why_not_in_victory_phase(s, Power.FRANCE, CardNumber(51)) is None
    assert not stops_domination(_dominating(6), Power.FRANCE, 1)
    assert stops_domination(_dominating(6), Power.FRANCE, 2)
    assert not stops_domination(_dominating(4), Power.FRANCE, 1)


def test_r84_not_against_the_own_power_of_the_player() -> None:
    s = scene(turn=4, players=4)
    assert not stops_domination(s, Power.HAPSBURG, 9)


def test_r84_neither_in_the_later_edition_nor_with_another_card() -> None:
    s = scene(turn=4)
    reason = why_not_in_victory_phase(s, Power.FRANCE, CardNumber(84))
    assert reason is not None
    assert reason.key == "no_event_in_impulse"
    reason = why_not_in_victory_phase(scene(turn=5, edition=LATER), Power.FRANCE, CardNumber(51))
    assert reason is not None
    assert reason.key == "no_event_in_impulse"
    reason = why_not_in_victory_phase(s, Power.ENGLAND, CardNumber(51))
    assert reason is not None
    assert reason.key == "stops_no_domination"


def test_c18_the_rest_of_the_event_is_resolved_too() -> None:
    s = scene(turn=4)
    hold(s, Power.PROTESTANT, 24)
    drive(play_in_victory_phase(s, Power.FRANCE, CardNumber(51)))
    assert where(s, 24) == "discard"
    assert vp_of(s, Power.FRANCE, BonusKind.MICHAEL_SERVETUS) == [1]
