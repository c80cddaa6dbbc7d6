"""One letter out by SMTP: ready bytes to one recipient, and what became of it."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import ssl
from dataclasses import dataclass

import aiosmtplib

from pbem.mail.oauth import OAuthLost, OAuthRefused
from pbem.mail.settings import SmtpSettings, tls_context

COMMAND_LIMIT = 30.0
WHOLE_LIMIT = 180.0
KEEP_SECONDS = 20.0
"""How long a connection is kept for the next letter."""


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
    async with Post(settings, limit=limit) as post:
        return await post.send(raw, sender, recipient)


class Post:
    """Connections to one mail server that are used again for a moment, each by one letter at a time.

    A connection is kept only after a letter was taken on it; one on which anything went wrong is thrown away, and one
    that has died while it lay idle is replaced before the letter's DATA, so that no letter is at stake.
    """

    def __init__(
        self, settings: SmtpSettings, *, limit: float = WHOLE_LIMIT, keep_seconds: float = KEEP_SECONDS
    ) -> None:
        self._settings = settings
        self._limit = limit
        self._keep_seconds = keep_seconds
        self._idle: list[tuple[float, _Talk]] = []

    async def __aenter__(self) -> Post:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def send(self, raw: bytes, sender: str, recipient: str) -> Outcome:
        """As the function of that name."""
        for address in (sender, recipient):
            if any(c in address for c in "\r\n\0<> ") or len(address) > 320:
                return Outcome(Fate.REFUSED, Stage.SENDER, None, f"not an address: {address[:80]!r}")
        outcome, talk = await self._once(self._kept() or self._fresh(), raw, sender, recipient)
        # The idle connection had died, or the server wants a new one: nothing of the letter had been sent.
        if talk.used and outcome.fate is not Fate.SENT and outcome.stage is Stage.SENDER:
            outcome, talk = await self._once(self._fresh(), raw, sender, recipient)
        if outcome.fate is Fate.SENT and self._keep_seconds > 0:
            talk.used = True
            self._idle.append((asyncio.get_running_loop().time() + self._keep_seconds, talk))
        elif outcome.fate is Fate.SENT:
            await talk.goodbye()
        else:
            talk.client.close()
        return outcome

    async def close(self) -> None:
        """Say goodbye on every connection that is kept."""
        idle, self._idle = self._idle, []
        for _, talk in idle:
            await talk.goodbye()

    def _kept(self) -> _Talk | None:
        now = asyncio.get_running_loop().time()
        while self._idle:
            until, talk = self._idle.pop()
            if until > now and talk.client.is_connected:
                return talk
            talk.client.close()
        return None

    def _fresh(self) -> _Talk:
        context = None if self._settings.tls == "none" else tls_context(self._settings.ca_file)
        return _Talk(self._settings, context)

    async def _once(self, talk: _Talk, raw: bytes, sender: str, recipient: str) -> tuple[Outcome, _Talk]:
        try:
            return await _handed_over(talk, raw, sender, recipient, self._limit), talk
        except BaseException:
            talk.client.close()
            raise


async def _handed_over(talk: _Talk, raw: bytes, sender: str, recipient: str, limit: float) -> Outcome:
    try:
        async with asyncio.timeout(limit):
            outcome = await talk.hand_over(raw, sender, recipient)
    except (OAuthRefused, OAuthLost) as error:
        outcome = Outcome(Fate.LATER, Stage.LOGIN, None, str(error))
    except aiosmtplib.SMTPResponseException as error:
        outcome = _by_code(talk.stage, error.code, error.message)
    except aiosmtplib.SMTPNotSupported as error:
        fate = Fate.LATER if talk.stage in (Stage.CONNECT, Stage.LOGIN) else Fate.REFUSED
        outcome = Outcome(fate, talk.stage, None, str(error))
    except (aiosmtplib.SMTPException, TimeoutError, OSError, ssl.SSLError) as error:
        # After DATA nobody knows whether the server had taken the letter before the line broke.
        fate = Fate.UNCERTAIN if talk.stage is Stage.DATA else Fate.LATER
        outcome = Outcome(fate, talk.stage, None, str(error) or type(error).__name__)
    return outcome


class _Talk:
    """One connection; `stage` says where it is when something fails."""

    def __init__(self, settings: SmtpSettings, context: ssl.SSLContext | None) -> None:
        self.stage = Stage.CONNECT
        self.used = False
        """A letter has been taken on this connection before."""
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
        client = self.client
        if not self.used:
            await self._connect()
        self.stage = Stage.SENDER
        options, encoding = self._mail_options(raw, sender, recipient)
        await client.mail(sender, options=options, encoding=encoding)
        self.stage = Stage.RECIPIENT
        await client.rcpt(recipient, encoding=encoding)
        self.stage = Stage.DATA
        response = await client.data(raw)
        self.stage = Stage.DONE
        return Outcome(Fate.SENT, Stage.DONE, response.code, response.message)

    async def goodbye(self) -> None:
        """The letters are taken: no trouble in saying goodbye makes them less so."""
        with contextlib.suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
            if self.client.is_connected:
                await self.client.quit(timeout=5.0)
        self.client.close()

    async def _connect(self) -> None:
        client, settings = self.client, self._settings
        await client.connect()
        await client.ehlo()
        if settings.tls == "starttls":
            await client.starttls(tls_context=self._context)
            await client.ehlo()
        if settings.user is None:
            return
        self.stage = Stage.LOGIN
        if settings.tokens is None:
            await client.login(settings.user, settings.password or "")
            return
        try:
            await client.auth_xoauth2(settings.user, await settings.tokens.token())
        except aiosmtplib.SMTPAuthenticationError:
            settings.tokens.forget()  # the next try gets another
            raise

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
