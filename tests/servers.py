"""Real servers for the tests: a Dovecot, a Postfix and a PostgreSQL on loopback, each in a throw-away folder.

All are only looked for, never installed. Where one is missing the test is skipped with the reason, or fails when
PBEM_REQUIRE_SERVERS=1 is set (as the full check does, which has installed them). Postfix is started by root only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import NoReturn, TypeVar

import asyncpg
import pytest

from pbem import real_servers
from pbem.real_servers import Dovecot, NoRoot, NoServer, free_port, postgres_programs

__all__ = ["Dovecot", "absent", "dovecot", "empty", "free_port", "postgres_programs", "postgres_url", "running"]

S = TypeVar("S")


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """A Dovecot 2.3 with IMAP (plain, STARTTLS), IMAPS and LMTP."""
    with running(real_servers.dovecot()) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of its own; the address is for SQLAlchemy with asyncpg. The database is empty at first."""
    with running(real_servers.postgres(sync="off")) as url:
        yield url


async def empty(url: str) -> None:
    """Take all tables out of a database: what another test left there is no fault of ours."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    await connection.execute("DROP SCHEMA public CASCADE")
    await connection.execute("CREATE SCHEMA public")
    await connection.close()


@contextmanager
def running(server: AbstractContextManager[S]) -> Iterator[S]:
    """The server, or the end of the test where it is not there."""
    with ExitStack() as stack:
        try:
            started = stack.enter_context(server)
        except NoRoot as fault:
            pytest.skip(str(fault))
        except NoServer as fault:
            absent(str(fault))
        yield started


def absent(reason: str) -> NoReturn:
    """The end of a test that needs a server which is not there."""
    if os.environ.get("PBEM_REQUIRE_SERVERS") == "1":
        pytest.fail(f"PBEM_REQUIRE_SERVERS=1, but {reason}")
    pytest.skip(reason)
