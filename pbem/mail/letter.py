"""A letter as it came: raw bytes in, `Letter` out. Reading never raises, whatever the bytes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from pbem.mail.headers import HEADER_BLOCK_LIMIT, Headers, one_line, split_head
from pbem.mail.mime import MimeReader, Text

MAX_BYTES = 10 * 1024 * 1024
JUDGE_HEADER = "X-Pbem-Judge"

Fault = Literal["too_large"]

# Keys of what a reader of the receipt may want to know: what was assumed, what was left out.
NOTES = (
    "charset_assumed",
    "header_charset_assumed",
    "html_only",
    "text_truncated",
    "encoding_unknown",
    "encoding_damaged",
    "multipart_broken",
    "too_deep",
    "parts_capped",
    "headers_capped",
    "attachment_ignored",
    "letter_ignored",
    "encrypted",
    "no_text",
    "message_id_missing",
    "from_missing",
    "from_several",
    "subject_several",
)

_RECIPIENT_FIELDS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")
_ROBOT_NAMES = ("mailer-daemon", "postmaster", "double-bounce", "mail-daemon", "maildaemon")


@dataclass(frozen=True)
class Letter:
    """What the judge needs to know of one incoming letter.

    `auto` is why nobody should answer it ("" for a letter of a person); `judge` is the id in our own header ("" for
    letters of others). `notes` are keys of what was assumed or left out, `charset` is what the text was read as.
    """

    sha256: str
    size: int
    message_id: str
    from_address: str
    from_name: str
    recipients: tuple[str, ...]
    subject: str
    in_reply_to: str
    references: tuple[str, ...]
    auto_why: str
    judge: str
    body: tuple[str, ...]
    charset: str
    notes: tuple[str, ...]
    fault: Fault | None = None

    @property
    def auto(self) -> bool:
        """Written by a robot: never to be answered."""
        return bool(self.auto_why)

    @property
    def own(self) -> bool:
        """A judge wrote it, this one or another."""
        return bool(self.judge)


def read_letter(raw: bytes, max_bytes: int = MAX_BYTES) -> Letter:
    """Read a whole letter. Over `max_bytes` only its headers are read: `fault` is "too_large" and `body` is empty."""
    digest = hashlib.sha256(raw).hexdigest()
    if len(raw) > max_bytes:
        return _read(raw[:HEADER_BLOCK_LIMIT], digest, len(raw), "too_large")
    return _read(raw, digest, len(raw), None)


def read_head(head: bytes, size: int) -> Letter:
    """A letter too large to be fetched, by its first bytes; the hash is that of these bytes."""
    return _read(head[:HEADER_BLOCK_LIMIT], hashlib.sha256(head).hexdigest(), size, "too_large")


def _read(raw: bytes, digest: str, size: int, fault: Fault | None) -> Letter:
    head, begin = split_head(raw)
    headers = Headers(head)
    text = Text()
    if fault is None:
        reader = MimeReader(raw, headers, begin)
        text = reader.text()
        if reader.capped:
            text.note("parts_capped")
    message_id = _message_id(headers)
    senders = headers.addresses("from")
    for key, holds in (
        ("headers_capped", headers.capped),
        ("message_id_missing", not message_id),
        ("from_missing", not senders),
        ("from_several", len(senders) > 1 or headers.count("from") > 1),
        ("subject_several", headers.count("subject") > 1),
        ("header_charset_assumed", headers.eight_bit("subject") or headers.eight_bit("from")),
        ("no_text", fault is None and text.blank),
    ):
        if holds:
            text.note(key)
    recipients = {a.address: None for name in _RECIPIENT_FIELDS for a in headers.addresses(name)}
    return Letter(
        sha256=digest,
        size=size,
        message_id=message_id or f"<{digest}@letter.invalid>",
        from_address=senders[0].address if senders else "",
        from_name=senders[0].name if senders else "",
        recipients=tuple(recipients),
        subject=headers.text("subject"),
        in_reply_to=next(iter(headers.ids("in-reply-to")), ""),
        references=tuple(headers.ids("references")),
        auto_why=_why_auto(headers, senders[0].address if senders else ""),
        judge=one_line(headers.raw(JUDGE_HEADER.lower()))[:200],
        body=tuple(text.lines),
        charset=text.charset,
        notes=tuple(text.notes),
        fault=fault,
    )


def _message_id(headers: Headers) -> str:
    found = headers.ids("message-id")
    if found:
        return found[0]
    # Some programs leave the brackets out.
    bare = headers.raw("message-id").strip().strip("<>")
    return f"<{bare}>" if bare and not any(c.isspace() or c in "<>" for c in bare) and len(bare) < 997 else ""


def _why_auto(headers: Headers, sender: str) -> str:
    """The key of the first sign that a robot wrote the letter, or ""."""
    submitted, _ = headers.parameters("auto-submitted")
    suppressed = headers.raw("x-auto-response-suppress").strip().lower()
    kind, more = headers.parameters("content-type")
    if submitted and submitted != "no":
        return "auto_submitted"
    if headers.raw("precedence").strip().lower() in ("bulk", "junk", "list", "auto_reply"):
        return "precedence"
    if headers.has("list-id") or headers.has("list-post"):
        return "list"
    if any(value.strip() == "<>" for value in headers.all_raw("return-path")):
        return "null_return_path"
    if suppressed and suppressed != "none":
        return "auto_response_suppress"
    if headers.has("x-autoreply") or headers.has("x-autorespond") or headers.has("x-auto-reply"):
        return "auto_reply"
    if kind == "multipart/report" or (kind == "message/delivery-status" and not more):
        return "delivery_report"
    name = sender.partition("@")[0]
    if name.startswith(_ROBOT_NAMES):
        return "mailer_daemon"
    return ""
