"""Commands that need no mailbox: the demo, play at the terminal, random play, measurements, cases, data files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tone import MODE_HELP, QuietFailure
from pbem.games import FIRST, GAMES

if TYPE_CHECKING:
    from engine.core.decision import Json

Players = Annotated[int, typer.Option(min=0, help="How many players; the usual number if left out.")]
Seed = Annotated[int, typer.Option(help="Chooses what is random; the same seed gives the same game.")]
Mode = Annotated[str, typer.Option(help=MODE_HELP)]
GameName = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.")]
GameOption = Annotated[str, typer.Option("--game", help=f"The game: {', '.join(GAMES)}.")]


def add_to(app: typer.Typer) -> None:
    """demo, table, simulate, bench, cases, data check, data diff, data show."""
    app.command()(demo)
    app.command()(table)
    app.command()(simulate)
    app.command()(bench)
    app.command()(cases)
    data = typer.Typer(help="Data files of a game: test a corrected one, compare it with ours.", no_args_is_help=True)
    data.command("check")(data_check)
    data.command("diff")(data_diff)
    data.command("show")(data_show)
    app.add_typer(data, name="data")


def demo(
    game: GameOption = FIRST,
    players: Players = 0,
    seed: Seed = 1,
    out: Annotated[Path, typer.Option(help="The folder for letters, reports and record.")] = Path("demo-out"),
    mode: Mode = "",
    slow: Annotated[bool, typer.Option("--slow", help="Pause after each step, to watch.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Stay up; take a seat with any mail client.")] = False,
    human: Annotated[str, typer.Option(help="With --keep: the seat that you play yourself.")] = "",
) -> None:
    """Watch a whole game by real e-mail on this machine."""
    from pbem.demo import BadDemo, DemoPlan, run_demo

    _known_game(game)
    try:
        plan = DemoPlan(rules=game, players=players, seed=seed, out=out, mode=mode, slow=slow, keep=keep, human=human)
        run_demo(plan)
    except BadDemo as fault:
        raise QuietFailure(str(fault)) from fault


def table(
    game: GameName = FIRST,
    players: Players = 0,
    seed: Seed = 1,
    mode: Mode = "",
) -> None:
    """Play at the terminal, all seats, from the same questions and order lines as by mail."""
    from pbem.table_play import play_at_terminal

    play_at_terminal(game, _options(game, players, mode), seed)


def simulate(
    game: GameName = FIRST,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10,
    seed: Seed = 1,
    players: Players = 0,
    mode: Mode = "",
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON in place of text.")] = False,
    out: Annotated[Path, typer.Option(help="The folder for games that broke.")] = Path("broken-games"),
    reopen: Annotated[Path | None, typer.Option(help="Play the file of a broken game again.")] = None,
) -> None:
    """Play random games to the end and keep those that break."""
    from pbem import simulate as play

    if reopen is not None:
        _reopen(reopen)
        return
    options = _options(game, players, mode)
    try:
        tally = play.simulate(game, games, seed=seed, options=options, folder=out)
    except ValueError as fault:
        raise QuietFailure(str(fault)) from fault
    if as_json:
        print(play.as_json(tally))
    else:
        rate = tally.decisions / max(tally.seconds, 0.001)
        print(f"{tally.games} games, {tally.decisions} decisions in {tally.seconds} s ({rate:.0f} a second)")
        for path in tally.broken:
            print(f"broken: {path}   (pbem simulate --reopen {path})")
    if tally.broken:
        raise typer.Exit(1)


def _reopen(path: Path) -> None:
    from pbem import simulate as play

    try:
        again = play.reopen(path)
    except play.BadReopen as fault:
        raise QuietFailure(str(fault)) from fault
    if again.table is not None:
        print(f"{again.answered} answers played, now at {again.table.step_name} ({again.table.where})")
        for decision in again.table.open:
            print(f"asked: {decision.key} (rule {decision.rule})")
    if again.error:
        print(again.error)
        raise typer.Exit(1)
    print("It no longer breaks. It broke with:")
    print(again.was)


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="JSON in place of a table.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer rounds.")] = False,
    rows: Annotated[str, typer.Option(help="Only these rows, for example R1,M2.")] = "",
    game: Annotated[str, typer.Option(help="Only this game, where a row is measured of each.")] = "",
    flood: Annotated[int, typer.Option(min=0, help="Only this: so many letters wait at once. Takes minutes.")] = 0,
) -> None:
    """Measure on the spot: decisions, letters, reports, memory; several rounds, medians."""
    from pbem.bench import run_bench

    if game:
        _known_game(game)
    raise SystemExit(run_bench(as_json=as_json, quick=quick, only=rows, game=game, flood=flood))


def cases(
    files: Annotated[list[Path], typer.Argument(help="Case files; tests/cases/README.md has the format.")],
) -> None:
    """Run case files and say what differs."""
    from pbem.cases import cases_command

    raise SystemExit(cases_command(files))


def data_check(
    file: Annotated[Path, typer.Argument(help="The data file.")],
    game: GameOption = FIRST,
) -> None:
    """Test a data file: its shape, and what its facts say of each other. A sentence for each fault or oddity."""
    from pbem.data_check import count_of_faults, faults, remarks

    _known_game(game)
    text = _text_of(file)
    found = faults(text, game)
    for line in found or remarks(text, game):
        print(line)
    print(f"{file}: {count_of_faults(found)}")
    if found:
        raise typer.Exit(1)


def data_show(game: GameOption = FIRST) -> None:
    """Print our own data, to be corrected in a file of yours."""
    from engine import games

    _known_game(game)
    typer.echo(games.data_text(game), nl=False)


def data_diff(
    file: Annotated[Path, typer.Argument(help="The data file.")],
    game: GameOption = FIRST,
) -> None:
    """Show, fact by fact, what a data file changes of ours."""
    from pbem.data_check import UnreadableData, differences

    _known_game(game)
    try:
        found = differences(_text_of(file), game)
    except UnreadableData as fault:
        raise QuietFailure(f"{file}: {fault}") from fault
    for line in found:
        print(line)
    many = "1 fact differs" if len(found) == 1 else f"{len(found)} facts differ"
    print(f"{file}: {many} from ours" if found else f"{file}: the same facts as ours")


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as fault:
        raise QuietFailure(f"{file} can't be read: {fault.strerror}.") from fault
    except UnicodeDecodeError as fault:
        raise QuietFailure(f"{file} is not UTF-8 text; save it as UTF-8.") from fault


def _known_game(game: str) -> None:
    from engine import games

    if game not in games.names():
        raise QuietFailure(f"There is no game {game!r}; these are there: {', '.join(games.names())}.")


def _options(game: str, players: int, mode: str) -> dict[str, Json]:
    """The options of a game that nobody is invited to."""
    from pbem.boxes import all_tools

    _known_game(game)
    tools = all_tools()[game]
    try:
        return tools.options(tools.seats_of(players or tools.usual_players), mode, {})
    except ValueError as fault:
        raise QuietFailure(str(fault)) from fault
