"""Letters of the judge as bytes, written once and sent as they are.

The same arguments give the same bytes: no clock, no chance; boundaries come from the Message-ID. Whatever stands in the
arguments (a player's subject, a stranger's references), no header can be smuggled in.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import quopri
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from typing import Literal

from pbem.mail.letter import JUDGE_HEADER

FLOW = 76
SUBJECT_LIMIT = 200
NAME_LIMIT = 100
REFERENCES_LIMIT = 12

_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>")
_ATOM = re.compile(r"[A-Za-z0-9 !#$%&'*+\-/=?^_`{|}~]*")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"\\]+@[^\s@<>()\[\],;:\"\\]+")
_TYPE = re.compile(r"[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,60}")
_LINE_END = re.compile(r"\r\n|\r")
_SURROGATE = re.compile("[\ud800-\udfff]")
_QUOTED = [bytes([b]) if (32 <= b < 127 and b != 61) or b == 9 else b"=%02X" % b for b in range(256)]
"""Each byte in quoted-printable."""
_AS_IT_IS = re.compile(rb"(?!From |\.)(?:[\t\x20-<>-~]*[!-<>-~])?")
"""A line that quoted-printable does not change, if it is short."""

Auto = Literal["auto-replied", "auto-generated"]


@dataclass(frozen=True)
class Attachment:
    """A file in a letter."""

    filename: str
    content: bytes
    content_type: str = "application/pdf"
    description: str = ""


@dataclass(frozen=True)
class Outgoing:
    """A letter to be written. `answers` is the Message-ID it replies to; `references` those before, oldest first."""

    judge: str
    message_id: str
    date: datetime
    from_address: str
    to_address: str
    subject: str
    text: str
    from_name: str = ""
    to_name: str = ""
    reply_to: str = ""
    answers: str = ""
    references: tuple[str, ...] = ()
    auto: Auto = "auto-generated"
    language: str = ""
    attachments: tuple[Attachment, ...] = ()


def compose(letter: Outgoing) -> bytes:
    """The letter with CRLF line ends. Raises ValueError for an address, Message-ID or date that can't stand in one."""
    if _ID.fullmatch(letter.message_id) is None:
        raise ValueError(f"not a Message-ID: {letter.message_id!r}")
    if letter.date.tzinfo is None:
        raise ValueError("the date of a letter needs a time zone")
    lines = [
        f"Date: {format_datetime(letter.date)}",
        f"From: {_mailbox(letter.from_name, letter.from_address)}",
        f"To: {_mailbox(letter.to_name, letter.to_address)}",
    ]
    if letter.reply_to:
        lines.append(f"Reply-To: {_mailbox(letter.from_name, letter.reply_to)}")
    lines += [_text_header("Subject", letter.subject, SUBJECT_LIMIT), f"Message-ID: {letter.message_id}"]
    answers = _ids((letter.answers,))
    if answers:
        lines.append(f"In-Reply-To: {answers[0]}")
    references = _ids((*letter.references, *answers))
    if len(references) > REFERENCES_LIMIT:
        references = [references[0], *references[1 - REFERENCES_LIMIT :]]
    if references:
        lines.append("References: " + "\r\n ".join(references))
    lines += [
        f"Auto-Submitted: {letter.auto}",
        "X-Auto-Response-Suppress: OOF, AutoReply",
        _text_header(JUDGE_HEADER, letter.judge, NAME_LIMIT),
        "MIME-Version: 1.0",
    ]
    if letter.language and letter.language.isascii() and letter.language.replace("-", "").isalnum():
        lines.append(f"Content-Language: {letter.language}")
    return _lines(lines) + (_mixed(letter) if letter.attachments else _text_part(letter.text))


def with_note(raw: bytes, note: str) -> bytes:
    """A letter that `compose` wrote, with a paragraph more below the first of its text. All else stays as it was."""
    head, gap, body = raw.partition(b"\r\n\r\n")
    boundary = re.search(rb'\r\nContent-Type: multipart/mixed;\r\n boundary="([^"]+)"', head)
    if boundary is None:
        # What describes the text is the end of the header block.
        kept, _, _ = head.partition(b"\r\nContent-Type: ")
        part = head[len(kept) + 2 :] + gap + body
        return kept + b"\r\n" + _noted(part, note)
    mark = b"--" + boundary[1] + b"\r\n"
    before, _, rest = body.partition(mark)
    part, _, after = rest.partition(b"\r\n" + mark)
    return head + gap + before + mark + _noted(part, note) + b"\r\n" + mark + after


def _noted(part: bytes, note: str) -> bytes:
    head, _, body = part.partition(b"\r\n\r\n")
    if b"quoted-printable" in head:
        body = quopri.decodestring(body)
    first, gap, rest = body.decode("utf-8", "replace").replace("\r\n", "\n").partition("\n\n")
    return _text_part(f"{first}\n\n{note.strip()}\n{gap[1:]}{rest}")


def one_header_line(text: str, limit: int) -> str:
    """Nothing in it can end a header line: control, format and line characters become spaces; cut at `limit`."""
    kept = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text[: 4 * limit])
    kept = " ".join(kept.split())
    return kept if len(kept) <= limit else kept[: limit - 1].rstrip() + "…"


