"""What everybody at the judge's desk needs: store, clock, games, live tables, and the source of secrets."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pbem.clock import Clock
from pbem.game_box import GameBox
from pbem.judge_config import JudgeConfig
from pbem.playing import Tables
from pbem.store import Store

TOKEN_BYTES = 10
SECRET_BYTES = 32


def _go_on(_: str) -> None:
    return None


@dataclass(slots=True)
class Desk:
    """One judge at work. `draw` gives random bytes; `at_step` is called with the name of each step of handling a
    letter, so that a test can break off there."""

    store: Store
    clock: Clock
    config: JudgeConfig
    boxes: Mapping[str, GameBox]
    draw: Callable[[int], bytes] = secrets.token_bytes
    at_step: Callable[[str], None] = _go_on
    tables: Tables = field(default_factory=Tables)
    outages_settled: int = 0
    """The newest outage whose time has been given back everywhere."""

    def token(self) -> str:
        """A secret for a reply address: lower case, since mail programs change the case of addresses."""
        return self.draw(TOKEN_BYTES).hex()

    def message_id(self, kind: str) -> str:
        """A Message-ID of our own, fixed for the life of the letter."""
        return f"<{kind}.{self.draw(12).hex()}@{self.config.domain}>"

    def thread_of(self, commitment: str) -> str:
        """The Message-ID of a letter that was never sent: every letter of a game refers to it, so that mail programs
        keep the game together. Made from what everybody knows of the game, and no other game has."""
        return f"<game.{commitment[:24]}@{self.config.domain}>"
