"""Random Diplomacy phases from disturbed positions: every answer is legal, nothing is lost, the invariants hold."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.core.flow import Ask, Chance, Flow
from engine.here_i_stand import invariants
from engine.here_i_stand.diplomacy.absolution import absolve
from engine.here_i_stand.diplomacy.declarations import declare_wars
from engine.here_i_stand.diplomacy.negotiation import negotiate
from engine.here_i_stand.diplomacy.peace import sue_for_peace
from engine.here_i_stand.diplomacy.ransom import ransom_leaders
from engine.here_i_stand.league import form_league
from engine.here_i_stand.minors import activate, deactivate, why_not_activate, why_not_deactivate
from engine.here_i_stand.records import Land, MinusCard
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, MINORS, CardNumber, Milestone, Power, Religion, Whereabouts
from tests.engine.here_i_stand.boards import SCENARIOS, start
from tests.engine.here_i_stand.letters import capture


def play(flow: Flow[Any], dice: random.Random) -> int:
    """Answer everything with samples that have gone through JSON; gives the number of questions."""
    reply: Any = None
    questions = 0
    while True:
        try:
            request = flow.send(reply)
        except StopIteration:
            return questions
        if isinstance(request, Chance):
            reply = [dice.randrange(size) + 1 for size in request.sizes]
            continue
        assert isinstance(request, Ask)
        assert len({decision.key for decision in request.decisions}) == len(request.decisions)
        reply = {}
        for decision in request.decisions:
            sample = decision.options.sample(dice.randrange)
            raw = json.loads(json.dumps(decision.options.to_json(sample)))
            choice = decision.options.from_json(raw)
            assert decision.options.why_not(choice) is None, (decision.key, raw, decision.options.why_not(choice))
            json.dumps(decision.facts)
            reply[decision.key] = choice
            questions += 1


def disturbed(seed: int) -> tuple[HisState, random.Random]:
    """A position with wars, captives, lost homes, excommunications and hands, that the invariants allow."""
    dice = random.Random(seed)
    edition = ("core110", "anniversary116")[seed % 2]
    s = start(SCENARIOS[seed % 3], players=3 + seed % 4, edition=edition)
    s.turn = s.plan.first_turn + 1
    pairs = [(one, other) for one in MAJORS for other in MAJORS if MAJORS.index(one) < MAJORS.index(other)]
    for one, other in dice.sample(pairs, 4):
        if Power.PROTESTANT not in (one, other) or s.has_happened(Milestone.SCHMALKALDIC_LEAGUE):
            s.begin_war(one, other)
    for leader, state in s.leaders.items():
        foes = [power for power in MAJORS if s.at_war(power, state.power)]
        if state.where is Whereabouts.MAP and not s.board.leaders[leader].naval and foes and dice.random() < 0.4:
            capture(s, leader, dice.choice(foes))
    for power in MAJORS:
        foes = [other for other in MAJORS if s.at_war(power, other)]
        lost = dice.sample(s.home_spaces(power), 3) if s.home_spaces(power) else []
        for space in lost:
            if foes and s.spaces[space].controller is power and not s.is_occupied(space):
                s.take_control(space, dice.choice(foes))
        for _ in range(dice.randrange(6)):
            s.give(power, s.deck.pop(dice.randrange(len(s.deck))))
        if power in (Power.ENGLAND, Power.FRANCE, Power.HAPSBURG) and dice.random() < 0.5:
            s.powers[power].minus_cards.append(MinusCard(CardNumber(5), s.turn - 1))
        capitals = s.board.powers[power].capitals
        if power is not Power.OTTOMAN and capitals and s.spaces[capitals[0]].controller is power:
            s.add_land(power, capitals[0], Land(mercenaries=2))
    invariants.check(s)
    return s, dice


@pytest.mark.parametrize("seed", range(24))
def test_random_diplomacy(seed: int) -> None:
    s, dice = disturbed(seed)
    cards = sum(len(state.hand) for state in s.powers.values()) + len(s.discard) + len(s.deck)
    for segment in (negotiate, sue_for_peace, ransom_leaders, absolve, declare_wars):
        play(segment(s), dice)
        invariants.check(s)
    left = sum(len(state.hand) for state in s.powers.values()) + len(s.discard) + len(s.deck)
    assert left + len(s.removed) >= cards


@pytest.mark.parametrize("seed", range(24))
def test_random_minors(seed: int) -> None:
    s, dice = disturbed(seed)
    for _ in range(8):
        minor = dice.choice(MINORS)
        foes = [one for one in MAJORS if minor in s.board.war_costs[one] and s.master(minor) is minor]
        if foes and dice.random() < 0.5:
            s.begin_war(dice.choice(foes), minor)
        ways = [major for major in MAJORS if why_not_activate(s, minor, major) is None]
        if ways:
            play(activate(s, minor, dice.choice(ways), rule="22.2"), dice)
        elif why_not_deactivate(s, minor) is None:
            play(deactivate(s, minor, rule="22.4"), dice)
        invariants.check(s)


@pytest.mark.parametrize("seed", range(0, 24, 3))
def test_random_leagues(seed: int) -> None:
    s, dice = disturbed(seed)
    assert not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)
    for space in s.home_spaces(Power.PROTESTANT):
        if dice.random() < 0.5:
            s.convert(space, Religion.PROTESTANT)
            if space in s.display:
                s.add_land(Power.PROTESTANT, space, Land(regulars=s.display.pop(space)))
                if dice.random() < 0.3:
                    s.convert(space, Religion.CATHOLIC)
    play(form_league(s), dice)
    invariants.check(s)
