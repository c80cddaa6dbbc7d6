"""`pbem check`: does everything that the judge needs work here? Each finding in plain words, with the cure."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shlex
import shutil
import ssl
import stat
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import aiosmtplib
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from engine import games as engine_games
from pbem import first_look
from pbem.data_check import count_of_faults, faults
from pbem.mail.imap import ImapMailbox
from pbem.mail.mailbox import ImapLost, ImapRefused
from pbem.mail.oauth import OAuthLost, OAuthRefused
from pbem.mail.settings import BadAuthorityFile, ImapSettings, SmtpSettings, tls_context
from pbem.settings import BadSettings, Settings, is_this_machine, mailbox_name
from pbem.store import games, open_store

LIMIT = 20.0
EARLIEST_YEAR, LATEST_YEAR = 2026, 2100
SKEW_SECONDS = 120


@dataclass(frozen=True)
class Finding:
    """One test: what was tested, whether it is good, what was found, and what to do."""

    what: str
    good: bool
    text: str
    cure: str = ""

    def __str__(self) -> str:
        line = f"{'ok   ' if self.good else 'WRONG'}  {self.what}: {self.text}"
        return f"{line}\n       {self.cure}" if self.cure else line


async def check_all(settings: Settings) -> Sequence[Finding]:
    """Every test; one that fails does not keep the others from running."""
    tests: list[Callable[[Settings], Awaitable[Finding]]] = [
        check_mailbox, check_identity, check_smtp, check_secrets, check_fonts, check_clock, check_alerts, check_data,
    ]  # fmt: skip
    database = await check_database(settings)  # first and alone: it may make or migrate what others open
    mailbox, letters, smtp, *rest = await asyncio.gather(*(test(settings) for test in tests))
    return mailbox, letters, smtp, database, *rest


# ------------------------------------------------------------------ mail


async def check_mailbox(settings: Settings) -> Finding:
    """Log in, select the folder, count the letters."""
    try:
        imap = settings.imap_settings()
    except BadSettings as fault:
        return Finding("mailbox", False, "no password", str(fault))
    where = f"{imap.host}:{imap.port}"
    try:
        async with asyncio.timeout(LIMIT):
            mailbox = await ImapMailbox.open(imap)
            try:
                letters = len(await mailbox.waiting())
                left = await _left_alone(settings, mailbox)
                idle, read_only = "IDLE" in mailbox.capabilities, mailbox.read_only
            finally:
                await mailbox.close()
    except BadAuthorityFile as fault:
        return Finding("mailbox", False, f"imap.{fault}", CA_CURE)
    except ImapRefused as fault:
        return Finding("mailbox", False, f"{where} refuses: {fault}", _cure_refused(fault, imap))
    except TimeoutError:
        return Finding("mailbox", False, f"{where} does not answer within {LIMIT:.0f} s", _cure_reach("imap", imap))
    except (ImapLost, OSError) as fault:
        return Finding("mailbox", False, f"{where}: {fault}", _cure_reach("imap", imap, str(fault)))
    if read_only:
        cure = "Give this user the right to move letters out of the folder; the judge files what it has read."
        return Finding("mailbox", False, f"{where}: the folder {imap.folder} may only be read", cure)
    how = "wakes the judge when a letter comes (IDLE)" if idle else "can't wake the judge; it polls"
    found = f"{imap.user} on {where}, folder {imap.folder}, {letters} letters{left}; the server {how}"
    return Finding("mailbox", True, found + _openly(imap))


CA_CURE = "Name the file with the certificate (PEM) of your own authority, or leave ca_file out."


def _openly(server: ImapSettings | SmtpSettings) -> str:
    """What is said of a line to another machine that the host has allowed to be unencrypted."""
    return "" if server.tls != "none" or is_this_machine(server.host) else "; NOT ENCRYPTED (trusted_network = true)"


async def _left_alone(settings: Settings, mailbox: ImapMailbox) -> str:
    """What is said of letters that lay in the mailbox before the judge came."""
    name = mailbox_name(settings)
    if not name:
        return ""
    try:
        store = await open_store(settings.database)
    except (SQLAlchemyError, OSError):
        return ""  # the test of the database tells
    try:
        old = await first_look.look(store, mailbox, name, datetime.now(UTC))
    finally:
        await store.close()
    if not old.letters:
        return ""
    return f", {old.letters} of them from before the judge came: left alone (pbem poll --old-letters takes them)"


async def check_identity(settings: Settings) -> Finding:
    """By what a letter is known to be a player's."""
    part = settings.letters
    if part.policy == "address":
        return Finding(
            "letters", False, "letters.policy is \"address\": whoever forges a sender's address plays for him",
            'Only where nobody can write from outside; else letters.policy = "token".',
        )  # fmt: skip
    where = "the secret reply address" if part.plus_addressing else "the secret in the subject"
    more = f" and a sender found genuine by {part.authserv_id}" if part.policy == "token+dmarc" else ""
    return Finding("letters", True, f"orders count with {where}{more}")


