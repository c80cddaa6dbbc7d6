"""Mends to pymap 0.36.7, the version that is pinned, without which letters get lost or mixed up in the demo.

- It numbers the letters that are new in the order of the directory: here, in the order of their arrival.
- It copies a letter without its content.
- It hands out what Python's mail parser makes of a letter, which changes line ends and fails on hostile letters: here,
  the bytes as they are; a letter that pymap's own parser fails on too is handed out as one piece.
- It writes its lists in the system's temporary folder and renames them, which fails across file systems.
- It looks for new letters once a second while a client idles: here, ten times.
- It keeps a letter's number after the letter has moved, until the client logs out: each command takes longer.
"""

from __future__ import annotations

import os
from mailbox import MaildirMessage
from pathlib import Path
from typing import Any

import pymap.backend.maildir as maildir_backend
import pymap.backend.maildir.io as maildir_io
import pymap.backend.maildir.mailbox as maildir_mailbox
from pymap.backend.maildir.mailbox import MailboxData, Maildir
from pymap.backend.maildir.uidlist import UidList
from pymap.concurrent import Event
from pymap.mime import MessageBody, MessageContent, MessageHeader
from pymap.selected import SelectedMailbox

IDLE_POLL = 0.1


class _RawMessage(MaildirMessage):
    raw = b""

    def __bytes__(self) -> bytes:
        return self.raw


class _FaithfulMaildir(Maildir):
    def keys(self) -> Any:
        return sorted(super().keys())

    def get_message(self, key: str) -> Any:
        message = _RawMessage(self.get_message_metadata(key))
        message.raw = Path(self._join(self._lookup(key))).read_bytes()
        return message

    def _dump_message(self, message: Any, target: Any, *options: Any) -> None:
        # A copied message has become another class, but has kept its attributes.
        raw = getattr(message, "raw", None)
        if raw is None:
            super()._dump_message(message, target, *options)
        else:
            target.write(raw)


class _TidyMailbox(MailboxData):
    async def _get_maildir_msg(self, uid: int) -> Any:
        record, _ = await super()._get_maildir_msg(uid)
        # Copies are made from this, and need the content as well.
        return record, self._maildir.get_message(record.key)

    async def update_selected(self, selected: SelectedMailbox, *, wait_on: Event | None = None) -> SelectedMailbox:
        if wait_on is not None:
            await wait_on.wait(timeout=IDLE_POLL)
        return await super().update_selected(selected)

    async def move(self, uid: int, destination: MailboxData, *, recent: bool = False) -> int | None:
        moved = await super().move(uid, destination, recent=recent)
        if moved is not None:
            async with UidList.with_write(self._path) as numbers:
                numbers.remove(uid)
        return moved


class _PatientContent(MessageContent):
    @classmethod
    def parse(cls, data: bytes) -> MessageContent:
        try:
            content = super().parse(data)
        except (RecursionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            head, body = cls._split_lines(data, cls._find_lines(data))
            kind = MessageBody._parse_content_type("text/plain")
            header = MessageHeader._parse(data, memoryview(data), head)
            content = cls(data, header, MessageBody(data, body, kind, []))
        content._raw = memoryview(data)  # it leaves out the last byte of a letter without a body
        return content


def _write_beside(self: Any) -> None:
    path = Path(self.get_file(self.path))
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with fresh.open("w") as file:
        self.write(file)
    fresh.replace(path)
    self._touched = False


def mend() -> None:
    """Put the mends in place; once or often makes no difference."""
    vars(maildir_backend)["Maildir"] = _FaithfulMaildir
    vars(maildir_mailbox)["MailboxData"] = _TidyMailbox
    vars(maildir_mailbox)["MessageContent"] = _PatientContent
    maildir_io.FileWriteable.file_write = _write_beside  # type: ignore[method-assign]
