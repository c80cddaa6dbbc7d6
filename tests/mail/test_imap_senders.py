"""Who wrote the letters that wait: asked of a server in one go, whatever stands in the From fields."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.mail.test_imap import DOVECOT, Server, running

FROM = {
    b"From: Ann <ann@example.org>": "ann@example.org",
    b"From: =?utf-8?q?=28unclosed?= <bert@example.org>": "bert@example.org",
    b'From: "(" <cleo@example.org>': "cleo@example.org",
    b"From: Dora\r\n <dora@example.org>": "dora@example.org",
    b'From: "': "",
    b"X-No-From: x": "",
    b"From: FLOOD@Example.ORG": "flood@example.org",
}


@pytest.fixture(params=["maildir", "pymap", DOVECOT])
async def server(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Server]:
    async with running(request.param, tmp_path, request) as found:
        yield found


async def test_senders(server: Server) -> None:
    for _ in range(10):
        for head in FROM:
            server.deliver(head + b"\r\nSubject: x\r\n\r\nBID 1\r\n")
    box = await server.mailbox()
    waiting = await box.waiting()
    found = await box.senders(waiting)
    assert [found[uid] for uid in waiting] == list(FROM.values()) * 10
    assert await box.senders(waiting) == found
    body = await box.fetch(waiting[0])  # the connection is as good as before
    assert body is not None
    assert body.endswith(b"BID 1\r\n")
    await box.close()
