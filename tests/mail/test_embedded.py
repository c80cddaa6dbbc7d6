"""The mail system of the demo, from a letter handed in by SMTP to the judge reading it by IMAP."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.compose import Outgoing, compose
from pbem.mail.embedded import LocalMail, LocalMailMissing, deliver
from pbem.mail.imap import ImapMailbox, MaildirMailbox
from pbem.mail.letter import read_letter
from pbem.mail.settings import ImapSettings, SmtpSettings
from pbem.mail.smtp import Fate, send


def smtp(mail: LocalMail) -> SmtpSettings:
    return SmtpSettings("127.0.0.1", mail.smtp_port, None, None, "none")


def imap(mail: LocalMail, user: str) -> ImapSettings:
    return ImapSettings("127.0.0.1", mail.imap_port, user, "secret", "none")


def order(number: int) -> bytes:
    return compose(
        Outgoing(
            judge="",
            message_id=f"<{number}@example.org>",
            date=datetime(2025, 3, 1, tzinfo=UTC),
            from_address="ann@example.org",
            to_address="judge+tok3n@example.org",
            subject=f"order {number}",
            text="INFLUENCE Köln\n",
        )
    )


async def test_from_smtp_to_imap_with_the_secret_address(tmp_path: Path) -> None:
    mail = await LocalMail.start(tmp_path / "mail", {"judge": "secret", "ann": "secret"})
    sent = await send(smtp(mail), order(1), "ann@example.org", "judge+tok3n@example.org")
    mailbox = await ImapMailbox.open(imap(mail, "judge"))
    (uid,) = await mailbox.waiting()
    raw = await mailbox.fetch(uid)
    assert sent.fate is Fate.SENT
    assert raw is not None
    letter = read_letter(raw)
    assert raw.endswith(order(1))
    assert letter.recipients == ("judge+tok3n@example.org",)
    assert letter.body == ("INFLUENCE Köln",)
    assert letter.auto_why != "null_return_path"
    await mailbox.close()
    await mail.close()


async def test_letters_keep_the_order_they_came_in(tmp_path: Path) -> None:
    mail = await LocalMail.start(tmp_path, {"judge": "secret"})
    for number in range(25):
        deliver(mail.maildir("judge"), order(number))
    by_imap, by_file = await ImapMailbox.open(imap(mail, "judge")), MaildirMailbox(mail.maildir("judge"))
    for mailbox in (by_imap, by_file):
        letters = [read_letter(await mailbox.fetch(uid) or b"") for uid in await mailbox.waiting()]
        assert [letter.subject for letter in letters] == [f"order {n}" for n in range(25)]
    await by_imap.close()
    await mail.close()


async def test_letters_that_break_parsers_are_served_byte_by_byte(tmp_path: Path) -> None:
    corpus = sorted((Path(__file__).parent / "corpus").glob("*.eml"))
    deep = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(1100))
    letters = [*(path.read_bytes() for path in corpus), deep]
    mail = await LocalMail.start(tmp_path, {"judge": "secret"})
    for raw in letters:
        deliver(mail.maildir("judge"), raw)
    mailbox = await ImapMailbox.open(imap(mail, "judge"))
    assert [await mailbox.fetch(uid) for uid in await mailbox.waiting()] == letters
    await mailbox.close()
    await mail.close()


async def test_a_restart_keeps_letters_and_numbers(tmp_path: Path) -> None:
    mail = await LocalMail.start(tmp_path, {"judge": "secret"})
    deliver(mail.maildir("judge"), order(1))
    before = await ImapMailbox.open(imap(mail, "judge"))
    uids = await before.waiting()
    await mail.close()  # with the connection still open
    again = await LocalMail.start(tmp_path, {"judge": "secret"}, imap_port=mail.imap_port)
    after = await ImapMailbox.open(imap(again, "judge"))
    assert (await after.waiting(), after.uidvalidity) == (uids, before.uidvalidity)
    assert again.imap_port == mail.imap_port
    await after.close()
    await again.close()


async def test_users_have_mailboxes_of_their_own(tmp_path: Path) -> None:
    mail = await LocalMail.start(tmp_path, {"judge": "secret", "Ann": "secret"})
    deliver(mail.maildir("ann"), order(1))
    for user, count in (("judge", 0), ("ann", 1)):
        mailbox = await ImapMailbox.open(imap(mail, user))
        assert len(await mailbox.waiting()) == count
        await mailbox.close()
    assert mail.user_of("ANN+x@Example.org") == "ann"
    assert mail.user_of("ann@elsewhere.org") is None
    await mail.close()


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    mail = await LocalMail.start(tmp_path / "one", {"judge": "secret"})
    with pytest.raises(OSError, match="address already in use"):
        await LocalMail.start(tmp_path / "two", {"judge": "secret"}, smtp_port=mail.smtp_port)
    await mail.close()


async def test_without_the_extra_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pymap.backend.maildir", None)
    with pytest.raises(LocalMailMissing, match=r"pip install 'pbem-judge\[local\]'"):
        await LocalMail.start(tmp_path, {"judge": "secret"})
