"""The throw-away servers themselves."""

from __future__ import annotations

import imaplib
import smtplib

import asyncpg
import pytest

from tests.servers import Dovecot

LETTER = b"From: ann@example.org\r\nTo: judge@example.org\r\nSubject: orders\r\n\r\nMOVE NONE\r\n"


@pytest.mark.dovecot
def test_a_delivered_letter_is_in_the_inbox(dovecot: Dovecot) -> None:
    dovecot.deliver_by_lmtp("servers-test", LETTER)
    with imaplib.IMAP4(dovecot.host, dovecot.imap_port) as imap:
        imap.login("servers-test", dovecot.password)
        assert imap.select("INBOX") == ("OK", [b"1"])


@pytest.mark.dovecot
def test_lmtp_refuses_nothing_silently(dovecot: Dovecot) -> None:
    with pytest.raises(smtplib.SMTPException):
        dovecot.deliver_by_lmtp("", LETTER)


@pytest.mark.postgres
async def test_the_database_answers(postgres_url: str) -> None:
    connection = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    try:
        assert await connection.fetchval("select 6 * 7") == 42
    finally:
        await connection.close()
