"""A mail system inside the process: SMTP in, Maildirs, IMAP. For the demo and the tests; loopback only, no TLS.

It is small: each IMAP command costs time in proportion to the letters of its folder (some 15 ms at 300 letters). The
judge moves what it has read into another folder, which keeps the INBOX short.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from argparse import Namespace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aiosmtpd.smtp import SMTP, Envelope, Session

HOST = "127.0.0.1"
DOMAIN = "example.org"
SIZE_LIMIT = 50_000_000

_letters = count()


class LocalMailMissing(RuntimeError):
    """The packages of the extra `local` are not installed."""


class LocalMail:
    """A running mail system for `name@example.org`; `name+anything@example.org` reaches `name`."""

    def __init__(self, folder: Path, users: frozenset[str]) -> None:
        self.folder = folder
        self.users = users
        self.smtp_port = 0
        self.imap_port = 0
        self._servers: list[asyncio.Server] = []
        self._talks: set[asyncio.Task[Any]] = set()
        self._transports: set[asyncio.BaseTransport] = set()

    @classmethod
    async def start(cls, folder: Path, users: dict[str, str], *, smtp_port: int = 0, imap_port: int = 0) -> LocalMail:
        """Start it in `folder`, kept over restarts, with the passwords of `users`. Port 0: any free one.

        Raises LocalMailMissing without the extra `local`, OSError when a port is taken.
        """
        try:
            import aiosmtpd.smtp  # noqa: F401
            import pymap.backend.maildir  # noqa: F401
        except ImportError as error:
            raise LocalMailMissing(
                f"the mail system of the demo needs the packages of the extra `local` ({error.name} is missing): "
                "pip install 'pbem-judge[local]'"
            ) from error
        folder.mkdir(parents=True, exist_ok=True)
        mail = cls(folder, frozenset(name.lower() for name in users))
        for name in mail.users:
            make_maildir(mail.maildir(name))
        try:
            await mail._start_imap({name.lower(): password for name, password in users.items()}, imap_port)
            await mail._start_smtp(smtp_port)
        except BaseException:
            await mail.close()
            raise
        return mail

    def maildir(self, user: str) -> Path:
        """The Maildir of `user`."""
        return self.folder / user

    def user_of(self, address: str) -> str | None:
        """Whose mailbox `address` is, or None."""
        local, _, domain = address.lower().rpartition("@")
        user = local.partition("+")[0]
        return user if domain == DOMAIN and user in self.users else None

    async def close(self) -> None:
        """Stop listening and hang up on everybody."""
        for server in self._servers:
            server.close()
        for transport in self._transports:
            if isinstance(transport, asyncio.WriteTransport):
                transport.abort()
        for talk in self._talks:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)
        for server in self._servers:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2.0):
                    await server.wait_closed()

    async def _start_imap(self, users: dict[str, str], port: int) -> None:
        from proxyprotocol.reader import ProxyProtocolReader
        from pymap.backend.maildir import Identity, MaildirBackend
        from pymap.frozen import frozendict
        from pymap.imap import IMAPServer
        from pymap.user import Passwords, UserMetadata

        from pbem.mail.pymap_mended import mend

        mend()
        # pymap asks for the name of the host at each connection, which can mean a slow look-up in the DNS.
        os.environ.setdefault("FQDN", "localhost")
        options: dict[str, Any] = {"concurrency": None, "layout": "++", "colon": None, "debug": False}
        options |= {"cert": None, "key": None, "tls": False, "proxy_protocol": None, "passlib_cfg": None}
        arguments = Namespace(base_dir=str(self.folder), host=HOST, port=port, inherited_sockets=None, **options)
        backend, config = await MaildirBackend.init(arguments)
        config.apply_context()
        passwords = Passwords(config)
        for name, password in users.items():
            login = UserMetadata(
                config,
                name,
                password=await passwords.hash_password(password),
                params=frozendict({"mailbox_path": name}),
            )
            await Identity(config, backend.login.tokens, name, None, {"admin"}).set(login)
        talk = ProxyProtocolReader(config.proxy_protocol).get_callback(IMAPServer(backend.login, config))

        async def tracked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            self._talks.add(task)
            try:
                await talk(reader, writer)
            except (ConnectionError, asyncio.CancelledError):
                writer.close()
            finally:
                self._talks.discard(task)

        server = await asyncio.start_server(tracked, HOST, port)
        self._servers.append(server)
        self.imap_port = server.sockets[0].getsockname()[1]

    async def _start_smtp(self, port: int) -> None:
        from aiosmtpd.smtp import SMTP

        loop = asyncio.get_running_loop()
        mail = self

        class Door(SMTP):
            """An SMTP talk whose connection can be cut when the system stops."""

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                mail._transports.add(transport)
                super().connection_made(transport)

            def connection_lost(self, error: Exception | None) -> None:
                mail._transports.discard(self.transport)
                super().connection_lost(error)

        def door() -> SMTP:
            return Door(
                _Delivery(mail), hostname="localhost", enable_SMTPUTF8=True, data_size_limit=SIZE_LIMIT, loop=loop
            )

        server = await loop.create_server(door, HOST, port)
        self._servers.append(server)
        self.smtp_port = server.sockets[0].getsockname()[1]


class _Delivery:
    """What the SMTP server does with recipients and letters; the method names are those aiosmtpd calls."""

    def __init__(self, mail: LocalMail) -> None:
        self._mail = mail

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not address.lower().endswith("@" + DOMAIN):
            return f"550 5.7.1 <{address}>: this system delivers to {DOMAIN} only"
        if self._mail.user_of(address) is None:
            return f"550 5.1.1 <{address}>: no such mailbox here"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 recipient ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.original_content or b""
        for address in envelope.rcpt_tos:
            user = self._mail.user_of(address)
            if user is not None:
                head = f"Return-Path: <{envelope.mail_from or ''}>\r\nDelivered-To: {address}\r\n"
                deliver(self._mail.maildir(user), head.encode("utf-8", "replace") + content)
        return "250 2.0.0 delivered"


def make_maildir(folder: Path) -> None:
    """An empty Maildir, unless it is there already."""
    for part in ("tmp", "new", "cur"):
        (folder / part).mkdir(parents=True, exist_ok=True)


def deliver(maildir: Path, raw: bytes) -> None:
    """One letter into a Maildir that exists, byte for byte, in one step: readers see all of it or nothing."""
    # Names sort by arrival: the numbers of the letters follow from that.
    name = f"{time.time_ns() // 1000}.Q{next(_letters):09d}P{os.getpid()}.localhost"
    (maildir / "tmp" / name).write_bytes(raw)
    (maildir / "tmp" / name).rename(maildir / "new" / name)
