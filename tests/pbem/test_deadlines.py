"""When a deadline falls, over all zones and clock changes."""

# ruff: noqa: DTZ001 -- local times without a zone are what is tested

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.deadlines import Schedule, given_back, moment, next_due, parse_schedule

ZONES = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("posix", "right")))


@given(
    zone=st.sampled_from(ZONES),
    asked=st.datetimes(datetime(1990, 1, 1), datetime(2037, 12, 1), timezones=st.just(UTC)),
    at=st.times(),
    days=st.integers(1, 10),
    weekdays=st.sets(st.integers(0, 6), min_size=1),
    minimum=st.integers(0, 96),
)
@settings(max_examples=400, deadline=None)
def test_a_deadline_is_on_an_allowed_day_at_the_given_time(
    zone: str, asked: datetime, at: time, days: int, weekdays: set[int], minimum: int
) -> None:
    at = at.replace(second=0, microsecond=0, fold=0)
    schedule = Schedule(days=days, at=at, zone=zone, weekdays=tuple(sorted(weekdays)), minimum_hours=minimum)
    due = next_due(schedule, asked)
    here = ZoneInfo(zone)
    local = due.astimezone(here)
    assert due.tzinfo is UTC
    assert due > asked
    assert due - asked >= timedelta(hours=minimum)
    assert due - asked <= timedelta(days=days + 7 + 4 + 2)
    intended = [local.date() + timedelta(days=shift) for shift in (-1, 0, 1)]
    matching = [day for day in intended if moment(datetime.combine(day, at), here) == due and day.weekday() in weekdays]
    assert matching, "no allowed day has its time of day at this moment"
    exact = datetime.combine(local.date(), at)
    if local.replace(tzinfo=None) != exact:  # only where a clock change leaves that time out
        day = matching[0]
        wanted = datetime.combine(day, at, tzinfo=here)
        assert wanted.astimezone(UTC).astimezone(here).replace(tzinfo=None) != wanted.replace(tzinfo=None)


@given(
    zone=st.sampled_from(ZONES),
    due=st.datetimes(datetime(1990, 1, 1), datetime(2037, 12, 1), timezones=st.just(UTC)),
    minutes=st.integers(1, 60 * 24 * 20),
    weekdays=st.sets(st.integers(0, 6), min_size=1),
)
@settings(max_examples=200, deadline=None)
def test_lost_time_is_given_back_in_every_zone(zone: str, due: datetime, minutes: int, weekdays: set[int]) -> None:
    schedule = Schedule(at=time(2, 30), zone=zone, weekdays=tuple(sorted(weekdays)))
    lost = timedelta(minutes=minutes)
    moved = given_back(schedule.to_json(), due, lost)
    assert moved.tzinfo is UTC
    assert moved - due >= lost
    assert moved - due <= lost + (timedelta(minutes=15) if lost < timedelta(hours=12) else timedelta(days=9))
    if lost >= timedelta(hours=12):
        days = [moved.astimezone(ZoneInfo(zone)).date() + timedelta(days=shift) for shift in (-1, 0, 1)]
        regular = [day for day in days if moment(datetime.combine(day, schedule.at), ZoneInfo(zone)) == moved]
        assert any(day.weekday() in weekdays for day in regular)


def test_no_sooner_deadline_would_do() -> None:
    schedule = Schedule(days=2, at=time(21, 0), zone="Europe/Budapest", weekdays=(0, 3), minimum_hours=48)
    asked = datetime(2027, 1, 5, 12, 0, tzinfo=UTC)  # a Tuesday; Thursday 21:00 is 56 hours away
    assert next_due(schedule, asked) == datetime(2027, 1, 7, 20, 0, tzinfo=UTC)
    late = datetime(2027, 1, 5, 22, 0, tzinfo=UTC)  # Thursday is 46 hours away: Monday
    assert next_due(schedule, late) == datetime(2027, 1, 11, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("local", "zone", "utc"),
    [
        (datetime(2027, 3, 28, 2, 30), "Europe/Budapest", datetime(2027, 3, 28, 1, 30)),  # left out: 03:30
        (datetime(2027, 10, 31, 2, 30), "Europe/Budapest", datetime(2027, 10, 31, 1, 30)),  # twice: the second
        (datetime(2027, 4, 4, 1, 45), "Australia/Lord_Howe", datetime(2027, 4, 3, 15, 15)),  # half an hour, twice
        (datetime(2027, 1, 1, 12, 0), "Asia/Kathmandu", datetime(2027, 1, 1, 6, 15)),  # 45 minutes off
        (datetime(2011, 12, 30, 12, 0), "Pacific/Apia", datetime(2011, 12, 30, 22, 0)),  # a day that never was
    ],
)
def test_clock_changes(local: datetime, zone: str, utc: datetime) -> None:
    assert moment(local, ZoneInfo(zone)).replace(tzinfo=None) == utc


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("every 3 days at 21:00 Europe/Budapest on mon,thu minimum 24 hours",
         Schedule(days=3, at=time(21), zone="Europe/Budapest", weekdays=(0, 3), minimum_hours=24)),
        ("every day at 8:05", Schedule(days=1, at=time(8, 5), minimum_hours=24)),
        ("Every 2 days at 20:00 UTC on Monday, Friday",
         Schedule(days=2, at=time(20), weekdays=(0, 4), minimum_hours=24)),
    ],
)  # fmt: skip
def test_a_schedule_is_read_and_survives_the_store(text: str, schedule: Schedule) -> None:
    assert parse_schedule(text) == schedule
    assert Schedule.from_json(schedule.to_json()) == schedule


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("now and then", "is no schedule"),
        ("every 3 days at 25:00", "no time of day"),
        ("every 3 days at 21:00 Mars/Dome", "no time zone"),
        ("every 3 days at 21:00 UTC on someday", "no weekday"),
        ("every 0 days at 21:00", "at least one day"),
    ],
)
def test_a_bad_schedule_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        parse_schedule(text)


def test_a_year_of_daily_deadlines_is_one_a_day() -> None:
    schedule = Schedule(days=1, at=time(2, 30), zone="America/New_York", minimum_hours=0)
    due, days = datetime(2027, 1, 1, tzinfo=UTC), []
    for _ in range(365):
        due = next_due(schedule, due)
        days.append(due.astimezone(ZoneInfo("America/New_York")).date())
    assert days == [date(2027, 1, 1) + timedelta(days=n) for n in range(365)]
