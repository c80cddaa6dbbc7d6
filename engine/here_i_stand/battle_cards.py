"""cards.md 4.3 The windows of a battle for cards, in the order of a field battle or assault.

Cards of a battle look at the battle, and some begin one; so they are known here only when they are wanted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.decision import Json
from engine.core.flow import Flow
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, SpaceId


def assault_declared(
    s: HisState, cost: int, leaders: Sequence[LeaderId], space: SpaceId, facts: Mapping[str, Json]
) -> Flow[bool]:
    """15.1-2: Foul Weather, Gout; True when the assault is called off (R86)."""
    from engine.here_i_stand.cards import responses

    return (yield from responses.declared(s, "assault_declared", cost=cost, leaders=leaders, space=space, facts=facts))


def before_count(s: HisState) -> Flow[None]:
    """14-1, 15.1-2: Landsknechts, Swiss Mercenaries."""
    from engine.here_i_stand.cards import responses

    yield from responses.before_count(s)


def combat_cards(s: HisState) -> Flow[None]:
    """14-4, 14-5, 15.1-5, 15.1-6: the attacker's combat cards, then the defenders' (R77)."""
    from engine.here_i_stand.cards import combat_cards as cards

    yield from cards.combat_cards(s)


def after_roll(s: HisState) -> Flow[None]:
    """14-7, 15.1-8: Janissaries, Siege Artillery."""
    from engine.here_i_stand.cards import responses

    yield from responses.after_roll(s)
