"""Reports: who gets one, what it is made of, and the letter it goes out in."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from email import message_from_bytes, policy
from typing import Any

from engine.core.events import Event
from pbem import identity, outbox, stationery
from pbem.deadlines import Schedule, next_due
from pbem.desk import Desk
from pbem.game_box import Position, Sentence, in_words, visible
from pbem.mail.compose import Attachment
from pbem.playing import Played, Sitting
from pbem.reports.facts import Coming, Rendered, ReportFacts, SeatStatus
from pbem.reports.words import Catalogue
from pbem.store import games, seated
from pbem.store.models import Deadline, Happening, LetterIn, LetterOut, Report
from pbem.store.seated import PlayerNow


def readers(sitting: Sitting, played: Played) -> list[int]:
    """Who gets a report: whoever is newly asked something; everyone at the end of a turn and of the game."""
    if not played.settled:
        return []
    if played.turn_ended or sitting.over:
        return list(sitting.players)
    return [player for player in sitting.players if sitting.missing_for(player)]


async def send_reports(
    desk: Desk,
    sitting: Sitting,
    to: Iterable[int],
    deadline: Deadline | None,
    notices: Sequence[Sentence] = (),
    own: Mapping[int, Sequence[Sentence]] | None = None,
    files: tuple[Attachment, ...] = (),
) -> None:
    """Make the reports of these players and queue them, in the sitting's transaction; `own` are notices for one,
    `files` go with all of them."""
    for number in to:
        told = [*notices, *(own or {}).get(number, ())]
        await _send_report(desk, sitting, sitting.players[number], deadline, told, files)


async def _send_report(
    desk: Desk,
    sitting: Sitting,
    player: PlayerNow,
    deadline: Deadline | None,
    notices: Sequence[Sentence],
    more: tuple[Attachment, ...],
) -> None:
    words = sitting.box.catalogue(player.language, sitting.data_text)
    seats = sitting.seats_of(player.id)
    happened = await games.happenings(sitting.db, sitting.id, player.told)
    known: dict[str, Any] = {
        "game": sitting.game.name,
        "number": player.reports + 1,
        "language": player.language,
        "zone": player.zone,
        "player": player.name,
        "seats": seats,
        "deadline": deadline.due if deadline else None,
        "made": sitting.now,
        "statuses": statuses(sitting, player.id),
        "at_deadline": sitting.game.on_deadline,
        "record_number": sitting.game.journal,
        "record_hash": sitting.game.record_hash,
        "commitment": sitting.commitment,
        "notices": [in_words(words, notice) for notice in notices],
        "standing": [] if sitting.over else sitting.standing_lines(player.id),
        "host": desk.config.host,
    }
    events = visible([as_event(row) for row in happened], seats)
    fault, form = "", True
    if sitting.in_prelude:
        rendered = _prelude(sitting, player, words, known)
    else:
        facts = sitting.box.report_facts(sitting.rules, sitting.state, sitting.position(player.id), events, known)
        facts = replace(facts, coming=dated(facts.coming, sitting.game.schedule, deadline))
        rendered, fault = _rendered(sitting, facts, sitting.position(player.id))
        form = bool(facts.asked)
    text = stationery.write("report", words, report=rendered.text, drawn=bool(rendered.pdf), form=form)
    files = (Attachment(rendered.filename, rendered.pdf, description=rendered.title),) if rendered.pdf else ()
    token = await identity.change_if_due(desk, sitting, player.id)
    letter = await outbox.queue(
        sitting.db, desk, sitting.now, recipient=player.address, recipient_name=player.name, kind="report",
        subject=f"[{sitting.game.name}] {rendered.title}", text=text, language=player.language,
        token=token, game=sitting.id, player=player.id, attachments=(*files, *more),
        states=deadline.due if deadline else None,
    )  # fmt: skip
    letter.why = fault
    assert letter.id is not None
    sitting.db.add(
        Report(
            game=sitting.id, player=player.id, number=player.reports + 1, title=rendered.title,
            first_event=player.told + 1, last_event=sitting.events, made=sitting.now,
            letter=letter.id, journal=sitting.game.journal,
        )
    )  # fmt: skip
    await sitting.db.flush()
    await seated.write_player(sitting.db, player, {"reports": player.reports + 1, "told": sitting.events})


def _prelude(sitting: Sitting, player: PlayerNow, words: Catalogue, known: Mapping[str, Any]) -> Rendered:
    """The letter with which a game begins whose players mix their own words into chance: nothing is drawn yet, so there
    is nothing to draw."""
    due = known["deadline"]
    title = words.say("term.game") if words.has("term.game") else sitting.game.name
    text = stationery.write(
        "prelude", words, game=sitting.game.name, title=title, name=player.name, players=known["statuses"],
        notices=known["notices"],
        due=stationery.moment(words, due, player.zone) if due else "",
        form=sitting.box.form(sitting.position(player.id), player.language),
    )  # fmt: skip
    return Rendered(b"", text, "", words.say("letter.subject.prelude", title=title))


def dated(
    coming: Sequence[Coming], schedule: Mapping[str, Any] | None, deadline: Deadline | None
) -> tuple[Coming, ...]:
    """Questions to come with their expected deadlines, if everybody answers on the last day; without a schedule they
    have none."""
    if schedule is None or deadline is None:
        return tuple(coming)
    made = Schedule.from_json(schedule)
    dues = [deadline.due]
    while len(dues) <= max((one.after for one in coming), default=0):
        dues.append(next_due(made, dues[-1]))
    return tuple(replace(one, when=dues[one.after]) for one in coming)


def _rendered(sitting: Sitting, facts: ReportFacts, position: Position) -> tuple[Rendered, str]:
    """The report; where drawing it fails, its events and form as plain text, and the fault for the host."""
    try:
        return sitting.box.render(facts), ""
    except Exception:  # noqa: BLE001 -- a fault in a drawing must not stop a game: the text suffices to play
        words = sitting.box.catalogue(facts.language, sitting.data_text)
        lines = [words.say("letter.report_plain", number=facts.number), "", *facts.notices, ""]
        lines += [f"{event.kind} ({event.rule}): {dict(event.facts)}" for event in facts.events]
        form = sitting.box.form(position, facts.language) if facts.asked else ""
        return Rendered(b"", "\n".join([*lines, "", form]), "", f"{facts.number}"), traceback.format_exc()


def statuses(sitting: Sitting, player: int | None = None) -> tuple[SeatStatus, ...]:
    """Which factions are asked, and whether their answers are in, as this player may know it; None: as it is."""
    known = sitting.picture(player)
    return tuple(
        SeatStatus(
            seat=seat, player=sitting.players[row.player].name, asked=seat in known.asked,
            answered=seat in known.asked and seat not in known.awaited,
        )
        for seat, row in sitting.seats.items()
    )  # fmt: skip


def as_event(row: Happening) -> Event:
    """A stored event."""
    only: Any = tuple(row.only) if row.only is not None else None
    return Event(row.kind, row.rule, row.facts, only, row.others_see)


async def send_again(desk: Desk, sitting: Sitting, player: PlayerNow, number: int, asked_in: LetterIn) -> bool:
    """Queue a past report of this player once more, unchanged; False when there is none of that number."""
    report = await games.report(sitting.db, sitting.id, player.id, number)
    old = await sitting.db.get(LetterOut, report.letter) if report else None
    if report is None or old is None:
        return False
    text, files = unpacked(old.raw)
    await outbox.queue(
        sitting.db, desk, sitting.now, recipient=player.address, recipient_name=player.name, kind="report_again",
        subject=f"[{sitting.game.name}] {report.title}", text=text, language=player.language,
        token=sitting.token_of(player.id), game=sitting.id, player=player.id, answers=asked_in, attachments=files,
    )  # fmt: skip
    return True


def unpacked(raw: bytes) -> tuple[str, tuple[Attachment, ...]]:
    """Text and files of a letter that we wrote ourselves."""
    message = message_from_bytes(raw, policy=policy.default)
    body = message.get_body(("plain",))
    files = tuple(
        Attachment(
            part.get_filename() or "file", part.get_content(), part.get_content_type(),
            part.get("Content-Description", ""),
        )
        for part in message.iter_attachments()
    )  # fmt: skip
    return (body.get_content() if body else ""), files
