"""The next letter is fetched while the present one is judged, by one command at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from pbem.mail.ahead import FETCHED_AHEAD, ReadAhead
from pbem.mail.mailbox import ImapLost, ImapRefused

WHEN = datetime(2027, 1, 4, tzinfo=UTC)


class Server:
    """Letters 1, 2, 3 ...; each command takes a moment, and two at once are a fault."""

    uidvalidity, uidnext, read_only = 7, 10, False

    def __init__(self, sizes: Sequence[int] = (5, 5, 5)) -> None:
        self.letters = {uid: b"x" * size for uid, size in enumerate(sizes, 1)}
        self.log: list[str] = []
        self.faults: dict[str, Exception] = {}
        self.lost = self.busy = False

    async def _do(self, command: str) -> None:
        assert not self.busy, "two commands at once"
        if self.lost:
            raise ImapLost("gone")
        self.busy = True
        await asyncio.sleep(0.001)
        self.busy = False
        self.log.append(command)
        fault = self.faults.get(command)
        self.lost = isinstance(fault, ImapLost)
        if fault is not None:
            raise fault

    async def waiting(self) -> list[int]:
        return sorted(self.letters)

    async def senders(self, uids: Sequence[int]) -> dict[int, str]:
        return {}

    async def size(self, uid: int) -> int | None:
        return len(self.letters[uid]) if uid in self.letters else None

    async def received(self, uid: int) -> datetime | None:
        return WHEN if uid in self.letters else None

    async def fetch(self, uid: int) -> bytes | None:
        await self._do(f"fetch {uid}")
        return self.letters.get(uid)

    async def fetch_head(self, uid: int) -> bytes | None:
        await self._do(f"head {uid}")
        return self.letters.get(uid)

    async def file_away(self, uid: int, folder: str) -> None:
        await self._do(f"file {uid}")
        self.letters.pop(uid, None)

    async def wait(self, seconds: float) -> bool:
        return False

    async def close(self) -> None:
        self.lost = True


async def _judged() -> None:
    await asyncio.sleep(0.02)


async def test_the_next_letter_is_there_when_its_turn_comes() -> None:
    server = Server()
    row = ReadAhead(server, [1, 2, 3])
    assert await row.fetch(1) == b"xxxxx"
    await _judged()
    assert server.log == ["fetch 1", "fetch 2"], "no further than one letter"
    filing = asyncio.ensure_future(row.file_away(1, "Processed"))
    assert (await row.size(2), await row.received(2), await row.fetch(2)) == (5, WHEN, b"xxxxx")
    await filing
    await _judged()
    assert server.log == ["fetch 1", "fetch 2", "file 1", "fetch 3"]
    await row.close()


async def test_a_letter_that_has_gone_meanwhile() -> None:
    server = Server()
    row = ReadAhead(server, [1, 2])
    del server.letters[2]
    await row.fetch(1)
    assert await row.size(2) is None
    await row.close()


async def test_a_large_letter_waits_for_its_turn() -> None:
    server = Server((5, FETCHED_AHEAD + 1, 5))
    row = ReadAhead(server, [1, 2, 3])
    await row.fetch(1)
    await _judged()
    assert server.log == ["fetch 1"]
    assert await row.size(2) == FETCHED_AHEAD + 1
    assert len(await row.fetch(2) or b"") == FETCHED_AHEAD + 1
    await row.close()


async def test_who_broke_the_connection_is_known() -> None:
    server = Server()
    server.faults["fetch 2"] = ImapLost("7 bytes came")
    row = ReadAhead(server, [1, 2, 3])
    await row.fetch(1)
    await _judged()
    with pytest.raises(ImapLost):
        await row.file_away(1, "Processed")
    with pytest.raises(ImapLost, match="7 bytes came"):
        await row.size(2)
    assert row.broken_by == 2
    await row.close()


async def test_a_letter_is_not_blamed_for_what_filing_another_has_broken() -> None:
    server = Server()
    server.faults["file 1"] = ImapLost("reset")
    row = ReadAhead(server, [1, 2, 3])
    await row.fetch(1)
    await _judged()
    with pytest.raises(ImapLost):
        await row.file_away(1, "Processed")
    assert await row.fetch(2) == b"xxxxx"  # it had come before
    with pytest.raises(ImapLost):
        await row.fetch(3)
    assert row.broken_by is None
    await row.close()


async def test_a_refusal_belongs_to_its_letter_and_the_connection_is_good() -> None:
    server = Server()
    server.faults["fetch 2"] = ImapRefused("UID FETCH", "damaged")
    row = ReadAhead(server, [1, 2, 3])
    await row.fetch(1)
    await _judged()
    await row.file_away(1, "Processed")
    with pytest.raises(ImapRefused):
        await row.size(2)
    assert await row.fetch(3) == b"xxxxx"
    assert row.broken_by is None
    await row.close()


async def test_closing_waits_for_the_command_under_way_and_leaves_the_mailbox_open() -> None:
    server = Server()
    row = ReadAhead(server, [1, 2])
    await row.fetch(1)
    await asyncio.sleep(0)
    await row.close()
    assert server.log == ["fetch 1", "fetch 2"]
    assert not server.busy
    assert not server.lost
