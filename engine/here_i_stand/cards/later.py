"""Events whose chapters are not built yet: card, way, chapter. A mandatory one gives its 2 CP all the same."""

from __future__ import annotations

from typing import Final

_TABLE: Final = (
    (3, "b", "21"),
    (4, "a", "21"),
    (5, "a", "21"),
    (5, "b", "21"),
    (6, "a", "18"),
    (11, "a", "18"),
    (17, "a", "18"),
    (41, "a", "18"),
    (44, "a", "18"),
    (46, "a", "18"),
    (48, "a", "20"),
    (49, "a", "20"),
    (50, "a", "20"),
    (53, "a", "20"),
    (54, "a", "20"),
    (56, "a", "18"),
    (58, "a", "18"),
    (61, "a", "18"),
    (62, "a", "18"),
    (63, "a", "18"),
    (65, "a", "18"),
    (75, "a", "18"),
    (77, "a", "20"),
    (85, "a", "18"),
    (90, "a", "18"),
    (92, "a", "21"),
    (93, "a", "21"),
    (98, "a", "20"),
    (99, "a", "20"),
    (101, "a", "20"),
    (110, "a", "21"),
    (111, "a", "20"),
    (112, "b", "18"),
    (115, "c", "18"),
)
LATER: Final = {(card, mode): chapter for card, mode, chapter in _TABLE}
