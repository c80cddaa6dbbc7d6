"""A mailbox that is a Maildir on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pbem.mail.headers import HEADER_BLOCK_LIMIT, sender_of

POLL_SECONDS = 0.05
_NUMBERS = "pbem-uids"


class MaildirMailbox:
    """The Mailbox protocol on a Maildir. Uids are kept in a file of its own, so they survive a restart."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers: dict[str, int] = {}
        self._names: dict[int, str] = {}
        for part in ("tmp", "new", "cur"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        kept = folder / _NUMBERS
        if not kept.exists():
            kept.write_text(f"{int(datetime.now(UTC).timestamp())}\n", encoding="utf-8")
        first, *names = kept.read_text(encoding="utf-8").splitlines()
        self._uidvalidity = int(first)
        for name in names:
            self._number(name)

    @property
    def uidvalidity(self) -> int:
        """When the numbering began."""
        return self._uidvalidity

    @property
    def uidnext(self) -> int:
        """The uid that the next letter will get."""
        return len(self._numbers) + 1

    @property
    def read_only(self) -> bool:
        """A folder of this machine: never."""
        return False

    async def waiting(self) -> list[int]:
        """The uids of the letters in the folder, oldest first."""
        found = {_key(path): path for path in self._paths()}
        fresh = sorted(
            (p.stat().st_mtime_ns // 1_000_000_000, key) for key, p in found.items() if key not in self._numbers
        )
        if fresh:
            with (self._folder / _NUMBERS).open("a", encoding="utf-8") as kept:
                for _, key in fresh:
                    self._number(key)
                    kept.write(f"{key}\n")
        return sorted(self._numbers[key] for key in found)

    async def size(self, uid: int) -> int | None:
        """Bytes of the letter; None when it has gone."""
        path = self._path(uid)
        return path.stat().st_size if path else None

    async def received(self, uid: int) -> datetime | None:
        """When the file was written."""
        path = self._path(uid)
        return datetime.fromtimestamp(path.stat().st_mtime, UTC) if path else None

    async def senders(self, uids: Sequence[int]) -> dict[int, str]:
        """By the From field of each."""
        heads = {uid: await self.fetch_head(uid) for uid in uids}
        return {uid: sender_of(head) for uid, head in heads.items() if head is not None}

    async def fetch(self, uid: int) -> bytes | None:
        """The letter; None when it has gone."""
        path = self._path(uid)
        return path.read_bytes() if path else None

    async def fetch_head(self, uid: int) -> bytes | None:
        """The first 64 KiB of the letter; None when it has gone."""
        path = self._path(uid)
        if path is None:
            return None
        with path.open("rb") as file:
            return file.read(HEADER_BLOCK_LIMIT)

    async def file_away(self, uid: int, folder: str) -> None:
        """Move the letter into a Maildir++ folder beside the inbox."""
        path = self._path(uid)
        if path is None:
            return
        target = self._folder / ("." + folder.replace("/", ".").strip("."))
        for part in ("tmp", "new", "cur"):
            (target / part).mkdir(parents=True, exist_ok=True)
        path.rename(target / "cur" / (path.name if ":2," in path.name else f"{path.name}:2,"))

    async def wait(self, seconds: float) -> bool:
        """Look now and then until there is a letter not seen before."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            if any(_key(path) not in self._numbers for path in self._paths()):
                return True
            if loop.time() >= end:
                return False
            await asyncio.sleep(min(POLL_SECONDS, max(0.0, end - loop.time())))

    async def close(self) -> None:
        """Nothing is held open."""

    def _paths(self) -> list[Path]:
        return [p for part in ("new", "cur") for p in (self._folder / part).iterdir() if not p.name.startswith(".")]

    def _path(self, uid: int) -> Path | None:
        key = self._names.get(uid)
        return next((path for path in self._paths() if _key(path) == key), None)

    def _number(self, key: str) -> None:
        uid = len(self._numbers) + 1
        self._numbers[key], self._names[uid] = uid, key


def _key(path: Path) -> str:
    """The part of the name that stays when flags change."""
    return path.name.partition(":")[0]
