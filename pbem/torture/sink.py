"""The far end of the judge's letters: a real SMTP server that keeps what it took, each Message-ID once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session


@dataclass  # without slots: aiosmtpd lists the members of its handler, which Python 3.11.2 can't do with them
class Sink:
    """`taken` holds, per recipient and Message-ID, the letter as it came; a receiver that drops duplicates by
    Message-ID sees exactly that. `refuse_next` letters are answered with a 451."""

    take: Callable[[str, bytes], bool]
    """Called with recipient and letter; False for one that was taken before."""
    port: int = 0
    taken: int = 0
    again: int = 0
    """Letters that came once more with the same Message-ID."""
    refuse_next: int = 0
    refused: asyncio.Event = field(default_factory=asyncio.Event)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """aiosmtpd's name for: a letter has come."""
        if self.refuse_next:
            self.refuse_next -= 1
            self.refused.set()
            return "451 4.3.0 not now"
        raw = envelope.original_content or b""
        for recipient in envelope.rcpt_tos:
            if self.take(recipient, raw):
                self.taken += 1
            else:
                self.again += 1
        return "250 2.0.0 taken"


@asynccontextmanager
async def sink_open(take: Callable[[str, bytes], bool]) -> AsyncIterator[Sink]:
    """A sink on a free port of loopback."""
    sink = Sink(take)
    loop = asyncio.get_running_loop()

    def protocol() -> Any:
        return SMTP(sink, hostname="localhost", ident="sink", enable_SMTPUTF8=True, loop=loop)

    server = await loop.create_server(protocol, "127.0.0.1", 0)
    sink.port = server.sockets[0].getsockname()[1]
    try:
        yield sink
    finally:
        server.close()
