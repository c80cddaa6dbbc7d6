"""One letter: whose is it, what does it say, what is answered. Everything in one transaction, whatever the letter."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncSession

from engine.core.decision import IllegalOrder
from pbem import bounces, commands, identity, loop_guard, outbox, stationery
from pbem.adjudication import conclude
from pbem.desk import Desk
from pbem.game_box import Command, LineResult, Sentence, Sheet, Verdict
from pbem.identity import Known, Unknown
from pbem.mail.letter import Letter
from pbem.playing import Played, Sitting, sit_down
from pbem.receipts import Receipt, send_receipt
from pbem.reports.words import Catalogue
from pbem.store import games, letters
from pbem.store.models import Game, LetterIn, Player
from pbem.store.seated import PlayerNow

_HARMLESS = frozenset({Command.STATUS, Command.HELP, Command.FORM, Command.REPORT, Command.RECORD})
"""Commands whose answer goes to the registered address and that change nothing."""


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a letter: done, duplicate, auto, own, stranger, advised, conflict, too_large or shunted; the
    game's name if it belongs to one."""

    letter: int
    status: str
    game: str | None = None
    why: str = ""


async def take(
    desk: Desk, raw: bytes, letter: Letter, received: datetime, uid: int | None, uidvalidity: int | None
) -> Handled:
    """Keep a letter's bytes and handle it, in one transaction: each commit is a sync of the disk.

    Raises nothing for a bad letter: it is set aside with the fault, and the others go on. Raises
    sqlalchemy.exc.DBAPIError when the store fails: the letter stays in the mailbox and is taken again.
    """
    try:
        return await _take(desk, raw, letter, received, uid, uidvalidity)
    except IntegrityError:  # another process stored it at the same moment
        return await _take(desk, raw, letter, received, uid, uidvalidity)


async def _take(
    desk: Desk, raw: bytes, letter: Letter, received: datetime, uid: int | None, uidvalidity: int | None
) -> Handled:
    async with desk.store.writing() as db:
        row, number, fresh = await letters.keep(db, raw, letter, received, uid, uidvalidity)
        desk.at_step("stored")
        if row is None or not fresh:
            return Handled(number, "duplicate")
        sitting, fault = await _try(desk, db, row, letter)
        desk.at_step("before commit")
    return _done(desk, number, row, sitting, fault)


async def handle(desk: Desk, number: int, letter: Letter) -> Handled:
    """Handle a letter that is stored already. Raises what `take` raises; then it stays new."""
    async with desk.store.writing() as db:
        row = await letters.lock(db, number)
        if row is None:
            return Handled(number, "duplicate")
        sitting, fault = await _try(desk, db, row, letter)
        desk.at_step("before commit")
    return _done(desk, number, row, sitting, fault)


def _done(desk: Desk, number: int, row: LetterIn, sitting: Sitting | None, fault: str) -> Handled:
    if sitting is not None:
        desk.tables.put(sitting.id, sitting.game.journal, sitting.table)
    desk.at_step("committed")
    why = fault.strip().rpartition("\n")[2] if fault else row.why
    return Handled(number, row.status, sitting.game.name if sitting else None, why)


async def _try(desk: Desk, db: AsyncSession, row: LetterIn, letter: Letter) -> tuple[Sitting | None, str]:
    """Handle a letter; when that breaks, undo what was done, set the letter aside, and give the fault."""
    try:
        async with db.begin_nested():
            return await _handle(desk, db, row, letter), ""
    except (OperationalError, InterfaceError):
        raise
    except DBAPIError as trouble:
        if trouble.connection_invalidated or type(trouble) is DBAPIError:
            raise
        fault = traceback.format_exc()
    except Exception:  # noqa: BLE001 -- whatever a letter does to us, the next one must be handled
        fault = traceback.format_exc()
    await db.refresh(row)
    row.status, row.why = "shunted", fault
    db.add(row)
    await letters.tell_of_shunted(db, desk.clock.now())
    return None, fault


async def _handle(desk: Desk, db: AsyncSession, row: LetterIn, letter: Letter) -> Sitting | None:
    """Whatever is to be done with a letter; gives the game it was played in."""
    sitting: Sitting | None = None
    desk.at_step("locked")
    earlier = await letters.came_before(db, row)
    if earlier is not None:
        earlier.repeats += 1
        db.add(earlier)
        row.status, row.why = "duplicate", f"letter {earlier.id}"
    elif await loop_guard.is_ours(db, desk, letter):
        row.status = "own"
    elif letter.auto:
        row.status, row.why = "auto", letter.auto_why
        await bounces.note(db, desk, row)
    elif letter.fault == "unreadable":
        row.status, row.why = "shunted", "it could not be read in time"
        await letters.tell_of_shunted(db, desk.clock.now())
    else:
        known = await identity.identify(desk, db, letter)
        if isinstance(known, Unknown):
            await _turn_away(desk, db, row, letter, known)
        else:
            sitting = await sit_down(db, known.seat.game, desk.boxes, desk.tables, desk.clock.now())
            desk.at_step("loaded")
            row.game, row.player = known.seat.game, known.seat.player
            await _take_orders(desk, sitting, row, letter, known)
    db.add(row)
    return sitting


