"""Chapter 18: random religions, debaters and units, random treatises, burnt books and translations; all holds."""

from __future__ import annotations

import random

import pytest

from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Impulse, Land
from engine.here_i_stand.spending import default_spending
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Act, Power, Religion, Standing, TurnMarker
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.test_war_at_random import run

VERBS = ("publish", "burn", "translate", "saint_peters")


def unsettled(dice: random.Random, edition: str) -> HisState:
    """A position in the middle of the Reformation."""
    s = start("1532", edition=edition)
    for here in s.spaces.values():
        if here.religion is not Religion.NONE and dice.random() < 0.3:
            here.religion = dice.choice([Religion.CATHOLIC, Religion.PROTESTANT])
        here.unrest = dice.random() < 0.1 and here.religion is not Religion.NONE
        here.university = dice.random() < 0.05 and here.religion is Religion.CATHOLIC
    for space in s.display.copy():
        if s.spaces[space].religion is Religion.PROTESTANT:
            s.add_land(Power.PROTESTANT, space, Land(regulars=s.display.pop(space)))
    for debater in s.debaters:
        s.debaters[debater] = dice.choice([Standing.READY, Standing.COMMITTED, Standing.WAITING])
    for reformer in s.reformers:
        s.reformers[reformer] = dice.choice([Standing.READY, Standing.WAITING])
    markers = (TurnMarker.AUGSBURG_CONFESSION, TurnMarker.PRINTING_PRESS, TurnMarker.THOMAS_CROMWELL)
    s.this_turn.markers += [marker for marker in markers if dice.random() < 0.3]
    return s


@pytest.mark.parametrize("seed", range(24))
def test_random_preachers(seed: int) -> None:
    dice = random.Random(seed)
    s = unsettled(dice, dice.choice(["core110", "anniversary116"]))
    for power in (Power.PROTESTANT, Power.PAPACY, Power.ENGLAND) * 3:
        s.impulse = Impulse(power, cp=6, act=Act.CARD)
        usual = default_spending(s, power, 6)
        assert all(ACTIONS[str(order[0]["do"])].why_not(s, power, order[0]) is None for order in usual[:1])
        while wishes := [wish for verb in VERBS for wish in ACTIONS[verb].choices(s, power)]:
            wish = dice.choice(wishes)
            action = ACTIONS[str(wish["do"])]
            assert action.why_not(s, power, wish) is None
            run(action.do(s, power, wish), dice)
        s.impulse = None
        check(s)
