"""The ways to the host as pbem.toml names them, tried for real: the mailbox refuses the judge, and he hears of it."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from pbem.mail.embedded import LocalMail
from pbem.service import opened, poll_once
from pbem.settings import load
from tests.service.conftest import PASSWORD


@pytest.fixture
def webhook() -> Iterator[tuple[str, list[dict[str, str]]]]:
    got: list[dict[str, str]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook", got
    server.shutdown()
    server.server_close()


async def refused_and_then_not(settings_file: Path, alerts: str) -> None:
    """The password is wrong for a while; `pbem health` says so by its exit status meanwhile."""
    text = settings_file.read_text(encoding="utf-8") + f"\n[alerts]\n{alerts}\n"
    imap, _, rest = text.partition("[smtp]")
    settings_file.write_text(imap.replace(PASSWORD, "wrong") + "[smtp]" + rest, encoding="utf-8")
    async with opened(load(settings_file)) as service:
        for tick in (service.poll, service.sweep):
            await tick()
    settings_file.write_text(text, encoding="utf-8")


async def health(settings_file: Path) -> tuple[int, dict[str, object]]:
    done = await asyncio.to_thread(CliRunner().invoke, app, ["health", "--json", "-s", str(settings_file)])
    return done.exit_code, json.loads(done.output)


async def test_a_command(settings_file: Path, tmp_path: Path) -> None:
    told = tmp_path / "told"
    code = f"import sys; open({str(told)!r}, 'a').write(sys.stdin.read())"
    await refused_and_then_not(settings_file, f"command = {json.dumps([sys.executable, '-c', code])}")
    assert "refuses" in told.read_text(encoding="utf-8")
    status, found = await health(settings_file)
    assert status != 0
    assert found["well"] is False
    await poll_once(load(settings_file))
    assert "Over after" in told.read_text(encoding="utf-8")
    assert (await health(settings_file))[0] == 0


async def test_a_webhook_when_the_command_fails(settings_file: Path, webhook: tuple[str, list[dict[str, str]]]) -> None:
    url, got = webhook
    await refused_and_then_not(settings_file, f'command = ["/nowhere/at/all"]\nwebhook = "{url}"')
    assert [(one["kind"], one["state"]) for one in got] == [("imap", "begun")]
    await poll_once(load(settings_file))
    assert [(one["kind"], one["state"]) for one in got] == [("imap", "begun"), ("imap", "over")]


async def test_a_second_address(settings_file: Path, mail: LocalMail) -> None:
    """The mail server still takes letters, though the mailbox refuses the judge."""
    await refused_and_then_not(settings_file, 'address = "anna@example.org"')
    (letter,) = [path.read_bytes() for path in (mail.maildir("anna") / "new").iterdir()]
    message = message_from_bytes(letter, policy=policy.default)
    assert message["To"] == "anna@example.org"
    assert "refuses" in message.get_content()  # type: ignore[attr-defined]
    assert PASSWORD.encode() not in letter
