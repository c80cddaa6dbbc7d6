"""Where the judge's mail lives: plain values, filled in from the configuration file by the caller."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pbem.mail.oauth import TokenSource

Tls = Literal["tls", "starttls", "none"]


class BadAuthorityFile(OSError):
    """The file with the certificate of the host's own authority can't be used; str() names it."""


@dataclass(frozen=True)
class ImapSettings:
    """One folder of one mailbox."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    tls: Tls
    folder: str = "INBOX"
    ca_file: Path | None = None
    tokens: TokenSource | None = field(default=None, repr=False, compare=False)
    """In place of a password: log in by XOAUTH2."""


@dataclass(frozen=True)
class SmtpSettings:
    """The server that takes the judge's letters. No user: no login."""

    host: str
    port: int
    user: str | None
    password: str | None = field(repr=False)
    tls: Tls
    ca_file: Path | None = None
    tokens: TokenSource | None = field(default=None, repr=False, compare=False)
    """In place of a password: log in by XOAUTH2."""


def tls_context(ca_file: Path | None) -> ssl.SSLContext:
    """A context that checks certificates, also against `ca_file`. Raises OSError that names the file when it can't be
    read or holds no certificate."""
    context = ssl.create_default_context()
    if ca_file is not None:
        try:
            context.load_verify_locations(cafile=ca_file)
        except ssl.SSLError as fault:
            raise BadAuthorityFile(f"ca_file: {ca_file} holds no certificate (PEM)") from fault
        except OSError as fault:
            raise BadAuthorityFile(f"ca_file: {ca_file} can't be read: {fault.strerror}") from fault
    return context
