"""What the host does with games: start one, list them, look at one, take its letters out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from engine import games as engine_games
from engine.core.decision import Json
from engine.core.prelude import OPTION
from pbem.boxes import FIRST, all_boxes, all_tools
from pbem.data_check import count_of_faults, faults
from pbem.deadlines import Schedule, parse_schedule, zone_of
from pbem.export import export_letters, export_record
from pbem.journal_lines import silence_logs
from pbem.judge import NewPlayer
from pbem.playing import Sitting, look_at
from pbem.record import SUFFIX
from pbem.reporting import statuses
from pbem.service import opened
from pbem.settings import NEVER, Settings, known_zone, mail_address
from pbem.store import Store, games, open_store
from pbem.store.models import Game
from pbem.store.seated import GameNow

LANGUAGES = ("en", "hu")


@dataclass(frozen=True)
class Invitation:
    """What `pbem game new` was given, as written."""

    rules: str
    players: tuple[str, ...]
    name: str = ""
    mode: str = ""
    deadlines: str = ""
    on_deadline: str = ""
    switches: tuple[str, ...] = ()
    own_chance: bool | None = None
    """Whether the players give words of their own that are mixed into chance; None: where hands are hidden."""


async def start(settings: Settings, wanted: Invitation) -> str:
    """Start a game and send the first reports. Raises ValueError with a sentence."""
    if wanted.rules not in engine_games.names():
        raise ValueError(f"There is no game {wanted.rules!r}; these are there: {', '.join(engine_games.names())}.")
    players = [read_player(text, settings) for text in wanted.players]
    if wanted.on_deadline not in ("", "default", "wait"):
        raise ValueError(f"--on-deadline {wanted.on_deadline}: write default or wait.")
    part = settings.schedule
    rhythm = wanted.deadlines or part.deadlines
    own_data = settings.data.get(wanted.rules)
    data_text = _data_of(own_data, wanted.rules)
    silence_logs()
    async with opened(settings) as service:
        name = wanted.name or await _free_name(service.judge.desk.store, wanted.rules)
        await service.judge.new_game(
            name,
            wanted.rules,
            {**_options(wanted, players), **_own_chance(wanted)},
            players,
            schedule=schedule_of(rhythm, settings.judge.zone),
            on_deadline="wait" if (wanted.on_deadline or part.on_deadline) == "wait" else "default",
            reminder_hours=part.reminder_hours,
            data_text=data_text,
            data_name=own_data.name if own_data else "",
        )
        await service.flush()
        sent, text = service.tally.sent, await details_in(service.judge.desk.store, name, settings.judge.zone)
    waits = len(players) - sent
    later = f"{waits} letters wait; `pbem serve` tries again." if waits > 0 else "All have their first report."
    return f"{text}\n{later}"


def schedule_of(text: str, zone: str) -> Schedule | None:
    """The rhythm in words as a schedule, in the judge's zone if it names none; None for "never". Raises ValueError."""
    if text == NEVER:
        return None
    schedule = parse_schedule(text)
    return schedule if schedule.zone in text.split() else replace(schedule, zone=zone)


def read_player(text: str, settings: Settings) -> NewPlayer:
    """ "Anna=anna@example.org=burghers+reformers=hu=Europe/Budapest". Raises ValueError with a sentence."""
    parts = [part.strip() for part in text.split("=")]
    if not 3 <= len(parts) <= 5 or not all(parts):
        raise ValueError(
            f"--player {text!r}: write NAME=ADDRESS=SEAT, for example Anna=anna@example.org=burghers; two seats of one "
            "player are joined by +, a language (en, hu) and a time zone may follow, each behind a =."
        )
    name, address, seats, *rest = parts
    language = rest[0] if rest else settings.judge.language
    if language not in LANGUAGES:
        raise ValueError(f"--player {text!r}: the language {language!r} is not there; write en or hu.")
    zone = known_zone(rest[1]) if len(rest) > 1 else settings.judge.zone
    seat_ids = [seat.strip().lower() for seat in seats.split("+")]
    return NewPlayer(address=mail_address(address), name=name, seats=seat_ids, language=language, zone=zone)


def _options(wanted: Invitation, players: list[NewPlayer]) -> dict[str, Json]:
    settings: dict[str, Json] = {}
    for text in wanted.switches:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--set {text!r}: write SWITCH=VALUE, for example overflow_displaces_neutrals=false.")
        settings[name.strip()] = _value(value.strip())
    return all_tools()[wanted.rules].options([player.seats for player in players], wanted.mode, settings)


def _own_chance(wanted: Invitation) -> dict[str, Json]:
    """The option for the players' own words: only where it is on, so that other games are stored as ever."""
    usual = all_tools()[wanted.rules].hidden_hands
    return {OPTION: True} if (usual if wanted.own_chance is None else wanted.own_chance) else {}


def _value(text: str) -> Json:
    """ "true", "false", a whole number, or a word."""
    if re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    return {"true": True, "false": False}.get(text.lower(), text)


def _data_of(path: Path | None, game: str) -> str | None:
    """The text of the host's own data. Raises ValueError when it can't be read or played with."""
    if path is None:
        return None
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is not UTF-8 text"
        raise ValueError(
            f"The data file {path} can't be read: {reason}. It is named under [data] in pbem.toml."
        ) from fault
    if found := faults(text, game):
        raise ValueError(
            f"The data file {path} (named under [data] in pbem.toml) has {count_of_faults(found)}. "
            f"The first: {found[0]}\nAll of them: pbem data check {path} --game {game}"
        )
    return text