# ---------------------------------------------------------------------- a letter of nobody


async def _turn_away(desk: Desk, db: AsyncSession, row: LetterIn, letter: Letter, unknown: Unknown) -> None:
    """A letter that is nobody's: nothing is executed. Registered players are told how to write, strangers politely
    where they are; each at most once a day. Whose secret is in the wrong hands gets a new one."""
    now = desk.clock.now()
    writers = await _registered(db, letter)
    row.status = "conflict" if unknown.why == "conflict" else "advised" if writers or unknown.owner else "stranger"
    row.why = "" if unknown.why == "no_secret" else unknown.why
    if unknown.why == "conflict" and unknown.owner is not None:
        await _warn(desk, db, row, unknown.owner, unknown.token, letter)
    if unknown.why == "not_authentic" and unknown.owner is not None:
        writers = [unknown.owner]  # whoever wrote it
    if writers:
        await _advise(desk, db, row, letter, writers, unknown.why)
    elif len(letter.senders) != 1:
        row.why = row.why or "no address to answer to"
    elif row.status == "stranger":
        await _greet(desk, db, row, letter, now)


async def _registered(db: AsyncSession, letter: Letter) -> list[Player]:
    return await games.players_of_address(db, letter.senders[0]) if len(letter.senders) == 1 else []


async def _greet(desk: Desk, db: AsyncSession, row: LetterIn, letter: Letter, now: datetime) -> None:
    """A polite line for a stranger."""
    writer = letter.senders[0]
    if not await loop_guard.may_answer_outsider(db, desk, writer, now):
        row.why = "told already, or too many strangers"
        return
    words = Catalogue("en")
    text = stationery.write("stranger", words, judge=desk.config.judge_name, host=desk.config.host)
    await outbox.queue(
        db, desk, now, recipient=writer, kind="stranger", subject=words.say("letter.subject.stranger"), text=text,
        language="en", answers=row,
    )  # fmt: skip


async def _advise(
    desk: Desk, db: AsyncSession, row: LetterIn, letter: Letter, players: Sequence[Player], why: str
) -> None:
    """A registered address learns why nothing was done and how to write. Only ever sent to that address itself."""
    now, address = desk.clock.now(), players[0].address
    if await loop_guard.answers_since(db, address, now - desk.config.strangers_every, ("advice",)):
        row.why = row.why or "told already"
        return
    words = Catalogue(players[0].language)
    listed = []
    for player in players:
        game = await db.get(Game, player.game)
        seat = next(seat for seat in await games.seats(db, player.game) if seat.player == player.id)
        assert game is not None
        subject = desk.config.subject_with(seat.token, f"[{game.name}]")
        listed.append(
            (game.name, desk.config.reply_address(seat.token), "" if desk.config.plus_addressing else subject)
        )
    text = stationery.write("advice", words, why=why, games=listed, letter=letter)
    await outbox.queue(
        db, desk, now, recipient=address, kind="advice", subject=words.say("letter.subject.advice"), text=text,
        language=players[0].language, answers=row if address in letter.senders else None,
    )  # fmt: skip


async def _warn(desk: Desk, db: AsyncSession, row: LetterIn, owner: Player, token: str, letter: Letter) -> None:
    """Another player wrote with somebody's secret: it counts no more, and its owner gets a new one."""
    if not await identity.revoke(desk, db, owner, token):
        return
    game = await db.get(Game, owner.game)
    seat = next(seat for seat in await games.seats(db, owner.game) if seat.player == owner.id)
    assert game is not None
    words = Catalogue(owner.language)
    text = stationery.write("leaked", words, name=owner.name, game=game.name, writer=letter.from_address)
    await outbox.queue(
        db, desk, desk.clock.now(), recipient=owner.address, recipient_name=owner.name, kind="leaked",
        subject=f"[{game.name}] {words.say('letter.subject.leaked')}", text=text, language=owner.language,
        token=seat.token, game=owner.game, player=owner.id,
    )  # fmt: skip


# ---------------------------------------------------------------------- what it says


