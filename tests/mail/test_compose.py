"""Letters of the judge: the same bytes each time, sound for every reader, with no header smuggled in."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.compose import Attachment, Outgoing, compose
from pbem.mail.letter import read_letter

PLAIN = Outgoing(
    judge="judge-1",
    message_id="<g1.t2.ann@example.org>",
    date=datetime(2025, 3, 1, 18, 0, tzinfo=UTC),
    from_address="judge@example.org",
    from_name="The Judge",
    to_address="ann@example.org",
    to_name="Ann",
    subject="Gouda, turn 2",
    text="GAME gouda\nMOVE NONE\n",
)
REPORT = replace(
    PLAIN,
    subject="Gouda, 2. forduló: árvíztűrő tükörfúrógép",
    text="Árvíztűrő = tükörfúrógép \nFrom here\n.\n" + "hosszú " * 40 + "\n",
    reply_to="judge+s3cret@example.org",
    answers="<order@example.org>",
    references=("<first@example.org>",),
    auto="auto-replied",
    language="hu",
    attachments=(Attachment("jelentés 2.pdf", b"%PDF-1.4\n" + bytes(range(256)) * 5, description="Térkép és számok"),),
)


def parsed(raw: bytes) -> EmailMessage:
    return cast(EmailMessage, email.message_from_bytes(raw, policy=email.policy.default))


@pytest.mark.parametrize("outgoing", [PLAIN, REPORT])
def test_the_same_arguments_give_the_same_bytes(outgoing: Outgoing) -> None:
    assert compose(outgoing) == compose(replace(outgoing))


@pytest.mark.parametrize("outgoing", [PLAIN, REPORT])
def test_lines_end_with_crlf_and_pass_every_server(outgoing: Outgoing) -> None:
    raw = compose(outgoing)
    assert raw.isascii()
    assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r")
    assert max(len(line) for line in raw.split(b"\r\n")) <= 78
    assert raw.endswith(b"\r\n")


def test_another_reader_finds_what_was_written() -> None:
    message = parsed(compose(REPORT))
    body, (pdf,) = message.get_body(), list(message.iter_attachments())
    assert message["Subject"] == REPORT.subject
    assert message["From"] == "The Judge <judge@example.org>"
    assert message["Reply-To"] == "The Judge <judge+s3cret@example.org>"
    assert message["In-Reply-To"] == "<order@example.org>"
    assert message["References"].split() == ["<first@example.org>", "<order@example.org>"]
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["Date"].datetime == REPORT.date
    assert body is not None
    assert body.get_content().replace("\r\n", "\n") == REPORT.text
    assert (pdf.get_content_type(), pdf.get_filename()) == ("application/pdf", "jelentés 2.pdf")
    assert pdf.get_content() == REPORT.attachments[0].content
    assert pdf["Content-Description"] == "Térkép és számok"


def test_the_judge_knows_its_own_letter() -> None:
    letter = read_letter(compose(REPORT))
    assert (letter.own, letter.judge, letter.auto, letter.message_id) == (True, "judge-1", True, REPORT.message_id)
    assert "\n".join(letter.body) + "\n" == REPORT.text


def test_a_long_thread_keeps_its_first_and_its_last() -> None:
    thread = tuple(f"<{n}@example.org>" for n in range(500))
    found = parsed(compose(replace(PLAIN, references=thread, answers="<last@example.org>")))["References"].split()
    assert (found[0], found[-1], len(found)) == ("<0@example.org>", "<last@example.org>", 12)


@pytest.mark.parametrize(
    "change",
    [
        {"to_address": "ann@example.org\r\nBcc: eve@example.org"},
        {"to_address": "ann@example.org, eve@example.org"},
        {"reply_to": "Ann <ann@example.org>"},
        {"message_id": "<a b@example.org>"},
        {"message_id": "g1@example.org"},
        {"date": datetime(2025, 3, 1)},  # noqa: DTZ001
        {"attachments": (Attachment("x", b"", "text/plain\r\nX-Evil: 1"),)},
    ],
)
def test_what_can_not_stand_in_a_header_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"not a|time zone"):
        compose(replace(PLAIN, **change))  # type: ignore[arg-type]


HOSTILE = st.text(max_size=300) | st.text('\r\n\t :<>@=?"\\é\u2028\x85\ud800x', max_size=60)
FIELDS = {
    "date", "from", "to", "reply-to", "subject", "message-id", "in-reply-to", "references", "auto-submitted",
    "x-auto-response-suppress", "x-pbem-judge", "mime-version", "content-type", "content-language",
}  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    subject=HOSTILE, name=HOSTILE, answers=HOSTILE, references=st.lists(HOSTILE, max_size=5), file=HOSTILE, text=HOSTILE
)
def test_nothing_smuggles_a_header_in(
    subject: str, name: str, answers: str, references: list[str], file: str, text: str
) -> None:
    raw = compose(
        replace(
            PLAIN,
            subject=subject,
            to_name=name,
            from_name=name,
            answers=answers,
            references=tuple(references),
            language=name,
            text=text,
            attachments=(Attachment(file, b"x", description=subject),),
        )
    )
    head, _, body = raw.partition(b"\r\n\r\n")
    names = [line.partition(b":")[0].decode().lower() for line in head.split(b"\r\n") if line[:1] not in b" \t"]
    assert set(names) <= FIELDS
    assert len(names) == len(set(names))
    assert max(len(line) for line in raw.split(b"\r\n")) < 990
    assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r")
    letter = read_letter(raw)
    assert letter.from_address == "judge@example.org"
    assert letter.recipients == ("ann@example.org",)
    assert body.count(b"Content-Disposition: attachment") == 1


@settings(max_examples=200, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cc", "Cs"]) | st.just("\n"), max_size=500))
def test_every_text_comes_back(text: str) -> None:
    letter = read_letter(compose(replace(PLAIN, text=text)))
    assert "\n".join(letter.body).rstrip() == text.rstrip("\n").rstrip()