async def _free_name(store: Store, rules: str) -> str:
    async with store.reading() as db:
        taken = {game.name for game in await games.games(db)}
    short = rules.split("_")[0]
    return next(name for n in range(1, len(taken) + 2) if (name := f"{short}{n}") not in taken)


# ------------------------------------------------------------------ looking


async def overview(settings: Settings) -> str:
    """All games, a line each."""
    store = await open_store(settings.database)
    try:
        async with store.reading() as db:
            lines = [await _line(db, await _seen(db, game), settings.judge.zone) for game in await games.games(db)]
    finally:
        await store.close()
    return "\n".join(lines) or f"No games yet: pbem game new {FIRST} --help"


async def _seen(db: AsyncSession, game: Game) -> Sitting:
    assert game.id is not None
    return await look_at(db, game.id, all_boxes(), datetime.now(UTC))


async def _line(db: AsyncSession, sitting: Sitting, zone: str) -> str:
    game = sitting.game
    return f"{game.name:<14} {game.rules:<14} {sitting.moment:<22} {await _due(db, game, zone)}".rstrip()


async def _due(db: AsyncSession, game: GameNow, zone: str) -> str:
    deadline = await games.open_deadline(db, game.id)
    if deadline is None:
        return "" if game.status == "over" else "no deadline"
    return f"until {_moment(deadline.due, zone)}"


def _moment(when: datetime, zone: str) -> str:
    local = when.astimezone(zone_of(zone))
    utc = "" if zone == "UTC" else f" ({when:%H:%M} UTC)"
    return f"{local:%a %Y-%m-%d %H:%M} {zone}{utc}"


async def details(settings: Settings, name: str) -> str:
    """One game. Raises ValueError when there is none of that name."""
    store = await open_store(settings.database)
    try:
        return await details_in(store, name, settings.judge.zone)
    finally:
        await store.close()


async def details_in(store: Store, name: str, zone: str = "UTC") -> str:
    """One game out of an open store. Raises ValueError when there is none of that name."""
    async with store.reading() as db:
        game = await _game(db, name)
        assert game.id is not None
        seats = await games.seats(db, game.id)
        sitting = await _seen(db, game)
        said = {one.seat: " (in)" if one.answered else " (awaited)" if one.asked else "" for one in statuses(sitting)}
        lines = [await _line(db, sitting, zone), f"  options: {_listed(game.options)}"]
        for player in await games.players(db, game.id):
            theirs = [row.seat for row in seats if row.player == player.id]
            state = ", ".join(f"{seat}{said[seat]}" for seat in theirs)
            lines.append(f"  {player.name} <{player.address}>: {state}; {player.language}, {player.zone}")
        deadline = await games.open_deadline(db, game.id)
        if deadline is not None:
            lines.append(f"  at the deadline: {game.on_deadline}; reminder {_when(deadline.remind, zone)}")
        lines.append(f"  {game.journal} answers and draws in the record, its hash {game.record_hash[:16] or '-'}")
    return "\n".join(lines)


def _when(moment: datetime | None, zone: str) -> str:
    return "none" if moment is None else _moment(moment, zone)


def _listed(options: Mapping[str, Any]) -> str:
    shown = {key: " ".join(map(str, value)) if isinstance(value, list) else value for key, value in options.items()}
    return ", ".join(f"{key} {value}" for key, value in shown.items()) or "the usual ones"


async def _game(db: AsyncSession, name: str) -> Game:
    game = await games.game(db, name)
    if game is None:
        known = ", ".join(one.name for one in await games.games(db)) or "none yet"
        raise ValueError(f"There is no game {name!r}. Games: {known}.")
    return game


async def letters_of(settings: Settings, name: str, folder: Path | None) -> str:
    """The letters of a game in the order of time; with `folder` also as files. Raises ValueError, OSError."""
    store = await open_store(settings.database)
    try:
        async with store.reading() as db:
            game = await _game(db, name)
            assert game.id is not None
            rows = [
                (letter.received, f"in   {letter.sender:<30} {letter.status}  {letter.why}")
                for letter in await games.letters_in(db, game.id)
            ] + [
                (letter.made, f"out  {letter.recipient:<30} {letter.kind} {letter.status}  {letter.why}")
                for letter in await games.letters_out(db, game.id)
            ]
        lines = [f"{when:%Y-%m-%d %H:%M} UTC  {text}".rstrip() for when, text in sorted(rows)]
        if folder is not None:
            exported = await export_letters(store, game, folder)
            lines.append(f"{exported.letters} letters and {exported.reports} reports are in {folder}")
    finally:
        await store.close()
    return "\n".join(lines) or "No letters yet."


async def record_to(settings: Settings, name: str, path: Path | None) -> str:
    """Write the record of a finished game. Raises ValueError with a sentence, OSError."""
    store = await open_store(settings.database)
    try:
        async with store.reading() as db:
            game = await _game(db, name)
        target = path or Path(f"{game.name}{SUFFIX}")
        await export_record(store, game, all_boxes()[game.rules], target)
    finally:
        await store.close()
    return f"{target} is written. Anybody can test it: pbem verify {target}"
