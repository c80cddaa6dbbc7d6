"""The whole way of a letter over real servers: Postfix brings it, Dovecot keeps it, Postfix takes the answer."""

from __future__ import annotations

import asyncio
import imaplib
import os
import re
import shutil
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP

from pbem.alerts import Alerts
from pbem.clock import SetClock
from pbem.mail import smtp
from pbem.mail.imap import ImapMailbox
from pbem.mail.settings import ImapSettings, SmtpSettings
from pbem.mail_watch import MailWatch
from pbem.real_servers import Postfix, postfix
from pbem.service import Rhythm, Service
from pbem.store import open_store
from tests.pbem.conftest import clock  # noqa: F401 -- a fixture
from tests.pbem.mailroom import Mailroom
from tests.pbem.test_alerts import Heard
from tests.servers import Dovecot, running

MAY_TAKE = 30.0


class FarEnd:
    """The players' mail server."""

    def __init__(self) -> None:
        self.got: list[tuple[str, bytes]] = []
        self.refuses: dict[str, str] = {}

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:  # noqa: N802
        """aiosmtpd's name."""
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """aiosmtpd's name."""
        self.got += [(address, envelope.original_content) for address in envelope.rcpt_tos]
        return "250 taken"


@pytest.fixture
async def far_end() -> AsyncIterator[tuple[FarEnd, int]]:
    end = FarEnd()
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(end, hostname="mx.players.example.org"), "127.0.0.1", 0
    )
    yield end, server.sockets[0].getsockname()[1]
    server.close()


@pytest.fixture
async def room(tmp_path: Path, clock: SetClock) -> AsyncIterator[Mailroom]:  # noqa: F811
    made = Mailroom(await open_store(f"sqlite:///{tmp_path / 'judge.db'}"), clock)
    await made.begin()
    yield made
    await made.store.close()


@pytest.fixture
async def way(dovecot: Dovecot, far_end: tuple[FarEnd, int]) -> AsyncIterator[Postfix]:
    """Postfix in the middle of both ways."""
    with running(postfix(dovecot.lmtp_port, far_end[1])) as server:
        shutil.rmtree(dovecot.maildir("judge").parent)  # what an earlier test has left
        yield server


def a_service(room: Mailroom, dovecot: Dovecot, user: str, send: Any) -> tuple[Service, Heard]:
    settings = ImapSettings(dovecot.host, dovecot.imap_port, user, dovecot.password, "none")
    heard = Heard()
    watch = MailWatch(room.judge.desk, Alerts(room.store, room.clock, [heard]), f"{user}@dovecot/INBOX")
    service = Service(
        judge=room.judge, open_mailbox=partial(ImapMailbox.open, settings), send=send, clock=room.clock,
        rhythm=Rhythm(idle=False), watch=watch,
    )  # fmt: skip
    return service, heard


async def turns(service: Service, until: Any) -> None:
    """Every tick again and again, as the scheduler does it."""
    async with asyncio.timeout(MAY_TAKE):
        while not until():
            await service.poll()
            await service.flush()
            assert service.watch is not None
            await service.watch.alerts.deliver()
            await asyncio.sleep(0.05)


async def test_from_postfix_to_the_receipt(
    room: Mailroom, dovecot: Dovecot, way: Postfix, far_end: tuple[FarEnd, int]
) -> None:
    """The secret reply address, with its plus, comes through the mail server as it is, and so does its answer."""
    end, _ = far_end
    post = SmtpSettings(way.host, way.port, None, None, "none")
    service, heard = a_service(room, dovecot, "judge", partial(smtp.send, post))
    raw = await room.raw("red", "BID 3\r\n> BID 1", From="Anna <anna@example.org>")
    to = f"judge+{await room.token('red')}@example.org"
    for _ in range(2):  # and once more, by another way: the header fields that Postfix adds differ
        await asyncio.to_thread(way.hand_over, raw, "anna@example.org", to)
    await turns(service, lambda: dovecot.waiting("judge") == 0 and len(end.got) >= 3)
    receipts = [(address, raw) for address, raw in end.got if b"Receipt" in raw]
    assert [address for address, _ in receipts] == ["anna@example.org"]
    assert (await room.judge.sitting_of("tiny")).pending["bid@red"].answer == 3
    assert heard.told == []
    await service.close_mailbox()


