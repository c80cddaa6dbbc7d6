"""The text a player wrote, out of the parts of a MIME letter.

Parts are cut by their boundaries here, with fixed limits, because the standard parser recurses once per level and needs
seconds for some thousand levels. Nothing is ever unpacked, so no archive can grow.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.mail.charsets import Decoded, decode
from pbem.mail.headers import Headers, base64_bytes, split_head
from pbem.mail.html_text import html_lines

PARTS_LIMIT = 200
DEPTH_LIMIT = 30
TEXT_LIMIT = 1024 * 1024

_NO_TEXT = ("application", "image", "audio", "video", "font", "model")
_WORDS = re.compile(rb"^[^\n]*[^\s][ \t]+[^\s]", re.MULTILINE)
_QUOTE = re.compile(r"^>+")


@dataclass(frozen=True)
class _Part:
    headers: Headers
    begin: int
    end: int
    depth: int


@dataclass
class Text:
    """The lines found, the charset they were read in, and keys of what was assumed or left out."""

    lines: list[str] = field(default_factory=list)
    charset: str = ""
    notes: list[str] = field(default_factory=list)

    def note(self, key: str) -> None:
        """Remember `key` once."""
        if key not in self.notes:
            self.notes.append(key)

    @property
    def blank(self) -> bool:
        """Whether a reader would see nothing."""
        return not any(line.strip() for line in self.lines)


class MimeReader:
    """Reads one letter; `text()` is the whole of it."""

    def __init__(self, raw: bytes, headers: Headers, begin: int) -> None:
        self._raw = raw
        self._parts = 0
        self._room = TEXT_LIMIT
        self._whole = _Part(headers, begin, len(raw), 0)

    def text(self) -> Text:
        """The plain text where there is one, else the text of the HTML; several text parts one after the other."""
        found = self._read(self._whole)
        while found.lines and not found.lines[-1].strip():
            found.lines.pop()
        return found

    def _read(self, part: _Part) -> Text:
        kind, parameters = part.headers.parameters("content-type")
        main, _, sub = kind.partition("/")
        if main == "multipart" and sub:
            return self._read_multipart(part, sub, parameters.get("boundary", ""))
        if part.depth and self._is_attachment(part, parameters):
            return Text(notes=["attachment_ignored"])
        if main == "message":
            return Text(notes=["letter_ignored" if part.depth else "no_text"])
        if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"):
            return Text(notes=["encrypted"])
        # What names no type of another kind is tried as text: better a strange line than a lost one.
        if main in _NO_TEXT or kind == "text/calendar":
            return Text(notes=["attachment_ignored"])
        text = self._decoded(part, parameters.get("charset", ""))
        if sub == "html":
            text.lines = html_lines("\n".join(text.lines))
            text.note("html_only")
        elif parameters.get("format", "").lower() == "flowed":
            text.lines = unflowed(text.lines, delete_space=parameters.get("delsp", "").lower() == "yes")
        return text

    def _is_attachment(self, part: _Part, parameters: dict[str, str]) -> bool:
        disposition, more = part.headers.parameters("content-disposition")
        return disposition == "attachment" or "filename" in more or "name" in parameters

    def _read_multipart(self, part: _Part, sub: str, boundary: str) -> Text:
        if part.depth >= DEPTH_LIMIT:
            return Text(notes=["too_deep"])
        if sub == "encrypted":
            return Text(notes=["encrypted"])
        children = list(self._children(part, boundary))
        if not children:
            text = self._decoded(part, "")
            text.note("multipart_broken")
            return text
        if sub == "signed":
            children = children[:1]
        texts = [self._read(child) for child in children]
        return _best(texts) if sub == "alternative" else _joined(texts)

    def _children(self, part: _Part, boundary: str) -> Iterator[_Part]:
        if not boundary or len(boundary) > 200:
            return
        begin = -1
        for at, after, is_last in self._delimiters(part, b"--" + boundary.encode("utf-8", "replace")):
            if begin >= 0:
                yield self._child(part, begin, at)
            begin = -1 if is_last else after
            if is_last:
                break
            if self._parts >= PARTS_LIMIT:
                return
        if begin >= 0:
            yield self._child(part, begin, part.end)

    def _delimiters(self, part: _Part, mark: bytes) -> Iterator[tuple[int, int, bool]]:
        """(end of what is before, begin of what is after, whether it is the closing one) of each boundary line."""
        raw, at = self._raw, part.begin
        while (found := raw.find(mark, at, part.end)) >= 0:
            at = found + len(mark)
            if found > part.begin and raw[found - 1] not in b"\r\n":
                continue
            line_end = raw.find(b"\n", at, min(at + 200, part.end))
            after = line_end + 1 if line_end >= 0 else part.end
            rest = raw[at : line_end if line_end >= 0 else min(at + 200, part.end)].strip()
            if rest not in (b"", b"--"):
                continue
            before = found
            for end in (b"\r\n", b"\n", b"\r"):
                if raw.endswith(end, part.begin, found):
                    before = found - len(end)
                    break
            yield before, after, rest == b"--"
            at = after

    def _child(self, part: _Part, begin: int, end: int) -> _Part:
        self._parts += 1
        # Header blocks of parts are short; a part without a blank line is all header and has no text.
        head, body = split_head(self._raw[begin : min(end, begin + 64 * 1024)])
        return _Part(Headers(head), min(begin + body, end), end, part.depth + 1)

    def _decoded(self, part: _Part, charset: str) -> Text:
        text = Text()
        data = self._raw[part.begin : min(part.end, part.begin + 4 * TEXT_LIMIT)]
        cut = part.end - part.begin > len(data)
        encoding = part.headers.raw("content-transfer-encoding").strip().lower()
        if encoding == "base64":
            foreign = _WORDS.search(data)
            if foreign:
                # Lists add their footer as it is, below the encoded text.
                text.note("encoding_damaged")
                data = data[: foreign.start()]
            data = base64_bytes(data)
        elif encoding == "quoted-printable":
            data = binascii.a2b_qp(data, header=False)
        elif encoding not in ("", "7bit", "8bit", "binary"):
            text.note("encoding_unknown")
        if cut or len(data) > self._room:
            text.note("text_truncated")
            data = data[: self._room]
        self._room -= len(data)
        read: Decoded = decode(data, charset)
        text.charset = read.charset
        if read.assumed:
            text.note("charset_assumed")
        text.lines = read.text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if read.text else []
        return text

    @property
    def capped(self) -> bool:
        """Whether parts were left out because there are too many."""
        return self._parts >= PARTS_LIMIT


def unflowed(lines: list[str], *, delete_space: bool) -> list[str]:
    """RFC 3676: soft line ends taken out, stuffed spaces removed; quote marks and the signature mark stay."""
    done: list[str] = []
    pieces: list[str] = []
    open_depth = -1  # of the paragraph that still goes on; -1: none

    def finish() -> None:
        nonlocal open_depth
        if open_depth >= 0:
            mark = ">" * open_depth
            done.append(f"{mark} {''.join(pieces)}" if mark else "".join(pieces))
        pieces.clear()
        open_depth = -1

    for line in lines:
        match = _QUOTE.match(line)
        depth = len(match[0]) if match else 0
        content = line[depth:]
        content = content[1:] if content.startswith(" ") else content
        is_signature = content == "-- "
        if open_depth >= 0 and (depth != open_depth or is_signature):
            finish()
        flows = content.endswith(" ") and not is_signature
        open_depth = depth
        pieces.append(content[:-1] if flows and delete_space else content)
        if not flows:
            finish()
    finish()
    return done


def _best(texts: list[Text]) -> Text:
    """The first alternative that is plain and says something, else the first that says something."""
    spoken = [t for t in texts if not t.blank]
    plain = [t for t in spoken if "html_only" not in t.notes]
    if plain or spoken:
        return (plain or spoken)[0]
    return _joined(texts)


def _joined(texts: list[Text]) -> Text:
    whole = Text()
    for text in texts:
        for key in text.notes:
            whole.note(key)
        if text.blank:
            continue
        whole.lines += text.lines
        whole.charset = whole.charset or text.charset
    return whole
