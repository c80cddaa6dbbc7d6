"""Positions for tests of the Reformation, and the dice that are rolled there."""

from __future__ import annotations

from typing import Any

from engine.core.decision import AnyDecision
from engine.core.flow import Flow
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.faith.series import Series, Source
from engine.here_i_stand.faith.targeting import Odds
from engine.here_i_stand.records import Impulse, Land
from engine.here_i_stand.script import Script
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    Act,
    DebaterId,
    Power,
    ReformerId,
    Religion,
    SpaceId,
    Standing,
    Zone,
)
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive


def church(power: Power = Power.PROTESTANT, cp: int = 9, turn: int = 3, **options: Any) -> HisState:
    """The set-up of 1517 on a later turn, nothing Protestant, all reformers away; a power has an impulse with CP."""
    s = start("1517", **options)
    s.turn = turn
    for reformer in s.reformers:
        s.reformers[reformer] = Standing.WAITING
    for debater, facts in s.board.debaters.items():
        s.debaters[debater] = Standing.READY if (facts.entry_turn or 9) <= turn else Standing.WAITING
    give_impulse(s, power, cp)
    return s


def give_impulse(s: HisState, power: Power, cp: int = 9) -> None:
    s.impulse = Impulse(power, cp=cp, act=Act.CARD)


def reform(s: HisState, *spaces: str) -> None:
    for space in spaces:
        s.spaces[SpaceId(space)].religion = Religion.PROTESTANT


def faith(s: HisState, space: str) -> Religion:
    return s.spaces[SpaceId(space)].religion


def preach(s: HisState, reformer: str) -> None:
    s.reformers[ReformerId(reformer)] = Standing.READY


def garrison(s: HisState, power: Power, space: str, regulars: int = 1) -> None:
    s.add_land(power, SpaceId(space), Land(regulars=regulars))


def free(s: HisState, *debaters: str) -> None:
    for debater in debaters:
        s.debaters[DebaterId(debater)] = Standing.READY


def standing(s: HisState, debater: str) -> Standing:
    return s.debaters[DebaterId(debater)]


def attempts(count: int, *zones: Zone, power: Power = Power.PROTESTANT, **more: Any) -> Series:
    return Series(power, more.pop("source", Source.EVENT), zones, count, **more)


class Dice:
    """What is rolled next, roll by roll; how many dice each roll had is kept in `sizes`."""

    def __init__(self, *rolls: int | list[int]) -> None:
        self.rolls = [[roll] if isinstance(roll, int) else roll for roll in rolls]
        self.sizes: list[int] = []

    def __call__(self, sizes: tuple[int, ...]) -> list[int]:
        self.sizes.append(len(sizes))
        best = self.rolls.pop(0) if self.rolls else [1]
        return [*best, *[1] * (len(sizes) - len(best))]


def targets(*names: str | tuple[str, str | None]) -> list[list[dict[str, Any]]]:
    """An answer to `convert`."""
    pairs = [(name, None) if isinstance(name, str) else name for name in names]
    return [[{"do": "convert", "space": space, "pick": debater}] for space, debater in pairs]


def act(
    s: HisState,
    verb: str,
    dice: Dice | None = None,
    lines: list[list[dict[str, Any]]] | None = None,
    answers: dict[str, Any] | None = None,
    asked: list[AnyDecision] | None = None,
    **parts: Any,
) -> bool:
    """An action of the active power, with CONVERT lines below it."""
    assert s.impulse is not None
    wish = blank("impulse", do=verb, **parts)
    assert (reason := ACTIONS[verb].why_not(s, s.impulse.power, wish)) is None, reason
    s.script = Script([[wish], *([{**blank("impulse"), **one} for one in line] for line in lines or [])])
    done: Flow[bool] = ACTIONS[verb].do(s, s.impulse.power, wish)
    return drive(done, answers, dice or Dice(), asked)


def barred(s: HisState, verb: str, **parts: Any) -> str | None:
    """The key of what bars an action of the active power."""
    assert s.impulse is not None
    reason = ACTIONS[verb].why_not(s, s.impulse.power, blank("impulse", do=verb, **parts))
    return None if reason is None else reason.key


def told(s: HisState, kind: str) -> list[dict[str, Any]]:
    return [dict(event.facts) for event in s.events if event.kind == kind]


def shown(odds: Odds) -> str:
    return f"{odds.dice}:{odds.against}"
