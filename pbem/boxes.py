"""The games that the judge knows, each in its box."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.game_box import GameBox


def all_boxes() -> Mapping[str, GameBox]:
    """By the name of the rules."""
    from pbem.dutch_revolt_box import DutchRevoltBox

    box = DutchRevoltBox()
    return {box.name: box}
