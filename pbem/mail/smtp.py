"""One letter out by SMTP: ready bytes to one recipient, and what became of it."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import ssl
from dataclasses import dataclass

import aiosmtplib

from pbem.mail.settings import SmtpSettings, tls_context

COMMAND_LIMIT = 30.0
WHOLE_LIMIT = 180.0


class Fate(enum.StrEnum):
    """What became of a letter, which decides what is done next."""

    SENT = "sent"
    LATER = "later"  # not taken now: try again
    REFUSED = "refused"  # will never be taken: a bounce
    UNCERTAIN = "uncertain"  # it may have been taken: try again a few times, with the same Message-ID


class Stage(enum.StrEnum):
    """How far the talk with the server had come."""

    CONNECT = "connect"
    LOGIN = "login"
    SENDER = "sender"
    RECIPIENT = "recipient"
    DATA = "data"
    DONE = "done"


@dataclass(frozen=True)
class Outcome:
    """The fate, the stage it was decided at, and the server's own words (or the error's) for the host."""

    fate: Fate
    stage: Stage
    code: int | None
    text: str


async def send(
    settings: SmtpSettings, raw: bytes, sender: str, recipient: str, *, limit: float = WHOLE_LIMIT
) -> Outcome:
    """Hand `raw` over, as it is, to `recipient` alone. Network trouble is an outcome, never an exception.

    Raises OSError when `settings.ca_file` can't be read, which no retry mends.
    """
    for address in (sender, recipient):
        if any(c in address for c in "\r\n\0<> ") or len(address) > 320:
            return Outcome(Fate.REFUSED, Stage.SENDER, None, f"not an address: {address[:80]!r}")
    context = None if settings.tls == "none" else tls_context(settings.ca_file)
    talk = _Talk(settings, context)
    try:
        async with asyncio.timeout(limit):
            outcome = await talk.hand_over(raw, sender, recipient)
    except aiosmtplib.SMTPResponseException as error:
        outcome = _by_code(talk.stage, error.code, error.message)
    except aiosmtplib.SMTPNotSupported as error:
        fate = Fate.LATER if talk.stage in (Stage.CONNECT, Stage.LOGIN) else Fate.REFUSED
        outcome = Outcome(fate, talk.stage, None, str(error))
    except (aiosmtplib.SMTPException, TimeoutError, OSError, ssl.SSLError) as error:
        # After DATA nobody knows whether the server had taken the letter before the line broke.
        fate = Fate.UNCERTAIN if talk.stage is Stage.DATA else Fate.LATER
        outcome = Outcome(fate, talk.stage, None, str(error) or type(error).__name__)
    finally:
        talk.client.close()
    return outcome


class _Talk:
    """One connection; `stage` says where it is when something fails."""

    def __init__(self, settings: SmtpSettings, context: ssl.SSLContext | None) -> None:
        self.stage = Stage.CONNECT
        self._settings = settings
        self._context = context
        self.client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            timeout=COMMAND_LIMIT,
            use_tls=settings.tls == "tls",
            start_tls=False,
            tls_context=context,
        )

    async def hand_over(self, raw: bytes, sender: str, recipient: str) -> Outcome:
        client, settings = self.client, self._settings
        await client.connect()
        await client.ehlo()
        if settings.tls == "starttls":
            await client.starttls(tls_context=self._context)
            await client.ehlo()
        if settings.user is not None:
            self.stage = Stage.LOGIN
            await client.login(settings.user, settings.password or "")
        self.stage = Stage.SENDER
        options, encoding = self._mail_options(raw, sender, recipient)
        await client.mail(sender, options=options, encoding=encoding)
        self.stage = Stage.RECIPIENT
        await client.rcpt(recipient, encoding=encoding)
        self.stage = Stage.DATA
        response = await client.data(raw)
        self.stage = Stage.DONE
        # The letter is taken: no trouble in saying goodbye makes it less so.
        with contextlib.suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
            await client.quit(timeout=5.0)
        return Outcome(Fate.SENT, Stage.DONE, response.code, response.message)

    def _mail_options(self, raw: bytes, sender: str, recipient: str) -> tuple[list[str], str]:
        options = []
        if not raw.isascii() and self.client.supports_extension("8bitmime"):
            options.append("BODY=8BITMIME")
        if (sender + recipient).isascii():
            return options, "ascii"
        if not self.client.supports_extension("smtputf8"):
            raise aiosmtplib.SMTPNotSupported(
                "the mail server takes no addresses with letters outside ASCII (SMTPUTF8)"
            )
        return [*options, "SMTPUTF8"], "utf-8"


def _by_code(stage: Stage, code: int, text: str) -> Outcome:
    if stage is Stage.DONE:
        return Outcome(Fate.SENT, stage, code, text)
    # A refused greeting or password says nothing about the recipient: the host mends it and the letter goes out.
    permanent = code >= 500 and stage not in (Stage.CONNECT, Stage.LOGIN)
    return Outcome(Fate.REFUSED if permanent else Fate.LATER, stage, code, text)
