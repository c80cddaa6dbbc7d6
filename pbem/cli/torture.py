"""`pbem torture`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pbem.cli.tone import QuietFailure


def add_to(app: typer.Typer) -> None:
    """torture."""
    app.command()(torture)


def torture(
    letters: Annotated[int, typer.Option(min=1, help="How many order letters.")] = 300,
    faults: Annotated[int, typer.Option(min=0, help="How many faults fall meanwhile.")] = 40,
    seed: Annotated[int, typer.Option(help="Chooses faults and letters.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON in place of text.")] = False,
    url: Annotated[str, typer.Option(help="A database, or postgres for one of its own; else SQLite.")] = "",
    mail: Annotated[str, typer.Option(help="dovecot, postfix or local; else Dovecot where it is installed.")] = "",
    plant: Annotated[
        str, typer.Option(hidden=True, help="Break the judge on purpose, to see that it is found: for the tests.")
    ] = "",
) -> None:
    """Kill the judge at every step, cut its wires, fill its disk; nothing may be lost or done twice."""
    from pbem.real_servers import NoServer
    from pbem.torture.harness import Plan, Stuck
    from pbem.torture.harness import torture as run
    from pbem.torture.post import KINDS

    if mail not in KINDS:
        raise QuietFailure(f"--mail {mail}: there are dovecot, postfix (with Dovecot) and local.")
    try:
        outcome = run(Plan(letters=letters, faults=faults, seed=seed, url=url, mail=mail, plant=plant))
    except (NoServer, Stuck) as fault:
        raise QuietFailure(str(fault)) from fault
    if as_json:
        print(outcome.as_json())
    else:
        account = outcome.account
        print(f"{outcome.letters} letters, {account.effective} effective, {account.reports} reports")
        print(f"{outcome.faults} faults in {outcome.seconds:.1f} s")
        for kind, times in outcome.by_kind.items():
            print(f"{times:>6}  {kind}")
        print(f"{outcome.lives} lives of the judge; {outcome.again} letters went out again with the same Message-ID")
        print(f"lost: {account.lost}, doubled: {account.doubled}")
        for sentence in account.faults_found[:50]:
            print(f"  {sentence}")
        print(f"secrets in wrong hands: {len(account.leaks)}")
    for sentence in outcome.account.leaks[:50]:
        print(f"LEAK: {sentence}", file=sys.stderr)
    if outcome.account.lost or outcome.account.doubled or outcome.account.leaks:
        raise typer.Exit(1)
