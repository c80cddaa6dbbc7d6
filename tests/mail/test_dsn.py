"""Bounces as servers write them: standard reports, and texts of servers that have their own idea."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.dsn import Bounce, Delivery, read_bounce

OURS = "<report.aa11bb22@example.org>"


def crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


def report(action: str, status: str, back: str = "message/rfc822", diagnostic: str = "") -> bytes:
    told = f"Diagnostic-Code: {diagnostic}\n" if diagnostic else ""
    return crlf(f"""Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
To: judge@example.org
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <20270104.1@mx.example.org>
Content-Type: multipart/report; report-type=delivery-status; boundary="cut"

--cut
Content-Type: text/plain

This is the mail system. I'm sorry to have to inform you that your message could not be delivered.

--cut
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
Arrival-Date: Mon, 4 Jan 2027 12:00:00 +0000

Final-Recipient: rfc822; Anna@example.org
Original-Recipient: rfc822;anna@example.org
Action: {action}
Status: {status}
{told}
--cut
Content-Type: {back}

Message-ID: {OURS}
From: The Judge <judge@example.org>
To: anna@example.org
Subject: [gouda] Report 4

RECRUIT Holland
--cut--
""")


@pytest.mark.parametrize("back", ["message/rfc822", "text/rfc822-headers"])
def test_a_standard_report_of_failure(back: str) -> None:
    told = "smtp; 550 5.1.1 <anna@example.org>:\n    Recipient address rejected: User unknown"
    bounce = read_bounce(report("failed", "5.1.1", back, told))
    why = "smtp; 550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown"
    assert bounce == Bounce(Delivery.FAILED, ("anna@example.org",), (OURS,), "5.1.1", why)


@pytest.mark.parametrize(
    ("action", "delivery"),
    [
        ("failed", Delivery.FAILED),
        ("Delayed", Delivery.DELAYED),
        ("delivered", Delivery.OTHER),
        ("relayed", Delivery.OTHER),
        ("expanded", Delivery.OTHER),
    ],
)
def test_actions(action: str, delivery: Delivery) -> None:
    bounce = read_bounce(report(action, "4.4.1"))
    assert bounce is not None
    assert bounce.delivery is delivery


QMAIL = f"""Return-Path: <>
From: MAILER-DAEMON@mail.example.org
To: judge@example.org
Subject: failure notice

Hi. This is the qmail-send program at mail.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<anna@example.org>:
192.0.2.7 does not like recipient.
Remote host said: 550 5.7.1 no such mailbox here

--- Below this line is a copy of the message.

Return-Path: <judge@example.org>
Message-ID: {OURS}
From: The Judge <judge@example.org>
To: <bert@example.org>

RECRUIT Holland
"""

EXIM = f"""From: Mail Delivery System <Mailer-Daemon@mx.example.org>
To: judge@example.org
X-Failed-Recipients: anna@example.org
Subject: Mail delivery failed: returning message to sender

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  anna@example.org
    SMTP error from remote mail server after RCPT TO:<anna@example.org>:
    552 5.2.2 mailbox full

------ This is a copy of the message, including all the headers. ------

Received: from judge by mx.example.org
Message-ID: {OURS}
"""

GERMAN = f"""From: postmaster@example.org
To: judge@example.org
Subject: Unzustellbar: [gouda] Bericht 4
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Ihre Nachricht konnte nicht zugestellt werden an:
anna@example.org
#550 5.1.1 RESOLVER.ADR.RecipNotFound; nicht gefunden ##

Urspr=C3=BCngliche Kopfzeilen:
Message-ID: {OURS}
--x--
"""


@pytest.mark.parametrize(
    ("text", "status"), [(QMAIL, "5.7.1"), (EXIM, "5.2.2"), (GERMAN, "5.1.1")], ids=["qmail", "exim", "german"]
)
def test_servers_with_a_form_of_their_own(text: str, status: str) -> None:
    bounce = read_bounce(crlf(text))
    assert bounce is not None
    assert bounce.delivery is Delivery.FAILED
    assert bounce.recipients[0] == "anna@example.org"
    assert "bert@example.org" not in bounce.recipients
    assert bounce.letters == (OURS,)
    assert bounce.status == status


def test_a_warning_is_no_failure() -> None:
    text = """From: Mail Delivery Subsystem <MAILER-DAEMON@example.org>
Subject: Warning: could not send message for past 4 hours

    **  THIS IS A WARNING MESSAGE ONLY  **
451 4.4.1 timeout while connecting to mx.example.org for <anna@example.org>
"""
    bounce = read_bounce(crlf(text))
    assert bounce is not None
    assert bounce.delivery is Delivery.DELAYED


@pytest.mark.parametrize(
    "text",
    [
        "From: anna@example.org\nSubject: orders\n\nRECRUIT Holland\n",
        "From: anna@example.org\nSubject: Re: delivery failed\n\nMy last letter was not delivered. RECRUIT Holland\n",
        "From: postmaster@example.org\nSubject: Welcome\n\nYour mailbox is ready.\n",
        "",
        "Content-Type: multipart/report; boundary=x\n\n",
    ],
)
def test_other_letters_are_no_bounces(text: str) -> None:
    assert read_bounce(crlf(text)) is None


@given(st.integers(0, 1500), st.binary(max_size=40), st.integers(0, 40))
@settings(max_examples=150, deadline=None)
def test_damaged_bounces_raise_nothing(at: int, put: bytes, cut: int) -> None:
    raw = report("failed", "5.1.1")
    read_bounce(raw[:at] + put + raw[at + cut :])
    read_bounce(crlf(QMAIL)[:at] + put + crlf(QMAIL)[at + cut :])
