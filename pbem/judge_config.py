"""What the judge must know of itself: plain values, filled in from the configuration file by the caller."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

Policy = Literal["token", "address"]
"""Whose letters are executed: those that came to a secret reply address or name its token ("token"), or also those from
a registered address without it ("address": for groups that trust the From line)."""

OnDeadline = Literal["default", "wait"]
"""What happens to questions that are open at a deadline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeConfig:
    """One judge. `address` is its mailbox without a plus part; `host` is named to players for questions."""

    address: str
    judge_name: str = "Judge"
    judge_id: str = "pbem"
    host: str = ""
    policy: Policy = "token"
    max_bytes: int = 5_000_000
    """A larger letter is refused unread."""
    answers_a_day: int = 200
    """At most so many answers to one address in 24 hours, against loops with robots that do not say that they are."""
    strangers_every: timedelta = timedelta(days=1)
    """A stranger, or a player without his secret address, is answered once in this time."""
    first_pause: timedelta = timedelta(minutes=1)
    longest_pause: timedelta = timedelta(hours=4)
    give_up_after: timedelta = timedelta(days=4)
    """Pauses between tries to send a letter: doubled each time up to the longest; given up after that long."""
    uncertain_tries: int = 3
    """A letter that may have arrived already is sent again so often, with the same Message-ID."""

    @property
    def local(self) -> str:
        """The part of the address before the @."""
        return self.address.rpartition("@")[0].lower()

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2].lower()

    def reply_address(self, token: str) -> str:
        """The secret address of a seat."""
        return f"{self.local}+{token}@{self.domain}"
