"""Letters of a game as files: .eml in the order of time, and the reports out of them as PDF."""

from __future__ import annotations

import email
import email.policy
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.game_box import GameBox
from pbem.record import record_of
from pbem.store import Store, games
from pbem.store.models import Game, LetterIn, LetterOut


@dataclass(frozen=True)
class Exported:
    """How many files were written, and into which folder."""

    letters: int
    reports: int
    folder: Path


async def export_letters(store: Store, game: Game, folder: Path) -> Exported:
    """Write all letters of a game to `folder`/letters and the reports to `folder`/reports. Raises OSError."""
    async with store.reading() as db:
        assert game.id is not None
        incoming = await games.letters_in(db, game.id)
        outgoing = await games.letters_out(db, game.id)
        names = {player.id: player.name for player in await games.players(db, game.id)}
    letters = folder / "letters"
    letters.mkdir(parents=True, exist_ok=True)
    both: list[LetterIn | LetterOut] = [*incoming, *outgoing]
    ordered = sorted(both, key=_when)
    reports: set[Path] = set()
    for number, letter in enumerate(ordered, 1):
        who = names.get(letter.player, "somebody")
        if isinstance(letter, LetterIn):
            name = f"{number:04}-from-{_plain(who)}.eml"
        else:
            name = f"{number:04}-to-{_plain(who)}-{_plain(letter.kind)}.eml"
            _save_reports(letter, folder / "reports" / _plain(who), reports)
        (letters / name).write_bytes(letter.raw)
    return Exported(len(ordered), len(reports), folder)


async def export_record(store: Store, game: Game, box: GameBox, path: Path) -> None:
    """The record of a finished game, for `pbem verify`. Raises ValueError while it is running, OSError."""
    async with store.reading() as db:
        path.write_bytes(await record_of(db, game, box))


def _save_reports(letter: LetterOut, folder: Path, saved: set[Path]) -> None:
    """The PDFs of a letter; a phase with several questions has several reports of one name, which get numbers."""
    message = email.message_from_bytes(letter.raw, policy=email.policy.default)
    for part in message.walk():
        name = part.get_filename()
        content = part.get_payload(decode=True)
        if name and isinstance(content, bytes) and part.get_content_type() == "application/pdf":
            folder.mkdir(parents=True, exist_ok=True)
            wanted = folder / _file_name(name)
            path, number = wanted, 1
            while path in saved:
                number += 1
                path = wanted.with_stem(f"{wanted.stem}-{number}")
            path.write_bytes(content)
            saved.add(path)


def _when(letter: LetterIn | LetterOut) -> tuple[Any, int]:
    """Order of time; an answer comes after its question."""
    if isinstance(letter, LetterIn):
        return letter.received, 0
    return letter.made, 1


def _plain(text: str) -> str:
    return re.sub(r"[^\w-]+", "_", text).strip("_").lower() or "unnamed"


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name).lstrip(".") or "report.pdf"
