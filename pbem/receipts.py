"""The receipt: at once for every letter, each line restated in full words, what is missing and until when."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pbem import loop_guard, outbox, stationery
from pbem.commands import Extra
from pbem.desk import Desk
from pbem.game_box import LineResult, Sentence, Verdict, in_words
from pbem.mail.letter import Letter
from pbem.playing import Played, Sitting
from pbem.reports.words import Catalogue, capital
from pbem.store import games
from pbem.store.models import LetterIn
from pbem.store.seated import PlayerNow

_ENDED_BEFORE = re.compile(r"[.!?] \([^()]*\)$")
"""A full stop, and a rule in brackets behind it."""
LISTED_SINGLY = 4
PARTLY = frozenset({"why.only_so_many", "why.no_plunder", "why.transport_may_be_lost"})
"""Warnings of orders that would be done, but only in part or at a risk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a receipt tells."""

    lines: tuple[LineResult, ...] = ()
    extras: tuple[Extra, ...] = ()
    played: Played = field(default_factory=Played)
    only_quoted: bool = False
    too_large: int = 0
    """Size of a letter that was refused for it."""
    notes: tuple[Sentence, ...] = ()
    left_open: tuple[tuple[str, Sentence], ...] = ()
    """(seat, what its answers leave open)."""
    lapsed: tuple[LineResult, ...] = ()
    """Orders kept from earlier letters that come to nothing."""
    replaces: datetime | None = None
    """When the letter came whose answers this one has replaced."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A line as the template prints it."""

    number: str
    text: str
    verdict: str
    sentences: tuple[str, ...]
    warnings: tuple[str, ...]


async def send_receipt(
    desk: Desk, sitting: Sitting, player: PlayerNow, row: LetterIn, letter: Letter, receipt: Receipt
) -> None:
    """Queue the receipt of a letter to the registered address of its player."""
    assert player.id is not None
    room = await loop_guard.room_for(sitting.db, desk, player.address, sitting.now)
    if room is loop_guard.Room.NONE:
        row.why = "no receipt: too many answers in an hour or a day"
        return
    words = sitting.box.catalogue(player.language, sitting.data_text)
    deadline = await games.open_deadline(sitting.db, sitting.id)
    due = sitting.due_for(deadline, player.id)
    settled = receipt.played.settled > 0
    missing = () if settled or sitting.over else sitting.missing_for(player.id)
    known_notes = [
        words.say(f"letter.note.{note}", charset=letter.charset)
        for note in letter.notes
        if words.has(f"letter.note.{note}")
    ]
    known_notes += [words.say(note.key, **note.facts) for note in receipt.notes]
    if room is loop_guard.Room.LAST:
        known_notes.append(words.say("letter.last_receipt"))
    shown = [_shown(words, line) for line in receipt.lines if line.verdict is not Verdict.IGNORED]
    ignored = [line for line in receipt.lines if line.verdict is Verdict.IGNORED]
    text = stationery.write(
        "receipt", words, game=sitting.game.name, name=player.name, sha256=row.sha256,
        received=stationery.moment(words, row.received, player.zone), lines=shown,
        ignored=_ignored(words, ignored, receipt.lines),
        extras=receipt.extras, notes=known_notes, only_quoted=receipt.only_quoted,
        replaces=stationery.moment(words, receipt.replaces, player.zone) if receipt.replaces else "",
        too_large=receipt.too_large, megabytes=desk.config.max_bytes // 1_000_000,
        writer=letter.from_address if letter.from_address != player.address else "",
        left_open=_left_open(words, receipt, many_seats=len(sitting.seats_of(player.id)) > 1),
        lapsed=_ignored(words, receipt.lapsed),
        asked=bool(sitting.open_for(player.id)), settled=settled, over=sitting.over, held=player.hold,
        to_correct=not settled and sitting.to_correct(player.id),
        missing=[sitting.box.ask_line(d, player.language, sitting.data_text) for d in missing],
        due=stationery.moment(words, due, player.zone) if due and not settled else "",
        waits=deadline is None, on_deadline=sitting.game.on_deadline,
        awaited=[] if settled else [
            seat for seat in sitting.picture(player.id).awaited if seat not in sitting.seats_of(player.id)
        ],
    )  # fmt: skip
    await outbox.queue(
        sitting.db, desk, sitting.now, recipient=player.address, recipient_name=player.name, kind="receipt",
        subject=f"[{sitting.game.name}] {_subject(words, receipt)}", text=text, language=player.language,
        token=sitting.token_of(player.id), game=sitting.id, player=player.id, answers=row,
        states=None if settled else due,
    )  # fmt: skip
    if deadline is not None and deadline.reminded is not None and not missing:
        await outbox.withdraw_reminders(sitting.db, sitting.id, player.id)


