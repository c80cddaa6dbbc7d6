"""When things are due. Every deadline is a row in UTC with its zone; a sweep decides, never a scheduler."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Every `days` days at `at` (local time of `zone`), only on `weekdays` (0 = Monday), and never sooner than
    `minimum_hours` after the question was asked."""

    days: int = 3
    at: time = time(21, 0)
    zone: str = "UTC"
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    minimum_hours: int = 24

    def __post_init__(self) -> None:
        if self.days < 1:
            raise ValueError(f"a schedule needs at least one day between deadlines, not {self.days}")
        if not self.weekdays or not set(self.weekdays) <= set(range(7)):
            raise ValueError(f"weekdays are {', '.join(WEEKDAYS)}; at least one must be named")
        if self.minimum_hours < 0:
            raise ValueError("the minimum time can't be negative")
        zone_of(self.zone)

    def to_json(self) -> dict[str, Any]:
        return {
            "days": self.days, "at": self.at.strftime("%H:%M"), "zone": self.zone, "weekdays": list(self.weekdays),
            "minimum_hours": self.minimum_hours,
        }  # fmt: skip

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Schedule:
        return cls(
            days=raw["days"], at=time.fromisoformat(raw["at"]), zone=raw["zone"], weekdays=tuple(raw["weekdays"]),
            minimum_hours=raw["minimum_hours"],
        )  # fmt: skip


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name. Raises ValueError with a sentence."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as fault:
        raise ValueError(f"there is no time zone {name!r}; write a name like Europe/Budapest or UTC") from fault


def parse_schedule(text: str) -> Schedule:
    """Read "every 3 days at 21:00 Europe/Budapest on mon,thu minimum 24 hours" (zone, weekdays, minimum may be left
    out). Raises ValueError with a sentence."""
    pattern = (
        r"every\s+(?:(\d+)\s+)?days?\s+at\s+(\d{1,2}):(\d{2})(?:\s+(?!on\b|minimum\b)(\S+))?"
        r"(?:\s+on\s+([a-z, ]+?))?(?:\s+minimum\s+(\d+)\s*h(?:ours?)?)?\s*"
    )
    match = re.fullmatch(pattern, text.strip(), re.IGNORECASE)
    if match is None:
        raise ValueError(f"{text!r} is no schedule; write like: every 3 days at 21:00 Europe/Budapest on mon,thu")
    days, hour, minute, zone, names, minimum = match.groups()
    if int(hour) > 23 or int(minute) > 59:
        raise ValueError(f"{hour}:{minute} is no time of day")
    weekdays = tuple(range(7))
    if names:
        words = [word[:3].lower() for word in re.split(r"[,\s]+", names.strip()) if word]
        for word in words:
            if word not in WEEKDAYS:
                raise ValueError(f"{word!r} is no weekday; write {', '.join(WEEKDAYS)}")
        weekdays = tuple(sorted({WEEKDAYS.index(word) for word in words}))
    return Schedule(
        days=int(days or 1),
        at=time(int(hour), int(minute)),
        zone=zone or "UTC",
        weekdays=weekdays,
        minimum_hours=int(minimum) if minimum else min(24, int(days or 1) * 24),
    )


def next_due(schedule: Schedule, asked: datetime) -> datetime:
    """The deadline of a question asked at that moment, in UTC.

    `days` days after the local day of asking, moved on to a weekday of the mask and until the minimum time is kept. A
    time of day that a clock change leaves out is taken as if the clock had not changed (02:30 becomes 03:30); one that
    comes twice is taken the second time, so that nobody loses an hour.
    """
    zone = zone_of(schedule.zone)
    earliest = asked.astimezone(UTC) + timedelta(hours=schedule.minimum_hours)
    day = asked.astimezone(zone).date() + timedelta(days=schedule.days)
    while True:
        due = moment(datetime.combine(day, schedule.at), zone)
        if day.weekday() in schedule.weekdays and due >= earliest and due > asked:
            return due
        day += timedelta(days=1)


QUARTER = timedelta(minutes=15)
LONG = timedelta(hours=12)


def given_back(schedule: Mapping[str, Any] | None, due: datetime, lost: timedelta) -> datetime:
    """A deadline to which lost time is added, in UTC: never less than was lost.

    A short time is rounded up to a quarter of an hour. After a long one the new deadline is the next regular one: the
    players chose the time of day and the days on which they can be asked.
    """
    earliest = due + -(-lost // QUARTER) * QUARTER
    if schedule is None or lost < LONG:
        return earliest
    made = Schedule.from_json(schedule)
    zone = zone_of(made.zone)
    day = earliest.astimezone(zone).date() - timedelta(days=1)
    while True:
        regular = moment(datetime.combine(day, made.at), zone)
        if day.weekday() in made.weekdays and regular >= due + lost:
            return regular
        day += timedelta(days=1)


def moment(local: datetime, zone: ZoneInfo) -> datetime:
    """A local time (naive) as a moment in UTC; see `next_due` for times that are left out or come twice."""
    first = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    second = local.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if first.astimezone(zone).replace(tzinfo=None) != local and second.astimezone(zone).replace(tzinfo=None) != local:
        return max(first, second)  # left out: fold=0 reads it with the offset before the change
    return max(first, second)
