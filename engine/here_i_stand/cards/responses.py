"""cards.md 4.1: the windows for response cards, in the order in which rules open them.

Cards 31 Foul Weather, 32 Gout and 34 Professional Rowers are here; what comes before and after the dice of a battle is
in `mercenary_cards` and `late_dice`, and what is played between two impulses in `mercenary_cards` and `comet`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.battle_dice import recount
from engine.here_i_stand.cards import comet, late_dice, mercenary_cards
from engine.here_i_stand.cards.in_window import (
    FOUL_WEATHER,
    GOUT,
    HALLEYS_COMET,
    PROFESSIONAL_ROWERS,
    candidates,
    holds,
    is_open,
    response,
    use,
)
from engine.here_i_stand.points import give_back, pay, points
from engine.here_i_stand.records import Battle
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, BattleKind, CardNumber, LeaderId, PlaceId, Power, SpaceId
from engine.here_i_stand.windows import Wait, in_order, window

LAND_MOVE: Final = "land_move_declared"
NAVAL_TRANSPORT: Final = "naval_transport_declared"
NAVAL_MOVE: Final = "naval_move_declared"
PIRACY: Final = "piracy_declared"
ASSAULT: Final = "assault_declared"
_CHARLES: Final = LeaderId("charles_v")
_RULES: Final = {LAND_MOVE: "13.1", NAVAL_TRANSPORT: "16.3", NAVAL_MOVE: "16.1", PIRACY: "16.4", ASSAULT: "15.1"}
_UP, _DOWN = "plus", "minus"
_STEP: Final = {_UP: 2, _DOWN: -2}

after_roll = late_dice.after_roll

# ------------------------------------------------------------------ 31, 32: an action is declared


def declared(
    s: HisState,
    name: str,
    *,
    cost: int,
    leaders: Sequence[LeaderId] = (),
    space: PlaceId | None = None,
    facts: Mapping[str, Json] | None = None,
) -> Flow[bool]:
    """13.1-4, 15.1-2, 16.1-3, 16.3, 16.4: the active power has declared an action and paid its cost. D28, D29

    `leaders`: the army leaders of the formation. True: the action is called off (R86); one CP is lost, and the rest of
    its cost was given back. A free assault (cost 0) can't be stopped by Foul Weather (C-10).
    """
    while is_open(s) and s.impulse is not None:
        own = (s.impulse.power, s.impulse.host)
        others = [power for power in in_order(s) if power not in own]
        cards = _against(s, name, cost, leaders)
        asked = candidates(s, others, lambda power, cards=cards: cards)  # type: ignore[misc]
        if not asked:
            return False
        known = _declared_facts(s, cost, leaders, space, facts)
        found = yield from window(
            s, name, asked, cards, lambda power: _stops(s, power, name, cost, leaders), known, wait=_next_wait(s, name)
        )
        if found is None:
            return False
        power, wish = found
        if wish["card"] == GOUT:
            _lay_up(s, power, name, LeaderId(str(wish["leader"])))
            _call_off(s, name, cost)
            return True
        use(s, power, FOUL_WEATHER, "a", name)
        s.impulse.foul_weather = True
        if not _goes_on(s, name, facts or {}):
            _call_off(s, name, cost)
            return True
        pay(s, min(1, points(s)))
    return False


def _against(s: HisState, name: str, cost: int, leaders: Sequence[LeaderId]) -> list[CardNumber]:
    """The cards that can stop an action, by public facts."""
    free = cost == 0 and s.setting("foul_weather_free_assault") != "stoppable"
    cards = [] if free else [FOUL_WEATHER]
    return [*cards, GOUT] if leaders and name in (LAND_MOVE, NAVAL_TRANSPORT, ASSAULT) else cards


def _stops(s: HisState, power: Power, name: str, cost: int, leaders: Sequence[LeaderId]) -> list[Alternative]:
    found: list[Alternative] = []
    for card in _against(s, name, cost, leaders):
        if not holds(s, power, card):
            continue
        if card == GOUT:
            found += [response(card, "a", leader=leader) for leader in leaders]
        else:
            found.append(response(card, "a"))
    return found


def _declared_facts(
    s: HisState, cost: int, leaders: Sequence[LeaderId], space: PlaceId | None, facts: Mapping[str, Json] | None
) -> dict[str, Json]:
    assert s.impulse is not None
    named: list[Json] = list(leaders)
    return {
        "power": s.impulse.power,
        "cost": cost,
        "left": points(s),
        "leaders": named,
        "space": space,
        **(facts or {}),
    }


def _next_wait(s: HisState, name: str) -> Wait:
    """9.4: the first declaration of an impulse waits, later ones don't; an assault always does."""
    if name == ASSAULT:
        return Wait.ALWAYS
    assert s.impulse is not None
    if s.impulse.waited:
        return Wait.NEVER
    s.impulse.waited = True
    return Wait.ONCE