def _subject(words: Catalogue, receipt: Receipt) -> str:
    if receipt.too_large:
        return words.say("letter.subject.too_large")
    count = {verdict: sum(1 for line in receipt.lines if line.verdict is verdict) for verdict in Verdict}
    accepted = count[Verdict.ACCEPTED] + count[Verdict.WAITING] - sum(1 for line in receipt.lines if line.heading)
    if count[Verdict.REFUSED]:
        said = words.say("letter.subject.receipt_refused", accepted=accepted, refused=count[Verdict.REFUSED])
    else:
        said = words.say("letter.subject.receipt", accepted=accepted)
    unclear = count[Verdict.UNCLEAR]
    return f"{said}, {words.say('letter.subject.unclear', count=unclear)}" if unclear else said


def _left_open(words: Catalogue, receipt: Receipt, *, many_seats: bool) -> list[str]:
    """What the answers leave open, each with the faction where the player has several."""
    return [
        (f"{capital(words.faction(seat))}: " if many_seats else "") + in_words(words, sentence)
        for seat, sentence in receipt.left_open
    ]


def _shown(words: Catalogue, line: LineResult) -> Shown:
    said = tuple(in_full(words, sentence) for sentence in line.sentences)
    if line.rule and said and line.verdict is Verdict.REFUSED:
        said = (*said[:-1], f"{said[-1]} ({words.say('letter.rule', rule=line.rule)})")
    return Shown(
        line.number, line.text, words.say(f"letter.verdict.{line.verdict}"), said,
        tuple(dict.fromkeys(_warning(words, sentence) for sentence in line.warnings)),
    )  # fmt: skip


def _ignored(words: Catalogue, lines: Sequence[LineResult], others: Sequence[LineResult] = ()) -> list[str]:
    """Lines that were not read as orders: one by one, but a long row of one sort (a quote, the form's comments) as
    a range of line numbers. `others` are the other lines of the letter."""
    sorts: dict[str, list[LineResult]] = {}
    for line in lines:
        why = in_full(words, line.sentences[-1]) if line.sentences else ""
        sorts.setdefault(why, []).append(line)
    told = []
    for why, alike in sorts.items():
        if len(alike) > LISTED_SINGLY and why:
            these = {*map(id, alike)}  # a letter may have thousands of lines
            between = {_number(line) for line in (*lines, *others) if id(line) not in these}
            told.append(f"{_ranges([line.number for line in alike], between)}: {why}")
        else:
            told += [f"{line.number}: {line.text}{f' – {why}' if why else ''}" for line in alike]
    return told


def _number(line: LineResult) -> str:
    """Of a part of a line, the number of the whole: "8a" -> "8"."""
    return line.number.rstrip(string.ascii_lowercase)


def _ranges(numbers: Sequence[str], between: Collection[str] = ()) -> str:
    """["1", "2", "4", "7", "8a"], with "5" standing between -> "1–4, 7, 8a": empty lines do not part a range."""
    parts: list[list[str]] = []
    for number in numbers:
        last = parts[-1][-1] if parts else ""
        if last.isdigit() and number.isdigit() and not any(
            str(n) in between for n in range(int(last) + 1, int(number))
        ):  # fmt: skip
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(part[0] if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)


def _warning(words: Catalogue, sentence: Sentence) -> str:
    key = "letter.warning_in_part" if sentence.key in PARTLY else "letter.warning"
    return words.say(key, warning=in_full(words, sentence))


def in_full(words: Catalogue, sentence: Sentence) -> str:
    """A sentence with its alternatives, each with a full stop."""
    said = _ended(in_words(words, sentence))
    for alternative in sentence.otherwise:
        said += " " + _ended(words.say("letter.otherwise", order=in_words(words, alternative)))
    return said


def _ended(text: str) -> str:
    """With a full stop, for sentences of the catalogue that can also stand inside others."""
    ended = text.endswith((".", "!", "?", "”", ":", "]")) or _ENDED_BEFORE.search(text)
    return text if ended else f"{text}."
