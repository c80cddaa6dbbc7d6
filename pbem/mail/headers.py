"""Header fields of a letter, read without ever raising and in time linear in their length.

The standard library's parsers are not used for hostile input: `policy.default` raises on malformed addresses and needs
seconds for a long Subject, `email.utils.parseaddr` recurses once for each opening bracket.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from pbem.mail.charsets import clean, decode

HEADER_BLOCK_LIMIT = 64 * 1024
VALUE_LIMIT = 16 * 1024
FIELD_LIMIT = 1000
ADDRESS_LIMIT = 254
ID_LIMIT = 998
MANY = 200

_END = re.compile(rb"\r?\n\r?\n|\r\r")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_NAME = re.compile(rb"([\x21-\x39\x3b-\x7e]{1,200})[ \t]*:")
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\s]*)\?=")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"\\\ufffd]+@[^\s@<>()\[\],;:\"\\\ufffd]+")
_ADDRESS_ALONE = re.compile(rf"(?<!\S){_ADDRESS.pattern}(?!\S)")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_BIG = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
_ID = re.compile(r"<([^<>\s]{1,996})>")
_PARAMETER_NAME = re.compile(r"\s*([^\s=;\"]{1,60})\s*=\s*")


@dataclass(frozen=True)
class Address:
    """An address with the name before it. ASCII letters in lower case, since no mailbox in use tells cases apart;
    others stay as they are: the Kelvin sign in small letters would be a k, and another's address."""

    name: str
    address: str


class Headers:
    """The fields of one header block, in order; names in lower case, values unfolded but not yet decoded."""

    def __init__(self, block: bytes) -> None:
        self.fields: list[tuple[str, bytes]] = []
        self.capped = len(block) > HEADER_BLOCK_LIMIT
        for line in _LINE_END.split(block[:HEADER_BLOCK_LIMIT]):
            if line[:1] in (b" ", b"\t") and self.fields:
                name, value = self.fields[-1]
                # Appending is quadratic at worst over 64 KiB of one-letter folds, so the length of a value is capped.
                if len(value) < VALUE_LIMIT:
                    self.fields[-1] = (name, value + line)
            elif match := _NAME.match(line):
                if len(self.fields) >= FIELD_LIMIT:
                    self.capped = True
                    break
                self.fields.append((match[1].decode("ascii").lower(), line[match.end() :]))
        self._values: dict[str, list[bytes]] = {}
        for name, value in self.fields:
            self._values.setdefault(name, []).append(value)

    def count(self, name: str) -> int:
        """How many fields of that name there are."""
        return len(self._values.get(name, ()))

    def has(self, name: str) -> bool:
        """Whether there is a field of that name."""
        return name in self._values

    def raw(self, name: str) -> str:
        """The first field of that name as text, not decoded; "" when there is none."""
        return _as_text(self._values[name][0]) if name in self._values else ""

    def all_raw(self, name: str) -> list[str]:
        """All fields of that name as text, not decoded."""
        return [_as_text(value) for value in self._values.get(name, ())]

    def eight_bit(self, name: str) -> bool:
        """Whether the first field of that name has bytes outside ASCII, which no charset is given for."""
        return name in self._values and not self._values[name][0].isascii()

    def text(self, name: str) -> str:
        """The first non-empty field of that name for a reader: encoded words decoded, white space collapsed."""
        return next(filter(None, (one_line(encoded_words(value)) for value in self.all_raw(name))), "")

    def addresses(self, name: str) -> list[Address]:
        """All addresses of all fields of that name; what is no address is left out."""
        # An invisible character must not vanish before addresses are compared: it makes another address.
        values = [_CONTROL.sub("\ufffd", _text_of(value)) for value in self._values.get(name, ())]
        return [a for value in values for a in addresses(clean(value).strip())][:MANY]

    def ids(self, name: str) -> list[str]:
        """All `<message ids>` of the fields of that name, in order."""
        return [f"<{match}>" for value in self.all_raw(name) for match in _ID.findall(value)][:MANY]

    def parameters(self, name: str) -> tuple[str, dict[str, str]]:
        """`text/plain; charset=x` -> ("text/plain", {"charset": "x"}), all keys in lower case."""
        return parameters(self.raw(name))


def split_head(raw: bytes) -> tuple[bytes, int]:
    """The header block, and where the body begins. A block without an end is cut at the limit."""
    if raw[:1] == b"\n":
        return b"", 1
    if raw[:2] == b"\r\n":
        return b"", 2
    match = _END.search(raw)
    if match is None:
        return raw, len(raw)
    return raw[: match.start()], match.end()


def sender_of(head: bytes) -> str:
    """The address of the first sender in a header block."""
    return next((one.address for one in Headers(split_head(head)[0]).addresses("from")), "")


def one_line(text: str) -> str:
    """White space and control characters become single spaces: the result can stand in a header or a sentence."""
    return " ".join(clean(text).split())


def encoded_words(text: str) -> str:
    """RFC 2047 words decoded; those that are broken stay as they are."""
    if "=?" not in text:
        return text
    matches = list(_ENCODED_WORD.finditer(text))
    if not matches:
        return text
    parts: list[str] = [text[: matches[0].start()]]
    # Neighbours in one charset are joined as bytes first: many writers split inside a character.
    waiting, charset = b"", ""
    for i, match in enumerate(matches):
        data = _word_bytes(match[2], match[3])
        name = match[1].partition("*")[0].lower()
        if waiting and name != charset:
            parts.append(decode(waiting, charset).text)
            waiting = b""
        waiting, charset = waiting + data, name
        after = text[match.end() : matches[i + 1].start() if i + 1 < len(matches) else len(text)]
        if i + 1 == len(matches) or after.strip():
            parts += [decode(waiting, charset).text, after]
            waiting = b""
    return "".join(parts)


