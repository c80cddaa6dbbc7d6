"""Here I Stand by an automatic player: an order form filled in with what it offers."""

from __future__ import annotations

import random
from collections.abc import Sequence

from orders.here_i_stand import LANGUAGE
from pbem.players import FORM_HEADS, OFFERED

DEFAULTS = 0.15
"""How often a player leaves the form as it is."""
GOES_ON = 0.7
"""How often one adds another action to an impulse."""
MOST_ACTIONS = 5
OPENINGS = ("PLAY", "PASS")
HEADS = (*FORM_HEADS, LANGUAGE.seat_word)


def vary(form: Sequence[str], rng: random.Random) -> list[str]:
    """The form with orders of this player's in place of the default, question by question."""
    lines: list[str] = []
    filled: list[str] = []
    offered: list[str] = []

    def close() -> None:
        lines.extend(_answer(filled, offered, rng))
        filled.clear()
        offered.clear()

    for line in form:
        found = OFFERED.match(line)
        if found is not None:
            offered.append(found.group(1))
        elif not line or line.split(" ")[0] in HEADS:
            close()
            lines += [line] if line and line != "END" else []
        elif not line.startswith("#"):
            filled.append(line)
    close()
    return [*lines, "END"]


def _answer(filled: Sequence[str], offered: Sequence[str], rng: random.Random) -> list[str]:
    """The orders of one question."""
    if not offered or rng.random() < DEFAULTS:
        return list(filled)
    openings = [line for line in offered if line.split(" ")[0] in OPENINGS]
    if openings:
        return [rng.choice(openings)]
    lines = [rng.choice(offered)]
    while len(lines) < MOST_ACTIONS and rng.random() < GOES_ON:
        lines.append(rng.choice(offered))
    return lines