def _goes_on(s: HisState, name: str, facts: Mapping[str, Json]) -> bool:
    """R86: where the game has it so, a first step of one space is still carried out."""
    return s.setting("foul_weather_action") == "one_space_allowed" and name == LAND_MOVE and not facts.get("moved")


def _lay_up(s: HisState, power: Power, name: str, leader: LeaderId) -> None:
    """32: he neither moves nor assaults until the end of the impulse."""
    assert s.impulse is not None
    use(s, power, GOUT, "a", name, leader=leader)
    s.impulse.gout.append(leader)


def _call_off(s: HisState, name: str, cost: int) -> None:
    """R86, C-09, C-11: one CP is lost, the rest of the cost comes back."""
    assert s.impulse is not None
    if cost:
        give_back(s, cost - 1)
    else:
        pay(s, min(1, points(s)))
    facts: dict[str, Json] = {"power": s.impulse.power, "window": name, "left": points(s)}
    tell(s, Event("action_called_off", _RULES[name], facts))


def transfer_declared(s: HisState, to: SpaceId) -> Flow[bool]:
    """32 b: `hre_transfer`, the Hapsburgs have named where Charles V goes by card 2. True: he stays, and neither moves
    nor assaults in this impulse; no CP is lost. D29"""
    if not is_open(s) or s.impulse is None:
        return False
    others = [power for power in in_order(s) if power is not Power.HAPSBURG]
    asked = candidates(s, others, lambda power: [GOUT])
    facts: dict[str, Json] = {"power": Power.HAPSBURG, "leader": _CHARLES, "to_space": to}
    found = yield from window(
        s, "hre_transfer", asked, [GOUT],
        lambda power: [response(GOUT, "b", leader=_CHARLES)] if holds(s, power, GOUT) else [], facts, wait=Wait.ONCE,
    )  # fmt: skip
    if found is None:
        return False
    use(s, found[0], GOUT, "b", "hre_transfer", leader=_CHARLES)
    s.impulse.gout.append(_CHARLES)
    return True


# ------------------------------------------------------------------ 33, 36: before dice are counted


def before_count(s: HisState) -> Flow[None]:
    """`field_battle_before_count`: attacker, then each defender; `assault_before_count`: the active power. Each as
    often as it likes. D34"""
    battle = s.battle
    if battle is None or not is_open(s) or battle.kind is BattleKind.NAVAL:
        return
    if battle.kind is BattleKind.ASSAULT:
        asked = [] if s.impulse is None else [s.impulse.power]
        name = "assault_before_count"
    else:
        name = "field_battle_before_count"
        asked = [*battle.attack.powers, *(power for power in MAJORS if power in battle.defence.powers)]
    for power in asked:
        yield from _hire(s, power, name)


