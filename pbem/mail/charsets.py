"""Bytes to text in whatever charset they claim to be in. Never raises; says what had to be assumed."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

# What mail programs write for charsets that exist under another name.
_ALIASES = {
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    "iso-8859-6-i": "iso-8859-6",
    "iso-8859-6-e": "iso-8859-6",
    "cp-850": "cp850",
    "cp-1250": "cp1250",
    "cp-1251": "cp1251",
    "cp-1252": "cp1252",
    "x-sjis": "cp932",
    "shift_jis": "cp932",
    "ks_c_5601-1987": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "unicode-1-1-utf-7": "utf-7",
    "utf8mb4": "utf-8",
    "uft-8": "utf-8",
    "uft8": "utf-8",
    "utf-8lias": "utf-8",
}
# Writers of these mean the Windows superset, as browsers have long assumed.
_LATIN = {"iso8859-1", "ascii"}
# Codecs that are no charsets of mail, are slow on long input, or expand it.
_NEVER = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"}
_UNUSUAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True)
class Decoded:
    """Text, the charset it was read in, and whether that was a guess."""

    text: str
    charset: str
    assumed: bool


_USUAL_BYTES = bytes(set(range(256)) - set(range(9)) - {0x0B, 0x0C, 0x7F} - set(range(0x0E, 0x20)))


def _cleaned(data: bytes, text: str) -> str:
    """`clean` of a text that was read from `data` in a charset where no other bytes give such characters."""
    return clean(text) if data.translate(None, _USUAL_BYTES) else text


def clean(text: str) -> str:
    """Without control characters (a form feed becomes a line end) and lone surrogates, which no store takes."""
    return _UNUSUAL.sub(lambda m: {"\x0c": "\n", "\x0b": "\n"}.get(m[0], "" if m[0] < "\x80" else "\ufffd"), text)


def decode(data: bytes, declared: str) -> Decoded:
    """Read `data`, by its byte order mark, then as `declared`, then as UTF-8, then as windows-1252."""
    marked = _by_mark(data)
    if marked is not None:
        return Decoded(clean(marked[0]), marked[1], assumed=False)
    name = declared.strip().strip("'\"").lower()[:60]
    codec = _codec(name)
    if not name and data.isascii():
        return Decoded(_cleaned(data, data.decode("ascii")), "us-ascii", assumed=False)
    if name == "utf-8" and (text := _strictly(data, "utf-8")) is not None:
        return Decoded(_cleaned(data, text), name, assumed=False)
    if codec is not None:
        text = _strictly(data, "cp1252" if codec in _LATIN and not data.isascii() else codec)
        if text is not None:
            return Decoded(clean(text), name, assumed=codec == "ascii" and not data.isascii())
    text = _strictly(data, "utf-8")
    if text is not None and (codec is None or not data.isascii()):
        return Decoded(clean(text), "utf-8", assumed=True)
    if codec is not None and codec not in _LATIN and codec != "utf-8":
        return Decoded(clean(data.decode(codec, "replace")), name, assumed=True)
    return Decoded(clean(data.decode("cp1252", "replace")), "windows-1252", assumed=True)


def _by_mark(data: bytes) -> tuple[str, str] | None:
    for mark, codec in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark) and (text := _strictly(data, codec)) is not None:
            return text, codec.removesuffix("-sig")
    return None


def _codec(name: str) -> str | None:
    name = _ALIASES.get(name, name)
    if not name.isascii() or "\0" in name or not name.strip():
        return None
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError, ImportError):
        return None
    # Byte-to-byte codecs (zlib, bz2, hex) are no charsets, and the first two are bombs.
    if not getattr(info, "_is_text_encoding", True) or info.name.replace("-", "_") in _NEVER:
        return None
    return info.name


def _strictly(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeError, ValueError):
        return None