def addresses(value: str) -> list[Address]:
    """The addresses of a To-like field. Quoted strings and comments are respected: a name can't pose as an address."""
    found: list[Address] = []
    for pieces in _address_items(value):
        angle = next((text for kind, text in pieces if kind == "angle"), None)
        plain = "".join(text for kind, text in pieces if kind == "plain")
        quoted = " ".join(text for kind, text in pieces if kind == "quoted")
        comment = " ".join(text for kind, text in pieces if kind == "comment")
        match = _ADDRESS.fullmatch((angle if angle is not None else plain).strip())
        if match is None and angle is None:
            match = _ADDRESS_ALONE.search(plain)
        if match is None or len(match[0]) > ADDRESS_LIMIT:
            continue
        if angle is None:
            plain = plain.replace(match[0], " ")
        name = one_line(encoded_words(f"{quoted} {plain}")) or one_line(encoded_words(comment))
        found.append(Address(name[:200], match[0].translate(_BIG)))
        if len(found) >= MANY:
            break
    return found


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """Value and parameters of a Content-Type-like field. RFC 2231 continuations (`name*0*=`) are joined."""
    main, _, rest = value[:VALUE_LIMIT].partition(";")
    found: dict[str, str] = {}
    at = 0
    while at < len(rest) and len(found) < MANY:
        match = _PARAMETER_NAME.match(rest, at)
        if match is None:
            following = rest.find(";", at)
            at = len(rest) if following < 0 else following + 1
            continue
        text, at = _parameter_value(rest, match.end())
        found.setdefault(match[1].lower(), text)
        following = rest.find(";", at)
        at = len(rest) if following < 0 else following + 1
    return main.strip().lower(), _joined(found)


def _as_text(value: bytes) -> str:
    return decode(value[:VALUE_LIMIT], "").text.replace("\t", " ").strip()


def _text_of(value: bytes) -> str:
    """As it stands, control characters and all."""
    value = value[:VALUE_LIMIT]
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("cp1252", "replace")


def _word_bytes(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(data.replace(b"_", b" "), header=False)
    return base64_bytes(data)


def base64_bytes(data: bytes) -> bytes:
    """Base64 read as well as can be: foreign characters skipped, a missing end filled up."""
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    if len(letters) % 4 == 1:
        letters = letters[:-1]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def _address_items(value: str) -> list[list[tuple[str, str]]]:
    """Items between commas, each a list of (kind, text); kinds: plain, quoted, angle, comment."""
    items: list[list[tuple[str, str]]] = [[]]
    cuts = [m.start() for m in re.finditer(r'["()<>,;:\\]', value)]
    kind, begin, depth, skip = "plain", 0, 0, -1

    def put(end: int) -> None:
        text = value[begin:end]
        if text.strip():
            items[-1].append((kind, re.sub(r"\\(.)", r"\1", text) if kind == "quoted" else text))

    for at in cuts:
        if at <= skip:
            continue
        mark = value[at]
        if mark == "\\":
            skip = at + 1
        elif kind == "quoted":
            if mark == '"':
                put(at)
                kind, begin = "plain", at + 1
        elif kind == "comment":
            depth += {"(": 1, ")": -1}.get(mark, 0)
            if depth == 0:
                put(at)
                kind, begin = "plain", at + 1
        elif kind == "angle":
            if mark == ">":
                put(at)
                kind, begin = "plain", at + 1
        elif mark in '"(<':
            put(at)
            kind, begin, depth = {'"': "quoted", "(": "comment", "<": "angle"}[mark], at + 1, 1
        elif mark in ",;":
            put(at)
            begin = at + 1
            items.append([])
        elif mark == ":":
            begin = at + 1  # the name of a group
    put(len(value))
    return items


def _parameter_value(text: str, at: int) -> tuple[str, int]:
    if text[at : at + 1] != '"':
        end = text.find(";", at)
        end = len(text) if end < 0 else end
        return text[at:end].strip(), end
    match = re.compile(r'"((?:[^"\\]|\\.)*)"?').match(text, at)
    if match is None:
        return "", len(text)
    return re.sub(r"\\(.)", r"\1", match[1]), match.end()


def _joined(found: dict[str, str]) -> dict[str, str]:
    plain = {name: value for name, value in found.items() if "*" not in name}
    parts: dict[str, list[tuple[int, bool, str]]] = {}
    for name, value in found.items():
        if "*" not in name:
            continue
        base, _, rest = name.partition("*")
        number, star = rest.rstrip("*"), rest.endswith("*") or not rest
        if number and not (number.isascii() and number.isdigit() and len(number) < 4):
            continue
        parts.setdefault(base, []).append((int(number or 0), star, value))
    for base, pieces in parts.items():
        charset, data = "", b""
        for i, (_, encoded, value) in enumerate(sorted(pieces)):
            if encoded and i == 0 and value.count("'") >= 2:
                charset, _, value = value.split("'", 2)
            data += unquote_to_bytes(value) if encoded else value.encode("utf-8", "replace")
        plain.setdefault(base, decode(data, charset).text)
    return plain
