"""Access tokens by a refresh token, and logging in with them, against servers on loopback."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs

import pytest

from pbem.mail.imap import ImapLost, ImapMailbox, ImapRefused
from pbem.mail.oauth import OAuthLost, OAuthRefused, OAuthSettings, RefreshedTokens
from pbem.mail.settings import ImapSettings, SmtpSettings
from pbem.mail.smtp import Fate, Stage, send
from tests.mail.test_imap_faults import HELLO, ordinary, scripted
from tests.mail.test_smtp import RAW, sink
from tests.servers import free_port


@dataclass
class TokenServer:
    """Gives the answers it is told to, then token-1, token-2 and so on."""

    port: int = 0
    asked: list[dict[str, list[str]]] = field(default_factory=list)
    answers: list[tuple[int, bytes]] = field(default_factory=list)
    life: object = 3600

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/token"


@pytest.fixture
def server() -> Iterator[TokenServer]:
    made = TokenServer()

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.asked.append(parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode()))
            usual = {"access_token": f"token-{len(made.asked)}", "expires_in": made.life, "token_type": "Bearer"}
            code, body = made.answers.pop(0) if made.answers else (200, json.dumps(usual).encode())
            self.send_response(code)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    http = HTTPServer(("127.0.0.1", 0), Answers)
    made.port = http.server_port
    threading.Thread(target=http.serve_forever, daemon=True).start()
    yield made
    http.shutdown()
    http.server_close()


class Time:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def tokens(server: TokenServer, time: Time | None = None) -> RefreshedTokens:
    made = OAuthSettings(server.url, "client-7", "refresh-secret", client_secret="client-secret", scope="mail")
    return RefreshedTokens(made, limit=3.0, tick=time or Time())


async def test_a_token_is_kept_until_shortly_before_its_end(server: TokenServer) -> None:
    time = Time()
    source = tokens(server, time)
    assert await asyncio.gather(source.token(), source.token(), source.token()) == ["token-1"] * 3
    time.now += 3400
    assert await source.token() == "token-1"
    time.now += 100
    assert await source.token() == "token-2"
    assert server.asked[0] == {
        "grant_type": ["refresh_token"], "client_id": ["client-7"], "refresh_token": ["refresh-secret"],
        "client_secret": ["client-secret"], "scope": ["mail"],
    }  # fmt: skip
    source.forget()
    assert await source.token() == "token-3"


async def test_a_new_refresh_token_is_used_from_then_on(server: TokenServer) -> None:
    source = tokens(server)
    server.answers.append((200, b'{"access_token": "a", "expires_in": "60", "refresh_token": "newer"}'))
    assert await source.token() == "a"
    source.forget()
    await source.token()
    assert server.asked[1]["refresh_token"] == ["newer"]


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        ((400, b'{"error": "invalid_grant", "error_description": "refresh-secret"}'), OAuthRefused, "invalid_grant"),
        ((401, b"no"), OAuthRefused, "401"),
        ((500, b"oops"), OAuthLost, "500"),
        ((503, b'{"error": "temporarily_unavailable"}'), OAuthLost, "temporarily"),
        ((200, b"<html>"), OAuthLost, "not JSON"),
        ((200, b"[]"), OAuthLost, "not JSON"),
        ((200, b"{}"), OAuthLost, "without an access token"),
        ((200, b'{"access_token": "a\\r\\nb"}'), OAuthLost, "without an access token"),
    ],
)  # fmt: skip
async def test_what_can_go_wrong(
    server: TokenServer, answer: tuple[int, bytes], kind: type[Exception], said: str
) -> None:
    source = tokens(server)
    server.answers.append(answer)
    with pytest.raises(kind, match=said) as caught:
        await source.token()
    assert "secret" not in str(caught.value) + repr(source)
    assert await source.token() == "token-2"


async def test_nobody_listens() -> None:
    with pytest.raises(OAuthLost, match="can't be reached"):
        await tokens(TokenServer(free_port())).token()


def bearer(token: str) -> str:
    return base64.b64encode(f"user=judge@example.org\1auth=Bearer {token}\1\1".encode()).decode()


def imap_script(good: str, asked: list[str]):  # type: ignore[no-untyped-def]
    def script(tag: str, command: str) -> list[bytes]:
        asked.append(command)
        if command.startswith("AUTHENTICATE"):
            if command == f"AUTHENTICATE XOAUTH2 {bearer(good)}":
                return [f"{tag} OK welcome\r\n".encode()]
            waiting.append(tag)
            return [b"+ eyJzdGF0dXMiOiI0MDEifQ==\r\n"]
        if waiting and not command:
            return [f"{waiting.pop()} NO AUTHENTICATE failed\r\n".encode()]
        return ordinary(tag, command)

    waiting: list[str] = []
    return script


async def test_imap_by_token_and_again_after_it_is_refused(server: TokenServer) -> None:
    source = tokens(server)
    asked: list[str] = []
    async with scripted(HELLO, imap_script("token-2", asked)) as settings:
        by_token = ImapSettings(
            settings.host, settings.port, "judge@example.org", "", "none", tokens=source
        )  # fmt: skip
        async with asyncio.timeout(5.0):
            with pytest.raises(ImapRefused, match=r"LOGIN by OAuth2: .*failed"):
                await ImapMailbox.open(by_token, limit=4.0)
        mailbox = await ImapMailbox.open(by_token, limit=4.0)
        assert await mailbox.waiting() == [5]
    assert not any(command.startswith("LOGIN") for command in asked)
    assert "token" not in repr(by_token)


async def test_imap_tells_a_withdrawn_consent_from_a_token_server_that_is_away(server: TokenServer) -> None:
    async with scripted(HELLO, ordinary) as settings:
        by_token = ImapSettings(settings.host, settings.port, "j", "", "none", tokens=tokens(server))
        server.answers = [(400, b'{"error": "invalid_grant"}'), (502, b"")]
        with pytest.raises(ImapRefused, match="invalid_grant"):
            await ImapMailbox.open(by_token, limit=4.0)
        with pytest.raises(ImapLost, match="502"):
            await ImapMailbox.open(by_token, limit=4.0)


async def test_smtp_by_token(server: TokenServer) -> None:
    def answers(line: str) -> str | None:
        if line.startswith("EHLO"):
            return "250-hello\r\n250 AUTH XOAUTH2"
        if line.startswith("AUTH"):
            return "235 welcome" if line == f"AUTH XOAUTH2 {bearer('token-2')}" else "334 eyJzdGF0dXMiOiI0MDEifQ=="
        if line == "":
            return "535 no"
        return {"HELLO": "220 hello", "DATA": "354 go", "QUIT": "221 bye"}.get(line, "250 ok")

    async with sink(answers) as (port, _):
        settings = SmtpSettings("127.0.0.1", port, "judge@example.org", None, "none", tokens=tokens(server))
        first = await send(settings, RAW, "judge@example.org", "ann@example.org")
        assert (first.fate, first.stage, first.code) == (Fate.LATER, Stage.LOGIN, 535)
        assert (await send(settings, RAW, "judge@example.org", "ann@example.org")).fate is Fate.SENT
        server.answers = [(400, b'{"error": "invalid_grant"}')]
        settings.tokens.forget()  # type: ignore[union-attr]
        refused = await send(settings, RAW, "judge@example.org", "ann@example.org")
        assert (refused.fate, refused.stage) == (Fate.LATER, Stage.LOGIN)
        assert "invalid_grant" in refused.text