def _mixed(letter: Outgoing) -> bytes:
    boundary = "=_" + hashlib.sha256(letter.message_id.encode()).hexdigest()[:40]
    parts = [_text_part(letter.text), *(_file_part(a) for a in letter.attachments)]
    mark = b"--" + boundary.encode()
    head = _lines([f'Content-Type: multipart/mixed;\r\n boundary="{boundary}"', ""])
    return head + b"".join(mark + b"\r\n" + part + b"\r\n" for part in parts) + mark + b"--\r\n"


def _text_part(text: str) -> bytes:
    text = _LINE_END.sub("\n", text)
    text = _SURROGATE.sub("\ufffd", text).rstrip("\n") + "\n"
    if _is_plain(text):
        return _lines(["Content-Type: text/plain; charset=us-ascii", "Content-Transfer-Encoding: 7bit", ""]) + (
            text.replace("\n", "\r\n").encode("ascii")
        )
    head = _lines(["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", ""])
    return head + b"".join(_quoted_line(line.encode("utf-8")) + b"\r\n" for line in text.split("\n")[:-1])


def _is_plain(text: str) -> bool:
    """Whether the text passes every mail server unchanged without an encoding."""
    return text.isascii() and all(
        len(line) <= FLOW and line == line.rstrip() and line.isprintable() and not line.startswith(("From ", "."))
        for line in text.split("\n")
    )


def _quoted_line(line: bytes) -> bytes:
    """Quoted-printable with soft line ends, never inside an escaped byte."""
    if len(line) < FLOW and _AS_IT_IS.fullmatch(line) is not None:
        return line  # as most lines are
    pieces = [_QUOTED[b] for b in line]
    if pieces and pieces[-1] in (b" ", b"\t"):
        pieces[-1] = b"=%02X" % line[-1]
    if line.startswith((b"From ", b".")):
        pieces[0] = b"=%02X" % line[0]
    rows, row = [], b""
    for piece in pieces:
        if len(row) + len(piece) > FLOW - 1:
            rows.append(row + b"=")
            row = b""
        row += piece
    return b"\r\n".join([*rows, row])


def _file_part(attachment: Attachment) -> bytes:
    kind = attachment.content_type.lower()
    if _TYPE.fullmatch(kind) is None or kind.startswith(("multipart/", "message/")):
        raise ValueError(f"not a type of file: {attachment.content_type!r}")
    name = re.sub(r'["\\/]', "_", one_header_line(attachment.filename, NAME_LIMIT)) or "file"
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode() or "file"
    lines = [f'Content-Type: {kind};\r\n name="{ascii_name}"', "Content-Transfer-Encoding: base64"]
    if attachment.description:
        lines.append(_text_header("Content-Description", attachment.description, SUBJECT_LIMIT))
    disposition = f'Content-Disposition: attachment;\r\n filename="{ascii_name}"'
    if not name.isascii():
        # Given both, some readers take the plain one; `name` above serves those that know no other.
        encoded = "".join(c if c.isalnum() and c.isascii() else _percent(c) for c in name)
        disposition = f"Content-Disposition: attachment;\r\n filename*=utf-8''{encoded}"
    data = base64.b64encode(attachment.content)
    rows = [data[i : i + FLOW] for i in range(0, len(data), FLOW)]
    return _lines([*lines, disposition, ""]) + b"\r\n".join(rows)


def _percent(character: str) -> str:
    return "".join(f"%{b:02X}" for b in character.encode("utf-8"))


def _mailbox(name: str, address: str) -> str:
    if _ADDRESS.fullmatch(address) is None or len(address) > 254 or one_header_line(address, 254) != address:
        raise ValueError(f"not an address: {address!r}")
    name = one_header_line(name, NAME_LIMIT)
    if not name:
        return address
    if not name.isascii() or "=?" in name:
        return f"{_encoded(name)}\r\n <{address}>"
    if _ATOM.fullmatch(name) is None:
        name = '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'
    return f"{name} <{address}>"


def _ids(values: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(found for value in values for found in _ID.findall(value)))


def _text_header(name: str, value: str, limit: int) -> str:
    value = one_header_line(value, limit)
    if value.isascii() and "=?" not in value:
        return f"{name}: " + _folded(value, len(name) + 2)
    return f"{name}: {_encoded(value)}"


def _folded(value: str, used: int) -> str:
    """Long lines folded at their spaces; a word too long for a line is encoded, which can be folded anywhere."""
    rows: list[list[str]] = [[]]
    for word in value.split(" "):
        if len(word) > FLOW - 2:
            return _encoded(value)
        if rows[-1] and used + len(word) + 1 > FLOW:
            rows.append([])
            used = 1
        rows[-1].append(word)
        used += len(word) + 1
    return "\r\n ".join(" ".join(row) for row in rows)


def _encoded(value: str) -> str:
    """RFC 2047 words of whole characters, each short enough for a line."""
    words, piece = [], b""
    for character in value:
        data = character.encode("utf-8", "replace")
        if len(piece) + len(data) > 36:
            words.append(piece)
            piece = b""
        piece += data
    words.append(piece)
    return "\r\n ".join(f"=?utf-8?b?{binascii.b2a_base64(word, newline=False).decode()}?=" for word in words)


def _lines(lines: list[str]) -> bytes:
    return b"".join(line.encode("utf-8") + b"\r\n" for line in lines)
