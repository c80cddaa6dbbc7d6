"""Players of The Dutch Revolt who go to war, and their games."""

from __future__ import annotations

import random
from typing import Any

from engine.core.decision import AnyDecision, Json
from engine.core.options import OrderList
from engine.core.table import Table
from tests.fuzz.walk import legal


class Warlike:
    """A player who keeps every army, besieges what can be besieged, and sends the Beggars against every army."""

    def __init__(self, draw: random.Random, table: Table[Any]) -> None:
        self.draw, self.table = draw, table

    def __call__(self, decision: AnyDecision) -> Json:
        options = decision.options
        assert isinstance(options, OrderList)
        if decision.kind == "sea_beggars":
            orders: list[Any] = self._raid(options)
        elif decision.kind in {"recruit", "begin_siege", "move_army", "influence"}:
            choices = options.choices()
            orders = [[dict(choice)] for choice in self.draw.sample(choices, len(choices))]
        elif decision.kind == "move_support":
            orders = [[dict(choice)] for choice in options.choices() if choice["to"] == "treasury"]
        else:
            return "default" if self.draw.randrange(3) else legal(self.draw)(decision)
        return options.to_json(options.from_json([*orders]))

    def _raid(self, options: OrderList) -> list[Any]:
        """Beggars into one region with armies, or without; then everything that they may do there."""
        hires = [dict(choice) for choice in options.choices() if choice["do"] == "hire"]
        tracks = self.table.state.tracks
        with_armies = self.draw.randrange(3) > 0
        hires.sort(key=lambda hire: (bool(tracks[hire["region"]]) is not with_armies, self.draw.random()))
        orders = [[hire] for hire in hires[:1]]
        for region in [hire["region"] for hire in hires[:1]]:
            cities = [army.city for army in tracks[region] if army.city]
            deeds = [{"do": "relieve", "city": city} for city in cities] + [{"do": "destroy", "region": region}]
            orders += [[deed] for deed in self.draw.sample(deeds, len(deeds))]
        rest = [[dict(choice)] for choice in options.choices() if choice["do"] not in ("hire", "spare")]
        return orders + self.draw.sample(rest, len(rest))
