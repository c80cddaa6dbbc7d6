"""Nothing leaks: in a scripted game all that was sent and logged is searched for what must not be there."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from sqlalchemy import select

from pbem import service
from pbem.clock import SetClock
from pbem.journal_lines import set_up_logs
from pbem.mail.embedded import deliver, make_maildir
from pbem.mail.maildir import MaildirMailbox
from pbem.mail.smtp import Fate, Outcome, Stage
from pbem.store import games, open_store
from pbem.store.models import OldToken, SeatRow
from tests.pbem.conftest import clock  # noqa: F401 -- a fixture
from tests.pbem.mailroom import ANNA, BERT, CONFIG, Mailroom

# What Anna and Bert write to the judge and to nobody else.
ANNAS_WORDS, BERTS_WORDS = "xylophone-quince", "marzipan-zeppelin"


@pytest.fixture
async def room(tmp_path: Path, clock: SetClock) -> AsyncIterator[Mailroom]:  # noqa: F811
    config = replace(CONFIG, token_days=2, token_grace_days=2)
    made = Mailroom(await open_store(f"sqlite:///{tmp_path / 'judge.db'}"), clock, config=config)
    await made.begin()
    yield made
    await made.store.close()


def everything_in(raw: bytes) -> str:
    """A letter as it is, and all its headers and texts decoded."""
    message = message_from_bytes(raw, policy=policy.default)
    parts = [part.get_content() for part in message.walk() if not part.is_multipart()]
    texts = [part if isinstance(part, str) else part.decode("latin-1") for part in parts]
    return "\n".join([raw.decode("latin-1"), *(f"{name}: {value}" for name, value in message.items()), *texts])


async def play(room: Mailroom, folder: Path) -> str:
    """A game to its end, with every kind of letter, over a mailbox; gives what was logged and printed."""
    make_maildir(folder)
    box = MaildirMailbox(folder)

    async def open_mailbox() -> MaildirMailbox:
        return box

    async def send(raw: bytes, sender: str, recipient: str) -> Outcome:
        room.sent.append((recipient, raw))
        if len(room.sent) % 7 == 3:  # the server repeats what it was given, as some do
            return Outcome(Fate.LATER, Stage.DATA, 451, f"try later: {raw[:300].decode('latin-1')}")
        return Outcome(Fate.SENT, Stage.DONE, 250, "ok")

    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        set_up_logs("logfmt")
        running = service.Service(
            judge=room.judge, open_mailbox=open_mailbox, send=send, clock=room.clock, mailbox_name="judge@x/INBOX"
        )
        running.rhythm = service.Rhythm(idle=False)

        async def bring(seat: str, text: str, **changes: str) -> None:
            deliver(folder, await room.raw(seat, text, **changes))
            await running.poll()

        for turn in range(2):
            stolen = f"judge+{await room.token('red')}@example.org"
            await bring("red", f"BID 2\nSTATUS\nFORM\nHELP\nREPORT 1\nthe {ANNAS_WORDS} {turn}", Subject=ANNAS_WORDS)
            await bring("red", "EXPLODE")
            await bring("red", f"BID 3 # {ANNAS_WORDS}", From=f'"{ANNAS_WORDS}" <anna@work.example.org>')
            await bring("red", "BID 1", To="judge@example.org")
            await bring("red", "BID 1", From="zed@example.org", To="judge@example.org")
            await bring("red", f"BID 1\n{BERTS_WORDS}", From=BERT.address, To=stolen)
            await bring("red", "x" * 6_000_000)
            await running.sweep()
            room.clock.advance(service.LONGEST_PAUSE * 15)
            await room.wait(hours=50)  # a reminder
            await bring("blue", f"BID 1\n{BERTS_WORDS}\nWAIT", Subject=BERTS_WORDS)
            await bring("blue", "READY")
            await bring("red", "STANCE bold")
            await room.wait(days=5)
            await running.sweep()
            await running.flush()
        await running.heartbeat()
        for _ in range(8):
            room.clock.advance(room.judge.config.longest_pause)
            await running.flush()
    return said.getvalue()


async def test_no_secret_is_sent_to_anyone_else_or_logged(room: Mailroom, tmp_path: Path) -> None:
    logged = await play(room, tmp_path / "Maildir")
    game = await room.judge.game("tiny")
    assert game is not None
    assert game.status == "over"
    letters = await room.outgoing()
    kinds = {letter.kind for letter in letters}
    assert kinds >= {"report", "receipt", "report_again", "advice", "stranger", "elsewhere", "leaked", "reminder"}
    async with room.store.reading() as db:
        seats = (await db.execute(select(SeatRow))).scalars().all()
        old = (await db.execute(select(OldToken))).scalars().all()
        address = {player.id: player.address for player in await games.players(db, 1)}
    owner = {seat.token: address[seat.player] for seat in seats}
    seat_of = {seat.id: seat for seat in seats}
    owner |= {one.token: address[seat_of[one.seat].player] for one in old}
    assert len(owner) >= 5  # they did change
    seen = set()
    for letter in letters:
        text = everything_in(letter.raw)
        for token, whose in owner.items():
            if token in text.lower():
                assert whose == letter.recipient, (letter.kind, letter.recipient)
                seen.add(token)
        # The Message-ID of a letter helps to prove who somebody is: it stands in no letter to others.
        for other in letters:
            if other.recipient != letter.recipient:
                assert other.message_id not in text
        over = letter.kind == "report" and "before the first move" in " ".join(text.split())
        assert over or game.secret.hex() not in text
    assert seen >= {seat.token for seat in seats}  # the search does find
    for secret in (*owner, game.secret.hex(), ANNAS_WORDS, BERTS_WORDS, ANNA.address, BERT.address, "zed@example.org"):
        assert secret not in logged
    assert "status=shunted" in logged


async def test_no_word_of_a_player_reaches_another(room: Mailroom, tmp_path: Path) -> None:
    """There is no press, and none by accident: what one writes, in the text, the subject or his name, is shown to
    nobody but himself."""
    await play(room, tmp_path / "Maildir")
    found = {ANNAS_WORDS: 0, BERTS_WORDS: 0}
    for letter in await room.outgoing():
        text = everything_in(letter.raw)
        for words, address in ((ANNAS_WORDS, ANNA.address), (BERTS_WORDS, BERT.address)):
            if words in text:
                assert letter.recipient == address, letter.kind
                found[words] += 1
    assert all(found.values())  # his receipt shows him his own lines