TOKEN_CURE = (
    "Check the table [oauth]. If the consent was withdrawn or has run out, get a new refresh token from the provider."
)


def _cure_refused(fault: ImapRefused, imap: ImapSettings) -> str:
    if "OAuth2" in fault.what:
        return TOKEN_CURE
    if "LOGIN" in fault.what.upper():
        return (
            f"Check imap.user ({imap.user}) and the password. Some providers want an application password, made in "
            "their web settings, or IMAP switched on there first."
        )
    return f"Check imap.folder ({imap.folder}): does the mailbox have a folder of that name?"


def _cure_reach(part: str, server: ImapSettings | SmtpSettings, fault: str = "") -> str:
    if "CERTIFICATE_VERIFY_FAILED" in fault:
        return (
            f"The certificate can't be trusted. Is {part}.host ({server.host}) the name in it? For an authority of "
            f"your own name its certificate in {part}.ca_file."
        )
    if "WRONG_VERSION_NUMBER" in fault or "RECORD_LAYER_FAILURE" in fault:
        other = "143" if part == "imap" else "587"
        return (
            f'Port {server.port} does not begin with TLS. Should {part}.tls be "starttls" (usually with port {other})? '
            f"Now it is {server.tls!r}."
        )
    usual = "993 with tls, 143 with starttls" if part == "imap" else "465 with tls, 587 with starttls"
    return (
        f"Check {part}.host ({server.host}), {part}.port ({server.port}: usually {usual}) and {part}.tls "
        f"({server.tls}); is this machine on the net, and does a firewall let the port through?"
    )


async def check_smtp(settings: Settings) -> Finding:
    """Connect, encrypt, log in; no letter is sent."""
    try:
        post = settings.smtp_settings()
    except BadSettings as fault:
        return Finding("smtp", False, "no password", str(fault))
    where = f"{post.host}:{post.port}"
    try:
        client = aiosmtplib.SMTP(
            hostname=post.host, port=post.port, timeout=LIMIT, use_tls=post.tls == "tls", start_tls=False,
            tls_context=None if post.tls == "none" else tls_context(post.ca_file),
        )  # fmt: skip
        await client.connect()
        try:
            await client.ehlo()
            if post.tls == "starttls":
                await client.starttls()
            if post.user is not None and post.tokens is not None:
                await client.auth_xoauth2(post.user, await post.tokens.token())
            elif post.user is not None:
                await client.login(post.user, post.password or "")
            refused = await _sender_refused(client, settings.judge.address)
        finally:
            with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                await client.quit(timeout=5.0)
    except BadAuthorityFile as fault:
        return Finding("smtp", False, f"smtp.{fault}", CA_CURE)
    except aiosmtplib.SMTPAuthenticationError as fault:
        cure = f"Check smtp.user ({post.user}) and the password. Some providers want an application password."
        return Finding("smtp", False, f"{where} refuses the login: {fault.message}", cure)
    except (OAuthRefused, OAuthLost) as fault:
        return Finding("smtp", False, str(fault), TOKEN_CURE)
    except ssl.SSLCertVerificationError as fault:
        cure = "Is smtp.host the name in the certificate? For an authority of your own set smtp.ca_file."
        return Finding(
            "smtp", False, f"{where} shows a certificate that can't be trusted: {fault.verify_message}", cure
        )
    except (aiosmtplib.SMTPException, OSError) as fault:
        return Finding("smtp", False, f"{where}: {fault}", _cure_reach("smtp", post, str(fault)))
    if refused:
        cure = _cure_sender(refused, settings)
        return Finding("smtp", False, f"{where} refuses the judge as a sender: {refused}", cure)
    return Finding("smtp", True, f"{where} takes letters of {settings.judge.address}{_openly(post)}")


