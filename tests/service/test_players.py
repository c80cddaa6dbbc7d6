"""The automatic players: they fill in the form of the letter they were sent."""

from __future__ import annotations

import random
from email.message import EmailMessage
from pathlib import Path

from pbem.clock import SystemClock
from pbem.games.dutch_revolt.automatic import vary
from pbem.mail.embedded import HOST, LocalMail
from pbem.mail.settings import SmtpSettings
from pbem.players import AutomaticPlayer, find_form, read

FORM = """\
GAME gouda TURN 2 FACTION Burghers

## Phase 1 (9.1): set the city tax.
TAX 1
## or one of these instead; take away the #:
# TAX 2
# TAX 3

## Phase 4 (9.4): where do you recruit?
RECRUIT NONE
## other orders possible now; take away the # to give one:
# RECRUIT Holland
# RECRUIT Utrecht

## Phase 10 (9.10): place 7 new units.
PLACE 5 Holland ELSE Utrecht
ELSE Zeeland
PLACE 2 London Merchants
## other orders possible now; take away the # to give one:
# PLACE 7 Zeeland

END"""

LINES = [line.strip() for line in FORM.splitlines()]
OFFERED = {"TAX 2", "TAX 3", "RECRUIT Holland", "RECRUIT Utrecht", "PLACE 7 Zeeland"}
FILLED = {"TAX 1", "RECRUIT NONE", "PLACE 5 Holland ELSE Utrecht\nELSE Zeeland", "PLACE 2 London Merchants"}


def test_form_is_found_between_text() -> None:
    text = ["A report.", "GAME of thrones, says a player", "", *LINES, "Press END to go on", "END"]
    assert find_form(text) == LINES
    assert find_form(["GAME gouda", "no end"]) == []


def test_varied_form_has_only_lines_of_the_form() -> None:
    for seed in range(200):
        lines = vary(LINES, random.Random(seed))
        assert lines[0] == LINES[0]
        assert lines[-1] == "END"
        assert set(lines[1:-1]) <= OFFERED | FILLED
        assert sum(line.startswith("TAX") for line in lines) == 1
        recruits = [line for line in lines if line.startswith("RECRUIT")]
        assert recruits
        assert recruits == ["RECRUIT NONE"] or "RECRUIT NONE" not in recruits


def test_seed_decides() -> None:
    assert vary(LINES, random.Random("a")) == vary(LINES, random.Random("a"))
    assert len({tuple(vary(LINES, random.Random(seed))) for seed in range(50)}) > 5


async def test_reply_is_that_of_a_mail_client(tmp_path: Path) -> None:
    mail = await LocalMail.start(tmp_path, {"judge": "x", "anna": "x"})
    try:
        post = SmtpSettings(HOST, mail.smtp_port, None, None, "none")
        player = AutomaticPlayer("Anna", "anna@example.org", 1, post, SystemClock(), vary)
        letter = EmailMessage()
        letter["From"] = "The judge <judge@example.org>"
        letter["Reply-To"] = "judge+abc123@example.org"
        letter["Subject"] = "[gouda] Turn 2"
        letter["Message-ID"] = "<report.1@example.org>"
        letter.set_content("Report.\n\n" + FORM + "\n")
        assert await player.receive(letter.as_bytes())
        letter.set_content("A receipt without a form.\n")
        assert not await player.receive(letter.as_bytes())
        (delivered,) = (tmp_path / "judge" / "new").iterdir()
        raw = delivered.read_bytes()
    finally:
        await mail.close()
    reply = read(raw)
    assert reply.subject == "Re: [gouda] Turn 2"
    assert b"Delivered-To: judge+abc123@example.org" in raw
    assert b"In-Reply-To: <report.1@example.org>" in raw
    lines = reply.text.splitlines()
    assert lines[0] == LINES[0]
    assert "> GAME gouda TURN 2 FACTION Burghers" in lines
    assert player.letters == 2
    assert player.answered == 1
