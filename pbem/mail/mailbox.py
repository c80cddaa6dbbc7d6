"""What the judge needs of a mailbox, whatever it is kept in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol


class ImapLost(Exception):
    """The connection is gone or silent: open a new one. The text says what happened, for the host."""


class ImapRefused(Exception):
    """The server said no, which a new connection does not mend by itself."""

    def __init__(self, what: str, text: str) -> None:
        super().__init__(f"{what}: {text}")
        self.what = what
        self.text = text

    @property
    def full(self) -> bool:
        """The mailbox has no room left for a copy."""
        return "OVERQUOTA" in self.text.upper() or "QUOTA" in self.text.upper()


class Mailbox(Protocol):
    """One folder of incoming letters. A letter is waiting until it is filed away; flags like \\Seen say nothing.

    All methods may raise ImapLost (throw the mailbox away, open another) and ImapRefused.
    """

    @property
    def uidvalidity(self) -> int:
        """While it stays the same, a uid means the same letter."""

    @property
    def uidnext(self) -> int:
        """The uid that the next letter will get, as of the last `waiting`; 0 where it is not known."""

    @property
    def read_only(self) -> bool:
        """Letters can be read here, not filed away."""

    async def waiting(self) -> list[int]:
        """The uids of the letters in the folder, oldest first."""

    async def size(self, uid: int) -> int | None:
        """Bytes of the letter, before anything of it is fetched; None when it has gone."""

    async def received(self, uid: int) -> datetime | None:
        """When the server took the letter in (UTC): the only date that decides; None when it has gone."""

    async def senders(self, uids: Sequence[int]) -> dict[int, str]:
        """Who wrote these letters, as far as their headers tell: asked only when many letters wait."""

    async def fetch(self, uid: int) -> bytes | None:
        """The letter byte by byte, without marking it as read; None when it has gone."""

    async def fetch_head(self, uid: int) -> bytes | None:
        """The first 64 KiB, for a letter too large to be fetched; None when it has gone."""

    async def file_away(self, uid: int, folder: str) -> None:
        """Move the letter to `folder`, made when missing. A letter that has gone is no error."""

    async def wait(self, seconds: float) -> bool:
        """Come back after `seconds`, or earlier (True) when a letter seems to have arrived."""

    async def close(self) -> None:
        """Say goodbye; never raises for trouble with the connection."""
