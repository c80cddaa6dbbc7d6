"""Players of Here I Stand who go to war: each kind of action comes as often as another, and little is declined."""

from __future__ import annotations

import random
from typing import Any

from engine.core.decision import AnyDecision, Json
from engine.core.options import Alternative, OrderList

SHYNESS = 5
"""One question of so many is answered by its default."""
LETTER = 4
"""Orders of an impulse in one letter, at most."""


class Restless:
    """A player who declines little, and writes several orders of an impulse at once, with and without conditions."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.seen: dict[str, list[Alternative]] = {}

    def __call__(self, decision: AnyDecision) -> Json:
        options = decision.options
        assert isinstance(options, OrderList)
        if self.draw.randrange(SHYNESS) == 0:
            return "default"
        choices = options.choices()
        if not choices:
            return "default"
        orders: list[Any] = [[self._one(choices)]]
        if decision.kind == "impulse":
            orders += self._more(decision.facts, choices)
        elif options.many.value == "any":
            orders += [[self._one(choices)] for _ in range(self.draw.randrange(4))]
        answer = options.from_json(orders)
        return options.to_json(answer) if options.why_not(answer) is None else "default"

    def _one(self, choices: list[Alternative]) -> Alternative:
        """Of all verbs, and of all openings, one as likely as another."""
        groups: dict[str, list[Alternative]] = {}
        for choice in choices:
            groups.setdefault(f"{choice.get('do')} {choice.get('mode')}", []).append(choice)
        groups = {name: group for name, group in groups.items() if name != "pass None" or len(groups) == 1} or groups
        names = [name for name in groups if not name.startswith("end ")] or list(groups)
        return self.draw.choice(groups[self.draw.choice(names)])

    def _more(self, facts: Any, choices: list[Alternative]) -> list[Any]:
        """Orders behind the first one that were possible at another time, some of them on a condition."""
        pool = self.seen.setdefault(str(facts["power"]), [])
        later = [dict(self.draw.choice(pool)) for _ in range(self.draw.randrange(LETTER))] if pool else []
        if not facts["opening"]:
            pool += self.draw.sample(choices, min(4, len(choices)))
        for order in later:
            order["after"] = self.draw.choice((None, None, "done", "failed"))
            order["cp"] = self.draw.choice((None, None, None, 2))
        return [[order] for order in later]
