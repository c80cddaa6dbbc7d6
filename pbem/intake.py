"""One letter: whose is it, what does it say, what is answered. Everything in one transaction, whatever the letter."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncSession

from engine.core.decision import IllegalOrder
from pbem import commands, outbox, stationery
from pbem.adjudication import conclude
from pbem.desk import Desk
from pbem.game_box import LineResult, Sentence, Sheet, Verdict
from pbem.mail.letter import Letter
from pbem.playing import Played, Sitting, sit_down
from pbem.receipts import Receipt, send_receipt
from pbem.reports.words import Catalogue
from pbem.store import games, letters
from pbem.store.models import LetterIn, Player, SeatRow

_IN_SUBJECT = re.compile(r"\[([^\[\]#]{1,100})(?:#([0-9A-Za-z]{8,64}))?\]")


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a letter: done, duplicate, auto, own, stranger, advised, too_large or shunted; the game's name if
    it belongs to one."""

    letter: int
    status: str
    game: str | None = None
    why: str = ""


async def handle(desk: Desk, number: int, letter: Letter) -> Handled:
    """Handle a stored letter. Raises nothing for a bad one: it is set aside with the fault, and the others go on.

    Raises sqlalchemy.exc.OperationalError or InterfaceError when the store fails: that is no fault of the letter, which
    stays new and is handled when it is taken up again.
    """
    try:
        return await _handle(desk, number, letter)
    except (OperationalError, InterfaceError):
        raise
    except DBAPIError as trouble:
        if trouble.connection_invalidated or type(trouble) is DBAPIError:
            raise
        fault = traceback.format_exc()
    except Exception:  # noqa: BLE001 -- whatever a letter does to us, the next one must be handled
        fault = traceback.format_exc()
    async with desk.store.writing() as db:
        row = await letters.lock(db, number)
        if row is not None:
            row.status, row.why = "shunted", fault
            db.add(row)
    return Handled(number, "shunted", why=fault.strip().rpartition("\n")[2])


async def _handle(desk: Desk, number: int, letter: Letter) -> Handled:
    sitting: Sitting | None = None
    async with desk.store.writing() as db:
        row = await letters.lock(db, number)
        if row is None:
            return Handled(number, "duplicate")
        desk.at_step("locked")
        earlier = await letters.came_before(db, row)
        if earlier is not None:
            earlier.repeats += 1
            db.add(earlier)
            row.status, row.why = "duplicate", f"letter {earlier.id}"
        elif letter.own:
            row.status = "own"
        elif letter.auto:
            row.status, row.why = "auto", letter.auto_why
        else:
            seat = await _seat_of(desk, db, letter)
            if seat is None:
                await _turn_away(desk, db, row, letter)
            else:
                sitting = await sit_down(db, seat.game, desk.boxes, desk.tables, desk.clock.now())
                desk.at_step("loaded")
                row.game, row.player = seat.game, seat.player
                await _take_orders(desk, sitting, row, letter)
        db.add(row)
        desk.at_step("before commit")
    if sitting is not None:
        desk.tables.put(sitting.id, sitting.game.journal, sitting.table)
    desk.at_step("committed")
    return Handled(number, row.status, sitting.game.name if sitting else None, row.why)


# ---------------------------------------------------------------------- whose letter


async def _seat_of(desk: Desk, db: AsyncSession, letter: Letter) -> SeatRow | None:
    """The seat whose secret the letter knows; by policy "address" also that of a registered address."""
    config = desk.config
    secret = re.compile(rf"{re.escape(config.local)}\+([0-9a-z]{{8,64}})@{re.escape(config.domain)}")
    tokens = [match[1] for address in letter.recipients if (match := secret.fullmatch(address.lower()))]
    marks = _IN_SUBJECT.findall(letter.subject)
    tokens += [token.lower() for _, token in marks if token]
    for token in tokens:
        if (seat := await games.seat_of_token(db, token)) is not None:
            return seat
    if config.policy != "address" or not letter.from_address:
        return None
    players = await games.players_of_address(db, letter.from_address)
    if len(players) > 1:
        named = [game for name, _ in marks if (game := await games.game(db, name)) is not None]
        players = [player for player in players if any(player.game == game.id for game in named)]
    if len(players) != 1:
        return None
    rows = await games.seats(db, players[0].game)
    return next(row for row in rows if row.player == players[0].id)


