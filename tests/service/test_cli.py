"""The command line: help for everything, everything in the README, clear words for what goes wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer.main

from engine.dutch_revolt.board import our_text
from pbem.cli import app, main

ROOT = Path(__file__).parents[2]


def _commands() -> Iterator[tuple[str, object]]:
    group = typer.main.get_command(app)
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        inner = getattr(command, "commands", None)
        if inner is None:
            yield name, command
        else:
            for part, below in inner.items():
                yield f"{name} {part}", below


COMMANDS = dict(_commands())


@pytest.mark.parametrize("name", COMMANDS)
def test_command_and_all_its_options_have_help(name: str) -> None:
    command = COMMANDS[name]
    assert command.help  # type: ignore[attr-defined]
    for parameter in command.params:  # type: ignore[attr-defined]
        assert getattr(parameter, "help", None), f"{name} {parameter.name}"


@pytest.mark.parametrize("name", COMMANDS)
def test_command_stands_in_the_readme(name: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"`pbem {name}" in readme or f"\npbem {name}" in readme


def test_readme_names_only_commands_that_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for words in re.findall(r"(?:^|`)pbem ([a-z]+(?: [a-z]+)?)", readme, re.MULTILINE):
        assert any(words == name or words.split()[0] == name or words.startswith(f"{name} ") for name in COMMANDS), (
            words
        )


@pytest.fixture
def pbem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[object, str]]:
    """Run a command in an empty folder: its status, and what it says to standard error."""

    def run(*arguments: str) -> tuple[object, str]:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["pbem", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code, capsys.readouterr().err

    return run


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check",), "pbem.toml is not there; `pbem init` writes one"),
        (("serve",), "pbem.toml is not there"),
        (("game", "list"), "pbem.toml is not there"),
        (("simulate", "chess"), "There is no game 'chess'; these are there: dutch_revolt"),
        (("table", "chess"), "There is no game 'chess'"),
        (("simulate", "--mode", "slow"), "--mode slow: there are strict, standard and quick"),
        (("data", "check", "nowhere.toml"), "nowhere.toml can't be read: No such file"),
        (("demo", "--human", "burghers"), "--human needs --keep"),
        (("demo", "--mode", "slow"), "--mode slow: there are strict, standard and quick"),
        (("demo", "--out", "/dev/null/x"), "can't be used"),
    ],
)
def test_what_goes_wrong_is_said_in_a_sentence(
    pbem: Callable[..., tuple[object, str]], arguments: tuple[str, ...], said: str
) -> None:
    status, told = pbem(*arguments)
    assert status not in (None, 0)
    assert said in told


def test_demo_leaves_a_folder_with_other_files_alone(pbem: Callable[..., tuple[object, str]], tmp_path: Path) -> None:
    (tmp_path / "taxes.txt").write_text("mine", encoding="utf-8")
    status, told = pbem("demo", "--out", str(tmp_path))
    assert status == 1
    assert "holds other files" in told
    assert (tmp_path / "taxes.txt").read_text(encoding="utf-8") == "mine"


SETTINGS = """
[judge]
address = "judge@example.org"
[imap]
host = "imap.example.org"
user = "judge"
password = "open sesame"
[smtp]
host = "smtp.example.org"
[data]
dutch_revolt = "mine.toml"
"""
PLAYERS = (
    "--player", "Anna=anna@example.org=catholics+habsburgs", "--player", "Bram=bram@example.org=burghers+reformers",
)  # fmt: skip


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("[[place", "has 1 fault. The first: The file is not TOML"),
        (our_text() + '\n[[border]]\na = "cleve"\nb = "gelderland"\n', "1 fault. The first: border cleve-gelderland"),
    ],
    ids=["not TOML", "a border twice"],
)
def test_a_game_on_faulty_data_is_refused_with_the_file(
    pbem: Callable[..., tuple[object, str]], tmp_path: Path, data: str, said: str
) -> None:
    (tmp_path / "pbem.toml").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(data, encoding="utf-8")
    status, told = pbem("game", "new", "dutch_revolt", *PLAYERS, "-s", str(tmp_path / "pbem.toml"))
    assert status == 1
    assert f"The data file {tmp_path / 'mine.toml'} (named under [data] in pbem.toml)" in told
    assert said in told
    assert f"pbem data check {tmp_path / 'mine.toml'}" in told
    assert not (tmp_path / "pbem.sqlite3").exists()


@pytest.mark.parametrize("command", [("game", "list"), ("game", "show", "gouda"), ("rehearse",)], ids=" ".join)
def test_a_broken_database_is_told_in_one_sentence(
    pbem: Callable[..., tuple[object, str]], tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "pbem.toml").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "pbem.sqlite3").write_bytes(b"this is no database, and long enough to be looked at" * 40)
    status, told = pbem(*command, "-s", str(tmp_path / "pbem.toml"))
    assert status == 1
    assert told.strip() == "The database can't be used: file is not a database. Try: pbem check"
