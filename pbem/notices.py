"""A word of the judge to the players of a game, and deadlines that move: both in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from pbem import outbox, stationery
from pbem.desk import Desk
from pbem.game_box import Sentence, in_words
from pbem.mail.compose import with_note
from pbem.playing import Sitting
from pbem.store.models import Deadline, LetterOut
from pbem.store.seated import PlayerNow


async def send_notice(
    desk: Desk, sitting: Sitting, player: PlayerNow, notice: Sentence, states: datetime | None = None
) -> None:
    """A sentence of the judge to one player; `states` is the deadline that it tells of."""
    words = sitting.box.catalogue(player.language, sitting.data_text)
    text = stationery.write("notice", words, game=sitting.game.name, name=player.name, notice=in_words(words, notice))
    await outbox.queue(
        sitting.db, desk, sitting.now, recipient=player.address, recipient_name=player.name, kind="notice",
        subject=f"[{sitting.game.name}] {words.say('letter.subject.notice')}", text=text, language=player.language,
        token=sitting.token_of(player.id), game=sitting.id, player=player.id, states=states,
    )  # fmt: skip


async def move_deadline(desk: Desk, sitting: Sitting, row: Deadline, due: datetime) -> None:
    """Another moment for an open deadline, in the sitting's transaction. No letter that still waits may tell of the
    old one: reminders are withdrawn, other letters get a line about it."""
    old = row.due
    row.due = due
    if row.shown is not None:
        row.shown += due - old
    hours = sitting.game.reminder_hours
    remind = due - timedelta(hours=hours) if hours else None
    row.remind, row.reminded = (remind, None) if remind is not None and remind > sitting.now else (None, row.reminded)
    sitting.db.add(row)
    await outbox.withdraw_reminders(sitting.db, sitting.id)
    await _correct(sitting, await outbox.waiting_letters_that_state(sitting.db, sitting.id, old), due)
    if row.shown is not None:
        known = row.shown - (due - old)
        await _correct(sitting, await outbox.waiting_letters_that_state(sitting.db, sitting.id, known), row.shown)


async def _correct(sitting: Sitting, letters: Iterable[LetterOut], due: datetime) -> None:
    for letter in letters:
        player = sitting.players.get(letter.player or 0)
        # What may have arrived already keeps its bytes; the notice that follows it tells of the change.
        if player is None or letter.status != "queued" or letter.kind == "reminder":
            continue
        words = sitting.box.catalogue(player.language, sitting.data_text)
        note = words.say("letter.deadline_moved", due=stationery.moment(words, due, player.zone))
        letter.raw, letter.states = with_note(letter.raw, stationery.wrapped(note)), due
        sitting.db.add(letter)
    await sitting.db.flush()
