"""What becomes of a letter handed to a mail server, in every way that can go wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pbem.mail.embedded import LocalMail
from pbem.mail.settings import SmtpSettings, Tls
from pbem.mail.smtp import Fate, Post, Stage, send
from tests.mail.proxy import proxy_to
from tests.servers import Dovecot, free_port

RAW = b"From: judge@example.org\r\nTo: ann@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nHello\r\n.\r\n..dots\r\n"
Answers = Callable[[str], str | None]


@asynccontextmanager
async def sink(answers: Answers) -> AsyncIterator[tuple[int, list[str]]]:
    """A server that answers as told: a line for each command, None to hang up. Yields its port and what it heard."""
    heard: list[str] = []
    talks: list[asyncio.Task[None]] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        in_data = False
        answer = answers("HELLO")
        while answer is not None:
            writer.write(answer.encode() + b"\r\n")
            line = (await reader.readuntil(b"\r\n.\r\n" if in_data else b"\r\n")).decode().strip()
            heard.append(line)
            answer = answers("LETTER" if in_data else line)
            in_data = line.upper() == "DATA" and answer is not None and answer.startswith("354")
        writer.close()

    server = await asyncio.start_server(lambda r, w: talks.append(asyncio.ensure_future(talk(r, w))), "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], heard
    finally:
        server.close()
        for task in talks:
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)


def answering(**special: str | None) -> Answers:
    """The usual answers, except those given; keys are the verbs, LETTER the end of the letter, HELLO the greeting."""
    usual = {
        "HELLO": "220 hello",
        "EHLO": "250 sink",
        "DATA": "354 go on",
        "LETTER": "250 2.0.0 taken",
        "QUIT": "221 bye",
    }

    def answer(line: str) -> str | None:
        verb = line.split()[0].upper().partition(":")[0]
        return special[verb] if verb in special else usual.get(verb, "250 ok")

    return answer


def plain(port: int, user: str | None = None) -> SmtpSettings:
    return SmtpSettings("127.0.0.1", port, user, "secret" if user else None, "none")


@pytest.mark.parametrize(
    ("special", "fate", "stage", "words"),
    [
        ({}, Fate.SENT, Stage.DONE, "taken"),
        ({"QUIT": None}, Fate.SENT, Stage.DONE, "taken"),
        ({"HELLO": "421 4.3.2 too busy"}, Fate.LATER, Stage.CONNECT, "too busy"),
        ({"HELLO": "554 5.7.1 you are on a list"}, Fate.LATER, Stage.CONNECT, "on a list"),
        ({"HELLO": None}, Fate.LATER, Stage.CONNECT, ""),
        ({"MAIL": "451 4.3.0 disk full"}, Fate.LATER, Stage.SENDER, "disk full"),
        ({"MAIL": "550 5.1.8 bad sender"}, Fate.REFUSED, Stage.SENDER, "bad sender"),
        ({"RCPT": "450 4.2.1 greylisted"}, Fate.LATER, Stage.RECIPIENT, "greylisted"),
        ({"RCPT": "550 5.1.1 no such user"}, Fate.REFUSED, Stage.RECIPIENT, "no such user"),
        ({"RCPT": None}, Fate.LATER, Stage.RECIPIENT, ""),
        ({"DATA": "451 4.3.0 not now"}, Fate.LATER, Stage.DATA, "not now"),
        ({"DATA": "554 5.7.1 spam"}, Fate.REFUSED, Stage.DATA, "spam"),
        ({"LETTER": "452 4.3.1 queue full"}, Fate.LATER, Stage.DATA, "queue full"),
        ({"LETTER": "552 5.3.4 too large"}, Fate.REFUSED, Stage.DATA, "too large"),
        ({"LETTER": None}, Fate.UNCERTAIN, Stage.DATA, ""),
    ],
)
async def test_each_answer_has_its_outcome(
    special: dict[str, str | None], fate: Fate, stage: Stage, words: str
) -> None:
    async with sink(answering(**special)) as (port, heard):
        outcome = await send(plain(port), RAW, "judge@example.org", "ann@example.org", limit=3.0)
    assert (outcome.fate, outcome.stage) == (fate, stage), outcome
    assert words in outcome.text
    assert outcome.text
    if fate is Fate.SENT:
        assert [line for line in heard if line.startswith("RCPT")] == ["RCPT TO:<ann@example.org>"]


async def test_a_refused_password_is_no_bounce() -> None:
    answers = answering(EHLO="250-sink\r\n250 AUTH PLAIN LOGIN", AUTH="535 5.7.8 wrong password")
    async with sink(answers) as (port, _):
        outcome = await send(plain(port, user="judge"), RAW, "judge@example.org", "ann@example.org", limit=3.0)
    assert (outcome.fate, outcome.stage, outcome.code) == (Fate.LATER, Stage.LOGIN, 535)


async def test_a_server_without_the_encryption_asked_for_gets_nothing() -> None:
    async with sink(answering()) as (port, heard):
        settings = SmtpSettings("127.0.0.1", port, "judge", "secret", "starttls")
        outcome = await send(settings, RAW, "judge@example.org", "ann@example.org", limit=3.0)
    assert (outcome.fate, outcome.stage) == (Fate.LATER, Stage.CONNECT)
    assert not any(line.startswith(("AUTH", "MAIL")) for line in heard)


async def test_nobody_listens() -> None:
    outcome = await send(plain(free_port()), RAW, "judge@example.org", "ann@example.org", limit=3.0)
    assert (outcome.fate, outcome.stage) == (Fate.LATER, Stage.CONNECT)


@pytest.mark.parametrize(("verb", "fate"), [(b"MAIL FROM", Fate.LATER), (b"Hello\r\n", Fate.UNCERTAIN)])
@pytest.mark.parametrize("how", ["freeze_after", "cut_after"])
async def test_a_line_that_breaks(tmp_path: Path, verb: bytes, fate: Fate, how: str) -> None:
    mail = await LocalMail.start(tmp_path, {"ann": "secret"})
    async with proxy_to(mail.smtp_port) as proxy, asyncio.timeout(8.0):
        setattr(proxy, how, verb)
        outcome = await send(plain(proxy.port), RAW, "judge@example.org", "ann@example.org", limit=1.5)
    await mail.close()
    assert outcome.fate is fate, outcome
    delivered = len(list((mail.maildir("ann") / "new").iterdir()))
    # Uncertain is the honest word: cut after the letter it is there, frozen on the way it is not.
    assert delivered == (1 if (how, fate) == ("cut_after", Fate.UNCERTAIN) else 0)


async def test_bytes_arrive_as_they_were(tmp_path: Path) -> None:
    mail = await LocalMail.start(tmp_path, {"ann": "secret"})
    outcome = await send(plain(mail.smtp_port), RAW, "judge@example.org", "ann+tok3n@example.org")
    await mail.close()
    assert outcome.fate is Fate.SENT
    (path,) = (mail.maildir("ann") / "new").iterdir()
    head, _, raw = path.read_bytes().partition(b"Delivered-To: ann+tok3n@example.org\r\n")
    assert raw == RAW
    assert head == b"Return-Path: <judge@example.org>\r\n"


@pytest.mark.parametrize("recipient", ["nobody@example.org", "ann@elsewhere.example.org"])
async def test_the_embedded_system_knows_its_own_only(tmp_path: Path, recipient: str) -> None:
    mail = await LocalMail.start(tmp_path, {"ann": "secret"})
    outcome = await send(plain(mail.smtp_port), RAW, "judge@example.org", recipient)
    await mail.close()
    assert (outcome.fate, outcome.code) == (Fate.REFUSED, 550)


@pytest.mark.parametrize("recipient", ["ann@example.org\r\nRCPT TO:<eve@example.org>", "<ann@example.org>", "a" * 400])
async def test_what_is_no_address_never_reaches_the_server(recipient: str) -> None:
    async with sink(answering()) as (port, heard):
        outcome = await send(plain(port), RAW, "judge@example.org", recipient, limit=3.0)
    assert outcome.fate is Fate.REFUSED
    assert heard == []


@pytest.mark.dovecot
@pytest.mark.parametrize("tls", ["tls", "starttls"])
async def test_encrypted_and_with_a_password(dovecot: Dovecot, tls: Tls) -> None:
    import ssl

    from aiosmtpd.smtp import SMTP, AuthResult

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(dovecot.ca_file, dovecot.folder / "tls.key")
    taken: list[bytes] = []

    class Taker:
        async def handle_DATA(self, server: object, session: object, envelope: object) -> str:  # noqa: N802
            taken.append(envelope.original_content)  # type: ignore[attr-defined]
            return "250 taken"

    def check(server: object, session: object, envelope: object, mechanism: str, data: object) -> AuthResult:
        return AuthResult(success=getattr(data, "password", b"") == b"secret")

    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(
            Taker(),
            loop=loop,
            tls_context=context if tls == "starttls" else None,
            require_starttls=tls == "starttls",
            authenticator=check,
            auth_required=True,
            auth_require_tls=tls == "starttls",
        ),
        "127.0.0.1",
        0,
        ssl=context if tls == "tls" else None,
    )
    port = server.sockets[0].getsockname()[1]
    settings = SmtpSettings("127.0.0.1", port, "judge", "secret", tls, dovecot.ca_file)
    stranger = SmtpSettings("127.0.0.1", port, "judge", "secret", tls)
    sent = await send(settings, RAW, "judge@example.org", "ann@example.org")
    distrusted = await send(stranger, RAW, "judge@example.org", "ann@example.org")
    server.close()
    assert (sent.fate, taken) == (Fate.SENT, [RAW])
    assert (distrusted.fate, distrusted.stage) == (Fate.LATER, Stage.CONNECT)
    assert "certificate" in distrusted.text.lower()


async def test_a_connection_is_used_again_for_the_next_letter() -> None:
    async with sink(answering()) as (port, heard), Post(plain(port)) as post:
        for number in range(3):
            outcome = await post.send(RAW, "judge@example.org", f"p{number}@example.org")
            assert outcome.fate is Fate.SENT
    assert heard.count("DATA") == 3
    assert sum(line.startswith("EHLO") for line in heard) == 1
    assert heard[-1] == "QUIT"


async def test_a_connection_on_which_anything_went_wrong_is_not_used_again() -> None:
    async with sink(answering(RCPT="450 later")) as (port, heard), Post(plain(port)) as post:
        for _ in range(2):
            assert (await post.send(RAW, "judge@example.org", "ann@example.org")).fate is Fate.LATER
    assert sum(line.startswith("EHLO") for line in heard) == 2


@pytest.mark.parametrize("idle", ["221 idle too long", None, "421 4.7.0 too many letters here", "503 5.5.1 not now"])
async def test_a_kept_connection_that_is_no_longer_good_is_replaced(idle: str | None) -> None:
    """The first letter of a connection is taken; at the second the server has had enough."""
    letters = 0

    def answers(line: str) -> str | None:
        nonlocal letters
        if line == "HELLO":
            letters = 0
        if line == "LETTER":
            letters += 1
        return idle if line.startswith("MAIL") and letters else answering()(line)

    async with sink(answers) as (port, heard), Post(plain(port)) as post:
        for _ in range(3):
            assert (await post.send(RAW, "judge@example.org", "ann@example.org")).fate is Fate.SENT
    assert heard.count("DATA") == 3, "no letter went out twice"


async def test_a_connection_is_not_kept_for_ever() -> None:
    async with sink(answering()) as (port, heard), Post(plain(port), keep_seconds=0.05) as post:
        await post.send(RAW, "judge@example.org", "ann@example.org")
        await asyncio.sleep(0.1)
        await post.send(RAW, "judge@example.org", "ann@example.org")
    assert sum(line.startswith("EHLO") for line in heard) == 2


async def test_letters_at_the_same_time_have_a_connection_each() -> None:
    async with sink(answering()) as (port, heard), Post(plain(port)) as post:
        outcomes = await asyncio.gather(
            *(post.send(RAW, "judge@example.org", f"p{number}@example.org") for number in range(4))
        )
        assert {outcome.fate for outcome in outcomes} == {Fate.SENT}
    assert heard.count("DATA") == 4
