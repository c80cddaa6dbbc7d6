"""39, 43, 45, 55, 67, 78: spaces, reformers and debaters without an attempt."""

from __future__ import annotations

import pytest

from engine.here_i_stand.cards.faith import is_catholic
from engine.here_i_stand.terms import (
    CardNumber,
    DebaterId,
    Milestone,
    Power,
    ReformerId,
    Religion,
    RulerId,
    SpaceId,
    Standing,
    TurnMarker,
    UnitType,
)
from tests.engine.here_i_stand.cards.stage import army, hold, on_discard, pick, play, refused, scene, where

CALVIN = "calvin"


def test_39_melanchthon_is_committed_for_the_marker() -> None:
    s = scene(turn=3)
    s.debaters[DebaterId("melanchthon")] = Standing.READY
    play(s, Power.PROTESTANT, 39)
    assert s.debaters[DebaterId("melanchthon")] is Standing.COMMITTED
    assert TurnMarker.AUGSBURG_CONFESSION in s.this_turn.markers
    assert where(s, 39) == "removed"


@pytest.mark.parametrize("standing", [Standing.COMMITTED, Standing.BURNT, Standing.AWAY, Standing.WAITING])
def test_39_melanchthon_must_be_uncommitted(standing: Standing) -> None:
    s = scene(turn=3)
    s.debaters[DebaterId("melanchthon")] = standing
    assert refused(s, Power.PROTESTANT, 39) == "debater_not_uncommitted"


def test_43_zwingli_falls_and_takes_a_catholic_with_him() -> None:
    s = scene(turn=3)
    s.reformers[ReformerId("zwingli")] = s.debaters[DebaterId("zwingli")] = Standing.READY
    before = s.land(Power.FRANCE, SpaceId("milan")).regulars
    answers = {
        "choice/43/casualty@protestant": {"do": "choose", "space": "milan", "power": "france", "unit": "regular"}
    }
    play(s, Power.FRANCE, 43, answers=answers)
    assert s.land(Power.FRANCE, SpaceId("milan")).regulars == before - 1
    assert s.reformers[ReformerId("zwingli")] is Standing.OUT
    assert s.debaters[DebaterId("zwingli")] is Standing.OUT
    assert where(s, 43) == "removed"


@pytest.mark.parametrize(("space", "power"), [("prague", "hungary"), ("istanbul", "ottoman")])
def test_43_at_most_three_spaces_away(space: str, power: str) -> None:
    s = scene(turn=3)
    answers = {"choice/43/casualty@protestant": {"do": "choose", "space": space, "power": power, "unit": "regular"}}
    with pytest.raises(AssertionError):
        play(s, Power.FRANCE, 43, answers=answers)


def test_43_c15_a_burnt_zwingli() -> None:
    s = scene(turn=3)
    s.reformers[ReformerId("zwingli")] = s.debaters[DebaterId("zwingli")] = Standing.BURNT
    play(s, Power.FRANCE, 43)
    assert s.debaters[DebaterId("zwingli")] is Standing.BURNT


def test_18_2_catholic_land_units() -> None:
    s = scene()
    regular = UnitType.REGULAR
    catholic = [power for power in Power if is_catholic(s, power, regular)]
    assert catholic == ["hapsburg", "france", "papacy", "genoa", "hungary", "scotland", "venice", "independent"]
    s.powers[Power.ENGLAND].ruler = RulerId("mary_i")
    assert is_catholic(s, Power.ENGLAND, regular)
    s.minors[Power.SCOTLAND].ally = Power.ENGLAND
    assert is_catholic(s, Power.SCOTLAND, regular)
    s.powers[Power.ENGLAND].ruler = RulerId("edward_vi")
    assert not is_catholic(s, Power.SCOTLAND, regular)


