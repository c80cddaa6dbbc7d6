"""A TCP proxy that can cut, freeze or slow down what goes through it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Proxy:
    """Passes bytes to `target` until told otherwise."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self.frozen = False
        self.cut_after: bytes | None = None  # cut when these bytes come from the client
        self.freeze_after: bytes | None = None
        self._target = target
        self._writers: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        """Reset every connection."""
        for writer in self._writers:
            writer.transport.abort()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, both ways."""
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers += [writer, far_writer]
        with contextlib.suppress(ConnectionError):
            await asyncio.gather(self._pass(reader, far_writer, from_client=True), self._pass(far_reader, writer))

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, from_client: bool = False
    ) -> None:
        while data := await reader.read(65536):
            if from_client and self.freeze_after is not None and self.freeze_after in data:
                self.frozen = True
            if from_client and self.cut_after is not None and self.cut_after in data:
                writer.write(data)
                self.frozen = True  # the answer must not slip through
                await asyncio.sleep(0.1)
                self.cut()
                return
            if not self.frozen:
                writer.write(data)
        writer.close()


@asynccontextmanager
async def proxy_to(port: int) -> AsyncIterator[Proxy]:
    """A proxy in front of a port on loopback."""
    proxy = Proxy(port)
    talks: list[asyncio.Task[None]] = []
    server = await asyncio.start_server(
        lambda reader, writer: talks.append(asyncio.ensure_future(proxy.accept(reader, writer))), "127.0.0.1", 0
    )
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut()
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
