"""64, 72 b, 80, 82, 88, 94: unrest by events (12.4)."""

from __future__ import annotations

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.asking import blank
from engine.here_i_stand.script import Script
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Power, SpaceId
from tests.engine.here_i_stand.cards.stage import army, hold, pick, play, scene, where


def unrest(s: HisState) -> list[str]:
    return [space for space, here in s.spaces.items() if here.unrest]


def test_gabelle_revolt_marks_up_to_two_french_home_spaces() -> None:
    s = scene()
    play(s, Power.HAPSBURG, 80, answers={"choice/80/unrest@hapsburg": pick("tours,nantes")})
    assert unrest(s) == ["tours", "nantes"]
    assert where(s, 80) == "discard"


@pytest.mark.parametrize("wish", ["tours,nantes,brest", "paris", "tours,tours", "london"])
def test_too_many_occupied_twice_or_foreign(wish: str) -> None:
    s = scene()
    with pytest.raises(AssertionError, match="choice/80"):
        play(s, Power.HAPSBURG, 80, answers={"choice/80/unrest@hapsburg": pick(wish)})


def test_nothing_at_all_is_allowed() -> None:
    s = scene()
    play(s, Power.FRANCE, 80, answers={"choice/80/unrest@france": pick("none")})
    assert unrest(s) == []


def test_by_default_no_own_space_falls_into_unrest() -> None:
    s = scene()
    play(s, Power.FRANCE, 80)
    assert unrest(s) == []
    play(s, Power.ENGLAND, 64)
    assert unrest(s) == []
    play(s, Power.FRANCE, 94)
    assert len(unrest(s)) == 3


def test_r78_a_lone_leader_occupies() -> None:
    s = scene()
    s.place_leader(LeaderId("montmorency"), SpaceId("tours"))
    with pytest.raises(AssertionError):
        play(s, Power.HAPSBURG, 80, answers={"choice/80/unrest@hapsburg": pick("tours")})


def test_a_choose_line_of_the_script_answers() -> None:
    s = scene()
    asked: list[AnyDecision] = []
    line = blank("impulse", do="choose", pick="dijon")
    s.script = Script([[line]])
    play(s, Power.HAPSBURG, 80, asked=asked)
    assert unrest(s) == ["dijon"]
    assert not [one for one in asked if one.kind == "choice"]


@pytest.mark.parametrize(("fights", "most"), [(True, 2), (False, 4)])
def test_janissaries_rebel_by_wars_with_major_powers(fights: bool, most: int) -> None:
    """Wars with minor powers do not count: Hungary at the start."""
    s = scene()
    assert s.at_war(Power.OTTOMAN, Power.HUNGARY)
    if fights:
        s.begin_war(Power.OTTOMAN, Power.VENICE)
        s.begin_war(Power.OTTOMAN, Power.HAPSBURG)
    play(s, Power.HAPSBURG, 82)
    assert len(unrest(s)) == most
    assert all(s.home(SpaceId(space)) is Power.OTTOMAN for space in unrest(s))


def test_peasants_war_in_any_german_speaking_space() -> None:
    s = scene()
    play(s, Power.FRANCE, 88, answers={"choice/88/unrest@france": pick("innsbruck,zurich,basel,wittenberg,kassel")})
    assert sorted(unrest(s)) == ["basel", "innsbruck", "kassel", "wittenberg", "zurich"]
    assert where(s, 88) == "removed"


def test_communeros_in_spain() -> None:
    s = scene()
    with pytest.raises(AssertionError):
        play(s, Power.FRANCE, 94, answers={"choice/94/unrest@france": pick("palma,oran")})
    s = scene()
    play(s, Power.FRANCE, 94, answers={"choice/94/unrest@france": pick("palma,madrid,granada")})
    assert len(unrest(s)) == 3
    assert where(s, 94) == "discard"


def test_pilgrimage_of_grace_in_english_homes() -> None:
    s = scene(turn=5)
    play(s, Power.FRANCE, 64, answers={"choice/64/unrest@france": pick("berwick,lincoln,wales,norwich,carlisle")})
    assert len(unrest(s)) == 5
    assert where(s, 64) == "removed"


def test_a_slump_in_cloth() -> None:
    """72 b: the holder of Antwerp discards; unrest in the Low Countries or Hapsburg home spaces of two zones."""
    s = scene()
    hold(s, Power.HAPSBURG, 24)
    play(s, Power.FRANCE, 72, "b", {"choice/72/unrest@france": pick("amsterdam,palermo")})
    assert unrest(s) == ["amsterdam", "palermo"]
    assert where(s, 24) == "discard"
    assert s.powers[Power.HAPSBURG].hand == []


def test_a_slump_hits_whoever_holds_antwerp() -> None:
    s = scene()
    s.take_control(SpaceId("antwerp"), Power.ENGLAND)
    hold(s, Power.ENGLAND, 24)
    with pytest.raises(AssertionError):
        play(s, Power.FRANCE, 72, "b", {"choice/72/unrest@france": pick("granada")})
    assert where(s, 24) == "discard"


def test_spaces_in_unrest_are_left_out() -> None:
    s = scene()
    army(s, Power.FRANCE, "tours", 1)
    s.spaces[SpaceId("nantes")].unrest = True
    with pytest.raises(AssertionError):
        play(s, Power.HAPSBURG, 80, answers={"choice/80/unrest@hapsburg": pick("nantes")})
