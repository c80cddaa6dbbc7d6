"""Every letter of the corpus through the judge: its outcome is what the table in corpus/README.md says.

PBEM_WRITE_CORPUS=1 writes the outcomes into the table; read them before you believe them.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.mail.letter import read_letter
from tests.mail.corpus_room import CORPUS, CorpusRoom, Outcome

TABLE = CORPUS / "README.md"
COLUMNS = ("file", "case", "what is odd about it", "becomes", "orders taken", "refused", "answers", "the receipt says")


@dataclass
class Row:
    """A line of the table."""

    file: str
    case: str
    what: str
    status: str = ""
    taken: str = ""
    refused: str = ""
    answers: str = ""
    says: str = ""

    def line(self) -> str:
        cells = (self.file, self.case, self.what, self.status, self.taken, self.refused, self.answers, self.says)
        return "| " + " | ".join(cells) + " |"


def rows() -> list[Row]:
    found = []
    for line in TABLE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|\n").split(" | ")] if line.startswith("| ") else []
        if len(cells) == len(COLUMNS) and cells[0] not in ("file", "---"):
            found.append(Row(*cells))
    return found


def _cell(lines: tuple[str, ...]) -> str:
    shown = " / ".join(line.replace("|", "¦") for line in lines)
    return shown if len(shown) <= 300 else f"{shown[:300]} …"


def _filled(row: Row, outcome: Outcome) -> Row:
    status = f"{outcome.status}: {outcome.why}" if outcome.why else outcome.status
    answers = ", ".join(
        kind if recipient == "ann@example.org" else f"{kind} to {recipient}" for kind, recipient in outcome.answers
    )
    return Row(row.file, row.case, row.what, status, _cell(outcome.taken), _cell(outcome.refused), answers, row.says)


async def test_every_letter_of_the_table(tmp_path: Path) -> None:
    room = await CorpusRoom.begin(tmp_path)
    wrong, table = [], []
    for row in rows():
        outcome = await room.hand_in((CORPUS / f"{row.file}.eml").read_bytes())
        found = _filled(row, outcome)
        table.append(found)
        if found != row:
            wrong.append(f"expected {row.line()}\nfound    {found.line()}")
        for fragment in filter(None, row.says.split(" / ")):
            if fragment not in outcome.receipt:
                wrong.append(f"{row.file}: {fragment!r} is not in the receipt: {outcome.receipt}")
    await room.store.close()
    if os.environ.get("PBEM_WRITE_CORPUS") == "1":
        head = TABLE.read_text("utf-8").split("| file |")[0]
        lines = ["| " + " | ".join(COLUMNS) + " |", "|" + " --- |" * len(COLUMNS), *(row.line() for row in table)]
        TABLE.write_text(head + "\n".join(lines) + "\n", "utf-8")
    assert not wrong, "\n".join(wrong)


def test_the_table_names_every_file() -> None:
    named = [row.file for row in rows()]
    assert sorted(named) == sorted(path.stem for path in CORPUS.glob("*.eml"))
    assert len(set(named)) == len(named) > 150


@pytest.mark.parametrize("case", [str(n) for n in (1, 2, 8, *range(12, 20), 21, 22, 24, 25, 35)])
def test_every_case_that_one_letter_shows_has_letters(case: str) -> None:
    assert [row.file for row in rows() if case in row.case.split(", ")]


def test_reply_styles_of_many_languages_are_never_executed() -> None:
    """Each quotes the order TAX 3, with or without quote marks, below an order of the player's own."""
    languages = {
        row.file: row.file.rpartition("-")[2] for row in rows() if re.fullmatch(r"quote-(outlook-)?[a-z]{2}", row.file)
    }
    assert len(set(languages.values())) >= 20
    for row in rows():
        if row.file in languages:
            assert b"TAX 3" in (CORPUS / f"{row.file}.eml").read_bytes(), row.file
            assert row.taken == "MOVE Flanders TO Brabant", row.file


def test_the_corpus_names_nobody_outside_example_org() -> None:
    for path in CORPUS.glob("*.eml"):
        letter = read_letter(path.read_bytes())
        for address in (*letter.senders, *letter.recipients):
            assert address.endswith(("@example.org", ".example.org")), path.name
