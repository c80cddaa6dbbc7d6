"""Commands about records of finished games: write one, check one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.tone import DEFAULT_FILE, QuietFailure, SettingsFile, run_plainly, settings_from


def add_to(app: typer.Typer) -> None:
    """export, verify."""
    app.command()(export)
    app.command()(verify)


def export(
    name: Annotated[str, typer.Argument(help="The name of the game.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; GAME.record.jsonl if left out.")] = None,
    settings: SettingsFile = DEFAULT_FILE,
) -> None:
    """Write the record of a finished game: every order and draw, and the secret."""
    from pbem.hosting import record_to

    try:
        print(run_plainly(record_to(settings_from(settings), name, out)))
    except ValueError as fault:
        raise QuietFailure(str(fault)) from fault


def verify(
    record: Annotated[Path, typer.Argument(help="The record, as it came with the last report or from `pbem export`.")],
    own_hash: Annotated[
        str, typer.Option("--hash", help="The hash of the record from a report of yours; its beginning will do.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON in place of text.")] = False,
) -> None:
    """Check a record: nothing changed, and every shuffle and draw as the secret makes it. Status 1 when not."""
    from pbem.boxes import all_boxes
    from pbem.verify import MOST_BYTES, in_words
    from pbem.verify import verify as check

    try:
        if record.stat().st_size > MOST_BYTES:
            raise QuietFailure(f"{record} is too large for a record.")
        content = record.read_bytes()
    except OSError as fault:
        raise QuietFailure(f"{record} can't be read: {fault.strerror}.") from fault
    found = check(content, all_boxes(), own_hash)
    print(json.dumps(found.to_json(), ensure_ascii=False) if as_json else in_words(found))
    if not found.good:
        raise typer.Exit(1)
