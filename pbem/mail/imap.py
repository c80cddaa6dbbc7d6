"""A mailbox over IMAP: aioimaplib, fenced in so that nothing hangs and nothing is taken for what it is not.

Used raw, aioimaplib waits for ever on a silent server in several commands and does not notice a lost connection. So
each command here runs against a time limit and against the loss of the connection, and after any failure the
connection is thrown away: late answers of the server would be taken for answers to later commands.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import re
import ssl
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import pairwise
from typing import Any, TypeVar

import aioimaplib  # type: ignore[import-untyped]
from aioimaplib.aioimaplib import Command, quoted  # type: ignore[import-untyped]

from pbem.mail.headers import HEADER_BLOCK_LIMIT, sender_of
from pbem.mail.mailbox import ImapLost, ImapRefused, Mailbox
from pbem.mail.maildir import MaildirMailbox
from pbem.mail.oauth import OAuthLost, OAuthRefused, TokenSource
from pbem.mail.settings import ImapSettings, tls_context

__all__ = ["ImapLost", "ImapMailbox", "ImapRefused", "Mailbox", "MaildirMailbox"]

LIMIT = 20.0
IDLE_AT_MOST = 540.0  # servers and routers drop what is silent for longer
SLOWEST = 50_000  # bytes a second: a large letter is given more time
FACTS_AT_ONCE = 50
GOODBYE = 3.0

# At DEBUG it writes whole letters and the password into the log.
logging.getLogger("aioimaplib.aioimaplib").setLevel(logging.WARNING)

T = TypeVar("T")

_UIDVALIDITY = re.compile(rb"\[UIDVALIDITY (\d+)\]", re.IGNORECASE)
_UIDNEXT = re.compile(rb"UIDNEXT (\d+)", re.IGNORECASE)
_FETCH = re.compile(rb"^\d+ FETCH \(", re.IGNORECASE)
_UID = re.compile(rb"[( ]UID (\d+)[ )]", re.IGNORECASE)
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)", re.IGNORECASE)
_DATE = re.compile(rb'INTERNALDATE "([^"]+)"', re.IGNORECASE)
_LITERAL = re.compile(rb"\{(\d+)\}$")
_LIST = re.compile(rb'^\([^)]*\) (?:"((?:[^"\\]|\\.)*)"|NIL) (.+)$', re.IGNORECASE)


@dataclass(frozen=True)
class _Facts:
    size: int
    received: datetime


class ImapMailbox:
    """The Mailbox protocol over one connection. After ImapLost it is dead: open another."""

    def __init__(self, settings: ImapSettings, limit: float) -> None:
        self._settings = settings
        self._limit = limit
        self._lost: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self._client: Any = None
        self._capabilities: frozenset[str] = frozenset()
        self._uidvalidity = 0
        self._uidnext = 0
        self._read_only = False
        self._delimiter = "/"
        self._folders: dict[str, str] = {}
        self._waiting: list[int] = []
        self._facts: dict[int, _Facts] = {}
        self._senders: dict[int, str] = {}

    @classmethod
    async def open(cls, settings: ImapSettings, *, limit: float = LIMIT) -> ImapMailbox:
        """Connect, log in, select the folder. Raises ImapLost, ImapRefused, and OSError for an unreadable `ca_file`."""
        context = None if settings.tls == "none" else tls_context(settings.ca_file)
        mailbox = cls(settings, limit)
        try:
            await mailbox._connect(context)
        except BaseException:
            mailbox._abort()
            raise
        return mailbox

    @property
    def uidvalidity(self) -> int:
        """While it stays the same, a uid means the same letter."""
        return self._uidvalidity

    @property
    def uidnext(self) -> int:
        """The uid that the next letter will get, as of the last `waiting`; 0 where the server does not say."""
        return self._uidnext

    @property
    def read_only(self) -> bool:
        """The server lets us read the folder and nothing else."""
        return self._read_only

    @property
    def capabilities(self) -> frozenset[str]:
        """What the server says it can do, in upper case."""
        return self._capabilities

    async def waiting(self) -> list[int]:
        """The uids of the letters in the folder, oldest first. One line of answer, whatever the number."""
        # Some servers tell of new letters only after a command that is not a search.
        await self._command("NOOP", self._client.noop())
        lines = await self._command("UID SEARCH", self._client.uid_search("UNDELETED", charset=None))
        self._waiting = sorted({int(word) for line in lines[:-1] for word in bytes(line).split() if word.isdigit()})
        self._uidnext = max(self._uidnext, self._waiting[-1] + 1 if self._waiting else 0)
        here = set(self._waiting)
        self._facts = {uid: facts for uid, facts in self._facts.items() if uid in here}
        return list(self._waiting)

    async def size(self, uid: int) -> int | None:
        """Bytes of the letter; None when it has gone."""
        facts = await self._facts_of(uid)
        return facts.size if facts else None

    async def received(self, uid: int) -> datetime | None:
        """When the server took the letter in; None when it has gone."""
        facts = await self._facts_of(uid)
        return facts.received if facts else None

    async def senders(self, uids: Sequence[int]) -> dict[int, str]:
        """By the From field of each, some hundred letters a second."""
        asked = [uid for uid in uids if uid not in self._senders]
        for at in range(0, len(asked), FACTS_AT_ONCE):
            numbers = ",".join(map(str, asked[at : at + FACTS_AT_ONCE]))
            lines = await self._command(
                "UID FETCH", self._client.uid("fetch", numbers, "(UID BODY.PEEK[HEADER.FIELDS (FROM)])")
            )
            self._senders |= _senders_in(lines)
        return {uid: self._senders.get(uid, "") for uid in uids}

    async def fetch(self, uid: int) -> bytes | None:
        """The letter; None when it has gone. Raises ImapLost when less came than was announced."""
        facts = await self._facts_of(uid)
        return await self._body(uid, "BODY.PEEK[]", facts.size) if facts else None

    async def fetch_head(self, uid: int) -> bytes | None:
        """The first 64 KiB of the letter; None when it has gone."""
        return await self._body(uid, f"BODY.PEEK[]<0.{HEADER_BLOCK_LIMIT}>", HEADER_BLOCK_LIMIT)

    async def file_away(self, uid: int, folder: str) -> None:
        """Move the letter to `folder`; by copy and delete where the server can't move.

        A server without UIDPLUS keeps the deleted letter in the folder until someone empties it: emptying it here would
        remove whatever else is marked as deleted. `waiting` passes over it.
        """
        name = await self._folder(folder)
        try:
            await self._move(uid, name)
        except ImapRefused:
            # A judge that was killed in this very moment may have moved it: some servers say no to that.
            if await self._is_there(uid):
                raise

    async def _move(self, uid: int, name: str) -> None:
        if "MOVE" in self._capabilities:
            await self._command("UID MOVE", self._client.uid("move", str(uid), name))
            return
        await self._command("UID COPY", self._client.uid("copy", str(uid), name))
        await self._command("UID STORE", self._client.uid("store", str(uid), "+FLAGS.SILENT", r"(\Deleted)"))
        if "UIDPLUS" in self._capabilities:
            await self._command("UID EXPUNGE", self._client.uid("expunge", str(uid)))

    async def _is_there(self, uid: int) -> bool:
        lines = await self._command("UID SEARCH", self._client.uid_search(f"UID {uid} UNDELETED", charset=None))
        return any(word == str(uid).encode() for line in lines[:-1] for word in bytes(line).split())

    async def wait(self, seconds: float) -> bool:
        """IDLE where the server has it, else sleep; True when it tells of a new letter. Only a wake-up, never news."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0:
            if "IDLE" in self._capabilities:
                if await self._idle(min(left, IDLE_AT_MOST)):
                    return True
            else:
                await asyncio.wait({self._lost}, timeout=min(left, IDLE_AT_MOST))
                await self._command("NOOP", self._client.noop())
        return False

    async def close(self) -> None:
        """Log out if the server still listens, then hang up."""
        if self._client is not None and not self._lost.done():
            with contextlib.suppress(ImapLost, ImapRefused):
                await self._run("LOGOUT", self._client.logout(), min(GOODBYE, self._limit))
        self._abort()

    async def _connect(self, context: ssl.SSLContext | None) -> None:
        settings = self._settings
        at_once = context if settings.tls == "tls" else None
        # The limits that count are ours; its own would leave the connection in an unknown state.
        self._client = aioimaplib.IMAP4(
            settings.host, settings.port, timeout=86_400.0, ssl_context=at_once, conn_lost_cb=self._note_loss
        )
        protocol = self._client.protocol
        protocol.welcome = self._greeted_by(protocol.welcome)
        where = f"{settings.host}:{settings.port}"
        await self._run(f"connecting to {where}", self._client.wait_hello_from_server())
        if settings.tls == "starttls" and context is not None:
            await self._start_tls(context)
        if settings.tokens is None:
            await self._command("LOGIN", self._client.login(quoted(settings.user), settings.password))
        else:
            await self._log_in_by_token(settings.tokens)
        # What stands in the answer to LOGIN is parsed wrongly by the library.
        await self._run("CAPABILITY", self._client.protocol.capability())
        self._capabilities = frozenset(name.upper() for name in self._client.protocol.capabilities)
        lines = await self._command("SELECT", self._client.select(_mailbox_name(settings.folder)))
        found = _UIDVALIDITY.search(b"\n".join(bytes(line) for line in lines))
        self._uidvalidity = int(found[1]) if found else 0
        following = _UIDNEXT.search(b"\n".join(bytes(line) for line in lines))
        self._uidnext = int(following[1]) if following else 0
        self._read_only = bool(lines) and bytes(lines[-1]).upper().lstrip().startswith(b"[READ-ONLY]")
        self._folders[settings.folder] = _mailbox_name(settings.folder)

    async def _log_in_by_token(self, tokens: TokenSource) -> None:
        """XOAUTH2. A token that is refused is thrown away, so that the next try gets another."""
        try:
            token = await tokens.token()
        except OAuthRefused as error:
            raise ImapRefused("LOGIN by OAuth2", str(error)) from error
        except OAuthLost as error:
            raise ImapLost(f"LOGIN by OAuth2: {error}") from error
        protocol = self._client.protocol
        go_on = protocol._continuation

        def challenged(line: bytes) -> None:
            # A refusal comes as a challenge first; the library would wait for more while the server waits for us.
            go_on(line)
            protocol.transport.write(b"\r\n")

        protocol._continuation = challenged
        try:
            await self._command("LOGIN by OAuth2", protocol.xoauth2(self._settings.user, token))
        except ImapRefused:
            tokens.forget()
            raise
        finally:
            protocol._continuation = go_on

    async def _start_tls(self, context: ssl.SSLContext) -> None:
        protocol = self._client.protocol
        await self._command("STARTTLS", protocol.execute(Command("STARTTLS", protocol.new_tag(), loop=protocol.loop)))
        if protocol.incomplete_line:
            raise ImapLost("STARTTLS: the server sent something between its consent and the encryption")
        loop = asyncio.get_running_loop()
        handshake = loop.start_tls(protocol.transport, protocol, context, server_hostname=self._settings.host)
        protocol.transport = await self._run("STARTTLS", handshake)
        await self._run("CAPABILITY", protocol.capability())

    def _greeted_by(self, welcome: Callable[[bytes], Awaitable[None]]) -> Callable[[bytes], Awaitable[None]]:
        """The library greets in a task nobody waits for: a refusal in the greeting would be heard by no one."""

        async def greeted(line: bytes) -> None:
            try:
                await welcome(line)
            except aioimaplib.aioimaplib.AioImapException as error:
                self._note_loss(error)

        return greeted

    def _note_loss(self, error: Exception | None) -> None:
        if not self._lost.done():
            self._lost.set_result(error)

    async def _command(self, what: str, call: Coroutine[Any, Any, Any]) -> list[bytes | bytearray]:
        """The lines of the answer, the last one the server's text. Raises ImapRefused for NO and BAD."""
        response = await self._run(what, call)
        if response.result != "OK":
            text = bytes(response.lines[-1]).decode("utf-8", "replace") if response.lines else response.result
            raise ImapRefused(what, text)
        return list(response.lines)

    async def _run(self, what: str, call: Coroutine[Any, Any, T], limit: float | None = None) -> T:
        """`call`, the time limit and the loss of the connection race; the loser is thrown away."""
        if self._lost.done():
            call.close()
            raise ImapLost(f"{what}: {self._why_lost()}")
        task = asyncio.ensure_future(call)
        try:
            racers: set[asyncio.Future[Any]] = {task, self._lost}
            await asyncio.wait(racers, timeout=limit or self._limit, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                why = self._why_lost() if self._lost.done() else "no answer in time"
                self._abort()
                raise ImapLost(f"{what}: {why}")
        except asyncio.CancelledError:
            self._abort()  # the answer may still come, and would be taken for that to another command
            raise
        finally:
            if not task.done():
                task.cancel()
        try:
            return task.result()
        except (aioimaplib.aioimaplib.AioImapException, OSError, TimeoutError, ValueError) as error:
            self._abort()
            raise ImapLost(f"{what}: {error or type(error).__name__}") from error

    def _why_lost(self) -> str:
        error = self._lost.result()
        return f"connection lost ({error})" if error else "the server closed the connection"

    def _abort(self) -> None:
        if self._client is None:
            return
        # Still connecting: there is no transport yet, and the attempt would go on behind our back.
        self._client._client_task.cancel()
        if self._client.protocol.transport is not None:
            self._client.protocol.transport.abort()
        self._note_loss(None)

    async def _facts_of(self, uid: int) -> _Facts | None:
        if uid not in self._facts:
            at = self._waiting.index(uid) if uid in self._waiting else -1
            asked = self._waiting[at : at + FACTS_AT_ONCE] if at >= 0 else [uid]
            call = self._client.uid("fetch", ",".join(map(str, asked)), "(UID RFC822.SIZE INTERNALDATE)")
            for line in await self._command("UID FETCH", call):
                found, size, date = (pattern.search(bytes(line)) for pattern in (_UID, _SIZE, _DATE))
                if found and size and date:
                    self._facts[int(found[1])] = _Facts(int(size[1]), _internal_date(date[1]))
        return self._facts.get(uid)

    async def _body(self, uid: int, item: str, size: int) -> bytes | None:
        limit = self._limit + size / SLOWEST
        response = await self._run("UID FETCH", self._client.uid("fetch", str(uid), f"(UID {item})"), limit)
        if response.result != "OK":
            raise ImapRefused("UID FETCH", bytes(response.lines[-1]).decode("utf-8", "replace"))
        return _literal_of(uid, response.lines[:-1])

    async def _folder(self, folder: str) -> str:
        """The quoted name of a folder that exists. Looked for first: pymap hangs up on a second CREATE."""
        if folder in self._folders:
            return self._folders[folder]
        plain = [folder]
        lines = await self._command("LIST", self._client.list('""', '""'))
        found = next(filter(None, (_LIST.match(bytes(line)) for line in lines)), None)
        if found and found[1]:
            self._delimiter = found[1].decode("ascii", "replace").replace("\\", "")
            # Where all folders lie under the INBOX, names without it are refused.
            plain.append(f"INBOX{self._delimiter}{folder}")
        refusal: ImapRefused | None = None
        for name in (_mailbox_name(p) for p in plain):
            try:
                if not await self._exists(name):
                    await self._command("CREATE", self._client.create(name))
            except ImapRefused as error:
                refusal = refusal or error
                continue
            self._folders[folder] = name
            return name
        raise ImapRefused(f"CREATE {folder}", refusal.text if refusal else "refused")

    async def _exists(self, name: str) -> bool:
        lines = await self._command("LIST", self._client.list('""', name))
        return any(_LIST.match(bytes(line)) for line in lines[:-1])

    async def _idle(self, seconds: float) -> bool:
        client, queue = self._client, self._client.protocol.idle_queue
        while not queue.empty():
            queue.get_nowait()
        idle = await self._run("IDLE", client.idle_start(seconds + 2 * self._limit))
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        news = False
        try:
            while not news and (left := end - loop.time()) > 0:
                push = asyncio.ensure_future(queue.get())
                racers: set[asyncio.Future[Any]] = {push, self._lost, idle}
                await asyncio.wait(racers, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                if not push.done():
                    push.cancel()
                    if self._lost.done():
                        raise ImapLost(f"IDLE: {self._why_lost()}")
                    break
                lines = push.result()
                if any(line.upper().startswith(b"BYE") for line in lines if isinstance(line, bytes)):
                    self._abort()
                    raise ImapLost(f"IDLE: the server says {lines[-1].decode('utf-8', 'replace')}")
                news = any(line.upper().endswith((b" EXISTS", b" RECENT")) for line in lines)
            if not idle.done():
                client.idle_done()
            await self._run("IDLE", _awaited(idle))
        except asyncio.CancelledError:
            self._abort()
            raise
        finally:
            if not idle.done():
                idle.cancel()
        return news


async def _awaited(future: asyncio.Future[T]) -> T:
    return await future


def _senders_in(lines: list[bytes | bytearray]) -> dict[int, str]:
    """The senders in the answers to FETCH (UID BODY[HEADER.FIELDS (FROM)])."""
    starts = [i for i, line in enumerate(lines) if isinstance(line, bytes) and _FETCH.match(line)]
    found = {}
    for begin, end in pairwise([*starts, len(lines)]):
        plain = b" ".join(line for line in lines[begin:end] if isinstance(line, bytes))
        uid = _UID.search(plain.replace(b"(", b" (").replace(b")", b" ) "))
        field = next((bytes(line) for line in lines[begin:end] if isinstance(line, bytearray)), b"")
        if uid:
            found[int(uid[1])] = sender_of(field)
    return found


def _literal_of(uid: int, lines: list[bytes | bytearray]) -> bytes | None:
    """The body of the FETCH answer with that uid; other answers, about flags or other letters, are passed over.

    Raises ImapLost when its length is not the one announced.
    """
    starts = [i for i, line in enumerate(lines) if isinstance(line, bytes) and _FETCH.match(line)]
    for begin, end in pairwise([*starts, len(lines)]):
        answer = lines[begin:end]
        plain = b" ".join(line for line in answer if isinstance(line, bytes))
        found = _UID.search(plain.replace(b"(", b" (").replace(b")", b" ) "))
        if found is None or int(found[1]) != uid or b"BODY[]" not in plain.upper():
            continue
        for i, line in enumerate(answer[:-1]):
            announced = _LITERAL.search(line) if isinstance(line, bytes) else None
            if announced is None:
                continue
            body = answer[i + 1]
            if isinstance(body, bytearray) and len(body) == int(announced[1]):
                return bytes(body)
            raise ImapLost(f"UID FETCH {uid}: {announced[1].decode()} bytes were announced, {len(body)} came")
        return b""  # BODY[] "" or NIL: an empty letter
    return None


def _internal_date(text: bytes) -> datetime:
    """`17-Jul-1996 02:44:25 -0700`. An unreadable one counts as now: the letter has come, and no other date decides."""
    try:
        return parsedate_to_datetime(text.decode("ascii", "replace").strip().replace("-", " ", 2)).astimezone(UTC)
    except ValueError:
        return datetime.now(UTC)


def _mailbox_name(name: str) -> str:
    """Quoted, in the modified UTF-7 of RFC 3501."""
    pieces, foreign = [], ""
    for character in [*name, ""]:
        if character and not " " <= character <= "~":
            foreign += character
            continue
        if foreign:
            code = base64.b64encode(foreign.encode("utf-16-be", "replace")).decode().rstrip("=").replace("/", ",")
            pieces.append(f"&{code}-")
            foreign = ""
        pieces.append("&-" if character == "&" else character)
    return str(quoted("".join(pieces)))
