"""A wire that can be cut and frozen at any byte: a TCP proxy between the judge and a server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum


class Harm(Enum):
    CUT = "cut"
    FREEZE = "freeze"


@dataclass(slots=True)
class Trap:
    """After so many further bytes in that direction the connection that carries them is harmed."""

    harm: Harm
    to_server: bool
    bytes_left: int
    sprung: asyncio.Event


class Wire:
    """Passes bytes to `target`; one trap at a time."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self.connections = 0
        """How many were ever made."""
        self._target = target
        self._trap: Trap | None = None
        self._open: set[asyncio.StreamWriter] = set()

    def set_trap(self, harm: Harm, *, to_server: bool, after: int) -> asyncio.Event:
        """Set when the trap springs."""
        self._trap = Trap(harm, to_server, after, asyncio.Event())
        return self._trap.sprung

    def take_up_trap(self) -> bool:
        """Remove the trap; whether there was one still."""
        trap, self._trap = self._trap, None
        return trap is not None

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, both ways."""
        self.connections += 1
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, far_writer)
        self._open.update(pair)
        frozen = asyncio.Event()
        ways = [
            asyncio.ensure_future(self._pass(reader, far_writer, pair, frozen, to_server=True)),
            asyncio.ensure_future(self._pass(far_reader, writer, pair, frozen, to_server=False)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.ALL_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for one in pair:
                one.transport.abort()
            self._open.difference_update(pair)

    async def _pass(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter],
        frozen: asyncio.Event,
        *,
        to_server: bool,
    ) -> None:
        with contextlib.suppress(ConnectionError, OSError):
            while data := await reader.read(65536):
                trap = self._trap
                if frozen.is_set():
                    continue  # swallowed, until the judge hangs up
                if trap is not None and trap.to_server is to_server:
                    if trap.bytes_left < len(data):
                        self._trap = None
                        writer.write(data[: trap.bytes_left])
                        trap.sprung.set()
                        if trap.harm is Harm.FREEZE:
                            frozen.set()
                            continue
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(0.05):
                                await writer.drain()
                        for one in pair:
                            one.transport.abort()
                        return
                    trap.bytes_left -= len(data)
                writer.write(data)
        if writer.can_write_eof() and not writer.is_closing():
            with contextlib.suppress(OSError):
                writer.write_eof()

    def cut_all(self) -> None:
        """Reset every connection."""
        for writer in list(self._open):
            writer.transport.abort()


@asynccontextmanager
async def wire_to(port: int) -> AsyncIterator[Wire]:
    """A wire in front of a port on loopback."""
    wire = Wire(port)
    talks: set[asyncio.Task[None]] = set()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.ensure_future(wire.accept(reader, writer))
        talks.add(talk)
        talk.add_done_callback(talks.discard)

    server = await asyncio.start_server(begin, "127.0.0.1", 0)
    wire.port = server.sockets[0].getsockname()[1]
    try:
        yield wire
    finally:
        server.close()
        wire.cut_all()
        for talk in list(talks):
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
