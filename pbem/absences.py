"""Absences that players take themselves: ABSENT and BACK.

While a player is away who is asked something, the deadline falls after his return. So an absence costs nobody a turn,
and it is counted only where it has moved a deadline: who is not asked, or has answered already, has nobody waiting for
him. How many days a player may have a game wait is limited.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from pbem.deadlines import Schedule, moment, next_due, zone_of
from pbem.desk import Desk
from pbem.game_box import Sentence
from pbem.judge_config import JudgeConfig
from pbem.notices import move_deadline, send_notice
from pbem.playing import Sitting
from pbem.reports.words import Catalogue
from pbem.stationery import moment as in_words
from pbem.store import games, seated
from pbem.store.models import Deadline
from pbem.store.seated import PlayerNow

LONGEST_DAYS = 60
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Postponed:
    """A deadline that falls later because somebody is away."""

    due: datetime
    player: int
    days: int


async def of_the_question(
    config: JudgeConfig, sitting: Sitting, schedule: Schedule, plain: datetime
) -> Postponed | None:
    """When the deadline of the open question falls if `plain` is in the absence of one who is asked; his days are
    counted. None when nobody is awaited who is away."""
    found: Postponed | None = None
    for number, player in sitting.players.items():
        if player.away_from is None or player.away_until is None or not sitting.missing_for(number):
            continue
        if not (player.away_from <= plain and sitting.now < player.away_until):
            continue
        back = next_due(Schedule.from_json({**schedule.to_json(), "days": 1}), player.away_until - DAY)
        allowed = plain + (config.absence_days - player.away_days) * DAY
        due = min(back, allowed)
        if due > plain and (found is None or due > found.due):
            found = Postponed(due, number, math.ceil((due - plain) / DAY))
    if found is not None:
        player = sitting.players[found.player]
        await seated.write_player(sitting.db, player, {"away_days": player.away_days + found.days})
    return found


async def leave(desk: Desk, sitting: Sitting, player: PlayerNow, argument: str) -> Sentence:
    """ABSENT: from now for so many days, or from one date to another."""
    if sitting.over or sitting.game.schedule is None:
        return Sentence("letter.absent.no_deadlines")
    span = _span(argument.split(), sitting.now, player.zone)
    if span is None:
        return Sentence("letter.absent.unclear", {"most": LONGEST_DAYS})
    await _undo(desk, sitting, player)
    await seated.write_player(sitting.db, player, {"away_from": span[0], "away_until": span[1]})
    row = await games.open_deadline(sitting.db, sitting.id)
    moved = None
    if row is not None and row.plain is None:
        moved = await of_the_question(desk.config, sitting, Schedule.from_json(sitting.game.schedule), row.due)
        if moved is not None:
            row.plain, row.waits_for = row.due, moved.player
            await _announce(desk, sitting, row, player, moved.due, "letter.notice.absent")
    words = sitting.box.catalogue(player.language, sitting.data_text)
    left = max(desk.config.absence_days - player.away_days, 0)
    facts = {name: in_words(words, when, player.zone) for name, when in zip(("begins", "ends"), span, strict=True)}
    return Sentence("letter.absent.noted", {**facts, "left": left})


async def come_back(desk: Desk, sitting: Sitting, player: PlayerNow) -> Sentence:
    """BACK: the absence is over, or does not begin. A deadline that waited for it comes back, never sooner than the
    minimum time from now, and days that were not needed are not counted."""
    if player.away_until is None or player.away_until <= sitting.now:
        return Sentence("letter.absent.not_away")
    await _undo(desk, sitting, player)
    return Sentence("letter.absent.back")


async def _undo(desk: Desk, sitting: Sitting, player: PlayerNow) -> None:
    await seated.write_player(sitting.db, player, {"away_from": None, "away_until": None})
    row = await games.open_deadline(sitting.db, sitting.id)
    if row is None or row.plain is None or row.waits_for != player.id or sitting.game.schedule is None:
        return
    schedule = Schedule.from_json(sitting.game.schedule)
    soonest = next_due(Schedule.from_json({**schedule.to_json(), "days": 1}), sitting.now)
    due = min(row.due, max(row.plain, soonest))
    unused = math.ceil((row.due - row.plain) / DAY) - max(math.ceil((due - row.plain) / DAY), 0)
    await seated.write_player(sitting.db, player, {"away_days": player.away_days - unused})
    row.plain = row.waits_for = None
    if due != row.due:
        await _announce(desk, sitting, row, player, due, "letter.notice.back")


async def _announce(desk: Desk, sitting: Sitting, row: Deadline, who: PlayerNow, due: datetime, key: str) -> None:
    shown = row.shown
    await move_deadline(desk, sitting, row, due)
    if row.pace == "hours":
        row.shown = shown  # a short question of a few, and the absence of one of them, move nothing for the others
    for number, player in sitting.players.items():
        told = sitting.due_for(row, number)
        if told is None or (row.pace == "hours" and not sitting.may_notice(number)):
            continue
        words: Catalogue = sitting.box.catalogue(player.language, sitting.data_text)
        facts = {"name": who.name, "due": in_words(words, told, player.zone)}
        await send_notice(desk, sitting, player, Sentence(key, facts), states=told)


def _span(words: Sequence[str], now: datetime, zone: str) -> tuple[datetime, datetime] | None:
    """From when until when, by whole days of the player's zone; None for what can't be."""
    here = zone_of(zone)
    today = now.astimezone(here).date()
    try:
        if len(words) == 1 and words[0].isdecimal():
            first, last = today, today + timedelta(days=int(words[0]))
        elif len(words) == 1:
            first, last = today, date.fromisoformat(words[0])
        else:
            first, last = (date.fromisoformat(word) for word in words)
    except (ValueError, OverflowError):
        return None
    if (
        last < first
        or last < today
        or last - max(first, today) > timedelta(days=LONGEST_DAYS)
        or first > today + 400 * DAY
    ):
        return None
    begins = max(now, moment(datetime.combine(first, time()), here))
    return begins, moment(datetime.combine(last + DAY, time()), here)