def _hire(s: HisState, power: Power, name: str) -> Flow[None]:
    while s.battle is not None and candidates(s, [power], lambda one: mercenary_cards.fitting(s, one)):
        recount(s)
        found = yield from window(
            s, name, [power], mercenary_cards.fitting(s, power), lambda one: mercenary_cards.plays(s, one),
            battle_facts(s.battle), why_of=lambda one: partial(mercenary_cards.why_not, s, one),
        )  # fmt: skip
        if found is None:
            return
        yield from mercenary_cards.respond(s, power, found[1], name)


def battle_facts(battle: Battle) -> dict[str, Json]:
    """What everybody sees of a battle before its dice."""
    attack, defence = battle.attack, battle.defence
    return {
        "battle": battle.kind,
        "space": battle.at,
        "attackers": list(attack.powers),
        "defenders": list(defence.powers),
        "attacker_strength": attack.strength,
        "defender_strength": defence.strength,
        "attacker_leaders": list(attack.leaders),
        "defender_leaders": list(defence.leaders),
        "attacker_dice": attack.dice,
        "defender_dice": defence.dice,
        "odds": attack.dice - defence.dice,
    }


# ------------------------------------------------------------------ 34 a: a naval check is rolled


def naval_check(
    s: HisState,
    attempt: str,
    power: Power,
    place: PlaceId,
    total: int,
    needed: int = 9,
    facts: Mapping[str, Json] | None = None,
) -> Flow[int]:
    """16.1-4, 16.1-5: `naval_check_rolled`: what Professional Rowers add to the roll of an attempt. D47"""
    if not is_open(s):
        return 0
    asked = candidates(s, in_order(s), lambda one: [PROFESSIONAL_ROWERS])
    known: dict[str, Json] = {
        "attempt": attempt, "power": power, "space": place, "total": total, "needed": needed, **(facts or {}),
    }  # fmt: skip
    found = yield from window(
        s, "naval_check_rolled", asked, [PROFESSIONAL_ROWERS], lambda one: _oars(s, one), known, wait=Wait.NEVER
    )
    if found is None:
        return 0
    step = _STEP[str(found[1]["pick"])]
    use(s, found[0], PROFESSIONAL_ROWERS, "a", "naval_check_rolled", count=step)
    return step


def _oars(s: HisState, power: Power) -> list[Alternative]:
    if not holds(s, power, PROFESSIONAL_ROWERS):
        return []
    return [response(PROFESSIONAL_ROWERS, "a", pick=pick) for pick in _STEP]


# ------------------------------------------------------------------ 33, 36, 38: between two impulses


def at_border(s: HisState) -> Flow[None]:
    """`any_time_action_phase` at the end of an impulse, as long as the phase goes on and somebody plays. D65"""
    while is_open(s) and not s.over and s.passes < len(MAJORS):
        asked = candidates(s, in_order(s), lambda power: _between(s, power))
        cards = [*mercenary_cards.CARDS, HALLEYS_COMET]
        facts: dict[str, Json] = {"power": None if s.impulse is None else s.impulse.power, "turn": s.turn}
        found = yield from window(
            s, "any_time_action_phase", asked, cards, lambda power: _plays_between(s, power), facts,
            why_of=lambda power: partial(_why_not_between, s, power), wait=Wait.NEVER,
        )  # fmt: skip
        if found is None:
            return
        power, wish = found
        if wish["card"] == HALLEYS_COMET:
            yield from comet.respond(s, power, wish, "any_time_action_phase")
        else:
            yield from mercenary_cards.respond(s, power, wish, "any_time_action_phase")


def _between(s: HisState, power: Power) -> list[CardNumber]:
    return [*mercenary_cards.fitting(s, power), *comet.fitting(s, power)]


def _plays_between(s: HisState, power: Power) -> list[Alternative]:
    return [*mercenary_cards.plays(s, power), *comet.plays(s, power)]


def _why_not_between(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    if wish["card"] == HALLEYS_COMET:
        return comet.why_not(s, power, wish)
    return mercenary_cards.why_not(s, power, wish)
