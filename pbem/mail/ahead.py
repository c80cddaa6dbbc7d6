"""A row of letters whose next one is fetched while the present one is judged.

The mail server works while we do, and one command at a time goes over the connection: answers can't be mixed up, and
what breaks the connection is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import TypeVar

from pbem.mail.mailbox import ImapLost, Mailbox

FETCHED_AHEAD = 256 * 1024
"""Larger letters are fetched only when it is their turn: two of them need not lie in memory."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Fetched:
    """A letter that was fetched ahead. `raw` counts only where it is `whole`."""

    size: int | None
    received: datetime | None
    raw: bytes | None
    whole: bool


class ReadAhead:
    """The Mailbox protocol over another mailbox, for the letters of `line` in their order."""

    def __init__(self, mailbox: Mailbox, line: Sequence[int]) -> None:
        self._mailbox = mailbox
        self._following = dict(pairwise(line))
        self._gate = asyncio.Lock()
        self._fetching: dict[int, asyncio.Task[_Fetched]] = {}
        self.broken_by: int | None = None
        """The letter that was being fetched when the connection broke; None when it was nothing of a letter."""
        self._lost: ImapLost | None = None

    @property
    def uidvalidity(self) -> int:
        """As of the mailbox."""
        return self._mailbox.uidvalidity

    @property
    def uidnext(self) -> int:
        """As of the mailbox."""
        return self._mailbox.uidnext

    @property
    def read_only(self) -> bool:
        """As of the mailbox."""
        return self._mailbox.read_only

    async def waiting(self) -> list[int]:
        """The uids of the letters in the folder, oldest first."""
        return await self._in_turn(self._mailbox.waiting)

    async def size(self, uid: int) -> int | None:
        """Bytes of the letter; None when it has gone."""
        if uid in self._fetching:
            return (await self._fetching[uid]).size
        return await self._in_turn(partial(self._mailbox.size, uid), uid)

    async def received(self, uid: int) -> datetime | None:
        """When the server took the letter in; None when it has gone."""
        if uid in self._fetching:
            return (await self._fetching[uid]).received
        return await self._in_turn(partial(self._mailbox.received, uid), uid)

    async def senders(self, uids: Sequence[int]) -> dict[int, str]:
        """Who wrote these letters."""
        return await self._in_turn(partial(self._mailbox.senders, uids))

    async def fetch(self, uid: int) -> bytes | None:
        """The letter; from now on the next one of the row is fetched. Raises what went wrong when it was fetched."""
        task = self._fetching.pop(uid, None)
        ahead = await task if task is not None else None
        if ahead is not None and ahead.whole:
            raw = ahead.raw
        else:
            raw = await self._in_turn(partial(self._mailbox.fetch, uid), uid)
        following = self._following.get(uid)
        if following is not None and following not in self._fetching:
            self._fetching[following] = asyncio.ensure_future(self._ahead(following))
        return raw

    async def fetch_head(self, uid: int) -> bytes | None:
        """The first 64 KiB of the letter; None when it has gone."""
        return await self._in_turn(partial(self._mailbox.fetch_head, uid), uid)

    async def file_away(self, uid: int, folder: str) -> None:
        """Move the letter to `folder`."""
        await self._in_turn(partial(self._mailbox.file_away, uid, folder))

    async def wait(self, seconds: float) -> bool:
        """Come back after `seconds`, or earlier (True) when a letter seems to have arrived."""
        return await self._in_turn(partial(self._mailbox.wait, seconds))

    async def close(self) -> None:
        """The mailbox stays open for others; only what is being fetched comes to its end."""
        if self._fetching:
            await asyncio.wait(self._fetching.values())
        for task in self._fetching.values():
            if not task.cancelled():
                task.exception()  # nobody wants the letter any more, or what went wrong with it

    async def _ahead(self, uid: int) -> _Fetched:
        size = await self._in_turn(partial(self._mailbox.size, uid), uid)
        received = await self._in_turn(partial(self._mailbox.received, uid), uid)
        if size is None or size > FETCHED_AHEAD:
            return _Fetched(size, received, None, whole=False)
        raw = await self._in_turn(partial(self._mailbox.fetch, uid), uid)
        return _Fetched(size, received, raw, whole=True)

    async def _in_turn(self, command: Callable[[], Awaitable[T]], uid: int | None = None) -> T:
        async with self._gate:
            try:
                return await command()
            except ImapLost as fault:
                if self._lost is None:
                    self._lost, self.broken_by = fault, uid
                raise
