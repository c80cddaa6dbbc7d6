"""Heads of State by an automatic player: a script for the turn, made of what the form offers and of wishes."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pbem.players import FORM_HEADS, OFFERED

WAITS = 0.25
"""How often a player takes his cards first and looks at them before he goes on."""
STRIKES = 0.5
"""How often one plays treason who could."""
PLOTS = 0.2
"""How often one takes a treason card without a plan."""
KINDS = ("gold", "title", "troops", "castle", "palace", "bishop", "duelling", "jewels", "courtesan")
DEAR = ("courtesan", "jewels", "bishop", "palace", "castle", "troops", "title", "gold")
MOST_NOBLES = 4


def vary(form: Sequence[str], rng: random.Random) -> list[str]:
    """The form with a script of this player's in place of the default."""
    head, filled, offered = _parts(form)
    if not filled and not offered:
        return list(form)
    if _of(filled, "KEEP") or _of(filled, "DISCARD"):
        return [*head, *(_hand(rng) if rng.random() < 0.5 else filled), "END"]
    if rng.random() < 0.1:
        return [*head, *filled, "END"]
    return [*head, *_script(filled, offered, rng), "END"]


def _parts(form: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """The heading, the lines that were filled in, and those offered behind "#"."""
    head: list[str] = []
    filled: list[str] = []
    offered: list[str] = []
    for line in form:
        found = OFFERED.match(line)
        if found is not None:
            offered.append(found.group(1))
        elif line.split(" ")[0] in FORM_HEADS:
            head += [line] if line != "END" else []
        elif line and not line.startswith("#"):
            filled.append(line)
    return head, filled, offered


def _of(lines: Sequence[str], verb: str) -> list[str]:
    return [line for line in lines if line.split(" ")[0] == verb]


def _script(filled: Sequence[str], offered: Sequence[str], rng: random.Random) -> list[str]:
    """A turn from its start, or the rest of one."""
    strikes, nobles = _of(offered, "USE"), _of(offered, "PLACE")
    if not _of(filled, "OPTION"):
        rest = [*_strikes(strikes, rng), *_nobles(nobles, rng)]
        return [*rest, *_end(rng)] if rest else list(filled)
    plots = rng.random() < (STRIKES if strikes else PLOTS)
    lines = _plot(rng) if plots else _cards(rng)
    if rng.random() < WAITS or (plots and not strikes):
        return [*lines, "WAIT"]
    return [*lines, *(_strikes(strikes, rng) if plots else _nobles(nobles, rng)), *_end(rng)]


def _plot(rng: random.Random) -> list[str]:
    return ["OPTION 2", rng.choice(("TREASON ANY", "TREASON BLIND", "TREASON assassin OR BLIND")), _take(rng)]


def _cards(rng: random.Random) -> list[str]:
    return ["OPTION 1", *(_take(rng) for _ in range(rng.choice((2, 3, 3))))]


def _take(rng: random.Random) -> str:
    """A wish or two, then the pile or whatever comes."""
    wishes = rng.sample(KINDS, rng.choice((1, 2)))
    return " OR ".join(["TAKE " + wishes[0], *wishes[1:], rng.choice(("BLIND", "BLIND", "ANY"))])


def _nobles(offered: Sequence[str], rng: random.Random) -> list[str]:
    """Some of those that can be placed now, the last with another in case it is no longer possible."""
    picked = rng.sample(offered, min(len(offered), rng.randint(1, MOST_NOBLES))) if offered else []
    if len(picked) > 2:
        *picked, other = picked
        picked[-1] += f" ELSE {other}"
    return picked


def _strikes(offered: Sequence[str], rng: random.Random) -> list[str]:
    """One or two plays; what becomes of the box, and now and then what to do if it fails."""
    picked = rng.sample(offered, min(len(offered), rng.choice((1, 1, 2)))) if offered else []
    lines = [f"{line} {rng.choice(('REPLACE', 'REPLACE', 'LEAVE'))}" for line in picked]
    if len(lines) == 2 and lines[0].startswith("USE assassin") and rng.random() < 0.5:
        return [f"{lines[0]} IF FAILS: {lines[1]}"]
    return lines


def _end(rng: random.Random) -> list[str]:
    """What to keep, in this turn or always, and what to do when the revolution breaks into the turn."""
    lines = [rng.choice(("", "STANDING ")) + line for line in _hand(rng)] if rng.random() < 0.3 else []
    return [*lines, "ON REVOLUTION CONTINUE"] if rng.random() < 0.4 else lines


def _hand(rng: random.Random) -> list[str]:
    return ["KEEP " + ", ".join(DEAR[: rng.randint(3, len(DEAR))])]
