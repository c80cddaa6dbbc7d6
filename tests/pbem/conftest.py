"""Judges over throw-away stores, on both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.clock import SetClock
from pbem.store import Store, open_store
from tests.servers import empty


@pytest.fixture(params=["sqlite", "postgres"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """An empty database: a file, and one on a PostgreSQL server if there is one."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'judge.db'}"
        return
    address: str = request.getfixturevalue("postgres_url")
    await empty(address)
    yield address


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await open_store(url)
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> SetClock:
    return SetClock(datetime(2027, 1, 4, 12, 0, tzinfo=UTC))
