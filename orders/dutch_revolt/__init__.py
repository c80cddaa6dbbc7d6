"""The order language of the Dutch Revolt: its verbs, and the phases their questions belong to."""

from __future__ import annotations

from typing import Final

from engine.core.decision import AnyDecision
from engine.core.options import Order
from orders.chance_words import with_chance_words
from orders.dutch_revolt.verbs import VERBS
from orders.dutch_revolt.writing import restate, write
from orders.language import GameLanguage

PHASES: Final = {
    "city_tax": 1,
    "move_support": 2,
    "rob": 2,
    "upkeep": 3,
    "recruit": 4,
    "begin_siege": 6,
    "sea_beggars": 7,
    "move_army": 8,
    "influence": 9,
    "new_units": 10,
    "neutrals": 12,
    "overflow": 13,
    "arrange": 14,
    "siege_end": 15,
    "loyalty": 16,
    "turn_order": 20,
}
"""7.2: kind of decision -> phase of turns 1-5."""
PHASES_OF_TURN_0: Final = {
    "orange_squares": 0,
    "move_support": 2,
    "new_units": 10,
    "neutrals": 12,
    "overflow": 13,
    "arrange": 14,
    "turn_order": 20,
}
"""7.1: the same for turn 0, with the numbers of the like phases."""


def takes(decision: AnyDecision, order: Order) -> bool:
    """9.14 asks rank by rank: an order for a province of a later rank waits. Everything else is asked once a turn."""
    open_provinces = decision.facts.get("provinces")
    if decision.kind != "arrange" or not isinstance(open_provinces, list):
        return True
    return any(alternative.get("province") in open_provinces for alternative in order)


LANGUAGE: Final = with_chance_words(
    GameLanguage(
        name="dutch_revolt",
        verbs=VERBS,
        phases=PHASES,
        phases_of_turn_0=PHASES_OF_TURN_0,
        write=write,
        restate=restate,
        takes=takes,
        fixed_defaults=frozenset(
            {"move_support", "recruit", "begin_siege", "sea_beggars", "move_army", "loyalty", "turn_order"}
        ),
        apart=frozenset({"orange_squares", "city_tax", "arrange"}),
    )
)
