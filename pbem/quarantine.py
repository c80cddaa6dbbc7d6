"""Letters that could not be handled: look at them, try again, drop them. Their bytes stay in the store for ever."""

from __future__ import annotations

from pbem.clock import SystemClock
from pbem.journal_lines import silence_logs
from pbem.mail.letter import read_letter
from pbem.service import opened
from pbem.settings import Settings
from pbem.store import Store, letters, open_store
from pbem.store.models import LetterIn

SHOWN_LINES = 60


async def listed(settings: Settings) -> str:
    """The letters that are set aside, a line each."""
    store = await open_store(settings.database)
    try:
        async with store.reading() as db:
            rows = await letters.shunted(db)
    finally:
        await store.close()
    lines = [
        f"{row.id:>6}  {row.received:%Y-%m-%d %H:%M} UTC  {row.sender or 'no sender':<30}  {reason(row)}"
        for row in rows
    ]
    return "\n".join(lines) or "No letters are set aside."


def reason(row: LetterIn) -> str:
    """The last line of the fault."""
    return row.why.strip().rpartition("\n")[2][:160]


async def shown(settings: Settings, number: int) -> str:
    """One letter with its text and the fault. Raises ValueError."""
    store = await open_store(settings.database)
    try:
        row = await _letter(store, number)
    finally:
        await store.close()
    letter = read_letter(row.raw, len(row.raw) + 1)
    body = [f"  {_plain(line)}" for line in letter.body[:SHOWN_LINES]]
    more = len(letter.body) - SHOWN_LINES
    head = [
        f"letter {row.id}, {len(row.raw)} bytes, received {row.received:%Y-%m-%d %H:%M:%S} UTC",
        f"from: {_plain(row.sender)}",
        f"subject: {_plain(letter.subject)}",
        f"sha256: {row.sha256}",
    ]
    return "\n".join(
        [
            *head,
            "",
            *body,
            *([f"  … {more} lines more"] if more > 0 else []),
            "",
            "what went wrong:",
            _plain_lines(row.why),
        ]
    )


def _plain_lines(text: str) -> str:
    return "\n".join(f"  {_plain(line)}" for line in text.strip().splitlines())


def _plain(text: str) -> str:
    """A letter must not steer the host's terminal."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


async def tried_again(settings: Settings, number: int) -> str:
    """Handle a letter once more, as if it had just come; its receipt goes out. Raises ValueError."""
    silence_logs()
    async with opened(settings) as service:
        store = service.judge.store
        row = await _letter(store, number)
        async with store.writing() as db:
            fresh = await db.get(LetterIn, row.id, with_for_update=True)
            if fresh is None or fresh.status != "shunted":
                raise ValueError(f"Letter {number} is no longer set aside.")
            fresh.status, fresh.why = "new", ""
            db.add(fresh)
        handled = await service.judge.take_again(number)
        async with store.writing() as db:
            await letters.tell_of_shunted(db, service.clock.now())
        await service.flush()
    if handled.status == "shunted":
        return f"Letter {number} is set aside again: {handled.why}"
    return f"Letter {number}: {handled.status}" + (f", game {handled.game}" if handled.game else "")


async def dropped(settings: Settings, number: int) -> str:
    """Set a letter aside for good. Raises ValueError."""
    store = await open_store(settings.database)
    try:
        await _letter(store, number)
        async with store.writing() as db:
            row = await db.get(LetterIn, number, with_for_update=True)
            if row is not None and row.status == "shunted":
                row.status = "dropped"
                db.add(row)
            await letters.tell_of_shunted(db, SystemClock().now())
    finally:
        await store.close()
    return f"Letter {number} is dropped; its bytes stay in the database."


async def _letter(store: Store, number: int) -> LetterIn:
    async with store.reading() as db:
        row = await db.get(LetterIn, number)
        known = [str(one.id) for one in await letters.shunted(db)]
    if row is None or row.status != "shunted":
        listed_numbers = ", ".join(known) or "none"
        raise ValueError(f"There is no letter {number} that is set aside. Set aside are: {listed_numbers}.")
    return row
