"""A silent, lying or vanishing IMAP server: every call ends within its limit, with ImapLost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pbem.mail.embedded import LocalMail, deliver
from pbem.mail.imap import ImapLost, ImapMailbox, ImapRefused
from pbem.mail.settings import ImapSettings
from tests.mail.proxy import Proxy, proxy_to

LIMIT = 0.6
MARGIN = 1.5

CALLS: dict[str, Callable[[ImapMailbox, int], Awaitable[object]]] = {
    "waiting": lambda m, uid: m.waiting(),
    "size": lambda m, uid: m.size(uid),
    "fetch": lambda m, uid: m.fetch(uid),
    "fetch_head": lambda m, uid: m.fetch_head(uid),
    "file_away": lambda m, uid: m.file_away(uid, "Processed"),
    "wait": lambda m, uid: m.wait(30.0),
}


@pytest.fixture
async def behind(tmp_path: Path) -> AsyncIterator[tuple[Proxy, ImapSettings]]:
    mail = await LocalMail.start(tmp_path, {"judge": "secret"})
    deliver(mail.maildir("judge"), b"Subject: one\r\n\r\nMOVE NONE\r\n")
    async with proxy_to(mail.imap_port) as proxy:
        yield proxy, ImapSettings("127.0.0.1", proxy.port, "judge", "secret", "none")
    await mail.close()


async def opened(settings: ImapSettings) -> ImapMailbox:
    """Time enough to log in on a busy machine, little for what comes then."""
    mailbox = await ImapMailbox.open(settings)
    await mailbox.waiting()
    mailbox._limit = LIMIT
    return mailbox


async def lost_within(seconds: float, call: Awaitable[object]) -> str:
    """The words of the ImapLost that must come in time."""
    async with asyncio.timeout(seconds):
        with pytest.raises(ImapLost) as caught:
            await call
    return str(caught.value)


@pytest.mark.parametrize("name", CALLS)
async def test_a_frozen_server(behind: tuple[Proxy, ImapSettings], name: str) -> None:
    proxy, settings = behind
    mailbox = await opened(settings)
    (uid,) = await mailbox.waiting()
    proxy.frozen = True
    assert "in time" in await lost_within(LIMIT + MARGIN, CALLS[name](mailbox, uid))
    # And it stays dead, at once: no second wait, no answer of the first command taken for one of the second.
    proxy.frozen = False
    await lost_within(0.3, mailbox.waiting())
    await mailbox.close()


@pytest.mark.parametrize("name", CALLS)
async def test_a_connection_that_is_cut(behind: tuple[Proxy, ImapSettings], name: str) -> None:
    proxy, settings = behind
    mailbox = await ImapMailbox.open(settings, limit=20.0)
    (uid,) = await mailbox.waiting()
    proxy.frozen = True
    asyncio.get_running_loop().call_later(0.2, proxy.cut)
    await lost_within(MARGIN, CALLS[name](mailbox, uid))
    await mailbox.close()


async def test_a_server_that_freezes_in_the_middle_of_idle(behind: tuple[Proxy, ImapSettings]) -> None:
    proxy, settings = behind
    mailbox = await opened(settings)
    await mailbox.waiting()
    asyncio.get_running_loop().call_later(0.2, setattr, proxy, "frozen", True)
    await lost_within(1.0 + LIMIT + MARGIN, mailbox.wait(1.0))


async def test_a_server_that_freezes_while_the_judge_logs_in(behind: tuple[Proxy, ImapSettings]) -> None:
    proxy, settings = behind
    proxy.freeze_after = b"LOGIN"
    assert "LOGIN" in await lost_within(LIMIT + MARGIN, ImapMailbox.open(settings, limit=LIMIT))


async def test_closing_a_frozen_connection_takes_a_moment_only(behind: tuple[Proxy, ImapSettings]) -> None:
    proxy, settings = behind
    mailbox = await opened(settings)
    proxy.frozen = True
    async with asyncio.timeout(LIMIT + MARGIN):
        await mailbox.close()


async def test_a_judge_told_to_stop_hangs_up_at_once(behind: tuple[Proxy, ImapSettings]) -> None:
    _, settings = behind
    mailbox = await ImapMailbox.open(settings)
    waiting = asyncio.create_task(mailbox.wait(60.0))
    await asyncio.sleep(0.3)
    waiting.cancel()
    async with asyncio.timeout(1.0):
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await mailbox.close()


Script = Callable[[str, str], list[bytes]]


@asynccontextmanager
async def scripted(greeting: bytes, script: Script) -> AsyncIterator[ImapSettings]:
    """A server that answers each command with the lines `script(tag, command)` gives; none: it hangs up."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(greeting)
        while line := await reader.readline():  # until the client hangs up
            tag, _, command = line.decode().strip().partition(" ")
            answer = script(tag, command)
            if not answer:
                break
            writer.write(b"".join(answer))
        writer.close()

    talks: list[asyncio.Task[None]] = []

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talks.append(asyncio.ensure_future(talk(reader, writer)))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield ImapSettings("127.0.0.1", server.sockets[0].getsockname()[1], "judge", "secret", "none")
    finally:
        server.close()
        for task in talks:
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)


