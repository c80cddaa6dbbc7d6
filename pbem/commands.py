"""Lines to the judge rather than to the game: one function a command."""

from __future__ import annotations

from collections.abc import Sequence

from pbem import absences, loop_guard, outbox, reporting, stationery
from pbem.desk import Desk
from pbem.game_box import Command
from pbem.mail.compose import Attachment
from pbem.playing import Sitting
from pbem.record import CONTENT_TYPE, SUFFIX, record_of
from pbem.reports.words import Catalogue, capital
from pbem.store import seated
from pbem.store.models import LetterIn
from pbem.store.seated import PlayerNow

Extra = tuple[str, str]
"""Heading and text of a part that a command adds to the receipt."""


async def carry_out(
    desk: Desk, sitting: Sitting, player: PlayerNow, letter: LetterIn, given: Sequence[tuple[Command, str]]
) -> tuple[Extra, ...]:
    """Do the commands of a letter; what they answer stands in its receipt."""
    extras: list[Extra] = []
    for command, argument in dict.fromkeys(given):
        if command is Command.STATUS:
            extras.append(status(sitting, player))
        elif command is Command.HELP:
            extras.append(help_(sitting, player, argument))
        elif command is Command.FORM:
            extras.append(form(sitting, player))
        elif command is Command.REPORT:
            extras.append(await report(desk, sitting, player, letter, argument))
        elif command is Command.RECORD:
            extras.append(await record(desk, sitting, player, letter))
        elif command in (Command.ABSENT, Command.BACK):
            extras.append(await absence(desk, sitting, player, command, argument))
        else:
            extras.append(await hold(sitting, player, command))
    return tuple(extras)


def status(sitting: Sitting, player: PlayerNow) -> Extra:
    """STATUS: where the game stands, who is awaited, and what the player has sent, as it counts now."""
    words = sitting.box.catalogue(player.language, sitting.data_text)
    known = sitting.picture(player.id)
    if sitting.over or sitting.in_prelude:
        lines = [words.say("letter.status.over" if sitting.over else "letter.status.prelude")]
    else:
        key = "letter.status.turn" if words.has("letter.status.turn") else "letter.status.now"
        lines = [words.say(key, turn=known.turn, phase=known.phase)]
    for one in reporting.statuses(sitting, player.id):
        key = "answered" if one.answered else "awaited" if one.asked else "not_asked"
        lines.append("  " + words.say(f"letter.status.{key}", faction=one.seat, player=one.player))
    lines += _in_force(sitting, player, words)
    kept = sitting.waiting_of(player.id)
    if kept:
        lines.append(words.say("letter.status.kept"))
        lines += [f"  {w.text}" for w in kept]
    standing = sitting.standing_lines(player.id)
    if standing and not sitting.over:
        lines.append(words.say("letter.head.standing"))
        lines += [f"  {line}" for line in standing]
    return words.say("letter.head.status"), "\n".join(lines)


def _in_force(sitting: Sitting, player: PlayerNow, words: Catalogue) -> list[str]:
    """The answers of this player that count as things stand, as order lines."""
    mine = [d for d in sitting.open_for(player.id) if d.key in sitting.pending]
    lines: list[str] = [words.say("letter.status.yours")] if mine else []
    several = len(sitting.seats_of(player.id)) > 1
    indent = "    " if several else "  "
    for seat in dict.fromkeys(d.seat for d in mine):
        if several:
            lines.append(f"  {capital(words.faction(str(seat)))}:")
        for decision in mine:
            if decision.seat == seat:
                answer = sitting.pending[decision.key].answer
                lines += [f"{indent}{line}" for line in sitting.box.answer_lines(decision, answer, sitting.data_text)]
    return lines


