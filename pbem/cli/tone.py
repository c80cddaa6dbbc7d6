"""How commands speak: what went wrong goes to standard error, in sentences, and ends with status 1 or 2."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from pbem.settings import Settings

R = TypeVar("R")


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
MODE_HELP = "In games that have modes: strict, standard or quick."


def settings_from(path: Path) -> Settings:
    """The settings, or a QuietFailure with every fault."""
    from pbem.settings import BadSettings, load  # what it needs takes half a second to load

    try:
        return load(path)
    except BadSettings as fault:
        raise QuietFailure(f"{path} can't be used:\n" + "\n".join(f"- {one}" for one in fault.faults)) from fault


def database_fault(fault: Exception) -> QuietFailure:
    """What the database says, in one sentence: without SQL and links."""
    said = str(getattr(fault, "orig", None) or fault).strip().splitlines() or [type(fault).__name__]
    return QuietFailure(f"The database can't be used: {said[0].rstrip('.')}. Try: pbem check")


def run_plainly(work: Coroutine[Any, Any, R]) -> R:
    """Run to the end; what is wrong with settings, database and mailbox becomes a QuietFailure."""
    from sqlalchemy.exc import SQLAlchemyError

    from pbem.mail.mailbox import ImapLost, ImapRefused
    from pbem.settings import BadSettings

    try:
        return asyncio.run(work)
    except BadSettings as fault:
        raise QuietFailure("\n".join(fault.faults)) from fault
    except SQLAlchemyError as fault:
        raise database_fault(fault) from fault
    except (ImapLost, ImapRefused, OSError) as fault:
        raise QuietFailure(f"{fault}. Try: pbem check") from fault