@pytest.mark.parametrize("answer", ["550 5.1.1 no such user here", "552 5.2.2 mailbox full"])
async def test_a_bounce_as_postfix_writes_it(
    room: Mailroom, dovecot: Dovecot, way: Postfix, far_end: tuple[FarEnd, int], answer: str
) -> None:
    end, _ = far_end
    end.refuses["bert@example.org"] = answer
    post = SmtpSettings(way.host, way.port, None, None, "none")
    service, heard = a_service(room, dovecot, "judge", partial(smtp.send, post))
    await turns(service, lambda: len(heard.told) > 0)
    assert heard.told == [("bounce:bert@example.org", "begun")]
    assert answer[4:9] in heard.news[0].text
    assert {x.recipient: x.status for x in await room.outgoing()} == {
        "anna@example.org": "sent",
        "bert@example.org": "bounced",
    }
    assert [address for address, _ in end.got] == ["anna@example.org"], "nobody got another letter because of it"
    await service.close_mailbox()


async def test_dovecot_numbers_a_mailbox_anew(room: Mailroom, dovecot: Dovecot) -> None:
    """Its lists of numbers are lost while letters lie there and the judge is connected; then numbers are used again."""
    service, heard = a_service(room, dovecot, "renumbered", room.send)

    def receipts() -> int:
        return sum(b"Receipt" in raw for _, raw in room.sent)

    for text in ("BID 1", "BID 2"):
        dovecot.deliver("renumbered", await room.raw("red", text))
    await turns(service, lambda: receipts() == 2)
    maildir = dovecot.maildir("renumbered")
    filed = maildir / ".Processed"
    again = [path.read_bytes() for part in ("new", "cur") for path in sorted((filed / part).iterdir())]
    assert len(again) == 2
    numbering = (maildir / "dovecot-uidlist").read_text(encoding="ascii").partition("\n")[0]
    for path in maildir.glob("dovecot*"):
        path.unlink(missing_ok=True)
    assert numbering.startswith("3 V")
    (maildir / "dovecot-uidlist").write_text(re.sub(r"V\d+ N\d+", "V1900000000 N1", numbering) + "\n", encoding="ascii")
    if os.geteuid() == 0:
        owner = maildir.stat()
        os.chown(maildir / "dovecot-uidlist", owner.st_uid, owner.st_gid)
    dovecot.deliver("renumbered", again[0])  # its uid, as it was before, is another letter's now
    for text in ("BID 3", "BID 0"):
        dovecot.deliver("renumbered", await room.raw("red", text))
    await turns(service, lambda: receipts() == 4 and dovecot.waiting("renumbered") == 0)
    await turns(service, lambda: ("renumbered", "begun") in heard.told)
    assert receipts() == 4
    assert (await room.judge.sitting_of("tiny")).pending["bid@red"].answer == 0
    assert {kind for kind, _ in heard.told} == {"renumbered"}
    await service.close_mailbox()


async def test_letters_that_somebody_has_read_before_are_taken(room: Mailroom, dovecot: Dovecot) -> None:
    """A person or another program has opened the mailbox first: every letter is \\Seen, one flagged as answered."""
    for text in ("BID 1", "BID 2", "BID 3"):
        dovecot.deliver("nosy", await room.raw("red", text))
    with imaplib.IMAP4(dovecot.host, dovecot.imap_port) as other:
        other.login("nosy", dovecot.password)
        other.select()
        assert other.uid("FETCH", "1:*", "BODY[]")[0] == "OK"
        other.uid("STORE", "2", "+FLAGS", "(\\Seen \\Answered \\Flagged)")
        assert other.uid("SEARCH", "UNSEEN")[1] == [b""]
        service, heard = a_service(room, dovecot, "nosy", room.send)
        await turns(service, lambda: dovecot.waiting("nosy") == 0)
    assert sum(b"Receipt" in raw for _, raw in room.sent) == 3
    assert (await room.judge.sitting_of("tiny")).pending["bid@red"].answer == 3
    assert heard.told == []
    await service.close_mailbox()