async def _take_orders(desk: Desk, sitting: Sitting, row: LetterIn, letter: Letter, known: Known) -> None:
    """Read the orders, take the answers, play on if that completes a package, and write the receipt."""
    assert row.player is not None
    player = sitting.players[row.player]
    if letter.fault == "too_large":
        row.status = "too_large"
        await send_receipt(desk, sitting, player, row, letter, Receipt(too_large=letter.size))
        return
    row.status = "done"
    position = sitting.position(row.player)
    sheet = sitting.box.read(letter.body, position, sitting.waiting_of(row.player))
    desk.at_step("read")
    notes = [Sentence("letter.elsewhere_games", {"names": ", ".join(known.elsewhere)})] if known.elsewhere else []
    if sitting.over:
        sheet = Sheet(
            lines=tuple(_refused(line, "letter.why.game_over") for line in sheet.lines), commands=sheet.commands
        )
    elif known.expired:
        sheet = _harmless(sheet)
        notes.append(Sentence("letter.old_secret"))
    notes += sheet.notes
    replaced = _replaced_by(sitting, sheet, row)
    faults = await _take_answers(sitting, sheet, row)
    wants_report = any(command is Command.REPORT for command, _ in sheet.commands)
    if wants_report and (
        await loop_guard.room_for(sitting.db, desk, player.address, sitting.now) is loop_guard.Room.NONE
    ):
        sheet = replace(sheet, commands=tuple(one for one in sheet.commands if one[0] is not Command.REPORT))
    if sheet.held:
        sheet = _without_ready(sheet)
    extras = await commands.carry_out(desk, sitting, player, row, sheet.commands)
    sitting.hold_back(sheet.held)
    left_open = sitting.left_open_for(row.player)
    played = await sitting.play_on() if not sitting.over else Played()
    desk.at_step("played")
    receipt = Receipt(
        lines=(*sheet.lines, *faults), extras=extras, played=played, only_quoted=sheet.only_quoted, notes=tuple(notes),
        left_open=left_open, lapsed=sheet.lapsed,
        replaces=await letters.received_at(sitting.db, replaced) if replaced else None,
    )  # fmt: skip
    # The receipt goes out before the reports that its letter brings about.
    await send_receipt(desk, sitting, player, row, letter, receipt)
    desk.at_step("receipt")
    await _tell_writer(desk, sitting, player, row, letter)
    await conclude(desk, sitting, played)


async def _take_answers(sitting: Sitting, sheet: Sheet, row: LetterIn) -> list[LineResult]:
    """Keep the answers; those that the rules refuse become refused lines."""
    faults = []
    assert row.player is not None
    sitting.take_back(sheet.cleared)
    for key, answer in sheet.answers.items():
        decision = sitting.table.find(key)
        if decision is None:
            continue
        try:
            await sitting.put_answer(decision, answer, row.id)
        except IllegalOrder as fault:
            reason = fault.reason
            why = Sentence(f"why.{reason.key}", dict(reason.facts))
            faults.append(
                LineResult(
                    number="", text="", verdict=Verdict.REFUSED, sentences=(why,), rule=reason.rule, seat=decision.seat
                )
            )
    if not sitting.over:
        await sitting.keep(row.player, sheet.waiting, row.id)
        await sitting.set_standing(sheet.standing_replaced, sheet.standing, row.id)
    return faults


def _replaced_by(sitting: Sitting, sheet: Sheet, row: LetterIn) -> int | None:
    """The latest letter whose answers this one replaces."""
    rows = [sitting.pending[key] for key in sheet.answers if key in sitting.pending]
    return max((one.letter for one in rows if one.letter is not None and one.letter != row.id), default=None)


def _without_ready(sheet: Sheet) -> Sheet:
    """A READY can't know which other lines of its letter were not understood."""
    commands = tuple(one for one in sheet.commands if one[0] is not Command.READY)
    refused = Sentence("letter.why.ready_too_early")
    lines = tuple(
        replace(line, verdict=Verdict.REFUSED, sentences=(refused,)) if _names(line, {Command.READY}) else line
        for line in sheet.lines
    )
    return replace(sheet, lines=lines, commands=commands)


def _harmless(sheet: Sheet) -> Sheet:
    """What a secret that was replaced long ago still brings: only what goes to the registered address alone."""
    commands = tuple(one for one in sheet.commands if one[0] in _HARMLESS)
    lines = tuple(_refused(line, "letter.why.old_secret") for line in sheet.lines)
    return Sheet(lines=lines, commands=commands, only_quoted=sheet.only_quoted)


def _names(line: LineResult, commands: Collection[Command]) -> bool:
    return any(sentence.key == f"letter.command.{command}" for sentence in line.sentences for command in commands)


def _refused(line: LineResult, key: str) -> LineResult:
    harmless = line.verdict is Verdict.COMMAND and (key != "letter.why.old_secret" or _names(line, _HARMLESS))
    if line.verdict in (Verdict.IGNORED, Verdict.UNCLEAR) or harmless:
        return line
    return LineResult(
        number=line.number, text=line.text, verdict=Verdict.REFUSED, sentences=(Sentence(key),), seat=line.seat
    )


async def _tell_writer(desk: Desk, sitting: Sitting, player: PlayerNow, row: LetterIn, letter: Letter) -> None:
    """A letter with the secret from another address: its writer learns, once a day, where the receipt went."""
    if len(letter.senders) != 1 or letter.senders == (player.address,):
        return
    writer = letter.senders[0]
    if not await loop_guard.may_answer_outsider(sitting.db, desk, writer, sitting.now):
        return
    words = sitting.box.catalogue(player.language, sitting.data_text)
    text = stationery.write("elsewhere", words, judge=desk.config.judge_name)
    await outbox.queue(
        sitting.db, desk, sitting.now, recipient=writer, kind="elsewhere", text=text, language=player.language,
        subject=words.say("letter.subject.elsewhere"), game=sitting.id, player=player.id, answers=row,
    )  # fmt: skip
