"""18.2-18.4: targets, dice, ties, sixes, debaters and the order in which targets are named."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.faith.attempts import reformation
from engine.here_i_stand.faith.camps import camp_of, papal_dice, protestant_dice
from engine.here_i_stand.faith.counter import counter_reformation
from engine.here_i_stand.faith.debaters import dice_of, ready
from engine.here_i_stand.faith.nearness import within
from engine.here_i_stand.faith.series import Source
from engine.here_i_stand.faith.targeting import Odds, chance
from engine.here_i_stand.faith.targets import may_counter, may_reform
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    Clock,
    DebaterId,
    LeaderId,
    Power,
    Religion,
    RulerId,
    SpaceId,
    Standing,
    TurnMarker,
    Zone,
)
from tests.engine.here_i_stand.faith.pulpit import (
    Dice,
    attempts,
    church,
    faith,
    garrison,
    preach,
    reform,
    standing,
    targets,
    told,
)
from tests.engine.here_i_stand.flows import drive


def saxony() -> HisState:
    """E69: after the first of the five attempts."""
    s = church(turn=1)
    reform(s, "wittenberg", "brandenburg")
    preach(s, "luther")
    garrison(s, Power.PROTESTANT, "wittenberg", 2)
    garrison(s, Power.PROTESTANT, "brandenburg")
    return s


# ------------------------------------------------------------------ E69, E70


@pytest.mark.parametrize(
    ("space", "odds", "tie"),
    [
        ("lubeck", (3, 3), True), ("stettin", (3, 1), True), ("breslau", (6, 1), False),
        ("prague", (4, 5), False), ("leipzig", (4, 4), True), ("magdeburg", (6, 3), True),
    ],
)  # fmt: skip
def test_e69_theses(space: str, odds: tuple[int, int], tie: bool) -> None:
    s, dice = saxony(), Dice(5, 5)
    answer = {"convert/theses@protestant": targets(space)}
    drive(reformation(s, attempts(1, Zone.GERMAN, source=Source.THESES, extra_dice=1)), answer, dice)
    assert tuple(dice.sizes) == odds
    assert (faith(s, space) is Religion.PROTESTANT) is tie


def test_e70_a_six_in_the_target_zone_needs_no_papal_roll() -> None:
    s, dice = saxony(), Dice(6, 6)
    answer = {"convert/theses@protestant": targets("magdeburg")}
    drive(reformation(s, attempts(1, Zone.GERMAN, source=Source.THESES)), answer, dice)
    assert len(dice.sizes) == 1
    assert faith(s, "magdeburg") is Religion.PROTESTANT


def test_e70_elsewhere_a_papal_six_wins() -> None:
    s, dice = saxony(), Dice(6, 6)
    answer = {"convert/theses@protestant": targets("prague")}
    drive(reformation(s, attempts(1, Zone.GERMAN, source=Source.THESES)), answer, dice)
    assert len(dice.sizes) == 2
    assert faith(s, "prague") is Religion.CATHOLIC


# ------------------------------------------------------------------ 18.3-1, 18.4-1 targets


def test_a_space_with_a_reformer_is_a_target() -> None:
    s = church()
    assert not may_reform(s, SpaceId("zurich"))
    preach(s, "zwingli")
    assert may_reform(s, SpaceId("zurich"))


def test_pass_and_sea_bring_within_reach() -> None:
    s = church()
    reform(s, "geneva", "stettin")
    assert may_reform(s, SpaceId("turin"))  # over the pass
    assert may_reform(s, SpaceId("lyon"))
    assert may_reform(s, SpaceId("lubeck"))
    assert not may_reform(s, SpaceId("paris"))


def test_a_port_reaches_ports_of_its_sea() -> None:
    s = church()
    reform(s, "london")
    north_sea = s.board.map.seas["north_sea"].ports  # type: ignore[index]
    assert all(may_reform(s, port) for port in north_sea if port != "london")
    s.spaces[SpaceId("london")].unrest = True
    assert not may_reform(s, SpaceId("edinburgh"))  # R54


def test_unrest_is_no_neighbour() -> None:
    """E72"""
    s = church()
    reform(s, "wittenberg")
    assert may_reform(s, SpaceId("leipzig"))
    s.spaces[SpaceId("wittenberg")].unrest = True
    assert not may_reform(s, SpaceId("leipzig"))
    reform(s, "erfurt")
    garrison(s, Power.PROTESTANT, "wittenberg", 2)
    assert may_reform(s, SpaceId("leipzig"))
    assert protestant_dice(s, SpaceId("leipzig")) == 1


def test_unrest_in_the_target_does_not_matter() -> None:
    s = church()
    reform(s, "erfurt")
    preach(s, "luther")
    s.spaces[SpaceId("wittenberg")].unrest = True
    assert may_reform(s, SpaceId("wittenberg"))
    assert protestant_dice(s, SpaceId("wittenberg")) == 2


def test_ottoman_spaces_have_no_religion() -> None:
    s = church()
    assert not may_reform(s, SpaceId("istanbul"))
    assert not may_counter(s, SpaceId("istanbul"))


def test_a_university_is_a_counter_target_of_its_own() -> None:
    s = church()
    reform(s, *s.spaces)
    for space in s.home_spaces(Power.OTTOMAN):
        s.spaces[space].religion = Religion.NONE
    assert not may_counter(s, SpaceId("leipzig"))
    s.spaces[SpaceId("leipzig")].university = True
    assert may_counter(s, SpaceId("leipzig"))
    assert papal_dice(s, SpaceId("leipzig")) == 3  # with the Hungarians in Prague


# ------------------------------------------------------------------ 18.2 camps


@pytest.mark.parametrize(
    ("ruler", "camp"),
    [
        ("henry_viii", None), ("edward_vi", Side.PROTESTANT), ("mary_i", Side.PAPACY),
        ("elizabeth_i", Side.PROTESTANT),
    ],
)  # fmt: skip
def test_english_troops(ruler: str, camp: Side | None) -> None:
    s = church()
    s.powers[Power.ENGLAND].ruler = RulerId(ruler)
    assert camp_of(s, Power.ENGLAND) is camp
    assert camp_of(s, Power.SCOTLAND) is Side.PAPACY
    s.minors[Power.SCOTLAND].ally = Power.ENGLAND
    assert camp_of(s, Power.SCOTLAND) is camp


def test_camps_of_others() -> None:
    s = church()
    catholics = (Power.PAPACY, Power.HAPSBURG, Power.FRANCE, Power.VENICE, Power.HUNGARY, Power.INDEPENDENT)
    assert {camp_of(s, power) for power in catholics} == {Side.PAPACY}
    assert camp_of(s, Power.OTTOMAN) is None
    assert camp_of(s, Power.PROTESTANT) is Side.PROTESTANT


def test_one_stack_of_a_camp_counts() -> None:
    s = church()
    before = papal_dice(s, SpaceId("leipzig"))
    garrison(s, Power.HAPSBURG, "leipzig")
    garrison(s, Power.FRANCE, "leipzig")
    garrison(s, Power.OTTOMAN, "erfurt")
    assert papal_dice(s, SpaceId("leipzig")) == before + 2


def test_nothing_counts_across_a_pass() -> None:
    s = church()
    reform(s, "geneva")
    preach(s, "calvin")
    garrison(s, Power.PROTESTANT, "geneva")
    assert protestant_dice(s, SpaceId("turin")) == 1
    assert protestant_dice(s, SpaceId("lyon")) == 3


def test_a_reformer_and_a_stack_in_the_target_count_twice() -> None:
    s = church()
    preach(s, "zwingli")
    garrison(s, Power.PROTESTANT, "zurich")
    assert protestant_dice(s, SpaceId("zurich")) == 4


# ------------------------------------------------------------------ 18.3-3, 18.3-4 bonus dice and pips


def test_printing_press_adds_a_die() -> None:
    s, dice = saxony(), Dice(1)
    s.this_turn.markers.append(TurnMarker.PRINTING_PRESS)
    drive(reformation(s, attempts(1, Zone.GERMAN)), {"convert/event@protestant": targets("lubeck")}, dice)
    assert dice.sizes[0] == 3


@pytest.mark.parametrize(("space", "expected"), [("lyon", Religion.PROTESTANT), ("basel", Religion.CATHOLIC)])
def test_e73_bible_bonus(space: str, expected: Religion) -> None:
    s, dice = church(), Dice(5, 5)
    reform(s, "geneva")
    series = attempts(1, Zone.FRENCH, source=Source.BIBLE, pip=1)
    drive(reformation(s, series), {"convert/bible@protestant": targets(space)}, dice)
    assert faith(s, space) is expected
    assert len(dice.sizes) == (1 if expected is Religion.PROTESTANT else 2)
    assert told(s, "reformation_attempt")[0]["modifier"] == (1 if expected is Religion.PROTESTANT else 0)


def test_calais_is_outside_the_english_zone_unless_it_is_said_to_count() -> None:
    """E76, R75"""
    for also, expected in (((), Religion.CATHOLIC), ((SpaceId("calais"),), Religion.PROTESTANT)):
        s, dice = church(), Dice(6, 6)
        reform(s, "london")
        series = attempts(1, Zone.ENGLISH, also=also)
        drive(reformation(s, series), {"convert/event@protestant": targets("calais")}, dice)
        assert faith(s, "calais") is expected


# ------------------------------------------------------------------ 18.4 counter-Reformation


def rome(pope: str = "paul_iii") -> HisState:
    s = church(Power.PAPACY)
    s.powers[Power.PAPACY].ruler = RulerId(pope)
    reform(s, "leipzig", "erfurt")
    return s


def counter(s: HisState, space: str, dice: Dice, *zones: Zone, **more: object) -> None:
    series = attempts(1, *zones, power=Power.PAPACY, rule="18.4", **more)
    drive(counter_reformation(s, series), {"convert/event@papacy": targets(space)}, dice)


def test_a_six_under_paul_iii_needs_no_protestant_roll() -> None:
    s, dice = rome(), Dice(6, 6)
    counter(s, "leipzig", dice, Zone.GERMAN)
    assert len(dice.sizes) == 1
    assert faith(s, "leipzig") is Religion.CATHOLIC


@pytest.mark.parametrize(
    ("pope", "zone", "expected"),
    [
        ("paul_iii", Zone.GERMAN, Religion.CATHOLIC), ("julius_iii", Zone.GERMAN, Religion.CATHOLIC),
        ("leo_x", Zone.GERMAN, Religion.PROTESTANT), ("clement_vii", Zone.GERMAN, Religion.PROTESTANT),
        ("paul_iii", Zone.FRENCH, Religion.PROTESTANT),
    ],
)  # fmt: skip
def test_ties_of_the_papacy(pope: str, zone: Zone, expected: Religion) -> None:
    s, dice = rome(pope), Dice(4, 4)
    counter(s, "leipzig", dice, zone)
    assert faith(s, "leipzig") is expected


@pytest.mark.parametrize(("protestant", "expected"), [(5, Religion.CATHOLIC), (6, Religion.PROTESTANT)])
def test_e75_augsburg_confession(protestant: int, expected: Religion) -> None:
    s, dice = rome(), Dice([6, 3], protestant)
    s.this_turn.markers.append(TurnMarker.AUGSBURG_CONFESSION)
    counter(s, "leipzig", dice, Zone.GERMAN)
    assert len(dice.sizes) == 2
    assert faith(s, "leipzig") is expected


def test_no_papal_bonus_dice_for_the_defence() -> None:
    """18.4-6: the Protestants defend without bonus dice."""
    s, dice = rome(), Dice(1, 1)
    s.this_turn.markers.append(TurnMarker.PRINTING_PRESS)
    counter(s, "leipzig", dice, Zone.GERMAN)
    assert dice.sizes[1] == 1


# ------------------------------------------------------------------ 18.2 debaters


def test_within_two_spaces() -> None:
    s = church()
    near = within(s, SpaceId("strasburg"), 2)
    assert near[SpaceId("basel")] == 1
    assert near[SpaceId("geneva")] == 2
    assert SpaceId("lyon") not in near
    assert SpaceId("north_sea") not in near
    with_sea = church(switches={"within_two_spaces": "with_sea"})
    assert SpaceId("north_sea") in within(with_sea, SpaceId("london"), 2)


@pytest.mark.parametrize(
    ("debater", "space", "dice"),
    [
        ("bucer", "geneva", 1), ("bucer", "lyon", 0), ("knox", "edinburgh", 1), ("knox", "calais", 1),
        ("wishart", "london", 0), ("latimer", "calais", 1), ("faber", "trier", 2), ("faber", "leipzig", 0),
        ("canisius", "linz", 1), ("canisius", "leipzig", 1), ("luther", "wittenberg", 0),
    ],
)  # fmt: skip
def test_dice_of_debaters(debater: str, space: str, dice: int) -> None:
    assert dice_of(church(), DebaterId(debater), SpaceId(space)) == dice


def test_contarini_goes_with_the_emperor() -> None:
    s = church()
    s.place_leader(LeaderId("charles_v"), SpaceId("leipzig"))
    assert dice_of(s, DebaterId("contarini"), SpaceId("erfurt")) == 1
    s.place_leader(LeaderId("charles_v"), SpaceId("valladolid"))
    assert dice_of(s, DebaterId("contarini"), SpaceId("erfurt")) == 0


def test_a_debater_helps_all_later_attempts() -> None:
    s = church()
    reform(s, "basel")
    dice = Dice()
    answer = {"convert/event@protestant": targets("besancon", ("strasburg", "bucer"), "zurich")}
    drive(reformation(s, attempts(3, Zone.GERMAN)), answer, dice)
    assert dice.sizes[::2] == [1, 2, 2]
    assert standing(s, "bucer") is Standing.COMMITTED
    assert s.impulse is not None
    assert s.impulse.debater_bonus == [Power.PROTESTANT]


def test_one_bonus_an_impulse() -> None:
    s = church()
    reform(s, "basel")
    drive(reformation(s, attempts(1, Zone.GERMAN)), {"convert/event@protestant": targets(("strasburg", "bucer"))})
    asked: list[AnyDecision] = []
    drive(reformation(s, attempts(1, Zone.GERMAN)), asked=asked)
    (decision,) = asked
    choice = decision.options.from_json(targets(("zurich", "zwingli")))
    reason = decision.options.why_not(choice)
    assert reason is not None
    assert reason.key == "one_bonus_an_impulse"


def test_a_committed_debater_has_no_bonus() -> None:
    s = church()
    reform(s, "basel")
    s.debaters[DebaterId("bucer")] = Standing.COMMITTED
    asked: list[AnyDecision] = []
    drive(reformation(s, attempts(1, Zone.GERMAN)), asked=asked)
    reason = asked[0].options.why_not(asked[0].options.from_json(targets(("strasburg", "bucer"))))
    assert reason is not None
    assert reason.key == "debater_not_uncommitted"


def test_ready_debaters_by_zone() -> None:
    s = church(turn=4)
    assert DebaterId("calvin") in ready(s, Side.PROTESTANT, Zone.FRENCH)
    assert DebaterId("calvin") not in ready(s, Side.PROTESTANT, Zone.GERMAN)
    assert DebaterId("eck") in ready(s, Side.PAPACY)


# ------------------------------------------------------------------ the series


def test_once_a_space_and_impulse() -> None:
    s = church()
    reform(s, "zurich")
    asked: list[AnyDecision] = []
    answer = {"convert/event@protestant": targets("basel", "basel", "innsbruck")}
    drive(reformation(s, attempts(2, Zone.GERMAN)), answer, Dice(), asked)
    assert [row["space"] for row in told(s, "reformation_attempt")] == ["basel", "innsbruck"]
    assert len(asked) == 1


def test_attempts_without_target_are_lost() -> None:
    s = church()
    reform(s, "zurich")
    answer = {"convert/event@protestant": targets("basel", "innsbruck")}
    drive(reformation(s, attempts(5, Zone.GERMAN)), answer, Dice(1, 2, 1, 2))
    assert told(s, "attempts_lost") == [{"power": Power.PROTESTANT, "count": 3}]


def test_a_space_waits_until_it_is_within_reach() -> None:
    s = church()
    reform(s, "zurich")
    answer = {"convert/event@protestant": targets("strasburg", "basel")}
    drive(reformation(s, attempts(2, Zone.GERMAN)), answer, Dice(6, 6))
    assert [row["space"] for row in told(s, "reformation_attempt")] == ["basel", "strasburg"]


def test_asked_again_when_the_list_is_at_an_end() -> None:
    s = church()
    reform(s, "zurich")
    asked: list[AnyDecision] = []
    drive(reformation(s, attempts(2, Zone.GERMAN)), {"convert/event@protestant": targets("basel")}, Dice(6, 6), asked)
    assert [decision.facts["remaining"] for decision in asked] == [2, 1]


def test_default_takes_the_best_chance_for_the_rest() -> None:
    s = saxony()
    asked: list[AnyDecision] = []
    drive(reformation(s, attempts(2, Zone.GERMAN)), asked=asked, chance=Dice())
    assert len(asked) == 1
    assert told(s, "reformation_attempt")[0]["space"] == "magdeburg"


def test_chance() -> None:
    assert chance(Odds(1, 1, 0, favoured=False)) == Fraction(15, 36)
    assert chance(Odds(1, 1, 0, favoured=True)) == Fraction(21, 36)
    assert chance(Odds(1, 1, 1, favoured=True)) == Fraction(1, 6) * (1 + 1) + Fraction(2 + 3 + 4 + 5, 36)
    assert chance(Odds(1, 1, -1, favoured=True)) == Fraction(15, 36)


def test_an_order_without_space_means_the_best_for_the_rest() -> None:
    s = saxony()
    asked: list[AnyDecision] = []
    answer = {"convert/event@protestant": [[{"do": "convert", "space": "lubeck"}], [{"do": "convert"}]]}
    drive(reformation(s, attempts(3, Zone.GERMAN)), answer, Dice(1, 2, 1, 2, 1, 2), asked)
    assert len(asked) == 1
    assert [row["space"] for row in told(s, "reformation_attempt")][:2] == ["lubeck", "magdeburg"]


def test_a_limit_of_the_source() -> None:
    s = church()
    reform(s, "zurich")
    series = attempts(1, Zone.GERMAN, only=lambda space: space == "innsbruck")
    drive(reformation(s, series), chance=Dice())
    assert told(s, "reformation_attempt")[0]["space"] == "innsbruck"


def test_a_reformation_target_may_still_be_one_of_the_counter_reformation() -> None:
    s = church()
    reform(s, "zurich")
    drive(reformation(s, attempts(1, Zone.GERMAN)), {"convert/event@protestant": targets("basel")}, Dice(6))
    drive(counter_reformation(s, attempts(1, Zone.GERMAN, power=Power.PAPACY)),
          {"convert/event@papacy": targets("basel")}, Dice(6, 1))  # fmt: skip
    assert faith(s, "basel") is Religion.CATHOLIC


def test_electorate_regulars_come() -> None:
    s = saxony()
    reform(s, "worms")
    drive(reformation(s, attempts(1, Zone.GERMAN)), {"convert/event@protestant": targets("mainz")}, Dice(6))
    assert s.land(Power.PROTESTANT, SpaceId("mainz")).regulars == 1


# ------------------------------------------------------------------ how long the question waits


def test_the_power_that_acts_is_given_the_time_of_its_impulse() -> None:
    """11, cards.md 9.4: only a choice for what another power does waits like a window."""
    s = saxony()
    drive(reformation(s, attempts(1, Zone.GERMAN)), chance=Dice())
    assert s.clock is Clock.SAME
    s = saxony()
    drive(reformation(s, attempts(1, Zone.GERMAN, power=Power.ENGLAND)), chance=Dice())
    assert s.clock is Clock.RESPONSE
    s = saxony()
    s.impulse = None
    drive(reformation(s, attempts(1, Zone.GERMAN)), chance=Dice())
    assert s.clock is Clock.FRESH