def _cure_sender(refused: str, settings: Settings) -> str:
    said = refused.lower()
    if "starttls" in said or "encrypt" in said:
        return 'The server wants encryption first: smtp.tls = "starttls" (usually with port 587) or "tls" (465).'
    if refused.startswith("530") or (settings.smtp.user is None and "authenticat" in said):
        return (
            "The server wants a login: set smtp.user and smtp.password_file. Often both are those of the mailbox."
            if settings.smtp.user is None
            else f"The server wants another login than smtp.user ({settings.smtp.user}); ask your provider which."
        )
    return f"The account may not write as judge.address ({settings.judge.address}); make it an alias or change it."


async def _sender_refused(client: aiosmtplib.SMTP, address: str) -> str:
    """What the server says against this sender; no letter follows."""
    try:
        await client.mail(address)
    except aiosmtplib.SMTPResponseException as fault:
        return f"{fault.code} {fault.message}"
    await client.rset()
    return ""


# ------------------------------------------------------------------ this machine


async def check_secrets(settings: Settings) -> Finding:
    """Who besides the judge can read the passwords?"""
    files = settings.secret_files()
    open_to_all = {key: path for key, path in files.items() if _read_by_all(path)}
    if open_to_all:
        listed = ", ".join(f"{path} ({key})" for key, path in open_to_all.items())
        shown = " ".join(dict.fromkeys(shlex.quote(str(path)) for path in open_to_all.values()))
        return Finding("secrets", False, f"everybody on this machine can read {listed}", f"chmod o-rwx {shown}")
    return Finding("secrets", True, "only you and your group can read them" if files else "none stand in files")


