"""Names that break a naive report, case 35: in every letter, header and PDF that a whole game sends."""

# ruff: noqa: E501 -- tables read best with one case a line

from __future__ import annotations

import io
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path

import pypdf
import pytest

from pbem.clock import SetClock
from pbem.deadlines import parse_schedule
from pbem.judge import Judge, NewPlayer
from pbem.mail.compose import NAME_LIMIT, one_header_line
from pbem.reports.ink import SUBSTITUTE, printable
from pbem.store import open_store
from pbem.store.models import LetterOut
from tests.pbem.mailroom import CONFIG, counting

FACTIONS = ("catholics", "habsburgs", "nobility", "burghers", "reformers")
HOSTILE = {
    "markup": ("A&B <b>bold</b>", '"); DROP TABLE player; --', "<para>&nbsp;</para>", "(\\) <</Type /Page>> %%EOF", "{{ 7*7 }} %s"),
    "long": ("Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss", "W" * 150, "é" * 60, "a b " * 25, "Ünal-Őry"),
    "other scripts": ("آن الكبيرة", "Анна Петрова", "Ζωή", "王小明", "Zoë 🎲🧀"),
    "line ends": ("a\r\nBcc: eve@example.org", "b\x00c", "d\u2028e", "f\u202eg", "=?utf-8?b?aGVsbG8=?="),
}  # fmt: skip


def message_of(letter: LetterOut) -> EmailMessage:
    message = message_from_bytes(letter.raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def squeezed(text: str) -> str:
    """Without the spaces and line ends that setting a text brings."""
    return "".join(text.split())


@pytest.mark.parametrize("kind", HOSTILE)
async def test_case_35_names(kind: str, tmp_path: Path) -> None:
    clock = SetClock(datetime(2027, 1, 4, 12, tzinfo=UTC))
    store = await open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    judge = Judge(store, clock, CONFIG, draw=counting(kind))
    names = dict(zip((f"{faction}@example.org" for faction in FACTIONS), HOSTILE[kind], strict=True))
    players = [
        NewPlayer(address=address, name=name, seats=(address.partition("@")[0],), language="hu" if n % 2 else "en")
        for n, (address, name) in enumerate(names.items())
    ]
    schedule = parse_schedule("every 3 days at 20:00 UTC minimum 24 hours")
    await judge.new_game("gouda", "dutch_revolt", {"players": 5}, players, schedule=schedule)
    letters = (await judge.letters("gouda"))[1]
    assert len(letters) == 5
    await _everyone_leaves(judge, letters)
    letters = (await judge.letters("gouda"))[1]
    await store.close()
    assert {"report", "receipt", "notice"} <= {letter.kind for letter in letters}
    seen = 0
    for letter in letters:
        message, name = message_of(letter), names[letter.recipient]
        assert parseaddr(str(message["To"]))[1] == letter.recipient
        assert [key for key in message if key.lower() in ("bcc", "cc")] == []
        assert squeezed(message["To"].addresses[0].display_name) == squeezed(one_header_line(name, NAME_LIMIT))
        body = message.get_body(("plain",))
        assert body is not None
        text = str(body.get_content())
        assert "\x00" not in text
        assert "\nBcc:" not in text.replace("\r\n", "\n")
        if letter.kind == "receipt":
            assert squeezed(one_header_line(name, NAME_LIMIT)) in squeezed(text)
        for part in message.iter_attachments():
            assert part.get_content_type() == "application/pdf"
            assert len(letter.raw) < 300_000
            pdf = pypdf.PdfReader(io.BytesIO(part.get_content()))
            drawn = squeezed("".join(page.extract_text() for page in pdf.pages))
            shown = squeezed(printable("Text-Regular", one_header_line(name, 1000)))
            shown = shown if len(shown) < 12 else shown[:12]  # a long one ends with "…"
            assert shown in drawn, (name, shown)
            seen += 1
            for value in (pdf.metadata or {}).values():
                assert "endobj" not in str(value)
    assert seen >= 5


async def _everyone_leaves(judge: Judge, letters: list[LetterOut]) -> None:
    """So that everybody's name stands in letters to everybody."""
    for number, letter in enumerate(letters):
        reply_to = str(message_of(letter)["Reply-To"])
        raw = (
            f"From: <{letter.recipient}>\r\nTo: {reply_to}\r\nMessage-ID: <{number}@x.example.org>\r\n\r\nABSENT 9\r\n"
        )
        assert (await judge.take_letter(raw.encode())).status == "done"


def test_case_35_what_the_font_lacks_has_a_visible_substitute() -> None:
    assert SUBSTITUTE in printable("Text-Regular", "Zoë 🎲")
    assert printable("Text-Regular", "Anna Őry") == "Anna Őry"
