"""Commands of the host: write settings, test them, serve."""

from __future__ import annotations

import asyncio
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.tone import DEFAULT_FILE, QuietFailure, SettingsFile, run_plainly, settings_from


def add_to(app: typer.Typer) -> None:
    """init, check, serve, poll."""
    app.command()(init)
    app.command()(check)
    app.command()(serve)
    app.command()(poll)


def init(
    file: Annotated[Path, typer.Argument(help="The file to write.")] = DEFAULT_FILE,
    address: Annotated[str, typer.Option(help="The mail address of the judge.")] = "judge@example.org",
    zone: Annotated[str, typer.Option(help="Your time zone.")] = "UTC",
) -> None:
    """Write a pbem.toml that explains itself."""
    from jinja2 import Template

    domain = address.rpartition("@")[2]
    source = (resources.files("templates") / "pbem.toml.j2").read_text(encoding="utf-8")
    text = Template(source, keep_trailing_newline=True).render(
        address=address, name="The judge", zone=zone, imap_host=f"imap.{domain}", smtp_host=f"smtp.{domain}"
    )
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError as fault:
        raise QuietFailure(f"{file} is there already and stays as it is. Name another: pbem init FILE") from fault
    except OSError as fault:
        raise QuietFailure(f"{file} can't be written: {fault.strerror}.") from fault
    print(f"{file} is written. Fill in your mail servers, then: pbem check")


def check(settings: SettingsFile = DEFAULT_FILE) -> None:
    """Test mailbox, SMTP, database, fonts and clock, and say how to mend what is wrong."""
    from pbem.check import check_all

    findings = asyncio.run(check_all(settings_from(settings)))
    for finding in findings:
        print(finding)
    if any(not finding.good for finding in findings):
        raise typer.Exit(1)


def serve(settings: SettingsFile = DEFAULT_FILE) -> None:
    """Run the judge until it is stopped: poll the mailbox, watch the deadlines, send the letters."""
    from pbem.service import serve_until_stopped

    run_plainly(serve_until_stopped(settings_from(settings)))


def poll(
    settings: SettingsFile = DEFAULT_FILE,
    once: Annotated[bool, typer.Option("--once", help="Do everything that waits, then end: for cron.")] = True,
    again: Annotated[
        str, typer.Option(help="After a restore: read the filed letters again that came since, e.g. 2027-01-05T12:00Z.")
    ] = "",
    old_letters: Annotated[
        bool, typer.Option("--old-letters", help="Take also what lay in the mailbox before the judge came.")
    ] = False,
) -> None:
    """Look into the mailbox once, do what is due, send what waits, and end."""
    del once
    known = settings_from(settings)
    if again:
        from pbem.again import moment, take_again

        try:
            since = moment(again, known.judge.zone)
        except ValueError as fault:
            raise QuietFailure(f"--again {again!r}: {fault}") from fault
        print(run_plainly(take_again(known, since)))
        return
    from pbem.service import poll_once

    done = run_plainly(poll_once(known, old_letters=old_letters))
    print(done)
    if done.failed:
        raise typer.Exit(1)
