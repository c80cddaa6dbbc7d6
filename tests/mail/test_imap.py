"""The IMAP mailbox against real servers: pymap always, Dovecot where it is installed."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.embedded import LocalMail, deliver, make_maildir
from pbem.mail.imap import ImapLost, ImapMailbox, ImapRefused, Mailbox, MaildirMailbox
from pbem.mail.settings import ImapSettings
from tests.servers import Dovecot, free_port

_users = itertools.count()


def letter(subject: str, size: int = 0) -> bytes:
    body = b"MOVE (NONE {3}\r\n" + b"x" * 70 + b"\r\n"
    return b"From: ann@example.org\r\nSubject: " + subject.encode() + b"\r\n\r\n" + body * max(1, size // len(body))


@dataclass
class Server:
    """What a test needs of a mailbox of its own, whoever runs it."""

    open: Callable[[], object]
    deliver: Callable[[bytes], None]
    settings: ImapSettings | None = None

    async def mailbox(self) -> Mailbox:
        opened = self.open()
        return await opened if asyncio.iscoroutine(opened) else opened  # type: ignore[return-value]


@asynccontextmanager
async def running(kind: str, folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[Server]:
    """A mailbox nobody has used before, in a server of that kind."""
    if kind == "maildir":
        maildir = folder / "judge"
        make_maildir(maildir)
        yield Server(lambda: MaildirMailbox(maildir), lambda raw: deliver(maildir, raw))
    elif kind == "pymap":
        mail = await LocalMail.start(folder, {"judge": "secret"})
        settings = ImapSettings("127.0.0.1", mail.imap_port, "judge", "secret", "none")
        yield Server(lambda: ImapMailbox.open(settings), lambda raw: deliver(mail.maildir("judge"), raw), settings)
        await mail.close()
    else:
        real: Dovecot = request.getfixturevalue("dovecot")
        user = f"imap{next(_users)}"
        settings = ImapSettings(real.host, real.imap_port, user, real.password, "none")
        yield Server(lambda: ImapMailbox.open(settings), lambda raw: real.deliver_by_lmtp(user, raw), settings)


DOVECOT = pytest.param("dovecot", marks=pytest.mark.dovecot)


@pytest.fixture(params=["maildir", "pymap", DOVECOT])
async def server(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Server]:
    """Every kind of mailbox."""
    async with running(request.param, tmp_path, request) as found:
        yield found


@pytest.fixture(params=["pymap", DOVECOT])
async def over_imap(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Server]:
    """Those that are spoken to by IMAP."""
    async with running(request.param, tmp_path, request) as found:
        yield found


async def test_letters_come_oldest_first_and_whole(server: Server) -> None:
    subjects = ("one", "two", "three")
    for subject in subjects:
        server.deliver(letter(subject))
    mailbox = await server.mailbox()
    uids = await mailbox.waiting()
    letters = [await mailbox.fetch(uid) for uid in uids]
    assert uids == sorted(uids)
    # Dovecot puts Return-Path, Delivered-To and Received on top, and nothing else.
    ends = [raw is not None and raw.endswith(letter(s)) for raw, s in zip(letters, subjects, strict=True)]
    assert ends == [True, True, True]
    await mailbox.close()


async def test_an_empty_folder_has_nothing_waiting(server: Server) -> None:
    mailbox = await server.mailbox()
    assert await mailbox.waiting() == []
    assert await mailbox.wait(0.1) is False
    await mailbox.close()


async def test_size_and_time_of_receipt_are_the_servers(server: Server) -> None:
    server.deliver(letter("dated", 3000))
    mailbox = await server.mailbox()
    (uid,) = await mailbox.waiting()
    raw, size, received = await mailbox.fetch(uid), await mailbox.size(uid), await mailbox.received(uid)
    assert raw is not None
    assert received is not None
    assert size == len(raw)
    assert abs(datetime.now(UTC) - received) < timedelta(minutes=2)
    await mailbox.close()


async def test_the_head_of_a_large_letter(server: Server) -> None:
    server.deliver(letter("large", 300_000))
    mailbox = await server.mailbox()
    (uid,) = await mailbox.waiting()
    head, whole = await mailbox.fetch_head(uid), await mailbox.fetch(uid)
    assert head is not None
    assert whole is not None
    assert 60_000 < len(head) <= 65_536
    assert whole.startswith(head)
    await mailbox.close()


async def test_a_letter_filed_away_waits_no_more(server: Server) -> None:
    server.deliver(letter("one"))
    server.deliver(letter("two"))
    mailbox = await server.mailbox()
    first, second = await mailbox.waiting()
    for _ in range(2):  # the second time the folder exists and the letter has gone
        await mailbox.file_away(first, "Processed")
    assert await mailbox.waiting() == [second]
    assert await mailbox.fetch(first) is None
    assert await mailbox.size(first) is None
    await mailbox.close()
    again = await server.mailbox()
    assert again.uidvalidity == mailbox.uidvalidity
    assert await again.waiting() == [second]
    await again.file_away(second, "Processed")
    await again.close()


async def test_a_folder_with_letters_outside_ascii(server: Server) -> None:
    server.deliver(letter("one"))
    mailbox = await server.mailbox()
    (uid,) = await mailbox.waiting()
    await mailbox.file_away(uid, "Kész & félre")
    assert await mailbox.waiting() == []
    await mailbox.close()


async def test_a_new_letter_wakes_the_judge(server: Server) -> None:
    mailbox = await server.mailbox()
    assert await mailbox.waiting() == []
    waiting = asyncio.create_task(mailbox.wait(20.0))
    await asyncio.sleep(0.3)
    server.deliver(letter("news"))
    assert await waiting is True
    assert len(await mailbox.waiting()) == 1
    await mailbox.close()


async def test_without_move_a_letter_is_copied_and_deleted(over_imap: Server) -> None:
    assert over_imap.settings is not None
    over_imap.deliver(letter("one"))
    over_imap.deliver(letter("two"))
    mailbox = await ImapMailbox.open(over_imap.settings)
    first, second = await mailbox.waiting()
    mailbox._capabilities -= {"MOVE"}
    await mailbox.file_away(first, "Processed")
    mailbox._capabilities -= {"UIDPLUS"}
    await mailbox.file_away(second, "Processed")
    assert await mailbox.waiting() == []
    await mailbox.close()
    processed = await ImapMailbox.open(replace(over_imap.settings, folder="Processed"))
    letters = [await processed.fetch(uid) for uid in await processed.waiting()]
    ends = [raw is not None and raw.endswith(letter(s)) for raw, s in zip(letters, ("one", "two"), strict=True)]
    assert ends == [True, True]
    await processed.close()


async def test_pymap_refuses_a_wrong_password(tmp_path: Path) -> None:
    mail = await LocalMail.start(tmp_path, {"judge": "secret"})
    settings = ImapSettings("127.0.0.1", mail.imap_port, "judge", "wrong", "none")
    with pytest.raises(ImapRefused, match=r"^LOGIN: .+"):
        await ImapMailbox.open(settings)
    await mail.close()


@pytest.mark.dovecot
async def test_dovecot_refuses_a_wrong_password_and_a_missing_folder(dovecot: Dovecot) -> None:
    settings = ImapSettings(dovecot.host, dovecot.imap_port, "refused", dovecot.password, "none")
    with pytest.raises(ImapRefused, match=r"^LOGIN: .*failed"):
        await ImapMailbox.open(replace(settings, password='wr"on\\g'))
    with pytest.raises(ImapRefused, match=r"^SELECT: .*exist"):
        await ImapMailbox.open(replace(settings, folder='No "such" folder'))


@pytest.mark.dovecot
@pytest.mark.parametrize("tls", ["tls", "starttls"])
async def test_encrypted_mailboxes(dovecot: Dovecot, tls: str) -> None:
    port = dovecot.imaps_port if tls == "tls" else dovecot.imap_port
    settings = ImapSettings(dovecot.host, port, f"with-{tls}", dovecot.password, tls, ca_file=dovecot.ca_file)  # type: ignore[arg-type]
    dovecot.deliver_by_lmtp(settings.user, letter("secret", 2_000_000))
    mailbox = await ImapMailbox.open(settings)
    (uid,) = await mailbox.waiting()
    raw = await mailbox.fetch(uid)
    assert raw is not None
    assert len(raw) == await mailbox.size(uid)
    await mailbox.file_away(uid, "Processed")
    await mailbox.close()


@pytest.mark.dovecot
@pytest.mark.parametrize("tls", ["tls", "starttls"])
async def test_a_certificate_nobody_vouches_for_is_not_accepted(dovecot: Dovecot, tls: str) -> None:
    port = dovecot.imaps_port if tls == "tls" else dovecot.imap_port
    with pytest.raises(ImapLost, match=r"(?i)certificate"):
        await ImapMailbox.open(ImapSettings(dovecot.host, port, "judge", "secret", tls))  # type: ignore[arg-type]


async def test_a_port_where_nobody_listens() -> None:
    with pytest.raises(ImapLost, match=r"connecting to 127\.0\.0\.1"):
        await ImapMailbox.open(ImapSettings("127.0.0.1", free_port(), "judge", "secret", "none"), limit=2.0)
