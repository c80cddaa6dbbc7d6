"""14-9, 9.2-3, 5.2: how allies share losses, orders of loss, and what the counters demand."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from engine.core.decision import AnyDecision, Timing
from engine.core.flow import Flow
from engine.here_i_stand.forces import is_representable
from engine.here_i_stand.invariants import check
from engine.here_i_stand.losses import Toll, Where, pool_of, settle_counters, shares, suffer, units_there
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, Role, SpaceId, UnitType
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.fighting import ENG, FRA, HAP, HUNGARY, OTT, PAP, fight, rolls, use_up_small_counters
from tests.engine.here_i_stand.flows import drive, plain
from tests.engine.here_i_stand.marching import bare, put, there, told

ROME = SpaceId("rome")

# ------------------------------------------------------------------ 9.2-3


@pytest.mark.parametrize(
    ("strengths", "count", "lots", "parts"),
    [
        ({PAP: 2, FRA: 3}, 2, (), {PAP: 1, FRA: 1}),
        ({PAP: 2, FRA: 3}, 3, ([1],), {PAP: 2, FRA: 1}),
        ({PAP: 2, FRA: 3}, 3, ([2],), {PAP: 1, FRA: 2}),
        ({PAP: 1, FRA: 5}, 5, (), {PAP: 1, FRA: 4}),
        ({PAP: 1, FRA: 5}, 9, (), {PAP: 1, FRA: 5}),
        ({PAP: 2, FRA: 2, ENG: 2}, 5, ([3], [1]), {PAP: 2, FRA: 1, ENG: 2}),
        ({PAP: 2, FRA: 2, ENG: 2}, 5, ([1], [1]), {PAP: 2, FRA: 2, ENG: 1}),
        ({PAP: 0, FRA: 2}, 1, (), {FRA: 1}),
        ({PAP: 2}, 0, (), {}),
    ],
)
def test_losses_go_round(
    strengths: dict[Power, int], count: int, lots: Sequence[Sequence[int]], parts: dict[Power, int]
) -> None:
    """9.2-3: in rounds of one for each that has units left; an incomplete last round is drawn."""
    assert drive(shares(start(), strengths, count, rule="14"), chance=rolls(*lots)) == parts


# ------------------------------------------------------------------ D38


def lose_units(s: HisState, power: Power, space: SpaceId, count: int) -> Flow[int]:
    """A power loses so many of its units outside the walls; gives how many it lost in the end."""
    before = s.stack(power, space)
    pool = pool_of(units_there(s, power, space, Where.OUTSIDE))
    yield from suffer(s, [Toll(power, space, count, pool, Where.OUTSIDE, "14")])
    return before - s.stack(power, space)


def lost(s: HisState, power: Power, space: str, count: int, orders: object = None) -> Land:
    """What is left of a power in a space after a loss."""
    answers = {} if orders is None else {f"losses/{space}@{power}": orders}
    drive(lose_units(s, power, SpaceId(space), count), answers)
    return s.land(power, SpaceId(space))


def mixed() -> HisState:
    s = bare(FRA)
    put(s, FRA, "paris", 3, mercenaries=3)
    return s


def test_mercenaries_go_first() -> None:
    """D38: mercenaries, then cavalry, then regulars."""
    assert lost(mixed(), FRA, "paris", 2) == Land(3, 1)
    assert lost(mixed(), FRA, "paris", 4) == Land(2, 0)
    s = bare(OTT)
    put(s, OTT, "buda", 3, cavalry=2)
    assert lost(s, OTT, "buda", 1) == Land(3, 0, 1)


def test_an_order_of_loss_goes_before_the_default() -> None:
    assert lost(mixed(), FRA, "paris", 2, [[{"do": "lose", "unit": "regular"}]]) == Land(1, 3)
    assert lost(mixed(), FRA, "paris", 5, [[{"do": "lose", "unit": "regular"}]]) == Land(0, 1)
    wish = [[{"do": "lose", "unit": "cavalry"}, {"do": "lose", "unit": "regular"}]]
    assert lost(mixed(), FRA, "paris", 1, wish) == Land(2, 3), "the first alternative that is possible"


def test_minors_are_named_by_their_owner() -> None:
    """R58, 22.3: an active minor's regulars are lost by their major's choice; by default before its own."""
    for orders, ours, theirs in (
        (None, 2, 1),
        ([[{"do": "lose", "power": "hapsburg"}]], 1, 2),
        ([[{"do": "lose", "unit": "regular", "power": "hungary"}]], 2, 1),
    ):
        s = bare(HAP)
        s.ally(HUNGARY, HAP)
        put(s, HAP, "prague", 2)
        put(s, HUNGARY, "prague", 2)
        answers = {} if orders is None else {"losses/prague@hapsburg": orders}
        drive(lose_units(s, HAP, SpaceId("prague"), 1), answers)
        assert (there(s, HAP, "prague"), there(s, HUNGARY, "prague")) == (ours, theirs)


@pytest.mark.parametrize("wish", [{"do": "lose"}, {"do": "keep", "unit": "regular"}, {"do": "lose", "unit": "cavalry"}])
def test_orders_that_mean_nothing_are_left_out(wish: dict[str, str]) -> None:
    assert lost(mixed(), FRA, "paris", 2, [[wish]]) == Land(3, 1)


def test_both_sides_are_asked_together_and_only_with_a_choice() -> None:
    """D38: one kind of unit, or all of them, leaves nothing to choose; standing orders may answer."""
    s = bare(FRA, wars=[(FRA, ENG)])
    put(s, FRA, "boulogne", 2, mercenaries=2)
    put(s, ENG, "boulogne", 2, mercenaries=2)
    asked: list[AnyDecision] = []
    fight(s, FRA, "boulogne", "rouen", [[6, 1, 1, 1], [5, 1, 1, 1, 1]], asked=asked)
    assert [plain(one) for one in asked] == ["losses/boulogne@france", "losses/boulogne@england"]
    assert all(one.timing is Timing.RESPONSE for one in asked)
    assert asked[0].facts["count"] == 1
    assert asked[0].facts["strength"] == 4


def test_no_question_for_one_kind_or_for_all() -> None:
    for count, regulars, mercenaries in ((1, 3, 0), (4, 2, 2), (0, 2, 2)):
        s = bare(FRA)
        put(s, FRA, "paris", regulars, mercenaries=mercenaries)
        asked: list[AnyDecision] = []
        drive(lose_units(s, FRA, SpaceId("paris"), count), asked=asked)
        assert asked == []
        assert there(s, FRA, "paris") == regulars + mercenaries - count


def test_in_an_assault_cavalry_goes_first() -> None:
    pool = pool_of({OTT: Land(2, 0, 2)})
    assert [group.kind for group in pool] == [UnitType.CAVALRY, UnitType.REGULAR]


def test_those_inside_are_lost_inside() -> None:
    s = bare(FRA, wars=[(FRA, HAP)])
    put(s, FRA, "milan", 3)
    s.go_inside(FRA, SpaceId("milan"), Land(2))
    toll = Toll(FRA, SpaceId("milan"), 1, pool_of({FRA: Land(2)}), Where.INSIDE)
    drive(suffer(s, [toll]))
    assert s.forces[SpaceId("milan")].inside[FRA] == Land(1)
    assert s.forces[SpaceId("milan")].outside[FRA] == Land(1)
    assert told(s, "losses")[0].facts["count"] == 1


# ------------------------------------------------------------------ 5.2


def test_further_losses_until_the_rest_can_be_laid_out() -> None:
    """5.2: of 4 units in one counter one is lost; no 1 and no 2 is left, so the whole stack goes."""
    s = bare(PAP)
    use_up_small_counters(s, PAP, "rome")
    put(s, PAP, "rome", 4)
    assert is_representable(s, PAP)
    drive(lose_units(s, PAP, ROME, 1))
    assert there(s, PAP, "rome") == 0
    assert [event.rule for event in told(s, "losses")] == ["14", "5.2"]
    check(s)


@pytest.mark.parametrize(("unit", "left"), [("regular", Land(0, 4)), ("mercenary", Land(4, 0))])
def test_further_losses_follow_the_order_of_loss(unit: str, left: Land) -> None:
    """5.2: what the loss has begun it ends; the other counter of four stays."""
    s = bare(PAP)
    use_up_small_counters(s, PAP, "rome")
    put(s, PAP, "rome", 4, mercenaries=4)
    drive(lose_units(s, PAP, ROME, 1), {"losses/rome@papacy": {"do": "lose", "unit": unit}})
    assert s.land(PAP, ROME) == left


def test_of_several_ways_the_owner_chooses() -> None:
    """5.2: two stacks of four and one counter of four: either may go, by the order of loss or by a question."""
    for unit, left in (("regular", Land(0, 4)), ("mercenary", Land(4, 0))):
        s = bare(PAP)
        use_up_small_counters(s, PAP, "rome", "ravenna")
        put(s, PAP, "ravenna", 4)
        put(s, PAP, "rome", 4, mercenaries=4)
        asked: list[AnyDecision] = []
        answers = {"losses/rome@papacy": {"do": "lose", "unit": unit}}
        drive(settle_counters(s, PAP, ROME, []), answers, asked=asked)
        assert asked[0].rule == "5.2"
        assert s.land(PAP, ROME) == left


def test_nothing_further_where_all_is_well() -> None:
    s = mixed()
    drive(settle_counters(s, FRA, SpaceId("paris"), []))
    assert s.land(FRA, SpaceId("paris")) == Land(3, 3)
    drive(settle_counters(s, ENG, SpaceId("paris"), []))


def test_random_losses_leave_what_can_be_laid_out() -> None:
    dice = random.Random(5)
    for _ in range(60):
        s = start()
        space = dice.choice([one for one in s.forces if s.stack(HAP, one)])
        s.add_land(HAP, space, Land(dice.randrange(4), dice.randrange(4)))
        if not is_representable(s, HAP):
            continue
        before = s.stack(HAP, space)
        gone = drive(lose_units(s, HAP, space, dice.randrange(before + 2)))
        assert s.stack(HAP, space) == before - gone
        check(s)


def test_the_last_battle_of_r16_counts_all_dice() -> None:
    """R16: dice added by cards count too; here the defender has more of them and keeps a unit."""
    s = bare(HAP, wars=[(HAP, FRA)])
    put(s, HAP, "turin", 2)
    put(s, FRA, "turin", 2)
    s.take_control(SpaceId("pavia"), HAP)
    found = fight(s, HAP, "turin", "pavia", [[5, 5], [6, 5, 5]])
    assert found.winner is Role.DEFENDER
    assert (there(s, FRA, "turin"), there(s, HAP, "pavia")) == (1, 0)
