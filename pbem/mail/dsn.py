"""Bounces: which of our letters came back, from which address, and why.

Read are reports by RFC 3464 (multipart/report) and the plain texts of servers that never heard of it. What stands in a
bounce can be forged by anybody, so it is evidence for the host, never a reason to do anything in a game. A letter of
ours is known by its Message-ID, which stands in the headers that bounces bring back.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message

READ_AT_MOST = 200_000
PARTS_AT_MOST = 60
FOUND_AT_MOST = 20

_MESSAGE_ID = re.compile(
    r"(?im)^[> \t|]*(?:Message-ID|X-Original-Message-ID|Original-Message-ID):[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{3,250}>)"
)
_RECIPIENT = re.compile(
    r"(?im)^(?:Final-Recipient|Original-Recipient|X-Actual-Recipient|X-Failed-Recipients|Original-Rcpt-To):\s*"
    r"(?:[a-z0-9-]+\s*;)?\s*<?([^\s<>;,]+@[^\s<>;,]+?)>?\s*$"
)
_ACTION = re.compile(r"(?im)^Action:\s*([a-z]+)")
_STATUS = re.compile(r"(?im)^Status:\s*([245]\.\d{1,3}\.\d{1,3})")
_DIAGNOSTIC = re.compile(r"(?im)^Diagnostic-Code:[^\S\n]*(.+(?:\n[ \t]+.+)*)")
_ADDRESS = re.compile(r"<?([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,250}[A-Za-z0-9])>?")
_LOOSE_STATUS = re.compile(r"(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])")
_LOOSE_CODE = re.compile(r"(?<![\d.-])([45]\d\d)[ -](?=\D)")
_SENDERS = re.compile(r"(?i)\b(mailer-daemon|postmaster|mail delivery (?:sub)?system|mdaemon|bounce[sd]?)\b")
_WORDS = re.compile(
    r"(?i)undeliver|delivery (?:status notification|failure|failed|has failed)|returned (?:mail|to sender)|"
    r"failure notice|could ?n[o']?t be delivered|mail delivery failed|nicht zugestellt|unzustellbar|non remis|"
    r"kézbesíthetetlen|"
    r"no se ha podido entregar|mancata consegna|onbestelbaar|toimittaminen epäonnistui|не доставлено"
)
_LATE_WORDS = re.compile(r"(?i)delay|will (?:keep|be) (?:re)?try|still being retried|warning: could not send")


class Delivery(enum.StrEnum):
    """What the report says."""

    FAILED = "failed"
    DELAYED = "delayed"
    OTHER = "other"  # delivered, relayed, read: nothing that anybody need hear of


@dataclass(frozen=True, slots=True)
class Bounce:
    """A report on a letter. `letters` are the Message-IDs named, nearest first; `recipients` in lower case."""

    delivery: Delivery
    recipients: tuple[str, ...]
    letters: tuple[str, ...]
    status: str
    why: str


def read_bounce(raw: bytes) -> Bounce | None:
    """The bounce in a letter; None when it is none. Raises nothing, whatever the bytes."""
    text = raw[:READ_AT_MOST]
    try:
        message = message_from_bytes(text)
        parts = _parts(message)
    except (MessageError, ValueError, LookupError, RecursionError, TypeError, AttributeError, IndexError):
        return None
    standard = [body for kind, body in parts if kind == "message/delivery-status"]
    if standard:
        return _standard("\n".join(standard), parts)
    head = _field(message, "From") + " " + _field(message, "Subject")
    failed = _field(message, "X-Failed-Recipients")
    if not failed and not (_SENDERS.search(_field(message, "From")) and _says_so(head, parts)):
        return None
    return _plain(failed, head, parts)


def _standard(report: str, parts: list[tuple[str, str]]) -> Bounce:
    actions = [word.lower() for word in _ACTION.findall(report)]
    delivery = Delivery.OTHER
    if "failed" in actions:
        delivery = Delivery.FAILED
    elif "delayed" in actions:
        delivery = Delivery.DELAYED
    elif not actions:
        delivery = Delivery.FAILED if any(s.startswith("5") for s in _STATUS.findall(report)) else Delivery.OTHER
    status = next(iter(_STATUS.findall(report)), "")
    told = next(iter(_DIAGNOSTIC.findall(report)), "")
    return Bounce(delivery, _few(_RECIPIENT.findall(report)), _letters(parts), status, _short(told))


def _plain(failed: str, head: str, parts: list[tuple[str, str]]) -> Bounce:
    words = "\n".join(body for kind, body in parts if kind.startswith("text/") and kind != "text/rfc822-headers")
    # The copy of our letter often follows in the same text: what is said about it stands above.
    said = re.split(r"(?im)^-{2,}.*(?:copy|original|returned|below this line).*$", words, maxsplit=1)[0]
    named = _ADDRESS.findall(failed) or [one for one in _ADDRESS.findall(said) if not _SENDERS.search(one)]
    status = next(iter(_LOOSE_STATUS.findall(said)), "") or next(iter(_LOOSE_CODE.findall(said)), "")
    late = bool(_LATE_WORDS.search(head + "\n" + said)) and not status.startswith("5")
    why = next((line for line in said.splitlines() if _LOOSE_CODE.search(line) or _LOOSE_STATUS.search(line)), "")
    return Bounce(Delivery.DELAYED if late else Delivery.FAILED, _few(named), _letters(parts), status, _short(why))


def _says_so(head: str, parts: list[tuple[str, str]]) -> bool:
    first = next((body for kind, body in parts if kind.startswith("text/")), "")
    return bool(_WORDS.search(head) or _WORDS.search(first[:5000]) or _LATE_WORDS.search(head))


def _letters(parts: list[tuple[str, str]]) -> tuple[str, ...]:
    """The Message-IDs in what came back of our letter, before those anywhere else in the text."""
    back = [body for kind, body in parts if kind in ("message/rfc822", "text/rfc822-headers")]
    rest = [body for kind, body in parts if kind not in ("message/rfc822", "text/rfc822-headers")]
    found = [one for body in [*back, *rest] for one in _MESSAGE_ID.findall(body)[:FOUND_AT_MOST]]
    return tuple(dict.fromkeys(found))[:FOUND_AT_MOST]


def _parts(message: Message) -> list[tuple[str, str]]:
    """(content type, text) of every part; a letter inside is taken with its headers and not opened further."""
    found: list[tuple[str, str]] = []
    waiting = [message]
    while waiting and len(found) < PARTS_AT_MOST:
        part = waiting.pop(0)
        kind = part.get_content_type()
        payload = part.get_payload()
        if kind == "message/delivery-status":
            blocks = [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else [part]
            found.append((kind, "\n".join(_headers_and_text(b) for b in blocks[:PARTS_AT_MOST])))
        elif kind == "message/rfc822":
            inner = payload[0] if isinstance(payload, list) and payload else part
            found.append((kind, _headers_and_text(inner if isinstance(inner, Message) else part)))
        elif isinstance(payload, list):
            waiting = [one for one in payload if isinstance(one, Message)][:PARTS_AT_MOST] + waiting
        else:
            found.append((kind, _text(part)))
    return found


def _headers_and_text(part: Message) -> str:
    head = "\n".join(f"{name}: {str(value)[:2000]}" for name, value in part.items()[:200])
    return f"{head}\n\n{_text(part) if not part.is_multipart() else ''}"


def _text(part: Message) -> str:
    try:
        body = part.get_payload(decode=True)
    except (ValueError, LookupError, MessageError, AssertionError, TypeError):
        body = b""
    return body.decode("utf-8", "replace") if isinstance(body, bytes) else ""


def _field(message: Message, name: str) -> str:
    return " ".join(str(value) for value in message.get_all(name) or ())[:2000]


def _few(addresses: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.strip("<>.").lower() for one in addresses))[:FOUND_AT_MOST]


def _short(text: str) -> str:
    return " ".join(text.split())[:300]
