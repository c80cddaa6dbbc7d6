"""Commands about games: start one, list them, look at one, read its letters."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from pbem.cli.tone import DEFAULT_FILE, MODE_HELP, QuietFailure, SettingsFile, database_fault, settings_from
from pbem.games import GAMES

if TYPE_CHECKING:
    from pbem.settings import Settings

R = TypeVar("R")

PLAYER_HELP = "Once for each player: NAME=ADDRESS=SEAT[+SEAT][=LANGUAGE[=ZONE]]."


def add_to(app: typer.Typer) -> None:
    """game new, game list, game show, game letters."""
    game = typer.Typer(help="Games: start one, list them, look at one.", no_args_is_help=True)
    game.command("new")(new)
    game.command("list")(list_games)
    game.command("show")(show)
    game.command("letters")(letters)
    app.add_typer(game, name="game")


def new(
    rules: Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.")],
    player: Annotated[list[str], typer.Option(help=PLAYER_HELP)],
    name: Annotated[str, typer.Option(help="A name of its own for this game, one word.")] = "",
    mode: Annotated[str, typer.Option(help=MODE_HELP)] = "",
    deadlines: Annotated[str, typer.Option(help='For example "every 3 days at 21:00 Europe/Budapest", or never.')] = "",
    on_deadline: Annotated[str, typer.Option(help="default or wait.")] = "",
    set_: Annotated[list[str] | None, typer.Option("--set", help="A setting of the rules: NAME=VALUE.")] = None,
    own_chance: Annotated[
        bool | None,
        typer.Option(
            "--own-chance/--no-own-chance",
            help="Players mix words of their own into chance, before the game begins; usual where hands are hidden.",
        ),
    ] = None,
    settings: SettingsFile = DEFAULT_FILE,
) -> None:
    """Start a game: every player gets the first report by mail."""
    from pbem.hosting import Invitation, start

    wanted = Invitation(
        rules=rules, players=tuple(player), name=name, mode=mode, deadlines=deadlines, on_deadline=on_deadline,
        switches=tuple(set_ or ()), own_chance=own_chance,
    )  # fmt: skip
    try:
        print(_with_settings(settings, lambda known: start(known, wanted)))
    except ValueError as fault:
        raise QuietFailure(str(fault)) from fault


def list_games(settings: SettingsFile = DEFAULT_FILE) -> None:
    """All games: name, where each stands, until when it waits."""
    from pbem.hosting import overview

    print(_with_settings(settings, overview))


def show(
    name: Annotated[str, typer.Argument(help="The name of the game.")],
    settings: SettingsFile = DEFAULT_FILE,
) -> None:
    """One game: players, seats, what is asked, deadlines."""
    from pbem.hosting import details

    try:
        print(_with_settings(settings, lambda known: details(known, name)))
    except ValueError as fault:
        raise QuietFailure(str(fault)) from fault


def letters(
    name: Annotated[str, typer.Argument(help="The name of the game.")],
    out: Annotated[Path | None, typer.Option(help="Write all letters as .eml files into this folder.")] = None,
    settings: SettingsFile = DEFAULT_FILE,
) -> None:
    """The letters of one game, in and out; with --out as files."""
    from pbem.hosting import letters_of

    try:
        print(_with_settings(settings, lambda known: letters_of(known, name, out)))
    except ValueError as fault:
        raise QuietFailure(str(fault)) from fault


def _with_settings(path: Path, work: Callable[[Settings], Awaitable[R]]) -> R:
    from sqlalchemy.exc import SQLAlchemyError

    from pbem.settings import BadSettings

    known = settings_from(path)

    async def do() -> R:
        return await work(known)

    try:
        return asyncio.run(do())
    except BadSettings as fault:
        raise QuietFailure("\n".join(fault.faults)) from fault
    except (SQLAlchemyError, OSError) as fault:
        raise database_fault(fault) from fault
