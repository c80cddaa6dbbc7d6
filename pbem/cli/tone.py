"""How commands speak: what went wrong goes to standard error, in sentences, and ends with status 1 or 2."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem.settings import FILE_NAME, BadSettings, Settings, load


class QuietFailure(Exception):
    """Something that the person at the keyboard can mend; the text says how."""


def complain(text: str) -> None:
    """One or more lines for the person at the keyboard."""
    print(text, file=sys.stderr)


SettingsFile = Annotated[
    Path,
    typer.Option("--settings", "-s", envvar="PBEM_SETTINGS", help="The file with the settings."),
]
DEFAULT_FILE = Path(FILE_NAME)


def settings_from(path: Path) -> Settings:
    """The settings, or a QuietFailure with every fault."""
    try:
        return load(path)
    except BadSettings as fault:
        raise QuietFailure(f"{path} can't be used:\n" + "\n".join(f"- {one}" for one in fault.faults)) from fault
