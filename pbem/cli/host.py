"""Commands of the host: write settings, test them, serve."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.tone import DEFAULT_FILE, QuietFailure, SettingsFile, run_plainly, settings_from


def add_to(app: typer.Typer) -> None:
    """init, check, serve, poll, health, shunted list, show, unshunt, drop."""
    app.command()(init)
    app.command()(check)
    app.command()(serve)
    app.command()(poll)
    app.command()(health)
    shunted = typer.Typer(
        help="Letters that could not be handled: look at them, try again, drop them.", invoke_without_command=True
    )
    shunted.callback()(shunted_first)
    shunted.command("list")(shunted_list)
    shunted.command("show")(shunted_show)
    shunted.command("unshunt")(shunted_unshunt)
    shunted.command("drop")(shunted_drop)
    app.add_typer(shunted, name="shunted")


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


def health(
    settings: SettingsFile = DEFAULT_FILE,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON in place of text.")] = False,
) -> None:
    """Is the judge well? Last look into the mailbox, letters that wait, deadlines, disk. Status 1 when it is not."""
    from pbem.clock import SystemClock
    from pbem.health import look

    found = asyncio.run(look(settings_from(settings), SystemClock()))
    print(found.as_json() if as_json else found.as_text())
    if not found.well:
        raise typer.Exit(1)


Number = Annotated[int, typer.Argument(help="The number of the letter, as `pbem shunted` lists it.")]


def shunted_first(
    context: typer.Context,
    settings: SettingsFile = DEFAULT_FILE,
) -> None:
    """Without a further word: the list."""
    if context.invoked_subcommand is None:
        shunted_list(settings)


def shunted_list(settings: SettingsFile = DEFAULT_FILE) -> None:
    """The letters that are set aside: number, time, sender, what went wrong."""
    from pbem.quarantine import listed

    _print(listed(settings_from(settings)))


def shunted_show(number: Number, settings: SettingsFile = DEFAULT_FILE) -> None:
    """One letter that is set aside: its text, and the whole fault."""
    from pbem.quarantine import shown

    _print(shown(settings_from(settings), number))


def shunted_unshunt(number: Number, settings: SettingsFile = DEFAULT_FILE) -> None:
    """Handle a letter once more; its writer gets a receipt."""
    from pbem.quarantine import tried_again

    _print(tried_again(settings_from(settings), number))


def shunted_drop(number: Number, settings: SettingsFile = DEFAULT_FILE) -> None:
    """Forget about a letter; its bytes stay in the database."""
    from pbem.quarantine import dropped

    _print(dropped(settings_from(settings), number))


def _print(work: Coroutine[Any, Any, str]) -> None:
    try:
        print(run_plainly(work))
    except ValueError as fault:
        raise QuietFailure(str(fault)) from fault
