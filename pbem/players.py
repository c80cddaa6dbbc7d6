"""Automatic players for the demo: they know nothing but the letters in their own mailbox.

A player takes the order form out of the judge's letter, varies it a little, and replies as a mail client would: with
"Re:", to the reply address, and the judge's letter quoted below.
"""

from __future__ import annotations

import email.policy
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import format_datetime, make_msgid

from pbem.clock import Clock
from pbem.mail.settings import SmtpSettings
from pbem.mail.smtp import Outcome, send

_FORM_BEGINS = re.compile(r"^GAME\s+\S+", re.IGNORECASE)
OFFERED = re.compile(r"^#\s*([A-Z]{3,}(?:\s.*)?)$")
FORM_HEADS = ("GAME", "TURN", "FACTION", "SEAT", "END", "REPORT")
"""First words of the lines between questions."""


@dataclass(frozen=True)
class Received:
    """The parts of a letter that a mail client shows or needs for a reply."""

    subject: str
    sender: str
    reply_to: str
    message_id: str
    references: str
    text: str

    @property
    def form(self) -> list[str]:
        """The order form, or nothing."""
        return find_form(self.text.splitlines())


def read(raw: bytes) -> Received:
    """A letter of the judge, as a mail client reads it."""
    message = BytesParser(policy=email.policy.default).parsebytes(raw)
    body = message.get_body(preferencelist=("plain",))
    sender = str(message["From"] or "")
    return Received(
        subject=str(message["Subject"] or ""),
        sender=sender,
        reply_to=_bare(str(message["Reply-To"] or sender)),
        message_id=str(message["Message-ID"] or ""),
        references=str(message["References"] or ""),
        text=body.get_content() if body is not None else "",
    )


def find_form(lines: Sequence[str]) -> list[str]:
    """The lines from the last GAME line up to the END below it; nothing when there is no such pair."""
    begin = None
    found: list[str] = []
    for number, line in enumerate(lines):
        if _FORM_BEGINS.match(line.strip()):
            begin = number
        elif line.strip() == "END" and begin is not None:
            found, begin = [text.strip() for text in lines[begin : number + 1]], None
    return found


@dataclass
class AutomaticPlayer:
    """One player with a mail account. `letters` counts what came in."""

    name: str
    address: str
    seed: int
    smtp: SmtpSettings
    clock: Clock
    vary: Callable[[Sequence[str], random.Random], list[str]]
    """How this game's forms are filled in."""
    letters: int = 0
    answered: int = 0
    last: Received | None = None

    async def receive(self, raw: bytes) -> bool:
        """Read one letter and answer it when it holds a form; whether an answer went out."""
        letter = read(raw)
        self.letters += 1
        if not letter.form:
            return False
        self.last = letter
        rng = random.Random(f"{self.seed}/{self.name}/" + "\n".join(letter.form))
        await self._reply(letter, self.vary(letter.form, rng))
        return True

    async def answer_as_it_stands(self) -> bool:
        """Send the last form back unchanged, for a game that waits for this player."""
        if self.last is None:
            return False
        await self._reply(self.last, self.last.form)
        return True

    async def _reply(self, letter: Received, lines: Sequence[str]) -> Outcome:
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"] = f"{self.name} <{self.address}>"
        message["To"] = letter.reply_to
        message["Subject"] = letter.subject if letter.subject.lower().startswith("re:") else f"Re: {letter.subject}"
        message["Date"] = format_datetime(self.clock.now())
        message["Message-ID"] = make_msgid(domain="example.org")
        if letter.message_id:
            message["In-Reply-To"] = letter.message_id
            message["References"] = f"{letter.references} {letter.message_id}".strip()
        quoted = [f"> {line}".rstrip() for line in letter.text.splitlines()]
        wrote = f"On {self.clock.now():%a, %d %b %Y at %H:%M}, {letter.sender} wrote:"
        message.set_content("\n".join([*lines, "", wrote, *quoted, ""]), cte="quoted-printable")
        outcome = await send(self.smtp, message.as_bytes(), self.address, letter.reply_to)
        self.answered += 1
        return outcome


def _bare(address: str) -> str:
    """The address without a name."""
    match = re.search(r"<([^>]+)>", address)
    return match.group(1) if match else address.strip()
