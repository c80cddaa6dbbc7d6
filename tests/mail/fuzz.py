"""Letters of the corpus, damaged at random: nothing may escape, nothing may take long.

    python -m tests.mail.fuzz --letters 100000 --seed 1

Each letter is read, taken apart, identified as far as that goes without a store, and answered; one in so many goes
through a whole judge besides. Prints one line of JSON; `slowest_ms` is the longest time that one letter took to be
read and answered. A letter that escapes is written to `fuzz-N.eml`, and the run goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from orders import letter_body
from pbem.clock import SetClock
from pbem.judge_config import JudgeConfig
from pbem.mail.authentication import is_authentic
from pbem.mail.compose import Outgoing, compose
from pbem.mail.headers import sender_of
from pbem.mail.letter import NOTES, Letter, read_letter
from pbem.stationery import wrapped
from pbem.store import open_store
from tests.pbem.mailroom import CONFIG, Mailroom

CORPUS = Path(__file__).with_name("corpus")
EVERY = 50
"""One letter in so many goes through a judge."""
NAMES = (
    "From", "To", "Cc", "Subject", "Message-ID", "References", "In-Reply-To", "Content-Type", "Reply-To",
    "Content-Transfer-Encoding", "Content-Disposition", "Auto-Submitted", "Return-Path", "Delivered-To", "Precedence",
    "Date", "Authentication-Results", "X-Original-To", "MIME-Version",
)  # fmt: skip
PIECES: tuple[bytes, ...] = (
    b"<", b">", b'"', b"(", b")", b"@", b",", b";", b":", b"=", b"\\", b"\r\n", b"\r\n ", b"\n", b"\r", b"\0", b"[]",
    b"=?utf-8?q?=C3?=", b"=?utf-8?b?!?=", b"=?x?q?=0D=0ABcc: v?=", b"multipart/mixed", b"multipart/alternative",
    b"boundary=b", b"--b\r\n", b"--b--\r\n", b"charset=utf-7", b"charset=zlib", b"charset=utf-16", b"*0*=utf-8''%F",
    b"\xe9", b"\xff\xfe", b"\xe2\x80\xae", b"text/html", b"message/rfc822", b"base64", b"quoted-printable", b"=\r\n",
    b"<blockquote>", b"</blockquote>", b"<div style='display:none'>", b"<!--", b"<pre>", b"&#0;", b"&#1114112;", b"<s>",
    b"> ", b"-- \r\n", b"=-=-= pbem cut here =-=-=",
    b"On Mon, 4 Jan 2027 at 10:12 Judge <judge@example.org> wrote:\r\n",
    b"judge+ann0secret0token@example.org", b"[gouda#ann0secret0token]", b"MOVE Holland TO Utrecht\r\n", b"BID 2\r\n",
    b"1. x\r\n----\r\n", b"# ", b"; ", b"END\r\n", b"ELSE", b"\xf0\x9f\x9a\xa2", b"9" * 40, b" " * 300, b"x" * 2000,
)  # fmt: skip


@dataclass
class Tally:
    """What a run has found."""

    letters: int = 0
    through_judge: int = 0
    slowest: float = 0.0
    slowest_of: str = ""
    escapes: list[str] = field(default_factory=list)


def mutated(draw: random.Random, raw: bytes, others: list[bytes]) -> bytes:
    """A letter with one to six wounds."""
    data = bytearray(raw)
    for _ in range(draw.randint(1, 6)):
        at = draw.randrange(len(data) + 1)
        wound = draw.randrange(9)
        if wound == 0:
            data[at : at + draw.randint(0, 30)] = draw.choice(PIECES)
        elif wound == 1:
            data[at:at] = draw.choice(PIECES) * draw.choice((1, 1, 2, 50))
        elif wound == 2 and data:
            data[at % len(data)] = draw.randrange(256)
        elif wound == 3:
            del data[at : at + draw.randint(1, 200)]
        elif wound == 4:
            data[0:0] = f"{draw.choice(NAMES)}: ".encode() + draw.choice(PIECES) * draw.randint(0, 4) + b"\r\n"
        elif wound == 5:
            data[at:at] = data[draw.randrange(len(data) + 1) :][: draw.randint(1, 400)]
        elif wound == 6:
            other = draw.choice(others)
            cut = draw.randrange(len(other) + 1)
            data[at:] = other[cut:]
        elif wound == 7:
            data[at:at] = draw.randbytes(draw.randint(1, 40))
        else:
            lines = bytes(data).split(b"\r\n")
            draw.shuffle(lines)
            data = bytearray(b"\r\n".join(lines))
    return bytes(data)


def read_and_answer(raw: bytes) -> None:
    """All that is done with a letter outside of the store. Raises AssertionError for a letter that gets through."""
    letter = read_letter(raw)
    _sound(letter)
    body = letter_body.read(letter.body)
    letter_body.subject_without_marks(letter.subject)
    sender_of(raw[:65_536])
    is_authentic(letter.authentication, "mx.example.org", "ann@example.org")
    told = [f"{x.number}: {x.text} {x.comment}" for x in body.orders] + [f"{x.number}: {x.text}" for x in body.asides]
    answer = compose(
        Outgoing(
            judge="pbem", message_id="<1@example.org>", date=datetime(2027, 1, 4, tzinfo=UTC),
            from_address="judge@example.org", to_address=letter.from_address or "ann@example.org",
            to_name=letter.from_name, subject=letter.subject, text="\n".join(wrapped(line, 2) for line in told[:200]),
            answers=letter.message_id, references=letter.references,
        )
    )  # fmt: skip
    head = answer.partition(b"\r\n\r\n")[0]
    assert b"\n" not in head.replace(b"\r\n", b""), "a bare line end in the header of an answer"
    names = [line.partition(b":")[0].lower() for line in head.split(b"\r\n") if line[:1] not in b" \t"]
    assert len(set(names)) == len(names), "a header field was smuggled in"
    assert b"bcc" not in names
    assert names.count(b"to") == 1


def _sound(letter: Letter) -> None:
    texts = (letter.from_name, letter.from_address, letter.subject, letter.message_id, letter.judge, letter.in_reply_to)
    for text in (*texts, *letter.recipients, *letter.references, *letter.body, *letter.senders):
        text.encode("utf-8")
        assert not {"\0", "\r", "\n"} & set(text), "a line end or NUL inside a field"
    assert set(letter.notes) <= set(NOTES)


async def run(letters: int, seed: int, out: Path) -> Tally:
    """Fuzz so many letters."""
    draw = random.Random(seed)
    files = {path.stem: path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))}
    names, tally = list(files), Tally()
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(f"sqlite:///{Path(folder) / 'fuzz.db'}")
        room = Mailroom(store, SetClock(datetime(2027, 1, 4, tzinfo=UTC)), config=_generous())
        await room.begin()
        token = (await room.token("red")).encode()
        for n in range(letters):
            name = draw.choice(names)
            raw = mutated(draw, files[name], list(files.values()))
            begin = time.perf_counter()
            try:
                read_and_answer(raw)
                spent = time.perf_counter() - begin
                if n % EVERY == 0:
                    handled = await room.judge.take_letter(raw.replace(b"ann0secret0token", token))
                    assert handled.status != "shunted", f"shunted: {handled.why}"
                    tally.through_judge += 1
            except Exception:  # noqa: BLE001 -- whatever escapes is what we look for
                spent = time.perf_counter() - begin
                kept = out / f"fuzz-{n}.eml"
                kept.write_bytes(raw)
                tally.escapes.append(f"{kept}: {traceback.format_exc(limit=-2).strip()}")
            tally.letters += 1
            if spent > tally.slowest:
                tally.slowest, tally.slowest_of = spent, name
        await store.close()
    return tally


def _generous() -> JudgeConfig:
    return replace(CONFIG, answers_an_hour=10**9, answers_a_day=10**9, token_days=0)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path())
    given = parser.parse_args()
    begin = time.perf_counter()
    tally = asyncio.run(run(given.letters, given.seed, given.out))
    for escape in tally.escapes[:20]:
        print(escape, file=sys.stderr)
    print(
        json.dumps(
            {
                "letters": tally.letters, "through_judge": tally.through_judge, "escapes": len(tally.escapes),
                "slowest_ms": round(tally.slowest * 1000, 1), "slowest_of": tally.slowest_of,
                "seconds": round(time.perf_counter() - begin, 1),
            }
        )
    )  # fmt: skip
    return 1 if tally.escapes else 0


if __name__ == "__main__":
    sys.exit(main())
