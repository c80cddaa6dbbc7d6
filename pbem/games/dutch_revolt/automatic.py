"""The Dutch Revolt by an automatic player: the order form varied a little with the orders offered in it."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.players import FORM_HEADS, OFFERED

ONE_LINE_VERBS = ("TAX", "LAY")
"""Verbs of questions that take just one order."""

BOLD_VERBS = ("MOVE", "BESIEGE", "RECRUIT", "HIRE", "INFLUENCE", "OVERFLOW", "SACK", "RAID")
"""Verbs whose default is mostly to do nothing: a game in which nobody dares is dull to watch."""


@dataclass
class Question:
    """A part of the form: order lines filled in, and further order lines offered behind "#"."""

    filled: list[str] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)


def vary(form: Sequence[str], rng: random.Random) -> list[str]:
    """The form with some of the offered orders in place of, or before, the lines that were filled in."""
    out: list[str] = []
    question = Question()
    for line in form:
        if not line or line.split(" ")[0] in FORM_HEADS:
            out += _answer(question, rng)
            question = Question()
            out += [line] if line else []
        elif (offered := OFFERED.match(line)) is not None:
            question.offered.append(offered.group(1))
        elif line.startswith("ELSE ") and question.filled:
            question.filled[-1] += f"\n{line}"
        elif not line.startswith("#"):
            question.filled.append(line)
    return out + _answer(question, rng)


def _answer(question: Question, rng: random.Random) -> list[str]:
    filled, offered = list(question.filled), question.offered
    if not offered:
        return filled
    verb = (filled or offered)[0].split(" ")[0]
    chance = 0.7 if verb in BOLD_VERBS else 0.35
    if rng.random() >= chance:
        return filled
    if verb in ONE_LINE_VERBS:
        return [rng.choice(offered)]
    picked = rng.sample(offered, min(len(offered), rng.choice((1, 1, 2))))
    idle = all(re.search(r"\b(NONE|DEFAULT)$", line) for line in filled)
    if idle:
        return [line for line in picked if not line.endswith("NONE")] or filled
    if any(line.endswith((" NONE", " DEFAULT")) for line in picked):
        return filled
    return picked + filled[: rng.randint(max(0, len(filled) - 2), len(filled))]
