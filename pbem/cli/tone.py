"""How commands speak: what went wrong goes to standard error, in sentences, and ends with status 1 or 2."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pbem.settings import Settings


class QuietFailure(Exception):
    """Something that the person at the keyboard can mend; the text says how."""


def complain(text: str) -> None:
    """One or more lines for the person at the keyboard."""
    print(text, file=sys.stderr)


SettingsFile = Annotated[
    Path,
    typer.Option("--settings", "-s", envvar="PBEM_SETTINGS", help="The file with the settings."),
]
DEFAULT_FILE = Path("pbem.toml")


def settings_from(path: Path) -> Settings:
    """The settings, or a QuietFailure with every fault."""
    from pbem.settings import BadSettings, load  # what it needs takes half a second to load

    try:
        return load(path)
    except BadSettings as fault:
        raise QuietFailure(f"{path} can't be used:\n" + "\n".join(f"- {one}" for one in fault.faults)) from fault
