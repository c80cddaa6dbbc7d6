"""Commands that keep the games safe: backup, restore, and the rehearsal before an upgrade."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tone import DEFAULT_FILE, QuietFailure, SettingsFile, database_fault, settings_from

if TYPE_CHECKING:
    from pbem.rehearse import Rehearsal


def add_to(app: typer.Typer) -> None:
    """backup, restore, rehearse."""
    app.command()(backup)
    app.command()(restore)
    app.command()(rehearse)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, or a folder: then it is named by the time.")],
    keep: Annotated[int, typer.Option(min=0, help="In a folder: keep so many of them, remove older ones.")] = 0,
    settings: SettingsFile = DEFAULT_FILE,
) -> None:
    """Write a backup of games and letters, tested, while the judge runs."""
    from pbem.backup import BadBackup, sqlite_file
    from pbem.backup import backup as make

    known = settings_from(settings)
    try:
        made, contents = make(sqlite_file(known.database), file, datetime.now(UTC), keep)
    except BadBackup as fault:
        raise QuietFailure(str(fault)) from fault
    print(f"{made}: {contents}")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that pbem backup wrote.")],
    settings: SettingsFile = DEFAULT_FILE,
) -> None:
    """Make the database out of a backup; never over one that is there."""
    from pbem.backup import BadBackup, sqlite_file
    from pbem.backup import restore as bring_back
    from pbem.store import NewerDatabase

    known = settings_from(settings)
    try:
        target = sqlite_file(known.database)
        contents = bring_back(file, target)
    except (BadBackup, NewerDatabase) as fault:
        raise QuietFailure(str(fault)) from fault
    print(f"{target}: {contents}")
    since = f"{contents.newest:%Y-%m-%dT%H:%MZ}" if contents.newest else "the time of the backup"
    print(
        "Letters that came later are in the mailbox, in the folder Processed. Take them up before any deadline falls:\n"
        f"  pbem poll --again {since}\n"
        "then start the judge again: pbem serve"
    )


def rehearse(
    whole: Annotated[bool, typer.Option("--all", help="The whole record of every game, step by step.")] = False,
    url: Annotated[str, typer.Option(help="A database other than that of the settings.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="JSON in place of text.")] = False,
    settings: SettingsFile = DEFAULT_FILE,
) -> None:
    """Before an upgrade: play the stored games again with this version, and list those that go otherwise."""
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from pbem.boxes import all_boxes
    from pbem.rehearse import Depth
    from pbem.rehearse import rehearse as play_again

    where = url or settings_from(settings).database
    try:
        found = asyncio.run(play_again(where, Depth.WHOLE if whole else Depth.TAIL, all_boxes()))
    except ArgumentError as fault:
        raise QuietFailure("--url: this is not the address of a database.") from fault
    except (SQLAlchemyError, OSError) as fault:
        raise database_fault(fault) from fault
    print(json.dumps(found.to_json()) if as_json else _told(found))
    if found.diverged:
        raise typer.Exit(1)


def _told(found: Rehearsal) -> str:
    lines = [f"DIVERGED  {one}" for one in found.diverged]
    if found.migrations:
        tried = "carried out on a copy" if found.migrations_tried else "not tried: rehearse a restored copy (--url)"
        lines.append(f"migrations at the first start: {', '.join(found.migrations)} ({tried})")
    lines.append(
        f"{found.games} games, {found.steps} steps, {found.entries} entries played again in {found.seconds:.1f} s: "
        + (f"{len(found.diverged)} differ. Stay with the present version." if found.diverged else "none differs.")
    )
    return "\n".join(lines)