def ordinary(tag: str, command: str) -> list[bytes]:
    """What a sound server says."""
    verb = command.removeprefix("UID ").split()[0].upper()
    done = f"{tag} OK {verb} done\r\n".encode()
    match verb:
        case "CAPABILITY":
            return [b"* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n", done]
        case "SELECT":
            return [b"* 1 EXISTS\r\n", b"* OK [UIDVALIDITY 77] fine\r\n", done]
        case "SEARCH":
            return [b"* SEARCH 5\r\n", done]
        case "FETCH" if "INTERNALDATE" in command:
            date = b'INTERNALDATE "01-Mar-2025 18:00:00 +0100"'
            return [b"* 1 FETCH (RFC822.SIZE 5 " + date + b" UID 5)\r\n", done]
    return [done]


HELLO = b"* OK hello\r\n"


async def test_a_greeting_that_says_goodbye() -> None:
    async with scripted(b"* BYE too many connections\r\n", lambda tag, command: []) as settings:
        assert "too many connections" in await lost_within(MARGIN, ImapMailbox.open(settings, limit=20.0))


async def test_goodbye_in_the_middle_of_idle() -> None:
    def script(tag: str, command: str) -> list[bytes]:
        if command == "IDLE":
            return [b"+ idling\r\n", b"* BYE shutting down\r\n"]
        return ordinary(tag, command)

    async with scripted(HELLO, script) as settings:
        mailbox = await ImapMailbox.open(settings, limit=5.0)
        assert "shutting down" in await lost_within(MARGIN, mailbox.wait(60.0))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (b"* 1 FETCH (UID 5 BODY[] {5}\r\nhello)\r\n", b"hello"),
        (b"* 1 FETCH (BODY[] {5}\r\nhello UID 5)\r\n", b"hello"),
        (b"* 1 FETCH (UID 5 BODY[] {0}\r\n)\r\n", b""),
        (b'* 1 FETCH (UID 5 BODY[] "")\r\n', b""),
        (b"* 9 FETCH (FLAGS (\\Seen) UID 9)\r\n* 1 FETCH (UID 5 BODY[] {5}\r\nhello)\r\n", b"hello"),
        (b"* 1 FETCH (UID 6 BODY[] {5}\r\nwrong)\r\n", None),
        (b"* 1 FETCH (UID 5 BODY[] {17}\r\nA1 OK FETCH done\n)\r\n", b"A1 OK FETCH done\n"),
        (b"", None),
    ],
)
async def test_only_the_announced_bytes_of_the_right_letter(answer: bytes, expected: bytes | None) -> None:
    def script(tag: str, command: str) -> list[bytes]:
        if "BODY.PEEK" in command:
            return [answer, f"{tag} OK done\r\n".encode()]
        return ordinary(tag, command)

    async with scripted(HELLO, script) as settings:
        mailbox = await ImapMailbox.open(settings, limit=LIMIT)
        assert await mailbox.waiting() == [5]
        assert await mailbox.fetch(5) == expected
        assert str(await mailbox.received(5)) == "2025-03-01 17:00:00+00:00"
        assert mailbox.uidvalidity == 77


async def test_a_letter_the_server_will_not_give_leaves_the_connection_usable() -> None:
    def script(tag: str, command: str) -> list[bytes]:
        return [f"{tag} NO damaged\r\n".encode()] if "BODY.PEEK" in command else ordinary(tag, command)

    async with scripted(HELLO, script) as settings:
        mailbox = await ImapMailbox.open(settings, limit=LIMIT)
        with pytest.raises(ImapRefused, match="damaged"):
            await mailbox.fetch(5)
        assert await mailbox.waiting() == [5]


async def test_folders_that_lie_under_the_inbox() -> None:
    made: list[str] = []

    def script(tag: str, command: str) -> list[bytes]:
        if command.startswith('LIST "" ""'):
            return [b'* LIST (\\Noselect) "." ""\r\n', f"{tag} OK done\r\n".encode()]
        if command.startswith("CREATE"):
            made.append(command)
            answer = "OK done" if "INBOX." in command else "NO Invalid mailbox name"
            return [f"{tag} {answer}\r\n".encode()]
        return ordinary(tag, command)

    async with scripted(HELLO, script) as settings:
        mailbox = await ImapMailbox.open(settings, limit=LIMIT)
        await mailbox.file_away(5, "Processed")
        await mailbox.file_away(5, "Processed")
    assert made == ['CREATE "Processed"', 'CREATE "INBOX.Processed"']


async def test_twenty_thousand_letters_waiting() -> None:
    def script(tag: str, command: str) -> list[bytes]:
        if command.startswith("UID SEARCH"):
            return [
                b"* SEARCH " + b" ".join(b"%d" % n for n in range(20_000, 0, -1)) + b"\r\n",
                f"{tag} OK\r\n".encode(),
            ]
        return ordinary(tag, command)

    async with scripted(HELLO, script) as settings:
        mailbox = await ImapMailbox.open(settings, limit=5.0)
        assert await mailbox.waiting() == list(range(1, 20_001))


