"""The command line: `pbem COMMAND`. Commands only read their arguments, call, and print."""

from __future__ import annotations

import typer

from pbem.cli.tone import QuietFailure, complain

app = typer.Typer(
    help="The judge for slow board wargames by mail.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _add_commands() -> None:
    from pbem.cli import games, host, keeping, records, tools, torture

    host.add_to(app)
    games.add_to(app)
    records.add_to(app)
    keeping.add_to(app)
    tools.add_to(app)
    torture.add_to(app)


_add_commands()


def main() -> None:
    """Run a command; what the person at the keyboard can mend is told in sentences, without a traceback."""
    try:
        app(prog_name="pbem")
    except QuietFailure as fault:
        complain(str(fault))
        raise SystemExit(1) from None
