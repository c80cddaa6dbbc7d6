"""Sealed answers: until the last one is in, nobody is told by a byte what the others have answered. For every game."""

from __future__ import annotations

import random

from engine.core.decision import AnyDecision
from pbem.playing import Sitting
from tests.secrecy.worlds import Play, Step, lines_of

TRIES = 12
"""A question with few answers may give the same one again and again."""


def plan(sitting: Sitting, reader: str, rng: random.Random) -> Play | None:
    """One of the others answers in two ways while somebody else is still awaited; None where that is not so."""
    awaited = sitting.awaited()
    others = [d for d in sitting.table.open if d.seat != reader and d.seat in awaited]
    if len(awaited) < 2 or not others:
        return None
    writer = others[rng.randrange(len(others))].seat
    answers = _two_ways(sitting, [d for d in others if d.seat == writer], rng)
    if answers is None:
        return None
    steps = [
        [Step(str(writer), lines), Step(reader, ["STATUS"]), Step(reader, ["FORM"], hours=50)] for lines in answers
    ]
    return Play(steps[0], steps[1])


def _two_ways(sitting: Sitting, asked: list[AnyDecision], rng: random.Random) -> tuple[list[str], list[str]] | None:
    first = [line for decision in asked for line in lines_of(sitting, decision, rng)]
    for _ in range(TRIES):
        second = [line for decision in asked for line in lines_of(sitting, decision, rng)]
        if second != first:
            return first, second
    return None