async def test_a_folder_that_may_only_be_read_says_so() -> None:
    def script(tag: str, command: str) -> list[bytes]:
        if command.startswith("SELECT"):
            return [b"* OK [UIDVALIDITY 4294967295] fine\r\n", b"* OK [UIDNEXT 9] fine\r\n",
                    f"{tag} OK [READ-ONLY] Select completed\r\n".encode()]  # fmt: skip
        if command.startswith("UID MOVE"):
            return [f"{tag} NO [NOPERM] Mailbox is read-only\r\n".encode()]
        return ordinary(tag, command)

    async with scripted(HELLO, script) as settings:
        mailbox = await ImapMailbox.open(settings, limit=LIMIT)
        assert mailbox.read_only
        assert mailbox.uidvalidity == 4294967295
        assert await mailbox.waiting() == [5]
        assert mailbox.uidnext == 9
        with pytest.raises(ImapRefused, match="read-only"):
            await mailbox.file_away(5, "Processed")
        assert await mailbox.waiting() == [5], "the connection stays good"


@pytest.mark.parametrize(
    ("capabilities", "refused", "expected"),
    [
        ("MOVE UIDPLUS", "UID MOVE", ["UID MOVE"]),
        ("UIDPLUS", "UID COPY", ["UID COPY"]),
        ("", "UID COPY", ["UID COPY"]),
    ],
)
async def test_a_full_mailbox_loses_no_letter(capabilities: str, refused: str, expected: list[str]) -> None:
    """What could not be copied is never marked as deleted."""
    heard: list[str] = []

    def script(tag: str, command: str) -> list[bytes]:
        if command.startswith("UID") and "SEARCH" not in command:
            heard.append(" ".join(command.split()[:2]))
        if command == "CAPABILITY":
            return [f"* CAPABILITY IMAP4rev1 {capabilities}\r\n".encode(), f"{tag} OK done\r\n".encode()]
        if command.startswith(refused):
            return [f"{tag} NO [OVERQUOTA] Quota exceeded (mailbox for user is full)\r\n".encode()]
        return ordinary(tag, command)

    async with scripted(HELLO, script) as settings:
        mailbox = await ImapMailbox.open(settings, limit=LIMIT)
        with pytest.raises(ImapRefused, match="OVERQUOTA") as caught:
            await mailbox.file_away(5, "Processed")
        assert caught.value.full
        assert await mailbox.waiting() == [5]
    assert heard == expected


@pytest.mark.parametrize("last", ["UID EXPUNGE", "UID STORE"])
async def test_without_move_a_letter_is_copied_before_it_is_deleted(last: str) -> None:
    heard: list[str] = []

    def script(tag: str, command: str) -> list[bytes]:
        if command.startswith("UID"):
            heard.append(command)
        if command == "CAPABILITY":
            plus = "UIDPLUS" if last == "UID EXPUNGE" else ""
            return [f"* CAPABILITY IMAP4rev1 {plus}\r\n".encode(), f"{tag} OK done\r\n".encode()]
        return ordinary(tag, command)

    async with scripted(HELLO, script) as settings:
        mailbox = await ImapMailbox.open(settings, limit=LIMIT)
        await mailbox.file_away(5, "Processed")
    assert heard[:2] == ['UID COPY 5 "Processed"', "UID STORE 5 +FLAGS.SILENT (\\Deleted)"]
    assert heard[-1].startswith(last)
    assert not any(command.startswith("EXPUNGE") for command in heard), "others' deleted letters are not ours to remove"


@pytest.mark.parametrize("verb", ["UID MOVE", "UID COPY"])
@pytest.mark.parametrize("there", [True, False])
async def test_a_letter_that_has_gone_is_no_refusal(verb: str, there: bool) -> None:
    """A judge that was killed had moved it a moment ago; Dovecot says no to that, [EXPUNGEISSUED]."""

    def script(tag: str, command: str) -> list[bytes]:
        if command == "CAPABILITY":
            move = "MOVE" if verb == "UID MOVE" else ""
            return [f"* CAPABILITY IMAP4rev1 {move}\r\n".encode(), f"{tag} OK done\r\n".encode()]
        if command.startswith(verb):
            return [f"{tag} NO [EXPUNGEISSUED] Some of the requested messages no longer exist\r\n".encode()]
        if command.startswith("UID SEARCH UID 5"):
            return [b"* SEARCH 5\r\n" if there else b"* SEARCH\r\n", f"{tag} OK done\r\n".encode()]
        return ordinary(tag, command)

    async with scripted(HELLO, script) as settings:
        mailbox = await ImapMailbox.open(settings, limit=LIMIT)
        if there:
            with pytest.raises(ImapRefused, match="EXPUNGEISSUED"):
                await mailbox.file_away(5, "Processed")
        else:
            await mailbox.file_away(5, "Processed")
        assert await mailbox.waiting() == [5]
