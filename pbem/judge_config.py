"""What the judge must know of itself: plain values, filled in from the configuration file by the caller."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

Policy = Literal["token", "token+dmarc", "address"]
"""Whose letters are executed. "token": those with a secret of the game, be it in the address, in the subject, or by
answering a letter of ours. "token+dmarc": those with a secret that come from the registered address besides, as our
own mail server has found by DMARC or DKIM. "address": also those from a registered address without any secret, which
anybody can forge: for closed systems only."""

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
    authserv_id: str = ""
    """How our own mail server names itself in Authentication-Results; needed for "token+dmarc"."""
    plus_addressing: bool = True
    """Whether the mailbox gets letters to judge+anything@...; without, the secret stands in the subject."""
    token_days: int = 14
    """A player's next report brings him a new secret when his present one is so old; 0: it never changes."""
    token_grace_days: int = 14
    """So long a secret counts after a new one was sent; later it only brings what is harmless."""
    max_bytes: int = 5_000_000
    """A larger letter is refused unread."""
    answers_an_hour: int = 60
    answers_a_day: int = 200
    """At most so many answers to one address, against loops with robots that do not say that they are."""
    strangers_a_day: int = 200
    strangers_a_day_of_domain: int = 20
    """At most so many answers to addresses that are registered nowhere: to all, and to those of one domain."""
    strangers_every: timedelta = timedelta(days=1)
    """A stranger, or a player without his secret address, is answered once in this time."""
    first_pause: timedelta = timedelta(minutes=1)
    longest_pause: timedelta = timedelta(hours=4)
    give_up_after: timedelta = timedelta(days=4)
    """Pauses between tries to send a letter: doubled each time up to the longest; given up after that long."""
    uncertain_tries: int = 3
    """A letter that may have arrived is sent so often at most, with the same Message-ID; then the host is told."""
    server_pause: timedelta = timedelta(minutes=5)
    """The longest pause between tries while our own mail server is away, for which no letter is given up."""
    letters_an_hour: int = 120
    letters_a_day: int = 600
    """At most so many letters go out to one address; more wait. 0: no limit."""
    absence_days: int = 30
    """So many days may one player have one game wait for him by ABSENT."""
    hold_after: timedelta = timedelta(minutes=30)
    """Mail that has not flowed for so long is an outage: deadlines are held, and the time is given back after it."""

    @property
    def local(self) -> str:
        """The part of the address before the @."""
        return self.address.rpartition("@")[0].lower()

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2].lower()

    def reply_address(self, token: str) -> str:
        """The secret address of a seat; the judge's own where the secret stands in the subject."""
        return f"{self.local}+{token}@{self.domain}" if self.plus_addressing else self.address

    def subject_with(self, token: str, subject: str) -> str:
        """`[game] ...` with the secret in it where no address can hold it."""
        if self.plus_addressing or not token:
            return subject
        return re.sub(r"^\[([^\[\]#]+)\]", rf"[\1#{token}]", subject)

    def is_own(self, address: str) -> bool:
        """Whether it is an address of this judge, with or without a secret."""
        local, _, domain = address.lower().rpartition("@")
        return domain == self.domain and local.partition("+")[0] == self.local.partition("+")[0]
