"""The garbage collector of a process that serves for months."""

from __future__ import annotations

import gc

YOUNG = 5_000
"""Objects until the youngest are looked through; a letter makes some thousands, and few of them in circles."""


def settle() -> None:
    """What is loaded by now stays to the end: without this the collector walks through all modules and boards again
    and again, a tenth of a second long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
