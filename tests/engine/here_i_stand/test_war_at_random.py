"""Chapters 13-15: armies everywhere, random wars, moves, assaults, answers and dice; the position holds throughout."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.core.flow import Chance, Flow
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.forces import can_add
from engine.here_i_stand.invariants import check
from engine.here_i_stand.presence import land_owners
from engine.here_i_stand.records import Impulse, Land
from engine.here_i_stand.siege import check_sieges
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Act, CardNumber, Milestone, Phase, Power, UnitType, Whereabouts
from tests.engine.here_i_stand.boards import start

CARDS = [CardNumber(number) for number in (24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 35, 36)]


def run(flow: Flow[Any], dice: random.Random) -> None:
    """Every question gets a legal answer at random; its default and its facts can be read."""
    reply: Any = None
    while True:
        try:
            request = flow.send(reply)
        except StopIteration:
            return
        if isinstance(request, Chance):
            reply = [dice.randint(1, size) for size in request.sizes]
            continue
        reply = {}
        for decision in request.decisions:
            choice = decision.options.sample(dice.randrange)
            given = decision.options.from_json(decision.options.to_json(choice))
            assert decision.options.why_not(given) is None, (decision.key, choice)
            usual = decision.options.concrete()
            assert all(reason is None for reason in decision.options.trial(usual)), (decision.key, usual)
            assert decision.facts is not None
            reply[decision.key] = given


def holds(s: HisState) -> None:
    """As between two impulses."""
    impulse, s.impulse = s.impulse, None
    check(s)
    s.impulse = impulse
    for leader, state in s.leaders.items():
        besieged = state.where is Whereabouts.MAP and state.at in s.forces and bool(s.forces[state.at].sieges)  # type: ignore[index]
        assert besieged or not state.inside, leader


def arm(s: HisState, power: Power, dice: random.Random) -> None:
    for _ in range(7):
        space = dice.choice(s.controlled(power))
        second = s.board.powers[power].second_type
        extra = dice.randrange(3)
        units = Land(dice.randrange(4), extra if second is UnitType.MERCENARY else 0, 0)
        if second is UnitType.CAVALRY:
            units.cavalry = extra
        alone = all(s.master(owner) is power for owner in land_owners(s, space))
        if units.strength and alone and can_add(s, power, space, units):
            s.add_land(power, space, units)


def world_at_war(dice: random.Random) -> tuple[HisState, list[Power]]:
    s = start(dice.choice(["1517", "1532"]))
    s.phase = Phase.ACTION
    league = s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)
    powers = [power for power in MAJORS if power is not Power.PROTESTANT or league]
    for _ in range(6):
        one, other = dice.sample(powers, 2)
        if s.allied(one, other) or s.at_war(one, other):
            continue
        if dice.random() < 0.7:
            s.begin_war(one, other)
        elif {one, other} != {Power.PAPACY, Power.OTTOMAN}:
            s.ally(one, other)
    for power in powers:
        arm(s, power, dice)
    for card in CARDS:
        if card in s.deck and dice.random() < 0.6:
            s.deck.remove(card)
            s.give(dice.choice(MAJORS), card)
    run(check_sieges(s), dice)
    return s, powers


def choose(s: HisState, power: Power, dice: random.Random) -> dict[str, Any] | None:
    """Rather an assault, rather a move to where somebody stands."""
    assaults = ACTIONS["assault"].choices(s, power)
    if assaults and dice.random() < 0.8:
        return dice.choice(assaults)
    moves = ACTIONS["move"].choices(s, power)
    meeting = [wish for wish in moves if wish["to"] in s.forces]
    pool = meeting if meeting and dice.random() < 0.8 else moves
    return dice.choice(pool) if pool else None


@pytest.mark.parametrize("seed", range(6))
def test_war_at_random(seed: int) -> None:
    dice = random.Random(seed)
    s, powers = world_at_war(dice)
    holds(s)
    for number in range(12):
        power = powers[number % len(powers)]
        s.impulses += 1
        s.impulse = Impulse(power, cp=7, act=Act.CARD)
        for _ in range(6):
            wish = choose(s, power, dice)
            if wish is None:
                break
            action = ACTIONS[str(wish["do"])]
            assert action.why_not(s, power, wish) is None, wish
            run(action.do(s, power, wish), dice)
            holds(s)
    assert any(event.kind == "field_battle" for event in s.events)
