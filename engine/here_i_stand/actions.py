"""11.1 All actions, by the word of their orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.here_i_stand import peaceful
from engine.here_i_stand.action import Action

ACTIONS: Final[Mapping[str, Action]] = {
    action.name: action for action in (peaceful.CONTROL, peaceful.CALM, peaceful.BUILD)
}
