"""Real servers for the tests: a Dovecot and a PostgreSQL on loopback, each in a throw-away folder.

Both are only looked for, never installed. Where one is missing the test is skipped with the reason, or fails when
PBEM_REQUIRE_SERVERS=1 is set (as the full check does, which has installed them).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from typing import NoReturn, TypeVar

import pytest

from pbem import real_servers
from pbem.real_servers import Dovecot, NoServer, free_port, postgres_programs

__all__ = ["Dovecot", "dovecot", "free_port", "postgres_programs", "postgres_url"]

S = TypeVar("S")


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """A Dovecot 2.3 with IMAP (plain, STARTTLS), IMAPS and LMTP."""
    yield from _running(real_servers.dovecot())


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of its own; the address is for SQLAlchemy with asyncpg. The database is empty at first."""
    yield from _running(real_servers.postgres(sync="off"))


def _running(server: AbstractContextManager[S]) -> Iterator[S]:
    with ExitStack() as stack:
        try:
            running = stack.enter_context(server)
        except NoServer as fault:
            _absent(str(fault))
        yield running


def _absent(reason: str) -> NoReturn:
    if os.environ.get("PBEM_REQUIRE_SERVERS") == "1":
        pytest.fail(f"PBEM_REQUIRE_SERVERS=1, but {reason}")
    pytest.skip(reason)
