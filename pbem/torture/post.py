"""The mail system around the judge that is tortured: where its letters come from, and who takes those it sends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from pbem import real_servers
from pbem.mail.embedded import LocalMail, deliver

KINDS = ("", "dovecot", "postfix", "local")
"""dovecot: letters are put into its mailbox, and the far end takes the judge's letters itself. postfix: besides, a
Postfix in both directions. local: the mail system of the demo. "": dovecot where it is installed, else local."""
_TO = re.compile(rb"^To: <([^>]+)>", re.MULTILINE)
_FROM = re.compile(rb"^From: <([^>]+)>", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Post:
    """`smtp_port` takes the judge's letters; `under_way` counts those that have not come to their end yet."""

    imap_port: int
    smtp_port: int
    deliver: Callable[[bytes], Awaitable[None]]
    password: str
    under_way: Callable[[], int] = lambda: 0


@asynccontextmanager
async def post_open(kind: str, folder: Path, far_port: int) -> AsyncIterator[Post]:
    """`far_port`: where letters to players end. Raises NoServer for a kind that is asked for and not there."""
    if kind != "local":
        with ExitStack() as stack:
            try:
                post = await asyncio.to_thread(_servers, kind, far_port, stack)
            except real_servers.NoServer:
                if kind:
                    raise
            else:
                yield post
                return
    mail = await LocalMail.start(folder / "mail", {"judge": real_servers.PASSWORD})
    try:
        maildir = mail.maildir("judge")

        async def put(raw: bytes) -> None:
            deliver(maildir, raw)

        yield Post(mail.imap_port, far_port, put, real_servers.PASSWORD)
    finally:
        await mail.close()


def _servers(kind: str, far_port: int, stack: ExitStack) -> Post:
    dovecot = stack.enter_context(real_servers.dovecot())
    if kind != "postfix":

        async def put(raw: bytes) -> None:
            dovecot.deliver("judge", raw)

        return Post(dovecot.imap_port, far_port, put, real_servers.PASSWORD)
    postfix = stack.enter_context(real_servers.postfix(dovecot.lmtp_port, far_port))

    async def hand_over(raw: bytes) -> None:
        sender, recipient = _FROM.search(raw), _TO.search(raw)
        assert sender is not None
        assert recipient is not None
        await asyncio.to_thread(postfix.hand_over, raw, sender[1].decode(), recipient[1].decode())

    return Post(dovecot.imap_port, postfix.port, hand_over, real_servers.PASSWORD, postfix.undelivered)