async def _turn_away(desk: Desk, db: AsyncSession, row: LetterIn, letter: Letter) -> None:
    """A letter without the secret: nothing is executed. A registered player is told how to write, a stranger politely
    where he is; each at most once a day."""
    now = desk.clock.now()
    players = await games.players_of_address(db, letter.from_address) if letter.from_address else []
    row.status = "advised" if players else "stranger"
    if not letter.from_address or letter.from_address == desk.config.address.lower():
        row.why = "no address to answer to"
        return
    since = now - desk.config.strangers_every
    if await outbox.answers_since(db, letter.from_address, since, ("advice", "stranger")):
        row.why = "told already"
        return
    language = players[0].language if players else "en"
    words = Catalogue(language)
    games_of = []
    for player in players:
        seats = [seat for seat in await games.seats(db, player.game) if seat.player == player.id]
        name = next(game.name for game in await games.games(db) if game.id == player.game)
        games_of.append((name, desk.config.reply_address(seats[0].token)))
    template = "advice" if players else "stranger"
    text = stationery.write(
        template, words, judge=desk.config.judge_name, host=desk.config.host, games=games_of, letter=letter
    )
    await outbox.queue(
        db, desk, now, recipient=letter.from_address, kind=template,
        subject=words.say(f"letter.subject.{template}"), text=text, language=language, answers=row,
    )  # fmt: skip


# ---------------------------------------------------------------------- what it says


async def _take_orders(desk: Desk, sitting: Sitting, row: LetterIn, letter: Letter) -> None:
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
    if sitting.over:
        sheet = Sheet(
            lines=tuple(_refused(line, "letter.why.game_over") for line in sheet.lines), commands=sheet.commands
        )
    faults = await _take_answers(sitting, sheet, row)
    extras = await commands.carry_out(desk, sitting, player, row, sheet.commands)
    played = await sitting.play_on() if not sitting.over else Played()
    desk.at_step("played")
    receipt = Receipt(lines=(*sheet.lines, *faults), extras=extras, played=played, only_quoted=sheet.only_quoted)
    # The receipt goes out before the reports that its letter brings about.
    await send_receipt(desk, sitting, player, row, letter, receipt)
    desk.at_step("receipt")
    await _tell_writer(desk, sitting, player, row, letter)
    await conclude(desk, sitting, played)


async def _take_answers(sitting: Sitting, sheet: Sheet, row: LetterIn) -> list[LineResult]:
    """Keep the answers; those that the rules refuse become refused lines."""
    faults = []
    assert row.player is not None
    await sitting.take_back(sheet.cleared)
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
    return faults


def _refused(line: LineResult, key: str) -> LineResult:
    if line.verdict in (Verdict.IGNORED, Verdict.COMMAND):
        return line
    return LineResult(
        number=line.number, text=line.text, verdict=Verdict.REFUSED, sentences=(Sentence(key),), seat=line.seat
    )


async def _tell_writer(desk: Desk, sitting: Sitting, player: Player, row: LetterIn, letter: Letter) -> None:
    """A letter with the secret from another address: its writer learns, once a day, where the receipt went."""
    writer = letter.from_address
    if not writer or writer in (player.address, desk.config.address.lower()):
        return
    if await outbox.answers_since(sitting.db, writer, sitting.now - timedelta(days=1), ("elsewhere",)):
        return
    words = sitting.box.catalogue(player.language, sitting.data_text)
    text = stationery.write("elsewhere", words, judge=desk.config.judge_name)
    await outbox.queue(
        sitting.db, desk, sitting.now, recipient=writer, kind="elsewhere", text=text, language=player.language,
        subject=words.say("letter.subject.elsewhere"), game=sitting.id, player=player.id, answers=row,
    )  # fmt: skip