def help_(sitting: Sitting, player: PlayerNow, topic: str) -> Extra:
    """HELP: how to write orders; HELP verb: about one of them."""
    words = sitting.box.catalogue(player.language, sitting.data_text)
    orders = sitting.box.help(topic, player.language, sitting.data_text)
    head = "letter.help.powers" if words.has("letter.help.powers") else "letter.help.several"
    several = [words.say(head)] if len(sitting.seats_of(player.id)) > 1 else []
    more = words.say("letter.help.more").split("\n") if words.has("letter.help.more") else []
    general = [*words.say("letter.help").split("\n"), *more, *several, words.say("letter.head.orders")]
    told = [*orders] if topic else [*general, *orders]
    possible = sitting.box.possible(topic, sitting.position(player.id), player.language) if topic else ()
    text = "\n".join([*(stationery.wrapped(line, 2) for line in told), *possible])
    return words.say("letter.head.help"), text


def form(sitting: Sitting, player: PlayerNow) -> Extra:
    """FORM: the order form once more."""
    words = sitting.box.catalogue(player.language, sitting.data_text)
    position = sitting.position(player.id)
    if sitting.over:
        return words.say("letter.head.form"), words.say("letter.nothing_asked")
    text = sitting.box.form(position, player.language).strip("\n")
    standing = [f"# {line}" for line in sitting.standing_lines(player.id)]
    if standing:
        text = "\n".join([text, "", f"## {words.say('letter.head.standing')}", *standing])
    return words.say("letter.head.form"), text


async def report(desk: Desk, sitting: Sitting, player: PlayerNow, letter: LetterIn, argument: str) -> Extra:
    """REPORT n: a past report comes again, as it was. Without a number, the newest."""
    words = sitting.box.catalogue(player.language, sitting.data_text)
    number = int(argument) if argument.isascii() and argument.isdigit() and len(argument) < 7 else player.reports
    found = await reporting.send_again(desk, sitting, player, number, letter)
    key = "letter.report_sent" if found else "letter.no_report"
    said = words.say(key, number=number, newest=player.reports)
    return words.say("letter.head.report"), stationery.wrapped(said)


async def record(desk: Desk, sitting: Sitting, player: PlayerNow, letter: LetterIn) -> Extra:
    """RECORD: after the end, the record that anybody can verify; before, its hash as it is."""
    words = sitting.box.catalogue(player.language, sitting.data_text)
    assert player.id is not None
    if not sitting.over:
        said = words.say("letter.record_later")
    elif await loop_guard.room_for(sitting.db, desk, player.address, sitting.now) is loop_guard.Room.NONE:
        said = words.say("letter.last_receipt")
    else:
        content = await record_of(sitting.db, sitting.game, sitting.box)
        file = Attachment(f"{sitting.game.name}{SUFFIX}", content, CONTENT_TYPE)
        said = words.say("letter.notice.record", file=file.filename)
        await outbox.queue(
            sitting.db, desk, sitting.now, recipient=player.address, recipient_name=player.name, kind="record",
            subject=f"[{sitting.game.name}] {words.say('letter.head.record')}",
            text=stationery.write("notice", words, game=sitting.game.name, name=player.name, notice=said),
            language=player.language, token=sitting.token_of(player.id), game=sitting.id, player=player.id,
            answers=letter, attachments=(file,),
        )  # fmt: skip
        said = words.say("letter.record_sent")
    return words.say("letter.head.record"), stationery.wrapped(said)


async def hold(sitting: Sitting, player: PlayerNow, command: Command) -> Extra:
    """WAIT: my answers do not count until READY or the deadline."""
    await seated.write_player(sitting.db, player, {"hold": command is Command.WAIT})
    if command is Command.READY:
        sitting.confirm(player.id)
    words = sitting.box.catalogue(player.language, sitting.data_text)
    said = words.say("letter.held" if player.hold else "letter.ready")
    return words.say("letter.head.hold"), stationery.wrapped(said)


async def absence(desk: Desk, sitting: Sitting, player: PlayerNow, command: Command, argument: str) -> Extra:
    """ABSENT and BACK: deadlines wait for my return, within limits."""
    if command is Command.ABSENT:
        said = await absences.leave(desk, sitting, player, argument)
    else:
        said = await absences.come_back(desk, sitting, player)
    words = sitting.box.catalogue(player.language, sitting.data_text)
    return words.say("letter.head.absence"), stationery.wrapped(words.say(said.key, **said.facts))
