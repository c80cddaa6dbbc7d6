"""11.1 All actions, by the word of their orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.here_i_stand import assault, foreign_wars, movement, naval, peaceful, piracy, saint_peters, transport
from engine.here_i_stand.action import Action
from engine.here_i_stand.faith import calling, printing, translating, universities
from engine.here_i_stand.voyages import colonize, conquer, explore

ACTIONS: Final[Mapping[str, Action]] = {
    action.name: action
    for action in (
        peaceful.CONTROL,
        peaceful.CALM,
        peaceful.BUILD,
        movement.MOVE,
        assault.ASSAULT,
        naval.SAIL,
        transport.TRANSPORT,
        piracy.PIRACY,
        foreign_wars.FIGHT,
        saint_peters.BUILD,
        printing.TREATISE,
        printing.BURNING,
        translating.SCRIPTURE,
        universities.UNIVERSITY,
        calling.DISPUTE,
        explore.EXPLORE,
        colonize.COLONIZE,
        conquer.CONQUER,
    )
}