def _read_by_all(path: Path) -> bool:
    """Also where the folder keeps others away: a copy of the file does not."""
    if os.name != "posix":
        return False  # the right bits mean nothing there
    try:
        return bool(path.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False  # the test that reads it tells


async def check_database(settings: Settings) -> Finding:
    """Open it, bring it up to date, count the games."""
    url = make_url(settings.database)
    shown = url.render_as_string(hide_password=True)
    try:
        async with asyncio.timeout(LIMIT):
            store = await open_store(settings.database)
            try:
                async with store.reading() as db:
                    count = len(await games.games(db))
            finally:
                await store.close()
    except (SQLAlchemyError, OSError, TimeoutError) as fault:
        reason = str(getattr(fault, "orig", None) or fault).splitlines()[0] if str(fault) else type(fault).__name__
        cure = (
            f"May this user write to {Path(url.database or '.').parent}? Is the disk full?"
            if url.get_backend_name() == "sqlite"
            else "Is PostgreSQL running, do database and user exist (createuser, createdb), is the password right?"
        )
        return Finding("database", False, f"{shown}: {reason}", f"Check store.url. {cure}")
    return Finding("database", True, f"{shown}, games: {count}")


async def check_fonts(settings: Settings) -> Finding:
    """The fonts of the reports can be read and drawn with."""
    from importlib import resources

    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    del settings
    folder = resources.files("templates") / "fonts"
    files = sorted(str(file) for file in folder.iterdir() if file.name.endswith(".ttf")) if folder.is_dir() else []
    cure = "Reports can't be drawn: the folder templates/fonts is damaged; fetch the program again."
    try:
        for file in files:
            TTFont("test", file)
    except (TTFError, OSError) as fault:
        return Finding("fonts", False, str(fault), cure)
    if not files:
        return Finding("fonts", False, "there are none", cure)
    return Finding("fonts", True, f"{len(files)} files for the reports")


async def check_clock(settings: Settings) -> Finding:
    """A plausible year, time zones, and the clock of the mail server to compare with."""
    now = datetime.now(UTC)
    if not EARLIEST_YEAR <= now.year <= LATEST_YEAR:
        return Finding("clock", False, f"this machine says {now:%Y-%m-%d %H:%M} UTC", "Set the clock; switch NTP on.")
    if len(available_timezones()) < 100:
        cure = "Run deploy/setup.sh again (the package tzdata is missing)."
        return Finding("clock", False, "the time zones of the world are not on this machine", cure)
    skew = await _skew(settings)
    if skew is not None and abs(skew) > SKEW_SECONDS:
        cure = "Set the clock and switch NTP on, or deadlines fall at the wrong time."
        return Finding("clock", False, f"this machine and the mail server differ by {abs(skew):.0f} s", cure)
    local = now.astimezone(ZoneInfo(settings.judge.zone))
    beside = "" if skew is None else f", {abs(skew):.0f} s from the mail server"
    return Finding("clock", True, f"{local:%Y-%m-%d %H:%M} in {settings.judge.zone}, {now:%H:%M} UTC{beside}")


async def _skew(settings: Settings) -> float | None:
    """Seconds that this clock is ahead of the mail server's, by the date in its greeting or help; often not told."""
    post = settings.smtp
    if post.tls == "tls":
        return None
    try:
        async with asyncio.timeout(5.0):
            reader, writer = await asyncio.open_connection(post.host, post.port)
            greeting = (await reader.readline()).decode("utf-8", "replace")
            writer.close()
    except (OSError, TimeoutError):
        return None
    try:
        date = re.search(r"\w{3}, \d{1,2} \w{3} \d{4} [\d:]+ [+-]\d{4}", greeting)
        if date is None:
            return None
        told = parsedate_to_datetime(date.group())
    except ValueError:
        return None
    return None if told.tzinfo is None else (datetime.now(UTC) - told).total_seconds()


async def check_alerts(settings: Settings) -> Finding:
    """Is there a way to reach the host when the mail is down?"""
    part = settings.alerts
    if part.command and shutil.which(part.command[0]) is None:
        cure = "Check alerts.command: the first word must be a program that this user may run."
        return Finding("alerts", False, f"there is no program {part.command[0]}", cure)
    ways = [name for name, there in (("a command", part.command), ("a webhook", part.webhook)) if there]
    if part.address:
        ways.append(f"{part.address} (only while letters go out)")
    return Finding("alerts", True, "by " + ", then ".join(ways) if ways else "in the log only; see [alerts]")


async def check_data(settings: Settings) -> Finding:
    """The host's own data files."""
    for game, path in settings.data.items():
        if game not in engine_games.names():
            known = ", ".join(engine_games.names())
            return Finding("data", False, f"there is no game {game!r}", f"The games under [data] can be: {known}.")
        try:
            found = faults(path.read_text(encoding="utf-8"), game)
        except (OSError, UnicodeDecodeError) as fault:
            return Finding("data", False, f"{path}: {fault}", f"Check data.{game} in the settings.")
        if found:
            return Finding(
                "data",
                False,
                f"{path}: {count_of_faults(found)}; the first: {found[0]}",
                f"pbem data check {path} --game {game}",
            )
    listed = ", ".join(f"{game} from {path.name}" for game, path in settings.data.items())
    return Finding("data", True, listed or "the judge's own")