def test_45_calvin_away_until_the_next_card_draw_phase() -> None:
    s = scene(turn=4)
    assert refused(s, Power.FRANCE, 45) == "reformer_not_there"
    s.reformers[ReformerId(CALVIN)] = s.debaters[DebaterId(CALVIN)] = Standing.READY
    play(s, Power.FRANCE, 45)
    assert s.reformers[ReformerId(CALVIN)] is Standing.AWAY
    assert s.debaters[DebaterId(CALVIN)] is Standing.AWAY


@pytest.mark.parametrize("standing", [Standing.BURNT, Standing.AWAY])
def test_45_c17_calvin_must_be_in_play(standing: Standing) -> None:
    s = scene(turn=4)
    s.reformers[ReformerId(CALVIN)] = standing
    assert refused(s, Power.FRANCE, 45) == "reformer_not_there"


def test_55_two_universities_after_the_society() -> None:
    s = scene(turn=6)
    assert refused(s, Power.FRANCE, 55) == "before_society_of_jesus"
    s.milestones.append(Milestone.SOCIETY_OF_JESUS)
    s.spaces[SpaceId("paris")].university = True
    with pytest.raises(AssertionError):
        play(s, Power.FRANCE, 55, answers={"choice/55/university@papacy": pick("paris,rome")})
    s.beside_map.clear()
    s.this_turn.played.clear()
    play(s, Power.FRANCE, 55, answers={"choice/55/university@papacy": pick("trier,rome")})
    assert s.spaces[SpaceId("trier")].university
    assert where(s, 55) == "discard"


def test_67_two_spaces_that_are_no_electorates_and_unoccupied() -> None:
    s = scene()
    for space in ("wittenberg", "magdeburg", "leipzig", "erfurt"):
        s.convert(SpaceId(space), Religion.PROTESTANT)
    army(s, Power.HAPSBURG, "erfurt", 1)
    play(s, Power.FRANCE, 67)
    assert s.spaces[SpaceId("magdeburg")].religion is Religion.CATHOLIC
    assert s.spaces[SpaceId("leipzig")].religion is Religion.CATHOLIC
    assert s.spaces[SpaceId("erfurt")].religion is Religion.PROTESTANT
    assert s.spaces[SpaceId("wittenberg")].religion is Religion.PROTESTANT


def test_67_c25_only_one() -> None:
    s = scene()
    s.convert(SpaceId("leipzig"), Religion.PROTESTANT)
    play(s, Power.FRANCE, 67)
    assert not s.protestant_spaces()


def test_67_the_pope_chooses() -> None:
    s = scene()
    for space in ("magdeburg", "leipzig", "erfurt"):
        s.convert(SpaceId(space), Religion.PROTESTANT)
    play(s, Power.FRANCE, 67, answers={"choice/67/catholic@papacy": pick("leipzig,erfurt")})
    assert s.protestant_spaces() == ["magdeburg"]


def test_78_the_nearest_catholic_spaces_and_their_regulars() -> None:
    """Wittenberg itself is the nearest; its regulars come from the display. Then the Protestants break the tie."""
    s = scene()
    near = list(s.board.map.by_land(SpaceId("wittenberg")))
    play(s, Power.FRANCE, 78, answers={"choice/78/protestant@protestant": pick(near[-1])})
    assert set(s.protestant_spaces()) == {"wittenberg", near[-1]}
    assert s.land(Power.PROTESTANT, SpaceId("wittenberg")).regulars == 2
    assert where(s, 78) == "removed"


@pytest.mark.parametrize(("way", "pile"), [("take", "protestant"), ("leave", "discard")])
def test_78_the_wartburg_may_come_back(way: str, pile: str) -> None:
    s = scene()
    on_discard(s, 37)
    play(s, Power.FRANCE, 78, answers={"choice/78/retrieve@protestant": pick(way)})
    assert where(s, 37) == pile


def test_78_not_a_wartburg_used_this_turn() -> None:
    from engine.here_i_stand.deck import note_played

    s = scene()
    on_discard(s, 37)
    note_played(s, Power.PROTESTANT, CardNumber(37))
    play(s, Power.FRANCE, 78)
    assert where(s, 37) == "discard"
    hold(s, Power.FRANCE, 24)
