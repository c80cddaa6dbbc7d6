"""Every letter of the corpus, table-driven, and hostile bytes: nothing raises, nothing takes long, no order is lost."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.letter import NOTES, Letter, read_head, read_letter

CORPUS = Path(__file__).parent / "corpus"
MOVE = ("MOVE Holland TO Utrecht",)
MOVE_AND_KOELN = (*MOVE, "INFLUENCE Köln")
MOVE_AND_DELFT = (*MOVE, "INFLUENCE Delft")
HTML = (
    "MOVE\u00a0Holland TO Utrecht", "INFLUENCE Köln", "", "TAX 2", "LAY FIRST", "PAY 2 Köln", "ROB NONE",
    "KEEP 1 Holland", "KEEP 2 Holland", "On Monday the judge wrote:", "> MOVE Artois TO Flanders", "> second",
    ">> MOVE NONE", "RECRUIT NONE",
)  # fmt: skip

# file: (lines of the body, charset, notes)
TEXTS: dict[str, tuple[tuple[str, ...], str, tuple[str, ...]]] = {
    "plain": (MOVE_AND_DELFT, "us-ascii", ()),
    "lf-only": (MOVE_AND_DELFT, "us-ascii", ()),
    "cr-only": (MOVE_AND_DELFT, "us-ascii", ()),
    "mbox-from-line": (MOVE, "us-ascii", ()),
    "nul-bytes": (MOVE, "us-ascii", ()),
    "no-body": ((), "us-ascii", ("no_text",)),
    "no-header": (MOVE, "us-ascii", ("message_id_missing", "from_missing")),
    "utf8-8bit": (MOVE_AND_KOELN, "utf-8", ()),
    "quoted-printable-soft-break": (MOVE_AND_KOELN, "utf-8", ()),
    "base64": (MOVE_AND_KOELN, "utf-8", ()),
    "base64-damaged": (MOVE, "utf-8", ("encoding_damaged",)),
    "charset-bogus": (MOVE_AND_KOELN, "utf-8", ("charset_assumed",)),
    "charset-bogus-latin": (MOVE_AND_KOELN, "windows-1252", ("charset_assumed",)),
    "charset-is-a-codec": (MOVE, "utf-8", ("charset_assumed",)),
    "charset-iso-2022-jp": ((*MOVE, "日本"), "iso-2022-jp", ()),
    "charset-iso-8859-8-i": ((*MOVE, "שלום"), "iso-8859-8-i", ()),
    "charset-koi8-r": ((*MOVE, "Отправить"), "koi8-r", ()),
    "charset-lies-utf8": (MOVE_AND_KOELN, "windows-1252", ("charset_assumed",)),
    "charset-none-8bit": (MOVE_AND_KOELN, "utf-8", ("charset_assumed",)),
    "charset-none-latin": (MOVE_AND_KOELN, "windows-1252", ("charset_assumed",)),
    "charset-uft-8": (MOVE_AND_KOELN, "uft-8", ()),
    "charset-utf-16-bom": ((*MOVE, "日本"), "utf-16", ()),
    "charset-windows-1250": ((*MOVE, "BÉKÉS ŐSZ Ű"), "windows-1250", ()),
    "flowed": (("> quoted text that goes on", *MOVE, "From here", "-- ", "Ann"), "utf-8", ()),
    "flowed-delsp": (MOVE, "utf-8", ()),
    "html-only": (HTML, "utf-8", ("html_only",)),
    "html-broken": (
        (*MOVE, "INFLUENCE Delft < 3", "TAX 2 never closed", "LAY LAST"), "us-ascii", ("html_only",),
    ),
    "alternative": (MOVE, "us-ascii", ()),
    "alternative-empty-plain": (MOVE, "us-ascii", ("html_only",)),
    "alternative-plain-last-in-related": (MOVE, "us-ascii", ()),
    "signed": (MOVE, "us-ascii", ()),
    "encrypted": ((), "", ("encrypted", "no_text")),
    "report-attached": (MOVE_AND_DELFT, "us-ascii", ("attachment_ignored", "letter_ignored")),
    "boundary-missing": (MOVE, "us-ascii", ("multipart_broken",)),
    "boundary-never-closed": ((*MOVE, "--m-but-longer", "INFLUENCE Delft"), "us-ascii", ()),
    "from-unclosed": (MOVE, "us-ascii", ("from_missing",)),
    "from-missing": (MOVE, "us-ascii", ("from_missing",)),
    "from-several": (MOVE, "us-ascii", ("from_several",)),
    "message-id-missing": (MOVE, "us-ascii", ("message_id_missing",)),
    "message-id-empty": (MOVE, "us-ascii", ("message_id_missing",)),
    "subjects-several": (MOVE, "us-ascii", ("subject_several",)),
    "subject-8bit": (MOVE, "us-ascii", ("header_charset_assumed",)),
    "auto-report": (("Could not be delivered.",), "us-ascii", ("letter_ignored",)),
    "garbage": ((), "us-ascii", ("message_id_missing", "from_missing", "no_text")),
}  # fmt: skip

AUTO = {
    "auto-submitted": "auto_submitted",
    "auto-submitted-no": "",
    "auto-precedence": "precedence",
    "auto-list": "list",
    "auto-null-return-path": "null_return_path",
    "auto-suppress": "auto_response_suppress",
    "auto-suppress-none": "",
    "auto-daemon": "mailer_daemon",
    "auto-xautoreply": "auto_reply",
    "auto-report": "delivery_report",
    "own": "auto_submitted",
    "plain": "",
}

# file: (address, name)
SENDERS = {
    "plain": ("ann@example.org", "Ann Example"),
    "from-bare": ("ann@example.org", "Ann Example"),
    "from-name-poses": ("ann@example.org", "victim@example.org"),
    "from-several": ("ann@example.org", ""),
    "from-unclosed": ("", ""),
    "from-missing": ("", ""),
    "subject-encoded": ("ann@example.org", "Árvíztűrő András"),
}


def read(name: str) -> Letter:
    return read_letter((CORPUS / f"{name}.eml").read_bytes())


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_that_was_written(name: str) -> None:
    letter = read(name)
    assert (letter.body, letter.charset, letter.notes) == TEXTS[name]


@pytest.mark.parametrize("name", AUTO)
def test_robots_are_known(name: str) -> None:
    letter = read(name)
    assert letter.auto_why == AUTO[name]
    assert letter.auto is bool(AUTO[name])


@pytest.mark.parametrize("name", SENDERS)
def test_the_sender_is_the_address_and_not_the_name(name: str) -> None:
    letter = read(name)
    assert (letter.from_address, letter.from_name) == SENDERS[name]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("subject-encoded", "Re: Árvíztűrőx =?utf-8?X?y?="),
        ("subject-8bit", "Árvíz"),
        ("subjects-several", "GAME gouda"),
        ("ordinary-long-header", "x" * 10_000),
        ("no-header", ""),
    ],
)
def test_subjects(name: str, expected: str) -> None:
    assert read(name).subject == expected


def test_message_ids_as_they_are_and_made_up() -> None:
    assert read("message-id-brackets").message_id == "<[x@y.z]>"
    made_up = read("message-id-missing")
    assert made_up.message_id == f"<{made_up.sha256}@letter.invalid>"


def test_the_thread() -> None:
    letter = read("threaded")
    assert letter.in_reply_to == "<r2@example.org>"
    assert letter.references == ("<r1@example.org>", "<r2@example.org>")


def test_all_places_where_the_reply_address_can_stand() -> None:
    assert read("to-trailing-comma").recipients == (
        "judge+ann0secret0token@example.org",
        "host@example.org",
        "judge@example.org",
        "judge+tok4@example.org",
        "judge+tok5@example.org",
    )


def test_the_judges_own_letter() -> None:
    letter = read("own")
    assert (letter.own, letter.judge) == (True, "judge-1")
    assert read("plain").own is False


def test_every_file_of_the_corpus_is_described_and_read() -> None:
    table = (CORPUS / "README.md").read_text(encoding="utf-8")
    for path in CORPUS.glob("*.eml"):
        letter = read_letter(path.read_bytes())
        assert letter.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
        assert letter.size == path.stat().st_size
        assert f"| {path.stem} |" in table


HEAD = b"From: ann@example.org\r\nSubject: big\r\nMessage-ID: <1@example.org>\r\n"


def test_a_letter_of_30_mb_is_not_parsed_but_its_sender_known() -> None:
    raw = HEAD + b"\r\n" + b"MOVE NONE\r\n" * 2_800_000
    begin = time.perf_counter()
    letter = read_letter(raw)
    assert time.perf_counter() - begin < 1.0
    assert (letter.fault, letter.body, letter.from_address, letter.size) == (
        "too_large", (), "ann@example.org", len(raw),
    )  # fmt: skip
    assert read_head(raw[:65_536], len(raw)).fault == "too_large"
    assert read_letter(HEAD + b"\r\nMOVE NONE\r\n", max_bytes=20).fault == "too_large"


def multipart(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(b"--b\r\n" + part + b"\r\n" for part in parts)
    return HEAD + b"Content-Type: multipart/" + kind + b"; boundary=b\r\n\r\n" + body + b"--b--\r\n"


def nested(levels: int) -> bytes:
    opening = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%dx\r\n\r\n--b%dx\r\n" % (n, n) for n in range(levels)
    )
    return HEAD + opening + b"\r\nMOVE NONE\r\n"


HTML_HEAD = HEAD + b"Content-Type: text/html\r\n\r\n"
HOSTILE = {
    "attachment of 9 MB": multipart(
        b"mixed", b"\r\nMOVE NONE", b"Content-Type: application/zip\r\n\r\n" + b"A" * 9_000_000
    ),
    "1,000 attachments": multipart(b"mixed", b"\r\nMOVE NONE", *[b"Content-Disposition: attachment\r\n\r\nx"] * 1000),
    "1,000 texts": multipart(b"mixed", *[b"\r\nMOVE NONE"] * 1000),
    "20 levels": nested(20),
    "10,000 levels": nested(10_000),
    "20,000 encoded words": b"Subject: " + b"=?utf-8?q?a?= " * 20_000 + b"\r\n\r\nMOVE NONE\r\n",
    "20,000 recipients": b"To: " + b"a@example.org, " * 20_000 + b"\r\n\r\nMOVE NONE\r\n",
    "20,000 folds": b"To: x" + b"\r\n x" * 20_000 + b"\r\n\r\nMOVE NONE\r\n",
    "20,000 brackets": b"From: " + b"(" * 20_000 + b"\r\n\r\nMOVE NONE\r\n",
    "text of 5 MB": HEAD + b"\r\n" + b"MOVE NONE\r\n" * 450_000,
    **{
        f"html {mark.decode()}": HTML_HEAD + b"<p>MOVE NONE</p>" + mark * (1_000_000 // len(mark))
        for mark in (b"<!--", b"<a ", b"</", b"<", b"&", b"&amp", b"<script>", b"<div>", b"<blockquote>", b'<a b="')
    },
}


@pytest.mark.parametrize("what", HOSTILE)
def test_bounded_time_for_hostile_letters(what: str) -> None:
    begin = time.perf_counter()
    letter = read_letter(HOSTILE[what])
    assert time.perf_counter() - begin < 5.0  # what is quadratic takes minutes
    assert sum(map(len, letter.body)) <= 1024 * 1024
    if what == "10,000 levels":
        assert "too_deep" in letter.notes
    elif what == "1,000 texts":
        assert "parts_capped" in letter.notes
    else:
        assert letter.body[0].startswith("MOVE NONE")
    if what == "text of 5 MB":
        assert "text_truncated" in letter.notes


def sound(letter: Letter) -> None:
    """What holds for every letter whatsoever."""
    texts = [letter.from_name, letter.from_address, letter.subject, letter.message_id, letter.judge, letter.in_reply_to]
    for text in [*texts, *letter.recipients, *letter.references, *letter.body]:
        text.encode("utf-8")
        assert not {"\0", "\r", "\n"} & set(text)
    assert letter.message_id.startswith("<")
    assert len(letter.from_address) <= 254
    assert set(letter.notes) <= set(NOTES)


NAMES = st.sampled_from(
    ["From", "To", "Cc", "Subject", "Message-ID", "References", "In-Reply-To", "Content-Type", "Auto-Submitted",
     "Content-Transfer-Encoding", "Content-Disposition", "Return-Path", "Delivered-To", "Precedence", "Date", "X"]
)  # fmt: skip
PIECES = st.sampled_from(
    [b"<", b">", b'"', b"(", b")", b"@", b",", b";", b":", b"=", b"\\", b" ", b"\r\n ", b"a@example.org", b"[]", b"'",
     b"=?utf-8?q?=C3?=", b"=?x?b?!?=", b"=?utf-16?B?2AA=?=", b"multipart/mixed", b"boundary=b", b"charset=", b"utf-7",
     b"zlib", b"*0*=", b"%F", b"\xe9", b"\xff\xfe", b"\0", b"text/html", b"base64", b"quoted-printable", b"idna"]
)  # fmt: skip
VALUES = st.lists(PIECES | st.binary(max_size=6), max_size=12).map(b"".join)


@settings(max_examples=1500, deadline=None)
@given(fields=st.lists(st.tuples(NAMES, VALUES), max_size=6), body=st.binary(max_size=80) | VALUES)
def test_no_header_raises(fields: list[tuple[str, bytes]], body: bytes) -> None:
    sound(read_letter(b"".join(name.encode() + b": " + value + b"\r\n" for name, value in fields) + b"\r\n" + body))


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_raise(raw: bytes) -> None:
    sound(read_letter(raw))


@settings(max_examples=500, deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(path.stem for path in CORPUS.glob("*.eml"))))
def test_no_damage_to_a_real_letter_raises(data: st.DataObject, name: str) -> None:
    raw = bytearray((CORPUS / f"{name}.eml").read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw)))
        raw[at : at + data.draw(st.integers(0, 20))] = data.draw(VALUES)
    sound(read_letter(bytes(raw)))
