"""11.1 All actions, by the word of their orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.here_i_stand import assault, movement, naval, peaceful, piracy, transport
from engine.here_i_stand.action import Action

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
    )
}
