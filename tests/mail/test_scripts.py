"""Plays the mail scripts of tests/mail/scripts on the real game; see the README there."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

from pbem.clock import SetClock
from pbem.deadlines import parse_schedule
from pbem.judge import Judge, NewPlayer
from pbem.judge_config import JudgeConfig
from pbem.store import open_store
from pbem.store.models import LetterOut
from tests.pbem.mailroom import counting, text_of

HAPPENED = re.compile(r"\d+\. (What happened|Mi történt)")
SCRIPTS = Path(__file__).with_name("scripts")
CONFIG = JudgeConfig(address="judge@example.org", judge_name="The Judge", host="host@example.org")


def moment(text: str) -> datetime:
    return datetime.strptime(text.strip(), "%Y-%m-%d %H:%M").replace(tzinfo=UTC)


class Script:
    """One story."""

    def __init__(self, folder: Path, judge: Judge, clock: SetClock) -> None:
        self.folder, self.judge, self.clock = folder, judge, clock
        self.name = ""
        self.tokens: dict[str, str] = {}
        self.seen = 0

    async def begin(self) -> None:
        options: dict[str, Any] = {}
        players: list[NewPlayer] = []
        rules, more = "", dict[str, Any]()
        for line in (self.folder / "game.txt").read_text("utf-8").splitlines():
            word, _, rest = line.partition(" ")
            match word:
                case "AT":
                    self.clock.set(moment(rest))
                case "GAME":
                    self.name, rules = rest.split()
                case "OPTION":
                    key, value = rest.split()
                    options[key] = int(value) if value.isdigit() else value
                case "PLAYER":
                    address, language, zone, seats, name = rest.split(maxsplit=4)
                    players.append(
                        NewPlayer(address=address, name=name, seats=seats.split(","), language=language, zone=zone)
                    )
                case "SCHEDULE":
                    more["schedule"] = parse_schedule(rest)
                case "DEADLINE":
                    more["on_deadline"] = rest
                case "REMINDER":
                    more["reminder_hours"] = int(rest)
                case _:
                    raise ValueError(f"{self.folder.name}/game.txt: {line}")
        await self.judge.new_game(self.name, rules, options, players, **more)
        sitting = await self.judge.sitting_of(self.name)
        self.tokens = {seat: row.token for seat, row in sitting.seats.items()}
        self.seen = max(letter.id or 0 for letter in await self.sent())

    async def sent(self) -> list[LetterOut]:
        letters = [*(await self.judge.letters(self.name))[1], *(await self.judge.letters(None))[1]]
        return sorted((x for x in letters if (x.id or 0) > self.seen), key=lambda x: x.id or 0)

    async def step(self, text: str) -> str:
        """Do one `in` file; gives what the `out` file must say."""
        lines = text.split("\n")
        said = []
        while lines and lines[0].startswith("AT "):
            self.clock.set(moment(lines.pop(0)[3:]))
            said.append(f"DEADLINES {await self.judge.sweep()}")
        letter = "\n".join(lines).strip("\n")
        if letter:
            for seat, token in self.tokens.items():
                letter = letter.replace("{" + seat + "}", token)
            handled = await self.judge.take_letter((letter + "\n").replace("\n", "\r\n").encode())
            said.append(f"LETTER {handled.status}{f' ({handled.why})' if handled.why else ''}")
        new = await self.sent()
        self.seen = max([self.seen, *(x.id or 0 for x in new)])
        game = await self.judge.game(self.name)
        assert game is not None
        said.append(f"GAME turn {game.turn}, phase {game.phase}, {game.journal} entries")
        return "\n".join([*said, *(shown(x) for x in new)]) + "\n"


def shown(letter: LetterOut) -> str:
    message = message_from_bytes(letter.raw, policy=policy.default)
    text = text_of(letter.raw)
    if letter.kind.startswith("report"):
        files = [part.get_filename() for part in message.iter_attachments()]
        text = "\n".join([f"({', '.join(map(str, files))})", *_played(text)]) + "\n"
    head = f"==== {letter.kind} to {message['To']}\nSubject: {message['Subject']}\n\n"
    return head + text.rstrip("\n")


def _played(text: str) -> list[str]:
    """The section of a report that tells what happened."""
    parts = re.split(r"\n\n(?=\d+\. .*\n-+\n)", text)
    return next((part.split("\n") for part in parts if HAPPENED.match(part)), [])


@pytest.mark.parametrize("folder", sorted(p.name for p in SCRIPTS.iterdir() if p.is_dir()))
async def test_script(folder: str, tmp_path: Path) -> None:
    clock = SetClock(datetime(2027, 1, 1, tzinfo=UTC))
    store = await open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    script = Script(SCRIPTS / folder, Judge(store, clock, CONFIG, draw=counting()), clock)
    await script.begin()
    for path in sorted((SCRIPTS / folder).glob("*-in.eml")):
        found = await script.step(path.read_text("utf-8"))
        expected = path.with_name(path.name.replace("-in.eml", "-out.txt"))
        if os.environ.get("PBEM_WRITE_SCRIPTS") == "1":
            expected.write_text(found, "utf-8")
        assert expected.read_text("utf-8").split("\n") == found.split("\n")
        shunted = [row.why for row in (await script.judge.letters(None))[0] if row.status == "shunted"]
        assert shunted == []
    await store.close()


def test_there_are_scripts() -> None:
    assert len([p for p in SCRIPTS.iterdir() if p.is_dir()]) >= 8
